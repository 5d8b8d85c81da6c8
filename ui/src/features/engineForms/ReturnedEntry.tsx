import { Button } from 'antd';
import { useState } from 'react';
import type { Process } from '@/api/approvals';
import { putFormRight, returnedFormQuery } from '@/api/forms';
import { useSubmission } from '@/features/approvals/useSubmission';
import { useQuery } from '@/lib/useQuery';
import { FormDialog } from '@/ui/FormDialog';
import { FormItems } from './FormItems';
import { fromControls, toControls } from './values';

const WIDTH = 720;

interface ChangeProps {
  instanceId: number;
  onSaved: () => void;
  onClose: () => void;
}

function Change({ instanceId, onSaved, onClose }: ChangeProps) {
  const {
    data: shown,
    error,
    refetch,
  } = useQuery({ ...returnedFormQuery(instanceId), staleTime: Infinity, gcTime: 0 });
  // what was read first is what the form began with
  const [start] = useState<{ version: number | null }>({ version: null });
  if (shown && start.version === null) start.version = shown.version;
  const fields = shown?.form.fields ?? [];
  return (
    <FormDialog<{ data?: Record<string, unknown> }>
      title={`修改：${shown?.form.name ?? ''}`}
      width={WIDTH}
      initial={shown && { data: toControls(fields, shown.data) }}
      source={{ error, refetch }}
      save={({ data = {} }) => putFormRight(instanceId, start.version ?? 0, fromControls(fields, data))}
      onClose={onClose}
      onSaved={onSaved}
      okText="保存并重新提交"
    >
      <FormItems fields={fields} />
    </FormDialog>
  );
}

/** A form that came back: its initiator puts it right, is shown the way that it goes, and submits it again. */
export function ReturnedEntry({ process }: { process: Process }) {
  const [open, setOpen] = useState(false);
  const submission = useSubmission();
  const { instanceId, key, bizId, title } = process;
  const close = () => setOpen(false);
  const sendOn = () => {
    close();
    submission.ask({ process: key, bizId, title, okText: '重新提交', said: '已重新提交' });
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>修改内容</Button>
      {open && <Change instanceId={instanceId} onSaved={sendOn} onClose={close} />}
      {submission.dialog}
    </>
  );
}
