import { ConfigProvider, Input } from 'antd';
import { useState } from 'react';
import { fieldsOf, pasteRows, type RegisterMeta } from '@/api/registers';
import { comesIn } from '@/features/registers/values';
import { Modal } from '@/ui/overlays';
import { TakingChoices, TakingFooter, TakingOutcome, useTaking } from './taking';

/** 粘贴: rows that were copied in a spreadsheet. */
export default function PasteDialog({ meta, onClose }: { meta: RegisterMeta; onClose: () => void }) {
  const [text, setText] = useState('');
  const taking = useTaking((how) => pasteRows(meta.code, text, how));
  const order = fieldsOf(meta).filter((field) => field.insert && comesIn(field));
  return (
    <Modal
      open
      centered
      width={720}
      title={`粘贴到${meta.name}`}
      footer={<TakingFooter taking={taking} ready={text.trim() !== ''} onClose={onClose} />}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      {!taking.done && (
        <ConfigProvider componentDisabled={taking.busy}>
          <Input.TextArea
            aria-label="粘贴的内容"
            placeholder="从 Excel 复制后粘贴"
            rows={8}
            wrap="off"
            value={text}
            onChange={({ target }) => taking.restart(() => setText(target.value))}
          />
          <p className="t2">
            {`一次最多 2,000 行。带表头时按列名对应；不带表头时依次为：${order.map(({ label }) => label).join('、')}`}
          </p>
          <TakingChoices taking={taking} />
        </ConfigProvider>
      )}
      <TakingOutcome meta={meta} taking={taking} />
    </Modal>
  );
}
