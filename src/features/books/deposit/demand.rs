//! What deposit is asked for, and when (domain.md 3.10): once at signing, again as the rent rises when the contract binds
//! it to months of rent, the difference when an amendment or a renewal asks for more.
//!
//! Invariants: a demand is made once; what the lease before a renewal holds counts towards the new one and is put over on
//! its first day, but never more than the new one asks for: the rest stays with the old lease and is paid back there.

use jiff::civil::Date;

use super::{BY_LEASE, DepositKind, DepositMove, add, held};
use crate::fault::Outcome;
use crate::features::books::bill::generate::{DEPOSIT_LINE, books_from};
use crate::features::books::bill::record::Bill;
use crate::features::books::close;
use crate::features::books::ledger::record::{Account, Document};
use crate::features::books::ledger::{About, Line, post};
use crate::features::books::settlement::record::SettlementState;
use crate::features::books::settlement::sheet::newest;
use crate::features::lease::contract::plan::current_terms;
use crate::features::lease::contract::record::{Lease, LeaseState};
use crate::features::lease::contract::terms::month_equivalent;
use crate::features::lease::schedule::terms::{BillKind, RentBasis, Stage};
use crate::kernel::span::{DateSpan, add_days, after, before};
use crate::op::{Op, View};
use crate::store::{Reads, id};

/// A deposit bill that is missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Demand {
    /// The days of the higher rent; none for the demand at signing.
    pub period: Option<DateSpan>,
    /// When it is issued.
    pub issue_date: Date,
    /// When it is due.
    pub due_date: Date,
    /// Fen.
    pub amount_fen: i64,
    /// The bill whose demand it raises; 0 for none.
    pub adjusts_bill_id: u64,
}

/// Additions to a deposit that follows the rent: the stages of a higher rent with what each adds, fen.
pub fn top_ups(deposit_fen: i64, months: u8, basis: RentBasis, stages: &[Stage]) -> Vec<(DateSpan, i64)> {
    let mut reached = deposit_fen;
    let mut more = Vec::new();
    for stage in stages.iter().skip(1).filter(|_| months > 0) {
        let wanted = i64::from(months).saturating_mul(month_equivalent(basis, stage.rent));
        if wanted > reached {
            more.push((stage.span, wanted - reached));
            reached = wanted;
        }
    }
    more
}

/// When the deposit is demanded: at signing.
fn signing_day(lease: &Lease) -> Date {
    lease.sign_date.unwrap_or(lease.facts.start_date)
}

/// The lease before a renewal, while its deposit can be put over: the same tenant and party A, not settled.
fn predecessor(view: &View, lease: &Lease) -> Outcome<Option<Lease>> {
    let (facts, before) = (&lease.facts, lease.facts.prev_lease_id);
    let old: Option<Lease> = if before == 0 { None } else { view.tx.get(&id(before))? };
    let Some(old) = old else { return Ok(None) };
    let same = old.facts.tenant_id == facts.tenant_id && old.facts.party_a_id == facts.party_a_id;
    let settling = newest(view, old.lease_id)?.is_some_and(|sheet| sheet.state == SettlementState::Submitted);
    Ok((same && !settling && old.state != LeaseState::Settled).then_some(old))
}

/// Fen that came, or will come, from the lease before.
fn carried(view: &View, lease: &Lease) -> Outcome<i64> {
    let moves: Vec<DepositMove> = view.tx.by(&BY_LEASE, &id(lease.lease_id), false, 0, usize::MAX)?;
    let came = |movement: &&DepositMove| movement.kind == DepositKind::TransferIn;
    let came: i64 = moves.iter().filter(came).map(|movement| movement.amount_fen).sum();
    if came > 0 {
        return Ok(came);
    }
    match predecessor(view, lease)? {
        Some(old) => held(view, old.lease_id),
        None => Ok(0),
    }
}

fn of_signing(bill: &&Bill) -> bool {
    bill.kind == BillKind::Deposit && bill.period.is_none()
}

/// Fen of the demand at signing that are in the books, later additions included.
fn demanded(bills: &[Bill]) -> i64 {
    bills.iter().filter(of_signing).map(|bill| bill.amount_fen).sum()
}

