import { type ComponentType, useEffect, useState } from 'react';
import type { ChartProps } from './chart/EChart';
import { whenIdle } from './chart/whenIdle';
import styles from './values.module.css';

export type { Palette } from './chart/palette';

type Drawing = { EChart: ComponentType<ChartProps> } | { failed: unknown };
let drawing: Drawing | null = null;

/** Loads the drawing library once the figures have been painted. Not `lazy`: each chart would draw its block twice. */
function useDrawing(): Drawing | null {
  const [found, setFound] = useState(drawing);
  useEffect(() => {
    if (found) return;
    let gone = false;
    const callOff = whenIdle(() => {
      const take = (now: Drawing) => {
        if (!('failed' in now)) drawing = now;
        if (!gone) setFound(now);
      };
      import('./chart/EChart').then(
        (module) => take({ EChart: module.default }),
        (failed: unknown) => take({ failed }),
      );
    });
    return () => {
      gone = true;
      callOff();
    };
  }, [found]);
  return found;
}

/** A chart. The drawing library is a chunk of its own, loaded when the first chart is shown. */
export function Chart(props: ChartProps) {
  const found = useDrawing();
  if (!found) {
    const style = { height: props.height ?? 280 };
    return (
      <div className={`${styles.chart} ${props.className ?? ''}`} style={style} role="status" aria-label="图表加载中" />
    );
  }
  // the page's boundary says that a new version may be there
  if ('failed' in found) throw found.failed;
  return <found.EChart {...props} />;
}
