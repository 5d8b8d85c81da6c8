/** The colours of charts, read when a chart is drawn: the theme may have changed since. */

export interface Palette {
  text: string;
  caption: string;
  line: string;
  grid: string;
  card: string;
  raise: string;
  accent: string;
  ok: string;
  warn: string;
  bad: string;
  /** Receivable, other kinds of it, and what is only planned. */
  due: string;
  dueOther: string;
  duePlanned: string;
  /** Received. */
  received: string;
  /** Fills of cyan, violet, amber and grey series. */
  cyan: string;
  violet: string;
  amber: string;
  grey: string;
  /** Tracks behind gauges, the band behind the current month. */
  track: string;
  band: string;
  axis: string;
  target: string;
  /** One colour for each series, in order; every neighbouring pair can be told apart. */
  series: string[];
}

/** Plates 1 to 6 of the look (README of the design), for light and dark ground. */
const LIGHT = ['#2F7BE0', '#159A8C', '#C9801A', '#7A62C9', '#CF5F78', '#7A8A3A'];
const DARK = ['#4A90EA', '#25A898', '#D2922F', '#8F7ADB', '#D9738A', '#93A44C'];

export const isDark = (root: HTMLElement = document.documentElement): boolean => root.dataset.theme === 'dark';

/** A stylesheet may set --chart-1 to --chart-6; otherwise the colours of the look hold. */
export function readPalette(root: HTMLElement = document.documentElement): Palette {
  const style = getComputedStyle(root);
  const read = (name: string, otherwise: string) => style.getPropertyValue(name).trim() || otherwise;
  return {
    text: read('--t1', '#1b2638'),
    caption: read('--t3', '#5f6c82'),
    line: read('--line', '#e3e8ef'),
    grid: read('--line2', '#edf0f4'),
    card: read('--card', '#fff'),
    raise: read('--raise', '#fff'),
    accent: read('--accent-t', '#0a6bcb'),
    ok: read('--ok', '#0e7a4f'),
    warn: read('--warn', '#9a5200'),
    bad: read('--bad', '#c32a34'),
    due: read('--due', '#2f7be0'),
    dueOther: read('--due2', '#a9cbf5'),
    duePlanned: read('--due3', '#dce9fa'),
    received: read('--ok-g', '#2a9d6e'),
    cyan: read('--cy-g', '#1793a8'),
    violet: read('--vi-g', '#7a68cc'),
    amber: read('--warn-f', '#de9834'),
    grey: read('--gr-g', '#8391a5'),
    track: read('--fill2', '#edf0f5'),
    band: read('--fill', '#f5f7fa'),
    axis: read('--axis', '#cfd7e2'),
    target: read('--bad-g', '#db4a54'),
    series: (isDark(root) ? DARK : LIGHT).map((colour, index) => read(`--chart-${index + 1}`, colour)),
  };
}
