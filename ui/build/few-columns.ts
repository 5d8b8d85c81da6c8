import type { Plugin } from 'vite';

const ALL = 'return [genGridColStyle(gridToken), genGridStyle(';

/**
 * The fields of the first form of a page bring a sheet of some thousand rules, for twenty-four columns at each of eight widths. No
 * page of the portal lays anything out in them (a form has `ui/form-dialog.module.css`); one that would does not build.
 */
export function fewColumns(): Plugin {
  return {
    name: 'few-columns',
    transform(code, id) {
      const file = id.split('?')[0] ?? '';
      if (/\/antd\/es\/(col|row)\/index\.js$/.test(file))
        throw new Error('Row and Col have no columns (build/few-columns.ts)');
      if (!file.endsWith('/antd/es/grid/style/index.js')) return null;
      if (code.split(ALL).length !== 2) throw new Error(`${id} styles its columns in another way`);
      return { code: code.replace(ALL, `return [genGridColStyle(gridToken)];\n  ${ALL}`), map: null };
    },
  };
}
