//! Month close 月结 (domain.md 2.15): a closed month of a party A takes no entry any more.
//!
//! Invariants: months close one after the other, never a month that is not over; what arrives late is dated on the
//! first day of the first open month (its value date is kept); reopening is the newest month only, needs a reason and
//! another person than the one who closed.

pub mod approval;
pub mod check;
mod figures;
pub mod list;

use std::collections::{BTreeMap, HashMap, HashSet};

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::bill::generate::missing;
use super::ledger::record::{Account, Document, EPOCH, LedgerEntry, LedgerHead};
use super::ledger::{About, moved, post};
use super::period::{MonthClose, end_of, first_month, last_closed, month_of, month_text};
use crate::error::{AppError, Result};
use crate::features::approvals::binding::Doc;
use crate::features::approvals::instance::gate::{Filed, filed, needs_process, sentence, tried};
use crate::features::assets::party_a::record::PartyA;
use crate::features::lease::contract::record::{BY_PARTY_A, Lease};
use crate::kernel::check as rule;
use crate::kernel::dates::DateText;
use crate::kernel::span::{add_months, days_between};
use crate::op::{Op, View};
use crate::records::owned;
use crate::route::{Data, Done, Said};
use crate::store::{Reads, id, key};

/// A month to reopen: whatever month was closed, also one that could not be closed today.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReopenMonth {
    /// The party A 甲方 that it is about, by number.
    #[schemars(title = "甲方")]
    pub party_a_id: u64,
    /// Any day of the month. No bounds: it is compared with the month that stands closed.
    #[schemars(with = "String", title = "月份")]
    pub month: Date,
    /// Why the month is reopened, for the record.
    #[serde(default)]
    pub reason: String,
}

/// A month to close.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CloseMonth {
    /// The party A 甲方 that it is about, by number.
    #[schemars(title = "甲方")]
    pub party_a_id: u64,
    /// Any day of the month.
    #[schemars(with = "DateText", title = "月份")]
    pub month: Date,
}

fn entries_of(view: &View, party_a_id: u64, month: Date) -> Result<Vec<LedgerEntry>> {
    let day = |date: Date| key().u64(party_a_id).i64(days_between(EPOCH, date));
    Ok(view.tx.within(&super::ledger::record::BY_PARTY_DAY, &day(month), &day(end_of(month)))?)
}

/// Ledger sums of a party A over the days of a month, the memo journals of closes left out.
fn totals(view: &View, party_a_id: u64, month: Date) -> Result<Vec<(Account, i64)>> {
    let mut sums: BTreeMap<Account, i64> = BTreeMap::new();
    for entry in entries_of(view, party_a_id, month)?.iter().filter(|entry| entry.document != Document::Close) {
        *sums.entry(entry.account).or_insert(0) += entry.amount_fen;
    }
    Ok(sums.into_iter().collect())
}

/// What closes of a month have booked as owed to the treasury.
fn memo_of(view: &View, party_a_id: u64, month: Date) -> Result<i64> {
    let entries = entries_of(view, party_a_id, month)?;
    let memo = entries.iter().filter(|entry| entry.account == Account::TreasuryMemo);
    Ok(memo.map(|entry| entry.amount_fen).sum())
}

/// What entries say was paid on bills: receivables less what they only moved by being issued, waived or corrected. A deposit
/// that was held when the books began was no payment, and takes nothing off one.
pub fn collected<'e>(entries: impl IntoIterator<Item = &'e LedgerEntry>) -> i64 {
    let counts = |entry: &&LedgerEntry| {
        let brought_in = entry.document == Document::Opening && entry.account == Account::DepositHeld;
        let of_bills = matches!(entry.account, Account::ReceivableRent | Account::ReceivableOther);
        is_issue(entry.account) || of_bills || brought_in
    };
    entries.into_iter().filter(counts).map(|entry| -entry.amount_fen).sum()
}

/// The party A of a close.
pub(super) fn party(view: &View, party_a_id: u64) -> Result<PartyA> {
    owned::find(view, party_a_id).map_err(|_| AppError::refused("请选择甲方").at("partyAId"))
}

