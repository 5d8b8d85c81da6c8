import { Skeleton } from 'antd';
import { useState } from 'react';
import { useParams } from 'react-router';
import { flowForms } from '@/api/forms';
import { useQuery } from '@/lib/useQuery';
import { LoadFailed } from '@/ui/LoadFailed';
import { FormDesigner } from './parts/FormDesigner';

/** 表单设计: one form. What is being drawn stays as it is until somebody asks for the newest. */
export default function FormDesignPage() {
  const id = Number(useParams().id);
  const { data, error, refetch } = useQuery(flowForms.one(id));
  const [begun, setBegun] = useState(0);
  if (error) return <LoadFailed title="表单加载失败" error={error} retry={refetch} />;
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />;
  return (
    <FormDesigner key={`${id} ${begun}`} start={data} reload={() => void refetch().then(() => setBegun(begun + 1))} />
  );
}
