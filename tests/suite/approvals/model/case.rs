//! A process as the design says it goes (approvals.md section 3), on plain lists. It shares nothing with the engine.

use std::collections::{BTreeMap, BTreeSet};

use super::drawing::{Node, Plan, Values, Worth};
use super::org::{Group, Org};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Approve = 1,
    Resubmit,
    Opinion,
    Before,
    After,
    Assign,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    Open = 1,
    Done,
    Void,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    Passed = 1,
    Repeated,
    Skipped,
    Chosen,
    Rejected,
    Returned,
    Withdrawn,
    TakenBack,
    Submitted,
    Stopped,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Over {
    Approved = 1,
    Rejected,
    Abandoned,
    Terminated,
}

/// What one person is asked.
#[derive(Debug, Clone)]
pub struct Paper {
    /// Number of the task; 0 until the program has given it.
    pub id: u64,
    pub visit: usize,
    pub node: String,
    pub kind: Kind,
    pub state: State,
    pub parked: bool,
    pub asks: Vec<Group>,
    /// Who may not do it, whatever group he is in.
    pub away: BTreeSet<u64>,
    pub parent: Option<usize>,
    /// Who asked for it, and for whom.
    pub asked_by: BTreeSet<u64>,
    pub since: i64,
    pub urged: Option<i64>,
    pub by: u64,
    pub for_whom: u64,
    pub said_yes: bool,
}

#[derive(Debug, Clone)]
pub struct Visit {
    pub node: String,
    pub round: u16,
    pub counts: bool,
    pub end: Option<End>,
    pub waiting: Vec<u64>,
    pub values: Values,
    pub to: Option<String>,
}

#[derive(Debug, Clone)]
pub struct Case {
    pub id: u64,
    pub biz: u64,
    /// Number of its version.
    pub plan: u64,
    pub key: String,
    pub initiator: u64,
    pub dept: u64,
    pub barred: BTreeSet<u64>,
    pub form: BTreeMap<String, i64>,
    pub picks: BTreeMap<String, Vec<u64>>,
    pub over: Option<Over>,
    pub round: u16,
    pub at: usize,
    pub resume: Option<(String, Values)>,
    pub visits: Vec<Visit>,
    pub papers: Vec<Paper>,
}

pub type Try<T = ()> = Result<T, &'static str>;

impl Case {
    pub fn is_at_begin(&self) -> bool {
        self.over.is_none() && self.visits.get(self.at).is_some_and(|visit| visit.node == "b")
    }

    pub fn paper(&self, id: u64) -> usize {
        self.papers.iter().position(|paper| paper.id == id).unwrap()
    }

    pub fn open(&self) -> impl Iterator<Item = &Paper> {
        self.papers.iter().filter(|paper| paper.state == State::Open)
    }

    pub fn counting(&self) -> impl Iterator<Item = (usize, &Visit)> {
        self.visits.iter().enumerate().filter(|(_, visit)| visit.counts && visit.round == self.round)
    }

    pub fn values(&self, org: &Org, plan: &Plan) -> Values {
        let all = |name: &str| match name {
            "amount_fen" => self.form.get("fee").map_or(Worth::None, |fee| Worth::Number(*fee)),
            "initiator_role" => Worth::Words(org.role_words(self.initiator)),
            "urgent" => self.form.get("urgent").map_or(Worth::None, |flag| Worth::Flag(*flag == 1)),
            name => self.form.get(name).map_or(Worth::None, |number| Worth::Number(*number)),
        };
        plan.names().into_iter().map(|name| (name.to_owned(), all(name))).collect()
    }
}

/// A process with everything around it, while something happens to it.
pub struct Play<'a> {
    pub org: &'a Org,
    pub plan: &'a Plan,
    pub now: i64,
    pub c: Case,
}

