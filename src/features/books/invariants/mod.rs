//! How the books prove themselves right 账实相符 (domain.md 3.17): each invariant recomputed from the rows, never from the
//! caches it checks. The nightly job and the page 对账中心 ([`super::reconcile`]) and the doctor ask here.
//!
//! Deliberately absent: I12 (answered bill by bill by the explanation). That sums are the fold over their rows is checked
//! cell by cell by the store ([`crate::store::doctor`]); I10 checks what figures make of them.

mod gathered;

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::gathered::{Gathered, Posted, Sums, of};
use super::bill::generate::{has_bills, missing};
use super::bill::record::{Bill, BillState};
use super::deposit::{DepositKind, DepositMove};
use super::figures;
use super::ledger;
use super::receipt::record::{Receipt, ReceiptState};
use crate::fault::Outcome;
use crate::features::estate::occupancy;
use crate::features::estate::party_a::record::PartyA;
use crate::features::lease::contract::record::Lease;
use crate::kernel::money::yuan_grouped;
use crate::op::View;
use crate::store::{RawRead, Reads, key};

/// Sentences of one invariant at most.
const MOST: usize = 50;

/// An invariant and what was found.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Check {
    /// I1, I2, …
    pub code: String,
    /// In words.
    pub name: String,
    /// Things that were looked at.
    pub count: u64,
    /// What is wrong, at most fifty sentences.
    pub faults: Vec<String>,
}

fn check(code: &str, name: &str, count: usize, mut faults: Vec<String>) -> Check {
    faults.truncate(MOST);
    Check { code: code.to_owned(), name: name.to_owned(), count: count as u64, faults }
}

/// Adds a sentence while there is room: books that are wrong throughout do not fill the memory.
fn tell(faults: &mut Vec<String>, sentence: impl FnOnce() -> String) {
    if faults.len() < MOST {
        faults.push(sentence());
    }
}

/// I1: the money of a receipt lies on bills, in credit, or was paid back.
fn receipts_are_whole(tx: &dyn RawRead, sums: &Gathered) -> Outcome<Check> {
    let (mut count, mut faults) = (0, Vec::new());
    tx.each::<Receipt>(|receipt| {
        count += 1;
        let placed = sums.placed.of(receipt.receipt_id);
        let expected = if receipt.state == ReceiptState::Posted { receipt.amount_fen } else { 0 };
        if placed != expected {
            let (no, found, wanted) = (&receipt.receipt_no, yuan_grouped(placed), yuan_grouped(expected));
            tell(&mut faults, || format!("收款单 {no} 的去向合计 {found} 元，应为 {wanted} 元"));
        }
        true
    })?;
    Ok(check("I1", "收款 = 核销 + 预收 + 退款", count, faults))
}

/// I2: what bills say about themselves is what lies on them.
fn bills_are_whole(tx: &dyn RawRead, sums: &Gathered) -> Outcome<Check> {
    let (mut count, mut faults) = (0, Vec::new());
    tx.each::<Bill>(|bill| {
        count += 1;
        let credited = if bill.amount_fen < 0 { bill.amount_fen } else { sums.adjusted.of(bill.bill_id) };
        let credited = if bill.state == BillState::Void { 0 } else { credited };
        let found = (sums.allocated.of(bill.bill_id), sums.waived.of(bill.bill_id), credited);
        if found != (bill.allocated_fen, bill.waived_fen, bill.credited_fen) {
            tell(&mut faults, || format!("账单 {} 的已缴、减免、调减与明细不符", bill.bill_no));
        }
        let open = bill.outstanding_fen();
        if bill.amount_fen >= 0 && !(0..=bill.amount_fen).contains(&open) || bill.amount_fen < 0 && open != 0 {
            tell(&mut faults, || format!("账单 {} 的未缴金额 {} 元不合理", bill.bill_no, yuan_grouped(open)));
        }
        true
    })?;
    Ok(check("I2", "账单 = 减免 + 已缴 + 调减 + 未缴", count, faults))
}

/// I3 and I4: the plan of every lease covers its term, and the books agree with it.
fn leases_are_billed(view: &View) -> Outcome<[Check; 2]> {
    let (mut holes, mut faults, mut count) = (Vec::new(), Vec::new(), 0);
    let mut compare = |lease: &Lease| -> Outcome<()> {
        count += 1;
        let (missing, no) = (missing(view, lease, view.now.date())?, &lease.lease_no);
        if let Some(hole) = missing.uncovered {
            tell(&mut holes, || format!("合同 {no} 的租金账单在 {hole} 处有空缺或重叠"));
        }
        if !missing.deltas.is_empty() {
            let periods = missing.deltas.len();
            tell(&mut faults, || format!("合同 {no} 有 {periods} 个账期与合同计算不一致，请重新出账"));
        } else if !missing.due.is_empty() {
            tell(&mut faults, || format!("合同 {no} 有 {} 张到期未出的账单，请出账", missing.due.len()));
        }
        Ok(())
    };
    let mut read = Ok(());
    view.tx.each::<Lease>(|lease| {
        if has_bills(&lease) {
            read = compare(&lease);
        }
        read.is_ok()
    })?;
    read?;
    Ok([
        check("I3", "租金账单逐日覆盖租期，不重不漏", count, holes),
        check("I4", "已出账单 = 合同重新计算", count, faults),
    ])
}

