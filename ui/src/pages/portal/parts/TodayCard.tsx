import type { TodayCard as Card, TodayLine, TodayPart } from '@/api/today';
import { formatYuan } from '@/lib/money';
import { PageLink } from '@/ui/PageLink';
import styles from './today.module.css';
import { actLabel, toneTag } from './todayActs';

function Line({ line, onAct }: { line: TodayLine; onAct: (line: TodayLine) => void }) {
  const { mark, tone, title, amountLabel, amountFen, note, path, act } = line;
  return (
    <li>
      <div>
        <span className={styles.title} title={title}>
          <PageLink to={path}>{title}</PageLink>
        </span>
        {amountFen !== null && (
          <span className={styles.amount}>
            {amountLabel} {formatYuan(amountFen)}
          </span>
        )}
      </div>
      <div>
        {mark && <span className={toneTag(tone)}>{mark}</span>}
        <small title={note}>{note}</small>
        {act && (
          <button type="button" className="link" aria-label={`${actLabel(act)}：${title}`} onClick={() => onAct(line)}>
            {actLabel(act)}
          </button>
        )}
      </div>
    </li>
  );
}

/** «全部 6 · 90 天内到期 4»: each number opens the list of exactly these rows. */
function Parts({ parts }: { parts: readonly TodayPart[] }) {
  return (
    <footer>
      {parts
        .filter(({ count }) => count > 0)
        .map(({ label, count, path, amountFen }) => (
          <PageLink key={path} to={path}>
            {label} {count}
            {amountFen ? `（${formatYuan(amountFen)} 元）` : ''}
          </PageLink>
        ))}
    </footer>
  );
}

/** One card: its number, what is first, and the lists behind it. */
export function TodayCard({ card, onAct }: { card: Card; onAct: (line: TodayLine) => void }) {
  const { key, title, count, lines, parts, failed } = card;
  return (
    <section className={styles.card} aria-labelledby={`today-${key}`} data-card={key}>
      <h3 id={`today-${key}`}>
        {title} {failed === null && <b>{count}</b>}
      </h3>
      {failed !== null ? (
        <p className={styles.failed} role="alert">
          {failed}
        </p>
      ) : (
        <>
          <ul>
            {lines.map((line) => (
              <Line key={`${line.id}-${line.mark}`} line={line} onAct={onAct} />
            ))}
          </ul>
          <Parts parts={parts} />
        </>
      )}
    </section>
  );
}
