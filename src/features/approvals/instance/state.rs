//! A process between the store and the engine.

use crate::error::{AppError, Result};
use crate::features::approvals::binding::{self, Binding, Doc, Head};
use crate::features::approvals::constants::Action;
use crate::features::approvals::definition::record::Definition;
use crate::features::approvals::engine::{Happened, Plan, State};
use crate::features::approvals::instance::record::{Event, Instance, Minutes, Moved, NodeRun, OF_INSTANCE, Task};
use crate::features::approvals::message;
use crate::features::approvals::people::name_of;
use crate::op::{Op, View};
use crate::store::{Reads, id};

/// An instance with everything it is about.
pub struct Loaded {
    /// As it is stored.
    pub state: State,
    /// Its version of the process.
    pub definition: Definition,
    /// Kind of its document.
    pub binding: &'static Binding,
    pub doc: Doc,
}

fn missing() -> AppError {
    AppError::refused("该流程不存在或无权查看")
}

/// R21 for what isn't there.
///
/// # Errors
/// A sentence; records that can't be read.
pub fn load(view: &View, instance_id: u64) -> Result<Loaded> {
    let instance: Instance = view.tx.get(&id(instance_id))?.ok_or_else(missing)?;
    let definition: Option<Definition> = view.tx.get(&id(instance.definition_id))?;
    let gone = || AppError::internal(format!("definition {} is missing", instance.definition_id));
    let definition = definition.ok_or_else(gone)?;
    let binding = binding::of(view, &instance.key)?;
    let payload = match &instance.form_data {
        Some(text) => Some(serde_json::from_str(text).map_err(AppError::internal)?),
        None => None,
    };
    let doc = Doc { id: instance.biz_id, payload };
    let runs = runs(view, instance_id)?;
    let tasks: Vec<Task> = view.tx.by(&OF_INSTANCE, &id(instance_id), false, 0, usize::MAX)?;
    Ok(Loaded { state: State { instance, runs, tasks }, definition, binding, doc })
}

/// Runs of an instance, in order.
///
/// # Errors
/// Records that can't be read.
pub fn runs(view: &View, instance_id: u64) -> Result<Vec<NodeRun>> {
    let mut found = Vec::new();
    for seq in 1..=u64::from(u16::MAX) {
        match view.tx.get::<NodeRun>(&id(instance_id).u16(seq))? {
            Some(run) => found.push(run),
            None => break,
        }
    }
    Ok(found)
}

/// The history of an instance, in order.
///
/// # Errors
/// Records that can't be read.
pub fn events(view: &View, instance: &Instance) -> Result<Vec<Event>> {
    let mut found = Vec::new();
    for seq in 1..=u64::from(instance.events) {
        found.extend(view.tx.get::<Event>(&id(instance.instance_id).u24(seq))?);
    }
    Ok(found)
}

/// What an act brings besides what the engine knows.
#[derive(Debug, Default)]
pub struct Brought {
    /// Files of the opinion.
    pub files: Vec<u64>,
    /// Fields that were changed.
    pub changes: Vec<Moved>,
    /// The decision of a meeting.
    pub minutes: Option<Minutes>,
    /// The picture of a signature; 0 for none.
    pub signature: u64,
}

/// What is stored after an act; numbers are given to new tasks.
///
/// # Errors
/// Records that can't be written.
pub fn save(op: &mut Op, before: &State, plan: &Plan, head: &Head, brought: Brought) -> Result<State> {
    let mut state = plan.state.clone();
    for task in state.tasks.iter_mut().filter(|task| task.task_id == 0) {
        task.task_id = op.next_id::<Task>()?;
    }
    tell(op, &mut state, &plan.happened, brought)?;
    let instance = &mut state.instance;
    instance.title.clone_from(&head.title);
    instance.lines.clone_from(&head.lines);
    instance.amount_fen = head.amount_fen;
    op.put(&state.instance)?;
    for (place, run) in state.runs.iter().enumerate() {
        if before.runs.get(place) != Some(run) {
            op.put_quietly(run)?;
        }
    }
    for (place, task) in state.tasks.iter().enumerate() {
        if before.tasks.get(place) != Some(task) {
            op.put_quietly(task)?;
        }
    }
    message::of_plan(op, before, &state, plan)?;
    Ok(state)
}

/// A row of the history about a task, without an act of anybody.
///
/// # Errors
/// Records that can't be read or written.
pub fn note(op: &mut Op, instance_id: u64, task: &Task, action: Action, said: &str) -> Result<()> {
    let instance: Instance = op.view().tx.get(&id(instance_id))?.ok_or_else(missing)?;
    let mut state = State { instance, runs: Vec::new(), tasks: vec![task.clone()] };
    let happened = Happened {
        node: task.node.clone(),
        task: Some(0),
        actor: 0,
        on_behalf_of: 0,
        action,
        comment: String::new(),
        note: said.to_owned(),
    };
    tell(op, &mut state, &[happened], Brought::default())?;
    op.put_quietly(&state.instance)?;
    Ok(())
}

fn tell(op: &mut Op, state: &mut State, happened: &[Happened], brought: Brought) -> Result<()> {
    let mut brought = Some(brought);
    for one in happened {
        state.instance.events += 1;
        let of_actor = if one.actor == 0 { None } else { brought.take() };
        let Brought { files, changes, minutes, signature } = of_actor.unwrap_or_default();
        let task_id = one.task.and_then(|place| state.tasks.get(place)).map_or(0, |task| task.task_id);
        if let Some(task) = one.task.and_then(|place| state.tasks.get_mut(place)).filter(|_| !files.is_empty()) {
            task.files.clone_from(&files);
        }
        let name = |person: u64| if person == 0 { String::new() } else { name_of(&op.view(), person) };
        let event = Event {
            instance_id: state.instance.instance_id,
            seq: state.instance.events,
            at: op.now,
            node: one.node.clone(),
            node_name: String::new(),
            task_id,
            actor: one.actor,
            actor_name: name(one.actor),
            on_behalf_of: one.on_behalf_of,
            on_behalf_name: name(one.on_behalf_of),
            action: one.action,
            comment: one.comment.clone(),
            files,
            changes,
            note: one.note.clone(),
            minutes,
            signature,
        };
        op.put_quietly(&event)?;
    }
    Ok(())
}
