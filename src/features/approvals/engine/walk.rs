//! From node to node: choices, tasks that open or pass, and what is looked at before the end.

use std::collections::{BTreeMap, BTreeSet};

use super::{ActRequest, Assignees, EngineContext, Finish, Happened, Plan, State, Walk};
use crate::error::{AppError, Result};
use crate::features::approvals::condition::{Seen, Val};
use crate::features::approvals::constants::{
    Action, EndReason, InstanceState, Multi, NodeType, OnEmpty, OnSelf, Repeat, RunEnd, RunState, Seats, TaskKind,
    TaskState,
};
use crate::features::approvals::definition::record::{Definition, Edge, Node};
use crate::features::approvals::instance::record::{NodeRun, Principal, Task, Trace, Tried};

/// What waits for whom at a node.
enum Entry {
    /// Nobody has to do anything.
    Passes(RunEnd),
    /// Seats, each with its kind and people.
    Seats(Vec<(TaskKind, Assignees)>, Vec<u64>),
}

/// Most nodes that one act may run through: far above what a checked definition can ask for.
const MOST_STEPS: usize = 500;

impl<'a> Walk<'a> {
    pub(super) fn new(def: &'a Definition, look: &'a dyn EngineContext, state: &State, deed: &ActRequest) -> Self {
        let (happened, copies) = (Vec::new(), Vec::new());
        Self { def, look, now: deed.now, s: state.clone(), happened, finish: None, copies }
    }

    pub(super) fn done(self) -> Plan {
        Plan { state: self.s, happened: self.happened, finish: self.finish, copies: self.copies }
    }

