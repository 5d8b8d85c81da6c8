import { App, Checkbox, Form, Input, Radio } from 'antd';
import { listMenus } from '@/api/menu';
import { reading } from '@/api/reading';
import { type Definition, type Design, restoreField, versionsQuery } from '@/api/registerDesign';
import { approvalOf, type RegisterApproval } from '@/api/registers';
import { useQuery } from '@/lib/useQuery';
import { Loaded } from '@/ui/Loaded';
import { SearchedTree } from '@/ui/SearchedTree';
import { useConfirm } from '@/ui/useConfirm';
import styles from './gen.module.css';

interface MakingTabProps {
  design: Design;
  draft: Definition;
  onChange: (draft: Definition) => void;
  reload: () => Promise<unknown>;
  dirty: boolean;
}

const SHARING = [
  { value: 'dept', label: '按部门和数据权限' },
  { value: 'common', label: '全员共用' },
];

const DECIDED: { value: keyof RegisterApproval; label: string }[] = [
  { value: 'create', label: '新增' },
  { value: 'change', label: '修改' },
  { value: 'remove', label: '删除' },
];
const approvalBy = (actions: readonly string[]): RegisterApproval => ({
  create: actions.includes('create'),
  change: actions.includes('change'),
  remove: actions.includes('remove'),
});

const foldersQuery = reading('menu-folders', () => (signal) => listMenus({}, signal));

function Folder({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  const menus = useQuery(foldersQuery());
  const folders = (menus.data ?? []).filter(({ menuType }) => menuType === 'M');
  const nodes = folders.map(({ menuId, menuName }) => ({ id: menuId, label: menuName }));
  return (
    <SearchedTree
      id="reg-parent"
      nodes={[{ id: 0, label: '登记台账（默认）' }, ...nodes]}
      value={value}
      onChange={(next) => onChange(next ?? 0)}
    />
  );
}

/** Fields that are hidden with their cells: they come back, and a conversion is taken back with them. */
function Archived({ design, draft, reload, dirty }: Omit<MakingTabProps, 'onChange'>) {
  const { message } = App.useApp();
  const confirm = useConfirm();
  const archived = draft.fields.filter((field) => field.archived);
  if (archived.length === 0) return null;
  return (
    <section>
      <h3>已归档的字段</h3>
      <ul className={styles.changes}>
        {archived.map((field) => (
          <li key={field.no}>
            {field.label}{' '}
            <button
              type="button"
              className="link"
              onClick={() => {
                if (dirty) return void message.warning('请先保存草稿');
                confirm({
                  title: '恢复字段',
                  content: `恢复“${field.label}”及其数据；由它转换来的字段随之归档，之后填写的值转换回来。发布后生效。`,
                  okText: '恢复',
                  run: () => restoreField(design.registerId, field.no, design.draftLock).then(reload),
                });
              }}
            >
              恢复
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Versions({ id }: { id: number }) {
  const source = useQuery(versionsQuery(id));
  return (
    <Loaded source={source} title="版本加载失败">
      {(versions) => (
        <>
          {versions.map(({ version, byName, at, note, changes }) => (
            <details key={version}>
              <summary>{`第 ${version} 版 · ${byName} · ${at}${note ? ` · ${note}` : ''}`}</summary>
              <ul className={styles.changes}>
                {changes.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            </details>
          ))}
        </>
      )}
    </Loaded>
  );
}

/** 生成信息: where the page stands, who sees the rows, what was published. */
export function MakingTab({ design, draft, onChange, reload, dirty }: MakingTabProps) {
  const { place } = draft;
  const approval = approvalOf(draft);
  const { parent = 0, icon = '' } = place;
  return (
    <>
      <Form layout="vertical" component="div">
        <Form.Item
          label="上级菜单"
          htmlFor="reg-parent"
          extra={design.menuId > 0 ? '已在菜单中，位置请在菜单管理中修改' : '首次发布时放在这里'}
        >
          <Folder value={parent} onChange={(next) => onChange({ ...draft, place: { parent: next, icon } })} />
        </Form.Item>
        <Form.Item label="图标" htmlFor="reg-icon">
          <Input
            id="reg-icon"
            maxLength={40}
            placeholder="form"
            value={icon}
            onChange={({ target }) => onChange({ ...draft, place: { parent, icon: target.value } })}
          />
        </Form.Item>
        <Form.Item label="数据范围">
          <Radio.Group
            options={SHARING}
            value={draft.sharing}
            onChange={({ target }) => onChange({ ...draft, sharing: target.value })}
          />
        </Form.Item>
        <Form.Item>
          <Checkbox
            checked={draft.attachments}
            onChange={({ target }) => onChange({ ...draft, attachments: target.checked })}
          >
            行可以有附件
          </Checkbox>
        </Form.Item>
        <Form.Item
          label="审批"
          extra="选中的操作提交后由他人审批，同意后才生效；流程在“流程设计”中按“登记表·表描述”绘制，没有发布流程时由持有本表“审批”权限的人员办理。须审批的操作不能批量导入"
        >
          <Checkbox.Group<keyof RegisterApproval>
            options={DECIDED}
            value={DECIDED.map(({ value }) => value).filter((action) => approval[action])}
            onChange={(actions) => onChange({ ...draft, approval: approvalBy(actions) })}
          />
        </Form.Item>
      </Form>
      <h3>权限标识</h3>
      <p className="t2">{design.permissions.join('　')}</p>
      <Archived design={design} draft={draft} reload={reload} dirty={dirty} />
      {design.current > 0 && (
        <section>
          <h3>版本</h3>
          <Versions id={design.registerId} />
        </section>
      )}
    </>
  );
}
