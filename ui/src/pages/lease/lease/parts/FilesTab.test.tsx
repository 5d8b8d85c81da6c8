import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { App } from 'antd';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '@/api/errors';
import * as files from '@/api/file';
import * as lease from '@/api/lease';
import { queryClient } from '@/app/queryClient';
import { useSession } from '@/stores/session';
import { inPlace } from '@/test/inPlace';
import { FilesTab } from './FilesTab';
import MoreScansDialog from './MoreScansDialog';

const add = vi.fn();
inPlace(lease, { addScans: add });
inPlace(files, {
  addressOf: (path: string) => path,
  filesQuery: (ids: number[]) => ({ queryKey: ['files', ids], queryFn: async () => ids.map(file) }),
  uploadFile: async () => file(31),
});

const file = (id: number) => ({
  ...{ id, url: `/d/${id}`, thumbnailUrl: '', previewUrl: '', fileName: `${id}.pdf`, suffix: 'pdf', size: 9 },
  ...{ contentType: 'application/pdf', originalName: `${id}.pdf`, name: `${id}.pdf`, width: 0, height: 0 },
  ...{ kept: true, createBy: '', createTime: '' },
});

const { permissions, roles } = useSession.getState();
afterEach(() => {
  useSession.setState({ permissions, roles });
  queryClient.clear();
  add.mockReset();
});

const show = (content: React.ReactNode) =>
  render(
    <QueryClientProvider client={queryClient}>
      <App>{content}</App>
    </QueryClientProvider>,
  );
const signed = { leaseId: 7, leaseNo: 'HT-7', version: 5, files: [] };

/** States of a lease in which the person is offered to add scans. */
function offeredTo(held: string[]): number[] {
  useSession.setState({ permissions: held, roles: [] });
  return [0, 1, 2, 3, 4, 5, 6, 7, 9].filter((state) => {
    const { unmount } = show(<FilesTab lease={{ ...signed, state: state as 3 }} />);
    const isThere = screen.queryByRole('button', { name: '补扫描件' }) !== null;
    unmount();
    return isThere;
  });
}

test('scans are added from the signature on, by who may change leases', () => {
  expect(offeredTo(['lease:lease:edit'])).toEqual([3, 4, 5, 6, 7]);
  expect(offeredTo(['lease:lease:query'])).toEqual([]);
});

test('what was uploaded is sent with the version that was read; a refusal stays beside it', async () => {
  const close = vi.fn();
  show(<MoreScansDialog lease={signed} onClose={close} />);
  fireEvent.click(screen.getByRole('button', { name: /保\s?存/ }));
  expect(await screen.findByText('请上传合同扫描件')).toBeInTheDocument();
  expect(add).not.toHaveBeenCalled();
  const field = screen.getByLabelText('选择文件');
  Object.defineProperty(field, 'files', { value: [new File(['x'], '31.pdf')], configurable: true });
  fireEvent.input(field);
  fireEvent.change(field);
  // what was uploaded counts a second after the last of it
  await screen.findByRole('button', { name: '删除 31.pdf' }, { timeout: 4000 });
  add.mockRejectedValueOnce(new ApiError(500, '附件不能超过100个'));
  fireEvent.click(screen.getByRole('button', { name: /保\s?存/ }));
  expect(await screen.findByText('附件不能超过100个')).toBeInTheDocument();
  add.mockResolvedValue({});
  fireEvent.click(screen.getByRole('button', { name: /保\s?存/ }));
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(add).toHaveBeenLastCalledWith({ id: 7, version: 5, scans: [31] });
});
