import { useMode } from '@/stores/mode';

const LONG = { closed: '系统维护中，其他人暂时不能使用', readonly: '系统只读：可以查看，暂时不能保存' } as const;

/** On every page while the portal is closed (who sees it may enter) or read-only. */
export function ModeBar() {
  const mode = useMode();
  if (!mode) return null;
  return (
    <div className="mode-bar" role="status">
      <b>{LONG[mode.mode === 'closed' ? 'closed' : 'readonly']}</b>
      <span>{mode.text}</span>
      {mode.until && <span>至 {mode.until.slice(0, 16)}</span>}
    </div>
  );
}
