//! Late fees 滞纳金 (domain.md 3.5): derived from bills, the days the bank had the money, and the contract's rule; never
//! stored until they are billed.
//!
//! Invariants: every day of arrears bears its fee once; a fee that was billed is never asked for again, and shrinks only when
//! money that had paid the bill is taken back afterwards, or money that had come before is put on it afterwards. What a bill that stayed open bears since is billed as an addition.
//! The rule is the one of the contract on the bill's due date. Nothing is due before the days of grace are over. Fees and
//! deposits bear none.
//! Money of a bounced or mis-keyed receipt was never there, money taken back otherwise was there until then, and so was a
//! deposit that lay on the bill until its own money bounced: the authority had put it there. What is waived counts as paid
//! on the day the waiver counts.

pub mod index;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::{AppError, Result};
use crate::features::assets::party_a::record::PartyA;
use crate::features::finance::allocation::{Allocation, AllocationMode, BY_BILL};
use crate::features::finance::bill::columns;
use crate::features::finance::bill::post::{NewBill, issue, take_off};
use crate::features::finance::bill::record::{ADJUSTMENTS, Bill, BillSource, BillState};
use crate::features::finance::receipt::record::Receipt;
use crate::features::finance::timeline;
use crate::features::lease::contract::effect::agreed_on;
use crate::features::lease::contract::plan::all_versions;
use crate::features::lease::contract::record::{Lease, LeaseState};
use crate::features::lease::schedule::late_fee::{LateFee, Payment, Rule, late_fee};
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::dates::DateText;
use crate::kernel::page::Paging;
use crate::kernel::span::{add_days, before};
use crate::op::{Op, View};
use crate::records::list::{self, Filter, FilterBuilder, List, NameCache, NoSums, Place};
use crate::records::owned;
use crate::route::Data;
use crate::store::{Key, Reads, Record, id};

/// Days to pay a billed fee.
const DAYS_TO_PAY: i64 = 10;
/// Most fees billed at once.
const MOST: usize = 500;

/// The fee that a bill bears, once it is billed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BilledFee {
    /// The bill that was paid late.
    pub principal_id: u64,
    /// The bill of the fee.
    pub bill_id: u64,
    /// Up to which day it was computed.
    pub as_of: Date,
    /// Parts per million a day.
    pub rate_ppm: u32,
    /// Fen before the cap.
    pub raw_fen: i64,
    /// Fen in the books, adjustments included.
    pub fee_fen: i64,
    /// The newest allocation of the bill that it knew.
    #[serde(default)]
    pub last_allocation: u64,
}

impl Record for BilledFee {
    const TABLE: &'static str = "billed_fee";
    fn id(&self) -> Key {
        id(self.principal_id)
    }
}

/// The fee of a bill that is in the books, with its own bill; a void one does not count.
fn billed(view: &View, principal_id: u64) -> Result<Option<(BilledFee, Bill)>> {
    let Some(billed) = view.tx.get::<BilledFee>(&id(principal_id))? else { return Ok(None) };
    let bill: Option<Bill> = view.tx.get(&id(billed.bill_id))?;
    Ok(bill.filter(|bill| bill.state == BillState::Issued).map(|bill| (billed, bill)))
}

fn allocations(view: &View, bill: &Bill) -> Result<Vec<Allocation>> {
    Ok(view.tx.by(&BY_BILL, &id(bill.bill_id), false, 0, usize::MAX)?)
}

