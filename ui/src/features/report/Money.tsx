import { Link } from 'react-router';
import { formatYuan } from '@/lib/money';
import { look } from './look';
import { amountText, rateText, type Unit } from './units';

interface MoneyProps {
  fen: number;
  unit: Unit;
  /** The list that adds up to it. */
  to: string;
}

/** A figure of a block: leads to its list, the exact yuan in the hint. */
export function Money({ fen, unit, to }: MoneyProps) {
  return (
    <Link className={look.money} to={to} title={`${formatYuan(fen)} 元，点击查看明细`}>
      {amountText(fen, unit)}
    </Link>
  );
}

/** The figure of a block that is seen first. */
export function Headline({ fen, unit, to, tone = '' }: MoneyProps & { tone?: 'bad' | '' }) {
  const [whole, decimals] = amountText(fen, unit).split('.');
  return (
    <Link className={`${look.headline} ${tone && look.bad}`} to={to} title={`${formatYuan(fen)} 元，点击查看明细`}>
      {whole}
      <small>.{decimals}</small>
      <em>{unit}</em>
    </Link>
  );
}

/** «环比 ↑ 8.17%» in words and colour. */
export function Change({ label, rate }: { label: string; rate: number | null }) {
  if (rate === null) return <span className={look.change}>{label} —</span>;
  const up = rate >= 0;
  return (
    <span className={look.change}>
      {label}
      <b className={up ? look.ok : look.bad}>
        <span aria-hidden>{up ? '↑' : '↓'}</span>
        <span className="sr-only">{up ? '上升' : '下降'}</span>
        {rateText(Math.abs(rate))}
      </b>
    </span>
  );
}
