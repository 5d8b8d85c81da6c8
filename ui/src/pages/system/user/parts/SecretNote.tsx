import { CopyOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { copyText } from '@/lib/copyText';
import styles from './user.module.css';

/** A password that is shown this one time, with a button to copy it. */
export function SecretNote({ person, password }: { person: string; password: string }) {
  const { message } = App.useApp();
  const onCopy = async () => {
    if (await copyText(password)) void message.success('已复制');
    else void message.warning('复制失败，请手动选择后复制');
  };
  return (
    <div>
      {person}的初始密码如下，仅显示这一次，请复制后转交本人。首次登录须修改密码。
      <div className={styles.secret}>
        <code data-testid="secret">{password}</code>
        <Button icon={<CopyOutlined aria-hidden />} onClick={() => void onCopy()}>
          复制
        </Button>
      </div>
    </div>
  );
}
