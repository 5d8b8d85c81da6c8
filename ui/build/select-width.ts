import type { Plugin } from 'vite';

const MEASURES = 'if (syncWidth && input) {';

/**
 * A select of several values measures the width of what is typed when it is mounted: it changes its field, has the page laid out
 * and changes it back, and so does the next one, though nothing is typed in any of them and antd's sheet says 0 by itself.
 */
export function selectWidth(): Plugin {
  return {
    name: 'select-width',
    transform(code, id) {
      if (!/@rc-component\/select\/es\/SelectInput\/Input\.js$/.test(id.split('?')[0] ?? '')) return null;
      if (!code.includes(MEASURES)) throw new Error(`${id} measures in another way`);
      const typed = 'if (syncWidth && input && (value || widthCssVar !== undefined)) {';
      return { code: code.replace(MEASURES, typed), map: null };
    },
  };
}
