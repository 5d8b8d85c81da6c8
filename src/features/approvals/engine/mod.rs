//! The engine: what happens to a process when somebody acts (approvals.md section 3), as functions without a store.
//!
//! Invariants: one token, so exactly one run of a running instance is under way; nobody who is barred fills a seat, decides,
//! or is handed a task; who administers a process never walks it; nobody fills two seats of a run; nothing passes because
//! nobody is there or because time is up;
//! what leads to the end is looked at again before the end; without one approval there is no end.
//! Deliberately absent: a clock (the act brings its moment), parallel gateways, sub-processes.

mod act;
mod administer;
mod guard;
mod predict;
#[cfg(test)]
mod tests;
mod walk;

use std::collections::BTreeSet;

use crate::error::Result;
use crate::features::approvals::condition::Values;
use crate::features::approvals::constants::{Action, TaskKind};
use crate::features::approvals::definition::record::{Assign, Definition};
use crate::features::approvals::instance::record::{Instance, NodeRun, Principal, Task};
use crate::kernel::dates::Stamp;

pub use self::act::{comes_straight, step};
pub use self::administer::{Receivers, administers, receivers};
pub use self::predict::{Foreseen, foresee, predict};

/// People found by a line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Assignees {
    pub principals: Vec<Principal>,
    /// The enabled persons they mean now.
    pub persons: Vec<u64>,
}

/// What the engine may ask.
pub trait EngineContext: Values {
    /// The people of a line.
    ///
    /// # Errors
    /// Records that can't be read.
    fn people(&self, line: &Assign, node: &str) -> Result<Assignees>;
    /// The leader of the initiator's department, climbing while he is missing, disabled or among `not`.
    ///
    /// # Errors
    /// Records that can't be read.
    fn superior(&self, not: &BTreeSet<u64>) -> Result<Option<Assignees>>;
    /// Those who assign the tasks of this document.
    ///
    /// # Errors
    /// Records that can't be read.
    fn managers(&self) -> Result<Assignees>;
    /// The enabled persons behind groups now.
    ///
    /// # Errors
    /// Records that can't be read.
    fn behind(&self, principals: &[Principal]) -> Result<Vec<u64>>;
    /// Whether he administers the system, which is no seat in approvals.
    ///
    /// # Errors
    /// Records that can't be read.
    fn runs_the_system(&self, person: u64) -> Result<bool>;
    /// For whom somebody may act on a task: himself first, then those whose deputy he is now.
    ///
    /// # Errors
    /// Records that can't be read.
    fn stands_for(&self, actor: u64, task: &Task) -> Result<Vec<u64>>;
    /// Whether he may sign in.
    ///
    /// # Errors
    /// Records that can't be read.
    fn is_enabled(&self, person: u64) -> Result<bool>;
    /// What people call him.
    fn name(&self, person: u64) -> String;
    /// When a time that begins now is over.
    fn due(&self, hours: u32) -> Option<Stamp>;
}

/// An instance with everything of it that the engine needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    pub instance: Instance,
    /// Its runs, in order.
    pub runs: Vec<NodeRun>,
    /// Its tasks; new ones have number 0.
    pub tasks: Vec<Task>,
}

/// What somebody does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// Submit, or submit again; `shared` says that the actor holds the binding's right to edit.
    Submit,
    /// 同意
    Approve { task: u64 },
    /// 驳回
    Reject { task: u64 },
    /// 退回
    Return {
        task: u64,
        /// To which node; none to the beginning.
        to: Option<String>,
        /// Whether a resubmission comes straight back here.
        straight: bool,
    },
    /// 撤回
    Withdraw,
    /// 取回
    TakeBack {
        /// Which task, done by the actor.
        task: u64,
    },
    /// 转办
    Transfer { task: u64, to: u64 },
    /// 委派
    Delegate { task: u64, to: u64 },
    /// 反馈意见
    Answer { task: u64 },
    /// 加签
    AddSign {
        task: u64,
        people: Vec<u64>,
        /// Before his own decision, or after it.
        before: bool,
    },
    /// 减签
    RemoveSign {
        /// The added task.
        task: u64,
    },
    /// A document that had come back to its submitter before there was a process.
    LieWithSubmitter,
    /// 作废
    Abandon,
    /// The document is deleted or given up by its own rules.
    GiveUp,
    /// 终止
    Terminate,
    /// 退回发起人, by those who assign.
    Back,
    /// 分派, by those who assign.
    Assign { task: u64, to: u64 },
    /// Nobody is left who could act; by the job.
    Orphan {
        task: u64,
        /// A deputy who takes it; else those who assign get it.
        to: Option<u64>,
    },
}

/// An act with its circumstances.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActRequest {
    /// Who; 0 the portal itself.
    pub actor: u64,
    pub act: Act,
    /// What he says.
    pub comment: String,
    pub now: Stamp,
}

/// What the binding has to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finish {
    /// It takes effect.
    Approved,
    /// It is refused, abandoned or terminated.
    Rejected,
    /// It goes back to who wrote it.
    Back,
}

/// A row for the history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Happened {
    /// At which node.
    pub node: String,
    /// Which task, by its place in the state; none of no task.
    pub task: Option<usize>,
    /// By whom; 0 the portal.
    pub actor: u64,
    /// For whom; 0 for himself.
    pub on_behalf_of: u64,
    pub action: Action,
    /// What he said.
    pub comment: String,
    /// What the portal adds.
    pub note: String,
}

/// What an act leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// Everything as it is then.
    pub state: State,
    /// What goes into the history, in order.
    pub happened: Vec<Happened>,
    /// What the binding has to do.
    pub finish: Option<Finish>,
    /// Who gets a copy.
    pub copies: Vec<u64>,
}

/// A process and who is asked about it, for the functions of this room.
struct Walk<'a> {
    def: &'a Definition,
    look: &'a dyn EngineContext,
    now: Stamp,
    s: State,
    happened: Vec<Happened>,
    finish: Option<Finish>,
    copies: Vec<u64>,
}

impl State {
    /// Everybody barred from the document, as a set.
    pub fn barred(&self) -> BTreeSet<u64> {
        self.instance.barred.iter().copied().collect()
    }

    /// The run under way.
    pub fn current(&self) -> Option<&NodeRun> {
        self.runs.iter().find(|run| run.seq == self.instance.at)
    }

    /// Who may not administer it: who started it, may not decide about it, or did anything in it.
    pub fn walkers(&self) -> BTreeSet<u64> {
        let mut found = self.barred();
        let acted = self.tasks.iter().filter(|task| !matches!(task.kind, TaskKind::Assign | TaskKind::Resubmit));
        found.extend(acted.flat_map(|task| [task.done_by, task.on_behalf_of]).filter(|person| *person != 0));
        found
    }

    /// Runs of this round that count.
    pub fn counting(&self) -> impl Iterator<Item = &NodeRun> {
        let round = self.instance.round;
        self.runs.iter().filter(move |run| run.force && run.round == round)
    }
}
