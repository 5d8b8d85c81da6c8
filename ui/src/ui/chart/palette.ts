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

const PLATES = ['--p1', '--p2', '--p3', '--p4', '--p5', '--p6'];

export const isDark = (root: HTMLElement = document.documentElement): boolean => root.dataset.theme === 'dark';

/** The tokens of app/tokens.css, as the theme of the moment has them. */
export function readPalette(root: HTMLElement = document.documentElement): Palette {
  const style = getComputedStyle(root);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    text: read('--t1'),
    caption: read('--t3'),
    line: read('--line'),
    grid: read('--line2'),
    card: read('--card'),
    raise: read('--raise'),
    accent: read('--accent-t'),
    ok: read('--ok'),
    warn: read('--warn'),
    bad: read('--bad'),
    due: read('--due'),
    dueOther: read('--due2'),
    duePlanned: read('--due3'),
    received: read('--ok-g'),
    cyan: read('--cy-g'),
    violet: read('--vi-g'),
    amber: read('--warn-f'),
    grey: read('--gr-g'),
    track: read('--fill2'),
    band: read('--fill'),
    axis: read('--axis'),
    target: read('--bad-g'),
    series: PLATES.map(read),
  };
}
