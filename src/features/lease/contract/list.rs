//! Lists of leases: the register and the expiry reminders.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ops::{LeaseOut, out};
use super::record::{BY_PARTY_A, BY_ROOM, BY_TENANT, Lease, LeaseState};
use crate::fault::Outcome;
use crate::features::estate::room::record::{BY_ASSET, Room};
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::dates::DateText;
use crate::kernel::page::{Compare, Paging};
use crate::kernel::span::days_between;
use crate::kernel::text::{like, like_name};
use crate::op::View;
use crate::records::list::{Choose, From, Names, matching};
use crate::route::{Data, Page};
use crate::store::{Reads, id};

/// Filters of the register.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListLeases {
    /// Part of number, paper number, title or tenant's name.
    pub key_word: Option<String>,
    /// One party A.
    pub party_a_id: Option<u64>,
    /// One tenant.
    pub tenant_id: Option<u64>,
    /// One room.
    pub room_id: Option<u64>,
    /// Rooms of one asset.
    pub asset_id: Option<u64>,
    /// State today.
    pub state: Option<LeaseState>,
    /// Running on this day.
    #[schemars(with = "Option<DateText>", title = "在租日期")]
    pub on_day: Option<Date>,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

const SORTS: &[(&str, Compare<Lease>)] = &[
    ("leaseNo", |a, b| a.lease_no.cmp(&b.lease_no)),
    ("startDate", |a, b| a.facts.start_date.cmp(&b.facts.start_date)),
    ("endDate", |a, b| a.facts.end_date.cmp(&b.facts.end_date)),
    ("createTime", |a, b| a.owned.base.create_time.cmp(&b.owned.base.create_time)),
];

/// The leases of a filter, newest first when no order is asked for.
pub fn rows(view: &View, query: &ListLeases) -> Outcome<Vec<Lease>> {
    let today = view.now.date();
    let word = query.key_word.as_deref().map(str::trim).filter(|word| !word.is_empty());
    let rooms: Option<Vec<u64>> = match query.asset_id {
        None => None,
        Some(asset_id) => {
            let rooms: Vec<Room> = view.tx.by(&BY_ASSET, &id(asset_id), false, 0, usize::MAX)?;
            Some(rooms.into_iter().map(|room| room.room_id).collect())
        }
    };
    let from = match (query.room_id, query.tenant_id, query.party_a_id) {
        (Some(room_id), _, _) => From::Under(&BY_ROOM, id(room_id)),
        (_, Some(tenant_id), _) => From::Under(&BY_TENANT, id(tenant_id)),
        (_, _, Some(party_a_id)) => From::Under(&BY_PARTY_A, id(party_a_id)),
        _ => From::All,
    };
    let mut names = Names::new(view);
    let mut failure = None;
    let mut found = matching(view, from, &query.paging, SORTS, |lease: &Lease| {
        let facts = &lease.facts;
        let fits = query.party_a_id.is_none_or(|wanted| wanted == facts.party_a_id)
            && query.tenant_id.is_none_or(|wanted| wanted == facts.tenant_id || facts.co_tenants.contains(&wanted))
            && query.state.is_none_or(|wanted| wanted == lease.state_on(today))
            && query.on_day.is_none_or(|day| runs_on(lease, day))
            && rooms.as_ref().is_none_or(|rooms| facts.rooms.iter().any(|room| rooms.contains(&room.room_id)));
        fits && word.is_none_or(|word| {
            [&lease.lease_no, &facts.paper_no, &facts.title].into_iter().any(|text| like(text, word))
                || match names.of::<Tenant>(facts.tenant_id) {
                    Ok(name) => like_name(&name, word),
                    Err(fault) => {
                        failure = Some(fault);
                        false
                    }
                }
        })
    })?;
    if let Some(fault) = failure {
        return Err(fault);
    }
    if !query.paging.sorts() {
        found.reverse();
    }
    Ok(found)
}

fn runs_on(lease: &Lease, day: Date) -> bool {
    matches!(lease.state, LeaseState::Signed | LeaseState::Terminated | LeaseState::Settled)
        && lease.facts.start_date <= day
        && day <= lease.effective_end()
}

/// GET /lease/lease/list: newest first.
pub fn list(view: &View, query: ListLeases) -> Outcome<Page<LeaseOut>> {
    let page = query.paging.cut(rows(view, &query)?);
    let mut names = Names::new(view);
    let rows = page.rows.iter().map(|lease| out(view, &mut names, lease)).collect::<Outcome<_>>()?;
    Ok(Page { rows, total: page.total })
}

