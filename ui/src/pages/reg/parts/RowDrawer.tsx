import { Button, Tabs } from 'antd';
import { useState } from 'react';
import {
  approvalOf,
  fieldsOf,
  personalValuesQuery,
  type RegisterField,
  type RegisterMeta,
  type RegisterRow,
  registerRowQuery,
} from '@/api/registers';
import { Approvals } from '@/features/approvals/Approvals';
import { History } from '@/features/business/History';
import { RecordFiles } from '@/features/FileUploader/RecordFiles';
import { SafeHtml } from '@/features/RichText/SafeHtml';
import { entriesOf, FieldValue } from '@/features/registers/columns';
import { headOf, isFiles, isSealed } from '@/features/registers/values';
import { withheld } from '@/features/registers/withheld';
import { useQuery } from '@/lib/useQuery';
import { Can } from '@/ui/Can';
import { type Fact, Facts } from '@/ui/Facts';
import { RecordDrawer } from '@/ui/RecordDrawer';

interface RowDrawerProps {
  meta: RegisterMeta;
  id: number;
  onEdit: () => void;
  onClose: () => void;
}

/** What is sealed, in full, for who may see it; asking is noted. */
function Personal({ meta, id }: { meta: RegisterMeta; id: number }) {
  const [asked, setAsked] = useState(false);
  const values = useQuery({ ...personalValuesQuery(meta.code, id), enabled: asked });
  const sealed = fieldsOf(meta).filter(isSealed);
  if (sealed.length === 0 || !meta.rights.includes('pii')) return null;
  if (!asked || !values.data) {
    return (
      <p>
        <Button loading={values.isFetching} onClick={() => setAsked(true)}>
          查看完整敏感信息
        </Button>{' '}
        <span className="t2">查看会记入操作日志</span>
      </p>
    );
  }
  const facts = sealed.map((field): Fact => [field.label, values.data[field.code] ?? '']);
  return <Facts facts={facts} look="beside" />;
}

function Value({ field, row, meta }: { field: RegisterField; row: RegisterRow; meta: RegisterMeta }) {
  const value = row.values[field.code];
  if (isFiles(field) && Array.isArray(value) && value.length > 0) {
    return <RecordFiles value={value.join(',')} disabled />;
  }
  if (field.kind === 'rich' && typeof value === 'string' && value) return <SafeHtml html={value} />;
  return <FieldValue field={field} row={row} entries={entriesOf(meta)(field)} />;
}

/** The fields under the headings of their groups. */
function Groups({ meta, row }: { meta: RegisterMeta; row: RegisterRow }) {
  const groups: { name: string; fields: RegisterField[] }[] = [];
  for (const field of fieldsOf(meta)) {
    const last = groups.at(-1);
    if (last && last.name === field.group) last.fields.push(field);
    else groups.push({ name: field.group, fields: [field] });
  }
  const has = (field: RegisterField) => row.values[field.code] !== undefined || row.misfits[field.code] !== undefined;
  return (
    <>
      {groups.map(({ name, fields }, at) => (
        <section key={fields[0]?.no}>
          {(name || at > 0) && <h3>{name || '其他'}</h3>}
          <Facts
            facts={fields
              .filter(has)
              .map((field): Fact => [headOf(field), <Value key={field.no} field={field} row={row} meta={meta} />])}
          />
        </section>
      ))}
    </>
  );
}

function Details({ meta, row }: { meta: RegisterMeta; row: RegisterRow }) {
  return (
    <>
      <Groups meta={meta} row={row} />
      <Personal meta={meta} id={row.id} />
      <Facts
        facts={[
          ['行号', row.no],
          ['管理部门', row.deptName],
          ['登记人', row.createByName],
          ['登记时间', row.createTime],
          ['来源', row.origin ?? ''],
          ['备注', row.remark],
        ]}
        look="beside"
      />
    </>
  );
}

/** One row beside the list: its fields, its files, its history. */
export default function RowDrawer({ meta, id, onEdit, onClose }: RowDrawerProps) {
  const source = useQuery(registerRowQuery(meta.code, id));
  const isDecided = Object.values(approvalOf(meta)).includes(true);
  return (
    <RecordDrawer<RegisterRow>
      source={source}
      noun={meta.name}
      title={(row) => row.title}
      size={720}
      extra={(row) => (
        <Can permission={`reg:${meta.code}:edit`}>
          <Button onClick={onEdit} disabled={withheld(row) !== ''} title={withheld(row)}>
            修改
          </Button>
        </Can>
      )}
      onClose={onClose}
    >
      {(row) => (
        <Tabs
          items={[
            { key: 'details', label: '详情', children: <Details meta={meta} row={row} /> },
            ...(row.files.length > 0
              ? [
                  {
                    key: 'files',
                    label: `附件（${row.files.length}）`,
                    children: <RecordFiles value={row.files.join(',')} disabled />,
                  },
                ]
              : []),
            ...(isDecided
              ? [
                  {
                    key: 'approvals',
                    label: '审批',
                    children: <Approvals bizType="reg_row" bizId={row.id} none={<p className="t2">没有审批记录</p>} />,
                  },
                ]
              : []),
            { key: 'history', label: '变更历史', children: <History kind="register" id={row.id} /> },
          ]}
        />
      )}
    </RecordDrawer>
  );
}
