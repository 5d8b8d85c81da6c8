import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { Suspense, useState } from 'react';
import { NotSent } from '@/lib/notSent';
import { useMutation } from '@/lib/useMutation';
import { lazy } from '@/ui/lazy';
import { useFormToken } from '@/ui/useFormToken';
import { isPlain, type Submission, sendOn, wayQuery } from './way';

const SubmitDialog = lazy(() => import('./SubmitDialog'));

interface Sending {
  /** Shows the way first, whatever it is. */
  ask: (submission: Submission) => void;
  /** Sends at once where there is nothing to see or to choose; else shows the way first. */
  send: (submission: Submission) => void;
  /** The same for a form, which waits: it fails with `NotSent` when the person turns back at the way. */
  offer: (submission: Submission) => Promise<void>;
  pending: boolean;
  dialog: React.ReactNode;
}

interface Asked {
  submission: Submission;
  sent?: () => void;
  left?: () => void;
}

/** Sends documents and operations of a page for approval. */
export function useSubmission(): Sending {
  const client = useQueryClient();
  const { message } = App.useApp();
  const [asked, setAsked] = useState<Asked | null>(null);
  // a form that is sent twice, because an answer was lost, does its operation once
  const token = useFormToken();
  const offer = async (submission: Submission) => {
    const told = await client.fetchQuery({ ...wayQuery(submission), staleTime: 0, gcTime: 0 });
    if (!isPlain(submission, told)) {
      return new Promise<void>((sent, left) => setAsked({ submission, sent, left: () => left(new NotSent()) }));
    }
    void message.success(await token.send(() => sendOn(submission, told.version)));
  };
  const sending = useMutation({
    mutationFn: async (submission: Submission) => {
      const told = await client.fetchQuery({ ...wayQuery(submission), staleTime: 0, gcTime: 0 });
      if (!isPlain(submission, told)) return setAsked({ submission });
      void message.success(await sendOn(submission, told.version));
    },
  });
  const close = (how: 'sent' | 'left') => {
    setAsked(null);
    asked?.[how]?.();
  };
  return {
    ask: (submission) => setAsked({ submission }),
    send: sending.mutate,
    offer,
    pending: sending.isPending,
    dialog: asked && (
      <Suspense fallback={null}>
        <SubmitDialog
          submission={asked.submission}
          {...(asked.sent && { token })}
          onSent={() => close('sent')}
          onLeave={() => close('left')}
        />
      </Suspense>
    ),
  };
}
