import { PrinterOutlined } from '@ant-design/icons';
import { Button, QRCode, Radio } from 'antd';
import { useEffect, useState } from 'react';
import { type LetterNo, recordLetters } from '@/api/finance/dunning';
import { lettersQuery, type Notice, type NoticeLine } from '@/api/finance/ledger';
import { BILL_KINDS, labelOf } from '@/features/business/labels';
import printedDialogStyles from '@/features/business/printed-dialog.module.css';
import { usePrintedDialog } from '@/features/business/usePrintedDialog';
import { formatYuan } from '@/lib/money';
import { useMutation } from '@/lib/useMutation';
import { useQuery } from '@/lib/useQuery';
import { Loaded } from '@/ui/Loaded';
import { Modal } from '@/ui/overlays';
import moneyStyles from './money.module.css';
import { periodText } from './parts';

const PAPERS = [
  { value: 'A4', label: 'A4' },
  { value: 'A4-2', label: 'A4 两份' },
  { value: 'A5', label: 'A5' },
] as const;
type Paper = (typeof PAPERS)[number]['value'];

function Lines({ notice, dunning }: { notice: Notice; dunning: boolean }) {
  const cells = (line: NoticeLine) => (
    <tr key={line.billNo}>
      <td>{line.billNo}</td>
      <td>{labelOf(BILL_KINDS, line.kind)}</td>
      <td>{periodText(line.period) || '—'}</td>
      <td>{line.dueDate}</td>
      {dunning && <td className={moneyStyles.num}>{line.overdueDays}</td>}
      <td className={moneyStyles.num}>{formatYuan(line.netFen)}</td>
      <td className={moneyStyles.num}>{formatYuan(line.openFen)}</td>
    </tr>
  );
  const span = dunning ? 6 : 5;
  return (
    <div className={moneyStyles.sheetScroll}>
      <table>
        <thead>
          <tr>
            <th>账单编号</th>
            <th>费用</th>
            <th>账期</th>
            <th>应缴日</th>
            {dunning && <th className={moneyStyles.num}>逾期天数</th>}
            <th className={moneyStyles.num}>应缴（元）</th>
            <th className={moneyStyles.num}>未缴（元）</th>
          </tr>
        </thead>
        <tbody>
          {notice.lines.map(cells)}
          {notice.broughtFen > 0 && (
            <tr>
              <td colSpan={span}>其他逾期未缴（{notice.broughtCount} 张账单）</td>
              <td className={moneyStyles.num}>{formatYuan(notice.broughtFen)}</td>
            </tr>
          )}
          <tr>
            <td colSpan={span}>
              <b>合计（大写）{notice.capitals}</b>
            </td>
            <td className={moneyStyles.num}>
              <b>{formatYuan(notice.totalFen)}</b>
            </td>
          </tr>
          {notice.creditFen > 0 && <Net notice={notice} span={span} />}
        </tbody>
      </table>
    </div>
  );
}

/** 预收抵扣 and 实际应缴: credit that lies on no bill yet need not be paid again. */
function Net({ notice, span }: { notice: Notice; span: number }) {
  return (
    <>
      <tr>
        <td colSpan={span}>预收抵扣（截至{dayText(notice.day)}）</td>
        <td className={moneyStyles.num}>−{formatYuan(notice.creditFen)}</td>
      </tr>
      <tr>
        <td colSpan={span}>
          <b>实际应缴（大写）{notice.payCapitals}</b>
        </td>
        <td className={moneyStyles.num}>
          <b>{formatYuan(notice.payFen)}</b>
        </td>
      </tr>
    </>
  );
}

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

/** Account and amount as text: who scans it need not type the account. It is no payment code. */
const payText = ({ account, payFen, tenantName, lines }: Notice): string =>
  [
    `收款户名：${account?.name}`,
    `开户行：${account?.bank}`,
    `账号：${account?.accountNo}`,
    `金额：${formatYuan(payFen)} 元`,
    `附言：${tenantName} ${lines[0]?.billNo ?? ''}`,
  ].join('\n');

