import { Select, Skeleton } from 'antd';
import { Link, useNavigate, useParams } from 'react-router';
import { type DictDataForm, type DictDataRow, type DictTypeRow, dictData } from '@/api/dict';
import { CrudPage, type CrudPageProps } from '@/features/records/CrudPage';
import { idColumn, remarkColumn, stateField, textColumn, textField } from '@/features/records/declare';
import { inPlace } from '@/features/records/inPlace';
import { IN_USE, stateColumn, timeColumn } from '@/features/records/listParts';
import styles from '@/features/records/records.module.css';
import { SubHead } from '@/features/records/SubHead';
import { dictLabel } from '@/lib/dict';
import { DictTag } from '@/ui/DictTag';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { lazy } from '@/ui/lazy';
import { useTabLabel } from '@/ui/useTabLabel';
import { useDictTypes } from './parts/types';

const DataDialog = lazy(() => import('./parts/DataDialog'));

const DICTS = ['sys_normal_disable', 'sys_yes_no'];
const BLANK = { dictSort: 0, listClass: 'default', isDefault: 'N', status: IN_USE };

const COLUMNS: CrudPageProps<DictDataRow, DictDataForm>['columns'] = (states, yesNo = []) => [
  idColumn('dictCode'),
  textColumn('dictLabel', '字典标签', 180, {
    card: 'title',
    edit: inPlace(dictData, 'dictLabel', { permission: 'system:dict:edit', maxLength: 100, required: '字典标签' }),
    render: (entry) => <DictTag entries={[entry]} value={entry.dictValue} />,
  }),
  textColumn('dictValue', '字典键值', 120),
  textColumn('dictSort', '排序', 72),
  stateColumn(states),
  textColumn('isDefault', '默认', 72, { sort: '', render: (entry) => dictLabel(yesNo, entry.isDefault) }),
  remarkColumn(180, {
    className: 't2',
    edit: inPlace(dictData, 'remark', { permission: 'system:dict:edit', maxLength: 500 }),
  }),
  timeColumn(),
];

/** The entries of one dictionary. */
function Entries({ dictType }: { dictType: string }) {
  return (
    <CrudPage<DictDataRow, DictDataForm>
      of={dictData}
      prefix="system:dict"
      noun="字典数据"
      title="dictLabel"
      within={{ name: dictType, query: { dictType } }}
      dicts={DICTS}
      fields={(states) => [textField('dictLabel', '字典标签'), stateField(states)]}
      columns={COLUMNS}
      blank={BLANK}
      dialog={DataDialog}
      width={640}
      imports={{ titles: ['类型与键值', '字典标签'] }}
    />
  );
}

function Switcher({ types, dictId }: { types: readonly DictTypeRow[]; dictId: number }) {
  const navigate = useNavigate();
  const options = types.map((type) => ({ value: type.dictId, label: `${type.dictName}（${type.dictType}）` }));
  return (
    <>
      <label htmlFor="dict-type-switch" className="t2">
        字典类型
      </label>
      <Select
        id="dict-type-switch"
        className={styles.subSelect}
        value={dictId}
        options={options}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(chosen) => navigate(`/dict/type/data/${chosen}`)}
      />
    </>
  );
}

/** 字典数据 of the dictionary whose number stands in the address. */
export default function DictDataPage() {
  const dictId = Number(useParams().dictId);
  const types = useDictTypes();
  const type = types.data?.find((candidate) => candidate.dictId === dictId);
  useTabLabel(type ? `字典数据：${type.dictName}` : '');
  // a dictionary made a moment ago may be missing from the list that is still being fetched again
  if (types.isPending || (!type && types.isFetching)) return <Skeleton active paragraph={{ rows: 8 }} />;
  if (types.isError) {
    return <LoadFailed title="字典加载失败" error={types.error} retry={types.refetch} />;
  }
  if (!type) {
    const back = (
      <Link className="plain-btn" to="/system/dict">
        返回字典管理
      </Link>
    );
    return <EmptyState kind="empty" title="字典不存在" text="它可能已被删除，或地址有误。" action={back} />;
  }
  return (
    <div className={styles.subPage}>
      <SubHead back="返回字典管理" backTo="/system/dict">
        <Switcher types={types.data} dictId={dictId} />
      </SubHead>
      <Entries key={type.dictType} dictType={type.dictType} />
    </div>
  );
}
