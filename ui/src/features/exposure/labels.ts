/** Labels of the exposure board's numbers (domain.md 2.12). */
import {
  EntryState,
  EntryStateLabels,
  PublishScope,
  PublishScopeLabels,
  RuleLabels,
  SubjectKind,
  SubjectKindLabels,
} from '@/api/generated/enums';
import { choices } from '@/features/business/labels';

export const SUBJECT_KINDS = choices(SubjectKindLabels);
export const ENTRY_STATES = choices(EntryStateLabels, {
  [EntryState.Submitted]: 'blue',
  [EntryState.Published]: 'bad',
  [EntryState.Rectified]: 'ok',
  [EntryState.Withdrawn]: 'off',
  [EntryState.Expired]: 'off',
  [EntryState.Refused]: 'off',
});
export const RULES = choices(RuleLabels);
export const PUBLISH_SCOPES = choices(PublishScopeLabels, { [PublishScope.Public]: 'blue' });

export const ARREARS = SubjectKind.Arrears;
export const REMITTANCE = SubjectKind.Remittance;
export const SUBLET = SubjectKind.Sublet;
export const IDLE = SubjectKind.Idle;

export const CANDIDATE = EntryState.Candidate;
export const SUBMITTED = EntryState.Submitted;
export const PUBLISHED = EntryState.Published;
export const EXPIRED = EntryState.Expired;

export const OWN_ENTRY = '录入人和提交人不能审批自己的曝光条目，请由其他有权限的人员办理';
