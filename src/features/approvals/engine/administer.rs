//! What process managers and the job do from outside. They never decide, and who administers a way never walks it: nobody
//! gives himself a task, and who started a document, may not decide about it or did anything in it administers nothing of it.

use std::collections::BTreeSet;

use super::{Act, ActRequest, EngineContext, Principal, State, Walk};
use crate::error::{AppError, Result};
use crate::features::approvals::constants::{Action, EndReason, RunEnd, TaskKind, TaskState};
use crate::features::approvals::definition::record::{Definition, Node};
use crate::features::approvals::instance::record::Task;

/// Who has an open task, and who may get it from a process manager.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Receivers {
    /// Who can do it now and would lose it; taking it from them needs a reason.
    pub lost: Vec<u64>,
    /// Who may get it; none where anybody may who isn't kept from the document.
    pub to: Option<Vec<u64>>,
}

/// Whether somebody may administer a process: he walks no part of it.
pub fn administers(now: &State, actor: u64) -> bool {
    !now.walkers().contains(&actor)
}

/// Who has an open task, and who may get it from a process manager.
///
/// # Errors
/// Records that can't be read.
pub fn receivers(
    def: &Definition,
    now: &State,
    look: &dyn EngineContext,
    (actor, task_id): (u64, u64),
) -> Result<Receivers> {
    let deed = ActRequest { actor, act: Act::Back, comment: String::new(), now: now.instance.started_at };
    let walk = Walk::new(def, look, now, &deed);
    let task = walk.task(walk.place_of(task_id)?)?;
    let lost = walk.able(task)?;
    let mut to = walk.receivers(task, &lost)?;
    if let Some(to) = &mut to {
        to.retain(|person| *person != actor && walk.must_receive(task, *person).is_ok());
    }
    Ok(Receivers { lost, to })
}

/// Names of those who lose a task that are told in its history.
const NAMED: usize = 5;

