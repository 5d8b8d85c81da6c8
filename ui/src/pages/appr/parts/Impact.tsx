import type { Process } from '@/api/approvals';
import { ImpactPart, ImpactPartLabels } from '@/api/generated/enums';
import { choices, labelOf } from '@/features/business/labels';
import { formatYuan } from '@/lib/money';
import styles from './appr.module.css';

const PARTS = choices(ImpactPartLabels);
/** In the order in which they are read. */
const ORDER = [ImpactPart.Before, ImpactPart.After, ImpactPart.GivenUp, ImpactPart.Due, ImpactPart.Basis];

type ImpactLine = NonNullable<Process['impact']>['lines'][number];

/** A sum, or a fact in words. */
export const worthOf = ({ amountFen, text }: ImpactLine): string =>
  amountFen === null ? text : `${formatYuan(amountFen)} 元`;

/** Lines by what they say: so it is, so it will be, given up, due, and what it stands on. */
export const partsOf = (lines: readonly ImpactLine[]) =>
  ORDER.map((part) => ({
    label: labelOf(PARTS, part),
    lines: lines.filter((line) => line.part === part && worthOf(line) !== ''),
  })).filter((part) => part.lines.length > 0);

/** 影响的金额: what a yes does, before one reads the document. */
export function Impact({ impact }: { impact: Process['impact'] }) {
  if (!impact || (impact.sentence === '' && impact.lines.length === 0)) return null;
  return (
    <section className={styles.impact} aria-label="影响的金额">
      {impact.sentence && <p className={styles.impactSentence}>{impact.sentence}</p>}
      <div className={styles.impactParts}>
        {partsOf(impact.lines).map(({ label, lines }) => (
          <dl key={label} aria-label={label}>
            <dt>{label}</dt>
            {lines.map((line) => (
              <dd key={line.label}>
                <span>{line.label}</span> <b>{worthOf(line)}</b>
              </dd>
            ))}
          </dl>
        ))}
      </div>
    </section>
  );
}
