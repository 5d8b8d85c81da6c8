/**
 * Accent colours: from the one colour a person picks to the handful of tokens the pages use, with the contrasts of
 * the design tokens (text at least 4.5 on its ground; links and buttons 5.0 on white, 5.5 on a dark card).
 */

export interface Rgb {
  r: number;
  g: number;
  b: number;
}

interface Hsl {
  h: number;
  s: number;
  l: number;
}

/** The colours derived from an accent, named like the tokens of tokens.css. */
export interface AccentTokens {
  /** As picked: soft areas and marks, never text. */
  accent: string;
  /** Links, lines, selected text. */
  accentText: string;
  /** Text on `accentBg2`. */
  accentDeep: string;
  accentBg: string;
  accentBg2: string;
  /** Primary buttons and switches, white on it. */
  button: string;
}

/** The presets of the settings panel, in the specification's order. */
export const PRESETS = [
  '#409EFF',
  '#1890ff',
  '#304156',
  '#212121',
  '#11a983',
  '#13c2c2',
  '#6959CD',
  '#f5222d',
] as const;
export const DEFAULT_ACCENT = '#1890ff';

/** Tuned by hand for the default (design tokens). */
export const DEFAULT_TOKENS: Record<'light' | 'dark', AccentTokens> = {
  light: {
    accent: '#1890FF',
    accentText: '#0A6BCB',
    accentDeep: '#0857A8',
    accentBg: '#E9F3FD',
    accentBg2: '#D3E7FB',
    button: '#0A6BCB',
  },
  dark: {
    accent: '#3C9BFF',
    accentText: '#6BB1FF',
    accentDeep: '#9CCBFF',
    accentBg: '#142B45',
    accentBg2: '#1B3C62',
    button: '#2470C6',
  },
};

const WHITE: Rgb = { r: 255, g: 255, b: 255 };
const DARK_CARD = '#161E2A';
const MOST_SATURATION = 0.9;
const STEP = 0.005;

export const isColor = (text: unknown): text is string => typeof text === 'string' && /^#[0-9a-f]{6}$/i.test(text);

export function parseColor(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return { r: (value >> 16) & 255, g: (value >> 8) & 255, b: value & 255 };
}

export function formatColor({ r, g, b }: Rgb): string {
  const two = (channel: number) => Math.round(channel).toString(16).padStart(2, '0');
  return `#${two(r)}${two(g)}${two(b)}`.toUpperCase();
}

function luminance({ r, g, b }: Rgb): number {
  const linear = (channel: number) => {
    const c = channel / 255;
    return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

/** WCAG contrast of two colours, 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function toHsl({ r, g, b }: Rgb): Hsl {
  const [x, y, z] = [r / 255, g / 255, b / 255];
  const max = Math.max(x, y, z);
  const min = Math.min(x, y, z);
  const l = (max + min) / 2;
  const d = max - min;
  if (d === 0) return { h: 0, s: 0, l };
  const s = l > 0.5 ? d / (2 - max - min) : d / (max + min);
  const h = max === x ? ((y - z) / d + 6) % 6 : max === y ? (z - x) / d + 2 : (x - y) / d + 4;
  return { h: h / 6, s, l };
}

function fromHsl({ h, s, l }: Hsl): Rgb {
  const a = s * Math.min(l, 1 - l);
  const channel = (n: number) => {
    const k = (n + h * 12) % 12;
    return 255 * (l - a * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return { r: channel(0), g: channel(8), b: channel(4) };
}

/** Moves the lightness of a colour until it stands out from its ground enough. */
function standOut(color: Rgb, ground: Rgb, ratio: number, direction: -1 | 1): Rgb {
  if (contrast(color, ground) >= ratio) return color;
  const { h, s, l } = toHsl(color);
  const saturation = Math.min(s, MOST_SATURATION);
  for (let light = l; light >= 0 && light <= 1; light += direction * STEP) {
    const candidate = fromHsl({ h, s: saturation, l: light });
    if (contrast(candidate, ground) >= ratio) return candidate;
  }
  return direction < 0 ? { r: 0, g: 0, b: 0 } : WHITE;
}

/** `share` of a colour laid over a ground. */
function over(color: Rgb, ground: Rgb, share: number): Rgb {
  const mix = (a: number, b: number) => a * share + b * (1 - share);
  return { r: mix(color.r, ground.r), g: mix(color.g, ground.g), b: mix(color.b, ground.b) };
}

const TEXT = 4.5;

/** The tokens of an accent. Anything that is no colour gives the default's. */
export function accentTokens(picked: string, dark: boolean): AccentTokens {
  if (!isColor(picked) || picked.toLowerCase() === DEFAULT_ACCENT) return DEFAULT_TOKENS[dark ? 'dark' : 'light'];
  const color = parseColor(picked);
  if (dark) {
    const card = parseColor(DARK_CARD);
    const text = standOut(color, card, 5.5, 1);
    const [soft, softer] = [over(text, card, 0.2), over(text, card, 0.13)];
    return {
      accent: formatColor(text),
      accentText: formatColor(standOut(text, softer, TEXT, 1)),
      accentDeep: formatColor(standOut(text, soft, 6, 1)),
      accentBg: formatColor(softer),
      accentBg2: formatColor(soft),
      button: formatColor(standOut(color, WHITE, 4.8, -1)),
    };
  }
  const [soft, softer] = [over(color, WHITE, 0.19), over(color, WHITE, 0.09)];
  const text = standOut(standOut(color, WHITE, 5, -1), softer, TEXT, -1);
  return {
    accent: formatColor(color),
    accentText: formatColor(text),
    accentDeep: formatColor(standOut(text, soft, 5.5, -1)),
    accentBg: formatColor(softer),
    accentBg2: formatColor(soft),
    button: formatColor(text),
  };
}
