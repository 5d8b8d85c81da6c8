//! What of each receipt lies on no bill: what came in a span, or in each month of it, less what lies on bills then.
//!
//! Nearly all money lies on bills, so receipts and lines are added up by columns ([`list::add_by`]) and only what is left over, with
//! what moved in another way than coming once from a known payer, is looked at receipt by receipt.

use std::collections::BTreeSet;

use super::money::{Grain, MoneyRow, Part};
use super::scope_filter::ScopeFilter;
use crate::columns::field::{date_of, day, whole};
use crate::columns::{ByNumber, Field, NONE};
use crate::error::Result;
use crate::features::finance::allocation::{Allocation, columns};
use crate::features::finance::receipt::columns as of_receipts;
use crate::features::finance::receipt::record::{Purpose, Receipt};
use crate::kernel::day_number::month_no;
use crate::kernel::enumeration::Coded;
use crate::kernel::order::Order;
use crate::kernel::span::DateSpan;
use crate::records::list::{self, Filter, FilterBuilder};
use crate::store::{Reads, id};

/// What lies on no bill.
#[derive(Default)]
pub struct Came {
    /// In the order of the receipts.
    pub rests: Vec<MoneyRow>,
    /// Deposits that came and went.
    pub deposits: Vec<MoneyRow>,
}

/// What is known of a receipt beside its money.
#[derive(Debug, Clone, Copy)]
struct Of {
    receipt_id: u64,
    party_a_id: u64,
    to_treasury: bool,
}

/// Money of a receipt that came in a span or a month of it, less what went back.
#[derive(Debug, Clone, Copy)]
struct Rest {
    of: Of,
    /// From known payers, less what of it lies on bills.
    rest_fen: i64,
    /// From nobody knows whom.
    unclaimed_fen: i64,
    /// The day that was met first: that of the receipt, where it came in the span.
    day: i64,
}

/// Receipts that are looked at one by one, by number and month.
struct Rests {
    span: DateSpan,
    grain: Grain,
    /// With the month; of one receipt and month there may be several.
    moves: Vec<(u32, Rest)>,
    deposits: Vec<MoneyRow>,
}

impl Rests {
    fn has(&self, day: i64) -> bool {
        (column_day(self.span.from)..=column_day(self.span.to)).contains(&day)
    }

    fn put(&mut self, of: Of, day: i64, (rest_fen, unclaimed_fen): (i64, i64)) {
        let month = match self.grain {
            Grain::Span => 0,
            Grain::Month => date_of(day).map_or(0, month_no),
        };
        self.moves.push((month, Rest { of, rest_fen, unclaimed_fen, day }));
    }

    /// Money of a receipt that came on a day, or went.
    fn moved(&mut self, of: Of, purpose: Purpose, of_nobody: bool, (day, fen): (i64, i64)) {
        if !self.has(day) {
            return;
        }
        match purpose {
            Purpose::Deposit => self.deposits.push(line(of, Part::Current, day, fen)),
            Purpose::Bills => self.put(of, day, if of_nobody { (0, fen) } else { (fen, 0) }),
        }
    }

    fn lines(self) -> Came {
        let mut moves = self.moves;
        moves.order_by_key(|(month, rest)| (rest.of.receipt_id, *month));
        moves.dedup_by(|(month, next), (kept_month, kept)| {
            let is_same = (next.of.receipt_id, *month) == (kept.of.receipt_id, *kept_month);
            if is_same {
                kept.rest_fen += next.rest_fen;
                kept.unclaimed_fen += next.unclaimed_fen;
            }
            is_same
        });
        let parts = moves.into_iter().flat_map(|(_, rest)| {
            [(Part::Unclaimed, rest.unclaimed_fen), (Part::Ahead, rest.rest_fen)]
                .map(|(part, fen)| line(rest.of, part, rest.day, fen))
        });
        Came { rests: parts.filter(|line| line.fen != 0).collect(), deposits: self.deposits }
    }
}

fn column_day(date: jiff::civil::Date) -> i64 {
    day(Some(date))
}

