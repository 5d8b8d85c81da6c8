//! A small organisation with processes, moved at random in the program and in the reference alike.

use std::collections::{BTreeMap, BTreeSet};

use gx_portal::features::system::config;
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, IteratorRandom};
use serde_json::{Value, json};

use super::case::{Case, End, Kind, Over, Paper, Play, State};
use super::changes::settle;
use super::deeds::{self, Edit, Step, lies_before};
use super::drawing::{FIELDS, Plan, below};
use super::org::{Group, Org, START};
use super::product::{Tables, call, groups};
use crate::support::{self, Portal};

pub const KEYS: [&str; 2] = ["fa", "fb"];
const MINUTE: i64 = 60_000;

/// What happened.
#[derive(Debug, Default, Clone)]
pub struct Tally {
    pub done: u64,
    pub refused: u64,
    pub approved: u64,
    pub rejected: u64,
    pub tries: u64,
}

impl Tally {
    pub fn add(&mut self, other: &Self) {
        self.done += other.done;
        self.refused += other.refused;
        self.approved += other.approved;
        self.rejected += other.rejected;
        self.tries += other.tries;
    }
}

pub struct World {
    pub portal: Portal,
    pub rng: StdRng,
    pub org: Org,
    pub plans: Vec<Plan>,
    pub cases: Vec<Case>,
    pub tables: Tables,
    pub tally: Tally,
    pub log: Vec<String>,
}

fn whole(value: u64) -> i64 {
    i64::try_from(value).unwrap()
}

impl World {
    pub fn new(mut rng: StdRng) -> Self {
        let portal = Portal::new();
        let mut org = settle(&portal, &mut rng);
        org.limit = 1_000;
        support::act(&portal.app, |op| config::ops::set(op, "flow.waiver.leaderYuan", "1000").map(drop));
        for key in KEYS {
            let field = |name: &str, kind: &str| json!({"name": name, "title": name, "kind": kind});
            let fields = json!([
                {"name": "reason", "title": "事由", "kind": "text", "required": true}, field("fee", "money"),
                field("copies", "int"), field("urgent", "bool"), field("handler", "person"),
            ]);
            let answer = call(&portal, 1, "POST", "/appr/form", json!({"key": key, "name": key, "fields": fields}));
            assert_eq!(answer["code"], 200, "{answer}");
        }
        let tables = Tables::of(&portal);
        let (plans, cases, log) = (Vec::new(), Vec::new(), Vec::new());
        let mut world = Self { portal, rng, org, plans, cases, tables, tally: Tally::default(), log };
        for key in KEYS {
            world.publish(key);
        }
        world
    }

    pub fn now(&self) -> i64 {
        self.portal.app.clock.now().0
    }

    pub fn everybody(&self) -> Vec<u64> {
        self.org.people.keys().copied().collect()
    }

    pub fn anybody(&mut self) -> u64 {
        let all = self.everybody();
        *all.choose(&mut self.rng).unwrap()
    }

    /// The next version of a process; a drawing that isn't accepted is drawn again.
    fn publish(&mut self, key: &str) {
        let people = self.everybody();
        loop {
            let mut plan = Plan::drawn(&mut self.rng, key, &people);
            let made = call(&self.portal, 1, "POST", "/appr/definition", plan.written());
            let number = made["data"]["id"].as_u64().unwrap_or_else(|| panic!("{made}"));
            let answer = call(&self.portal, 1, "POST", "/appr/definition/publish", json!({"id": number}));
            if answer["code"] == 200 {
                self.log.push(format!("published {number}: {}", plan.written()));
                plan.id = number;
                self.plans.push(plan);
                return;
            }
        }
    }

    /// One thing happens, and everything is looked at.
    pub fn step(&mut self) {
        self.portal.app.clock.advance(MINUTE);
        self.org.today = self.portal.app.clock.today();
        match self.rng.random_range(0..100) {
            0..14 => self.change_organisation(),
            14..16 => {
                let days = if self.rng.random_bool(0.3) { 24 * 60 } else { 5 * 60 };
                self.portal.app.clock.advance(days * MINUTE);
                self.org.today = self.portal.app.clock.today();
            }
            16 => {
                let key = *KEYS.choose(&mut self.rng).unwrap();
                self.publish(key);
            }
            17..20 => self.job(),
            20..22 => self.hand_over(),
            22..32 => self.start(),
            _ if self.cases.iter().filter(|case| case.over.is_none()).count() < 2 => self.start(),
            _ => self.deed(),
        }
        self.tables = Tables::of(&self.portal);
        self.compare();
    }

