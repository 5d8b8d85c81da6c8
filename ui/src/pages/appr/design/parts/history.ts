import { useCallback, useMemo, useState } from 'react';

/** Steps that can be taken back. */
const MOST_STEPS = 100;
/** What is typed into one field within this time is one step. */
const ONE_STEP_MS = 1_500;

interface Steps<Value> {
  past: readonly Value[];
  present: Value;
  future: readonly Value[];
  /** What the last step was about, and when. */
  about: string;
  at: number;
}

/** The steps after another one; typing in one field is one of them. */
export function stepped<Value>(steps: Steps<Value>, next: Value, about: string, now: number): Steps<Value> {
  if (Object.is(next, steps.present)) return steps;
  const goesOn = about !== '' && about === steps.about && now - steps.at < ONE_STEP_MS;
  const past = goesOn ? steps.past : [...steps.past, steps.present].slice(-MOST_STEPS);
  return { past, present: next, future: [], about, at: now };
}

export const takenBack = <Value>(steps: Steps<Value>): Steps<Value> => {
  const before = steps.past[steps.past.length - 1];
  if (before === undefined) return steps;
  return {
    past: steps.past.slice(0, -1),
    present: before,
    future: [steps.present, ...steps.future],
    about: '',
    at: 0,
  };
};

export const doneAgain = <Value>(steps: Steps<Value>): Steps<Value> => {
  const [next, ...future] = steps.future;
  if (next === undefined) return steps;
  return { past: [...steps.past, steps.present], present: next, future, about: '', at: 0 };
};

export const begun = <Value>(present: Value): Steps<Value> => ({ past: [], present, future: [], about: '', at: 0 });

/** A value whose changes can be taken back and done again. */
export function useSteps<Value>(start: Value) {
  const [steps, setSteps] = useState(() => begun(start));
  const change = useCallback(
    (make: (now: Value) => Value, about = '') =>
      setSteps((known) => stepped(known, make(known.present), about, Date.now())),
    [],
  );
  const undo = useCallback(() => setSteps(takenBack), []);
  const redo = useCallback(() => setSteps(doneAgain), []);
  const restart = useCallback((value: Value) => setSteps(begun(value)), []);
  return useMemo(
    () => ({
      value: steps.present,
      change,
      undo,
      redo,
      restart,
      canUndo: steps.past.length > 0,
      canRedo: steps.future.length > 0,
    }),
    [steps, change, undo, redo, restart],
  );
}
