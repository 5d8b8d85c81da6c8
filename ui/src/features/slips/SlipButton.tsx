import { DownOutlined, FileDoneOutlined } from '@ant-design/icons';
import { App, Button, Dropdown, Space } from 'antd';
import { Suspense, useState } from 'react';
import { issueSlips, printSlips, type SlipRow } from '@/api/finance/slips';
import { useMutation } from '@/lib/useMutation';
import { Can } from '@/ui/Can';
import { lazy } from '@/ui/lazy';
import type { PaperSize } from '@/ui/print/sizes';

const SlipPaper = lazy(() => import('./SlipPaper'));

/** Slips that are printed at once, at most; the server says the same. */
const MOST = 500;

/** Sheets that slips are printed on; the first is what most printers of tills hold. */
const SHEETS: readonly { key: PaperSize; label: string }[] = [
  { key: 'A5', label: 'A5 纸' },
  { key: 'A4-halves', label: 'A4 纸，一页两张' },
  { key: 'A4', label: 'A4 纸，一页一张' },
];

interface SlipButtonProps {
  /** Receipts 收款 to give slips for. */
  receiptIds?: readonly number[];
  /** Slips 收据 to print again. */
  slipIds?: readonly number[];
  label: string;
  disabled?: boolean;
}

const NONE: readonly number[] = [];

/** Issues slips, or prints them again, and hands them to the printer. */
export function SlipButton({ receiptIds, slipIds = NONE, label, disabled = false }: SlipButtonProps) {
  const { message } = App.useApp();
  const [printing, setPrinting] = useState<{ slips: readonly SlipRow[]; size: PaperSize } | null>(null);
  const ids = receiptIds ?? slipIds;
  const asking = useMutation({
    mutationFn: (_: PaperSize) => (receiptIds ? issueSlips(receiptIds) : printSlips(slipIds)),
    onSuccess: (slips, size) => setPrinting({ slips, size }),
  });
  const start = (size: PaperSize) => {
    if (ids.length <= MOST) return asking.mutate(size);
    void message.warning(`一次最多打印 ${MOST} 张收据，已选 ${ids.length} 条，请分批选择`);
  };
  const items = SHEETS.map((sheet) => ({ ...sheet, onClick: () => start(sheet.key) }));
  return (
    <Can permission="fin:slip:add">
      <Space.Compact>
        <Button
          icon={<FileDoneOutlined aria-hidden />}
          disabled={disabled}
          loading={asking.isPending}
          onClick={() => start('A5')}
        >
          {label}
        </Button>
        <Dropdown trigger={['click']} menu={{ items }}>
          <Button
            aria-label={`${label}的纸张`}
            icon={<DownOutlined aria-hidden />}
            disabled={disabled || asking.isPending}
          />
        </Dropdown>
      </Space.Compact>
      {printing && (
        <Suspense fallback={null}>
          <SlipPaper {...printing} onClose={() => setPrinting(null)} />
        </Suspense>
      )}
    </Can>
  );
}
