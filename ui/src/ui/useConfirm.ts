import { App } from 'antd';
import { useCallback } from 'react';
import { reportError } from '@/api/failures';

interface Question {
  title: string;
  content: React.ReactNode;
  okText?: string;
  danger?: boolean;
  run: () => Promise<unknown>;
}

/** Asks before something that matters, naming what it is about; a failure is reported and closes the dialog. */
export function useConfirm(): (question: Question) => void {
  const { modal } = App.useApp();
  return useCallback(
    ({ title, content, okText = '确定', danger = false, run }) => {
      modal.confirm({
        title,
        content,
        okText,
        cancelText: '取消',
        centered: true,
        okButtonProps: { danger },
        onOk: () => run().catch(reportError),
      });
    },
    [modal],
  );
}
