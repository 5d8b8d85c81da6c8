//! 环节时效: how long people take to decide, by process and node, and by the office of who decided.
//!
//! A task counts from the moment it reached its people to the moment it was done, in natural time: nights and holidays
//! included, and what it waited behind an opinion that was asked for. Counted are tasks of the process itself that were done
//! within the asked days, of instances within the caller's reach. Nodes of all versions that bear one name are one line.

use std::collections::{BTreeMap, HashMap};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::binding;
use super::constants::{TaskKind, TaskState};
use super::definition::record::Definition;
use super::detail::MANAGE;
use super::instance::record::{DAY, Instance, Task};
use super::manage::reaches;
use crate::error::Result;
use crate::kernel::dates::Stamp;
use crate::kernel::order::Order;
use crate::kernel::page::{Ranged, within};
use crate::op::View;
use crate::platform::identity::user::User;
use crate::records::export::{self, Workbook};
use crate::records::list::NameCache;
use crate::route::{Data, Route, read};
use crate::sheet::{Cell, Column};
use crate::store::{Reads, id};

const TITLE: &str = "环节时效";
/// Days that are looked at when none are asked for.
const USUAL_DAYS: i64 = 90;
const MINUTE: i64 = 60_000;

/// What is counted.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PaceQuery {
    /// Only these kinds of document, by the key of their process; absent: all.
    pub key: Vec<String>,
    /// Done within these days; absent: the last 90.
    #[serde(flatten)]
    pub range: Ranged,
}

/// How long some tasks took. Minutes, by the nearest rank.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Pace {
    /// Tasks that were done.
    pub count: usize,
    /// Half of them took at most so long.
    pub median_minutes: i64,
    /// Nine tenths of them took at most so long: the slowest tenth took longer.
    pub slow_minutes: i64,
    /// The longest of all.
    pub longest_minutes: i64,
    /// How many were done after they were due.
    pub late: usize,
}

/// A node of a process.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NodePace {
    /// Key of the process: the kind of document that it decides about.
    pub key: String,
    /// What people call that.
    pub label: String,
    /// What the node is called.
    pub node_name: String,
    /// Of everybody.
    #[serde(flatten)]
    pub pace: Pace,
    /// Tasks that wait there now.
    pub waiting: usize,
    /// Of the people of each department.
    pub offices: Vec<OfficePace>,
}

/// The people of a department at a node.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OfficePace {
    /// Where they are now.
    pub dept_name: String,
    /// Of them.
    #[serde(flatten)]
    pub pace: Pace,
}

#[derive(Default)]
struct Taken {
    minutes: Vec<i64>,
    late: usize,
}

impl Taken {
    fn add(&mut self, minutes: i64, late: bool) {
        self.minutes.push(minutes);
        self.late += usize::from(late);
    }

    fn pace(mut self) -> Pace {
        self.minutes.sort_unstable();
        let count = self.minutes.len();
        // nearest rank: the smallest of which so many per cent are at most as large
        let at = |percent: usize| self.minutes.get((count * percent).div_ceil(100).saturating_sub(1)).copied();
        Pace {
            count,
            median_minutes: at(50).unwrap_or_default(),
            slow_minutes: at(90).unwrap_or_default(),
            longest_minutes: self.minutes.last().copied().unwrap_or_default(),
            late: self.late,
        }
    }
}

#[derive(Default)]
struct AtNode {
    all: Taken,
    offices: BTreeMap<u64, Taken>,
    waiting: usize,
}

/// A task as far as it is counted.
struct Counted {
    instance_id: u64,
    key: String,
    node: String,
    /// Minutes, whether it was late and by whom; none while it waits.
    done: Option<(i64, bool, u64)>,
}

fn counted(view: &View, query: &PaceQuery) -> Result<Vec<Counted>> {
    let bounds = match query.range.bounds()? {
        (None, None) => (Some(Stamp(view.now.0 - USUAL_DAYS * DAY)), None),
        asked => asked,
    };
    let mut found = Vec::new();
    view.tx.each::<Task>(|task| {
        let own = task.kind == TaskKind::Approve && (query.key.is_empty() || query.key.contains(&task.key));
        let done = task.done_at.filter(|at| task.state == TaskState::Done && within(*at, bounds));
        if own && (done.is_some() || task.waits()) {
            let took =
                |at: Stamp| ((at.0 - task.arrived.0) / MINUTE, task.due.is_some_and(|due| at > due), task.done_by);
            let (instance_id, done) = (task.instance_id, done.map(took));
            found.push(Counted { instance_id, key: task.key, node: task.node, done });
        }
        true
    })?;
    Ok(found)
}

/// Names of nodes, departments of people, and what lies within reach: each is read once.
struct Known<'v, 'a> {
    view: &'v View<'a>,
    /// Definition of each instance within reach.
    reach: HashMap<u64, Option<u64>>,
    nodes: HashMap<u64, HashMap<String, String>>,
    depts: HashMap<u64, u64>,
}

