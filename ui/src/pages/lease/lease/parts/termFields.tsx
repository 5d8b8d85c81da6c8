/** Groups of fields about money that the wizard and the change form share. */

import { MinusCircleOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Form, Input, Select, Switch } from 'antd';
import { FreeScopeLabels, RentBasis } from '@/api/generated/enums';
import styles from '@/features/business/business.module.css';
import { DayInput, PercentInput, PriceInput, YuanInput } from '@/features/business/fields';
import { choices, DUE_KINDS, ESCALATIONS, EXTRA_KINDS } from '@/features/business/labels';
import { requiredChoice } from '@/lib/rules';
import formDialogStyles from '@/ui/form-dialog.module.css';
import { IntegerInput, numeric, requiredNumeric } from '@/ui/NumberInput';

const DAY_PRICE = RentBasis.AreaDay;
const FREE_SCOPES = choices(FreeScopeLabels);

export function RentFree() {
  return (
    <Form.List name="rentFree">
      {(rows, { add, remove }) => (
        <fieldset className={`${formDialogStyles.wide} ${styles.subRows}`}>
          <legend>免租期</legend>
          {rows.map(({ key, name }) => (
            <div key={key} className={styles.subRow}>
              <Form.Item name={[name, 'from']} rules={[requiredChoice('开始日')]}>
                <DayInput aria-label="免租开始日" placeholder="开始日" />
              </Form.Item>
              <Form.Item name={[name, 'to']} rules={[requiredChoice('结束日')]}>
                <DayInput aria-label="免租结束日" placeholder="结束日" />
              </Form.Item>
              <Form.Item name={[name, 'scope']}>
                <Select aria-label="免租范围" options={[...FREE_SCOPES]} />
              </Form.Item>
              <Form.Item name={[name, 'reason']}>
                <Input aria-label="免租原因" placeholder="原因，如装修期" maxLength={50} />
              </Form.Item>
              <Button
                type="text"
                aria-label="删除免租期"
                icon={<MinusCircleOutlined aria-hidden />}
                onClick={() => remove(name)}
              />
            </div>
          ))}
          <Button icon={<PlusOutlined aria-hidden />} onClick={() => add({ scope: 1 })}>
            添加免租期
          </Button>
        </fieldset>
      )}
    </Form.List>
  );
}

export function ExtraCharges() {
  return (
    <Form.List name="extraCharges">
      {(rows, { add, remove }) => (
        <fieldset className={`${formDialogStyles.wide} ${styles.subRows}`}>
          <legend>其他费用（随租金账期出账，按月总额或按面积单价）</legend>
          {rows.map(({ key, name }) => (
            <div key={key} className={styles.subRow}>
              <Form.Item name={[name, 'kind']} rules={[requiredChoice('费用')]}>
                <Select aria-label="费用类型" options={[...EXTRA_KINDS]} />
              </Form.Item>
              {/* registered, so that the form keeps it */}
              <Form.Item name={[name, 'key']} hidden>
                <Input />
              </Form.Item>
              <Form.Item name={[name, 'monthFen']} rules={numeric()}>
                <YuanInput aria-label="每月总额" placeholder="每月总额" />
              </Form.Item>
              <Form.Item name={[name, 'priceE4']} rules={numeric()}>
                <PriceInput aria-label="单价" placeholder="或单价" unit="元/㎡·月" />
              </Form.Item>
              <Button
                type="text"
                aria-label="删除费用"
                icon={<MinusCircleOutlined aria-hidden />}
                onClick={() => remove(name)}
              />
            </div>
          ))}
          <Button icon={<PlusOutlined aria-hidden />} onClick={() => add({ key: 0, kind: 2 })}>
            添加费用
          </Button>
        </fieldset>
      )}
    </Form.List>
  );
}

