import { FileWordOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useCan } from '@/ui/Can';
import { lazy } from '@/ui/lazy';
import type { PapersOf } from './PapersDialog';

const PapersDialog = lazy(() => import('./PapersDialog'));

interface PapersButtonProps {
  of: PapersOf;
  disabled?: boolean;
  /** Among the acts of a row. */
  inRow?: boolean;
}

/** Opens the papers of something, for who makes papers or reads them. */
export function PapersButton({ of, disabled = false, inRow = false }: PapersButtonProps) {
  const can = useCan();
  const [open, setOpen] = useState(false);
  if (!can(['paper:paper:add']) && !(of.subjectId !== undefined && can(['paper:paper:list']))) return null;
  return (
    <>
      <Button
        {...(inRow ? { type: 'link', size: 'small' } : { icon: <FileWordOutlined aria-hidden /> })}
        disabled={disabled}
        onClick={() => setOpen(true)}
      >
        文书
      </Button>
      <Suspense fallback={null}>{open && <PapersDialog of={of} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
