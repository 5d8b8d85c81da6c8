/** What lists of administered records have in common: state and time columns, the buttons above, deletion. */
import { DeleteOutlined, PlusOutlined, SyncOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { ExportButton, type ExportLayoutChoice } from '@/features/ExportButton';
import { toMinute } from '@/lib/dates';
import type { DictEntry } from '@/lib/dict';
import type { Params } from '@/lib/params';
import { useMutation } from '@/lib/useMutation';
import { Can } from '@/ui/Can';
import { DictTag, type TagTone } from '@/ui/DictTag';
import type { ListColumn } from '@/ui/list/types';
import { useConfirm } from '@/ui/useConfirm';
import { usePhone } from '@/ui/useMedia';

export const IN_USE = '0';
export const DISABLED = '1';
const NAMES_SHOWN = 5;
const STATE_TONES: Record<string, TagTone> = { [IN_USE]: 'ok', [DISABLED]: 'off' };

export const isDisabled = ({ status }: { status: string }): boolean => status === DISABLED;

/** «甲、乙、丙、丁、戊 等 7 项» */
export function joinNames(names: readonly string[], unit = '项'): string {
  const shown = names.slice(0, NAMES_SHOWN).join('、');
  return names.length > NAMES_SHOWN ? `${shown} 等 ${names.length} ${unit}` : shown;
}

export function stateColumn<Row extends { status: string }>(states: readonly DictEntry[]): ListColumn<Row> {
  const render = ({ status }: Row) => <DictTag entries={states} value={status} tones={STATE_TONES} />;
  return { key: 'status', title: '状态', width: 88, card: 'state', sort: 'status', render };
}

export function timeColumn<Row extends { createTime?: string | null }>(): ListColumn<Row> {
  const render = ({ createTime }: Row) => toMinute(createTime);
  return { key: 'createTime', title: '创建时间', width: 140, className: 't2', sort: 'createTime', render };
}

/** Asks, naming what goes, and deletes. */
export function useRemoval(noun: string) {
  const { message } = App.useApp();
  const confirm = useConfirm();
  return (names: readonly string[], remove: () => Promise<unknown>) =>
    confirm({
      title: `删除${noun}`,
      content: `确定要删除“${joinNames(names)}”吗？删除后不能恢复。`,
      okText: '删除',
      danger: true,
      run: () =>
        remove().then(() => {
          void message.success('删除成功');
        }),
    });
}

function RefreshButton({ run }: { run: () => Promise<unknown> }) {
  const { message } = App.useApp();
  const refreshing = useMutation({ mutationFn: run, onSuccess: () => void message.success('刷新成功') });
  // on a phone the word would push the list's own tools to a second line
  const phone = usePhone();
  return (
    <Button
      icon={<SyncOutlined aria-hidden />}
      loading={refreshing.isPending}
      onClick={() => refreshing.mutate()}
      {...(phone && { 'aria-label': '刷新缓存' })}
    >
      {phone ? null : '刷新缓存'}
    </Button>
  );
}

interface ListButtonsProps {
  /** The permissions begin with it: «system:post». */
  prefix: string;
  selected: number;
  onAdd: () => void;
  onRemove: () => void;
  /** What is exported: the list's path and filters; left out = nothing. */
  exporting?: { base: string; filters: Params; ids?: readonly number[]; more?: readonly ExportLayoutChoice[] };
  refreshCache?: () => Promise<unknown>;
  /** The import button, where the list has one. */
  importing?: React.ReactNode;
}

/** The buttons above a list. */
export function ListButtons({
  prefix,
  selected,
  onAdd,
  onRemove,
  exporting,
  refreshCache,
  importing,
}: ListButtonsProps) {
  return (
    <>
      <Can permission={`${prefix}:add`}>
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={onAdd}>
          新增
        </Button>
      </Can>
      {importing}
      {exporting && <ExportButton permission={`${prefix}:export`} {...exporting} />}
      {refreshCache && (
        <Can permission={`${prefix}:remove`}>
          <RefreshButton run={refreshCache} />
        </Can>
      )}
      <Can permission={`${prefix}:remove`}>
        <Button danger icon={<DeleteOutlined aria-hidden />} disabled={selected === 0} onClick={onRemove}>
          删除
        </Button>
      </Can>
    </>
  );
}