/// What a field asks in which a lease is chosen.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ChooseLease {
    /// One party A.
    pub party_a_id: Option<u64>,
    /// One tenant.
    pub tenant_id: Option<u64>,
    /// Those with one of these numbers, ours or of the paper; the word is not looked at then.
    pub nos: Vec<String>,
    /// Typed word, or those chosen already.
    #[serde(flatten)]
    pub choose: Choose,
}

/// A lease to choose.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeaseOption {
    /// Number.
    pub lease_id: u64,
    /// Number that people use.
    pub lease_no: String,
    /// Number on the paper; may be empty.
    pub paper_no: String,
    /// Its tenant.
    pub tenant_name: String,
    /// First day.
    pub start_date: String,
    /// Last day.
    pub end_date: String,
    /// State today.
    pub state: LeaseState,
}

/// GET /lease/lease/options: leases that are signed, the newest first. Money is about signed ones only: before there are
/// no bills, and a void one has none.
pub fn options(view: &View, query: ChooseLease) -> Outcome<Data<Vec<LeaseOption>>> {
    let ChooseLease { party_a_id, tenant_id, nos, choose } = query;
    let wanted = if choose.ids.is_empty() && nos.is_empty() { choose.key_word.clone() } else { None };
    let mut found = rows(view, &ListLeases { party_a_id, tenant_id, key_word: wanted, ..ListLeases::default() })?;
    found.retain(|lease| {
        matches!(lease.state, LeaseState::Signed | LeaseState::Terminated | LeaseState::Settled)
            && (choose.ids.is_empty() || choose.ids.contains(&lease.lease_id))
            && (nos.is_empty() || nos.contains(&lease.lease_no) || nos.contains(&lease.facts.paper_no))
    });
    found.sort_by_key(|lease| lease.lease_id);
    if nos.is_empty() {
        choose.cut(&mut found);
    }
    let (today, mut names) = (view.now.date(), Names::new(view));
    let mut option = |lease: Lease| -> Outcome<LeaseOption> {
        Ok(LeaseOption {
            lease_id: lease.lease_id,
            state: lease.state_on(today),
            tenant_name: names.of::<Tenant>(lease.facts.tenant_id)?,
            lease_no: lease.lease_no,
            paper_no: lease.facts.paper_no,
            start_date: lease.facts.start_date.to_string(),
            end_date: lease.facts.end_date.to_string(),
        })
    };
    found.into_iter().map(&mut option).collect::<Outcome<_>>().map(Data)
}

/// Filters of the reminders.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListExpiring {
    /// Ending within so many days; 90 when absent.
    pub days: i64,
    /// Also those that ended and were not returned.
    pub with_overdue: bool,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

impl Default for ListExpiring {
    fn default() -> Self {
        Self { days: 90, with_overdue: true, paging: Paging::default() }
    }
}

/// A lease that ends soon, or has ended and was not returned.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExpiringOut {
    /// The lease.
    #[serde(flatten)]
    pub lease: LeaseOut,
    /// Days left; negative when it has ended.
    pub days_left: i64,
    /// Whether the day by which a renewal is to be asked for has passed.
    pub notice_passed: bool,
}

/// GET /lease/lease/expiring: nearest end first.
pub fn expiring(view: &View, query: ListExpiring) -> Outcome<Page<ExpiringOut>> {
    let today = view.now.date();
    let mut found = matching(
        view,
        From::Under(&super::record::BY_END, crate::store::key()),
        &query.paging,
        SORTS,
        |lease: &Lease| {
            let left = days_between(today, lease.facts.end_date);
            let overdue = left < 0 && lease.returned_date.is_none();
            lease.facts.start_date <= today && ((0..=query.days).contains(&left) || (overdue && query.with_overdue))
        },
    )?;
    if !query.paging.sorts() {
        found.sort_by_key(|lease| lease.facts.end_date);
    }
    let page = query.paging.cut(found);
    let mut names = Names::new(view);
    let shown = |lease: &Lease, names: &mut Names<'_>| {
        let days_left = days_between(today, lease.facts.end_date);
        let notice_passed = days_left < i64::from(lease.facts.renew_notice_days);
        Ok(ExpiringOut { lease: out(view, names, lease)?, days_left, notice_passed })
    };
    let rows = page.rows.iter().map(|lease| shown(lease, &mut names)).collect::<Outcome<_>>()?;
    Ok(Page { rows, total: page.total })
}
