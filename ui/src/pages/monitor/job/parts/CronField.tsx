import { Input } from 'antd';
import { textOf } from '@/api/errors';
import { nextTimesQuery } from '@/api/monitor';
import { useDebounced } from '@/lib/useDebounced';
import { useQuery } from '@/lib/useQuery';
import styles from './job.module.css';

const EXAMPLES: readonly { text: string; name: string }[] = [
  { text: '0 30 1 * * ?', name: '每天 01:30' },
  { text: '0 0 4 ? * MON', name: '每周一 04:00' },
  { text: '0 0 2 L * ?', name: '每月最后一天 02:00' },
  { text: '0 0/30 * * * ?', name: '每 30 分钟' },
];

interface CronFieldProps {
  id?: string;
  value?: string;
  onChange?: (value: string) => void;
}

/** A cron expression with its next five times, or the sentence why there are none. */
export function CronField({ id, value = '', onChange }: CronFieldProps) {
  const text = useDebounced(value.trim());
  const times = useQuery({
    ...nextTimesQuery(text),
    enabled: text !== '',
    meta: { quiet: true },
  });
  return (
    <div className={styles.cron}>
      <Input
        id={id}
        value={value}
        maxLength={255}
        placeholder="秒 分 时 日 月 周 [年]，例如 0 30 1 * * ?"
        aria-describedby="cron-times"
        onChange={(event) => onChange?.(event.target.value)}
      />
      <p className={styles.cronExamples}>
        {EXAMPLES.map(({ text: example, name }) => (
          <button type="button" className="link" key={example} title={example} onClick={() => onChange?.(example)}>
            {name}
          </button>
        ))}
      </p>
      <div id="cron-times" className={styles.cronTimes} role="status">
        {text === '' && <span className="t3">填写后显示接下来五次执行时间</span>}
        {text !== '' && times.isPending && <span className="t3">正在计算…</span>}
        {times.isError && <span className={styles.cronWrong}>{textOf(times.error)}</span>}
        {times.data && (
          <>
            <span className="t3">接下来五次</span>
            <ol>
              {times.data.map((time) => (
                <li key={time}>{time}</li>
              ))}
            </ol>
          </>
        )}
      </div>
    </div>
  );
}
