import { keepPreviousData } from '@tanstack/react-query';
import { Select } from 'antd';
import { Link, useSearchParams } from 'react-router';
import { type Board, type BoardItem, boardQuery } from '@/api/exposure';
import type { Choice } from '@/features/business/labels';
import { usePartiesA } from '@/features/business/parts';
import { PartyASelect } from '@/features/choices/lists';
import { PUBLISH_SCOPES, SUBJECT_KINDS } from '@/features/exposure/labels';
import { rateText } from '@/features/report/units';
import { formatYuan } from '@/lib/money';
import { useTabActive } from '@/lib/tabContext';
import { useQuery } from '@/lib/useQuery';
import { useCan } from '@/ui/Can';
import { EmptyState } from '@/ui/EmptyState';
import { Loaded } from '@/ui/Loaded';
import { lazy } from '@/ui/lazy';
import { PaperButton } from '@/ui/print/PaperButton';
import styles from './parts/board.module.css';

const BoardPaper = lazy(() => import('./parts/BoardPaper'));

const MINUTES = 5 * 60_000;

const FILTERS = ['subjectKind', 'publishScope', 'partyAId'] as const;
type Filters = Partial<Record<(typeof FILTERS)[number], number | undefined>>;

/** What is shown, as it stands in the address: the screen on the wall opens by a link. */
function useFilters(): [Filters, (filters: Filters) => void] {
  const [search, setSearch] = useSearchParams();
  const filters: Filters = {};
  for (const name of FILTERS) {
    const text = search.get(name) ?? '';
    if (/^\d{1,9}$/.test(text)) filters[name] = Number(text);
  }
  const set = (next: Filters) => {
    const given = FILTERS.flatMap((name) => (next[name] === undefined ? [] : [[name, String(next[name])]]));
    setSearch(new URLSearchParams(given), { replace: true });
  };
  return [filters, set];
}

interface PickProps {
  label: string;
  among: readonly Choice[];
  value: number | undefined;
  onChange: (value: number | undefined) => void;
}

const Pick = ({ label, among, value, onChange }: PickProps) => (
  <Select<number>
    allowClear
    aria-label={label}
    placeholder={`全部${label}`}
    value={value ?? null}
    options={among.map((choice) => ({ value: choice.value, label: choice.label }))}
    onChange={(next) => onChange(next ?? undefined)}
    style={{ width: 150 }}
  />
);

function Row({ item, linked }: { item: BoardItem; linked: boolean }) {
  return (
    <tr>
      <th scope="row">
        {linked ? <Link to={`/expo/entry?entryId=${item.entryId}`}>{item.name}</Link> : item.name}
        <small>{item.partyAName}</small>
      </th>
      <td>{item.kindLabel}</td>
      <td className={styles.num}>{item.fen === null ? '—' : formatYuan(item.fen)}</td>
      <td className={styles.num}>{item.days ?? '—'}</td>
      <td>{item.publishedAt}</td>
      <td className={item.late ? styles.late : ''}>
        {item.deadline ?? '—'}
        {item.late && <small>已逾期</small>}
      </td>
    </tr>
  );
}

function Shown({ board, linked }: { board: Board; linked: boolean }) {
  return (
    <>
      <dl className={styles.boardCounts}>
        <div>
          <dt>曝光中</dt>
          <dd>{board.open}</dd>
        </div>
        <div>
          <dt>本年已整改</dt>
          <dd>{board.rectifiedThisYear}</dd>
        </div>
        <div>
          <dt>按期整改率</dt>
          <dd>{rateText(board.rectifyRate)}</dd>
        </div>
      </dl>
      {board.items.length === 0 ? (
        <EmptyState kind="good" title="暂无曝光信息" />
      ) : (
        <div className={styles.boardRows}>
          <table>
            <thead>
              <tr>
                <th scope="col">对象</th>
                <th scope="col">类型</th>
                <th scope="col" className={styles.num}>
                  金额（元）
                </th>
                <th scope="col" className={styles.num}>
                  逾期天数
                </th>
                <th scope="col">曝光日期</th>
                <th scope="col">整改期限</th>
              </tr>
            </thead>
            <tbody>
              {board.items.map((item) => (
                <Row key={item.entryId} item={item} linked={linked} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

/** 曝光公示: what is published now, large enough for a screen on the wall, and printable. */
export default function BoardPage() {
  const can = useCan();
  const active = useTabActive();
  const parties = usePartiesA();
  const [filters, setFilters] = useFilters();
  const source = useQuery({
    ...boardQuery({ ...filters }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: active ? MINUTES : false,
  });
  const { data } = source;
  const party = parties.find(({ partyAId }) => partyAId === filters.partyAId);
  return (
    <article className={`card ${styles.board}`}>
      <header>
        <div>
          <h2>曝光台</h2>
          <p>
            {party ? `${party.partyAName} · ` : ''}
            {data ? `截至 ${data.asOf}` : ''}
          </p>
        </div>
        <div className={styles.boardTools}>
          <Pick
            label="类型"
            among={SUBJECT_KINDS}
            value={filters.subjectKind}
            onChange={(subjectKind) => setFilters({ ...filters, subjectKind })}
          />
          <Pick
            label="公开范围"
            among={PUBLISH_SCOPES}
            value={filters.publishScope}
            onChange={(publishScope) => setFilters({ ...filters, publishScope })}
          />
          <PartyASelect
            aria-label="甲方"
            placeholder="全部甲方"
            allowClear
            {...(filters.partyAId !== undefined && { value: filters.partyAId })}
            onChange={(partyAId?: number) => setFilters({ ...filters, partyAId })}
          />
          <PaperButton
            disabled={!data}
            paper={(onClose) => data && <BoardPaper board={data} unit={party?.partyAName ?? ''} onClose={onClose} />}
          />
        </div>
      </header>
      <Loaded source={source} title="曝光台加载失败">
        {(data) => <Shown board={data} linked={can(['expo:entry:query']) && can(['expo:entry:list'])} />}
      </Loaded>
      <p className={styles.boardNote}>自然人隐去名字；欠款结清、上缴或整改后自动撤出。</p>
    </article>
  );
}
