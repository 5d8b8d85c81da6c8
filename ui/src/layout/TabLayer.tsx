import { App, ConfigProvider, Modal } from 'antd';
import AppContext from 'antd/es/app/context';
import { useCallback, useLayoutEffect, useMemo, useState } from 'react';

interface TabLayerProps {
  active: boolean;
  children: React.ReactNode;
}

/**
 * What a page opens above itself (dialogs, drawers, questions, lists of choices) belongs to its tab: it stands in a layer
 * of the tab's own, is hidden with it, comes back with it as it was, and goes when the tab is closed.
 */
export function TabLayer({ active, children }: TabLayerProps) {
  const [layer] = useState(() => document.createElement('div'));
  useLayoutEffect(() => {
    document.body.append(layer);
    return () => layer.remove();
  }, [layer]);
  useLayoutEffect(() => {
    layer.hidden = !active;
  }, [layer, active]);
  // always the same function: another one would draw everything of antd on the page again with each change of tab
  const ownLayer = useCallback(() => layer, [layer]);
  const outer = App.useApp();
  const [modal, questions] = Modal.useModal();
  const app = useMemo(() => ({ ...outer, modal }), [outer, modal]);
  return (
    <ConfigProvider getPopupContainer={ownLayer}>
      <AppContext.Provider value={app}>
        {children}
        {questions}
      </AppContext.Provider>
    </ConfigProvider>
  );
}
