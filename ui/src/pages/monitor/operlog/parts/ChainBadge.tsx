import { chainQuery } from '@/api/monitor';
import { useQuery } from '@/lib/useQuery';
import { StateTag } from '@/ui/DictTag';

/** The walk reads every row: not at every visit of the page. */
const KEPT_MS = 300_000;

/** Whether nobody changed or removed a row; a press checks again. */
export function ChainBadge() {
  const chain = useQuery({
    ...chainQuery(),
    staleTime: KEPT_MS,
  });
  const { data } = chain;
  const state = () => {
    if (chain.isFetching) return <StateTag tone="off">正在核对日志链…</StateTag>;
    if (chain.isError || !data) return <StateTag tone="warn">日志链未能核对</StateTag>;
    return data.whole ? <StateTag tone="ok">日志链完整</StateTag> : <StateTag tone="bad">日志链有断点</StateTag>;
  };
  const note = data && (data.whole ? `${data.rows} 条，核对于 ${data.checkedAt}` : data.firstBreak);
  return (
    <button
      type="button"
      className="link"
      title="重新核对日志链"
      aria-busy={chain.isFetching}
      onClick={() => void chain.refetch()}
    >
      {state()} {note && !chain.isFetching && <span className="t3">{note}</span>}
    </button>
  );
}
