import { type ComponentType, createElement, lazy, useState } from 'react';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** A component of a chunk of its own that can be fetched before it is shown. */
export type Later<Props> = ComponentType<Props> & { prepare: () => Promise<void> };

/**
 * `lazy` with a way to fetch ahead. What is there already is drawn at once: `lazy` would give up the first drawing of
 * everything around it, show what stands for it, and draw a second time.
 *
 * @param wait what draws it when it has to be waited for; behind the sign-in that of `ui/lazy`, which can try again
 */
export function later<Props extends object>(
  load: Load<Props>,
  wait: (load: Load<Props>) => ComponentType<Props> = (once) => lazy(once) as ComponentType<Props>,
): Later<Props> {
  let known: ComponentType<Props> | undefined;
  const fetchIt = () =>
    load().then((module) => {
      known = module.default;
      return module;
    });
  const Lazy = wait(fetchIt);
  // biome-ignore lint/correctness/noComponentHookFactories: called once for a module, as `lazy` is
  function Piece(props: Props) {
    // chosen once: another component in its place would be mounted again
    const [Inner] = useState<ComponentType<Props>>(() => known ?? Lazy);
    return createElement(Inner, props);
  }
  return Object.assign(Piece, { prepare: () => fetchIt().then(() => {}) });
}
