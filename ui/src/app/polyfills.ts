/** The few built-ins newer than Chrome 87 that our libraries call. */

function define(target: object, name: string, value: unknown): void {
  if (name in target) return;
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
}

function at(this: ArrayLike<unknown>, index: number): unknown {
  const position = Math.trunc(index) || 0;
  return this[position < 0 ? this.length + position : position];
}

define(Array.prototype, 'at', at);
define(String.prototype, 'at', at);
define(Object, 'hasOwn', (object: object, key: PropertyKey) => Object.hasOwn(object, key));
define(Array.prototype, 'findLast', function findLast(this: unknown[], test: (value: unknown) => boolean) {
  for (let index = this.length - 1; index >= 0; index -= 1) if (test(this[index])) return this[index];
  return undefined;
});
