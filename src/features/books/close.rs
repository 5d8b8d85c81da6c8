//! Month close 月结 (domain.md 2.15): a closed month of a party A takes no entry any more.
//!
//! Invariants: months close one after the other, never a month that is not over; what arrives late is dated on the
//! first day of the first open month (its value date is kept); reopening is the newest month only, needs a reason and
//! another person than the one who closed.

use std::collections::{BTreeMap, HashMap, HashSet};

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::bill::generate::{books_from, has_bills, missing};
use super::ledger::record::{Account, Document, EPOCH, LedgerEntry, LedgerHead};
use super::ledger::{About, moved, post};
use crate::fault::{Fault, Outcome};
use crate::features::business::list::Names;
use crate::features::business::owned;
use crate::features::estate::party_a::record::PartyA;
use crate::features::lease::contract::record::{BY_PARTY_A, Lease};
use crate::features::system::user::names::person_name;
use crate::kernel::check;
use crate::kernel::dates::{DateText, Stamp};
use crate::kernel::span::{add_months, before, days_between};
use crate::op::{Op, View};
use crate::route::{Data, Done, Nothing};
use crate::store::{Index, Key, Reads, Record, id, key};

/// A closed month of a party A.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MonthClose {
    /// Party A.
    pub party_a_id: u64,
    /// First day of the month.
    pub month: Date,
    /// Login name of who closed it.
    pub closed_by: String,
    /// His number.
    pub closer: u64,
    /// When.
    pub closed_at: Stamp,
    /// Newest entry of the ledger then.
    pub last_seq: u64,
    /// Its hash, hexadecimal.
    pub last_hash: String,
    /// Sums of the month by account, fen: code and amount.
    pub totals: Vec<(u8, i64)>,
    /// Reopened by whom; empty while closed.
    pub reopened_by: String,
    /// Why.
    pub reopen_reason: String,
    /// When.
    pub reopened_at: Option<Stamp>,
}

impl MonthClose {
    /// Whether the month takes no entry.
    pub fn is_closed(&self) -> bool {
        self.reopened_at.is_none()
    }
}

/// Closed months of a party A, oldest first.
pub const CLOSED: Index<MonthClose> = Index {
    name: "month_close/closed",
    unique: true,
    keys: |close| {
        if close.is_closed() { vec![key().u64(close.party_a_id).str(&close.month.to_string())] } else { Vec::new() }
    },
};

impl Record for MonthClose {
    const TABLE: &'static str = "month_close";
    const INDEXES: &'static [Index<Self>] = &[CLOSED];
    fn id(&self) -> Key {
        // A month that was closed again has a record for each time.
        key().u64(self.party_a_id).str(&self.month.to_string()).i64(self.closed_at.0)
    }
}

/// First day of the month of a day.
pub fn month_of(day: Date) -> Date {
    day.first_of_month()
}

/// The newest closed month of a party A.
///
/// # Errors
/// A record that cannot be read.
pub fn last_closed(view: &View, party_a_id: u64) -> Outcome<Option<MonthClose>> {
    Ok(view.tx.by(&CLOSED, &id(party_a_id), true, 0, 1)?.into_iter().next())
}

/// The day on which something of `day` is booked: itself, or the first day of the first open month.
///
/// # Errors
/// A record that cannot be read.
pub fn open_day(view: &View, party_a_id: u64, day: Date) -> Outcome<Date> {
    let first_open = last_closed(view, party_a_id)?.map(|close| add_months(close.month, 1));
    Ok(first_open.map_or(day, |first| day.max(first)))
}

/// Refuses a day on which money of these books cannot have moved: one to come, or one before the books begin, whose money
/// is part of an opening balance.
///
/// # Errors
/// A sentence that names the day that is allowed.
pub fn check_day(view: &View, day: Date, what: &str) -> Outcome<()> {
    check::past_day(day, view.now.date(), what)?;
    match books_from(view).filter(|first| day < *first) {
        Some(first) => {
            Err(Fault::refused(format!("{what}不能早于账务启用日 {first}；启用日以前的款项请作为期初余额录入")))
        }
        None => Ok(()),
    }
}

