import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type LatestRef, useLatestRef } from './useLatestRef';
import { useFormSource } from './useQuery';

let box: LatestRef<() => string> | undefined;

function Renders({ word }: { word: string }) {
  box = useLatestRef(() => word);
  return null;
}

it('holds the function of the last render, and nothing after unmount', () => {
  const { rerender, unmount } = render(<Renders word="一" />);
  const first = box;
  rerender(<Renders word="二" />);
  expect(box).toBe(first);
  expect(first?.current?.()).toBe('二');
  unmount();
  expect(first?.current).toBeNull();
});

function Form() {
  return <p>{useFormSource(['岗位', 7], () => Promise.resolve('会计')).data}</p>;
}

it('the reading of a form that is gone asks for nothing', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { unmount } = render(
    <QueryClientProvider client={client}>
      <Form />
    </QueryClientProvider>,
  );
  await screen.findByText('会计');
  const [reading] = client.getQueryCache().getAll();
  unmount();
  await expect(reading?.fetch()).rejects.toThrow('CancelledError');
  await waitFor(() => expect(client.getQueryCache().getAll()).toEqual([]));
});
