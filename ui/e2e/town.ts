import { type Api, uniqueName } from './support';

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

/** Makes a plate, a party A, an asset with a building of three rooms, and a tenant. */
export async function makeTown(api: Api): Promise<Town> {
  const mark = uniqueName('t');
  const deptId = await api.anyDept();
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
