//! The path as it would go now: the same walk as the engine's, with every node that opens taken as approved.

use super::{Act, Deed, Look, State, Walk};
use crate::fault::Outcome;
use crate::features::flow::constants::{Action, NodeType, RunEnd, RunState, TaskKind, TaskState};
use crate::features::flow::definition::record::Definition;
use crate::features::flow::instance::record::{NodeRun, Task};
use crate::kernel::dates::Stamp;

/// A node that the process will come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Foreseen {
    /// The run as it would be.
    pub run: NodeRun,
    /// Its tasks.
    pub tasks: Vec<Task>,
}

/// The nodes after the present one, in order. A process that isn't submitted yet is submitted first.
///
/// # Errors
/// What a submission would be refused for: a node that finds nobody, a threshold that is missing.
pub fn predict(def: &Definition, now: &State, look: &dyn Look, at: Stamp) -> Outcome<Vec<Foreseen>> {
    let deed = Deed { actor: now.instance.initiator, act: Act::Submit, comment: String::new(), now: at };
    let mut walk = Walk::new(def, look, now, &deed);
    let known = now.runs.len();
    if now.current().is_none_or(|run| def.node(&run.node).is_some_and(|node| node.kind == NodeType::Begin)) {
        walk.send(&deed)?;
    }
    for _ in 0..def.nodes.len() * 2 {
        if walk.finish.is_some() {
            break;
        }
        let seq = walk.s.instance.at;
        let Some(run) = walk.s.runs.iter().find(|run| run.seq == seq).cloned() else { break };
        walk.take_as_approved(&run)?;
    }
    let foreseen = walk.s.runs.iter().skip(known).map(|run| Foreseen {
        run: run.clone(),
        tasks: walk.s.tasks.iter().filter(|task| task.run == run.seq).cloned().collect(),
    });
    Ok(foreseen.collect())
}

impl Walk<'_> {
    fn take_as_approved(&mut self, run: &NodeRun) -> Outcome<()> {
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
