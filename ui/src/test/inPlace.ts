import { afterEach, beforeEach, vi } from 'vitest';

/**
 * Puts functions in the place of a module's for each test of a file, and takes them out again. `vi.mock` gives a file modules of
 * its own (some three seconds of processor); this shares them. Not for what a page loads lazily: who loaded it keeps it.
 */
export function inPlace<M extends object>(module: M, parts: { [K in keyof M]?: unknown }): void {
  let undo: (() => void)[] = [];
  beforeEach(() => {
    undo = Object.entries(parts).map(([name, part]) => {
      const spy = vi.spyOn(module as Record<string, () => unknown>, name);
      spy.mockImplementation(part as () => unknown);
      return () => spy.mockRestore();
    });
  });
  afterEach(() => {
    for (const each of undo) each();
  });
}
