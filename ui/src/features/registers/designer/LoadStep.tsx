import { Alert, Button, Checkbox, Radio } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ImportReport } from '@/api/exchange';
import { designQuery, loadBook } from '@/api/registerDesign';
import { Report } from '@/features/import/parts';
import { useMutation } from '@/lib/useMutation';
import { useQuery } from '@/lib/useQuery';
import { Refusal } from '@/ui/Refusal';
import type { Said } from './said';

interface LoadStepProps {
  registerId: number;
  bookId: number;
  said: Said;
  /** Back to the columns: those without a field in the register are left out there. */
  onBack: () => void;
}

const FAILED = [
  { value: 'refuse', label: '全部正确才导入' },
  { value: 'leave', label: '失败的行不导入' },
];

/** ⑤ 导入数据: tried first; then it goes on in the background. */
export function LoadStep({ registerId, bookId, said, onBack }: LoadStepProps) {
  const navigate = useNavigate();
  const [failed, setFailed] = useState('leave');
  const [keepBook, setKeepBook] = useState(false);
  const [report, setReport] = useState<ImportReport | null>(null);
  const [done, setDone] = useState(false);
  const design = useQuery({ ...designQuery(registerId), enabled: done });
  const run = useMutation({
    mutationFn: (dryRun: boolean) =>
      loadBook(
        registerId,
        { bookId, failed, keepBook, sheets: said.sheets, options: said.options, columns: said.columns },
        dryRun,
      ),
    onSuccess: (found, dryRun) => {
      setReport(found);
      setDone(!dryRun);
    },
  });
  if (done) {
    return (
      <>
        <Alert type="success" showIcon title="登记表已发布，数据正在后台导入" />
        <p>
          <Button type="primary" onClick={() => navigate('/system/gen')}>
            回到登记表管理
          </Button>{' '}
          <Button disabled={!design.data} onClick={() => navigate(`/reg/${design.data?.code}`)}>
            打开登记表
          </Button>
        </p>
        <Refusal error={design.error} />
      </>
    );
  }
  return (
    <>
      <p>
        <Radio.Group options={FAILED} value={failed} onChange={({ target }) => setFailed(target.value)} />
        <Checkbox checked={keepBook} onChange={({ target }) => setKeepBook(target.checked)}>
          含敏感列时也保留工作簿
        </Checkbox>
      </p>
      <p>
        <Button type={report ? 'default' : 'primary'} loading={run.isPending} onClick={() => run.mutate(true)}>
          试导入
        </Button>{' '}
        {report && (
          <Button
            type="primary"
            loading={run.isPending}
            disabled={failed === 'refuse' && report.failed > 0}
            onClick={() => run.mutate(false)}
          >
            {`导入 ${report.created} 行`}
          </Button>
        )}{' '}
        <Button onClick={onBack}>返回核对字段</Button> <Button onClick={() => navigate('/system/gen')}>暂不导入</Button>
      </p>
      <Refusal error={run.error} />
      {report && <Report report={report} done={false} titles={['行', '内容']} />}
    </>
  );
}
