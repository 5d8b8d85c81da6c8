import { keepPreviousData } from '@tanstack/react-query';
import { App, Form, Input, Select } from 'antd';
import { useState } from 'react';
import type { Picks, Preview } from '@/api/approvals';
import { PersonField } from '@/features/PersonPicker/PersonField';
import type { FormToken } from '@/lib/formToken';
import { requiredChoice, requiredText } from '@/lib/rules';
import { useQuery } from '@/lib/useQuery';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';
import { Loaded } from '@/ui/Loaded';
import approvalStyles from './approvals.module.css';
import { Path } from './Path';
import { type Submission, sendOn, wayQuery } from './way';

interface Said {
  comment?: string;
  cc?: number[];
  picks?: Record<string, number[]>;
}

interface PickItemsProps {
  told: Preview;
  onPick: (code: string, people: number[]) => void;
}

/** The way may depend on whom one chooses. */
function PickItems({ told, onPick }: PickItemsProps) {
  return told.picks.map(({ code, name, from }) => (
    <Form.Item
      key={code}
      name={['picks', code]}
      label={`“${name}”的办理人`}
      className={styles.wide}
      rules={[requiredChoice('办理人')]}
    >
      <Select<number[]>
        mode="multiple"
        onChange={(people) => onPick(code, people)}
        optionFilterProp="label"
        options={from.map((person) => ({ value: person.userId, label: person.name }))}
      />
    </Form.Item>
  ));
}

interface SubmitDialogProps {
  submission: Submission;
  /** Of the form behind it, when it belongs to one. */
  token?: FormToken;
  onSent: () => void;
  onLeave: () => void;
}

/** Shows which way a document goes, through whom and why, before it is sent. */
export default function SubmitDialog({ submission, token, onSent, onLeave }: SubmitDialogProps) {
  const { title, note, okText = '提交审批' } = submission;
  const { message } = App.useApp();
  const [picks, setPicks] = useState<Picks>({});
  const way = useQuery({
    ...wayQuery(submission, picks),
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const told = way.data;
  const save = async ({ comment = '', cc, picks: chosen }: Said) => {
    const words = { comment: comment.trim(), ...(cc && { cc }), ...(chosen && { picks: chosen }) };
    void message.success(await sendOn(submission, told?.version ?? 0, words));
  };
  return (
    <FormDialog<Said>
      title={`${okText}：${title}`}
      initial={{}}
      save={save}
      name="submission"
      onClose={onLeave}
      onSaved={onSent}
      {...(token && { token })}
      width={560}
      okText={okText}
      blocked={!told || told.refused !== null}
    >
      {note && <p className={`${styles.wide} t2`}>{note}</p>}
      <section className={approvalStyles.way} aria-label="审批路径">
        <h4>{told ? `${told.label}：提交后依次经过` : '审批路径'}</h4>
        <Loaded source={way} title="审批路径加载失败" lines={3}>
          {({ path, refused }) => <Path nodes={path} stop={refused} />}
        </Loaded>
      </section>
      {told && (
        <PickItems told={told} onPick={(code, people) => setPicks((before) => ({ ...before, [code]: people }))} />
      )}
      <Form.Item name="comment" label="说明" className={styles.wide} rules={[requiredText('说明', false)]}>
        <Input.TextArea rows={2} maxLength={500} showCount />
      </Form.Item>
      <Form.Item name="cc" label="抄送" className={styles.wide}>
        <PersonField multiple placeholder="不抄送" />
      </Form.Item>
    </FormDialog>
  );
}
