/**
 * Last step of `npm run build`: writes a brotli file next to every text asset (the program embeds nothing else; it
 * repacks for browsers of an intranet without TLS, which take gzip only), prints the sizes of what a visitor loads (brotli
 * KiB) and fails when a budget is exceeded. `GX_QUICK` packs quickly and checks no budget: for a first look at the product.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

const quick = Boolean(process.env.GX_QUICK);

/** Budgets in KiB of brotli. */
const BUDGETS = { signIn: 120, frame: 230, pageChunk: 60 };
/** Most scripts and styles that a page may ask for at a first visit: each is a turn on the line (build/pieces.ts). */
const MOST_FILES = 80;

const dist = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../dist');
const manifestFile = path.join(dist, '.vite/manifest.json');
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
const compressed = new Map();

/** Built-ins newer than Chrome 87 that src/app/polyfills.ts does not supply; none may reach the bundle. */
const TOO_NEW =
  /structuredClone\(|\.findLastIndex\(|randomUUID\(|AbortSignal\.(timeout|any)|\.to(Sorted|Reversed|Spliced)\(|withResolvers|Object\.groupBy/;
const TOO_NEW_CSS = /:(where|has)\(|aspect-ratio:|@container|@layer|\ddvh|color-mix\(/;
const tooNew = [];

/** Source maps stay with the release and out of the program; `packaging/where` reads a crash with them. */
const maps = path.resolve(dist, '../maps');
rmSync(maps, { recursive: true, force: true });
mkdirSync(maps);
for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
  if (entry.isFile() && entry.name.endsWith('.map')) {
    renameSync(path.join(entry.parentPath ?? entry.path, entry.name), path.join(maps, entry.name));
  }
}

for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.(js|css|html|svg|json|ico|wasm)$/.test(entry.name)) continue;
  const file = path.join(entry.parentPath ?? entry.path, entry.name);
  if (file.includes('/.vite/')) continue;
  const source = readFileSync(file);
  const found = (file.endsWith('.css') ? TOO_NEW_CSS : TOO_NEW).exec(source.toString('utf8'));
  if (found && /\.(js|css)$/.test(file)) tooNew.push(`${entry.name}: ${found[0]}`);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quick ? 4 : 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
  };
  const packed = brotliCompressSync(source, { params });
  writeFileSync(`${file}.br`, packed);
  compressed.set(path.relative(dist, file), packed.length);
}

/** Files a manifest entry needs statically: its script, styles, assets and those of its imports. */
function filesOf(key, found = new Set()) {
  const chunk = manifest[key];
  if (!chunk || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const file of [...(chunk.css ?? []), ...(chunk.assets ?? [])]) found.add(file);
  for (const imported of chunk.imports ?? []) filesOf(imported, found);
  return found;
}

const kib = (files) => [...files].reduce((sum, file) => sum + (compressed.get(file) ?? 0), 0) / 1024;
const without = (files, known) => new Set([...files].filter((file) => !known.has(file)));

const signIn = new Set(['index.html', ...filesOf('index.html'), ...filesOf('src/pages/public/login.tsx')]);
const shell = new Set([...signIn, ...filesOf('src/app/Workspace.tsx')]);
const failures = [];

function report(label, size, budget) {
  const verdict = size <= budget ? 'ok' : 'TOO BIG';
  if (!quick) console.log(`${label.padEnd(46)} ${size.toFixed(1).padStart(8)} KiB   budget ${budget}  ${verdict}`);
  if (size > budget) failures.push(label);
}

report('sign-in, first load', kib(signIn), BUDGETS.signIn);
report('frame, in addition', kib(without(shell, signIn)), BUDGETS.frame);
let most = 0;
for (const [key, chunk] of Object.entries(manifest)) {
  if (!key.startsWith('src/pages/') || !chunk.isDynamicEntry) continue;
  most = Math.max(most, new Set([...shell, ...filesOf(key)]).size);
  report(key, kib([chunk.file, ...(chunk.css ?? [])]), BUDGETS.pageChunk);
  const more = kib(without(filesOf(key), new Set([...shell, chunk.file])));
  if (more > 1 && !quick)
    console.log(`${'  shared pieces it loads first'.padEnd(46)} ${more.toFixed(1).padStart(8)} KiB`);
}
if (!quick) console.log(`most files of a page: ${most}   budget ${MOST_FILES}`);
if (most > MOST_FILES) failures.push('files of a page');
console.log(`all files: ${compressed.size}, ${(kib(compressed.keys())).toFixed(0)} KiB brotli`);
rmSync(path.join(dist, '.vite'), { recursive: true });

if (tooNew.length > 0) {
  console.error(`newer than Chrome 87: ${tooNew.join('; ')}`);
  process.exit(1);
}
if (failures.length > 0 && !quick) {
  console.error(`over budget: ${failures.join(', ')}`);
  process.exit(1);
}
