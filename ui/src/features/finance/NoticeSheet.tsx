import { QRCode } from 'antd';
import type { Notice, NoticeLine } from '@/api/finance/ledger';
import { BILL_KINDS, labelOf } from '@/features/business/labels';
import { formatYuan, MINUS, NOTHING } from '@/lib/money';
import { PaperFrame, usePaperMaker } from '@/ui/print/PaperFrame';
import { type PaperColumn, PaperTable } from '@/ui/print/PaperTable';
import moneyStyles from './money.module.css';
import { periodText } from './parts';

const COLUMNS: readonly PaperColumn<NoticeLine>[] = [
  { title: '账单编号', render: ({ billNo }) => billNo },
  { title: '费用', render: ({ kind }) => labelOf(BILL_KINDS, kind) },
  { title: '账期', align: 'center', render: ({ period }) => periodText(period) || NOTHING },
  { title: '应缴日', align: 'center', render: ({ dueDate }) => dueDate },
  { title: '应缴（元）', align: 'right', render: ({ netFen }) => formatYuan(netFen) },
  { title: '未缴（元）', align: 'right', render: ({ openFen }) => formatYuan(openFen) },
];
const OVERDUE: PaperColumn<NoticeLine> = {
  ...{ title: '逾期天数', align: 'right' },
  render: ({ overdueDays }) => overdueDays,
};
const LETTER: readonly PaperColumn<NoticeLine>[] = [...COLUMNS.slice(0, 4), OVERDUE, ...COLUMNS.slice(4)];

const distinct = (texts: readonly string[]): string => [...new Set(texts.filter(Boolean))].join('、');

/** «2024年3月1日» */
const dayText = (iso: string): string => {
  const [year, month, day] = iso.split('-').map(Number);
  return `${year}年${month}月${day}日`;
};

function Said({ notice, dunning }: { notice: Notice; dunning: boolean }) {
  const last = notice.lines.map(({ dueDate }) => dueDate).sort()[notice.lines.length - 1] ?? '';
  if (dunning) {
    return (
      <p>
        截至{dayText(notice.day)}，贵方以下款项已逾期未缴。请自收到本函之日起 7 日内缴清；逾期仍未缴清的，
        我方将按合同约定计收滞纳金，并保留依法追究违约责任的权利。
      </p>
    );
  }
  return (
    <p>
      根据租赁合同约定，请于{last > notice.day ? `${dayText(last)}前` : '收到本通知后尽快'}
      缴纳以下款项。已缴纳的，请忽略本通知。
    </p>
  );
}

/** What stands below the bills: 其他逾期未缴, 合计, 预收抵扣 and 实际应缴. Credit that lies on no bill yet need not be paid again. */
function sumsOf(notice: Notice): [name: React.ReactNode, value: React.ReactNode][] {
  const brought = `其他逾期未缴（${notice.broughtCount} 张账单）`;
  return [
    ...(notice.broughtFen > 0 ? [[brought, formatYuan(notice.broughtFen)] as [string, string]] : []),
    [<b key="total">合计（大写）{notice.capitals}</b>, <b key="sum">{formatYuan(notice.totalFen)}</b>],
    ...(notice.creditFen > 0
      ? ([
          [`预收抵扣（截至${dayText(notice.day)}）`, `${MINUS}${formatYuan(notice.creditFen)}`],
          [<b key="pay">实际应缴（大写）{notice.payCapitals}</b>, <b key="sum">{formatYuan(notice.payFen)}</b>],
        ] as [React.ReactNode, React.ReactNode][])
      : []),
  ];
}

/** Account and amount as text: who scans it need not type the account. It is no payment code. */
const payText = ({ account, payFen, tenantName, lines }: Notice): string =>
  [
    `收款户名：${account?.name}`,
    `开户行：${account?.bank}`,
    `账号：${account?.accountNo}`,
    `金额：${formatYuan(payFen)} 元`,
    `附言：${tenantName} ${lines[0]?.billNo ?? ''}`,
  ].join('\n');

function Account({ notice }: { notice: Notice }) {
  const { account } = notice;
  return (
    <div className={moneyStyles.noticeAccount} data-keep="previous">
      <div>
        <p>
          {account
            ? `收款户名：${account.name}　开户行：${account.bank}　账号：${account.accountNo}`
            : `收款账户请向${notice.partyAName}咨询`}
        </p>
        <p>汇款时请注明乙方名称和账单编号。{account && '扫描二维码可复制收款信息。'}</p>
        {(notice.contact || notice.telephone) && (
          <p>
            {[notice.contact && `联系人：${notice.contact}`, notice.telephone && `联系电话：${notice.telephone}`]
              .filter(Boolean)
              .join('　')}
          </p>
        )}
      </div>
      {account && (
        // for telephones: what it says stands beside it
        <div aria-hidden data-picture>
          <QRCode type="svg" size={84} bordered={false} color="#000" bgColor="#fff" value={payText(notice)} />
        </div>
      )}
    </div>
  );
}

interface NoticeSheetProps {
  notice: Notice;
  dunning: boolean;
  /** A letter has one once it is printed. */
  no: string | undefined;
  preview?: boolean;
}

/** 缴费通知单 or 催缴函 of one tenant, as it is printed. */
export function NoticeSheet({ notice, dunning, no, preview = false }: NoticeSheetProps) {
  const title = dunning ? '催缴函' : '缴费通知单';
  const maker = usePaperMaker();
  return (
    <PaperFrame
      preview={preview}
      label={`${notice.tenantName} ${title}`}
      unit={notice.partyAName}
      title={title}
      no={no}
      facts={[
        ['承 租 人', notice.tenantName],
        ['日　　期', dayText(notice.day)],
        ['房　　间', distinct(notice.lines.map(({ roomText }) => roomText)) || NOTHING],
        ['合　　同', distinct(notice.lines.map(({ leaseNo }) => leaseNo)) || NOTHING],
      ]}
      seals={[
        { role: '发出单位（盖章）', name: notice.partyAName, lines: [`经办人：${maker}`] },
        { role: '签收人（签字）' },
      ]}
    >
      <Said notice={notice} dunning={dunning} />
      <PaperTable columns={dunning ? LETTER : COLUMNS} rows={notice.lines} after={sumsOf(notice)} />
      <Account notice={notice} />
    </PaperFrame>
  );
}
