import { Alert, Button, Checkbox, ConfigProvider, Select, Skeleton } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import {
  type BankChoice,
  type BankChoices,
  type BankMapping,
  type BankReport,
  type BankRun,
  type BankSource,
  bankAccountsQuery,
  importBook,
  lookAtBook,
} from '@/api/finance/bank';
import { PartyASelect } from '@/features/choices/lists';
import { DropArea, Report } from '@/features/import/parts';
import { useMutation } from '@/lib/useMutation';
import { useQuery } from '@/lib/useQuery';
import { choiceProps } from '@/ui/choices';
import { Modal } from '@/ui/overlays';
import { Refusal } from '@/ui/Refusal';
import { BankLines } from './BankLines';
import bankStyles from './bank.module.css';
import { lacking } from './bankColumns';
import { LeftOutLines } from './LeftOutLines';
import { MappingFields } from './MappingFields';

const TITLES = ['银行流水号', '付款户名'] as const;
const FILES = '.xlsx,.xls,.ods,.csv,.txt,.tsv,.html,.htm';

interface AccountFieldsProps {
  partyAId: number | null;
  tail: string | null;
  onParty: (partyAId: number) => void;
  onTail: (tail: string) => void;
}

/** Whose account the workbook is of: its columns are remembered by it. */
function AccountFields({ partyAId, tail, onParty, onTail }: AccountFieldsProps) {
  const prefix = useId();
  const source = useQuery({
    ...bankAccountsQuery(partyAId ?? 0),
    enabled: partyAId !== null,
  });
  const accounts = (source.data ?? []).map(({ bank, tail: value, remembered }) => ({
    value,
    label: `${bank} 尾号${value}${remembered ? '（已记住列设置）' : ''}`,
  }));
  const only = source.data?.length === 1 ? source.data[0]?.tail : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each party A
  useEffect(() => {
    if (only !== undefined && tail === null) onTail(only);
  }, [only, partyAId]);
  return (
    <div className={bankStyles.bankAccount}>
      <label htmlFor={`${prefix}party`}>收款单位</label>
      <PartyASelect id={`${prefix}party`} placeholder="请选择" value={partyAId} onChange={onParty} />
      <label htmlFor={`${prefix}account`}>收款账户</label>
      <Select<string>
        id={`${prefix}account`}
        disabled={partyAId === null}
        placeholder="请选择"
        value={tail}
        options={source.error ? [] : [...accounts, { value: '', label: '不指明账户' }]}
        {...choiceProps(source)}
        onChange={onTail}
      />
    </div>
  );
}

/** Another party A has other accounts: the tail is null until one is chosen, and empty for none. */
interface Chosen {
  partyAId?: number;
  tail: string | null;
  file?: File;
}

/** What the person has said so far; every change makes an earlier check worthless. */
function useBook() {
  const [source, setSource] = useState<Chosen>({ tail: null });
  const [mapping, setMapping] = useState<BankMapping | null>(null);
  const [skipKnown, setSkipKnown] = useState(false);
  const [choices, setChoices] = useState<BankChoices>({});
  // the last answer stays in sight while a choice is being checked
  const [report, setReport] = useState<BankReport | null>(null);
  // an answer that was overtaken by another question says nothing any more
  const asked = useRef<{ look?: BankSource | undefined; run?: BankRun | undefined }>({});
  const looking = useMutation(
    {
      mutationFn: lookAtBook,
      onMutate: (look) => {
        asked.current.look = look;
      },
      onSuccess: (found, look) => {
        if (asked.current.look === look) setMapping(found.mapping);
      },
      meta: { quiet: true },
    },
    { overtakes: true },
  );
  const run = useMutation({
    mutationFn: importBook,
    onMutate: (now) => {
      asked.current.run = now;
    },
    onSuccess: (told, now) => {
      if (asked.current.run === now) setReport(told);
    },
  });
  const forget = () => {
    asked.current = {};
    run.reset();
    setReport(null);
    setChoices({});
  };
  const change = (part: Partial<Chosen>) => {
    const next = { ...source, ...part };
    setSource(next);
    setMapping(null);
    forget();
    looking.reset();
    const { partyAId, tail, file } = next;
    if (partyAId && tail !== null && file) looking.mutate({ partyAId, tail, file });
  };
  const remap = (next: BankMapping) => {
    setMapping(next);
    forget();
  };
  const skip = (next: boolean) => {
    setSkipKnown(next);
    asked.current.run = undefined;
    run.reset();
    setReport(null);
  };
  return { source, change, mapping, remap, skipKnown, skip, choices, setChoices, looking, run, report };
}

