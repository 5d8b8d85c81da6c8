import { useState } from 'react';
import { Link } from 'react-router';
import { type Related as RelatedPaper, relatedQuery } from '@/api/approvals';
import { RelationKindLabels } from '@/api/generated/enums';
import { ProcessState } from '@/features/approvals/Approvals';
import { choices } from '@/features/business/labels';
import { formatYuan } from '@/lib/money';
import { useQuery } from '@/lib/useQuery';
import { FailedLine } from '@/ui/FailedLine';
import styles from './appr.module.css';

const RELATIONS = choices(RelationKindLabels);
/** Rows of a relation that stand there at once. */
const FIRST = 4;

/** Papers by what they have in common with the document, the newest process first within each. */
export const groupsOf = (papers: readonly RelatedPaper[]) =>
  RELATIONS.map(({ value, label }) => ({
    label,
    papers: papers
      .filter(({ why }) => why === value)
      .sort((one, other) => other.startedAt.localeCompare(one.startedAt)),
  })).filter(({ papers: some }) => some.length > 0);

/** The process where there is one, else the page of the document. */
const targetOf = ({ instanceId, path }: RelatedPaper) => (instanceId > 0 ? `/appr/instance/${instanceId}` : path);

function Row({ paper }: { paper: RelatedPaper }) {
  const target = targetOf(paper);
  const { title, label, state, endReason, startedAt, amountFen } = paper;
  const facts = [label, startedAt.slice(0, 10), amountFen === null ? '' : `${formatYuan(amountFen)} 元`];
  return (
    <li>
      {target ? <Link to={target}>{title}</Link> : title}
      <small className="t2">
        {facts.filter(Boolean).join(' · ')}
        {state !== null && (
          <>
            {' '}
            <ProcessState state={state} endReason={endReason} />
          </>
        )}
      </small>
    </li>
  );
}

/** Papers of one relation: the newest, and the others when they are asked for. */
function Group({ label, papers }: { label: string; papers: readonly RelatedPaper[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? papers : papers.slice(0, FIRST);
  return (
    <section aria-label={label}>
      <h4>{label}</h4>
      <ul>
        {shown.map((paper) => (
          <Row key={`${paper.instanceId} ${paper.label} ${paper.path} ${paper.title}`} paper={paper} />
        ))}
      </ul>
      {papers.length > FIRST && (
        <button type="button" className="link" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? '收起' : `显示其余 ${papers.length - FIRST} 件`}
        </button>
      )}
    </section>
  );
}

/** 相关单据: what else is known of the matter, so that a decision needs no search. Nothing where there is nothing. */
export function Related({ id }: { id: number }) {
  const { data, error, refetch } = useQuery({ ...relatedQuery(id), staleTime: 0 });
  if (error) return <FailedLine title="相关单据加载失败" error={error} retry={refetch} />;
  if (!data || data.length === 0) return null;
  return (
    <section aria-label="相关单据" className={styles.related}>
      <h3>相关单据（{data.length}）</h3>
      {groupsOf(data).map(({ label, papers }) => (
        <Group key={label} label={label} papers={papers} />
      ))}
    </section>
  );
}
