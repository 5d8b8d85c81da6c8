//! What a person finds: 待办, 已办, 我发起, 抄送, and how many.
//!
//! 待办 is a merge of the groups he belongs to and of those he stands for; nothing is copied to people. 我发起 is asked of
//! columns, the others are read from their indexes; all show the newest first.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use schemars::JsonSchema;
use serde::Serialize;

use super::binding::{self, Binding};
use super::cc::{Cc, OF_USER as COPIES, UNREAD};
use super::constants::{Action, Allow, InstanceState, TaskKind};
use super::definition::record::{Definition, FieldRights, Node};
use super::deputy;
use super::detail::strictest;
use super::entries::{Entry, InstanceAt, doubtful, ends, entries, entries_since, newest_done};
use super::groups::Groups;
use super::instance::record::{
    BARRED, DAY, DONE, DUE, INITIATOR, Instance, Principal, RETURNED, STARTED, Task, WAITING,
};
use super::list_filter::ListTasks;
use super::offers::{Lies, lies};
use super::people::{Member, name_of};
use super::rights::{hides_amount, lines_seen};
use crate::columns::ByNumber;
use crate::columns::field::whole;
use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;
use crate::kernel::order::Order;
use crate::kernel::page::Page;
use crate::op::View;
use crate::records::list::run::{Sorting, find, records};
use crate::records::list::{Filter, ListQuery, NameCache, Span, blocks};
use crate::route::{Data, Nothing};
use crate::store::key::first_u64;
use crate::store::{Key, Reads, id};

/// A process in a list, with the task by which it is there.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaskRow {
    /// The task; 0 in lists of processes.
    pub task_id: u64,
    /// Version of the process: send it back with a decision.
    pub version: u64,
    /// The process 审批 that it is about, by number.
    pub instance_id: u64,
    /// Number of the process as people see it, `SP-202401-000001`.
    pub instance_no: String,
    /// Key of the process: the kind of document that it decides about.
    pub key: String,
    /// What people call that.
    pub label: String,
    /// What it is about.
    pub title: String,
    /// Labels and texts for a card.
    pub lines: Vec<(String, String)>,
    /// What it is worth.
    pub amount_fen: Option<i64>,
    /// Name of the step that it waits at.
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
    /// Since when, `yyyy-MM-dd HH:mm:ss`: 待办 by arrival, 已办 by the operation, others by the submission.
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
    /// It may be agreed to together with others of its node.
    pub batch: bool,
    /// Code of its node.
    pub node: String,
    /// With whom it lies now, by real names (我发起, 抄送, and what came back).
    pub waits_for: Vec<String>,
    /// Since when it lies there, `yyyy-MM-dd HH:mm:ss` Beijing time.
    pub waits_since: Option<String>,
    /// What was said when it was returned to its initiator; none of what wasn't.
    pub returned_with: Option<String>,
}

