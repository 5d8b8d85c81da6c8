//! Bills that were open on a day, one by one and added up.
//!
//! What is due by the end of the day's month is today's state less what counted since; of later months only what was issued ahead
//! was in the books, so that is added up from the beginning. Both cost what was open then, not what was due and paid since.
//! What did not move since is read from columns where they are there (decisions/0290); they may know of a commit that came since
//! the snapshot.

use std::ops::Range;

use jiff::civil::Date;

use super::blocks::{ByNumber, Figures, Numbers};
use super::cells::{Cell, CellFilter, Source, after, until};
use crate::columns::Listed;
use crate::columns::field::{day, whole};
use crate::columns::spans::{SpanSums, span_of};
use crate::columns::{ByNumber as Sums, Field};
use crate::error::Result;
use crate::features::finance::allocation::columns as of_money;
use crate::features::finance::bill::columns;
use crate::features::finance::bill::record::Bill;
use crate::features::finance::sums::{ALLOCATIONS, BILLS, Family, WAIVERS};
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::enumeration::Coded as _;
use crate::kernel::span::{DateSpan, after as day_after, days_between};
use crate::records::list::{self, Filter, FilterBuilder, dept};

/// An open bill on a day.
#[derive(Debug, Clone, Copy)]
pub(super) struct Debt {
    pub cell: Cell,
    pub open_fen: i64,
}

/// Sums of open bills by a number of theirs, of those due in some spans.
pub(super) struct Group {
    by: Field<Bill>,
    of: fn(&Cell) -> u64,
    /// Places of the spans.
    spans: Range<usize>,
    /// Whether those that were overpaid are left out.
    owed: bool,
}

impl Group {
    /// By tenant.
    pub fn by_tenant(spans: Range<usize>, owed: bool) -> Self {
        Self { by: columns::TENANT, of: |cell| cell.tenant_id, spans, owed }
    }

    /// By party A.
    pub fn by_party(spans: Range<usize>) -> Self {
        Self { by: columns::PARTY_A, of: |cell| cell.party_a_id, spans, owed: false }
    }
}

/// Of a span of due days.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct OpenSpan {
    pub fen: i64,
    /// Without what was overpaid.
    pub owed_fen: i64,
    /// How many owe something.
    pub bills: usize,
}

/// Open bills added up.
pub(super) struct OpenSums {
    pub spans: Vec<OpenSpan>,
    /// In the order of the groups asked for, in two's complement.
    pub groups: Vec<Sums>,
}

impl OpenSums {
    fn of(sums: SpanSums) -> Self {
        let span = |(fen, bills): (i64, usize)| OpenSpan { fen, owed_fen: fen, bills };
        Self { spans: sums.spans.into_iter().map(span).collect(), groups: sums.groups }
    }

    fn put(&mut self, limits: &[i64], groups: &[Group], debt: &Debt) {
        let place = span_of(limits, i64::from(debt.cell.due_day()) - 1);
        let is_owed = debt.open_fen > 0;
        if let Some(span) = self.spans.get_mut(place) {
            span.fen += debt.open_fen;
            span.owed_fen += if is_owed { debt.open_fen } else { 0 };
            span.bills += usize::from(is_owed);
        }
        for (group, sums) in groups.iter().zip(&mut self.groups) {
            if group.spans.contains(&place) && (is_owed || !group.owed) {
                sums.add((group.of)(&debt.cell), debt.open_fen, false);
            }
        }
    }
}

fn unless_empty(ids: &[u64]) -> Option<&[u64]> {
    (!ids.is_empty()).then_some(ids)
}

/// Bills that were open on a day, of those due in a span.
pub(super) struct OpenBills<'f> {
    figures: &'f Figures<'f>,
    /// Of those known by their state today: the span, how columns are asked, and what became open since, the other way round.
    near: DateSpan,
    ask: FilterBuilder<Bill>,
    since: ByNumber<Debt>,
    /// What was issued ahead.
    ahead: ByNumber<Debt>,
}