/// Refuses a month that is not over.
fn require_ended(view: &View, month: Date) -> Result<()> {
    if end_of(month) < view.now.date() {
        return Ok(());
    }
    Err(AppError::refused(format!("{}尚未结束，不能月结", month_text(month))))
}

/// Refuses a month of a party A whose turn it is not.
fn require_turn(view: &View, party_a_id: u64, month: Date) -> Result<()> {
    require_ended(view, month)?;
    match last_closed(view, party_a_id)? {
        Some(last) if month != add_months(last.month, 1) => {
            let next = month_text(add_months(last.month, 1));
            Err(AppError::refused(format!("请按月份先后月结，下一个应月结的月份是{next}")))
        }
        Some(_) => Ok(()),
        None => match first_month(view, party_a_id)? {
            Some(first) if month < first => {
                Err(AppError::refused(format!("该月还没有账目，最早可月结的月份是{}", month_text(first))))
            }
            _ => Ok(()),
        },
    }
}

/// The month a party A closes next; none while nothing is booked.
pub(super) fn next_month(view: &View, party_a_id: u64) -> Result<Option<Date>> {
    match last_closed(view, party_a_id)? {
        Some(last) => Ok(Some(add_months(last.month, 1))),
        None => first_month(view, party_a_id),
    }
}

/// The months of a close up to a month, in order: at least one.
///
/// # Errors
/// A sentence that says why the month cannot be the last one.
pub(super) fn months_until(view: &View, party: &PartyA, until: Date) -> Result<Vec<Date>> {
    let Some(next) = next_month(view, party.party_a_id)? else {
        return Err(nothing_booked(party));
    };
    require_ended(view, until)?;
    if until < next {
        let (until, next) = (month_text(until), month_text(next));
        return Err(AppError::refused(format!("{until}不用再月结，下一个应月结的月份是{next}")));
    }
    Ok(span(next, until))
}

/// Months from one to another, both of them.
fn span(first: Date, last: Date) -> Vec<Date> {
    std::iter::successors(Some(first), |month| Some(add_months(*month, 1))).take_while(|month| *month <= last).collect()
}

fn nothing_booked(party: &PartyA) -> AppError {
    AppError::refused(format!("甲方“{}”还没有账目，不需要月结", party.facts.party_a_name))
}

fn unbilled(lease: &Lease) -> String {
    format!("合同 {} 的账单与合同不一致或尚未出账，请先出账", lease.lease_no)
}

fn require_billed(view: &View, lease: &Lease, by: Date) -> Result<()> {
    let lacks = missing(view, lease, by)?;
    if lacks.is_nothing() { Ok(()) } else { Err(AppError::refused(unbilled(lease))) }
}

/// Leases of a party A that have bills.
pub(super) fn billed_leases(view: &View, party_a_id: u64) -> Result<Vec<Lease>> {
    let mut leases: Vec<Lease> = view.tx.by(&BY_PARTY_A, &id(party_a_id), false, 0, usize::MAX)?;
    leases.retain(Lease::has_bills);
    Ok(leases)
}

/// The first of some months in order at whose end a lease lacks bills. What lacks nothing at the end of the last one
/// lacked nothing before.
pub(super) fn first_lacking(view: &View, lease: &Lease, months: &[Date]) -> Result<Option<Date>> {
    let lacks = |month: Date| Ok::<_, AppError>(!missing(view, lease, end_of(month))?.is_nothing());
    match months.split_last() {
        Some((last, _)) if lacks(*last)? => {}
        _ => return Ok(None),
    }
    for month in months {
        if lacks(*month)? {
            return Ok(Some(*month));
        }
    }
    Ok(None)
}

/// The leases of a close as they were found to have all their bills, with the newest entry of the ledger then.
pub struct Looked {
    party_a_id: u64,
    /// What is closed, in order; at least one.
    months: Vec<Date>,
    /// The month before which a close of several ends, and why.
    stopped: Option<(Date, String)>,
    versions: HashMap<u64, u64>,
    seq: u64,
}