impl Known<'_, '_> {
    /// The name of a task's node; none where the caller doesn't reach it.
    fn node(&mut self, task: &Counted) -> Result<Option<String>> {
        let definition_id = match self.reach.get(&task.instance_id) {
            Some(known) => *known,
            None => {
                let instance: Option<Instance> = self.view.tx.get(&id(task.instance_id))?;
                let seen = instance.filter(|one| reaches(self.view, one, MANAGE));
                let found = seen.map(|one| one.definition_id);
                self.reach.insert(task.instance_id, found);
                found
            }
        };
        let Some(definition_id) = definition_id else { return Ok(None) };
        if !self.nodes.contains_key(&definition_id) {
            let definition: Option<Definition> = self.view.tx.get(&id(definition_id))?;
            let names = definition.map(|one| one.nodes.into_iter().map(|node| (node.code, node.name)).collect());
            self.nodes.insert(definition_id, names.unwrap_or_default());
        }
        let name = self.nodes.get(&definition_id).and_then(|names| names.get(&task.node));
        Ok(Some(name.unwrap_or(&task.node).clone()))
    }

    fn dept(&mut self, user_id: u64) -> Result<u64> {
        if let Some(dept) = self.depts.get(&user_id) {
            return Ok(*dept);
        }
        let dept = self.view.tx.get::<User>(&id(user_id))?.map(|user| user.dept_id).unwrap_or_default();
        self.depts.insert(user_id, dept);
        Ok(dept)
    }
}

/// GET /appr/manage/pace: nodes by process, the slowest first.
///
/// # Errors
/// A sentence for a bound that is no date.
fn pace(view: &View, query: PaceQuery) -> Result<Data<Vec<NodePace>>> {
    let mut known = Known { view, reach: HashMap::new(), nodes: HashMap::new(), depts: HashMap::new() };
    let mut nodes: BTreeMap<(String, String), AtNode> = BTreeMap::new();
    for task in counted(view, &query)? {
        let Some(name) = known.node(&task)? else { continue };
        let at = nodes.entry((task.key, name)).or_default();
        match task.done {
            None => at.waiting += 1,
            Some((minutes, late, user_id)) => {
                at.all.add(minutes, late);
                at.offices.entry(known.dept(user_id)?).or_default().add(minutes, late);
            }
        }
    }
    let mut names = NameCache::new(view);
    let mut rows = Vec::with_capacity(nodes.len());
    for ((key, node_name), AtNode { all, offices, waiting }) in nodes {
        let label = binding::of(view, &key)?.label.to_owned();
        let mut of = Vec::with_capacity(offices.len());
        for (dept, taken) in offices {
            of.push(OfficePace { dept_name: names.dept(dept)?, pace: taken.pace() });
        }
        of.order_by_key(|office: &OfficePace| -office.pace.slow_minutes);
        rows.push(NodePace { key, label, node_name, pace: all.pace(), waiting, offices: of });
    }
    rows.order_by_key(|row| (row.label.clone(), -row.pace.slow_minutes));
    Ok(Data(rows))
}

/// A line of the workbook: a node, or the people of a department at it.
struct PaceSheetRow {
    label: String,
    node: String,
    office: String,
    pace: Pace,
    waiting: Cell,
}

fn hours(minutes: i64) -> Cell {
    // hundredths of an hour
    Cell::Decimal((minutes * 100 + 30) / 60)
}

/// POST /appr/manage/pace/export
fn workbook(view: &View, query: PaceQuery) -> Result<Workbook> {
    let Data(nodes) = pace(view, query)?;
    let columns = [
        Column::new("流程", 16.0, |row: &PaceSheetRow| Cell::Text(row.label.clone())),
        Column::new("环节", 20.0, |row| Cell::Text(row.node.clone())),
        Column::new("科室", 24.0, |row| Cell::Text(row.office.clone())),
        Column::new("办结（件）", 12.0, |row| Cell::Number(row.pace.count as i64)),
        Column::new("中位用时（小时）", 16.0, |row| hours(row.pace.median_minutes)),
        Column::new("最慢一成超过（小时）", 20.0, |row| hours(row.pace.slow_minutes)),
        Column::new("最长（小时）", 14.0, |row| hours(row.pace.longest_minutes)),
        Column::new("超时（件）", 12.0, |row| Cell::Number(row.pace.late as i64)),
        Column::new("在办（件）", 12.0, |row| row.waiting.clone()),
    ];
    let lines = nodes.into_iter().flat_map(|node| {
        let (label, name) = (node.label, node.node_name);
        let line = |office: String, pace, waiting| PaceSheetRow {
            label: label.clone(),
            node: name.clone(),
            office,
            pace,
            waiting,
        };
        let all = line("全部".to_owned(), node.pace, Cell::Number(node.waiting as i64));
        let of: Vec<PaceSheetRow> =
            node.offices.into_iter().map(|office| line(office.dept_name, office.pace, Cell::Empty)).collect();
        std::iter::once(all).chain(of)
    });
    export::write(view, TITLE, &columns, lines)
}

/// Rows of the route table.
pub(super) fn routes() -> Vec<Route> {
    let mut routes = vec![read("/appr/manage/pace", pace).perm(MANAGE).titled(TITLE)];
    routes.extend(export::routes("/appr/manage/pace/export", MANAGE, TITLE, workbook));
    routes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_the_nearest() {
        for (minutes, median, slow, longest) in [
            (vec![], 0, 0, 0),
            (vec![7], 7, 7, 7),
            (vec![9, 1], 1, 9, 9),
            (vec![3, 1, 2], 2, 3, 3),
            ((1..=10).collect(), 5, 9, 10),
            ((1..=100).rev().collect(), 50, 90, 100),
        ] {
            let count = minutes.len();
            let pace = Taken { minutes, late: 0 }.pace();
            let wanted = Pace { count, median_minutes: median, slow_minutes: slow, longest_minutes: longest, late: 0 };
            assert_eq!(pace, wanted);
        }
    }
}