    pub(super) fn node(&self, code: &str) -> Result<&'a Node> {
        let missing = || AppError::internal(format!("node {code} is missing in process {}", self.def.key));
        self.def.node(code).ok_or_else(missing)
    }

    pub(super) fn note(&mut self, node: &str, task: Option<usize>, action: Action, note: impl Into<String>) {
        self.happened.push(Happened {
            node: node.to_owned(),
            task,
            actor: 0,
            on_behalf_of: 0,
            action,
            comment: String::new(),
            note: note.into(),
        });
    }

    /// Opens a run and makes it the current one; answers its place.
    pub(super) fn open_run(&mut self, node: &str) -> u16 {
        let seq = u16::try_from(self.s.runs.len() + 1).unwrap_or(u16::MAX);
        self.s.runs.push(NodeRun {
            instance_id: self.s.instance.instance_id,
            seq,
            node: node.to_owned(),
            round: self.s.instance.round,
            state: RunState::Started,
            end: None,
            force: true,
            opened: self.now,
            closed: None,
            pending: Vec::new(),
            values: BTreeMap::new(),
            trace: None,
        });
        self.s.instance.at = seq;
        seq
    }

    /// Ends a run.
    pub(super) fn close_run(&mut self, seq: u16, end: RunEnd) -> Result<()> {
        let values = match end {
            RunEnd::Passed | RunEnd::Repeated => self.values()?,
            _ => BTreeMap::new(),
        };
        let now = self.now;
        if let Some(run) = self.s.runs.iter_mut().find(|run| run.seq == seq) {
            run.state = RunState::Completed;
            run.end = Some(end);
            run.closed = Some(now);
            run.values = values;
            run.pending.clear();
        }
        Ok(())
    }

    /// What all conditions of the process would see now.
    pub(super) fn values(&self) -> Result<BTreeMap<String, Val>> {
        self.def.variables().into_iter().map(|name| Ok((name.to_owned(), self.look.value(name)?))).collect()
    }

    /// Opens a task in the current run; answers its place.
    pub(super) fn open_task(&mut self, kind: TaskKind, node: &Node, line: Assignees, barred: BTreeSet<u64>) -> usize {
        let due = if node.due_hours == 0 { None } else { self.look.due(node.due_hours) };
        // Who started it, profits from it or walked a part of it gives it to nobody; whom another one names is looked at then.
        let mut barred = if kind == TaskKind::Assign { self.s.walkers() } else { barred };
        if !matches!(kind, TaskKind::Assign | TaskKind::Resubmit) {
            barred.extend(self.seated_in(self.s.instance.at));
        }
        self.s.tasks.push(Task {
            task_id: 0,
            instance_id: self.s.instance.instance_id,
            run: self.s.instance.at,
            node: node.code.clone(),
            key: self.def.key.clone(),
            kind,
            state: TaskState::Open,
            parked: false,
            principals: line.principals,
            barred: barred.into_iter().collect(),
            owner: None,
            parent: None,
            arrived: self.now,
            due,
            done_at: None,
            done_by: 0,
            on_behalf_of: 0,
            action: None,
            comment: String::new(),
            files: Vec::new(),
            urged: 0,
            urged_at: None,
            reminded: false,
            asked_by: Vec::new(),
            assigned_by: 0,
        });
        self.s.tasks.len() - 1
    }

    /// Goes on from a node that is completed until somebody has to act, or it is over.
    pub(super) fn advance(&mut self, from: &str) -> Result<()> {
        let mut at = from.to_owned();
        for _ in 0..MOST_STEPS {
            let next = if self.node(&at)?.kind == NodeType::Choice {
                self.choose(&at)?
            } else {
                self.def.out_of(&at).first().and_then(|edge| edge.to.clone())
            };
            let next = match next {
                Some(next) => Some(next),
                None => self.missed()?,
            };
            let Some(next) = next else { return self.end() };
            if self.node(&next)?.kind == NodeType::Task && !self.enter(&next)? {
                return Ok(());
            }
            at = next;
        }
        Err(AppError::internal(format!("process {} does not end", self.def.key)))
    }

    /// Walks through a choice.
    fn choose(&mut self, code: &str) -> Result<Option<String>> {
        let (edge, trace) = self.taken(code)?;
        let (to, name) = (edge.to.clone(), super::super::definition::validate::branch_name(edge));
        let seq = self.open_run(code);
        if let Some(run) = self.s.runs.last_mut() {
            run.trace = Some(trace);
        }
        self.close_run(seq, RunEnd::Chosen)?;
        self.note(code, None, Action::Choose, name);
        Ok(to)
    }

    /// The branch of a choice that is taken now, and why.
    fn taken(&self, code: &str) -> Result<(&'a Edge, Trace)> {
        let (mut seen, mut tried) = (Seen::default(), Vec::new());
        for edge in self.def.out_of(code) {
            let held = match &edge.condition {
                Some(condition) => condition.holds(self.look, &mut seen)?,
                None => true,
            };
            tried.push(Tried { order: edge.order, held });
            if held {
                let doc_hash = self.s.instance.doc_hash.clone();
                return Ok((edge, Trace { seen, tried, to: edge.to.clone(), doc_hash }));
            }
        }
        Err(AppError::internal(format!("choice {code} has no way out")))
    }

    /// Before the end (D9): the first task on the path as it is now that was not done this round. What became milder
    /// since is ignored. Each answer is one more node, so this ends.
    fn missed(&mut self) -> Result<Option<String>> {
        let done: BTreeSet<String> = self.s.counting().map(|run| run.node.clone()).collect();
        let Some(mut at) = self.def.begin().map(|node| node.code.clone()) else { return Ok(None) };
        let mut moved: Vec<(String, Trace)> = Vec::new();
        for _ in 0..MOST_STEPS {
            let next = if self.node(&at)?.kind == NodeType::Choice {
                let (edge, trace) = self.taken(&at)?;
                let before = self.s.counting().filter(|run| run.node == at).last();
                let same = before.and_then(|run| run.trace.as_ref()).is_some_and(|old| old.to == edge.to);
                if !same {
                    moved.push((at.clone(), trace));
                }
                edge.to.clone()
            } else {
                self.def.out_of(&at).first().and_then(|edge| edge.to.clone())
            };
            let Some(next) = next else { return Ok(None) };
            if self.node(&next)?.kind == NodeType::Task && !done.contains(&next) {
                let name = self.node(&next)?.name.clone();
                for (code, trace) in moved {
                    let seq = self.open_run(&code);
                    if let Some(run) = self.s.runs.last_mut() {
                        run.trace = Some(trace);
                    }
                    self.close_run(seq, RunEnd::Chosen)?;
                    self.note(&code, None, Action::Recheck, format!("办结前复核：补充“{name}”"));
                }
                return Ok(Some(next));
            }
            at = next;
        }
        Ok(None)
    }

    /// Nothing is left to do: either it takes effect, or somebody has to look at it first.
    fn end(&mut self) -> Result<()> {
        let approved = self.s.counting().any(|run| run.end == Some(RunEnd::Passed));
        if !approved {
            let skipped = self.s.counting().filter(|run| run.end == Some(RunEnd::Skipped)).last();
            let Some(code) = skipped.map(|run| run.node.clone()) else {
                return Err(AppError::internal(format!("process {} ends without a decision", self.def.key)));
            };
            let node = self.node(&code)?;
            let seq = skipped_seq(&self.s, &code);
            if let Some(run) = self.s.runs.iter_mut().find(|run| run.seq == seq) {
                run.force = false;
            }
            self.open_run(&code);
            let found = self.look.superior(&self.s.barred())?;
            return self.seat(node, found.map(|line| (TaskKind::Approve, line)));
        }
        let instance = &mut self.s.instance;
        (instance.state, instance.end_reason) = (InstanceState::Completed, Some(EndReason::Approved));
        (instance.ended_at, instance.at) = (Some(self.now), 0);
        self.finish = Some(Finish::Approved);
        for line in &self.def.options.cc_on_end {
            self.copies.extend(self.look.people(line, "")?.persons);
        }
        Ok(())
    }

    /// Opens one seat, for those who assign when nobody was found.
    fn seat(&mut self, node: &'a Node, found: Option<(TaskKind, Assignees)>) -> Result<()> {
        let barred = self.kept_out(node);
        let (kind, line) = match found {
            Some(found) => found,
            None => self.by_managers(node)?,
        };
        if kind == TaskKind::Assign {
            self.note(&node.code, None, Action::Orphan, "没有可以办理的人，转流程管理员分派");
        }
        self.open_task(kind, node, line, barred);
        Ok(())
    }

    fn by_managers(&self, node: &Node) -> Result<(TaskKind, Assignees)> {
        let (line, walkers) = (self.look.managers()?, self.s.walkers());
        if line.persons.is_empty() {
            return Err(nobody(node, "没有流程管理员"));
        }
        if line.persons.iter().all(|person| walkers.contains(person)) {
            return Err(nobody(node, "流程管理员只有发起人或已办理该流程的人"));
        }
        Ok((TaskKind::Assign, line))
    }

    /// Opens a task node; whether it passed at once.
    pub(super) fn enter(&mut self, code: &str) -> Result<bool> {
        let node = self.node(code)?;
        let entry = self.entry(node)?;
        let seq = self.open_run(code);
        for line in &node.cc {
            self.copies.extend(self.look.people(line, code)?.persons);
        }
        match entry {
            Entry::Passes(end) => {
                self.close_run(seq, end)?;
                let action = if end == RunEnd::Repeated { Action::Repeat } else { Action::Skip };
                self.note(code, None, action, end.label());
                Ok(true)
            }
            Entry::Seats(seats, pending) => {
                let kept_out = self.kept_out(node);
                for (kind, line) in seats {
                    if kind == TaskKind::Assign {
                        self.note(code, None, Action::Orphan, "没有可以办理的人，转流程管理员分派");
                    }
                    self.open_task(kind, node, line, kept_out.clone());
                }
                if let Some(run) = self.s.runs.last_mut() {
                    run.pending = pending;
                }
                Ok(false)
            }
        }
    }

    /// Who may not act at a node: who is barred from the document, and who acted at nodes it is kept apart from.
    pub(super) fn kept_out(&self, node: &Node) -> BTreeSet<u64> {
        let mut kept = self.s.barred();
        for run in self.s.counting().filter(|run| node.apart.contains(&run.node)) {
            let acted = self.s.tasks.iter().filter(|task| task.run == run.seq && task.state == TaskState::Done);
            kept.extend(acted.flat_map(|task| [task.done_by, task.on_behalf_of]).filter(|person| *person != 0));
        }
        kept
    }

    /// Who has said yes in a run: nobody fills two of its seats.
    pub(super) fn seated_in(&self, seq: u16) -> impl Iterator<Item = u64> {
        let yes = move |task: &&Task| {
            task.run == seq && task.state == TaskState::Done && task.action == Some(Action::Approve)
        };
        let seated = self.s.tasks.iter().filter(yes).flat_map(|task| [task.done_by, task.on_behalf_of]);
        seated.filter(|person| *person != 0)
    }

    fn entry(&self, node: &Node) -> Result<Entry> {
        let lines: Vec<Assignees> =
            node.assign.iter().map(|line| self.look.people(line, &node.code)).collect::<Result<_>>()?;
        let kept_out = self.kept_out(node);
        let mut persons: Vec<u64> = Vec::new();
        for person in lines.iter().flat_map(|line| &line.persons) {
            if !persons.contains(person) {
                persons.push(*person);
            }
        }
        let found_any = !persons.is_empty();
        persons.retain(|person| !kept_out.contains(person));
        if persons.is_empty() {
            return self.nobody(node, found_any, &kept_out);
        }
        if self.repeats(node, &persons)? {
            return Ok(Entry::Passes(RunEnd::Repeated));
        }
        let all = || Assignees {
            principals: lines.iter().flat_map(|line| line.principals.clone()).collect(),
            persons: persons.clone(),
        };
        Ok(match (node.multi, node.seats) {
            (Multi::Any, _) => Entry::Seats(vec![(TaskKind::Approve, all())], Vec::new()),
            (Multi::All, Seats::Person) => {
                Entry::Seats(persons.iter().map(|one| (TaskKind::Approve, alone(*one))).collect(), Vec::new())
            }
            (Multi::All, Seats::Line) => Entry::Seats(self.by_line(node, lines, &kept_out)?, Vec::new()),
            (Multi::Sequence, _) => {
                let (first, rest) = persons.split_first().map_or((0, &[][..]), |(first, rest)| (*first, rest));
                Entry::Seats(vec![(TaskKind::Approve, alone(first))], rest.to_vec())
            }
        })
    }

    /// A seat a line; a line without anybody goes up, or to those who assign.
    fn by_line(
        &self,
        node: &Node,
        lines: Vec<Assignees>,
        kept_out: &BTreeSet<u64>,
    ) -> Result<Vec<(TaskKind, Assignees)>> {
        let mut seats = Vec::new();
        for line in lines {
            if line.persons.iter().any(|person| !kept_out.contains(person)) {
                seats.push((TaskKind::Approve, line));
            } else if let Some(up) = self.look.superior(kept_out)? {
                seats.push((TaskKind::Approve, up));
            } else {
                seats.push(self.by_managers(node)?);
            }
        }
        Ok(seats)
    }

    /// Nobody may act at a node: by its rules somebody else does, it is skipped, or there is no way on.
    fn nobody(&self, node: &Node, found_any: bool, kept_out: &BTreeSet<u64>) -> Result<Entry> {
        let rule = match (found_any, node.on_self) {
            (true, OnSelf::Skip) => OnEmpty::Skip,
            (true, OnSelf::Up) => OnEmpty::Up,
            (false, _) => node.on_empty,
        };
        match rule {
            OnEmpty::Skip => return Ok(Entry::Passes(RunEnd::Skipped)),
            OnEmpty::Refuse => return Err(nobody(node, if found_any { "只有不能审批的人" } else { "没有找到人" })),
            OnEmpty::Up => {
                if let Some(line) = self.look.superior(kept_out)? {
                    return Ok(Entry::Seats(vec![(TaskKind::Approve, line)], Vec::new()));
                }
            }
            OnEmpty::Admin => {}
        }
        Ok(Entry::Seats(vec![self.by_managers(node)?], Vec::new()))
    }

    /// Whether the only person who may act said yes already this round, and nothing has changed since.
    fn repeats(&self, node: &Node, persons: &[u64]) -> Result<bool> {
        let &[only] = persons else { return Ok(false) };
        if self.def.options.repeat != Repeat::Pass || node.edits() || node.comment || node.minutes {
            return Ok(false);
        }
        let by_him = |run: &&NodeRun| {
            run.end == Some(RunEnd::Passed)
                && self.s.tasks.iter().any(|task| {
                    task.run == run.seq
                        && task.state == TaskState::Done
                        && task.action == Some(Action::Approve)
                        && task.done_by == only
                        && matches!(task.kind, TaskKind::Approve | TaskKind::Before | TaskKind::After)
                })
        };
        let Some(run) = self.s.counting().filter(by_him).last() else { return Ok(false) };
        Ok(run.values == self.values()?)
    }
}

fn skipped_seq(state: &State, code: &str) -> u16 {
    state.counting().filter(|run| run.node == code).last().map_or(0, |run| run.seq)
}

pub(super) fn alone(person: u64) -> Assignees {
    Assignees { principals: vec![Principal::User(person)], persons: vec![person] }
}

pub(super) fn nobody(node: &Node, why: &str) -> AppError {
    AppError::refused(format!("环节“{}”没有可以办理的人（{why}），请联系流程管理员", node.name))
}
