import { Select } from 'antd';
import { useState } from 'react';
import { fieldsOf, type GroupRow, groupQuery, type RegisterMeta } from '@/api/registers';
import { headOf, valueText, type Wire } from '@/features/registers/values';
import type { Params } from '@/lib/params';
import { useQuery } from '@/lib/useQuery';
import { Loaded } from '@/ui/Loaded';
import { Modal } from '@/ui/overlays';
import { SmallTable } from '@/ui/SmallTable';

const GROUPED = new Set(['flag', 'choice', 'dept', 'person', 'link', 'year', 'month', 'day']);

interface GroupDialogProps {
  meta: RegisterMeta;
  /** The list's filter as the server takes it. */
  query: Params;
  onClose: () => void;
}

const labelOf = (label: string): string => label || '（空）';

/** 汇总: the rows of the filter counted and added up by one or two fields. */
export default function GroupDialog({ meta, query, onClose }: GroupDialogProps) {
  const grouped = fieldsOf(meta).filter(({ kind }) => GROUPED.has(kind));
  const [by, setBy] = useState(grouped[0]?.code ?? '');
  const [by2, setBy2] = useState('');
  const source = useQuery({ ...groupQuery(meta.code, { ...query, by, by2 }), enabled: by !== '' });
  const options = grouped.map(({ code, label, kind }) => ({
    value: code,
    label: kind === 'day' ? `${label}（按月）` : label,
  }));
  const summed = fieldsOf(meta).filter(({ code }) => source.data?.rows.some((row) => row.sums[code] !== undefined));
  const titleOf = (code: string) => grouped.find((field) => field.code === code)?.label ?? '';
  return (
    <Modal open title={`汇总${meta.name}`} onCancel={onClose} footer={null} width={820}>
      <p>
        按 <Select aria-label="按" value={by} options={options} onChange={setBy} style={{ minWidth: 160 }} /> 再按{' '}
        <Select
          aria-label="再按"
          value={by2}
          options={[{ value: '', label: '不再分组' }, ...options.filter(({ value }) => value !== by)]}
          onChange={setBy2}
          style={{ minWidth: 160 }}
        />
      </p>
      {grouped.length === 0 ? (
        <p className="t2">没有可以汇总的字段：选项、是否、部门、人员、关联、日期字段可以用来汇总。</p>
      ) : (
        <Loaded source={source} title="汇总失败">
          {({ rows, more, total }) => (
            <>
              <SmallTable<GroupRow>
                rows={rows}
                height={420}
                rowKey={(row) => `${row.label}/${row.label2}`}
                columns={[
                  { key: 'by', title: titleOf(by), render: (_, row) => labelOf(row.label) },
                  ...(by2
                    ? [{ key: 'by2', title: titleOf(by2), render: (_: unknown, row: GroupRow) => labelOf(row.label2) }]
                    : []),
                  {
                    key: 'count',
                    title: '行数',
                    align: 'right' as const,
                    render: (_: unknown, row: GroupRow) => row.count,
                  },
                  ...summed.map((field) => ({
                    key: field.code,
                    title: headOf(field),
                    align: 'right' as const,
                    render: (_: unknown, row: GroupRow) =>
                      valueText(field, row.sums[field.code] as Wire, undefined, undefined),
                  })),
                ]}
              />
              <p className="t2">{`共 ${total} 行${more > 0 ? `，另有 ${more} 组未显示` : ''}`}</p>
            </>
          )}
        </Loaded>
      )}
    </Modal>
  );
}
