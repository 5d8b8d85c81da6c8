import { Alert, App, Button, Checkbox, ConfigProvider, Form, Input } from 'antd';
import { type DragEvent, useRef, useState } from 'react';
import { ApiError } from '@/api/errors';
import { type FieldDef, type FlowForm, flowForms } from '@/api/forms';
import { FormKindLabels } from '@/api/generated/enums';
import { FormItems } from '@/features/engineForms/FormItems';
import { useUnsaved } from '@/lib/unsaved';
import { useMutation } from '@/lib/useMutation';
import { useCan } from '@/ui/Can';
import formStyles from '@/ui/form-dialog.module.css';
import { IntegerInput, LooseNumber } from '@/ui/NumberInput';
import { Refusal } from '@/ui/Refusal';
import { useFormToken } from '@/ui/useFormToken';
import { useMedia } from '@/ui/useMedia';
import { useTabLabel } from '@/ui/useTabLabel';
import { useSteps } from '../../design/parts/history';
import { Labelled } from '../../design/parts/NodePanel';
import { Columns } from './Columns';
import { insertAt, type Kind, moved, newField } from './fields';
import styles from './form.module.css';

const STALE = 409;
const WIDE = '(min-width: 992px)';
const MOST = 10_000_000_000;
const TEXTS = new Set(['text', 'textarea']);
const LONGEST = 2_000;

interface FormDesignerProps {
  start: FlowForm;
  reload: () => void;
}

interface Drawn {
  name: string;
  remark: string;
  fields: readonly FieldDef[];
}

const wordOf = (kind: string | undefined): string => FormKindLabels.find(([value]) => value === kind)?.[1] ?? '';

interface PropertiesProps {
  field: FieldDef;
  onChange: (patch: Partial<FieldDef>, about?: string) => void;
}

/** Everything about a field. */
function Properties({ field, onChange }: PropertiesProps) {
  const { kind = 'text', name = '', title = '' } = field;
  return (
    <>
      <Labelled label={kind === 'note' ? '说明文字' : '标题'}>
        <Input.TextArea
          aria-label="标题"
          data-first
          autoSize
          maxLength={kind === 'note' ? 500 : 30}
          value={title}
          onChange={({ target }) => onChange({ title: target.value }, `title ${name}`)}
        />
      </Labelled>
      {kind !== 'note' && (
        <>
          <Labelled label="名称（用于条件，建议用英文）">
            <Input
              aria-label="名称"
              maxLength={30}
              value={name}
              onChange={({ target }) => onChange({ name: target.value }, `name of ${title}`)}
            />
          </Labelled>
          <Checkbox checked={field.required ?? false} onChange={({ target }) => onChange({ required: target.checked })}>
            必填
          </Checkbox>
          <Labelled label="提示">
            <Input
              aria-label="提示"
              maxLength={100}
              value={field.hint ?? ''}
              onChange={({ target }) => onChange({ hint: target.value }, `hint ${name}`)}
            />
          </Labelled>
        </>
      )}
      {kind === 'table' && (
        <Columns
          columns={field.columns ?? []}
          onChange={(columns, about) => onChange({ columns }, about && `${name} ${about}`)}
        />
      )}
      {(kind === 'choice' || kind === 'choices') && (
        <Labelled label="选项，每行一个">
          <Input.TextArea
            aria-label="选项"
            autoSize={{ minRows: 3 }}
            value={(field.options ?? []).join('\n')}
            onChange={({ target }) => onChange({ options: target.value.split('\n') }, `options ${name}`)}
          />
        </Labelled>
      )}
      {TEXTS.has(kind) && (
        <Labelled label="最多字数">
          <LooseNumber value={field.most ?? null} onChange={(most) => onChange({ most: most || null }, `most ${name}`)}>
            {(control) => <IntegerInput {...control} aria-label="最多字数" min={1} max={LONGEST} unit="字" />}
          </LooseNumber>
        </Labelled>
      )}
      {kind === 'int' && (
        <>
          <Labelled label="最小值">
            <LooseNumber value={field.least ?? null} onChange={(least) => onChange({ least }, `least ${name}`)}>
              {(control) => <IntegerInput {...control} aria-label="最小值" min={-MOST} max={MOST} />}
            </LooseNumber>
          </Labelled>
          <Labelled label="最大值">
            <LooseNumber value={field.most ?? null} onChange={(most) => onChange({ most }, `most ${name}`)}>
              {(control) => <IntegerInput {...control} aria-label="最大值" min={-MOST} max={MOST} />}
            </LooseNumber>
          </Labelled>
        </>
      )}
    </>
  );
}

interface ListProps {
  fields: readonly FieldDef[];
  selected: number;
  onSelect: (place: number) => void;
  /** Absent where nothing may be changed. */
  edit?: { move: (from: number, to: number) => void; remove: (place: number) => void } | undefined;
}

