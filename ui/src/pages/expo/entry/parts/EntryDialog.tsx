import { Form, InputNumber, Radio, Select } from 'antd';
import { rooms } from '@/api/assets';
import { type ExposureForm, exposures } from '@/api/exposure';
import { DayInput, RemarkInput, YuanInput } from '@/features/business/fields';
import { fileIds } from '@/features/business/parts';
import { AssetSelect, PartyASelect } from '@/features/choices/lists';
import { TenantSelect } from '@/features/choices/registers';
import { ARREARS, IDLE, PUBLISH_SCOPES, REMITTANCE, SUBJECT_KINDS, SUBLET } from '@/features/exposure/labels';
import { RecordFiles } from '@/features/FileUploader/RecordFiles';
import { RichText } from '@/features/RichText/RichText';
import { EntityDialog } from '@/features/records/EntityDialog';
import { requiredChoice, requiredText } from '@/lib/rules';
import { useQuery } from '@/lib/useQuery';
import styles from '@/ui/form-dialog.module.css';
import { IntegerInput, numeric } from '@/ui/NumberInput';
import { RemoteSelect } from '@/ui/RemoteSelect';

/** The form keeps the evidence as the uploader has it. */
interface Values extends Omit<ExposureForm, 'files'> {
  files?: string;
}

const BLANK: Partial<Values> = { subjectKind: ARREARS, publishScope: 1, facts: '', files: '' };

/** Zero is «none» on the wire. */
const chosen = (id: number | undefined): number | undefined => id || undefined;

async function load(entryId: number): Promise<Partial<Values>> {
  const row = await exposures.fetch(entryId);
  return {
    version: row.version,
    subjectKind: row.subjectKind,
    tenantId: chosen(row.tenantId),
    partyAId: chosen(row.partyAId),
    assetId: chosen(row.assetId),
    roomId: chosen(row.roomId),
    amountFen: row.amountFen ?? null,
    overdueDays: row.overdueDays ?? null,
    facts: row.facts,
    files: row.files.join(','),
    publishScope: row.publishScope,
    publishFrom: row.publishFrom ?? null,
    publishTo: row.publishTo ?? null,
    rectifyDeadline: row.rectifyDeadline ?? null,
    remark: row.remark,
  };
}

interface ChoiceProps {
  id?: string;
  value?: number;
  onChange?: (value: number) => void;
}

function RoomSelect({ assetId, ...props }: ChoiceProps & { assetId: number | undefined }) {
  const source = useQuery({
    ...rooms.rows({ assetId, pageSize: 500 }),
    enabled: Boolean(assetId),
  });
  return (
    <RemoteSelect
      {...props}
      allowClear
      disabled={!assetId}
      source={source}
      rows={source.data?.rows}
      option={({ roomId, roomCode }) => ({ value: roomId, label: roomCode ?? '' })}
    />
  );
}

/** Whom or what it is about: what is asked for depends on the kind. */
function SubjectFields() {
  const form = Form.useFormInstance<Values>();
  const kind = Form.useWatch('subjectKind') as number | undefined;
  const assetId = Form.useWatch('assetId') as number | undefined;
  const ofTenant = kind === ARREARS || kind === SUBLET;
  const needsParty = ofTenant || kind === REMITTANCE;
  const withTenant = kind !== REMITTANCE && kind !== IDLE;
  const withAsset = kind !== ARREARS && kind !== REMITTANCE;
  const computed = kind === ARREARS || kind === REMITTANCE;
  return (
    <>
      <Form.Item name="subjectKind" label="类型" rules={[requiredChoice('类型')]}>
        <Select options={[...SUBJECT_KINDS]} />
      </Form.Item>
      {kind !== IDLE && (
        <Form.Item name="partyAId" label="甲方" rules={[requiredChoice('甲方', needsParty)]}>
          <PartyASelect />
        </Form.Item>
      )}
      {withTenant && (
        <Form.Item name="tenantId" label="乙方" rules={[requiredChoice('乙方', ofTenant)]}>
          <TenantSelect />
        </Form.Item>
      )}
      {withAsset && (
        <>
          <Form.Item name="assetId" label="资产" rules={[requiredChoice('资产', kind === IDLE)]}>
            <AssetSelect allowClear onChange={() => form.setFieldsValue({ roomId: undefined })} />
          </Form.Item>
          <Form.Item name="roomId" label="房间（不选为整个资产）">
            <RoomSelect assetId={assetId} />
          </Form.Item>
        </>
      )}
      {computed ? (
        <p className={`${styles.wide} t2`}>金额和逾期天数按账目计算，不需要填写。</p>
      ) : (
        <>
          <Form.Item name="amountFen" label="金额（没有不填）" rules={numeric()}>
            <YuanInput />
          </Form.Item>
          <Form.Item name="overdueDays" label="天数（没有不填）" rules={numeric()}>
            <IntegerInput min={0} max={100_000} unit="天" />
          </Form.Item>
        </>
      )}
    </>
  );
}

function PublishFields() {
  return (
    <>
      <Form.Item
        name="publishScope"
        label="公开范围"
        className={styles.wide}
        extra="自然人一律隐去名字。对外公开个人信息须有法律依据，请先确认。"
      >
        <Radio.Group options={PUBLISH_SCOPES.map(({ value, label }) => ({ value, label }))} />
      </Form.Item>
      <Form.Item name="rectifyDeadline" label="整改期限" rules={[requiredChoice('整改期限')]}>
        <DayInput />
      </Form.Item>
      <Form.Item name="publishFrom" label="曝光开始日" extra="留空为审批通过之日">
        <DayInput />
      </Form.Item>
      <Form.Item name="publishTo" label="曝光截止日" extra="留空则直到整改或撤下">
        <DayInput />
      </Form.Item>
      <Form.Item name="facts" label="曝光事由" className={styles.wide} rules={[requiredText('曝光事由')]}>
        <RichText />
      </Form.Item>
      <Form.Item name="files" label="证据（照片、函件）" className={styles.wide}>
        <RecordFiles />
      </Form.Item>
      <Form.Item name="remark" label="备注" className={styles.wide}>
        <RemarkInput />
      </Form.Item>
    </>
  );
}

interface EntryDialogProps {
  /** Null = a new entry. */
  entryId: number | null;
  onClose: () => void;
}

/** Writes or changes an entry while it is a candidate. */
export default function EntryDialog({ entryId, onClose }: EntryDialogProps) {
  const save = ({ files, ...values }: Values) => {
    const form = { ...values, files: fileIds(files) };
    return entryId === null ? exposures.add(form) : exposures.edit({ ...form, entryId });
  };
  return (
    <EntityDialog<Values>
      noun="曝光条目"
      id={entryId}
      width={820}
      load={() => (entryId === null ? Promise.resolve(BLANK) : load(entryId))}
      save={save}
      onClose={onClose}
    >
      <Form.Item name="version" hidden>
        <InputNumber />
      </Form.Item>
      <SubjectFields />
      <PublishFields />
    </EntityDialog>
  );
}
