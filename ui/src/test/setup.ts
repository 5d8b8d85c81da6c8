import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { options } from 'preact';
import { afterEach } from 'vitest';

// what every browser of the product has and jsdom does not: nothing has a size and no media query matches
class ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
const matchMedia = () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} });
Object.assign(globalThis, { ResizeObserver, matchMedia });

// preact waits for a frame or 35 ms before it runs effects: on a slow machine that ended after the window was gone
Object.assign(options, { requestAnimationFrame: (run: () => void) => setTimeout(run) });
// a machine four times slower passes too: what is waited for comes, or the test fails by its own limit
configure({ asyncUtilTimeout: 25_000 });
afterEach(cleanup);
