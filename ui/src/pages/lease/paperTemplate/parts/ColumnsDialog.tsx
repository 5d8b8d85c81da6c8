import { Form } from 'antd';
import { decideColumns, type TemplateCard, type TemplateField, templateFieldsQuery, templateQuery } from '@/api/papers';
import { useQuery } from '@/lib/useQuery';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';
import { RemoteSelect } from '@/ui/RemoteSelect';

/** Fields by the place of their column. */
interface Values {
  fields: string[];
}

/** A field of a row, as it is and in each of its formats. */
const written = ({ name, formats }: TemplateField) =>
  [name, ...formats.map((format) => `${name}|${format}`)].map((value) => ({ value, label: value.replace('|', ' · ') }));

const columnsOf = (card: TemplateCard | undefined) => card?.versions[0]?.form?.columns ?? [];

/** 对应表头: which field fills which column of a superior's form; counts for the next version by the words of the head. */
export default function ColumnsDialog({ templateId, onClose }: { templateId: number; onClose: () => void }) {
  const source = useQuery(templateQuery(templateId));
  const card = source.data;
  const columns = columnsOf(card);
  const fields = useQuery({ ...templateFieldsQuery(card?.kind ?? 0), enabled: card !== undefined });
  const options = fields.data?.filter(({ list }) => list !== '').flatMap(written);
  const save = async ({ fields: chosen }: Values) => {
    if (!card || columns.length === 0) return;
    const said = Object.fromEntries(columns.map(({ head }, place) => [head, chosen[place] ?? '']));
    await decideColumns({ templateId, version: card.version, columns: said });
  };
  return (
    <FormDialog<Values>
      title={card ? `对应表头 ${card.templateName}` : '对应表头'}
      initial={card && { fields: columns.map(({ field }) => field) }}
      source={source}
      save={save}
      onClose={onClose}
      okText={columns.length === 0 ? '知道了' : '确定'}
      width={720}
    >
      <p className={`${styles.wide} t2`}>
        {columns.length === 0
          ? '这个文件的字段写在单元格中，没有需要对应的表头。'
          : `在工作表“${card?.versions[0]?.form?.sheet}”第 ${card?.versions[0]?.form?.row} 行找到表头，下面的空白行按表头的文字填写；留空的列不填。上传新版本时按文字沿用，不看位置。`}
      </p>
      {columns.map(({ place, head, guessed }, index) => (
        <Form.Item
          key={place}
          name={['fields', index]}
          label={head}
          extra={guessed ? '按相近的名称推荐，请核对' : undefined}
        >
          <RemoteSelect source={fields} rows={options} option={(one) => one} allowClear placeholder="不填" />
        </Form.Item>
      ))}
    </FormDialog>
  );
}
