import { Alert } from 'antd';
import type { ComponentType } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { ReportQuery } from '@/api/stat';
import type { BlockFlag } from '@/lib/layoutSetting';
import { ROLE_DEFAULT } from '@/lib/permissions';
import { useSession } from '@/stores/session';
import { useSettings } from '@/stores/settings';
import { Can } from '@/ui/Can';
import { EmptyState } from '@/ui/EmptyState';
import AreaShares from './blocks/AreaShares';
import AreaUses from './blocks/AreaUses';
import Arrears from './blocks/Arrears';
import CashFlow from './blocks/CashFlow';
import CollectionRate from './blocks/CollectionRate';
import Exposure from './blocks/Exposure';
import Notices from './blocks/Notices';
import Receivable from './blocks/Receivable';
import Received from './blocks/Received';
import Todo from './blocks/Todo';
import { look } from './look';
import { ReportFilter } from './ReportFilter';
import { hasFigures, shownBlocks } from './shownBlocks';
import { useReportQuery } from './useReportQuery';

const DRAWN: Record<BlockFlag, ComponentType<{ query: ReportQuery }>> = {
  yingShouBlock: Receivable,
  shiShouBlock: Received,
  plateAssetAreaPieBlock: AreaShares,
  plateAssetAreaBlock: AreaUses,
  daiBanBlock: Todo,
  noticeBlock: Notices,
  baoGuangTaiBlock: Exposure,
  xianJinLiuBlock: CashFlow,
  qianJiaoBlock: Arrears,
  shouJiaoLvBlock: CollectionRate,
};

/** The blocks that the person may see and has not switched off, in his order. */
function useBlocks(): BlockFlag[] {
  const permissions = useSession((state) => state.permissions);
  const roles = useSession((state) => state.roles);
  return useSettings(useShallow((settings) => shownBlocks(settings, { permissions, roles })));
}

/** 统计报表: one filter, ten blocks. */
export default function Report() {
  const [query, setQuery] = useReportQuery();
  const blocks = useBlocks();
  const hasNothing = useSession((state) => state.permissions.length === 0);
  return (
    <div className={look.report}>
      {hasFigures(blocks) && <ReportFilter query={query} onChange={setQuery} />}
      {hasNothing && (
        <Can role={ROLE_DEFAULT}>
          <Alert
            type="info"
            showIcon
            title="您的账号还没有角色，看不到业务数据"
            description="请联系管理员分配角色，分配后刷新页面即可使用。"
          />
        </Can>
      )}
      <div className={look.reportBlocks}>
        {blocks.map((flag) => {
          const Block = DRAWN[flag];
          return <Block key={flag} query={query} />;
        })}
      </div>
      {blocks.length === 0 && !hasNothing && (
        <EmptyState
          kind="empty"
          title="所有区块都已隐藏"
          text="点击页面右侧的设置按钮，在“首页区块设置”中打开需要的区块。"
        />
      )}
    </div>
  );
}