fn newest_entry(view: &View) -> Result<LedgerHead> {
    Ok(view.tx.get(&key().str("head"))?.unwrap_or_default())
}

/// Looks through the leases of the party A: the long part of a close, which computes their plans again and holds nobody up.
///
/// # Errors
/// A sentence that says why the month cannot be closed; a record that cannot be read.
pub fn look(view: &View, input: CloseMonth) -> Result<Looked> {
    let (party, month) = (party(view, input.party_a_id)?, month_of(input.month));
    require_turn(view, party.party_a_id, month)?;
    let mut versions = HashMap::new();
    for lease in billed_leases(view, party.party_a_id)? {
        require_billed(view, &lease, end_of(month))?;
        versions.insert(lease.lease_id, lease.owned.version);
    }
    if first_month(view, party.party_a_id)?.is_none() {
        return Err(nothing_booked(&party));
    }
    let seq = newest_entry(view)?.last;
    Ok(Looked { party_a_id: party.party_a_id, months: vec![month], stopped: None, versions, seq })
}

/// The same for all months up to one: as far as every lease has its bills.
///
/// # Errors
/// A sentence that names the first month and why it cannot be closed; a record that cannot be read.
pub fn look_until(view: &View, input: CloseMonth) -> Result<Looked> {
    let party = party(view, input.party_a_id)?;
    let mut months = months_until(view, &party, month_of(input.month))?;
    let (mut stopped, mut versions) = (None, HashMap::new());
    for lease in billed_leases(view, party.party_a_id)? {
        if let Some(lacking) = first_lacking(view, &lease, &months)? {
            months.retain(|month| *month < lacking);
            stopped = Some((lacking, unbilled(&lease)));
        }
        if months.is_empty() {
            break;
        }
        versions.insert(lease.lease_id, lease.owned.version);
    }
    if let Some((month, why)) = stopped.as_ref().filter(|_| months.is_empty()) {
        return Err(AppError::refused(format!("{}不能月结：{why}", month_text(*month))));
    }
    let seq = newest_entry(view)?.last;
    Ok(Looked { party_a_id: party.party_a_id, months, stopped, versions, seq })
}

/// Leases with an entry since the look.
fn posted_since(view: &View, mut seq: u64) -> Result<HashSet<u64>> {
    let mut leases = HashSet::new();
    while let Some(entry) = view.tx.get::<LedgerEntry>(&id(seq + 1))? {
        leases.insert(entry.lease_id);
        seq = entry.seq;
    }
    Ok(leases)
}

/// POST /fin/close: the next month of a party A, when everything of it is in the books. What changed since the look is
/// looked at again.
///
/// # Errors
/// A sentence that says why the month cannot be closed; a record that cannot be written.
pub fn close(op: &mut Op, looked: Looked) -> Result<Done> {
    close_all(op, &looked)?;
    Ok(Done)
}

/// How far a close of several months came.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClosedUntil {
    /// The months that were closed, by their first days.
    #[schemars(with = "Vec<DateText>")]
    pub months: Vec<Date>,
    /// The month that could not be closed; none when all were.
    #[schemars(with = "Option<DateText>")]
    pub stopped_at: Option<Date>,
    /// Reason in words, for the record.
    pub reason: String,
}

/// POST /fin/close/until: all months of a party A up to one, in order and in one commit, as far as they can be closed.
///
/// # Errors
/// A sentence that says why no month can be closed; a record that cannot be written.
pub fn close_until(op: &mut Op, looked: Looked) -> Result<Data<ClosedUntil>> {
    close_all(op, &looked)?;
    let (stopped_at, reason) = looked.stopped.map_or((None, String::new()), |(month, why)| (Some(month), why));
    Ok(Data(ClosedUntil { months: looked.months, stopped_at, reason }))
}

