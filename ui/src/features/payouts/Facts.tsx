import './payouts.css';

export type Fact = readonly [name: string, value: React.ReactNode];

/** Facts of a document: label above value; what is empty is left out. */
export function Facts({ facts, className = 'facts' }: { facts: readonly Fact[]; className?: string }) {
  return (
    <dl className={className}>
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
