/** What the server's signals move, by the beginnings of its keys. */
export const NOTICE = 'notice';
export const TASKS = 'tasks';
export const TODO = 'todo';
export const STAT = 'stat';
export const TODAY = 'today';
export const APPROVALS = 'appr';

export const REGISTER = 'register';

export const SIGNALS = {
  notice: [[NOTICE], [TODAY]],
  task: [[TASKS]],
  // a register says how much of it waits
  todo: [[STAT, 'daiBan'], [TODO], [TODAY], [APPROVALS], [REGISTER, 'meta']],
  register: [[REGISTER], ['tool-gen']],
} as const;