/// Refuses a day in a closed month (I8).
///
/// # Errors
/// A sentence that names the month.
pub fn require_open(view: &View, party_a_id: u64, day: Date) -> Outcome<()> {
    match last_closed(view, party_a_id)? {
        Some(close) if day <= before(add_months(close.month, 1)) => {
            let month = close.month.strftime("%Y年%m月");
            Err(Fault::refused(format!("{month}及以前已月结，{day} 的业务不能再入账")))
        }
        _ => Ok(()),
    }
}

/// A month to reopen: whatever month was closed, also one that could not be closed today.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReopenMonth {
    /// Party A.
    #[schemars(title = "甲方")]
    pub party_a_id: u64,
    /// Any day of the month. No bounds: it is compared with the month that stands closed.
    #[schemars(with = "String", title = "月份")]
    pub month: Date,
    /// Why it is reopened.
    #[serde(default)]
    pub reason: String,
}

/// A month to close.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CloseMonth {
    /// Party A.
    #[schemars(title = "甲方")]
    pub party_a_id: u64,
    /// Any day of the month.
    #[schemars(with = "DateText", title = "月份")]
    pub month: Date,
}

fn entries_of(view: &View, party_a_id: u64, month: Date) -> Outcome<Vec<LedgerEntry>> {
    let day = |date: Date| key().u64(party_a_id).i64(days_between(EPOCH, date));
    let last = before(add_months(month, 1));
    Ok(view.tx.within(&super::ledger::record::BY_PARTY_DAY, &day(month), &day(last))?)
}

/// Ledger sums of a party A over the days of a month, the memo journals of closes left out.
fn totals(view: &View, party_a_id: u64, month: Date) -> Outcome<Vec<(Account, i64)>> {
    let mut sums: BTreeMap<Account, i64> = BTreeMap::new();
    for entry in entries_of(view, party_a_id, month)?.iter().filter(|entry| entry.document != Document::Close) {
        *sums.entry(entry.account).or_insert(0) += entry.amount_fen;
    }
    Ok(sums.into_iter().collect())
}

/// What closes of a month have booked as owed to the treasury.
fn memo_of(view: &View, party_a_id: u64, month: Date) -> Outcome<i64> {
    let entries = entries_of(view, party_a_id, month)?;
    let memo = entries.iter().filter(|entry| entry.account == Account::TreasuryMemo);
    Ok(memo.map(|entry| entry.amount_fen).sum())
}

/// What was paid on bills in a month: receivables less what they only moved by being issued, waived or corrected.
pub fn collected<'s>(sums: impl IntoIterator<Item = &'s (Account, i64)>) -> i64 {
    let counts =
        |account: Account| is_issue(account) || matches!(account, Account::ReceivableRent | Account::ReceivableOther);
    sums.into_iter().filter(|(account, _)| counts(*account)).map(|(_, fen)| -fen).sum()
}

/// The party A and the month of a close, when it is that month's turn.
fn closable(view: &View, input: &CloseMonth) -> Outcome<(PartyA, Date)> {
    let party: PartyA = owned::find(view, input.party_a_id).map_err(|_| Fault::refused("请选择甲方"))?;
    let month = month_of(input.month);
    if add_months(month, 1) > view.now.date() {
        return Err(Fault::refused(format!("{}尚未结束，不能月结", month.strftime("%Y年%m月"))));
    }
    match last_closed(view, party.party_a_id)? {
        Some(last) if month != add_months(last.month, 1) => {
            let next = add_months(last.month, 1).strftime("%Y年%m月");
            Err(Fault::refused(format!("请按月份先后月结，下一个应月结的月份是{next}")))
        }
        Some(_) => Ok((party, month)),
        None => match first_month(view, party.party_a_id)? {
            Some(first) if month < first => {
                let first = first.strftime("%Y年%m月");
                Err(Fault::refused(format!("该月还没有账目，最早可月结的月份是{first}")))
            }
            _ => Ok((party, month)),
        },
    }
}

/// The month of the first entry of a party A, with which its closes begin.
pub fn first_month(view: &View, party_a_id: u64) -> Outcome<Option<Date>> {
    let first: Vec<LedgerEntry> = view.tx.by(&super::ledger::record::BY_PARTY_DAY, &id(party_a_id), false, 0, 1)?;
    Ok(first.first().map(|entry| month_of(entry.book_date())))
}

fn require_billed(view: &View, lease: &Lease, by: Date) -> Outcome<()> {
    let lacks = missing(view, lease, by)?;
    if lacks.is_nothing() {
        return Ok(());
    }
    Err(Fault::refused(format!("合同 {} 的账单与合同不一致或尚未出账，请先出账", lease.lease_no)))
}

