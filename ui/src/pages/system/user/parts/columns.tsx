import type { UserRow } from '@/api/user';
import { toMinute } from '@/lib/dates';
import type { DictEntry } from '@/lib/dict';
import { dictLabel } from '@/lib/dict';
import { DictTag, StateTag, type TagTone } from '@/ui/DictTag';
import type { ListColumn } from '@/ui/list/types';

const STATE_TONES: Record<string, TagTone> = { '0': 'ok', '1': 'off' };

/** «19900000011» -> «199-0000-0011»; other lengths stay as they are. */
export function splitPhone(phone: string | undefined): string {
  return phone ? phone.replace(/^(\d{3})(\d{4})(\d{4})$/, '$1-$2-$3') : '';
}

/** True while wrong passwords keep the account shut. */
export const isLocked = (user: UserRow): boolean => user.lockMinutes > 0;

/** All columns of the user list. */
export function userColumns(states: readonly DictEntry[], sexes: readonly DictEntry[]): ListColumn<UserRow>[] {
  return [
    { key: 'userId', sort: 'userId', title: '编号', render: (user) => user.userId, width: 80, optional: true },
    { key: 'userName', sort: 'userName', title: '用户名', render: (user) => user.userName, width: 82, card: 'title' },
    { key: 'realName', sort: 'realName', title: '姓名', render: (user) => user.realName, width: 104, card: 'title' },
    {
      key: 'dept',
      sort: 'deptName',
      filter: { field: 'deptId', value: (user) => user.deptId },
      title: '部门',
      render: (user) => user.dept?.deptName ?? '',
      width: 84,
    },
    {
      key: 'phonenumber',
      title: '手机号码',
      render: (user) => splitPhone(user.phonenumber),
      width: 108,
    },
    { key: 'roles', title: '角色', render: ({ roleNames }) => roleNames, width: 84 },
    {
      key: 'status',
      sort: 'status',
      filter: { field: 'status', value: (user) => user.status },
      title: '状态',
      width: 118,
      card: 'state',
      render: (user) =>
        isLocked(user) ? (
          <StateTag tone="lock">已锁定 {user.lockMinutes} 分钟</StateTag>
        ) : (
          <DictTag entries={states} value={user.status} tones={STATE_TONES} />
        ),
    },
    {
      key: 'createTime',
      title: '创建时间',
      render: (user) => toMinute(user.createTime),
      width: 124,
      className: 't2',
      sort: 'createTime',
    },
    { key: 'email', title: '邮箱', render: (user) => user.email ?? '', width: 180, optional: true },
    { key: 'sex', sort: 'sex', title: '性别', render: (user) => dictLabel(sexes, user.sex), width: 72, optional: true },
    {
      key: 'loginDate',
      title: '最后登录',
      render: (user) => toMinute(user.loginDate),
      width: 140,
      optional: true,
    },
    { key: 'remark', title: '备注', render: (user) => user.remark ?? '', width: 160, optional: true },
  ];
}
