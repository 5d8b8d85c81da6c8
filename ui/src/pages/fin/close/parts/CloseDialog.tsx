import { Alert, App, Button, Select } from 'antd';
import { useState } from 'react';
import { type ClosedUntil, closeCheck, closeUntil, type PartyClose } from '@/api/finance/payout';
import { monthText } from '@/features/finance/payouts/labels';
import { today } from '@/lib/serverClock';
import { useMutation } from '@/lib/useMutation';
import { useTrial } from '@/lib/useTrial';
import { LoadFailed } from '@/ui/LoadFailed';
import { Modal } from '@/ui/overlays';
import { Refusal } from '@/ui/Refusal';
import { useFormToken } from '@/ui/useFormToken';
import { Withheld } from '@/ui/Withheld';
import { CloseList } from './CloseList';
import styles from './close.module.css';
import { figuresText, MonthFigures } from './MonthFigures';
import { monthsBetween } from './months';

/** «2024年01月», or «2024年01月至03月» of several. */
const spanText = (months: readonly string[]) => {
  const [first, last] = [months[0], months[months.length - 1]];
  return first === last ? monthText(first) : `${monthText(first)}至${monthText(last)}`;
};

interface CloseDialogProps {
  party: PartyClose;
  /** The month whose turn it is. */
  next: string;
  onClose: () => void;
}

/** What is still open, then the close: of the next month, or of all months up to one in one operation. */
export default function CloseDialog({ party, next, onClose }: CloseDialogProps) {
  const { message } = App.useApp();
  const [until, setUntil] = useState(next);
  const [came, setCame] = useState<ClosedUntil | null>(null);
  const token = useFormToken();
  const { partyAId, partyAName } = party;
  const { shown, belongs, error, asking, again } = useTrial('close', { partyAId, until }, (asked) =>
    closeCheck(asked.partyAId, asked.until),
  );
  const figuresOf = (months: readonly string[]) => (shown?.figures ?? []).filter(({ month }) => months.includes(month));
  const closing = useMutation({
    mutationFn: () => token.send(() => closeUntil(partyAId, until)),
    onSuccess: (told) => {
      if (told.stoppedAt) {
        setCame(told);
        return;
      }
      void message.success([`已月结${spanText(told.months)}`, figuresText(figuresOf(told.months))].join('：'));
      onClose();
    },
  });
  const may = shown && belongs ? shown.months.slice(0, shown.closable) : [];
  const whole = shown !== undefined && may.length === shown.months.length;
  const why = shown && belongs && may.length === 0 ? '请先办理上面“必须先办”的事项' : '';
  const done = (
    <Button type="primary" onClick={onClose}>
      知道了
    </Button>
  );
  return (
    <Modal
      open
      centered
      width={720}
      title={`月结：${partyAName}`}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={
        came ? (
          done
        ) : (
          <>
            <Button onClick={onClose}>取消</Button>
            <Withheld reason={why}>
              {(disabled) => (
                <Button
                  type="primary"
                  disabled={disabled || !belongs}
                  loading={closing.isPending}
                  onClick={() => closing.mutate()}
                >
                  {whole || may.length === 0 ? '月结' : `先月结${spanText(may)}`}
                </Button>
              )}
            </Withheld>
          </>
        )
      }
    >
      {came ? (
        <Alert
          type="warning"
          showIcon
          title={`已月结${spanText(came.months)}（${came.months.length} 个月）`}
          description={`${figuresText(figuresOf(came.months))}。${monthText(came.stoppedAt)}未能月结：${came.reason}`}
        />
      ) : (
        <>
          <div className={styles.closeUntil}>
            <label htmlFor="close-until">全部结到</label>
            <Select<string>
              id="close-until"
              value={until}
              showSearch
              options={monthsBetween(next, today()).map((month) => ({ value: month, label: monthText(month) }))}
              onChange={setUntil}
            />
            <span className="t2">月结后，{spanText([next, until])}及以前不能再入账；迟到的业务记入次月首日。</span>
          </div>
          {!error && shown && belongs && <MonthFigures figures={shown.figures} />}
          {error && <LoadFailed title="未办事项加载失败" error={error} retry={again} />}
          {!error && <CloseList told={shown} asking={asking} partyAId={partyAId} until={until} onLeave={onClose} />}
          <Refusal error={closing.error} />
        </>
      )}
    </Modal>
  );
}
