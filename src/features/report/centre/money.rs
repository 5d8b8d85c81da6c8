//! Money that came in, line by line: what lies on bills, and what of each receipt lies on none.
//!
//! The rules are those of the figures (`books::figures::report::Figures::received_rent`): money lies on a bill at the
//! earliest when its receipt counts, a mirror counts with its reversal, and all money that came less what lies on bills is
//! the rest, whatever it is for.

use jiff::civil::Date;

use super::scope_filter::ScopeFilter;
use crate::columns::field::{date_of, day};
use crate::columns::{ByNumber, Field, NONE};
use crate::error::Result;
use crate::features::finance::allocation::{Allocation, AllocationMode, MoneySource, columns};
use crate::features::finance::receipt::columns as of_receipts;
use crate::features::finance::receipt::record::{Purpose, Receipt};
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::enumeration::Coded;
use crate::kernel::order::Order;
use crate::kernel::span::{DateSpan, add_months};
use crate::records::list::{self, Filter, FilterBuilder, blocks, cell};
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

/// A line as columns have it: days are their numbers, so that what no page shows is never turned into dates.
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
    pub day: i32,
    /// 应缴日 of the bill, [`NO_DAY`] for a rest.
    pub due: i32,
    /// Kind of the bill; none for a rest.
    pub kind: Option<BillKind>,
    pub part: Part,
    /// The treasury has it 财政直缴.
    pub to_treasury: bool,
}

/// Of a line that is due on no day.
pub const NO_DAY: i32 = i32::MIN;

/// The number of a day in half the room; days of books are years from the limit.
pub fn short(day: i64) -> i32 {
    i32::try_from(day).unwrap_or(NO_DAY)
}

impl MoneyRow {
    /// Newest first: the day, then the numbers.
    pub fn recency(&self) -> (i32, u64, u64) {
        (self.day, self.receipt_id, self.bill_id)
    }

    /// When it counts.
    pub fn date(&self) -> Date {
        date_of(i64::from(self.day)).unwrap_or_default()
    }

    /// 应缴日 of the bill; none for a rest.
    pub fn due_date(&self) -> Option<Date> {
        if self.due == NO_DAY { None } else { date_of(i64::from(self.due)) }
    }
}

/// Money of a receipt that came in a span or a month of it, less what went back.
#[derive(Debug, Clone, Copy)]
struct Came {
    receipt_id: u64,
    party_a_id: u64,
    /// From known payers, less what of it lies on bills.
    rest_fen: i64,
    /// From nobody knows whom.
    unclaimed_fen: i64,
    day: i32,
    /// First day of the month, where months are told apart.
    month: i32,
    /// Place of the same receipt in another month, counted from 1; 0 for none.
    other: u32,
    to_treasury: bool,
}

/// Lines of a span.
pub struct Money {
    /// What lies on bills.
    pub on_bills: Vec<MoneyRow>,
    /// What came of each receipt.
    pub came: Receipts,
    /// Deposits that came and went.
    pub deposits: Vec<Flow>,
}

/// What came of receipts, whatever it lies on.
pub struct Receipts {
    months: Months,
    came: Vec<Came>,
    /// Place of the first of each receipt, counted from 1.
    places: ByNumber,
}

/// The first day of the month of each day of a span; the first day of all where months are not told apart.
struct Months {
    first: i64,
    of_day: Vec<i32>,
    grain: Grain,
}

impl Months {
    fn of(span: DateSpan, grain: Grain) -> Self {
        let (first, last) = (day(Some(span.from)), day(Some(span.to)));
        let (mut of_day, mut begin) = (Vec::new(), span.from.first_of_month());
        if grain == Grain::Month && !span.is_empty() {
            while day(Some(begin)) <= last {
                let next = add_months(begin, 1);
                let days = day(Some(next)).min(last + 1) - day(Some(begin)).max(first);
                let days = usize::try_from(days).unwrap_or(0);
                of_day.extend(std::iter::repeat_n(short(day(Some(begin))), days));
                begin = next;
            }
        }
        Self { first, of_day, grain }
    }

    /// That of a day of the span.
    fn month(&self, day: i64) -> i32 {
        let at = usize::try_from(day - self.first).unwrap_or(usize::MAX);
        self.of_day.get(at).copied().unwrap_or(short(self.first))
    }
}

