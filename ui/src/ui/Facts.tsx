import styles from './facts.module.css';

const LOOKS = {
  above: styles.factsAbove,
  rows: styles.factsRows,
  beside: styles.factsBeside,
  panel: styles.factsPanel,
};

export type Fact = readonly [name: string, value: React.ReactNode];

interface FactsProps {
  facts: readonly Fact[];
  /** `above`: the name above its value, in columns; `rows`: one line each, value at the right; `beside`: value after its
   *  name, in columns; `panel`: a figure or two on a tinted ground, shown by a form before it is sent. */
  look?: keyof typeof LOOKS;
}

/** What is known about a thing: names and values; what is empty is left out. */
export function Facts({ facts, look = 'above' }: FactsProps) {
  return (
    <dl className={`${styles.facts} ${LOOKS[look]}`}>
      {facts
        .filter(([, value]) => value !== '' && value !== null && value !== undefined)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
