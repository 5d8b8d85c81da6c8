import type { AssetHandover, PassedItem, PassedLease } from '@/api/handover';
import { labelOf } from '@/features/business/labels';
import { areaText } from '@/features/business/parts';
import { formatYuan } from '@/lib/money';
import { Paper } from '@/ui/print/Paper';
import { PaperFrame } from '@/ui/print/PaperFrame';
import { PaperPairs } from '@/ui/print/PaperPairs';
import { type PaperColumn, PaperTable } from '@/ui/print/PaperTable';
import { factsOf } from './HandoverCard';
import { ACCOUNTS, BETWEEN } from './labels';
import { type EffectRow, paired, sided, sumsOf } from './PlanView';

type PassedAsset = AssetHandover['assets'][number];

const ASSETS: readonly PaperColumn<PassedAsset>[] = [
  { title: '资产编码', align: 'center', render: ({ assetCode }) => assetCode },
  { title: '资产名称', render: ({ assetName }) => assetName },
  { title: '建筑面积（㎡）', align: 'right', render: ({ buildingAreaM2 }) => areaText(buildingAreaM2) },
  { title: '已出租（㎡）', align: 'right', render: ({ letM2 }) => areaText(letM2) },
  { title: '原值（元）', align: 'right', render: ({ originalValueFen: fen }) => formatYuan(fen) },
];

const ITEMS: readonly PaperColumn<PassedItem>[] = [
  { title: '类别', align: 'center', render: ({ kind }) => kind },
  { title: '名称', render: ({ name }) => name },
  { title: '数量', align: 'right', render: ({ quantity }) => quantity || '—' },
  { title: '读数', align: 'right', render: ({ reading }) => reading || '—' },
  { title: '状况', width: '34%', render: ({ condition }) => condition },
];

const LEASES: readonly PaperColumn<PassedLease>[] = [
  { title: '合同编号', align: 'center', render: ({ leaseNo }) => leaseNo },
  { title: '乙方', render: ({ tenantName }) => tenantName },
  { title: '房间', render: ({ rooms }) => rooms },
  { title: '面积（㎡）', align: 'right', render: ({ areaM2 }) => areaText(areaM2) },
  { title: '月租金', align: 'right', render: ({ monthRentFen }) => formatYuan(monthRentFen) },
  { title: '欠缴', align: 'right', render: ({ arrearsFen }) => formatYuan(arrearsFen) },
  { title: '押金', align: 'right', render: ({ depositFen }) => formatYuan(depositFen) },
  { title: '预收', align: 'right', render: ({ creditFen }) => formatYuan(creditFen) },
];

/** Leases, arrears and the books of both, where one unit hands over to another. */
function Between({ one }: { one: AssetHandover }) {
  const effects = paired(one.effects, one, one.fromPartyAId ?? 0);
  const books: readonly PaperColumn<EffectRow>[] = [
    { title: '科目', render: ({ account }) => labelOf(ACCOUNTS, account) },
    { title: one.fromName, align: 'right', render: ({ fromFen }) => sided(fromFen) },
    { title: one.toName, align: 'right', render: ({ toFen }) => sided(toFen) },
  ];
  return (
    <section>
      <h3>随转合同和款项</h3>
      <PaperPairs pairs={sumsOf(one)} />
      <PaperTable numbered columns={LEASES} rows={one.leases} none="没有随资产移交的合同" />
      <h3>两个单位的账</h3>
      <PaperTable columns={books} rows={effects} none="两个单位的账都不变动" />
    </section>
  );
}

/** 移交清单: what both sides sign. */
export default function HandoverPaper({ one, onClose }: { one: AssetHandover; onClose: () => void }) {
  return (
    <Paper onClose={onClose}>
      <PaperFrame
        unit={one.fromName}
        title="资产移交清单"
        no={one.handoverNo}
        facts={[['移交日期', one.handoverDate]]}
        seals={[
          { role: '移出单位（盖章）', name: one.fromName, lines: ['经办人：'] },
          { role: '接收单位（盖章）', name: one.toName, lines: ['经办人：'] },
        ]}
        signs={[['监交']]}
      >
        <PaperPairs pairs={factsOf(one).filter(([name]) => name !== '移交日期')} />
        <h3>移交资产</h3>
        <PaperTable numbered columns={ASSETS} rows={one.assets} />
        {one.kind === BETWEEN && <Between one={one} />}
        <h3>移交清单</h3>
        <PaperTable numbered columns={ITEMS} rows={one.items} none="没有填写移交清单" />
      </PaperFrame>
    </Paper>
  );
}
