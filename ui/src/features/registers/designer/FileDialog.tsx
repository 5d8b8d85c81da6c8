import { Alert, Button, Input } from 'antd';
import { useState } from 'react';
import { type DefinitionReport, importDefinition } from '@/api/registerDesign';
import { DropArea } from '@/features/import/parts';
import { useMutation } from '@/lib/useMutation';
import { Modal } from '@/ui/overlays';
import { Refusal } from '@/ui/Refusal';
import styles from './gen.module.css';

/** What would come of a file, before it is taken. */
function Report({ report }: { report: DefinitionReport }) {
  return (
    <div className={styles.problems}>
      <Alert type="info" showIcon title={`${report.name}（${report.code}）：${report.sentence}`} />
      {report.dictionaries.map((text) => (
        <Alert key={text} type="info" title={text} />
      ))}
      {report.problems.map(({ field, message }) => (
        <Alert key={`${field}${message}`} type="warning" showIcon title={message} />
      ))}
    </div>
  );
}

/** 导入: a definition of another installation, which ends as a draft, or the package of a register that was archived; tried first. */
export default function FileDialog({ onClose, onMade }: { onClose: () => void; onMade: (id: number) => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [code, setCode] = useState('');
  const [report, setReport] = useState<DefinitionReport | null>(null);
  const run = useMutation({
    mutationFn: ({ given, dryRun }: { given: File; dryRun: boolean }) => importDefinition(given, code.trim(), dryRun),
    onSuccess: (found, { dryRun }) => {
      if (dryRun) setReport(found);
      else if (found.isPackage) onClose();
      else if (found.registerId) onMade(found.registerId);
    },
  });
  const restart = (change: () => void) => {
    run.reset();
    setReport(null);
    change();
  };
  const footer = (
    <>
      <Button onClick={onClose}>取消</Button>
      <Button
        type={report ? 'default' : 'primary'}
        disabled={!file}
        loading={run.isPending}
        onClick={() => file && run.mutate({ given: file, dryRun: true })}
      >
        检查
      </Button>
      {report && (
        <Button
          type="primary"
          loading={run.isPending}
          onClick={() => file && run.mutate({ given: file, dryRun: false })}
        >
          {report.isPackage ? '恢复' : '导入为草稿'}
        </Button>
      )}
    </>
  );
  return (
    <Modal open title="导入登记表" onCancel={onClose} footer={footer} width={620}>
      <DropArea file={file} accept=".json,.zip" onFile={(given) => restart(() => setFile(given))} />
      <p>
        <Input
          aria-label="另取编码"
          placeholder="另取编码（不填则用文件中的编码；归档包按原编码恢复）"
          maxLength={20}
          value={code}
          onChange={({ target }) => restart(() => setCode(target.value))}
        />
      </p>
      <Refusal error={run.error} />
      {report && <Report report={report} />}
    </Modal>
  );
}
