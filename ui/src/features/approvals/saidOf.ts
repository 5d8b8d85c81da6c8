/** What is said of an operation: the server's sentence when it waits for a decision now, else what was done. */
export function saidOf(answer: unknown, done: string): string {
  type Answered = { instanceId?: number | null; instanceIds?: readonly number[]; msg?: string };
  const { instanceId, instanceIds = [], msg } = (answer ?? {}) as Answered;
  return (instanceId || instanceIds.length > 0) && msg ? msg : done;
}
