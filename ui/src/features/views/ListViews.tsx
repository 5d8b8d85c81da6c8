import { useMemo } from 'react';
import { defaultViewsQuery } from '@/api/views';
import { useQuery } from '@/lib/useQuery';
import { ViewsContext } from '@/ui/list/views';
import { stateOfText } from './state';
import { ViewMenu } from './ViewMenu';

/** Gives the lists below it their saved views. */
export function ListViews({ children }: { children: React.ReactNode }) {
  const { data, isPending } = useQuery(defaultViewsQuery());
  const views = useMemo(() => {
    const known = new Map((data ?? []).map(({ page, state }) => [page, stateOfText(state)]));
    return { Menu: ViewMenu, defaults: { ready: !isPending, of: (page: string) => known.get(page) } };
  }, [data, isPending]);
  return <ViewsContext.Provider value={views}>{children}</ViewsContext.Provider>;
}
