import type { Plugin } from 'vite';

const WATCHES = 'useLayoutEffect(() => {';
const ASKS = 'useBreakpoint(true, null)';

/**
 * A row, of which each field of a form has one, asks the browser for seven widths of the window when it is mounted, is drawn again
 * with the answer, and takes seven listeners away when it goes, though its alignment and its gaps are the same at every width. Only
 * a row that has something else for another width does so.
 */
export function rowWidths(): Plugin {
  return {
    name: 'row-widths',
    transform(code, id) {
      const file = /antd\/es\/grid\/(row|hooks\/useBreakpoint)\.js$/.exec(id.split('?')[0] ?? '')?.[1];
      if (!file) return null;
      const [known, better] =
        file === 'row'
          ? [ASKS, 'useBreakpoint([align, justify, gutter].flat().some(isPlainObject), null, true)']
          : [WATCHES, `${WATCHES}\n    if (never) return;`];
      if (code.split(known).length !== 2) throw new Error(`${id} asks for the width in another way`);
      const changed = code.replace(known, better);
      return {
        code:
          file === 'row'
            ? changed
            : changed
                .replace('defaultScreens = {})', 'defaultScreens = {}, onlyToRefresh = false)')
                .replace(WATCHES, `const never = onlyToRefresh && !refreshOnChange;\n  ${WATCHES}`),
        map: null,
      };
    },
  };
}
