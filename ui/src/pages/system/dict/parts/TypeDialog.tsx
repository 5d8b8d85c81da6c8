import type { DictTypeForm } from '@/api/dict';
import { crudDialog } from '@/features/records/crudDialog';
import { RemarkItem, StateItem, TextItem } from '@/features/records/items';

const TYPE_RULE = {
  pattern: /^[a-z][a-z0-9_]*$/,
  message: '字典类型必须以字母开头，且只能为（小写字母，数字，下滑线）',
};
const RENAMING = '改名后，字典数据随之更改；引用旧类型的页面将取不到数据。';

/** What makes a dictionary. */
export default crudDialog<DictTypeForm>(({ id, dicts: [states] }) => (
  <>
    <TextItem name="dictName" label="字典名称" max={100} required first wide />
    <TextItem
      name="dictType"
      label="字典类型"
      max={100}
      required
      wide
      placeholder="如 sys_user_sex"
      rules={[TYPE_RULE]}
      extra={id === null ? undefined : RENAMING}
    />
    <StateItem states={states} wide />
    <RemarkItem />
  </>
));