/// Money that came and went on a bill, by the days the bank had it.
fn payments(view: &View, bill: &Bill, rows: Vec<Allocation>) -> Result<Vec<Payment>> {
    let mut payments = Vec::with_capacity(rows.len());
    for row in rows {
        let never_came = match row.mode {
            AllocationMode::Reversal => {
                let receipt: Option<Receipt> = view.tx.get(&id(row.receipt_id))?;
                receipt.and_then(|receipt| receipt.reversal).is_some_and(|reversal| reversal.kind.never_came())
            }
            // Money put on the wrong bill never paid this one.
            AllocationMode::Moved => true,
            _ => false,
        };
        let taken = row.reverses_id > 0 && !never_came;
        let value_date = if taken { row.book_date } else { row.value_date };
        payments.push(Payment { value_date, amount_fen: row.amount_fen });
    }
    let waived = timeline::waived(view, bill.bill_id)?;
    payments.extend(waived.into_iter().map(|(value_date, amount_fen)| Payment { value_date, amount_fen }));
    Ok(payments)
}

/// Whether a bill may bear a fee at all.
fn may_bear(bill: &Bill, day: Date) -> bool {
    bill.state == BillState::Issued
        && !matches!(bill.kind, BillKind::LateFee | BillKind::Deposit)
        && bill.amount_fen > 0
        && bill.lease_id > 0
        && bill.due_date < day
}

/// Whether the lease of a bill is over and settled: what was not billed by then is asked for no more.
fn is_settled(view: &View, bill: &Bill) -> Result<bool> {
    let lease: Option<Lease> = view.tx.get(&id(bill.lease_id))?;
    Ok(lease.is_some_and(|lease| lease.state == LeaseState::Settled))
}

/// A fee that is to be billed.
struct Accrued {
    rule: Rule,
    fee: LateFee,
    /// What is in the books already; its fee is taken off.
    billed: Option<(BilledFee, Bill)>,
    last_allocation: u64,
}

impl Accrued {
    /// Fen to be billed; negative when too much was.
    fn due_fen(&self) -> i64 {
        self.fee.fee_fen - self.billed_fen()
    }

    fn billed_fen(&self) -> i64 {
        self.billed.as_ref().map_or(0, |(billed, _)| billed.fee_fen)
    }
}

/// Whether a row of after the billing of a fee may make less due: it took money back, or it put money there that the bank had
/// before the day up to which the fee was reckoned (a receipt that was claimed later).
fn makes_less(row: &Allocation, billed: &BilledFee) -> bool {
    let gone = matches!(row.mode, AllocationMode::Reversal | AllocationMode::Moved);
    let was_there = row.reverses_id == 0 && row.amount_fen > 0 && row.value_date < billed.as_of;
    (gone || was_there) && row.allocation_id > billed.last_allocation
}

/// The fee that a bill lacks on a day; none when the contract asks for none, when what was billed is all there is, or when its
/// lease is settled. Less than was billed is due only when [`makes_less`] says why; more, when the bill stayed open.
fn accrued(view: &View, bill: &Bill, day: Date) -> Result<Option<Accrued>> {
    if !may_bear(bill, day) || is_settled(view, bill)? {
        return Ok(None);
    }
    let billed = billed(view, bill.bill_id)?;
    let rows = allocations(view, bill)?;
    let Some(rule) = agreed(view, bill)? else { return Ok(None) };
    let taken_back = billed.as_ref().is_some_and(|(billed, _)| rows.iter().any(|row| makes_less(row, billed)));
    let principal = bill.amount_fen - bill.credited_fen;
    let last_allocation = rows.iter().map(|row| row.allocation_id).max().unwrap_or(0);
    let fee = late_fee(principal, bill.due_date, &payments(view, bill, rows)?, rule, day);
    let accrued = Accrued { rule, fee, billed, last_allocation };
    let due = accrued.due_fen();
    Ok((due > 0 || due < 0 && taken_back).then_some(accrued))
}

