/**
 * The built-ins newer than Chrome 87 (the oldest browser the product promises) that our libraries call.
 *
 * Each must be written without the built-in it stands for: `polyfills.test.ts` deletes them one by one and calls what
 * takes their place, and one browser test signs in without them. What else is too new is refused by
 * `scripts/finish-build.mjs`.
 */

function define(target: object, name: string, value: unknown): void {
  if (name in target) return;
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
}

function at(this: ArrayLike<unknown>, index: number): unknown {
  const position = Math.trunc(index) || 0;
  return this[position < 0 ? this.length + position : position];
}

function hasOwn(object: object, key: PropertyKey): boolean {
  if (object === null || object === undefined) throw new TypeError('Cannot convert undefined or null to object');
  // biome-ignore lint/suspicious/noPrototypeBuiltins: Object.hasOwn is what is missing where this runs
  return Object.prototype.hasOwnProperty.call(object, key);
}

function findLast(this: unknown[], test: (value: unknown, index: number, all: unknown[]) => unknown): unknown {
  for (let index = this.length - 1; index >= 0; index -= 1) if (test(this[index], index, this)) return this[index];
  return undefined;
}

/** What is supplied: where it hangs, its name, what takes its place. */
export const SUPPLIED: readonly (readonly [object, string, (...given: never[]) => unknown])[] = [
  [Array.prototype, 'at', at],
  [String.prototype, 'at', at],
  [Object, 'hasOwn', hasOwn],
  [Array.prototype, 'findLast', findLast],
];

/** Supplies what is missing; run when the module is loaded, before anything else. */
export function supply(): void {
  for (const [target, name, value] of SUPPLIED) define(target, name, value);
}

supply();
