/** Rooms by floors × rooms: what a pattern makes of them. */

/** The most that are entered at once. */
export const MOST_ROOMS = 500;

export interface PlannedRoom {
  floorNo: number;
  roomNo: string;
  buildingAreaM2: string;
  rentAreaM2: string;
}

export interface RoomPattern {
  floorFrom: number;
  floorTo: number;
  perFloor: number;
  /** `{层}` the floor, `{序}` the number on it with two digits. */
  pattern: string;
  areaM2: string;
}

/** There is no floor 0. */
export const floorsOf = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, place) => from + place).filter((floor) => floor !== 0);

export const numberOf = (pattern: string, floor: number, place: number): string =>
  pattern
    .replaceAll('{层}', floor < 0 ? `B${-floor}` : `${floor}`)
    .replaceAll('{序}', `${place}`.padStart(2, '0'))
    .trim();

/** The rooms of a pattern, the lowest floor first. */
export const planned = ({ floorFrom, floorTo, perFloor, pattern, areaM2 }: RoomPattern): PlannedRoom[] =>
  floorsOf(floorFrom, floorTo).flatMap((floorNo) =>
    Array.from({ length: perFloor }, (_, place) => ({
      floorNo,
      roomNo: numberOf(pattern, floorNo, place + 1),
      buildingAreaM2: areaM2,
      rentAreaM2: areaM2,
    })),
  );

/** Why the rooms cannot be entered as they are; empty when they can. */
export function hindrance(rooms: readonly PlannedRoom[]): string {
  if (rooms.length === 0) return '没有要生成的房间';
  if (rooms.length > MOST_ROOMS) return `每次最多生成 ${MOST_ROOMS} 间，现为 ${rooms.length} 间`;
  const seen = new Set<string>();
  for (const { floorNo, roomNo, rentAreaM2 } of rooms) {
    if (!roomNo.trim()) return `${floorNo} 层有房间没有房号`;
    if (!(Number(rentAreaM2) > 0)) return `${floorNo} 层 ${roomNo} 的面积须大于 0`;
    const place = `${floorNo}/${roomNo.trim()}`;
    if (seen.has(place)) return `${floorNo} 层的房号 ${roomNo} 重复`;
    seen.add(place);
  }
  return '';
}
