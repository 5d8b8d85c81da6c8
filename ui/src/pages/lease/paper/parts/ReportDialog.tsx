import { Form, Radio } from 'antd';
import { useRef } from 'react';
import { makeReport, templateOptionsQuery } from '@/api/papers';
import { DayInput } from '@/features/business/fields';
import { PartyASelect } from '@/features/choices/lists';
import { REPORTS } from '@/features/papers/labels';
import { requiredChoice } from '@/lib/rules';
import { useQuery } from '@/lib/useQuery';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';
import { RemoteSelect } from '@/ui/RemoteSelect';

interface Values {
  subject: number;
  templateId: number;
  partyAs?: number[];
  from?: string;
  to?: string;
}

const SUBJECTS = REPORTS.map(({ subject, label }) => ({ value: subject, label }));

/** The templates of forms with such rows. */
function TemplateItem({ subject }: { subject: number }) {
  const source = useQuery(templateOptionsQuery(subject));
  return (
    <Form.Item name="templateId" label="报送表模板" className={styles.wide} rules={[requiredChoice('报送表模板')]}>
      <RemoteSelect
        source={source}
        rows={source.data}
        option={({ templateId, templateName, versionNo }) => ({
          value: templateId,
          label: `${templateName}（第 ${versionNo} 版）`,
        })}
        none="还没有这种模板，请先在“文书模板”中上传上级下发的表格"
      />
    </Form.Item>
  );
}

interface ReportDialogProps {
  onClose: () => void;
  /** It was made; its file is fetched next. */
  onMade: (paperId: number) => void;
}

/** 生成报送表: a form for superiors with the contracts or bills of units in a period. */
export default function ReportDialog({ onClose, onMade }: ReportDialogProps) {
  const made = useRef(0);
  const save = async ({ templateId, partyAs = [], from, to }: Values) => {
    const [paper] = await makeReport({ templateId, partyAs, ...(from && { from }), ...(to && { to }) });
    made.current = paper?.paperId ?? 0;
  };
  return (
    <FormDialog<Values>
      title="生成报送表"
      initial={{ subject: REPORTS[0]?.subject ?? 0 }}
      save={save}
      onClose={onClose}
      onSaved={() => {
        onClose();
        onMade(made.current);
      }}
      okText="生成"
      width={560}
    >
      {(form) => (
        <>
          <Form.Item name="subject" label="每行填写" className={styles.wide}>
            <Radio.Group options={SUBJECTS} onChange={() => form.resetFields(['templateId'])} />
          </Form.Item>
          <Form.Item noStyle dependencies={['subject']}>
            {() => <TemplateItem subject={form.getFieldValue('subject')} />}
          </Form.Item>
          <Form.Item name="partyAs" label="单位（甲方）" className={styles.wide} extra="留空为可以查看的所有单位">
            <PartyASelect mode="multiple" maxTagCount="responsive" />
          </Form.Item>
          <Form.Item name="from" label="期间起">
            <DayInput />
          </Form.Item>
          <Form.Item name="to" label="期间止">
            <DayInput />
          </Form.Item>
          <p className={`${styles.wide} t2`}>
            {`${REPORTS.map(({ period }) => period).join('，')}，每条一行；一份最多 2000 行。`}
          </p>
        </>
      )}
    </FormDialog>
  );
}
