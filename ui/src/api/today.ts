/** 我的工作: what the person has to do, as cards. */

import { api } from './client';
import type { Schema } from './contract';
import { reading } from './reading';
import { TODAY } from './signals';

export type Today = Schema<'Today'>;
export type TodayCard = Schema<'TodayCard'>;
export type TodayLine = Schema<'TodayLine'>;
export type TodayPart = Schema<'TodayPart'>;

export const todayQuery = reading(
  TODAY,
  () => (signal) => api.get<{ data: Today }>('/portal/today', undefined, signal).then(({ data }) => data),
);
