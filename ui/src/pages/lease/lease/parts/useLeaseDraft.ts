import { App } from 'antd';
import { useState } from 'react';
import { textOf } from '@/api/errors';
import { type LeaseForm, leases } from '@/api/lease';
import { useSubmission } from '@/features/approvals/useSubmission';
import { NotSent } from '@/lib/notSent';
import { useMutation } from '@/lib/useMutation';
import { useFormToken } from '@/ui/useFormToken';

/** A draft that the server has: what is saved next changes it, and never makes another. */
interface Draft {
  leaseId: number;
  /** Null while the answer that tells it has not come. */
  version: number | null;
}

interface Outcomes {
  /** The draft was stored; it may still be refused as an application. */
  onStored: () => void;
  /** Everything that was asked for is done. */
  onDone: (leaseId: number) => void;
}

/** Saves and submits a lease that is being written. A refusal is kept until the next try, with what became of the draft. */
export function useLeaseDraft(leaseId: number | null, { onStored, onDone }: Outcomes) {
  const { message } = App.useApp();
  const [draft, setDraft] = useState<Draft | null>(null);
  const [refusal, setRefusal] = useState('');
  const token = useFormToken();
  const submission = useSubmission();
  const known = draft?.leaseId ?? leaseId;

  /** Stores the draft; from here on it has a number. */
  const store = async (form: LeaseForm) => {
    const { version: opened, ...rest } = form;
    const version = draft ? draft.version : (opened ?? null);
    const body = { ...rest, ...(known !== null && { leaseId: known }), ...(version !== null && { version }) };
    const id = known ?? (await token.send(() => leases.add(body))).data.id;
    if (known !== null) await leases.edit(body);
    // its number is kept even when the next answer does not come
    setDraft({ leaseId: id, version: null });
    onStored();
    const { version: now, leaseNo } = await leases.fetch(id);
    setDraft({ leaseId: id, version: now });
    return { leaseId: id, leaseNo };
  };
  const saving = useMutation({
    mutationFn: store,
    onMutate: () => setRefusal(''),
    onError: (error) => setRefusal(`草稿没有保存：${textOf(error)}`),
    onSuccess: (stored) => {
      void message.success('草稿已保存');
      onDone(stored.leaseId);
    },
  });
  const submitting = useMutation({
    mutationFn: async (form: LeaseForm) => {
      const stored = await store(form);
      try {
        await submission.offer({
          process: 'lease_sign',
          bizId: stored.leaseId,
          title: stored.leaseNo,
          said: '已提交审批，房间已预留',
        });
      } catch (error) {
        if (error instanceof NotSent) return null;
        setRefusal(`草稿已保存，但没有提交审批：${textOf(error)}`);
        throw error;
      }
      return stored;
    },
    onMutate: () => setRefusal(''),
    onError: (error) => setRefusal((said) => said || `没有提交审批：${textOf(error)}`),
    // who turned back at the way has his draft, and goes on writing
    onSuccess: (stored) => {
      if (stored) onDone(stored.leaseId);
      else void message.success('草稿已保存');
    },
  });
  return {
    leaseId: known,
    refusal,
    busy: saving.isPending || submitting.isPending,
    save: saving.mutate,
    submit: submitting.mutate,
    saving: saving.isPending,
    submitting: submitting.isPending,
    dialog: submission.dialog,
  };
}
