/** «—» where there is nothing; 0 is something. */
export const orDash = (value: React.ReactNode): React.ReactNode =>
  value === 0 || (value && value !== '—') ? value : <span className="t3">—</span>;
