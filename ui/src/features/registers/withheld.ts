import type { RegisterRow } from '@/api/registers';

/** Why a row is not touched now; empty = it may be. */
export const withheld = ({ waitsIn }: Pick<RegisterRow, 'waitsIn'>): string =>
  waitsIn === undefined ? '' : '正在审批，办结前不能修改、删除';
