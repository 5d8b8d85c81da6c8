import { Alert, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { textOf } from '@/api/errors';
import { leaseOptions } from '@/api/lease';
import payoutsStyles from '@/features/finance/payouts/payouts.module.css';
import { useMutation } from '@/lib/useMutation';
import styles from '@/ui/form-dialog.module.css';
import { numbersIn } from './numbers';

/** As many numbers as one address takes. */
const AT_ONCE = 50;

interface LeaseNumbersProps {
  partyAId: number | undefined;
  /** Leases that are to be chosen beside those that are. */
  onFound: (leaseIds: number[]) => void;
}

/** The leases with these numbers, and the numbers without one that the person may choose. */
async function find(numbers: readonly string[], partyAId: number | undefined) {
  const parts = Array.from({ length: Math.ceil(numbers.length / AT_ONCE) }, (_, at) =>
    leaseOptions({ nos: numbers.slice(at * AT_ONCE, (at + 1) * AT_ONCE), partyAId }),
  );
  const found = (await Promise.all(parts)).flat();
  const known = new Set(found.flatMap(({ leaseNo, paperNo }) => [leaseNo, paperNo]));
  const leaseIds = [...new Set(found.map(({ leaseId }) => leaseId))];
  return { leaseIds, unknown: numbers.filter((one) => !known.has(one)) };
}

/** Chooses leases by a list of their numbers; names those that are not found. */
export function LeaseNumbers({ partyAId, onFound }: LeaseNumbersProps) {
  const [text, setText] = useState('');
  const looking = useMutation({
    mutationFn: () => find(numbersIn(text), partyAId),
    meta: { quiet: true },
    onSuccess: ({ leaseIds, unknown }) => {
      onFound(leaseIds);
      setText(unknown.join('\n'));
    },
  });
  const told = looking.data;
  return (
    <Form.Item label="按合同编号选择（可从 Excel 粘贴）" className={styles.wide} htmlFor="waiver-numbers">
      <Input.TextArea
        id="waiver-numbers"
        autoSize={{ minRows: 1, maxRows: 5 }}
        placeholder="合同编号或纸质合同编号，每行一个，或用逗号、顿号隔开"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className={payoutsStyles.waiverNumbers}>
        <Button
          disabled={!partyAId || numbersIn(text).length === 0}
          loading={looking.isPending}
          onClick={() => looking.mutate()}
        >
          选中这些合同
        </Button>
        {!partyAId && text !== '' && <span className="t2">请先选择甲方</span>}
        {told && (
          <span className="t2" role="status">
            已选中 {told.leaseIds.length} 份合同
          </span>
        )}
      </div>
      {told && told.unknown.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`${told.unknown.length} 个编号没有对应的合同（不存在、未签订或不属于所选甲方）：${told.unknown.join('、')}`}
        />
      )}
      {looking.isError && <Alert type="error" showIcon title={`查找失败：${textOf(looking.error)}`} />}
    </Form.Item>
  );
}
