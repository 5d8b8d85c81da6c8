import { Acts } from '@/ui/list/Acts';
import { useKeyboardOpen, usePhone } from '@/ui/useMedia';
import styles from './appr.module.css';

interface DecisionBarProps {
  place: React.RefObject<HTMLDivElement | null>;
  children: React.ReactNode;
}

/**
 * What can be decided: a line of the page, what is seldom behind 更多; on a phone a bar at the bottom, where a thumb is, away
 * while something is typed.
 */
export function DecisionBar({ place, children }: DecisionBarProps) {
  const phone = usePhone();
  const typing = useKeyboardOpen();
  if (!phone) {
    return (
      <div className={styles.acts} ref={place}>
        <Acts phone={false}>{children}</Acts>
      </div>
    );
  }
  return (
    <div className={styles.decisions} ref={place} hidden={typing} role="toolbar" aria-label="办理">
      <Acts phone most={2}>
        {children}
      </Acts>
    </div>
  );
}