impl OpenBills<'_> {
    fn is_of_store(&self) -> bool {
        matches!(self.figures.cells.source, Source::Store(..))
    }

    /// What of an open bill was open then. `met` keeps those that moved.
    fn then(&self, cell: &Cell, fen: i64, met: &mut Numbers) -> Debt {
        let moved = if self.since.is_empty() { None } else { self.since.get(&cell.bill_id) };
        if moved.is_some() {
            met.insert(cell.bill_id);
        }
        Debt { cell: *cell, open_fen: fen + moved.map_or(0, |debt| debt.open_fen) }
    }

    /// Those that are not open now.
    fn others(&self, met: &Numbers) -> impl Iterator<Item = &Debt> {
        self.since.iter().filter(|(bill_id, _)| !met.contains(bill_id)).map(|(_, debt)| debt).chain(self.ahead.values())
    }

    /// Visits each, or those of some tenants, also what was overpaid.
    pub fn each(&self, tenants: &[u64], visit: &mut dyn FnMut(&Debt)) -> Result<()> {
        let mut met = Numbers::default();
        let mut show = |debt: &Debt| {
            if debt.open_fen != 0 && (tenants.is_empty() || tenants.contains(&debt.cell.tenant_id)) {
                visit(debt);
            }
        };
        let mut ask = self.ask.clone();
        if let Some(tenants) = unless_empty(tenants) {
            ask.must(Filter::among(ask.place(&columns::TENANT)?, tenants.iter().map(|id| whole(*id))));
        }
        let mut open = |cell: &Cell, fen: i64| show(&self.then(cell, fen, &mut met));
        if !(self.is_of_store() && self.figures.open_in_columns(&ask, &mut open)?) {
            self.figures.cells.open(self.near, &mut open)?;
        }
        self.others(&met).for_each(show);
        Ok(())
    }

    /// Adds them up in spans of due days and in groups.
    pub fn sums(&self, limits: &[i64], groups: &[Group]) -> Result<OpenSums> {
        if let Some(sums) = self.sums_of_columns(limits, groups)? {
            return Ok(sums);
        }
        let mut sums = OpenSums::of(SpanSums::new(limits.len() + 1, groups.len()));
        self.each(&[], &mut |debt| sums.put(limits, groups, debt))?;
        Ok(sums)
    }

    /// The same where columns are there: only what moved since the day is looked at by itself.
    fn sums_of_columns(&self, limits: &[i64], groups: &[Group]) -> Result<Option<OpenSums>> {
        if !self.is_of_store() {
            return Ok(None);
        }
        let moved = (!self.since.is_empty()).then(|| Filter::ids(self.since.keys().copied()));
        let still = moved.clone().map_or(self.ask.clone(), |moved| self.ask.and(Filter::Not(Box::new(moved))));
        let wanted: Vec<_> = groups.iter().map(|group| (group.by, group.spans.clone())).collect();
        let view = self.figures.view();
        let added = list::add_spans(view, &still, (&columns::DUE, limits), &columns::OPEN, &wanted)?;
        let (Some(mut sums), mut met) = (added.map(OpenSums::of), Numbers::default()) else { return Ok(None) };
        if let Some(moved) = moved {
            let is_there = self.figures.open_in_columns(&self.ask.and(moved), &mut |cell, fen| {
                let debt = self.then(cell, fen, &mut met);
                sums.put(limits, groups, &debt);
            })?;
            if !is_there {
                return Ok(None);
            }
        }
        self.others(&met).for_each(|debt| sums.put(limits, groups, debt));
        Ok(Some(sums))
    }
}

