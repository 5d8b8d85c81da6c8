import type { Plugin } from 'vite';

/** `DatePicker` -> `date-picker`: the folder name antd gives to a component. */
function toFolder(component: string): string {
  if (component === 'QRCode') return 'qr-code';
  return component
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase();
}

/** One name of an import list («Name» or «Name as Local») as a default import from its own module. */
function toDirectImport(specifier: string, library: string): string {
  const [name = '', local = name] = specifier.split(/\s+as\s+/);
  const module = library === 'antd' ? `antd/es/${toFolder(name)}` : `${library}/es/icons/${name}`;
  return `import ${local} from '${module}';`;
}

const BARREL_IMPORT = /import \{([^}]+)\} from ['"](antd|@ant-design\/icons)['"];?/g;

/**
 * Rewrites `import { A, B } from 'antd'` to one import a component.
 * The bundler would otherwise put the whole barrel into the entry chunk (about 150 KiB brotli more).
 */
export function antdDirect(): Plugin {
  return {
    name: 'antd-direct',
    enforce: 'pre',
    transform(code, id) {
      if (id.includes('/node_modules/') || !BARREL_IMPORT.test(code)) return null;
      BARREL_IMPORT.lastIndex = 0;
      const direct = code.replace(BARREL_IMPORT, (all, list: string, library: string) => {
        const imports = list
          .split(',')
          .map((specifier) => specifier.trim())
          .filter((specifier) => specifier !== '' && !specifier.startsWith('type '))
          .map((specifier) => toDirectImport(specifier, library));
        // as many lines as before: the places of crashes are read with the map of the code that follows
        return imports.join('') + '\n'.repeat(all.split('\n').length - 1);
      });
      return { code: direct, map: null };
    },
  };
}
