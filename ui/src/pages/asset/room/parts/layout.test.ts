import { describe, expect, test } from 'vitest';
import type { GridRoom } from '@/api/assets';
import { answersTo, COLUMNS, lettingRate, lineArea, linesOf, placeRooms } from './layout';

const room = (roomNo: string, rentAreaM2: string, state: GridRoom['state'] = 1, tenantName = ''): GridRoom => ({
  roomId: Number(roomNo),
  roomNo,
  roomName: '',
  rentAreaM2,
  state,
  leaseId: 0,
  reason: '',
  withheld: '',
  priceUnit: 1,
  basePriceE4: null,
  span: null,
  tenancy: tenantName
    ? {
        leaseId: 1,
        leaseNo: 'HT-202401-000001',
        state: 4,
        tenantId: 1,
        tenantName,
        startDate: '2024-01-01',
        effectiveEnd: '2024-12-31',
        monthRentFen: 100,
        rooms: 1,
        arrearsFen: null,
        overdueBills: 0,
        renewPriority: false,
        renewNoticeDays: 90,
      }
    : null,
});

describe('the grid of rooms', () => {
  test('the width follows the area on every floor, and a line never overflows', () => {
    const ground = [room('101', '300.00'), room('102', '100.00')];
    const above = [room('201', '100.00')];
    const largest = lineArea(ground);
    expect(placeRooms(ground, largest).map(({ columns }) => columns)).toEqual([12, 4]);
    expect(placeRooms(above, largest).map(({ columns }) => columns)).toEqual([4]);
    const uneven = [room('1', '900.00'), ...Array.from({ length: 7 }, (_, no) => room(String(no + 2), '5.00'))];
    const placed = placeRooms(uneven, lineArea(uneven)).map(({ columns }) => columns);
    expect(placed.reduce((sum, columns) => sum + columns, 0)).toBe(COLUMNS);
    expect(Math.min(...placed)).toBe(2);
  });

  test('a long floor goes into lines of even length', () => {
    const rooms = Array.from({ length: 18 }, (_, no) => room(String(no), '10.00'));
    expect(linesOf(rooms).map((line) => line.length)).toEqual([6, 6, 6]);
    expect(linesOf([])).toEqual([[]]);
  });

  test('what is used by its owner or out of use counts for nothing in the rate', () => {
    expect(
      lettingRate([room('1', '60.00', 4), room('2', '20.00', 6), room('3', '20.00', 1), room('4', '99.00', 7)]),
    ).toBe(8000);
    expect(lettingRate([room('1', '60.00', 10)])).toBeNull();
  });

  test('a room is found by its number, its tenant and its lease', () => {
    const let_ = room('505', '10.00', 4, '栎森家具');
    expect(['505', '栎森', 'ht-202401'].every((words) => answersTo(let_, words))).toBe(true);
    expect(answersTo(let_, '沐辰')).toBe(false);
  });
});
