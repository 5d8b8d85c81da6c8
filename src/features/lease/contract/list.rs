//! Lists of leases: the register and the expiry reminders.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::columns;
use super::ops::{LeaseOut, out};
use super::record::{Lease, LeaseState};
use crate::columns::NONE;
use crate::columns::field::day as column_day;
use crate::error::Result;
use crate::features::assets::room::record::BY_ASSET;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::dates::DateText;
use crate::kernel::enumeration::{Coded, numbered};
use crate::kernel::page::Paging;
use crate::kernel::span::{add_days, days_between};
use crate::op::View;
use crate::records::list::{
    Choose, Filter, FilterBuilder, List, NameCache, NoSums, Place, Scoped, Span, gather, matching,
};
use crate::route::Data;
use crate::store::{Key, Reads, id};

/// Days after which a lease that was approved should have been signed.
const UNSIGNED_DAYS: i64 = 5;

numbered! {
    /// What somebody has to see to.
    pub enum LeaseWatch {
        Unsigned = 1 => "批准超过 5 天未签订",
        Unsettled = 2 => "已退房未结算",
        NoScan = 3 => "缺扫描件",
    }
}

/// Narrows to what somebody has to see to.
fn watched(view: &View, watch: LeaseWatch, ask: &mut FilterBuilder<Lease>) -> Result<()> {
    match watch {
        LeaseWatch::Unsigned => {
            ask.given(&columns::RECORD_STATE, Some(LeaseState::Approved))?;
            ask.days(&columns::SINCE, None, Some(add_days(view.now.date(), -UNSIGNED_DAYS)))
        }
        LeaseWatch::Unsettled => {
            ask.several(&columns::RECORD_STATE, &[LeaseState::Signed, LeaseState::Terminated])?;
            ask.within(&columns::RETURNED, Some(NONE + 1), None)
        }
        LeaseWatch::NoScan => {
            ask.several(&columns::RECORD_STATE, &SIGNED)?;
            ask.within(&columns::SCANS, Some(0), Some(0))
        }
    }
}

/// Filters of the register.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListLeases {
    /// Part of number, paper number, title or tenant's name.
    pub key_word: Option<String>,
    /// Only of these parties A 甲方, by numbers; absent: all.
    pub party_a_id: Vec<u64>,
    /// Only of these tenants 乙方, by numbers; absent: all.
    pub tenant_id: Vec<u64>,
    /// Only of these rooms 房间, by numbers; absent: all.
    pub room_id: Vec<u64>,
    /// Only leases of rooms of these assets, by numbers; absent: all.
    pub asset_id: Vec<u64>,
    /// Only in these states today; absent: all.
    pub state: Vec<LeaseState>,
    /// Running on this day.
    #[schemars(with = "Option<DateText>", title = "在租日期")]
    pub on_day: Option<Date>,
    /// Only what somebody has to see to 关注.
    pub watch: Option<LeaseWatch>,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

/// 合同台账
pub struct Leases;

impl List for Leases {
    type Record = Lease;
    type Query = ListLeases;
    type Row = LeaseOut;
    type Sums = NoSums;

    const PLACE: Place =
        Place { list: "/lease/lease/list", permission: "lease:lease:list", export: None, title: super::TITLE };
    const NEWEST: bool = true;

    fn paging(query: &ListLeases) -> &Paging {
        &query.paging
    }

    fn narrow(view: &View, query: &ListLeases, ask: &mut FilterBuilder<Lease>) -> Result<()> {
        ask.word(query.key_word.as_deref(), &[&columns::NO, &columns::PAPER, &columns::CAPTION, &columns::TENANT])?;
        ask.several(&columns::PARTY_A, &query.party_a_id)?;
        ask.holds(&columns::TENANTS, &query.tenant_id)?;
        ask.holds(&columns::ROOMS, &query.room_id)?;
        ask.several(&columns::STATE, &query.state)?;
        if let Some(day) = query.on_day {
            ask.several(&columns::RECORD_STATE, &SIGNED)?;
            ask.days(&columns::START, None, Some(day))?;
            ask.days(&columns::CHARGED_UNTIL, Some(day), None)?;
        }
        if let Some(watch) = query.watch {
            watched(view, watch, ask)?;
        }
        if !query.asset_id.is_empty() {
            ask.holds_any(&columns::ROOMS, &rooms_of(view, &query.asset_id)?)?;
        }
        Ok(())
    }

    fn row(names: &mut NameCache<'_>, record: &Lease) -> Result<LeaseOut> {
        let view = *names.view();
        out(&view, names, record)
    }
}

/// States of leases that were signed.
const SIGNED: [LeaseState; 3] = [LeaseState::Signed, LeaseState::Terminated, LeaseState::Settled];

fn rooms_of(view: &View, assets: &[u64]) -> Result<Vec<u64>> {
    let mut ids = Vec::new();
    for asset_id in assets {
        ids.extend(view.tx.ids_by(&BY_ASSET, &id(*asset_id), false, 0, usize::MAX)?.iter().filter_map(Key::first_u64));
    }
    Ok(ids)
}

/// What a field asks in which a lease is chosen.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ChooseLease {
    /// The party A 甲方 that it is about, by number.
    pub party_a_id: Option<u64>,
    /// The tenant 乙方 that it is about, by number.
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
    /// Number of the lease 合同.
    pub lease_id: u64,
    /// Number that people use.
    pub lease_no: String,
    /// Number on the paper; may be empty.
    pub paper_no: String,
    /// Name of the tenant 乙方.
    pub tenant_name: String,
    /// First day of the lease 起租日.
    pub start_date: String,
    /// Last day of the lease 到期日.
    pub end_date: String,
    /// State that it is in today.
    pub state: LeaseState,
}

