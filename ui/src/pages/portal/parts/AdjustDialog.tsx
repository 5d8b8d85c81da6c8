import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { App, Button, Switch } from 'antd';
import { useState } from 'react';
import type { TodayCard } from '@/api/today';
import { useMutation } from '@/lib/useMutation';
import { keepSettings, useSettings } from '@/stores/settings';
import { Modal } from '@/ui/overlays';
import styles from './today.module.css';

interface AdjustDialogProps {
  cards: readonly TodayCard[];
  onClose: () => void;
}

/** Which cards of 我的工作 are shown, and in which order those with something to do stand. */
export default function AdjustDialog({ cards, onClose }: AdjustDialogProps) {
  const { message } = App.useApp();
  const kept = useSettings.getState();
  const [hidden, setHidden] = useState<readonly string[]>(kept.todayHidden);
  const [order, setOrder] = useState<readonly string[]>(() => {
    const keys = cards.map(({ key }) => key);
    return [
      ...kept.todayOrder.filter((key) => keys.includes(key)),
      ...keys.filter((key) => !kept.todayOrder.includes(key)),
    ];
  });
  const save = useMutation({
    mutationFn: () => keepSettings({ todayHidden: [...hidden], todayOrder: [...order] }),
    onSuccess: () => {
      void message.success('卡片已调整');
      onClose();
    },
  });
  const titles = new Map(cards.map(({ key, title }) => [key, title]));
  const move = (at: number, step: number) => {
    const next = [...order];
    const [key] = next.splice(at, 1);
    if (key !== undefined) next.splice(at + step, 0, key);
    setOrder(next);
  };
  return (
    <Modal
      open
      title="调整卡片"
      okText="保存"
      confirmLoading={save.isPending}
      onOk={() => save.mutate()}
      onCancel={onClose}
      footer={(buttons) => (
        <>
          <Button
            onClick={() => {
              setHidden([]);
              setOrder(cards.map(({ key }) => key));
            }}
          >
            恢复默认
          </Button>
          {buttons}
        </>
      )}
    >
      <ul className={styles.adjust}>
        {order.map((key, at) => {
          const title = titles.get(key) ?? key;
          return (
            <li key={key}>
              <span>{title}</span>
              <span className="sp" />
              <Button
                type="text"
                aria-label={`“${title}”上移`}
                disabled={at === 0}
                icon={<ArrowUpOutlined aria-hidden />}
                onClick={() => move(at, -1)}
              />
              <Button
                type="text"
                aria-label={`“${title}”下移`}
                disabled={at === order.length - 1}
                icon={<ArrowDownOutlined aria-hidden />}
                onClick={() => move(at, 1)}
              />
              <Switch
                aria-label={`显示“${title}”`}
                checked={!hidden.includes(key)}
                onChange={(on) => setHidden(on ? hidden.filter((other) => other !== key) : [...hidden, key])}
              />
            </li>
          );
        })}
      </ul>
    </Modal>
  );
}
