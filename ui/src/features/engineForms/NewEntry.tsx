import { App, Button } from 'antd';
import { type Entered, type FieldDef, saveDraft, startForm } from '@/api/forms';
import { useMutation } from '@/lib/useMutation';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';
import { useOpenPage } from '@/ui/useOpenPage';
import { FormItems } from './FormItems';
import { fromControls, toControls } from './values';

const WIDTH = 720;

interface Held {
  data?: Record<string, unknown>;
}

interface NewEntryProps {
  form: { key: string; name: string; fields: readonly FieldDef[]; remark: string };
  /** What it begins with: a draft. */
  draft: { id: number; data: Entered } | null;
  onClose: () => void;
}

/** Fills in a form and submits it, or keeps it as a draft. */
export function NewEntry({ form, draft, onClose }: NewEntryProps) {
  const openPage = useOpenPage();
  const { message } = App.useApp();
  const { fields } = form;
  const keeping = useMutation({
    mutationFn: (held: Held) => saveDraft(form.key, fromControls(fields, held.data ?? {}), draft?.id ?? null),
    onSuccess: () => {
      void message.success('已存为草稿');
      onClose();
    },
  });
  return (
    <FormDialog<Held>
      title={form.name}
      width={WIDTH}
      okText="提交"
      initial={{ data: toControls(fields, draft?.data ?? {}) }}
      save={({ data = {} }) =>
        startForm(form.key, fromControls(fields, data), draft?.id ?? null).then((id) =>
          openPage(`/appr/instance/${id}`),
        )
      }
      onClose={onClose}
    >
      {(held) => (
        <>
          {form.remark && <p className={`t2 ${styles.wide}`}>{form.remark}</p>}
          <FormItems fields={fields} />
          <div className={styles.wide}>
            <Button loading={keeping.isPending} onClick={() => keeping.mutate(held.getFieldsValue(true) as Held)}>
              存草稿
            </Button>
          </div>
        </>
      )}
    </FormDialog>
  );
}
