import { CopyOutlined } from '@ant-design/icons';
import { Alert, App, Button, Checkbox } from 'antd';
import { useState } from 'react';
import { copyText } from '@/lib/copyText';
import { today } from '@/lib/serverClock';
import { Paper } from '@/ui/print/Paper';
import { PaperButton } from '@/ui/print/PaperButton';
import { PaperFrame } from '@/ui/print/PaperFrame';
import styles from './factor.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  onDone: () => void;
}

/** Recovery codes, the one time that they are shown: printed or copied before anything goes on. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { message } = App.useApp();
  const [saved, setSaved] = useState(false);
  const copy = async () => {
    if (await copyText(codes.join('\n'))) void message.success('已复制');
    else void message.warning('复制失败，请手动选择后复制');
  };
  const list = (
    <ol className={styles.codes} data-testid="recovery-codes">
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ol>
  );
  const paper = (onClose: () => void) => (
    <Paper size="A5" onClose={onClose}>
      <PaperFrame title="动态口令恢复码" facts={[['生成日期', today()]]}>
        <p>手机或令牌丢失时，每个恢复码可以代替一次动态口令，只能使用一次。请妥善保管。</p>
        {list}
      </PaperFrame>
    </Paper>
  );
  return (
    <div>
      <Alert
        type="warning"
        showIcon
        title="恢复码只显示这一次"
        description="手机或令牌丢失时，每个恢复码可以代替一次动态口令。请打印或抄下，放在安全的地方，不要存在同一部手机里。"
      />
      {list}
      <div className={styles.buttons}>
        <PaperButton paper={paper} />
        <Button icon={<CopyOutlined aria-hidden />} onClick={() => void copy()}>
          复制
        </Button>
      </div>
      <Checkbox checked={saved} onChange={(event) => setSaved(event.target.checked)}>
        我已保存
      </Checkbox>
      <div className={styles.last}>
        <Button type="primary" disabled={!saved} onClick={onDone}>
          完成
        </Button>
      </div>
    </div>
  );
}
