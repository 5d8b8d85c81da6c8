import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { GridRoom } from '@/api/assets';
import { RoomCell } from './RoomCell';

const EMPTY: GridRoom = {
  ...{ roomId: 1, roomNo: '301', roomName: '', rentAreaM2: '120.00', state: 1, leaseId: 0, reason: '', withheld: '' },
  ...{ span: null, tenancy: null, basePriceE4: 250_000, priceUnit: 1 },
};

const show = (room: GridRoom) =>
  render(<RoomCell room={room} columns={4} pressed={false} faded={false} onPress={() => undefined} />);

test('an empty room that may be let says its floor price', () => {
  show(EMPTY);
  const cell = screen.getByRole('button');
  expect(cell.textContent).toContain('空置');
  expect(cell.textContent).toContain('底价 25.00');
});

test('an empty room that may not be let says why, and no price', () => {
  show({ ...EMPTY, withheld: '资产被限制：查封（2024-09-01 至 长期）' });
  const cell = screen.getByRole('button');
  expect(cell.textContent).toContain('空置不可租 资产被限制：查封');
  expect(cell.textContent).not.toContain('底价');
  expect(cell.title).toContain('空置不可租：资产被限制：查封');
  expect(cell.title).not.toContain('底价');
});
