import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it } from 'vitest';
import { later } from './later';

const Page = ({ name }: { name: string }) => <p>{name}</p>;
const load = () => Promise.resolve({ default: Page });

it('is there at once when it was prepared', async () => {
  const Prepared = later(load);
  await Prepared.prepare();
  render(<Prepared name="首页" />);
  expect(screen.getByText('首页')).toBeTruthy();
});

it('is waited for otherwise, and stays when it is prepared meanwhile', async () => {
  const Fresh = later(load);
  const view = (name: string) => (
    <Suspense fallback="正在加载">
      <Fresh name={name} />
    </Suspense>
  );
  const { rerender } = render(view('首页'));
  expect(screen.getByText('正在加载')).toBeTruthy();
  const node = await screen.findByText('首页');
  await Fresh.prepare();
  rerender(view('统计'));
  expect(node.isConnected && node.textContent).toBe('统计');
});
