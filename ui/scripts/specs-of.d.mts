/** The address of a page by the place of its file. */
export function addressOf(page: string): string;
/** Names of specs, and addresses of pages for the tour (null = all), for changed files. */
export function specsOf(changed: readonly string[]): { specs: string[]; pages: string[] | null };
