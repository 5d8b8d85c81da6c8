import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

// older Debian releases have the whole browser only
const browser =
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path)) ?? 'chromium';

// one server for each worker (packaging/browser-tests)
const urls = (process.env.GX_URLS ?? 'http://127.0.0.1:8080/gx_portal/').split(' ');

/**
 * Drives the production bundle served by the real binary, with the system's Chromium; its headless shell draws no window
 * and takes a fifth less time.
 */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/artifacts',
  workers: urls.length,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // journeys whose rules are held elsewhere too run in `packaging/test all` (README of ui/e2e says where)
  ...(!process.env.GX_FULL && { grepInvert: /@full/ }),
  // slow is not wrong: a machine four times slower passes. What never comes fails after a minute, whatever waits for it
  timeout: 600_000,
  expect: { timeout: 60_000 },
  // more failures than these say nothing new, and each may cost its minute
  maxFailures: 12,
  // what is flaky is repaired, not tried again
  retries: 0,
  reporter: [['list']],
  use: {
    baseURL: urls[Number(process.env.TEST_PARALLEL_INDEX ?? 0)],
    // of presses, and of requests, downloads and windows that are waited for
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    locale: 'zh-CN',
    // on purpose far from the server's zone: the server says which day it is
    timezoneId: 'Pacific/Honolulu',
    // a dialog that still moves takes a press where it will not be a moment later; without motion runs are shorter, too
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1440, height: 900 },
    // film and copies of the page at each step take a fifth to a third of the whole run; the steps, the requests and the last
    // picture say as much
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.GX_CHROMIUM ?? browser,
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // pages live for seconds: optimising their code costs a fifth of the processor's time and pays back none of it
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
});
