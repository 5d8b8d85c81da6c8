import { Button } from 'antd';
import { useEffect } from 'react';
import { reportError } from '@/api/failures';
import { PasswordForm } from '@/features/PasswordForm';
import { leave, loadSession, useSession } from '@/stores/session';
import { ReadOnlyNote, useReadOnly } from './ReadOnlyNote';
import { Stage } from './Stage';

/** Stands there until an initial password is replaced; the server refuses everything else meanwhile. */
export function ForcedPassword({ over, onDone }: { over: boolean; onDone: () => void }) {
  const account = useSession((state) => state.account);
  const readOnly = useReadOnly();
  useEffect(() => {
    if (!account) loadSession().catch(reportError);
  }, [account]);
  return (
    <Stage title="请先修改初始密码" over={over}>
      <p className="t2">
        {account ? `${account.realName}（${account.userName}），` : ''}
        您的密码还是初始密码，修改后才能继续使用。
      </p>
      <ReadOnlyNote action="修改密码" />
      <PasswordForm
        userName={account?.userName ?? ''}
        waits={readOnly}
        onDone={onDone}
        beside={
          <Button type="link" onClick={() => void leave()}>
            退出登录
          </Button>
        }
      />
    </Stage>
  );
}
