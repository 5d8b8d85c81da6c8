//! How the books prove themselves right 账实相符 (domain.md 3.17): each invariant recomputed from the rows, never from the
//! caches it checks. The page 对账中心, the doctor and the month close ask here.
//!
//! Deliberately absent: I12 (answered bill by bill by the explanation). That sums are the fold over their rows is checked
//! cell by cell by the store ([`crate::store::doctor`]); I10 checks what figures make of them.

use std::collections::{BTreeMap, HashMap};

use schemars::JsonSchema;
use serde::Serialize;

use super::allocation::{Allocation, CreditLot, CreditMove, MoneySource};
use super::bill::generate::missing;
use super::bill::record::{Bill, BillState};
use super::close::MonthClose;
use super::deposit::{DepositKind, DepositMove};
use super::figures;
use super::ledger;
use super::ledger::record::{Account, LedgerEntry};
use super::payout::record::{Payout, PayoutKind, PayoutState};
use super::receipt::record::{Receipt, ReceiptState};
use super::waiver::{Waiver, WaiverState};
use crate::fault::Outcome;
use crate::features::estate::occupancy;
use crate::features::estate::party_a::record::PartyA;
use crate::features::lease::contract::record::Lease;
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::money::yuan_grouped;
use crate::kernel::span::{add_months, before};
use crate::op::View;
use crate::route::{Data, Nothing};
use crate::store::{RawRead, Reads, key};

/// Sentences of one invariant at most.
const MOST: usize = 50;

/// An invariant and what was found.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Check {
    /// I1, I2, …
    pub code: &'static str,
    /// In words.
    pub name: &'static str,
    /// Things that were looked at.
    pub count: u64,
    /// What is wrong, at most fifty sentences.
    pub faults: Vec<String>,
}

fn check(code: &'static str, name: &'static str, count: usize, mut faults: Vec<String>) -> Check {
    faults.truncate(MOST);
    Check { code, name, count: count as u64, faults }
}

/// Every row that the sums are made of.
struct Rows {
    bills: Vec<Bill>,
    allocations: Vec<Allocation>,
    receipts: Vec<Receipt>,
    lots: Vec<CreditLot>,
    moves: Vec<CreditMove>,
    waivers: Vec<Waiver>,
    payouts: Vec<Payout>,
}

fn rows(tx: &dyn RawRead) -> Outcome<Rows> {
    Ok(Rows {
        bills: tx.all()?,
        allocations: tx.all()?,
        receipts: tx.all()?,
        lots: tx.all()?,
        moves: tx.all()?,
        waivers: tx.all()?,
        payouts: tx.all()?,
    })
}

fn sums<K: std::hash::Hash + Eq>(pairs: impl Iterator<Item = (K, i64)>) -> HashMap<K, i64> {
    let mut sums = HashMap::new();
    for (key, fen) in pairs {
        *sums.entry(key).or_insert(0) += fen;
    }
    sums
}

/// I1: the money of a receipt lies on bills, in credit, or was paid back.
fn receipts_are_whole(rows: &Rows) -> Check {
    let on_bills =
        sums(rows.allocations.iter().filter(|row| row.lot_id == 0).map(|row| (row.receipt_id, row.amount_fen)));
    let lot_receipt: HashMap<u64, u64> = rows.lots.iter().map(|lot| (lot.lot_id, lot.receipt_id)).collect();
    // What came into a receipt's lots and neither went on to a bill nor back to one.
    let in_lots =
        sums(rows.moves.iter().filter_map(|movement| Some((*lot_receipt.get(&movement.lot_id)?, movement.amount_fen))));
    let from_lots =
        sums(rows.allocations.iter().filter(|row| row.lot_id > 0).map(|row| (row.receipt_id, row.amount_fen)));
    let refunded = sums(
        rows.payouts
            .iter()
            .filter(|payout| payout.state == PayoutState::Paid)
            .flat_map(|payout| &payout.lots)
            .filter_map(|(lot_id, fen)| Some((*lot_receipt.get(lot_id)?, *fen))),
    );
    let mut faults = Vec::new();
    for receipt in &rows.receipts {
        let of = |sums: &HashMap<u64, i64>| sums.get(&receipt.receipt_id).copied().unwrap_or(0);
        let placed = of(&on_bills) + of(&in_lots) + of(&from_lots) + of(&refunded);
        let expected = if receipt.state == ReceiptState::Posted { receipt.amount_fen } else { 0 };
        if placed != expected {
            let (no, found, wanted) = (&receipt.receipt_no, yuan_grouped(placed), yuan_grouped(expected));
            faults.push(format!("收款单 {no} 的去向合计 {found} 元，应为 {wanted} 元"));
        }
    }
    check("I1", "收款 = 核销 + 预收 + 退款", rows.receipts.len(), faults)
}