/// The contract's rule for a bill: the one that counted on its due date. A later change is about bills due later.
pub(super) fn agreed(view: &View, bill: &Bill) -> Result<Option<Rule>> {
    let versions = all_versions(view, bill.lease_id)?;
    let picked = agreed_on(&versions, bill.due_date, |facts| (facts.late_fee_ppm, facts.grace_days, facts.cap_ppm));
    let (rate_ppm, grace_days, cap_ppm) = match picked {
        Some(rule) => rule,
        None => {
            let lease: Lease = owned::linked(view, bill.lease_id)?;
            (lease.facts.late_fee_ppm, lease.facts.grace_days, lease.facts.cap_ppm)
        }
    };
    let cap_ppm = (cap_ppm > 0).then_some(i64::from(cap_ppm));
    let rule = Rule { rate_ppm: i64::from(rate_ppm), grace_days: i64::from(grace_days), cap_ppm };
    Ok((rate_ppm > 0).then_some(rule))
}

/// Filters of the list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListLateFees {
    /// Part of the bill's number or of the tenant's name.
    pub key_word: Option<String>,
    /// Only of these parties A 甲方, by numbers; absent: all.
    pub party_a_id: Vec<u64>,
    /// Only of these tenants 乙方, by numbers; absent: all.
    pub tenant_id: Vec<u64>,
    /// Due from this day on.
    #[schemars(with = "Option<DateText>", title = "应缴日起")]
    pub due_from: Option<Date>,
    /// Due on this day at the latest; absent: without end.
    #[schemars(with = "Option<DateText>", title = "应缴日止")]
    pub due_to: Option<Date>,
    /// true: only of bills that are settled; false: only of those still open.
    pub settled: Option<bool>,
    /// Page.
    #[serde(flatten)]
    pub paging: Paging,
}

/// The fee of a bill with its computation.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LateFeeOut {
    /// The bill that is or was overdue.
    pub bill_id: u64,
    /// Number of the bill 账单 as printed, `ZD-202401-000001`.
    pub bill_no: String,
    /// Number of the lease.
    pub lease_no: String,
    /// Name of the tenant.
    pub tenant_name: String,
    /// Name of the party A.
    pub party_a_name: String,
    /// What it is for: rent, deposit … (values and labels in its type).
    pub kind: BillKind,
    /// Last day to pay without being overdue 应缴日.
    #[schemars(with = "DateText")]
    pub due_date: Date,
    /// What it asked for, fen.
    pub principal_fen: i64,
    /// Still open, fen: then the fee grows every day.
    pub outstanding_fen: i64,
    /// Parts per million a day.
    pub rate_ppm: i64,
    /// Days without a fee.
    pub grace_days: i64,
    /// Most of the principal, parts per million.
    pub cap_ppm: Option<i64>,
    /// In the books already, fen; then money was taken back since.
    pub billed_fen: i64,
    /// To be billed, fen: the fee less what is in the books.
    pub due_fen: i64,
    /// Segments, raw fee, cap, fee.
    #[serde(flatten)]
    pub fee: LateFee,
}

/// 滞纳金: bills that bear one today, by due date.
pub struct LateFees;

impl List for LateFees {
    type Record = Bill;
    type Query = ListLateFees;
    type Row = LateFeeOut;
    type Sums = NoSums;

