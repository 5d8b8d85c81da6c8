import { Alert, App, Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { textOf } from '@/api/errors';
import {
  type ChangeForm,
  type ChangePreview,
  type LeaseFacts,
  type LeaseRow,
  previewChange,
  submitChange,
} from '@/api/lease';
import { DayInput, YuanInput } from '@/features/business/fields';
import { CHANGE_KINDS } from '@/features/business/labels';
import { useTenants } from '@/features/business/parts';
import { formatYuan } from '@/lib/money';
import { FormDialog } from '@/ui/FormDialog';
import { Guards } from './PlanPreview';

interface ChangeDialogProps {
  kind: 'change' | 'terminate';
  lease: LeaseRow;
  onSaved: () => void;
  onClose: () => void;
}

interface Values {
  kind: number;
  effectiveDate: string;
  reason: string;
  rentFen?: number;
  endDate?: string;
  tenantId?: number;
  depositFen?: number;
}

const RENT = 1;
const TERM = 3;
const TENANT = 4;
const DEPOSIT = 6;
const TERMINATION = 8;
/** Kinds this form has fields for; others go through termination and a new lease. */
const KINDS = CHANGE_KINDS.filter(({ value }) => [RENT, TERM, TENANT, DEPOSIT].includes(value));

/** What the contract says, taken out of the row. */
function factsOf(lease: LeaseRow): LeaseFacts {
  const { leaseId: _id, leaseNo: _no, roomList: _rooms, steps: _steps, files: _files, ...facts } = lease;
  return facts;
}

function toForm(lease: LeaseRow, values: Values, kind: 'change' | 'terminate'): ChangeForm {
  const { leaseId, version } = lease;
  const { effectiveDate, reason } = values;
  if (kind === 'terminate') return { leaseId, version, kind: TERMINATION, effectiveDate, reason };
  const facts = { ...factsOf(lease) };
  if (values.kind === RENT && values.rentFen !== undefined) facts.rentFen = values.rentFen;
  if (values.kind === TERM && values.endDate) facts.endDate = values.endDate;
  if (values.kind === TENANT && values.tenantId) facts.tenantId = values.tenantId;
  if (values.kind === DEPOSIT && values.depositFen !== undefined) facts.depositFen = values.depositFen;
  return { leaseId, version, kind: values.kind, effectiveDate, reason, facts };
}

function Effect({ told }: { told: ChangePreview }) {
  return (
    <div className="wide">
      <Guards guards={told.guards} />
      <Alert
        type="info"
        showIcon
        title={
          told.deltas.length === 0
            ? '已出账期的金额不变'
            : `已出账期调整合计 ${formatYuan(told.deltaSumFen)} 元（${told.deltas.length} 期）`
        }
        description={
          <>
            {told.deltas.map(({ period, issuedFen, newFen, deltaFen }) => (
              <div key={period.from}>
                {`${period.from} ~ ${period.to}：${formatYuan(issuedFen)} → ${formatYuan(newFen)}，调整 ${formatYuan(deltaFen)}`}
              </div>
            ))}
            <div>{`尚未出账的 ${told.bills.length} 期，合计 ${formatYuan(
              told.bills.reduce((sum, { amountFen }) => sum + amountFen, 0),
            )} 元`}</div>
          </>
        }
      />
    </div>
  );
}

/** Asks for a change of an approved lease, or for its early end, and shows what it does to the bills. */
export default function ChangeDialog({ kind, lease, onSaved, onClose }: ChangeDialogProps) {
  const { message } = App.useApp();
  const tenants = useTenants();
  const [told, setTold] = useState<ChangePreview | null>(null);
  const [refusal, setRefusal] = useState('');
  const save = async (values: Values) => {
    await submitChange(toForm(lease, values, kind));
    void message.success('已提交审批');
    onSaved();
  };
  const preview = async (values: Values) => {
    setRefusal('');
    try {
      setTold(await previewChange(toForm(lease, values, kind)));
    } catch (error) {
      setTold(null);
      setRefusal(textOf(error));
    }
  };
  const byMonth = lease.rentBasis === 1 || lease.rentBasis === 4;
  return (
    <FormDialog<Values>
      title={`${kind === 'terminate' ? '提前终止' : '发起变更'}：${lease.leaseNo}`}
      initial={{
        kind: byMonth ? RENT : TERM,
        rentFen: lease.rentFen,
        endDate: lease.endDate,
        tenantId: lease.tenantId,
        depositFen: lease.depositFen,
      }}
      save={save}
      onClose={onClose}
      width={640}
    >
      {(form) => (
        <>
          {kind === 'change' && (
            <Form.Item name="kind" label="变更类型">
              <Select options={KINDS.filter(({ value }) => value !== RENT || byMonth)} />
            </Form.Item>
          )}
          <Form.Item
            name="effectiveDate"
            label={kind === 'terminate' ? '最后计租日' : '生效日期'}
            rules={[{ required: true, message: kind === 'terminate' ? '请选择最后计租日' : '请选择生效日期' }]}
          >
            <DayInput />
          </Form.Item>
          {kind === 'change' && (
            <Form.Item noStyle dependencies={['kind']}>
              {({ getFieldValue }) => <ChangedField kind={getFieldValue('kind')} tenants={tenants} lease={lease} />}
            </Form.Item>
          )}
          <Form.Item
            name="reason"
            label="原因"
            className="wide"
            rules={[{ required: true, whitespace: true, message: '请填写原因' }]}
          >
            <Input.TextArea rows={2} maxLength={500} showCount />
          </Form.Item>
          <p className="wide">
            <Button onClick={() => void form.validateFields().then(preview, () => {})}>试算对账单的影响</Button>
          </p>
          {refusal && <Alert className="wide" type="error" showIcon title={refusal} />}
          {told && <Effect told={told} />}
        </>
      )}
    </FormDialog>
  );
}

interface ChangedFieldProps {
  kind: number;
  tenants: readonly { tenantId: number; tenantName: string; idNo: string }[];
  lease: LeaseRow;
}

function ChangedField({ kind, tenants, lease }: ChangedFieldProps) {
  if (kind === TERM) {
    return (
      <Form.Item name="endDate" label="新到期日" rules={[{ required: true, message: '请选择新到期日' }]}>
        <DayInput />
      </Form.Item>
    );
  }
  if (kind === TENANT) {
    return (
      <Form.Item name="tenantId" label="新乙方" rules={[{ required: true, message: '请选择乙方' }]}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={tenants.map(({ tenantId: value, tenantName, idNo }) => ({ value, label: `${tenantName} ${idNo}` }))}
        />
      </Form.Item>
    );
  }
  if (kind === DEPOSIT) {
    return (
      <Form.Item name="depositFen" label="新押金" rules={[{ required: true, message: '请填写押金' }]}>
        <YuanInput />
      </Form.Item>
    );
  }
  return (
    <Form.Item
      name="rentFen"
      label={lease.rentBasis === 4 ? '新年租金' : '新月租金'}
      rules={[{ required: true, message: '请填写租金' }]}
    >
      <YuanInput />
    </Form.Item>
  );
}
