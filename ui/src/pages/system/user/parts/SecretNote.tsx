import { CopyOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import styles from './user.module.css';

/** Copies text; also works on plain http, where the Clipboard API is absent. */
async function copy(text: string): Promise<boolean> {
  if (window.isSecureContext && navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  (document.querySelector('.ant-modal-body') ?? document.body).append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  return done;
}

/** A password that is shown this one time, with a button to copy it. */
export function SecretNote({ person, password }: { person: string; password: string }) {
  const { message } = App.useApp();
  const onCopy = async () => {
    if (await copy(password)) void message.success('已复制');
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
