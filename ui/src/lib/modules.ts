/** An application the person may open from the home page. */
export interface PortalModule {
  key: string;
  name: string;
  url: string;
}

/** Only addresses a link may safely carry: our own paths and http(s). */
const SAFE_URL = /^(https?:\/\/|\/(?!\/))/i;

/** Reads getInfo's `modules`, whose shape older servers do not promise: whatever is no application is left out. */
export function readModules(given: unknown): PortalModule[] {
  if (!Array.isArray(given)) return [];
  const found: (PortalModule & { sort: number })[] = [];
  for (const item of given as unknown[]) {
    if (typeof item !== 'object' || item === null) continue;
    const { moduleId, moduleCode, moduleName, url, sort } = item as Record<string, unknown>;
    if (typeof moduleName !== 'string' || typeof url !== 'string' || !SAFE_URL.test(url)) continue;
    const key = String(moduleCode ?? moduleId ?? url);
    found.push({ key, name: moduleName, url, sort: typeof sort === 'number' ? sort : 0 });
  }
  return found.sort((a, b) => a.sort - b.sort);
}
