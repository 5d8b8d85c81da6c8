import { ArrowDownOutlined, ArrowUpOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Dropdown, Input, Select } from 'antd';
import { FieldKindLabels, QueryWayLabels, WidgetLabels } from '@/api/generated/enums';
import type { Design, KindRules } from '@/api/registerDesign';
import type { RegisterField } from '@/api/registers';
import { SmallTable } from '@/ui/SmallTable';
import { fresh, moved } from './draft';

export const wordOf = (words: readonly (readonly [string, string])[], value: string): string =>
  words.find(([known]) => known === value)?.[1] ?? value;

interface FieldsTabProps {
  design: Design;
  fields: readonly RegisterField[];
  onChange: (fields: readonly RegisterField[]) => void;
  /** Opens everything about a field, or an operation on it. */
  onMore: (field: RegisterField, what: 'all' | 'convert' | 'archive') => void;
}

const rulesOf = (design: Design, kind: string): KindRules | undefined => design.kinds.find((one) => one.kind === kind);

const FLAGS = [
  ['required', '必填'],
  ['insert', '新增'],
  ['edit', '修改'],
  ['list', '列表'],
  ['query', '查询'],
] as const;

/** 字段信息: one line a field; what is rarer opens beside it. */
export function FieldsTab({ design, fields, onChange, onMore }: FieldsTabProps) {
  const shown = fields.filter(({ archived }) => !archived);
  const set = (field: RegisterField, patch: Partial<RegisterField>) =>
    onChange(fields.map((one) => (one === field ? { ...one, ...patch } : one)));
  const setKind = (field: RegisterField, kind: RegisterField['kind']) => {
    const rules = rulesOf(design, kind);
    const query = field.query && (rules?.ways.length ?? 0) > 0;
    set(field, { kind, query, queryWay: rules?.ways[0] ?? 'EQ', widget: rules?.widgets[0] ?? 'input' });
  };
  const options = (words: readonly (readonly [string, string])[], allowed: readonly string[]) =>
    allowed.map((value) => ({ value, label: wordOf(words, value) }));
  return (
    <>
      <p>
        <Button icon={<PlusOutlined aria-hidden />} onClick={() => onChange([...fields, fresh(fields)])}>
          添加字段
        </Button>
      </p>
      <SmallTable<RegisterField>
        rows={shown}
        rowKey={(field) => field.no || field.code}
        width={1080}
        none="还没有字段"
        columns={[
          {
            ...{ key: 'label', title: '字段名', width: 170 },
            render: (_, field) => (
              <Input
                aria-label={`${field.label}的字段名`}
                maxLength={40}
                value={field.label}
                onChange={({ target }) => set(field, { label: target.value })}
              />
            ),
          },
          {
            ...{ key: 'code', title: '编码', width: 140 },
            render: (_, field) => (
              <Input
                aria-label={`${field.label}的编码`}
                maxLength={40}
                disabled={field.since > 0}
                value={field.code}
                onChange={({ target }) => set(field, { code: target.value })}
              />
            ),
          },
          {
            ...{ key: 'kind', title: '类型', width: 120 },
            render: (_, field) =>
              field.since > 0 ? (
                wordOf(FieldKindLabels, field.kind)
              ) : (
                <Select
                  aria-label={`${field.label}的类型`}
                  value={field.kind}
                  options={FieldKindLabels.map(([value, label]) => ({ value, label }))}
                  onChange={(kind) => setKind(field, kind)}
                  style={{ width: '100%' }}
                />
              ),
          },
          ...FLAGS.map(([name, title]) => ({
            ...{ key: name, title, width: 56, align: 'center' as const },
            render: (_: unknown, field: RegisterField) => (
              <Checkbox
                aria-label={`${field.label}${title}`}
                checked={field[name]}
                disabled={name === 'query' && (rulesOf(design, field.kind)?.ways.length ?? 0) === 0}
                onChange={({ target }) => set(field, { [name]: target.checked })}
              />
            ),
          })),
          {
            ...{ key: 'queryWay', title: '查询方式', width: 110 },
            render: (_, field) =>
              field.query ? (
                <Select
                  aria-label={`${field.label}的查询方式`}
                  value={field.queryWay}
                  options={options(QueryWayLabels, rulesOf(design, field.kind)?.ways ?? [])}
                  onChange={(queryWay) => set(field, { queryWay })}
                  style={{ width: '100%' }}
                />
              ) : null,
          },
          {
            ...{ key: 'widget', title: '控件', width: 120 },
            render: (_, field) => (
              <Select
                aria-label={`${field.label}的控件`}
                value={field.widget}
                options={options(WidgetLabels, rulesOf(design, field.kind)?.widgets ?? [])}
                onChange={(widget) => set(field, { widget })}
                style={{ width: '100%' }}
              />
            ),
          },
          {
            ...{ key: 'actions', title: '操作', width: 150 },
            render: (_, field) => {
              const place = fields.indexOf(field);
              return (
                <>
                  <Button
                    type="text"
                    size="small"
                    aria-label={`上移${field.label}`}
                    icon={<ArrowUpOutlined aria-hidden />}
                    onClick={() => onChange(moved(fields, place, -1))}
                  />
                  <Button
                    type="text"
                    size="small"
                    aria-label={`下移${field.label}`}
                    icon={<ArrowDownOutlined aria-hidden />}
                    onClick={() => onChange(moved(fields, place, 1))}
                  />
                  <Dropdown
                    menu={{
                      items: [
                        { key: 'all', label: '全部设置' },
                        { key: 'convert', label: '转换类型', disabled: field.since === 0 },
                        { key: 'archive', label: field.since === 0 ? '移除' : '归档', danger: true },
                      ],
                      onClick: ({ key }) => onMore(field, key as 'all'),
                    }}
                  >
                    <Button type="link" size="small" aria-label={`${field.label}更多`}>
                      更多
                    </Button>
                  </Dropdown>
                </>
              );
            },
          },
        ]}
      />
    </>
  );
}
