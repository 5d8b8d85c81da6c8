//! What each act does (approvals.md section 3, transitions 1 to 19).

use super::guard::Seated;
use super::walk::alone;
use super::{Act, ActRequest, EngineContext, Finish, Happened, Plan, State, Walk};
use crate::error::{AppError, Result};
use crate::features::approvals::constants::{
    Action, Allow, EndReason, InstanceState, NodeType, RunEnd, TaskKind, TaskState, WithdrawRule,
};
use crate::features::approvals::definition::record::Definition;
use crate::features::approvals::instance::record::{Resume, Task};

/// Most people that one may add to a node.
const MOST_SIGNS: usize = 5;

/// What an act leads to. The state is not changed when it is refused.
///
/// # Errors
/// The sentences R1 to R5, R10 and R13 to R17.
pub fn step(def: &Definition, now: &State, deed: &ActRequest, look: &dyn EngineContext) -> Result<Plan> {
    let mut walk = Walk::new(def, look, now, deed);
    match &deed.act {
        Act::Submit => walk.send(deed)?,
        Act::Approve { task } => walk.approve(deed, *task)?,
        Act::Reject { task } => walk.reject(deed, *task)?,
        Act::Return { task, to, straight } => walk.give_back(deed, *task, to.as_deref(), *straight)?,
        Act::Withdraw => walk.withdraw(deed)?,
        Act::TakeBack { task } => walk.take_back(deed, *task)?,
        Act::Transfer { task, to } => walk.transfer(deed, *task, *to)?,
        Act::Delegate { task, to } => walk.delegate(deed, *task, *to)?,
        Act::Answer { task } => walk.answer(deed, *task)?,
        Act::AddSign { task, people, before } => walk.add_sign(deed, *task, people, *before)?,
        Act::RemoveSign { task } => walk.remove_sign(deed, *task)?,
        Act::LieWithSubmitter => walk.lie_with_submitter(deed)?,
        Act::GiveUp => walk.stop(deed, Action::Abandon, EndReason::Abandoned)?,
        Act::Abandon => {
            walk.may_abandon(deed)?;
            walk.stop(deed, Action::Abandon, EndReason::Abandoned)?;
        }
        Act::Terminate => walk.terminate(deed)?,
        Act::Back => walk.back(deed)?,
        Act::Assign { task, to } => walk.assign(deed, *task, *to)?,
        Act::Orphan { task, to } => walk.orphan(deed, *task, *to)?,
    }
    walk.s.instance.version += 1;
    Ok(walk.done())
}

/// Whether a document that came back goes straight to who returned it: what conditions ask is as it was, and nobody who said
/// yes sends it now. Otherwise everybody is asked again, by the newest version (D10).
///
/// # Errors
/// Variables that can't be read.
pub fn comes_straight(def: &Definition, now: &State, deed: &ActRequest, look: &dyn EngineContext) -> Result<bool> {
    Walk::new(def, look, now, deed).comes_straight()
}

