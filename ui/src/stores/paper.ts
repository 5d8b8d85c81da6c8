import type { ReactNode } from 'react';
import { create } from 'zustand';

/** A paper that is printed from where nothing stays that could hold it: a message that goes at the press. */
interface PaperState {
  /** Draws it; null = nothing is printed. */
  draw: ((onClose: () => void) => ReactNode) | null;
  /** Which one of this session it is: the same paper twice is printed twice. */
  run: number;
}

export const usePaper = create<PaperState>(() => ({ draw: null, run: 0 }));

/** Prints a paper; the frame of the portal holds it until it is printed or put away. */
export const printPaper = (draw: NonNullable<PaperState['draw']>): void =>
  usePaper.setState(({ run }) => ({ draw, run: run + 1 }));
