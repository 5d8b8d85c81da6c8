import { h, render, type VNode } from 'preact';
import { lazy, Suspense } from 'preact/compat';
import { afterEach, describe, expect, it, vi } from 'vitest';
// the shim works by changing preact's options when it is loaded
import { useInsertionEffect } from './compat';

/** What preact keeps in an element: its parent, its children, its node and its component. */
interface Inner {
  __: Inner | null;
  __k: (Inner | null)[] | null;
  __e: Node | null;
  __c: { state?: { __a?: Inner } } | null;
}

/** All that preact has put off is done. */
const settle = () => new Promise((done) => setTimeout(done));

const root = document.createElement('div');
/** The elements below the fragment that preact puts around what is rendered. */
const shown = () => ((root as unknown as { __k: Inner }).__k.__k ?? []) as Inner[];
const heldBy = (vnode: Inner | undefined) => [vnode?.__, vnode?.__e, vnode?.__c, ...(vnode?.__k ?? [])].filter(Boolean);
document.body.append(root);

const told: string[] = [];
function Dressed({ name }: { name: string }) {
  useInsertionEffect(() => {
    told.push(`${name} ${root.childElementCount}`);
    return () => told.push(`no ${name}`);
  }, [name]);
  return h('i', null, name);
}

afterEach(() => render(null, root));

describe('preact shim', () => {
  it('lets a copy of an event be read, as @rc-component/input does', () => {
    const onInput = vi.fn((event: Event) => {
      const copy = Object.create(event) as Event;
      copy.preventDefault();
      copy.stopPropagation();
      return copy.type;
    });
    render(h('input', { onInput }), root);
    const event = new Event('input', { bubbles: true, cancelable: true });
    root.querySelector('input')?.dispatchEvent(event);
    expect(onInput).toHaveReturnedWith('input');
    expect(event.defaultPrevented).toBe(true);
  });

  it('focuses an element with autoFocus once', async () => {
    const view = (value: string) =>
      h('div', null, h('input', { id: 'a', autoFocus: true, value }), h('input', { id: 'b' }));
    render(view('1'), root);
    await Promise.resolve();
    expect(document.activeElement?.id).toBe('a');
    root.querySelector<HTMLInputElement>('#b')?.focus();
    render(view('2'), root);
    await Promise.resolve();
    expect(document.activeElement?.id).toBe('b');
  });

  it('leaves the focus where somebody types when another element asks for it later', async () => {
    const view = (first: boolean) =>
      h('form', null, h('input', { id: 'name', autoFocus: first }), h('input', { id: 'password', autoFocus: !first }));
    render(view(true), root);
    await Promise.resolve();
    expect(document.activeElement?.id).toBe('name');
    render(view(false), root);
    await Promise.resolve();
    expect(document.activeElement?.id).toBe('name');
  });

  it('hears nothing of the blur of an element that is taken away, as React', async () => {
    const heard = vi.fn();
    // jsdom says nothing when a focused element goes; a browser says it when the refs are empty already
    const gone = (element: HTMLElement | null) => {
      if (!element) document.querySelector('#field')?.dispatchEvent(new FocusEvent('blur'));
    };
    const view = (shown: boolean) =>
      h('div', null, shown && h('label', null, h('input', { id: 'field', onBlur: heard }), h('b', { ref: gone })));
    render(view(true), root);
    const field = root.querySelector<HTMLInputElement>('#field');
    field?.focus();
    render(view(false), root);
    expect(field?.isConnected).toBe(false);
    expect(heard).not.toHaveBeenCalled();
    await Promise.resolve();
    render(view(true), root);
    root.querySelector<HTMLInputElement>('#field')?.focus();
    root.querySelector<HTMLInputElement>('#field')?.blur();
    expect(heard).toHaveBeenCalledOnce();
  });

  it('empties what is replaced, so that who keeps an element keeps no tree', async () => {
    const kept = h('i', null, h('b', null));
    const view = (text: string) => h('div', null, h('p', null, text), kept);
    render(view('1'), root);
    const [first] = shown();
    render(view('2'), root);
    render(view('3'), root);
    await Promise.resolve();
    for (const vnode of [first, kept as unknown as Inner]) expect(heldBy(vnode)).toEqual([]);
    expect(root.innerHTML).toBe('<div><p>3</p><i><b></b></i></div>');
  });

  it('shows children of an element that was given again under the one that is there now', () => {
    const kept = h('i', null, h('b', null));
    const view = () => h('div', null, kept);
    render(view(), root);
    render(view(), root);
    const [div] = shown();
    const i = div?.__k?.[0];
    expect(i?.__).toBe(div);
    expect(i?.__k?.[0]?.__).toBe(i);
  });

  it('puts what waited for its code in its place, whatever was drawn meanwhile', async () => {
    let arrive: (module: { default: () => VNode }) => void = () => {};
    const Late = lazy(() => new Promise<{ default: () => VNode }>((done) => (arrive = done)));
    for (const text of ['1', '2', '3']) {
      render(h('div', null, h(Suspense, { fallback: null }, h(Late, null)), h('p', null, text)), root);
      await settle();
    }
    const suspense = shown()[0]?.__k?.[0];
    expect(suspense?.__c?.state?.__a?.__).toBe(suspense);
    arrive({ default: () => h('i', null) });
    await settle();
    expect(root.innerHTML).toBe('<div><i></i><p>3</p></div>');
  });

  it('runs insertion effects before the elements are there, again for other values, and undoes them', () => {
    told.length = 0;
    render(null, root);
    render(h(Dressed, { name: 'a' }), root);
    render(h(Dressed, { name: 'a' }), root);
    render(h(Dressed, { name: 'b' }), root);
    render(null, root);
    expect(told).toEqual(['a 0', 'no a', 'b 1', 'no b']);
  });
});
