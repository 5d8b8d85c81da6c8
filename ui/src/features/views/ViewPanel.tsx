import { DeleteOutlined, PushpinFilled, PushpinOutlined, SaveOutlined, TeamOutlined } from '@ant-design/icons';
import type { UseQueryResult } from '@tanstack/react-query';
import { App, Button, Input, Select } from 'antd';
import { useState } from 'react';
import { makeDefaultView, removeView, type SavedView, saveView, viewRolesQuery } from '@/api/views';
import { useMutation } from '@/lib/useMutation';
import { useQuery } from '@/lib/useQuery';
import { useCan } from '@/ui/Can';
import { choiceProps } from '@/ui/choices';
import { LoadFailed } from '@/ui/LoadFailed';
import type { ViewMenuProps } from '@/ui/list/views';
import { stateOfText, textOfState } from './state';
import styles from './views.module.css';

const SHARE = 'list:view:share';
const NOBODY = { value: 0, label: '仅自己' };

interface RoleSelectProps {
  label: string;
  value: number;
  onChange: (roleId: number) => void;
}

function RoleSelect({ label, value, onChange }: RoleSelectProps) {
  const roles = useQuery(viewRolesQuery());
  const options = (roles.data ?? []).map(({ roleId, roleName }) => ({ value: roleId, label: `共享给：${roleName}` }));
  return (
    <Select
      aria-label={label}
      value={value}
      options={[NOBODY, ...options]}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={onChange}
      {...choiceProps(roles)}
    />
  );
}

interface LineProps {
  view: SavedView;
  page: string;
  now: string;
  onApply: () => void;
}

/** One view: applied at a press, pinned, overwritten, shared, removed. */
function Line({ view, page, now, onApply }: LineProps) {
  const { message } = App.useApp();
  const can = useCan();
  const [sharing, setSharing] = useState(false);
  const { viewId, name, state, roleId, roleName, own, ownerName, isDefault, changeable } = view;
  const pin = useMutation({
    mutationFn: () => makeDefaultView(page, isDefault ? 0 : viewId),
    onSuccess: () => void message.success(isDefault ? '已取消默认视图' : `打开此列表时将使用“${name}”`),
  });
  const save = useMutation({
    mutationFn: (next: Partial<SavedView>) => saveView({ viewId, page, name, state, roleId, ...next }),
    onSuccess: () => void message.success(`已保存“${name}”`),
  });
  const remove = useMutation({ mutationFn: () => removeView(viewId) });
  const about = [roleId > 0 && `共享给${roleName}`, !own && `由${ownerName}保存`].filter(Boolean).join(' · ');
  const pinText = isDefault ? `取消默认视图“${name}”` : `将“${name}”设为默认`;
  return (
    <li>
      <button type="button" className="link" onClick={onApply}>
        {name}
        {about && <small>{about}</small>}
      </button>
      <span className={styles.actions}>
        <button
          type="button"
          className="ib"
          aria-label={pinText}
          aria-pressed={isDefault}
          title={pinText}
          onClick={() => pin.mutate()}
        >
          {isDefault ? <PushpinFilled aria-hidden /> : <PushpinOutlined aria-hidden />}
        </button>
        {changeable && (
          <button
            type="button"
            className="ib"
            aria-label={`用当前条件和列更新“${name}”`}
            title="用当前条件和列更新"
            onClick={() => save.mutate({ state: now })}
          >
            <SaveOutlined aria-hidden />
          </button>
        )}
        {changeable && can([SHARE]) && (
          <button
            type="button"
            className="ib"
            aria-label={`共享“${name}”`}
            aria-expanded={sharing}
            title="共享给角色"
            onClick={() => setSharing(!sharing)}
          >
            <TeamOutlined aria-hidden />
          </button>
        )}
        {changeable && (
          <button
            type="button"
            className="ib"
            aria-label={`删除视图“${name}”`}
            title="删除"
            onClick={() => remove.mutate()}
          >
            <DeleteOutlined aria-hidden />
          </button>
        )}
      </span>
      {sharing && (
        <RoleSelect
          label={`“${name}”共享给`}
          value={roleId}
          onChange={(next) => {
            setSharing(false);
            save.mutate({ roleId: next });
          }}
        />
      )}
    </li>
  );
}

interface SaveFormProps {
  page: string;
  now: string;
  views: readonly SavedView[];
}

/** Names what the list shows now; a name that is there is replaced. */
function SaveForm({ page, now, views }: SaveFormProps) {
  const { message } = App.useApp();
  const can = useCan();
  const [name, setName] = useState('');
  const [roleId, setRoleId] = useState(0);
  const same = views.find((view) => view.own && view.name === name.trim());
  const save = useMutation({
    mutationFn: () =>
      saveView({ viewId: same?.viewId ?? 0, page, name, state: now, roleId: roleId || (same?.roleId ?? 0) }),
    onSuccess: () => {
      void message.success(`已保存“${name.trim()}”`);
      setName('');
      setRoleId(0);
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Input
        value={name}
        maxLength={30}
        aria-label="视图名称"
        placeholder="当前条件、排序和列的名称"
        onChange={(event) => setName(event.target.value)}
      />
      {can([SHARE]) && <RoleSelect label="共享给" value={roleId} onChange={setRoleId} />}
      <Button type="primary" htmlType="submit" disabled={name.trim() === ''} loading={save.isPending}>
        {same ? '替换' : '保存当前视图'}
      </Button>
    </form>
  );
}

interface ViewPanelProps extends ViewMenuProps {
  views: UseQueryResult<SavedView[]>;
  onClose: () => void;
}

/** The saved views of a list, and the form that adds one. */
export default function ViewPanel({ page, now, onApply, views, onClose }: ViewPanelProps) {
  const { data, error, refetch } = views;
  const text = textOfState(now);
  return (
    <div className={styles.views}>
      {views.isPending && <p role="status">正在加载…</p>}
      {error && !data && <LoadFailed title="视图加载失败" error={error} retry={refetch} />}
      {data?.length === 0 && <p>还没有保存的视图。设好条件、排序和列后在此命名保存。</p>}
      {data && data.length > 0 && (
        <ul aria-label="保存的视图">
          {data.map((view) => (
            <Line
              key={view.viewId}
              view={view}
              page={page}
              now={text}
              onApply={() => {
                onApply(stateOfText(view.state));
                onClose();
              }}
            />
          ))}
        </ul>
      )}
      {data && <SaveForm page={page} now={text} views={data} />}
    </div>
  );
}
