import ExclamationCircleFilled from '@ant-design/icons-svg/es/asn/ExclamationCircleFilled';
import IdcardOutlined from '@ant-design/icons-svg/es/asn/IdcardOutlined';
import { useEffect, useRef, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import { fetchPortalInfo, signInByCode } from '@/api/auth';
import { textOf } from '@/api/errors';
import { API_BASE } from '@/lib/base';
import { arriveAt, safeRedirect } from '@/lib/redirect';
import { startSession, useSession } from '@/stores/session';
import { Glyph } from '@/ui/Glyph';
import {
  type Arrival,
  afterFailure,
  arrival,
  concernsAccount,
  keepTarget,
  keptTarget,
  NOT_CONFIGURED,
} from './parts/arrival';
import { PublicShell } from './parts/PublicShell';
import styles from './public.module.css';

/** Leaves for the provider, which asks for the account again when told so; this page is not left behind in the history. */
function depart(otherAccount = false): void {
  const query = new URLSearchParams();
  const target = keptTarget();
  if (target) query.set('redirect', target);
  if (otherAccount) query.set('otherAccount', 'true');
  window.location.replace(`${API_BASE}/loginIdaas/start?${query.toString()}`);
}

function Waiting({ text }: { text: string }) {
  return (
    <>
      <h1>统一身份认证登录</h1>
      <div className={styles.pubWait} role="status">
        <span className="spin" aria-hidden="true" />
        {text}
      </div>
    </>
  );
}

function Failed({ sentence }: { sentence: string }) {
  const off = sentence === NOT_CONFIGURED;
  return (
    <>
      <h1>{off ? '统一身份认证未开通' : '统一身份认证登录'}</h1>
      {off ? (
        <p className={styles.pubLead}>{sentence}</p>
      ) : (
        <>
          <p className={styles.pubLead}>登录没有完成</p>
          <div className={styles.pubAlert} role="alert">
            <Glyph icon={ExclamationCircleFilled} />
            {sentence}
          </div>
          <button type="button" className={`plain-btn primary ${styles.pubBig}`} onClick={() => depart()}>
            <Glyph icon={IdcardOutlined} />
            重试
          </button>
          {concernsAccount(sentence) && (
            <button
              type="button"
              className={`plain-btn ${styles.pubBig} ${styles.pubSecond}`}
              onClick={() => depart(true)}
            >
              换一个账号
            </button>
          )}
        </>
      )}
      <Link className={`plain-btn ${styles.pubBig} ${off ? 'primary' : styles.pubSecond}`} to="/login">
        返回登录
      </Link>
    </>
  );
}

/**
 * The public page /loginIdaas: leads to the identity provider, and takes what it sends back. What came back leaves the
 * address bar before it is used; the outcome of a failure is kept in the history entry, so that a reload shows the
 * sentence again and neither spends a code twice nor travels in circles.
 */
export default function LoginIdaas() {
  const navigate = useNavigate();
  const location = useLocation();
  const token = useSession((state) => state.token);
  const [came] = useState<Arrival>(() => arrival(location.search, location.state));
  const [failed, setFailed] = useState(came.kind === 'failed' ? came.sentence : '');
  const begun = useRef(false);
  const stay = token !== '' && (came.kind === 'start' || (came.kind === 'code' && came.state === ''));

  useEffect(() => {
    if (begun.current || stay) return;
    begun.current = true;
    const fail = (sentence: string) => {
      navigate('/loginIdaas', { replace: true, state: afterFailure(sentence) });
      setFailed(sentence);
    };
    const enter = async (loginCode: string, state: string) => {
      // from here on a reload tells what happened instead of using the code again
      navigate('/loginIdaas', { replace: true, state: afterFailure('登录没有完成，请重试') });
      try {
        const answer = await signInByCode({ loginCode, state });
        const wanted = answer.redirect || keptTarget();
        keepTarget('');
        startSession(answer.token);
        navigate(arriveAt(wanted), { replace: true });
      } catch (error) {
        fail(textOf(error));
      }
    };
    const begin = async () => {
      try {
        const portal = await fetchPortalInfo();
        useSession.setState({ portal });
        if (portal.ssoEnabled) depart();
        else setFailed(NOT_CONFIGURED);
      } catch (error) {
        setFailed(textOf(error));
      }
    };
    if (came.target || came.kind === 'start') keepTarget(came.target && safeRedirect(came.target));
    if (came.kind === 'code') void enter(came.code, came.state);
    else if (came.kind === 'start') void begin();
    else fail(came.sentence);
  }, [came, navigate, stay]);

  if (stay) return <Navigate to={arriveAt(came.target)} replace />;
  const text = came.kind === 'code' ? '正在登录…' : '正在前往统一身份认证…';
  return <PublicShell>{failed ? <Failed sentence={failed} /> : <Waiting text={text} />}</PublicShell>;
}
