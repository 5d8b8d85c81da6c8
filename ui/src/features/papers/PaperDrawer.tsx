import { DownloadOutlined, UploadOutlined } from '@ant-design/icons';
import { Alert, Button, Descriptions, Space } from 'antd';
import { Suspense, useState } from 'react';
import { saveFile } from '@/api/file';
import { type Difference, type PaperCard, paperQuery, ReturnState } from '@/api/papers';
import { labelOf } from '@/features/business/labels';
import { ChoiceTag } from '@/features/business/parts';
import { toMinute } from '@/lib/dates';
import { useQuery } from '@/lib/useQuery';
import { Can } from '@/ui/Can';
import { lazy } from '@/ui/lazy';
import { RecordDrawer } from '@/ui/RecordDrawer';
import { SmallTable } from '@/ui/SmallTable';
import { PAPER_KINDS, RETURN_STATES } from './labels';
import styles from './papers.module.css';
import { usePaperFile } from './usePaperFile';

const ReturnDialog = lazy(() => import('./ReturnDialog'));

const DIFFERENCES = [
  { title: '字段', dataIndex: 'field', width: 150 },
  {
    title: '定稿',
    dataIndex: 'said',
    render: (said: string | null | undefined) => said ?? <span className="t2">定稿中已找不到该字段</span>,
  },
  { title: '系统', dataIndex: 'expected', render: (expected: string) => expected || '—' },
];

/** What a returned text came to. */
function Outcome({ paper }: { paper: PaperCard }) {
  if (paper.excel) return <p className="t2">这份文书是 Excel 表格；正文核对只用于 Word 文书。</p>;
  if (paper.returnState === ReturnState.None) {
    return <p className="t2">签字之前上传双方商定的 Word 定稿，系统逐项核对其中的条款与合同是否一致。</p>;
  }
  const { differences, same } = paper;
  const unlike = differences.length;
  return (
    <>
      <Alert
        type={unlike === 0 ? 'success' : 'warning'}
        showIcon
        title={unlike === 0 ? `${same} 项全部一致` : `${same} 项一致，${unlike} 项不一致或无法核对`}
        description={
          unlike === 0
            ? undefined
            : '以系统为准的，请退回改正文；以定稿为准的，请在合同（或变更）中修改后重新上传核对。签字以前两者必须一致。'
        }
      />
      {unlike > 0 && (
        <SmallTable<Difference>
          rows={differences}
          columns={DIFFERENCES}
          rowKey={({ field, said }) => `${field} ${said}`}
          height={360}
        />
      )}
      <p className={styles.told}>
        <Button type="link" size="small" onClick={() => void saveFile(paper.returnFileId)}>
          {paper.returnFileName}
        </Button>
        <span className="t2">
          {paper.returnedBy} {toMinute(paper.returnedAt)}
        </span>
      </p>
    </>
  );
}

/** 文书: what was made, its file again, and what a returned text says. */
export default function PaperDrawer({ paperId, onClose }: { paperId: number; onClose: () => void }) {
  const source = useQuery(paperQuery(paperId));
  const file = usePaperFile();
  const [returns, setReturns] = useState(false);
  const close = () => setReturns(false);
  return (
    <RecordDrawer<PaperCard>
      source={source}
      noun="文书"
      size={640}
      onClose={onClose}
      title={({ paperNo }) => paperNo}
      extra={({ excel }) => (
        <Space>
          <Button
            icon={<DownloadOutlined aria-hidden />}
            loading={file.isPending}
            onClick={() => file.mutate([paperId])}
          >
            {excel ? '下载 Excel' : '下载 Word'}
          </Button>
          {!excel && (
            <Can permission="paper:paper:return">
              <Button icon={<UploadOutlined aria-hidden />} onClick={() => setReturns(true)}>
                上传定稿
              </Button>
            </Can>
          )}
        </Space>
      )}
      dialogs={
        <Suspense fallback={null}>
          {returns && source.data && <ReturnDialog paper={source.data} onClose={close} onRead={close} />}
        </Suspense>
      }
    >
      {(paper) => (
        <>
          <Descriptions column={1} size="small" bordered>
            <Descriptions.Item label="文书种类">{labelOf(PAPER_KINDS, paper.kind)}</Descriptions.Item>
            <Descriptions.Item label="模板">{`${paper.templateName} 第 ${paper.versionNo} 版`}</Descriptions.Item>
            <Descriptions.Item label="对象">{paper.subjectNo}</Descriptions.Item>
            <Descriptions.Item label="乙方">{paper.tenantName || '—'}</Descriptions.Item>
            <Descriptions.Item label="甲方">{paper.partyAName || '—'}</Descriptions.Item>
            <Descriptions.Item label="制作">{`${paper.createByName} ${toMinute(paper.createTime)}`}</Descriptions.Item>
            <Descriptions.Item label="定稿核对">
              <ChoiceTag among={RETURN_STATES} value={paper.returnState} />
            </Descriptions.Item>
          </Descriptions>
          <h3 className={styles.heading}>定稿核对</h3>
          <Outcome paper={paper} />
        </>
      )}
    </RecordDrawer>
  );
}
