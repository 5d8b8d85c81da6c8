//! How the books prove themselves right 账实相符 (domain.md 3.17): each invariant recomputed from the rows, never from the
//! caches it checks. The nightly job and the page 对账中心 ([`super::reconcile`]) and the doctor ask here.
//!
//! Deliberately absent: I12 (answered bill by bill by the explanation). That sums are the fold over their rows is checked
//! cell by cell by the store ([`crate::store::doctor`]); I10 checks what figures make of them.

mod advice;
mod days;
mod deposits;
mod gathered;
mod leases;
mod owners;
mod settlements;

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::gathered::{Gathered, Posted, Sums, of};
use super::bill::record::{Bill, BillState};
use super::deposit::{DepositKind, DepositMove};
use super::figures;
use super::ledger;
use super::receipt::record::{Receipt, ReceiptState};
use crate::error::Result;
use crate::features::assets::occupancy;
use crate::features::assets::party_a::record::PartyA;
use crate::features::lease::contract;
use crate::kernel::money::yuan_grouped;
use crate::kernel::order::Order;
use crate::op::View;
use crate::store::{RawRead, Reads, id, key};

/// Sentences of one invariant at most.
const MOST: usize = 50;

/// An invariant and what was found.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "BooksCheck")]
pub struct Check {
    /// I1, I2, …
    pub code: String,
    /// What is checked, in words.
    pub name: String,
    /// Things that were looked at.
    pub count: u64,
    /// What is wrong, at most fifty sentences.
    pub faults: Vec<String>,
    /// How it is put right; empty when nothing is wrong.
    #[serde(default)]
    pub advice: String,
}

fn check(code: &str, name: &str, count: usize, mut faults: Vec<String>) -> Check {
    faults.truncate(MOST);
    let advice = if faults.is_empty() { "" } else { advice::of(code) };
    Check { code: code.to_owned(), name: name.to_owned(), count: count as u64, faults, advice: advice.to_owned() }
}

/// Adds a sentence while there is room: books that are wrong throughout do not fill the memory.
fn tell(faults: &mut Vec<String>, sentence: impl FnOnce() -> String) {
    if faults.len() < MOST {
        faults.push(sentence());
    }
}

