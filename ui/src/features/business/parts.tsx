/** Cells and queries that pages of the business share. */

import { partiesAQuery } from '@/api/assets';
import { parseArea } from '@/lib/money';
import { useQuery } from '@/lib/useQuery';
import { StateTag } from '@/ui/DictTag';
import styles from '@/ui/values.module.css';
import { type Choice, labelOf } from './labels';

/** Names of 甲方, where one is shown beside its number. */
export function usePartiesA() {
  const { data } = useQuery(partiesAQuery);
  return data ?? [];
}

/** A number as its tag. */
export function ChoiceTag({ among, value }: { among: readonly Choice[]; value: number | null | undefined }) {
  const tone = among.find((choice) => choice.value === value)?.tone ?? 'plain';
  return <StateTag tone={tone}>{labelOf(among, value)}</StateTag>;
}

const grouped = (text: string): string => text.replace(/\B(?=(\d{3})+(?=\.))/g, ',');

/** «1,234.50» of the wire's «1234.50»; «—» for none. */
export const areaText = (text: string | null | undefined): string => (text ? grouped(text) : '—');

/** Hundredths of a square metre of areas of the wire together. */
export const areaSum = (areas: readonly string[]): number =>
  areas.reduce((sum, text) => sum + (parseArea(text) ?? 0), 0);

/** An area at the right edge of its cell. */
export const Area = ({ m2 }: { m2: string | null | undefined }) => (
  <span className={styles.figure}>{areaText(m2)}</span>
);

/** «36.0000» -> «36.00»: at least two decimals, four at most. */
export function priceText(e4: number | null | undefined): string {
  if (e4 === null || e4 === undefined) return '';
  const digits = String(e4).padStart(5, '0');
  const decimals = digits.slice(-4).replace(/0{1,2}$/, '');
  return `${digits.slice(0, -4)}.${decimals}`;
}

/** «5%» of 50,000 parts per million, «0.05%» of 500: no decimals that say nothing. */
export const percentText = (ppm: number): string => `${ppm / 10_000}%`;

/** Numbers of files of a comma-joined field. */
export const fileIds = (joined: string | null | undefined): number[] =>
  (joined ?? '').split(',').filter(Boolean).map(Number);

interface NamedRoom {
  roomCode: string;
  assetName: string;
  roomLabel: string;
}

/** «南桥办公楼11号 1号楼 301»; the code stands in for a room that is gone. */
export const roomName = ({ roomCode, assetName, roomLabel }: NamedRoom): string =>
  roomLabel ? `${assetName} ${roomLabel}` : roomCode;

/** Rooms by building and name, those of one asset together; their codes on hovering. */
export function RoomNames({ rooms }: { rooms: readonly NamedRoom[] }) {
  const told = rooms.map((room, place) =>
    place > 0 && rooms[place - 1]?.assetName === room.assetName && room.roomLabel ? room.roomLabel : roomName(room),
  );
  return <span title={rooms.map(({ roomCode }) => roomCode).join('、')}>{told.join('、')}</span>;
}
