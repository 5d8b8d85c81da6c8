import { App } from 'antd';
import { approvalOf, processOf, type RegisterMeta, registerRows } from '@/api/registers';
import { saidOf } from '@/features/approvals/saidOf';
import { useSubmission } from '@/features/approvals/useSubmission';
import { WAITS } from '@/features/approvals/way';
import { joinNames } from '@/features/records/listParts';
import { useConfirm } from '@/ui/useConfirm';

/** Puts rows into the recycle bin, or asks for it where somebody decides; `dialog` shows the way of a single one. */
export function useRowRemoval(meta: RegisterMeta) {
  const { message } = App.useApp();
  const confirm = useConfirm();
  const submission = useSubmission();
  const rows = registerRows(meta.code);
  const waits = approvalOf(meta).remove;
  const remove = (ids: readonly number[], names: readonly string[]) => {
    const [only] = ids;
    if (waits && only !== undefined && ids.length === 1) {
      const payload = { remove: { ids } };
      const title = `删除“${names[0] ?? ''}”`;
      submission.ask({ process: processOf(meta), bizId: only, payload, title, said: WAITS });
      return;
    }
    const after = waits ? '删除须经审批，每行各提交一件。' : '删除后可以在回收站恢复。';
    confirm({
      title: `删除${meta.name}`,
      content: `确定要删除“${joinNames(names)}”吗？${after}`,
      okText: waits ? '提交审批' : '删除',
      danger: true,
      run: () => rows.remove(ids).then((answer) => void message.success(saidOf(answer, '删除成功'))),
    });
  };
  return { remove, dialog: submission.dialog };
}
