import { personalQuery, type TenantRow } from '@/api/lease';
import { useQuery } from '@/lib/useQuery';
import { Facts } from '@/ui/Facts';
import { Loaded } from '@/ui/Loaded';
import { Modal } from '@/ui/overlays';

/** Identity number and phone in full; asking for them is written into the log. */
export default function PersonalDialog({ tenant, onClose }: { tenant: TenantRow; onClose: () => void }) {
  const source = useQuery({
    ...personalQuery(tenant.tenantId),
    gcTime: 0,
    retry: false,
  });
  return (
    <Modal open centered title={tenant.tenantName} footer={null} onCancel={onClose} width={420}>
      <p className="t2">本次查看已记入操作日志。</p>
      <Loaded source={source} title="身份信息加载失败" lines={3}>
        {(data) => (
          <Facts
            facts={[
              ['证件号码', data.idNo || '—'],
              ['联系电话', data.phone || '—'],
            ]}
          />
        )}
      </Loaded>
    </Modal>
  );
}