/// I2: what bills say about themselves is what lies on them.
fn bills_are_whole(rows: &Rows) -> Check {
    let allocated = sums(rows.allocations.iter().map(|row| (row.bill_id, row.amount_fen)));
    let waived = sums(
        rows.waivers
            .iter()
            .filter(|waiver| waiver.state == WaiverState::Effective)
            .flat_map(|waiver| &waiver.scope)
            .map(|part| (part.bill_id, part.amount_fen)),
    );
    let adjusted = sums(
        rows.bills
            .iter()
            .filter(|bill| bill.amount_fen < 0 && bill.state == BillState::Issued)
            .map(|bill| (bill.adjusts_bill_id, -bill.amount_fen)),
    );
    let mut faults = Vec::new();
    for bill in &rows.bills {
        let of = |sums: &HashMap<u64, i64>| sums.get(&bill.bill_id).copied().unwrap_or(0);
        let credited = if bill.amount_fen < 0 { bill.amount_fen } else { of(&adjusted) };
        let found = (of(&allocated), of(&waived), if bill.state == BillState::Void { 0 } else { credited });
        if found != (bill.allocated_fen, bill.waived_fen, bill.credited_fen) {
            faults.push(format!("账单 {} 的已缴、减免、调减与明细不符", bill.bill_no));
        }
        let open = bill.outstanding_fen();
        if bill.amount_fen >= 0 && !(0..=bill.amount_fen).contains(&open) || bill.amount_fen < 0 && open != 0 {
            faults.push(format!("账单 {} 的未缴金额 {} 元不合理", bill.bill_no, yuan_grouped(open)));
        }
    }
    check("I2", "账单 = 减免 + 已缴 + 调减 + 未缴", rows.bills.len(), faults)
}

/// I3 and I4: the plan of every lease covers its term, and the books agree with it.
fn leases_are_billed(view: &View) -> Outcome<[Check; 2]> {
    let (mut holes, mut faults, mut count) = (Vec::new(), Vec::new(), 0);
    let today = view.now.date();
    for lease in view.tx.all::<Lease>()?.iter().filter(|lease| super::bill::generate::has_bills(lease)) {
        count += 1;
        let (missing, no) = (missing(view, lease, today)?, &lease.lease_no);
        if let Some(hole) = missing.uncovered {
            holes.push(format!("合同 {no} 的租金账单在 {hole} 处有空缺或重叠"));
        }
        if !missing.deltas.is_empty() {
            let periods = missing.deltas.len();
            faults.push(format!("合同 {no} 有 {periods} 个账期与合同计算不一致，请重新出账"));
        } else if !missing.due.is_empty() {
            faults.push(format!("合同 {no} 有 {} 张到期未出的账单，请出账", missing.due.len()));
        }
    }
    Ok([
        check("I3", "租金账单逐日覆盖租期，不重不漏", count, holes),
        check("I4", "已出账单 = 合同重新计算", count, faults),
    ])
}