fn billed_leases(view: &View, party_a_id: u64) -> Outcome<Vec<Lease>> {
    let mut leases: Vec<Lease> = view.tx.by(&BY_PARTY_A, &id(party_a_id), false, 0, usize::MAX)?;
    leases.retain(has_bills);
    Ok(leases)
}

/// The leases of a close as they were found to have all their bills, with the newest entry of the ledger then.
pub struct Looked {
    input: CloseMonth,
    versions: HashMap<u64, u64>,
    seq: u64,
}

/// Looks through the leases of the party A: the long part of a close, which computes their plans again and holds nobody up.
///
/// # Errors
/// A sentence that says why the month cannot be closed; a record that cannot be read.
pub fn look(view: &View, input: CloseMonth) -> Outcome<Looked> {
    let (party, month) = closable(view, &input)?;
    let mut versions = HashMap::new();
    for lease in billed_leases(view, party.party_a_id)? {
        require_billed(view, &lease, before(add_months(month, 1)))?;
        versions.insert(lease.lease_id, lease.owned.version);
    }
    if first_month(view, party.party_a_id)?.is_none() {
        return Err(Fault::refused(format!("甲方“{}”还没有账目，不需要月结", party.facts.party_a_name)));
    }
    let head: LedgerHead = view.tx.get(&key().str("head"))?.unwrap_or_default();
    Ok(Looked { input, versions, seq: head.last })
}

/// Leases with an entry since the look.
fn posted_since(view: &View, mut seq: u64) -> Outcome<HashSet<u64>> {
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
pub fn close(op: &mut Op, looked: Looked) -> Outcome<Done> {
    let (party, month) = closable(&op.view(), &looked.input)?;
    let end = before(add_months(month, 1));
    let posted = posted_since(&op.view(), looked.seq)?;
    for lease in billed_leases(&op.view(), party.party_a_id)? {
        let same = looked.versions.get(&lease.lease_id) == Some(&lease.owned.version);
        if !same || posted.contains(&lease.lease_id) {
            require_billed(&op.view(), &lease, end)?;
        }
    }
    let sums = totals(&op.view(), party.party_a_id, month)?;
    // Money collected in the month is owed to the treasury from its close on (memo journal). A month that was closed before has
    // its journal already: only what came since is added.
    let owed = if party.remits_in(month).is_some() { collected(&sums) } else { 0 };
    let known = memo_of(&op.view(), party.party_a_id, month)?;
    let (book_date, document) = (end, Document::Close);
    let about = About { book_date, document, document_id: 0, party_a_id: party.party_a_id };
    post(op, about, moved(Account::TreasuryMemo, Account::TreasuryDue, owed - known, 0, 0, 0))?;
    let head: LedgerHead = op.view().tx.get(&key().str("head"))?.unwrap_or_default();
    let record = MonthClose {
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
    };
    op.put(&record)?;
    Ok(Done)
}

/// Accounts that only move when bills are issued, waived or adjusted: with the receivables they leave what was paid.
fn is_issue(account: Account) -> bool {
    matches!(
        account,
        Account::IncomeRent | Account::IncomeLate | Account::IncomeOther | Account::Waiver | Account::Opening
    )
}

/// POST /fin/close/reopen: the newest closed month, by another person than who closed it, with a reason.
pub fn reopen(op: &mut Op, input: ReopenMonth) -> Outcome<Done> {
    let party: PartyA = owned::find(&op.view(), input.party_a_id).map_err(|_| Fault::refused("请选择甲方"))?;
    check::required(&input.reason, "请填写反月结原因")?;
    check::at_most(&input.reason, 200, "反月结原因不能超过200个字符")?;
    let Some(last) = last_closed(&op.view(), party.party_a_id)? else {
        return Err(Fault::refused(format!("甲方“{}”没有已月结的月份", party.facts.party_a_name)));
    };
    if last.month != month_of(input.month) {
        let newest = last.month.strftime("%Y年%m月");
        return Err(Fault::refused(format!("只能从最近月结的月份开始反月结：{newest}")));
    }
    if last.closer == op.caller.user_id() {
        return Err(Fault::refused("月结人不能自己反月结，请由其他有权限的人员办理"));
    }
    let (reopened_by, reopen_reason) = (op.caller.name(), input.reason.trim().to_owned());
    op.put(&MonthClose { reopened_by, reopen_reason, reopened_at: Some(op.now), ..last })?;
    Ok(Done)
}

/// Filters of the list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListCloses {
    /// One party A.
    pub party_a_id: Option<u64>,
}

