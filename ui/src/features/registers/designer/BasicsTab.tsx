import { Form, Input, Radio, Select } from 'antd';
import type { Definition, Design } from '@/api/registerDesign';
import type { RegisterField } from '@/api/registers';

interface BasicsTabProps {
  design: Design;
  draft: Definition;
  code: string;
  onCode: (code: string) => void;
  onChange: (draft: Definition) => void;
}

const MOST_ONCE = 3;
const COLUMNS = [1, 2, 3].map((value) => ({ value, label: `${value} 列` }));
/** Row numbers upwards, as one of the fields that lists are ordered by. */
const OLDEST_FIRST = -1;
const BY_NUMBER = [
  { value: 0, label: '行号，最新登记在前' },
  { value: OLDEST_FIRST, label: '行号，最早登记在前（与原表顺序一致）' },
];
const ORDERS = [
  { value: false, label: '升序' },
  { value: true, label: '降序' },
];

/** 基本信息: name, code, which field names a row, which tell rows apart. */
export function BasicsTab({ design, draft, code, onCode, onChange }: BasicsTabProps) {
  const set = (patch: Partial<Definition>) => onChange({ ...draft, ...patch });
  const rules = new Map(design.kinds.map((one) => [one.kind, one]));
  const saved = draft.fields.filter(({ archived, no }) => !archived && no > 0);
  const options = (fits: (field: RegisterField) => boolean | undefined) =>
    saved.filter(fits).map(({ no, label }) => ({ value: no, label }));
  const once = draft.once.filter((fields) => fields.length > 0);
  const setOnce = (place: number, fields: number[]) => {
    const next = once.map((before, at) => (at === place ? fields : before));
    if (place === once.length) next.push(fields);
    set({ once: next.filter((one) => one.length > 0) });
  };
  return (
    <Form layout="vertical" component="div">
      <Form.Item label="表描述" htmlFor="reg-name" required>
        <Input id="reg-name" maxLength={40} value={draft.name} onChange={({ target }) => set({ name: target.value })} />
      </Form.Item>
      <Form.Item label="编码" htmlFor="reg-code" extra={design.current > 0 ? '已发布，不能修改' : '用于地址和权限'}>
        <Input
          id="reg-code"
          maxLength={20}
          disabled={design.current > 0}
          value={code}
          onChange={({ target }) => onCode(target.value)}
        />
      </Form.Item>
      <Form.Item label="标题字段" htmlFor="reg-title" extra="在历史、链接和卡片中代表一行；不选则用行号">
        <Select
          id="reg-title"
          value={draft.title}
          options={[
            { value: 0, label: '行号' },
            ...options(({ kind, sensitive }) => rules.get(kind)?.mayBeTitle && !sensitive),
          ]}
          onChange={(title) => set({ title })}
        />
        {draft.title > 0 && (
          <Select
            aria-label="标题的第二个字段"
            value={draft.titleMore ?? 0}
            options={[
              { value: 0, label: '只用一个字段' },
              ...options(({ kind, sensitive, no }) => rules.get(kind)?.mayBeTitle && !sensitive && no !== draft.title),
            ]}
            onChange={(titleMore) => set({ titleMore })}
          />
        )}
      </Form.Item>
      <Form.Item label="归属字段" htmlFor="reg-owner" extra="行的管理部门随此部门字段；不选则为登记人的部门">
        <Select
          id="reg-owner"
          value={draft.owner}
          options={[{ value: 0, label: '登记人的部门' }, ...options(({ kind }) => kind === 'dept')]}
          onChange={(owner) => set({ owner })}
        />
      </Form.Item>
      <Form.Item label="默认排序" htmlFor="reg-order">
        <Select
          id="reg-order"
          value={draft.order === 0 && draft.oldestFirst ? OLDEST_FIRST : draft.order}
          options={[...BY_NUMBER, ...options(({ kind }) => rules.get(kind)?.isSortable)]}
          onChange={(order) => set(order > 0 ? { order } : { order: 0, oldestFirst: order === OLDEST_FIRST })}
        />
        {draft.order > 0 && (
          <Radio.Group
            options={ORDERS}
            value={draft.orderDown}
            onChange={({ target }) => set({ orderDown: target.value })}
          />
        )}
      </Form.Item>
      {[...once, ...(once.length < MOST_ONCE ? [[]] : [])].map((fields, place) => (
        <Form.Item
          // biome-ignore lint/suspicious/noArrayIndexKey: constraints are told apart by their place
          key={place}
          label={`查重组合 ${place + 1}`}
          htmlFor={`reg-once-${place}`}
          extra={place === 0 ? '所选字段的值合在一起不能重复；导入时用第一个组合找到已有的行' : ''}
        >
          <Select
            id={`reg-once-${place}`}
            mode="multiple"
            maxCount={MOST_ONCE}
            value={[...fields]}
            options={options(({ kind }) => rules.get(kind)?.mayBeUnique)}
            onChange={(next) => setOnce(place, next)}
          />
        </Form.Item>
      ))}
      <Form.Item label="表单列数">
        <Radio.Group
          options={COLUMNS}
          value={draft.formColumns}
          onChange={({ target }) => set({ formColumns: target.value })}
        />
      </Form.Item>
      <Form.Item label="备注" htmlFor="reg-remark">
        <Input.TextArea
          id="reg-remark"
          maxLength={500}
          showCount
          value={draft.remark}
          onChange={({ target }) => set({ remark: target.value })}
        />
      </Form.Item>
    </Form>
  );
}
