import { Alert, App, Checkbox, Form, Input } from 'antd';
import { useState } from 'react';
import { checkQuery, type Design, type DesignCheck, designQuery, publishDesign } from '@/api/registerDesign';
import { useQuery } from '@/lib/useQuery';
import { useCan } from '@/ui/Can';
import { FormDialog } from '@/ui/FormDialog';
import formStyles from '@/ui/form-dialog.module.css';
import { Loaded } from '@/ui/Loaded';
import { Modal } from '@/ui/overlays';
import styles from './gen.module.css';
import { RolesField } from './RolesField';

interface Published {
  note?: string;
  roleIds?: number[];
}

interface ConfirmedProps {
  design: Design;
  check: DesignCheck;
  onClose: () => void;
}

/** What changes, what it means for the rows, and who will see the page. */
function Confirmed({ design, check, onClose }: ConfirmedProps) {
  const { message } = App.useApp();
  const can = useCan();
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const asked = check.problems.filter(({ confirm }) => confirm);
  const wrong = check.problems.filter(({ confirm }) => !confirm);
  const blocked = wrong.length > 0 || asked.some(({ confirm }) => !ticked.includes(confirm ?? ''));
  const save = async ({ note, roleIds }: Published) => {
    const done = await publishDesign(design.registerId, {
      ...{ note: note ?? '', roleIds: roleIds ?? [], confirm: [...ticked] },
      draftLock: design.draftLock,
    });
    void message.success(`已发布第 ${done.version} 版${done.hasWork ? '，数据正在后台处理' : ''}`);
  };
  return (
    <FormDialog<Published>
      title={`发布“${design.draft.name}”`}
      initial={{}}
      save={save}
      onClose={onClose}
      okText="发布"
      blocked={blocked}
    >
      {wrong.length > 0 && (
        <div className={`${styles.problems} ${formStyles.wide}`}>
          {wrong.map(({ field, message: text }) => (
            <Alert key={`${field}${text}`} type="error" showIcon title={text} />
          ))}
        </div>
      )}
      <section className={formStyles.wide}>
        <h3>{design.current > 0 ? `与第 ${design.current} 版的差异` : '首次发布'}</h3>
        <ul className={styles.changes}>
          {check.changes.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </section>
      {asked.map(({ confirm = '', message: text, rows = [] }) => (
        <Checkbox
          key={confirm}
          className={formStyles.wide ?? ''}
          checked={ticked.includes(confirm)}
          onChange={({ target }) =>
            setTicked(target.checked ? [...ticked, confirm] : ticked.filter((one) => one !== confirm))
          }
        >
          {rows.length > 0 ? `${text}（第 ${rows.join('、')} 行${rows.length >= 20 ? '…' : ''}）` : text}
        </Checkbox>
      ))}
      {design.current === 0 && can(['system:role:edit']) && (
        <RolesField extra="所选角色得到此页面的查询、新增、修改、删除、导入、导出权限，下一次请求即生效；敏感信息的权限另在角色管理中授予" />
      )}
      <Form.Item name="note" label="发布说明" className={formStyles.wide}>
        <Input.TextArea rows={2} maxLength={500} showCount />
      </Form.Item>
    </FormDialog>
  );
}

/** 发布: looks at the draft once more before it is offered. */
export default function PublishDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const design = useQuery({ ...designQuery(id), staleTime: 0 });
  const lock = design.data?.draftLock ?? 0;
  const check = useQuery({ ...checkQuery(id, lock), enabled: lock > 0, staleTime: 0 });
  if (design.data && check.data) return <Confirmed design={design.data} check={check.data} onClose={onClose} />;
  return (
    <Modal open title="发布登记表" onCancel={onClose} footer={null}>
      {design.error ? (
        <Loaded source={design} title="登记表加载失败">
          {() => null}
        </Loaded>
      ) : (
        <Loaded source={check} title="检查失败">
          {() => null}
        </Loaded>
      )}
    </Modal>
  );
}
