import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Alias } from 'vite';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const preact = path.join(root, 'node_modules/preact');

/** Aliases of the production build: React's modules become preact/compat (with our shim). Development and tests use React. */
export function preactAliases(): Alias[] {
  return [
    { find: /^react-dom\/client$/, replacement: `${preact}/compat/client.mjs` },
    { find: /^react\/jsx-(dev-)?runtime$/, replacement: `${preact}/jsx-runtime/dist/jsxRuntime.module.js` },
    { find: /^react(-dom)?$/, replacement: path.join(root, 'src/shims/compat.ts') },
    { find: /^preact$/, replacement: `${preact}/dist/preact.module.js` },
    { find: /^preact\/hooks$/, replacement: `${preact}/hooks/dist/hooks.module.js` },
    { find: /^preact\/compat$/, replacement: `${preact}/compat/dist/compat.module.js` },
  ];
}
