import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { App, Form } from 'antd';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '@/api/errors';
import type { FileInfo, UploadOptions } from '@/api/file';
import * as files from '@/api/file';
import { inPlace } from '@/test/inPlace';
import { FormDialog } from '@/ui/FormDialog';
import { FileUploader, type FileUploaderProps } from './FileUploader';
import styles from './uploader.module.css';

interface Sent {
  name: string;
  options: UploadOptions;
  resolve: (file: FileInfo) => void;
  reject: (error: Error) => void;
}

const sent: Sent[] = [];

inPlace(files, {
  addressOf: (path: string) => path,
  filesQuery: (ids: number[]) => ({
    queryKey: ['files', ids],
    queryFn: () => Promise.resolve(ids.filter((id) => id < 90).map(info)),
  }),
  saveFile: () => Promise.resolve(),
  uploadFile: (file: File, options: UploadOptions) =>
    new Promise((resolve, reject) => sent.push({ name: file.name, options, resolve, reject })),
});

function info(id: number): FileInfo {
  return {
    id,
    url: `/d/${id}`,
    thumbnailUrl: `/t/${id}`,
    previewUrl: `/d/${id}`,
    fileName: `${id}.jpg`,
    suffix: 'jpg',
    size: 2048,
    contentType: 'image/jpeg',
    ...{
      originalName: `${id}.jpg`,
      name: `${id}.jpg`,
      width: 40,
      height: 30,
      kept: true,
      createBy: '',
      createTime: '',
    },
  };
}

/** A redraw and what follows from it. */
const DRAWN = 20;

const emitted = vi.fn();

function Field(props: FileUploaderProps) {
  const [value, setValue] = useState(props.value ?? '');
  const change = (next: string) => {
    emitted(next);
    setValue(next);
  };
  return <FileUploader {...props} value={value} onChange={change} />;
}

async function show(props: FileUploaderProps = {}) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <Field {...props} />
      </App>
    </QueryClientProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(10 * DRAWN));
}

const file = (name: string) => new File(['x'], name);
const choose = (label: string, ...files: File[]) =>
  act(async () => {
    fireEvent.change(screen.getByLabelText(label), { target: { files } });
    await vi.advanceTimersByTimeAsync(10 * DRAWN);
  });
const arrive = (place: number, id: number) =>
  act(async () => {
    sent[place]?.resolve(info(id));
    await vi.advanceTimersByTimeAsync(DRAWN);
  });
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
  sent.length = 0;
  emitted.mockReset();
});
afterEach(() => vi.useRealTimers());

test('new files are added one second after the last of them, the mask goes then', async () => {
  await show({ value: '1' });
  await choose('选择图片', file('a.JPG'), file('b.png'));
  expect(sent).toHaveLength(2);
  await arrive(0, 7);
  await wait(900);
  await arrive(1, 8);
  await wait(999 - DRAWN);
  expect(emitted).not.toHaveBeenCalled();
  await wait(1);
  expect(emitted).toHaveBeenCalledExactlyOnceWith('1,7,8');
  await wait(500);
  expect(screen.queryByText('上传中')).toBeNull();
  expect(screen.getByText('最多上传10张图片')).toHaveClass(`${styles.uploaderRed}`);
});

test('removal and order are emitted at once', async () => {
  await show({ value: '1,2,3' });
  fireEvent.click(screen.getByRole('button', { name: '删除 2.jpg' }));
  expect(emitted).toHaveBeenLastCalledWith('1,3');
  fireEvent.click(screen.getByRole('button', { name: '前移 3.jpg' }));
  expect(emitted).toHaveBeenLastCalledWith('3,1');
  expect(screen.getByRole('button', { name: '前移 3.jpg' })).toBeDisabled();
});

test('a failure toasts, closes the mask and can be tried again', async () => {
  await show();
  await choose('选择图片', file('a.jpg'));
  await act(async () => {
    sent[0]?.reject(new ApiError(500, '图片已损坏或格式不正确，请换一张图片'));
    await vi.advanceTimersByTimeAsync(600);
  });
  expect(screen.getByText('上传失败')).toBeInTheDocument();
  expect(screen.getByText(/^a.jpg：图片已损坏/)).toBeInTheDocument();
  expect(screen.queryByText('上传中')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /重\s?试/ }));
  await wait(0);
  await arrive(1, 5);
  await wait(1000);
  expect(emitted).toHaveBeenCalledExactlyOnceWith('5');
});

test('no more than the limit, three at a time, cancelled when the place goes', async () => {
  await show({ mode: 'drag', max: 4 });
  await choose('选择文件', ...['1', '2', '3', '4', '5'].map((name) => file(`${name}.txt`)));
  expect(sent.map(({ name }) => name)).toEqual(['1.txt', '2.txt', '3.txt']);
  expect(screen.getByText('最多上传4个文件', { selector: '.ant-message *' })).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: '取消 2.txt' }));
  await wait(0);
  expect(sent[1]?.options.signal?.aborted).toBe(true);
  expect(sent.map(({ name }) => name)).toEqual(['1.txt', '2.txt', '3.txt', '4.txt']);
  act(() => sent[0]?.options.onProgress?.(42));
  expect(screen.getByText('42%')).toBeInTheDocument();
});

test('disabled: only to look at', async () => {
  await show({ value: '1', disabled: true });
  expect(screen.queryByLabelText('选择图片')).toBeNull();
  expect(screen.queryByRole('button', { name: /删除/ })).toBeNull();
  expect(screen.getByRole('button', { name: '查看 1.jpg' })).toBeEnabled();
});

const saved = vi.fn();

async function showForm() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <FormDialog<{ files: string }>
          title="文件"
          initial={{ files: '' }}
          save={(values) => Promise.resolve(saved(values))}
          onClose={() => {}}
        >
          <Form.Item name="files" rules={[{ required: true, message: '请上传文件' }]}>
            <FileUploader mode="drag" />
          </Form.Item>
        </FormDialog>
      </App>
    </QueryClientProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(10 * DRAWN));
}

const press = () =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name: /确\s?定/ }));
    await vi.advanceTimersByTimeAsync(0);
  });

test('a form that is sent within the pause takes the file along', async () => {
  saved.mockReset();
  await showForm();
  await choose('选择文件', file('a.txt'));
  await arrive(0, 7);
  await press();
  await wait(10);
  expect(saved).toHaveBeenCalledExactlyOnceWith({ files: '7' });
});

test('a form waits for files on their way, and one that fails stops it', async () => {
  saved.mockReset();
  await showForm();
  await choose('选择文件', file('a.txt'), file('b.txt'));
  await arrive(0, 7);
  await press();
  await press();
  await wait(5000);
  expect(saved).not.toHaveBeenCalled();
  await act(async () => {
    sent[1]?.reject(new ApiError(500, '文件类型不允许'));
    await vi.advanceTimersByTimeAsync(1000);
  });
  await wait(1000);
  expect(saved).not.toHaveBeenCalled();
  expect(screen.getByText('有文件没有上传成功，请重试或删除后再提交')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: /重\s?试/ }));
  await wait(0);
  await press();
  await arrive(2, 8);
  await wait(10);
  expect(saved).toHaveBeenCalledExactlyOnceWith({ files: '7,8' });
});
