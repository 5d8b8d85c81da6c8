import { Button } from 'antd';
import { useState } from 'react';
import type { Process } from '@/api/approvals';
import { TaskKind } from '@/api/generated/enums';
import { AssignDialog } from '@/features/approvals/AssignDialog';
import { useSubmission } from '@/features/approvals/useSubmission';
import { ReturnedEntry } from '@/features/engineForms/ReturnedEntry';
import { useLetters } from '@/lib/useLetters';
import { ActionDialog } from './ActionDialog';
import { DecisionBar } from './DecisionBar';
import { type Offer, offersOf } from './offers';
import { ReturnedDocument } from './ReturnedDocument';
import { useAltKeys } from './useAltKeys';

/** Keys of the decisions, with Alt. */
const KEYS: Record<string, string> = { 同意: '1', 退回: '2', 驳回: '3' };
/** Letters of the same beside a list, without Alt. */
const LETTERS: Record<string, string> = { 同意: 'a', 退回: 'r' };

/** Buttons of the operations; each asks for an opinion first and keeps it when it is refused. */
export function TaskActions({ process, letters = false }: { process: Process; letters?: boolean }) {
  const [action, setAction] = useState<Offer | null>(null);
  const [assigning, setAssigning] = useState(false);
  const submission = useSubmission();
  const offers = offersOf(process);
  const place = useAltKeys((key) => {
    const meant = action === null ? offers.find(({ name }) => KEYS[name] === key) : undefined;
    if (meant) setAction(meant);
    return meant !== undefined;
  });
  useLetters(letters && action === null, (key) => {
    const meant = offers.find(({ name }) => LETTERS[name] === key);
    if (meant) setAction(meant);
    return meant !== undefined;
  });
  if (offers.length === 0 && !process.mayAssign) return null;
  const { key, bizId, title, instanceId } = process;
  return (
    <>
      <DecisionBar place={place}>
        {process.mayResubmit && process.formRef === 'appr/form' && <ReturnedEntry instanceId={process.instanceId} />}
        {process.mayResubmit && <ReturnedDocument process={process} />}
        {process.mayResubmit && (
          <Button
            type="primary"
            onClick={() => submission.ask({ process: key, bizId, title, okText: '重新提交', said: '已重新提交' })}
          >
            重新提交
          </Button>
        )}
        {process.mayAssign && (
          <Button
            type={process.task?.kind === TaskKind.Assign ? 'primary' : 'default'}
            onClick={() => setAssigning(true)}
          >
            分派
          </Button>
        )}
        {offers.map((one) => (
          <Button
            key={one.key}
            {...(one.rare && { 'data-rare': '' })}
            type={one.primary ? 'primary' : 'default'}
            danger={one.danger === true}
            {...(KEYS[one.name] && {
              title: `Alt+${KEYS[one.name]}`,
              'aria-keyshortcuts': `Alt+${KEYS[one.name]}`,
            })}
            onClick={() => setAction(one)}
          >
            {one.name}
          </Button>
        ))}
      </DecisionBar>
      {submission.dialog}
      {assigning && <AssignDialog instanceId={instanceId} title={title} onClose={() => setAssigning(false)} />}
      {action && <ActionDialog process={process} offer={action} onClose={() => setAction(null)} />}
    </>
  );
}
