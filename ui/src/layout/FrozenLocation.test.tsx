import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useMemo } from 'react';
import { Link, MemoryRouter, Route, Routes, useNavigate, useParams, useSearchParams } from 'react-router';
import { expect, it, vi } from 'vitest';
import { FrozenLocation } from './FrozenLocation';

const drawn = vi.fn();

function Page() {
  const { id } = useParams();
  const [search] = useSearchParams();
  useNavigate();
  drawn();
  return (
    <p>
      合同 {id} 第 {search.get('pageNum')} 页 <Link to="/other">离开</Link>
    </p>
  );
}

function Kept() {
  const content = useMemo(
    () => (
      <Routes>
        <Route path="/lease/:id" element={<Page />} />
      </Routes>
    ),
    [],
  );
  return (
    <FrozenLocation path="/lease/7" search="?pageNum=3">
      {content}
    </FrozenLocation>
  );
}

it('a kept page sees its own address and is not drawn when a person goes elsewhere', async () => {
  render(
    <MemoryRouter initialEntries={['/lease/7?pageNum=3']}>
      <Link to="/elsewhere">去别处</Link>
      <Routes>
        <Route path="*" element={<Kept />} />
      </Routes>
    </MemoryRouter>,
  );
  expect(screen.getByText(/合同 7 第 3 页/)).toBeInTheDocument();
  const before = drawn.mock.calls.length;
  await userEvent.click(screen.getByRole('link', { name: '去别处' }));
  await userEvent.click(screen.getByRole('link', { name: '离开' }));
  expect(drawn).toHaveBeenCalledTimes(before);
  expect(screen.getByText(/合同 7 第 3 页/)).toBeInTheDocument();
});
