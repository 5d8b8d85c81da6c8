import { App } from 'antd';
import { useEffect } from 'react';
import { useSession } from '@/stores/session';
import { lastSignInText } from './signInText';

/** Seconds that it stays; more when somebody has guessed, or reset the second factor. */
const SHORT = 5;
const LONG = 15;

/** Says once a sign-in when and from where the account was used before. */
export function LastSignIn() {
  const last = useSession((state) => state.lastSignIn);
  const { message } = App.useApp();
  useEffect(() => {
    if (!last) return;
    useSession.setState({ lastSignIn: null });
    const guessed = last.failures > 0 || Boolean(last.factorReset);
    const how = { content: lastSignInText(last), duration: guessed ? LONG : SHORT };
    if (guessed) message.warning(how);
    else message.info(how);
  }, [last, message]);
  return null;
}
