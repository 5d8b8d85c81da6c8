import type { Plugin } from 'vite';

const BEGIN = 'export function updateCSS(css, key, originOption = {}) {';
const MADE = 'const newNode = injectCSS(css, option);';
const END = 'return newNode;';

/**
 * A component of antd's that is mounted has each of its sheets looked for among all of the page's, and the text of the one that
 * was found written out to be compared: 6 ms for a list with ten filters. What was written and stands there is known.
 */
export function writtenStyles(): Plugin {
  return {
    name: 'written-styles',
    transform(code, id) {
      if (!/@rc-component\/util\/es\/Dom\/dynamicCSS\.js$/.test(id.split('?')[0] ?? '')) return null;
      if (![BEGIN, MADE, END].every((text) => code.includes(text)))
        throw new Error(`${id} writes sheets in another way`);
      const known = `${BEGIN}
  const before = written.get(key);
  if (before && before.css === css && before.node.isConnected) return before.node;`;
      const noted = `written.set(key, { css, node: newNode });\n  ${END}`;
      return { code: `const written = new Map();\n${code.replace(BEGIN, known).replace(END, noted)}`, map: null };
    },
  };
}
