/** Saved views of lists, as far as a list knows of them; what keeps and shows them is given from above (`features/views`). */
import { createContext, useContext } from 'react';
import type { ColumnChoice } from './useColumns';

/** What a view keeps: filters and order as the address has them, and the columns. */
export interface ViewState extends ColumnChoice {
  search: string;
}

export interface ViewMenuProps {
  /** The name of the list. */
  page: string;
  /** As the list stands now. */
  now: ViewState;
  onApply: (state: ViewState) => void;
}

interface Views {
  /** The button in the toolbar. */
  Menu: React.ComponentType<ViewMenuProps>;
  /** What lists begin with: undefined while it is on its way, and for lists without a default. */
  defaults: { ready: boolean; of: (page: string) => ViewState | undefined };
}

export const ViewsContext = createContext<Views | null>(null);

export const useViews = () => useContext(ViewsContext);
