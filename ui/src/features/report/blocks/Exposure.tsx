import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { ExposureBlock, ReportQuery } from '@/api/stat';
import { useTabActive } from '@/lib/tabContext';
import { EmptyState } from '@/ui/EmptyState';
import { useCalm } from '@/ui/useMedia';
import { BlockCard } from '../BlockCard';
import { look } from '../look';
import { amountText, rateText, unitOf } from '../units';
import { useBlock } from '../useBlock';

/** Pixels a second: slow enough to read. */
const SPEED = 14;
/** Days overdue from which the figure turns red. */
const LONG = 180;

/** Lets a box scroll by itself and start again; stands while it is pointed at or focused. While its tab is hidden or it is off
 *  the screen no frame is asked for at all. */
function useGentleScroll(rows: number) {
  const box = useRef<HTMLDivElement>(null);
  const calm = useCalm();
  const shown = useTabActive();
  useEffect(() => {
    const element = box.current;
    if (!element || calm || !shown || rows === 0) return;
    let [still, place, last, frame] = [false, element.scrollTop, 0, 0];
    const step = (now: number) => {
      const most = element.scrollHeight - element.clientHeight;
      if (!still && most > 0 && last > 0) {
        place = place >= most ? 0 : place + ((now - last) / 1000) * SPEED;
        element.scrollTop = place;
      } else place = element.scrollTop;
      last = now;
      frame = requestAnimationFrame(step);
    };
    const stop = () => {
      still = true;
    };
    const go = () => {
      still = element.matches(':hover') || element.contains(document.activeElement);
    };
    for (const name of ['pointerenter', 'focusin']) element.addEventListener(name, stop);
    for (const name of ['pointerleave', 'focusout']) element.addEventListener(name, go);
    const seen = new IntersectionObserver(([entry]) => {
      cancelAnimationFrame(frame);
      last = 0;
      if (entry?.isIntersecting) frame = requestAnimationFrame(step);
    });
    seen.observe(element);
    return () => {
      seen.disconnect();
      cancelAnimationFrame(frame);
      for (const name of ['pointerenter', 'focusin']) element.removeEventListener(name, stop);
      for (const name of ['pointerleave', 'focusout']) element.removeEventListener(name, go);
    };
  }, [calm, shown, rows]);
  return box;
}

function Body({ data }: { data: ExposureBlock }) {
  const box = useGentleScroll(data.items.length);
  const unit = unitOf(...data.items.map(({ fen }) => fen));
  return (
    <div className={look.exposure}>
      <div className={look.exposureCounts}>
        <span>
          曝光中 <Link to="/expo/entry?state=2">{data.open}</Link>
        </span>
        <span>
          本年已整改 <Link to="/expo/entry?state=3">{data.rectifiedThisYear}</Link>
        </span>
        <span>
          按期整改率 <b>{rateText(data.rectifyRate)}</b>
        </span>
      </div>
      <div className={look.exposureRows} ref={box}>
        <table>
          <thead>
            <tr>
              <th scope="col">对象</th>
              <th scope="col">类型</th>
              <th scope="col" className={look.num}>
                金额 {unit}
              </th>
              <th scope="col" className={look.num}>
                逾期天数
              </th>
              <th scope="col">曝光</th>
              <th scope="col">整改期限</th>
            </tr>
          </thead>
          <tbody>
            {data.items.map(({ entryId, name, kindLabel, fen, days, publishedAt, deadline, late }) => (
              <tr key={entryId}>
                <th scope="row">
                  <Link to={`/expo/entry?entryId=${entryId}`} title={name}>
                    {name}
                  </Link>
                </th>
                <td>{kindLabel}</td>
                <td className={look.num}>{fen === null ? '—' : amountText(fen, unit)}</td>
                <td className={`${look.num} ${(days ?? 0) > LONG ? look.bad : ''}`}>{days ?? '—'}</td>
                <td>{publishedAt.slice(5)}</td>
                <td className={late ? look.bad : ''}>{deadline?.slice(5) ?? '—'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** 曝光台（平台）: who is named in public until he has put it right. */
export default function Exposure({ query }: { query: ReportQuery }) {
  const result = useBlock('baoGuangTai', query);
  return (
    <BlockCard
      flag="baoGuangTaiBlock"
      title="曝光台"
      meta={() => '平台'}
      result={result}
      source={{ name: 'baoGuangTai', query }}
      empty={({ items, rectifiedThisYear }) =>
        items.length === 0 && rectifiedThisYear === 0 ? <EmptyState kind="empty" title="暂无曝光信息" /> : null
      }
      extra={<Link to="/expo/board">全部</Link>}
    >
      {(data) => <Body data={data} />}
    </BlockCard>
  );
}
