//! Money that lies on bills, line by line. What of each receipt lies on none is [`super::came`].
//!
//! The rules are those of the figures (`books::figures::report::Figures::received_rent`): money lies on a bill at the
//! earliest when its receipt counts, a mirror counts with its reversal, and all money that came less what lies on bills is
//! the rest, whatever it is for. A year has a hundred thousand lines: they are counted, added up and put in order by columns, and
//! only those of the page are read.

use jiff::civil::Date;

use super::Wanted;
use super::scope_filter::ScopeFilter;
use crate::columns::field::{day, whole};
use crate::columns::front::Keys;
use crate::columns::{Field, NONE};
use crate::error::Result;
use crate::features::finance::allocation::{Allocation, AllocationMode, columns};
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::enumeration::Coded;
use crate::kernel::span::DateSpan;
use crate::op::View;
use crate::records::list::run::find;
use crate::records::list::{self, Filter, FilterBuilder, ListQuery, Span};
use crate::store::{Reads, id};

/// Which part of 实收 money is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// 本期
    Current,
    /// 追缴往期
    Earlier,
    /// 预收
    Ahead,
    /// 待认领: nobody knows who paid.
    Unclaimed,
}

impl Part {
    /// What people call it.
    pub fn label(self) -> &'static str {
        match self {
            Self::Current => "本期",
            Self::Earlier => "追缴往期",
            Self::Ahead => "预收",
            Self::Unclaimed => "待认领",
        }
    }
}

/// From when on money must have come to count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grain {
    /// The first day of the span.
    Span,
    /// The first day of the month in which it is put on the bill.
    Month,
}

/// A line.
#[derive(Debug, Clone, Copy)]
pub struct MoneyRow {
    /// The receipt; 0 for none.
    pub receipt_id: u64,
    /// The bill; 0 for the rest of a receipt.
    pub bill_id: u64,
    /// Tenant of the bill; 0 for a rest.
    pub tenant_id: u64,
    /// Plate of the bill.
    pub plate_id: u64,
    pub party_a_id: u64,
    /// Fen; negative for what was taken back.
    pub fen: i64,
    /// When it counts.
    pub date: Date,
    /// 应缴日 of the bill; none for a rest.
    pub due: Option<Date>,
    /// Kind of the bill; none for a rest.
    pub kind: Option<BillKind>,
    pub part: Part,
    /// The treasury has it 财政直缴.
    pub to_treasury: bool,
}

impl MoneyRow {
    /// A line that counts in a span.
    pub fn of(row: &Allocation, span: DateSpan) -> Self {
        Self {
            receipt_id: row.receipt_id,
            bill_id: row.bill_id,
            tenant_id: row.tenant_id,
            plate_id: row.plate_id,
            party_a_id: row.party_a_id,
            fen: row.amount_fen,
            date: row.book_date,
            due: Some(row.due_date),
            kind: Some(row.kind),
            part: match row.due_date {
                due if due < span.from => Part::Earlier,
                due if due > span.to => Part::Ahead,
                _ => Part::Current,
            },
            to_treasury: row.to_treasury,
        }
    }
}

/// Lines on bills that count in a span: money belongs to the span in which its receipt counts, money that came before it was
/// there already.
pub fn on_bills(lens: &ScopeFilter<'_>, span: DateSpan, grain: Grain) -> Result<FilterBuilder<Allocation>> {
    let mut ask = counted(lens, span)?;
    let came = match grain {
        Grain::Span => Filter::Between(ask.place(&columns::RECEIPT_DATE)?, day(Some(span.from)), i64::MAX),
        Grain::Month => Filter::Between(ask.place(&columns::MONTHS)?, NONE + 1, 0),
    };
    let mirrored = Filter::All(vec![
        Filter::among(ask.place(&columns::MODE)?, [AllocationMode::Reversal.code()]),
        Filter::Between(ask.place(&columns::AMOUNT)?, NONE + 1, -1),
    ]);
    ask.must(Filter::Any(vec![came, mirrored]));
    list::evaluated(lens.view, ask)
}

/// Lines of a part of 实收; none for money of nobody, which lies on no bill.
pub fn in_part(ask: &FilterBuilder<Allocation>, span: DateSpan, part: Part) -> Result<FilterBuilder<Allocation>> {
    let (due, from, to) = (ask.place(&columns::DUE)?, day(Some(span.from)), day(Some(span.to)));
    Ok(ask.and(match part {
        Part::Current => Filter::Between(due, from, to),
        Part::Earlier => Filter::Between(due, NONE + 1, from - 1),
        Part::Ahead => Filter::Between(due, to + 1, i64::MAX),
        Part::Unclaimed => Filter::Always(false),
    }))
}

/// How many lines there are, and what they add up to in fen.
pub fn total(view: &View, ask: &FilterBuilder<Allocation>) -> Result<(u64, i64)> {
    let sums = vec![ask.place(&columns::AMOUNT)?];
    let found = find::<Allocation>(view, &ListQuery { sums, ..ListQuery::of(ask.clone(), Span::First(0)) })?;
    Ok((found.total, found.sums.first().copied().unwrap_or(0)))
}

