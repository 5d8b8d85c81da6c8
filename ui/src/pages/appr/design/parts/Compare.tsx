import { Select, Skeleton } from 'antd';
import { useState } from 'react';
import { DefinitionStateLabels } from '@/api/generated/enums';
import { type Drawing, definitionQuery, usageQuery } from '@/api/process';
import { useQuery } from '@/lib/useQuery';
import { LoadFailed } from '@/ui/LoadFailed';
import styles from './design.module.css';
import { differences } from './differences';
import type { BindingOf, Catalogue } from './graph';
import { Labelled } from './NodePanel';

interface CompareProps {
  id: number;
  drawing: Drawing;
  binding: BindingOf;
  catalogue: Catalogue;
  onSelect: (code: string) => void;
}

const stateOf = (state: number): string => DefinitionStateLabels.find(([value]) => value === state)?.[1] ?? '';

function Differences({ with: other, ...props }: CompareProps & { with: number }) {
  const { data, error, refetch } = useQuery(definitionQuery(other));
  if (error) return <LoadFailed title="版本加载失败" error={error} retry={refetch} />;
  if (!data) return <Skeleton active />;
  const { drawing, binding, catalogue, onSelect } = props;
  const now = {
    name: drawing.name ?? '',
    nodes: drawing.nodes ?? [],
    edges: drawing.edges ?? [],
    options: drawing.options ?? {},
  };
  const found = differences(data, now, { vars: binding.vars, thresholds: catalogue.thresholds });
  if (found.length === 0) return <p>与版本 {data.definitionVersion} 内容相同。</p>;
  return (
    <ul className={styles.problems} aria-label="版本差异">
      {found.map(({ code, text }) => (
        <li key={text}>
          {code ? (
            <button type="button" className="link" onClick={() => onSelect(code)}>
              {text}
            </button>
          ) : (
            text
          )}
        </li>
      ))}
    </ul>
  );
}

/** What changed since another version of the process. */
export function Compare(props: CompareProps) {
  const { data, error, refetch } = useQuery(usageQuery(props.binding.key));
  const [other, setOther] = useState<number | null>(null);
  if (error) return <LoadFailed title="版本列表加载失败" error={error} retry={refetch} />;
  if (!data) return <Skeleton active />;
  const others = data.filter(({ definitionId }) => definitionId !== props.id);
  if (others.length === 0) return <p className="t2">没有其他版本可以比较。</p>;
  return (
    <>
      <Labelled label="与哪个版本比较">
        <Select
          aria-label="与哪个版本比较"
          placeholder="请选择"
          {...(other !== null && { value: other })}
          options={others.map(({ definitionId, definitionVersion, state, running }) => ({
            value: definitionId,
            label: `版本 ${definitionVersion} ${stateOf(state)}${running ? `，在办 ${running}` : ''}`,
          }))}
          onChange={(next: number) => setOther(next)}
        />
      </Labelled>
      {other !== null && <Differences {...props} with={other} />}
    </>
  );
}
