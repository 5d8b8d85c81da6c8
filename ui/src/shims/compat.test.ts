import { h, render } from 'preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
// the shim works by changing preact's options when it is loaded
import './compat';

const root = document.createElement('div');
document.body.append(root);

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
});
