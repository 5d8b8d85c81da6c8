import { lazy, Suspense } from 'react';
import type { ChartProps } from './chart/EChart';
import { whenIdle } from './chart/whenIdle';
import './values.css';

export type { Palette } from './chart/palette';

const EChart = lazy(() => new Promise<void>(whenIdle).then(() => import('./chart/EChart')));

/** A chart. The drawing library is a chunk of its own, loaded when the first chart is shown. */
export function Chart(props: ChartProps) {
  const waiting = (
    <div
      className={`chart ${props.className ?? ''}`}
      style={{ height: props.height ?? 280 }}
      role="status"
      aria-label="图表加载中"
    />
  );
  return (
    <Suspense fallback={waiting}>
      <EChart {...props} />
    </Suspense>
  );
}
