//! 我的待办: everything that waits for the person's decision, page by page. The block shows the oldest few of the same.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::todo::{Waiting, label, shown};
use crate::error::Result;
use crate::features::approvals::list::{Waits, all_waiting, amount_seen};
use crate::features::approvals::past_limit::is_past_limit;
use crate::features::approvals::people::name_of;
use crate::kernel::page::Paging;
use crate::kernel::text::{like, like_name};
use crate::op::View;
use crate::records::list::{NameCache, is};
use crate::route::SummedPage;

/// Days that a filter may ask for.
const MOST_DAYS: i64 = 36_500;

/// What is asked of it.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListTodo {
    /// One kind of document, as [`Waiting::kind`] names them.
    pub kind: Option<String>,
    /// Only what has waited too long.
    pub overdue: bool,
    /// Only what has waited for so many days at least.
    pub days: Option<i64>,
    /// At least so much, in whole fen; what has no amount, or a hidden one, is left out.
    pub amount_from: Option<i64>,
    /// At most so much, in whole fen.
    pub amount_to: Option<i64>,
    /// Only what is past a limit of its process, the settings that its conditions name; false: only what isn't.
    pub past_limit: Option<bool>,
    /// Only what these people submitted, by numbers; absent: everybody.
    pub initiator: Vec<u64>,
    /// Part of what a document is about, or of its submitter's name.
    pub key_word: Option<String>,
    /// Page.
    #[serde(flatten)]
    pub paging: Paging,
}

/// How many of a kind there are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct KindCount {
    /// Which kind is counted, one of the values of its type.
    pub kind: String,
    /// What people call it.
    pub label: &'static str,
    /// How many there are.
    pub count: usize,
}

/// Counts of everything that waits, whatever kind is chosen.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
pub struct TodoSums {
    /// How many there are altogether.
    pub all: usize,
    /// Those that have waited too long.
    pub overdue: usize,
    /// By kind, in the order in which the oldest of each came.
    pub kinds: Vec<KindCount>,
}

fn counted(view: &View, found: &[Waits]) -> TodoSums {
    let mut sums = TodoSums { all: found.len(), ..TodoSums::default() };
    for one in found {
        sums.overdue += usize::from(one.overdue);
        let kind = &one.instance.key;
        match sums.kinds.iter_mut().find(|known| known.kind == *kind) {
            Some(known) => known.count += 1,
            None => sums.kinds.push(KindCount { kind: kind.clone(), label: label(view, kind), count: 1 }),
        }
    }
    sums
}

/// Whether somebody is asked for so many days already.
pub(super) fn has_waited(view: &View, one: &Waits, days: i64) -> bool {
    one.at.0 <= view.now.0 - days.clamp(0, MOST_DAYS) * 86_400_000
}

/// Those that are past a limit of their process, or those that aren't.
///
/// # Errors
/// Records that can't be read.
pub(super) fn past_limit(view: &View, found: Vec<Waits>, wanted: bool) -> Result<Vec<Waits>> {
    let mut fitting = Vec::new();
    for one in found {
        if is_past_limit(view, &one.instance)? == wanted {
            fitting.push(one);
        }
    }
    Ok(fitting)
}

/// GET /stat/daiBan/list: the longest waiting first.
pub fn list(view: &View, query: ListTodo) -> Result<SummedPage<Waiting, TodoSums>> {
    let mut found = all_waiting(view)?;
    found.retain(|one| !one.returned);
    let sums = counted(view, &found);
    let word = query.key_word.as_deref().map(str::trim).filter(|word| !word.is_empty());
    let kind = query.kind.as_deref().filter(|kind| !kind.is_empty());
    found.retain(|one| {
        let fits = is(kind.as_ref(), &one.instance.key.as_str()) && (!query.overdue || one.overdue);
        let said = |word: &str| {
            like(&one.instance.instance_no, word)
                || like_name(&one.instance.title, word)
                || like_name(&name_of(view, one.instance.initiator), word)
        };
        fits && word.is_none_or(said)
    });
    found.retain(|one| {
        let by = query.initiator.is_empty() || query.initiator.contains(&one.instance.initiator);
        by && query.days.is_none_or(|days| has_waited(view, one, days))
    });
    if let Some(wanted) = query.past_limit {
        found = past_limit(view, found, wanted)?;
    }
    if query.amount_from.is_some() || query.amount_to.is_some() {
        let within =
            |fen: i64| query.amount_from.is_none_or(|from| fen >= from) && query.amount_to.is_none_or(|to| fen <= to);
        let mut fitting = Vec::new();
        for one in found {
            if amount_seen(view, &one)?.is_some_and(within) {
                fitting.push(one);
            }
        }
        found = fitting;
    }
    let mut names = NameCache::new(view);
    let page = query.paging.cut(found).try_map(|one| shown(view, &mut names, one))?;
    Ok(SummedPage { rows: page.rows, total: page.total, sums })
}
