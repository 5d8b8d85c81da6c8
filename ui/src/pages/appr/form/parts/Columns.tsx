import { Button, Checkbox, Input, Select } from 'antd';
import type { FieldDef } from '@/api/forms';
import { FormKindLabels } from '@/api/generated/enums';
import { Labelled } from '../../design/parts/NodePanel';
import { type Kind, newField } from './fields';
import styles from './form.module.css';

/** What fits into a cell (`FormKind::is_cell`). */
const CELLS = new Set(['text', 'int', 'money', 'area', 'date', 'bool', 'choice']);
const KINDS = FormKindLabels.filter(([kind]) => CELLS.has(kind)).map(([value, label]) => ({ value, label }));
const MOST = 10;

interface ColumnsProps {
  columns: readonly FieldDef[];
  onChange: (columns: FieldDef[], about?: string) => void;
}

/** The columns of a table. */
export function Columns({ columns, onChange }: ColumnsProps) {
  const put = (place: number, patch: Partial<FieldDef>, about?: string) =>
    onChange(
      columns.map((column, at) => (at === place ? { ...column, ...patch } : column)),
      about,
    );
  const turn = (place: number, kind: Kind) =>
    put(place, { kind, options: kind === 'choice' ? ['选项一', '选项二'] : [], most: null, least: null });
  return (
    <>
      {columns.map((column, place) => (
        <fieldset key={column.name} className={styles.column}>
          <legend>第 {place + 1} 列</legend>
          <Input
            aria-label={`第 ${place + 1} 列标题`}
            maxLength={30}
            value={column.title ?? ''}
            onChange={({ target }) => put(place, { title: target.value }, `column ${column.name}`)}
          />
          <Select
            aria-label={`第 ${place + 1} 列类型`}
            options={KINDS}
            value={column.kind ?? 'text'}
            onChange={(kind: Kind) => turn(place, kind)}
          />
          {column.kind === 'choice' && (
            <Labelled label="选项，每行一个">
              <Input.TextArea
                aria-label={`第 ${place + 1} 列选项`}
                autoSize={{ minRows: 2 }}
                value={(column.options ?? []).join('\n')}
                onChange={({ target }) => put(place, { options: target.value.split('\n') }, `words ${column.name}`)}
              />
            </Labelled>
          )}
          <div className={styles.columnActions}>
            <Checkbox
              checked={column.required ?? false}
              onChange={({ target }) => put(place, { required: target.checked })}
            >
              必填
            </Checkbox>
            <Button
              size="small"
              disabled={columns.length === 1}
              onClick={() => onChange(columns.filter((_, at) => at !== place))}
            >
              删除
            </Button>
          </div>
        </fieldset>
      ))}
      <Button
        disabled={columns.length >= MOST}
        onClick={() => onChange([...columns, newField(columns, 'text', '名称')])}
      >
        添加列
      </Button>
    </>
  );
}
