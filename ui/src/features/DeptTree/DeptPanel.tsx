import { ApartmentOutlined } from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import { useCallback, useState } from 'react';
import { useLatestRef } from '@/lib/useLatestRef';
import { useLayout } from '@/stores/layout';
import { LoadFailed } from '@/ui/LoadFailed';
import { Drawer } from '@/ui/overlays';
import { DeptBranches } from './DeptBranches';
import styles from './dept-tree.module.css';
import { labelOf, useDeptTree } from './tree';

interface DeptPanelProps {
  value: string;
  onChange: (deptId: string) => void;
}

/** Departments with their head counts; beside the list, or in a drawer on narrow screens. */
export function DeptPanel({ value, onChange }: DeptPanelProps) {
  const mobile = useLayout((state) => state.mobile);
  const [open, setOpen] = useState(false);
  const tree = useDeptTree();
  const change = useLatestRef(onChange);
  // one function for good: the list draws what stands beside it whenever it is drawn itself
  const choose = useCallback(
    (deptId: string) => {
      change.current?.(deptId);
      setOpen(false);
    },
    [change],
  );
  const content = () => {
    if (tree.isPending) return <Skeleton active title={false} paragraph={{ rows: 8 }} />;
    if (tree.isError) {
      return <LoadFailed title="部门加载失败" error={tree.error} retry={tree.refetch} />;
    }
    return <DeptBranches nodes={tree.data} value={value} onChange={choose} rootIsAll />;
  };
  if (!mobile) {
    return (
      <section className={`card ${styles.deptPanel}`} aria-label="部门">
        {content()}
      </section>
    );
  }
  return (
    <div className={styles.deptChip}>
      <Button icon={<ApartmentOutlined aria-hidden />} onClick={() => setOpen(true)}>
        部门：{labelOf(tree.data ?? [], value) || '全部'}
      </Button>
      {value && (
        <button type="button" className="link" onClick={() => onChange('')}>
          清除
        </button>
      )}
      <Drawer title="选择部门" open={open} onClose={() => setOpen(false)} placement="left" size={300}>
        {content()}
      </Drawer>
    </div>
  );
}
