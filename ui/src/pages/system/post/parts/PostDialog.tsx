import { Form, Input, Radio } from 'antd';
import { addPost, editPost, fetchPost, type PostForm } from '@/api/post';
import { EntityDialog } from '@/features/records/EntityDialog';
import { IN_USE } from '@/features/records/listParts';
import { dictOptions, useDict } from '@/lib/dict';
import { requiredText } from '@/lib/rules';
import styles from '@/ui/form-dialog.module.css';
import { IntegerInput, numeric } from '@/ui/NumberInput';

interface PostDialogProps {
  postId: number | null;
  onSaved: () => void;
  onClose: () => void;
}

const BLANK: Partial<PostForm> = { postSort: 0, status: IN_USE };

async function load(postId: number | null): Promise<Partial<PostForm>> {
  if (postId === null) return BLANK;
  const { postCode, postName, postSort, status, remark } = await fetchPost(postId);
  return { postCode, postName, postSort, status, ...(remark && { remark }) };
}

/** Adds or changes a post. */
export default function PostDialog({ postId, onSaved, onClose }: PostDialogProps) {
  const states = useDict('sys_normal_disable');
  const save = (values: PostForm) => (postId === null ? addPost(values) : editPost({ ...values, postId }));
  return (
    <EntityDialog<PostForm>
      noun="岗位"
      id={postId}
      load={() => load(postId)}
      save={save}
      onSaved={onSaved}
      onClose={onClose}
      width={560}
    >
      <Form.Item name="postName" label="岗位名称" rules={[requiredText('岗位名称')]}>
        <Input maxLength={50} autoComplete="off" autoFocus />
      </Form.Item>
      <Form.Item name="postCode" label="岗位编码" rules={[requiredText('岗位编码')]}>
        <Input maxLength={64} autoComplete="off" />
      </Form.Item>
      <Form.Item name="postSort" label="显示顺序" rules={numeric('显示顺序')}>
        <IntegerInput min={0} max={9999} />
      </Form.Item>
      <Form.Item name="status" label="状态">
        <Radio.Group options={dictOptions(states)} />
      </Form.Item>
      <Form.Item name="remark" label="备注" className={styles.wide}>
        <Input.TextArea rows={2} maxLength={500} showCount />
      </Form.Item>
    </EntityDialog>
  );
}
