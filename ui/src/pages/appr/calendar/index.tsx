import { Alert, Button, Form, Input, Radio, Select, Space } from 'antd';
import { useState } from 'react';
import {
  type CalendarDay,
  calendarQuery,
  loadExampleCalendar,
  removeCalendarDay,
  setCalendarDay,
} from '@/api/approvals';
import { DayInput } from '@/features/business/fields';
import { ImportButton } from '@/features/import/ImportButton';
import { requiredChoice } from '@/lib/rules';
import { today } from '@/lib/serverClock';
import { useMutation } from '@/lib/useMutation';
import { useQuery } from '@/lib/useQuery';
import { Can } from '@/ui/Can';
import { StateTag } from '@/ui/DictTag';
import { FormDialog } from '@/ui/FormDialog';
import formStyles from '@/ui/form-dialog.module.css';
import { Loaded } from '@/ui/Loaded';
import { SmallTable } from '@/ui/SmallTable';
import { useConfirm } from '@/ui/useConfirm';
import styles from '../parts/appr.module.css';

const EDIT = 'appr:calendar:edit';
const YEARS_AHEAD = 3;
const KINDS = [
  { value: false, label: '休息' },
  { value: true, label: '上班' },
];

function DayDialog({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog<{ day: string; works: boolean; name?: string }>
      title="登记日期"
      initial={{ works: false }}
      save={({ day, works, name = '' }) => setCalendarDay({ day, works, name })}
      onClose={onClose}
      width={480}
    >
      <Form.Item name="day" label="日期" rules={[requiredChoice('日期')]}>
        <DayInput />
      </Form.Item>
      <Form.Item name="works" label="类型">
        <Radio.Group options={KINDS} />
      </Form.Item>
      <Form.Item name="name" label="名称" className={formStyles.wide}>
        <Input maxLength={50} placeholder="如：国庆节" />
      </Form.Item>
    </FormDialog>
  );
}

/** 工作日历: by which the time of tasks runs; the page says which way it runs today. */
export default function CalendarPage() {
  const now = Number(today().slice(0, 4));
  const [year, setYear] = useState(now);
  const [open, setOpen] = useState(false);
  const found = useQuery({ ...calendarQuery(year), staleTime: 0 });
  const load = useMutation({ mutationFn: loadExampleCalendar });
  const confirm = useConfirm();
  const remove = ({ day }: CalendarDay) =>
    confirm({
      title: '删除日期',
      content: `确定从工作日历中删除 ${day} 吗？`,
      okText: '删除',
      danger: true,
      run: () => removeCalendarDay(day),
    });
  const years = [
    ...new Set([...(found.data?.years ?? []), ...Array.from({ length: YEARS_AHEAD }, (_, at) => now + at)]),
  ];
  return (
    <section className={`card ${styles.plain}`} aria-label="工作日历">
      <header>
        <Space wrap>
          <Select
            aria-label="年份"
            value={year}
            onChange={setYear}
            options={years.sort((a, b) => a - b).map((value) => ({ value, label: `${value} 年` }))}
          />
          <Can permission={EDIT}>
            <Button type="primary" onClick={() => setOpen(true)}>
              登记日期
            </Button>
          </Can>
          <ImportButton permission={EDIT} base="/appr/calendar" noun="日期" titles={['日期', '名称']} />
          <Can permission={EDIT}>
            <Button loading={load.isPending} onClick={() => load.mutate()}>
              载入 2026、2027 年示例
            </Button>
          </Can>
        </Space>
      </header>
      <Loaded title="工作日历加载失败" source={found}>
        {({ days, countsToday }) => (
          <>
            <Alert
              type="info"
              showIcon
              title={
                countsToday
                  ? '审批时限目前按工作日计算：休息日不计时，48 小时即两个工作日'
                  : '本年度没有登记日期，审批时限目前按自然时间连续计算'
              }
            />
            {days.some(({ example }) => example) && (
              <Alert type="warning" showIcon title="标有“示例”的日期仅供试用，请按国务院办公厅当年的放假通知核对" />
            )}
            <SmallTable<CalendarDay>
              rows={days}
              rowKey="day"
              paged={31}
              none={`${year} 年还没有登记日期`}
              columns={[
                { key: 'day', title: '日期', render: (_, row) => row.day },
                {
                  key: 'works',
                  title: '类型',
                  render: (_, row) => (
                    <StateTag tone={row.works ? 'blue' : 'ok'}>{row.works ? '上班' : '休息'}</StateTag>
                  ),
                },
                { key: 'name', title: '名称', render: (_, row) => row.name },
                {
                  key: 'actions',
                  title: '操作',
                  render: (_, row) => (
                    <Can permission={EDIT}>
                      <Button type="link" size="small" danger onClick={() => remove(row)}>
                        删除
                      </Button>
                    </Can>
                  ),
                },
              ]}
            />
          </>
        )}
      </Loaded>
      {open && <DayDialog onClose={() => setOpen(false)} />}
    </section>
  );
}
