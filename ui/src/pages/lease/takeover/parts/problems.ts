import type { TakeoverProblem } from '@/api/takeover';
import { fieldLabel } from './labels';

interface Asked {
  /** Null: whatever level. */
  level: TakeoverProblem['level'] | null;
  /** A line's number, or a part of what is said. */
  word: string;
}

/** Problems that are looked for, stops first. */
export function shownProblems(problems: readonly TakeoverProblem[], { level, word }: Asked): TakeoverProblem[] {
  const wanted = word.trim();
  const fits = ({ row, text, field }: TakeoverProblem) =>
    wanted === '' || String(row) === wanted || text.includes(wanted) || fieldLabel(field).includes(wanted);
  const found = problems.filter((problem) => (level === null || problem.level === level) && fits(problem));
  return [...found.filter((one) => one.level === 'stop'), ...found.filter((one) => one.level !== 'stop')];
}
