import { Button, Dropdown } from 'antd';
import { type PointingRegister, pointingQuery } from '@/api/registers';
import { ABOUT } from '@/features/registers/queries';
import { useQuery } from '@/lib/useQuery';
import { FailedLine } from '@/ui/FailedLine';
import { useOpenPage } from '@/ui/useOpenPage';

/** 报修、问题: a new row of a register that is about rooms, with this room filled in. */
export function RoomRegisters({ roomId }: { roomId: number }) {
  const openPage = useOpenPage();
  const { data = [], error, refetch } = useQuery(pointingQuery('room'));
  if (error) return <FailedLine title="可登记的登记表加载失败" error={error} retry={refetch} />;
  const [first, ...others] = data;
  if (!first) return null;
  const add = ({ path, field }: PointingRegister) => openPage(`${path}?do=add&${ABOUT}=${field}~${roomId}`);
  if (others.length === 0) return <Button onClick={() => add(first)}>{`登记：${first.name}`}</Button>;
  const items = data.map((register) => ({ key: register.code, label: register.name, onClick: () => add(register) }));
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button>登记报修、问题</Button>
    </Dropdown>
  );
}
