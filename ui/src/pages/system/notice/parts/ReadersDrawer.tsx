import { keepPreviousData } from '@tanstack/react-query';
import { Input, Table, type TableProps } from 'antd';
import { useState } from 'react';
import { type NoticeReader, type NoticeRow, readersQuery } from '@/api/notice';
import { toMinute } from '@/lib/dates';
import { useQuery } from '@/lib/useQuery';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { Drawer } from '@/ui/overlays';

const SIZE = 20;

const COLUMNS: TableProps<NoticeReader>['columns'] = [
  { key: 'realName', title: '姓名', dataIndex: 'realName', width: 120, ellipsis: true },
  { key: 'userName', title: '用户名', dataIndex: 'userName', width: 120, ellipsis: true },
  { key: 'deptName', title: '部门', dataIndex: 'deptName', ellipsis: true },
  { key: 'readTime', title: '阅读时间', dataIndex: 'readTime', width: 150, render: (text: string) => toMinute(text) },
];

/** Who has read a notice, the latest first. */
export default function ReadersDrawer({ notice, onClose }: { notice: NoticeRow; onClose: () => void }) {
  const [word, setWord] = useState('');
  const [page, setPage] = useState(1);
  const readers = useQuery({
    ...readersQuery({ noticeId: notice.noticeId, searchValue: word, pageNum: page, pageSize: SIZE }),
    placeholderData: keepPreviousData,
  });
  const search = (text: string) => {
    setWord(text.trim());
    setPage(1);
  };
  return (
    <Drawer open title={`阅读情况：${notice.noticeTitle}`} size={640} onClose={onClose}>
      <Input.Search aria-label="姓名或用户名" placeholder="姓名或用户名" allowClear onSearch={search} />
      {readers.isError ? (
        <LoadFailed title="阅读情况加载失败" error={readers.error} retry={readers.refetch} />
      ) : (
        <Table<NoticeReader>
          style={{ marginTop: 12 }}
          size="small"
          rowKey="userId"
          columns={COLUMNS}
          dataSource={readers.data?.rows ?? []}
          loading={readers.isFetching}
          locale={{ emptyText: <EmptyState kind="empty" title={word ? '没有符合条件的人员' : '还没有人阅读'} /> }}
          pagination={{
            current: page,
            pageSize: SIZE,
            total: readers.data?.total ?? 0,
            showSizeChanger: false,
            showTotal: (total) => `共 ${total} 人`,
            onChange: setPage,
          }}
        />
      )}
    </Drawer>
  );
}
