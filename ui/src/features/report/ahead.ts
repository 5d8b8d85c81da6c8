/** The figures of the home page, asked for with the person's session instead of by blocks that are drawn later. */
import type { QueryClient } from '@tanstack/react-query';
import { partiesAQuery, platesQuery } from '@/api/assets';
import { blockQuery, type StatName } from '@/api/stat';
import { topNoticesQuery } from '@/features/notices/useTopNotices';
import type { BlockFlag, LayoutSetting } from '@/lib/layoutSetting';
import type { Grants } from '@/lib/permissions';
import { today } from '@/lib/serverClock';
import { hasFigures, shownBlocks } from './shownBlocks';
import { readQuery } from './useReportQuery';

/** Longer the page does not wait for the slowest block: the others are shown, it gets its waiting shape. */
const PATIENCE_MS = 300;

const CALLS: Readonly<Record<BlockFlag, StatName | null>> = {
  yingShouBlock: 'yingShou',
  shiShouBlock: 'shiShou',
  plateAssetAreaPieBlock: 'plateAssetAreaPie',
  plateAssetAreaBlock: 'plateAssetArea',
  daiBanBlock: 'daiBan',
  noticeBlock: null,
  baoGuangTaiBlock: 'baoGuangTai',
  xianJinLiuBlock: 'xianJinLiu',
  qianJiaoBlock: 'qianJiao',
  shouJiaoLvBlock: 'shouJiaoLv',
};

let coming: Promise<unknown> | null = null;

/** Asks for what the home page of this person will show; `search` is the filter in its address. */
export function askAhead(client: QueryClient, setting: LayoutSetting, grants: Grants, search: string): void {
  const query = readQuery(new URLSearchParams(search), today());
  const blocks = shownBlocks(setting, grants);
  const asked: Promise<void>[] = [client.prefetchQuery(topNoticesQuery)];
  for (const flag of blocks) {
    const call = CALLS[flag];
    if (call) asked.push(client.prefetchQuery(blockQuery(call, query)));
  }
  if (hasFigures(blocks)) asked.push(client.prefetchQuery(platesQuery), client.prefetchQuery(partiesAQuery));
  const all = Promise.all(asked).then(() => {
    if (coming === all) coming = null;
  });
  coming = all;
}

/** What was asked ahead and is not there yet; null when nothing is on its way. */
export function comingFigures(): Promise<unknown> | null {
  if (!coming) return null;
  return Promise.race([coming, new Promise((done) => setTimeout(done, PATIENCE_MS))]);
}
