import type { TodayCard } from '@/api/today';
import type { LayoutSetting } from '@/lib/layoutSetting';

/** The cards that the person has not hidden; one that failed is always shown. */
export const ofMine = (cards: readonly TodayCard[], { todayHidden }: Pick<LayoutSetting, 'todayHidden'>) =>
  cards.filter(({ key, failed }) => failed !== null || !todayHidden.includes(key));

/** Cards with something to do in the person's order, then the server's; the others are said in a word. */
export function arranged(cards: readonly TodayCard[], order: readonly string[]) {
  const place = ({ key }: TodayCard) => (order.includes(key) ? order.indexOf(key) : order.length);
  const busy = cards.filter(({ count, failed }) => count > 0 || failed !== null);
  return {
    busy: busy
      .map((card, at) => ({ card, at }))
      .sort((a, b) => place(a.card) - place(b.card) || a.at - b.at)
      .map(({ card }) => card),
    idle: cards.filter((card) => !busy.includes(card)),
  };
}
