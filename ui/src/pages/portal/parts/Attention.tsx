import { Alert } from 'antd';
import { attentionQuery } from '@/api/monitor';
import { useQuery } from '@/lib/useQuery';
import { useCan } from '@/ui/Can';
import { FailedLine } from '@/ui/FailedLine';
import { PageLink } from '@/ui/PageLink';

const MINUTES_5 = 300_000;

function List() {
  const { data, error, refetch } = useQuery({ ...attentionQuery(), refetchInterval: MINUTES_5 });
  if (error) return <FailedLine bar title="“需要处理”加载失败" error={error} retry={refetch} />;
  if (!data?.length) return null;
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title="需要处理"
      description={
        <ul>
          {data.map(({ subject, sentence, since, act, page }) => (
            <li key={subject}>
              {sentence}
              {!sentence.includes(since) && `（自 ${since}）`}。<PageLink to={page}>{act}</PageLink>
            </li>
          ))}
        </ul>
      }
    />
  );
}

/** What an administrator has to see to: a backup that fails, a disk that is nearly full. Above everything else of the home page. */
export function Attention() {
  const can = useCan();
  return can(['monitor:server:list']) ? <List /> : null;
}
