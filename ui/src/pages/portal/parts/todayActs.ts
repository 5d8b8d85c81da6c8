import { TodayActLabels } from '@/api/generated/enums';
import type { TodayLine } from '@/api/today';

/** What a line lets one do here. */
export const actLabel = (act: NonNullable<TodayLine['act']>): string =>
  TodayActLabels.find(([value]) => value === act)?.[1] ?? '';

const TONES: Readonly<Record<TodayLine['tone'], string>> = { bad: 'tag bad', warn: 'tag warn', plain: 'tag blue' };

/** The look of a line's mark, beside its words. */
export const toneTag = (tone: TodayLine['tone']): string => TONES[tone];
