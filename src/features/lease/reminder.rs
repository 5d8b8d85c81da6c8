//! Reminders of leases that end in 90, 60, 30 days or today (domain.md 6), as notices to those who may see them.
//!
//! Invariants: everybody is told of leases in his own data scope only; a day is reminded of once, also when the job
//! was missed (up to [`MOST_DAYS`] days back) or runs twice.

use std::collections::{BTreeMap, HashSet};

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::contract::record::{BY_END, Lease};
use super::tenant::record::Tenant;
use crate::app::App;
use crate::error::Result;
use crate::features::system::notice::admin;
use crate::kernel::dates::DateText;
use crate::kernel::order::Order;
use crate::kernel::span::{DateSpan, add_days, after, days_between};
use crate::kernel::text::in_markup;
use crate::op::{Op, View};
use crate::platform::identity::user::{SUPER_USER, User};
use crate::records::list::NameCache;
use crate::records::owned::is_visible;
use crate::store::{Key, Reads, Record, key};

/// Days before the end on which people are told.
const BEFORE: [i64; 4] = [90, 60, 30, 0];
/// Most days that are made up for.
const MOST_DAYS: i64 = 31;
/// The right whose holders are told.
const RIGHT: &str = "lease:expiring:list";

/// Up to which day people were told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ReminderMark {
    /// The day that is shown, `yyyy-MM-dd`.
    #[schemars(with = "DateText")]
    pub day: Date,
}

impl Record for ReminderMark {
    const TABLE: &'static str = "reminder_mark";
    fn id(&self) -> Key {
        key().str("lease")
    }
}

/// What one group of people is told.
#[derive(Debug, Clone)]
pub struct Reminder {
    /// Numbers of the people.
    pub users: Vec<u64>,
    pub title: String,
    /// A line of markup for each lease.
    pub lines: Vec<String>,
}

/// Leases to remind of: days left and the lease.
fn due(view: &View, days: DateSpan) -> Result<Vec<(i64, Lease)>> {
    let mut found = Vec::new();
    for before in BEFORE {
        let (first, last) = (add_days(days.from, before), add_days(days.to, before));
        let mut day = first;
        while day <= last {
            let prefix = key().str(&day.to_string());
            let leases: Vec<Lease> = view.tx.by(&BY_END, &prefix, false, 0, usize::MAX)?;
            let open = leases.into_iter().filter(|lease| lease.returned_date.is_none());
            found.extend(open.map(|lease| (days_between(view.now.date(), lease.facts.end_date), lease)));
            day = after(day);
        }
    }
    found.order_by_key(|(left, lease)| (*left, lease.lease_id));
    Ok(found)
}

/// People who may sign in and whose rights depend on the same: what one of them sees all of them see, but for what they wrote
/// themselves.
struct Alike {
    one: User,
    user_ids: Vec<u64>,
}

fn people(view: &View) -> Result<Vec<Alike>> {
    let mut found: BTreeMap<(Vec<u64>, u64), Alike> = BTreeMap::new();
    view.tx.each::<User>(|user| {
        let is_super = user.user_id == SUPER_USER;
        if user.enabled && !user.deleted && (is_super || !user.role_ids.is_empty()) {
            // User 1 needs no role, and has nobody beside him.
            let roles = if is_super { Vec::new() } else { user.role_ids.clone() };
            let user_id = user.user_id;
            let alike = found.entry((roles, user.dept_id)).or_insert(Alike { one: user, user_ids: Vec::new() });
            alike.user_ids.push(user_id);
        }
        true
    })?;
    Ok(found.into_values().collect())
}

/// The days since the last reminder, today included; `None` when today was done.
fn open_days(view: &View) -> Result<Option<DateSpan>> {
    let today = view.now.date();
    let mark: Option<ReminderMark> = view.tx.get(&key().str("lease"))?;
    let first = mark.map_or(today, |mark| after(mark.day)).max(add_days(today, 1 - MOST_DAYS));
    Ok((first <= today).then(|| DateSpan::new(first, today)))
}

/// What is to be told to whom; read before the transaction.
pub fn prepare(app: &App, view: &View) -> Result<Vec<Reminder>> {
    let Some(days) = open_days(view)? else { return Ok(Vec::new()) };
    let leases = due(view, days)?;
    if leases.is_empty() {
        return Ok(Vec::new());
    }
    let ground = app.rights.ground(|| app.store.read())?;
    let mut groups: BTreeMap<Vec<u64>, Vec<u64>> = BTreeMap::new();
    for Alike { one, user_ids } in people(view)? {
        let rights = ground.rights(&one);
        if !rights.holds(RIGHT) {
            continue;
        }
        let scope = rights.scope(Some(RIGHT));
        let seen_by_all: Vec<bool> = leases.iter().map(|(_, lease)| is_visible(view, &scope, lease)).collect();
        let seen = |user_id: Option<u64>| -> Vec<u64> {
            let both = leases.iter().zip(&seen_by_all);
            let seen = both.filter(|((_, lease), all)| **all || user_id == Some(lease.owned.creator));
            seen.map(|((_, lease), _)| lease.lease_id).collect()
        };
        if scope.own {
            user_ids.iter().for_each(|user_id| groups.entry(seen(Some(*user_id))).or_default().push(*user_id));
        } else {
            groups.entry(seen(None)).or_default().extend(user_ids);
        }
    }
    groups.retain(|seen, _| !seen.is_empty());
    groups.values_mut().for_each(|users| users.sort_unstable());
    let mut names = NameCache::new(view);
    groups.into_iter().map(|(seen, users)| reminder(&mut names, &leases, &seen, users)).collect()
}

fn reminder(names: &mut NameCache<'_>, leases: &[(i64, Lease)], seen: &[u64], users: Vec<u64>) -> Result<Reminder> {
    let mut lines = Vec::with_capacity(seen.len());
    let seen: HashSet<u64> = seen.iter().copied().collect();
    for (left, lease) in leases.iter().filter(|(_, lease)| seen.contains(&lease.lease_id)) {
        let tenant = in_markup(&names.of::<Tenant>(lease.facts.tenant_id)?);
        let when = match left {
            0 => "今天到期".to_owned(),
            1.. => format!("{left} 天后到期"),
            _ => format!("已到期 {} 天", -left),
        };
        let priority = if lease.facts.renew_priority { "，有优先承租权" } else { "" };
        lines.push(format!("{} {tenant}：{} {when}{priority}", in_markup(&lease.lease_no), lease.facts.end_date));
    }
    Ok(Reminder { users, title: format!("合同到期提醒：{} 份合同", lines.len()), lines })
}

/// Publishes the reminders and remembers the day; answers how many leases and groups.
pub fn publish(op: &mut Op, reminders: Vec<Reminder>) -> Result<usize> {
    if open_days(&op.view())?.is_none() {
        return Ok(0);
    }
    let count = reminders.len();
    for Reminder { users, title, lines } in reminders {
        let introduction = "以下合同即将到期，请及时办理续租或退租：";
        admin::remind(op, users, &title, (introduction, &lines, "到期提醒"))?;
    }
    let mark = ReminderMark { day: op.now.date() };
    op.put_quietly(&mark)?;
    Ok(count)
}
