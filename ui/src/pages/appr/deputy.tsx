import { Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import {
  type Deputy,
  type DeputyForm,
  deputiesQuery,
  enterDeputy,
  processOptionsQuery,
  revokeDeputy,
} from '@/api/approvals';
import { DayInput } from '@/features/business/fields';
import { PersonField } from '@/features/PersonPicker/PersonField';
import { toMinute } from '@/lib/dates';
import { requiredChoice } from '@/lib/rules';
import { useQuery } from '@/lib/useQuery';
import { useSession } from '@/stores/session';
import { useCan } from '@/ui/Can';
import { choiceProps } from '@/ui/choices';
import { StateTag } from '@/ui/DictTag';
import { FormDialog } from '@/ui/FormDialog';
import formStyles from '@/ui/form-dialog.module.css';
import { Loaded } from '@/ui/Loaded';
import { SmallTable } from '@/ui/SmallTable';
import { useConfirm } from '@/ui/useConfirm';
import styles from './parts/appr.module.css';

const FOR_OTHERS = 'appr:deputy:all';

function DeputyDialog({ others, onClose }: { others: boolean; onClose: () => void }) {
  const processes = useQuery({ ...processOptionsQuery() });
  const options = (processes.data ?? []).map(({ key, label }) => ({ value: key, label }));
  return (
    <FormDialog<Partial<DeputyForm>>
      title="设置代理"
      initial={{}}
      save={(form) => enterDeputy(form as DeputyForm)}
      onClose={onClose}
      width={560}
    >
      {others && (
        <Form.Item name="user" label="被代理人" extra="不选则为本人" className={formStyles.wide}>
          <PersonField />
        </Form.Item>
      )}
      <Form.Item name="deputy" label="代理人" className={formStyles.wide} rules={[requiredChoice('代理人')]}>
        <PersonField />
      </Form.Item>
      <Form.Item name="from" label="开始日期" rules={[requiredChoice('开始日期')]}>
        <DayInput />
      </Form.Item>
      <Form.Item name="to" label="结束日期" rules={[requiredChoice('结束日期')]}>
        <DayInput />
      </Form.Item>
      <Form.Item name="keys" label="流程" extra="不选则代理全部流程" className={formStyles.wide}>
        <Select mode="multiple" allowClear options={options} optionFilterProp="label" {...choiceProps(processes)} />
      </Form.Item>
      <Form.Item name="reason" label="原因" className={formStyles.wide}>
        <Input maxLength={200} placeholder="如：出差、休假" />
      </Form.Item>
    </FormDialog>
  );
}

function State({ deputy }: { deputy: Deputy }) {
  if (deputy.isOver) return <StateTag tone="off">已结束</StateTag>;
  return deputy.isOn ? <StateTag tone="ok">代理中</StateTag> : <StateTag tone="blue">未开始</StateTag>;
}

/** 代理设置: who acts for the person while he is away, and for whom he acts. */
export default function DeputyPage() {
  const others = useCan()([FOR_OTHERS]);
  const own = useSession((state) => state.account?.userId);
  const rows = useQuery({ ...deputiesQuery(others), staleTime: 0 });
  const [open, setOpen] = useState(false);
  const confirm = useConfirm();
  const revoke = (deputy: Deputy) =>
    confirm({
      title: '撤销代理',
      content: `确定撤销“${deputy.deputyName}”对“${deputy.userName}”的代理吗？已办理的任务不受影响。`,
      okText: '撤销',
      danger: true,
      run: () => revokeDeputy(deputy.deputyId),
    });
  return (
    <section className={`card ${styles.plain}`} aria-label="代理设置">
      <header>
        <p className="t2">
          代理期间，代理人可以代您办理审批任务，办理记录同时留下双方姓名；您本人仍可办理，先办者有效。
        </p>
        <Button type="primary" onClick={() => setOpen(true)}>
          设置代理
        </Button>
      </header>
      <Loaded title="代理加载失败" source={rows}>
        {(all) => (
          <SmallTable<Deputy>
            rows={all}
            rowKey="deputyId"
            width={860}
            paged={20}
            none="还没有设置过代理"
            columns={[
              { key: 'user', title: '被代理人', render: (_, row) => row.userName },
              { key: 'deputy', title: '代理人', render: (_, row) => row.deputyName },
              { key: 'days', title: '期间', render: (_, row) => `${row.from} 至 ${row.to}` },
              { key: 'scope', title: '流程', render: (_, row) => row.scope },
              { key: 'state', title: '状态', render: (_, row) => <State deputy={row} /> },
              { key: 'reason', title: '原因', render: (_, row) => row.reason },
              { key: 'made', title: '设置', render: (_, row) => `${row.madeBy} ${toMinute(row.madeAt)}` },
              {
                key: 'actions',
                title: '操作',
                render: (_, row) =>
                  !row.isOver &&
                  (row.user === own || others) && (
                    <Button type="link" size="small" danger onClick={() => revoke(row)}>
                      撤销
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
      {open && <DeputyDialog others={others} onClose={() => setOpen(false)} />}
    </section>
  );
}
