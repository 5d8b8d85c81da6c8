/**
 * The styles that antd's components have computed, kept for as long as they are right.
 *
 * `build/known-styles.ts` has antd count no users of what it has computed and take nothing away: a dialog, drawer, skeleton or hint
 * that is opened again finds its styles. The variables of a theme go when another theme has been drawn.
 */
import { createCache } from '@ant-design/cssinjs';

type Cache = ReturnType<typeof createCache>;

/** Tokens of a theme, and of each component the variables made of them; the rules are the same in every theme. */
const TOKENS = 'token%';
const VARIABLES = 'cssVar%';
/** Places in what was computed: the tokens as they are, the style element's name. */
const PLAIN_TOKENS = 2;
const STYLE_ID = 2;

export interface KeptStyles {
  cache: Cache;
  /** Forgets what belongs to other themes than the one that was drawn last. */
  forget: () => void;
}

export function keptStyles(): KeptStyles {
  const cache = createCache();
  const forget = () => {
    // in the order in which they were computed: the last is the theme of the moment, since those before it are forgotten
    const tokens = [...cache.cache].filter(([key]) => key.startsWith(TOKENS));
    const last = tokens.pop();
    if (!last) return;
    for (const [key] of tokens) cache.opUpdate(key, () => null);
    const theme: string = last[1][1][PLAIN_TOKENS]._tokenKey;
    for (const [key, [, value]] of [...cache.cache]) {
      if (!key.startsWith(VARIABLES) || key.endsWith(`%${theme}`)) continue;
      document.querySelector(`style[data-css-hash="${value[STYLE_ID]}"]`)?.remove();
      cache.opUpdate(key, () => null);
    }
  };
  return { cache, forget };
}
