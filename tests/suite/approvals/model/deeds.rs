//! What people do to a process, and when they may not.

use std::collections::BTreeSet;

use super::case::{Case, End, Kind, Over, Paper, Play, State, Try};
use super::drawing::{Node, Plan};
use super::org::{ASSIGN, Group, Org, START, TERMINATE};

/// A field with what it becomes.
pub type Edit = (&'static str, Option<i64>);

/// What somebody tries.
#[derive(Debug, Clone)]
pub enum Step {
    Resubmit {
        picks: Vec<(String, Vec<u64>)>,
    },
    /// With fields that he changes; none empties one.
    Approve {
        task: u64,
        edits: Vec<Edit>,
    },
    Reject {
        task: u64,
    },
    Return {
        task: u64,
        to: Option<String>,
        straight: bool,
    },
    Transfer {
        task: u64,
        to: u64,
    },
    Delegate {
        task: u64,
        to: u64,
    },
    Answer {
        task: u64,
    },
    AddSign {
        task: u64,
        people: Vec<u64>,
        before: bool,
    },
    RemoveSign {
        task: u64,
    },
    TakeBack {
        task: u64,
    },
    Withdraw,
    Abandon,
    Urge,
    Copy {
        to: u64,
    },
    Terminate,
    Back,
    Assign {
        task: u64,
        to: u64,
    },
}

/// Milliseconds of the four hours between two times of urging.
pub const PATIENCE: i64 = 4 * 3_600_000;
const MOST_SIGNS: usize = 5;

/// For whom somebody could do a paper, were nobody kept from it: himself first.
pub fn stands(org: &Org, key: &str, who: u64, paper: &Paper) -> Vec<u64> {
    let mut found = Vec::new();
    if !org.is_on(who) {
        return found;
    }
    if org.belongs_to_any(who, &paper.asks) {
        found.push(who);
    }
    // Nobody assigns for another one.
    if paper.asks.iter().any(|group| matches!(group, Group::Admin(_))) {
        return found;
    }
    for owner in org.owners_for(who, key, &paper.away) {
        if !found.contains(&owner) && org.belongs_to_any(owner, &paper.asks) {
            found.push(owner);
        }
    }
    found
}

/// Whether a paper lies before somebody: he, or one he stands for, is asked and not kept from it.
pub fn lies_before(org: &Org, key: &str, who: u64, paper: &Paper) -> bool {
    paper.state == State::Open
        && !paper.parked
        && !paper.away.contains(&who)
        && stands(org, key, who, paper).iter().any(|one| !paper.away.contains(one))
}

/// The case after an operation, or why there is none.
pub fn done(org: &Org, plans: &[Plan], case: &Case, who: u64, deed: &Step, comment: bool, now: i64) -> Try<Case> {
    let plan = |id: u64| plans.iter().find(|plan| plan.id == id).unwrap();
    let mut play = Play { org, plan: plan(case.plan), now, c: case.clone() };
    let wants_reason = matches!(
        deed,
        Step::Reject { .. } | Step::Return { .. } | Step::Answer { .. } | Step::Abandon | Step::Terminate | Step::Back
    );
    if wants_reason && !comment {
        return Err("no reason");
    }
    if let Step::Resubmit { picks } = deed {
        return resubmit(play, plans, who, picks);
    }
    if case.over.is_some() && !matches!(deed, Step::Copy { .. }) {
        return Err("it is over");
    }
    match deed {
        Step::Approve { task, edits } => play.approve(who, *task, comment, edits)?,
        Step::Reject { task } => play.reject(who, *task)?,
        Step::Return { task, to, straight } => play.give_back(who, *task, to.as_deref(), *straight)?,
        Step::Transfer { task, to } => play.transfer(who, *task, *to)?,
        Step::Delegate { task, to } => play.delegate(who, *task, *to)?,
        Step::Answer { task } => play.answer(who, *task)?,
        Step::AddSign { task, people, before } => play.add_sign(who, *task, people, *before)?,
        Step::RemoveSign { task } => play.remove_sign(who, *task)?,
        Step::TakeBack { task } => play.take_back(who, *task)?,
        Step::Withdraw => play.withdraw(who)?,
        Step::Abandon => play.abandon(who)?,
        Step::Urge => play.urge(who)?,
        Step::Copy { .. } => {
            let asked = |paper: &Paper| {
                let allows = |node: &Node| node.code == "b" || node.allows.contains(&"cc");
                let lets = play.plan.nodes.iter().any(|node| node.code == paper.node && allows(node));
                lets && paper.state == State::Open && !paper.parked && !stands(org, &case.key, who, paper).is_empty()
            };
            if case.initiator != who && !case.papers.iter().any(asked) {
                return Err("a stranger");
            }
        }
        Step::Terminate if !org.reaches(who, TERMINATE, case.dept) => return Err("no right"),
        Step::Terminate | Step::Back | Step::Assign { .. } if play.walkers().contains(&who) => {
            return Err("he walks it");
        }
        Step::Terminate => play.over(End::Stopped, Over::Terminated),
        Step::Back if !org.reaches(who, ASSIGN, case.dept) => return Err("no right"),
        Step::Back if case.is_at_begin() => return Err("it lies with him"),
        Step::Back => play.back_to_initiator(End::Returned),
        Step::Assign { .. } if !org.reaches(who, ASSIGN, case.dept) => return Err("no right"),
        Step::Assign { to, .. } if *to == who => return Err("to himself"),
        Step::Assign { task, to } => play.assign(*task, *to, comment)?,
        Step::Resubmit { .. } => unreachable!(),
    }
    Ok(play.c)
}

fn resubmit<'a>(mut play: Play<'a>, plans: &'a [Plan], who: u64, picks: &[(String, Vec<u64>)]) -> Try<Case> {
    let org = play.org;
    if play.c.over.is_some() || !play.c.is_at_begin() || !org.holds(who, START) {
        return Err("not now");
    }
    if play.c.initiator != who && !org.owners(who, &play.c.key).contains(&play.c.initiator) {
        return Err("not his");
    }
    play.c.barred.insert(who);
    if !picks.is_empty() {
        play.c.picks = picks.iter().cloned().collect();
    }
    let newest = plans.iter().rfind(|plan| plan.key == play.c.key).unwrap();
    // User 1 puts every version in force: who may not decide about a document is bound by the one before his own.
    let is_bound = newest.id != play.c.plan && play.c.barred.contains(&1);
    if !play.goes_straight() && !is_bound {
        play.c.plan = newest.id;
        play = Play { plan: newest, ..play };
    }
    play.would_end(|play| play.send_again(who))?;
    play.send_again(who)?;
    Ok(play.c)
}

