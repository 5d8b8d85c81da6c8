import { Button } from 'antd';
import { useState } from 'react';
import { type NodePace, paceQuery } from '@/api/approvals';
import { ExportButton } from '@/features/ExportButton';
import { minutesText } from '@/lib/dates';
import type { Params } from '@/lib/params';
import { useQuery } from '@/lib/useQuery';
import { Loaded } from '@/ui/Loaded';
import { Modal } from '@/ui/overlays';
import { SmallTable } from '@/ui/SmallTable';
import { type PaceLine, paceLines } from './paceLines';

interface PaceDialogProps {
  /** Of the list: its days are those in which tasks were done. */
  filters: Params;
  onClose: () => void;
}

const minutes = (title: string, key: 'medianMinutes' | 'slowMinutes' | 'longestMinutes') => ({
  title,
  key,
  width: 130,
  align: 'right' as const,
  render: (_value: unknown, line: PaceLine) => (line.count > 0 ? minutesText(line[key]) : '—'),
});

function Table({ nodes, byOffice }: { nodes: readonly NodePace[]; byOffice: boolean }) {
  return (
    <SmallTable<PaceLine>
      rows={paceLines(nodes, byOffice)}
      rowKey="id"
      width={920}
      height={420}
      none="这段时间没有办结的审批环节"
      columns={[
        { title: '流程', dataIndex: 'label', width: 120 },
        { title: '环节', dataIndex: 'nodeName', width: 150 },
        ...(byOffice ? [{ title: '科室', dataIndex: 'office', width: 150 }] : []),
        { title: '办结', dataIndex: 'count', width: 70, align: 'right' },
        minutes('中位用时', 'medianMinutes'),
        minutes('最慢一成超过', 'slowMinutes'),
        minutes('最长', 'longestMinutes'),
        { title: '超时', dataIndex: 'late', width: 70, align: 'right' },
        ...(byOffice ? [] : [{ title: '在办', dataIndex: 'waiting', width: 70, align: 'right' as const }]),
      ]}
    />
  );
}

/** 环节时效: where documents lie long, and in whose office. */
export default function PaceDialog({ filters, onClose }: PaceDialogProps) {
  const [byOffice, setByOffice] = useState(false);
  const range = (filters.params ?? {}) as { beginTime?: string; endTime?: string };
  const asked = { params: range };
  const nodes = useQuery(paceQuery(asked));
  const days =
    range.beginTime || range.endTime ? `${range.beginTime ?? '最初'} 至 ${range.endTime ?? '今天'}` : '近 90 天';
  return (
    <Modal
      open
      centered
      title="环节时效"
      width={1040}
      onCancel={onClose}
      footer={[
        <Button key="by" onClick={() => setByOffice(!byOffice)}>
          {byOffice ? '按环节' : '按科室'}
        </Button>,
        <ExportButton key="export" permission="appr:manage:list" base="/appr/manage/pace" filters={asked} />,
        <Button key="close" type="primary" onClick={onClose}>
          知道了
        </Button>,
      ]}
    >
      <p className="t2">{days}办结的审批环节，从送达到办结的自然时间（含夜间和节假日）</p>
      <Loaded source={nodes} title="环节时效加载失败">
        {(found) => <Table nodes={found} byOffice={byOffice} />}
      </Loaded>
    </Modal>
  );
}
