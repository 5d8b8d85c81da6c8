import { Form } from 'antd';
import { useRef } from 'react';
import { fieldsOf, type RegisterMeta, type RegisterRow, registerRows } from '@/api/registers';
import { DeptField } from '@/features/engineForms/DeptField';
import { RecordFiles } from '@/features/FileUploader/RecordFiles';
import { EntityDialog } from '@/features/records/EntityDialog';
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
  onClose: () => void;
}

const WIDTHS = [560, 760, 980];

/** Adds or changes a row; the version that was read goes along. */
export default function RowDialog({ meta, id, copyOf, onClose }: RowDialogProps) {
  const me = useSession((state) => state.account?.userId);
  const read = useRef<RegisterRow | undefined>(undefined);
  const { code } = meta;
  const fields = fieldsOf(meta).filter((field) => (id === null ? field.insert : field.edit) || field.formula);
  const rows = registerRows(code);
  const load = async (): Promise<Partial<RowValues>> => {
    const from = id ?? copyOf;
    if (from === undefined) return { values: defaults(fields, today(), me) };
    const row = await rows.fetch(from);
    read.current = id === null ? undefined : row;
    const values = toControls(fields, row);
    // files belong to one row
    if (id === null)
      for (const field of fields) if (['files', 'pictures'].includes(field.kind)) delete values[field.code];
    return { values, deptId: row.deptId, ...(id !== null && { files: row.files.join(',') }) };
  };
  const save = ({ values, deptId, files }: RowValues) =>
    rows.save(id, {
      values: fromControls(fields, values ?? {}),
      ...(deptId && { deptId }),
      ...(meta.attachments && { files: (files ?? '').split(',').filter(Boolean).map(Number) }),
      ...(read.current && { version: read.current.version }),
    });
  return (
    <EntityDialog<RowValues>
      noun={meta.name}
      id={id}
      load={load}
      save={save}
      onClose={onClose}
      width={WIDTHS[meta.formColumns - 1] ?? 760}
    >
      {() => (
        <>
          <RowItems
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
        </>
      )}
    </EntityDialog>
  );
}
