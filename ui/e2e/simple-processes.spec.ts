/** Documents by the simple processes, as an installation begins with: one person decides, on a phone or by keyboard alone. */
import { expect } from '@playwright/test';
import {
  type Course,
  goesItsWay,
  openByKeyboard,
  pressByKeyboard,
  refusedBy,
  type Seat,
  type Step,
  test,
} from './bureau';
import { monthFromNow } from './clock';
import { CHANGE, EXPENSE, leaseOf, REFUND, REMITTANCE, TERMINATION, WAIVER } from './courses';
import { ONLY_FULL } from './support';
import { leaseForm } from './town';

const NODE = '审批';

/** He decides on his phone when it comes first, by keyboard when it comes again. */
const backAndForth = (who: Seat): Step[] => [
  { who, node: NODE, way: 'phone', returns: true },
  { who, node: NODE, way: 'keyboard' },
];
const simply = (course: Course, steps: Step[]): Course => ({ ...course, preset: 'simple', steps });

const LEASE: Course = {
  key: 'lease_sign',
  preset: 'simple',
  otherwise: 'simple',
  by: 'clerk',
  make: async (bureau) => {
    const town = await bureau.town();
    const term = { startDate: monthFromNow(-1), endDate: monthFromNow(11, true), lettingMode: 1 };
    const { data } = await (await bureau.as('clerk')).call('POST', '/lease/lease', leaseForm(town, term));
    const { id, leaseNo } = data as { id: number; leaseNo: string };
    return {
      title: leaseNo,
      shown: town.tenantName,
      send: async (page) => {
        await openByKeyboard(page, `lease/lease/detail/${id}`);
        await pressByKeyboard(page, page.getByRole('button', { name: '提交审批' }));
        return page.getByRole('dialog', { name: /^提交审批/ });
      },
      ends: async () => expect(await leaseOf(bureau.api, id)).toMatchObject({ state: 2 }),
    };
  },
  steps: backAndForth('chief'),
};

const COURSES = [
  LEASE,
  simply(CHANGE, [{ who: 'chief', node: NODE, way: 'phone' }]),
  simply(TERMINATION, [{ who: 'chief', node: NODE, way: 'keyboard' }]),
  simply(WAIVER, backAndForth('chief')),
  simply(EXPENSE, [{ who: 'finance', node: NODE, way: 'phone' }]),
  simply(REFUND, [{ who: 'finance', node: NODE, way: 'keyboard' }]),
  simply(REMITTANCE, [{ who: 'finance', node: NODE, way: 'phone' }]),
];

for (const course of COURSES) {
  test(`${course.key} goes its way by the simple process`, ONLY_FULL, ({ bureau }) => goesItsWay(bureau, course));
}

test('a waiver is refused on a phone, and its writer reads why', ({ bureau }) =>
  goesItsWay(bureau, refusedBy(simply(WAIVER, [{ who: 'chief', node: NODE, way: 'phone' }]), 'phone')));
