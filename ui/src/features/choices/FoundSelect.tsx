import { keepPreviousData, type UseQueryOptions } from '@tanstack/react-query';
import { Select, type SelectProps } from 'antd';
import { memo, useMemo, useState } from 'react';
import type { Choosing } from '@/api/business';
import { useDebounced } from '@/lib/useDebounced';
import { useQuery } from '@/lib/useQuery';
import { choiceProps } from '@/ui/choices';
import styles from './choices.module.css';

export interface FoundOption {
  value: number;
  label: string;
  /** What tells it from others of the same name; under the label. */
  detail?: string;
}

/** A register that is looked through on the server; it answers a few at a time. */
export interface Register<Row> {
  noun: string;
  query: (ask: Choosing) => UseQueryOptions<Row[]>;
  option: (row: Row) => FoundOption;
}

type Given = 'options' | 'onChange' | 'value' | 'mode' | 'showSearch' | 'loading' | 'notFoundContent';

export interface FoundSelectProps<Row> extends Omit<SelectProps, Given> {
  register: Register<Row>;
  value?: number | readonly number[] | null;
  onChange?: (value: never) => void;
  /** Given the row beside the number that the form keeps. */
  onPick?: (row: Row | undefined) => void;
  multiple?: boolean;
  /** Choices above those that are found; still found by what is typed. */
  first?: readonly FoundOption[];
}

const NONE: readonly number[] = [];

/** What the register answers, and the names of those who are chosen but not among it. */
function useFound<Row>({ query, option }: Register<Row>, typed: string, chosen: readonly number[]) {
  const keyWord = useDebounced(typed.trim());
  const found = useQuery({
    ...query({ keyWord }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const rows = found.data;
  const missing = rows ? chosen.filter((id) => !rows.some((row) => option(row).value === id)) : NONE;
  const named = useQuery({
    ...query({ ids: missing }),
    enabled: missing.length > 0,
    placeholderData: keepPreviousData,
  });
  // what was found for other words is no answer: Enter would take its first row
  const waiting = typed.trim() !== keyWord || found.isPlaceholderData;
  const isFetching = waiting || found.isFetching;
  return { waiting, isFetching, error: found.error, refetch: found.refetch, rows, named: named.data };
}

interface ChoicesProps<Row> extends ReturnType<typeof useFound<Row>> {
  given: FoundSelectProps<Row>;
  chosen: readonly number[];
  typed: string;
  onType: (typed: string) => void;
}

/** Drawn for another answer only: a list has five of them, which would be drawn whenever its tab is shown and hidden. */
function ChoicesOf<Row>({ given, chosen, typed, onType, rows = [], named = [], ...found }: ChoicesProps<Row>) {
  const { register, value, onChange, onPick, multiple = false, first = [], ...rest } = given;
  const { waiting, ...source } = found;
  const isChosen = (row: Row) => chosen.includes(register.option(row).value);
  const answer = waiting ? rows.filter(isChosen) : rows;
  const above = first.filter(({ label }) => label.includes(typed.trim()));
  const known = new Set(first.map((one) => one.value));
  const among = [...answer, ...named.filter(isChosen)].filter((row) => {
    const id = register.option(row).value;
    return !known.has(id) && known.add(id);
  });
  // who is chosen needs a name, but is no answer to what is typed
  const options = [...(typed ? above : first), ...among.map(register.option)];
  const change = (next: number | number[] | undefined) => {
    // one or several, by `multiple`: the two kinds of props are one type here
    onChange?.(next as never);
    onPick?.(among.find((row) => register.option(row).value === next));
  };
  return (
    <Select<number | number[], FoundOption>
      {...rest}
      {...(multiple && { mode: 'multiple' as const })}
      value={(value ?? null) as number | number[]}
      options={options}
      showSearch={{ filterOption: false, onSearch: onType }}
      optionRender={({ data }) => (
        <span className={styles.foundOption}>
          {data.label}
          {data.detail && <small>{data.detail}</small>}
        </span>
      )}
      onInputKeyDown={(event) => {
        if (event.key !== 'Enter' || !waiting) return;
        // the list stays open until it can answer
        event.preventDefault();
        event.stopPropagation();
      }}
      onChange={change}
      {...choiceProps(source, typed ? `没有找到“${typed.trim()}”相关的${register.noun}` : `没有可选的${register.noun}`)}
    />
  );
}

const Choices = memo(ChoicesOf) as typeof ChoicesOf;

/** A choice from a register too large to download: the server is asked while somebody types. */
export function FoundSelect<Row>(props: FoundSelectProps<Row>) {
  const { register, value, first } = props;
  const [typed, setTyped] = useState('');
  const chosen = useMemo(() => (typeof value === 'number' ? [value] : (value ?? NONE)), [value]);
  const unknown = first ? chosen.filter((id) => !first.some((one) => one.value === id)) : chosen;
  const found = useFound(register, typed, unknown);
  return <Choices {...found} given={props} chosen={unknown} typed={typed} onType={setTyped} />;
}
