import { PrinterOutlined } from '@ant-design/icons';
import { Button, Radio } from 'antd';
import { useState } from 'react';
import { type LetterNo, recordLetters } from '@/api/finance/dunning';
import { lettersQuery, type Notice } from '@/api/finance/ledger';
import { useMutation } from '@/lib/useMutation';
import { useQuery } from '@/lib/useQuery';
import { Loaded } from '@/ui/Loaded';
import { Modal } from '@/ui/overlays';
import { Paper } from '@/ui/print/Paper';
import type { PaperSize } from '@/ui/print/sizes';
import moneyStyles from './money.module.css';
import { NoticeSheet } from './NoticeSheet';

const PAPERS = [
  { value: 'A4', label: 'A4' },
  { value: 'A4-halves', label: 'A4 两份' },
  { value: 'A5', label: 'A5' },
] as const satisfies readonly { value: PaperSize; label: string }[];

interface NoticeDialogProps {
  ids: readonly number[];
  dunning: boolean;
  onClose: () => void;
}

/** Letters leave a record before they are printed, and bear its number; each press is another print. */
function usePrinting(ids: readonly number[], dunning: boolean) {
  const [printed, setPrinted] = useState<{ run: number; numbers: readonly LetterNo[] }>({ run: 0, numbers: [] });
  const [printing, setPrinting] = useState(false);
  const recording = useMutation({
    mutationFn: () => (dunning ? recordLetters(ids) : Promise.resolve([])),
    onSuccess: (numbers) => {
      setPrinted(({ run }) => ({ run: run + 1, numbers }));
      setPrinting(true);
    },
  });
  const noOf = ({ tenantId, partyAId }: Notice) =>
    printed.numbers.find((letter) => letter.tenantId === tenantId && letter.partyAId === partyAId)?.dunningNo;
  return {
    ...{ print: () => recording.mutate(), recording: recording.isPending, noOf },
    ...{ run: printing ? printed.run : 0, done: () => setPrinting(false) },
  };
}

/** 缴费通知单 or 催缴函: a sheet for each tenant of the chosen bills, as it will be printed. */
export default function NoticeDialog({ ids, dunning, onClose }: NoticeDialogProps) {
  const [paper, setPaper] = useState<PaperSize>('A4');
  const { print, recording, noOf, run, done } = usePrinting(ids, dunning);
  const source = useQuery({
    ...lettersQuery(ids, dunning),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const { data } = source;
  const hint = paper === 'A4-halves' ? '每页两份，账单多的自动占满一页' : '每个乙方单独一页';
  const sheets = (notices: readonly Notice[], preview: boolean) =>
    notices.map((notice) => (
      <NoticeSheet
        key={`${notice.tenantId}-${notice.partyAId}`}
        {...{ notice, dunning, preview }}
        no={dunning ? noOf(notice) : notice.noticeNo}
      />
    ));
  return (
    <Modal
      open
      centered
      width={900}
      title={dunning ? '打印催缴函' : '打印缴费通知单'}
      onCancel={onClose}
      styles={{ body: { maxHeight: 'var(--dialog-body)', overflow: 'auto' } }}
      footer={
        <Button
          type="primary"
          icon={<PrinterOutlined aria-hidden />}
          disabled={!data}
          loading={recording}
          onClick={print}
        >
          打印
        </Button>
      }
    >
      <div className={moneyStyles.sheetsBar}>
        <Radio.Group
          aria-label="纸张"
          optionType="button"
          options={[...PAPERS]}
          value={paper}
          onChange={({ target }) => setPaper(target.value as PaperSize)}
        />
        {data && (
          <span className="t2">
            共 {data.length} 份，{hint}
            {dunning && '；打印时按份登记催缴记录并编号'}
          </span>
        )}
      </div>
      <Loaded source={source} title="单据加载失败">
        {(data) => <>{sheets(data, true)}</>}
      </Loaded>
      {run > 0 && data && (
        <Paper key={run} size={paper} onClose={done}>
          {sheets(data, false)}
        </Paper>
      )}
    </Modal>
  );
}
