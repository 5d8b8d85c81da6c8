/** The register of property: plates, parties A, assets, certificates, buildings, rooms. */

import type { Params } from '@/lib/params';
import type { DateSpan, Owned } from './business';
import { api } from './client';
import { reading } from './reading';
import { defineResource } from './resource';

export interface PlateForm {
  plateId?: number;
  version?: number;
  plateCode: string;
  plateName: string;
  /** `#rrggbb` */
  color: string;
  sort: number;
  status: string;
  remark?: string;
}
export interface PlateRow extends Omit<PlateForm, 'version' | 'remark'>, Owned {
  plateId: number;
  assetCount: number;
}
/** Choices that change seldom; every write of this window has them read again all the same. */
const seldom = <Answer>(place: string, read: () => Promise<Answer>) => ({
  ...reading(place, () => read)(),
  staleTime: 300_000,
});

export const plates = defineResource<PlateRow, PlateForm>({ name: 'asset-plate', base: '/asset/plate', id: 'plateId' });

export interface PlateOption {
  plateId: number;
  plateName: string;
  color: string;
  status: string;
}
export const platesQuery = seldom('plate-options', () =>
  api.get<{ data: PlateOption[] }>('/asset/plate/options').then(({ data }) => data),
);

export interface BankAccount {
  name: string;
  bank: string;
  /** Masked in answers; the masked text sent back means «as before». */
  accountNo: string;
  isDefault: boolean;
}
export interface PartyAForm {
  partyAId?: number;
  version?: number;
  deptId?: number;
  partyACode: string;
  partyAName: string;
  shortName?: string;
  unitKind: number;
  uscc?: string;
  contact?: string;
  remitRequired: boolean;
  remitDay: number;
  status: string;
  accounts: BankAccount[];
  remark?: string;
}
export interface PartyARow extends Omit<PartyAForm, 'version' | 'deptId' | 'remark'>, Owned {
  partyAId: number;
  assetCount: number;
  deptName: string;
}
export const partiesA = defineResource<PartyARow, PartyAForm>({
  name: 'asset-partyA',
  base: '/asset/partyA',
  id: 'partyAId',
});
export const accountsQuery = reading(
  'full-accounts',
  (id: number) => () =>
    api.ask<{ data: { bank: string; accountNo: string }[] }>('/asset/partyA/accounts', { id }).then(({ data }) => data),
);

export interface PartyAOption {
  partyAId: number;
  partyAName: string;
  status: string;
}
export const partiesAQuery = seldom('partyA-options', () =>
  api.get<{ data: PartyAOption[] }>('/asset/partyA/options').then(({ data }) => data),
);

export interface Restriction {
  kind: number;
  from: string;
  to?: string | null;
  doc?: string;
}
export interface AssetForm {
  assetId?: number;
  version?: number;
  deptId?: number;
  partyAId?: number;
  heldFrom?: string;
  assetCode?: string;
  assetName: string;
  plateId: number;
  assetKind?: string;
  district?: string;
  address?: string;
  titleState: number;
  buildingAreaM2?: string | null;
  landAreaM2?: string | null;
  innerAreaM2?: string | null;
  structure?: string;
  buildYear?: number | null;
  floors?: number | null;
  acquireMode?: string;
  acquireDate?: string | null;
  originalValueFen?: number | null;
  netValueFen?: number | null;
  accumDeprFen?: number | null;
  restrictions?: Restriction[];
  files?: number[];
  remark?: string;
}
/** Rent areas of the rooms by what they are for today. */
export interface Areas {
  letAreaM2: string;
  vacantAreaM2: string;
  selfUseAreaM2: string;
  lentAreaM2: string;
  otherAreaM2: string;
  roomCount: number;
}
export interface AssetRow extends Omit<AssetForm, 'version' | 'deptId' | 'remark' | 'files'>, Owned, Areas {
  assetId: number;
  assetCode: string;
  /** 1 registered … 5 disposed of. */
  state: number;
  partyAId: number;
  partyAName: string;
  holdings: ({ partyAId: number } & DateSpan)[];
  plateName: string;
  deptName: string;
  certCount: number;
  files: number[];
}
export const assets = defineResource<AssetRow, AssetForm>({ name: 'asset-asset', base: '/asset/asset', id: 'assetId' });
export const setHolder = (form: { assetId: number; version: number; partyAId: number; from: string }) =>
  api.put('/asset/asset/holder', form);
export const setAssetState = (form: { assetId: number; version: number; state: number }) =>
  api.put('/asset/asset/state', form);
export interface AssetOption {
  assetId: number;
  label: string;
}
export const assetsQuery = seldom('asset-options', () =>
  api.get<{ data: AssetOption[] }>('/asset/asset/options').then(({ data }) => data),
);

export interface EstateNode {
  kind: 'plate' | 'asset' | 'building' | 'floor';
  id: number;
  label: string;
  count: number;
  leaf: boolean;
}
export const estateTreeQuery = reading(
  'estate-tree',
  (query: Params) => () => api.get<{ data: EstateNode[] }>('/asset/asset/tree', query).then(({ data }) => data),
);

export interface CertForm {
  certId?: number;
  version?: number;
  assetId: number;
  kind: number;
  certNo: string;
  holder?: string;
  issueDate?: string | null;
  areaM2?: string | null;
  landUse?: string;
  landNature?: string;
  termEnd?: string | null;
  coOwned: boolean;
  mortgaged: boolean;
  files?: number[];
  remark?: string;
}
export interface CertRow extends Omit<CertForm, 'version' | 'remark' | 'files'>, Owned {
  certId: number;
  assetName: string;
  files: number[];
}
export const certs = defineResource<CertRow, CertForm>({ name: 'asset-cert', base: '/asset/cert', id: 'certId' });

