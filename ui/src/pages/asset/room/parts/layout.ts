/** Where the rooms of a building stand in the grid. */
import type { GridRoom } from '@/api/assets';
import { ENDING_SOON, HOLDOVER, VACANT } from '@/features/assets/roomStates';
import { parseArea } from '@/lib/money';

/** Columns of a line, and the fewest that the words of a room need. */
export const COLUMNS = 16;
const LEAST = 2;
const ROOMS_OF_A_LINE = COLUMNS / LEAST;

export interface Placed {
  room: GridRoom;
  columns: number;
}

const area = ({ rentAreaM2 }: GridRoom): number => parseArea(rentAreaM2) ?? 0;

/** The rooms of a floor in lines of even length. */
export function linesOf(rooms: readonly GridRoom[]): GridRoom[][] {
  const lines = Math.max(1, Math.ceil(rooms.length / ROOMS_OF_A_LINE));
  const length = Math.ceil(rooms.length / lines);
  return Array.from({ length: lines }, (_, line) => rooms.slice(line * length, (line + 1) * length));
}

/** Columns by area: the largest line of the building is full, so a wider card is a larger room on every floor. */
export function placeRooms(line: readonly GridRoom[], largest: number): Placed[] {
  const placed = line.map((room) => ({
    room,
    columns: Math.max(LEAST, Math.round((COLUMNS * area(room)) / Math.max(largest, 1))),
  }));
  // what small rooms were given beyond their area is taken from the widest
  for (let over = placed.reduce((sum, { columns }) => sum + columns, -COLUMNS); over > 0; over -= 1) {
    const widest = placed.reduce((one, other) => (other.columns > one.columns ? other : one));
    widest.columns -= 1;
  }
  return placed;
}

export const lineArea = (line: readonly GridRoom[]): number => line.reduce((sum, room) => sum + area(room), 0);

/** States of rooms that are let, and of those that could be (domain.md 3.9): what neither is does not count. */
const LET: readonly number[] = [4, ENDING_SOON, HOLDOVER];
const LETTABLE: readonly number[] = [...LET, VACANT, 2, 3];

/** 出租率 by area in hundredths of a percent; null where nothing can be let. */
export function lettingRate(rooms: readonly GridRoom[]): number | null {
  const sum = (states: readonly number[]) => lineArea(rooms.filter(({ state }) => states.includes(state)));
  const lettable = sum(LETTABLE);
  return lettable === 0 ? null : Math.round((sum(LET) * 10_000) / lettable);
}

/** Whether a room answers to what was typed: its number or name, its tenant, its lease. */
export function answersTo(room: GridRoom, words: string): boolean {
  const wanted = words.trim().toLowerCase();
  const known = [room.roomNo, room.roomName, room.tenancy?.tenantName, room.tenancy?.leaseNo, room.reason];
  return wanted === '' || known.some((text) => text?.toLowerCase().includes(wanted));
}
