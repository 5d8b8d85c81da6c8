//! What deposit is asked for, and when (domain.md 3.10): once at signing, again as the rent rises when the contract binds
//! it to months of rent, the difference when an amendment or a renewal asks for more.
//!
//! Invariants: a demand is made once; what the lease before a renewal holds counts towards the new one and is put over on
//! its first day, but never more than the new one asks for: the rest stays with the old lease and is paid back there.

use jiff::civil::Date;

use super::{DepositKind, NewMove, add, held_of, moves_by_owner};
use crate::error::Result;
use crate::features::finance::bill::generate::DEPOSIT_LINE;
use crate::features::finance::bill::record::Bill;
use crate::features::finance::ledger::record::{Account, Document};
use crate::features::finance::ledger::{About, EntryLine, post};
use crate::features::finance::payout::promised::free_deposit;
use crate::features::finance::period::books_from_of;
use crate::features::finance::settlement::record::SettlementState;
use crate::features::finance::settlement::sheet::newest;
use crate::features::finance::{between, period};
use crate::features::lease::contract::plan::{current_terms, tenants};
use crate::features::lease::contract::record::{Lease, LeaseState};
use crate::features::lease::contract::terms::month_equivalent;
use crate::features::lease::schedule::terms::{BillKind, RentBasis, Stage};
use crate::kernel::span::{DateSpan, add_days, after, before};
use crate::op::{Op, View};
use crate::store::{Reads, id};

/// A deposit bill that is missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Demand {
    pub tenant_id: u64,
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

/// The tenant whose deposit a lease wants on a day, and since when he is the tenant.
struct Holder {
    tenant_id: u64,
    /// He took over from somebody.
    took_over: bool,
    /// When his deposit is demanded: at signing, or when he takes over.
    since: Date,
    /// The deposit of the one before goes over to him.
    with_deposit: bool,
}

fn holder(view: &View, lease: &Lease, day: Date) -> Result<Holder> {
    let known = tenants(view, lease)?;
    let place = known.iter().rposition(|tenant| tenant.from <= day).unwrap_or(0);
    let signed = lease.sign_date.unwrap_or(lease.facts.start_date);
    Ok(match known.get(place) {
        Some(tenant) if place > 0 => Holder {
            tenant_id: tenant.tenant_id,
            took_over: true,
            since: tenant.from,
            with_deposit: tenant.with_deposit,
        },
        first => Holder {
            tenant_id: first.map_or(lease.facts.tenant_id, |tenant| tenant.tenant_id),
            took_over: false,
            since: signed,
            with_deposit: false,
        },
    })
}

/// Whether nobody may ask for the deposit of a lease any more: it is settled or void, or over with a settlement that was
/// approved and waits for the last money.
pub fn is_over(view: &View, lease: &Lease, day: Date) -> Result<bool> {
    let ended = lease.effective_end() < day && is_settling(view, lease, false)?;
    Ok(ended || matches!(lease.state, LeaseState::Settled | LeaseState::Void))
}

/// Whether the last settlement of a lease was approved, or (`under_way`) waits for a decision.
fn is_settling(view: &View, lease: &Lease, under_way: bool) -> Result<bool> {
    let state = newest(view, lease.lease_id)?.map(|sheet| sheet.state);
    let waits = matches!(state, Some(SettlementState::Submitted | SettlementState::Returned));
    Ok(state == Some(SettlementState::Approved) || under_way && waits)
}

/// The lease before a renewal, while its deposit can be put over: the same tenant and party A, not settled.
fn predecessor(view: &View, lease: &Lease) -> Result<Option<Lease>> {
    let (facts, before) = (&lease.facts, lease.facts.prev_lease_id);
    let old: Option<Lease> = if before == 0 { None } else { view.tx.get(&id(before))? };
    let Some(old) = old else { return Ok(None) };
    let same = old.facts.tenant_id == facts.tenant_id && old.facts.party_a_id == facts.party_a_id;
    Ok((same && !is_settling(view, &old, true)? && old.state != LeaseState::Settled).then_some(old))
}

/// Sum of a tenant's movements of a kind, fen.
fn moved(view: &View, lease: &Lease, tenant_id: u64, kind: DepositKind) -> Result<i64> {
    let moves = moves_by_owner(view, lease)?;
    let of = moves.iter().filter(|(owner, movement)| *owner == tenant_id && movement.kind == kind);
    Ok(of.map(|(_, movement)| movement.amount_fen).sum())
}

/// Fen that came, or will come, from the lease or the tenant before.
fn carried(view: &View, lease: &Lease, holder: &Holder) -> Result<i64> {
    let came = moved(view, lease, holder.tenant_id, DepositKind::TransferIn)?;
    if came > 0 || holder.took_over {
        return Ok(came);
    }
    match predecessor(view, lease)? {
        Some(old) => free_deposit(view, &old, holder.tenant_id),
        None => Ok(0),
    }
}

fn of_signing(bill: &&Bill) -> bool {
    bill.kind == BillKind::Deposit && bill.period.is_none()
}

