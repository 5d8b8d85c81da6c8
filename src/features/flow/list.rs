//! What a person finds: 待办, 已办, 我发起, 抄送, and how many.
//!
//! 待办 is a merge of the groups he belongs to and of those he stands for; nothing is copied to people. The others are read
//! from their indexes, the newest first.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::binding;
use super::cc::{Cc, OF_USER as COPIES, UNREAD};
use super::constants::{Action, InstanceState, TaskKind};
use super::definition::record::Definition;
use super::deputy;
use super::instance::record::{BARRED, BY_INITIATOR, DONE, Instance, Principal, Task, WAITING};
use super::people::{Member, name_of};
use crate::fault::Outcome;
use crate::kernel::dates::{Stamp, range_begin, range_end};
use crate::kernel::order::Order;
use crate::kernel::page::{Page, Paging};
use crate::op::View;
use crate::records::list::Names;
use crate::route::{Data, Nothing};
use crate::store::{Reads, id};

/// Filters of the lists.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListTasks {
    /// Processes.
    pub key: Vec<String>,
    /// Part of title or number.
    pub key_word: Option<String>,
    /// Initiators.
    pub initiator: Vec<u64>,
    /// Not before this day.
    pub begin_time: Option<String>,
    /// Not after this day.
    pub end_time: Option<String>,
    /// At least so much, fen.
    pub amount_from: Option<i64>,
    /// At most so much, fen.
    pub amount_to: Option<i64>,
    /// Overdue ones alone.
    pub overdue: Option<bool>,
    /// Those that came back to their initiator alone (待办).
    pub returned: Option<bool>,
    /// Only in these states (我发起, 已办).
    pub state: Vec<InstanceState>,
    /// Page.
    #[serde(flatten)]
    pub paging: Paging,
}

/// A process in a list, with the task by which it is there.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaskRow {
    /// The task; 0 in lists of processes.
    pub task_id: u64,
    /// Version of the process: send it back with a decision.
    pub version: u64,
    /// The process.
    pub instance_id: u64,
    /// Its number.
    pub instance_no: String,
    /// Which kind.
    pub key: String,
    /// What people call that.
    pub label: String,
    /// What it is about.
    pub title: String,
    /// Labels and texts for a card.
    pub lines: Vec<(String, String)>,
    /// What it is worth.
    pub amount_fen: Option<i64>,
    /// Where it is.
    pub node_name: String,
    /// What is asked.
    pub kind: Option<TaskKind>,
    /// Who submitted it.
    pub initiator_name: String,
    /// His department then.
    pub dept_name: String,
    /// State of the process.
    pub state: InstanceState,
    /// How it ended, or empty.
    pub end_label: String,
    /// Since when, `yyyy-MM-dd HH:mm:ss`: 待办 by arrival, 已办 by the deed, others by the submission.
    pub at: String,
    /// Until when.
    pub due: Option<String>,
    /// It should have been done already.
    pub overdue: bool,
    /// How often it was urged.
    pub urged: u16,
    /// For whom, when it is asked of one whose deputy he is.
    pub for_name: Option<String>,
    /// What he did (已办).
    pub action: Option<Action>,
    /// A copy that wasn't read yet.
    pub unread: bool,
}

/// A task with whom it is asked of.
struct Waiting {
    task: Task,
    owner: u64,
}

/// Everything that waits for the caller, in no order.
fn waiting(view: &View) -> Outcome<Vec<Waiting>> {
    let user = view.caller.user_id();
    let Some(own) = Member::of(view, user)? else { return Ok(Vec::new()) };
    let rights = binding::rights(view);
    let mut found: BTreeMap<u64, Waiting> = BTreeMap::new();
    gather(view, &own, user, &rights, None, &mut found)?;
    let today = view.now.date();
    for one in deputy::stands_for(view, user)? {
        if let Some(owner) = Member::of(view, one.user)? {
            let counts = |task: &Task| one.counts(today, &task.key);
            gather(view, &owner, user, &rights, Some(&counts), &mut found)?;
        }
    }
    Ok(found.into_values().collect())
}

fn gather(
    view: &View,
    member: &Member,
    actor: u64,
    rights: &[&str],
    counts: Option<&dyn Fn(&Task) -> bool>,
    found: &mut BTreeMap<u64, Waiting>,
) -> Outcome<()> {
    let mut barred = BTreeSet::new();
    for person in [member.user_id(), actor] {
        barred.extend(
            view.tx.ids_by(&BARRED, &id(person), false, 0, usize::MAX)?.iter().filter_map(|key| key.first_u64()),
        );
    }
    for group in member.groups(rights) {
        // Assigning is a deed of those who manage; nobody does it for them.
        if counts.is_some() && group == Principal::Admin {
            continue;
        }
        for task_id in view.tx.ids_by(&WAITING, &group.key(), false, 0, usize::MAX)? {
            let Some(number) = task_id.first_u64() else { continue };
            if found.contains_key(&number) {
                continue;
            }
            let Some(task) = view.tx.get::<Task>(&task_id)? else { continue };
            let kept_out = barred.contains(&number) && task.kind != TaskKind::Resubmit && task.kind != TaskKind::Assign;
            if !kept_out && counts.is_none_or(|counts| counts(&task)) {
                found.insert(number, Waiting { task, owner: member.user_id() });
            }
        }
    }
    Ok(())
}

