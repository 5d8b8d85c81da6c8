import { App, Button, Form, Input } from 'antd';
import { useShallow } from 'zustand/react/shallow';
import { useDict } from '@/api/useDict';
import { requiredText } from '@/lib/rules';
import { useMutation } from '@/lib/useMutation';
import { keepSettings, useSettings } from '@/stores/settings';
import styles from '@/ui/form-dialog.module.css';
import apprStyles from './appr.module.css';
import { joined, keepable, without } from './phrases';

/** Text of an opinion with the phrases of the house and one's own below it: a press puts one in. */
export function OpinionItem({ reason }: { reason: boolean }) {
  return (
    <>
      <Form.Item name="comment" label="意见" className={styles.wide} rules={[requiredText('意见', reason)]}>
        <Input.TextArea rows={3} maxLength={500} showCount />
      </Form.Item>
      <Phrases />
    </>
  );
}

interface Kept {
  phrases: string[];
  /** What is said afterwards. */
  done: string;
}

function Phrases() {
  const form = Form.useFormInstance<{ comment?: string }>();
  const { message } = App.useApp();
  const house = useDict('appr_phrase').map(({ dictLabel }) => dictLabel);
  const own = useSettings(useShallow(({ phrases }) => phrases));
  const said = Form.useWatch('comment', form) ?? '';
  const put = (phrase: string) => {
    form.setFieldValue('comment', joined(form.getFieldValue('comment') ?? '', phrase));
    // what was missing is there now
    form.setFields([{ name: 'comment', errors: [] }]);
  };
  const keeping = useMutation({
    mutationFn: ({ phrases }: Kept) => keepSettings({ phrases }),
    onSuccess: (_answer, { done }) => void message.success(done),
  });
  const keep = (phrases: string[], done: string) => keeping.mutate({ phrases, done });
  const next = keepable(said, house, own);
  return (
    <fieldset className={`${styles.wide} ${apprStyles.phrases}`} aria-label="常用语">
      {house.map((phrase) => (
        <Button key={phrase} size="small" onClick={() => put(phrase)}>
          {phrase}
        </Button>
      ))}
      {own.map((phrase) => (
        <span key={phrase}>
          <Button size="small" onClick={() => put(phrase)}>
            {phrase}
          </Button>
          <Button
            size="small"
            type="text"
            aria-label={`删除常用语：${phrase}`}
            onClick={() => keep(without(own, phrase), '常用语已删除')}
          >
            ×
          </Button>
        </span>
      ))}
      {next && (
        <Button size="small" type="link" onClick={() => keep([...own, next], '已存为我的常用语')}>
          存为常用语
        </Button>
      )}
    </fieldset>
  );
}