impl Money {
    /// Reads the lines of a span.
    pub fn of(lens: &ScopeFilter<'_>, span: DateSpan, grain: Grain) -> Result<Self> {
        let came = Receipts { months: Months::of(span, grain), came: Vec::new(), places: ByNumber::default() };
        let mut money = Self { on_bills: Vec::new(), came, deposits: Vec::new() };
        if span.is_empty() {
            return Ok(money);
        }
        on_bills(lens, span, &money.came.months, |line| money.on_bills.push(line))?;
        // Receipts are numbered as they come: the first of the span is the base of the array.
        let first = money.on_bills.iter().map(|line| line.receipt_id).min().unwrap_or(0);
        money.came.places = ByNumber::from(first);
        receipts(lens, span, |flow| {
            let Flow { purpose, receipt_id, party_a_id, to_treasury, of_nobody, day, fen } = flow;
            match purpose {
                Purpose::Bills => {
                    let came = money.came.of(receipt_id, day, (party_a_id, to_treasury));
                    *if of_nobody { &mut came.unclaimed_fen } else { &mut came.rest_fen } += fen;
                }
                Purpose::Deposit => money.deposits.push(flow),
            }
        })?;
        Ok(money)
    }
}

impl Receipts {
    fn of(&mut self, receipt_id: u64, day: i64, (party_a_id, to_treasury): (u64, bool)) -> &mut Came {
        let (month, many) = (self.months.month(day), self.came.len());
        let first = self.places.at(receipt_id);
        let mut place = u32::try_from(*first).unwrap_or(0);
        let mut at = many;
        while let Some(known) = self.came.get((place as usize).wrapping_sub(1)) {
            if known.month == month {
                at = place as usize - 1;
                break;
            }
            place = known.other;
        }
        if at == many {
            let other = u32::try_from(*first).unwrap_or(0);
            *first = many as u64 + 1;
            let (rest_fen, unclaimed_fen, day) = (0, 0, short(day));
            self.came.push(Came { receipt_id, party_a_id, rest_fen, unclaimed_fen, day, month, other, to_treasury });
        }
        &mut self.came[at]
    }

    /// What came of each receipt less lines that lie on bills, in the order of the receipts.
    pub fn beside<'l>(mut self, lines: impl Iterator<Item = &'l MoneyRow>) -> Vec<MoneyRow> {
        for line in lines {
            self.of(line.receipt_id, i64::from(line.day), (line.party_a_id, line.to_treasury)).rest_fen -= line.fen;
        }
        // Nearly all of it lies on bills: what does not is little to put in order.
        let mut came: Vec<Came> =
            self.came.into_iter().filter(|one| (one.rest_fen, one.unclaimed_fen) != (0, 0)).collect();
        came.order_by_key(|one| (one.receipt_id, one.month));
        let parts = came.into_iter().flat_map(|came| {
            [(Part::Unclaimed, came.unclaimed_fen), (Part::Ahead, came.rest_fen)]
                .map(|(part, fen)| came.rest(part, fen))
        });
        parts.filter(|line| line.fen != 0).collect()
    }
}

impl Came {
    /// A line that lies on no bill.
    fn rest(&self, part: Part, fen: i64) -> MoneyRow {
        let Self { receipt_id, party_a_id, day, to_treasury, .. } = *self;
        let (bill_id, tenant_id, plate_id, due, kind) = (0, 0, 0, NO_DAY, None);
        MoneyRow { receipt_id, bill_id, tenant_id, plate_id, party_a_id, fen, day, due, kind, part, to_treasury }
    }
}

