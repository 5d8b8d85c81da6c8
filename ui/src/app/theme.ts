import { theme as antd, type ThemeConfig } from 'antd';
import { accentTokens } from '@/lib/colors';
import { CONTROL_HEIGHT, type ComponentSize } from '@/lib/componentSize';
import type { LayoutSetting } from '@/lib/layoutSetting';

/** The design tokens of tokens.css that antd computes with, and so cannot read from CSS variables. */
interface Palette {
  ground: string;
  card: string;
  raise: string;
  fill: string;
  hover: string;
  line: string;
  line2: string;
  control: string;
  t1: string;
  t2: string;
  t3: string;
  ok: string;
  warn: string;
  bad: string;
  shadow: string;
}

export const LIGHT: Palette = {
  ground: '#F2F4F8',
  card: '#FFFFFF',
  raise: '#FFFFFF',
  fill: '#F5F7FA',
  hover: '#F4F8FD',
  line: '#E3E8EF',
  line2: '#EDF0F4',
  control: '#CBD3DF',
  t1: '#1B2638',
  t2: '#4A5770',
  t3: '#5F6C82',
  ok: '#2A9D6E',
  warn: '#C57A12',
  bad: '#C32A34',
  shadow: '0 6px 24px rgba(20,34,58,.14),0 1px 4px rgba(20,34,58,.08)',
};

export const DARK: Palette = {
  ground: '#0E141D',
  card: '#161E2A',
  raise: '#1C2633',
  fill: '#1B2431',
  hover: '#1A2636',
  line: '#263243',
  line2: '#202A38',
  control: '#3A495E',
  t1: '#E6EBF3',
  t2: '#B4BFCE',
  t3: '#94A1B4',
  ok: '#2F9F72',
  warn: '#D08D30',
  bad: '#FF868B',
  shadow: '0 8px 28px rgba(0,0,0,.5)',
};

const MENU: NonNullable<ThemeConfig['components']>['Menu'] = {
  itemHeight: 40,
  itemMarginInline: 8,
  itemMarginBlock: 2,
  itemBorderRadius: 6,
  subMenuItemBorderRadius: 6,
  iconSize: 16,
  iconMarginInlineEnd: 11,
  activeBarBorderWidth: 0,
};

type AccentAndPalette = { palette: Palette; accent: ReturnType<typeof accentTokens> };

function components({ palette, accent }: AccentAndPalette): ThemeConfig['components'] {
  return {
    Menu: MENU,
    Table: {
      headerBg: palette.fill,
      headerColor: palette.t2,
      headerSplitColor: 'transparent',
      headerBorderRadius: 0,
      borderColor: palette.line2,
      rowHoverBg: palette.hover,
      rowSelectedBg: accent.accentBg,
      rowSelectedHoverBg: accent.accentBg2,
      cellFontSize: 13.5,
      cellFontSizeMD: 13.5,
      cellFontSizeSM: 13.5,
      cellPaddingBlockMD: 9.5,
      cellPaddingBlockSM: 6,
      cellPaddingInlineMD: 10,
      cellPaddingInlineSM: 10,
    },
    Tree: {
      titleHeight: 32,
      indentSize: 14,
      switcherSize: 20,
      nodeSelectedBg: accent.accentBg,
      nodeSelectedColor: accent.accentText,
      nodeHoverBg: palette.hover,
    },
    Button: {
      primaryShadow: 'none',
      defaultShadow: 'none',
      dangerShadow: 'none',
      colorPrimary: accent.button,
      // antd's own is a lighter accent, which cannot be read on white
      defaultHoverColor: accent.accentText,
      defaultHoverBorderColor: accent.accentText,
      defaultActiveColor: accent.accentDeep,
      defaultActiveBorderColor: accent.accentDeep,
    },
    Switch: { colorPrimary: accent.button, colorPrimaryHover: accent.button },
    Checkbox: { colorPrimary: accent.button, colorPrimaryHover: accent.button },
    Radio: { colorPrimary: accent.button },
    // texts under the pointer, in the colour that can be read (3.7 to 1 on white otherwise)
    Steps: { colorPrimaryHover: accent.accentText },
    Tabs: { itemHoverColor: accent.accentText },
    Form: { itemMarginBottom: 18, labelColor: palette.t2 },
  };
}

/** antd's theme for the person's settings; `calm` = nothing moves (prefers-reduced-motion). */
export function buildTheme(
  { theme, appearance }: Pick<LayoutSetting, 'theme' | 'appearance'>,
  size: ComponentSize,
  calm: boolean,
): ThemeConfig {
  const dark = appearance === 'dark';
  const palette = dark ? DARK : LIGHT;
  const accent = accentTokens(theme, dark);
  return {
    hashed: true,
    // a name instead of one for each tree: styles computed for one serve the other
    cssVar: { key: 'css-var-gx' },
    algorithm: dark ? antd.darkAlgorithm : antd.defaultAlgorithm,
    token: {
      motion: !calm,
      colorPrimary: accent.accentText,
      colorInfo: accent.accentText,
      colorLink: accent.accentText,
      colorSuccess: palette.ok,
      colorWarning: palette.warn,
      colorError: palette.bad,
      colorText: palette.t1,
      colorTextHeading: palette.t1,
      colorTextSecondary: palette.t2,
      colorTextTertiary: palette.t3,
      colorTextDescription: palette.t3,
      colorTextPlaceholder: palette.t3,
      colorBorder: palette.control,
      colorBorderSecondary: palette.line,
      colorSplit: palette.line,
      colorBgLayout: palette.ground,
      colorBgContainer: palette.card,
      colorBgElevated: palette.raise,
      colorFillAlter: palette.fill,
      controlItemBgActive: accent.accentBg,
      controlItemBgActiveHover: accent.accentBg2,
      borderRadius: 6,
      borderRadiusLG: 8,
      borderRadiusSM: 4,
      controlHeight: CONTROL_HEIGHT[size],
      fontSize: 14,
      fontFamily: '"PingFang SC","HarmonyOS Sans SC","Microsoft YaHei","Noto Sans CJK SC","Noto Sans SC",sans-serif',
      boxShadowSecondary: palette.shadow,
    },
    components: components({ palette, accent }),
  };
}