fn line(of: Of, part: Part, day: i64, fen: i64) -> MoneyRow {
    MoneyRow {
        receipt_id: of.receipt_id,
        bill_id: 0,
        tenant_id: 0,
        plate_id: 0,
        party_a_id: of.party_a_id,
        fen,
        date: date_of(day).unwrap_or_default(),
        due: None,
        kind: None,
        part,
        to_treasury: of.to_treasury,
    }
}

impl Came {
    /// What lies on no bill beside some lines that do, of a span; deposits only where they are asked for.
    pub fn beside(
        lens: &ScopeFilter<'_>,
        lines: &FilterBuilder<Allocation>,
        (span, grain): (DateSpan, Grain),
        deposits: bool,
    ) -> Result<Self> {
        let mut rests = Rests { span, grain, moves: Vec::new(), deposits: Vec::new() };
        let (once, others) = receipts(lens, span, deposits)?;
        let once = list::evaluated(lens.view, once)?;
        let home = match grain {
            Grain::Span => lines.clone(),
            Grain::Month => lines.and(in_one_month(lines)?),
        };
        // What came once from a known payer less what lies on bills in the month in which it came.
        let mut left = ByNumber::anywhere();
        list::add_by(lens.view, &home, (Some(&columns::RECEIPT), &columns::AMOUNT), true, &mut left)?;
        list::add_by(lens.view, &once, (None, &of_receipts::AMOUNT), false, &mut left)?;
        let mut alone = one_by_one(lens, &others, &mut rests)?;
        for receipt_id in &alone {
            *left.at(receipt_id.cast_unsigned()) = 0;
        }
        let over: Vec<u64> = left.pairs().into_iter().map(|(receipt_id, _)| receipt_id).collect();
        if !over.is_empty() {
            let fields = [of_receipts::PARTY_A, of_receipts::TREASURY, of_receipts::BOOK];
            list::gather(lens.view, &once.and(Filter::ids(over)).filters, &fields, |receipt_id, row| {
                let [party, treasury, book] = *row else { return };
                let of = Of { receipt_id, party_a_id: party.cast_unsigned(), to_treasury: treasury != 0 };
                rests.put(of, book, (std::mem::take(left.at(receipt_id)).cast_signed(), 0));
            })?;
        }
        // Lines of receipts that did not come in the span, or that are not seen.
        alone.extend(left.pairs().into_iter().map(|(receipt_id, _)| whole(receipt_id)));
        taken_off(lens, lines, &home, alone, &mut rests)?;
        Ok(rests.lines())
    }
}

/// Lines that count in the month in which their receipt does.
fn in_one_month(lines: &FilterBuilder<Allocation>) -> Result<Filter> {
    Ok(Filter::Between(lines.place(&columns::MONTHS)?, 0, 0))
}

/// Takes lines off, one by one: those of some receipts, and those that count in another month than their receipt.
fn taken_off(
    lens: &ScopeFilter<'_>,
    lines: &FilterBuilder<Allocation>,
    home: &FilterBuilder<Allocation>,
    alone: BTreeSet<i64>,
    rests: &mut Rests,
) -> Result<()> {
    let mut asks = Vec::new();
    if !alone.is_empty() {
        asks.push(home.and(Filter::among(home.place(&columns::RECEIPT)?, alone)));
    }
    if rests.grain == Grain::Month {
        asks.push(lines.and(Filter::Not(Box::new(in_one_month(lines)?))));
    }
    let fields = [columns::RECEIPT, columns::PARTY_A, columns::TREASURY, columns::BOOK, columns::AMOUNT];
    for ask in asks {
        list::gather(lens.view, &ask.filters, &fields, |_, row| {
            let [receipt, party, treasury, book, fen] = *row else { return };
            let (receipt_id, party_a_id) = (receipt.cast_unsigned(), party.cast_unsigned());
            rests.put(Of { receipt_id, party_a_id, to_treasury: treasury != 0 }, book, (-fen, 0));
        })?;
    }
    Ok(())
}

