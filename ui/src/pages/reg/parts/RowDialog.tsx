import { Form } from 'antd';
import { useRef } from 'react';
import {
  approvalOf,
  fieldsOf,
  processOf,
  putRowRight,
  type RegisterMeta,
  type RegisterRow,
  registerRows,
  returnedRow,
} from '@/api/registers';
import { useSubmission } from '@/features/approvals/useSubmission';
import { WAITS } from '@/features/approvals/way';
import { DeptField } from '@/features/engineForms/DeptField';
import { RecordFiles } from '@/features/FileUploader/RecordFiles';
import { EntityDialog, SAID } from '@/features/records/EntityDialog';
import { entriesOf } from '@/features/registers/columns';
import { RowItems } from '@/features/registers/RowItems';
import { defaults, fromControls, toControls } from '@/features/registers/values';
import { today } from '@/lib/serverClock';
import { useSession } from '@/stores/session';
import styles from '@/ui/form-dialog.module.css';

interface RowValues {
  values: Record<string, unknown>;
  deptId?: number;
  files?: string;
}

interface RowDialogProps {
  meta: RegisterMeta;
  /** Null for a new one. */
  id: number | null;
  /** The row that a new one begins as. */
  copyOf?: number;
  /** What a new one begins with, by the codes of its fields. */
  given?: Readonly<Record<string, unknown>>;
  /** A row that came back to who asked for it: the number of its process. */
  returned?: number;
  onClose: () => void;
}

const WIDTHS = [560, 760, 980];

/** Adds or changes a row, or asks for it where somebody decides; the version that was read goes along. */
export default function RowDialog({ meta, id, copyOf, given, returned, onClose }: RowDialogProps) {
  const submission = useSubmission();
  const me = useSession((state) => state.account?.userId);
  const read = useRef<RegisterRow | undefined>(undefined);
  const { code } = meta;
  const fields = fieldsOf(meta).filter((field) => (id === null ? field.insert : field.edit) || field.formula);
  const rows = registerRows(code);
  const load = async (): Promise<Partial<RowValues>> => {
    if (returned !== undefined) {
      const { row, version } = await returnedRow(code, returned);
      read.current = { ...row, version };
      return { values: toControls(fields, row), deptId: row.deptId, files: row.files.join(',') };
    }
    const from = id ?? copyOf;
    if (from === undefined) return { values: { ...defaults(fields, today(), me), ...given } };
    const row = await rows.fetch(from);
    read.current = id === null ? undefined : row;
    const values = toControls(fields, row);
    // files belong to one row
    if (id === null)
      for (const field of fields) if (['files', 'pictures'].includes(field.kind)) delete values[field.code];
    return { values, deptId: row.deptId, ...(id !== null && { files: row.files.join(',') }) };
  };
  const approval = approvalOf(meta);
  const waits = returned === undefined && (id === null ? approval.create : approval.change);
  const save = async ({ values, deptId, files }: RowValues) => {
    const form = {
      values: fromControls(fields, values ?? {}),
      ...(deptId && { deptId }),
      ...(meta.attachments && { files: (files ?? '').split(',').filter(Boolean).map(Number) }),
      ...(read.current && { version: read.current.version }),
    };
    if (returned !== undefined) return putRowRight(code, { ...form, id: returned });
    if (!waits) return rows.save(id, form);
    const payload = id === null ? { create: form } : { change: { ...form, id } };
    await submission.offer({ process: processOf(meta), bizId: id ?? 0, payload, title: meta.name, said: WAITS });
    return SAID;
  };
  return (
    <EntityDialog<RowValues>
      {...(returned !== undefined && { title: `修改内容：${meta.name}` })}
      noun={meta.name}
      id={returned ?? id}
      load={load}
      save={save}
      onClose={onClose}
      width={WIDTHS[meta.formColumns - 1] ?? 760}
    >
      {() => (
        <>
          <RowItems
            register={meta.code}
            fields={fields}
            entriesOf={entriesOf(meta)}
            {...(read.current && { misfits: read.current.misfits })}
          />
          {meta.sharing === 'dept' && meta.owner === '' && (
            <Form.Item name="deptId" label="管理部门" extra="不选则为本人所在部门">
              <DeptField />
            </Form.Item>
          )}
          {meta.attachments && (
            <Form.Item name="files" label="附件" className={styles.wide}>
              <RecordFiles />
            </Form.Item>
          )}
          {waits && <p className={`t2 ${styles.wide}`}>提交后须经审批，批准后才成为登记表中的数据</p>}
          {submission.dialog}
        </>
      )}
    </EntityDialog>
  );
}