/// Everything that waits for the caller, each task once, in no order.
fn waiting(view: &View) -> Result<Vec<Entry>> {
    let user = view.caller.user_id();
    let Some(own) = Member::caller(view)? else { return Ok(Vec::new()) };
    let rights = binding::rights(view)?;
    let mut found: BTreeMap<Key, Entry> = BTreeMap::new();
    gather(view, &own, user, &rights, None, &mut found)?;
    let today = view.now.date();
    for one in deputy::stands_for(view, user)? {
        if let Some(owner) = Member::of(view, one.user)? {
            let counts = |task: &Task| one.counts_for(today, task);
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
    found: &mut BTreeMap<Key, Entry>,
) -> Result<()> {
    let mut barred = BTreeSet::new();
    for person in [member.user_id(), actor] {
        barred.extend(view.tx.ids_by(&BARRED, &id(person), false, 0, usize::MAX)?);
    }
    for group in member.groups(rights) {
        // Assigning is an operation of those who manage; nobody does it for them.
        if counts.is_some() && group.is_managers() {
            continue;
        }
        for mut entry in entries(view, WAITING.name, &group.key(), InstanceAt::Column)? {
            if barred.contains(&entry.record) || found.contains_key(&entry.record) {
                continue;
            }
            let fits = match counts {
                Some(counts) => view.tx.get::<Task>(&entry.record)?.is_some_and(|task| counts(&task)),
                None => true,
            };
            if fits {
                entry.owner = if counts.is_some() { member.user_id() } else { 0 };
                found.insert(entry.record.clone(), entry);
            }
        }
    }
    Ok(())
}

/// The moment before which a task without a time of its own has waited too long.
fn patience(view: &View) -> i64 {
    let hours = i64::try_from(view.app.settings.get(&super::PATIENCE_HOURS)).unwrap_or(i64::MAX);
    view.now.0.saturating_sub(hours.saturating_mul(3_600_000))
}

fn is_overdue(view: &View, task: &Task) -> bool {
    match task.due {
        Some(due) => due < view.now,
        None => task.arrived.0 < patience(view),
    }
}

/// Which open tasks should have been done already: those whose time is over, and those without one that have waited long.
struct Late {
    dues: BTreeMap<Key, i64>,
    now: i64,
    patience: i64,
}

impl Late {
    fn of(view: &View) -> Result<Self> {
        let mut dues = BTreeMap::new();
        view.tx.raw_range(DUE.name, Bound::Unbounded, Bound::Unbounded, false, &mut |entry, _| {
            if let (Some(due), Some(task)) = (first_u64(entry), entry.get(8..)) {
                dues.insert(Key::from_bytes(task), (due ^ (1 << 63)).cast_signed());
            }
            true
        })?;
        Ok(Self { dues, now: view.now.0, patience: patience(view) })
    }

    fn has(&self, row: &Entry) -> bool {
        self.dues.get(&row.record).map_or(row.at < self.patience, |due| *due < self.now)
    }
}

/// Leaves the rows whose processes fit the filter; columns are asked, no record is read.
fn narrowed(view: &View, query: &ListTasks, mut rows: Vec<Entry>) -> Result<Vec<Entry>> {
    let from = query.since();
    let to = query.to().map_or(i64::MAX, |to| to.0);
    rows.retain(|row| row.at >= from && row.at <= to);
    let ask = query.about_processes()?;
    if !ask.filters.is_empty() {
        // Of those that are asked about: processes of others, which are most, are not laid out.
        let (first, last) = ends(&rows);
        let mut fitting = ByNumber::from(first);
        blocks(view, &ask, &[], &[], |block| {
            block.bits.each(|at| {
                let instance = block.id(at);
                if (first..=last).contains(&instance) {
                    *fitting.at(instance) = 1;
                }
            });
        })?;
        rows.retain(|row| fitting.get(row.instance) > 0);
    }
    Ok(rows)
}

/// Whether a yes may be said by the batch: the node allows it and asks for nothing more, and the document is small enough.
pub fn may_batch(view: &View, instance: &Instance, node: &Node) -> bool {
    let most = i64::try_from(view.app.settings.get(&super::BATCH_YUAN)).unwrap_or(i64::MAX).saturating_mul(100);
    let asks = node.edits() || node.comment || node.minutes;
    node.actions.contains(&Allow::Batch) && !asks && instance.amount_fen.is_none_or(|fen| fen <= most)
}

/// Rows of a page, with processes read once.
struct Rows<'v> {
    view: &'v View<'v>,
    names: NameCache<'v>,
    definitions: BTreeMap<u64, Definition>,
    bindings: BTreeMap<String, &'static Binding>,
    persons: BTreeMap<u64, String>,
    groups: Groups<'v>,
}

impl<'v> Rows<'v> {
    fn new(view: &'v View<'v>) -> Self {
        Self {
            view,
            names: NameCache::new(view),
            definitions: BTreeMap::new(),
            bindings: BTreeMap::new(),
            persons: BTreeMap::new(),
            groups: Groups::new(*view),
        }
    }

    fn binding(&mut self, key: &str) -> Result<&'static Binding> {
        if let Some(known) = self.bindings.get(key) {
            return Ok(known);
        }
        let found = binding::of(self.view, key)?;
        self.bindings.insert(key.to_owned(), found);
        Ok(found)
    }

    fn person(&mut self, user_id: u64) -> String {
        self.persons.entry(user_id).or_insert_with(|| name_of(self.view, user_id)).clone()
    }

    fn instance(&self, number: u64) -> Result<Instance> {
        let found: Option<Instance> = self.view.tx.get(&id(number))?;
        found.ok_or_else(|| AppError::internal(format!("instance {number} of an index is missing")))
    }

    fn of_task(&mut self, row: &Entry) -> Result<TaskRow> {
        let task: Option<Task> = self.view.tx.get(&row.record)?;
        let task = task.ok_or_else(|| AppError::internal("a task of an index is missing"))?;
        let instance = self.instance(row.instance)?;
        let map = self.rights(&instance, &task.node)?;
        Ok(TaskRow { action: task.action, ..self.of(&instance, Some(&task), task.arrived, &map)? })
    }

    fn definition(&mut self, instance: &Instance) -> Result<Option<&Definition>> {
        let known = self.definitions.contains_key(&instance.definition_id);
        let read = if known { None } else { self.view.tx.get::<Definition>(&id(instance.definition_id))? };
        self.definitions.extend(read.map(|definition| (definition.definition_id, definition)));
        Ok(self.definitions.get(&instance.definition_id))
    }

    fn node_name(&mut self, instance: &Instance, node: &str) -> Result<String> {
        let found = self.definition(instance)?.and_then(|definition| definition.node(node));
        Ok(found.map_or_else(String::new, |node| node.name.clone()))
    }

    /// What a node lets people see; of one that was in an earlier version alone, what all of this one do.
    fn rights(&mut self, instance: &Instance, node: &str) -> Result<FieldRights> {
        let Some(definition) = self.definition(instance)? else { return Ok(FieldRights::new()) };
        Ok(definition.node(node).map_or_else(|| strictest(definition), |node| node.fields.clone()))
    }

    /// Leaves out those of hidden amounts where a filter asks for amounts: then no filter tells them.
    fn by_open_amounts(&mut self, query: &ListTasks, found: Vec<Entry>, of_task: bool) -> Result<Vec<Entry>> {
        if query.amount_from.is_none() && query.amount_to.is_none() {
            return Ok(found);
        }
        let (mut open, doubtful) = (Vec::new(), doubtful(self.view, &found)?);
        for row in found {
            if doubtful.get(row.instance) == 0 || !self.hides_amount(&row, of_task)? {
                open.push(row);
            }
        }
        Ok(open)
    }

    /// Whether the amount is hidden at the node of a task, or of a copy at any node.
    fn hides_amount(&mut self, row: &Entry, of_task: bool) -> Result<bool> {
        let instance = self.instance(row.instance)?;
        let task: Option<Task> = if of_task { self.view.tx.get(&row.record)? } else { None };
        let map = match task {
            Some(task) => self.rights(&instance, &task.node)?,
            None => self.definition(&instance)?.map_or_else(FieldRights::new, strictest),
        };
        Ok(hides_amount(self.binding(&instance.key)?, &map))
    }

    /// A row as somebody sees it who has these rights of fields.
    fn of(&mut self, instance: &Instance, task: Option<&Task>, at: Stamp, map: &FieldRights) -> Result<TaskRow> {
        let binding = self.binding(&instance.key)?;
        let label = binding.label;
        let node_name = match task {
            Some(task) => self.node_name(instance, &task.node)?,
            None => self.present_node(instance)?,
        };
        let lies = match task.map(|task| task.kind) {
            None | Some(TaskKind::Resubmit) => lies(self.view, &mut self.groups, instance)?,
            Some(_) => Lies::default(),
        };
        Ok(TaskRow {
            waits_for: lies.with,
            waits_since: lies.since.map(Stamp::to_text),
            returned_with: lies.returned_with,
            task_id: task.map_or(0, |task| task.task_id),
            version: instance.version,
            instance_id: instance.instance_id,
            instance_no: instance.instance_no.clone(),
            key: instance.key.clone(),
            label: label.to_owned(),
            title: instance.title.clone(),
            lines: lines_seen(binding, map, &instance.lines),
            amount_fen: instance.amount_fen.filter(|_| !hides_amount(binding, map)),
            node_name,
            kind: task.map(|task| task.kind),
            initiator_name: self.person(instance.initiator),
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
            batch: task.is_some_and(|task| self.is_batch(instance, task)),
            node: task.map_or_else(String::new, |task| task.node.clone()),
        })
    }

    fn is_batch(&self, instance: &Instance, task: &Task) -> bool {
        let node = self.definitions.get(&instance.definition_id).and_then(|definition| definition.node(&task.node));
        task.kind == TaskKind::Approve && node.is_some_and(|node| may_batch(self.view, instance, node))
    }

    fn present_node(&mut self, instance: &Instance) -> Result<String> {
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
pub fn todo(view: &View, query: ListTasks) -> Result<Page<TaskRow>> {
    let mut found = narrowed(view, &query, waiting(view)?)?;
    if let Some(wanted) = query.overdue {
        let late = Late::of(view)?;
        found.retain(|row| late.has(row) == wanted);
    }
    if let Some(wanted) = query.returned {
        let back = returned(view)?;
        found.retain(|row| back.contains(&row.record) == wanted);
    }
    found.order_by(|a, b| (a.at, &a.record).cmp(&(b.at, &b.record)));
    let mut rows = Rows::new(view);
    let found = rows.by_open_amounts(&query, found, true)?;
    query.paging.cut(found).try_map(|row| {
        let for_name = (row.owner != 0).then(|| name_of(view, row.owner));
        Ok(TaskRow { for_name, ..rows.of_task(&row)? })
    })
}

/// A decision that waits, for those who count and search over all of them.
#[derive(Debug, Clone)]
pub struct Waits {
    pub instance: Instance,
    pub task_id: u64,
    pub at: Stamp,
    /// It should have been done already.
    pub overdue: bool,
    /// It came back to the caller.
    pub returned: bool,
}

/// Everything that waits for the caller, the longest waiting first.
///
/// # Errors
/// Records that can't be read.
pub fn all_waiting(view: &View) -> Result<Vec<Waits>> {
    let mut found = waiting(view)?;
    found.order_by(|a, b| (a.at, &a.record).cmp(&(b.at, &b.record)));
    let (late, back, rows) = (Late::of(view)?, returned(view)?, Rows::new(view));
    let out = |row: Entry| {
        Ok(Waits {
            instance: rows.instance(row.instance)?,
            task_id: first_u64(row.record.bytes()).unwrap_or(0),
            at: Stamp(row.at),
            overdue: late.has(&row),
            returned: back.contains(&row.record),
        })
    };
    found.into_iter().map(out).collect()
}

/// What a waiting document is worth, for who is asked by a task; none where its node hides that.
///
/// # Errors
/// Records that can't be read.
pub fn amount_seen(view: &View, one: &Waits) -> Result<Option<i64>> {
    Ok(seen(view, one)?.0)
}

/// The same with the labels and texts that the node shows of it.
///
/// # Errors
/// Records that can't be read.
pub fn seen(view: &View, one: &Waits) -> Result<(Option<i64>, Vec<(String, String)>)> {
    let task: Option<Task> = view.tx.get(&id(one.task_id))?;
    let map = Rows::new(view).rights(&one.instance, task.as_ref().map_or("", |task| &task.node))?;
    let binding = binding::of(view, &one.instance.key)?;
    let amount_fen = one.instance.amount_fen.filter(|_| !hides_amount(binding, &map));
    Ok((amount_fen, lines_seen(binding, &map, &one.instance.lines)))
}

/// What came back to the caller.
fn returned(view: &View) -> Result<BTreeSet<Key>> {
    let own = Principal::User(view.caller.user_id()).key();
    Ok(view.tx.ids_by(&RETURNED, &own, false, 0, usize::MAX)?.into_iter().collect())
}

fn newest_first(mut rows: Vec<Entry>) -> Vec<Entry> {
    rows.reverse();
    rows
}

/// GET /appr/task/done: the newest first; the last twelve months unless a day is named.
///
/// # Errors
/// Records that can't be read.
pub fn done(view: &View, query: ListTasks) -> Result<Page<TaskRow>> {
    let user = view.caller.user_id();
    // Whole days, so that those can be counted that nobody looks at.
    let year = (view.now.0 - 366 * DAY).div_euclid(DAY) * DAY;
    let mut rows = Rows::new(view);
    let page = if query.asks_for_all() {
        newest_done(view, user, year, &query.paging)?
    } else {
        let since = if query.begin_time.is_none() { year } else { query.since() };
        let all = entries_since(view, DONE.name, &id(user), since, InstanceAt::Column)?;
        let found = newest_first(narrowed(view, &query, all)?);
        query.paging.cut(rows.by_open_amounts(&query, found, true)?)
    };
    page.try_map(|row| {
        let task = rows.of_task(&row)?;
        Ok(TaskRow { at: Stamp(row.at).to_text(), ..task })
    })
}

/// GET /appr/instance/mine: what the caller submitted first, the newest first.
///
/// # Errors
/// Records that can't be read.
pub fn mine(view: &View, query: ListTasks) -> Result<Page<TaskRow>> {
    let mut ask = query.about_processes()?;
    ask.must(Filter::among(ask.place(&INITIATOR)?, [whole(view.caller.user_id())]));
    ask.moments(&STARTED, (Some(Stamp(query.since())), query.to()))?;
    let order = vec![(Sorting::Number(ask.place(&STARTED)?), true)];
    let span = Span::Page(query.paging.clone());
    let wanted = ListQuery { order, ids_down: true, ..ListQuery::of(ask, span) };
    let mut found = find::<Instance>(view, &wanted)?;
    let instances = records::<Instance>(view, &wanted, &mut found)?;
    let mut rows = Rows::new(view);
    Page { rows: instances, total: found.total }
        .try_map(|instance| rows.of(&instance, None, instance.started_at, &FieldRights::new()))
}

/// GET /appr/cc/list: copies, the newest first.
///
/// # Errors
/// Records that can't be read.
pub fn copies(view: &View, query: ListTasks) -> Result<Page<TaskRow>> {
    let all = entries_since(view, COPIES.name, &id(view.caller.user_id()), query.since(), InstanceAt::Record)?;
    let found = newest_first(narrowed(view, &query, all)?);
    let mut rows = Rows::new(view);
    let found = rows.by_open_amounts(&query, found, false)?;
    query.paging.cut(found).try_map(|row| {
        let instance = rows.instance(row.instance)?;
        let copy: Option<Cc> = view.tx.get(&row.record)?;
        let unread = copy.is_some_and(|copy| copy.read_at.is_none());
        let map = rows.definition(&instance)?.map_or_else(FieldRights::new, strictest);
        Ok(TaskRow { unread, ..rows.of(&instance, None, Stamp(row.at), &map)? })
    })
}

/// How much there is of everything.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "ApprovalCounts")]
pub struct Counts {
    /// 待办, without what came back.
    pub todo: usize,
    /// Of those overdue.
    pub overdue: usize,
    /// Came back to the caller.
    pub returned: usize,
    /// Copies that wait to be read.
    pub cc: u64,
    /// Messages that wait to be read.
    pub messages: u64,
}

/// GET /appr/count
///
/// # Errors
/// Records that can't be read.
pub fn count(view: &View, _: Nothing) -> Result<Data<Counts>> {
    let all = waiting(view)?;
    let (late, back) = (Late::of(view)?, returned(view)?);
    let overdue = all.iter().filter(|row| late.has(row) && !back.contains(&row.record)).count();
    let returned = all.iter().filter(|row| back.contains(&row.record)).count();
    let cc = view.tx.count_by(&UNREAD, &id(view.caller.user_id()))?;
    let messages = view.tx.count_by(&super::message::UNREAD, &id(view.caller.user_id()))?;
    Ok(Data(Counts { todo: all.len() - returned, overdue, returned, cc, messages }))
}
