/** Everything asked about background tasks. */
export const TASK_KEY = ['tasks'] as const;
