import { Alert, Button, Input, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { VarKind } from '@/api/generated/enums';
import { type Drawing, type Simulated, simulate } from '@/api/process';
import { PercentInput, YuanInput } from '@/features/business/fields';
import { PersonField } from '@/features/PersonPicker/PersonField';
import { useMutation } from '@/lib/useMutation';
import { IntegerInput, LooseNumber, ScaledInput } from '@/ui/NumberInput';
import { Refusal } from '@/ui/Refusal';
import styles from './design.module.css';
import type { BindingOf, Operand, Var } from './graph';
import { Labelled } from './NodePanel';

/** What the initiator brings by himself. */
const OF_PERSON = new Set(['initiator_dept', 'biz_dept', 'initiator_role']);
const MOST = 1_000_000_000;

interface TypedProps {
  variable: Var;
  value: Operand | undefined;
  onChange: (value: Operand) => void;
}

/** A value of a variable, left out where nothing is typed. */
function Typed({ variable, value, onChange }: TypedProps) {
  const label = variable.title;
  if (variable.kind === VarKind.Bool || variable.kind === VarKind.Choice) {
    const options =
      variable.kind === VarKind.Bool
        ? [
            { value: 'yes', label: '是' },
            { value: 'no', label: '否' },
          ]
        : variable.choices;
    const shown = typeof value === 'boolean' ? (value ? 'yes' : 'no') : value === undefined ? undefined : String(value);
    return (
      <Select
        allowClear
        aria-label={label}
        options={options}
        {...(shown !== undefined && { value: shown })}
        onChange={(next: string | undefined) =>
          onChange(next === undefined ? null : variable.kind === VarKind.Bool ? next === 'yes' : Number(next))
        }
      />
    );
  }
  if (variable.kind === VarKind.Text) {
    return (
      <Input
        aria-label={label}
        maxLength={200}
        value={typeof value === 'string' ? value : ''}
        onChange={({ target }) => onChange(target.value || null)}
      />
    );
  }
  return (
    <LooseNumber value={typeof value === 'number' ? value : null} onChange={onChange}>
      {(control) => {
        const shared = { ...control, 'aria-label': label };
        if (variable.kind === VarKind.Money) return <YuanInput {...shared} />;
        if (variable.kind === VarKind.Area) {
          return <ScaledInput {...shared} shape={{ places: 2, min: 0, max: MOST, unit: '㎡' }} />;
        }
        if (variable.kind === VarKind.Ppm) return <PercentInput {...shared} />;
        return <IntegerInput {...shared} min={-MOST} max={MOST} unit={variable.unit} />;
      }}
    </LooseNumber>
  );
}

/** The way that was found, with people and what choices saw. */
function Way({ run }: { run: Simulated }) {
  if (run.refused) return <Alert type="warning" showIcon title={`提交会被拒绝：${run.refused}`} />;
  return (
    <ol className={styles.way} aria-label="试运行结果">
      {run.path.map((node, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a node may come twice; its place is its number
        <li key={place}>
          <b>{node.name}</b> {node.branch && `→ ${node.branch}`}
          {node.people.length > 0 && <p>{node.people.join('、')}</p>}
          {node.trace.map(([name, value]) => (
            <p key={name} className="t2">
              {name}：{value}
            </p>
          ))}
        </li>
      ))}
      <li>结束</li>
    </ol>
  );
}

interface TestRunProps {
  drawing: Drawing;
  binding: BindingOf;
  /** Codes of the nodes that it went through. */
  onPath: (codes: readonly string[]) => void;
}

/** A test run: somebody, with a document or typed values. Nothing is stored. */
export function TestRun({ drawing, binding, onPath }: TestRunProps) {
  const [initiator, setInitiator] = useState<number | null>(null);
  const [by, setBy] = useState<'values' | 'document'>('values');
  const [document, setDocument] = useState<number | null>(null);
  const [values, setValues] = useState<Readonly<Record<string, Operand>>>({});
  const run = useMutation({
    mutationFn: () =>
      simulate({
        ...drawing,
        initiator: initiator ?? 0,
        values: by === 'document' ? {} : { ...values },
        ...(by === 'document' && { document: document ?? 0 }),
      }),
    onSuccess: (found) => onPath(found.path.map(({ code }) => code)),
    onError: () => onPath([]),
    meta: { quiet: true },
  });
  const vars = binding.vars.filter(({ name }) => !OF_PERSON.has(name));
  const missing = Object.values(values).some((value) => Number.isNaN(value));
  return (
    <>
      <Labelled label="发起人">
        <PersonField value={initiator} onChange={(next) => setInitiator(typeof next === 'number' ? next : null)} />
      </Labelled>
      <Labelled label="依据">
        <Select
          aria-label="依据"
          value={by}
          onChange={setBy}
          options={[
            { value: 'values', label: '填写数值' },
            { value: 'document', label: '已有单据' },
          ]}
        />
      </Labelled>
      {by === 'document' ? (
        <Labelled label="单据编号（系统内编号）">
          <InputNumber
            aria-label="单据编号"
            min={1}
            precision={0}
            value={document}
            onChange={(next) => setDocument(next)}
          />
        </Labelled>
      ) : (
        vars.map((variable) => (
          <Labelled key={variable.name} label={variable.title}>
            <Typed
              variable={variable}
              value={values[variable.name] ?? undefined}
              onChange={(value) => setValues({ ...values, [variable.name]: value })}
            />
          </Labelled>
        ))
      )}
      <Button
        type="primary"
        loading={run.isPending}
        disabled={initiator === null || missing}
        onClick={() => run.mutate()}
      >
        试运行
      </Button>
      <Refusal error={run.error} />
      {run.data && !run.error && <Way run={run.data} />}
    </>
  );
}
