import { Checkbox, Form, Input, Radio, Select } from 'antd';
import type { MinutesInput, Process } from '@/api/approvals';
import { changedOf, EditFields, valuesOf } from '@/features/approvals/EditFields';
import { Phrases } from '@/features/approvals/Phrases';
import { DayInput } from '@/features/business/fields';
import { fileIds } from '@/features/business/parts';
import { FileUploader } from '@/features/FileUploader/FileUploader';
import { PersonField } from '@/features/PersonPicker/PersonField';
import { requiredChoice, requiredText } from '@/lib/rules';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';
import type { Offer } from './offers';

interface Said {
  comment?: string;
  people?: number | number[];
  order?: 'before' | 'after';
  /** Code of the node; '' for the initiator. */
  to?: string;
  straight?: boolean;
  minutes?: Omit<MinutesInput, 'minutesFile'> & { minutesFile?: string };
  edits?: Record<string, unknown>;
  files?: string;
  cc?: number[];
}

/** Number, day, participants and the signed minutes of a meeting. */
function MinutesItems() {
  return (
    <>
      <Form.Item name={['minutes', 'minutesNo']} label="纪要编号" rules={[requiredText('纪要编号')]}>
        <Input maxLength={50} />
      </Form.Item>
      <Form.Item name={['minutes', 'heldOn']} label="会议日期" rules={[requiredChoice('会议日期')]}>
        <DayInput />
      </Form.Item>
      <Form.Item
        name={['minutes', 'participants']}
        label="参会人员"
        className={styles.wide}
        rules={[requiredText('参会人员')]}
      >
        <Input.TextArea rows={2} maxLength={500} showCount />
      </Form.Item>
      <Form.Item
        name={['minutes', 'minutesFile']}
        label="签字的会议纪要"
        className={styles.wide}
        rules={[requiredChoice('签字的会议纪要')]}
      >
        <FileUploader mode="drag" max={1} />
      </Form.Item>
    </>
  );
}

/** To whom it goes back: its initiator, who may send it straight back here, or a node that said yes before. */
function ReturnItems({ process }: { process: Process }) {
  const to = Form.useWatch('to');
  const nodes = process.task?.returnTo ?? [];
  const options = [
    { value: '', label: `发起人 ${process.initiatorName}` },
    ...nodes.map(({ code, name }) => ({ value: code, label: `${name}（重新办理）` })),
  ];
  return (
    <>
      {nodes.length > 0 && (
        <Form.Item name="to" label="退回到" className={styles.wide}>
          <Select options={options} />
        </Form.Item>
      )}
      {!to && (
        <Form.Item name="straight" valuePropName="checked" className={styles.wide}>
          <Checkbox>重新提交后直接回到我这里（内容影响流程条件时仍按新流程办理）</Checkbox>
        </Form.Item>
      )}
    </>
  );
}

/** Added people sign before the decision of who asks them, or after it. */
function OrderItem() {
  return (
    <Form.Item name="order" label="加签顺序" className={styles.wide}>
      <Radio.Group
        options={[
          { value: 'before', label: '在我之前（他们同意后再由我办理）' },
          { value: 'after', label: '在我之后（我同意后再由他们办理）' },
        ]}
      />
    </Form.Item>
  );
}

const listOf = (people: number | number[] | undefined): number[] =>
  people === undefined ? [] : typeof people === 'number' ? [people] : people;

interface ActionDialogProps {
  process: Process;
  offer: Offer;
  onClose: () => void;
}

/** Asks what an operation on a process needs, and keeps it when it is refused. */
export function ActionDialog({ process, offer, onClose }: ActionDialogProps) {
  const copying = offer.key === 'cc';
  const save = ({ comment = '', people, order, to, straight, minutes, edits, files, cc }: Said) => {
    const changed = offer.edits ? changedOf(process, edits) : {};
    const attached = fileIds(files);
    return offer.run({
      comment: comment.trim(),
      ...(offer.people && { people: listOf(people) }),
      ...(offer.order && { before: order !== 'after' }),
      ...(offer.back && to && { to }),
      ...(offer.back && !to && straight && { straight }),
      ...(minutes && { minutes: { ...minutes, minutesFile: Number(minutes.minutesFile) } }),
      ...(Object.keys(changed).length > 0 && { edits: changed }),
      ...(attached.length > 0 && { files: attached }),
      ...(cc && cc.length > 0 && { cc }),
    });
  };
  const initial: Said = {
    ...(offer.edits && { edits: valuesOf(process) }),
    ...(offer.back && { to: '', straight: false }),
    ...(offer.order && { order: 'before' as const }),
  };
  return (
    <FormDialog<Said>
      title={`${offer.name}：${process.title}`}
      initial={initial}
      save={save}
      onClose={onClose}
      width={560}
      okText={offer.key.startsWith('removeSign') ? '撤销' : offer.name}
    >
      {offer.people && (
        <Form.Item
          name="people"
          label={copying ? '抄送给' : '人员'}
          className={styles.wide}
          rules={[requiredChoice('人员')]}
        >
          <PersonField multiple={offer.people === 'several'} />
        </Form.Item>
      )}
      {offer.order && <OrderItem />}
      {offer.edits && <EditFields process={process} />}
      {offer.minutes && <MinutesItems />}
      {offer.back && <ReturnItems process={process} />}
      {!copying && (
        <Form.Item
          name="comment"
          label="意见"
          className={styles.wide}
          rules={[requiredText('意见', offer.reason)]}
          extra={<Phrases field="comment" />}
        >
          <Input.TextArea rows={3} maxLength={500} showCount />
        </Form.Item>
      )}
      {offer.files && (
        <Form.Item name="files" label="附件" className={styles.wide}>
          <FileUploader mode="drag" />
        </Form.Item>
      )}
      {offer.cc && (
        <Form.Item name="cc" label="抄送" className={styles.wide}>
          <PersonField multiple placeholder="不抄送" />
        </Form.Item>
      )}
    </FormDialog>
  );
}
