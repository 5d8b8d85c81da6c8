import { Alert, App, Button, Form, Select } from 'antd';
import { useState } from 'react';
import { dictTypesQuery } from '@/api/dict';
import { FieldKindLabels } from '@/api/generated/enums';
import { type ConvertTrial, convertField, type Design, tryConversion } from '@/api/registerDesign';
import type { RegisterField } from '@/api/registers';
import { useMutation } from '@/lib/useMutation';
import { useQuery } from '@/lib/useQuery';
import { Modal } from '@/ui/overlays';
import { Refusal } from '@/ui/Refusal';
import { SmallTable } from '@/ui/SmallTable';

interface ConvertDialogProps {
  design: Design;
  field: RegisterField;
  onDone: () => void;
  onClose: () => void;
}

const NEVER = new Set(['phone', 'idno', 'account', 'files', 'pictures', 'rich']);

function Trial({ trial }: { trial: ConvertTrial }) {
  return (
    <>
      <Alert
        type={trial.kept > 0 ? 'warning' : 'success'}
        showIcon
        title={`${trial.converted} 行可转换，${trial.kept} 行保留原值，${trial.empty} 行为空`}
      />
      {trial.entries.length > 0 && <p>{`将新建字典：${trial.entries.join('、')}`}</p>}
      <SmallTable<readonly [string, string]>
        rows={trial.samples}
        rowKey={([before, after]) => `${before}→${after}`}
        height={180}
        none="没有可转换的行"
        columns={[
          { key: 'before', title: '转换前', render: (_, [before]) => before },
          { key: 'after', title: '转换后', render: (_, [, after]) => after },
        ]}
      />
      {trial.misfits.length > 0 && (
        <SmallTable<readonly [number, string]>
          rows={trial.misfits}
          rowKey={([no]) => no}
          height={180}
          columns={[
            { key: 'no', title: '行号', width: 80, render: (_, [no]) => no },
            { key: 'text', title: '保留的原值', render: (_, [, text]) => text },
          ]}
        />
      )}
    </>
  );
}

/** 转换类型: tried on every row, then put into the draft; nothing is lost and it can be taken back. */
export default function ConvertDialog({ design, field, onDone, onClose }: ConvertDialogProps) {
  const { message } = App.useApp();
  const [kind, setKind] = useState<RegisterField['kind'] | undefined>();
  const [dictionary, setDictionary] = useState(0);
  const [link, setLink] = useState('');
  const types = useQuery(dictTypesQuery());
  const rules = design.kinds.find((one) => one.kind === kind);
  const wish = {
    field: field.no,
    kind: kind ?? 'text',
    dictionary,
    link,
    places: field.places || 2,
    draftLock: design.draftLock,
  };
  const trial = useMutation({ mutationFn: () => tryConversion(design.registerId, wish) });
  const convert = useMutation({
    mutationFn: () => convertField(design.registerId, wish),
    onSuccess: () => {
      void message.success('已写入草稿，发布后生效');
      onDone();
      onClose();
    },
  });
  const restart = (change: () => void) => {
    trial.reset();
    convert.reset();
    change();
  };
  const footer = (
    <>
      <Button onClick={onClose}>取消</Button>
      <Button
        disabled={!kind}
        loading={trial.isPending}
        type={trial.data ? 'default' : 'primary'}
        onClick={() => trial.mutate()}
      >
        试转换
      </Button>
      {trial.data && (
        <Button type="primary" loading={convert.isPending} onClick={() => convert.mutate()}>
          转换
        </Button>
      )}
    </>
  );
  return (
    <Modal open title={`转换“${field.label}”的类型`} onCancel={onClose} footer={footer} width={640}>
      <Form layout="vertical">
        <Form.Item label="转换为" htmlFor="convert-kind">
          <Select
            id="convert-kind"
            value={kind ?? null}
            options={FieldKindLabels.filter(([value]) => !NEVER.has(value)).map(([value, label]) => ({ value, label }))}
            onChange={(next) => restart(() => setKind(next))}
          />
        </Form.Item>
        {rules?.hasDictionary && (
          <Form.Item label="字典" htmlFor="convert-dict">
            <Select
              id="convert-dict"
              value={dictionary}
              options={[
                { value: 0, label: '由现有的值新建' },
                ...(types.data ?? []).map(({ dictId, dictName }) => ({ value: dictId, label: dictName })),
              ]}
              onChange={(next) => restart(() => setDictionary(next))}
            />
          </Form.Item>
        )}
        {kind === 'link' && (
          <Form.Item label="关联什么" htmlFor="convert-link">
            <Select
              id="convert-link"
              value={link || null}
              options={design.links.map(([value, label]) => ({ value: String(value), label: String(label) }))}
              onChange={(next) => restart(() => setLink(next ?? ''))}
            />
          </Form.Item>
        )}
      </Form>
      <Refusal error={trial.error ?? convert.error} />
      {trial.data && <Trial trial={trial.data} />}
    </Modal>
  );
}
