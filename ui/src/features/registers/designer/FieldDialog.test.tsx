import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from 'antd';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it, vi } from 'vitest';
import type { Design } from '@/api/registerDesign';
import type { RegisterField } from '@/api/registers';
import { fresh } from './draft';
import FieldDialog from './FieldDialog';

const design = { kinds: [{ kind: 'money', isCounted: true }], links: [], patterns: [] } as unknown as Design;

function open(isSensitive: boolean) {
  const base = {
    ...fresh([]),
    kind: 'money',
    no: 1,
    code: 'jine',
    label: '金额',
    sensitive: isSensitive,
  } as RegisterField;
  const formula = { operands: [{ sign: '+', field: 1, number: '' }], isOpen: false, round: 2 };
  const field = { ...base, no: 2, code: 'suan', label: '算得', sensitive: false, formula } as RegisterField;
  const save = vi.fn();
  const dialog = (
    <App>
      <FieldDialog design={design} field={field} fields={[base, field]} onSave={save} onClose={() => {}} />
    </App>
  );
  const router = createMemoryRouter([{ path: '/', element: dialog }]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return save;
}

it('opens the result of a sensitive field by a tick of its own', async () => {
  const save = open(true);
  await userEvent.click(screen.getByLabelText(/公开计算结果/));
  await userEvent.click(screen.getByRole('button', { name: /确\s?定/ }));
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  expect(save.mock.calls[0]?.[0]).toMatchObject({ sensitive: false, formula: { isOpen: true } });
  expect(save.mock.calls[0]?.[0]).not.toHaveProperty('isOpen');
});

it('asks nothing where no field is sensitive', () => {
  open(false);
  expect(screen.queryByLabelText(/公开计算结果/)).toBeNull();
});

it('keeps how the result is rounded', async () => {
  const save = open(false);
  await userEvent.click(screen.getByRole('button', { name: /确\s?定/ }));
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  expect(save.mock.calls[0]?.[0]).toMatchObject({ formula: { round: 2 } });
});