/// Receipts that moved in a span: those that came in it for bills, once and from a known payer, and the others.
fn receipts(
    lens: &ScopeFilter<'_>,
    span: DateSpan,
    deposits: bool,
) -> Result<(FilterBuilder<Receipt>, FilterBuilder<Receipt>)> {
    let ask = lens.receipts()?;
    let (from, to) = (column_day(span.from), column_day(span.to));
    let within = |field: &Field<Receipt>| -> Result<Filter> { Ok(Filter::Between(ask.place(field)?, from, to)) };
    let no = |filter: Filter| Filter::Not(Box::new(filter));
    let (first, last) = (ask.place(&of_receipts::PAYER_FIRST)?, ask.place(&of_receipts::PAYER_LAST)?);
    let since = ask.place(&of_receipts::DEPOSIT_SINCE)?;
    let claimed = || Filter::Any([first, since].map(|at| Filter::Between(at, NONE + 1, i64::MAX)).to_vec());
    let for_bills = Filter::among(ask.place(&of_receipts::PURPOSE)?, [Purpose::Bills.code()]);
    let of_nobody = Filter::among(ask.place(&of_receipts::TENANT)?, [0]);
    let back = within(&of_receipts::BACK)?;
    let odd = || Filter::Any(vec![claimed(), no(for_bills.clone()), of_nobody.clone(), back.clone()]);
    let once = ask.and(within(&of_receipts::BOOK)?).and(no(odd()));
    let paid = Filter::All(vec![Filter::Between(first, NONE + 1, to), Filter::Between(last, from, i64::MAX)]);
    let days = [of_receipts::BOOK, of_receipts::DEPOSIT_SINCE, of_receipts::BACK];
    let mut moved: Vec<Filter> = days.iter().map(within).collect::<Result<_>>()?;
    moved.push(paid);
    // What leaves the fewest stands first: deposits are many, and receipts that moved in another way are not.
    let mut others = ask;
    if !deposits {
        others.must(Filter::Any(vec![for_bills.clone(), claimed()]));
    }
    let others = others.and(odd()).and(Filter::Any(moved));
    Ok((once, others))
}

/// Looks at receipts one by one, and answers the numbers of those that are not deposits.
fn one_by_one(lens: &ScopeFilter<'_>, ask: &FilterBuilder<Receipt>, rests: &mut Rests) -> Result<BTreeSet<i64>> {
    let fields = [
        of_receipts::BOOK,
        of_receipts::DEPOSIT_SINCE,
        of_receipts::BACK,
        of_receipts::PAYER_FIRST,
        of_receipts::PURPOSE,
        of_receipts::AMOUNT,
        of_receipts::PARTY_A,
        of_receipts::TREASURY,
        of_receipts::TENANT,
    ];
    // Days of claims lie in the records alone; few receipts have any.
    let (mut claimed, mut alone) = (Vec::new(), BTreeSet::new());
    list::gather(lens.view, &ask.filters, &fields, |receipt_id, row| {
        let [book, since, back, claims, purpose, fen, party, treasury, tenant] = *row else { return };
        if claims != NONE || since != NONE {
            claimed.push(receipt_id);
            return;
        }
        let purpose = if purpose == Purpose::Bills.code() { Purpose::Bills } else { Purpose::Deposit };
        let of = Of { receipt_id, party_a_id: party.cast_unsigned(), to_treasury: treasury != 0 };
        for moved in [(book, fen), (back, -fen)] {
            rests.moved(of, purpose, tenant == 0, moved);
        }
        if purpose == Purpose::Bills {
            alone.insert(whole(receipt_id));
        }
    })?;
    for receipt_id in claimed {
        alone.insert(whole(receipt_id));
        let Some(receipt) = lens.view.tx.get::<Receipt>(&id(receipt_id))? else { continue };
        let of = Of { receipt_id, party_a_id: receipt.party_a_id, to_treasury: receipt.to_treasury };
        for moved in receipt.flows() {
            let fen = moved.forth_fen - moved.back_fen;
            rests.moved(of, moved.purpose, moved.of_nobody, (column_day(moved.day), fen));
        }
    }
    Ok(alone)
}