/// GET /lease/lease/options: leases that are signed, the newest first. Money is about signed ones only: before there are
/// no bills, and a void one has none.
pub fn options(view: &View, query: ChooseLease) -> Result<Data<Vec<LeaseOption>>> {
    let ChooseLease { party_a_id, tenant_id, nos, choose } = query;
    let mut ask = FilterBuilder::<Lease>::default();
    Lease::restrict_to_visible(view, &mut ask)?;
    ask.given(&columns::PARTY_A, party_a_id)?;
    ask.holds(&columns::TENANTS, tenant_id.as_slice())?;
    ask.several(&columns::RECORD_STATE, &SIGNED)?;
    ask.ids(&choose.ids);
    if choose.ids.is_empty() && nos.is_empty() {
        let word = choose.key_word.as_deref();
        ask.word(word, &[&columns::NO, &columns::PAPER, &columns::CAPTION, &columns::TENANT])?;
    }
    if !nos.is_empty() {
        let has = |no: &String| ask.has_word(Some(no), &[&columns::NO, &columns::PAPER]);
        let some: Vec<Filter> = nos.iter().filter_map(|no| has(no).transpose()).collect::<Result<_>>()?;
        ask.must(Filter::Any(some));
    }
    let most = if nos.is_empty() { choose.most() } else { usize::MAX };
    let mut found = matching(view, ask, Span::First(most), nos.is_empty())?;
    found.retain(|lease| nos.is_empty() || nos.contains(&lease.lease_no) || nos.contains(&lease.facts.paper_no));
    let (today, mut names) = (view.now.date(), NameCache::new(view));
    let mut option = |lease: Lease| -> Result<LeaseOption> {
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
    found.into_iter().map(&mut option).collect::<Result<_>>().map(Data)
}

/// Filters of the reminders.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListExpiring {
    /// Ending within so many days; 90 when absent.
    pub days: i64,
    /// Also those that ended and were not returned.
    pub with_overdue: bool,
    /// Only those that no other lease renews.
    pub not_renewed: bool,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

impl Default for ListExpiring {
    fn default() -> Self {
        Self { days: 90, with_overdue: true, not_renewed: false, paging: Paging::default() }
    }
}

/// A lease that ends soon, or has ended and was not returned.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExpiringOut {
    /// The lease with its names and figures.
    #[serde(flatten)]
    pub lease: LeaseOut,
    /// Days left; negative when it has ended.
    pub days_left: i64,
    /// Whether the day by which a renewal is to be asked for has passed.
    pub notice_passed: bool,
}

/// Leases that another one renews, whoever keeps that; void ones renew nothing.
fn renewed(view: &View) -> Result<Vec<u64>> {
    let mut ask = FilterBuilder::<Lease>::default();
    ask.within(&columns::PREV, Some(1), None)?;
    let void = Filter::among(ask.place(&columns::RECORD_STATE)?, vec![LeaseState::Void.code()]);
    ask.must(Filter::Not(Box::new(void)));
    let mut found = Vec::new();
    gather::<Lease>(view, &ask.filters, &[columns::PREV], |_, row| {
        found.extend(row.first().map(|prev| prev.cast_unsigned()));
    })?;
    Ok(found)
}

/// 到期提醒: nearest end first.
pub struct Expiring;

impl List for Expiring {
    type Record = Lease;
    type Query = ListExpiring;
    type Row = ExpiringOut;
    type Sums = NoSums;

    const PLACE: Place =
        Place { list: "/lease/lease/expiring", permission: "lease:expiring:list", export: None, title: "到期合同" };
    const ORDER: &'static [(&'static str, bool)] = &[("endDate", false)];
    const ALIASES: &'static [(&'static str, &'static str)] = &[("daysLeft", "endDate")];

    fn paging(query: &ListExpiring) -> &Paging {
        &query.paging
    }

    fn narrow(view: &View, query: &ListExpiring, ask: &mut FilterBuilder<Lease>) -> Result<()> {
        let today = view.now.date();
        let now = column_day(Some(today));
        ask.given(&columns::RECORD_STATE, Some(LeaseState::Signed))?;
        ask.days(&columns::START, None, Some(today))?;
        let end = ask.place(&columns::END)?;
        let soon = Filter::Between(end, now, now.saturating_add(query.days));
        let over = Filter::All(vec![
            Filter::Between(end, NONE + 1, now - 1),
            Filter::among(ask.place(&columns::RETURNED)?, vec![NONE]),
        ]);
        ask.must(if query.with_overdue { Filter::Any(vec![soon, over]) } else { soon });
        if query.not_renewed {
            ask.must(Filter::Not(Box::new(Filter::ids(renewed(view)?))));
        }
        Ok(())
    }

    fn row(names: &mut NameCache<'_>, lease: &Lease) -> Result<ExpiringOut> {
        let view = *names.view();
        let days_left = days_between(view.now.date(), lease.facts.end_date);
        let notice_passed = days_left < i64::from(lease.facts.renew_notice_days);
        Ok(ExpiringOut { lease: out(&view, names, lease)?, days_left, notice_passed })
    }
}