    fn start(&mut self) {
        let (who, key) = (self.anybody(), *KEYS.choose(&mut self.rng).unwrap());
        let running = self.cases.iter().filter(|case| case.over.is_none()).count();
        if running > 6 {
            return self.deed();
        }
        if !self.org.is_on(who) {
            return;
        }
        let mut data = json!({"reason": "事由"});
        let mut form = BTreeMap::new();
        let mut put = |name: &str, number: i64, value: Value| {
            data[name] = value;
            form.insert(name.to_owned(), number);
        };
        if self.rng.random_bool(0.8) {
            let fee = self.rng.random_range(0..200_000);
            put("fee", fee, json!(fee));
        }
        let copies = self.rng.random_range(0..6);
        put("copies", copies, json!(copies));
        let urgent = self.rng.random_bool(0.5);
        put("urgent", i64::from(urgent), json!(urgent));
        let handler = *self.org.people.keys().choose(&mut self.rng).unwrap();
        if self.rng.random_bool(0.5) && self.org.is_on(handler) {
            put("handler", whole(handler), json!(handler));
        }
        let plan = self.plans.iter().rfind(|plan| plan.key == key).unwrap().clone();
        let (dept, now) = (self.org.people[&who].dept, self.now());
        let case = Case {
            id: 0,
            biz: 0,
            plan: plan.id,
            key: key.into(),
            initiator: who,
            dept,
            barred: [who].into(),
            form,
            picks: BTreeMap::new(),
            over: None,
            round: 1,
            at: 0,
            resume: None,
            visits: Vec::new(),
            papers: Vec::new(),
        };
        let mut play = Play { org: &self.org, plan: &plan, now, c: case };
        let send = |play: &mut Play<'_>| {
            let begin = play.visit("b");
            play.close(begin, End::Submitted);
            play.go_on("b")
        };
        let expected = if self.org.holds(who, START) {
            play.would_end(send).and_then(|()| send(&mut play)).map(|()| play.c)
        } else {
            Err("no right")
        };
        self.log.push(format!("{who} starts {key}: {data}"));
        let answer = call(&self.portal, who, "POST", "/appr/form/start", json!({"key": key, "data": data}));
        self.agree(&answer, expected.as_ref().map(drop).map_err(|why| *why));
        if let Ok(mut case) = expected {
            case.id = answer["data"]["instanceId"].as_u64().unwrap();
            self.cases.push(case);
            let last = self.cases.len() - 1;
            self.take_numbers(last);
        }
    }

    /// A refusal leaves everything as it was, and both sides say the same.
    pub fn agree(&mut self, answer: &Value, expected: Result<(), &'static str>) {
        let done = answer["code"] == 200;
        self.log.push(format!("  → {expected:?}, {answer}"));
        assert_eq!(done, expected.is_ok(), "{expected:?}, {answer}\n{}", self.story());
        assert!(done || answer["kind"] != "Internal", "{answer}\n{}", self.story());
        if done {
            self.tally.done += 1;
        } else {
            self.tally.refused += 1;
            assert!(self.tables == Tables::of(&self.portal), "a refusal changed something: {answer}\n{}", self.story());
        }
    }

    pub fn story(&self) -> String {
        self.log.join("\n")
    }

    /// Gives the papers that are new the numbers of the tasks that ask the same.
    pub fn take_numbers(&mut self, place: usize) {
        let tables = Tables::of(&self.portal);
        let case = &mut self.cases[place];
        case.biz = tables.instance(case.id).biz_id;
        for task in tables.tasks(case.id) {
            if case.papers.iter().any(|paper| paper.id == task.task_id) {
                continue;
            }
            let asks: BTreeSet<Group> = groups(task).into_iter().collect();
            let same = |paper: &&mut Paper| {
                let ours: BTreeSet<Group> = paper.asks.iter().cloned().collect();
                paper.id == 0 && paper.node == task.node && paper.kind as u8 == task.kind as u8 && ours == asks
            };
            let paper = case.papers.iter_mut().find(same);
            let paper = paper.unwrap_or_else(|| panic!("unexpected {task:?}\n{}", self.log.join("\n")));
            paper.id = task.task_id;
        }
    }

    fn deed(&mut self) {
        let running: Vec<usize> = (0..self.cases.len()).filter(|place| self.cases[*place].over.is_none()).collect();
        let any = (0..self.cases.len()).choose(&mut self.rng);
        let usual = running.choose(&mut self.rng).copied();
        let place = if self.rng.random_bool(0.04) { any } else { usual };
        let Some(place) = place else { return };
        let (who, deed) = self.drawn(place);
        if self.org.is_on(who) {
            let comment = self.rng.random_bool(0.9);
            self.try_deed(place, who, &deed, comment);
        }
    }

    /// Does it in the program and in the reference.
    pub fn try_deed(&mut self, place: usize, who: u64, deed: &Step, comment: bool) {
        let (case, now) = (&self.cases[place], self.now());
        let expected = deeds::done(&self.org, &self.plans, case, who, deed, comment, now);
        let (path, mut body) = sent(case, deed);
        body["comment"] = json!(if comment { "意见" } else { "" });
        self.log.push(format!("{who}: {path} {body}"));
        let answer = call(&self.portal, who, "POST", path, body);
        self.agree(&answer, expected.as_ref().map(drop).map_err(|why| *why));
        if let Ok(case) = expected {
            self.cases[place] = case;
            self.take_numbers(place);
            self.note_end(place);
        }
    }

    fn note_end(&mut self, place: usize) {
        match self.cases[place].over {
            Some(Over::Approved) => self.tally.approved += 1,
            Some(_) => self.tally.rejected += 1,
            None => {}
        }
    }

    /// Who does what: mostly somebody before whom the paper lies.
    fn drawn(&mut self, place: usize) -> (u64, Step) {
        let (mut who, to) = (self.anybody(), self.anybody());
        let case = &self.cases[place];
        if self.rng.random_bool(0.04) || case.papers.is_empty() {
            return (who, if self.rng.random_bool(0.3) { Step::Terminate } else { Step::Back });
        }
        let open: Vec<usize> = (0..case.papers.len()).filter(|at| case.papers[*at].state == State::Open).collect();
        let at = match open.choose(&mut self.rng) {
            Some(open) if self.rng.random_bool(0.92) => *open,
            _ => below(&mut self.rng, case.papers.len()),
        };
        let paper = &case.papers[at];
        let able: Vec<u64> =
            self.org.people.keys().copied().filter(|who| lies_before(&self.org, &case.key, *who, paper)).collect();
        if let Some(able) = able.choose(&mut self.rng)
            && self.rng.random_bool(0.8)
        {
            who = *able;
        }
        let task = paper.id;
        let mut own = |usual: u64, likely: f64| if self.rng.random_bool(likely) { usual } else { who };
        match (paper.kind, paper.state) {
            (Kind::Resubmit, State::Open) => {
                let who = own(case.initiator, 0.7);
                return match self.rng.random_range(0..10) {
                    0 => (who, Step::Abandon),
                    1 => (who, Step::Approve { task, edits: Vec::new() }),
                    _ => (who, Step::Resubmit { picks: self.picks(place) }),
                };
            }
            (Kind::Assign, State::Open) if self.rng.random_bool(0.8) => return (who, Step::Assign { task, to }),
            (Kind::Opinion, State::Open) if self.rng.random_bool(0.7) => return (who, Step::Answer { task }),
            (_, State::Done) if self.rng.random_bool(0.7) => return (own_of(paper.by, who), Step::TakeBack { task }),
            _ => {}
        }
        let done = case.papers.iter().filter(|paper| paper.said_yes).choose(&mut self.rng);
        if let Some(paper) = done
            && self.rng.random_bool(0.1)
        {
            return (paper.by, Step::TakeBack { task: paper.id });
        }
        self.decision(place, who, task, to)
    }

    /// Fields that who agrees changes, whether he may or not.
    fn edits(&mut self) -> Vec<Edit> {
        if self.rng.random_bool(0.6) {
            return Vec::new();
        }
        let name = *FIELDS.choose(&mut self.rng).unwrap();
        let empty = self.rng.random_bool(0.2);
        let value = match name {
            "urgent" => Some(i64::from(self.rng.random_bool(0.5))),
            _ if empty => None,
            "fee" => Some(self.rng.random_range(0..200_000)),
            "copies" => Some(self.rng.random_range(0..6)),
            _ => Some(whole(self.anybody())),
        };
        vec![(name, value)]
    }

    fn picks(&mut self, place: usize) -> Vec<(String, Vec<u64>)> {
        if self.rng.random_bool(0.3) {
            return Vec::new();
        }
        let plan = self.plans.iter().rfind(|plan| plan.key == self.cases[place].key).unwrap();
        let codes: Vec<String> = plan.nodes.iter().map(|node| node.code.clone()).collect();
        let people = self.everybody();
        codes.into_iter().map(|code| (code, people.sample(&mut self.rng, 3).copied().collect())).collect()
    }

    fn decision(&mut self, place: usize, who: u64, task: u64, to: u64) -> (u64, Step) {
        let initiator = self.cases[place].initiator;
        let nodes: Vec<String> = self.cases[place].visits.iter().map(|visit| visit.node.clone()).collect();
        let signs = self.cases[place].open().filter(|paper| paper.parent.is_some()).map(|paper| paper.id);
        let sign = signs.choose(&mut self.rng);
        match self.rng.random_range(0..40) {
            0..18 => (who, Step::Approve { task, edits: self.edits() }),
            18 => (who, Step::Reject { task }),
            19..23 => {
                let to = if self.rng.random_bool(0.5) { nodes.choose(&mut self.rng).cloned() } else { None };
                (who, Step::Return { task, to, straight: self.rng.random_bool(0.6) })
            }
            23..26 => (who, Step::Transfer { task, to }),
            26..28 => (who, Step::Delegate { task, to }),
            28 => (who, Step::Answer { task }),
            29..33 => {
                let many = self.rng.random_range(1..4);
                let people = self.everybody().sample(&mut self.rng, many).copied().collect();
                (who, Step::AddSign { task, people, before: self.rng.random_bool(0.5) })
            }
            33 => (who, Step::RemoveSign { task: sign.unwrap_or(task) }),
            34 => (who, Step::Copy { to }),
            35 => (if self.rng.random_bool(0.8) { initiator } else { who }, Step::Urge),
            36..38 => (if self.rng.random_bool(0.8) { initiator } else { who }, Step::Withdraw),
            38 => (who, Step::Assign { task, to }),
            _ => (who, Step::TakeBack { task }),
        }
    }
}

