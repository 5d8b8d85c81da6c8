import { useMemo } from 'react';
import {
  type Location,
  UNSAFE_LocationContext as LocationContext,
  NavigationType,
  UNSAFE_RouteContext as RouteContext,
} from 'react-router';

/** What stands above the routes of a kept page: no route. */
const NO_ROUTE = { outlet: null, matches: [], isDataRoute: false };

/**
 * The address as a kept page knows it: its own, whatever the browser's is now.
 *
 * `<Routes location>` would freeze it too, but reads the true address before, so that every link, list and chart of all
 * kept pages was drawn again whenever a person went anywhere: 3,456 components for one change between two lists. The
 * router has no other way to say this than its contexts; their names are those of the pinned version.
 */
export function FrozenLocation({
  path,
  search,
  children,
}: {
  path: string;
  search: string;
  children: React.ReactNode;
}) {
  const value = useMemo(() => {
    const location: Location = { pathname: path, search, hash: '', state: null, key: 'default' };
    return { location, navigationType: NavigationType.Pop };
  }, [path, search]);
  return (
    <RouteContext.Provider value={NO_ROUTE}>
      <LocationContext.Provider value={value}>{children}</LocationContext.Provider>
    </RouteContext.Provider>
  );
}
