/**
 * The styles that antd's components have computed, kept for as long as they are right.
 *
 * antd forgets what nobody on the page uses: each dialog, drawer, skeleton and hint that was shut computed its styles again when
 * it was opened again, took its variables out of the document and put them in again, which has the browser look at the styles of
 * all elements twice. Here each entry has one user more than there are.
 */
import { createCache } from '@ant-design/cssinjs';

type Cache = ReturnType<typeof createCache>;
/** How many use it, and what was computed. */
type Entry = Parameters<Parameters<Cache['opUpdate']>[1]>[0];

/** Rules, the same in every theme, and each component's variables, which are one theme's. The theme's own stay antd's. */
const KEPT = /^(style|cssVar)%/;
const VARIABLES = 'cssVar%';
/** Place of the style element's name in an entry of variables. */
const STYLE_ID = 2;

export interface KeptStyles {
  cache: Cache;
  /** Forgets the variables that nobody uses: another theme has others. */
  forget: () => void;
}

export function keptStyles(): KeptStyles {
  const cache = createCache();
  const update = cache.opUpdate.bind(cache);
  cache.opUpdate = (key, change) =>
    update(key, (before: Entry) => {
      const after = change(before);
      return !before && after && KEPT.test(key) ? [after[0] + 1, after[1]] : after;
    });
  const forget = () => {
    for (const [key, [users, value]] of [...cache.cache]) {
      if (users > 1 || !key.startsWith(VARIABLES)) continue;
      document.querySelector(`style[data-css-hash="${(value as string[])[STYLE_ID]}"]`)?.remove();
      update(key, () => null);
    }
  };
  return { cache, forget };
}
