//! 我的待办: everything that waits for the person's decision, page by page. The block shows the oldest few of the same.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::todo::{Found, Waiting, is_late, shown, waiting};
use crate::fault::Outcome;
use crate::kernel::page::Paging;
use crate::kernel::text::{like, like_name};
use crate::op::View;
use crate::records::list::{Names, is};
use crate::route::SummedPage;

/// What is asked of it.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListTodo {
    /// One kind of document, as [`Waiting::kind`] names them.
    pub kind: Option<String>,
    /// Only what has waited too long.
    pub overdue: bool,
    /// Part of what a document is about, or of its submitter's name.
    pub key_word: Option<String>,
    /// Page.
    #[serde(flatten)]
    pub paging: Paging,
}

/// How many of a kind there are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct KindCount {
    /// Which.
    pub kind: &'static str,
    /// What people call it.
    pub label: &'static str,
    /// How many.
    pub count: usize,
}

/// Counts of everything that waits, whatever kind is chosen.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
pub struct TodoSums {
    /// All.
    pub all: usize,
    /// Those that have waited too long.
    pub overdue: usize,
    /// By kind, in the order in which the oldest of each came.
    pub kinds: Vec<KindCount>,
}

fn counted(view: &View, found: &[Found]) -> TodoSums {
    let mut sums = TodoSums { all: found.len(), ..TodoSums::default() };
    for document in found {
        sums.overdue += usize::from(is_late(view, document.at));
        match sums.kinds.iter_mut().find(|known| known.kind == document.kind) {
            Some(known) => known.count += 1,
            None => sums.kinds.push(KindCount { kind: document.kind, label: document.label, count: 1 }),
        }
    }
    sums
}

/// GET /stat/daiBan/list: the oldest first.
pub fn list(view: &View, query: ListTodo) -> Outcome<SummedPage<Waiting, TodoSums>> {
    let found = waiting(view)?;
    let sums = counted(view, &found);
    let word = query.key_word.as_deref().map(str::trim).filter(|word| !word.is_empty());
    let kind = query.kind.as_deref().filter(|kind| !kind.is_empty());
    let mut names = Names::new(view);
    let mut kept = Vec::new();
    for document in found {
        let fits = is(kind.as_ref(), &document.kind) && (!query.overdue || is_late(view, document.at));
        if !fits {
            continue;
        }
        if let Some(word) = word
            && !like(&document.no, word)
            && !like_name(&document.title, word)
            && !like_name(&names.person(&document.by)?, word)
        {
            continue;
        }
        kept.push(document);
    }
    let page = query.paging.cut(kept).try_map(|document| shown(view, &mut names, document))?;
    Ok(SummedPage { rows: page.rows, total: page.total, sums })
}
