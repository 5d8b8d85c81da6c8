import city from '@/assets/city.svg';
import { DEFAULT_TITLE, usePortalInfo } from '@/stores/usePortalInfo';
import { Logo } from '@/ui/Logo';
import styles from '../public.module.css';

/** The two columns every public page stands in: the drawing on the left, the page's own box on the right. */
export function PublicShell({ children }: { children: React.ReactNode }) {
  const portal = usePortalInfo();
  const organization = portal?.organization ?? '';
  return (
    <div className={styles.pub}>
      <header className={styles.pubLeft}>
        <img className={styles.pubScene} src={city} alt="" />
        <div className={styles.pubBrand}>
          <Logo size={46} />
          <div>
            <b>{portal?.title || DEFAULT_TITLE}</b>
            <span>{organization}</span>
          </div>
        </div>
        <div className={styles.pubSlogan}>
          <strong>资产底数清，租金账目明</strong>
          <p>资产台账 · 租赁合同 · 收缴对账 · 审批流转 · 统计报表</p>
        </div>
      </header>
      <main className={styles.pubRight}>
        <div className={styles.pubBox}>{children}</div>
        <footer className={styles.pubFoot}>{organization ? `${organization}　仅限内部使用` : '仅限内部使用'}</footer>
      </main>
    </div>
  );
}
