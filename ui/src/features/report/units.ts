import { formatWan, formatYuan, LARGE_FEN, NOTHING, parseArea } from '@/lib/money';

/** A block shows all its amounts in one unit, or columns could not be compared by eye. */
export type Unit = '元' | '万元';

/** 万元 as soon as one amount of the block reaches 100,000 yuan. */
export const unitOf = (...fen: (number | null | undefined)[]): Unit =>
  fen.some((amount) => Math.abs(amount ?? 0) >= LARGE_FEN) ? '万元' : '元';

export const amountText = (fen: number | null | undefined, unit: Unit): string =>
  unit === '元' ? formatYuan(fen) : formatWan(fen);

/** For the axis of a chart, which draws in the block's unit. */
export const inUnit = (fen: number, unit: Unit): number => fen / (unit === '元' ? 100 : 1_000_000);

/** Areas of a block in ㎡, or in 万㎡ once one of them reaches 100,000 ㎡. */
export type AreaUnit = '㎡' | '万㎡';
const LARGE_AREA = 10_000_000;

export const areaUnitOf = (...areas: string[]): AreaUnit =>
  areas.some((text) => (parseArea(text) ?? 0) >= LARGE_AREA) ? '万㎡' : '㎡';

/** Hundredths of ㎡ stand in the ratio of fen to yuan. */
export function areaIn(text: string, unit: AreaUnit): string {
  const hundredths = parseArea(text);
  return unit === '㎡' ? formatYuan(hundredths) : formatWan(hundredths);
}

/** «93.72%» of 9,372 parts of ten thousand; «—» for none. */
export const rateText = (rate: number | null | undefined): string =>
  rate === null || rate === undefined ? NOTHING : `${formatYuan(rate)}%`;
