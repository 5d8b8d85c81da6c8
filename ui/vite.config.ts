import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { type Alias, defineConfig } from 'vite';
import type { InlineConfig } from 'vitest/node';
import { antdDirect } from './build/antd-direct.ts';
import { chineseNames } from './build/chinese-names.ts';
import { className } from './build/class-names.ts';
import { fewColumns } from './build/few-columns.ts';
import { libraryChanges } from './build/library-changes.ts';
import { pieces } from './build/pieces.ts';
import { preactAliases } from './build/preact-alias.ts';

const root = path.dirname(fileURLToPath(import.meta.url));
/** Tests that put other modules in the place of ours, or run without a page: what they change is theirs alone. */
const ALONE = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file.split(path.sep).join('/')}`)
  .filter((file) => /\.test\.tsx?$/.test(file))
  .filter((file) => /\bvi\.mock\(|@vitest-environment/.test(readFileSync(path.join(root, file), 'utf8')));

const test: InlineConfig = {
  environment: 'jsdom',
  environmentOptions: { jsdom: { url: 'http://localhost/gx_portal/' } },
  pool: 'threads',
  // what both runs load is transformed once: a fifth of the second
  experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/unit-tests' },
  projects: [
    // antd, jsdom and the library that renders are loaded once for all of them: a fifth of the processor's time
    {
      extends: true,
      test: {
        name: 'together',
        include: ['src/**/*.test.{ts,tsx}'],
        exclude: ALONE,
        isolate: false,
        environment: './build/kept-page.ts',
      },
    },
    { extends: true, test: { name: 'alone', include: ALONE } },
  ],
  setupFiles: ['src/test/setup.ts'],
  // a machine four times slower passes too
  testTimeout: 120_000,
  env: { BASE_URL: '/gx_portal/' },
  server: { deps: { inline: [/^(?!.*\/node_modules\/(?:vitest|jsdom)\/)/] } },
};

/** The tests run on the runtime of the product; the library that renders them comes as modules, so that the aliases reach it. */
const testAliases = (at: string): Alias[] => [
  {
    find: /^@testing-library\/react$/,
    replacement: `${at}/node_modules/@testing-library/react/dist/@testing-library/react.esm.js`,
  },
  { find: /^react-dom\/test-utils$/, replacement: `${at}/node_modules/preact/compat/test-utils.mjs` },
];

export default defineConfig(({ command, mode }) => {
  const source: Alias = { find: /^@\//, replacement: `${root}/src/` };
  const questions: Alias = {
    find: /^(\.{1,2}|antd\/es\/modal)\/destroyFns$/,
    replacement: `${root}/src/shims/destroyFns.ts`,
  };
  const forProduction = command === 'build' || mode === 'test';
  return {
    base: '/gx_portal/',
    plugins: [...[antdDirect(), chineseNames(), fewColumns(), libraryChanges(root)], react()],
    resolve: {
      ...(mode === 'test' && {
        mainFields: ['module', 'main'],
        conditions: ['module', 'browser', 'import', 'default'],
      }),
      alias: [
        source,
        questions,
        ...(mode === 'test' ? testAliases(root) : []),
        ...(forProduction ? preactAliases() : []),
      ],
    },
    css: { modules: { generateScopedName: className, localsConvention: 'dashesOnly' } },
    build: {
      outDir: 'dist',
      target: 'chrome87',
      cssTarget: 'chrome87',
      manifest: true,
      // for packaging/where; finish-build takes the maps out of what is shipped
      sourcemap: 'hidden',
      reportCompressedSize: false,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 1024,
      rolldownOptions: { output: { codeSplitting: pieces(root) } },
    },
    server: { proxy: { '/gx_portal/prod-api': process.env.GX_BACKEND ?? 'http://127.0.0.1:8080' } },
    test,
  };
});
