import { type Handover, type HandoverItem, handoversQuery } from '@/api/lease';
import { PaperSubject } from '@/api/papers';
import { RecordFiles } from '@/features/FileUploader/RecordFiles';
import { PapersButton } from '@/features/papers/PapersButton';
import { formatYuan } from '@/lib/money';
import { useQuery } from '@/lib/useQuery';
import { EmptyState } from '@/ui/EmptyState';
import { Loaded } from '@/ui/Loaded';
import { SmallTable } from '@/ui/SmallTable';
import styles from './lease.module.css';

function Protocol({ handover }: { handover: Handover }) {
  const { handoverId, label, date, items, defects, damageFen, files, madeBy, madeAt } = handover;
  return (
    <section className={styles.handover} aria-label={`${label} ${date}`}>
      <h4>
        {label} {date}{' '}
        <small className="t2">
          {madeBy} {madeAt.slice(0, 16)} 登记
        </small>
      </h4>
      <PapersButton
        of={{ subject: PaperSubject.Handover, ids: [handoverId], subjectId: handoverId, about: `${label} ${date}` }}
      />
      {items.length > 0 ? (
        <SmallTable<HandoverItem>
          rowKey={(item) => items.indexOf(item)}
          rows={items}
          width={520}
          columns={[
            { title: '类别', width: 80, dataIndex: 'kind' },
            { title: '名称', width: 160, dataIndex: 'name' },
            { title: '数量', width: 80, align: 'right', render: (_v, { quantity }) => quantity || '—' },
            { title: '读数', width: 110, align: 'right', render: (_v, { reading }) => reading || '—' },
            { title: '状况', dataIndex: 'condition' },
          ]}
        />
      ) : (
        <p className="t2">没有填写交接清单</p>
      )}
      {defects && <p>缺损说明：{defects}</p>}
      {damageFen > 0 && <p>损失金额：{formatYuan(damageFen)} 元</p>}
      {files.length > 0 && <RecordFiles disabled value={files.join(',')} />}
    </section>
  );
}

/** 交接: protocols of delivery and return, newest first; a later one of a kind corrects the one before. */
export function HandoverTab({ leaseId }: { leaseId: number }) {
  const source = useQuery(handoversQuery(leaseId));
  const empty = <EmptyState kind="empty" title="还没有登记交房或退房" />;
  return (
    <Loaded source={source} title="交接记录加载失败" lines={3} empty={empty}>
      {(handovers) => handovers.map((handover) => <Protocol key={handover.handoverId} handover={handover} />)}
    </Loaded>
  );
}
