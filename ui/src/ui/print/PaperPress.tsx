import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useLatestRef } from '@/lib/useLatestRef';
import styles from './paper.module.css';
import { layOut } from './press';
import { type PaperSize, SIZES } from './sizes';

export interface PaperProps {
  size?: PaperSize;
  /** It is laid out and handed to the browser. */
  onPrint?: () => void;
  /** It was printed, or the person has changed his mind. */
  onClose: () => void;
  /** Papers: one `PaperFrame` or several, which are numbered each on their own. */
  children: React.ReactNode;
}

/** Prints what it consists of, alone, as soon as it is laid out on sheets. */
export default function PaperPress({ size = 'A4', onPrint, onClose, children }: PaperProps) {
  const source = useRef<HTMLDivElement>(null);
  const sheets = useRef<HTMLDivElement>(null);
  const closed = useLatestRef(onClose);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each paper
  useEffect(() => {
    const done = () => closed.current?.();
    const name = document.title;
    let left = false;
    const print = async () => {
      if (source.current && sheets.current) {
        await layOut(source.current, sheets.current, size);
        if (left) return;
        // what a file is called that somebody keeps instead of paper
        document.title = source.current.querySelector('h2')?.textContent || name;
      }
      // the browser prints what it has painted
      requestAnimationFrame(() => {
        if (left) return;
        onPrint?.();
        window.print();
      });
    };
    document.body.classList.add(`${styles.printing}`);
    window.addEventListener('afterprint', done);
    void print();
    return () => {
      left = true;
      document.title = name;
      window.removeEventListener('afterprint', done);
      document.body.classList.remove(`${styles.printing}`);
    };
  }, []);
  return createPortal(
    <div className={styles.host} aria-hidden>
      {/* of no name, so that it counts in every browser: nothing else is printed meanwhile */}
      <style>{`@page { size: ${SIZES[size].page}; margin: 0; }`}</style>
      <div ref={source} className={styles.source}>
        {children}
      </div>
      <div ref={sheets} data-testid="paper" />
    </div>,
    document.body,
  );
}
