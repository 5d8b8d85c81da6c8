import { StyleProvider } from '@ant-design/cssinjs';
import { App, ConfigProvider } from 'antd';
import zhCN from 'antd/es/locale/zh_CN';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { useLayout } from '@/stores/layout';
import { useSettings } from '@/stores/settings';
import { useCalm } from '@/ui/useMedia';
import { keptStyles } from './keptStyles';
import { buildTheme } from './theme';

/** One for all trees: what one has computed the others need not. */
const STYLES = keptStyles();
const PLAIN_BUTTONS = { autoInsertSpace: false };
const NO_WAVE = { disabled: true };

/** What antd's components need around them: language, and the theme of the person's settings. */
export function Antd({ children }: { children: ReactNode }) {
  const look = useSettings(useShallow(({ theme, appearance }) => ({ theme, appearance })));
  const size = useLayout((state) => state.size);
  const calm = useCalm();
  const theme = useMemo(() => buildTheme(look, size, calm), [look, size, calm]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another theme has been drawn
  useEffect(STYLES.forget, [theme]);
  return (
    // «high»: Chrome 87 does not know :where(), which antd would otherwise use in every rule
    <StyleProvider hashPriority="high" cache={STYLES.cache}>
      <ConfigProvider locale={zhCN} theme={theme} button={PLAIN_BUTTONS} wave={NO_WAVE}>
        <App component={false}>{children}</App>
      </ConfigProvider>
    </StyleProvider>
  );
}
