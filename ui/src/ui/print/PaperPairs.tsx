import type { PaperFact } from './PaperFrame';
import styles from './paper.module.css';

/** From so many signs on a value has a line of its own. */
const LONG = 24;

const isLong = (value: React.ReactNode) =>
  typeof value !== 'number' && (typeof value !== 'string' || value.length > LONG);

/** Pairs by lines: two short ones stand beside each other. */
export function linesOf(pairs: readonly PaperFact[]): PaperFact[][] {
  const lines: PaperFact[][] = [];
  for (const pair of pairs) {
    const last = lines[lines.length - 1];
    if (last?.length === 1 && last[0] && !isLong(last[0][1]) && !isLong(pair[1])) last.push(pair);
    else lines.push([pair]);
  }
  return lines;
}

/** Names and values in a ruled table; what is empty is left out. */
export function PaperPairs({ pairs }: { pairs: readonly PaperFact[] }) {
  const told = pairs.filter(([, value]) => value !== '' && value !== null && value !== undefined);
  if (told.length === 0) return null;
  return (
    <table className={styles.pairs}>
      <tbody>
        {linesOf(told).map((line) => (
          <tr key={line[0]?.[0]}>
            {line.map(([name, value]) => [
              <th key={name} scope="row">
                {name}
              </th>,
              <td key={`${name} value`} {...(line.length === 1 && { colSpan: 3, className: styles.single })}>
                {value}
              </td>,
            ])}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