    const PLACE: Place =
        Place { list: "/fin/lateFee/list", permission: "fin:lateFee:list", export: None, title: "滞纳金出账" };
    const ORDER: &'static [(&'static str, bool)] = &[("dueDate", false)];

    fn paging(query: &ListLateFees) -> &Paging {
        &query.paging
    }

    fn narrow(view: &View, query: &ListLateFees, ask: &mut FilterBuilder<Bill>) -> Result<()> {
        ask.word(query.key_word.as_deref(), &[&columns::NO, &columns::TENANT_NAME])?;
        ask.several(&columns::PARTY_A, &query.party_a_id)?;
        ask.several(&columns::TENANT, &query.tenant_id)?;
        ask.days(&columns::DUE, query.due_from, query.due_to)?;
        ask.given(&columns::SETTLED, query.settled)?;
        ask.must(match index::bearing(view)? {
            Some(set) => Filter::Ids(set),
            None => Filter::ids(each_looked_at(view, ask)?),
        });
        Ok(())
    }

    fn row(names: &mut NameCache<'_>, bill: &Bill) -> Result<LateFeeOut> {
        let view = *names.view();
        let Some(accrued) = accrued(&view, bill, view.now.date())? else {
            return Err(AppError::internal(format!("bill {} is listed and bears no late fee", bill.bill_id)));
        };
        let (billed_fen, due_fen) = (accrued.billed_fen(), accrued.due_fen());
        let Accrued { rule, fee, .. } = accrued;
        Ok(LateFeeOut {
            bill_id: bill.bill_id,
            lease_no: names.of::<Lease>(bill.lease_id)?,
            party_a_name: names.of::<PartyA>(bill.party_a_id)?,
            kind: bill.kind,
            due_date: bill.due_date,
            principal_fen: bill.amount_fen - bill.credited_fen,
            outstanding_fen: bill.outstanding_fen(),
            bill_no: bill.bill_no.clone(),
            tenant_name: bill.tenant_name.clone(),
            rate_ppm: rule.rate_ppm,
            grace_days: rule.grace_days,
            cap_ppm: rule.cap_ppm,
            billed_fen,
            due_fen,
            fee,
        })
    }
}

/// The bills of a filter that bear a fee, each looked at: until [`index`] knows them.
fn each_looked_at(view: &View, ask: &FilterBuilder<Bill>) -> Result<Vec<u64>> {
    let today = view.now.date();
    let mut narrowed = FilterBuilder::<Bill>::default();
    narrowed.filters.clone_from(&ask.filters);
    narrowed.days(&columns::DUE, None, Some(before(today)))?;
    let mut found = Vec::new();
    for bill_id in list::ids(view, narrowed)? {
        let bill: Option<Bill> = view.tx.get(&id(bill_id))?;
        if let Some(bill) = bill
            && accrued(view, &bill, today)?.is_some()
        {
            found.push(bill_id);
        }
    }
    Ok(found)
}

/// Bills whose fee is to be billed.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillLateFees {
    /// The bills that were paid late.
    pub bill_ids: Vec<u64>,
}

/// What was billed.
#[derive(Debug, Clone, Copy, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BilledFees {
    /// How many bills were issued.
    pub issued: usize,
    /// Sum of these bills and adjustments, in whole fen.
    pub amount_fen: i64,
}

/// POST /fin/lateFee/bill: one bill for each, due in ten days.
pub fn bill(op: &mut Op, input: BillLateFees) -> Result<Data<BilledFees>> {
    if input.bill_ids.is_empty() || input.bill_ids.len() > MOST {
        return Err(AppError::refused(format!("请选择1到{MOST}张账单")));
    }
    let mut done = BilledFees::default();
    for bill_id in input.bill_ids {
        done.amount_fen += bill_one(op, bill_id)?;
        done.issued += 1;
    }
    Ok(Data(done))
}

fn bill_one(op: &mut Op, bill_id: u64) -> Result<i64> {
    let today = op.now.date();
    let principal: Bill = owned::find(&op.view(), bill_id)?;
    let no = &principal.bill_no;
    let Some(accrued) = accrued(&op.view(), &principal, today)? else {
        return Err(match billed(&op.view(), bill_id)? {
            Some(_) => AppError::refused(format!("账单 {no} 的滞纳金已出账，不能重复出账")),
            None => AppError::refused(format!("账单 {no} 没有应计的滞纳金")),
        });
    };
    let rate_ppm = u32::try_from(accrued.rule.rate_ppm).map_err(AppError::internal)?;
    let due_fen = accrued.due_fen();
    let first = if due_fen < 0 {
        let asked = fees_of(&op.view(), &accrued)?;
        take_off(op, &asked, -due_fen, &|bill| NewBill {
            due_date: bill.due_date,
            party_a_id: bill.party_a_id,
            dept_id: bill.owned.dept_id,
            ..fee_bill(&principal, &accrued, today)
        })?;
        accrued.billed.as_ref().map_or(0, |(billed, _)| billed.bill_id)
    } else {
        let bill = issue(op, fee_bill(&principal, &accrued, today))?;
        accrued.billed.as_ref().map_or(bill.bill_id, |(billed, _)| billed.bill_id)
    };
    op.put(&BilledFee {
        principal_id: bill_id,
        bill_id: first,
        as_of: today,
        rate_ppm,
        raw_fen: accrued.fee.raw_fen,
        fee_fen: accrued.billed_fen() + due_fen,
        last_allocation: accrued.last_allocation,
    })?;
    Ok(due_fen)
}

