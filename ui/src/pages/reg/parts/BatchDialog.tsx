import { Form, Select } from 'antd';
import { batchRows, fieldsOf, type RegisterMeta } from '@/api/registers';
import { entriesOf } from '@/features/registers/columns';
import { FieldControl } from '@/features/registers/FieldControl';
import { rulesOf } from '@/features/registers/RowItems';
import { fromControls, isFiles } from '@/features/registers/values';
import { requiredChoice } from '@/lib/rules';
import { FormDialog } from '@/ui/FormDialog';

interface Batch {
  field: string;
  values: Record<string, unknown>;
}

interface BatchDialogProps {
  meta: RegisterMeta;
  ids: readonly number[];
  onSaved: () => void;
  onClose: () => void;
}

/** One value for all selected rows: all or none. */
export default function BatchDialog({ meta, ids, onSaved, onClose }: BatchDialogProps) {
  const fields = fieldsOf(meta).filter(
    (field) => field.edit && !field.formula && !isFiles(field) && field.kind !== 'rich',
  );
  const save = ({ field, values }: Batch) => {
    const wanted = fields.filter(({ code }) => code === field);
    return batchRows(meta.code, ids, field, fromControls(wanted, values ?? {})[field]);
  };
  return (
    <FormDialog<Batch>
      title={`批量修改 ${ids.length} 行`}
      initial={{}}
      save={save}
      onClose={onClose}
      onSaved={onSaved}
      width={520}
    >
      {() => (
        <>
          <Form.Item name="field" label="字段" rules={[requiredChoice('字段')]}>
            <Select
              options={fields.map(({ code, label }) => ({ value: code, label }))}
              showSearch={{ optionFilterProp: 'label' }}
            />
          </Form.Item>
          <Form.Item noStyle shouldUpdate={(before, after) => before.field !== after.field}>
            {({ getFieldValue }) => {
              const field = fields.find(({ code }) => code === getFieldValue('field'));
              return field ? (
                <Form.Item key={field.code} name={['values', field.code]} label={field.label} rules={rulesOf(field)}>
                  <FieldControl field={field} entries={entriesOf(meta)(field)} register={meta.code} />
                </Form.Item>
              ) : null;
            }}
          </Form.Item>
        </>
      )}
    </FormDialog>
  );
}
