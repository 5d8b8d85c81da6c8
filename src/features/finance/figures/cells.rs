//! Reading sums of the books: spans cut anywhere are read from whole months and the days at their ends, and only cells of
//! what the asker sees and asks for come through.

use std::collections::HashMap;

use jiff::civil::Date;

use super::load::Books;
use super::read_cells::ReadCells;
use crate::error::Result;
use crate::features::finance::sums::{
    self, ALLOCATIONS, BILLS, CREDIT, DIRECT, Entry, Family, Flow, Flows, OPEN, OPEN_MONTHS, PAYOUTS, RECEIPTS,
    TENANT_YEARS, WAIVERS,
};
use crate::features::finance::sums_memory::KeptSums;
use crate::kernel::day_number::{FIRST, LAST, day_no, month_no, month_of};
use crate::kernel::span::{DateSpan, add_months, before};
use crate::store::sum::{Cells, Columns, MOST_COLUMNS, Numbers, Width, add, numbers_of, range_of_numbers};
use crate::store::{Key, RawRead, Values, key};

/// Where cells are read.
pub enum Source<'a> {
    /// Sums of the store, and those of them that are in memory.
    Store(&'a dyn RawRead, Option<KeptSums>),
    /// Sums of the rows that one person sees because he entered them.
    Rows(HashMap<&'static str, Cells>),
}

impl Source<'_> {
    /// Sums of rows, the way the store keeps them.
    pub fn of_rows(books: &Books) -> Self {
        let mut tables: HashMap<&'static str, Cells> = HashMap::new();
        let mut put = |name, (columns, values): (Key, Values)| {
            add(tables.entry(name).or_default().entry(columns.bytes().to_vec()).or_default(), &values);
        };
        let mut enter = |family: Family, entries: Vec<Entry>| {
            for entry in entries {
                put(family.months, entry.by_months());
                put(family.due, entry.by_due(true));
                put(family.days, entry.by_day());
            }
        };
        books.bills.iter().for_each(|bill| enter(BILLS, sums::of_bill(bill)));
        books.adjustments.iter().for_each(|bill| enter(BILLS, sums::taken_off(bill)));
        books.allocations.iter().for_each(|row| enter(ALLOCATIONS, sums::of_allocation(row)));
        books.waivers.iter().for_each(|waiver| enter(WAIVERS, sums::of_waiver(waiver)));
        books.bills.iter().filter_map(sums::open).for_each(|cell| put(OPEN, cell));
        books.bills.iter().filter_map(sums::open_by_month).for_each(|cell| put(OPEN_MONTHS, cell));
        let asked = books.bills.iter().flat_map(sums::of_bill);
        let off = books.adjustments.iter().flat_map(sums::taken_off);
        asked.chain(off).for_each(|entry| put(TENANT_YEARS, entry.by_tenant()));
        let mut flow = |names: Flows, flows: Vec<Flow>| {
            for flow in flows {
                put(names.months, flow.by_month());
                put(names.days, flow.by_day());
            }
        };
        books.receipts.iter().for_each(|receipt| flow(RECEIPTS, sums::of_receipt(receipt)));
        books.payouts.iter().for_each(|payout| flow(PAYOUTS, sums::of_payout(payout)));
        books.allocations.iter().for_each(|row| flow(DIRECT, sums::direct(row).into_iter().collect()));
        books.credit.iter().for_each(|movement| flow(CREDIT, sums::of_credit(movement)));
        Self::Rows(tables)
    }

    fn range(
        &self,
        (name, widths): (&'static str, &[Width]),
        low: &Key,
        high: &Key,
        visit: &mut dyn FnMut(&Numbers, &Values),
    ) -> Result<()> {
        match self {
            Self::Store(tx, kept) => {
                match kept.as_ref().and_then(|kept| kept.table(name)) {
                    Some(table) => table.range((low, high), widths, visit),
                    None => range_of_numbers(*tx, name, (low, high), widths, visit)?,
                }
                Ok(())
            }
            Self::Rows(tables) => {
                let cells = tables.get(name).into_iter().flat_map(|cells| cells.range(low.bytes().to_vec()..));
                for (columns, values) in cells {
                    if columns.as_slice() > high.bytes() && !columns.starts_with(high.bytes()) {
                        break;
                    }
                    visit(&numbers_of(columns, widths), values);
                }
                Ok(())
            }
        }
    }

    /// The first or last month of a table's first column; none when it is empty.
    fn edge(&self, name: &'static str, last: bool) -> Result<Option<u32>> {
        let mut found = None;
        match self {
            Self::Store(_, Some(kept)) if kept.table(name).is_some() => {
                let edge = kept.table(name).and_then(|table| table.edge(last));
                found = edge.map(|columns| Columns::of(columns).u16());
            }
            Self::Store(tx, _) => {
                tx.raw_range(name, std::ops::Bound::Unbounded, std::ops::Bound::Unbounded, last, &mut |columns, _| {
                    found = Some(Columns::of(columns).u16());
                    false
                })?;
            }
            Self::Rows(tables) => {
                let mut columns = tables.get(name).into_iter().flat_map(Cells::keys);
                let edge = if last { columns.next_back() } else { columns.next() };
                found = edge.map(|columns| Columns::of(columns).u16());
            }
        }
        Ok(found)
    }
}

/// What the asker sees and asks for.
#[derive(Debug, Clone, Default)]
pub struct CellFilter {
    /// Departments in order; none for all.
    pub depts: Option<Vec<u64>>,
    /// Parties A; empty for all.
    pub parties: Vec<u64>,
    /// Plates; empty for all.
    pub plates: Vec<u64>,
}

impl CellFilter {
    fn sees(&self, dept_id: u64, party_a_id: u64) -> bool {
        self.depts.as_ref().is_none_or(|depts| depts.binary_search(&dept_id).is_ok())
            && (self.parties.is_empty() || self.parties.contains(&party_a_id))
    }

    fn sees_plate(&self, plate_id: u64) -> bool {
        self.plates.is_empty() || self.plates.contains(&plate_id)
    }
}

/// The columns of a cell of bills, money on them, or waivers.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cell {
    /// Whether its days are months.
    monthly: bool,
    due: u32,
    at: u32,
    origin: u32,
    pub party_a_id: u64,
    pub plate_id: u64,
    /// What for, by its number.
    pub kind: u8,
    /// Tenant, in tables that tell.
    pub tenant_id: u64,
    /// Bill, in tables that tell.
    pub bill_id: u64,
}

