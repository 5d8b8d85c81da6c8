import { Tooltip } from 'antd';
import { formatArea, formatWan, formatYuan, LARGE_FEN } from '@/lib/money';
import styles from './values.module.css';

interface AmountCellProps {
  fen: number | null | undefined;
  /** In reports amounts from 100,000 yuan on stand in 万元; the exact figure is in the tooltip. */
  report?: boolean;
  /** Writes 0.00, where a stated zero means something else than nothing stated. */
  zero?: boolean;
}

/** An amount at the right edge of its cell, in figures of one width; «—» where there is none. */
export function AmountCell({ fen, report = false, zero = false }: AmountCellProps) {
  const exact = fen === 0 && !zero ? '—' : formatYuan(fen);
  if (!report || typeof fen !== 'number' || Math.abs(fen) < LARGE_FEN)
    return <span className={styles.figure}>{exact}</span>;
  return (
    <Tooltip title={`${exact} 元`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip has to be within reach of the keyboard */}
      <span className={styles.figure} tabIndex={0}>
        {formatWan(fen)}
        <small>万元</small>
      </span>
    </Tooltip>
  );
}

/** An area in square metres, given in hundredths, at the right edge of its cell. */
export function AreaCell({ hundredths }: { hundredths: number | null | undefined }) {
  return <span className={styles.figure}>{formatArea(hundredths)}</span>;
}
