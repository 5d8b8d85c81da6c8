import { App } from 'antd';
import { useCallback, useState } from 'react';
import { changeTakeover, type TakeoverReading, type TakeoverRow } from '@/api/takeover';
import { useUnsaved } from '@/lib/unsaved';
import { useLatestRef } from '@/lib/useLatestRef';
import { useMutation } from '@/lib/useMutation';
import { useFormToken } from '@/ui/useFormToken';
import { changeOf, type Draft, type Held, heldOf, isChanged, rebased, savedAs } from './draft';

export interface ReadingDraft {
  draft: Draft;
  dirty: boolean;
  /** Somebody else has said something about the ledger meanwhile: what is unsaved can't be saved. */
  isOvertaken: boolean;
  /** Always the same function. */
  say: (change: (reading: TakeoverReading) => TakeoverReading) => void;
  sayDay: (booksFrom: string) => void;
  forget: () => void;
  saving: { isPending: boolean; error: unknown; save: () => void };
}

/** What is said about a ledger, until it is saved with one press. */
export function useReadingDraft(batch: TakeoverRow): ReadingDraft {
  const [held, setHeld] = useState<Held>(() => heldOf(batch));
  const token = useFormToken();
  const { message } = App.useApp();
  const next = batch.version === held.base.version ? held : rebased(held, batch);
  if (next !== null && next !== held) setHeld(next);
  const dirty = isChanged(held);
  useUnsaved(dirty);
  const saving = useMutation({
    mutationFn: (sent: ReturnType<typeof changeOf>) => token.send(() => changeTakeover(sent)),
    onSuccess: (_answer, sent) => setHeld((before) => savedAs(before, sent)),
  });
  const latest = useLatestRef(saving);
  const change = useCallback(
    (patch: (draft: Draft) => Draft) => {
      if (latest.current?.isError) latest.current.reset();
      setHeld((before) => ({ ...before, draft: patch(before.draft) }));
    },
    [latest],
  );
  const say = useCallback<ReadingDraft['say']>(
    (patch) => change((draft) => ({ ...draft, reading: patch(draft.reading) })),
    [change],
  );
  const save = () => {
    // a number that can't be read says so in its field, too
    if (Number.isNaN(held.draft.reading.terms.lateFeePpm)) return void message.error('请填写正确的滞纳金日率');
    saving.mutate(changeOf(held));
  };
  return {
    draft: held.draft,
    dirty,
    isOvertaken: next === null,
    say,
    sayDay: (booksFrom) => change((draft) => ({ ...draft, booksFrom })),
    forget: () => {
      saving.reset();
      setHeld(heldOf(batch));
    },
    saving: { isPending: saving.isPending, error: saving.error, save },
  };
}
