/** What a row of money leads to; offered where there is such a document and the person may see it. */
import type { RowAction } from '@/ui/list/types';

export const billAction = <Row extends { billId: number }>(open: (billId: number) => void): RowAction<Row> => ({
  key: 'bill',
  label: '账单',
  permission: 'fin:bill:query',
  show: ({ billId }) => billId > 0,
  run: ({ billId }) => open(billId),
});

export const receiptAction = <Row extends { receiptId: number }>(
  open: (receiptId: number) => void,
): RowAction<Row> => ({
  key: 'receipt',
  label: '收款',
  permission: 'fin:receipt:query',
  show: ({ receiptId }) => receiptId > 0,
  run: ({ receiptId }) => open(receiptId),
});