impl Cell {
    /// A bill with what columns hold of it: its due day, party A, plate and tenant, and its kind.
    pub(super) fn of_bill(bill_id: u64, due: i64, [party, plate, tenant]: [i64; 3], kind: i64) -> Self {
        let (party_a_id, plate_id, tenant_id) = (party.cast_unsigned(), plate.cast_unsigned(), tenant.cast_unsigned());
        let due = u32::try_from(due.max(0)).unwrap_or_default() + 1;
        let kind = u8::try_from(kind).unwrap_or_default();
        Self { due, party_a_id, plate_id, tenant_id, bill_id, kind, ..Self::default() }
    }

    /// Number of the month in which it is due.
    pub fn due_month(&self) -> u32 {
        if self.monthly { self.due } else { month_of(self.due) }
    }

    /// Number of the month from which it counts.
    pub fn at_month(&self) -> u32 {
        if self.monthly { self.at } else { month_of(self.at) }
    }

    /// Number of the day on which it is due; of cells by days only.
    pub fn due_day(&self) -> u32 {
        self.due
    }

    /// Whether its money came in the month in which it counts, or is a mirror.
    pub fn came_in_its_month(&self) -> bool {
        let month = if self.monthly { self.origin } else { month_of(self.origin) };
        self.origin != 0 && month >= self.at_month()
    }

    /// Whether its money came on a day or later, or is a mirror. Cells by months are asked for a first of a month only.
    pub fn came_since(&self, day: Date) -> bool {
        self.origin >= if self.monthly { month_no(day) } else { day_no(day) }
    }
}

/// A span as whole months and the days at its ends.
struct Cut {
    days: Vec<DateSpan>,
    months: Option<DateSpan>,
}

