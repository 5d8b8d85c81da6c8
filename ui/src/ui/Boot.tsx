/** Shown while a part of the application is on its way. */
export function Boot({ text = '正在加载…' }: { text?: string }) {
  return (
    <div className="boot" role="status">
      <span className="spin" aria-hidden="true" />
      {text}
    </div>
  );
}
