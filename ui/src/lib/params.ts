/** Values of a query: nested objects become `name[key]`, empty values are left out. */
export type ParamValue = string | number | boolean | null | undefined | readonly (string | number)[] | Params;
export interface Params {
  readonly [name: string]: ParamValue;
}

/** `{ a: 1, params: { beginTime: 'x' } }` -> `a=1&params[beginTime]=x`, percent-encoded. */
export function flattenParams(params: Params): string {
  const parts: string[] = [];
  const add = (name: string, value: ParamValue): void => {
    if (value === null || value === undefined || value === '') return;
    if (Array.isArray(value)) {
      for (const item of value) add(name, item);
    } else if (typeof value === 'object') {
      for (const [key, inner] of Object.entries(value as Params)) add(`${name}[${key}]`, inner);
    } else {
      parts.push(`${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
    }
  };
  for (const [name, value] of Object.entries(params)) add(name, value);
  return parts.join('&');
}
