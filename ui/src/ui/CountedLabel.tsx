import { createContext, useContext } from 'react';
import { countText } from '@/lib/counts';
import styles from './values.module.css';

/** Rows by the values of filters, by the names of their fields. */
export const FilterCounts = createContext<Readonly<Record<string, ReadonlyMap<string, number>>> | undefined>(undefined);

interface CountedLabelProps {
  label: React.ReactNode;
  field: string;
  value: string;
}

/** A choice of a filter with the number of rows that it leads to, once that is known. */
function CountedLabel({ label, field, value }: CountedLabelProps) {
  const counts = useContext(FilterCounts)?.[field];
  return (
    <span className={styles.counted}>
      <span>{label}</span>
      {counts && value !== '' && <small>{countText(counts.get(value) ?? 0)}</small>}
    </span>
  );
}

interface Choice {
  label?: React.ReactNode;
  value?: string | number | undefined;
}

/**
 * Has a choice of filters show the number of its rows at the right. The numbers come by a context and not with the control: they
 * are others with each answer, and all controls of a list were drawn for what stands in their shut menus.
 */
export const countedChoices = (field: string | undefined) =>
  field !== undefined && {
    optionRender: ({ label, value = '' }: Choice) => <CountedLabel label={label} field={field} value={String(value)} />,
  };
