// @ts-nocheck: the types of preact/compat use «export =», which `export *` cannot re-export.
/**
 * What `react` and `react-dom` mean in the production bundle: preact/compat plus six repairs that antd and
 * react-router need. None of the breaks shows at build time, so the browser tests drive the production bundle.
 */
import { options } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

export * from 'preact/compat';
export { default } from 'preact/compat';

// Repair 1: names of React 19 that react-router probes for. Absent is a valid answer.
export const useOptimistic = undefined;
export const use = undefined;

// Repair 6: antd writes a component's styles by `useInsertionEffect`, which React runs before it changes the document. preact runs
// it as a layout effect, after: a component that is drawn for the first time stood there bare, other layout effects measured it so,
// and then padding, line height and colour went to what they should be in 200 ms of transition, each frame laid out again. Here
// the effect runs while drawing, which in preact is never called off.
export function useInsertionEffect(create, deps) {
  const kept = useRef(null);
  if (!kept.current || !deps || deps.some((dep, place) => !Object.is(dep, kept.current.deps?.[place]))) {
    kept.current?.undo?.();
    kept.current = { deps, undo: create() };
  }
  useLayoutEffect(() => () => kept.current?.undo?.(), []);
}

// Repair 2: @rc-component/input copies events with Object.create(event). preact hands out native events, whose
// getters refuse to run on the copy («Illegal invocation»): give the event own, bound properties.
const COPIED_EVENTS = new Set(['input', 'change', 'click', 'compositionend']);
const READ_BY_HANDLERS = [
  'type',
  'timeStamp',
  'bubbles',
  'cancelable',
  'composed',
  'defaultPrevented',
  'eventPhase',
  'isComposing',
  'data',
  'inputType',
  'key',
  'code',
  'keyCode',
  'which',
  'ctrlKey',
  'shiftKey',
  'altKey',
  'metaKey',
  'button',
  'detail',
  'preventDefault',
  'stopPropagation',
  'stopImmediatePropagation',
  'composedPath',
];

// one getter a key for all events: the engine keeps the getters of an event in the shape that the next one shares
const readers = new Map(
  READ_BY_HANDLERS.map((key) => [
    key,
    function read() {
      let event = this;
      while (!Object.hasOwn(event, key)) event = Object.getPrototypeOf(event);
      return Reflect.get(Object.getPrototypeOf(event), key, event);
    },
  ]),
);

function bindProperty(event, key) {
  const value = event[key];
  if (typeof value === 'function') {
    Object.defineProperty(event, key, { configurable: true, writable: true, value: value.bind(event) });
    return;
  }
  Object.defineProperty(event, key, { configurable: true, get: readers.get(key) });
}

const previousEvent = options.event;
options.event = (given) => {
  const event = previousEvent ? previousEvent(given) : given;
  const untouched = !Object.hasOwn(event, 'type');
  if (COPIED_EVENTS.has(event.type) && untouched) {
    // what a program that makes events has put on them itself can be read by a copy as it is
    for (const key of READ_BY_HANDLERS) if (key in event && !Object.hasOwn(event, key)) bindProperty(event, key);
  }
  return event;
};

// Repair 3: React focuses `autoFocus` elements on mount; preact only writes the attribute.
const mounted = new WeakSet();
const previousDiffed = options.diffed;
options.diffed = (vnode) => {
  previousDiffed?.(vnode);
  const element = vnode.__e;
  if (typeof vnode.type !== 'string' || !('autoFocus' in vnode.props) || !element || mounted.has(element)) return;
  mounted.add(element);
  // one that asks for the focus later would take it from where a person is typing
  if (!vnode.props.autoFocus) return;
  queueMicrotask(() => {
    if (element.isConnected) element.focus();
  });
};

// Repair 5: preact keeps its tree in the elements themselves. One that has been replaced still points to its parent and its
// children of then, so whoever holds it (a memoised element, the props of a component that kept its picture) held on to that
// tree, and through it to every later one: rows that left the page hours ago, with their listeners. What is replaced is emptied,
// after the work in which preact still reads it; what stays has to point to what is there now, and not to what it replaced.
const NOTHING = [];
const current = new WeakMap();
let replaced = [];
function emptyReplaced() {
  for (const vnode of replaced) {
    vnode.__ = vnode.__e = vnode.__c = null;
    vnode.__k = NOTHING;
  }
  replaced = [];
}
const diffedBefore = options.diffed;
options.diffed = (vnode) => {
  diffedBefore?.(vnode);
  // children of an element that was given again, or failed, and what waits aside for its code
  for (const child of vnode.__k ?? NOTHING) if (child) child.__ = vnode;
  const waiting = vnode.__c?.state?.__a;
  if (waiting) waiting.__ = vnode;
  const owner = vnode.__c ?? vnode.__e;
  if (!owner) return;
  const before = current.get(owner);
  if (before === vnode) return;
  current.set(owner, vnode);
  if (before && replaced.push(before) === 1) queueMicrotask(emptyReplaced);
};

// Repair 4: a browser fires `blur` for a focused element that is taken out of the document. React delivers no events while it
// changes the document; under preact the handler would run when its refs are empty already, and a date picker throws.
let leaving = null;
const previousUnmount = options.unmount;
options.unmount = (vnode) => {
  previousUnmount?.(vnode);
  if (typeof vnode.type !== 'string' || !vnode.__e || vnode.__e !== document.activeElement) return;
  leaving = vnode.__e;
  queueMicrotask(() => {
    leaving = null;
  });
};
for (const type of ['blur', 'focusout'])
  globalThis.addEventListener?.(
    type,
    (event) => leaving && event.target === leaving && event.stopImmediatePropagation(),
    true,
  );
