import { App, Button, Checkbox } from 'antd';
import { useState } from 'react';
import { BatchKindLabels } from '@/api/generated/enums';
import {
  batchesQuery,
  type RegisterBatch,
  type RegisterMeta,
  type StayingRow,
  undoBatch,
  undoPreviewQuery,
} from '@/api/registers';
import { saidOf } from '@/features/approvals/saidOf';
import styles from '@/features/registers/registers.module.css';
import { useMutation } from '@/lib/useMutation';
import { useQuery } from '@/lib/useQuery';
import { EmptyState } from '@/ui/EmptyState';
import { Loaded } from '@/ui/Loaded';
import { Modal } from '@/ui/overlays';
import { Refusal } from '@/ui/Refusal';
import { SmallTable } from '@/ui/SmallTable';

const KINDS = new Map<number, string>(BatchKindLabels);
const kindOf = ({ kind }: RegisterBatch) => KINDS.get(kind) ?? '';

function rowsOf({ made, changed }: RegisterBatch) {
  return [made > 0 && `新增 ${made} 行`, changed > 0 && `修改 ${changed} 行`].filter(Boolean).join('，');
}

/** What becomes of rows that nobody touched since. */
function willDo(removed: number, putBack: number) {
  const said = [removed > 0 && `${removed} 行移入回收站`, putBack > 0 && `${putBack} 行恢复原来的内容`].filter(Boolean);
  return said.length > 0 ? said.join('，') : '没有可以撤销的行';
}

interface PreviewProps {
  meta: RegisterMeta;
  batch: RegisterBatch;
  onBack: () => void;
  onDone: () => void;
}

/** What undoing an operation would do, and which rows stay because they were touched since. */
function Preview({ meta, batch, onBack, onDone }: PreviewProps) {
  const { message } = App.useApp();
  const [rest, setRest] = useState(false);
  const source = useQuery({ ...undoPreviewQuery(meta.code, batch.batchId), staleTime: 0 });
  const undoing = useMutation({
    mutationFn: () => undoBatch(meta.code, batch.batchId, rest),
    onSuccess: (answer) => {
      void message.success(saidOf(answer, '已撤销'));
      onDone();
    },
  });
  return (
    <Loaded source={source} title="无法预览撤销的结果">
      {({ removed, putBack, stays, staying }) => (
        <>
          <p>{`撤销${batch.by} ${batch.at} 的${kindOf(batch)}：${willDo(removed, putBack)}。`}</p>
          {stays > 0 && (
            <>
              <p>{`${stays} 行在此之后有变化，保持不变${stays > staying.length ? `（列出前 ${staying.length} 行）` : ''}：`}</p>
              <SmallTable<StayingRow>
                rows={staying}
                rowKey={({ no }) => no}
                columns={[
                  { key: 'no', title: '行号', width: 80, render: (_, row) => row.no },
                  { key: 'title', title: '内容', render: (_, row) => row.title },
                  { key: 'why', title: '原因', width: 300, render: (_, row) => row.why },
                ]}
              />
              {removed + putBack > 0 && (
                <Checkbox checked={rest} onChange={({ target }) => setRest(target.checked)}>
                  只撤销其余的 {removed + putBack} 行
                </Checkbox>
              )}
            </>
          )}
          {undoing.error && <Refusal error={undoing.error} />}
          <div className={styles.manner}>
            <Button onClick={onBack}>返回</Button>
            <Button
              type="primary"
              danger
              loading={undoing.isPending}
              disabled={removed + putBack === 0 || (stays > 0 && !rest)}
              onClick={() => undoing.mutate()}
            >
              撤销
            </Button>
          </div>
        </>
      )}
    </Loaded>
  );
}

/** 撤销批量操作: what was done to many rows at once in the last 30 days, and taking one of it back. */
export default function UndoDialog({ meta, onClose }: { meta: RegisterMeta; onClose: () => void }) {
  const [chosen, choose] = useState<RegisterBatch | null>(null);
  const source = useQuery({ ...batchesQuery(meta.code), staleTime: 0 });
  const empty = (
    <EmptyState kind="empty" title="没有可以撤销的操作" text="导入、粘贴、批量修改和表格编辑在 30 天内可以在此撤销" />
  );
  return (
    <Modal open title={`撤销${meta.name}的批量操作`} onCancel={onClose} footer={null} width={760}>
      {chosen ? (
        <Preview meta={meta} batch={chosen} onBack={() => choose(null)} onDone={onClose} />
      ) : (
        <Loaded source={source} title="批量操作加载失败" empty={empty}>
          {(batches) => (
            <SmallTable<RegisterBatch>
              rows={batches}
              rowKey={({ batchId }) => batchId}
              columns={[
                { key: 'at', title: '时间', width: 170, render: (_, row) => row.at },
                { key: 'kind', title: '操作', width: 100, render: (_, row) => kindOf(row) },
                { key: 'by', title: '操作人', width: 110, render: (_, row) => row.by },
                { key: 'rows', title: '内容', render: (_, row) => rowsOf(row) },
                {
                  key: 'action',
                  title: '撤销',
                  width: 200,
                  render: (_, row) =>
                    row.undoneAt === '' ? (
                      <button
                        type="button"
                        className="link"
                        aria-label={`撤销 ${row.at} 的${kindOf(row)}`}
                        onClick={() => choose(row)}
                      >
                        撤销
                      </button>
                    ) : (
                      <span className="t2">{`${row.undoneAt} 由${row.undoneBy}撤销`}</span>
                    ),
                },
              ]}
            />
          )}
        </Loaded>
      )}
    </Modal>
  );
}
