import { Skeleton } from 'antd';
import { useState } from 'react';
import { useParams } from 'react-router';
import { catalogueQuery, definitionQuery } from '@/api/process';
import { useQuery } from '@/lib/useQuery';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { Designer } from './parts/Designer';

/** 流程设计: one version. What is being drawn stays as it is until somebody asks for the newest. */
export default function DesignPage() {
  const id = Number(useParams().id);
  const definition = useQuery(definitionQuery(id));
  const catalogue = useQuery(catalogueQuery());
  const [begun, setBegun] = useState(0);
  if (definition.error) {
    return <LoadFailed title="流程加载失败" error={definition.error} retry={definition.refetch} />;
  }
  if (catalogue.error) return <LoadFailed title="流程加载失败" error={catalogue.error} retry={catalogue.refetch} />;
  if (!definition.data || !catalogue.data) return <Skeleton active paragraph={{ rows: 8 }} />;
  const { key } = definition.data;
  const binding = catalogue.data.bindings.find((one) => one.key === key);
  if (!binding) {
    return (
      <EmptyState kind="empty" title="该流程的单据类型已不存在" text={`本系统没有“${key}”这类单据，不能修改其流程。`} />
    );
  }
  const reload = () => void definition.refetch().then(() => setBegun(begun + 1));
  return (
    <Designer
      key={`${id} ${begun}`}
      start={definition.data}
      catalogue={catalogue.data}
      binding={binding}
      reload={reload}
    />
  );
}
