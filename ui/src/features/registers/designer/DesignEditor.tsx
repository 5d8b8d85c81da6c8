import { Alert, App, Button, Tabs } from 'antd';
import { Suspense, useMemo, useState } from 'react';
import { ApiError } from '@/api/errors';
import { archiveField, checkQuery, type Definition, type Design, saveDesign } from '@/api/registerDesign';
import type { RegisterField } from '@/api/registers';
import { useUnsaved } from '@/lib/unsaved';
import { useMutation } from '@/lib/useMutation';
import { useQuery } from '@/lib/useQuery';
import { Can, useCan } from '@/ui/Can';
import { lazy } from '@/ui/lazy';
import { Refusal } from '@/ui/Refusal';
import { useConfirm } from '@/ui/useConfirm';
import { useTabLabel } from '@/ui/useTabLabel';
import { BasicsTab } from './BasicsTab';
import { FieldsTab } from './FieldsTab';
import styles from './gen.module.css';
import { MakingTab } from './MakingTab';
import { Preview } from './Preview';

const FieldDialog = lazy(() => import('./FieldDialog'));
const ConvertDialog = lazy(() => import('./ConvertDialog'));
const PublishDialog = lazy(() => import('./PublishDialog'));

const STALE = 409;

type Open = { kind: 'all' | 'convert'; field: RegisterField } | { kind: 'publish' };

interface DesignEditorProps {
  start: Design;
  reload: () => Promise<unknown>;
}

/** What is wrong with the saved draft, before anybody wants to publish it. */
function Problems({ design }: { design: Design }) {
  const check = useQuery(checkQuery(design.registerId, design.draftLock));
  const wrong = (check.data?.problems ?? []).filter(({ confirm }) => !confirm);
  if (!check.data) return null;
  if (wrong.length === 0) return <span className="t2">检查通过</span>;
  return (
    <div className={styles.problems}>
      {wrong.map(({ field, message }) => (
        <Alert key={`${field}${message}`} type="warning" showIcon title={message} />
      ))}
    </div>
  );
}

const stateText = (design: Design): string => {
  if (design.current === 0) return '草稿（未发布）';
  return design.isChanged ? `草稿（基于第 ${design.current} 版）` : `第 ${design.current} 版（无修改）`;
};

/** A draft being drawn: three tabs and, beside them, what it will look like. */
export function DesignEditor({ start, reload }: DesignEditorProps) {
  const { message } = App.useApp();
  const confirm = useConfirm();
  const mayEdit = useCan()(['tool:gen:edit']);
  const [draft, setDraft] = useState<Definition>(start.draft as Definition);
  const [code, setCode] = useState(start.code);
  const [open, setOpen] = useState<Open | null>(null);
  const dirty = useMemo(
    () => code !== start.code || JSON.stringify(draft) !== JSON.stringify(start.draft),
    [draft, code, start],
  );
  useUnsaved(dirty);
  useTabLabel(start.name);
  const saving = useMutation({
    mutationFn: () =>
      // a draft may lack what only a published definition has to have: the server says what
      saveDesign({
        ...{ registerId: start.registerId, draftLock: start.draftLock, definition: draft as never },
        ...(code !== start.code && { code }),
      }),
    onSuccess: () => {
      void message.success('草稿已保存');
      void reload();
    },
  });
  const isStale = saving.error instanceof ApiError && saving.error.code === STALE;
  const setFields = (fields: readonly RegisterField[]) => setDraft({ ...draft, fields });
  const replace = (field: RegisterField, next: RegisterField) =>
    setFields(draft.fields.map((one) => (one === field ? next : one)));
  const archive = (field: RegisterField) => {
    if (field.since === 0) return setFields(draft.fields.filter((one) => one !== field));
    confirm({
      title: '归档字段',
      content: `“${field.label}”将从列表和表单中隐去，数据保留，随时可以恢复。发布后生效。`,
      okText: '归档',
      danger: true,
      run: () => archiveField(start.registerId, field.no, start.draftLock).then(reload),
    });
  };
  const more = (field: RegisterField, what: 'all' | 'convert' | 'archive') => {
    if (what === 'all') return setOpen({ kind: 'all', field });
    // these act on the draft that is saved
    if (dirty) return void message.warning('请先保存草稿');
    if (what === 'convert') return setOpen({ kind: 'convert', field });
    archive(field);
  };
  return (
    <>
      <div className={`card ${styles.padded}`}>
        <p>
          <b>{start.name}</b> <span className="t2">{stateText(start)}</span> {!dirty && <Problems design={start} />}
        </p>
        <p>
          <Can permission="tool:gen:edit">
            <Button
              type={dirty ? 'primary' : 'default'}
              disabled={!dirty}
              loading={saving.isPending}
              onClick={() => saving.mutate()}
            >
              保存草稿
            </Button>
          </Can>{' '}
          <Can permission="tool:gen:publish">
            <Button
              type={dirty ? 'default' : 'primary'}
              disabled={dirty || !start.isChanged}
              onClick={() => setOpen({ kind: 'publish' })}
            >
              发布…
            </Button>
          </Can>
        </p>
        <Refusal error={saving.error} />
        {isStale && <Button onClick={() => void reload()}>放弃我的修改，载入最新设计</Button>}
      </div>
      <div className={styles.split}>
        <fieldset className={`card ${styles.padded} ${styles.bare}`} disabled={!mayEdit}>
          <Tabs
            items={[
              {
                key: 'basics',
                label: '基本信息',
                children: <BasicsTab design={start} draft={draft} code={code} onCode={setCode} onChange={setDraft} />,
              },
              {
                key: 'fields',
                label: `字段信息（${draft.fields.filter(({ archived }) => !archived).length}）`,
                children: <FieldsTab design={start} fields={draft.fields} onChange={setFields} onMore={more} />,
              },
              {
                key: 'making',
                label: '生成信息',
                children: <MakingTab design={start} draft={draft} onChange={setDraft} reload={reload} dirty={dirty} />,
              },
            ]}
          />
        </fieldset>
        <Preview draft={draft} />
      </div>
      <Suspense fallback={null}>
        {open?.kind === 'all' && (
          <FieldDialog
            design={start}
            field={open.field}
            fields={draft.fields}
            onSave={(next) => replace(open.field, next)}
            onClose={() => setOpen(null)}
          />
        )}
        {open?.kind === 'convert' && (
          <ConvertDialog design={start} field={open.field} onDone={() => void reload()} onClose={() => setOpen(null)} />
        )}
        {open?.kind === 'publish' && (
          <PublishDialog
            id={start.registerId}
            onClose={() => {
              setOpen(null);
              void reload();
            }}
          />
        )}
      </Suspense>
    </>
  );
}