/// Visits what lies on bills and counts in a span: money belongs to the span in which its receipt counts, money that came
/// before it was there already.
fn on_bills(lens: &ScopeFilter<'_>, span: DateSpan, months: &Months, mut visit: impl FnMut(MoneyRow)) -> Result<()> {
    let mut ask = counted(lens, span)?;
    let (from, to) = (day(Some(span.from)), day(Some(span.to)));
    if months.grain == Grain::Span {
        let mirrored = [
            Filter::among(ask.place(&columns::MODE)?, [AllocationMode::Reversal.code()]),
            Filter::Between(ask.place(&columns::AMOUNT)?, NONE + 1, -1),
        ];
        let came = Filter::Between(ask.place(&columns::RECEIPT_DATE)?, from, i64::MAX);
        ask.must(Filter::Any(vec![came, Filter::All(mirrored.to_vec())]));
    }
    let kinds = kinds();
    blocks::<Allocation>(lens.view, &ask, &LINE, &[], |block| {
        let [bills, receipts, kind, modes, books, dues, came, tenants, parties, plates, treasury, fens] =
            block.fields();
        block.bits.each(|at| {
            let (book, due, fen) = (cell(books, at), cell(dues, at), cell(fens, at));
            let mirrored = fen < 0 && cell(modes, at) == AllocationMode::Reversal.code();
            if months.grain == Grain::Month && !mirrored && cell(came, at) < i64::from(months.month(book)) {
                return;
            }
            let part = match due {
                due if due < from => Part::Earlier,
                due if due > to => Part::Ahead,
                _ => Part::Current,
            };
            let kind = usize::try_from(cell(kind, at)).ok().and_then(|code| kinds.get(code)).copied().flatten();
            visit(MoneyRow {
                receipt_id: cell(receipts, at).cast_unsigned(),
                bill_id: cell(bills, at).cast_unsigned(),
                tenant_id: cell(tenants, at).cast_unsigned(),
                plate_id: cell(plates, at).cast_unsigned(),
                party_a_id: cell(parties, at).cast_unsigned(),
                fen,
                day: short(book),
                due: short(due),
                kind,
                part,
                to_treasury: cell(treasury, at) != 0,
            });
        });
    })
}

/// Kinds of bills by their code.
fn kinds() -> [Option<BillKind>; 32] {
    let mut kinds = [None; 32];
    for kind in BillKind::ALL {
        if let Some(place) = usize::try_from(kind.code()).ok().and_then(|code| kinds.get_mut(code)) {
            *place = Some(kind);
        }
    }
    kinds
}

/// What is asked of columns for [`on_bills`], in its order.
const LINE: [Field<Allocation>; 12] = [
    columns::BILL,
    columns::RECEIPT,
    columns::KIND,
    columns::MODE,
    columns::BOOK,
    columns::DUE,
    columns::RECEIPT_DATE,
    columns::TENANT,
    columns::PARTY_A,
    columns::PLATE,
    columns::TREASURY,
    columns::AMOUNT,
];

/// A row of money on a bill, from columns.
#[derive(Debug, Clone, Copy)]
pub struct OnBill {
    pub allocation_id: u64,
    pub bill_id: u64,
    pub receipt_id: u64,
    /// What the bill is for.
    pub kind: BillKind,
    /// Where the money comes from.
    pub source: MoneySource,
    /// When the bill is due.
    pub due_date: Date,
    /// When it counts.
    pub book_date: Date,
    /// Tenant of the bill.
    pub tenant_id: u64,
    /// Party A of the bill.
    pub party_a_id: u64,
    /// Plate of the bill.
    pub plate_id: u64,
    /// Fen.
    pub amount_fen: i64,
}

/// What is asked of columns, in the order of [`OnBill::of`].
const ON_BILL: [Field<Allocation>; 10] = [
    columns::BILL,
    columns::RECEIPT,
    columns::KIND,
    columns::SOURCE,
    columns::DUE,
    columns::BOOK,
    columns::TENANT,
    columns::PARTY_A,
    columns::PLATE,
    columns::AMOUNT,
];

impl OnBill {
    fn of(allocation_id: u64, row: &[i64]) -> Option<Self> {
        let [bill, receipt, kind, source, due, book, tenant, party, plate, fen] = *row else {
            return None;
        };
        Some(Self {
            allocation_id,
            bill_id: bill.cast_unsigned(),
            receipt_id: receipt.cast_unsigned(),
            kind: BillKind::ALL.into_iter().find(|known| known.code() == kind)?,
            source: MoneySource::ALL.into_iter().find(|known| known.code() == source)?,
            due_date: date_of(due)?,
            book_date: date_of(book)?,
            tenant_id: tenant.cast_unsigned(),
            party_a_id: party.cast_unsigned(),
            plate_id: plate.cast_unsigned(),
            amount_fen: fen,
        })
    }
}

/// Visits money on bills that counts within a span and is seen, deposits left out.
pub fn allocations(
    lens: &ScopeFilter<'_>,
    span: DateSpan,
    narrow: impl FnOnce(&mut FilterBuilder<Allocation>) -> Result<()>,
    mut visit: impl FnMut(OnBill),
) -> Result<()> {
    if span.is_empty() {
        return Ok(());
    }
    let mut ask = counted(lens, span)?;
    narrow(&mut ask)?;
    list::gather::<Allocation>(lens.view, &ask.filters, &ON_BILL, |allocation_id, row| {
        if let Some(row) = OnBill::of(allocation_id, row) {
            visit(row);
        }
    })
}

