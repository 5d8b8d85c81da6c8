//! Which days the books take: from the first day of the books on, and in no month that a party A has closed.
//!
//! Below everything that books: the ledger, bills and money ask it; closing a month is `close`.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::ledger::record::{BY_PARTY_DAY, LedgerEntry};
use crate::error::{AppError, Result};
use crate::features::assets::party_a::record::PartyA;
use crate::features::lease::contract::record::Lease;
use crate::kernel::check as rule;
use crate::kernel::dates::{Stamp, parse_date};
use crate::kernel::span::{add_months, before};
use crate::op::View;
use crate::platform::settings::Setting;
use crate::store::{Index, Key, Reads, Record, id, key};

/// First day of the books of parties A that have none of their own, `YYYY-MM-DD`; empty from the beginning.
pub const BOOKS_FROM: Setting<String> = Setting::text(32, "fin.booksFrom", "").called(
    "账务-启用日（yyyy-MM-dd）",
    "此日以前应出的账单不再生成，以期初余额录入；未设置时每日出账不运行，手工出账从合同起租日算起。甲方另有账务启用日的，以甲方的为准",
);

/// The first day of the books of parties A that have none of their own.
pub fn usual_books_from(view: &View) -> Option<Date> {
    parse_date(view.app.settings.get(&BOOKS_FROM).trim())
}

/// The first day of the books of a party A, when there is one: its own, else that of all.
///
/// # Errors
/// A record that cannot be read.
pub fn books_from(view: &View, party_a_id: u64) -> Result<Option<Date>> {
    let party: Option<PartyA> = view.tx.get(&id(party_a_id))?;
    Ok(party.and_then(|party| party.facts.books_from).or_else(|| usual_books_from(view)))
}

/// The first day of the books that know a lease: those of the party A that let it first, since what passed on with an asset
/// was asked for there.
///
/// # Errors
/// A record that cannot be read.
pub fn books_from_of(view: &View, lease: &Lease) -> Result<Option<Date>> {
    books_from(view, lease.held_before.first().map_or(lease.facts.party_a_id, |held| held.party_a_id))
}

/// A closed month of a party A.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MonthClose {
    pub party_a_id: u64,
    /// First day of the month.
    pub month: Date,
    /// Login name of who closed it.
    pub closed_by: String,
    pub closer: u64,
    pub closed_at: Stamp,
    /// Newest entry of the ledger then.
    pub last_seq: u64,
    /// Its hash, hexadecimal.
    pub last_hash: String,
    /// Sums of the month by account, fen: code and amount.
    pub totals: Vec<(u8, i64)>,
    /// Reopened by whom; empty while closed.
    pub reopened_by: String,
    pub reopen_reason: String,
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
pub fn last_closed(view: &View, party_a_id: u64) -> Result<Option<MonthClose>> {
    Ok(view.tx.by(&CLOSED, &id(party_a_id), true, 0, 1)?.into_iter().next())
}

/// The day on which something of `day` is booked: itself, or the first day of the first open month.
pub fn open_day(view: &View, party_a_id: u64, day: Date) -> Result<Date> {
    let first_open = last_closed(view, party_a_id)?.map(|close| add_months(close.month, 1));
    Ok(first_open.map_or(day, |first| day.max(first)))
}

/// Refuses a day on which money of these books cannot have moved: one to come, or one before the books begin, whose money
/// is part of an opening balance.
///
/// # Errors
/// A sentence that names the day that is allowed.
pub fn check_day(view: &View, party_a_id: u64, field: &'static str, day: Date, what: &str) -> Result<()> {
    rule::past_day(field, day, view.now.date(), what)?;
    match books_from(view, party_a_id)?.filter(|first| day < *first) {
        Some(first) => {
            Err(AppError::refused(format!("{what}不能早于账务启用日 {first}；启用日以前的款项请作为期初余额录入"))
                .at(field))
        }
        None => Ok(()),
    }
}

/// Refuses a day in a closed month (I8).
///
/// # Errors
/// A sentence that names the month.
pub fn require_open(view: &View, party_a_id: u64, day: Date) -> Result<()> {
    match last_closed(view, party_a_id)? {
        Some(close) if day <= end_of(close.month) => {
            let month = month_text(close.month);
            Err(AppError::refused(format!("{month}及以前已月结，{day} 的业务不能再入账")))
        }
        _ => Ok(()),
    }
}

/// The month as people read it.
pub fn month_text(month: Date) -> String {
    month.strftime("%Y年%m月").to_string()
}

/// The last day of a month.
pub fn end_of(month: Date) -> Date {
    before(add_months(month, 1))
}

/// The month of the first entry of a party A, with which its closes begin.
pub fn first_month(view: &View, party_a_id: u64) -> Result<Option<Date>> {
    let first: Vec<LedgerEntry> = view.tx.by(&BY_PARTY_DAY, &id(party_a_id), false, 0, 1)?;
    Ok(first.first().map(|entry| month_of(entry.book_date())))
}
