import { Checkbox, Form, Input, Select } from 'antd';
import { PercentInput } from '@/features/business/fields';
import { PlateSelect } from '@/features/choices/lists';
import { LooseNumber } from '@/ui/NumberInput';
import type { CheckTabProps } from './ColumnsTab';
import { sayTerms } from './draft';
import { CYCLES } from './labels';
import styles from './takeover.module.css';

/** 默认约定: what counts where no column says it. */
export function TermsFields({ held, readOnly }: Omit<CheckTabProps, 'check'>) {
  const { terms } = held.draft.reading;
  const say = (patch: Parameters<typeof sayTerms>[1]) => held.say((before) => sayTerms(before, patch));
  const text = (name: 'due' | 'asset', label: string, placeholder: string) => (
    <Form.Item label={label}>
      <Input
        aria-label={label}
        disabled={readOnly}
        maxLength={100}
        placeholder={placeholder}
        value={terms[name]}
        onChange={({ target }) => say({ [name]: target.value })}
      />
    </Form.Item>
  );
  return (
    <section aria-label="默认约定">
      <h3 className={styles.head3}>默认约定（台账没有写明时）</h3>
      <Form layout="inline" component="div" className={styles.fields}>
        <Form.Item label="支付周期">
          <Select<number>
            aria-label="支付周期"
            className={styles.unit}
            disabled={readOnly}
            value={terms.billingCycle}
            options={CYCLES.map(({ value, label }) => ({ value, label }))}
            onChange={(billingCycle) => say({ billingCycle })}
          />
        </Form.Item>
        {text('due', '缴费约定', '账期开始前10天')}
        <Form.Item label="滞纳金日率" extra="台账合同没有约定滞纳金的填 0">
          <LooseNumber value={terms.lateFeePpm} onChange={(ppm) => say({ lateFeePpm: ppm ?? 0 })}>
            {(control) => <PercentInput {...control} aria-label="滞纳金日率" disabled={readOnly} />}
          </LooseNumber>
        </Form.Item>
        {text('asset', '资产名称', '各行都在一处时填写')}
        <Form.Item label="新资产的板块">
          <PlateSelect
            aria-label="新资产的板块"
            className={styles.sheet}
            allowClear
            onlyUsed
            disabled={readOnly}
            placeholder="没有新资产时不选"
            value={terms.plateId || null}
            onChange={(plateId?: number) => say({ plateId: plateId ?? 0 })}
          />
        </Form.Item>
        <Form.Item>
          <Checkbox
            disabled={readOnly}
            checked={terms.depositIsHeld}
            onChange={({ target }) => say({ depositIsHeld: target.checked })}
          >
            没有已收押金列时，约定的押金按已收计
          </Checkbox>
        </Form.Item>
      </Form>
    </section>
  );
}
