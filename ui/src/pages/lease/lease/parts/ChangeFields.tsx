import { Alert, Form, Input, Select, Switch } from 'antd';
import { ChangeKind } from '@/api/generated/enums';
import type { LeaseRow, Stage } from '@/api/lease';
import { DayInput, YuanInput } from '@/features/business/fields';
import { DEPOSIT_RULES, PRORATIONS } from '@/features/business/labels';
import { TenantSelect } from '@/features/choices/registers';
import { requiredChoice } from '@/lib/rules';
import styles from '@/ui/form-dialog.module.css';
import { requiredNumeric } from '@/ui/NumberInput';
import { rentOn } from './changeForm';
import { isByArea } from './leaseValues';
import { RoomRows } from './RoomStep';
import { rentText } from './stages';
import { Due, Escalation, ExtraCharges, LateFee, RentFree, Rights } from './termFields';

interface ChangeFieldsProps {
  kind: number;
  lease: LeaseRow;
  stages: readonly Stage[];
}

/** The rent of the effective day before the change, as a help to the one who types the new one. */
function RentNow({ lease, stages }: Omit<ChangeFieldsProps, 'kind'>) {
  const day = Form.useWatch('effectiveDate') as string | null | undefined;
  const now = day ? rentOn(stages, day) : undefined;
  if (!now || !day) return null;
  return <p className={`${styles.wide} t2`}>{`变更前 ${day} 的租金为 ${rentText(now.rent, lease.rentBasis)}`}</p>;
}

function Rent({ lease, stages }: Omit<ChangeFieldsProps, 'kind'>) {
  const { rentBasis, partyAId } = lease;
  return (
    <>
      <RentNow lease={lease} stages={stages} />
      {isByArea(rentBasis) ? (
        <div className={styles.wide}>
          <p className="t2">请填写自生效日期起的单价</p>
          <RoomRows partyAId={partyAId} from={null} to={null} basis={rentBasis} fixed />
        </div>
      ) : (
        <Form.Item name="rentFen" label={rentBasis === 4 ? '新年租金' : '新月租金'} rules={requiredNumeric()}>
          <YuanInput />
        </Form.Item>
      )}
      <Escalation basis={rentBasis} since="不填则沿用原递增日程" />
    </>
  );
}

function Rooms({ lease, stages }: Omit<ChangeFieldsProps, 'kind'>) {
  const { rentBasis, partyAId, endDate } = lease;
  const day = Form.useWatch('effectiveDate') as string | null | undefined;
  const byArea = isByArea(rentBasis);
  return (
    <>
      <div className={styles.wide}>
        {!day && <p className="t2">请先选择生效日期，再选择新增的房间</p>}
        <RoomRows partyAId={partyAId} from={day ?? null} to={endDate} basis={rentBasis} />
        {byArea && lease.escalation && <p className="t2">单价按起租日的水平填写，之后随合同约定递增</p>}
      </div>
      <RentNow lease={lease} stages={stages} />
      {!byArea && (
        <Form.Item name="rentFen" label={rentBasis === 4 ? '变更后年租金' : '变更后月租金'} rules={requiredNumeric()}>
          <YuanInput />
        </Form.Item>
      )}
    </>
  );
}

const DIVIDED =
  '账单按生效日划分：之前的归原承租人，自生效日起的归新承租人；已多收的转为预收，预收仍归原承租人。押金不随转的，仍归原承租人，结算时退还，新承租人另行缴纳。';

function Tenant() {
  return (
    <>
      <Form.Item name="tenantId" label="新乙方" rules={[requiredChoice('乙方')]}>
        <TenantSelect />
      </Form.Item>
      <Form.Item name="coTenants" label="共同承租人">
        <TenantSelect multiple />
      </Form.Item>
      <Form.Item name="creditOverride" label="失信乙方例外理由" className={styles.wide}>
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      <Form.Item name="depositMoves" label="押金随转给新承租人" valuePropName="checked">
        <Switch />
      </Form.Item>
      <Alert className={styles.wide} type="info" showIcon title={DIVIDED} />
    </>
  );
}

const TEXTS: readonly (readonly [string, string, number])[] = [
  ['title', '合同名称', 100],
  ['paperNo', '纸质合同编号', 64],
  ['purpose', '租赁用途', 200],
  ['lettingDocNo', '招租文号', 64],
  ['approvalDocNo', '批复文号', 64],
  ['valuationNo', '评估报告编号', 64],
];

/** The fields that a kind of change may replace. */
export function ChangeFields({ kind, lease, stages }: ChangeFieldsProps) {
  switch (kind) {
    case ChangeKind.Rent:
      return <Rent lease={lease} stages={stages} />;
    case ChangeKind.Rooms:
      return <Rooms lease={lease} stages={stages} />;
    case ChangeKind.Term:
      return (
        <Form.Item name="newEnd" label="新到期日" rules={[requiredChoice('新到期日')]}>
          <DayInput />
        </Form.Item>
      );
    case ChangeKind.Tenant:
      return <Tenant />;
    case ChangeKind.Payment:
      return (
        <>
          <Due />
          <Form.Item name="proration" label="不足月计租">
            <Select options={[...PRORATIONS]} />
          </Form.Item>
          <LateFee />
          <RentFree />
          <ExtraCharges />
        </>
      );
    case ChangeKind.Deposit:
      return (
        <>
          <Form.Item name="depositFen" label="新押金" rules={requiredNumeric()}>
            <YuanInput />
          </Form.Item>
          <Form.Item name="depositMonths" label="租金递增时">
            <Select options={[...DEPOSIT_RULES]} />
          </Form.Item>
        </>
      );
    default:
      return (
        <>
          {TEXTS.map(([name, label, most]) => (
            <Form.Item key={name} name={name} label={label}>
              <Input maxLength={most} autoComplete="off" />
            </Form.Item>
          ))}
          <Rights />
        </>
      );
  }
}
