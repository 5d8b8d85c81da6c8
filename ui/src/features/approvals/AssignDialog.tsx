import { Alert, Form, Input, Select } from 'antd';
import { giveTask, type ManagedTask, managedTasksQuery } from '@/api/approvals';
import { PersonField } from '@/features/PersonPicker/PersonField';
import { requiredChoice, requiredText } from '@/lib/rules';
import { useQuery } from '@/lib/useQuery';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';

interface Given {
  taskId: number;
  userId?: number;
  comment?: string;
}

/** What the one who assigns should know of a task. */
function About({ task }: { task: ManagedTask }) {
  if (task.able.length === 0)
    return <Alert type="info" showIcon title={`环节“${task.nodeName}”现在没有可以办理的人`} />;
  const asked = task.able.join('、');
  return (
    <Alert
      type="warning"
      showIcon
      title={`环节“${task.nodeName}”现由 ${asked} 办理。改派须填写原因，并会告知原办理人、其上级和发起人。`}
    />
  );
}

/** Who gets it, and why. */
function Receiver({ task }: { task: ManagedTask }) {
  return (
    <>
      <div className={styles.wide}>
        <About task={task} />
      </div>
      <Form.Item name="userId" label="办理人" className={styles.wide} rules={[requiredChoice('办理人')]}>
        {task.narrow ? (
          <Select
            showSearch
            optionFilterProp="label"
            placeholder="只能是该环节规则范围内的其他人员"
            notFoundContent="该环节没有其他符合条件的人员"
            options={task.candidates.map(({ userId, name }) => ({ value: userId, label: name }))}
          />
        ) : (
          <PersonField />
        )}
      </Form.Item>
      <Form.Item
        name="comment"
        label="原因"
        className={styles.wide}
        rules={[requiredText('原因', task.able.length > 0)]}
      >
        <Input.TextArea rows={2} maxLength={500} showCount />
      </Form.Item>
    </>
  );
}

interface AssignDialogProps {
  instanceId: number;
  title: string;
  onClose: () => void;
}

/** 分派: gives a task of a process to somebody; who looks after processes does it, and never decides himself. */
export function AssignDialog({ instanceId, title, onClose }: AssignDialogProps) {
  const { data, error, refetch } = useQuery({ ...managedTasksQuery(instanceId), staleTime: 0 });
  const tasks = data ?? [];
  // what nobody can do comes first
  const first = tasks.find(({ able }) => able.length === 0) ?? tasks[0];
  const of = (taskId: number | undefined) => tasks.find((task) => task.taskId === taskId) ?? first;
  return (
    <FormDialog<Given>
      title={`分派：${title}`}
      initial={data && { ...(first && { taskId: first.taskId }) }}
      source={{ error, refetch }}
      save={({ taskId, userId = 0, comment = '' }) =>
        giveTask({ taskId, userId, comment: comment.trim(), version: of(taskId)?.version ?? null })
      }
      onClose={onClose}
      width={520}
      okText="分派"
      blocked={first === undefined}
    >
      {(form) => (
        <>
          <Form.Item name="taskId" label="环节" className={styles.wide} hidden={tasks.length < 2}>
            <Select
              options={tasks.map(({ taskId, nodeName, able }) => ({
                value: taskId,
                label: `${nodeName}（${able.join('、') || '无人可办'}）`,
              }))}
              onChange={() => form.setFieldValue('userId', undefined)}
            />
          </Form.Item>
          <Form.Item noStyle shouldUpdate={(before: Given, after: Given) => before.taskId !== after.taskId}>
            {() => {
              const task = of(form.getFieldValue('taskId') as number | undefined);
              return task ? <Receiver task={task} /> : <p>该流程没有可以分派的任务，请刷新后查看。</p>;
            }}
          </Form.Item>
        </>
      )}
    </FormDialog>
  );
}
