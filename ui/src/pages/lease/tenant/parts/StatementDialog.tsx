import { PrinterOutlined } from '@ant-design/icons';
import { keepPreviousData } from '@tanstack/react-query';
import { Button } from 'antd';
import { Suspense, useId, useState } from 'react';
import { type BillRow, billsQuery, type Statement, statementQuery } from '@/api/finance/ledger';
import type { TenantRow } from '@/api/lease';
import { DayInput } from '@/features/business/fields';
import printedDialogStyles from '@/features/business/printed-dialog.module.css';
import { usePrintedDialog } from '@/features/business/usePrintedDialog';
import { PartyASelect } from '@/features/choices/lists';
import moneyStyles from '@/features/finance/money.module.css';
import { formatYuan } from '@/lib/money';
import { today } from '@/lib/serverClock';
import { useQuery } from '@/lib/useQuery';
import { Can } from '@/ui/Can';
import { FailedLine } from '@/ui/FailedLine';
import { Loaded } from '@/ui/Loaded';
import { lazy } from '@/ui/lazy';
import { Modal } from '@/ui/overlays';

const NoticeDialog = lazy(() => import('@/features/finance/NoticeDialog'));
const DunningDialog = lazy(() => import('@/features/finance/DunningDialog'));

/** Money that makes the tenant owe more stands in one column, what makes him owe less in the other. */
function Movements({ statement }: { statement: Statement }) {
  const { from, to, openingFen, closingFen, lines } = statement;
  return (
    <div className={moneyStyles.sheetScroll}>
      <table>
        <thead>
          <tr>
            <th>日期</th>
            <th>单据</th>
            <th>摘要</th>
            <th className={moneyStyles.num}>应缴增加（元）</th>
            <th className={moneyStyles.num}>应缴减少（元）</th>
            <th className={moneyStyles.num}>余额（元）</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>{from}</td>
            <td colSpan={4}>期初余额</td>
            <td className={moneyStyles.num}>{formatYuan(openingFen)}</td>
          </tr>
          {lines.map(({ date, no, text, amountFen, balanceFen }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a document may move twice on one day
            <tr key={index}>
              <td>{date}</td>
              <td>{no}</td>
              <td>{text}</td>
              <td className={moneyStyles.num}>{amountFen > 0 ? formatYuan(amountFen) : ''}</td>
              <td className={moneyStyles.num}>{amountFen > 0 ? '' : formatYuan(-amountFen)}</td>
              <td className={moneyStyles.num}>{formatYuan(balanceFen)}</td>
            </tr>
          ))}
          <tr>
            <td>{to}</td>
            <td colSpan={4}>
              <b>期末余额</b>
            </td>
            <td className={moneyStyles.num}>
              <b>{formatYuan(closingFen)}</b>
            </td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}

function Sheet({ statement }: { statement: Statement }) {
  const { tenantName, partyAName, from, to, closingFen, capitals } = statement;
  return (
    <article className={moneyStyles.sheet}>
      <h2>对账单</h2>
      <p className={moneyStyles.sheetHead}>
        <b>{tenantName}：</b>
        <span>
          对账期间 {from} 至 {to}
        </span>
      </p>
      <p className="t2">{partyAName ? `收款单位 ${partyAName}` : '全部收款单位'}；余额为负表示预收。押金另行对账。</p>
      <Movements statement={statement} />
      <p>
        本期应缴 {formatYuan(statement.chargedFen)} 元，减免 {formatYuan(statement.waivedFen)} 元，收款{' '}
        {formatYuan(statement.receivedFen)} 元，退款 {formatYuan(statement.refundedFen)} 元。
      </p>
      <p>
        期末{closingFen < 0 ? '预收' : '应缴'}余额 <b>{formatYuan(Math.abs(closingFen))}</b> 元（大写 {capitals}）
      </p>
      <div className={moneyStyles.sheetFoot}>
        <span>乙方确认（盖章）：</span>
        <div className={moneyStyles.sheetStamp}>{partyAName || '甲方'}（盖章）</div>
      </div>
    </article>
  );
}

type Follow = 'notice' | 'letter' | 'dunning';

interface ArrearsProps {
  tenantId: number;
  partyAId: number | null;
  onFollow: (kind: Follow, bills: readonly BillRow[]) => void;
}

/** What follows from a statement with arrears: a notice, a letter, a record of asking. */
function ArrearsButtons({ tenantId, partyAId, onFollow }: ArrearsProps) {
  const { data, error, refetch } = useQuery({
    ...billsQuery({ tenantId, overdue: true, pageSize: 500, ...(partyAId && { partyAId }) }),
  });
  if (error) return <FailedLine title="欠缴账单加载失败" error={error} retry={refetch} />;
  if (!data || data.rows.length === 0) return null;
  return (
    <>
      <Button onClick={() => onFollow('notice', data.rows)}>缴费通知单</Button>
      <Can permission="fin:dunning:add">
        <Button onClick={() => onFollow('letter', data.rows)}>催缴函</Button>
        <Button onClick={() => onFollow('dunning', data.rows)}>登记催缴</Button>
      </Can>
    </>
  );
}

/** 对账单: what a tenant owed, what moved and what he owes. */
export default function StatementDialog({ tenant, onClose }: { tenant: TenantRow; onClose: () => void }) {
  usePrintedDialog();
  const prefix = useId();
  const day = today();
  const [partyAId, setParty] = useState<number | null>(null);
  const [from, setFrom] = useState<string | null>(`${day.slice(0, 4)}-01-01`);
  const [to, setTo] = useState<string | null>(day);
  const [follow, setFollow] = useState<{ kind: Follow; bills: readonly BillRow[] } | null>(null);
  const { tenantId } = tenant;
  const leave = () => setFollow(null);
  const source = useQuery({
    ...statementQuery({ tenantId, from: from ?? '', to: to ?? '', ...(partyAId && { partyAId }) }),
    placeholderData: keepPreviousData,
    enabled: from !== null && to !== null,
    staleTime: 0,
    retry: false,
  });
  const { data, error } = source;
  // paper shows one dialog alone: a notice takes the statement's place until it is closed
  if (follow && follow.kind !== 'dunning') {
    const ids = follow.bills.map(({ billId }) => billId);
    return (
      <Suspense fallback={null}>
        <NoticeDialog ids={ids} dunning={follow.kind === 'letter'} onClose={leave} />
      </Suspense>
    );
  }
  return (
    <Modal
      open
      centered
      width={900}
      className={`${printedDialogStyles.printable} ${moneyStyles.sheetsDialog}`}
      title={`对账单：${tenant.tenantName}`}
      onCancel={onClose}
      styles={{ body: { maxHeight: 'calc(100vh - 220px)', overflow: 'auto' } }}
      footer={
        <>
          <Can permission="fin:bill:list">
            <ArrearsButtons
              tenantId={tenantId}
              partyAId={partyAId}
              onFollow={(kind, bills) => setFollow({ kind, bills })}
            />
          </Can>
          <Button
            type="primary"
            icon={<PrinterOutlined aria-hidden />}
            disabled={!data || Boolean(error)}
            onClick={() => window.print()}
          >
            打印
          </Button>
        </>
      }
    >
      <div className={moneyStyles.sheetsBar}>
        <label htmlFor={`${prefix}party`}>甲方</label>
        <PartyASelect
          id={`${prefix}party`}
          allowClear
          placeholder="全部"
          style={{ width: 220 }}
          value={partyAId}
          onChange={(next?: number) => setParty(next ?? null)}
        />
        <span className={moneyStyles.statementDays}>
          <DayInput aria-label="对账开始日期" value={from} onChange={setFrom} /> 至
          <DayInput aria-label="对账结束日期" value={to} onChange={setTo} />
        </span>
      </div>
      <Loaded source={source} title="对账单加载失败">
        {(data) => <Sheet statement={data} />}
      </Loaded>
      <Suspense fallback={null}>
        {follow?.kind === 'dunning' && <DunningDialog bills={follow.bills} onClose={leave} />}
      </Suspense>
    </Modal>
  );
}
