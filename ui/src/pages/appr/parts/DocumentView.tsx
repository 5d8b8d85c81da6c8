import type { Process } from '@/api/approvals';
import type { WaivedBillRow } from '@/api/payout';
import { labelOf } from '@/features/business/labels';
import { EnteredView } from '@/features/engineForms/EnteredView';
import { WaivedBills } from '@/features/payouts/BillTable';
import { WAIVER_REASONS } from '@/features/payouts/labels';
import { formatYuan } from '@/lib/money';
import { Facts } from '@/ui/Facts';

type Fields = Record<string, unknown>;

const text = (fields: Fields, name: string): string => {
  const value = fields[name];
  if (typeof value === 'number' && name.endsWith('Fen')) return `${formatYuan(value)} 元`;
  return value === null || value === undefined ? '' : String(value);
};

/** A field as the page of the document says it. */
function shown(process: Process, fields: Fields, name: string): string {
  if (process.formRef === 'fin/waiver' && name === 'reasonKind' && typeof fields[name] === 'number') {
    return labelOf(WAIVER_REASONS, fields[name]);
  }
  return text(fields, name);
}

/** The document as the server gave it: what is hidden isn't there and draws nothing. Fetches nothing. */
export function DocumentView({ process }: { process: Process }) {
  if (process.formRef === 'appr/form') return <EnteredView process={process} />;
  const fields = process.data as Fields;
  const plain = process.fields.filter(({ path }) => !path.includes('.') && !Array.isArray(fields[path]));
  const bills = Array.isArray(fields.bills) ? (fields.bills as WaivedBillRow[]) : null;
  return (
    <>
      <Facts facts={plain.map(({ path, title }) => [title, shown(process, fields, path)])} />
      {bills && <WaivedBills bills={bills} />}
    </>
  );
}
