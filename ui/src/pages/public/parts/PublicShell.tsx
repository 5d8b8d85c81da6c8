import city from '@/assets/city.svg';
import { DEFAULT_TITLE, usePortalInfo } from '@/stores/usePortalInfo';
import { Logo } from '@/ui/Logo';
import '../public.css';

/** The two columns every public page stands in: the drawing on the left, the page's own box on the right. */
export function PublicShell({ children }: { children: React.ReactNode }) {
  const portal = usePortalInfo();
  const organization = portal?.organization ?? '';
  return (
    <div className="pub">
      <header className="pub-left">
        <img className="pub-scene" src={city} alt="" />
        <div className="pub-brand">
          <Logo size={46} />
          <div>
            <b>{portal?.title || DEFAULT_TITLE}</b>
            <span>{organization}</span>
          </div>
        </div>
        <div className="pub-slogan">
          <strong>资产底数清，租金账目明</strong>
          <p>资产台账 · 租赁合同 · 收缴对账 · 审批流转 · 统计报表</p>
        </div>
      </header>
      <main className="pub-right">
        <div className="pub-box">{children}</div>
        <footer className="pub-foot">{organization ? `${organization}　仅限内部使用` : '仅限内部使用'}</footer>
      </main>
    </div>
  );
}
