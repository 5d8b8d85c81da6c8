/** Widths of a register's columns in pixels. */
import type { RegisterField } from '@/api/registers';
import { headOf } from './values';

const WIDTHS: Readonly<Record<string, number>> = {
  code: 140,
  text: 180,
  whole: 100,
  decimal: 110,
  money: 130,
  percent: 100,
  area: 110,
  year: 80,
  day: 110,
  month: 90,
  moment: 140,
  flag: 80,
  choice: 110,
  choices: 160,
  person: 100,
  persons: 150,
  dept: 140,
  link: 180,
  phone: 130,
  idno: 180,
  account: 200,
};

/** Room of a head with its sort mark: Chinese letters are twice as wide as Latin ones. */
const headWidth = (head: string) => [...head].reduce((sum, letter) => sum + (letter > '\u00ff' ? 13 : 8), 44);

/** As wide as its kind needs and its head, which names the unit. */
export const widthOf = (field: RegisterField): number =>
  field.width || Math.max(WIDTHS[field.kind] ?? 160, Math.min(headWidth(headOf(field)), 220));
