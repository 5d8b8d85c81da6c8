import { describe, expect, it } from 'vitest';
import { accentTokens, contrast, isColor, PRESETS, parseColor } from './colors';

const WHITE = parseColor('#FFFFFF');
const CARD = parseColor('#161E2A');
const between = (a: string, b: string) => contrast(parseColor(a), parseColor(b));

describe('accentTokens', () => {
  // what the design derived from each preset
  it.each([
    ['#409EFF', '#0B6DD3', '#4A9EF5'],
    ['#1890FF', '#0A6BCB', '#6BB1FF'],
    ['#304156', '#304156', '#7D97B6'],
    ['#212121', '#212121', '#949494'],
    ['#11A983', '#0D7D61', '#11A983'],
    ['#13C2C2', '#0C7A7A', '#13C2C2'],
    ['#6959CD', '#6959CD', '#958ADC'],
    ['#F5222D', '#DD0C17', '#F7636A'],
  ])('%s stands out as much as in the design table', (preset, light, dark) => {
    const day = contrast(parseColor(accentTokens(preset, false).accentText), WHITE);
    expect(day).toBeGreaterThanOrEqual(5);
    expect(Math.abs(day - contrast(parseColor(light), WHITE))).toBeLessThan(0.35);
    const night = contrast(parseColor(accentTokens(preset, true).accentText), CARD);
    expect(night).toBeGreaterThanOrEqual(5.5);
    expect(Math.abs(night - contrast(parseColor(dark), CARD))).toBeLessThan(0.35);
  });

  it.each([...PRESETS, '#ffff00', '#ffffff', '#000000', '#7f7f7f', '#00ff00'])('%s is readable everywhere', (color) => {
    for (const dark of [false, true]) {
      const tokens = accentTokens(color, dark);
      expect(between('#FFFFFF', tokens.button)).toBeGreaterThanOrEqual(4.5);
      expect(between(tokens.accentText, tokens.accentBg)).toBeGreaterThanOrEqual(4.5);
      expect(between(tokens.accentDeep, tokens.accentBg2)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('falls back to the default for anything that is no colour', () => {
    expect(accentTokens('red; background: url(x)', false).accentText).toBe('#0A6BCB');
    expect(isColor('#12345')).toBe(false);
    expect(isColor(null)).toBe(false);
  });
});
