import { accountsQuery, type PartyARow } from '@/api/assets';
import { useQuery } from '@/lib/useQuery';
import { Facts } from '@/ui/Facts';
import { Loaded } from '@/ui/Loaded';
import { Modal } from '@/ui/overlays';

/** The full account numbers; asking for them is written into the log. */
export default function AccountsDialog({ party, onClose }: { party: PartyARow; onClose: () => void }) {
  const source = useQuery({
    ...accountsQuery(party.partyAId),
    gcTime: 0,
    retry: false,
  });
  return (
    <Modal open centered title={`${party.partyAName}的银行账号`} footer={null} onCancel={onClose} width={480}>
      <p className="t2">本次查看已记入操作日志。</p>
      <Loaded source={source} title="银行账号加载失败" lines={3}>
        {(data) => <Facts facts={data.map(({ bank, accountNo }) => [bank, accountNo])} />}
      </Loaded>
    </Modal>
  );
}
