import { Alert } from 'antd';
import type { TakeoverCheck } from '@/api/takeover';
import { AccountFields } from './AccountFields';
import { ColumnTable } from './ColumnTable';
import { PlaceFields } from './PlaceFields';
import { TermsFields } from './TermsFields';
import styles from './takeover.module.css';
import type { ReadingDraft } from './useReadingDraft';

export interface CheckTabProps {
  check: TakeoverCheck;
  held: ReadingDraft;
  /** It waits for its decision: nothing is changed any more. */
  readOnly: boolean;
}

/** What the sheet as a whole should make one think. */
function Remarks({ check }: { check: TakeoverCheck }) {
  const { lacks, doubts, warnings } = check;
  return (
    <>
      {lacks.length > 0 && (
        <Alert type="error" showIcon title={`还没有对应的列：${lacks.join('、')}`} className={styles.remark} />
      )}
      {doubts.map((text) => (
        <Alert key={text} type="error" showIcon title={`${text}，请选定金额单位`} className={styles.remark} />
      ))}
      {warnings.map((text) => (
        <Alert key={text} type="warning" showIcon title={text} className={styles.remark} />
      ))}
    </>
  );
}

/** 列对应: where the table lies, what each of its columns holds, and what counts where none says it. */
export function ColumnsTab(props: CheckTabProps) {
  const { check, held, readOnly } = props;
  return (
    <>
      <Remarks check={check} />
      <PlaceFields {...props} />
      <TermsFields {...props} />
      <AccountFields {...props} />
      <ColumnTable columns={check.columns} fields={held.draft.reading.fields} readOnly={readOnly} say={held.say} />
    </>
  );
}