fn own_of(by: u64, who: u64) -> u64 {
    if by == 0 { who } else { by }
}

fn written(edits: &[Edit]) -> Value {
    let value = |(name, value): &Edit| match (*name, value) {
        ("urgent", Some(flag)) => json!(*flag == 1),
        (_, value) => json!(value),
    };
    edits.iter().map(|edit| (edit.0.to_owned(), value(edit))).collect::<serde_json::Map<_, _>>().into()
}

/// An operation as it is sent.
pub fn sent(case: &Case, deed: &Step) -> (&'static str, Value) {
    let (id, biz) = (case.id, case.biz);
    match deed {
        Step::Resubmit { picks } => {
            let picks: BTreeMap<&String, &Vec<u64>> = picks.iter().map(|(code, people)| (code, people)).collect();
            ("/appr/submit", json!({"key": case.key, "bizId": biz, "picks": picks}))
        }
        Step::Approve { task, edits } => ("/appr/task/approve", json!({"taskId": task, "edits": written(edits)})),
        Step::Reject { task } => ("/appr/task/reject", json!({"taskId": task})),
        Step::Return { task, to, straight } => {
            ("/appr/task/return", json!({"taskId": task, "to": to, "straight": straight}))
        }
        Step::Transfer { task, to } => ("/appr/task/transfer", json!({"taskId": task, "people": [to]})),
        Step::Delegate { task, to } => ("/appr/task/delegate", json!({"taskId": task, "people": [to]})),
        Step::Answer { task } => ("/appr/task/answer", json!({"taskId": task})),
        Step::AddSign { task, people, before } => {
            ("/appr/task/addSign", json!({"taskId": task, "people": people, "before": before}))
        }
        Step::RemoveSign { task } => ("/appr/task/removeSign", json!({"taskId": task})),
        Step::TakeBack { task } => ("/appr/task/takeBack", json!({"taskId": task})),
        Step::Withdraw => ("/appr/instance/withdraw", json!({"id": id})),
        Step::Abandon => ("/appr/instance/abandon", json!({"id": id})),
        Step::Urge => ("/appr/instance/urge", json!({"id": id})),
        Step::Copy { to } => ("/appr/instance/cc", json!({"id": id, "people": [to]})),
        Step::Terminate => ("/appr/manage/terminate", json!({"id": id})),
        Step::Back => ("/appr/manage/back", json!({"id": id})),
        Step::Assign { task, to } => ("/appr/manage/assign", json!({"taskId": task, "userId": to})),
    }
}