/// Deposit bills that a lease lacks on a day.
///
/// # Errors
/// A record that cannot be read.
pub fn wanted(view: &View, lease: &Lease, bills: &[Bill], day: Date) -> Outcome<Vec<Demand>> {
    let facts = &lease.facts;
    let mut missing = Vec::new();
    if facts.deposit_fen == 0 || lease.state != LeaseState::Signed {
        return Ok(missing);
    }
    let counts = |issue: Date| books_from(view).is_none_or(|from| issue >= from);
    let signed = signing_day(lease);
    let first = bills.iter().find(of_signing);
    // What was agreed before the books began came in as an opening deposit.
    if counts(signed) || first.is_some() {
        let amount_fen = facts.deposit_fen - carried(view, lease)? - demanded(bills);
        if amount_fen > 0 {
            let at_signing = signed.max(before(facts.start_date));
            missing.push(Demand {
                period: None,
                issue_date: if first.is_some() { day } else { signed.min(day) },
                due_date: first.map_or(at_signing, |_| day.max(at_signing)),
                amount_fen,
                adjusts_bill_id: first.map_or(0, |bill| bill.bill_id),
            });
        }
    }
    if facts.deposit_months > 0 {
        let terms = current_terms(view, lease)?;
        for (span, amount_fen) in top_ups(facts.deposit_fen, facts.deposit_months, terms.rent_basis, &terms.stages) {
            let issue_date = add_days(span.from, -i64::from(facts.issue_lead_days));
            let asked = |bill: &Bill| {
                bill.charge_line == DEPOSIT_LINE && bill.period.is_some_and(|period| period.from == span.from)
            };
            let lives = span.from <= lease.effective_end();
            if lives && issue_date <= day && counts(issue_date) && !bills.iter().any(asked) {
                let (period, due_date) = (Some(span), span.from);
                missing.push(Demand { period, issue_date, due_date, amount_fen, adjusts_bill_id: 0 });
            }
        }
    }
    Ok(missing)
}

/// Puts the deposit of the lease before over to its renewal, on its first day; what the renewal does not ask for stays.
/// Answers the fen.
///
/// # Errors
/// A record that cannot be written.
pub fn carry(op: &mut Op, lease: &Lease, bills: &[Bill], day: Date) -> Outcome<i64> {
    if lease.facts.prev_lease_id == 0 || lease.facts.deposit_fen == 0 || lease.state != LeaseState::Signed {
        return Ok(0);
    }
    let view = op.view();
    let Some(old) = predecessor(&view, lease)? else { return Ok(0) };
    let from = lease.facts.start_date.max(after(old.effective_end()));
    let lacking = lease.facts.deposit_fen - demanded(bills) - held_by_transfer(&view, lease.lease_id)?;
    let amount_fen = held(&view, old.lease_id)?.min(lacking);
    if from > day || amount_fen <= 0 {
        return Ok(0);
    }
    let book_date = close::open_day(&view, lease.facts.party_a_id, from)?;
    let line = |lease_id, amount_fen| Line {
        account: Account::DepositHeld,
        plate_id: 0,
        tenant_id: lease.facts.tenant_id,
        lease_id,
        amount_fen,
    };
    let (document, document_id, party_a_id) = (Document::Deposit, lease.lease_id, lease.facts.party_a_id);
    let about = About { book_date, document, document_id, party_a_id };
    post(op, about, [line(old.lease_id, amount_fen), line(lease.lease_id, -amount_fen)])?;
    let (to, came_from) = (format!("转入续租合同 {}", lease.lease_no), format!("由原合同 {} 转入", old.lease_no));
    add(op, old.lease_id, DepositKind::TransferOut, -amount_fen, book_date, lease.lease_id, &to)?;
    add(op, lease.lease_id, DepositKind::TransferIn, amount_fen, book_date, old.lease_id, &came_from)?;
    Ok(amount_fen)
}

fn held_by_transfer(view: &View, lease_id: u64) -> Outcome<i64> {
    let moves: Vec<DepositMove> = view.tx.by(&BY_LEASE, &id(lease_id), false, 0, usize::MAX)?;
    let came = moves.iter().filter(|movement| movement.kind == DepositKind::TransferIn);
    Ok(came.map(|movement| movement.amount_fen).sum())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::lease::schedule::stage::{Agreed, expand};
    use crate::features::lease::schedule::terms::{Escalation, EscalationMode};

    /// domain.md V23.
    #[test]
    fn a_deposit_of_months_follows_the_rent() {
        let term = DateSpan::new(jiff::civil::date(2024, 1, 1), jiff::civil::date(2026, 12, 31));
        let rule = Escalation {
            every_months: 12,
            mode: EscalationMode::Pct,
            value: 50_000,
            compound: true,
            ..Escalation::default()
        };
        let stages = expand(term, RentBasis::MonthTotal, &Agreed::Total(2_500_000), Some(&rule));
        let added = top_ups(5_000_000, 2, RentBasis::MonthTotal, &stages);
        assert_eq!(added.iter().map(|(_, fen)| *fen).collect::<Vec<_>>(), [250_000, 262_500]);
        assert_eq!(5_000_000 + added.iter().map(|(_, fen)| fen).sum::<i64>(), 5_512_500);
        assert_eq!(added[0].0.from, jiff::civil::date(2025, 1, 1));
        assert_eq!(top_ups(5_000_000, 0, RentBasis::MonthTotal, &stages), [], "a fixed deposit stays");
        assert_eq!(top_ups(9_000_000, 2, RentBasis::MonthTotal, &stages), [], "it is enough already");
    }
}
