import type { Waiting } from '@/api/stat';

/** Where a waiting document is decided. */
export const todoPath = ({ instanceId, taskId }: Waiting): string => `/appr/instance/${instanceId}?taskId=${taskId}`;

/** Colours of the tags, beside their words. */
export const TODO_TONES: Readonly<Record<string, string>> = {
  lease_sign: 'violet',
  lease_change: 'blue',
  lease_terminate: 'blue',
  waiver: 'warn',
  refund: 'cyan',
  exposure: 'bad',
};
