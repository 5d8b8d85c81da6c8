import { Skeleton } from 'antd';
import { useState } from 'react';
import { useParams } from 'react-router';
import { designQuery } from '@/api/registerDesign';
import { DesignEditor } from '@/features/registers/designer/DesignEditor';
import { useQuery } from '@/lib/useQuery';
import { LoadFailed } from '@/ui/LoadFailed';

/** 修改生成配置: the design of one register. What is being drawn stays as it is until somebody asks for the newest. */
export default function DesignPage() {
  const id = Number(useParams().tableId);
  const { data, error, refetch } = useQuery(designQuery(id));
  const [begun, setBegun] = useState(0);
  if (error) return <LoadFailed title="登记表设计加载失败" error={error} retry={refetch} />;
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />;
  return <DesignEditor key={`${id} ${begun}`} start={data} reload={() => refetch().then(() => setBegun(begun + 1))} />;
}
