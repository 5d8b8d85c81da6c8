import { Alert, Button } from 'antd';
import { closeStart, type FirstHours, firstHoursQuery } from '@/api/start';
import { useQuery } from '@/lib/useQuery';
import { Can } from '@/ui/Can';
import { Loaded } from '@/ui/Loaded';
import { useConfirm } from '@/ui/useConfirm';
import styles from './parts/first-hours.module.css';
import { Steps } from './parts/Steps';

/** How far it is, and putting it away. */
function Head({ steps, done, isClosed }: FirstHours) {
  const ask = useConfirm();
  const close = () =>
    ask({
      title: '收起上线准备',
      content: '首页不再提示，可随时从命令面板打开',
      okText: '收起',
      run: closeStart,
    });
  return (
    <>
      <header className={styles.head}>
        <h2>上线准备</h2>
        <span role="status">{`已完成 ${done} / ${steps.length}`}</span>
        {!isClosed && (
          <Can permission="system:start:edit">
            <Button onClick={close}>收起</Button>
          </Can>
        )}
      </header>
      {done === steps.length && <Alert type="success" showIcon title="上线准备已全部完成，可以正式使用。" />}
    </>
  );
}

/** 上线准备: from an empty installation to its first bills. What is done elsewhere is read again on the way back. */
export default function StartPage() {
  const firstHours = useQuery({ ...firstHoursQuery(), staleTime: 0 });
  return (
    <section className={`card ${styles.page}`} aria-label="上线准备">
      <Loaded source={firstHours} title="上线准备加载失败" lines={9}>
        {(found) => (
          <>
            <Head {...found} />
            <Steps steps={found.steps} organization={found.organization} />
          </>
        )}
      </Loaded>
    </section>
  );
}
