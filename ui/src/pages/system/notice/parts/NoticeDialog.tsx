import { DatePicker, Form, Input, Radio, Switch, TreeSelect } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useRef } from 'react';
import {
  addNotice,
  DRAFT,
  editNotice,
  fetchNotice,
  type NoticeForm,
  type NoticeRow,
  PUBLISHED,
  SCOPES,
} from '@/api/notice';
import { roleOptionsQuery } from '@/api/role';
import { useDict } from '@/api/useDict';
import { useSubmission } from '@/features/approvals/useSubmission';
import { WAITS } from '@/features/approvals/way';
import { useDeptChoices } from '@/features/DeptTree/tree';
import { RecordFiles } from '@/features/FileUploader/RecordFiles';
import { PersonField } from '@/features/PersonPicker/PersonField';
import { RichText } from '@/features/RichText/RichText';
import { EntityDialog, SAID } from '@/features/records/EntityDialog';
import { dictOptions } from '@/lib/dict';
import { requiredChoice, requiredText } from '@/lib/rules';
import { useQuery } from '@/lib/useQuery';
import { choiceProps } from '@/ui/choices';
import styles from '@/ui/form-dialog.module.css';
import { RemoteSelect } from '@/ui/RemoteSelect';

/** The form keeps moments as the picker has them, and the named ones of each scope apart. */
interface Values extends Omit<NoticeForm, 'publishAt' | 'expireAt' | 'scopeIds'> {
  publishAt: Dayjs | null;
  expireAt: Dayjs | null;
  deptIds: number[];
  roleIds: number[];
  userIds: number[];
}

const BLANK: Partial<Values> = {
  noticeType: '1',
  state: PUBLISHED,
  isTop: false,
  scope: 0,
  noticeContent: '',
  fileIds: '',
  publishAt: null,
  expireAt: null,
  deptIds: [],
  roleIds: [],
  userIds: [],
};

const MOMENT = 'YYYY-MM-DD HH:mm:ss';
const toText = (moment: Dayjs | null | undefined): string => moment?.format(MOMENT) ?? '';
const toMoment = (text: string | null | undefined): Dayjs | null => (text ? dayjs(text) : null);

/** What a notice was when its form was filled from it. */
type Before = Partial<Pick<NoticeRow, 'state' | 'updateTime'>>;

async function load(noticeId: number, before: { current: Before }): Promise<Partial<Values>> {
  const { scope, scopeIds, publishAt, expireAt, ...notice } = await fetchNotice(noticeId);
  before.current = notice;
  return {
    ...notice,
    scope,
    publishAt: toMoment(publishAt),
    expireAt: toMoment(expireAt),
    deptIds: scope === 1 ? scopeIds : [],
    roleIds: scope === 2 ? scopeIds : [],
    userIds: scope === 3 ? scopeIds : [],
  };
}

function toForm({ publishAt, expireAt, deptIds, roleIds, userIds, ...rest }: Values): NoticeForm {
  const scopeIds = [[], deptIds, roleIds, userIds][rest.scope ?? 0] ?? [];
  return { ...rest, scopeIds, publishAt: toText(publishAt), expireAt: toText(expireAt) };
}

/** Roles to choose from; people who may not list roles choose departments or people instead. */
function useRoles(wanted: boolean) {
  return useQuery({
    ...roleOptionsQuery(),
    enabled: wanted,
  });
}

/** The departments, roles or people a notice is for; nothing for everybody. */
function Named({ scope }: { scope: number }) {
  const depts = useDeptChoices();
  const roles = useRoles(scope === 2);
  if (scope === 1) {
    return (
      <Form.Item
        className={styles.wide}
        name="deptIds"
        label="接收部门"
        extra="包含所选部门的下级部门"
        rules={[requiredChoice('接收的部门')]}
      >
        <TreeSelect
          multiple
          treeData={depts.data ?? []}
          fieldNames={{ value: 'id', label: 'label', children: 'children' }}
          treeDefaultExpandAll
          showSearch={{ treeNodeFilterProp: 'label' }}
          placeholder="请选择"
          {...choiceProps(depts)}
        />
      </Form.Item>
    );
  }
  if (scope === 2) {
    return (
      <Form.Item className={styles.wide} name="roleIds" label="接收角色" rules={[requiredChoice('接收的角色')]}>
        <RemoteSelect
          mode="multiple"
          source={roles}
          rows={roles.data}
          option={({ roleId, roleName }) => ({ value: roleId, label: roleName })}
          none="没有角色"
          placeholder="请选择"
        />
      </Form.Item>
    );
  }
  if (scope !== 3) return null;
  return (
    <Form.Item
      className={styles.wide}
      name="userIds"
      label="接收人员"
      rules={[{ ...requiredChoice('接收的人员'), type: 'array' }]}
    >
      <PersonField multiple />
    </Form.Item>
  );
}

function Fields() {
  const types = useDict('sys_notice_type');
  const scope: number = Form.useWatch('scope') ?? 0;
  return (
    <>
      <Form.Item className={styles.wide} name="noticeTitle" label="标题" rules={[requiredText('公告标题')]}>
        <Input maxLength={50} showCount autoFocus />
      </Form.Item>
      <Form.Item name="noticeType" label="类型">
        <Radio.Group options={dictOptions(types)} />
      </Form.Item>
      <Form.Item name="state" label="状态">
        <Radio.Group
          options={[
            { label: '发布', value: PUBLISHED },
            { label: '存为草稿', value: DRAFT },
          ]}
        />
      </Form.Item>
      <Form.Item name="publishAt" label="生效时间" extra="留空则发布后立即显示">
        <DatePicker showTime style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="expireAt" label="失效时间" extra="留空则一直显示">
        <DatePicker showTime style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="scope" label="接收范围" className={styles.wide}>
        <Radio.Group options={SCOPES.map(({ value, label }) => ({ value, label }))} />
      </Form.Item>
      <Named scope={scope} />
      <Form.Item name="isTop" label="置顶" valuePropName="checked">
        <Switch />
      </Form.Item>
      <Form.Item name="noticeContent" label="正文" className={styles.wide}>
        <RichText />
      </Form.Item>
      <Form.Item name="fileIds" label="附件" className={styles.wide}>
        <RecordFiles />
      </Form.Item>
    </>
  );
}

interface NoticeDialogProps {
  /** Null = a new notice. */
  noticeId: number | null;
  onClose: () => void;
}

/** Writes or changes a notice; one that is to be published shows its way first where somebody decides. */
export default function NoticeDialog({ noticeId, onClose }: NoticeDialogProps) {
  const submission = useSubmission();
  const before = useRef<Before>({});
  const save = async (values: Values): Promise<unknown> => {
    const form = { ...toForm(values), ...(noticeId !== null && { noticeId }) };
    if (form.state !== PUBLISHED || before.current.state === PUBLISHED) {
      return noticeId === null ? addNotice(form) : editNotice(form);
    }
    const { updateTime } = before.current;
    const payload = { ...form, ...(noticeId !== null && { filledFrom: updateTime || 'never' }) };
    const title = form.noticeTitle ?? '';
    await submission.offer({ process: 'notice', bizId: noticeId ?? 0, payload, title, said: WAITS, done: '发布成功' });
    return SAID;
  };
  return (
    <EntityDialog<Values>
      noun="公告"
      id={noticeId}
      width={820}
      load={() => (noticeId === null ? Promise.resolve(BLANK) : load(noticeId, before))}
      save={save}
      onClose={onClose}
    >
      <Fields />
      {submission.dialog}
    </EntityDialog>
  );
}
