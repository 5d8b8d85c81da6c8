import CloseCircleFilled from '@ant-design/icons-svg/es/asn/CloseCircleFilled';
import { useEffect, useState } from 'react';
import { useSession } from '@/stores/session';
import { Glyph } from '@/ui/Glyph';
import styles from '../public.module.css';

/** As long as toasts about failures stay (specification, section 8). */
const SHOWN_MS = 5_000;

/** Why a session could not be loaded, as a toast: the public pages have no antd, whose toast went with the frame. */
export function LostToast() {
  const [text, setText] = useState(() => useSession.getState().lostMessage);
  useEffect(() => {
    useSession.setState({ lostMessage: '' });
    const timer = window.setTimeout(() => setText(''), SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, []);
  if (text === '') return null;
  return (
    <div className={styles.pubToast} role="alert">
      <Glyph icon={CloseCircleFilled} />
      {text}
    </div>
  );
}
