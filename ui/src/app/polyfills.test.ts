import { afterEach, beforeEach, expect, it } from 'vitest';
import { SUPPLIED, supply } from './polyfills';

const kept = SUPPLIED.map(([target, name]) => Object.getOwnPropertyDescriptor(target, name));

/** A browser that has none of them. */
beforeEach(() => {
  for (const [target, name] of SUPPLIED) Reflect.deleteProperty(target, name);
  supply();
});

afterEach(() => {
  SUPPLIED.forEach(([target, name], index) => {
    const native = kept[index];
    if (native) Object.defineProperty(target, name, native);
  });
});

it('takes the place of every built-in it names', () => {
  for (const [target, name, value] of SUPPLIED) expect(Reflect.get(target, name), name).toBe(value);
});

it('does what the built-ins do', () => {
  expect([1, 2, 3].at(-1)).toBe(3);
  expect([1, 2, 3].at(5)).toBeUndefined();
  expect('资产'.at(-2)).toBe('资');
  expect(Object.hasOwn({ type: 1 }, 'type')).toBe(true);
  expect(Object.hasOwn(Object.create({ type: 1 }), 'type')).toBe(false);
  expect(() => Object.hasOwn(null as never, 'type')).toThrow(TypeError);
  const findLast = (row: number[], test: (value: number) => boolean) => Reflect.get(row, 'findLast').call(row, test);
  expect(findLast([1, 2, 3, 4], (value) => value < 3)).toBe(2);
  expect(findLast([1], (value) => value > 3)).toBeUndefined();
});

it('leaves alone what the browser has', () => {
  const native = () => true;
  Object.defineProperty(Object, 'hasOwn', { value: native, configurable: true, writable: true });
  supply();
  expect(Object.hasOwn).toBe(native);
});