/// I5: the receivable accounts are what the open bills say, by party A.
fn receivables_agree(tx: &dyn RawRead, rows: &Rows) -> Outcome<Check> {
    let open = sums(
        rows.bills
            .iter()
            .filter(|bill| bill.receivable().is_some())
            .map(|bill| (bill.party_a_id, bill.outstanding_fen())),
    );
    let credit = sums(rows.lots.iter().map(|lot| (lot.party_a_id, lot.left_fen)));
    let mut booked: BTreeMap<u64, (i64, i64)> = BTreeMap::new();
    tx.each::<LedgerEntry>(|entry| {
        let sums = booked.entry(entry.party_a_id).or_default();
        match entry.account {
            Account::ReceivableRent | Account::ReceivableOther => sums.0 += entry.amount_fen,
            Account::TenantCredit => sums.1 -= entry.amount_fen,
            _ => {}
        }
        true
    })?;
    let mut faults = Vec::new();
    for (party, (receivable, in_credit)) in &booked {
        let of = |sums: &HashMap<u64, i64>| sums.get(party).copied().unwrap_or(0);
        if *receivable != of(&open) {
            let (book, bills) = (yuan_grouped(*receivable), yuan_grouped(of(&open)));
            faults.push(format!("甲方（编号 {party}）应收科目 {book} 元，账单未缴合计 {bills} 元"));
        }
        if *in_credit != of(&credit) {
            let (book, lots) = (yuan_grouped(*in_credit), yuan_grouped(of(&credit)));
            faults.push(format!("甲方（编号 {party}）预收科目 {book} 元，预收余额合计 {lots} 元"));
        }
    }
    Ok(check("I5", "总账应收、预收 = 明细合计", booked.len(), faults))
}

/// I8: nothing entered a month after it was closed.
fn closed_months_stand(tx: &dyn RawRead) -> Outcome<Check> {
    let closes: Vec<MonthClose> = tx.all::<MonthClose>()?.into_iter().filter(MonthClose::is_closed).collect();
    let mut closed: HashMap<u64, (jiff::civil::Date, u64)> = HashMap::new();
    for close in &closes {
        let last = before(add_months(close.month, 1));
        let entry = closed.entry(close.party_a_id).or_insert((last, close.last_seq));
        *entry = (*entry).max((last, close.last_seq));
    }
    let mut faults = Vec::new();
    tx.each::<LedgerEntry>(|entry| {
        if let Some((last, seq)) = closed.get(&entry.party_a_id)
            && entry.seq > *seq
            && entry.book_date() <= *last
        {
            faults.push(format!("总账第 {} 笔记入了已月结的 {}", entry.seq, entry.book_date()));
        }
        faults.len() < MOST
    })?;
    Ok(check("I8", "已月结的月份没有新的分录", closes.len(), faults))
}

/// I9: deposits by lease are never below nothing, and the account agrees.
fn deposits_are_held(tx: &dyn RawRead, rows: &Rows) -> Outcome<Check> {
    let moves: Vec<DepositMove> = tx.all()?;
    let held = sums(moves.iter().map(|movement| (movement.lease_id, movement.amount_fen)));
    let mut faults: Vec<String> = held
        .iter()
        .filter(|(_, fen)| **fen < 0)
        .map(|(lease, fen)| format!("合同（编号 {lease}）押金余额 {} 元", yuan_grouped(*fen)))
        .collect();
    let mut booked = 0;
    tx.each::<LedgerEntry>(|entry| {
        booked -= if entry.account == Account::DepositHeld { entry.amount_fen } else { 0 };
        true
    })?;
    // What left the deposit for a bill arrived there; a bill that gave it back gave it to the tenant's credit.
    let applies = moves.iter().filter(|movement| movement.kind == DepositKind::Apply);
    let left = sums(applies.map(|movement| (movement.document_id, -movement.amount_fen)));
    let from_deposit = |row: &&Allocation| row.source == MoneySource::Deposit && row.reverses_id == 0;
    let arrived = sums(rows.allocations.iter().filter(from_deposit).map(|row| (row.bill_id, row.amount_fen)));
    let mut touched: Vec<u64> = left.keys().chain(arrived.keys()).copied().collect();
    touched.sort_unstable();
    touched.dedup();
    for bill_id in touched {
        let of = |sums: &HashMap<u64, i64>| sums.get(&bill_id).copied().unwrap_or(0);
        if of(&left) != of(&arrived) {
            let (out, on) = (yuan_grouped(of(&left)), yuan_grouped(of(&arrived)));
            faults.push(format!("账单（编号 {bill_id}）押金台账抵扣 {out} 元，账单核销 {on} 元"));
        }
    }
    let sum: i64 = held.values().sum();
    if booked != sum {
        faults.push(format!("押金科目 {} 元，押金台账合计 {} 元", yuan_grouped(booked), yuan_grouped(sum)));
    }
    Ok(check("I9", "押金余额 = 变动合计，且不为负；抵扣 = 账单核销", held.len(), faults))
}

