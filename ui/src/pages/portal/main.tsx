import { AppstoreOutlined } from '@ant-design/icons';
import { useEffect, useRef, useState } from 'react';
import { comingFigures } from '@/features/report/ahead';
import Report from '@/features/report/Report';
import { isExternal } from '@/lib/menu';
import type { PortalModule } from '@/lib/modules';
import { useSession } from '@/stores/session';
import { Boot } from '@/ui/Boot';
import styles from './main.module.css';
import { Attention } from './parts/Attention';
import { TodayBand } from './parts/TodayBand';

/** One application; another site opens in a window of its own. */
function ModuleTile({ module }: { module: PortalModule }) {
  const outside = isExternal(module.url);
  return (
    <a className={styles.tile} href={module.url} {...(outside && { target: '_blank', rel: 'noopener noreferrer' })}>
      <span className={styles.tileMark}>
        <AppstoreOutlined aria-hidden />
      </span>
      {module.name}
    </a>
  );
}

/** True once the figures that were asked ahead are there (or are late): all blocks are drawn in one go, with their figures. */
function useArrived(): boolean {
  const [coming] = useState(comingFigures);
  const [arrived, setArrived] = useState(!coming);
  useEffect(() => void coming?.then(() => setArrived(true)), [coming]);
  return arrived;
}

/** Past the cards of 我的工作, which are many links. */
function SkipToReport({ report }: { report: React.RefObject<HTMLElement | null> }) {
  return (
    <button type="button" className="skip" onClick={() => report.current?.focus()}>
      跳到统计图表
    </button>
  );
}

/** 统计报表 below the applications of the person, when he has any. */
export default function PortalMain() {
  const modules = useSession((state) => state.modules);
  const arrived = useArrived();
  const report = useRef<HTMLDivElement>(null);
  return (
    <div className={styles.home}>
      <h1 className="sr-only">统计报表</h1>
      <SkipToReport report={report} />
      <Attention />
      <TodayBand />
      {modules.length > 0 && (
        <section className="card" aria-labelledby="home-modules">
          <div className="card-head">
            <h2 id="home-modules">我的应用</h2>
          </div>
          <div className={`card-body ${styles.tiles}`}>
            {modules.map((module) => (
              <ModuleTile key={module.key} module={module} />
            ))}
          </div>
        </section>
      )}
      <div ref={report} tabIndex={-1}>
        {arrived ? <Report /> : <Boot />}
      </div>
    </div>
  );
}
