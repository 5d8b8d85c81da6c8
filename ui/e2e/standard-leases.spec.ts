/** Documents of leases by the standard processes: everybody who is asked decides, by mouse, by keyboard alone, on a phone. */
import { expect } from '@playwright/test';
import { type Course, goesItsWay, openByKeyboard, pressByKeyboard, test } from './bureau';
import { monthFromNow } from './clock';
import { billed, CHANGE, leaseOf, TERMINATION } from './courses';
import { unless } from './support';
import { leaseForm } from './town';

const LEASE: Course = {
  key: 'lease_sign',
  otherwise: 'simple',
  by: 'clerk',
  make: async (bureau) => {
    const town = await bureau.town();
    // longer than the policy allows: it goes up to the meeting
    const term = { startDate: monthFromNow(-1), endDate: monthFromNow(95, true), lettingMode: 1 };
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
      ends: async () => {
        expect(await leaseOf(bureau.api, id)).toMatchObject({ state: 2, dueRule: { kind: 'DAY', n: 5 } });
        const signed = { id, signDate: monthFromNow(-1), scans: [await bureau.scan('clerk')] };
        await (await bureau.as('clerk')).call('POST', '/lease/lease/sign', signed);
        expect(await leaseOf(bureau.api, id)).toMatchObject({ state: 4 });
      },
    };
  },
  steps: [
    { who: 'chief', node: '部门负责人', way: 'mouse' },
    { who: 'finance', node: '财务审核', way: 'keyboard', edits: ['缴费约定', '账期首月5日'] },
    { who: 'director', node: '分管领导', way: 'phone' },
    { who: 'office', node: '局长办公会', way: 'keyboard', minutes: true },
  ],
};

const SETTLEMENT: Course = {
  key: 'settlement',
  otherwise: 'simple',
  by: 'clerk',
  make: async (bureau) => {
    const last = monthFromNow(0, true);
    const { leaseId, leaseNo, town } = await billed(bureau, { endDate: last });
    await bureau.api.call('POST', '/lease/lease/handover', { id: leaseId, returnedDate: last });
    const { partyAId, tenantId } = town;
    const money = { partyAId, tenantId, leaseId, amountFen: 3_500_000, method: 1, valueDate: last };
    await bureau.api.call('POST', '/fin/receipt', money);
    await (await bureau.as('clerk')).call('POST', '/fin/settlement', { leaseId, penaltyFen: 100_000 });
    return {
      title: leaseNo,
      shown: town.tenantName,
      ends: async () => {
        // 5,000 yuan too much were paid, of which finance kept 2,000
        const { rows } = await bureau.api.call('GET', `/fin/refund/list?state=2&partyAId=${partyAId}`);
        expect(rows).toMatchObject([{ amountFen: 300_000 }]);
        // over, and 已结清 once the refund is paid
        expect(await leaseOf(bureau.api, leaseId)).toMatchObject({ state: 5 });
      },
    };
  },
  steps: [
    { who: 'chief', node: '部门负责人', way: 'phone' },
    { who: 'finance', node: '财务审核', way: 'keyboard', edits: ['违约金', '2000'] },
  ],
};

for (const course of [LEASE, CHANGE, TERMINATION, SETTLEMENT]) {
  // that of a lease with its minutes stands for all: the engine's model walks each kind
  test(`${course.key} goes its way by the standard process`, unless(course === LEASE), ({ bureau }) =>
    goesItsWay(bureau, course),
  );
}
