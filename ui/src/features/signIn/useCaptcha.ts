import { useCallback, useEffect, useRef, useState } from 'react';
import { type Captcha, fetchCaptcha } from '@/api/auth';
import { textOf } from '@/api/errors';

/** The captcha picture with its life; a new one on demand. */
export function useCaptcha(username: string) {
  const [captcha, setCaptcha] = useState<Captcha | null>(null);
  const [failed, setFailed] = useState('');
  const name = useRef(username);
  name.current = username.trim();
  const renew = useCallback(async () => {
    try {
      setCaptcha(await fetchCaptcha(name.current));
      setFailed('');
    } catch (error) {
      setCaptcha(null);
      setFailed(textOf(error));
    }
  }, []);
  useEffect(() => void renew(), [renew]);
  return { captcha, failed, renew };
}
