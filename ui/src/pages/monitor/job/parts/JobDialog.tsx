import { App, Form, Input, Radio, Select } from 'antd';
import { addJob, editJob, fetchJob, type JobForm, targetsQuery } from '@/api/monitor';
import { useDict } from '@/api/useDict';
import { dictOptions } from '@/lib/dict';
import { requiredChoice, requiredText } from '@/lib/rules';
import { useFormSource, useQuery } from '@/lib/useQuery';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';
import { RemoteSelect } from '@/ui/RemoteSelect';
import { CronField } from './CronField';

/** What happens to runs that were missed while the program was down. */
export const MISFIRES: readonly { value: string; label: string }[] = [
  { value: '1', label: '逐次补跑' },
  { value: '2', label: '补跑一次' },
  { value: '3', label: '放弃执行' },
];

const NEW: Partial<JobForm> = { jobGroup: 'DEFAULT', misfirePolicy: '3', cronExpression: '' };

interface JobDialogProps {
  /** Null = a new job. */
  jobId: number | null;
  onClose: () => void;
}

/** A job: what, when, and what about missed runs. */
export default function JobDialog({ jobId, onClose }: JobDialogProps) {
  const { message } = App.useApp();
  const groups = useDict('sys_job_group');
  const targets = useQuery(targetsQuery());
  const job = useFormSource(['job', jobId], () => (jobId === null ? Promise.resolve(NEW) : fetchJob(jobId)));
  const save = async (values: JobForm) => {
    await (jobId === null ? addJob(values) : editJob({ ...values, jobId }));
    void message.success('保存成功');
  };
  const about = (key: string | undefined) => targets.data?.find(({ invokeTarget }) => invokeTarget === key)?.about;
  return (
    <FormDialog<JobForm>
      title={jobId === null ? '新增任务' : '修改任务'}
      initial={job.data}
      source={job}
      save={save}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Form.Item name="jobName" label="任务名称" rules={[requiredText('任务名称')]}>
            <Input maxLength={64} autoFocus />
          </Form.Item>
          <Form.Item name="jobGroup" label="任务分组">
            <Select options={dictOptions(groups)} />
          </Form.Item>
          <Form.Item noStyle shouldUpdate={(before, after) => before.invokeTarget !== after.invokeTarget}>
            {() => (
              <Form.Item
                className={styles.wide}
                name="invokeTarget"
                label="执行内容"
                extra={about(form.getFieldValue('invokeTarget'))}
                rules={[requiredChoice('执行内容')]}
              >
                <RemoteSelect
                  source={targets}
                  rows={targets.data}
                  option={({ invokeTarget, title }) => ({ value: invokeTarget, label: `${title}（${invokeTarget}）` })}
                  none="没有可以执行的内容"
                  placeholder="请选择"
                />
              </Form.Item>
            )}
          </Form.Item>
          <Form.Item
            className={styles.wide}
            name="cronExpression"
            label="Cron表达式"
            rules={[requiredText('Cron执行表达式')]}
          >
            <CronField />
          </Form.Item>
          <Form.Item
            className={styles.wide}
            name="misfirePolicy"
            label="错过时"
            extra="服务停止期间错过的执行，在启动后如何处理；同一任务从不同时执行两次"
          >
            <Radio.Group options={[...MISFIRES]} />
          </Form.Item>
          <Form.Item className={styles.wide} name="remark" label="备注">
            <Input.TextArea maxLength={500} rows={2} />
          </Form.Item>
        </>
      )}
    </FormDialog>
  );
}
