import { Button } from 'antd';
import { useState } from 'react';
import { StateTag } from '@/ui/DictTag';
import { Facts } from '@/ui/Facts';
import { lazy } from '@/ui/lazy';
import { Drawer } from '@/ui/overlays';
import { PaperButton } from '@/ui/print/PaperButton';
import { SmallTable } from '@/ui/SmallTable';
import { Panel } from '../../server/parts/Panel';
import { drillFacts, type FiledReport, lastingText } from './words';

const ReportPaper = lazy(() => import('./ReportPaper'));

const verdict = ({ ok }: FiledReport) => <StateTag tone={ok ? 'ok' : 'bad'}>{ok ? '通过' : '没有通过'}</StateTag>;

function Shown({ report, onClose }: { report: FiledReport; onClose: () => void }) {
  return (
    <Drawer
      open
      size={520}
      title={`恢复演练报告 ${report.madeAt}`}
      extra={<PaperButton paper={(closed) => <ReportPaper report={report} onClose={closed} />} />}
      onClose={onClose}
    >
      <Facts look="rows" facts={[['结论', verdict(report)], ...drillFacts(report)]} />
      {report.faults.length > 0 && (
        <ul>
          {report.faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
    </Drawer>
  );
}

/** 恢复演练报告: what was restored, how long it took, whether all was equal. */
export function Reports({ reports }: { reports: readonly FiledReport[] }) {
  const [shown, setShown] = useState<FiledReport>();
  return (
    <Panel title="恢复演练报告" wide>
      <SmallTable<FiledReport>
        rows={reports}
        rowKey={({ path, madeAt }) => `${path} ${madeAt}`}
        width={640}
        paged={10}
        none="还没有做过恢复演练"
        columns={[
          { title: '时间', dataIndex: 'madeAt', width: 170 },
          { title: '结论', width: 110, render: (_, report) => verdict(report) },
          { title: '用时', width: 90, render: (_, { milliseconds }) => lastingText(milliseconds) },
          { title: '执行', dataIndex: 'by', width: 140 },
          { title: '备份仓库', dataIndex: 'path' },
          {
            title: '操作',
            width: 70,
            render: (_, report) => (
              <Button
                type="link"
                size="small"
                aria-label={`查看 ${report.madeAt} 的恢复演练报告`}
                onClick={() => setShown(report)}
              >
                查看
              </Button>
            ),
          },
        ]}
      />
      {shown && <Shown report={shown} onClose={() => setShown(undefined)} />}
    </Panel>
  );
}
