import type { Plugin } from 'vite';

const OWN = 'validateFirst = false';

/** A field that breaks two rules says the first of them: antd says both, one below the other, unless each field forbids it. */
export function firstRule(): Plugin {
  return {
    name: 'first-rule',
    transform(code, id) {
      if (!/@rc-component\/form\/es\/Field\.js$/.test(id.split('?')[0] ?? '')) return null;
      if (!code.includes(OWN)) throw new Error('Field.js decides in another way how many rules it looks at');
      return { code: code.replace(OWN, 'validateFirst = true'), map: null };
    },
  };
}
