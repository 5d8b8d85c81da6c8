//! Money that came in, line by line: what lies on bills, and what of each receipt lies on none.
//!
//! The rules are those of the figures (`books::figures::report::Figures::received_rent`): money lies on a bill at the
//! earliest when its receipt counts, a mirror counts with its reversal, and all money that came less what lies on bills is
//! the rest, whatever it is for.

use jiff::civil::Date;

use super::scope_filter::ScopeFilter;
use crate::columns::field::{date_of, day};
use crate::columns::{Field, NONE};
use crate::error::Result;
use crate::features::finance::allocation::{Allocation, AllocationMode, MoneySource, columns};
use crate::features::finance::receipt::columns as of_receipts;
use crate::features::finance::receipt::record::{Purpose, Receipt};
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::enumeration::Coded;
use crate::kernel::order::Order;
use crate::kernel::span::DateSpan;
use crate::records::list::{self, Filter, FilterBuilder};
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

#[derive(Debug, Clone)]
pub struct MoneyRow {
    /// The receipt; 0 for none.
    pub receipt_id: u64,
    /// The bill; 0 for the rest of a receipt.
    pub bill_id: u64,
    /// Kind of the bill; none for a rest.
    pub kind: Option<BillKind>,
    /// 应缴日 of the bill.
    pub due_date: Option<Date>,
    /// When it counts.
    pub day: Date,
    /// Tenant of the bill; 0 for a rest.
    pub tenant_id: u64,
    /// Plate of the bill.
    pub plate_id: u64,
    pub party_a_id: u64,
    pub part: Part,
    /// The treasury has it 财政直缴.
    pub to_treasury: bool,
    /// Fen; negative for what was taken back.
    pub fen: i64,
}

impl MoneyRow {
    /// Newest first: the day, then the numbers.
    pub fn recency(&self) -> (Date, u64, u64) {
        (self.day, self.receipt_id, self.bill_id)
    }
}

/// Money of a receipt that came, less what went back.
#[derive(Debug, Clone, Copy)]
struct Came {
    day: Date,
    party_a_id: u64,
    to_treasury: bool,
    /// From known payers.
    fen: i64,
    /// Of it on bills.
    laid_fen: i64,
    /// From nobody knows whom.
    unclaimed_fen: i64,
}

type Group = (u64, Date);

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
    grain: Grain,
    came: foldhash::HashMap<Group, Came>,
}

impl Money {
    /// Reads the lines of a span.
    pub fn of(lens: &ScopeFilter<'_>, span: DateSpan, grain: Grain) -> Result<Self> {
        let came = Receipts { grain, came: foldhash::HashMap::default() };
        let mut money = Self { on_bills: Vec::new(), came, deposits: Vec::new() };
        if span.is_empty() {
            return Ok(money);
        }
        allocations(
            lens,
            span,
            |_| Ok(()),
            |row| {
                if counts(&row, span, grain) {
                    money.on_bills.push(line(&row, span));
                }
            },
        )?;
        receipts(lens, span, |flow| {
            let Flow { purpose, receipt_id, party_a_id, to_treasury, of_nobody, day, fen } = flow;
            match purpose {
                Purpose::Bills => {
                    let came = money.came.of(receipt_id, Came::on(day, party_a_id, to_treasury));
                    *if of_nobody { &mut came.unclaimed_fen } else { &mut came.fen } += fen;
                }
                Purpose::Deposit => money.deposits.push(flow),
            }
        })?;
        Ok(money)
    }
}

impl Receipts {
    fn of(&mut self, receipt_id: u64, none: Came) -> &mut Came {
        let month = if self.grain == Grain::Month { none.day.first_of_month() } else { Date::MIN };
        self.came.entry((receipt_id, month)).or_insert(none)
    }

    /// What came of each receipt less lines that lie on bills, in the order of the receipts.
    pub fn beside<'l>(mut self, lines: impl Iterator<Item = &'l MoneyRow>) -> Vec<MoneyRow> {
        for line in lines {
            let none = Came::on(line.day, line.party_a_id, line.to_treasury);
            self.of(line.receipt_id, none).laid_fen += line.fen;
        }
        let mut came: Vec<(Group, Came)> = self.came.into_iter().collect();
        came.order_by_key(|(group, _)| *group);
        let parts = came.into_iter().flat_map(|((receipt_id, _), came)| {
            let parts = [(Part::Unclaimed, came.unclaimed_fen), (Part::Ahead, came.fen - came.laid_fen)];
            parts.map(|(part, fen)| came.rest(receipt_id, part, fen))
        });
        parts.filter(|line| line.fen != 0).collect()
    }
}

impl Came {
    fn on(day: Date, party_a_id: u64, to_treasury: bool) -> Self {
        Self { day, party_a_id, to_treasury, fen: 0, laid_fen: 0, unclaimed_fen: 0 }
    }

