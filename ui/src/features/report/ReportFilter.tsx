import { Button, DatePicker, Select } from 'antd';
import dayjs from 'dayjs';
import { Suspense, useState } from 'react';
import type { ReportQuery } from '@/api/stat';
import { PartyASelect, PlateSelect } from '@/features/choices/lists';
import { today } from '@/lib/serverClock';
import { useDraft } from '@/lib/useDraft';
import { lazy } from '@/ui/lazy';
import { usePhone } from '@/ui/useMedia';
import { look } from './look';

const DeptSelect = lazy(() => import('./DeptSelect'));

const MONTHS = [
  { value: 0, label: '全年' },
  ...Array.from({ length: 12 }, (_, place) => ({ value: place + 1, label: `${place + 1}月` })),
];

const ids = (joined: string | undefined): number[] => (joined ? joined.split(',').map(Number) : []);
const joined = (values: readonly number[]): string | undefined => (values.length > 0 ? values.join(',') : undefined);

interface ReportFilterProps {
  query: ReportQuery;
  /** null = back to today. */
  onChange: (query: ReportQuery | null) => void;
}

/** The filter in a few words, for phones: pressing it opens the form. */
function Chips({ query, onOpen }: { query: ReportQuery; onOpen: () => void }) {
  const count = (joined: string | undefined, noun: string, all: string) => {
    const chosen = ids(joined).length;
    return chosen === 0 ? all : `${chosen} 个${noun}`;
  };
  const texts = [
    query.month === 0 ? `${query.year}年` : `${query.year}年${query.month}月`,
    count(query.plateId, '板块', '全部板块'),
    count(query.partyAId, '甲方', '全部甲方'),
    `截至 ${query.asOf.slice(5)}`,
  ];
  return (
    <button type="button" className={look.reportChips} onClick={onOpen} aria-label={`筛选：${texts.join('，')}`}>
      {texts.map((text) => (
        <span key={text}>{text}</span>
      ))}
    </button>
  );
}

/** The one filter of all blocks; nothing is asked before 查询 is pressed. */
export function ReportFilter({ query, onChange }: ReportFilterProps) {
  const [draft, setDraft] = useDraft(query);
  const [more, setMore] = useState(query.deptId !== undefined);
  const phone = usePhone();
  const [open, setOpen] = useState(false);
  const set = (part: { [Name in keyof ReportQuery]?: ReportQuery[Name] | undefined }) =>
    setDraft({ ...draft, ...part } as ReportQuery);
  const many = {
    mode: 'multiple' as const,
    allowClear: true,
    maxTagCount: 1,
  };
  if (phone && !open) return <Chips query={query} onOpen={() => setOpen(true)} />;
  const submit = (wanted: ReportQuery | null) => {
    setOpen(false);
    onChange(wanted);
  };
  return (
    <form
      className={`card ${look.reportFilter}`}
      aria-label="报表筛选"
      onSubmit={(event) => {
        event.preventDefault();
        submit(draft);
      }}
    >
      <div className={look.filterField}>
        <span id="report-year">年度</span>
        <DatePicker
          picker="year"
          allowClear={false}
          aria-labelledby="report-year"
          value={dayjs(`${draft.year}-01-01`)}
          onChange={(day) => day && set({ year: day.year() })}
          style={{ width: 88 }}
        />
      </div>
      <div className={look.filterField}>
        <span id="report-month">月份</span>
        <Select
          aria-labelledby="report-month"
          options={MONTHS}
          value={draft.month}
          onChange={(month) => set({ month })}
          style={{ width: 84 }}
        />
      </div>
      <div className={look.filterField}>
        <span id="report-plate">板块</span>
        <PlateSelect
          {...many}
          aria-labelledby="report-plate"
          placeholder="全部板块"
          value={ids(draft.plateId)}
          onChange={(values: number[]) => set({ plateId: joined(values) })}
          style={{ width: 126 }}
        />
      </div>
      <div className={look.filterField}>
        <span id="report-party">甲方</span>
        <PartyASelect
          {...many}
          aria-labelledby="report-party"
          placeholder="全部甲方"
          value={ids(draft.partyAId)}
          onChange={(values: number[]) => set({ partyAId: joined(values) })}
          style={{ width: 160 }}
        />
      </div>
      <div className={look.filterField}>
        <span id="report-day">截至日期</span>
        <DatePicker
          allowClear={false}
          aria-labelledby="report-day"
          value={dayjs(draft.asOf)}
          maxDate={dayjs(today())}
          onChange={(day) => day && set({ asOf: day.format('YYYY-MM-DD') })}
          style={{ width: 132 }}
        />
      </div>
      {more ? (
        <div className={look.filterField}>
          <span id="report-dept">部门</span>
          <Suspense fallback={null}>
            <DeptSelect labelledBy="report-dept" value={draft.deptId} onChange={(deptId) => set({ deptId })} />
          </Suspense>
        </div>
      ) : (
        <button type="button" className="link" onClick={() => setMore(true)}>
          更多
        </button>
      )}
      <span className="sp" />
      <div className={look.filterButtons}>
        <Button onClick={() => submit(null)}>重置</Button>
        <Button type="primary" htmlType="submit">
          查询
        </Button>
      </div>
    </form>
  );
}