fn close_all(op: &mut Op, looked: &Looked) -> Result<()> {
    let party = party(&op.view(), looked.party_a_id)?;
    let (Some(first), Some(last)) = (looked.months.first(), looked.months.last()) else { return Ok(()) };
    require_turn(&op.view(), party.party_a_id, *first)?;
    let posted = posted_since(&op.view(), looked.seq)?;
    for lease in billed_leases(&op.view(), party.party_a_id)? {
        let same = looked.versions.get(&lease.lease_id) == Some(&lease.owned.version);
        if !same || posted.contains(&lease.lease_id) {
            require_billed(&op.view(), &lease, end_of(*last))?;
        }
    }
    looked.months.iter().try_for_each(|month| close_one(op, &party, *month))
}

fn close_one(op: &mut Op, party: &PartyA, month: Date) -> Result<()> {
    let sums = totals(&op.view(), party.party_a_id, month)?;
    // Money collected in the month is owed to the treasury from its close on (memo journal). A month that was closed before has
    // its journal already: only what came since is added.
    let owed =
        if party.remits_in(month).is_some() { collected(&entries_of(&op.view(), party.party_a_id, month)?) } else { 0 };
    let known = memo_of(&op.view(), party.party_a_id, month)?;
    let (book_date, document) = (end_of(month), Document::Close);
    let about = About { book_date, document, document_id: 0, party_a_id: party.party_a_id };
    post(op, about, moved(Account::TreasuryMemo, Account::TreasuryDue, owed - known, 0, 0, 0))?;
    let head = newest_entry(&op.view())?;
    op.put(&MonthClose {
        party_a_id: party.party_a_id,
        month,
        closed_by: op.caller.name(),
        closer: op.caller.user_id(),
        closed_at: op.now,
        last_seq: head.last,
        last_hash: hex::encode(head.hash),
        totals: sums.into_iter().map(|(account, fen)| (account as u8, fen)).collect(),
        reopened_by: String::new(),
        reopen_reason: String::new(),
        reopened_at: None,
    })?;
    Ok(())
}

/// Accounts that only move when bills are issued, waived or adjusted: with the receivables they leave what was paid.
fn is_issue(account: Account) -> bool {
    matches!(
        account,
        Account::IncomeRent
            | Account::IncomeLate
            | Account::IncomeOther
            | Account::Waiver
            | Account::Opening
            | Account::BetweenClaims
    )
}

/// POST /fin/close/reopen: at once, or filed where a process of it is published.
pub fn reopen(op: &mut Op, input: ReopenMonth) -> Result<Said<Filed>> {
    let doc = enter_reopening(op, input)?;
    let filed = filed(op, &approval::BINDING, doc)?;
    Ok(Said(sentence(&filed), filed))
}

/// Done at once, or tried and ready to be sent.
fn enter_reopening(op: &mut Op, input: ReopenMonth) -> Result<Option<Doc>> {
    let party = party(&op.view(), input.party_a_id)?;
    if !needs_process(&op.view(), &approval::BINDING)? {
        return reopen_now(op, &input).map(|()| None);
    }
    let again = input.clone();
    tried(op, &approval::BINDING, party.party_a_id, &input, |op| reopen_now(op, &again)).map(Some)
}

/// The newest closed month, by another person than who closed it, with a reason.
fn reopen_now(op: &mut Op, input: &ReopenMonth) -> Result<()> {
    let party = party(&op.view(), input.party_a_id)?;
    rule::required("reason", &input.reason, "请填写反月结原因")?;
    rule::at_most("reason", &input.reason, 200, "反月结原因不能超过200个字符")?;
    let Some(last) = last_closed(&op.view(), party.party_a_id)? else {
        return Err(AppError::refused(format!("甲方“{}”没有已月结的月份", party.facts.party_a_name)));
    };
    if last.month != month_of(input.month) {
        let newest = month_text(last.month);
        return Err(AppError::refused(format!("只能从最近月结的月份开始反月结：{newest}")));
    }
    if last.closer == op.caller.user_id() {
        return Err(AppError::refused("月结人不能自己反月结，请由其他有权限的人员办理"));
    }
    let (reopened_by, reopen_reason) = (op.caller.name(), input.reason.trim().to_owned());
    op.put(&MonthClose { reopened_by, reopen_reason, reopened_at: Some(op.now), ..last })?;
    Ok(())
}
