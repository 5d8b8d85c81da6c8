import { expect, it } from 'vitest';
import { behind, period, yearToDate } from './links';

const query = { year: 2024, month: 2, asOf: '2024-09-30', plateId: '1,2' };

it('knows the days of a period, 29 February too', () => {
  expect(period(query)).toEqual({ from: '2024-02-01', to: '2024-02-29' });
  expect(period({ year: 2024, month: 0 })).toEqual({ from: '2024-01-01', to: '2024-12-31' });
  expect(yearToDate(query)).toEqual({ from: '2024-01-01', to: '2024-02-29' });
  expect(yearToDate({ ...query, month: 0 })).toEqual({ from: '2024-01-01', to: '2024-09-30' });
});

it('carries the filter to the list behind a figure', () => {
  expect(behind('receivable', query, { dueFrom: '2024-02-01', kind: 1, leaseId: undefined })).toBe(
    '/report/receivable?plateId=1%2C2&asOf=2024-09-30&dueFrom=2024-02-01&kind=1',
  );
});
