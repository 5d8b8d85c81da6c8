import { ArrowLeftOutlined } from '@ant-design/icons';
import { Link } from 'react-router';
import { useOpenPage } from '@/ui/useOpenPage';
import styles from './records.module.css';

interface SubHeadProps {
  back: string;
  backTo: string;
  children?: React.ReactNode;
}

/** Says whose list this is and leads back to the list it came from, with the query that was left there. */
export function SubHead({ back, backTo, children }: SubHeadProps) {
  const openPage = useOpenPage();
  return (
    <header className={`card ${styles.subHead} no-print`}>
      <Link
        className={styles.back}
        to={backTo}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          openPage(backTo);
        }}
      >
        <ArrowLeftOutlined aria-hidden />
        {back}
      </Link>
      <span className={styles.divider} aria-hidden />
      {children}
    </header>
  );
}
