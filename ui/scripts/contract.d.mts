/** Files of `src/api/generated` by name. */
export function generated(document: unknown): Promise<Record<string, string>>;
export function committed(name: string): string;
