import { useSession } from '@/stores/session';

export const OWN_DOCUMENT = '录入人不能审批、冲销或撤销自己提交的单据，请由其他有权限的人员办理';

export const OWN_PAYMENT = '录入人不能支付自己提交的单据，请由其他有付款权限的人员办理';

/** Says why the reader may not decide about a record, or pay it: he made it. By login name, which never changes. */
export function useOwnReason(reason = OWN_DOCUMENT): (record: { createBy?: string }) => string {
  const name = useSession((state) => state.account?.userName);
  return ({ createBy }) => (name && createBy === name ? reason : '');
}
