/** Columns that reports of the centre share; `sort` stands where the server has that order. */

import { Area } from '@/features/business/parts';
import { parseArea } from '@/lib/money';
import { AmountCell } from '@/ui/AmountCell';
import type { ListColumn } from '@/ui/list/types';
import styles from '@/ui/values.module.css';
import { rateText } from '../units';

type More<Row> = Partial<ListColumn<Row>>;

export const text = <Row,>(
  key: string,
  title: string,
  width: number,
  of: (row: Row) => string,
  more: More<Row> = {},
): ListColumn<Row> => ({ key, title, width, render: of, ...more });

export const fen = <Row,>(
  key: string,
  title: string,
  of: (row: Row) => number,
  more: More<Row> = {},
): ListColumn<Row> => ({
  key,
  title: `${title}（元）`,
  width: 116,
  align: 'right',
  sum: of,
  render: (row) => <AmountCell fen={of(row)} />,
  ...more,
});

export const area = <Row,>(
  key: string,
  title: string,
  of: (row: Row) => string | null,
  more: More<Row> = {},
): ListColumn<Row> => ({
  key,
  title: `${title}（㎡）`,
  width: 118,
  align: 'right',
  sum: (row) => parseArea(of(row) ?? '') ?? 0,
  render: (row) => <Area m2={of(row)} />,
  ...more,
});

export const rate = <Row,>(
  key: string,
  title: string,
  of: (row: Row) => number | null,
  more: More<Row> = {},
): ListColumn<Row> => ({
  key,
  title,
  width: 100,
  align: 'right',
  render: (row) => <span className={styles.figure}>{rateText(of(row))}</span>,
  ...more,
});

export const days = <Row,>(
  key: string,
  title: string,
  of: (row: Row) => number,
  more: More<Row> = {},
): ListColumn<Row> => ({
  key,
  title,
  width: 96,
  align: 'right',
  render: (row) => <span className={styles.figure}>{of(row)}</span>,
  ...more,
});