/// Money on bills that are seen, as far as it counts within a span, deposits left out.
fn counted(lens: &ScopeFilter<'_>, span: DateSpan) -> Result<FilterBuilder<Allocation>> {
    let mut ask = lens.allocations()?;
    ask.days(&columns::BOOK, Some(span.from), Some(span.to))?;
    ask.must(Filter::Not(Box::new(Filter::among(ask.place(&columns::KIND)?, vec![BillKind::Deposit.code()]))));
    Ok(ask)
}

/// Money of a receipt that came or went on a day.
#[derive(Debug, Clone, Copy)]
pub struct Flow {
    pub purpose: Purpose,
    pub receipt_id: u64,
    /// Who got it.
    pub party_a_id: u64,
    /// The treasury has it.
    pub to_treasury: bool,
    /// Nobody knew who paid.
    pub of_nobody: bool,
    /// As columns have it.
    pub day: i64,
    /// Fen; less than nothing when it went.
    pub fen: i64,
}

impl Flow {
    /// What a record says ([`Receipt::flows`]).
    fn of(receipt: &Receipt) -> impl Iterator<Item = Self> + '_ {
        receipt.flows().into_iter().map(|moved| Self {
            purpose: moved.purpose,
            receipt_id: receipt.receipt_id,
            party_a_id: receipt.party_a_id,
            to_treasury: receipt.to_treasury,
            of_nobody: moved.of_nobody,
            day: day(Some(moved.day)),
            fen: moved.forth_fen - moved.back_fen,
        })
    }
}

/// Visits what the receipts that are seen brought and took back within a span.
fn receipts(lens: &ScopeFilter<'_>, span: DateSpan, mut visit: impl FnMut(Flow)) -> Result<()> {
    if span.is_empty() {
        return Ok(());
    }
    let mut ask = lens.receipts()?;
    let (from, to) = (day(Some(span.from)), day(Some(span.to)));
    let days = [of_receipts::BOOK, of_receipts::DEPOSIT_SINCE, of_receipts::BACK];
    let within = |field: &Field<Receipt>| Ok(Filter::Between(ask.place(field)?, from, to));
    let mut moved: Vec<Filter> = days.iter().map(within).collect::<Result<_>>()?;
    let (first, last) = (ask.place(&of_receipts::PAYER_FIRST)?, ask.place(&of_receipts::PAYER_LAST)?);
    moved.push(Filter::All(vec![Filter::Between(first, NONE + 1, to), Filter::Between(last, from, i64::MAX)]));
    ask.must(Filter::Any(moved));
    let [book, since, back] = days;
    let fields = [
        book,
        since,
        back,
        of_receipts::PAYER_FIRST,
        of_receipts::PURPOSE,
        of_receipts::AMOUNT,
        of_receipts::PARTY_A,
        of_receipts::TREASURY,
        of_receipts::TENANT,
    ];
    // Days of claims lie in the records alone; few receipts have any.
    let mut claimed = Vec::new();
    blocks::<Receipt>(lens.view, &ask, &fields, &[], |block| {
        let [books, since, backs, claims, purposes, fens, parties, treasury, tenants] = block.fields();
        block.bits.each(|at| {
            let receipt_id = block.id(at);
            if cell(claims, at) != NONE || cell(since, at) != NONE {
                claimed.push(receipt_id);
                return;
            }
            let purpose = if cell(purposes, at) == Purpose::Bills.code() { Purpose::Bills } else { Purpose::Deposit };
            let (party_a_id, fen) = (cell(parties, at).cast_unsigned(), cell(fens, at));
            let (to_treasury, of_nobody) = (cell(treasury, at) != 0, cell(tenants, at) == 0);
            for (day, fen) in [(cell(books, at), fen), (cell(backs, at), -fen)] {
                if from <= day && day <= to {
                    visit(Flow { purpose, receipt_id, party_a_id, to_treasury, of_nobody, day, fen });
                }
            }
        });
    })?;
    for receipt_id in claimed {
        let receipt: Option<Receipt> = lens.view.tx.get(&id(receipt_id))?;
        receipt.iter().flat_map(Flow::of).filter(|flow| from <= flow.day && flow.day <= to).for_each(&mut visit);
    }
    Ok(())
}