/// Fen of the demand at signing that are in the books, later additions included and what was taken back left out.
fn demanded(bills: &[&Bill]) -> i64 {
    bills.iter().copied().filter(of_signing).map(|bill| bill.amount_fen).sum()
}

/// Fen of deposit that were put on bills while the lease runs: they are to be made up.
fn to_make_up(view: &View, lease: &Lease, holder: &Holder, day: Date) -> Result<i64> {
    if lease.effective_end() < day {
        return Ok(0);
    }
    Ok(-moved(view, lease, holder.tenant_id, DepositKind::Apply)?)
}

fn of_holder<'b>(view: &View, lease: &Lease, bills: &'b [Bill], holder: &Holder) -> Result<Vec<&'b Bill>> {
    let divided = tenants(view, lease)?.len() > 1;
    Ok(bills.iter().filter(|bill| !divided || bill.tenant_id == holder.tenant_id).collect())
}

/// Deposit bills that a lease lacks on a day.
pub fn wanted(view: &View, lease: &Lease, bills: &[Bill], day: Date) -> Result<Vec<Demand>> {
    let facts = &lease.facts;
    let mut missing = Vec::new();
    if facts.deposit_fen == 0 || lease.state != LeaseState::Signed {
        return Ok(missing);
    }
    // A lease that is over is asked for no more than at its signing, which may be entered late; after a settlement for none.
    let over = lease.effective_end() < day;
    if over && is_settling(view, lease, false)? {
        return Ok(missing);
    }
    let holder = holder(view, lease, day)?;
    let bills = of_holder(view, lease, bills, &holder)?;
    let begin = books_from_of(view, lease)?;
    let counts = |issue: Date| begin.is_none_or(|from| issue >= from);
    let tenant_id = holder.tenant_id;
    let first = bills.iter().copied().find(of_signing);
    // What was agreed before the books began came in as an opening deposit.
    if counts(holder.since) || first.is_some() {
        let asked = demanded(&bills) + carried(view, lease, &holder)?;
        let amount_fen = facts.deposit_fen + to_make_up(view, lease, &holder, day)? - asked;
        if amount_fen > 0 && !(over && first.is_some()) {
            let at_signing = holder.since.max(before(facts.start_date));
            missing.push(Demand {
                tenant_id,
                period: None,
                issue_date: if first.is_some() { day } else { holder.since.min(day) },
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
            let asked = |bill: &&&Bill| {
                bill.charge_line == DEPOSIT_LINE && bill.period.is_some_and(|period| period.from == span.from)
            };
            let lives = span.from <= lease.effective_end() && (!holder.took_over || span.from > holder.since);
            if lives && issue_date <= day && counts(issue_date) && !bills.iter().any(|bill| asked(&bill)) {
                let (period, due_date) = (Some(span), span.from);
                missing.push(Demand { tenant_id, period, issue_date, due_date, amount_fen, adjusts_bill_id: 0 });
            }
        }
    }
    Ok(missing)
}

/// Unpaid demands that nobody may ask for any more, by bill: all of a lease that is settled or void, of tenants before, and
/// what is beyond the agreed deposit.
pub fn too_much(view: &View, lease: &Lease, bills: &[Bill], day: Date) -> Result<Vec<(u64, i64)>> {
    let is_open = |bill: &&Bill| bill.kind == BillKind::Deposit && bill.outstanding_fen() > 0;
    if is_over(view, lease, day)? {
        return Ok(bills.iter().filter(is_open).map(|bill| (bill.bill_id, bill.outstanding_fen())).collect());
    }
    let holder = holder(view, lease, day)?;
    let mine = of_holder(view, lease, bills, &holder)?;
    let mut drops: Vec<(u64, i64)> = bills
        .iter()
        .filter(|bill| is_open(bill) && !mine.iter().any(|own| own.bill_id == bill.bill_id))
        .map(|bill| (bill.bill_id, bill.outstanding_fen()))
        .collect();
    let over = demanded(&mine) + carried(view, lease, &holder)?
        - lease.facts.deposit_fen
        - to_make_up(view, lease, &holder, day)?;
    let mut over = over.max(0);
    for bill in mine.iter().copied().filter(of_signing).filter(is_open).collect::<Vec<_>>().into_iter().rev() {
        let part = bill.outstanding_fen().min(over);
        if part > 0 {
            drops.push((bill.bill_id, part));
            over -= part;
        }
    }
    Ok(drops)
}

/// A deposit that goes from one tenant of a lease, or from one lease, to another.
struct Passing<'a> {
    from: (&'a Lease, u64),
    to: (&'a Lease, u64),
    amount_fen: i64,
    notes: [String; 2],
}

fn pass(op: &mut Op, passing: Passing<'_>, book_date: Date) -> Result<()> {
    let Passing { from, to, amount_fen, notes: [out, came] } = passing;
    let line = |(lease, tenant_id): (&Lease, u64), amount_fen| EntryLine {
        account: Account::DepositHeld,
        plate_id: 0,
        tenant_id,
        lease_id: lease.lease_id,
        amount_fen,
    };
    let (document, document_id, party_a_id) = (Document::Deposit, to.0.lease_id, to.0.facts.party_a_id);
    let owner = (from.1, from.0.lease_id);
    let parties = (from.0.facts.party_a_id, party_a_id);
    between::shift(op, (Account::DepositHeld, amount_fen), owner, parties, (document, document_id), book_date)?;
    let about = About { book_date, document, document_id, party_a_id };
    post(op, about, [line(from, amount_fen), line(to, -amount_fen)])?;
    let movement = |tenant_id, kind, amount_fen, document_id, note| NewMove {
        tenant_id,
        kind,
        amount_fen,
        book_date,
        document_id,
        note,
    };
    add(op, from.0, movement(from.1, DepositKind::TransferOut, -amount_fen, to.0.lease_id, out))?;
    add(op, to.0, movement(to.1, DepositKind::TransferIn, amount_fen, from.0.lease_id, came))
}

/// Puts the deposit of the lease before over to its renewal, on its first day; what the renewal does not ask for stays. Puts
/// the deposit of a tenant over to the one who takes over from him, when that was agreed. Answers the fen.
pub fn carry(op: &mut Op, lease: &Lease, bills: &[Bill], day: Date) -> Result<i64> {
    if lease.facts.deposit_fen == 0 || lease.state != LeaseState::Signed {
        return Ok(0);
    }
    let holder = holder(&op.view(), lease, day)?;
    if holder.took_over {
        return take_over(op, lease, &holder, day);
    }
    let (view, tenant_id) = (op.view(), holder.tenant_id);
    let Some(old) = predecessor(&view, lease)? else { return Ok(0) };
    let from = lease.facts.start_date.max(after(old.effective_end()));
    let mine = of_holder(&view, lease, bills, &holder)?;
    let came = moved(&view, lease, tenant_id, DepositKind::TransferIn)?;
    let lacking = lease.facts.deposit_fen - demanded(&mine) - came;
    let amount_fen = free_deposit(&view, &old, tenant_id)?.min(lacking);
    if from > day || amount_fen <= 0 {
        return Ok(0);
    }
    // It goes over on the day on which it was all there: it may have come after the first day of the renewal.
    let moves = moves_by_owner(&view, &old)?;
    let last = moves.iter().filter(|(owner, _)| *owner == tenant_id).map(|(_, movement)| movement.book_date);
    let from = last.fold(from, Date::max);
    let book_date = period::open_day(&view, lease.facts.party_a_id, from)?;
    let notes = [format!("转入续租合同 {}", lease.lease_no), format!("由原合同 {} 转入", old.lease_no)];
    pass(op, Passing { from: (&old, tenant_id), to: (lease, tenant_id), amount_fen, notes }, book_date)?;
    Ok(amount_fen)
}

/// The deposit of the tenant before, once, on the day of the change.
fn take_over(op: &mut Op, lease: &Lease, holder: &Holder, day: Date) -> Result<i64> {
    let view = op.view();
    let before = tenants(&view, lease)?.into_iter().rev().find(|tenant| tenant.from < holder.since);
    let Some(before) = before.filter(|_| holder.with_deposit && holder.since <= day) else { return Ok(0) };
    let came = moved(&view, lease, holder.tenant_id, DepositKind::TransferIn)?;
    let amount_fen = free_deposit(&view, lease, before.tenant_id)?;
    if came > 0 || amount_fen <= 0 {
        return Ok(0);
    }
    let moves = moves_by_owner(&view, lease)?;
    let last = moves.iter().filter(|(owner, _)| *owner == before.tenant_id).map(|(_, movement)| movement.book_date);
    let from = last.fold(holder.since, Date::max);
    let book_date = period::open_day(&view, lease.facts.party_a_id, from)?;
    let notes = ["转给新承租人".to_owned(), "由原承租人转入".to_owned()];
    let (from, to) = ((lease, before.tenant_id), (lease, holder.tenant_id));
    pass(op, Passing { from, to, amount_fen, notes }, book_date)?;
    Ok(amount_fen)
}

/// Takes a deposit that was put over to a renewal back, as far as it is still held there.
pub fn fetch_back(op: &mut Op, old: &Lease, renewal: &Lease, tenant_id: u64, most_fen: i64, day: Date) -> Result<i64> {
    let amount_fen = held_of(&op.view(), renewal, tenant_id)?.min(most_fen);
    if amount_fen <= 0 {
        return Ok(0);
    }
    let notes = [format!("退回原合同 {}", old.lease_no), format!("由续租合同 {} 退回", renewal.lease_no)];
    pass(op, Passing { from: (renewal, tenant_id), to: (old, tenant_id), amount_fen, notes }, day)?;
    Ok(amount_fen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::lease::schedule::stage::{Agreed, expand};
    use crate::features::lease::schedule::terms::{Escalation, EscalationMode};

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
