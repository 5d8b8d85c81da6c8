import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { DayInput } from '@/features/business/fields';
import { MonthInput } from '@/features/finance/payouts/MonthInput';
import DateRange from './DateRange';
import OneDate from './OneDate';

it.each([
  ['2024-03-05', '2024-03-05'],
  ['1709596800', ''],
  ['2024-02-31', ''],
  ['2024-3-5', ''],
])('shows %s of an address as «%s»: what the server refuses is no day', (value, shown) => {
  render(<OneDate id="day" value={value} onChange={vi.fn()} />);
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe(shown);
});

it.each([
  ['OneDate', <OneDate key="1" id="a" value="" onChange={vi.fn()} />],
  ['DateRange', <DateRange key="2" id="b" value="" onChange={vi.fn()} />],
  ['DayInput', <DayInput key="3" />],
  ['MonthInput', <MonthInput key="4" />],
])('%s says nothing when the focus leaves it because it is gone', (_name, picker) => {
  const failed = vi.fn((event: ErrorEvent) => event.preventDefault());
  window.addEventListener('error', failed);
  const { unmount } = render(picker);
  const [field] = screen.getAllByRole('textbox');
  if (!field) throw new Error('no field');
  fireEvent.focus(field);
  unmount();
  fireEvent.blur(field);
  window.removeEventListener('error', failed);
  expect(failed).not.toHaveBeenCalled();
});
