import { useId } from 'react';
import { Modal } from '@/ui/overlays';

interface StageProps {
  title: string;
  /** The portal is shown already: the step stands over it, and what is typed there stays. */
  over: boolean;
  children: React.ReactNode;
}

/** Over the dialogs of every page and over a proof that is asked for. */
export const OVER_PAGES = 3000;

/** A step of a sign-in: the whole screen before the portal is shown, a dialog afterwards. */
export function Stage({ title, over, children }: StageProps) {
  const id = useId();
  if (over) {
    return (
      <Modal
        open
        centered
        width={480}
        zIndex={OVER_PAGES}
        title={title}
        closable={false}
        keyboard={false}
        footer={null}
      >
        {children}
      </Modal>
    );
  }
  return (
    <main className="forced">
      <section className="card forced-box" aria-labelledby={id}>
        <h1 id={id}>{title}</h1>
        {children}
      </section>
    </main>
  );
}
