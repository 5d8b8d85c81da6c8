import { Alert, Button, Input, Progress } from 'antd';
import { useState } from 'react';
import { actOn, type TaskRow } from '@/api/approvals';
import { textOf } from '@/api/errors';
import { useMutation } from '@/lib/useMutation';
import { Modal } from '@/ui/overlays';
import { SmallTable } from '@/ui/SmallTable';

/** Decisions that are on their way at once. */
const AT_ONCE = 4;

interface Outcome {
  row: TaskRow;
  /** Empty: agreed. */
  refusal: string;
}

async function agree(row: TaskRow, comment: string): Promise<Outcome> {
  try {
    await actOn('approve', { taskId: row.taskId, version: row.version, comment, batch: true });
    return { row, refusal: '' };
  } catch (error) {
    return { row, refusal: textOf(error) };
  }
}

/** One opinion for several documents of a node. The browser sends each decision by itself, so one that is refused keeps none
 * of the others; those can be tried again. */
export default function BatchDialog({ rows, onClose }: { rows: readonly TaskRow[]; onClose: () => void }) {
  const [comment, setComment] = useState('');
  const [done, setDone] = useState<Outcome[]>([]);
  const [left, setLeft] = useState<readonly TaskRow[]>(rows);
  const sending = useMutation({
    mutationFn: async () => {
      const waiting = [...left];
      const outcomes: Outcome[] = [];
      const work = async () => {
        for (let row = waiting.shift(); row; row = waiting.shift()) {
          outcomes.push(await agree(row, comment.trim()));
          setDone((before) => [...before.filter((one) => one.row.taskId !== row?.taskId), ...outcomes.slice(-1)]);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      setLeft(outcomes.filter(({ refusal }) => refusal !== '').map(({ row }) => row));
    },
  });
  const failed = done.filter(({ refusal }) => refusal !== '');
  const agreed = done.length - failed.length;
  const over = done.length > 0 && !sending.isPending;
  const finished = over && failed.length === 0;
  return (
    <Modal
      open
      title={`批量同意 ${rows.length} 件`}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={
        <>
          <Button onClick={onClose}>{over ? '关闭' : '取消'}</Button>
          {!finished && (
            <Button type="primary" loading={sending.isPending} onClick={() => sending.mutate()}>
              {over ? '重试未成功的' : '全部同意'}
            </Button>
          )}
        </>
      }
    >
      <Input.TextArea
        aria-label="意见"
        rows={3}
        maxLength={500}
        showCount
        placeholder="意见（可不填），每件都会记录"
        value={comment}
        onChange={({ target }) => setComment(target.value)}
      />
      {done.length > 0 && <Progress percent={Math.round((agreed / rows.length) * 100)} />}
      {over && (
        <Alert
          type={finished ? 'success' : 'warning'}
          showIcon
          title={finished ? `已同意 ${agreed} 件` : `已同意 ${agreed} 件，${failed.length} 件未成功`}
        />
      )}
      {failed.length > 0 && (
        <SmallTable<Outcome>
          rows={failed}
          rowKey={({ row }) => row.taskId}
          columns={[
            { key: 'title', title: '单据', render: (_, { row }) => row.title },
            { key: 'refusal', title: '原因', render: (_, { refusal }) => refusal },
          ]}
        />
      )}
    </Modal>
  );
}
