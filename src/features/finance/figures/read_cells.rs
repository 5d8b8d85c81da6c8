//! Cells that a question has read already: a block of the report adds the same months up again and again, in other groups and
//! as of other days.
//!
//! Invariant: it lives as long as one question, which sees one state of the books.

use std::cell::{Cell as Slot, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use super::cells::Cell;
use crate::store::Values;

/// So many cells are kept, 1.3 MiB. What lies bill by bill in a long span is more, and is asked for once.
const MOST: usize = 1 << 14;

/// A cell with its values.
pub(super) type ReadCell = (Cell, Values);

/// Cells of a month of bills that count from one month or day to another.
struct Month {
    from: u32,
    to: u32,
    cells: Rc<[ReadCell]>,
}

/// Cells by table and month of the bills.
#[derive(Default)]
pub(super) struct ReadCells {
    months: RefCell<HashMap<(&'static str, u64), Month>>,
    many: Slot<usize>,
}

/// Cells that are being read.
pub(super) struct Now {
    cells: Vec<ReadCell>,
    room: usize,
}

impl Now {
    /// Puts one to the others.
    pub fn put(&mut self, cell: &Cell, values: &Values) {
        if self.cells.len() <= self.room {
            self.cells.push((*cell, *values));
        }
    }
}

impl ReadCells {
    /// Those of a month, if all that count from one to another were read; others may be among them.
    pub fn of(&self, name: &'static str, month: u64, (from, to): (u32, u32)) -> Option<Rc<[ReadCell]>> {
        let months = self.months.borrow();
        months.get(&(name, month)).filter(|read| read.from <= from && to <= read.to).map(|read| read.cells.clone())
    }

    /// Begins to read.
    pub fn begin(&self) -> Now {
        Now { cells: Vec::new(), room: MOST.saturating_sub(self.many.get()) }
    }

    /// Keeps what was read of a month, if there is room.
    pub fn keep(&self, month: (&'static str, u64), (from, to): (u32, u32), now: Now) {
        if now.cells.len() > now.room {
            return;
        }
        self.many.set(self.many.get() + now.cells.len());
        self.months.borrow_mut().insert(month, Month { from, to, cells: now.cells.into() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(cells: &ReadCells, month: u64, at: (u32, u32), many: usize) {
        let mut now = cells.begin();
        (0..many).for_each(|_| now.put(&Cell::default(), &[1, 0, 0]));
        cells.keep(("t", month), at, now);
    }

    #[test]
    fn a_part_of_what_was_read_is_known_and_more_is_not() {
        let cells = ReadCells::default();
        read(&cells, 7, (3, 9), 2);
        for (at, known) in [((3, 9), true), ((4, 4), true), ((2, 9), false), ((3, 10), false)] {
            assert_eq!(cells.of("t", 7, at).map(|found| found.len()), known.then_some(2), "{at:?}");
        }
        assert!(cells.of("t", 8, (3, 9)).is_none() && cells.of("u", 7, (3, 9)).is_none());
        read(&cells, 7, (1, 12), 3);
        assert_eq!(cells.of("t", 7, (2, 9)).map(|found| found.len()), Some(3));
    }

    #[test]
    fn what_has_no_room_is_read_again() {
        let cells = ReadCells::default();
        read(&cells, 1, (1, 1), MOST);
        read(&cells, 2, (1, 1), 0);
        read(&cells, 3, (1, 1), 1);
        assert_eq!(cells.of("t", 1, (1, 1)).map(|found| found.len()), Some(MOST));
        assert_eq!(cells.of("t", 2, (1, 1)).map(|found| found.len()), Some(0));
        assert!(cells.of("t", 3, (1, 1)).is_none());
        let cells = ReadCells::default();
        read(&cells, 1, (1, 1), MOST + 1);
        assert!(cells.of("t", 1, (1, 1)).is_none());
    }
}
