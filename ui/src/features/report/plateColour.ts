/** Colours of plates. Those of the look are tokens, which have a dark half; any other colour is what the register says. */
import type { Palette } from '@/ui/Chart';

/** Place of the token `--p1` … `--p6`: by its light colour, and by the louder one that plates of earlier versions carry. */
const PLACES: Readonly<Record<string, number>> = {
  '#2f7be0': 1,
  '#1677ff': 1,
  '#159a8c': 2,
  '#13a8a8': 2,
  '#c9801a': 3,
  '#d48806': 3,
  '#7a62c9': 4,
  '#722ed1': 4,
  '#cf5f78': 5,
  '#c41d7f': 5,
  '#7a8a3a': 6,
  '#5b8c00': 6,
};

const placeOf = (color: string): number | undefined => PLACES[color.toLowerCase()];

/** For styles. */
export const plateStyle = (color: string): string => {
  const place = placeOf(color);
  return place ? `var(--p${place})` : color;
};

/** For drawings. */
export const plateInk = (color: string, palette: Palette): string => {
  const place = placeOf(color);
  return (place && palette.series[place - 1]) || color;
};
