/** Labels of the exposure board's numbers (domain.md 2.12). */
import type { Choice } from '@/features/business/labels';

export const SUBJECT_KINDS: readonly Choice[] = [
  { value: 1, label: '承租人欠缴' },
  { value: 2, label: '单位未上缴' },
  { value: 3, label: '违规转租' },
  { value: 4, label: '长期闲置' },
  { value: 5, label: '安全隐患' },
  { value: 9, label: '其他' },
];
export const ENTRY_STATES: readonly Choice[] = [
  { value: 0, label: '候选' },
  { value: 1, label: '审批中', tone: 'blue' },
  { value: 2, label: '已曝光', tone: 'bad' },
  { value: 3, label: '已整改', tone: 'ok' },
  { value: 4, label: '已撤下', tone: 'off' },
  { value: 5, label: '已到期', tone: 'off' },
  { value: 9, label: '不予曝光', tone: 'off' },
];
export const RULES: readonly Choice[] = [
  { value: 1, label: '逾期天数与金额' },
  { value: 2, label: '连续账单未缴' },
  { value: 3, label: '逾期未上缴' },
  { value: 4, label: '长期空置' },
];
export const PUBLISH_SCOPES: readonly Choice[] = [
  { value: 1, label: '内部' },
  { value: 2, label: '公开', tone: 'blue' },
];

export const ARREARS = 1;
export const REMITTANCE = 2;
export const SUBLET = 3;
export const IDLE = 4;

export const CANDIDATE = 0;
export const SUBMITTED = 1;
export const PUBLISHED = 2;
export const EXPIRED = 5;

export const OWN_ENTRY = '录入人和提交人不能审批自己的曝光条目，请由其他有权限的人员办理';
