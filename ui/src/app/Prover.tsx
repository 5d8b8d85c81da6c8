import { Suspense, useEffect, useRef, useState } from 'react';
import { listen } from '@/api/client';
import { lazy } from '@/ui/lazy';

const ProofDialog = lazy(() => import('@/features/factor/ProofDialog'));

/** Answers the client when the server wants a proof of who one is (604): one dialog, however many calls wait for it. */
export function Prover() {
  const [asking, setAsking] = useState(false);
  const waiting = useRef<((proved: boolean) => void)[]>([]);
  const answer = (proved: boolean) => {
    setAsking(false);
    for (const tell of waiting.current.splice(0)) tell(proved);
  };
  useEffect(() => {
    listen({
      prove: () =>
        new Promise((resolve) => {
          waiting.current.push(resolve);
          setAsking(true);
        }),
    });
    return () => {
      listen({ prove: () => Promise.resolve(false) });
      for (const tell of waiting.current.splice(0)) tell(false);
    };
  }, []);
  if (!asking) return null;
  return (
    <Suspense fallback={null}>
      <ProofDialog onDone={answer} />
    </Suspense>
  );
}
