import { useMode } from '@/stores/mode';

/** Whether nothing can be saved for a while: a step of signing in that saves something has to wait. */
export const useReadOnly = (): boolean => useMode()?.mode === 'readonly';

/** Why a step of signing in has to wait, and until when; `action` is what cannot be done. */
export function ReadOnlyNote({ action }: { action: string }) {
  const mode = useMode();
  if (mode?.mode !== 'readonly') return null;
  return (
    <div className="mode-bar forced-note" role="status">
      <b>系统只读，暂时不能{action}</b>
      <span>{mode.text}</span>
      <span>{mode.until ? `预计恢复：${mode.until.slice(0, 16)}` : '恢复时间以通知为准'}</span>
      <span>恢复后本页自动可用，不需要刷新</span>
    </div>
  );
}
