/** Labels of handovers, with our tones. */
import {
  AccountLabels,
  ArrearsPolicyLabels,
  AssetHandoverKind,
  AssetHandoverKindLabels,
  HandoverState,
  HandoverStateLabels,
  LeasePolicyLabels,
  SplitPolicyLabels,
} from '@/api/generated/enums';
import type { AssetHandover, HandoverForm } from '@/api/handover';
import { choices } from '@/features/business/labels';

export const KINDS = choices(AssetHandoverKindLabels);
export const STATES = choices(HandoverStateLabels, {
  [HandoverState.Submitted]: 'blue',
  [HandoverState.Approved]: 'warn',
  [HandoverState.Done]: 'ok',
  [HandoverState.Rejected]: 'off',
});
export const ARREARS_POLICIES = choices(ArrearsPolicyLabels);
export const LEASE_POLICIES = choices(LeasePolicyLabels);
export const SPLIT_POLICIES = choices(SplitPolicyLabels);
export const ACCOUNTS = choices(AccountLabels);
export const ITEM_KINDS = ['钥匙', '水表', '电表', '燃气', '设施', '档案', '其他'];
export const AGES = ['1–30天', '31–60天', '61–90天', '91–180天', '181–365天', '365天以上'];

export const BETWEEN = AssetHandoverKind.Between;
export const RECEIVE = AssetHandoverKind.Receive;
export const LEAVE = AssetHandoverKind.Leave;

/** A stored handover as its form. */
export const formOf = (one: AssetHandover): HandoverForm => ({
  handoverId: one.handoverId,
  version: one.version,
  remark: one.remark,
  kind: one.kind,
  fromPartyAId: one.fromPartyAId,
  toPartyAId: one.toPartyAId,
  outside: one.outside,
  assetIds: one.assetIds,
  handoverDate: one.handoverDate,
  docNo: one.docNo,
  arrearsPolicy: one.arrearsPolicy,
  leasePolicy: one.leasePolicy,
  splitPolicy: one.splitPolicy,
  items: one.items,
  defects: one.defects,
  files: one.files,
});
