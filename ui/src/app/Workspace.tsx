import { QueryClientProvider } from '@tanstack/react-query';
import { App as AntApp } from 'antd';
import dayjs from 'dayjs';
import { Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { listen } from '@/api/client';
import { ApiError, CODE, textOf } from '@/api/errors';
import { reportError, setNotifier } from '@/api/failures';
import { askAhead } from '@/features/report/ahead';
import { ListViews } from '@/features/views/ListViews';
import { Frame } from '@/layout/Frame';
import { BASENAME, HOME_PATH } from '@/lib/base';
import { isLeaving } from '@/lib/leaving';
import type { Grants } from '@/lib/permissions';
import { whenRebound } from '@/stores/binding';
import { useShutOut } from '@/stores/mode';
import { comeBack, endOnServer, endSession, loadSession, renewGrants, useSession } from '@/stores/session';
import { useSettings } from '@/stores/settings';
import { Boot } from '@/ui/Boot';
import { lazy } from '@/ui/lazy';
import { Antd } from './Antd';
import { ForcedPassword } from './ForcedPassword';
import { Prover } from './Prover';
import { queryClient, refreshAfterWrite } from './queryClient';
import { warmForms } from './warm';
import 'dayjs/locale/zh-cn';
import './workspace.css';
import './forced-colors.css';

dayjs.locale('zh-cn');

const SecondFactor = lazy(
  () => import('./SecondFactor'),
  ({ over }) => (over ? null : <Boot />),
);
const SignInAgain = lazy(() => import('./SignInAgain'));
const Closed = lazy(
  () => import('@/pages/public/closed'),
  () => <Boot />,
);

/** So often at most rights are asked for again, however much is refused. */
const GRANTS_MS = 5000;
let grantsAsked = Number.NEGATIVE_INFINITY;

/** A right was taken away while the page was open: what it still offers goes, what is being typed stays. */
function onForbidden(): void {
  const now = Date.now();
  if (!useSession.getState().account || now - grantsAsked < GRANTS_MS) return;
  grantsAsked = now;
  renewGrants().then((changed) => changed && refreshAfterWrite(), reportError);
}

listen({ written: refreshAfterWrite, forbidden: onForbidden });
// what could not be read meanwhile is read again
whenRebound(() => refreshAfterWrite());

export { prepareHome } from '@/layout/pages';

/** The home page is most people's first; another page asks for itself. */
function askAheadAtHome(grants: Grants): void {
  const { pathname, search } = window.location;
  if (pathname === BASENAME + HOME_PATH) askAhead(queryClient, useSettings.getState(), grants, search);
}

/** A session that cannot be loaded ends; the sign-in page says why. A 401 has its own way out (listener in main.tsx). */
async function enter(goHome: () => void): Promise<void> {
  try {
    await loadSession(askAheadAtHome);
  } catch (error) {
    if (error instanceof ApiError && error.code === CODE.unauthorized) return;
    if (error instanceof ApiError && error.code === CODE.mustChangePassword) return;
    if (error instanceof ApiError && error.code === CODE.secondFactor) return;
    if (error instanceof ApiError && error.code === CODE.outOfService) {
      useSession.setState({ shutOut: true });
      return;
    }
    // a reload in the middle of the loading must not sign anybody out
    if (isLeaving()) return;
    useSession.setState({ lostMessage: textOf(error) });
    void endOnServer();
    endSession();
    goHome();
  }
}

/** Toasts need a mounted provider; this hands them to the code outside of components. */
function Toasts() {
  const { message, notification } = AntApp.useApp();
  const lost = useSession((state) => state.lostMessage);
  useEffect(
    () =>
      setNotifier({
        toast: (text, seconds) => void message.error(text, seconds),
        notify: (title) => notification.error({ title }),
      }),
    [message, notification],
  );
  useEffect(() => {
    if (lost) void message.error(lost);
  }, [lost, message]);
  return null;
}

/** Whether the portal has been shown: from then on nothing takes its place, because something may be typed there. */
function useInside(): boolean {
  const hasAccount = useSession((state) => state.account !== null);
  const isStage = useSession((state) => state.mustChangePassword || state.secondFactor);
  const inside = useRef(false);
  inside.current = hasAccount && (inside.current || !isStage);
  return inside.current;
}

/** What stands over the page: a step of a sign-in, a session that is over, the maintenance. */
function Overlays({ inside, onStep }: { inside: boolean; onStep: () => void }) {
  const mustChange = useSession((state) => state.mustChangePassword);
  const secondFactor = useSession((state) => state.secondFactor);
  const interruption = useSession((state) => state.interruption);
  const shutOut = useShutOut();
  return (
    <>
      <Prover />
      {interruption && (
        <Suspense fallback={null}>
          <SignInAgain interruption={interruption} onDone={onStep} />
        </Suspense>
      )}
      {secondFactor && (
        <Suspense fallback={inside ? null : <Boot />}>
          <SecondFactor over={inside} onDone={onStep} />
        </Suspense>
      )}
      {!secondFactor && mustChange && <ForcedPassword over={inside} onDone={onStep} />}
      {shutOut && (
        <div className="shut-out" role="dialog" aria-modal="true" aria-label="系统维护中">
          <Suspense fallback={<Boot />}>
            <Closed />
          </Suspense>
        </div>
      )}
    </>
  );
}

/** What a signed-in person sees: first who they are, then the frame (or the forced password change). */
export default function Workspace() {
  const account = useSession((state) => state.account);
  const waits = useSession((state) => state.mustChangePassword || state.secondFactor);
  const navigate = useNavigate();
  // asked before the waiting sign is painted: an effect would come a frame later
  const shutOut = useShutOut();
  const inside = useInside();
  useLayoutEffect(() => {
    if (!account && !shutOut) {
      queryClient.clear();
      void enter(() => navigate('/', { replace: true }));
    }
  }, [account, shutOut, navigate]);
  useEffect(() => (inside ? warmForms() : undefined), [inside]);
  const onStep = () => {
    if (inside) comeBack().then(() => refreshAfterWrite(), reportError);
    else void enter(() => navigate('/', { replace: true }));
  };
  return (
    <Antd>
      <QueryClientProvider client={queryClient}>
        <Toasts />
        <Overlays inside={inside} onStep={onStep} />
        {inside && (
          <ListViews>
            <Frame />
          </ListViews>
        )}
        {!inside && !waits && !shutOut && <Boot />}
      </QueryClientProvider>
    </Antd>
  );
}
