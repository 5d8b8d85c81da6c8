/** The register of property: plates, parties A, assets, certificates, buildings, rooms. */

import type { Params } from '@/lib/params';
import type { Choosing } from './business';
import { api } from './client';
import type { Answer, Body, Schema } from './contract';
import { reading } from './reading';
import { defineResource } from './resource';

export type PlateForm = Schema<'PlateInput'>;
export type PlateRow = Schema<'PlateOut'>;

/** Choices that change seldom; every write of this window has them read again all the same. */
const seldom = <Answer>(place: string, read: () => Promise<Answer>) => ({
  ...reading(place, () => read)(),
  staleTime: 300_000,
});

export const plates = defineResource<PlateRow, PlateForm>({ name: 'asset-plate', base: '/asset/plate', id: 'plateId' });

export type PlateOption = Schema<'PlateOption'>;
export const platesQuery = seldom('plate-options', () =>
  api.get<Answer<'GET /asset/plate/options'>>('/asset/plate/options').then(({ data }) => data),
);

/** The numbers of accounts are masked in answers; the masked text sent back means «as before». */
export type PartyAForm = Schema<'PartyAInput'> & { booksFrom?: string | null };
export type PartyARow = Schema<'PartyAOut'> & { booksFrom: string | null };
export const partiesA = defineResource<PartyARow, PartyAForm>({
  name: 'asset-partyA',
  base: '/asset/partyA',
  id: 'partyAId',
});
export const accountsQuery = reading(
  'full-accounts',
  (id: number) => () =>
    api.ask<Answer<'POST /asset/partyA/accounts'>>('/asset/partyA/accounts', { id }).then(({ data }) => data),
);

export type PartyAOption = Schema<'PartyAOption'>;
export const partiesAQuery = seldom('partyA-options', () =>
  api.get<Answer<'GET /asset/partyA/options'>>('/asset/partyA/options').then(({ data }) => data),
);

export type AssetForm = Schema<'AssetInput'>;
export type AssetRow = Schema<'AssetOut'>;
export const assets = defineResource<AssetRow, AssetForm>({ name: 'asset-asset', base: '/asset/asset', id: 'assetId' });
export const setHolder = (form: Body<'PUT /asset/asset/holder'>) => api.put('/asset/asset/holder', form);
export type AssetOption = Schema<'AssetOption'>;
export const assetsQuery = seldom('asset-options', () =>
  api.get<Answer<'GET /asset/asset/options'>>('/asset/asset/options').then(({ data }) => data),
);

export type RoomOption = Schema<'RoomOption'>;
export type BuildingOption = Schema<'BuildingOption'>;
export const buildingOptionsQuery = reading(
  'building-options',
  (ask: Choosing) => (signal) =>
    api.get<Answer<'GET /asset/building/options'>>('/asset/building/options', ask, signal).then(({ data }) => data),
);

export const roomOptionsQuery = reading(
  'room-options',
  (ask: Choosing) => (signal) =>
    api.get<Answer<'GET /asset/room/options'>>('/asset/room/options', ask, signal).then(({ data }) => data),
);

/** The document does not name the kinds. */
export type EstateNode = Omit<Schema<'TreeNode'>, 'kind'> & { kind: 'plate' | 'asset' | 'building' | 'floor' };
export const estateTreeQuery = reading(
  'estate-tree',
  (query: Params) => () => api.get<{ data: EstateNode[] }>('/asset/asset/tree', query).then(({ data }) => data),
);

export type CertForm = Schema<'CertInput'>;
export type CertRow = Schema<'CertOut'>;
export const certs = defineResource<CertRow, CertForm>({ name: 'asset-cert', base: '/asset/cert', id: 'certId' });

export type BuildingForm = Schema<'BuildingInput'>;
export type BuildingRow = Schema<'BuildingOut'>;
export const buildings = defineResource<BuildingRow, BuildingForm>({
  name: 'asset-building',
  base: '/asset/building',
  id: 'buildingId',
});

export type RoomForm = Schema<'RoomInput'>;
export type RoomRow = Schema<'RoomOut'>;
export type Occupancy = Schema<'OccupancyOut'>;
/** The lease behind a room, for people who see it. */
export type Tenancy = Schema<'Tenancy'>;
/** A room before or after a split or merger. */
export type KinRoom = Schema<'KinRoom'>;
export type RoomCard = Schema<'RoomCard'>;
export const rooms = defineResource<RoomRow, RoomForm>({ name: 'asset-room', base: '/asset/room', id: 'roomId' });
export const roomCard = (id: number) =>
  api.get<Answer<'GET /asset/room/{id}'>>(`/asset/room/${id}`).then(({ data }) => data);
export const roomCardQuery = reading('room-card', (id: number) => () => roomCard(id));

export type GridRoom = Schema<'GridRoom'>;
export type GridFloor = Schema<'GridFloor'>;
export const roomGridQuery = reading(
  'room-grid',
  (buildingId: number, day: string) => () =>
    api.get<Answer<'GET /asset/room/grid'>>('/asset/room/grid', { buildingId, day }).then(({ data }) => data),
);

export const setRoomUsage = (form: Body<'PUT /asset/room/usage'>) => api.put('/asset/room/usage', form);
export const blockRoom = (form: Body<'POST /asset/room/block'>) => api.post('/asset/room/block', form);
export const unblockRoom = (occupancyId: number) => api.delete(`/asset/room/block/${occupancyId}`);
export const endRoom = (form: Body<'POST /asset/room/end'>) => api.post('/asset/room/end', form);
export const splitRoom = (form: Body<'POST /asset/room/split'>) => api.post('/asset/room/split', form);
export const mergeRooms = (form: Body<'POST /asset/room/merge'>) => api.post('/asset/room/merge', form);

/** A room of the room selector. */
export type RoomChoice = Schema<'RoomChoice'>;
export const roomChoicesQuery = reading(
  'room-choices',
  (query: Params) => (signal) => api.get<Answer<'GET /asset/room/select'>>('/asset/room/select', query, signal),
);

export const addRooms = (form: Body<'POST /asset/room/batch'>) =>
  api.post<Answer<'POST /asset/room/batch'>>('/asset/room/batch', form).then(({ data }) => data);
