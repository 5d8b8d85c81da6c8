/** The person's layout settings (specification 3, «layout setting»): names, defaults and reading of what was stored. */
import { DEFAULT_ACCENT, isColor } from './colors';

/** The blocks of the report in the order of the specification: flag, title, and the right without which it is absent. */
export const BLOCKS = [
  { flag: 'yingShouBlock', title: '应收', permission: 'stat:yingShou:list' },
  { flag: 'shiShouBlock', title: '实收', permission: 'stat:shiShou:list' },
  { flag: 'plateAssetAreaPieBlock', title: '板块资产面积（饼图）', permission: 'stat:plateAssetAreaPie:list' },
  { flag: 'plateAssetAreaBlock', title: '板块资产面积（柱图）', permission: 'stat:plateAssetArea:list' },
  { flag: 'daiBanBlock', title: '待办', permission: null },
  { flag: 'noticeBlock', title: '通知公告', permission: null },
  { flag: 'baoGuangTaiBlock', title: '曝光台（平台）', permission: 'stat:baoGuangTai:list' },
  { flag: 'xianJinLiuBlock', title: '当年现金流统计', permission: 'stat:xianJinLiu:list' },
  { flag: 'qianJiaoBlock', title: '欠缴金额统计', permission: 'stat:qianJiao:list' },
  { flag: 'shouJiaoLvBlock', title: '租金收缴率统计', permission: 'stat:shouJiaoLv:list' },
] as const;

export type BlockFlag = (typeof BLOCKS)[number]['flag'];
export type SideTheme = 'theme-dark' | 'theme-light';
export type Appearance = 'light' | 'dark';
type Switches = Record<'topNav' | 'tagsView' | 'fixedHeader' | 'sidebarLogo' | BlockFlag, boolean>;

export interface LayoutSetting extends Switches {
  theme: string;
  sideTheme: SideTheme;
  /** The whole page light or dark; not in the specification, absent = light. */
  appearance: Appearance;
  /** Order of the blocks; always complete. */
  blockOrder: BlockFlag[];
  /** Whether 我的工作 is folded; null = as is usual for the person's roles, which the server knows. */
  todayFolded: boolean | null;
  /** Cards of 我的工作 that are not shown, by their names. */
  todayHidden: string[];
  /** Cards that the person has put in front, in his order; the others follow as the server has them. */
  todayOrder: string[];
  /** Phrases that the person puts into opinions, the newest last. */
  phrases: string[];
}

const DEFAULT_SWITCHES: Switches = {
  topNav: false,
  tagsView: true,
  fixedHeader: false,
  sidebarLogo: true,
  yingShouBlock: true,
  shiShouBlock: true,
  plateAssetAreaPieBlock: true,
  plateAssetAreaBlock: true,
  daiBanBlock: true,
  noticeBlock: true,
  baoGuangTaiBlock: true,
  xianJinLiuBlock: true,
  qianJiaoBlock: true,
  shouJiaoLvBlock: true,
};

const FLAGS: readonly BlockFlag[] = BLOCKS.map(({ flag }) => flag);

/** The wanted order without strangers and repetitions; blocks it does not name keep the usual order behind it. */
function completeOrder(wanted: unknown): BlockFlag[] {
  const named = (Array.isArray(wanted) ? wanted : []).filter((flag): flag is BlockFlag => FLAGS.includes(flag));
  return [...new Set([...named, ...FLAGS])];
}

const names = (given: unknown): string[] =>
  Array.isArray(given) ? [...new Set(given.filter((name): name is string => typeof name === 'string'))] : [];

/** Settings from anything stored or sent: what is missing or of the wrong kind becomes the default. */
export function toLayoutSetting(given: unknown): LayoutSetting {
  const stored = typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : {};
  const switches = { ...DEFAULT_SWITCHES };
  for (const name of Object.keys(switches) as (keyof Switches)[]) {
    const value = stored[name];
    if (typeof value === 'boolean') switches[name] = value;
  }
  return {
    ...switches,
    theme: isColor(stored.theme) ? stored.theme : DEFAULT_ACCENT,
    sideTheme: stored.sideTheme === 'theme-light' ? 'theme-light' : 'theme-dark',
    appearance: stored.appearance === 'dark' ? 'dark' : 'light',
    blockOrder: completeOrder(stored.blockOrder),
    todayFolded: typeof stored.todayFolded === 'boolean' ? stored.todayFolded : null,
    todayHidden: names(stored.todayHidden),
    todayOrder: names(stored.todayOrder),
    phrases: names(stored.phrases),
  };
}
