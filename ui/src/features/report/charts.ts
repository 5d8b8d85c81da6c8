/** The drawings of the report, from figures to what echarts draws. Amounts arrive in the unit of the block. */
import type { Palette } from '@/ui/Chart';
import { hatch } from '@/ui/chart/hatch';
import { plateInk } from './plateColour';

const FONT = 11;
const MONTHS = Array.from({ length: 12 }, (_, month) => month + 1);

/** «1,234.56» of a number that was divided for drawing. */
const shown = (value: number | null | undefined): string =>
  value === null || value === undefined
    ? '—'
    : value.toLocaleString('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** «12.34 万元»; «—» alone where nothing is known. */
const withUnit = (value: unknown, unit: string): string => {
  const text = shown(value as number | null | undefined);
  return text === '—' ? text : `${text} ${unit}`;
};

const tooltip = (unit: string) => ({
  trigger: 'axis' as const,
  valueFormatter: (value: unknown) => withUnit(value, unit),
});

/** Twelve months; the current one bold on a soft band, and the only one with its 月: all twelve fit on a phone. */
function monthAxis(palette: Palette, current: number) {
  return {
    type: 'category' as const,
    data: MONTHS.map((month) => `${month}月`),
    axisLine: { lineStyle: { color: palette.axis } },
    axisTick: { show: false },
    axisLabel: {
      fontSize: FONT,
      interval: 0,
      color: palette.caption,
      hideOverlap: false,
      formatter: (label: string, place: number) => (place + 1 === current ? `{now|${label}}` : String(place + 1)),
      rich: { now: { color: palette.text, fontWeight: 600 as const, fontSize: FONT } },
    },
  };
}

const valueAxis = (palette: Palette) => ({
  type: 'value' as const,
  splitNumber: 4,
  axisLabel: { fontSize: FONT, color: palette.caption },
  splitLine: { lineStyle: { color: palette.grid } },
});

/** The band behind the current month, as a series of its own that nobody can point at; a line, because a bar would take
 *  the place of a column beside those of the month. */
function band(palette: Palette, current: number) {
  const area = current > 0 ? [[{ xAxis: current - 1 }, { xAxis: current - 1 }]] : [];
  return {
    type: 'line' as const,
    data: [],
    silent: true,
    markArea: { silent: true, itemStyle: { color: palette.band }, data: area },
  };
}

const ring = (palette: Palette, color: string) => ({
  type: 'line' as const,
  symbol: 'circle',
  symbolSize: 6,
  lineStyle: { color, width: 2 },
  itemStyle: { color: palette.card, borderColor: color, borderWidth: 1.6 },
});

export interface Columns {
  unit: string;
  current: number;
  stacks: { name: string; values: (number | null)[]; color: keyof Palette; planned?: keyof Palette }[];
  /** From this place on the months are only planned. */
  plannedFrom?: number;
  line?: { name: string; values: (number | null)[] };
}

/** Columns by month, stacked, with one line over them. */
export const columns =
  ({ unit, current, stacks, plannedFrom = 12, line }: Columns) =>
  (palette: Palette) => ({
    grid: { left: 4, right: 6, top: 14, bottom: 2, containLabel: true },
    tooltip: tooltip(unit),
    xAxis: monthAxis(palette, current),
    yAxis: valueAxis(palette),
    series: [
      ...stacks.map(({ name, values, color, planned }, place) => ({
        type: 'bar' as const,
        name,
        stack: 'all',
        barMaxWidth: 15,
        itemStyle: { color: palette[color] as string, borderRadius: place === stacks.length - 1 ? [2, 2, 0, 0] : 0 },
        data: values.map((value, month) =>
          planned && month >= plannedFrom
            ? { value, itemStyle: { color: hatch(palette[color] as string, palette[planned] as string) } }
            : value,
        ),
      })),
      ...(line ? [{ ...ring(palette, palette.due), name: line.name, data: line.values }] : []),
      band(palette, current),
    ],
  });

export interface Slice {
  name: string;
  value: number;
  color: string;
}

/** A ring of shares; what it adds up to stands in the middle, written by the page. */
export const ringOf = (slices: readonly Slice[], unit: string) => (palette: Palette) => ({
  tooltip: { trigger: 'item' as const, valueFormatter: (value: unknown) => withUnit(value, unit) },
  series: [
    {
      type: 'pie' as const,
      radius: ['64%', '94%'],
      label: { show: false },
      itemStyle: { borderColor: palette.card, borderWidth: 1.5 },
      data: slices.map(({ name, value, color }) => ({ name, value, itemStyle: { color: plateInk(color, palette) } })),
    },
  ],
});

/** 1, 2, 2.5 or 5 times a power of ten, not less than asked. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 2.5, 5, 10].map((step) => step * power).find((step) => step >= least * 0.999_999) ?? least;
}

interface Scale {
  min: number;
  max: number;
  interval: number;
}

/** Most steps of an axis above its zero. */
const STEPS = 5;

/** Two axes with even steps and one zero: both have as many steps below it, and as many above. */
export function twoScales(left: readonly number[], right: readonly number[]): [Scale, Scale] {
  const ends = (values: readonly number[]) => [Math.min(0, ...values), Math.max(0, ...values)] as const;
  const [[down, up], [rightDown, rightUp]] = [ends(left), ends(right)];
  const step = roundStep(Math.max(up - down, 1e-9) / STEPS);
  const above = Math.max(1, Math.ceil(up / step));
  const below = Math.max(Math.ceil(-down / step), rightDown < 0 ? 1 : 0);
  const rightStep = roundStep(Math.max(rightUp / above, below > 0 ? -rightDown / below : 0, 1e-9));
  const scale = (interval: number): Scale => ({ min: -below * interval, max: above * interval, interval });
  return [scale(step), scale(rightStep)];
}

/** Highest and lowest ends of columns that are stacked month by month. */
function stackEnds(stacks: readonly (readonly (number | null)[])[]): number[] {
  const sum = (month: number, sign: 1 | -1) =>
    stacks.reduce((total, values) => total + Math.max(0, sign * (values[month] ?? 0)) * sign, 0);
  return MONTHS.flatMap((_, month) => [sum(month, 1), sum(month, -1)]);
}

export interface Cash {
  unit: string;
  current: number;
  rent: number[];
  other: number[];
  /** Of nobody knows whom. */
  unclaimed: number[];
  deposit: number[];
  expense: number[];
  depositRefund: number[];
  refund: number[];
  /** Beside the unit's own money. */
  treasury: number[];
  planned: (number | null)[];
  net: (number | null)[];
  running: (number | null)[];
}

/** In and out of each month, net and running total. */
export const cash = (data: Cash) => (palette: Palette) => {
  const stack = (name: string, values: (number | null)[], color: unknown) => ({
    type: 'bar' as const,
    name,
    stack: 'all',
    barMaxWidth: 24,
    itemStyle: { color, borderColor: palette.card, borderWidth: 0.5 },
    data: values,
  });
  // a bar of its own: it is no money of the unit
  const direct = data.treasury.some((fen) => fen !== 0)
    ? [
        {
          ...stack('财政直缴', data.treasury, hatch(palette.accent, palette.track)),
          stack: 'treasury',
          barMaxWidth: 10,
        },
      ]
    : [];
  const out = (values: number[]) => values.map((value) => (value === 0 ? null : -value));
  const came = [data.rent, data.other, data.unclaimed, data.deposit, data.planned];
  const inAndOut = [...came, out(data.expense), out(data.depositRefund)];
  const known = (values: readonly (number | null)[]) => values.filter((value) => value !== null);
  const [amounts, totals] = twoScales(
    [...stackEnds([...inAndOut, out(data.refund)]), ...data.treasury, ...known(data.net)],
    known(data.running),
  );
  return {
    grid: { left: 4, right: 4, top: 18, bottom: 2, containLabel: true },
    tooltip: tooltip(data.unit),
    xAxis: {
      ...monthAxis(palette, data.current),
      axisLine: { onZero: false, lineStyle: { color: palette.axis } },
    },
    yAxis: [
      { ...valueAxis(palette), ...amounts },
      { ...valueAxis(palette), ...totals, splitLine: { show: false } },
    ],
    series: [
      stack('租金', data.rent, palette.received),
      stack('其他收入', data.other, palette.cyan),
      stack('待认领', data.unclaimed, hatch(palette.grey, palette.track)),
      stack('押金收取', data.deposit, hatch(palette.violet, palette.track)),
      stack('支出', out(data.expense), hatch(palette.amber, palette.track)),
      stack('押金退还', out(data.depositRefund), palette.violet),
      stack('退款', out(data.refund), palette.grey),
      stack('预计收入', data.planned, hatch(palette.received, palette.track)),
      ...direct,
      { ...ring(palette, palette.accent), name: '净流量', data: data.net, z: 5 },
      {
        type: 'line' as const,
        name: '累计',
        yAxisIndex: 1,
        symbol: 'none',
        lineStyle: { color: palette.text, width: 1.6, type: 'dotted' as const },
        itemStyle: { color: palette.text },
        data: data.running,
        z: 4,
      },
      band(palette, data.current),
    ],
  };
};

/** The rate of collection on a scale from 70 (or less) to 100 with a mark at the target. */
export const gauge = (percent: number | null, target: number, tone: 'ok' | 'warn' | 'bad') => (palette: Palette) => {
  const least = Math.max(0, Math.min(70, Math.floor((percent ?? 70) / 10) * 10));
  const color = { ok: palette.received, warn: palette.amber, bad: palette.target }[tone];
  const share = (target - least) / (100 - least);
  return {
    tooltip: { show: false },
    series: [
      {
        type: 'gauge' as const,
        center: ['50%', 112],
        radius: 88,
        startAngle: 202,
        endAngle: -22,
        min: least,
        max: 100,
        splitNumber: least === 70 ? 3 : 5,
        progress: { show: percent !== null, width: 15, itemStyle: { color } },
        axisLine: {
          lineStyle: {
            width: 15,
            color: [
              [share - 0.004, palette.track],
              [share + 0.004, palette.text],
              [1, palette.track],
            ],
          },
        },
        axisTick: { show: false },
        splitLine: { show: false },
        axisLabel: { distance: -2, fontSize: 10, color: palette.caption },
        pointer: { show: false },
        detail: { show: false },
        data: [{ value: percent ?? least }],
      },
    ],
  };
};

export interface RateLines {
  current: number;
  now: (number | null)[];
  atMonthEnd: (number | null)[];
  target: number;
}

/** Rates of the months as they stand today and as they stood at each month's end. */
export const rateLines =
  ({ current, now, atMonthEnd, target }: RateLines) =>
  (palette: Palette) => {
    const known = [...now, ...atMonthEnd].filter((value): value is number => value !== null);
    // a span that five points or ten divide evenly
    const lowest = Math.min(target, ...known) - 3;
    const step = lowest < 75 ? 10 : 5;
    const least = Math.max(0, Math.floor(lowest / step) * step);
    return {
      grid: { left: 4, right: 30, top: 16, bottom: 2, containLabel: true },
      tooltip: tooltip('%'),
      xAxis: monthAxis(palette, current),
      yAxis: { ...valueAxis(palette), min: least, max: 100, interval: step * Math.ceil((100 - least) / step / STEPS) },
      series: [
        {
          ...ring(palette, palette.accent),
          name: '截至今日',
          data: now,
          areaStyle: { color: palette.accent, opacity: 0.06 },
          endLabel: {
            show: true,
            fontSize: FONT,
            color: palette.text,
            formatter: ({ value }: { value: unknown }) => shown(value as number),
          },
          markLine: {
            silent: true,
            symbol: 'none',
            label: { show: false },
            lineStyle: { color: palette.target, type: 'dashed' as const },
            data: [{ yAxis: target }],
          },
        },
        {
          type: 'line' as const,
          name: '截至当月末',
          symbol: 'rect',
          symbolSize: 5,
          lineStyle: { color: palette.grey, width: 1.6, type: 'dashed' as const },
          itemStyle: { color: palette.card, borderColor: palette.grey, borderWidth: 1.4 },
          data: atMonthEnd,
        },
        band(palette, current),
      ],
    };
  };
