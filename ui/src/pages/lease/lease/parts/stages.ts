import type { Stage } from '@/api/lease';
import { priceText } from '@/features/business/parts';
import { formatYuan } from '@/lib/money';

const DAY = 3;
const YEAR = 4;

/** «25,000.00 元/月»: the rent of a stage in the unit of the contract. */
export function rentText(rent: number, rentBasis: number): string {
  // 1/10,000 fen a day, shown with four decimals of a yuan
  if (rentBasis === DAY) return `${priceText(Math.round(rent / 100))} 元/天`;
  return `${formatYuan(rent)} 元/${rentBasis === YEAR ? '年' : '月'}`;
}

/** «2024-03-01 ~ 2025-02-28 25,000.00 元/月» */
export const stageText = ({ from, to, rent }: Stage, rentBasis: number): string =>
  `${from} ~ ${to} ${rentText(rent, rentBasis)}`;
