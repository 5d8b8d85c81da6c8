import { CheckCircleFilled, DownOutlined, SettingOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import { Suspense, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { type TodayCard as CardOf, type Today, type TodayLine, todayQuery } from '@/api/today';
import { formatDate } from '@/lib/dates';
import { serverNow } from '@/lib/serverClock';
import { useMutation } from '@/lib/useMutation';
import { useQuery } from '@/lib/useQuery';
import { useSession } from '@/stores/session';
import { keepSettings, useSettings } from '@/stores/settings';
import { LoadFailed } from '@/ui/LoadFailed';
import { lazy } from '@/ui/lazy';
import { PageLink } from '@/ui/PageLink';
import { TodayCard } from './TodayCard';
import styles from './today.module.css';
import { arranged, ofMine } from './todayCards';

const Overview = lazy(() => import('./Overview'));
const TodayDialog = lazy(() => import('./TodayDialog'));
const AdjustDialog = lazy(() => import('./AdjustDialog'));

const MINUTES_5 = 300_000;

/** «待我审批 4 · 被退回 1»: what the folded band says. */
function Counters({ cards }: { cards: readonly CardOf[] }) {
  const parts = cards.flatMap((card) => card.parts.filter(({ count }) => count > 0));
  if (parts.length === 0) return <span className="t2">没有要处理的事项</span>;
  return (
    <ul className={styles.counters}>
      {parts.map(({ label, count, path }) => (
        <li key={path}>
          <PageLink to={path}>
            {label} <b>{count}</b>
          </PageLink>
        </li>
      ))}
    </ul>
  );
}

/** Cards without anything to do, a word each. */
function Nothing({ cards }: { cards: readonly CardOf[] }) {
  if (cards.length === 0) return null;
  return (
    <ul className={styles.nothing}>
      {cards.map(({ key, nothing }) => (
        <li key={key}>
          <CheckCircleFilled aria-hidden /> {nothing}
        </li>
      ))}
    </ul>
  );
}

/** For who has no rights yet: whom to ask for them. */
function NoRights({ administrators }: Pick<Today, 'administrators'>) {
  const whom = administrators.length > 0 ? administrators.join('、') : '系统管理员';
  return <p className="t2">您的账号还没有角色，看不到业务数据。请联系 {whom} 分配角色，分配后刷新页面即可使用。</p>;
}

interface CardsProps {
  today: Today;
  onAct: (line: TodayLine) => void;
}

function Cards({ today, onAct }: CardsProps) {
  const own = useSettings(useShallow(({ todayHidden, todayOrder }) => ({ todayHidden, todayOrder })));
  const cards = ofMine(today.cards, own);
  const { busy, idle } = arranged(cards, own.todayOrder);
  return (
    <>
      {today.administrators.length > 0 && <NoRights administrators={today.administrators} />}
      {busy.length > 0 && (
        <div className={styles.cards}>
          {busy.map((card) => (
            <TodayCard key={card.key} card={card} onAct={onAct} />
          ))}
        </div>
      )}
      <Nothing cards={idle} />
    </>
  );
}

function Head({ folded, alone, onAdjust }: { folded: boolean; alone: boolean; onAdjust: () => void }) {
  const account = useSession((state) => state.account);
  const fold = useMutation({ mutationFn: () => keepSettings({ todayFolded: !folded }) });
  return (
    <header className="card-head">
      <h2 id="today">我的工作</h2>
      <span className={`t2 ${styles.who}`}>
        {[account?.realName, formatDate(serverNow(), 'M月D日')].filter(Boolean).join(' · ')}
      </span>
      <span className="sp" />
      <Button icon={<SettingOutlined aria-hidden />} onClick={onAdjust}>
        调整卡片
      </Button>
      {!alone && (
        <Button
          aria-expanded={!folded}
          icon={folded ? <DownOutlined aria-hidden /> : <UpOutlined aria-hidden />}
          onClick={() => fold.mutate()}
        >
          {folded ? '展开' : '收起'}
        </Button>
      )}
    </header>
  );
}

/** 我的工作 (people.md 1): cards of what this person has to do, above the blocks of the report or as a page. */
export function TodayBand({ alone = false }: { alone?: boolean }) {
  const { data, error, refetch } = useQuery({ ...todayQuery(), staleTime: 0, refetchInterval: MINUTES_5 });
  const own = useSettings((state) => state.todayFolded);
  const hidden = useSettings(useShallow((state) => state.todayHidden));
  const [acting, setActing] = useState<TodayLine | null>(null);
  const [adjusting, setAdjusting] = useState(false);
  const folded = !alone && (own ?? data?.folded ?? false);
  const content = () => {
    if (error) return <LoadFailed title="我的工作加载失败" error={error} retry={refetch} />;
    if (!data) return <Skeleton active title={false} paragraph={{ rows: folded ? 1 : 4 }} />;
    if (folded) return <Counters cards={ofMine(data.cards, { todayHidden: hidden })} />;
    return <Cards today={data} onAct={setActing} />;
  };
  return (
    <>
      {data?.leads && (
        <Suspense fallback={null}>
          <Overview />
        </Suspense>
      )}
      <section className={`card ${styles.band}`} aria-labelledby="today">
        <Head folded={folded} alone={alone} onAdjust={() => setAdjusting(true)} />
        <div className={styles.body}>{content()}</div>
        <Suspense fallback={null}>
          {acting && <TodayDialog line={acting} onClose={() => setActing(null)} />}
          {adjusting && data && <AdjustDialog cards={data.cards} onClose={() => setAdjusting(false)} />}
        </Suspense>
      </section>
    </>
  );
}
