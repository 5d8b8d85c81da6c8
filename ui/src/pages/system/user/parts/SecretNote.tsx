import { CopyOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { BASE } from '@/lib/base';
import { copyText } from '@/lib/copyText';
import { today } from '@/lib/serverClock';
import { Paper } from '@/ui/print/Paper';
import { PaperButton } from '@/ui/print/PaperButton';
import { PaperFrame } from '@/ui/print/PaperFrame';
import { PaperPairs } from '@/ui/print/PaperPairs';
import styles from './user.module.css';

interface SecretNoteProps {
  person: string;
  account: string;
  password: string;
}

/** The slip for the person himself: with what and where he signs in. */
function Slip({ person, account, password, onClose }: SecretNoteProps & { onClose: () => void }) {
  return (
    <Paper size="A5" onClose={onClose}>
      <PaperFrame title="账号开通通知" facts={[['日　　期', today()]]}>
        <PaperPairs
          pairs={[
            ['姓名', person],
            ['用户名', account],
            [
              '初始密码',
              <span key="password" className={styles.slipValue}>
                {password}
              </span>,
            ],
            ['登录地址', <span key="address" className={styles.slipValue}>{`${window.location.origin}${BASE}`}</span>],
          ]}
        />
        <p>
          <b>首次登录须修改密码。</b>请当面转交本人，修改密码后销毁本单。
        </p>
      </PaperFrame>
    </Paper>
  );
}

/** A password that is shown this one time, to be copied or printed. */
export function SecretNote({ person, account, password }: SecretNoteProps) {
  const { message } = App.useApp();
  const onCopy = async () => {
    if (await copyText(password)) void message.success('已复制');
    else void message.warning('复制失败，请手动选择后复制');
  };
  return (
    <div>
      {person}的初始密码如下，仅显示这一次，请复制或打印后转交本人。首次登录须修改密码。
      <div className={styles.secret}>
        <code data-testid="secret">{password}</code>
        <Button icon={<CopyOutlined aria-hidden />} onClick={() => void onCopy()}>
          复制
        </Button>
        <PaperButton paper={(onClose) => <Slip {...{ person, account, password, onClose }} />} />
      </div>
    </div>
  );
}
