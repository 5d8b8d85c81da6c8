import type { Process } from '@/api/approvals';
import { RecordFiles } from '@/features/FileUploader/RecordFiles';
import { formatYuan } from '@/lib/money';
import { Facts } from '@/ui/Facts';

type Field = Process['fields'][number];

/** A value as its field is read. */
function shown({ kind, options }: Field, value: unknown): React.ReactNode {
  if (value === undefined || value === null) return '';
  if (kind === 'money' && typeof value === 'number') return `${formatYuan(value)} 元`;
  if (kind === 'area') return `${String(value)} ㎡`;
  if (kind === 'bool') return value === true ? '是' : '否';
  if (kind === 'choice') return options.find(([place]) => place === value)?.[1] ?? String(value);
  if (kind === 'files' && Array.isArray(value)) return <RecordFiles disabled value={value.join(',')} />;
  return String(value);
}

/** What was entered into a form, as far as the rights of the node let it be seen. */
export function EnteredView({ process }: { process: Process }) {
  const data = process.data as Record<string, unknown>;
  return <Facts facts={process.fields.map((field) => [field.title, shown(field, data[field.path])])} />;
}
