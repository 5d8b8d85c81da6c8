/**
 * Parts of pages that come as files of their own when they are wanted. One that cannot be fetched says so in its place
 * (a dialog as a dialog) and can be tried again: React's own `lazy` keeps the failure for ever and takes the page away.
 * Pages take this one (biome.json).
 */
import { Button } from 'antd';
import {
  type ComponentType,
  createContext,
  lazy as lazyOnce,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { EmptyState } from './EmptyState';
import { Modal } from './overlays';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

const TITLE = '页面内容加载失败';
const TEXT = '可能是网络中断或系统正在更新，请稍后重试；仍不能使用请刷新页面。';

interface Tries {
  again: () => void;
  /** Whoever opens it next does not see the old failure. */
  leave: () => void;
}

const Tries = createContext<Tries>({ again: () => {}, leave: () => {} });

/** Stands for a part that did not come. */
function Missing(props: { onClose?: unknown }) {
  const { again, leave } = useContext(Tries);
  const { onClose } = props;
  useEffect(() => leave, [leave]);
  const told = (
    <EmptyState
      kind="error"
      title={TITLE}
      text={TEXT}
      action={
        <>
          <Button type="primary" onClick={again}>
            重试
          </Button>{' '}
          <Button onClick={() => window.location.reload()}>刷新页面</Button>
        </>
      }
    />
  );
  if (typeof onClose !== 'function') return told;
  return (
    <Modal open centered footer={null} title="提示" onCancel={() => onClose()}>
      {told}
    </Modal>
  );
}

/**
 * A part is waited for within itself: preact throws away what every component inside of the boundary has kept (which tab is
 * shown, what was pressed a moment before), so the boundary holds nothing but the part. `waiting` stands in its place until then.
 */
export function lazy<Props extends object>(
  load: Load<Props>,
  waiting: (props: Props) => ReactNode = () => null,
): ComponentType<Props> {
  let failed = false;
  const attempt = () => {
    failed = false;
    const part = lazyOnce(() =>
      load().catch(() => {
        failed = true;
        return { default: Missing as ComponentType<Props> };
      }),
    );
    return part as ComponentType<Props>;
  };
  // no state of the component: preact forgets that of a part which is waited for
  let latest = attempt();
  const leave = () => {
    if (failed) latest = attempt();
  };
  // biome-ignore lint/correctness/noComponentHookFactories: called once for a module, as React's is
  function Part(props: Props) {
    const [Shown, show] = useState<ComponentType<Props>>(() => latest);
    const tries = useMemo(() => {
      const again = () => {
        leave();
        show(() => latest);
      };
      return { again, leave };
    }, []);
    return (
      <Tries.Provider value={tries}>
        <Suspense fallback={waiting(props)}>
          <Shown {...props} />
        </Suspense>
      </Tries.Provider>
    );
  }
  return Part;
}
