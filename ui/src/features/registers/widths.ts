/** Widths of a register's columns in pixels. */
import type { RegisterField } from '@/api/registers';

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

export const widthOf = ({ width, kind }: RegisterField): number => width || (WIDTHS[kind] ?? 160);