fn is_overdue(view: &View, task: &Task) -> bool {
    task.due.is_some_and(|due| due < view.now)
}

/// A word, a span of days and the rest of the filter.
struct Filter<'q> {
    query: &'q ListTasks,
    word: String,
    from: Option<Stamp>,
    to: Option<Stamp>,
}

impl<'q> Filter<'q> {
    fn of(query: &'q ListTasks) -> Self {
        let word = query.key_word.as_deref().unwrap_or_default().trim().to_lowercase();
        let from = query.begin_time.as_deref().and_then(range_begin);
        Self { query, word, from, to: query.end_time.as_deref().and_then(range_end) }
    }

    fn fits(&self, instance: &Instance, at: Stamp) -> bool {
        let query = self.query;
        let text = |text: &str| text.to_lowercase().contains(&self.word);
        let amount = instance.amount_fen;
        (query.key.is_empty() || query.key.contains(&instance.key))
            && (self.word.is_empty() || text(&instance.title) || text(&instance.instance_no))
            && (query.initiator.is_empty() || query.initiator.contains(&instance.initiator))
            && self.from.is_none_or(|from| at >= from)
            && self.to.is_none_or(|to| at <= to)
            && query.amount_from.is_none_or(|least| amount.is_some_and(|fen| fen >= least))
            && query.amount_to.is_none_or(|most| amount.is_some_and(|fen| fen <= most))
            && (query.state.is_empty() || query.state.contains(&instance.state))
    }
}

/// Rows of a page, with processes read once.
struct Rows<'v> {
    view: &'v View<'v>,
    names: Names<'v>,
    definitions: BTreeMap<u64, Definition>,
}

impl<'v> Rows<'v> {
    fn new(view: &'v View<'v>) -> Self {
        Self { view, names: Names::new(view), definitions: BTreeMap::new() }
    }

    fn node_name(&mut self, instance: &Instance, node: &str) -> Outcome<String> {
        if let std::collections::btree_map::Entry::Vacant(free) = self.definitions.entry(instance.definition_id) {
            if let Some(definition) = self.view.tx.get::<Definition>(&id(instance.definition_id))? {
                free.insert(definition);
            }
        }
        let found = self.definitions.get(&instance.definition_id).and_then(|definition| definition.node(node));
        Ok(found.map_or_else(String::new, |node| node.name.clone()))
    }

    fn of(&mut self, instance: &Instance, task: Option<&Task>, at: Stamp) -> Outcome<TaskRow> {
        let label = binding::of(self.view, &instance.key).map(|binding| binding.label).unwrap_or_default();
        let node_name = match task {
            Some(task) => self.node_name(instance, &task.node)?,
            None => self.present_node(instance)?,
        };
        Ok(TaskRow {
            task_id: task.map_or(0, |task| task.task_id),
            version: instance.version,
            instance_id: instance.instance_id,
            instance_no: instance.instance_no.clone(),
            key: instance.key.clone(),
            label: label.to_owned(),
            title: instance.title.clone(),
            lines: instance.lines.clone(),
            amount_fen: instance.amount_fen,
            node_name,
            kind: task.map(|task| task.kind),
            initiator_name: name_of(self.view, instance.initiator),
            dept_name: self.names.dept(instance.dept_id)?,
            state: instance.state,
            end_label: instance.end_reason.map_or_else(String::new, |reason| reason.label().to_owned()),
            at: at.to_text(),
            due: task.and_then(|task| task.due).map(Stamp::to_text),
            overdue: task.is_some_and(|task| task.waits() && is_overdue(self.view, task)),
            urged: task.map_or(0, |task| task.urged),
            for_name: None,
            action: None,
            unread: false,
        })
    }

    fn present_node(&mut self, instance: &Instance) -> Outcome<String> {
        if instance.at == 0 {
            return Ok(String::new());
        }
        let run = id(instance.instance_id).u16(u64::from(instance.at));
        let run: Option<super::instance::record::NodeRun> = self.view.tx.get(&run)?;
        run.map_or_else(|| Ok(String::new()), |run| self.node_name(instance, &run.node))
    }
}

