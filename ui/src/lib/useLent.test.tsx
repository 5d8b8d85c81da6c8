import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Lent, useLent } from './useLent';
import { useFormSource } from './useQuery';

let box: Lent<() => string> | undefined;

function Lending({ word }: { word: string }) {
  box = useLent(() => word);
  return null;
}

it('what is lent is the function of the last drawing, until the component goes', () => {
  const { rerender, unmount } = render(<Lending word="一" />);
  const lent = box;
  rerender(<Lending word="二" />);
  expect(box).toBe(lent);
  expect(lent?.run?.()).toBe('二');
  unmount();
  expect(lent?.run).toBeNull();
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