impl Walk<'_> {
    /// Who said yes and submits now decided about his own document.
    fn agreed_himself(&self) -> bool {
        let barred = self.s.barred();
        self.s.counting().flat_map(|run| self.seated_in(run.seq)).any(|person| barred.contains(&person))
    }

    fn comes_straight(&self) -> Result<bool> {
        match &self.s.instance.resume {
            Some(resume) => Ok(!self.agreed_himself() && resume.values == self.values()?),
            None => Ok(false),
        }
    }

    pub(super) fn tell(&mut self, deed: &ActRequest, place: Option<usize>, action: Action, note: String) {
        let task = place.and_then(|place| self.s.tasks.get(place));
        let node = task.map(|task| task.node.clone());
        let node = node.or_else(|| self.s.current().map(|run| run.node.clone()));
        self.happened.push(Happened {
            node: node.unwrap_or_default(),
            task: place,
            actor: deed.actor,
            on_behalf_of: task.map_or(0, |task| task.on_behalf_of),
            action,
            comment: deed.comment.clone(),
            note,
        });
    }

    /// Marks a task as done by the actor.
    fn finish_task(&mut self, deed: &ActRequest, seat: &Seated, action: Action, note: String) {
        if let Some(task) = self.s.tasks.get_mut(seat.place) {
            task.state = TaskState::Done;
            task.done_at = Some(deed.now);
            task.done_by = deed.actor;
            task.on_behalf_of = seat.on_behalf_of;
            task.action = Some(action);
            task.comment.clone_from(&deed.comment);
        }
        self.tell(deed, Some(seat.place), action, note);
    }

    fn cancel_open(&mut self) {
        for task in self.s.tasks.iter_mut().filter(|task| task.state == TaskState::Open) {
            (task.state, task.parked) = (TaskState::Cancelled, false);
        }
    }

    /// The task's node allows it (R14).
    fn must_allow(&self, place: usize, allow: Allow) -> Result<()> {
        let task = self.task(place)?;
        let is_decision = matches!(task.kind, TaskKind::Approve | TaskKind::Before | TaskKind::After);
        if is_decision && self.node(&task.node)?.actions.contains(&allow) {
            return Ok(());
        }
        Err(AppError::refused(format!("本环节不允许{}", allow.label())))
    }

    fn must_decide(&self, place: usize) -> Result<()> {
        match self.task(place)?.kind {
            TaskKind::Approve | TaskKind::Before | TaskKind::After => Ok(()),
            TaskKind::Assign => Err(AppError::refused("流程管理员只分派任务，不能代替审批")),
            TaskKind::Resubmit => Err(AppError::refused("该单据已退回发起人，修改后请重新提交")),
            TaskKind::Opinion => Err(AppError::refused("该任务是委派意见，请反馈意见后由委派人办理")),
        }
    }

    /// Submission and resubmission.
    pub(super) fn send(&mut self, deed: &ActRequest) -> Result<()> {
        self.must_run("提交")?;
        let begin = self.def.begin().map(|node| node.code.clone());
        let begin = begin.ok_or_else(|| AppError::internal(format!("process {} has no beginning", self.def.key)))?;
        if self.s.runs.is_empty() {
            let seq = self.open_run(&begin);
            self.close_run(seq, RunEnd::Submitted)?;
            self.tell(deed, None, Action::Submit, String::new());
            return self.advance(&begin);
        }
        let current = self.s.current().map(|run| (run.seq, run.node.clone()));
        let Some((seq, _)) = current.filter(|(_, node)| *node == begin) else {
            let instance = &self.s.instance;
            let said = format!("“{}”已在审批中（{}），不能重复提交", instance.title, instance.instance_no);
            return Err(AppError::refused(said));
        };
        let place = self.s.tasks.iter().position(|task| task.run == seq && task.state == TaskState::Open);
        let (own, straight) = (self.agreed_himself(), self.comes_straight()?);
        let resume = self.s.instance.resume.take();
        let note = match (&resume, straight) {
            (Some(_), false) if own => "本次提交人办理过其中的环节，各环节重新办理",
            (Some(_), false) => "影响流程走向的内容已变化，各环节重新办理",
            (Some(_), true) => "直接回到退回的环节",
            (None, _) => "",
        };
        match place {
            Some(place) => self.finish_task(deed, &Seated { place, on_behalf_of: 0 }, Action::Submit, note.into()),
            None => self.tell(deed, None, Action::Submit, note.into()),
        }
        self.close_run(seq, RunEnd::Submitted)?;
        match resume.filter(|_| straight) {
            Some(resume) => {
                if self.enter(&resume.node)? {
                    self.advance(&resume.node)?;
                }
                Ok(())
            }
            None => {
                self.s.instance.round += 1;
                if let Some(run) = self.s.runs.iter_mut().find(|run| run.seq == seq) {
                    run.round = self.s.instance.round;
                }
                self.advance(&begin)
            }
        }
    }

    fn approve(&mut self, deed: &ActRequest, task_id: u64) -> Result<()> {
        self.must_run("办理")?;
        let seat = self.seated(deed.actor, task_id)?;
        self.must_decide(seat.place)?;
        self.finish_task(deed, &seat, Action::Approve, self.assignment(seat.place)?);
        let task = self.task(seat.place)?.clone();
        let filled: Vec<u64> = [task.done_by, task.on_behalf_of].into_iter().filter(|one| *one != 0).collect();
        for other in self.s.tasks.iter_mut().filter(|other| other.run == task.run && other.state == TaskState::Open) {
            other.barred.extend(filled.iter().copied());
            other.barred.sort_unstable();
            other.barred.dedup();
        }
        self.unpark(&task);
        self.maybe_met(task.run)
    }

    /// The parent of a task that is no more open waits for itself again when no other child is open.
    pub(super) fn unpark(&mut self, child: &Task) {
        let Some(parent) = child.parent else { return };
        let waits =
            |task: &Task| task.parent == Some(parent) && task.state == TaskState::Open && task.kind != TaskKind::After;
        if !self.s.tasks.iter().any(waits) {
            for task in self.s.tasks.iter_mut().filter(|task| task.task_id == parent) {
                task.parked = false;
            }
        }
    }

    /// Goes on when nothing of the run is open any more.
    fn maybe_met(&mut self, seq: u16) -> Result<()> {
        if self.s.tasks.iter().any(|task| task.run == seq && task.state == TaskState::Open) {
            return Ok(());
        }
        let Some(run) = self.s.runs.iter().find(|run| run.seq == seq).cloned() else { return Ok(()) };
        if let Some((next, rest)) = run.pending.split_first() {
            let node = self.node(&run.node)?;
            if let Some(open) = self.s.runs.iter_mut().find(|open| open.seq == seq) {
                open.pending = rest.to_vec();
            }
            let kept_out = self.kept_out(node);
            self.open_task(TaskKind::Approve, node, alone(*next), kept_out);
            return Ok(());
        }
        self.close_run(seq, RunEnd::Passed)?;
        self.advance(&run.node)
    }

    fn reject(&mut self, deed: &ActRequest, task_id: u64) -> Result<()> {
        self.must_run("办理")?;
        let seat = self.seated(deed.actor, task_id)?;
        self.must_decide(seat.place)?;
        self.finish_task(deed, &seat, Action::Reject, self.assignment(seat.place)?);
        self.over(RunEnd::Rejected, EndReason::Rejected)
    }

    fn over(&mut self, end: RunEnd, reason: EndReason) -> Result<()> {
        self.cancel_open();
        self.close_run(self.s.instance.at, end)?;
        let instance = &mut self.s.instance;
        (instance.state, instance.end_reason) = (InstanceState::Rejected, Some(reason));
        (instance.ended_at, instance.at, instance.blocked) = (Some(self.now), 0, None);
        self.finish = Some(Finish::Rejected);
        Ok(())
    }

    pub(super) fn stop(&mut self, deed: &ActRequest, action: Action, reason: EndReason) -> Result<()> {
        self.must_run(action.label())?;
        self.tell(deed, None, action, String::new());
        self.over(RunEnd::Stopped, reason)
    }

    fn may_abandon(&self, deed: &ActRequest) -> Result<()> {
        self.must_run(Action::Abandon.label())?;
        if !self.is_at_begin() || self.s.instance.initiator != deed.actor {
            return Err(AppError::refused("只有发起人能作废，且须先撤回或被退回"));
        }
        Ok(())
    }

    fn lie_with_submitter(&mut self, deed: &ActRequest) -> Result<()> {
        let Some(begin) = self.def.begin() else { return Err(AppError::internal("a process without a beginning")) };
        self.open_run(&begin.code);
        self.tell(deed, None, Action::Adopt, String::new());
        let initiator = self.s.instance.initiator;
        self.open_task(TaskKind::Resubmit, begin, alone(initiator), std::collections::BTreeSet::new());
        Ok(())
    }

    pub(super) fn is_at_begin(&self) -> bool {
        let current = self.s.current().and_then(|run| self.def.node(&run.node));
        current.is_some_and(|node| node.kind == NodeType::Begin)
    }

    fn give_back(&mut self, deed: &ActRequest, task_id: u64, to: Option<&str>, straight: bool) -> Result<()> {
        self.must_run("退回")?;
        let seat = self.seated(deed.actor, task_id)?;
        self.must_decide(seat.place)?;
        self.must_allow(seat.place, Allow::Return)?;
        let from = self.task(seat.place)?.node.clone();
        let Some(target) = to else {
            let values = self.values()?;
            self.finish_task(deed, &seat, Action::Return, "退回发起人".into());
            self.s.instance.resume = straight.then_some(Resume { node: from, values });
            return self.give_to_initiator(RunEnd::Returned);
        };
        let counts = |run: &&super::NodeRun| run.node == target && run.end == Some(RunEnd::Passed);
        let Some(first) = self.s.counting().find(counts).map(|run| run.seq) else {
            return Err(AppError::refused("只能退回到本轮已办理过的环节"));
        };
        let name = self.node(target)?.name.clone();
        self.finish_task(deed, &seat, Action::Return, format!("退回“{name}”"));
        self.cancel_open();
        self.close_run(self.s.instance.at, RunEnd::Returned)?;
        self.s.runs.iter_mut().filter(|run| run.seq >= first).for_each(|run| run.force = false);
        if self.enter(target)? {
            self.advance(target)?;
        }
        Ok(())
    }

    /// Opens the beginning for the initiator.
    pub(super) fn give_to_initiator(&mut self, end: RunEnd) -> Result<()> {
        self.cancel_open();
        let at = self.s.instance.at;
        self.close_run(at, end)?;
        self.s.runs.iter_mut().filter(|run| run.seq == at).for_each(|run| run.force = false);
        let Some(begin) = self.def.begin() else { return Err(AppError::internal("a process without a beginning")) };
        self.open_run(&begin.code);
        self.s.instance.blocked = None;
        let initiator = self.s.instance.initiator;
        self.open_task(TaskKind::Resubmit, begin, alone(initiator), std::collections::BTreeSet::new());
        self.finish = Some(Finish::Back);
        Ok(())
    }

    fn withdraw(&mut self, deed: &ActRequest) -> Result<()> {
        self.must_run("撤回")?;
        if self.is_at_begin() {
            return Err(AppError::refused("该单据已在发起人处，无需撤回"));
        }
        if self.def.options.withdraw == WithdrawRule::Untouched {
            let acted = self.s.tasks.iter().rev().find(|task| {
                let counts = self.s.counting().any(|run| run.seq == task.run);
                counts && task.state == TaskState::Done && task.kind != TaskKind::Resubmit && task.done_by != 0
            });
            if let Some(task) = acted {
                let name = self.look.name(task.done_by);
                return Err(AppError::refused(format!("{name} 已办理，不能撤回，可请当前办理人退回")));
            }
        }
        self.tell(deed, None, Action::Withdraw, String::new());
        self.give_to_initiator(RunEnd::Withdrawn)
    }

    fn take_back(&mut self, deed: &ActRequest, task_id: u64) -> Result<()> {
        self.must_run("取回")?;
        let place = self.place_of(task_id)?;
        let task = self.task(place)?.clone();
        if task.state != TaskState::Done || task.done_by != deed.actor || task.action != Some(Action::Approve) {
            return Err(AppError::refused("只能取回自己已同意的任务"));
        }
        let counts = self.s.counting().any(|run| run.seq == task.run);
        let current = self.s.current().map(|run| (run.seq, run.node.clone()));
        let Some((at, node)) = current.filter(|(at, _)| counts && *at > task.run) else {
            return Err(AppError::refused("该任务所在环节尚未办结或已重新办理，不能取回"));
        };
        let name = self.node(&node)?.name.clone();
        let between = |run: &super::NodeRun| run.seq > task.run && run.seq < at;
        let passed = self.s.runs.iter().any(|run| between(run) && run.end != Some(RunEnd::Chosen));
        let touched =
            self.s.tasks.iter().any(|other| other.run == at && (other.state == TaskState::Done || other.parked));
        if passed || touched || self.is_at_begin() {
            return Err(AppError::refused(format!("下一环节“{name}”已办理，不能取回")));
        }
        self.tell(deed, Some(place), Action::TakeBack, String::new());
        self.cancel_open();
        self.close_run(at, RunEnd::TakenBack)?;
        for run in self.s.runs.iter_mut().filter(|run| run.seq > task.run) {
            run.force = false;
        }
        for run in self.s.runs.iter_mut().filter(|run| run.seq == task.run) {
            (run.state, run.end, run.closed) = (crate::features::approvals::constants::RunState::Started, None, None);
        }
        self.s.instance.at = task.run;
        self.s.instance.blocked = None;
        let again = Task {
            task_id: 0,
            state: TaskState::Open,
            arrived: deed.now,
            done_at: None,
            done_by: 0,
            on_behalf_of: 0,
            action: None,
            comment: String::new(),
            files: Vec::new(),
            ..task
        };
        if let Some(old) = self.s.tasks.get_mut(place) {
            old.action = Some(Action::TakeBack);
            old.state = TaskState::Cancelled;
        }
        let barred = self.kept_from_seat(&again)?;
        self.s.tasks.push(Task { barred, ..again });
        Ok(())
    }

    fn transfer(&mut self, deed: &ActRequest, task_id: u64, to: u64) -> Result<()> {
        self.must_run("转办")?;
        let seat = self.seated(deed.actor, task_id)?;
        self.must_allow(seat.place, Allow::Transfer)?;
        self.must_receive(self.task(seat.place)?, to)?;
        let note = format!("转给 {}", self.look.name(to));
        self.hand_over(seat.place, to, Some(if seat.on_behalf_of == 0 { deed.actor } else { seat.on_behalf_of }))?;
        self.tell(deed, Some(seat.place), Action::Transfer, note);
        Ok(())
    }

    /// Who may not fill the seat of a task: who is kept from its node, and who fills another seat of the run.
    fn kept_from_seat(&self, task: &Task) -> Result<Vec<u64>> {
        let mut barred = self.kept_out(self.node(&task.node)?);
        barred.extend(self.seated_in(task.run));
        Ok(barred.into_iter().collect())
    }

    pub(super) fn hand_over(&mut self, place: usize, to: u64, owner: Option<u64>) -> Result<()> {
        let (now, barred) = (self.now, self.kept_from_seat(self.task(place)?)?);
        if let Some(task) = self.s.tasks.get_mut(place) {
            task.principals = alone(to).principals;
            task.owner = owner.or(task.owner);
            task.arrived = now;
            if task.kind == TaskKind::Assign {
                (task.kind, task.barred) = (TaskKind::Approve, barred);
            }
        }
        Ok(())
    }

    /// A task asked for by another one. Who asks doesn't do it himself as a deputy, and he alone takes it back, or the one
    /// for whom he asked.
    fn child(&mut self, seat: &Seated, kind: TaskKind, asker: u64, to: u64) -> Result<()> {
        let parent = self.task(seat.place)?.clone();
        let barred = parent.barred.iter().copied().chain([asker]).collect();
        let node = self.node(&parent.node)?;
        let child = self.open_task(kind, node, alone(to), barred);
        if let Some(task) = self.s.tasks.get_mut(child) {
            (task.parent, task.run) = (Some(parent.task_id), parent.run);
            task.asked_by = [asker, seat.on_behalf_of].into_iter().filter(|person| *person != 0).collect();
        }
        Ok(())
    }

    fn park(&mut self, place: usize) {
        if let Some(task) = self.s.tasks.get_mut(place) {
            task.parked = true;
        }
    }

    fn delegate(&mut self, deed: &ActRequest, task_id: u64, to: u64) -> Result<()> {
        self.must_run("委派")?;
        let seat = self.seated(deed.actor, task_id)?;
        self.must_allow(seat.place, Allow::Delegate)?;
        if to == deed.actor {
            return Err(AppError::refused("不能委派给本人"));
        }
        self.must_receive(self.task(seat.place)?, to)?;
        self.child(&seat, TaskKind::Opinion, deed.actor, to)?;
        self.park(seat.place);
        let note = format!("请 {} 提出意见", self.look.name(to));
        self.tell(deed, Some(seat.place), Action::Delegate, note);
        Ok(())
    }

    fn answer(&mut self, deed: &ActRequest, task_id: u64) -> Result<()> {
        self.must_run("反馈意见")?;
        let seat = self.seated(deed.actor, task_id)?;
        let task = self.task(seat.place)?.clone();
        if task.kind != TaskKind::Opinion {
            return Err(AppError::refused("该任务不是委派意见，请直接办理"));
        }
        self.finish_task(deed, &seat, Action::Answer, String::new());
        self.unpark(&task);
        Ok(())
    }

    fn add_sign(&mut self, deed: &ActRequest, task_id: u64, people: &[u64], before: bool) -> Result<()> {
        self.must_run("加签")?;
        let seat = self.seated(deed.actor, task_id)?;
        self.must_allow(seat.place, Allow::AddSign)?;
        let task = self.task(seat.place)?.clone();
        if task.kind != TaskKind::Approve {
            return Err(AppError::refused("加签人员不能再加签"));
        }
        let children = self.s.tasks.iter().filter(|child| {
            child.parent == Some(task.task_id)
                && child.state != TaskState::Cancelled
                && matches!(child.kind, TaskKind::Before | TaskKind::After)
        });
        let mut many = children.count();
        for (place, person) in people.iter().enumerate() {
            if people.iter().take(place).any(|other| other == person) {
                continue;
            }
            many += 1;
            if *person == deed.actor {
                return Err(AppError::refused("不能加签给本人"));
            }
            self.must_receive(&task, *person)?;
            let kind = if before { TaskKind::Before } else { TaskKind::After };
            self.child(&seat, kind, deed.actor, *person)?;
        }
        if many > MOST_SIGNS || people.is_empty() {
            return Err(AppError::refused(format!("一个任务可以加签1到{MOST_SIGNS}人")));
        }
        if before {
            self.park(seat.place);
        }
        let names: Vec<String> = people.iter().map(|person| self.look.name(*person)).collect();
        let action = if before { Action::AddBefore } else { Action::AddAfter };
        self.tell(deed, Some(seat.place), action, format!("加签 {}", names.join("、")));
        Ok(())
    }

    fn remove_sign(&mut self, deed: &ActRequest, task_id: u64) -> Result<()> {
        self.must_run("减签")?;
        let place = self.place_of(task_id)?;
        let task = self.task(place)?.clone();
        let is_sign = matches!(task.kind, TaskKind::Before | TaskKind::After | TaskKind::Opinion);
        let parent = task.parent.filter(|_| is_sign && task.state == TaskState::Open);
        let Some(parent) = parent.and_then(|parent| self.place_of(parent).ok()) else {
            return Err(AppError::refused("该加签或委派已办理或已取消，不能撤销"));
        };
        let may = match task.asked_by.as_slice() {
            // Of a time when nobody noted who asked: whoever the asking task waits for.
            [] => {
                let asked = self.task(parent)?.clone();
                asked.done_by == deed.actor || self.look.stands_for(deed.actor, &asked)?.contains(&deed.actor)
            }
            askers => askers.contains(&deed.actor),
        };
        if !may || self.s.instance.barred.contains(&deed.actor) {
            return Err(AppError::refused("只有提出加签或委派的人能撤销"));
        }
        if let Some(task) = self.s.tasks.get_mut(place) {
            task.state = TaskState::Cancelled;
        }
        self.tell(deed, Some(place), Action::RemoveSign, String::new());
        self.unpark(&task);
        self.maybe_met(task.run)
    }
}