impl Play<'_> {
    /// Who agreed and submits now doesn't count as one who agreed: everybody is asked again, as when the values moved.
    fn goes_straight(&self) -> bool {
        let agreed: BTreeSet<u64> = self.c.counting().flat_map(|(place, _)| self.seated(place)).collect();
        let same = |(_, values): &(String, _)| *values == self.c.values(self.org, self.plan);
        self.c.resume.as_ref().is_some_and(same) && agreed.is_disjoint(&self.c.barred)
    }

    fn send_again(&mut self, who: u64) -> Try {
        let at = self.c.at;
        let goes_straight = self.goes_straight();
        let resume = self.c.resume.take();
        if let Some(paper) = self.c.papers.iter_mut().find(|paper| paper.visit == at && paper.state == State::Open) {
            (paper.state, paper.by) = (State::Done, who);
        }
        self.close(at, End::Submitted);
        match resume.filter(|_| goes_straight) {
            Some((node, _)) => {
                if self.come_to(&node)? {
                    self.go_on(&node)?;
                }
                Ok(())
            }
            None => {
                self.c.round += 1;
                self.c.visits[at].round = self.c.round;
                self.go_on("b")
            }
        }
    }

    /// For whom somebody does a paper.
    fn may(&self, who: u64, task: u64) -> Try<(usize, u64)> {
        let place = self.c.paper(task);
        let paper = &self.c.papers[place];
        if paper.state != State::Open {
            return Err("too late");
        }
        if self.c.barred.contains(&who) && paper.kind != Kind::Resubmit {
            return Err("barred");
        }
        let stands = stands(self.org, &self.c.key, who, paper);
        if stands.is_empty() || paper.parked {
            return Err("not asked");
        }
        if matches!(paper.kind, Kind::Resubmit | Kind::Assign) {
            return Err("nothing to decide");
        }
        let mut kept = self.kept_from(self.plan.node(&paper.node));
        kept.extend(self.seated(paper.visit));
        kept.extend(&paper.away);
        if kept.contains(&who) {
            return Err("kept from it");
        }
        let one = stands.into_iter().find(|one| !kept.contains(one)).ok_or("kept from it")?;
        Ok((place, if one == who { 0 } else { one }))
    }

    fn may_decide(&self, who: u64, task: u64, allow: &str) -> Try<(usize, u64)> {
        let (place, for_whom) = self.may(who, task)?;
        let paper = &self.c.papers[place];
        if paper.kind == Kind::Opinion || !(allow.is_empty() || self.plan.node(&paper.node).allows.contains(&allow)) {
            return Err("not here");
        }
        Ok((place, for_whom))
    }

    fn may_get(&self, place: usize, to: u64) -> Try {
        let paper = &self.c.papers[place];
        let sits = |other: &&Paper| {
            other.visit == paper.visit
                && match other.state {
                    State::Open => other.asks == [Group::User(to)],
                    State::Done => other.by == to || other.for_whom == to,
                    State::Void => false,
                }
        };
        let kept = self.kept_from(self.plan.node(&paper.node));
        let wrong = !self.org.is_on(to) || kept.contains(&to) || self.c.papers.iter().any(|other| sits(&other));
        if wrong { Err("not to him") } else { Ok(()) }
    }

    fn mark(&mut self, place: usize, who: u64, for_whom: u64, yes: bool) {
        let paper = &mut self.c.papers[place];
        (paper.state, paper.by, paper.for_whom, paper.said_yes) = (State::Done, who, for_whom, yes);
    }

    fn change(&mut self, node: &str, edits: &[Edit]) -> Try {
        for (name, value) in edits {
            let right = self.plan.node(node).right(name);
            // Persons are shown by name and never changed with a decision.
            let is_person = *name == "handler" && value.is_some();
            if right != 3 && !is_person && self.c.form.get(*name) == value.as_ref() {
                continue;
            }
            if right != 2 {
                return Err("not his to change");
            }
            match value {
                Some(value) => self.c.form.insert((*name).to_owned(), *value),
                None => self.c.form.remove(*name),
            };
        }
        Ok(())
    }

    fn approve(&mut self, who: u64, task: u64, comment: bool, edits: &[Edit]) -> Try {
        let (place, for_whom) = self.may_decide(who, task, "")?;
        let node = self.c.papers[place].node.clone();
        if self.plan.node(&node).comment && !comment {
            return Err("no reason");
        }
        // Who was asked for a signature only says yes or no.
        if !edits.is_empty() && self.c.papers[place].kind != Kind::Approve {
            return Err("not his to change");
        }
        self.change(&node, edits)?;
        self.mark(place, who, for_whom, true);
        let visit = self.c.papers[place].visit;
        let filled: Vec<u64> = [who, for_whom].into_iter().filter(|one| *one != 0).collect();
        for other in self.c.papers.iter_mut().filter(|other| other.visit == visit && other.state == State::Open) {
            other.away.extend(&filled);
        }
        self.wake(place);
        self.maybe_done(visit)
    }

    /// A paper waits for itself again when nothing that it asked for is left.
    fn wake(&mut self, child: usize) {
        let Some(parent) = self.c.papers[child].parent else { return };
        let holds =
            |paper: &Paper| paper.parent == Some(parent) && paper.state == State::Open && paper.kind != Kind::After;
        if !self.c.papers.iter().any(holds) {
            self.c.papers[parent].parked = false;
        }
    }

    fn maybe_done(&mut self, visit: usize) -> Try {
        if self.c.papers.iter().any(|paper| paper.visit == visit && paper.state == State::Open) {
            return Ok(());
        }
        let node = self.c.visits[visit].node.clone();
        if !self.c.visits[visit].waiting.is_empty() {
            let next = self.c.visits[visit].waiting.remove(0);
            self.hand_out(Kind::Approve, &node, vec![Group::User(next)]);
            return Ok(());
        }
        self.close(visit, End::Passed);
        self.go_on(&node)
    }

    fn void(&mut self) {
        for paper in self.c.papers.iter_mut().filter(|paper| paper.state == State::Open) {
            (paper.state, paper.parked) = (State::Void, false);
        }
    }

    fn over(&mut self, end: End, over: Over) {
        self.void();
        self.close(self.c.at, end);
        self.c.over = Some(over);
    }

    fn reject(&mut self, who: u64, task: u64) -> Try {
        let (place, for_whom) = self.may_decide(who, task, "")?;
        self.mark(place, who, for_whom, false);
        self.over(End::Rejected, Over::Rejected);
        Ok(())
    }

    fn back_to_initiator(&mut self, end: End) {
        self.void();
        let at = self.c.at;
        self.close(at, end);
        self.c.visits[at].counts = false;
        self.visit("b");
        self.hand_out(Kind::Resubmit, "b", vec![Group::User(self.c.initiator)]);
    }

    fn give_back(&mut self, who: u64, task: u64, to: Option<&str>, straight: bool) -> Try {
        let (place, for_whom) = self.may_decide(who, task, "return")?;
        let Some(to) = to else {
            self.mark(place, who, for_whom, false);
            let node = self.c.papers[place].node.clone();
            self.c.resume = straight.then(|| (node, self.c.values(self.org, self.plan)));
            self.back_to_initiator(End::Returned);
            return Ok(());
        };
        let first = self.c.counting().find(|(_, visit)| visit.node == to && visit.end == Some(End::Passed));
        let first = first.map(|(place, _)| place).ok_or("never been there")?;
        self.mark(place, who, for_whom, false);
        self.void();
        self.close(self.c.at, End::Returned);
        self.c.visits[first..].iter_mut().for_each(|visit| visit.counts = false);
        if self.come_to(to)? {
            self.go_on(to)?;
        }
        Ok(())
    }

    fn withdraw(&mut self, who: u64) -> Try {
        if self.c.initiator != who || self.c.is_at_begin() {
            return Err("not his, or there already");
        }
        let counting: BTreeSet<usize> = self.c.counting().map(|(place, _)| place).collect();
        let acted = |paper: &Paper| {
            counting.contains(&paper.visit) && paper.state == State::Done && paper.kind != Kind::Resubmit
        };
        if !self.plan.anytime && self.c.papers.iter().any(acted) {
            return Err("somebody acted");
        }
        self.back_to_initiator(End::Withdrawn);
        Ok(())
    }

    fn abandon(&mut self, who: u64) -> Try {
        if self.c.initiator != who || !self.c.is_at_begin() {
            return Err("not his, or not there");
        }
        self.over(End::Stopped, Over::Abandoned);
        Ok(())
    }

    fn take_back(&mut self, who: u64, task: u64) -> Try {
        let place = self.c.paper(task);
        let (paper, at) = (self.c.papers[place].clone(), self.c.at);
        if paper.state != State::Done || paper.by != who || !paper.said_yes || self.c.is_at_begin() {
            return Err("not his yes");
        }
        if self.c.barred.contains(&who) {
            return Err("barred");
        }
        let counts = self.c.counting().any(|(place, _)| place == paper.visit);
        let between = self.c.visits.iter().take(at).skip(paper.visit + 1);
        let quiet = between.clone().all(|visit| visit.end == Some(End::Chosen));
        let touched = |other: &Paper| other.visit == at && (other.state == State::Done || other.parked);
        if !counts || at <= paper.visit || !quiet || self.c.papers.iter().any(touched) {
            return Err("too late");
        }
        self.void();
        self.close(at, End::TakenBack);
        self.c.visits[paper.visit + 1..].iter_mut().for_each(|visit| visit.counts = false);
        self.c.visits[paper.visit].end = None;
        self.c.at = paper.visit;
        (self.c.papers[place].state, self.c.papers[place].said_yes) = (State::Void, false);
        let again = self.hand_out(paper.kind, &paper.node, paper.asks.clone());
        self.c.papers[again].parent = paper.parent;
        Ok(())
    }

    fn hand_to(&mut self, place: usize, to: u64) {
        let now = self.now;
        let mut away = self.kept_from(self.plan.node(&self.c.papers[place].node));
        away.extend(self.seated(self.c.papers[place].visit));
        let paper = &mut self.c.papers[place];
        (paper.asks, paper.since) = (vec![Group::User(to)], now);
        if paper.kind == Kind::Assign {
            (paper.kind, paper.away) = (Kind::Approve, away);
        }
    }

    fn transfer(&mut self, who: u64, task: u64, to: u64) -> Try {
        let (place, _) = self.may_decide(who, task, "transfer")?;
        self.may_get(place, to)?;
        self.hand_to(place, to);
        Ok(())
    }

    fn child(&mut self, (place, for_whom): (usize, u64), kind: Kind, to: u64, asker: u64) {
        let parent = self.c.papers[place].clone();
        let child = self.hand_out(kind, &parent.node, vec![Group::User(to)]);
        let child = &mut self.c.papers[child];
        (child.parent, child.away) = (Some(place), parent.away);
        child.away.insert(asker);
        child.asked_by = [asker, for_whom].into_iter().filter(|one| *one != 0).collect();
    }

    fn delegate(&mut self, who: u64, task: u64, to: u64) -> Try {
        let (place, for_whom) = self.may_decide(who, task, "delegate")?;
        if to == who {
            return Err("himself");
        }
        self.may_get(place, to)?;
        self.child((place, for_whom), Kind::Opinion, to, who);
        self.c.papers[place].parked = true;
        Ok(())
    }

    fn answer(&mut self, who: u64, task: u64) -> Try {
        let (place, for_whom) = self.may(who, task)?;
        if self.c.papers[place].kind != Kind::Opinion {
            return Err("no opinion");
        }
        self.mark(place, who, for_whom, false);
        self.wake(place);
        Ok(())
    }

    fn add_sign(&mut self, who: u64, task: u64, people: &[u64], before: bool) -> Try {
        let (place, for_whom) = self.may_decide(who, task, "addSign")?;
        let people: BTreeSet<u64> = people.iter().copied().collect();
        let is_sign = |paper: &&Paper| {
            let kind = matches!(paper.kind, Kind::Before | Kind::After);
            paper.parent == Some(place) && kind && paper.state != State::Void
        };
        let there = self.c.papers.iter().filter(is_sign).count();
        let many = there + people.len() > MOST_SIGNS || people.is_empty() || people.contains(&who);
        if self.c.papers[place].kind != Kind::Approve || many {
            return Err("not so");
        }
        for to in people {
            self.may_get(place, to)?;
            self.child((place, for_whom), if before { Kind::Before } else { Kind::After }, to, who);
        }
        self.c.papers[place].parked |= before;
        Ok(())
    }

    fn remove_sign(&mut self, who: u64, task: u64) -> Try {
        let place = self.c.paper(task);
        let paper = self.c.papers[place].clone();
        let is_sign = matches!(paper.kind, Kind::Before | Kind::After | Kind::Opinion);
        if !is_sign || paper.state != State::Open || paper.parent.is_none() {
            return Err("no sign");
        }
        if !paper.asked_by.contains(&who) || !self.org.is_on(who) || self.c.barred.contains(&who) {
            return Err("not his");
        }
        self.c.papers[place].state = State::Void;
        self.wake(place);
        self.maybe_done(paper.visit)
    }

    fn assign(&mut self, task: u64, to: u64, reason: bool) -> Try {
        let place = self.c.paper(task);
        let paper = &self.c.papers[place];
        if paper.state != State::Open || paper.kind == Kind::Resubmit {
            return Err("not that one");
        }
        let can = |who: &u64| {
            let asked = paper.kind != Kind::Assign && self.org.belongs_to_any(*who, &paper.asks);
            asked && !paper.away.contains(who)
        };
        let able: BTreeSet<u64> = self.org.people.keys().copied().filter(can).collect();
        if !able.is_empty() && (paper.parent.is_some() || !reason) {
            return Err("somebody can do it");
        }
        self.may_get(place, to)?;
        match self.receivers(place, &able) {
            Some(receivers) if !receivers.contains(&to) => return Err("not one of them"),
            None if to == 1 => return Err("who administers the system sits nowhere"),
            _ => {}
        }
        self.hand_to(place, to);
        Ok(())
    }

    /// To whom a paper may go from outside: whom its node means; another superior, where one of them has it; or anybody.
    fn receivers(&self, place: usize, able: &BTreeSet<u64>) -> Option<BTreeSet<u64>> {
        let paper = &self.c.papers[place];
        if paper.parent.is_some() {
            return None;
        }
        let node = self.plan.node(&paper.node);
        let mut kept = self.kept_from(node);
        let lines = self.lines(node);
        let all = lines.iter().flatten().flat_map(|group| self.org.everybody(group));
        let meant: BTreeSet<u64> = all.filter(|who| !kept.contains(who)).collect();
        if !meant.is_empty() {
            return Some(meant);
        }
        if able.is_empty() {
            return None;
        }
        kept.extend(able);
        let above = self.above(&kept).map(|group| self.org.everybody(&group)).unwrap_or_default();
        Some(above.into_iter().collect())
    }

    fn urge(&mut self, who: u64) -> Try {
        let (now, long) = (self.now, |since: i64, now: i64| now - since >= PATIENCE);
        let waits = |paper: &&mut Paper| paper.state == State::Open && !paper.parked && paper.kind != Kind::Resubmit;
        let open: Vec<&mut Paper> = self.c.papers.iter_mut().filter(waits).collect();
        let lately = open.iter().any(|paper| paper.urged.is_some_and(|at| !long(at, now)));
        if self.c.initiator != who || !open.iter().any(|paper| long(paper.since, now)) || lately {
            return Err("not yet");
        }
        open.into_iter().for_each(|paper| paper.urged = Some(now));
        Ok(())
    }

    /// A task that nobody can do: to the deputy of the one who was asked, else to those who assign.
    pub fn give_on(&mut self, task: u64) -> Try {
        let place = self.c.paper(task);
        let paper = self.c.papers[place].clone();
        let mut to = None;
        if let [Group::User(owner)] = &*paper.asks {
            let deputies = self.org.deputy_of(*owner, &self.c.key, &paper.away);
            to = deputies.into_iter().find(|one| !paper.away.contains(one) && self.org.is_on(*one));
        }
        match to {
            Some(to) => {
                self.may_get(place, to)?;
                self.hand_to(place, to);
            }
            None if paper.kind == Kind::Opinion => {
                self.c.papers[place].state = State::Void;
                self.wake(place);
            }
            None => {
                let (managers, walkers) = (Group::Admin(self.c.dept), self.walkers());
                let paper = &mut self.c.papers[place];
                (paper.kind, paper.asks, paper.away) = (Kind::Assign, vec![managers], walkers);
            }
        }
        Ok(())
    }
}
