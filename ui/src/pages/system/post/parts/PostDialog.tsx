import type { PostForm } from '@/api/post';
import { crudDialog } from '@/features/records/crudDialog';
import { OrderItem, RemarkItem, StateItem, TextItem } from '@/features/records/items';

/** What makes a post. */
export default crudDialog<PostForm>(({ dicts: [states] }) => (
  <>
    <TextItem name="postName" label="岗位名称" max={50} required first />
    <TextItem name="postCode" label="岗位编码" max={64} required />
    <OrderItem name="postSort" />
    <StateItem states={states} />
    <RemarkItem />
  </>
));
