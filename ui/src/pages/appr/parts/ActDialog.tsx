import { Checkbox, Form, Input, Radio, Select } from 'antd';
import type { Process } from '@/api/approvals';
import { TaskKindLabels } from '@/api/generated/enums';
import { changedOf, EditFields, valuesOf } from '@/features/approvals/EditFields';
import { DayInput } from '@/features/business/fields';
import { choices, labelOf } from '@/features/business/labels';
import { FileUploader } from '@/features/FileUploader/FileUploader';
import { PersonField } from '@/features/PersonPicker/PersonField';
import { requiredChoice, requiredText } from '@/lib/rules';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';
import { OpinionItem } from './OpinionItem';
import type { Offer, Said } from './offers';
import { SignItem, signsUsually } from './SignItem';

const KINDS = choices(TaskKindLabels);

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

/** 退回: to whom, and whether it comes straight back. */
function WheretoItems({ process }: { process: Process }) {
  const earlier = process.offers.returnTo.map(({ code, name, people }) => ({
    value: code,
    label: people.length > 0 ? `${name}（${people.join('、')}）` : name,
  }));
  return (
    <>
      <Form.Item name="to" label="退回到" className={styles.wide} hidden={earlier.length === 0}>
        <Select options={[{ value: '', label: `发起人（${process.initiatorName}）` }, ...earlier]} />
      </Form.Item>
      <Form.Item noStyle shouldUpdate={(before: Said, after: Said) => before.to !== after.to}>
        {({ getFieldValue }) =>
          !getFieldValue('to') && (
            <Form.Item name="straight" valuePropName="checked" className={styles.wide}>
              <Checkbox>修改后直接回到我这里，不再经过前面的环节</Checkbox>
            </Form.Item>
          )
        }
      </Form.Item>
    </>
  );
}

/** Who is chosen, and when his turn is. */
function PeopleItems({ offer }: { offer: Offer }) {
  return (
    <>
      {offer.person && (
        <Form.Item name="person" label="人员" className={styles.wide} rules={[requiredChoice('人员')]}>
          <PersonField />
        </Form.Item>
      )}
      {offer.people && (
        <Form.Item name="people" label="人员（可多选）" className={styles.wide} rules={[requiredChoice('人员')]}>
          <PersonField multiple />
        </Form.Item>
      )}
      {offer.order && (
        <Form.Item name="before" label="办理次序" className={styles.wide}>
          <Radio.Group
            options={[
              { value: true, label: '前加签：他们办理后再由我办理' },
              { value: false, label: '后加签：我办理后再由他们办理' },
            ]}
          />
        </Form.Item>
      )}
    </>
  );
}

function WhomItem({ process }: { process: Process }) {
  return (
    <Form.Item name="asked" label="撤销哪一项" className={styles.wide} rules={[requiredChoice('要撤销的加签')]}>
      <Select
        options={process.offers.asked.map(({ taskId, kind, people }) => ({
          value: taskId,
          label: `${people.join('、')}（${labelOf(KINDS, kind)}）`,
        }))}
      />
    </Form.Item>
  );
}

interface ActDialogProps {
  process: Process;
  offer: Offer;
  onClose: () => void;
}

/** What the form begins with: the usual answer. */
function startOf(process: Process, offer: Offer): Partial<Said> {
  const [first] = process.offers.asked;
  return {
    ...(offer.edits && { edits: valuesOf(process) as Record<string, unknown> }),
    ...(offer.order && { before: true }),
    ...(offer.signs && signsUsually() && { sign: true }),
    ...(offer.whereto && { to: '' }),
    ...(offer.whom && first && { asked: first.taskId }),
  };
}

/** Asks for what an act needs, with an opinion; keeps it when it is refused. */
export function ActDialog({ process, offer, onClose }: ActDialogProps) {
  return (
    <FormDialog<Said>
      title={`${offer.name}：${process.title}`}
      initial={startOf(process, offer)}
      save={(said) => offer.run(said, offer.edits ? changedOf(process, said.edits) : undefined)}
      onClose={onClose}
      width={520}
      okText={offer.name}
    >
      {offer.whereto && <WheretoItems process={process} />}
      <PeopleItems offer={offer} />
      {offer.whom && <WhomItem process={process} />}
      {offer.edits && <EditFields process={process} />}
      {offer.minutes && <MinutesItems />}
      {!offer.silent && <OpinionItem reason={offer.reason === true} />}
      {offer.signs && <SignItem />}
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
      {offer.silent && !offer.people && <p className={styles.wide}>将提醒现在的办理人尽快办理。</p>}
    </FormDialog>
  );
}
