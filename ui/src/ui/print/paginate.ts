/** Where a paper is cut into sheets. Knows heights alone: what has them is measured by `press.ts`. */

/** What is never cut: a row of a table, a heading, a paragraph. */
export interface Unit {
  height: number;
  /** Whose row it is; each part of a table begins with its head. Null = none. */
  table: number | null;
  /** It is not the last of its sheet: a heading, or what belongs to the signatures. */
  keep: boolean;
}

export interface Room {
  /** Of the first sheet, whose head is the tallest. */
  first: number;
  next: number;
}

/** Units that stay together. */
function groupsOf(units: readonly Unit[]): number[][] {
  const groups: number[][] = [];
  units.forEach((_unit, place) => {
    if (place > 0 && units[place - 1]?.keep) groups[groups.length - 1]?.push(place);
    else groups.push([place]);
  });
  return groups;
}

/** Height of neighbours on a sheet, where the table before them has its head already. */
function heightOf(units: readonly Unit[], heads: readonly number[], places: readonly number[], table: number | null) {
  let height = 0;
  let headed = table;
  for (const place of places) {
    const unit = units[place] as Unit;
    if (unit.table !== null && unit.table !== headed) height += heads[unit.table] ?? 0;
    headed = unit.table;
    height += unit.height;
  }
  return { height, table: headed };
}

/** The first unit of each sheet, and how full the last one is (0 to 1). */
export function paginate(units: readonly Unit[], heads: readonly number[], room: Room) {
  const starts = [0];
  let used = 0;
  let table: number | null = null;
  const most = () => (starts.length === 1 ? room.first : room.next);
  const put = (places: readonly number[]) => {
    let next = heightOf(units, heads, places, table);
    if (used > 0 && used + next.height > most()) {
      starts.push(places[0] as number);
      used = 0;
      next = heightOf(units, heads, places, null);
    }
    used += next.height;
    table = next.table;
  };
  for (const group of groupsOf(units)) {
    // what fits on no sheet is cut after all
    if (heightOf(units, heads, group, null).height <= room.next) put(group);
    else for (const place of group) put([place]);
  }
  return { starts, filled: most() > 0 ? used / most() : 0 };
}

/** Places to cut something taller than a sheet: between lines of text, which have a top and a bottom each. */
export function cutLines(lines: readonly (readonly [top: number, bottom: number])[], height: number, room: number) {
  const cuts: number[] = [];
  let from = 0;
  while (height - from > room) {
    const limit = from + room;
    const free = (y: number) => lines.every(([top, bottom]) => top >= y - 0.5 || bottom <= y + 0.5);
    const bottoms = lines.map(([, bottom]) => bottom).filter((y) => y > from + 1 && y <= limit && free(y));
    from = bottoms.length > 0 ? Math.max(...bottoms) : limit;
    cuts.push(from);
  }
  return cuts;
}
