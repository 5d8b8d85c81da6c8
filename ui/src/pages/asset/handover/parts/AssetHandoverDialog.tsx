import { Button, Form, type FormInstance, Input, Select } from 'antd';
import { useState } from 'react';
import { assetHandovers, fetchHandover, type HandoverForm, tryHandover, unitsQuery } from '@/api/handover';
import { DayInput, RemarkInput } from '@/features/business/fields';
import { HandoverItems } from '@/features/business/HandoverItems';
import type { Choice } from '@/features/business/labels';
import { fileIds } from '@/features/business/parts';
import { AssetSelect, PartyASelect } from '@/features/choices/lists';
import { FileUploader } from '@/features/FileUploader/FileUploader';
import { RecordFiles } from '@/features/FileUploader/RecordFiles';
import { requiredChoice, requiredText } from '@/lib/rules';
import { today } from '@/lib/serverClock';
import { useFormSource, useQuery } from '@/lib/useQuery';
import { useTrial } from '@/lib/useTrial';
import { FailedLine } from '@/ui/FailedLine';
import { FormDialog } from '@/ui/FormDialog';
import formStyles from '@/ui/form-dialog.module.css';
import { RemoteSelect, type RemoteSelectProps } from '@/ui/RemoteSelect';
import styles from './handover.module.css';
import {
  ARREARS_POLICIES,
  BETWEEN,
  formOf,
  ITEM_KINDS,
  KINDS,
  LEASE_POLICIES,
  LEAVE,
  RECEIVE,
  SPLIT_POLICIES,
} from './labels';
import { PlanNotes, PlanView } from './PlanView';

const MOST_ITEMS = 200;

interface ItemValues {
  kind: string;
  name?: string;
  quantity?: number | null;
  reading?: string;
  condition?: string;
  photos?: string;
}

interface Values extends Omit<HandoverForm, 'items' | 'files'> {
  items?: ItemValues[];
  files?: string;
}

const BLANK: ItemValues[] = [{ kind: '钥匙' }, { kind: '水表' }, { kind: '电表' }, { kind: '档案' }];

const start = (): Values => ({ kind: BETWEEN, assetIds: [], handoverDate: today(), items: BLANK });

const valuesOf = (form: HandoverForm): Values => ({
  ...form,
  items: (form.items ?? []).map(({ photos = [], ...item }) => ({
    ...item,
    kind: item.kind ?? '其他',
    photos: photos.join(','),
  })),
  files: (form.files ?? []).join(','),
});

const isFilled = ({ name, quantity, reading, condition, photos }: ItemValues): boolean =>
  Boolean(name?.trim() || quantity || reading?.trim() || condition?.trim() || photos);

const wireOf = ({ items = [], files, ...rest }: Values): HandoverForm => ({
  ...rest,
  fromPartyAId: rest.kind === RECEIVE ? 0 : (rest.fromPartyAId ?? 0),
  toPartyAId: rest.kind === LEAVE ? 0 : (rest.toPartyAId ?? 0),
  items: items
    .filter(isFilled)
    .map(({ photos, ...item }) => ({ ...item, quantity: item.quantity ?? 0, photos: fileIds(photos) })),
  files: fileIds(files),
});

/** Any unit of the authority. */
function UnitSelect(
  props: Omit<RemoteSelectProps<never>, 'source' | 'rows' | 'option' | 'none'> & { except?: number },
) {
  const { except, ...rest } = props;
  const source = useQuery(unitsQuery);
  const rows = (source.data ?? []).filter(({ partyAId }) => partyAId !== except);
  return (
    <RemoteSelect
      {...rest}
      source={source}
      rows={rows}
      option={({ partyAId, label }) => ({ value: partyAId, label })}
    />
  );
}

function Sides({ kind, fromId }: { kind: number; fromId: number | undefined }) {
  const outside = kind === RECEIVE ? '移出单位（外部）' : '接收单位（外部）';
  return (
    <>
      {kind !== RECEIVE && (
        <Form.Item name="fromPartyAId" label="移出单位" rules={[requiredChoice('移出单位')]}>
          <PartyASelect />
        </Form.Item>
      )}
      {kind === RECEIVE && (
        <Form.Item name="outside" label={outside} rules={[requiredText(outside)]}>
          <Input maxLength={100} />
        </Form.Item>
      )}
      {kind === BETWEEN && (
        <Form.Item name="toPartyAId" label="接收单位" rules={[requiredChoice('接收单位')]}>
          <UnitSelect {...(fromId && { except: fromId })} />
        </Form.Item>
      )}
      {kind === RECEIVE && (
        <Form.Item name="toPartyAId" label="接收单位" rules={[requiredChoice('接收单位')]}>
          <PartyASelect onlyUsed />
        </Form.Item>
      )}
      {kind === LEAVE && (
        <Form.Item name="outside" label={outside} rules={[requiredText(outside)]}>
          <Input maxLength={100} />
        </Form.Item>
      )}
    </>
  );
}

const policy = (name: string, label: string, among: readonly Choice[]) => (
  <Form.Item name={name} label={label} initialValue={1}>
    <Select options={[...among]} />
  </Form.Item>
);