/** The fields from top to bottom: dragged, or moved with Alt and an arrow. */
function FieldList({ fields, selected, onSelect, edit }: ListProps) {
  const list = useRef<HTMLDivElement>(null);
  const focus = (place: number) => {
    onSelect(place);
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>('[role=option]')[place]?.focus());
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    const to = selected + by;
    if (by !== 0 && to >= 0 && to < fields.length) {
      event.preventDefault();
      if (!event.altKey) focus(to);
      else if (edit) {
        edit.move(selected, to);
        focus(to);
      }
    } else if (event.key === 'Delete' && edit) {
      event.preventDefault();
      edit.remove(selected);
      focus(Math.max(0, selected - 1));
    }
  };
  const drop = (event: DragEvent, place: number) => {
    event.preventDefault();
    const from = Number(event.dataTransfer.getData('text/plain'));
    if (edit && Number.isInteger(from)) {
      edit.move(from, place);
      onSelect(place);
    }
  };
  return (
    <div ref={list} role="listbox" aria-label="字段" className={styles.fields} onKeyDown={onKeyDown}>
      {fields.map((field, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list listens to keys for all of its options
        <div
          key={field.name}
          role="option"
          aria-selected={place === selected}
          tabIndex={place === selected ? 0 : -1}
          className={`${styles.field} ${place === selected ? styles.selected : ''}`}
          draggable={edit !== undefined}
          onClick={() => onSelect(place)}
          onDragStart={(event) => event.dataTransfer.setData('text/plain', String(place))}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => drop(event, place)}
        >
          <b>{field.title || '（未命名）'}</b>
          <small className="t2">
            {wordOf(field.kind)}
            {field.required ? ' · 必填' : ''}
          </small>
        </div>
      ))}
    </div>
  );
}

/** The form as who fills it in will see it; only to look at. */
function Preview({ fields }: { fields: readonly FieldDef[] }) {
  return (
    <fieldset disabled className={styles.preview} aria-label="预览">
      <Form layout="vertical" className={formStyles.formGrid}>
        <FormItems fields={fields} />
      </Form>
    </fieldset>
  );
}

function useSaving(start: FlowForm, drawn: Drawn) {
  const { message } = App.useApp();
  const token = useFormToken();
  const content = JSON.stringify(drawn);
  const [saved, setSaved] = useState(() => ({ content, version: start.version }));
  const saving = useMutation({
    mutationFn: () =>
      token.send(() =>
        flowForms.edit({
          ...{ formId: start.formId, key: start.key ?? '', version: saved.version },
          ...{ name: drawn.name, remark: drawn.remark, fields: [...drawn.fields] },
        }),
      ),
    onSuccess: () => {
      setSaved({ content, version: saved.version + 1 });
      void message.success('已保存');
    },
    meta: { quiet: true },
  });
  return { saving, dirty: content !== saved.content };
}

/** 表单设计: kinds of fields, the form, and what is selected. */
export function FormDesigner({ start, reload }: FormDesignerProps) {
  const { value, change, undo, redo, canUndo, canRedo } = useSteps<Drawn>({
    ...{ name: start.name ?? '', remark: start.remark ?? '', fields: start.fields ?? [] },
  });
  const can = useCan();
  const mayEdit = useMedia(WIDE) && can(['appr:form:edit']);
  const [chosen, setChosen] = useState(0);
  const { saving, dirty } = useSaving(start, value);
  useUnsaved(dirty);
  useTabLabel(`表单 ${start.name}`);
  const { fields } = value;
  const selected = Math.min(chosen, fields.length - 1);
  const field = fields[selected];
  const put = (make: (fields: readonly FieldDef[]) => readonly FieldDef[], about = '') =>
    change((now) => ({ ...now, fields: make(now.fields) }), about);
  const add = (kind: Kind, label: string) => {
    put((now) => insertAt(now, selected, newField(now, kind, label)));
    setChosen(selected + 1);
  };
  const stale = saving.error instanceof ApiError && saving.error.code === STALE;
  return (
    <section className={`card ${styles.design}`} aria-label="表单设计">
      <div className={styles.head}>
        <h2>{value.name}</h2>
        {mayEdit && (
          <div className={styles.tools}>
            <Button disabled={!canUndo} onClick={undo}>
              撤销
            </Button>
            <Button disabled={!canRedo} onClick={redo}>
              重做
            </Button>
            <Button type="primary" loading={saving.isPending} disabled={!dirty} onClick={() => saving.mutate()}>
              保存
            </Button>
          </div>
        )}
      </div>
      {stale ? (
        <Alert
          type="error"
          showIcon
          title={saving.error?.message}
          action={<Button onClick={reload}>放弃我的修改，载入最新内容</Button>}
        />
      ) : (
        <Refusal error={saving.error} />
      )}
      <div className={styles.desk}>
        <div>
          {mayEdit && (
            <fieldset className={styles.kinds}>
              <legend>添加字段</legend>
              {FormKindLabels.map(([kind, label]) => (
                <Button key={kind} size="small" onClick={() => add(kind, label)}>
                  {label}
                </Button>
              ))}
            </fieldset>
          )}
          <FieldList
            fields={fields}
            selected={selected}
            onSelect={setChosen}
            edit={
              mayEdit
                ? {
                    move: (from, to) => put((now) => moved(now, from, to)),
                    remove: (place) => put((now) => now.filter((_, at) => at !== place)),
                  }
                : undefined
            }
          />
          {mayEdit && <p className="t3">拖动或 Alt+↑↓ 调整顺序，Delete 删除</p>}
        </div>
        <Preview fields={fields} />
        <aside aria-label="属性">
          <ConfigProvider componentDisabled={!mayEdit}>
            {field && (
              <Properties
                field={field}
                onChange={(patch, about) =>
                  put((now) => now.map((old, at) => (at === selected ? { ...old, ...patch } : old)), about)
                }
              />
            )}
            <h3>表单</h3>
            <Labelled label="表单名称">
              <Input
                aria-label="表单名称"
                maxLength={50}
                value={value.name}
                onChange={({ target }) => change((now) => ({ ...now, name: target.value }), 'name')}
              />
            </Labelled>
            <Labelled label="说明">
              <Input.TextArea
                aria-label="表单说明"
                maxLength={500}
                autoSize
                value={value.remark}
                onChange={({ target }) => change((now) => ({ ...now, remark: target.value }), 'remark')}
              />
            </Labelled>
          </ConfigProvider>
        </aside>
      </div>
    </section>
  );
}