/// The same of each part that lies on bills: how many lines of it, and fen.
pub fn totals(view: &View, ask: &FilterBuilder<Allocation>, span: DateSpan) -> Result<Vec<(Part, u64, i64)>> {
    let limits = [day(Some(span.from)), day(Some(span.to)) + 1];
    let Some(sums) = list::add_spans(view, ask, (&columns::DUE, &limits), &columns::AMOUNT, &[])? else {
        let one = |part: Part| total(view, &in_part(ask, span, part)?).map(|(many, fen)| (part, many, fen));
        return ON_BILLS.into_iter().map(one).collect();
    };
    let parts = [Part::Earlier, Part::Current, Part::Ahead].into_iter().zip(sums.spans);
    Ok(parts.map(|(part, (fen, many))| (part, many as u64, fen)).collect())
}

/// Parts that lie on bills.
const ON_BILLS: [Part; 3] = [Part::Current, Part::Earlier, Part::Ahead];

/// What lines are ordered by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    Fen,
    Day,
    /// 应缴日 of the bill; what lies on no bill has none.
    Due,
    Receipt,
    Bill,
}

/// An order of lines: newest first, by the day and then the numbers, or by what is asked for and then so.
pub struct InOrder(Vec<(By, bool)>);

impl InOrder {
    /// What is asked for, of some columns.
    ///
    /// # Errors
    /// A sentence for a column that is none of these.
    pub fn of(wanted: &Wanted<'_>, columns: &[(&str, By)]) -> Result<Self> {
        wanted.order_before(columns, &[(By::Day, true), (By::Receipt, true), (By::Bill, true)]).map(Self)
    }

    fn fields(&self) -> Vec<(Field<Allocation>, bool)> {
        let field = |by| match by {
            By::Fen => columns::AMOUNT,
            By::Day => columns::BOOK,
            By::Due => columns::DUE,
            By::Receipt => columns::RECEIPT,
            By::Bill => columns::BILL,
        };
        self.0.iter().map(|(by, down)| (field(*by), *down)).collect()
    }

    fn keys(&self, row: &Place, last: i64) -> Keys {
        let mut keys = [0; 5];
        for (to, (by, down)) in keys.iter_mut().zip(&self.0) {
            let key = match by {
                By::Fen => row.fen,
                By::Day => row.day,
                By::Due => NONE,
                By::Receipt => whole(row.receipt_id),
                By::Bill => whole(row.bill_id),
            };
            *to = if *down { !key } else { key };
        }
        keys[4] = last;
        keys
    }
}

/// Where a row that lies on no bill stands among the lines: what they are ordered by.
#[derive(Debug, Clone, Copy, Default)]
pub struct Place {
    pub fen: i64,
    /// As columns keep days.
    pub day: i64,
    pub receipt_id: u64,
    pub bill_id: u64,
}

impl From<&MoneyRow> for Place {
    fn from(line: &MoneyRow) -> Self {
        let MoneyRow { fen, date, receipt_id, bill_id, .. } = *line;
        Self { fen, day: day(Some(date)), receipt_id, bill_id }
    }
}

/// Numbers of what lies on no bill begin here, behind those of all lines.
const OTHERS: i64 = 1 << 62;

/// A row of a page: a line that lies on a bill, or the place among the others.
pub enum Shown {
    OnBill(Allocation),
    Other(usize),
}

/// The rows from `begin` to before `end` of `total`: of lines on bills and of others that were found already.
pub fn page(
    view: &View,
    lines: &FilterBuilder<Allocation>,
    others: impl Iterator<Item = Place>,
    order: &InOrder,
    wanted: (&Wanted<'_>, u64),
) -> Result<Vec<Shown>> {
    let mut front = wanted.0.front(wanted.1);
    list::fill(view, lines, &order.fields(), &mut front)?;
    for (other, number) in others.zip(OTHERS..) {
        front.put(order.keys(&other, number));
    }
    let mut rows = Vec::new();
    for keys in front.cut() {
        match usize::try_from(keys[4] - OTHERS) {
            Ok(place) => rows.push(Shown::Other(place)),
            Err(_) => {
                let row: Option<Allocation> = view.tx.get(&id(keys[4].cast_unsigned()))?;
                rows.extend(row.map(Shown::OnBill));
            }
        }
    }
    Ok(rows)
}

/// Money on bills that are seen, as far as it counts within a span, deposits left out.
pub fn counted(lens: &ScopeFilter<'_>, span: DateSpan) -> Result<FilterBuilder<Allocation>> {
    let mut ask = lens.allocations()?;
    ask.days(&columns::BOOK, Some(span.from), Some(span.to))?;
    ask.must(Filter::Not(Box::new(Filter::among(ask.place(&columns::KIND)?, vec![BillKind::Deposit.code()]))));
    Ok(ask)
}
