import { Button } from 'antd';
import { useState } from 'react';
import { type OpeningRow, openingsQuery } from '@/api/finance/ledger';
import type { TenantRow } from '@/api/lease';
import { useQuery } from '@/lib/useQuery';
import { AmountCell } from '@/ui/AmountCell';
import { Can } from '@/ui/Can';
import { StateTag } from '@/ui/DictTag';
import { EmptyState } from '@/ui/EmptyState';
import { Loaded } from '@/ui/Loaded';
import { Drawer } from '@/ui/overlays';
import { SmallTable } from '@/ui/SmallTable';
import { RevokeDialog } from './RevokeDialog';

interface OpeningsProps {
  rows: readonly OpeningRow[];
  onRevoke: (opening: OpeningRow) => void;
}

function State({ revoked }: OpeningRow) {
  return revoked ? <StateTag tone="off">已撤销</StateTag> : <StateTag tone="ok">有效</StateTag>;
}

function Openings({ rows, onRevoke }: OpeningsProps) {
  return (
    <SmallTable<OpeningRow>
      rowKey="openingId"
      rows={rows}
      width={830}
      columns={[
        { title: '原编号', width: 150, dataIndex: 'originNo' },
        { title: '类别', width: 100, dataIndex: 'kind' },
        { title: '账期', width: 190, render: (_v, row) => row.period && `${row.period.from} 至 ${row.period.to}` },
        { title: '入账日', width: 110, dataIndex: 'bookDate' },
        { title: '金额（元）', width: 120, align: 'right', render: (_v, row) => <AmountCell fen={row.amountFen} /> },
        { title: '状态', width: 80, render: (_v, row) => <State {...row} /> },
        {
          title: '操作或撤销原因',
          render: (_v, row) =>
            row.revocable ? (
              <Can permission="fin:receipt:reverse">
                <Button size="small" danger aria-label={`撤销期初余额 ${row.originNo}`} onClick={() => onRevoke(row)}>
                  撤销
                </Button>
              </Can>
            ) : (
              row.revoked || <span className="t2">在账单管理中作废</span>
            ),
        },
      ]}
    />
  );
}

/** 期初余额 of a tenant: what was brought in from the books before, and taking back what was wrong. */
export default function OpeningDrawer({ tenant, onClose }: { tenant: TenantRow; onClose: () => void }) {
  const { tenantId, tenantName } = tenant;
  const [revoked, revoke] = useState<OpeningRow | null>(null);
  const source = useQuery({ ...openingsQuery(tenantId), staleTime: 0 });
  const empty = <EmptyState kind="empty" title="没有期初余额" text="期初欠缴、预收和押金由导入带入" />;
  return (
    <Drawer open title={`期初余额：${tenantName}`} size={920} onClose={onClose}>
      <Loaded source={source} title="期初余额加载失败" lines={6} empty={empty}>
        {(rows) => <Openings rows={rows} onRevoke={revoke} />}
      </Loaded>
      {revoked && <RevokeDialog opening={revoked} onClose={() => revoke(null)} />}
    </Drawer>
  );
}