impl Walk<'_> {
    /// Who administers the way never walks it.
    fn must_administer(&self, actor: u64) -> Result<()> {
        if self.s.instance.barred.contains(&actor) {
            return Err(AppError::refused(
                "您是该单据的发起人、录入人或编写人，不能管理它的流程，请由其他流程管理员办理",
            ));
        }
        if self.s.walkers().contains(&actor) {
            return Err(AppError::refused("您已在该流程中办理过，不能再管理它的流程，请由其他流程管理员办理"));
        }
        Ok(())
    }

    pub(super) fn terminate(&mut self, deed: &ActRequest) -> Result<()> {
        self.must_run(Action::Terminate.label())?;
        self.must_administer(deed.actor)?;
        self.stop(deed, Action::Terminate, EndReason::Terminated)
    }

    pub(super) fn back(&mut self, deed: &ActRequest) -> Result<()> {
        self.must_run("退回")?;
        self.must_administer(deed.actor)?;
        if self.is_at_begin() {
            return Err(AppError::refused("该单据已在发起人处，无需退回"));
        }
        self.tell(deed, None, Action::Back, String::new());
        self.give_to_initiator(RunEnd::Returned)
    }

    /// A task is given to somebody: one that nobody can do, or with a reason one that somebody can.
    pub(super) fn assign(&mut self, deed: &ActRequest, task_id: u64, to: u64) -> Result<()> {
        self.must_run("分派")?;
        let place = self.place_of(task_id)?;
        let task = self.task(place)?.clone();
        if task.state != TaskState::Open || task.kind == TaskKind::Resubmit {
            return Err(AppError::refused("该任务已办理或不能分派，请刷新后查看"));
        }
        self.must_administer(deed.actor)?;
        if to == deed.actor {
            return Err(AppError::refused("不能分派给本人").at("userId"));
        }
        let lost = self.able(&task)?;
        if !lost.is_empty() && task.parent.is_some() {
            return Err(AppError::refused("加签和委派由提出的人撤销后另请他人，不能改派"));
        }
        if !lost.is_empty() && deed.comment.trim().is_empty() {
            return Err(AppError::refused("该任务有人可以办理，改派须填写原因").at("comment"));
        }
        self.must_receive(&task, to)?;
        self.must_be_eligible(&task, &lost, to)?;
        let owner = match &*task.principals {
            [Principal::User(owner)] => Some(*owner),
            _ => None,
        };
        self.hand_over(place, to, owner)?;
        if let Some(task) = self.s.tasks.get_mut(place) {
            task.assigned_by = deed.actor;
        }
        let name = self.look.name(to);
        let note = match lost.is_empty() {
            true => format!("分派给 {name}"),
            false => {
                let names: Vec<String> = lost.iter().take(NAMED).map(|person| self.look.name(*person)).collect();
                format!("由 {} 改由 {name} 办理", names.join("、"))
            }
        };
        self.tell(deed, Some(place), Action::Assign, note);
        Ok(())
    }

    /// Who can do a task now; nobody where it waits to be given to somebody.
    fn able(&self, task: &Task) -> Result<Vec<u64>> {
        if task.kind == TaskKind::Assign {
            return Ok(Vec::new());
        }
        let mut able = self.look.behind(&task.principals)?;
        able.retain(|person| !task.barred.contains(person));
        Ok(able)
    }

    /// Whom the rules of a node mean now, without those who may not decide there.
    fn eligible(&self, node: &Node, kept: &BTreeSet<u64>) -> Result<Vec<u64>> {
        let mut found = Vec::new();
        for line in &node.assign {
            found.extend(self.look.people(line, &node.code)?.persons);
        }
        found.retain(|person| !kept.contains(person));
        Ok(found)
    }

    /// To whom a task may go; none where anybody will do. They are those whom the rules of its node mean; where its holder
    /// sits there as a superior, another superior; where nobody can do it and the rules mean nobody, anybody.
    fn receivers(&self, task: &Task, lost: &[u64]) -> Result<Option<Vec<u64>>> {
        if task.parent.is_some() {
            return Ok(None);
        }
        let node = self.node(&task.node)?;
        let mut kept = self.kept_out(node);
        let mut eligible = self.eligible(node, &kept)?;
        if eligible.is_empty() && lost.is_empty() {
            return Ok(None);
        }
        if eligible.is_empty() {
            kept.extend(lost);
            eligible.extend(self.look.superior(&kept)?.map(|line| line.persons).unwrap_or_default());
            eligible.retain(|person| !kept.contains(person));
        }
        Ok(Some(eligible))
    }

    fn must_be_eligible(&self, task: &Task, lost: &[u64], to: u64) -> Result<()> {
        let refuse = |why: &str| {
            let said = format!("不能交给 {}：{why}", self.look.name(to));
            Err(AppError::refused(said).at("userId"))
        };
        match self.receivers(task, lost)? {
            Some(eligible) if eligible.contains(&to) => Ok(()),
            Some(_) => refuse(&format!("不在环节“{}”的办理人范围内", self.node(&task.node)?.name)),
            None if self.look.runs_the_system(to)? => refuse("系统管理人员不占审批席位"),
            None => Ok(()),
        }
    }

    /// What the history says of a decision by somebody whom a process manager chose.
    pub(super) fn assignment(&self, place: usize) -> Result<String> {
        Ok(match self.task(place)?.assigned_by {
            0 => String::new(),
            by => format!("由 {} 分派办理", self.look.name(by)),
        })
    }

    /// Nobody is left who could do it: to a deputy, or back to who asked for it, or to those who assign.
    pub(super) fn orphan(&mut self, deed: &ActRequest, task_id: u64, to: Option<u64>) -> Result<()> {
        self.must_run("分派")?;
        let place = self.place_of(task_id)?;
        match to {
            Some(to) => {
                self.must_receive(self.task(place)?, to)?;
                self.hand_over(place, to, None)?;
                let note = format!("办理人已不能办理，转其代理人 {}", self.look.name(to));
                self.tell(deed, Some(place), Action::Orphan, note);
            }
            None if self.task(place)?.kind == TaskKind::Opinion => {
                let task = self.task(place)?.clone();
                if let Some(open) = self.s.tasks.get_mut(place) {
                    open.state = TaskState::Cancelled;
                }
                self.tell(deed, Some(place), Action::Orphan, "委派的人已不能办理，由委派人继续办理".into());
                self.unpark(&task);
            }
            None => {
                let managers = self.look.managers()?.principals;
                let walkers = self.s.walkers().into_iter().collect();
                if let Some(task) = self.s.tasks.get_mut(place) {
                    (task.kind, task.principals, task.barred) = (TaskKind::Assign, managers, walkers);
                }
                self.tell(deed, Some(place), Action::Orphan, "没有可以办理的人，转流程管理员分派".into());
            }
        }
        Ok(())
    }
}