impl Figures<'_> {
    /// Bills that were open on a day, of those due in a span.
    pub(super) fn open_bills(&self, due: DateSpan, as_of: Date) -> Result<OpenBills<'_>> {
        let known = if self.is_recent(as_of) { due.to } else { as_of.last_of_month().min(due.to) };
        let (near, ahead) = (DateSpan::new(due.from, known), DateSpan::new(due.from.max(day_after(known)), due.to));
        let ask = match self.cells.source {
            Source::Store(..) => list::evaluated(self.view(), self.ask_open(near)?)?,
            Source::Rows(_) => FilterBuilder::default(),
        };
        let (since, ahead) = (self.moved_since_then(near, as_of)?, self.moved(&ALL, ahead, until(as_of), 1)?);
        Ok(OpenBills { figures: self, near, ask, since, ahead })
    }

    /// Visits them.
    pub(super) fn debts(&self, due: DateSpan, as_of: Date, visit: &mut dyn FnMut(&Debt)) -> Result<()> {
        self.open_bills(due, as_of)?.each(&[], visit)
    }

    /// What became open after a day, the other way round.
    fn moved_since_then(&self, due: DateSpan, as_of: Date) -> Result<ByNumber<Debt>> {
        let families = if as_of >= self.today() && self.is_last_day(as_of)? { &ALL[..1] } else { &ALL };
        self.moved(families, due, after(as_of), -1)
    }

    /// Whether columns know that neither bills nor money on them count after a day: that saves looking for them in each month.
    fn is_last_day(&self, as_of: Date) -> Result<bool> {
        let Source::Store(..) = self.cells.source else { return Ok(false) };
        let later = day(Some(as_of)) + 1;
        Ok(self.has_none([columns::BOOK, columns::VOID], later)?
            && self.has_none([of_money::BOOK, of_money::BILL_DATE], later)?)
    }

    fn has_none<R: Listed>(&self, days: [Field<R>; 2], from: i64) -> Result<bool> {
        let (mut ask, mut none) = (FilterBuilder::<R>::default(), true);
        let later = |field: &Field<R>| Ok(Filter::Between(FilterBuilder::<R>::default().place(field)?, from, i64::MAX));
        ask.must(Filter::Any(days.iter().map(later).collect::<Result<_>>()?));
        Ok(list::gather_columns(self.view(), &ask, &[], |_, _| none = false)? && none)
    }

    /// What became open within a span, times `sign`, bill by bill.
    fn moved(&self, families: &[Moving], due: DateSpan, at: DateSpan, sign: i64) -> Result<ByNumber<Debt>> {
        let mut moved: ByNumber<Debt> = ByNumber::default();
        for (family, value, way) in families {
            self.cells.by_day(*family, due, at, &mut |cell, values| {
                let fen = sign * way * values[*value];
                moved.entry(cell.bill_id).or_insert(Debt { cell: *cell, open_fen: 0 }).open_fen += fen;
            })?;
        }
        Ok(moved)
    }

    /// Whether so little counts after a day that going back from today costs less than any other way.
    pub(super) fn is_recent(&self, as_of: Date) -> bool {
        const DAYS: i64 = 31;
        days_between(as_of, self.today()) <= DAYS
    }

    /// Bills open now that are due in a span and seen, as columns are asked.
    fn ask_open(&self, due: DateSpan) -> Result<FilterBuilder<Bill>> {
        let mut ask = FilterBuilder::<Bill>::default();
        ask.must(Filter::Between(ask.place(&columns::OPEN)?, 1, i64::MAX));
        ask.days(&columns::DUE, Some(due.from), Some(due.to))?;
        ask.must(Filter::Not(Box::new(Filter::among(ask.place(&columns::KIND)?, [BillKind::Deposit.code()]))));
        let CellFilter { depts, parties, plates } = &self.cells.lens;
        let asked = [
            (dept(), depts.as_deref()),
            (columns::PARTY_A, unless_empty(parties)),
            (columns::PLATE, unless_empty(plates)),
        ];
        for (field, ids) in asked {
            if let Some(ids) = ids {
                ask.must(Filter::among(ask.place(&field)?, ids.iter().map(|id| whole(*id))));
            }
        }
        Ok(ask)
    }

    /// Visits bills that are open now; false where columns are not there.
    fn open_in_columns(&self, ask: &FilterBuilder<Bill>, visit: &mut dyn FnMut(&Cell, i64)) -> Result<bool> {
        let fields = [columns::DUE, columns::PARTY_A, columns::PLATE, columns::KIND, columns::TENANT, columns::OPEN];
        list::gather_columns(self.view(), ask, &fields, |bill_id, row| {
            let [due, party, plate, kind, tenant, fen] = *row else { return };
            visit(&Cell::of_bill(bill_id, due, [party, plate, tenant], kind), fen);
        })
    }
}

/// Sums of what changes what is open: which value of theirs, and which way.
type Moving = (Family, usize, i64);

/// Those of waivers first.
const ALL: [Moving; 3] = [(WAIVERS, 0, -1), (BILLS, 1, 1), (ALLOCATIONS, 1, -1)];
