import type { ModuleForm } from '@/api/module';
import { crudDialog } from '@/features/records/crudDialog';
import { OrderItem, TextItem } from '@/features/records/items';
import { asRule, type Check } from '@/lib/rules';

const addressCheck: Check = (value) =>
  value === '' || /^(https?:\/\/[^/]|\/(?!\/))\S*$/i.test(value) ? '' : '地址以 / 或 http(s):// 开头，且不含空格';
const codeCheck: Check = (value) =>
  value === '' || /^[A-Za-z0-9_-]+$/.test(value) ? '' : '应用编码只能包含字母、数字、横线和下划线';

/** What makes an application. */
export default crudDialog<ModuleForm>(() => (
  <>
    <TextItem name="moduleName" label="应用名称" max={50} required first />
    <TextItem name="moduleCode" label="应用编码" max={64} required rules={[asRule(codeCheck)]} />
    <TextItem
      name="url"
      label="应用地址"
      max={200}
      required
      wide
      rules={[asRule(addressCheck)]}
      extra="本机的路径如 /lease/，或其他系统的完整地址"
    />
    <TextItem name="icon" label="图标" max={100} placeholder="图标名称，如 solution" />
    <OrderItem name="sort" />
  </>
));
