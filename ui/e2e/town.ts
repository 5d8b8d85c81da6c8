import type { Page } from '@playwright/test';
import { dayFromNow, monthFromNow } from './clock';
import { Api, type Person, uniqueName } from './support';

/** A small town of property, its names told apart by a mark. */
export interface Town {
  mark: string;
  plateId: number;
  partyAId: number;
  partyAName: string;
  assetId: number;
  assetName: string;
  buildingId: number;
  /** Rooms 101, 102, 103 of 500, 300 and 200 square metres. */
  rooms: { roomId: number; roomCode: string }[];
  tenantId: number;
  tenantName: string;
}

/** Makes a plate, a party A, an asset with a building of three rooms, and a tenant; of a department, the first one if none is said. */
export async function makeTown(api: Api, dept?: number): Promise<Town> {
  const mark = uniqueName('t');
  const deptId = dept ?? (await api.anyDept());
  const made = async (path: string, form: object): Promise<number> => {
    const { data } = await api.call('POST', path, form);
    return (data as { id: number }).id;
  };
  const plateId = await made('/asset/plate', { plateCode: mark, plateName: `厂房${mark}`, color: '#0A6BCB', sort: 1 });
  const partyAName = `经营中心${mark}`;
  const partyAId = await made('/asset/partyA', {
    partyACode: mark,
    partyAName,
    unitKind: 2,
    remitRequired: true,
    remitDay: 10,
    deptId,
  });
  const assetName = `产业园${mark}`;
  const assetId = await made('/asset/asset', { assetName, plateId, partyAId, titleState: 1, buildingAreaM2: '1200' });
  const buildingId = await made('/asset/building', { assetId, buildingCode: mark, buildingName: 'A1号楼' });
  const rooms: Town['rooms'] = [];
  for (const [roomNo, area] of [
    ['101', '500'],
    ['102', '300'],
    ['103', '200'],
  ]) {
    const roomCode = `${mark}-${roomNo}`;
    const form = { buildingId, floorNo: 1, roomNo, roomCode, buildingAreaM2: area, rentAreaM2: area, priceUnit: 1 };
    rooms.push({ roomId: await made('/asset/room', form), roomCode });
  }
  const tenantName = `禾川包装${mark}`;
  const tenantId = await made('/lease/tenant', { tenantName, kind: 1, deptId, phone: '19900000001' });
  return { mark, plateId, partyAId, partyAName, assetId, assetName, buildingId, rooms, tenantId, tenantName };
}

const APPROVES = ['lease:lease:list', 'lease:lease:query', 'lease:lease:approve'];

/** Somebody who approves leases, and what else he is given: who submitted something does not decide it. */
export async function makeApprover(api: Api, rights: readonly string[] = []): Promise<Person> {
  const { data } = await api.call('GET', '/system/menu/list');
  const menus = data as { menuId: number; parentId: number; perms: string; menuType: string }[];
  const wanted = new Set<number>();
  const take = (menuId: number) => {
    const menu = menus.find((one) => one.menuId === menuId);
    if (!menu || wanted.has(menuId)) return;
    wanted.add(menuId);
    take(menu.parentId);
  };
  for (const { menuId, perms } of menus) if (APPROVES.includes(perms) || rights.includes(perms)) take(menuId);
  const roleKey = uniqueName('ap');
  const form = { roleName: roleKey, roleKey, roleSort: 9, status: '0', menuIds: [...wanted] };
  return api.makePerson('boss', [await api.makeRole(form)]);
}

/** Somebody who holds a shipped role, in the department that keeps what `makeTown` makes unless another is said. */
export async function holder(api: Api, roleKey: string, dept?: number): Promise<Person> {
  const { rows } = await api.call('GET', `/system/role/list?roleKey=${roleKey}&pageSize=50`);
  const role = (rows as { roleId: number; roleKey: string }[]).find((one) => one.roleKey === roleKey);
  if (!role) throw new Error(`no role ${roleKey}`);
  return api.makePerson(roleKey.slice(0, 4), [role.roleId], dept);
}

/** Calls the API as the approver, beside the person who is signed in in the page. */
export async function asApprover(page: Pick<Page, 'request'>, boss: Person): Promise<Api> {
  const api = new Api(page.request);
  await api.signIn(boss.userName, boss.password);
  return api;
}

