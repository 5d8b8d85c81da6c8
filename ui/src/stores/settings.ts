import { create } from 'zustand';
import { api, request } from '@/api/client';
import { accentTokens } from '@/lib/colors';
import { type LayoutSetting, toLayoutSetting } from '@/lib/layoutSetting';
import { dropStored, readStored, writeStored } from '@/lib/storage';

export const LAYOUT_KEY = 'layout-setting';
const PATH = '/system/user/profile/layout';

interface SettingsState extends LayoutSetting {
  /** The panel 首页区块设置 is open. */
  showSettings: boolean;
}

export const useSettings = create<SettingsState>(() => ({
  ...toLayoutSetting(readStored(LAYOUT_KEY)),
  showSettings: false,
}));

const current = (): LayoutSetting => toLayoutSetting(useSettings.getState());

/** Gives the page the colours of the settings; charts redraw when these attributes change. */
function paint({ theme, sideTheme, appearance }: LayoutSetting): void {
  const root = document.documentElement;
  const tokens = accentTokens(theme, appearance === 'dark');
  const variables: Record<string, string> = {
    '--accent': tokens.accent,
    '--accent-t': tokens.accentText,
    '--accent-d': tokens.accentDeep,
    '--accent-bg': tokens.accentBg,
    '--accent-bg2': tokens.accentBg2,
    '--btn': tokens.button,
  };
  for (const [name, value] of Object.entries(variables)) root.style.setProperty(name, value);
  const look = {
    theme: appearance,
    side: appearance === 'dark' ? 'theme-dark' : sideTheme,
    accent: theme.toLowerCase(),
  };
  // written again, the same value would still redraw every chart
  for (const [name, value] of Object.entries(look)) if (root.dataset[name] !== value) root.dataset[name] = value;
}

paint(current());
useSettings.subscribe(() => paint(current()));
// what is saved in another window of this browser shows in this one at once
addEventListener('storage', ({ key }) => {
  if (key === LAYOUT_KEY) useSettings.setState(toLayoutSetting(readStored(LAYOUT_KEY)));
});

/** Tries settings out: they show at once and last until the page is left, or are saved. */
export function changeSettings(change: Partial<LayoutSetting>): void {
  useSettings.setState(change);
}

/** Settings the server keeps for the person win over those of this browser. */
export function adoptSettings(fromServer: unknown): void {
  if (fromServer === null || fromServer === undefined) return;
  const setting = toLayoutSetting(fromServer);
  writeStored(LAYOUT_KEY, setting);
  useSettings.setState(setting);
}

/** Keeps the settings in this browser and on the server. */
export async function saveSettings(): Promise<void> {
  const setting = current();
  writeStored(LAYOUT_KEY, setting);
  await request('PUT', PATH, { body: setting, asks: true });
}

/** Changes and keeps some settings at once; what is only being tried out stays so. */
export async function keepSettings(change: Partial<LayoutSetting>): Promise<void> {
  useSettings.setState(change);
  const setting = { ...toLayoutSetting(readStored(LAYOUT_KEY)), ...change };
  writeStored(LAYOUT_KEY, setting);
  await request('PUT', PATH, { body: setting, asks: true });
}

/** Forgets the settings here and on the server. */
export async function resetSettings(): Promise<void> {
  dropStored(LAYOUT_KEY);
  await api.delete(PATH);
}

/** The next person at this browser starts from the defaults. */
export function forgetSettings(): void {
  dropStored(LAYOUT_KEY);
  useSettings.setState({ ...toLayoutSetting(null), showSettings: false });
}
