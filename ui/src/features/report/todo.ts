import type { Waiting } from '@/api/stat';

/** The document alone in the list where it is decided. */
const inList =
  (page: string) =>
  ({ no }: Waiting): string =>
    `${page}?state=1&keyWord=${encodeURIComponent(no)}`;

const PATHS: Readonly<Record<string, (waiting: Waiting) => string>> = {
  lease: ({ id }) => `/lease/lease/detail/${id}`,
  change: ({ id }) => `/lease/lease/detail/${id}?tab=changes`,
  settlement: inList('/lease/settlement'),
  waiver: inList('/fin/waiver'),
  refund: inList('/fin/refund'),
  expense: inList('/fin/expense'),
  remittance: inList('/fin/remittance'),
  exposure: inList('/expo/entry'),
};

/** Where a waiting document is decided. */
export const todoPath = (waiting: Waiting): string => PATHS[waiting.kind]?.(waiting) ?? '/todo';

/** Colours of the tags, beside their words. */
export const TODO_TONES: Readonly<Record<string, string>> = {
  lease: 'violet',
  change: 'blue',
  waiver: 'warn',
  refund: 'cyan',
  exposure: 'bad',
};
