import { App, Button, Select } from 'antd';
import { Suspense, useState } from 'react';
import { makePapers, type PaperRow, papersQuery, type TemplateOption, templateOptionsQuery } from '@/api/papers';
import { labelOf } from '@/features/business/labels';
import { ChoiceTag } from '@/features/business/parts';
import { toMinute } from '@/lib/dates';
import { useMutation } from '@/lib/useMutation';
import { useQuery } from '@/lib/useQuery';
import { useCan } from '@/ui/Can';
import { Loaded } from '@/ui/Loaded';
import { lazy } from '@/ui/lazy';
import { Modal } from '@/ui/overlays';
import { PageLink } from '@/ui/PageLink';
import { SmallTable } from '@/ui/SmallTable';
import { PAPER_KINDS, RETURN_STATES } from './labels';
import styles from './papers.module.css';
import { usePaperFile } from './usePaperFile';

const PaperDrawer = lazy(() => import('./PaperDrawer'));

/** Papers that are made at once, at most; the server says the same. */
const MOST = 2_000;

export interface PapersOf {
  subject: number;
  /** What they are about: numbers of contracts, changes, bills, receipts or handovers. */
  ids: readonly number[];
  /** Whose templates are offered, where all are of one unit. */
  partyAId?: number;
  /** One thing whose papers are shown: its number as papers keep it (bills: that of the tenant). */
  subjectId?: number;
  /** «合同 HT-202611-000066», «3 份合同». */
  about: string;
}

const labelled = ({ templateId, kind, templateName, versionNo }: TemplateOption) => ({
  value: templateId,
  label: `${labelOf(PAPER_KINDS, kind)} · ${templateName}（第 ${versionNo} 版）`,
});

function NoTemplate() {
  const can = useCan();
  return (
    <p className="t2">
      还没有可用的模板。
      {can(['paper:template:list']) ? (
        <>
          请先在<PageLink to="/lease/paperTemplate">文书模板</PageLink>中下载示例模板，按本单位的格式改好后上传。
        </>
      ) : (
        '请联系租赁管理员上传本单位的模板。'
      )}
    </p>
  );
}

/** The template, and the button that makes papers and fetches their file. */
function Making({ of, options }: { of: PapersOf; options: readonly TemplateOption[] }) {
  const { message } = App.useApp();
  const [templateId, setTemplateId] = useState(options[0]?.templateId);
  const file = usePaperFile();
  const chosen = options.find((option) => option.templateId === templateId);
  const making = useMutation({
    mutationFn: (id: number) => makePapers(id, of.ids),
    onSuccess: (made) => {
      const first = made[0];
      if (made.length === 1 && first) void message.success(`已生成 ${first.paperNo}`);
      else void message.success(`已生成 ${made.length} 份文书`);
      if (made.length === 1 || chosen?.joins) file.mutate(made.map(({ paperId }) => paperId));
      else void message.info('这个模板的页眉页脚中有字段，多份不能合并，请在文书管理中逐份下载', 6);
    },
  });
  const make = () => {
    if (of.ids.length > MOST) {
      void message.warning(`一次最多生成 ${MOST} 份，已选 ${of.ids.length} 条，请分批选择`);
    } else if (templateId !== undefined) making.mutate(templateId);
  };
  if (options.length === 0) return <NoTemplate />;
  return (
    <div className={styles.making}>
      <Select
        aria-label="文书模板"
        options={options.map(labelled)}
        value={templateId}
        onChange={setTemplateId}
        showSearch={{ optionFilterProp: 'label' }}
        className={styles.template}
        autoFocus
      />
      <Button
        type="primary"
        loading={making.isPending || file.isPending}
        disabled={templateId === undefined}
        onClick={make}
      >
        {chosen?.excel ? '生成 Excel' : '生成 Word'}
      </Button>
    </div>
  );
}

/** Papers of one thing, the newest first. */
function Made({ subject, subjectId }: { subject: number; subjectId: number }) {
  const source = useQuery(papersQuery({ subject, subjectId, pageSize: 100 }));
  const file = usePaperFile();
  const [open, setOpen] = useState<number | null>(null);
  const columns = [
    {
      title: '文书编号',
      width: 170,
      render: ({ paperId, paperNo }: PaperRow) => (
        <Button type="link" size="small" onClick={() => setOpen(paperId)}>
          {paperNo}
        </Button>
      ),
    },
    { title: '种类', width: 90, render: ({ kind }: PaperRow) => labelOf(PAPER_KINDS, kind) },
    { title: '模板', render: ({ templateName, versionNo }: PaperRow) => `${templateName} 第 ${versionNo} 版` },
    {
      title: '制作',
      width: 200,
      render: ({ createByName, createTime }: PaperRow) => `${createByName} ${toMinute(createTime)}`,
    },
    {
      title: '定稿核对',
      width: 120,
      render: ({ returnState }: PaperRow) => <ChoiceTag among={RETURN_STATES} value={returnState} />,
    },
    {
      title: '操作',
      width: 70,
      render: ({ paperId, paperNo }: PaperRow) => (
        <Button
          type="link"
          size="small"
          aria-label={`下载 ${paperNo}`}
          disabled={file.isPending}
          onClick={() => file.mutate([paperId])}
        >
          下载
        </Button>
      ),
    },
  ];
  return (
    <>
      <h3 className={styles.heading}>已生成的文书</h3>
      <Loaded source={source} title="文书加载失败">
        {({ rows }) => (
          <SmallTable<PaperRow>
            rows={rows}
            columns={columns}
            rowKey={({ paperId }) => paperId}
            width={760}
            height={rows.length > 8 ? 320 : false}
            none="还没有生成过文书"
          />
        )}
      </Loaded>
      <Suspense fallback={null}>
        {open !== null && <PaperDrawer paperId={open} onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  );
}

/** 文书: makes Word and Excel files of the unit's own templates, and shows those that were made. */
export default function PapersDialog({ of, onClose }: { of: PapersOf; onClose: () => void }) {
  const can = useCan();
  const mayMake = can(['paper:paper:add']);
  const options = useQuery({ ...templateOptionsQuery(of.subject, of.partyAId), enabled: mayMake });
  return (
    <Modal open title={`文书 ${of.about}`} width={860} footer={null} onCancel={onClose}>
      {mayMake && (
        <Loaded source={options} title="模板加载失败">
          {(all) => <Making of={of} options={all} />}
        </Loaded>
      )}
      {of.subjectId !== undefined && can(['paper:paper:list']) && (
        <Made subject={of.subject} subjectId={of.subjectId} />
      )}
    </Modal>
  );
}
