import { formatWan } from '@/lib/money';

/** «+12.35», 万元. */
export const signed = (fen: number): string => `${fen > 0 ? '+' : fen < 0 ? '−' : ''}${formatWan(Math.abs(fen))}`;