/** Photos of a line; most have none, so they take no room until they are asked for. */
function Photos({ name, number }: { name: number; number: number }) {
  const photos = Form.useWatch(['items', name, 'photos']) as string | undefined;
  const [open, setOpen] = useState(false);
  if (!open && !photos) {
    return (
      <Button
        type="link"
        className={styles.addPhotos}
        aria-label={`第${number}项添加照片`}
        onClick={() => setOpen(true)}
      >
        添加照片
      </Button>
    );
  }
  return (
    <Form.Item name={[name, 'photos']} className={styles.photos}>
      <FileUploader mode="picture-card" />
    </Form.Item>
  );
}

/** What would be handed over by what is filled in so far. */
function Preview({ form, handoverId }: { form: FormInstance<Values>; handoverId: number | null }) {
  const values = Form.useWatch((all: Values) => all, form);
  const kind = values?.kind ?? BETWEEN;
  const whole =
    values?.handoverDate &&
    (values.assetIds?.length ?? 0) > 0 &&
    (kind === RECEIVE || values.fromPartyAId) &&
    (kind === LEAVE || values.toPartyAId) &&
    (kind === BETWEEN || values.outside?.trim());
  // items and papers change nothing of it
  const asked = whole ? { ...wireOf({ ...values, items: [], files: '' }), handoverId } : null;
  const { shown, error, asking, again } = useTrial('handover', asked, tryHandover);
  if (!asked)
    return <p className={`${formStyles.wide} t2`}>选好双方、日期和资产后，这里试算移交的合同、欠缴和两个单位的账。</p>;
  return (
    <section className={styles.plan} aria-label="移交试算" aria-busy={asking}>
      {error && <FailedLine bar title="试算失败" error={error} retry={again} />}
      {shown && <PlanNotes plan={shown} />}
      {shown && kind === BETWEEN && <PlanView plan={shown} fromId={values?.fromPartyAId ?? 0} />}
    </section>
  );
}

/** A handover: both sides, what goes, what becomes of leases and arrears, and what that does. */
export default function AssetHandoverDialog({
  handoverId,
  onClose,
}: {
  handoverId: number | null;
  onClose: () => void;
}) {
  const [kind, setKind] = useState<number | null>(null);
  const known = useFormSource(['handover', handoverId], async () =>
    handoverId === null ? null : formOf(await fetchHandover(handoverId)),
  );
  const initial = known.data === undefined ? undefined : known.data ? valuesOf(known.data) : start();
  const save = async (values: Values) => {
    const form = { ...wireOf(values), ...(known.data?.version !== undefined && { version: known.data.version }) };
    await assetHandovers.save(handoverId, form);
  };
  return (
    <FormDialog<Values>
      title={handoverId === null ? '新增移交' : '修改移交'}
      source={known}
      initial={initial}
      save={save}
      onClose={onClose}
      said="已保存，核对后请提交审批"
      width={980}
    >
      {(form) => {
        const shown = kind ?? initial?.kind ?? BETWEEN;
        return (
          <>
            <Form.Item name="kind" label="移交类型" rules={[requiredChoice('移交类型')]}>
              <Select options={[...KINDS]} onChange={setKind} />
            </Form.Item>
            <Form.Item name="handoverDate" label="移交日期" rules={[requiredChoice('移交日期')]}>
              <DayInput />
            </Form.Item>
            <Form.Item noStyle shouldUpdate={(one: Values, other: Values) => one.fromPartyAId !== other.fromPartyAId}>
              {() => <Sides kind={shown} fromId={form.getFieldValue('fromPartyAId') as number | undefined} />}
            </Form.Item>
            <Form.Item
              name="assetIds"
              label="移交资产"
              className={formStyles.wide}
              rules={[requiredChoice('移交资产')]}
            >
              <AssetSelect mode="multiple" maxTagCount="responsive" />
            </Form.Item>
            {shown === BETWEEN && policy('leasePolicy', '租约处理', LEASE_POLICIES)}
            {shown === BETWEEN && policy('arrearsPolicy', '欠缴处理', ARREARS_POLICIES)}
            {shown === BETWEEN && policy('splitPolicy', '跨期租金', SPLIT_POLICIES)}
            <Form.Item name="docNo" label="依据文号">
              <Input maxLength={100} />
            </Form.Item>
            <Preview form={form} handoverId={handoverId} />
            <HandoverItems
              legend="移交清单"
              kinds={ITEM_KINDS}
              example="总配电箱"
              most={MOST_ITEMS}
              rowClass={styles.item}
              below={(name, number) => <Photos name={name} number={number} />}
            />
            <Form.Item name="defects" label="缺损说明" className={formStyles.wide}>
              <Input.TextArea rows={2} maxLength={500} showCount />
            </Form.Item>
            <Form.Item name="files" label="移交文件、现场照片" className={formStyles.wide}>
              <RecordFiles />
            </Form.Item>
            <Form.Item name="remark" label="备注" className={formStyles.wide}>
              <RemarkInput />
            </Form.Item>
          </>
        );
      }}
    </FormDialog>
  );
}
