import {
  type TakeoverField,
  TakeoverFieldLabels,
  TakeoverOriginLabels,
  TakeoverState,
  TakeoverStateLabels,
} from '@/api/takeover';
import { BILLING_CYCLES, choices } from '@/features/business/labels';

export const TAKEOVER_STATES = choices(TakeoverStateLabels, {
  [TakeoverState.Checking]: 'plain',
  [TakeoverState.Submitted]: 'blue',
  [TakeoverState.Received]: 'ok',
  [TakeoverState.Withdrawn]: 'off',
});

/** Everything but a single payment for the whole term. */
export const CYCLES = BILLING_CYCLES.filter(({ value }) => value > 0);

const FIELDS: ReadonlyMap<string, string> = new Map(TakeoverFieldLabels);
export const fieldLabel = (field: TakeoverField | null | undefined): string =>
  field ? (FIELDS.get(field) ?? field) : '';

const ORIGINS: ReadonlyMap<string, string> = new Map(TakeoverOriginLabels);
export const originLabel = (origin: string): string => ORIGINS.get(origin) ?? origin;

/** Stands in the choice of a column's meaning for nothing. */
export const NOT_TAKEN = '';
export const FIELD_OPTIONS = [
  { value: NOT_TAKEN, label: '不接收' },
  ...TakeoverFieldLabels.map(([value, label]) => ({ value: value as string, label: label as string })),
];
