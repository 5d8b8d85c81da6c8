import { Skeleton } from 'antd';
import { accountsQuery, type PartyARow } from '@/api/estate';
import { useQuery } from '@/lib/useQuery';
import { Facts } from '@/ui/Facts';
import { LoadFailed } from '@/ui/LoadFailed';
import { Modal } from '@/ui/overlays';

/** The full account numbers; asking for them is written into the log. */
export default function AccountsDialog({ party, onClose }: { party: PartyARow; onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    ...accountsQuery(party.partyAId),
    gcTime: 0,
    retry: false,
  });
  return (
    <Modal open centered title={`${party.partyAName}的银行账号`} footer={null} onCancel={onClose} width={480}>
      <p className="t2">本次查看已记入操作日志。</p>
      {error ? (
        <LoadFailed title="银行账号加载失败" error={error} retry={refetch} />
      ) : data ? (
        <Facts facts={data.map(({ bank, accountNo }) => [bank, accountNo])} />
      ) : (
        <Skeleton active title={false} />
      )}
    </Modal>
  );
}