export interface BuildingForm {
  buildingId?: number;
  version?: number;
  assetId: number;
  buildingCode: string;
  buildingName: string;
  floorsAbove: number;
  floorsBelow: number;
  buildYear?: number | null;
  elevator: boolean;
  fireGrade?: string;
  buildingAreaM2?: string | null;
  status: string;
  remark?: string;
}
export interface BuildingRow extends Omit<BuildingForm, 'version' | 'remark'>, Owned {
  buildingId: number;
  assetName: string;
  roomCount: number;
}
export const buildings = defineResource<BuildingRow, BuildingForm>({
  name: 'asset-building',
  base: '/asset/building',
  id: 'buildingId',
});

export interface RoomForm {
  roomId?: number;
  version?: number;
  validFrom?: string | null;
  usage?: number;
  buildingId: number;
  floorNo: number;
  roomNo: string;
  roomCode?: string;
  roomName?: string;
  useKind?: string;
  buildingAreaM2: string;
  innerAreaM2?: string | null;
  rentAreaM2: string;
  /** 1/10,000 yuan a unit. */
  basePriceE4?: number | null;
  priceUnit: number;
  remark?: string;
}
export interface RoomRow extends Omit<RoomForm, 'version' | 'remark' | 'validFrom'>, Owned {
  roomId: number;
  roomCode: string;
  assetId: number;
  assetName: string;
  buildingName: string;
  valid: DateSpan;
  /** 1 vacant … 10 unfit. */
  state: number;
  leaseId: number;
  usages: ({ usage: number; doc: string } & DateSpan)[];
  parents: number[];
}
export interface Occupancy {
  occupancyId: number;
  span: DateSpan;
  kind: number;
  leaseId: number;
  reason: string;
  /** Empty for people who do not see the lease. */
  tenantName: string;
}
/** The lease behind a room, for people who see it. */
export interface Tenancy {
  leaseId: number;
  leaseNo: string;
  state: number;
  tenantId: number;
  tenantName: string;
  startDate: string;
  effectiveEnd: string;
  /** Of all rooms of the lease. */
  monthRentFen: number;
  rooms: number;
  /** Absent for people who do not see bills. */
  arrearsFen?: number | null;
  overdueBills: number;
  renewPriority: boolean;
  renewNoticeDays: number;
}
/** A room before or after a split or merger. */
export interface KinRoom {
  roomId: number;
  roomCode: string;
  valid: DateSpan;
}
export interface RoomCard extends RoomRow {
  occupancies: Occupancy[];
  parentRooms: KinRoom[];
  childRooms: KinRoom[];
  tenancy?: Tenancy | null;
  depositFen?: number | null;
  /** Whether somebody said since when it exists. */
  sinceKnown: boolean;
}
export const rooms = defineResource<RoomRow, RoomForm>({ name: 'asset-room', base: '/asset/room', id: 'roomId' });
export const roomCardQuery = reading(
  'room-card',
  (id: number) => () => api.get<{ data: RoomCard }>(`/asset/room/${id}`).then(({ data }) => data),
);

export interface GridRoom {
  roomId: number;
  roomNo: string;
  roomName: string;
  rentAreaM2: string;
  state: number;
  leaseId: number;
  reason: string;
  span?: DateSpan | null;
  tenancy?: Tenancy | null;
  basePriceE4?: number | null;
  priceUnit: number;
}
export interface GridFloor {
  floorNo: number;
  rooms: GridRoom[];
}
export interface RoomGrid {
  buildingName: string;
  partyAName: string;
  day: string;
  floors: GridFloor[];
}
export const roomGridQuery = reading(
  'room-grid',
  (buildingId: number, day: string) => () =>
    api.get<{ data: RoomGrid }>('/asset/room/grid', { buildingId, day }).then(({ data }) => data),
);

export const setRoomUsage = (form: { roomId: number; version: number; usage: number; from: string; doc?: string }) =>
  api.put('/asset/room/usage', form);
export const blockRoom = (form: { roomId: number; kind: number; from: string; to: string; reason?: string }) =>
  api.post('/asset/room/block', form);
export const unblockRoom = (occupancyId: number) => api.delete(`/asset/room/block/${occupancyId}`);
export const endRoom = (form: { roomId: number; version: number; last: string }) => api.post('/asset/room/end', form);
export const splitRoom = (form: { roomId: number; version: number; from: string; parts: RoomForm[] }) =>
  api.post('/asset/room/split', form);
export const mergeRooms = (form: { roomIds: number[]; from: string; whole: RoomForm }) =>
  api.post('/asset/room/merge', form);

/** A room of the room selector. */
export interface RoomChoice {
  roomId: number;
  roomCode: string;
  roomName: string;
  assetId: number;
  assetName: string;
  buildingName: string;
  floorNo: number;
  useKind: string;
  rentAreaM2: string;
  basePriceE4?: number | null;
  priceUnit: number;
  available: boolean;
  blockedBy: string;
  blockingLeaseId: number;
  firstFreeDate?: string | null;
}
export const roomChoicesQuery = reading(
  'room-choices',
  (query: Params) => (signal) => api.get<{ rows: RoomChoice[]; total: number }>('/asset/room/select', query, signal),
);

/** Rooms of a building that are alike but for place and size. */
export interface NewRooms {
  buildingId: number;
  useKind?: string;
  usage?: number;
  rooms: { floorNo: number; roomNo: string; buildingAreaM2: string; rentAreaM2: string }[];
}
export const addRooms = (form: NewRooms) =>
  api.post<{ data: { count: number } }>('/asset/room/batch', form).then(({ data }) => data);
