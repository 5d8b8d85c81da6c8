import { FailedLine } from './FailedLine';

/** The query that a list of choices comes from, as far as it is shown. */
export interface ChoiceSource {
  isFetching: boolean;
  error: unknown;
  refetch: () => Promise<unknown>;
}

/** Instead of «暂无数据»: that choices are on their way, why they are not there and another try, or that there are none. */
function NoChoices({ source, none }: { source: ChoiceSource; none: string }) {
  if (source.isFetching) return <>正在查找…</>;
  if (!source.error) return <>{none}</>;
  return <FailedLine title="选项加载失败" error={source.error} retry={source.refetch} />;
}

/** What every Select and TreeSelect is given whose choices come from the server. */
export const choiceProps = (source: ChoiceSource, none = '没有可选的内容') => ({
  loading: source.isFetching,
  notFoundContent: <NoChoices source={source} none={none} />,
});