/** 阶段租金: from which day the rent is how much. */
function RentSteps({ byDay }: { byDay: boolean }) {
  return (
    <Form.List
      name={['escalation', 'steps']}
      rules={[
        {
          validator: (_rule, steps: unknown[] | undefined) =>
            steps && steps.length > 0 ? Promise.resolve() : Promise.reject(new Error('请至少添加一个租金阶段')),
        },
      ]}
    >
      {(rows, { add, remove }, { errors }) => (
        <fieldset className={`${formDialogStyles.wide} ${styles.subRows}`}>
          <legend>阶段租金（第一个阶段之前按上面的租金）</legend>
          {rows.map(({ key, name }) => (
            <div key={key} className={styles.subRow}>
              <Form.Item name={[name, 'from']} rules={[requiredChoice('阶段开始日')]}>
                <DayInput aria-label={`第${name + 1}阶段开始日`} placeholder="开始日" />
              </Form.Item>
              <Form.Item name={[name, 'rent']} rules={requiredNumeric()}>
                {byDay ? (
                  <PriceInput aria-label={`第${name + 1}阶段租金`} placeholder="单价" unit="元/㎡·天" />
                ) : (
                  <YuanInput aria-label={`第${name + 1}阶段租金`} placeholder="租金" />
                )}
              </Form.Item>
              <Button
                type="text"
                aria-label={`删除第${name + 1}阶段`}
                icon={<MinusCircleOutlined aria-hidden />}
                onClick={() => remove(name)}
              />
            </div>
          ))}
          <Button icon={<PlusOutlined aria-hidden />} onClick={() => add({})}>
            添加阶段
          </Button>
          <Form.ErrorList errors={errors} />
        </fieldset>
      )}
    </Form.List>
  );
}

interface EscalationProps {
  /** What the rent is agreed in. */
  basis: number | undefined;
  /** From when the steps count when nothing is said. */
  since?: string;
}

/** How the rent rises. */
export function Escalation({ basis, since = '不填为起租日' }: EscalationProps) {
  const rises = Form.useWatch('rises') as boolean | undefined;
  const mode = Form.useWatch(['escalation', 'mode']) as string | undefined;
  const byDay = basis === DAY_PRICE;
  const fixed = byDay ? <PriceInput unit="元/㎡·天" /> : <YuanInput />;
  return (
    <>
      <Form.Item name="rises" label="租金递增" valuePropName="checked">
        <Switch />
      </Form.Item>
      {rises && (
        <Form.Item name={['escalation', 'mode']} label="递增方式">
          <Select options={ESCALATIONS} />
        </Form.Item>
      )}
      {rises && mode === 'SET' && <RentSteps byDay={byDay} />}
      {rises && mode !== 'SET' && (
        <>
          <Form.Item name={['escalation', 'everyMonths']} label="每隔（月）" rules={requiredNumeric()}>
            <IntegerInput min={1} max={240} />
          </Form.Item>
          <Form.Item name={['escalation', 'value']} label="递增幅度" rules={requiredNumeric()}>
            {mode === 'ADD' ? fixed : <PercentInput />}
          </Form.Item>
          {mode !== 'ADD' && (
            <Form.Item name={['escalation', 'compound']} label="逐期累进（复利）" valuePropName="checked">
              <Switch />
            </Form.Item>
          )}
          <Form.Item name={['escalation', 'baseDate']} label={`递增起算日（${since}）`}>
            <DayInput />
          </Form.Item>
        </>
      )}
    </>
  );
}

/** When a period's bill is to be paid. */
export function Due() {
  return (
    <>
      <Form.Item name="dueKind" label="缴费约定">
        <Select options={[...DUE_KINDS]} />
      </Form.Item>
      <Form.Item name="dueN" label="天数（或每期首月几日）" rules={requiredNumeric()}>
        <IntegerInput min={0} max={180} />
      </Form.Item>
      <Form.Item name="firstDueDate" label="首期应缴日（不填按约定）">
        <DayInput />
      </Form.Item>
      <Form.Item name="issueLeadDays" label="提前出账天数" rules={numeric()}>
        <IntegerInput min={0} max={365} />
      </Form.Item>
    </>
  );
}

/** What being late costs. */
export function LateFee() {
  return (
    <>
      <Form.Item name="lateFeePpm" label="滞纳金（每天）" rules={numeric()}>
        <PercentInput />
      </Form.Item>
      <Form.Item name="graceDays" label="宽限天数" rules={numeric()}>
        <IntegerInput min={0} max={180} />
      </Form.Item>
      <Form.Item name="capPpm" label="滞纳金上限（占本金）" rules={numeric()}>
        <PercentInput />
      </Form.Item>
    </>
  );
}

/** Rights of the tenant, and what staying on costs. */
export function Rights() {
  return (
    <>
      <Form.Item name="holdoverPpm" label="到期占用费（占原租金）" rules={numeric()}>
        <PercentInput />
      </Form.Item>
      <Form.Item name="renewNoticeDays" label="续租须提前（天）" rules={numeric()}>
        <IntegerInput min={0} max={720} />
      </Form.Item>
      <Form.Item name="renewPriority" label="优先承租权" valuePropName="checked">
        <Switch />
      </Form.Item>
      <Form.Item name="subletAllowed" label="允许转租" valuePropName="checked">
        <Switch />
      </Form.Item>
    </>
  );
}