/// I5: the receivable accounts are what the open bills say, by party A.
fn receivables_agree(ledger: &Posted, sums: &Gathered) -> Check {
    let mut faults = Vec::new();
    for (party, (receivable, in_credit)) in &ledger.by_party {
        let (open, credit) = (of(&sums.open, *party), of(&sums.credit, *party));
        if *receivable != open {
            let (book, bills) = (yuan_grouped(*receivable), yuan_grouped(open));
            faults.push(format!("甲方（编号 {party}）应收科目 {book} 元，账单未缴合计 {bills} 元"));
        }
        if *in_credit != credit {
            let (book, lots) = (yuan_grouped(*in_credit), yuan_grouped(credit));
            faults.push(format!("甲方（编号 {party}）预收科目 {book} 元，预收余额合计 {lots} 元"));
        }
    }
    check("I5", "总账应收、预收 = 明细合计", ledger.by_party.len(), faults)
}

/// I9: deposits by lease are never below nothing, and the account agrees.
fn deposits_are_held(tx: &dyn RawRead, ledger: &Posted, sums: &Gathered) -> Outcome<Check> {
    // What left the deposit for a bill arrived there; a bill that gave it back gave it to the tenant's credit.
    let (mut held, mut left) = (Sums::new(), Sums::new());
    tx.each::<DepositMove>(|movement| {
        *held.entry(movement.lease_id).or_default() += movement.amount_fen;
        if movement.kind == DepositKind::Apply {
            *left.entry(movement.document_id).or_default() -= movement.amount_fen;
        }
        true
    })?;
    let mut faults: Vec<String> = held
        .iter()
        .filter(|(_, fen)| **fen < 0)
        .map(|(lease, fen)| format!("合同（编号 {lease}）押金余额 {} 元", yuan_grouped(*fen)))
        .collect();
    let touched: BTreeSet<u64> = left.keys().chain(sums.from_deposit.keys()).copied().collect();
    for bill_id in touched {
        let (out, on) = (of(&left, bill_id), of(&sums.from_deposit, bill_id));
        if out != on {
            let (out, on) = (yuan_grouped(out), yuan_grouped(on));
            faults.push(format!("账单（编号 {bill_id}）押金台账抵扣 {out} 元，账单核销 {on} 元"));
        }
    }
    let (booked, sum): (i64, i64) = (ledger.deposits, held.values().sum());
    if booked != sum {
        faults.push(format!("押金科目 {} 元，押金台账合计 {} 元", yuan_grouped(booked), yuan_grouped(sum)));
    }
    Ok(check("I9", "押金余额 = 变动合计，且不为负；抵扣 = 账单核销", held.len(), faults))
}

/// I11: nobody handed in more than was collected.
fn remittances_are_covered(tx: &dyn RawRead, sums: &Gathered) -> Outcome<Check> {
    let mut faults = Vec::new();
    for party in tx.all::<PartyA>()? {
        let (out, came) = (of(&sums.handed, party.party_a_id), of(&sums.collected, party.party_a_id));
        if out > came {
            let (name, out, came) = (&party.facts.party_a_name, yuan_grouped(out), yuan_grouped(came));
            faults.push(format!("{name}已上缴 {out} 元，多于已收租金 {came} 元"));
        }
    }
    Ok(check("I11", "已上缴不多于已收租金", sums.handed.len(), faults))
}

/// The invariants that the rows alone decide; for the doctor, who knows no day and computes no plan.
///
/// # Errors
/// A record that cannot be read.
pub fn recorded(tx: &dyn RawRead) -> Outcome<Vec<Check>> {
    let sums = Gathered::of(tx)?;
    let mut posted = Posted::over(tx)?;
    let (entries, chain) = ledger::faults(tx, &mut |entry| posted.take(entry))?;
    let count = |number: u64| usize::try_from(number).unwrap_or(0);
    let held = tx.count_by(&occupancy::ACTIVE_BY_ROOM, &key())?;
    Ok(vec![
        receipts_are_whole(tx, &sums)?,
        bills_are_whole(tx, &sums)?,
        receivables_agree(&posted, &sums),
        check("I6", "每张凭证借贷相等，校验链完整", count(entries), chain),
        check("I7", "同一房间同一天只有一个占用", count(held), occupancy::faults(tx)?),
        check("I8", "已月结的月份没有新的分录", posted.closes, posted.late.clone()),
        deposits_are_held(tx, &posted, &sums)?,
        remittances_are_covered(tx, &sums)?,
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
    checks.insert(checks.len() - 1, check("I10", "统计数字 = 明细合计", count, faults));
    Ok(checks)
}
