import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { easeInOut, SCROLL_MS, scrollAt, scrollToTop } from './scroll';

it.each([
  [-1, 0],
  [0, 0],
  [0.25, 0.125],
  [0.5, 0.5],
  [0.75, 0.875],
  [1, 1],
  [2, 1],
])('eases %d to %d', (progress, eased) => {
  expect(easeInOut(progress)).toBeCloseTo(eased);
});

it('starts where it is and ends at the top', () => {
  expect(scrollAt(600, 0)).toBe(600);
  expect(scrollAt(600, SCROLL_MS / 2)).toBe(300);
  expect(scrollAt(600, SCROLL_MS)).toBe(0);
  expect(scrollAt(600, 10, 0)).toBe(0);
});

function box(top: number): HTMLElement {
  const element = document.createElement('div');
  Object.defineProperty(element, 'scrollTop', { writable: true, value: top });
  return element;
}

const media = (matches: boolean) => vi.stubGlobal('matchMedia', () => ({ matches }));

beforeEach(() => vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('takes 800 ms', () => {
  media(false);
  const element = box(500);
  scrollToTop(element);
  vi.advanceTimersByTime(400);
  expect(element.scrollTop).toBeGreaterThan(0);
  expect(element.scrollTop).toBeLessThan(500);
  vi.advanceTimersByTime(450);
  expect(element.scrollTop).toBe(0);
});

it('jumps for people who do not want motion', () => {
  media(true);
  const element = box(500);
  scrollToTop(element);
  expect(element.scrollTop).toBe(0);
});

it('stops when the person scrolls', () => {
  media(false);
  const element = box(500);
  scrollToTop(element);
  vi.advanceTimersByTime(300);
  window.dispatchEvent(new Event('wheel'));
  element.scrollTop = 480;
  vi.advanceTimersByTime(800);
  expect(element.scrollTop).toBe(480);
});
