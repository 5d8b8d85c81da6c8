import { Paper } from '@/ui/print/Paper';
import { PaperFrame, usePaperMaker } from '@/ui/print/PaperFrame';
import { PaperPairs } from '@/ui/print/PaperPairs';
import { type FiledReport, lastingText } from './words';

/** 恢复演练报告. */
export default function ReportPaper({ report, onClose }: { report: FiledReport; onClose: () => void }) {
  const maker = usePaperMaker();
  return (
    <Paper onClose={onClose}>
      <PaperFrame
        title="恢复演练报告"
        facts={[['演练时间', report.madeAt]]}
        signs={[['打印', maker], ['复核'], ['负责人']]}
      >
        <PaperPairs
          pairs={[
            ['结论', report.ok ? '通过：恢复的数据与现用数据一致' : '没有通过'],
            ['执行', report.by],
            ['恢复用时', lastingText(report.milliseconds)],
            ['恢复到', report.at],
            ['核对记录', `${report.rows} 条`],
            ['核对文件', `${report.files} 个`],
            ['备份仓库', report.path],
            ['完整备份', report.base],
            ['变更日志', report.frame],
          ]}
        />
        {report.faults.map((fault) => (
          <p key={fault}>{fault}</p>
        ))}
      </PaperFrame>
    </Paper>
  );
}
