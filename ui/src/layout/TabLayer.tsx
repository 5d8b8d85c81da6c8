import { App, ConfigProvider, Modal } from 'antd';
import AppContext from 'antd/es/app/context';
import { useLayoutEffect, useMemo, useState } from 'react';

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
  const outer = App.useApp();
  const [modal, questions] = Modal.useModal();
  const app = useMemo(() => ({ ...outer, modal }), [outer, modal]);
  return (
    <ConfigProvider getPopupContainer={() => layer}>
      <AppContext.Provider value={app}>
        {children}
        {questions}
      </AppContext.Provider>
    </ConfigProvider>
  );
}