impl Cut {
    fn of(span: DateSpan) -> Self {
        let (from, to) = (span.from.clamp(FIRST, LAST), span.to.clamp(FIRST, LAST));
        let first = if from.day() == 1 { from } else { add_months(from.first_of_month(), 1) };
        let last = if to == to.last_of_month() { to } else { before(to.first_of_month()) };
        if span.is_empty() {
            return Self { days: Vec::new(), months: None };
        }
        if first > last {
            return Self { days: vec![DateSpan::new(from, to)], months: None };
        }
        let ends = [DateSpan::new(from, before(first)), DateSpan::new(last.tomorrow().unwrap_or(last), to)];
        let days = ends.into_iter().filter(|end| !end.is_empty()).collect();
        Self { days, months: Some(DateSpan::new(first, last)) }
    }
}

/// Everything up to a day.
pub fn until(day: Date) -> DateSpan {
    DateSpan::new(FIRST, day)
}

/// Everything after a day.
pub fn after(day: Date) -> DateSpan {
    DateSpan::new(crate::kernel::span::after(day), LAST)
}

/// A number of a day or month.
fn small(column: u64) -> u32 {
    u32::try_from(column).unwrap_or_default()
}

fn within(span: DateSpan) -> (u32, u32) {
    (day_no(span.from), day_no(span.to))
}

/// How the columns of a table are written: those that say when, then department, party A, plate and kind, and where the table tells
/// them tenant and bill.
const fn widths(when: &[Width]) -> [Width; MOST_COLUMNS] {
    const TAIL: [Width; 6] = [Width::Short, Width::Short, Width::Short, Width::One, Width::Short, Width::Short];
    let (mut widths, mut at) = ([Width::One; MOST_COLUMNS], 0);
    while at < when.len() + TAIL.len() {
        widths[at] = if at < when.len() { when[at] } else { TAIL[at - when.len()] };
        at += 1;
    }
    widths
}

/// Tables by month of the bill, month in which it counts, month in which its money came.
const BY_MONTHS: [Width; MOST_COLUMNS] = widths(&[Width::Two, Width::Two, Width::Two]);
/// The same by days.
const BY_DAYS: [Width; MOST_COLUMNS] = widths(&[Width::Three, Width::Three, Width::Three]);
/// By month of the bill, then day on which it counts, due day and day on which its money came.
const BY_MONTH_AND_DAYS: [Width; MOST_COLUMNS] = widths(&[Width::Two, Width::Three, Width::Three, Width::Three]);
/// By month, or year.
const BY_ONE_MONTH: [Width; MOST_COLUMNS] = widths(&[Width::Two]);
/// By day.
const BY_ONE_DAY: [Width; MOST_COLUMNS] = widths(&[Width::Three]);

/// Cells through a lens.
pub struct Reading<'a> {
    pub source: Source<'a>,
    pub lens: CellFilter,
    read: ReadCells,
}

/// Called with each cell.
pub type VisitCell<'v> = &'v mut dyn FnMut(&Cell, &Values);

impl<'a> Reading<'a> {
    /// Nothing read yet.
    pub fn of(source: Source<'a>, lens: CellFilter) -> Self {
        Self { source, lens, read: ReadCells::default() }
    }
}

