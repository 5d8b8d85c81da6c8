import { DeleteOutlined, StarOutlined } from '@ant-design/icons';
import { App, Button, Input, Popover } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { removeSaved, savedSearchesQuery, saveQuery } from '@/api/report';
import { useMutation } from '@/lib/useMutation';
import { useQuery } from '@/lib/useQuery';
import { LoadFailed } from '@/ui/LoadFailed';
import styles from './centre.module.css';

/** What an address asks, without the page it stands on. */
function filterOf(params: URLSearchParams): string {
  const filter = new URLSearchParams(params);
  filter.delete('pageNum');
  return filter.toString();
}

/** 常用查询: names the filter of the page, and brings a named one back; each person has his own. */
export function SavedQueries({ page }: { page: string }) {
  const { message } = App.useApp();
  const [params, setParams] = useSearchParams();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const { data, error, refetch } = useQuery({
    ...savedSearchesQuery(page),
    enabled: open,
  });
  const save = useMutation({
    mutationFn: () => saveQuery({ page, name, search: filterOf(params) }),
    onSuccess: () => {
      void message.success(`已保存“${name.trim()}”`);
      setName('');
    },
  });
  const remove = useMutation({ mutationFn: removeSaved });
  const content = (
    <div className={styles.savedQueries}>
      {error && !data && <LoadFailed title="常用查询加载失败" error={error} retry={refetch} />}
      {data?.length ? (
        <ul aria-label="常用查询">
          {data.map(({ savedId, name: saved, search }) => (
            <li key={savedId}>
              <button
                type="button"
                className="link"
                onClick={() => {
                  setParams(new URLSearchParams(search));
                  setOpen(false);
                }}
              >
                {saved}
              </button>
              <button
                type="button"
                className="ib"
                aria-label={`删除常用查询“${saved}”`}
                title="删除"
                onClick={() => remove.mutate(savedId)}
              >
                <DeleteOutlined aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      ) : (
        data && <p>还没有常用查询。设好查询条件后在此命名保存。</p>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Input
          value={name}
          maxLength={30}
          aria-label="查询名称"
          placeholder="当前条件的名称"
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="primary" htmlType="submit" disabled={name.trim() === ''} loading={save.isPending}>
          保存
        </Button>
      </form>
    </div>
  );
  return (
    <Popover trigger="click" placement="bottomLeft" open={open} onOpenChange={setOpen} content={content}>
      <Button icon={<StarOutlined aria-hidden />}>常用查询</Button>
    </Popover>
  );
}
