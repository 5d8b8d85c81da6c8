import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { build } from 'vite';

const FOLDER = '__harness';
const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.html': 'text/html',
};
/** The product's own policy (src/web/assets.rs). */
const CSP =
  "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; object-src 'none'";

/** Builds the page of components as the product is built, into a temporary folder. */
export async function buildHarness(): Promise<string> {
  const ui = path.resolve(import.meta.dirname, '../..');
  const outDir = mkdtempSync(path.join(tmpdir(), 'gx-harness-'));
  await build({
    root: path.resolve(import.meta.dirname),
    configFile: path.join(ui, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir, assetsDir: FOLDER, emptyOutDir: true },
  });
  return outDir;
}

/** Opens it on the origin of the portal, below its policy. */
export async function openHarness(page: Page, folder: string): Promise<void> {
  await page.route(`**/gx_portal/${FOLDER}/**`, (route) => {
    const name = new URL(route.request().url()).pathname.split(`/${FOLDER}/`)[1] ?? '';
    const file = name === 'page' ? path.join(folder, 'index.html') : path.join(folder, FOLDER, name);
    return route.fulfill({
      body: readFileSync(file),
      contentType: TYPES[path.extname(file)] ?? 'application/octet-stream',
      headers: { 'content-security-policy': CSP },
    });
  });
  await page.goto(`${FOLDER}/page`);
}
