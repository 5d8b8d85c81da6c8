//! Money that came in, line by line: what lies on bills, and what of each receipt lies on none.
//!
//! The rules are those of the figures (`books::figures::report::Figures::received_rent`): money lies on a bill at the
//! earliest when its receipt counts, a mirror counts with its reversal, and all money that came less what lies on bills is
//! the rest, whatever it is for.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::lens::Lens;
use crate::fault::Outcome;
use crate::features::books::allocation::{Allocation, AllocationMode, BY_PARTY_DAY};
use crate::features::books::receipt::record::{BY_DAY, BY_MOVED, Purpose, Receipt};
use crate::features::estate::party_a::record::PartyA;
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::span::DateSpan;
use crate::store::{Reads, key};

/// Which part of 实收 money is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// 本期
    Current,
    /// 追缴往期
    Earlier,
    /// 预收
    Ahead,
}

impl Part {
    /// What people call it.
    pub fn label(self) -> &'static str {
        match self {
            Self::Current => "本期",
            Self::Earlier => "追缴往期",
            Self::Ahead => "预收",
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
#[derive(Debug, Clone)]
pub struct Line {
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
    /// Party A.
    pub party_a_id: u64,
    /// Which part.
    pub part: Part,
    /// The treasury has it 财政直缴.
    pub to_treasury: bool,
    /// Fen; negative for what was taken back.
    pub fen: i64,
}

/// Money of a receipt that came, less what went back.
#[derive(Debug, Clone, Copy)]
struct Came {
    day: Date,
    party_a_id: u64,
    to_treasury: bool,
    fen: i64,
}

type Group = (u64, Date);

/// Lines of a span.
pub struct Money {
    grain: Grain,
    /// What lies on bills.
    pub on_bills: Vec<Line>,
    came: BTreeMap<Group, Came>,
}

impl Money {
    fn group(grain: Grain, receipt_id: u64, day: Date) -> Group {
        (receipt_id, if grain == Grain::Month { day.first_of_month() } else { Date::MIN })
    }

    /// Reads the lines of a span.
    pub fn of(lens: &Lens<'_>, span: DateSpan, grain: Grain) -> Outcome<Self> {
        let mut money = Self { grain, on_bills: Vec::new(), came: BTreeMap::new() };
        if span.is_empty() {
            return Ok(money);
        }
        let rows = allocations(lens, span, |row| counts(row, span, grain))?;
        money.on_bills = rows.iter().map(|row| line(row, span)).collect();
        for (purpose, receipt, day, fen) in receipts(lens, span)? {
            if purpose == Purpose::Bills {
                let (party_a_id, to_treasury) = (receipt.party_a_id, receipt.to_treasury);
                let came = Came { day, party_a_id, to_treasury, fen: 0 };
                money.came.entry(Self::group(grain, receipt.receipt_id, day)).or_insert(came).fen += fen;
            }
        }
        Ok(money)
    }

    /// What came of each receipt less lines that lie on bills.
    pub fn rest_beside<'l>(&self, lines: impl Iterator<Item = &'l Line>) -> Vec<Line> {
        let mut left = self.came.clone();
        for line in lines {
            let (day, party_a_id, to_treasury) = (line.day, line.party_a_id, line.to_treasury);
            let none = Came { day, party_a_id, to_treasury, fen: 0 };
            left.entry(Self::group(self.grain, line.receipt_id, line.day)).or_insert(none).fen -= line.fen;
        }
        let rests = left.into_iter().filter(|(_, came)| came.fen != 0);
        rests
            .map(|((receipt_id, _), came)| Line {
                receipt_id,
                bill_id: 0,
                kind: None,
                due_date: None,
                day: came.day,
                tenant_id: 0,
                plate_id: 0,
                party_a_id: came.party_a_id,
                part: Part::Ahead,
                to_treasury: came.to_treasury,
                fen: came.fen,
            })
            .collect()
    }
}

/// Money put on bills within a span that the asker sees, of the rows that are wanted; never of deposits.
pub fn allocations(lens: &Lens<'_>, span: DateSpan, wanted: impl Fn(&Allocation) -> bool) -> Outcome<Vec<Allocation>> {
    let mut found = Vec::new();
    if span.is_empty() {
        return Ok(found);
    }
    for party in lens.view.tx.all::<PartyA>()?.iter().map(|party| party.party_a_id).filter(|id| lens.sees_party(*id)) {
        let of = |day: Date| key().u64(party).str(&day.to_string());
        for row in lens.view.tx.within::<Allocation>(&BY_PARTY_DAY, &of(span.from), &of(span.to))? {
            if row.kind != BillKind::Deposit && wanted(&row) && lens.sees_allocation(&row)? {
                found.push(row);
            }
        }
    }
    Ok(found)
}

fn counts(row: &Allocation, span: DateSpan, grain: Grain) -> bool {
    let since = if grain == Grain::Month { row.book_date.first_of_month() } else { span.from };
    let mirrored = row.amount_fen < 0 && row.mode == AllocationMode::Reversal;
    mirrored || row.receipt_date.is_some_and(|day| day >= since)
}

fn line(row: &Allocation, span: DateSpan) -> Line {
    let part = match row.due_date {
        due if due < span.from => Part::Earlier,
        due if due > span.to => Part::Ahead,
        _ => Part::Current,
    };
    Line {
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

/// Receipts of a span as they came, were claimed as deposits, and went back.
pub fn receipts(lens: &Lens<'_>, span: DateSpan) -> Outcome<Vec<(Purpose, Receipt, Date, i64)>> {
    if span.is_empty() {
        return Ok(Vec::new());
    }
    let (low, high) = (key().str(&span.from.to_string()), key().str(&span.to.to_string()));
    let seen = |receipt: &Receipt| lens.sees_party(receipt.party_a_id) && lens.sees_owned(&receipt.owned);
    let mut moved: Vec<Receipt> = lens.view.tx.within(&BY_DAY, &low, &high)?;
    moved.extend(lens.view.tx.within::<Receipt>(&BY_MOVED, &low, &high)?);
    // One that came and moved again in the span stands there more than once.
    moved.sort_by_key(|receipt| receipt.receipt_id);
    moved.dedup_by_key(|receipt| receipt.receipt_id);
    let mut flows = Vec::new();
    for receipt in moved.into_iter().filter(seen) {
        for (day, purpose, forth, back) in receipt.flows() {
            if span.contains(day) {
                flows.push((purpose, receipt.clone(), day, forth - back));
            }
        }
    }
    Ok(flows)
}
