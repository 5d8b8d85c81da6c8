import type { LeaseRow } from '@/api/lease';
import {
  BILL_KINDS,
  BILLING_CYCLES,
  DUE_KINDS,
  depositText,
  LEASE_KINDS,
  LETTING_MODES,
  labelOf,
  PERIOD_MODES,
  PRORATIONS,
  RENT_BASES,
} from '@/features/business/labels';
import { areaText, percentText, priceText } from '@/features/business/parts';
import { formatYuan } from '@/lib/money';
import { type Fact, Facts } from '@/ui/Facts';

const among = (choices: readonly { value: string; label: string }[], value: string): string =>
  choices.find((choice) => choice.value === value)?.label ?? value;

function dueText({ dueRule: { kind, n } }: LeaseRow): string {
  if (kind === 'DAY') return `每期首月 ${n} 日前`;
  return `${among(DUE_KINDS, kind)} ${n} 天`;
}

function riseText({ escalation, rentBasis }: LeaseRow): string {
  if (!escalation) return '不递增';
  const { everyMonths, mode, value, compound, baseDate, list, steps = [] } = escalation;
  if (mode === 'SET' && steps.length > 0) {
    const byDay = rentBasis === 3;
    return steps
      .map(({ from: day, rent }) => `${day} 起 ${byDay ? `${priceText(rent)} 元/㎡·天` : `${formatYuan(rent)} 元`}`)
      .join('；');
  }
  const from = baseDate ? `，自 ${baseDate} 起算` : '';
  if (mode === 'SET') return `每 ${everyMonths} 个月按约定调整（${list.length} 档）${from}`;
  const by =
    mode === 'PCT' ? percentText(value) : rentBasis === 3 ? `${priceText(value)} 元` : `${formatYuan(value)} 元`;
  return `每 ${everyMonths} 个月递增 ${by}${mode === 'PCT' && compound ? '（逐期累进）' : ''}${from}`;
}

function chargeText({ extraCharges = [] }: LeaseRow): string {
  return extraCharges
    .map(({ kind, monthFen, priceE4 }) =>
      monthFen > 0
        ? `${labelOf(BILL_KINDS, kind)} ${formatYuan(monthFen)} 元/月`
        : `${labelOf(BILL_KINDS, kind)} ${priceText(priceE4)} 元/㎡·月`,
    )
    .join('；');
}

/** What the contract says, in words. */
export function termsOf(lease: LeaseRow): Fact[] {
  const free = lease.rentFree.map(({ from, to, reason }) => `${from} 至 ${to}${reason ? `（${reason}）` : ''}`);
  const rooms = lease.roomList.map(
    ({ roomCode, assetName, roomLabel, rentAreaM2, priceE4 }) =>
      `${assetName} ${roomLabel}（${roomCode}），${areaText(rentAreaM2)} ㎡${priceE4 > 0 ? `，${priceText(priceE4)} 元` : ''}`,
  );
  return [
    ['合同名称', lease.title || '—'],
    ['合同类型', labelOf(LEASE_KINDS, lease.kind)],
    ['纸质合同编号', lease.paperNo || '—'],
    [
      '招租方式',
      `${labelOf(LETTING_MODES, lease.lettingMode)}${lease.lettingReason ? `：${lease.lettingReason}` : ''}`,
    ],
    ['签订日期', lease.signDate ?? '—'],
    ['交房 / 退房', `${lease.deliveredDate ?? '—'} / ${lease.returnedDate ?? '—'}`],
    ['房间', rooms.map((room) => <div key={room}>{room}</div>)],
    ['租赁用途', lease.purpose || '—'],
    ['计租方式', labelOf(RENT_BASES, lease.rentBasis)],
    ['租金', lease.rentFen > 0 ? `${formatYuan(lease.rentFen)} 元` : '按房间单价'],
    ['支付周期', labelOf(BILLING_CYCLES, lease.billingCycle)],
    ['账期方式', among(PERIOD_MODES, lease.periodMode)],
    ['不足月计租', among(PRORATIONS, lease.proration)],
    ['缴费约定', dueText(lease)],
    ['首期应缴日', lease.firstDueDate ?? '按约定'],
    ['递增', riseText(lease)],
    ['免租期', free.length > 0 ? free.join('；') : '无'],
    ['其他费用', chargeText(lease) || '无'],
    ['押金', depositText(lease)],
    [
      '滞纳金',
      `每天 ${percentText(lease.lateFeePpm)}，宽限 ${lease.graceDays} 天，上限为本金的 ${percentText(lease.capPpm)}`,
    ],
    ['到期占用费', `原租金的 ${percentText(lease.holdoverPpm)}`],
    ['优先承租权', lease.renewPriority ? `有，须提前 ${lease.renewNoticeDays} 天提出` : '无'],
    ['转租', lease.subletAllowed ? '允许' : '不允许'],
    ['备注', lease.remark || '—'],
  ];
}

export const TermsTab = ({ lease }: { lease: LeaseRow }) => <Facts facts={termsOf(lease)} />;
