import styles from './server.module.css';

/** A share that is worth a look, and one that needs action, in percent. */
const BUSY = 70;
const FULL = 90;

/** A share in percent as bar and number. */
export function Meter({ percent, label }: { percent: number; label: string }) {
  const state = percent >= FULL ? styles.full : percent >= BUSY ? styles.busy : '';
  return (
    <span className={`${styles.meter} ${state}`} role="img" aria-label={`${label} ${percent}%`}>
      <i>
        <b style={{ width: `${Math.min(100, percent)}%` }} />
      </i>
      {percent}%
    </span>
  );
}

interface PanelProps {
  title: string;
  wide?: boolean;
  tools?: React.ReactNode;
  children: React.ReactNode;
}

/** A card with a heading. */
export function Panel({ title, wide = false, tools, children }: PanelProps) {
  return (
    <section className={wide ? `card ${styles.wide}` : 'card'} aria-label={title}>
      <div className="card-head">
        <h2>{title}</h2>
        <span className="sp" />
        {tools}
      </div>
      <div className="card-body">{children}</div>
    </section>
  );
}

/** Names and values below each other. */
export function Facts({ rows }: { rows: readonly (readonly [string, React.ReactNode])[] }) {
  return (
    <dl>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
