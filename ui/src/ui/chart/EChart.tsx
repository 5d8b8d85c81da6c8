import { BarChart, GaugeChart, LineChart, PieChart } from 'echarts/charts';
import {
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
} from 'echarts/components';
import { type EChartsCoreOption, type EChartsType, init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useCallback, useEffect, useRef } from 'react';
import styles from '@/ui/values.module.css';
import { isDark, type Palette, readPalette } from './palette';
import { whenIdle } from './whenIdle';

// «use» is the registry of echarts, not a hook of React
use([
  BarChart,
  LineChart,
  PieChart,
  GaugeChart,
  GridComponent,
  TooltipComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  CanvasRenderer,
]);

export interface ChartProps {
  /** What the drawing says, for people who cannot see it. */
  label: string;
  /** The drawing, from the colours of the moment. Keep its identity (useCallback) while nothing changes. */
  option: (palette: Palette) => EChartsCoreOption;
  height?: number;
  className?: string;
  /** A press on the drawing, by its place on the horizontal axis; what it leads to has to be reachable by keyboard too. */
  onPick?: (place: number) => void;
}

const FONT = 11;

/** What every chart has in common; the option of the page wins. */
function common(palette: Palette): EChartsCoreOption {
  const calm = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
  return {
    color: palette.series,
    textStyle: { color: palette.text, fontFamily: getComputedStyle(document.body).fontFamily, fontSize: FONT },
    // labels that nobody has coloured go with the ground
    darkMode: isDark(),
    animation: !calm,
    animationDuration: 300,
    tooltip: {
      backgroundColor: palette.raise,
      borderColor: palette.line,
      textStyle: { color: palette.text, fontSize: 12 },
      // inside the chart's box the tooltip is cut off in small cards
      appendTo: 'body',
    },
    legend: { top: 0, itemWidth: 14, itemHeight: 8, textStyle: { color: palette.caption, fontSize: 12 } },
  };
}

/** The page's option over the common one. Tooltip and legend are joined; a legend is only there when asked for. */
export function merge(base: EChartsCoreOption, own: EChartsCoreOption): EChartsCoreOption {
  const { tooltip, legend, ...rest } = base;
  return {
    ...rest,
    ...own,
    tooltip: { ...(tooltip as object), ...(own.tooltip as object | undefined) },
    ...(own.legend !== undefined && { legend: { ...(legend as object), ...(own.legend as object) } }),
  };
}

/** Draws with echarts; redraws on another theme, another size and other data. */
export default function EChart({ label, option, height = 280, className = '', onPick }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType | null>(null);
  const latest = useRef(option);
  const drawn = useRef<ChartProps['option'] | null>(null);
  latest.current = option;
  const picked = useRef(onPick);
  picked.current = onPick;
  const draw = useCallback(() => {
    const palette = readPalette();
    drawn.current = latest.current;
    chart.current?.setOption(merge(common(palette), latest.current(palette)), { notMerge: true });
  }, []);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let callOff: (() => void) | null = null;
    const start = () => {
      callOff = null;
      if (element.clientWidth === 0) return;
      chart.current = init(element, null, { renderer: 'canvas' });
      chart.current.getZr().on('click', ({ offsetX, offsetY }) => {
        const { current } = chart;
        if (!picked.current || !current?.containPixel({ gridIndex: 0 }, [offsetX, offsetY])) return;
        const [place] = current.convertFromPixel({ gridIndex: 0 }, [offsetX, offsetY]) as number[];
        if (place !== undefined) picked.current(Math.round(place));
      });
      draw();
    };
    const measure = () => {
      // a hidden tab has no width: drawing into it would squeeze the chart until the next resize
      const { clientWidth: width, clientHeight: height } = element;
      if (width === 0 || height === 0) return;
      const { current } = chart;
      // figures are read first, drawings come after them
      if (!current) callOff ??= whenIdle(start);
      else if (current.getWidth() !== width || current.getHeight() !== height) current.resize();
    };
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    const themes = new MutationObserver(draw);
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-accent'] });
    return () => {
      callOff?.();
      sizes.disconnect();
      themes.disconnect();
      chart.current?.dispose();
      chart.current = null;
    };
  }, [draw]);
  useEffect(() => {
    if (chart.current && drawn.current !== option) draw();
  }, [option, draw]);
  return <div ref={box} className={`${styles.chart} ${className}`} style={{ height }} role="img" aria-label={label} />;
}