interface BankDialogProps {
  onClose: () => void;
}

/** A file as the bank makes it: account, file, columns, check, what each line is, import. */
export default function BankDialog({ onClose }: BankDialogProps) {
  const { source, change, mapping, remap, skipKnown, skip, choices, setChoices, looking, run, report } = useBook();
  const { partyAId, tail, file } = source;
  const done = run.isSuccess && run.variables.dryRun === false && report?.failed === 0;
  const clean = report !== null && !done && report.failed === 0;
  const checking = run.isPending && run.variables?.dryRun === true;
  const importing = run.isPending && run.variables?.dryRun === false;
  const lacks = mapping ? lacking(mapping) : '';
  const start = (dryRun: boolean, said: BankChoices = choices) => {
    if (!partyAId || tail === null || !file || !mapping) return;
    run.mutate({ source: { partyAId, tail, file }, mapping, choices: said, skipKnown, dryRun });
  };
  const choose = (row: number, choice: BankChoice | null) => {
    const { [row]: _before, ...others } = choices;
    const said = choice ? { ...others, [row]: choice } : others;
    setChoices(said);
    start(true, said);
  };
  const linkAll = (rows: readonly number[]) => {
    const said = { ...choices, ...Object.fromEntries(rows.map((row) => [row, { link: true }])) };
    setChoices(said);
    start(true, said);
  };
  const footer = done ? (
    <Button type="primary" onClick={onClose}>
      完成
    </Button>
  ) : (
    <>
      <Button onClick={onClose}>取消</Button>
      <Button
        type={clean ? 'default' : 'primary'}
        disabled={importing || !mapping || lacks !== ''}
        loading={checking}
        onClick={() => start(true)}
      >
        检查
      </Button>
      {clean && (
        <Button type="primary" disabled={checking} loading={importing} onClick={() => start(false)}>
          导入 {report.total} 行
        </Button>
      )}
    </>
  );
  return (
    <Modal
      open
      centered
      width={1040}
      title="导入网银流水"
      footer={footer}
      onCancel={onClose}
      mask={{ closable: false }}
      styles={{ body: { maxHeight: 'var(--dialog-body)', overflow: 'auto' } }}
    >
      {!done && (
        <ConfigProvider componentDisabled={importing}>
          <AccountFields
            partyAId={partyAId ?? null}
            tail={tail}
            onParty={(next) => change({ partyAId: next, tail: null })}
            onTail={(next) => change({ tail: next })}
          />
          <DropArea
            file={file ?? null}
            accept={FILES}
            hint="网银下载的文件原样上传：xlsx、xls、CSV、文本、网页表格均可，最多 50,000 行"
            onFile={(next) => change({ file: next })}
          />
          {file && (!partyAId || tail === null) && (
            <Alert type="info" showIcon title="请选择收款单位和收款账户" style={{ marginTop: 12 }} />
          )}
          {partyAId && tail !== null && <LeftOutLines partyAId={partyAId} tail={tail} />}
          {looking.isPending && <Skeleton active />}
          <Refusal error={looking.error} />
          {looking.isError && (
            <Button type="link" onClick={() => looking.mutate(looking.variables)}>
              重试
            </Button>
          )}
          {looking.data && mapping && (
            <>
              <MappingFields look={looking.data} mapping={mapping} onChange={remap} />
              {(mapping.bankRef ?? null) === null && (
                <p className="t2">没有可靠的流水号列：按时间、金额、付款人和余额识别重复的流水，不能确认的列为疑似。</p>
              )}
              <p className="t2">
                支出、合计、合并单元格、重复的表头、其他币种和账务启用日以前的流水自动跳过，并按行说明。
              </p>
              <Checkbox checked={skipKnown} onChange={({ target }) => skip(target.checked)}>
                跳过已入账的流水（不勾选时整个文件不导入）
              </Checkbox>
              {lacks && <Alert type="warning" showIcon title={lacks} style={{ marginTop: 12 }} />}
            </>
          )}
        </ConfigProvider>
      )}
      <Refusal error={run.error} />
      {report && (
        <BankLines
          report={report}
          done={done}
          choices={choices}
          busy={run.isPending}
          onChoose={choose}
          onLinkAll={linkAll}
        />
      )}
      {report && <Report report={report} done={done} titles={TITLES} />}
    </Modal>
  );
}