    /// A line that lies on no bill.
    fn rest(&self, receipt_id: u64, part: Part, fen: i64) -> MoneyRow {
        MoneyRow {
            receipt_id,
            bill_id: 0,
            kind: None,
            due_date: None,
            day: self.day,
            tenant_id: 0,
            plate_id: 0,
            party_a_id: self.party_a_id,
            part,
            to_treasury: self.to_treasury,
            fen,
        }
    }
}

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
    /// How it came about.
    pub mode: AllocationMode,
    /// When the bill is due.
    pub due_date: Date,
    /// When it counts.
    pub book_date: Date,
    /// When its receipt counts.
    pub receipt_date: Option<Date>,
    /// Tenant of the bill.
    pub tenant_id: u64,
    /// Party A of the bill.
    pub party_a_id: u64,
    /// Plate of the bill.
    pub plate_id: u64,
    /// The treasury has the money.
    pub to_treasury: bool,
    /// Fen.
    pub amount_fen: i64,
}

/// What is asked of columns, in the order of [`OnBill::of`].
const ON_BILL: [Field<Allocation>; 13] = [
    columns::BILL,
    columns::RECEIPT,
    columns::KIND,
    columns::SOURCE,
    columns::MODE,
    columns::DUE,
    columns::BOOK,
    columns::RECEIPT_DATE,
    columns::TENANT,
    columns::PARTY_A,
    columns::PLATE,
    columns::TREASURY,
    columns::AMOUNT,
];

impl OnBill {
    fn of(allocation_id: u64, row: &[i64]) -> Option<Self> {
        let [bill, receipt, kind, source, mode, due, book, came, tenant, party, plate, treasury, fen] = *row else {
            return None;
        };
        Some(Self {
            allocation_id,
            bill_id: bill.cast_unsigned(),
            receipt_id: receipt.cast_unsigned(),
            kind: BillKind::ALL.into_iter().find(|known| known.code() == kind)?,
            source: MoneySource::ALL.into_iter().find(|known| known.code() == source)?,
            mode: AllocationMode::ALL.into_iter().find(|known| known.code() == mode)?,
            due_date: date_of(due)?,
            book_date: date_of(book)?,
            receipt_date: date_of(came),
            tenant_id: tenant.cast_unsigned(),
            party_a_id: party.cast_unsigned(),
            plate_id: plate.cast_unsigned(),
            to_treasury: treasury != 0,
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
    let mut ask = lens.allocations()?;
    ask.days(&columns::BOOK, Some(span.from), Some(span.to))?;
    ask.must(Filter::Not(Box::new(Filter::among(ask.place(&columns::KIND)?, vec![BillKind::Deposit.code()]))));
    narrow(&mut ask)?;
    list::gather::<Allocation>(lens.view, &ask.filters, &ON_BILL, |allocation_id, row| {
        if let Some(row) = OnBill::of(allocation_id, row) {
            visit(row);
        }
    })
}

/// Whether money belongs to the span in which its receipt counts: money that came before it was there already.
fn counts(row: &OnBill, span: DateSpan, grain: Grain) -> bool {
    let since = if grain == Grain::Month { row.book_date.first_of_month() } else { span.from };
    let mirrored = row.amount_fen < 0 && row.mode == AllocationMode::Reversal;
    mirrored || row.receipt_date.is_some_and(|day| day >= since)
}

fn line(row: &OnBill, span: DateSpan) -> MoneyRow {
    let part = match row.due_date {
        due if due < span.from => Part::Earlier,
        due if due > span.to => Part::Ahead,
        _ => Part::Current,
    };
    MoneyRow {
        receipt_id: row.receipt_id,
        bill_id: row.bill_id,
        kind: Some(row.kind),
        due_date: Some(row.due_date),
        day: row.book_date,
        tenant_id: row.tenant_id,
        plate_id: row.plate_id,
        party_a_id: row.party_a_id,
        part,
        to_treasury: row.to_treasury,
        fen: row.amount_fen,
    }
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
    pub day: Date,
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
            day: moved.day,
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
    list::gather::<Receipt>(lens.view, &ask.filters, &fields, |receipt_id, row| {
        let [book, since, back, claims, purpose, fen, party, treasury, tenant] = *row else { return };
        if claims != NONE || since != NONE {
            claimed.push(receipt_id);
            return;
        }
        let Some(purpose) = Purpose::ALL.into_iter().find(|known| known.code() == purpose) else { return };
        let (party_a_id, to_treasury, of_nobody) = (party.cast_unsigned(), treasury != 0, tenant == 0);
        for (at, fen) in [(book, fen), (back, -fen)] {
            if let Some(day) = date_of(at).filter(|day| span.contains(*day)) {
                visit(Flow { purpose, receipt_id, party_a_id, to_treasury, of_nobody, day, fen });
            }
        }
    })?;
    for receipt_id in claimed {
        let receipt: Option<Receipt> = lens.view.tx.get(&id(receipt_id))?;
        receipt.iter().flat_map(Flow::of).filter(|flow| span.contains(flow.day)).for_each(&mut visit);
    }
    Ok(())
}
