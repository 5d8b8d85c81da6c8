import type { Process } from '@/api/approvals';
import { RecordFiles } from '@/features/FileUploader/RecordFiles';
import { SafeHtml } from '@/features/RichText/SafeHtml';
import { formatYuan } from '@/lib/money';

export type ProcessField = Process['fields'][number];

/** Parts per million as people read them. */
export const percent = (ppm: number): string => `${Number((ppm / 10_000).toFixed(4))}%`;

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

/** A value in words, by the kind of its field. */
export function wordsOf(field: ProcessField, value: unknown): string {
  if (isEmpty(value)) return '';
  switch (field.kind) {
    case 'money':
      return `${formatYuan(Number(value))} 元`;
    case 'area':
      return `${String(value)} ㎡`;
    case 'count':
      return `${String(value)} ${field.unit}`.trim();
    case 'rate':
      return percent(Number(value));
    case 'bool':
      return value ? '是' : '否';
    case 'choice':
      return field.options.find(([code]) => code === Number(value))?.[1] ?? String(value);
    default:
      return String(value);
  }
}

/** A value on the page: files and markup as what they are, all others in words. */
export function FieldValue({ field, value }: { field: ProcessField; value: unknown }) {
  if (field.kind === 'files') {
    return Array.isArray(value) && value.length > 0 ? <RecordFiles value={value.join(',')} disabled /> : null;
  }
  if (field.kind === 'html') return <SafeHtml html={typeof value === 'string' ? value : ''} />;
  return <>{wordsOf(field, value)}</>;
}
