/** Labels of the books' numbers (domain.md 2.7-2.10). */
import {
  AllocationModeLabels,
  BillKind,
  BillSourceLabels,
  BillState,
  BillStateLabels,
  ChannelLabels,
  Method,
  MethodLabels,
  MoneySourceLabels,
  PayState,
  PayStateLabels,
  PromiseState,
  PromiseStateLabels,
  Purpose,
  PurposeLabels,
  ReceiptState,
  ReceiptStateLabels,
  ReversalKindLabels,
} from '@/api/generated/enums';
import { BILL_KINDS, choices } from '@/features/business/labels';

export const BILL_STATES = choices(BillStateLabels, { [BillState.Void]: 'off' });
export const PAY_STATES = choices(PayStateLabels, {
  [PayState.Unpaid]: 'warn',
  [PayState.Part]: 'blue',
  [PayState.Paid]: 'ok',
  [PayState.Nothing]: 'off',
});
export const BILL_SOURCES = choices(BillSourceLabels);
/** What may be billed by hand: rent, deposits and late fees have rules of their own. */
export const MANUAL_KINDS = BILL_KINDS.filter(({ value }) => [2, 3, 4, 7, 8].includes(value));
export const RECEIPT_METHODS = choices(MethodLabels);
export const RECEIPT_PURPOSES = choices(PurposeLabels);
export const RECEIPT_STATES = choices(ReceiptStateLabels, {
  [ReceiptState.Unclaimed]: 'warn',
  [ReceiptState.Posted]: 'ok',
  [ReceiptState.Reversed]: 'off',
});
export const REVERSAL_KINDS = choices(ReversalKindLabels);
export const MONEY_SOURCES = choices(MoneySourceLabels);
export const ALLOCATION_MODES = choices(AllocationModeLabels);

/** 押金, of the kinds of bills. */
export const DEPOSIT_BILL = BillKind.Deposit;

export const ISSUED = BillState.Issued;
export const UNCLAIMED = ReceiptState.Unclaimed;
export const POSTED = ReceiptState.Posted;
export const REVERSED = ReceiptState.Reversed;
export const FOR_BILLS = Purpose.Bills;
export const FOR_DEPOSIT = Purpose.Deposit;
/** 财政缴款: the treasury has the money, so it can be no deposit. */
export const BY_TREASURY = Method.Treasury;

/** Ways of asking for arrears. */
export const CHANNELS = choices(ChannelLabels);
export const PROMISE_STATES = choices(PromiseStateLabels, {
  [PromiseState.None]: 'plain',
  [PromiseState.Open]: 'blue',
  [PromiseState.Kept]: 'ok',
  [PromiseState.Broken]: 'bad',
});
