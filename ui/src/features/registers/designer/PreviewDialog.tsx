import { Tabs } from 'antd';
import { type GenTable, previewQuery } from '@/api/registerDesign';
import { useQuery } from '@/lib/useQuery';
import { Loaded } from '@/ui/Loaded';
import { Modal } from '@/ui/overlays';
import styles from './gen.module.css';

/** The texts that a publication would make: nothing is generated. */
export default function PreviewDialog({ table, onClose }: { table: GenTable; onClose: () => void }) {
  const source = useQuery(previewQuery(table.tableId));
  return (
    <Modal open title={`预览“${table.tableComment}”`} onCancel={onClose} footer={null} width={860}>
      <Loaded source={source} title="预览加载失败">
        {(texts) => (
          <Tabs
            items={Object.entries(texts).map(([name, text]) => ({
              key: name,
              label: name,
              children: (
                // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
                <pre className={styles.text} tabIndex={0}>
                  {text}
                </pre>
              ),
            }))}
          />
        )}
      </Loaded>
    </Modal>
  );
}
