import { afterEach, expect, it } from 'vitest';
import { forgetSettings, LAYOUT_KEY, useSettings } from './settings';

afterEach(forgetSettings);

/** What the browser tells the other windows of one origin when one of them stores something. */
function storedElsewhere(key: string, value: string | null): void {
  if (value === null) localStorage.removeItem(key);
  else localStorage.setItem(key, value);
  dispatchEvent(new StorageEvent('storage', { key, newValue: value, storageArea: localStorage }));
}

it('settings that are saved in another window show in this one', () => {
  storedElsewhere(LAYOUT_KEY, JSON.stringify({ appearance: 'dark' }));
  expect(useSettings.getState().appearance).toBe('dark');
  expect(document.documentElement.dataset.theme).toBe('dark');
  storedElsewhere(LAYOUT_KEY, null);
  expect(document.documentElement.dataset.theme).toBe('light');
});

it('what else is stored there changes nothing, and what is broken is none', () => {
  storedElsewhere(LAYOUT_KEY, JSON.stringify({ appearance: 'dark' }));
  storedElsewhere('columns', '{"appearance":"light"}');
  expect(useSettings.getState().appearance).toBe('dark');
  storedElsewhere(LAYOUT_KEY, '{"appearance":');
  expect(useSettings.getState().appearance).toBe('light');
});
