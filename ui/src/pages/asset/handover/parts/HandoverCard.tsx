import { Button, Tabs } from 'antd';
import { useState } from 'react';
import { HandoverState } from '@/api/generated/enums';
import { type AssetHandover, assetHandoverQuery, objectHandover, type PassedItem } from '@/api/handover';
import { Approvals } from '@/features/approvals/Approvals';
import { useOpenProcess } from '@/features/approvals/useOpenProcess';
import { useSubmission } from '@/features/approvals/useSubmission';
import { History } from '@/features/business/History';
import { labelOf } from '@/features/business/labels';
import { areaText, ChoiceTag } from '@/features/business/parts';
import { RecordFiles } from '@/features/FileUploader/RecordFiles';
import { OpinionDialog } from '@/features/finance/payouts/OpinionDialog';
import { toMinute } from '@/lib/dates';
import { formatYuan } from '@/lib/money';
import { useQuery } from '@/lib/useQuery';
import { Can } from '@/ui/Can';
import { type Fact, Facts } from '@/ui/Facts';
import { Loaded } from '@/ui/Loaded';
import { lazy } from '@/ui/lazy';
import { Modal } from '@/ui/overlays';
import { PaperButton } from '@/ui/print/PaperButton';
import { SmallTable } from '@/ui/SmallTable';
import { Withheld } from '@/ui/Withheld';
import ConfirmHandoverDialog from './ConfirmHandoverDialog';
import styles from './handover.module.css';
import { ARREARS_POLICIES, BETWEEN, KINDS, LEASE_POLICIES, SPLIT_POLICIES, STATES } from './labels';
import { PlanNotes, PlanView } from './PlanView';

const HandoverPaper = lazy(() => import('./HandoverPaper'));

export function factsOf(one: AssetHandover): Fact[] {
  const between = one.kind === BETWEEN;
  return [
    [
      '状态',
      one.state === HandoverState.Draft ? one.stateText : <ChoiceTag key="state" among={STATES} value={one.state} />,
    ],
    ['移交类型', labelOf(KINDS, one.kind)],
    ['移出单位', one.fromName],
    ['接收单位', one.toName],
    ['移交日期', one.handoverDate],
    ['依据文号', one.docNo],
    ['租约处理', between ? labelOf(LEASE_POLICIES, one.leasePolicy) : ''],
    ['欠缴处理', between ? labelOf(ARREARS_POLICIES, one.arrearsPolicy) : ''],
    ['跨期租金', between ? labelOf(SPLIT_POLICIES, one.splitPolicy) : ''],
    ['编制', `${one.createByName} ${toMinute(one.createTime)}`],
    ['确认', one.confirmedBy && `${one.confirmedBy} ${one.confirmedAt.slice(0, 16)}`],
    ['意见', one.comment],
    ['缺损说明', one.defects],
    ['备注', one.remark],
  ];
}

function Assets({ one }: { one: AssetHandover }) {
  return (
    <SmallTable
      rowKey="assetId"
      rows={one.assets}
      width={620}
      columns={[
        { title: '资产编码', width: 120, dataIndex: 'assetCode' },
        { title: '资产名称', dataIndex: 'assetName' },
        { title: '建筑面积（㎡）', width: 130, align: 'right', render: (_v, row) => areaText(row.buildingAreaM2) },
        { title: '已出租（㎡）', width: 120, align: 'right', render: (_v, row) => areaText(row.letM2) },
        {
          title: '原值（元）',
          width: 140,
          align: 'right',
          render: (_v, { originalValueFen: fen }) => (typeof fen === 'number' ? formatYuan(fen) : '—'),
        },
      ]}
    />
  );
}

function ItemList({ items }: { items: readonly PassedItem[] }) {
  const photos = items.flatMap((item) => item.photos);
  return (
    <>
      <SmallTable<PassedItem>
        rowKey={(item) => items.indexOf(item)}
        rows={items}
        width={560}
        none="没有填写移交清单"
        columns={[
          { title: '类别', width: 80, dataIndex: 'kind' },
          { title: '名称', width: 180, dataIndex: 'name' },
          { title: '数量', width: 80, align: 'right', render: (_v, { quantity }) => quantity || '—' },
          { title: '读数', width: 110, align: 'right', render: (_v, { reading }) => reading || '—' },
          { title: '状况', dataIndex: 'condition' },
        ]}
      />
      {photos.length > 0 && <RecordFiles disabled value={photos.join(',')} />}
    </>
  );
}

