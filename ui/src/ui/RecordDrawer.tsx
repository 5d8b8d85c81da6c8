import { Loaded, type Source } from './Loaded';
import { Drawer } from './overlays';

interface RecordDrawerProps<Data> {
  source: Source<Data>;
  /** What the record is called: «账单»; its title until it is there. */
  noun: string;
  title: (data: Data) => React.ReactNode;
  size: number;
  /** Buttons at the right of the title, once it is there. */
  extra?: (data: Data) => React.ReactNode;
  rootClassName?: string;
  onClose: () => void;
  /** Dialogs that the record opens; they stay whatever becomes of its reading. */
  dialogs?: React.ReactNode;
  children: (data: Data) => React.ReactNode;
}

/** One record beside the page. */
export function RecordDrawer<Data>(props: RecordDrawerProps<Data>) {
  const { source, noun, title, extra, dialogs, children, ...drawer } = props;
  const { data } = source;
  return (
    <Drawer
      open
      {...drawer}
      title={data === undefined ? noun : title(data)}
      extra={data !== undefined && extra?.(data)}
    >
      <Loaded source={source} title={`${noun}加载失败`}>
        {children}
      </Loaded>
      {dialogs}
    </Drawer>
  );
}
