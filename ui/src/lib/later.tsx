import { type ComponentType, createElement, lazy, useState } from 'react';

/** A component of a chunk of its own that can be fetched before it is shown. */
export type Later<Props> = ComponentType<Props> & { prepare: () => Promise<void> };

/**
 * `lazy` with a way to fetch ahead. What is there already is drawn at once: `lazy` would give up the first drawing of
 * everything around it, show what stands for it, and draw a second time.
 */
export function later<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): Later<Props> {
  let known: ComponentType<Props> | undefined;
  const fetchIt = () =>
    load().then((module) => {
      known = module.default;
      return module;
    });
  const Lazy = lazy(fetchIt) as ComponentType<Props>;
  // biome-ignore lint/correctness/noComponentHookFactories: called once for a module, as `lazy` is
  function Piece(props: Props) {
    // chosen once: another component in its place would be mounted anew
    const [Inner] = useState<ComponentType<Props>>(() => known ?? Lazy);
    return createElement(Inner, props);
  }
  return Object.assign(Piece, { prepare: () => fetchIt().then(() => {}) });
}
