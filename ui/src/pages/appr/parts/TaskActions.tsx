import { Button } from 'antd';
import { useState } from 'react';
import type { Process } from '@/api/approvals';
import { TaskKind } from '@/api/generated/enums';
import { AssignDialog } from '@/features/approvals/AssignDialog';
import { useSubmission } from '@/features/approvals/useSubmission';
import { ReturnedEntry } from '@/features/engineForms/ReturnedEntry';
import { useLetters } from '@/lib/useLetters';
import { ActDialog } from './ActDialog';
import { DecisionBar } from './DecisionBar';
import { type Offer, offersOf } from './offers';
import { ReturnedDocument } from './ReturnedDocument';
import { useAltKeys } from './useAltKeys';

/** Keys of the decisions, with Alt. */
const KEYS: Record<string, string> = { 同意: '1', 退回: '2', 驳回: '3' };
/** Letters of the same beside a list, without Alt. */
const LETTERS: Record<string, string> = { 同意: 'a', 退回: 'r' };

function OfferButton({ offer, onPress }: { offer: Offer; onPress: () => void }) {
  const key = KEYS[offer.name];
  return (
    <Button
      type={offer.primary ? 'primary' : 'default'}
      danger={offer.danger === true}
      {...(offer.rare && { 'data-rare': true })}
      {...(key && { title: `Alt+${key}`, 'aria-keyshortcuts': `Alt+${key}` })}
      onClick={onPress}
    >
      {offer.name}
    </Button>
  );
}

/** Buttons of the operations; each asks for an opinion first and keeps it when it is refused. */
export function TaskActions({ process, letters = false }: { process: Process; letters?: boolean }) {
  const [asking, setAsking] = useState<Offer | null>(null);
  const [assigning, setAssigning] = useState(false);
  const submission = useSubmission();
  const offers = offersOf(process);
  const place = useAltKeys((key) => {
    const meant = asking === null ? offers.find(({ name }) => KEYS[name] === key) : undefined;
    if (meant) setAsking(meant);
    return meant !== undefined;
  });
  useLetters(letters && asking === null, (key) => {
    const meant = offers.find(({ name }) => LETTERS[name] === key);
    if (meant) setAsking(meant);
    return meant !== undefined;
  });
  if (offers.length === 0 && !process.mayAssign && !process.mayResubmit) return null;
  const { key, bizId, title, instanceId } = process;
  const assignFirst = process.task?.kind === TaskKind.Assign;
  const assign = process.mayAssign && (
    <Button
      type={assignFirst ? 'primary' : 'default'}
      {...(!assignFirst && { 'data-rare': true })}
      onClick={() => setAssigning(true)}
    >
      分派
    </Button>
  );
  return (
    <>
      <DecisionBar place={place}>
        {process.mayResubmit && process.formRef === 'appr/form' && <ReturnedEntry process={process} />}
        {process.mayResubmit && <ReturnedDocument process={process} />}
        {process.mayResubmit && (
          <Button
            type="primary"
            onClick={() => submission.ask({ process: key, bizId, title, okText: '重新提交', said: '已重新提交' })}
          >
            重新提交
          </Button>
        )}
        {assign}
        {offers.map((one) => (
          <OfferButton key={one.name} offer={one} onPress={() => setAsking(one)} />
        ))}
      </DecisionBar>
      {submission.dialog}
      {assigning && <AssignDialog instanceId={instanceId} title={title} onClose={() => setAssigning(false)} />}
      {asking && <ActDialog process={process} offer={asking} onClose={() => setAsking(null)} />}
    </>
  );
}
