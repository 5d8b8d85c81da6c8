/** A batch of a take-over and what it comes to, for tests of its page. */
import type { NewTenant, TakeoverCheck, TakeoverColumn, TakeoverRow, TakeoverTenant } from '@/api/takeover';

export const batch = (more: Partial<TakeoverRow> = {}): TakeoverRow => ({
  ...{ batchId: 7, batchNo: 'SX-202611-000001', partyAId: 3, partyAName: '轻工留守处', booksFrom: '2027-01-01' },
  ...{ fileId: 11, fileName: '台账.xls', state: 0, sums: null, withoutScan: 0, decidedBy: '', comment: '' },
  ...{ receivedAt: '', ownSubmission: false, deptId: 1, version: 4, createByName: '王芳', createBy: 'wf' },
  ...{ createTime: '2026-11-20 09:00:00', updateBy: '', updateTime: null, remark: '' },
  reading: {
    ...{ sheet: 0, headerFrom: 0, headerTo: 0, unit: '', fields: {}, left: [], tenants: {}, notes: {}, balances: {} },
    terms: { billingCycle: 3, due: '账期开始前10天', depositIsHeld: true, lateFeePpm: 0, asset: '', plateId: 0 },
  },
  ...more,
});

export const column = (at: number, label: string, field: TakeoverColumn['field'] = null): TakeoverColumn => ({
  ...{ column: at, letter: String.fromCharCode(65 + at), label, field, origin: field ? 'header' : 'nothing' },
  ...{ samples: ['甲', '乙'], evidence: '', misfits: 0 },
});

export const tenant = (name: string, arrearsFen: number, ledgerFen: number | null, note = ''): TakeoverTenant => ({
  ...{ name, rows: [4], leases: 1, monthRentFen: 100_000, ledgerFen, arrearsFen, note },
  ...{ differenceFen: ledgerFen === null ? 0 : arrearsFen - ledgerFen, creditFen: 0, depositFen: 0 },
});

export const newTenant = (name: string, more: Partial<NewTenant> = {}): NewTenant => ({
  ...{ name, row: 4, near: [], alike: [], chosen: null },
  ...more,
});

export const check = (more: Partial<TakeoverCheck> = {}): TakeoverCheck => ({
  ...{ version: 4, sheets: [{ no: 1, name: '台账', note: '' }], sheet: 1, title: '', header: [2, 2], unit: '元' },
  ...{ doubts: [], warnings: [], leftOut: [], totals: [], lacks: [], rows: 2, others: [], problems: [] },
  columns: [column(0, '承租人', 'tenant'), column(1, '欠租', 'arrears'), column(2, '欠款')],
  sums: [
    { what: 'leases', label: '合同', ledger: 2, computed: 2 },
    { what: 'area', label: '计租面积', ledger: 5_000, computed: 5_000 },
    { what: 'arrears', label: '期初欠缴', ledger: 250_000, computed: 170_000 },
  ],
  tenants: [tenant('南桥五金', 120_000, 200_000), tenant('张三', 50_000, 50_000)],
  masters: { tenants: [], tenantCount: 0, places: [], rooms: [], roomCount: 0 },
  accounts: [],
  ...{ stops: 0, warned: 0, leases: [], isReady: true },
  periods: { paidBefore: 3, opening: 2, billed: 0, toCome: 9, missing: 0, twice: 0 },
  ...more,
});
