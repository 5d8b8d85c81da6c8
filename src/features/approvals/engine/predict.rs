//! The path as it would go now: the same walk as the engine's, with every node that opens taken as approved.

use super::{Act, ActRequest, EngineContext, State, Walk};
use crate::error::{AppError, Kind, Result};
use crate::features::approvals::constants::{Action, NodeType, RunEnd, RunState, TaskKind, TaskState};
use crate::features::approvals::definition::record::Definition;
use crate::features::approvals::instance::record::{NodeRun, Task};
use crate::kernel::dates::Stamp;

/// A node that the process will come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Foreseen {
    /// The run as it would be.
    pub run: NodeRun,
    pub tasks: Vec<Task>,
}

/// The nodes after the present one, in order, and what a submission would be refused for after them: a node that finds
/// nobody, a threshold that is missing. A process that isn't submitted yet is submitted first.
///
/// # Errors
/// Records that can't be read.
pub fn foresee(
    def: &Definition,
    now: &State,
    look: &dyn EngineContext,
    at: Stamp,
) -> Result<(Vec<Foreseen>, Option<AppError>)> {
    let deed = ActRequest { actor: now.instance.initiator, act: Act::Submit, comment: String::new(), now: at };
    let mut walk = Walk::new(def, look, now, &deed);
    let known = now.runs.len();
    let refusal = match walk.walk_on(&deed) {
        Ok(()) => None,
        Err(refusal) if refusal.kind == Kind::Refused => Some(refusal),
        Err(failure) => return Err(failure),
    };
    let foreseen = walk.s.runs.iter().skip(known).map(|run| Foreseen {
        run: run.clone(),
        tasks: walk.s.tasks.iter().filter(|task| task.run == run.seq).cloned().collect(),
    });
    Ok((foreseen.collect(), refusal))
}

/// The same for who can't go on with half a path.
///
/// # Errors
/// What a submission would be refused for.
pub fn predict(def: &Definition, now: &State, look: &dyn EngineContext, at: Stamp) -> Result<Vec<Foreseen>> {
    match foresee(def, now, look, at)? {
        (foreseen, None) => Ok(foreseen),
        (_, Some(refusal)) => Err(refusal),
    }
}

impl Walk<'_> {
    fn walk_on(&mut self, deed: &ActRequest) -> Result<()> {
        let at_begin = |run: &NodeRun| self.def.node(&run.node).is_some_and(|node| node.kind == NodeType::Begin);
        if self.s.current().is_none_or(at_begin) {
            self.send(deed)?;
        }
        for _ in 0..self.def.nodes.len() * 2 {
            if self.finish.is_some() {
                break;
            }
            let seq = self.s.instance.at;
            let Some(run) = self.s.runs.iter().find(|run| run.seq == seq).cloned() else { break };
            self.take_as_approved(&run)?;
        }
        Ok(())
    }

    fn take_as_approved(&mut self, run: &NodeRun) -> Result<()> {
        for task in self.s.tasks.iter_mut().filter(|task| task.run == run.seq && task.state == TaskState::Open) {
            (task.state, task.action) = (TaskState::Done, Some(Action::Approve));
            // Only a single person can be named in advance; a group's member can't.
            if let ([super::Principal::User(person)], TaskKind::Approve) = (&*task.principals, task.kind) {
                task.done_by = *person;
            }
        }
        if let Some(open) = self.s.runs.iter_mut().find(|open| open.seq == run.seq) {
            open.state = RunState::Started;
        }
        self.close_run(run.seq, RunEnd::Passed)?;
        self.advance(&run.node)
    }
}