/// I11: nobody handed in more than was collected.
fn remittances_are_covered(tx: &dyn RawRead, rows: &Rows) -> Outcome<Check> {
    let collects = |row: &&Allocation| matches!(row.kind, BillKind::Rent | BillKind::LateFee);
    let collected = sums(rows.allocations.iter().filter(collects).map(|row| (row.party_a_id, row.amount_fen)));
    let remits = |payout: &&Payout| payout.kind == PayoutKind::Remittance && payout.state == PayoutState::Paid;
    let of_party = |payout: &Payout| (payout.facts.party_a_id, payout.facts.amount_fen);
    let handed = sums(rows.payouts.iter().filter(remits).map(of_party));
    let mut faults = Vec::new();
    for party in tx.all::<PartyA>()? {
        let of = |sums: &HashMap<u64, i64>| sums.get(&party.party_a_id).copied().unwrap_or(0);
        if of(&handed) > of(&collected) {
            let (name, out, came) = (&party.facts.party_a_name, of(&handed), of(&collected));
            faults.push(format!("{name}已上缴 {} 元，多于已收租金 {} 元", yuan_grouped(out), yuan_grouped(came)));
        }
    }
    Ok(check("I11", "已上缴不多于已收租金", handed.len(), faults))
}

/// The invariants that the rows alone decide; for the doctor, who knows no day and computes no plan.
///
/// # Errors
/// A record that cannot be read.
pub fn recorded(tx: &dyn RawRead) -> Outcome<Vec<Check>> {
    let rows = rows(tx)?;
    let (entries, chain) = ledger::faults(tx)?;
    let count = |number: u64| usize::try_from(number).unwrap_or(0);
    let held = tx.count_by(&occupancy::ACTIVE_BY_ROOM, &key())?;
    Ok(vec![
        receipts_are_whole(&rows),
        bills_are_whole(&rows),
        receivables_agree(tx, &rows)?,
        check("I6", "每张凭证借贷相等，校验链完整", count(entries), chain),
        check("I7", "同一房间同一天只有一个占用", count(held), occupancy::faults(tx)?),
        closed_months_stand(tx)?,
        deposits_are_held(tx, &rows)?,
        remittances_are_covered(tx, &rows)?,
    ])
}

/// Runs every invariant over the whole books.
///
/// # Errors
/// A record that cannot be read.
pub fn run(view: &View) -> Outcome<Vec<Check>> {
    let mut checks = recorded(view.tx)?;
    checks.splice(2..2, leases_are_billed(view)?);
    let (count, faults) = figures::compare::with_rows(view)?;
    checks.push(check("I10", "统计数字 = 明细合计", count, faults));
    Ok(checks)
}

/// GET /fin/reconcile/list 对账中心
pub fn list(view: &View, _: Nothing) -> Outcome<Data<Vec<Check>>> {
    run(view).map(Data)
}