/// I1: the money of a receipt lies on bills, in credit, or was paid back.
fn receipts_are_whole(tx: &dyn RawRead, sums: &Gathered) -> Result<Check> {
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
fn bills_are_whole(tx: &dyn RawRead, sums: &Gathered) -> Result<Check> {
    let (mut count, mut faults) = (0, Vec::new());
    tx.each::<Bill>(|bill| {
        count += 1;
        let credited = if bill.amount_fen < 0 { bill.amount_fen } else { sums.adjusted.of(bill.bill_id) };
        let credited = if bill.state == BillState::Void { 0 } else { credited };
        let found = (sums.allocated.of(bill.bill_id), sums.waived.of(bill.bill_id), credited);
        if found != (bill.allocated_fen, bill.waived_fen, bill.credited_fen) {
            tell(&mut faults, || format!("账单 {} 的已缴、减免、调减与明细不符", bill.bill_no));
        }
        if sums.off_plate.contains(&bill.bill_id) {
            tell(&mut faults, || format!("账单 {} 与它调整的账单不是同一板块、甲方或乙方", bill.bill_no));
        }
        let open = bill.outstanding_fen();
        let whole = bill.amount_fen.checked_sub(credited).and_then(|whole| whole.checked_sub(bill.waived_fen));
        let below = bill.state == BillState::Issued && bill.amount_fen >= 0 && whole.is_none_or(|whole| whole < 0);
        if below || bill.amount_fen >= 0 && !(0..=bill.amount_fen).contains(&open) || bill.amount_fen < 0 && open != 0 {
            tell(&mut faults, || format!("账单 {} 的未缴金额 {} 元不合理", bill.bill_no, yuan_grouped(open)));
        }
        true
    })?;
    Ok(check("I2", "账单 = 减免 + 已缴 + 调减 + 未缴", count, faults))
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
fn deposits_are_held(tx: &dyn RawRead, ledger: &Posted, sums: &Gathered) -> Result<Check> {
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
    let mut by_party = Sums::new();
    for (lease_id, fen) in held.iter().filter(|(_, fen)| **fen != 0) {
        let lease: Option<contract::record::Lease> = tx.get(&id(*lease_id))?;
        *by_party.entry(lease.map_or(0, |lease| lease.facts.party_a_id)).or_default() += fen;
    }
    let parties: BTreeSet<u64> = by_party.keys().chain(ledger.deposits.keys()).copied().collect();
    for party in parties {
        let (booked, sum) = (of(&ledger.deposits, party), of(&by_party, party));
        if booked != sum {
            let (booked, sum) = (yuan_grouped(booked), yuan_grouped(sum));
            tell(&mut faults, || format!("甲方（编号 {party}）押金科目 {booked} 元，押金台账合计 {sum} 元"));
        }
    }
    Ok(check("I9", "押金余额 = 变动合计，且不为负；抵扣 = 账单核销", held.len(), faults))
}

/// I19: what one party A says of another, the other says of it.
fn units_agree(ledger: &Posted) -> Check {
    let (claims, money) = ledger.between;
    let told = |(what, fen): (&str, i64)| format!("{what}合计 {} 元，应为 0", yuan_grouped(fen));
    let sums = [("单位往来（应收）", claims), ("单位往来（代收款）", money)];
    check(
        "I19",
        "各单位之间的往来合计为零",
        sums.len(),
        sums.into_iter().filter(|(_, fen)| *fen != 0).map(told).collect(),
    )
}

/// I11: what is owed to the treasury by the ledger is what closes booked less what was handed in, or went there straight.
fn treasury_is_served(tx: &dyn RawRead, ledger: &Posted, sums: &Gathered) -> Result<Check> {
    let mut faults = Vec::new();
    for party in tx.all::<PartyA>()? {
        let (party_a_id, name) = (party.party_a_id, &party.facts.party_a_name);
        let (memo, account) = ledger.treasury.get(&party_a_id).copied().unwrap_or_default();
        let served = of(&sums.handed, party_a_id) + of(&sums.direct, party_a_id);
        if account != served - memo {
            let (account, wanted) = (yuan_grouped(-account), yuan_grouped(memo - served));
            tell(&mut faults, || format!("{name}应缴财政款科目 {account} 元，月结应缴减已缴为 {wanted} 元"));
        }
    }
    for (party_a_id, month, booked, came) in ledger.memos(tx)? {
        let (month, booked, came) = (month.strftime("%Y年%m月"), yuan_grouped(booked), yuan_grouped(came));
        tell(&mut faults, || format!("甲方（编号 {party_a_id}）{month}月结转应缴 {booked} 元，当月已收 {came} 元"));
    }
    for (party_a_id, handed, came) in ledger.ahead(sums) {
        let (handed, came) = (yuan_grouped(handed), yuan_grouped(came));
        tell(&mut faults, || format!("甲方（编号 {party_a_id}）已上缴 {handed} 元，多于已收的 {came} 元"));
    }
    for receipt_no in &sums.misplaced {
        tell(&mut faults, || format!("收款单 {receipt_no} 为财政直缴，却记入了单位的银行存款"));
    }
    Ok(check("I11", "应缴财政款 = 月结应缴 − 已上缴 − 财政直缴", ledger.treasury.len(), faults))
}

/// The invariants that the rows alone decide; for the doctor, who knows no day and computes no plan.
pub fn recorded(tx: &dyn RawRead) -> Result<Vec<Check>> {
    if let Some(beyond) = days::amounts_are_bounded(tx)? {
        return Ok(vec![beyond]);
    }
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
        check(
            "I7",
            "同一房间同一天只有一个占用",
            count(held),
            [occupancy::faults(tx)?, contract::holding_nothing(tx)?].concat(),
        ),
        check("I8", "已月结的月份没有新的分录", posted.closes, posted.late.clone()),
        deposits_are_held(tx, &posted, &sums)?,
        units_agree(&posted),
        treasury_is_served(tx, &posted, &sums)?,
        owners::statements_agree(tx)?,
        owners::credit_has_one_owner(tx)?,
    ])
}

/// Runs every invariant over the whole books.
pub fn run(view: &View) -> Result<Vec<Check>> {
    let mut checks = recorded(view.tx)?;
    if let [beyond] = checks.as_slice() {
        // Only amounts beyond all bounds were looked at.
        return Ok(vec![beyond.clone()]);
    }
    let (count, faults) = figures::compare::with_rows(view)?;
    checks.push(check("I10", "统计数字 = 明细合计", count, faults));
    checks.extend(leases::leases_are_billed(view)?);
    checks.push(days::no_day_is_below_nothing(view)?);
    checks.push(leases::fees_are_agreed(view)?);
    checks.push(deposits::deposits_by_tenant(view)?);
    checks.push(settlements::settlements_are_done(view)?);
    checks.order_by_key(|check| check.code.trim_start_matches('I').parse::<u32>().unwrap_or(u32::MAX));
    Ok(checks)
}
