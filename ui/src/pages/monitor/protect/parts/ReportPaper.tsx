import { Paper } from '@/ui/print/Paper';
import { PaperFrame, usePaperMaker } from '@/ui/print/PaperFrame';
import { PaperPairs } from '@/ui/print/PaperPairs';
import { drillFacts, type FiledReport } from './words';

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
          pairs={[['结论', report.ok ? '通过：恢复的数据与现用数据一致' : '没有通过'], ...drillFacts(report)]}
        />
        {report.faults.map((fault) => (
          <p key={fault}>{fault}</p>
        ))}
      </PaperFrame>
    </Paper>
  );
}
