import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App, Form, Input } from 'antd';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import type { Process } from '@/api/approvals';
import { EntityDialog } from '@/features/records/EntityDialog';
import { FormDialog } from '@/ui/FormDialog';
import { ReturnedDocument } from './ReturnedDocument';

const send = vi.fn();
const save = vi.fn(async (_values: object) => {});
vi.mock('@/features/approvals/useSubmission', () => ({ useSubmission: () => ({ send, dialog: null }) }));

// the forms of two kinds: one of our dialogs, and one that opens another form over itself
vi.mock('@/pages/asset/handover/parts/AssetHandoverDialog', () => ({
  default: ({ onClose }: { onClose: () => void }) => (
    <FormDialog title="修改移交" initial={{}} save={save} said="请提交审批" onClose={onClose}>
      <Form.Item name="remark" label="备注">
        <Input />
      </Form.Item>
    </FormDialog>
  ),
}));
vi.mock('@/pages/expo/entry/parts/EntryDialog', () => ({
  default: ({ onClose }: { onClose: () => void }) => (
    <EntityDialog noun="条目" id={7} load={async () => ({})} save={save} onClose={onClose}>
      <FormDialog title="新增乙方" initial={{}} save={save} onClose={onClose}>
        <Input aria-label="名称" />
      </FormDialog>
    </EntityDialog>
  ),
}));

afterEach(() => {
  send.mockReset();
  save.mockClear();
});

const process = (formRef: string) =>
  ({ key: 'handover', bizId: 7, bizPath: '/asset/handover', title: 'YJ-1', formRef, data: {} }) as unknown as Process;

async function open(formRef: string) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <App>
          <ReturnedDocument process={process(formRef)} />
        </App>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: '修改内容' }));
}

it('is saved and sent again with one press', async () => {
  await open('asset/handover');
  await userEvent.type(await screen.findByLabelText('备注'), '已补');
  await userEvent.click(screen.getByRole('button', { name: '保存并重新提交' }));
  await waitFor(() => expect(send).toHaveBeenCalledOnce());
  expect(save).toHaveBeenCalledWith({ remark: '已补' });
  expect(send.mock.calls[0]?.[0]).toMatchObject({ process: 'handover', bizId: 7, said: '已重新提交' });
  expect(screen.queryByText('请提交审批')).toBeNull();
});

it('is saved alone where that is asked for, and says that it waits', async () => {
  await open('asset/handover');
  await userEvent.click(await screen.findByRole('button', { name: '只保存' }));
  await screen.findByText('已保存，还没有重新提交');
  expect(save).toHaveBeenCalledOnce();
  expect(send).not.toHaveBeenCalled();
});

it('is not sent when it could not be saved', async () => {
  save.mockRejectedValueOnce(new Error('移交日期不能早于今天'));
  await open('asset/handover');
  await userEvent.click(await screen.findByRole('button', { name: '保存并重新提交' }));
  expect(await screen.findByText(/移交日期不能早于今天/)).toBeVisible();
  expect(send).not.toHaveBeenCalled();
});

it('leaves a form that opens over it as it is', async () => {
  await open('expo/entry');
  await screen.findByLabelText('名称');
  expect(screen.getAllByRole('button', { name: '保存并重新提交', hidden: true })).toHaveLength(1);
  expect(screen.getAllByRole('button', { name: /确\s?定/, hidden: true })).toHaveLength(1);
});