impl Reading<'_> {
    /// Cells that are due in a span and count in another.
    pub fn walk(&self, family: Family, due: DateSpan, at: DateSpan, visit: VisitCell<'_>) -> Result<()> {
        let (due, at) = (Cut::of(due), (Cut::of(at), at));
        for span in &due.days {
            self.by_due(family, *span, at.1, visit)?;
        }
        let Some(months) = due.months else { return Ok(()) };
        for span in &at.0.days {
            self.by_day(family, months, *span, visit)?;
        }
        at.0.months.map_or(Ok(()), |at| self.by_months(family.months, months, at, visit))
    }

    /// Calls with each month of bills that a table knows, of those asked for.
    fn each_month(&self, name: &'static str, due: DateSpan, read: &mut dyn FnMut(u64) -> Result<()>) -> Result<()> {
        let (Some(first), Some(last)) = (self.source.edge(name, false)?, self.source.edge(name, true)?) else {
            return Ok(());
        };
        (month_no(due.from).max(first)..=month_no(due.to).min(last)).try_for_each(|month| read(month.into()))
    }

    fn by_months(&self, name: &'static str, due: DateSpan, at: DateSpan, visit: VisitCell<'_>) -> Result<()> {
        let at = (month_no(at.from), month_no(at.to));
        self.each_month(name, due, &mut |month| {
            let (low, high) = (key().u16(month).u16(at.0.into()), key().u16(month).u16(at.1.into()));
            self.of_month((name, month), at, (&low, &high), visit, true)
        })
    }

    /// Cells of one month of bills that count from one number to another, whether these are months or days.
    fn of_month(
        &self,
        (name, month): (&'static str, u64),
        at: (u32, u32),
        (low, high): (&Key, &Key),
        visit: VisitCell<'_>,
        monthly: bool,
    ) -> Result<()> {
        if let Some(cells) = self.read.of(name, month, at) {
            for (cell, values) in cells.iter().filter(|(cell, _)| (at.0..=at.1).contains(&cell.at)) {
                visit(cell, values);
            }
            return Ok(());
        }
        let mut now = self.read.begin();
        let widths = if monthly { &BY_MONTHS } else { &BY_MONTH_AND_DAYS };
        self.source.range((name, widths), low, high, &mut |numbers, values| {
            let (cell, tail) = if monthly {
                let [due, at, origin, tail @ ..] = numbers;
                (
                    Cell { monthly, due: small(*due), at: small(*at), origin: small(*origin), ..Cell::default() },
                    &tail[..],
                )
            } else {
                let [_, at, due, origin, tail @ ..] = numbers;
                (
                    Cell { monthly, due: small(*due), at: small(*at), origin: small(*origin), ..Cell::default() },
                    &tail[..],
                )
            };
            self.show(cell, tail, values, &mut |cell, values| {
                now.put(cell, values);
                visit(cell, values);
            });
        })?;
        self.read.keep((name, month), at, now);
        Ok(())
    }

    /// The same, day by day in the order of due days: tables that tell tenants apart do so.
    pub fn by_due(&self, family: Family, due: DateSpan, at: DateSpan, visit: VisitCell<'_>) -> Result<()> {
        let ((low, high), counted) = (within(due), within(at));
        if due.is_empty() || at.is_empty() {
            return Ok(());
        }
        let (low, high) = (key().u24(low.into()), key().u24(high.into()));
        self.source.range((family.due, &BY_DAYS), &low, &high, &mut |numbers, values| {
            let [due, at, origin, tail @ ..] = numbers;
            let (due, at, origin) = (small(*due), small(*at), small(*origin));
            if (counted.0..=counted.1).contains(&at) {
                self.show(Cell { due, at, origin, ..Cell::default() }, tail, values, visit);
            }
        })
    }

    /// The same, bill by bill: by due month in the order of the days they count.
    pub fn by_day(&self, family: Family, due: DateSpan, at: DateSpan, visit: VisitCell<'_>) -> Result<()> {
        let ((low, high), wanted) = (within(at), within(due));
        if due.is_empty() || at.is_empty() {
            return Ok(());
        }
        self.each_month(family.days, due, &mut |month| {
            let (first, last) = (key().u16(month).u24(low.into()), key().u16(month).u24(high.into()));
            let mut due = |cell: &Cell, values: &Values| {
                if (wanted.0..=wanted.1).contains(&cell.due) {
                    visit(cell, values);
                }
            };
            self.of_month((family.days, month), (low, high), (&first, &last), &mut due, false)
        })
    }

    /// Of a cell that says when, and the columns behind that.
    fn show(&self, cell: Cell, tail: &[u64], values: &Values, visit: VisitCell<'_>) {
        let &[dept_id, party_a_id, plate_id, kind, tenant_id, bill_id, ..] = tail else { return };
        if self.lens.sees(dept_id, party_a_id) && self.lens.sees_plate(plate_id) {
            let kind = kind.to_le_bytes()[0];
            visit(&Cell { party_a_id, plate_id, kind, tenant_id, bill_id, ..cell }, values);
        }
    }

    /// What was asked for in a year, by tenant, whenever it counts.
    pub fn of_year(&self, year: i16, visit: VisitCell<'_>) -> Result<()> {
        let year = key().u16(u64::try_from(year).unwrap_or_default());
        self.source.range((TENANT_YEARS, &BY_ONE_MONTH), &year, &year, &mut |[_, tail @ ..], values| {
            self.show(Cell::default(), tail, values, visit);
        })
    }

    /// Bills open now that are due in a span, with their fen.
    pub fn open(&self, due: DateSpan, visit: &mut dyn FnMut(&Cell, i64)) -> Result<()> {
        if due.is_empty() {
            return Ok(());
        }
        let (low, high) = within(due);
        let (low, high) = (key().u24(low.into()), key().u24(high.into()));
        self.source.range((OPEN, &BY_ONE_DAY), &low, &high, &mut |[due, tail @ ..], values| {
            let cell = Cell { due: small(*due), ..Cell::default() };
            self.show(cell, tail, values, &mut |cell, values| visit(cell, values[0]));
        })
    }

    /// What is open now of bills due in a span: whole months in one, bill by bill only at its ends.
    pub fn open_money(&self, due: DateSpan, visit: &mut dyn FnMut(&Cell, i64)) -> Result<()> {
        let cut = Cut::of(due);
        for days in &cut.days {
            self.open(*days, visit)?;
        }
        let Some(months) = cut.months else { return Ok(()) };
        let (low, high) = (key().u16(month_no(months.from).into()), key().u16(month_no(months.to).into()));
        self.source.range((OPEN_MONTHS, &BY_ONE_MONTH), &low, &high, &mut |[due, tail @ ..], values| {
            let cell = Cell { monthly: true, due: small(*due), ..Cell::default() };
            self.show(cell, tail, values, &mut |cell, values| visit(cell, values[0]));
        })
    }

    /// Money that came or went in a span.
    pub fn flows(&self, names: Flows, span: DateSpan, visit: &mut dyn FnMut(&Moved)) -> Result<()> {
        let cut = Cut::of(span);
        let mut show = |monthly: bool, numbers: &Numbers, values: &Values| {
            let [when, dept_id, party_a_id, plate_id, kind, extra, ..] = *numbers;
            let month = if monthly { small(when) } else { month_of(small(when)) };
            // Receipts and credit are of no plate; who asks for plates gets them all the same.
            let has_plate = [PAYOUTS.months, DIRECT.months].contains(&names.months);
            let own_plate = !has_plate || self.lens.sees_plate(plate_id);
            // Credit is of no department: it goes by the parties A that are seen.
            if own_plate && (dept_id == 0 && names.months == CREDIT.months || self.lens.sees(dept_id, party_a_id)) {
                let kind = kind.to_le_bytes()[0];
                visit(&Moved { month, party_a_id, plate_id, kind, extra, forth_fen: values[0], back_fen: values[1] });
            }
        };
        for days in cut.days {
            let (low, high) = within(days);
            let (low, high) = (key().u24(low.into()), key().u24(high.into()));
            self.source.range((names.days, &BY_ONE_DAY), &low, &high, &mut |c, v| show(false, c, v))?;
        }
        let Some(months) = cut.months else { return Ok(()) };
        let (low, high) = (key().u16(month_no(months.from).into()), key().u16(month_no(months.to).into()));
        self.source.range((names.months, &BY_ONE_MONTH), &low, &high, &mut |c, v| show(true, c, v))
    }
}

/// Money that came or went.
#[derive(Debug, Clone, Copy)]
pub struct Moved {
    /// Number of the month.
    pub month: u32,
    pub party_a_id: u64,
    /// Plate; 0 for none.
    pub plate_id: u64,
    /// Purpose of a receipt, kind of a payout, by number.
    pub kind: u8,
    /// Method of a receipt, month of a remittance, by number.
    pub extra: u64,
    /// Fen that moved.
    pub forth_fen: i64,
    /// Fen that were taken back.
    pub back_fen: i64,
}