/** What passes, and what was decided about it. */
function Content({ one }: { one: AssetHandover }) {
  return (
    <>
      <PlanNotes plan={one} />
      <Facts facts={factsOf(one)} />
      <h4 className={styles.head}>移交资产</h4>
      <Assets one={one} />
      {one.kind === BETWEEN && (
        <>
          <h4 className={styles.head}>随转合同和款项</h4>
          <PlanView plan={one} fromId={one.fromPartyAId ?? 0} />
        </>
      )}
      <h4 className={styles.head}>移交清单</h4>
      <ItemList items={one.items} />
      {(one.files ?? []).length > 0 && (
        <div>
          <h4 className={styles.head}>移交文件</h4>
          <RecordFiles disabled value={(one.files ?? []).join(',')} />
        </div>
      )}
      {one.signFiles.length > 0 && (
        <div>
          <h4 className={styles.head}>签字盖章的移交清单</h4>
          <RecordFiles disabled value={one.signFiles.join(',')} />
        </div>
      )}
      <div>
        <Approvals title="审批" bizType="handover" bizId={one.handoverId} />
      </div>
    </>
  );
}

function Actions({ one, onAction }: { one: AssetHandover; onAction: (action: 'confirm' | 'object') => void }) {
  const submission = useSubmission();
  const [stop = ''] = one.stops;
  if (one.state === HandoverState.Draft) {
    return (
      <Can permission="asset:handover:edit">
        <Withheld reason={stop && `还不能提交：${stop}`}>
          {(disabled) => (
            <Button
              type="primary"
              disabled={disabled}
              loading={submission.pending}
              onClick={() => submission.send({ process: 'handover', bizId: one.handoverId, title: one.handoverNo })}
            >
              提交审批
            </Button>
          )}
        </Withheld>
        {submission.dialog}
      </Can>
    );
  }
  if (!one.mayConfirm) return null;
  return (
    <>
      <Button danger onClick={() => onAction('object')}>
        提出异议
      </Button>
      <Withheld reason={stop && `还不能确认：${stop}`}>
        {(disabled) => (
          <Button type="primary" disabled={disabled} onClick={() => onAction('confirm')}>
            确认移交
          </Button>
        )}
      </Withheld>
    </>
  );
}

/** One handover with everything it does: looked at, printed, submitted, confirmed. */
export default function HandoverCard({ handoverId, onClose }: { handoverId: number; onClose: () => void }) {
  const source = useQuery({ ...assetHandoverQuery(handoverId), gcTime: 0 });
  const openProcess = useOpenProcess('handover');
  const [action, setAction] = useState<'confirm' | 'object' | null>(null);
  const one = source.data;
  return (
    <Modal
      open
      centered
      title={one ? `移交单 ${one.handoverNo}` : '移交单'}
      width={980}
      onCancel={onClose}
      styles={{ body: { maxHeight: 'var(--dialog-body)', overflow: 'auto' } }}
      footer={
        one && (
          <>
            {one.state !== HandoverState.Draft && <Button onClick={() => openProcess(handoverId)}>审批记录</Button>}
            <PaperButton label="打印移交清单" paper={(onDone) => <HandoverPaper one={one} onClose={onDone} />} />
            <Actions one={one} onAction={setAction} />
          </>
        )
      }
    >
      <Loaded source={source} title="移交单加载失败">
        {(data) => (
          <Tabs
            items={[
              { key: 'paper', label: '移交内容', children: <Content one={data} /> },
              { key: 'history', label: '变更历史', children: <History kind="handover" id={handoverId} /> },
            ]}
          />
        )}
      </Loaded>
      {action === 'confirm' && one && <ConfirmHandoverDialog one={one} onClose={() => setAction(null)} />}
      {action === 'object' && one && (
        <OpinionDialog
          title={`提出异议：${one.handoverNo}`}
          label="异议内容"
          required
          okText="提出异议"
          note="移交单退回移出单位修改，修改后须重新审批。"
          run={(reason) => objectHandover({ id: one.handoverId, version: one.version, reason })}
          onClose={() => setAction(null)}
        />
      )}
    </Modal>
  );
}
