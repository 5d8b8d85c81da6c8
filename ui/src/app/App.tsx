import { lazy, Suspense, useEffect, useState } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { HOME_PATH } from '@/lib/base';
import { later } from '@/lib/later';
import { arriveAt, signInPath } from '@/lib/redirect';
import { useModeWatch } from '@/stores/mode';
import { useSession } from '@/stores/session';
import { usePortalInfo } from '@/stores/usePortalInfo';
import { Boot } from '@/ui/Boot';
import { Workspace, warmUp } from './warm';

const Login = later(() => import('@/pages/public/login'));
const Closed = lazy(() => import('@/pages/public/closed'));
const Setup = lazy(() => import('@/pages/public/setup'));
const LoginIdaas = lazy(() => import('@/pages/public/loginIdaas'));
const Landing = lazy(() => import('@/pages/public/landing'));

/** Addresses of features this installation does not offer; the reason is shown instead of a bare 404. */
const CLOSED = {
  '/register': '注册功能未开放',
  '/bind': '账号绑定功能未开放',
  '/auth-redirect': '第三方登录未开通',
} as const;

/** With a token the sign-in page has nothing to do: on to where the person wanted to go. */
function SignIn({ passwordOnly = false }: { passwordOnly?: boolean }) {
  const token = useSession((state) => state.token);
  const { search } = useLocation();
  const portal = usePortalInfo();
  const [isAdministrator, setAdministrator] = useState(false);
  useEffect(() => (token ? undefined : warmUp()), [token]);
  if (token) return <Navigate to={arriveAt(new URLSearchParams(search).get('redirect'))} replace />;
  if (portal?.setupNeeded) return <Navigate to="/setup" replace />;
  if (portal?.mode?.mode === 'closed' && !isAdministrator) {
    // fetched before it is shown: a state that changes while its part is waited for can be lost under preact
    const show = () => setAdministrator(true);
    return <Closed onSignIn={() => void Login.prepare().then(show, show)} />;
  }
  return <Login passwordOnly={passwordOnly} />;
}

/** Everything that is not public needs a token; without one the sign-in page comes first and leads back. */
function SignedIn() {
  const token = useSession((state) => state.token);
  const { pathname, search } = useLocation();
  const left = useSession((state) => state.leftOnPurpose);
  return token ? <Workspace /> : <Navigate to={left ? '/login' : signInPath(pathname + search)} replace />;
}

export function App() {
  const title = usePortalInfo()?.title;
  const inside = useSession((state) => state.account !== null);
  useModeWatch();
  useEffect(() => {
    // inside, the frame names the browser's tab after the page
    if (title && !inside) document.title = title;
  }, [title, inside]);
  return (
    <Suspense fallback={<Boot />}>
      <Routes>
        <Route path="/" element={<Navigate to={HOME_PATH} replace />} />
        <Route path="/login" element={<SignIn />} />
        <Route path="/login_self" element={<SignIn passwordOnly />} />
        <Route path="/setup" element={<Setup />} />
        <Route path="/loginIdaas" element={<LoginIdaas />} />
        <Route path="/portal" element={<Landing />} />
        {Object.entries(CLOSED).map(([path, reason]) => (
          <Route key={path} path={path} element={<Landing closed={reason} />} />
        ))}
        <Route path="*" element={<SignedIn />} />
      </Routes>
    </Suspense>
  );
}
