import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, Input } from 'antd';
import { type BookGuess, createDesign, designQuery, publishDesign, type RegisterBook } from '@/api/registerDesign';
import { requiredText } from '@/lib/rules';
import { useMutation } from '@/lib/useMutation';
import { useCan } from '@/ui/Can';
import { Refusal } from '@/ui/Refusal';
import { RolesField } from './RolesField';
import type { Said } from './said';

interface Made {
  name: string;
  code: string;
  roleIds?: number[];
}

interface MakeStepProps {
  book: RegisterBook;
  guess: BookGuess;
  said: Said;
  /** The draft that an earlier try has made. */
  registerId: number | undefined;
  /** A draft was made. */
  onMade: (registerId: number) => void;
  onPublished: (registerId: number) => void;
}

const CODE = { pattern: /^[a-z][a-z0-9]{1,19}$/, message: '编码应为 2 到 20 位小写字母和数字，以字母开头' };

/** ④ 发布: name, code and who works with it. A draft that could not be published stays as one. */
export function MakeStep({ book, guess, said, registerId, onMade, onPublished }: MakeStepProps) {
  const client = useQueryClient();
  const can = useCan();
  const mayPublish = can(['tool:gen:publish']);
  const run = useMutation({
    mutationFn: async ({ name, code, roleIds }: Made) => {
      const sheets = guess.sheets.map(({ no }) => no);
      const definition = { ...guess.definition, name };
      const reading = { sheets, options: [...said.options], columns: [...said.columns] };
      const id = registerId ?? (await createDesign({ bookId: book.bookId, sheets, reading, code, definition }));
      if (registerId === undefined) onMade(id);
      // published before, and left before that was kept: it goes on to its data
      const { current } = await client.fetchQuery({ ...designQuery(id), staleTime: 0 });
      if (mayPublish && current === 0)
        await publishDesign(id, { note: `由工作簿“${book.name}”新建`, roleIds: roleIds ?? [], confirm: [] });
      return id;
    },
    onSuccess: (id) => mayPublish && onPublished(id),
  });
  const initial: Made = { name: guess.definition.name ?? '', code: guess.code };
  return (
    <Form<Made> layout="vertical" initialValues={initial} onFinish={(values) => run.mutate(values)}>
      <Form.Item name="name" label="表描述" rules={[requiredText('表描述')]}>
        <Input maxLength={40} disabled={registerId !== undefined} />
      </Form.Item>
      <Form.Item name="code" label="编码" rules={[CODE]} extra="用于地址和权限，发布后不能修改">
        <Input maxLength={20} disabled={registerId !== undefined} />
      </Form.Item>
      {mayPublish && can(['system:role:edit']) && <RolesField extra="不选则只有管理员可见，可随时在角色管理中授权" />}
      {!mayPublish && (
        <Alert
          type={registerId === undefined ? 'info' : 'success'}
          showIcon
          title={
            registerId === undefined
              ? '您没有发布的权限：保存草稿后请由有权限的人发布'
              : '草稿已保存，请由有权限的人发布'
          }
        />
      )}
      {guess.doubts.map((text) => (
        <Alert key={text} type="error" showIcon title={`${text}，请回到“表格位置”选定金额单位`} />
      ))}
      <Refusal error={run.error} />
      {(mayPublish || registerId === undefined) && (
        <Button type="primary" htmlType="submit" loading={run.isPending} disabled={guess.doubts.length > 0}>
          {mayPublish ? '发布登记表' : '保存草稿'}
        </Button>
      )}
    </Form>
  );
}