/// The bills that ask for a fee, the newest first: the first one and its additions.
fn fees_of(view: &View, accrued: &Accrued) -> Result<Vec<Bill>> {
    let Some((_, first)) = &accrued.billed else { return Ok(Vec::new()) };
    let mut asked: Vec<Bill> = view.tx.by(&ADJUSTMENTS, &id(first.bill_id), true, 0, usize::MAX)?;
    asked.retain(|bill| bill.amount_fen > 0 && bill.state == BillState::Issued);
    asked.push(first.clone());
    Ok(asked)
}

/// What was billed of a fee goes with the part of its bill that passed to another party A: the days up to then are not asked
/// for twice. `passed` tells the bill that stands for the fee's own one.
///
/// # Errors
/// A record that cannot be read or written.
pub fn pass_on(op: &mut Op, principal_id: u64, to: &Bill, passed: impl Fn(u64) -> u64) -> Result<()> {
    let Some((known, _)) = billed(&op.view(), principal_id)? else { return Ok(()) };
    let Some(rule) = agreed(&op.view(), to)? else { return Ok(()) };
    let fee_fen = late_fee(to.amount_fen, to.due_date, &[], rule, known.as_of).fee_fen.min(known.fee_fen);
    if fee_fen <= 0 {
        return Ok(());
    }
    let bill_id = passed(known.bill_id);
    let of_part =
        BilledFee { principal_id: to.bill_id, bill_id, raw_fen: fee_fen, fee_fen, last_allocation: 0, ..known };
    op.put(&of_part)?;
    op.put(&BilledFee { fee_fen: known.fee_fen - fee_fen, ..known })?;
    Ok(())
}

/// The bill that a fee was billed by; 0 while it wasn't.
pub fn bill_of_fee(view: &View, principal_id: u64) -> Result<u64> {
    Ok(billed(view, principal_id)?.map_or(0, |(known, _)| known.bill_id))
}

/// The bill of a fee, or the signed adjustment of one.
fn fee_bill(principal: &Bill, accrued: &Accrued, today: Date) -> NewBill {
    let no = &principal.bill_no;
    let days: i64 = accrued.fee.segments.iter().map(|part| part.days).sum();
    let adjusts_bill_id = accrued.billed.as_ref().map_or(0, |(_, bill)| bill.bill_id);
    let remark = match accrued.billed {
        Some(_) => format!("账单 {no} 的滞纳金按逾期 {days} 天补计或调整"),
        None => format!("账单 {no} 逾期 {days} 天的滞纳金"),
    };
    NewBill {
        lease_id: principal.lease_id,
        version_no: principal.version_no,
        tenant: (principal.tenant_id, principal.tenant_name.clone()),
        party_a_id: principal.party_a_id,
        place: (principal.plate_id, principal.asset_id),
        room_text: principal.room_text.clone(),
        kind: BillKind::LateFee,
        charge_line: 0,
        period: None,
        issue_date: today,
        due_date: add_days(today, DAYS_TO_PAY),
        amount_fen: accrued.due_fen(),
        lines: Vec::new(),
        split: Vec::new(),
        adjusts_bill_id,
        source: if adjusts_bill_id > 0 { BillSource::Adjustment } else { BillSource::LateFee },
        dept_id: principal.owned.dept_id,
        remark,
    }
}
