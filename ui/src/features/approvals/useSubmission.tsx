import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { Suspense, useState } from 'react';
import { previewQuery, submitDocument } from '@/api/approvals';
import { useMutation } from '@/lib/useMutation';
import { lazy } from '@/ui/lazy';
import { isPlain, SUBMITTED, type Submission } from './way';

const SubmitDialog = lazy(() => import('./SubmitDialog'));

interface Sending {
  /** Shows the way first, whatever it is. */
  ask: (submission: Submission) => void;
  /** Sends at once where there is nothing to see or to choose; else shows the way first. */
  send: (submission: Submission) => void;
  pending: boolean;
  dialog: React.ReactNode;
}

/** Sends documents of a page for approval. */
export function useSubmission(): Sending {
  const client = useQueryClient();
  const { message } = App.useApp();
  const [asked, setAsked] = useState<Submission | null>(null);
  const sending = useMutation({
    mutationFn: async (submission: Submission) => {
      const { process, bizId, said = SUBMITTED } = submission;
      const told = await client.fetchQuery({ ...previewQuery(process, bizId), staleTime: 0 });
      if (!isPlain(told)) return setAsked(submission);
      await submitDocument({ key: process, bizId, version: told.version });
      void message.success(said);
    },
  });
  return {
    ask: setAsked,
    send: sending.mutate,
    pending: sending.isPending,
    dialog: asked && (
      <Suspense fallback={null}>
        <SubmitDialog submission={asked} onClose={() => setAsked(null)} />
      </Suspense>
    ),
  };
}