impl Play<'_> {
    fn values(&self) -> Values {
        self.c.values(self.org, self.plan)
    }

    /// Who is kept from a node: the barred, and who did something where this one is kept apart from.
    pub fn kept_from(&self, node: &Node) -> BTreeSet<u64> {
        let mut kept = self.c.barred.clone();
        for (place, _) in self.c.counting().filter(|(_, visit)| node.apart.contains(&visit.node)) {
            let done = self.c.papers.iter().filter(|paper| paper.visit == place && paper.state == State::Done);
            kept.extend(done.flat_map(|paper| [paper.by, paper.for_whom]));
        }
        kept.remove(&0);
        kept
    }

    /// Who started it, may not decide about it, or did anything in it: he administers nothing of it.
    pub fn walkers(&self) -> BTreeSet<u64> {
        let mut found = self.c.barred.clone();
        for paper in self.c.papers.iter().filter(|paper| !matches!(paper.kind, Kind::Assign | Kind::Resubmit)) {
            found.extend([paper.by, paper.for_whom]);
        }
        found.remove(&0);
        found
    }

    /// Who has said yes in a visit.
    pub fn seated(&self, visit: usize) -> BTreeSet<u64> {
        let yes =
            self.c.papers.iter().filter(|paper| paper.visit == visit && paper.state == State::Done && paper.said_yes);
        let mut found: BTreeSet<u64> = yes.flat_map(|paper| [paper.by, paper.for_whom]).collect();
        found.remove(&0);
        found
    }

    pub fn visit(&mut self, node: &str) -> usize {
        let round = self.c.round;
        let (values, to) = (Values::new(), None);
        self.c.visits.push(Visit {
            node: node.into(),
            round,
            counts: true,
            end: None,
            waiting: Vec::new(),
            values,
            to,
        });
        self.c.at = self.c.visits.len() - 1;
        self.c.at
    }

    pub fn close(&mut self, visit: usize, end: End) {
        let values = self.values();
        let visit = &mut self.c.visits[visit];
        visit.end = Some(end);
        visit.waiting.clear();
        visit.values = values;
    }

    pub fn hand_out(&mut self, kind: Kind, node: &str, asks: Vec<Group>) -> usize {
        let mut away = BTreeSet::new();
        if kind == Kind::Assign {
            away = self.walkers();
        } else if kind != Kind::Resubmit {
            away = self.kept_from(self.plan.node(node));
            away.extend(self.seated(self.c.at));
        }
        self.c.papers.push(Paper {
            id: 0,
            visit: self.c.at,
            node: node.into(),
            kind,
            state: State::Open,
            parked: false,
            asks,
            away,
            parent: None,
            asked_by: BTreeSet::new(),
            since: self.now,
            urged: None,
            by: 0,
            for_whom: 0,
            said_yes: false,
        });
        self.c.papers.len() - 1
    }

    /// On from a node that is done.
    pub fn go_on(&mut self, from: &str) -> Try {
        let mut at = from.to_owned();
        loop {
            let values = self.values();
            let mut next = self.plan.next(&at, &values, self.org.limit);
            if self.plan.node(&at).is_choice {
                let visit = self.visit(&at);
                self.c.visits[visit].to.clone_from(&next);
                self.close(visit, End::Chosen);
            }
            if next.is_none() {
                next = self.left_out();
            }
            let Some(next) = next else { return self.finish() };
            if !self.plan.node(&next).is_choice && !self.come_to(&next)? {
                return Ok(());
            }
            at = next;
        }
    }

    /// The first task of the path as it is now that nobody came to this round.
    fn left_out(&mut self) -> Option<String> {
        let (values, limit) = (self.values(), self.org.limit);
        let been: BTreeSet<String> = self.c.counting().map(|(_, visit)| visit.node.clone()).collect();
        let (mut at, mut moved) = ("b".to_owned(), Vec::new());
        loop {
            let next = self.plan.next(&at, &values, limit);
            if self.plan.node(&at).is_choice {
                let last = self.c.counting().filter(|(_, visit)| visit.node == at).last();
                if last.is_none_or(|(_, visit)| visit.to != next) {
                    moved.push((at.clone(), next.clone()));
                }
            }
            let next = next?;
            if !self.plan.node(&next).is_choice && !been.contains(&next) {
                for (choice, to) in moved {
                    let visit = self.visit(&choice);
                    self.c.visits[visit].to = to;
                    self.close(visit, End::Chosen);
                }
                return Some(next);
            }
            at = next;
        }
    }

    fn finish(&mut self) -> Try {
        if !self.c.counting().any(|(_, visit)| visit.end == Some(End::Passed)) {
            let skipped = self.c.counting().filter(|(_, visit)| visit.end == Some(End::Skipped)).last();
            let (place, node) = skipped.map(|(place, visit)| (place, visit.node.clone())).unwrap();
            self.c.visits[place].counts = false;
            self.visit(&node);
            let (kind, asks) = match self.above(&self.c.barred) {
                Some(leader) => (Kind::Approve, vec![leader]),
                None => (Kind::Assign, self.admins()?),
            };
            self.hand_out(kind, &node, asks);
            return Ok(());
        }
        self.c.over = Some(Over::Approved);
        Ok(())
    }

    pub fn above(&self, not: &BTreeSet<u64>) -> Option<Group> {
        let fits = |dept: &u64| {
            let leader = self.org.depts[dept].leader;
            self.org.is_on(leader) && !not.contains(&leader)
        };
        self.org.upwards(self.c.dept).into_iter().find(fits).map(Group::Leader)
    }

    fn admins(&self) -> Try<Vec<Group>> {
        let (group, walkers) = (Group::Admin(self.c.dept), self.walkers());
        let found = self.org.everybody(&group).iter().any(|who| !walkers.contains(who));
        if found { Ok(vec![group]) } else { Err("nobody assigns") }
    }

    /// The groups that the lines of a node mean now.
    pub fn lines(&self, node: &Node) -> Vec<Vec<Group>> {
        let picked = self.c.picks.get(&node.code).cloned().unwrap_or_default();
        let handler = self.c.form.get("handler").map(|handler| u64::try_from(*handler).unwrap());
        node.lines.iter().map(|line| line.groups(self.org, self.c.dept, &picked, handler)).collect()
    }

    /// Opens a task node; whether nothing has to be done there.
    pub fn come_to(&mut self, code: &str) -> Try<bool> {
        let node = self.plan.node(code);
        let kept = self.kept_from(node);
        let lines = self.lines(node);
        let mut found: Vec<u64> = Vec::new();
        for who in lines.iter().flatten().flat_map(|group| self.org.everybody(group)) {
            if !found.contains(&who) {
                found.push(who);
            }
        }
        let free: Vec<u64> = found.iter().copied().filter(|who| !kept.contains(who)).collect();
        if free.is_empty() {
            return self.nobody_is_free(node, !found.is_empty(), &kept);
        }
        if self.said_yes_before(node, &free) {
            let visit = self.visit(code);
            self.close(visit, End::Repeated);
            return Ok(true);
        }
        let seats = self.seats(node, &lines, &free, &kept)?;
        let visit = self.visit(code);
        for (kind, asks) in seats {
            self.hand_out(kind, code, asks);
        }
        if node.multi == "SEQ" {
            self.c.visits[visit].waiting = free[1..].to_vec();
        }
        Ok(false)
    }

    fn seats(
        &self,
        node: &Node,
        lines: &[Vec<Group>],
        free: &[u64],
        kept: &BTreeSet<u64>,
    ) -> Try<Vec<(Kind, Vec<Group>)>> {
        let person = |who: &u64| (Kind::Approve, vec![Group::User(*who)]);
        Ok(match node.multi {
            "SEQ" => vec![person(&free[0])],
            "ALL" if !node.by_line => free.iter().map(person).collect(),
            "ALL" => {
                let mut seats = Vec::new();
                for line in lines {
                    let is_free =
                        line.iter().flat_map(|group| self.org.everybody(group)).any(|who| !kept.contains(&who));
                    seats.push(match (is_free, self.above(kept)) {
                        (true, _) => (Kind::Approve, line.clone()),
                        (false, Some(leader)) => (Kind::Approve, vec![leader]),
                        (false, None) => (Kind::Assign, self.admins()?),
                    });
                }
                seats
            }
            _ => vec![(Kind::Approve, lines.concat())],
        })
    }

    fn nobody_is_free(&mut self, node: &Node, found: bool, kept: &BTreeSet<u64>) -> Try<bool> {
        let rule = match (found, node.skips_self) {
            (true, true) => "SKIP",
            (true, false) => "UP",
            (false, _) => node.on_empty,
        };
        let leader = if rule == "UP" { self.above(kept) } else { None };
        match (rule, leader) {
            ("SKIP", _) => {
                let visit = self.visit(&node.code);
                self.close(visit, End::Skipped);
                return Ok(true);
            }
            ("REFUSE", _) => return Err("nobody is there"),
            (_, Some(leader)) => {
                self.visit(&node.code);
                self.hand_out(Kind::Approve, &node.code, vec![leader]);
            }
            _ => {
                let admins = self.admins()?;
                self.visit(&node.code);
                self.hand_out(Kind::Assign, &node.code, admins);
            }
        }
        Ok(false)
    }

    fn said_yes_before(&self, node: &Node, free: &[u64]) -> bool {
        if free.len() != 1 || !self.plan.repeats || node.comment || node.lets_change() {
            return false;
        }
        let by_him = |place: usize| {
            let mut papers = self.c.papers.iter().filter(|paper| paper.visit == place);
            papers.any(|paper| paper.state == State::Done && paper.said_yes && paper.by == free[0])
        };
        let passed = self.c.counting().filter(|(place, visit)| visit.end == Some(End::Passed) && by_him(*place));
        passed.last().is_some_and(|(_, visit)| visit.values == self.values())
    }

    /// Whether the process could go to its end from here, were everybody to agree: a submission asks that first.
    pub fn would_end(&self, submit: impl FnOnce(&mut Play<'_>) -> Try) -> Try {
        let mut play = Play { org: self.org, plan: self.plan, now: self.now, c: self.c.clone() };
        submit(&mut play)?;
        for _ in 0..self.plan.nodes.len() * 2 {
            if play.c.over.is_some() {
                break;
            }
            let at = play.c.at;
            for paper in play.c.papers.iter_mut().filter(|paper| paper.visit == at && paper.state == State::Open) {
                (paper.state, paper.said_yes) = (State::Done, true);
                if let ([Group::User(who)], Kind::Approve) = (&*paper.asks, paper.kind) {
                    paper.by = *who;
                }
            }
            play.close(at, End::Passed);
            let node = play.c.visits[at].node.clone();
            play.go_on(&node)?;
        }
        Ok(())
    }
}
