//! Where each party A stands, and the months that were closed.

use std::cmp::Reverse;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::ledger::record::Account;
use super::approval::BINDING;
use super::figures::{MonthFigures, of_months};
use super::next_month;
use crate::error::Result;
use crate::features::approvals::instance::gate::needs_process;
use crate::features::assets::party_a::record::PartyA;
use crate::features::finance::period::{MonthClose, end_of, last_closed};
use crate::kernel::dates::DateText;
use crate::kernel::order::Order;
use crate::op::View;
use crate::records::list::NameCache;
use crate::records::names::person_name;
use crate::records::owned;
use crate::route::Data;
use crate::store::Reads;

/// Filters of the list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListCloses {
    /// Only of this party A 甲方, by number; absent: all.
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
    /// The party A 甲方 that it is about, by number.
    pub party_a_id: u64,
    /// Name of the party A 甲方.
    pub party_a_name: String,
    /// First day of the month.
    #[schemars(with = "DateText")]
    pub month: Date,
    /// Whether it is still closed.
    pub closed: bool,
    /// Whether the reader closed it himself and nobody decides about a reopening: somebody else reopens it then.
    pub own: bool,
    /// Real name of the person who closed the month.
    pub closed_by: String,
    /// `yyyy-MM-dd HH:mm:ss`
    pub closed_at: String,
    /// Hash of the ledger then.
    pub last_hash: String,
    /// What the month came to; where one party A is asked for.
    pub figures: Option<MonthFigures>,
    /// Sums of the month by account.
    pub totals: Vec<CloseTotal>,
    /// Real name of who reopened it.
    pub reopened_by: String,
    /// Why the month was reopened; empty when it was not.
    pub reopen_reason: String,
}

/// GET /fin/close/list: newest month first.
pub fn list(view: &View, query: ListCloses) -> Result<Data<Vec<CloseOut>>> {
    let (mut names, asks) = (NameCache::new(view), needs_process(view, &BINDING)?);
    let mut shown = Vec::new();
    let mut closes: Vec<MonthClose> = view.tx.all()?;
    closes.order_by_key(|close| (Reverse(close.month), close.party_a_id, close.closed_at.0));
    for close in closes {
        let wanted = query.party_a_id.is_none_or(|wanted| wanted == close.party_a_id);
        if !wanted || owned::find::<PartyA>(view, close.party_a_id).is_err() {
            continue;
        }
        let figures = match query.party_a_id {
            Some(party_a_id) => of_months(view, party_a_id, &[close.month])?.pop(),
            None => None,
        };
        let label = |code: u8| {
            let account: Option<Account> = gx_decode::from_json(code.into()).ok();
            account.map_or("", Account::label)
        };
        shown.push(CloseOut {
            party_a_id: close.party_a_id,
            party_a_name: names.of::<PartyA>(close.party_a_id)?,
            month: close.month,
            closed: close.is_closed(),
            own: !asks && close.closer == view.caller.user_id(),
            closed_by: person_name(view, &close.closed_by)?,
            closed_at: close.closed_at.to_text(),
            last_hash: close.last_hash,
            figures,
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

/// Which parties A are wanted.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AskParties {
    /// Only those whose next month is over and can be closed.
    pub ready: bool,
}

/// Where a party A stands.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PartyClose {
    /// The party A 甲方 that it is about, by number.
    pub party_a_id: u64,
    /// Name of the party A 甲方.
    pub party_a_name: String,
    /// The newest closed month, by its first day.
    #[schemars(with = "Option<DateText>")]
    pub last: Option<Date>,
    /// Whether the reader closed it himself and nobody decides about a reopening: somebody else reopens it then.
    pub own: bool,
    /// The month to close next; none while nothing is booked.
    #[schemars(with = "Option<DateText>")]
    pub next: Option<Date>,
    /// Whether that month is over.
    pub ready: bool,
}

/// GET /fin/close/parties: the newest closed month of each party A and the one that comes next.
pub fn parties(view: &View, query: AskParties) -> Result<Data<Vec<PartyClose>>> {
    let (scope, asks) = (view.caller.scope(), needs_process(view, &BINDING)?);
    let mut shown = Vec::new();
    for party in view.tx.all::<PartyA>()? {
        if !owned::is_visible(view, &scope, &party) {
            continue;
        }
        let last = last_closed(view, party.party_a_id)?;
        let next = next_month(view, party.party_a_id)?;
        let ready = next.is_some_and(|month| end_of(month) < view.now.date());
        if query.ready && !ready {
            continue;
        }
        shown.push(PartyClose {
            party_a_id: party.party_a_id,
            party_a_name: party.facts.party_a_name,
            own: !asks && last.as_ref().is_some_and(|close| close.closer == view.caller.user_id()),
            last: last.map(|close| close.month),
            next,
            ready,
        });
    }
    Ok(Data(shown))
}
