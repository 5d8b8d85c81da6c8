import { DownloadOutlined } from '@ant-design/icons';
import { Alert, Button, ConfigProvider, Select } from 'antd';
import { useState } from 'react';
import { download } from '@/api/client';
import { fetchTemplate } from '@/api/exchange';
import {
  fieldsOf,
  type ImportColumn,
  type ImportSheet,
  importColumns,
  importSheet,
  type RegisterMeta,
} from '@/api/registers';
import { DropArea } from '@/features/import/parts';
import { likeliest, type Matched, mappingOf, matchedColumns, placeOf, undecided } from '@/features/registers/mapping';
import styles from '@/features/registers/registers.module.css';
import { comesIn } from '@/features/registers/values';
import { useMutation } from '@/lib/useMutation';
import { StateTag } from '@/ui/DictTag';
import { Modal } from '@/ui/overlays';
import { Refusal } from '@/ui/Refusal';
import { SmallTable } from '@/ui/SmallTable';
import { TakingChoices, TakingFooter, TakingOutcome, useTaking } from './taking';

const LEFT_OUT = '';

interface ColumnsProps {
  meta: RegisterMeta;
  sheet: ImportSheet;
  said: Matched;
  onSay: (said: Matched) => void;
}

function PlaceTag({ column, said }: { column: ImportColumn; said: Matched }) {
  const place = placeOf(column, said);
  if (place === undefined) return <StateTag tone="bad">待选择</StateTag>;
  if (place === LEFT_OUT) return <StateTag tone="off">不导入</StateTag>;
  return place === column.field ? <StateTag tone="ok">自动对应</StateTag> : <StateTag tone="blue">人工对应</StateTag>;
}

/** 列对应: each column goes into a field, or is left out by a person. */
function Columns({ meta, sheet, said, onSay }: ColumnsProps) {
  const open = undecided(sheet, said);
  const taken = new Set(sheet.columns.map((column) => placeOf(column, said)));
  const options = (own: string | undefined) => [
    { value: LEFT_OUT, label: '不导入' },
    ...fieldsOf(meta)
      .filter(comesIn)
      .map(({ code, label }) => ({ value: code, label, disabled: code !== own && taken.has(code) })),
  ];
  const leaveOut = () => onSay({ ...said, ...Object.fromEntries(open.map(({ letter }) => [letter, LEFT_OUT])) });
  return (
    <>
      {open.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`有 ${open.length} 列无法识别，请选择对应的字段，或选择“不导入”`}
          action={
            <Button size="small" onClick={leaveOut}>
              都不导入
            </Button>
          }
        />
      )}
      <SmallTable<ImportColumn>
        rows={matchedColumns(sheet)}
        rowKey={({ letter }) => letter}
        height={240}
        columns={[
          { key: 'letter', title: '列', width: 56, render: (_, { letter }) => letter },
          { key: 'label', title: '表头', render: (_, { label }) => label || '（空）' },
          {
            ...{ key: 'field', title: '对应的字段', width: 240 },
            render: (_, column) => (
              <Select
                aria-label={`${column.letter} 列“${column.label}”对应的字段`}
                placeholder="请选择"
                showSearch={{ optionFilterProp: 'label' }}
                value={placeOf(column, said)}
                options={options(placeOf(column, said))}
                onChange={(code: string) => onSay({ ...said, [column.letter]: code })}
                style={{ width: '100%' }}
              />
            ),
          },
          { key: 'state', title: '', width: 96, render: (_, column) => <PlaceTag column={column} said={said} /> },
        ]}
      />
    </>
  );
}

/** Where the columns of the chosen file go; which sheet, when there are several. */
function useBook(code: string) {
  const [file, setFile] = useState<File | null>(null);
  const [sheetNo, setSheetNo] = useState<number | null>(null);
  const [said, setSaid] = useState<Matched>({});
  // a file that is chosen meanwhile takes the place of the one that is being read
  const reading = useMutation({ mutationFn: (given: File) => importColumns(code, given) }, { overtakes: true });
  const sheets = reading.data;
  const sheet = sheets && (sheets.find(({ no }) => no === sheetNo) ?? likeliest(sheets));
  const choose = (given: File) => {
    setFile(given);
    setSheetNo(null);
    setSaid({});
    reading.mutate(given);
  };
  const turn = (no: number) => {
    setSheetNo(no);
    setSaid({});
  };
  return { file, sheets, sheet, said, reading, choose, turn, say: setSaid };
}

/** 导入: a workbook whose columns are matched first, then tried, then taken. */
export default function ImportRowsDialog({ meta, onClose }: { meta: RegisterMeta; onClose: () => void }) {
  const { file, sheets, sheet, said, reading, choose, turn, say } = useBook(meta.code);
  const [asked, setAsked] = useState(false);
  const template = useMutation({ mutationFn: () => fetchTemplate(`/reg/${meta.code}`), onSuccess: download });
  const taking = useTaking((how) => {
    if (!file) throw new Error('nothing was chosen');
    return importSheet(meta.code, file, { sheet: sheet?.no, mapping: sheet ? mappingOf(sheet, said) : {} }, how);
  });
  const ready = file !== null && sheets !== undefined && !(sheet && undecided(sheet, said).length > 0);
  const matching = sheet && (asked || sheet.columns.some(({ isStrange }) => isStrange));
  return (
    <Modal
      open
      centered
      width={760}
      title={`导入${meta.name}`}
      footer={<TakingFooter taking={taking} ready={ready} onClose={onClose} />}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      {!taking.done && (
        <ConfigProvider componentDisabled={taking.busy}>
          <fieldset className={styles.taking} disabled={taking.busy}>
            <DropArea
              file={file}
              accept=".xlsx,.xls,.csv"
              hint="支持 xlsx、xls、csv 文件，最多 50,000 行"
              onFile={(given) => taking.restart(() => choose(given))}
            />
          </fieldset>
          {reading.isPending && <p className="t2">正在读取表头…</p>}
          {reading.isError && (
            <>
              <Refusal error={reading.error} />
              <Button onClick={() => file && reading.mutate(file)}>重新读取</Button>
            </>
          )}
          {sheet && (
            <div className={styles.match}>
              {sheets && sheets.length > 1 && (
                <Select
                  aria-label="工作表"
                  value={sheet.no}
                  options={sheets.map(({ no, name }) => ({ value: no, label: name }))}
                  onChange={(no) => taking.restart(() => turn(no))}
                  style={{ minWidth: 180 }}
                />
              )}
              <strong>列对应</strong>
              <span className="t2">{`共 ${sheet.columns.length} 列`}</span>
              {!matching && (
                <Button type="link" onClick={() => setAsked(true)}>
                  查看或修改
                </Button>
              )}
            </div>
          )}
          {matching && (
            <Columns meta={meta} sheet={sheet} said={said} onSay={(next) => taking.restart(() => say(next))} />
          )}
          <TakingChoices taking={taking}>
            <Button
              type="link"
              icon={<DownloadOutlined aria-hidden />}
              loading={template.isPending}
              onClick={() => template.mutate()}
            >
              下载模板
            </Button>
          </TakingChoices>
        </ConfigProvider>
      )}
      <TakingOutcome meta={meta} taking={taking} />
    </Modal>
  );
}