/// GET /appr/task/todo: the longest waiting first.
///
/// # Errors
/// Records that can't be read.
pub fn todo(view: &View, query: ListTasks) -> Outcome<Page<TaskRow>> {
    let filter = Filter::of(&query);
    let mut fitting: Vec<(Waiting, Instance)> = Vec::new();
    for one in waiting(view)? {
        let wanted = query.overdue.is_none_or(|wanted| wanted == is_overdue(view, &one.task))
            && query.returned.is_none_or(|wanted| wanted == (one.task.kind == TaskKind::Resubmit));
        let instance: Option<Instance> = if wanted { view.tx.get(&id(one.task.instance_id))? } else { None };
        fitting.extend(instance.filter(|instance| filter.fits(instance, one.task.arrived)).map(|found| (one, found)));
    }
    fitting.order_by_key(|(one, _)| (one.task.arrived, one.task.task_id));
    let page = query.paging.cut(fitting);
    let (mut rows, own) = (Rows::new(view), view.caller.user_id());
    page.try_map(|(one, instance)| {
        let for_name = (one.owner != own).then(|| name_of(view, one.owner));
        Ok(TaskRow { for_name, ..rows.of(&instance, Some(&one.task), one.task.arrived)? })
    })
}

/// Millisecond of a day.
const DAY: i64 = 86_400_000;

/// GET /appr/task/done: the newest first; the last twelve months unless a day is named.
///
/// # Errors
/// Records that can't be read.
pub fn done(view: &View, query: ListTasks) -> Outcome<Page<TaskRow>> {
    let mut filter = Filter::of(&query);
    filter.from = filter.from.or(Some(Stamp(view.now.0 - 366 * DAY)));
    let from = filter.from.map_or(i64::MIN, |from| from.0);
    let user = view.caller.user_id();
    let tasks: Vec<Task> = view.tx.within(&DONE, &id(user).i64(from), &id(user).i64(view.now.0))?;
    let mut fitting = Vec::new();
    for task in tasks.into_iter().rev() {
        let at = task.done_at.unwrap_or(task.arrived);
        let instance: Option<Instance> = view.tx.get(&id(task.instance_id))?;
        fitting.extend(instance.filter(|instance| filter.fits(instance, at)).map(|found| (task, found, at)));
    }
    let page = query.paging.cut(fitting);
    let mut rows = Rows::new(view);
    page.try_map(|(task, instance, at)| Ok(TaskRow { action: task.action, ..rows.of(&instance, Some(&task), at)? }))
}

/// GET /appr/instance/mine: what the caller submitted first, the newest first.
///
/// # Errors
/// Records that can't be read.
pub fn mine(view: &View, query: ListTasks) -> Outcome<Page<TaskRow>> {
    let filter = Filter::of(&query);
    let user = id(view.caller.user_id());
    let mut found: Vec<Instance> = view.tx.by(&BY_INITIATOR, &user, true, 0, usize::MAX)?;
    found.retain(|instance| filter.fits(instance, instance.started_at));
    let mut rows = Rows::new(view);
    query.paging.cut(found).try_map(|instance| rows.of(&instance, None, instance.started_at))
}

/// GET /appr/cc/list: copies, the newest first.
///
/// # Errors
/// Records that can't be read.
pub fn copies(view: &View, query: ListTasks) -> Outcome<Page<TaskRow>> {
    let filter = Filter::of(&query);
    let all: Vec<Cc> = view.tx.by(&COPIES, &id(view.caller.user_id()), true, 0, usize::MAX)?;
    let mut fitting = Vec::new();
    for copy in all {
        let instance: Option<Instance> = view.tx.get(&id(copy.instance_id))?;
        fitting.extend(instance.filter(|instance| filter.fits(instance, copy.at)).map(|found| (copy, found)));
    }
    let page = query.paging.cut(fitting);
    let mut rows = Rows::new(view);
    page.try_map(|(copy, instance)| {
        Ok(TaskRow { unread: copy.read_at.is_none(), ..rows.of(&instance, None, copy.at)? })
    })
}

/// How much there is of everything.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Counts {
    /// 待办, without what came back.
    pub todo: usize,
    /// Of those overdue.
    pub overdue: usize,
    /// Came back to the caller.
    pub returned: usize,
    /// Copies that wait to be read.
    pub cc: u64,
}

/// GET /appr/count
///
/// # Errors
/// Records that can't be read.
pub fn count(view: &View, _: Nothing) -> Outcome<Data<Counts>> {
    let all = waiting(view)?;
    let returned = all.iter().filter(|one| one.task.kind == TaskKind::Resubmit).count();
    let overdue = all.iter().filter(|one| is_overdue(view, &one.task)).count();
    let cc = view.tx.count_by(&UNREAD, &id(view.caller.user_id()))?;
    Ok(Data(Counts { todo: all.len() - returned, overdue, returned, cc }))
}
