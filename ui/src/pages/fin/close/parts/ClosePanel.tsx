import { Alert, Button, Input, Skeleton } from 'antd';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type CloseRow, closedMonthsQuery, type PartyClose, partyClosesQuery } from '@/api/finance/payout';
import { useSubmission } from '@/features/approvals/useSubmission';
import { WAITS } from '@/features/approvals/way';
import { monthText } from '@/features/finance/payouts/labels';
import { OpinionDialog } from '@/features/finance/payouts/OpinionDialog';
import { wholeIn } from '@/lib/address';
import { toMinute } from '@/lib/dates';
import { useQuery } from '@/lib/useQuery';
import { AmountCell } from '@/ui/AmountCell';
import { Can } from '@/ui/Can';
import { StateTag } from '@/ui/DictTag';
import { Loaded } from '@/ui/Loaded';
import { LoadFailed } from '@/ui/LoadFailed';
import { lazy } from '@/ui/lazy';
import { Drawer } from '@/ui/overlays';
import { SmallTable } from '@/ui/SmallTable';
import { usePhone } from '@/ui/useMedia';
import { Withheld } from '@/ui/Withheld';
import { ClosePaper } from './ClosePaper';
import styles from './close.module.css';
import { figuresText } from './MonthFigures';

const CloseDialog = lazy(() => import('./CloseDialog'));

const OWN_CLOSE = '月结人不能自己反月结，请由其他有权限的人员办理';

/** Sums of a closed month by account; debit positive. */
const Totals = ({ row }: { row: CloseRow }) => (
  <SmallTable
    className={styles.monthTotals}
    rowKey="account"
    rows={row.totals}
    none="当月没有分录"
    columns={[
      { title: '科目', dataIndex: 'account' },
      {
        title: '发生额（元，借正贷负）',
        align: 'right',
        render: (_v, { amountFen }) => <AmountCell fen={amountFen} />,
      },
    ]}
  />
);

/** What a closed month came to, and what each account moved by. */
const Closed = ({ row }: { row: CloseRow }) => (
  <>
    {row.figures && <p>{figuresText([row.figures])}</p>}
    <Totals row={row} />
  </>
);

