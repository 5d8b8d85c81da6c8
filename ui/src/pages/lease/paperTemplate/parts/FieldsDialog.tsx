import { App, Button, Input, Select } from 'antd';
import { useState } from 'react';
import { download } from '@/api/client';
import { adoptStarter, fetchStarter, type TemplateField, templateFieldsQuery } from '@/api/papers';
import { hasBoth, isReport, PAPER_KINDS } from '@/features/papers/labels';
import { useMutation } from '@/lib/useMutation';
import { useQuery } from '@/lib/useQuery';
import { Can } from '@/ui/Can';
import { Loaded } from '@/ui/Loaded';
import { Modal } from '@/ui/overlays';
import { SmallTable } from '@/ui/SmallTable';
import styles from './template.module.css';

const MEDIA = [
  { value: 0, label: 'Word' },
  { value: 1, label: 'Excel' },
];

const named = ({ name, list }: TemplateField) => (list ? `${list} › ${name}` : name);

/** 全部字段: what templates of a kind may ask for, as it is to be written, and a ready template to begin with. */
export default function FieldsDialog({ kind: first, onClose }: { kind?: number | undefined; onClose: () => void }) {
  const { message } = App.useApp();
  const [kind, setKind] = useState(first ?? PAPER_KINDS[0]?.value ?? 1);
  const [word, setWord] = useState('');
  const [excel, setExcel] = useState(0);
  const starter = { kind, excel: hasBoth(kind) && excel === 1 };
  const source = useQuery(templateFieldsQuery(kind));
  const starting = useMutation({ mutationFn: fetchStarter, onSuccess: download });
  const adopting = useMutation({
    mutationFn: adoptStarter,
    onSuccess: () => void message.success('已采用，可以用它生成文书，也可以下载修改后上传新版本'),
  });
  const copy = (text: string) =>
    navigator.clipboard?.writeText(text).then(
      () => void message.success(`已复制 ${text}`),
      () => void message.warning('浏览器不允许复制，请手工选择后复制'),
    );
  const columns = [
    { title: '字段', width: 190, render: named },
    { title: '类型', width: 60, dataIndex: 'kind' },
    {
      title: '写法',
      render: ({ written }: TemplateField) => (
        <Button type="link" size="small" className={styles.written ?? ''} onClick={() => void copy(written)}>
          {written}
        </Button>
      ),
    },
    { title: '格式', width: 180, render: ({ formats }: TemplateField) => formats.map((one) => `|${one}`).join(' ') },
    { title: '举例', width: 200, dataIndex: 'example' },
  ];
  return (
    <Modal open title="模板的全部字段" width={980} footer={null} onCancel={onClose}>
      <div className={styles.bar}>
        <Select
          aria-label="文书种类"
          options={[...PAPER_KINDS]}
          value={kind}
          onChange={setKind}
          className={styles.kind ?? ''}
          autoFocus
        />
        <Input.Search
          aria-label="查找字段"
          placeholder="查找字段"
          allowClear
          value={word}
          onChange={(event) => setWord(event.target.value)}
          className={styles.word ?? ''}
        />
        {hasBoth(kind) && (
          <Select
            aria-label="示例格式"
            options={MEDIA}
            value={excel}
            onChange={setExcel}
            className={styles.medium ?? ''}
          />
        )}
        <Button loading={starting.isPending} onClick={() => starting.mutate(starter)}>
          下载示例模板
        </Button>
        <Can permission="paper:template:add">
          <Button loading={adopting.isPending} onClick={() => adopting.mutate(starter)}>
            直接采用示例
          </Button>
        </Can>
      </div>
      <p className={`${styles.how} t2`}>
        在 Word、Excel 或 WPS 中把字段写在需要填写的位置，如 {'{{乙方名称}}'}；格式写在竖线后，如 {'{{月租金|大写}}'}
        。列表写在表格的一行中：首格以 {'{{#房间}}'} 开头，末格以 {'{{/房间}}'} 结尾，每个房间重复一行。 条件写成{' '}
        {'{{#有免租期}}…{{/有免租期}}'}，相反的写成 {'{{^有免租期}}…{{/有免租期}}'}。 Excel
        的字段写在单元格中，列表在一行的首格开头、末格结尾；单独占一格的金额、数字写成数值，日期在日期格式的单元格中写成日期。
        {isReport(kind) && '上级下发的报送表不用写字段：系统按表头的文字把下表的字段填在表头下面的空白行。'}
      </p>
      <Loaded source={source} title="字段加载失败">
        {(all) => (
          <SmallTable<TemplateField>
            rows={all.filter((field) => named(field).includes(word.trim()))}
            columns={columns}
            rowKey={named}
            width={900}
            height={380}
            none="没有符合的字段"
          />
        )}
      </Loaded>
    </Modal>
  );
}
