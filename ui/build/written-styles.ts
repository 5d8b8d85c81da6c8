import type { Plugin } from 'vite';

const BEGIN = 'export function updateCSS(css, key, originOption = {}) {';
const MADE = 'const newNode = injectCSS(css, option);';
const GONE = 'export function removeCSS(key, option = {}) {';
const ENDS = ['return existNode;', 'return newNode;'];

/**
 * A component of antd's that is mounted has each of its sheets looked for among all of the page's, and the text of the one that
 * was found written out to be compared: 6 ms for a list with ten filters. What was written and stands there is known until it is
 * taken away: each measurement of a scroll bar writes a sheet of its own name for a moment.
 */
export function writtenStyles(): Plugin {
  return {
    name: 'written-styles',
    transform(code, id) {
      if (!/@rc-component\/util\/es\/Dom\/dynamicCSS\.js$/.test(id.split('?')[0] ?? '')) return null;
      if (![BEGIN, MADE, GONE, ...ENDS].every((text) => code.split(text).length === 2))
        throw new Error(`${id} writes sheets in another way`);
      const known = `${BEGIN}
  const before = written.get(key);
  if (before && before.css === css && before.node.isConnected) return before.node;`;
      // a sheet is rewritten in its place, too: the variables of another theme
      const noted = ENDS.reduce((text, end) => {
        const node = end.slice('return '.length, -1);
        return text.replace(end, `{ written.set(key, { css, node: ${node} }); ${end} }`);
      }, code);
      const forgotten = `${GONE}\n  written.delete(key);`;
      return { code: `const written = new Map();\n${noted.replace(BEGIN, known).replace(GONE, forgotten)}`, map: null };
    },
  };
}
