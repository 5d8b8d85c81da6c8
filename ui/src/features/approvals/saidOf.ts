/** What is said of a deed: the server's sentence when it waits for a decision now, else what was done. */
export function saidOf(answer: unknown, done: string): string {
  const { instanceId, msg } = (answer ?? {}) as { instanceId?: number | null; msg?: string };
  return instanceId && msg ? msg : done;
}
