import { formatYuan } from '@/lib/money';
/** Labels of the numbers that the server understands (domain.md 2). */
import type { TagTone } from '@/ui/DictTag';

export interface Choice {
  value: number;
  label: string;
  tone?: TagTone;
}

const choices = (...labels: [number, string, TagTone?][]): readonly Choice[] =>
  labels.map(([value, label, tone]) => ({ value, label, ...(tone && { tone }) }));

export const UNIT_KINDS = choices(
  [1, '行政单位'],
  [2, '事业单位'],
  [3, '国有企业'],
  [4, '改制企业留守机构'],
  [9, '其他'],
);
export const TITLE_STATES = choices(
  [1, '有证', 'ok'],
  [2, '无证', 'bad'],
  [3, '办理中', 'blue'],
  [4, '代管'],
  [5, '租入'],
  [6, '争议', 'warn'],
);
export const RESTRICTIONS = choices(
  [1, '查封'],
  [2, '共有未同意'],
  [3, '权属争议'],
  [4, '征迁'],
  [5, '危房'],
  [6, '抵押'],
);
export const ASSET_STATES = choices(
  [1, '在册', 'ok'],
  [2, '移交中', 'blue'],
  [3, '已移出', 'off'],
  [4, '处置中', 'warn'],
  [5, '已处置', 'off'],
);
/** What may follow a state of an asset. */
export const NEXT_ASSET_STATES: Readonly<Record<number, readonly number[]>> = { 1: [2, 4], 2: [1, 3], 4: [5, 1] };
export const CERT_KINDS = choices([1, '不动产权证'], [2, '房产证'], [3, '土地证'], [9, '其他']);
export const USAGES = choices([1, '可出租'], [2, '自用'], [3, '出借'], [4, '维修停用'], [5, '不可出租']);
export const PRICE_UNITS = choices([1, '元/㎡·月'], [2, '元/㎡·天'], [3, '元/月']);
export const BLOCK_KINDS = choices([1, '预订'], [4, '自用'], [5, '出借'], [6, '维修']);
export const OCCUPANCY_KINDS = choices(
  [1, '预订'],
  [2, '租赁'],
  [3, '到期占用'],
  [4, '自用'],
  [5, '出借'],
  [6, '维修'],
);
export const TENANT_KINDS = choices([1, '企业'], [2, '个体工商户'], [3, '自然人'], [4, '机关事业单位'], [9, '其他']);
export const CREDIT_FLAGS = choices([0, '正常', 'ok'], [1, '关注', 'warn'], [2, '失信（限制新租）', 'bad']);
export const LEASE_KINDS = choices([1, '新签'], [2, '续签'], [3, '承接']);
export const LETTING_MODES = choices([1, '公开招租'], [2, '协议出租'], [3, '续租'], [9, '其他']);
export const LEASE_STATES = choices(
  [0, '草稿', 'plain'],
  [1, '审批中', 'blue'],
  [2, '待签订', 'warn'],
  [3, '已签订', 'blue'],
  [4, '履行中', 'ok'],
  [5, '已到期', 'bad'],
  [6, '已终止', 'off'],
  [7, '已结清', 'off'],
  [9, '作废', 'off'],
);
export const RENT_BASES = choices([1, '每月总额'], [2, '元/㎡·月'], [3, '元/㎡·天'], [4, '每年总额']);
/** What a deposit does when the rent rises. */
export const DEPOSIT_RULES = Array.from({ length: 13 }, (_, months) => ({
  value: months,
  label: months === 0 ? '押金不变' : `补足至${months}个月租金`,
}));
export const BILLING_CYCLES = choices(
  [1, '月付'],
  [2, '两月付'],
  [3, '季付'],
  [4, '四月付'],
  [6, '半年付'],
  [12, '年付'],
  [0, '一次性'],
);
export const BILL_KINDS = choices(
  [1, '租金'],
  [2, '物业费'],
  [3, '水费'],
  [4, '电费'],
  [5, '滞纳金'],
  [6, '押金'],
  [7, '违约/赔偿'],
  [8, '其他'],
);
export const EXTRA_KINDS = BILL_KINDS.filter(({ value }) => [2, 3, 4, 8].includes(value));
export const CHANGE_KINDS = choices(
  [1, '租金变更'],
  [2, '房间变更'],
  [3, '期限变更'],
  [4, '承租人变更'],
  [5, '缴费约定变更'],
  [6, '押金变更'],
  [8, '提前终止'],
  [9, '其他变更'],
);
export const CHANGE_STATES = choices(
  [1, '审批中', 'blue'],
  [2, '已生效', 'ok'],
  [3, '已撤回', 'off'],
  [9, '已驳回', 'off'],
);
export const PERIOD_MODES = [
  { value: 'ANCHORED', label: '对月（按起租日）' },
  { value: 'CALENDAR', label: '自然月' },
] as const;
export const PRORATIONS = [
  { value: 'ACTUAL', label: '当月实际天数' },
  { value: 'D30', label: '每月30天' },
  { value: 'D365', label: '年租金÷365天' },
] as const;
export const DUE_KINDS = [
  { value: 'ADVANCE', label: '账期开始前' },
  { value: 'DAY', label: '账期首月' },
  { value: 'ARREARS', label: '账期结束后' },
] as const;

/** The label of a number; the number itself when nobody knows it. */
export const labelOf = (among: readonly Choice[], value: number | null | undefined): string =>
  value === null || value === undefined ? '' : (among.find((choice) => choice.value === value)?.label ?? `${value}`);

/** Choices as a query form takes them. */
export const queryOptions = (among: readonly Choice[]): { value: string; label: string }[] =>
  among.map(({ value, label }) => ({ value: String(value), label }));

/** «50,000.00 元（随租金补足至2个月租金）». */
export function depositText({ depositFen, depositMonths = 0 }: { depositFen: number; depositMonths?: number }): string {
  const fixed = `${formatYuan(depositFen)} 元`;
  return depositMonths > 0 ? `${fixed}（随租金补足至${depositMonths}个月租金）` : fixed;
}
