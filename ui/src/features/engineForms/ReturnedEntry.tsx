import { Button } from 'antd';
import { useState } from 'react';
import { putFormRight, returnedFormQuery } from '@/api/forms';
import { useQuery } from '@/lib/useQuery';
import { FormDialog } from '@/ui/FormDialog';
import { FormItems } from './FormItems';
import { fromControls, toControls } from './values';

const WIDTH = 720;

function Change({ instanceId, onClose }: { instanceId: number; onClose: () => void }) {
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
    >
      <FormItems fields={fields} />
    </FormDialog>
  );
}

/** A form that came back: its initiator puts it right before he submits it again. */
export function ReturnedEntry({ instanceId }: { instanceId: number }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>修改内容</Button>
      {open && <Change instanceId={instanceId} onClose={() => setOpen(false)} />}
    </>
  );
}
