//! Who may act on a task, and the sentences for who may not (R1 to R5, R13).

use super::Walk;
use crate::error::{AppError, Kind, Result};
use crate::features::approvals::constants::{InstanceState, TaskKind, TaskState};
use crate::features::approvals::instance::record::{Principal, Task};

/// A task with who acts on it.
pub(super) struct Seated {
    /// Its place in the state.
    pub place: usize,
    /// For whom the actor acts; 0 for himself.
    pub on_behalf_of: u64,
}

impl Walk<'_> {
    /// R17: only what runs can be moved.
    pub(super) fn must_run(&self, deed: &str) -> Result<()> {
        let instance = &self.s.instance;
        if instance.state == InstanceState::Started {
            return Ok(());
        }
        let state = instance.end_reason.map_or(instance.state.label(), |reason| reason.label());
        Err(AppError::refused(format!("流程 {} 已结束（{state}），不能{deed}", instance.instance_no)))
    }

    pub(super) fn place_of(&self, task_id: u64) -> Result<usize> {
        let place = self.s.tasks.iter().position(|task| task.task_id == task_id && task_id != 0);
        place.ok_or_else(|| AppError::refused("该任务不存在或无权查看"))
    }

    pub(super) fn task(&self, place: usize) -> Result<&Task> {
        self.s.tasks.get(place).ok_or_else(|| AppError::internal("a task of the engine is missing"))
    }

    /// R1: somebody was quicker.
    fn must_be_open(&self, task: &Task) -> Result<()> {
        if task.state == TaskState::Open {
            return Ok(());
        }
        let by = task.done_by;
        let done = task.done_at.map_or_else(String::new, |at| at.to_text());
        let said = match (by, task.action) {
            (0, _) | (_, None) => "该任务已取消，请刷新后查看".to_owned(),
            (by, Some(action)) => {
                format!("该任务已由 {} 于 {done} {}，请刷新后查看", self.look.name(by), action.label())
            }
        };
        Err(AppError::of(Kind::Stale, said))
    }

    /// The task, when the actor may act on it: he, or one whose deputy he is, is asked; none of them is barred, acted at a
    /// node that this one is kept apart from, or fills another seat here.
    pub(super) fn seated(&self, actor: u64, task_id: u64) -> Result<Seated> {
        let place = self.place_of(task_id)?;
        let task = self.task(place)?;
        self.must_be_open(task)?;
        if self.s.instance.barred.contains(&actor) && task.kind != TaskKind::Resubmit {
            return Err(AppError::refused("您是该单据的发起人、录入人或编写人，不能审批，请由其他人员办理"));
        }
        let stands = self.look.stands_for(actor, task)?;
        if stands.is_empty() {
            return Err(AppError::refused("您不是该任务的办理人，或已不具备办理资格"));
        }
        if task.parked {
            return Err(AppError::refused("该任务正在等待委派或加签人员办理，请稍后再办"));
        }
        if task.kind == TaskKind::Resubmit || task.kind == TaskKind::Assign {
            return Ok(Seated { place, on_behalf_of: 0 });
        }
        let node = self.node(&task.node)?;
        let kept_out = self.kept_out(node);
        let mut taken = kept_out.clone();
        taken.extend(self.seated_in(task.run).chain(task.barred.iter().copied()));
        if kept_out.contains(&actor) {
            return Err(AppError::refused(format!("您在回避的环节已办理过，按规定不能再办理“{}”", node.name)));
        }
        if self.seated_in(task.run).any(|person| person == actor) {
            return Err(AppError::refused("您已在本环节表达意见，一人只能占一席"));
        }
        if taken.contains(&actor) {
            return Err(AppError::refused("该意见是您请他人发表的，不能由您代为发表"));
        }
        match stands.into_iter().find(|person| !taken.contains(person)) {
            Some(person) if person == actor => Ok(Seated { place, on_behalf_of: 0 }),
            Some(person) => Ok(Seated { place, on_behalf_of: person }),
            None => Err(AppError::refused("您代理的人员不能审批该单据，请由其他人员办理")),
        }
    }

    /// R13: to whom something may be handed.
    pub(super) fn must_receive(&self, task: &Task, to: u64) -> Result<()> {
        let refuse = |why: &str| Err(AppError::refused(format!("不能交给 {}：{why}", self.look.name(to))));
        if !self.look.is_enabled(to)? {
            return refuse("已停用或不存在");
        }
        if self.s.instance.barred.contains(&to) {
            return refuse("发起人、录入人或编写人不能审批自己的单据");
        }
        if self.kept_out(self.node(&task.node)?).contains(&to) {
            return refuse("已在回避的环节办理过");
        }
        let sits = |other: &Task| {
            let named = other.state == TaskState::Open && other.principals == [Principal::User(to)];
            let acted = other.state == TaskState::Done && (other.done_by == to || other.on_behalf_of == to);
            other.run == task.run && (named || acted)
        };
        if self.s.tasks.iter().any(sits) {
            return refuse("已是本环节办理人");
        }
        Ok(())
    }
}