/** The closed months of a party A, newest first; a reopened one stays in the list. */
function MonthsDrawer({ party, onClose }: { party: PartyClose; onClose: () => void }) {
  const source = useQuery(closedMonthsQuery(party.partyAId));
  const [printed, setPrinted] = useState<CloseRow | null>(null);
  return (
    <Drawer open title={`${party.partyAName}的月结记录`} size={860} onClose={onClose}>
      <Loaded source={source} title="月结记录加载失败" lines={3}>
        {(data) => (
          <SmallTable<CloseRow>
            rowKey={({ month, closedAt }) => `${month}-${closedAt}`}
            rows={data}
            none="还没有月结"
            width={760}
            expandable={{ expandedRowRender: (row) => <Closed row={row} /> }}
            columns={[
              { title: '月份', width: 110, render: (_v, { month }) => monthText(month) },
              {
                title: '状态',
                width: 110,
                render: (_v, { closed }) => (
                  <StateTag tone={closed ? 'ok' : 'off'}>{closed ? '已月结' : '已反月结'}</StateTag>
                ),
              },
              { title: '月结', width: 190, render: (_v, row) => `${row.closedBy} ${toMinute(row.closedAt)}` },
              {
                title: '反月结',
                render: (_v, row) => row.reopenedBy && `${row.reopenedBy}：${row.reopenReason}`,
              },
              {
                title: '操作',
                width: 100,
                render: (_v, row) =>
                  row.closed && (
                    <Button size="small" onClick={() => setPrinted(row)}>
                      打印月结单
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
      {printed && <ClosePaper row={printed} onClose={() => setPrinted(null)} />}
    </Drawer>
  );
}

interface ActionsProps {
  party: PartyClose;
  onCloseMonths: () => void;
  onReopen: () => void;
  onOpen: () => void;
}

function Actions({ party, onCloseMonths, onReopen, onOpen }: ActionsProps) {
  const { next, ready } = party;
  const waiting = next ? `${monthText(next)}尚未结束` : '还没有入账的业务';
  return (
    <span className={styles.booksActions}>
      <Can permission="fin:close:add">
        <Withheld reason={ready ? '' : waiting}>
          {(disabled) => (
            <Button size="small" type="primary" disabled={disabled} onClick={onCloseMonths}>
              月结
            </Button>
          )}
        </Withheld>
      </Can>
      {party.last && (
        <Can permission="fin:close:reopen">
          <Withheld reason={party.own ? OWN_CLOSE : ''}>
            {(disabled) => (
              <Button size="small" danger disabled={disabled} onClick={onReopen}>
                反月结
              </Button>
            )}
          </Withheld>
        </Can>
      )}
      <Button size="small" onClick={onOpen}>
        记录
      </Button>
    </span>
  );
}

/** 月结: each party A with its last closed month and the next one. */
export function ClosePanel() {
  const { data, error, refetch } = useQuery(partyClosesQuery());
  const [reopening, setReopening] = useState<PartyClose | null>(null);
  const [closing, setClosing] = useState<PartyClose | null>(null);
  const [opened, setOpened] = useState<PartyClose | null>(null);
  const [word, setWord] = useState('');
  // a card of 我的工作 leads to what can be closed, or to one party A
  const [search, setSearch] = useSearchParams();
  const [one, onlyReady] = [wholeIn(search, 'partyAId'), search.get('ready') === 'true'];
  const phone = usePhone();
  const submission = useSubmission();
  const reopen = ({ partyAId, partyAName, last }: PartyClose, reason: string) =>
    submission.offer({
      process: 'period_reopen',
      bizId: partyAId,
      payload: { partyAId, month: last, reason },
      title: `反月结 ${partyAName} ${monthText(last)}`,
      said: WAITS,
      done: '已反月结',
    });
  const actions = (party: PartyClose) => (
    <Actions
      party={party}
      onCloseMonths={() => setClosing(party)}
      onReopen={() => setReopening(party)}
      onOpen={() => setOpened(party)}
    />
  );
  if (error) return <LoadFailed title="月结加载失败" error={error} retry={refetch} />;
  if (!data) return <Skeleton active />;
  const wanted = ({ partyAId, ready }: PartyClose) => (!one || partyAId === one) && (!onlyReady || ready);
  const shown = data.filter((party) => wanted(party) && party.partyAName.includes(word.trim()));
  return (
    <>
      <Input
        className={styles.booksSearch}
        allowClear
        aria-label="查找甲方"
        placeholder="查找甲方"
        value={word}
        onChange={({ target }) => setWord(target.value)}
      />
      {(one || onlyReady) && (
        <Alert
          type="info"
          showIcon
          title={onlyReady ? '只显示有月份可以月结的甲方' : '只显示一个甲方'}
          action={
            <button type="button" className="link" onClick={() => setSearch({}, { replace: true })}>
              显示全部
            </button>
          }
        />
      )}
      <p className={`t2 ${styles.booksNote}`}>
        按月份先后月结。月结后该月不再入账，迟到的收款和更正记入次月首日；只能反月结最近的一个月。点击“月结”先看还有哪些事项未办，可以一次结到某个月。
      </p>
      {phone ? (
        <ul className={styles.partyMonths}>
          {shown.map((party) => (
            <li key={party.partyAId}>
              <b>{party.partyAName}</b>
              <span className="t2">
                最近月结 {monthText(party.last)}，下一个 {monthText(party.next)}
              </span>
              {actions(party)}
            </li>
          ))}
        </ul>
      ) : (
        <SmallTable<PartyClose>
          rowKey="partyAId"
          rows={shown}
          none="没有甲方"
          paged={20}
          width={720}
          columns={[
            { title: '甲方', dataIndex: 'partyAName', width: 240 },
            { title: '最近月结', width: 120, render: (_v, { last }) => monthText(last) },
            { title: '下一个月结月份', width: 140, render: (_v, { next }) => monthText(next) },
            {
              title: '操作',
              width: 240,
              render: (_v, party) => actions(party),
            },
          ]}
        />
      )}
      <Suspense fallback={null}>
        {closing?.next && <CloseDialog party={closing} next={closing.next} onClose={() => setClosing(null)} />}
      </Suspense>
      {opened && <MonthsDrawer party={opened} onClose={() => setOpened(null)} />}
      {reopening?.last && (
        <OpinionDialog
          title={`反月结：${monthText(reopening.last)}`}
          label="反月结原因"
          required
          okText="反月结"
          note={`${reopening.partyAName}的 ${monthText(reopening.last)} 将重新可以入账。`}
          silent
          run={(reason) => reopen(reopening, reason)}
          onClose={() => setReopening(null)}
        >
          {submission.dialog}
        </OpinionDialog>
      )}
    </>
  );
}
