import { Alert, Button } from 'antd';
import { useState } from 'react';
import { Preset, PresetLabels } from '@/api/generated/enums';
import { lackingRolesQuery, makeRoles, type PresetRow, presetsQuery, switchPreset } from '@/api/process';
import { useMutation } from '@/lib/useMutation';
import { useQuery } from '@/lib/useQuery';
import { Can } from '@/ui/Can';
import { StateTag } from '@/ui/DictTag';
import { Loaded } from '@/ui/Loaded';
import { LoadFailed } from '@/ui/LoadFailed';
import { PageLink } from '@/ui/PageLink';
import { useConfirm } from '@/ui/useConfirm';
import { Health } from './parts/Health';
import { Seats } from './parts/Seats';
import styles from './parts/wizard.module.css';

const wordOf = (preset: string): string => PresetLabels.find(([value]) => value === preset)?.[1] ?? preset;

/** Roles that standard processes ask for and nobody has made yet. */
function Roles() {
  const { data, error, refetch } = useQuery(lackingRolesQuery());
  const making = useMutation({ mutationFn: makeRoles });
  if (error) return <LoadFailed title="角色检查失败" error={error} retry={refetch} />;
  if (!data || data.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={`标准流程还缺少角色：${data.map(({ roleName }) => roleName).join('、')}。建立后请在“角色管理”中为其分配人员。`}
      action={
        <Can permission="system:role:add">
          <Button loading={making.isPending} onClick={() => making.mutate()}>
            建立缺少的角色
          </Button>
        </Can>
      }
    />
  );
}

/** Why the standard process is not to be had now; empty when it is. */
function obstacle(row: PresetRow): string {
  if (!row.hasStandard) return '没有标准流程';
  if (row.problem) return row.problem;
  return row.red > 0 ? `${row.red} 个部门有环节找不到办理人` : '';
}

function PresetItem({ row, open, onOpen }: { row: PresetRow; open: boolean; onOpen: () => void }) {
  const ask = useConfirm();
  const why = obstacle(row);
  const go = (preset: (typeof Preset)[keyof typeof Preset]) =>
    ask({
      title: `“${row.label}”改用${wordOf(preset)}流程`,
      content: '新提交的单据按新流程办理，在办的单据仍按原流程办完。',
      okText: '启用',
      run: () => switchPreset(row.key, preset),
    });
  const atOnce = () =>
    ask({
      title: `“${row.label}”不再审批`,
      content: '今后办理即生效，不需要他人同意；在办的单据仍按原流程办完。',
      okText: '改为直接办理',
      run: () => switchPreset(row.key, Preset.None),
    });
  return (
    <li className={styles.preset}>
      <div className={styles.line}>
        <b>{row.label}</b>
        <StateTag tone={row.preset === Preset.Standard ? 'ok' : row.preset === Preset.None ? 'off' : 'blue'}>
          {wordOf(row.preset)}
        </StateTag>
        {row.inForce !== null && (
          <PageLink to={`/appr/design/edit/${row.inForce}`}>{`现行版本 ${row.definitionVersion ?? ''}`}</PageLink>
        )}
        {(why || row.preset !== Preset.Standard) && (
          <StateTag tone={why ? 'bad' : 'ok'}>{why || '标准流程可以启用'}</StateTag>
        )}
        <span className={styles.actions}>
          {row.hasStandard && (
            <Button size="small" aria-expanded={open} onClick={onOpen}>
              体检
            </Button>
          )}
          {row.hasSimple && row.preset !== Preset.Simple && (
            <Button size="small" onClick={() => go(Preset.Simple)}>
              启用简易流程
            </Button>
          )}
          {row.direct && row.preset !== Preset.None && (
            <Button size="small" onClick={atOnce}>
              改为直接办理
            </Button>
          )}
          {row.hasStandard && row.preset !== Preset.Standard && (
            <Button size="small" type="primary" disabled={why !== ''} onClick={() => go(Preset.Standard)}>
              启用标准流程
            </Button>
          )}
        </span>
      </div>
      {open && <Health of={row.key} />}
    </li>
  );
}

/** 启用向导: which process each kind of document goes by, and whether the standard one finds its people. */
export default function PresetPage() {
  const presets = useQuery({ ...presetsQuery(), staleTime: 0 });
  const [open, setOpen] = useState<string | null>(null);
  return (
    <section className={`card ${styles.wizard}`} aria-label="启用向导">
      <p className="t2">
        “简易”是有审批权限的任何一人同意即可；“标准”按单据金额等逐级审批；冲销、手工账单等没有启用流程时直接办理。体检逐个部门查看每个环节能否找到办理人，全部通过才能启用标准流程。
      </p>
      <Roles />
      <Seats />
      <Loaded source={presets} title="流程加载失败" lines={6}>
        {(rows) => (
          <ul className={styles.presets}>
            {rows.map((row) => (
              <PresetItem
                key={row.key}
                row={row}
                open={open === row.key}
                onOpen={() => setOpen(open === row.key ? null : row.key)}
              />
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}
