import { Button, Descriptions } from 'antd';
import { saveFile } from '@/api/file';
import { type FormColumn, type TemplateCard, type TemplateVersion, templateQuery } from '@/api/papers';
import { labelOf } from '@/features/business/labels';
import { PAPER_KINDS } from '@/features/papers/labels';
import { toMinute } from '@/lib/dates';
import { useQuery } from '@/lib/useQuery';
import { RecordDrawer } from '@/ui/RecordDrawer';
import { SmallTable } from '@/ui/SmallTable';
import styles from './template.module.css';

/** «承租人 ← 乙方名称». */
const filled = ({ head, field, guessed }: FormColumn) =>
  `${head} ← ${field || '不填'}${guessed ? '（推荐，请核对）' : ''}`;

const COLUMNS = [
  { title: '版本', width: 60, render: ({ versionNo }: TemplateVersion) => `第 ${versionNo} 版` },
  {
    title: '文件',
    render: ({ fileId, fileName, fields, inMargin, form, excel }: TemplateVersion) => (
      <>
        <Button type="link" size="small" onClick={() => void saveFile(fileId)}>
          {fileName}
        </Button>
        <p className={`${styles.fields} t2`}>{`字段 ${fields.length} 个：${fields.join('、')}`}</p>
        {form && (
          <p className={`${styles.fields} t2`}>{`表头第 ${form.row} 行：${form.columns.map(filled).join('；')}`}</p>
        )}
        {excel && <p className={`${styles.fields} t2`}>Excel 工作簿：多份下载为压缩包；正文核对只用于 Word 文书</p>}
        {inMargin && <p className={`${styles.fields} t2`}>页眉页脚中有字段，多份文书不能合并成一个文件</p>}
      </>
    ),
  },
  {
    title: '上传',
    width: 150,
    render: ({ madeBy, madeAt }: TemplateVersion) => `${madeBy} ${toMinute(madeAt)}`,
  },
];

/** A template with all its files. */
export default function TemplateDrawer({ templateId, onClose }: { templateId: number; onClose: () => void }) {
  const source = useQuery(templateQuery(templateId));
  return (
    <RecordDrawer<TemplateCard>
      source={source}
      noun="文书模板"
      size={640}
      onClose={onClose}
      title={({ templateName }) => templateName}
    >
      {({ kind, partyANames, remark, versions }) => (
        <>
          <Descriptions column={1} size="small" bordered>
            <Descriptions.Item label="文书种类">{labelOf(PAPER_KINDS, kind)}</Descriptions.Item>
            <Descriptions.Item label="适用甲方">{partyANames.join('、') || '所有甲方'}</Descriptions.Item>
            <Descriptions.Item label="备注">{remark || '—'}</Descriptions.Item>
          </Descriptions>
          <h3 className={styles.heading}>版本</h3>
          <SmallTable<TemplateVersion> rows={versions} columns={COLUMNS} rowKey={({ versionNo }) => versionNo} />
        </>
      )}
    </RecordDrawer>
  );
}
