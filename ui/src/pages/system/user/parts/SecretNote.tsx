import { CopyOutlined, PrinterOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { useState } from 'react';
import { Paper } from '@/features/print/Paper';
import printStyles from '@/features/print/print.module.css';
import { BASE } from '@/lib/base';
import { copyText } from '@/lib/copyText';
import { today } from '@/lib/serverClock';
import styles from './user.module.css';

interface SecretNoteProps {
  person: string;
  account: string;
  password: string;
}

/** The slip for the person himself: with what and where he signs in. */
function Slip({ person, account, password, onDone }: SecretNoteProps & { onDone: () => void }) {
  const facts = [
    ['姓名', person],
    ['用户名', account],
    ['初始密码', password],
    ['登录地址', `${window.location.origin}${BASE}`],
  ] as const;
  return (
    <Paper className={printStyles.sheet} onDone={onDone}>
      <h2>账号开通通知</h2>
      <table>
        <tbody>
          {facts.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className={styles.slipValue}>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <b>首次登录须修改密码。</b>
        <span>请当面转交本人，修改密码后销毁本单。</span>
        <span>打印日期：{today()}</span>
      </p>
    </Paper>
  );
}

/** A password that is shown this one time, to be copied or printed. */
export function SecretNote({ person, account, password }: SecretNoteProps) {
  const { message } = App.useApp();
  const [printing, setPrinting] = useState(false);
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
        <Button icon={<PrinterOutlined aria-hidden />} onClick={() => setPrinting(true)}>
          打印
        </Button>
      </div>
      {printing && <Slip person={person} account={account} password={password} onDone={() => setPrinting(false)} />}
    </div>
  );
}
