import { Input, Radio } from 'antd';
import { useState } from 'react';
import type { TakeoverProblem } from '@/api/takeover';
import { StateTag } from '@/ui/DictTag';
import { SmallTable } from '@/ui/SmallTable';
import type { CheckTabProps } from './ColumnsTab';
import { sayLeft } from './draft';
import { fieldLabel } from './labels';
import { shownProblems } from './problems';
import styles from './takeover.module.css';

type Level = 'all' | TakeoverProblem['level'];

/** Lines that a person has left out, each to be taken back in. */
function LeftLines({ held, readOnly }: Omit<CheckTabProps, 'check'>) {
  const { left } = held.draft.reading;
  if (left.length === 0) return null;
  return (
    <p className={styles.leftLines}>
      不接收的行：
      {left.map((row) => (
        <span key={row}>
          {`第 ${row} 行`}
          {!readOnly && (
            <button type="button" className="link" onClick={() => held.say((before) => sayLeft(before, row, false))}>
              恢复
            </button>
          )}
        </span>
      ))}
    </p>
  );
}

interface ProblemsProps extends Omit<CheckTabProps, 'check'> {
  shown: readonly TakeoverProblem[];
  /** Said instead of no rows. */
  none: string;
}

function Problems({ shown, held, readOnly, none }: ProblemsProps) {
  const { left } = held.draft.reading;
  return (
    <SmallTable<{ key: number; problem: TakeoverProblem }>
      rows={shown.map((problem, key) => ({ key, problem }))}
      rowKey="key"
      paged={50}
      width={640}
      none={none}
      columns={[
        { key: 'row', title: '行', width: 60, render: (_v, { problem }) => problem.row || '—' },
        {
          ...{ key: 'level', title: '级别', width: 110 },
          render: (_v, { problem }) =>
            problem.level === 'stop' ? <StateTag tone="bad">必须处理</StateTag> : <StateTag tone="warn">提示</StateTag>,
        },
        { key: 'text', title: '内容', render: (_v, { problem }) => problem.text },
        { key: 'field', title: '列', width: 140, render: (_v, { problem }) => fieldLabel(problem.field) },
        {
          ...{ key: 'leave', title: '', width: 100 },
          render: (_v, { problem: { row } }) =>
            row > 0 &&
            !readOnly &&
            !left.includes(row) && (
              <button type="button" className="link" onClick={() => held.say((before) => sayLeft(before, row, true))}>
                不接收该行
              </button>
            ),
        },
      ]}
    />
  );
}

/** 提示: what is wrong, or should make one think; stops first. */
export function ProblemsTab({ check, held, readOnly }: CheckTabProps) {
  const [level, setLevel] = useState<Level>('all');
  const [word, setWord] = useState('');
  const { problems, stops, warned } = check;
  const shown = shownProblems(problems, { level: level === 'all' ? null : level, word });
  return (
    <>
      <div className={styles.tools}>
        <Radio.Group
          aria-label="级别"
          optionType="button"
          value={level}
          options={[
            { value: 'all', label: `全部 ${stops + warned}` },
            { value: 'stop', label: `必须处理 ${stops}` },
            { value: 'warn', label: `提示 ${warned}` },
          ]}
          onChange={({ target }) => setLevel(target.value as Level)}
        />
        <Input
          type="search"
          aria-label="查找提示"
          placeholder="行号或内容"
          allowClear
          className={styles.search}
          value={word}
          onChange={({ target }) => setWord(target.value)}
        />
      </div>
      <LeftLines held={held} readOnly={readOnly} />
      {problems.length < stops + warned && <p className="t2">{`只列出前 ${problems.length} 条，必须处理的在前`}</p>}
      <Problems
        shown={shown}
        held={held}
        readOnly={readOnly}
        none={problems.length > 0 ? '没有符合条件的提示' : '没有问题'}
      />
    </>
  );
}
