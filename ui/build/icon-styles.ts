import type { Plugin } from 'vite';

const EFFECT = `useEffect(() => {
    if (zeroRuntime) {
      return;
    }
    const ele`;

/**
 * Every icon looks for the icons' own style sheet among all sheets of the page when it is mounted: of a list of twenty rows a
 * tenth of what its opening costs. Once is enough, as nobody takes that sheet away.
 */
export function iconStyles(): Plugin {
  return {
    name: 'icon-styles',
    transform(code, id) {
      if (!/@ant-design\/icons\/es\/renderUtils\.js$/.test(id.split('?')[0] ?? '')) return null;
      if (!code.includes(EFFECT)) throw new Error(`${id} writes its styles in another way`);
      const once = EFFECT.replace('if (zeroRuntime)', 'if (zeroRuntime || written.has(mergedStyleStr))');
      const noted = once.replace('const ele', 'written.add(mergedStyleStr);\n    const ele');
      return { code: `const written = new Set();\n${code.replace(EFFECT, noted)}`, map: null };
    },
  };
}
