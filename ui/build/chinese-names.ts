import type { Plugin } from 'vite';

/** antd's Select gives no way to name its clearing button: the only English name a screen reader would still say. */
export function chineseNames(): Plugin {
  return {
    name: 'chinese-names',
    transform(code, id) {
      if (!/@rc-component\/select\/es\/hooks\/useAllowClear\.js$/.test(id.split('?')[0] ?? '')) return null;
      if (!code.includes("?? 'Clear'")) throw new Error('useAllowClear.js names its button in another way');
      return { code: code.replace("?? 'Clear'", "?? '清空'"), map: null };
    },
  };
}
