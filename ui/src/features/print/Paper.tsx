import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import styles from './print.module.css';

interface PaperProps {
  className: string | undefined;
  /** It was printed, or the person has changed his mind. */
  onDone: () => void;
  children: React.ReactNode;
}

/** Stands on paper alone, whatever the screen shows; what it consists of is printed as soon as it is laid out. */
export function Paper({ className, onDone, children }: PaperProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each paper
  useEffect(() => {
    document.body.classList.add(`${styles.printsList}`);
    window.addEventListener('afterprint', onDone);
    // the browser prints what it has painted
    const frame = requestAnimationFrame(() => window.print());
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('afterprint', onDone);
      document.body.classList.remove(`${styles.printsList}`);
    };
  }, []);
  return createPortal(
    <section className={className} aria-hidden>
      {children}
    </section>,
    document.body,
  );
}