/// A sum of a closed month.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CloseTotal {
    /// Name of the account.
    pub account: &'static str,
    /// Fen; debit positive.
    pub amount_fen: i64,
}

/// A closed month on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CloseOut {
    /// Party A.
    pub party_a_id: u64,
    /// Its name.
    pub party_a_name: String,
    /// First day of the month.
    #[schemars(with = "DateText")]
    pub month: Date,
    /// Whether it is still closed.
    pub closed: bool,
    /// Whether the reader closed it himself: somebody else reopens it.
    pub own: bool,
    /// Real name.
    pub closed_by: String,
    /// `yyyy-MM-dd HH:mm:ss`
    pub closed_at: String,
    /// Hash of the ledger then.
    pub last_hash: String,
    /// Sums of the month by account.
    pub totals: Vec<CloseTotal>,
    /// Real name of who reopened it.
    pub reopened_by: String,
    /// Why.
    pub reopen_reason: String,
}

/// GET /fin/close/list: newest month first.
pub fn list(view: &View, query: ListCloses) -> Outcome<Data<Vec<CloseOut>>> {
    let mut names = Names::new(view);
    let mut shown = Vec::new();
    let mut closes: Vec<MonthClose> = view.tx.all()?;
    closes.sort_by_key(|close| (std::cmp::Reverse(close.month), close.party_a_id, close.closed_at.0));
    for close in closes {
        let wanted = query.party_a_id.is_none_or(|wanted| wanted == close.party_a_id);
        if !wanted || owned::find::<PartyA>(view, close.party_a_id).is_err() {
            continue;
        }
        let label = |code: u8| {
            let account: Option<Account> = serde_json::from_value(code.into()).ok();
            account.map_or("", Account::label)
        };
        shown.push(CloseOut {
            party_a_id: close.party_a_id,
            party_a_name: names.of::<PartyA>(close.party_a_id)?,
            month: close.month,
            closed: close.is_closed(),
            own: close.closer == view.caller.user_id(),
            closed_by: person_name(view, &close.closed_by)?,
            closed_at: close.closed_at.to_text(),
            last_hash: close.last_hash,
            totals: close
                .totals
                .iter()
                .map(|(code, amount_fen)| CloseTotal { account: label(*code), amount_fen: *amount_fen })
                .collect(),
            reopened_by: person_name(view, &close.reopened_by)?,
            reopen_reason: close.reopen_reason,
        });
    }
    Ok(Data(shown))
}

/// Where a party A stands.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PartyClose {
    /// Party A.
    pub party_a_id: u64,
    /// Its name.
    pub party_a_name: String,
    /// The newest closed month, by its first day.
    #[schemars(with = "Option<DateText>")]
    pub last: Option<Date>,
    /// Whether the reader closed it himself: somebody else reopens it.
    pub own: bool,
    /// The month to close next; none while nothing is booked.
    #[schemars(with = "Option<DateText>")]
    pub next: Option<Date>,
    /// Whether that month is over.
    pub ready: bool,
}

/// GET /fin/close/parties: the newest closed month of each party A and the one that comes next.
pub fn parties(view: &View, _: Nothing) -> Outcome<Data<Vec<PartyClose>>> {
    let scope = view.caller.scope();
    let mut shown = Vec::new();
    for party in view.tx.all::<PartyA>()? {
        if !owned::is_visible(view, &scope, &party) {
            continue;
        }
        let last = last_closed(view, party.party_a_id)?;
        let first = first_month(view, party.party_a_id)?;
        let next = last.as_ref().map(|close| add_months(close.month, 1)).or(first);
        shown.push(PartyClose {
            party_a_id: party.party_a_id,
            party_a_name: party.facts.party_a_name,
            own: last.as_ref().is_some_and(|close| close.closer == view.caller.user_id()),
            last: last.map(|close| close.month),
            next,
            ready: next.is_some_and(|month| add_months(month, 1) <= view.now.date()),
        });
    }
    Ok(Data(shown))
}