function Sheet({ notice, dunning, no }: { notice: Notice; dunning: boolean; no: string | undefined }) {
  const { account } = notice;
  return (
    <article className={moneyStyles.sheet} aria-label={`${notice.tenantName} ${dunning ? '催缴函' : '缴费通知单'}`}>
      <h2>{dunning ? '催缴函' : '缴费通知单'}</h2>
      <p className={moneyStyles.sheetHead}>
        <b>{notice.tenantName}：</b>
        <span>
          {no && `编号 ${no}　`}合同 {distinct(notice.lines.map(({ leaseNo }) => leaseNo)) || '—'}
        </span>
      </p>
      <p>房间：{distinct(notice.lines.map(({ roomText }) => roomText)) || '—'}</p>
      <Said notice={notice} dunning={dunning} />
      <Lines notice={notice} dunning={dunning} />
      <div className={moneyStyles.sheetAccount}>
        <div>
          <p>
            {account
              ? `收款户名：${account.name} 开户行：${account.bank} 账号：${account.accountNo}`
              : `收款账户请向${notice.partyAName}咨询`}
          </p>
          <p className="t2">
            汇款时请注明乙方名称和账单编号。{notice.contact && `联系人：${notice.contact}`}
            {account && '扫描二维码可复制收款信息。'}
          </p>
        </div>
        {account && (
          // for telephones: what it says stands beside it
          <div aria-hidden>
            <QRCode type="svg" size={84} bordered={false} color="#000" bgColor="#fff" value={payText(notice)} />
          </div>
        )}
      </div>
      <div className={moneyStyles.sheetFoot}>
        <span>签收人：　　　　　　　日期：</span>
        <div className={moneyStyles.sheetStamp}>
          {notice.partyAName}（盖章）
          <br />
          {dayText(notice.day)}
        </div>
      </div>
    </article>
  );
}

interface NoticeDialogProps {
  ids: readonly number[];
  dunning: boolean;
  onClose: () => void;
}

/** Letters leave a record before they are printed, and bear its number; the page is printed once it shows it. */
function usePrinting(ids: readonly number[], dunning: boolean) {
  const [numbers, setNumbers] = useState<readonly LetterNo[] | null>(null);
  useEffect(() => {
    if (numbers) window.print();
  }, [numbers]);
  const recording = useMutation({
    mutationFn: () => (dunning ? recordLetters(ids) : Promise.resolve([])),
    onSuccess: (told) => {
      // another array each time: the same letters may be printed again
      setNumbers([...told]);
    },
  });
  const noOf = ({ tenantId, partyAId }: Notice) =>
    numbers?.find((letter) => letter.tenantId === tenantId && letter.partyAId === partyAId)?.dunningNo;
  return { print: () => recording.mutate(), printing: recording.isPending, noOf };
}

const PAGE_OF: Record<Paper, string> = {
  A4: '@page { size: A4; }',
  'A4-2': '@page { size: A4; margin: 8mm 12mm; }',
  A5: '@page { size: A5 landscape; margin: 8mm; }',
};
const CLASS_OF: Record<Paper, string | undefined> = {
  A4: '',
  'A4-2': `${moneyStyles.sheetsSmall} ${moneyStyles.sheetsTwo}`,
  A5: moneyStyles.sheetsSmall,
};

/** 缴费通知单 or 催缴函: a sheet for each tenant of the chosen bills, as it will be printed. */
export default function NoticeDialog({ ids, dunning, onClose }: NoticeDialogProps) {
  usePrintedDialog();
  const [paper, setPaper] = useState<Paper>('A4');
  const { print, printing, noOf } = usePrinting(ids, dunning);
  const source = useQuery({
    ...lettersQuery(ids, dunning),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const { data } = source;
  const hint = paper === 'A4-2' ? '每页两份，账单多的自动占满一页' : '每个乙方单独一页';
  return (
    <Modal
      open
      centered
      width={900}
      className={`${printedDialogStyles.printable} ${moneyStyles.sheetsDialog}`}
      title={dunning ? '打印催缴函' : '打印缴费通知单'}
      onCancel={onClose}
      styles={{ body: { maxHeight: 'calc(100vh - 220px)', overflow: 'auto' } }}
      footer={
        <Button
          type="primary"
          icon={<PrinterOutlined aria-hidden />}
          disabled={!data}
          loading={printing}
          onClick={print}
        >
          打印
        </Button>
      }
    >
      <style>{PAGE_OF[paper]}</style>
      <div className={moneyStyles.sheetsBar}>
        <Radio.Group
          aria-label="纸张"
          optionType="button"
          options={[...PAPERS]}
          value={paper}
          onChange={({ target }) => setPaper(target.value as Paper)}
        />
        {data && (
          <span className="t2">
            共 {data.length} 份，{hint}
            {dunning && '；打印时按份登记催缴记录并编号'}
          </span>
        )}
      </div>
      <Loaded source={source} title="单据加载失败">
        {(data) => (
          <div className={CLASS_OF[paper]}>
            {data.map((notice) => (
              <Sheet
                key={`${notice.tenantId}-${notice.partyAId}`}
                notice={notice}
                dunning={dunning}
                no={noOf(notice)}
              />
            ))}
          </div>
        )}
      </Loaded>
    </Modal>
  );
}
