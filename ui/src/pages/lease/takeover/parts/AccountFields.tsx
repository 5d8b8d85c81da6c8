import { Form } from 'antd';
import { YuanInput } from '@/features/business/fields';
import { LooseNumber } from '@/ui/NumberInput';
import type { CheckTabProps } from './ColumnsTab';
import { sayBalance } from './draft';
import styles from './takeover.module.css';

/** 期初银行余额: from what the statements of the unit's accounts go on. */
export function AccountFields({ check, held, readOnly }: CheckTabProps) {
  const { balances } = held.draft.reading;
  if (check.accounts.length === 0) return null;
  return (
    <section aria-label="期初银行余额">
      <h3 className={styles.head3}>期初银行余额（启用日前一天日终，导入流水时由此核对是否连续）</h3>
      <Form layout="inline" component="div" className={styles.fields}>
        {check.accounts.map(({ tail, bank }) => (
          <Form.Item key={tail} label={`${bank} ****${tail}`}>
            <LooseNumber
              value={balances[tail] ?? null}
              onChange={(fen) => held.say((before) => sayBalance(before, tail, fen ?? null))}
            >
              {(control) => <YuanInput {...control} aria-label={`${bank} ****${tail} 的余额`} disabled={readOnly} />}
            </LooseNumber>
          </Form.Item>
        ))}
      </Form>
    </section>
  );
}
