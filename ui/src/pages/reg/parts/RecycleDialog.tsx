import { App, Button } from 'antd';
import { useState } from 'react';
import { deletedRowsQuery, type RegisterMeta, type RegisterRow, restoreRows } from '@/api/registers';
import { saidOf } from '@/features/approvals/saidOf';
import { useMutation } from '@/lib/useMutation';
import { useQuery } from '@/lib/useQuery';
import { Loaded } from '@/ui/Loaded';
import { Modal } from '@/ui/overlays';
import { SmallTable } from '@/ui/SmallTable';

const PAGE = 20;

/** 回收站: what was deleted, by whom and when; it comes back under the rules of today. */
export default function RecycleDialog({ meta, onClose }: { meta: RegisterMeta; onClose: () => void }) {
  const { message } = App.useApp();
  const [page, setPage] = useState(1);
  const source = useQuery(deletedRowsQuery(meta.code, page, PAGE));
  const restoring = useMutation({
    mutationFn: (id: number) => restoreRows(meta.code, [id]),
    onSuccess: (answer) => void message.success(saidOf(answer, '已恢复')),
  });
  return (
    <Modal open title={`${meta.name}回收站`} onCancel={onClose} footer={null} width={760}>
      <p className="t2">删除的行在此保留一段时间（参数 reg.trashDays），之后彻底清除；历史不受影响。</p>
      <Loaded source={source} title="回收站加载失败">
        {({ rows, total }) => (
          <>
            <SmallTable<RegisterRow>
              rows={rows as readonly RegisterRow[]}
              rowKey={(row) => row.id}
              none="回收站是空的"
              columns={[
                { key: 'no', title: '行号', width: 80, render: (_, row) => row.no },
                { key: 'title', title: '内容', render: (_, row) => row.title },
                { key: 'by', title: '删除人', width: 110, render: (_, row) => row.deletedBy },
                { key: 'at', title: '删除时间', width: 160, render: (_, row) => row.deletedAt },
                {
                  key: 'action',
                  title: '操作',
                  width: 80,
                  render: (_, row) => (
                    <button
                      type="button"
                      className="link"
                      disabled={restoring.isPending}
                      onClick={() => restoring.mutate(row.id)}
                    >
                      恢复
                    </button>
                  ),
                },
              ]}
            />
            {total > PAGE && (
              <p>
                <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
                  上一页
                </Button>{' '}
                <Button size="small" disabled={page * PAGE >= total} onClick={() => setPage(page + 1)}>
                  下一页
                </Button>{' '}
                <span className="t2">{`共 ${total} 行`}</span>
              </p>
            )}
          </>
        )}
      </Loaded>
    </Modal>
  );
}