const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';

/** The signed paper of a lease. */
export const SCAN = { name: '合同.pdf', mimeType: 'application/pdf', buffer: Buffer.from(PDF) };

/** Brings the scan to the server; its number. */
export async function uploaded(page: Pick<Page, 'request'>, api: Api): Promise<number> {
  const upload = await page.request.post('prod-api/common/upload2Minio', {
    headers: { Authorization: `Bearer ${api.tokenOfSession}` },
    multipart: { file: SCAN },
  });
  const { fileInfo } = (await upload.json()) as { fileInfo: { id: number } };
  return fileInfo.id;
}

/** What a draft of a lease of the town's first room says. */
export const leaseForm = (town: Town, fields: object) => ({
  partyAId: town.partyAId,
  tenantId: town.tenantId,
  rooms: [{ roomId: town.rooms[0]?.roomId, rentAreaM2: '500' }],
  rentBasis: 1,
  rentFen: 1_000_000,
  billingCycle: 1,
  dueRule: { kind: 'ADVANCE', n: 0 },
  issueLeadDays: 0,
  ...fields,
});

export interface Signed {
  leaseId: number;
  leaseNo: string;
}

/** A lease of the town that was submitted, approved by the other person and signed, today or so many days ago. */
export async function signLease(
  page: Pick<Page, 'request'>,
  api: Api,
  boss: Person | Api,
  town: Town,
  fields: object,
  signedDaysAgo = 0,
): Promise<Signed> {
  const { data } = await api.call('POST', '/lease/lease', leaseForm(town, fields));
  const { id, leaseNo } = data as { id: number; leaseNo: string };
  await api.call('POST', '/lease/lease/submit', { id });
  const approver = boss instanceof Api ? boss : await asApprover(page, boss);
  await approver.call('POST', '/lease/lease/decide', { id, decision: 'approve' });
  const scans = [await uploaded(page, api)];
  await api.call('POST', '/lease/lease/sign', { id, signDate: dayFromNow(-signedDaysAgo), scans });
  return { leaseId: id, leaseNo };
}

/** A lease of three months ago to nine months from now with its bills issued: 10,000.00 a month. */
export async function billedLease(
  page: Pick<Page, 'request'>,
  api: Api,
  boss: Person | Api,
  town: Town,
  fields: object = {},
): Promise<Signed & { billId: number }> {
  const term = { startDate: monthFromNow(-3), endDate: monthFromNow(9, true) };
  // signed before it began: bills that come with a signature are due on its day at the earliest
  const since = Math.round((Date.parse(dayFromNow(0)) - Date.parse(term.startDate)) / 86_400_000);
  const lease = await signLease(page, api, boss, town, { ...term, ...fields }, since + 1);
  await api.call('POST', '/fin/bill/generate', { leaseIds: [lease.leaseId] });
  const { rows } = await api.call('GET', `/fin/bill/list?leaseId=${lease.leaseId}&kind=1&pageSize=50`);
  const [bill] = rows as { billId: number }[];
  return { ...lease, billId: bill?.billId ?? 0 };
}

/** So many signed leases of the town, each of a room of its own; their numbers. */
export async function signLeases(
  page: Page,
  api: Api,
  boss: Person,
  town: Town,
  fields: object,
  count: number,
): Promise<string[]> {
  const { buildingId, mark } = town;
  const plan = Array.from({ length: count }, (_, at) => ({
    floorNo: 3,
    roomNo: `${mark}${at}`,
    buildingAreaM2: '50',
    rentAreaM2: '50',
  }));
  await api.call('POST', '/asset/room/batch', { buildingId, rooms: plan, usage: 1 });
  const { rows } = await api.call('GET', `/asset/room/list?buildingId=${buildingId}&pageSize=${count + 10}`);
  const rooms = (rows as { roomId: number; floorNo: number }[]).filter(({ floorNo }) => floorNo === 3);
  const approver = await asApprover(page, boss);
  const numbers: string[] = [];
  for (const { roomId } of rooms) {
    const form = { ...fields, rooms: [{ roomId, rentAreaM2: '50' }] };
    numbers.push((await signLease(page, api, approver, town, form)).leaseNo);
  }
  return numbers;
}
