//! Processes drawn at random, and what their conditions say, read without the program.

use std::collections::BTreeMap;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};
use serde_json::{Value, json};

use super::org::{Group, Org};

/// What a variable is worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Worth {
    None,
    Flag(bool),
    Number(i64),
    Words(String),
}

pub type Values = BTreeMap<String, Worth>;

#[derive(Debug, Clone)]
pub enum Test {
    /// Operator, variable, right side as it is written.
    Is(&'static str, &'static str, Value),
    OneOf(&'static str, Vec<i64>),
    All(Vec<Test>),
    Any(Vec<Test>),
    Not(Box<Test>),
}

impl Test {
    fn written(&self) -> Value {
        let all = |tests: &[Self]| tests.iter().map(Self::written).collect::<Vec<_>>();
        match self {
            Self::Is(op, name, right) => json!({*op: [name, right]}),
            Self::OneOf(name, rights) => json!({"in": [name, rights]}),
            Self::All(tests) => json!({"and": all(tests)}),
            Self::Any(tests) => json!({"or": all(tests)}),
            Self::Not(test) => json!({"not": test.written()}),
        }
    }

    pub fn holds(&self, values: &Values, limit: i64) -> bool {
        match self {
            Self::All(tests) => tests.iter().filter(|test| !test.holds(values, limit)).count() == 0,
            Self::Any(tests) => tests.iter().filter(|test| test.holds(values, limit)).count() > 0,
            Self::Not(test) => !test.holds(values, limit),
            Self::OneOf(name, rights) => rights.iter().any(|right| values[*name] == Worth::Number(*right)),
            Self::Is(op, name, right) => {
                let right = match right {
                    Value::Null => Worth::None,
                    Value::Bool(flag) => Worth::Flag(*flag),
                    Value::String(text) if text.starts_with('@') => Worth::Number(limit * 100),
                    Value::String(text) => Worth::Words(text.clone()),
                    number => Worth::Number(number.as_i64().unwrap()),
                };
                match (*op, &values[*name], &right) {
                    ("eq", left, right) => left == right,
                    ("ne", left, right) => left != right,
                    ("like", Worth::Words(left), Worth::Words(right)) => left.contains(right.as_str()),
                    ("gt", Worth::Number(left), Worth::Number(right)) => left > right,
                    ("ge", Worth::Number(left), Worth::Number(right)) => left >= right,
                    ("lt", Worth::Number(left), Worth::Number(right)) => left < right,
                    ("le", Worth::Number(left), Worth::Number(right)) => left <= right,
                    _ => false,
                }
            }
        }
    }

    pub fn names<'t>(&'t self, into: &mut Vec<&'t str>) {
        match self {
            Self::Is(_, name, _) | Self::OneOf(name, _) => into.push(name),
            Self::All(tests) | Self::Any(tests) => tests.iter().for_each(|test| test.names(into)),
            Self::Not(test) => test.names(into),
        }
    }
}

/// How people of a node are found.
#[derive(Debug, Clone)]
pub enum Line {
    Users(Vec<u64>),
    Role(&'static str, &'static str),
    Post(&'static str, &'static str),
    Leader(u8),
    InCharge,
    Right,
    Picked(Vec<u64>),
    Handler,
}

#[derive(Debug, Clone, Default)]
pub struct Node {
    pub code: String,
    pub is_choice: bool,
    pub lines: Vec<Line>,
    /// ANY, ALL, SEQ.
    pub multi: &'static str,
    pub by_line: bool,
    pub skips_self: bool,
    pub on_empty: &'static str,
    pub apart: Vec<String>,
    pub comment: bool,
    pub allows: Vec<&'static str>,
    /// Rights of fields, where the node says any: 1 read, 2 change, 3 hidden.
    pub rights: BTreeMap<&'static str, u8>,
}

/// Fields that a node may hide.
pub const FIELDS: [&str; 4] = ["fee", "copies", "urgent", "handler"];

impl Node {
    pub fn right(&self, field: &str) -> u8 {
        self.rights.get(field).copied().unwrap_or(1)
    }

    pub fn lets_change(&self) -> bool {
        self.rights.values().any(|right| *right == 2)
    }

    fn rights_drawn(rng: &mut StdRng) -> BTreeMap<&'static str, u8> {
        if rng.random_bool(0.5) {
            return BTreeMap::new();
        }
        let some: Vec<&str> = FIELDS.into_iter().filter(|_| rng.random_bool(0.5)).collect();
        // A person is no field that a decision changes.
        let most = |field: &str| if field == "handler" { vec![1, 3] } else { vec![1, 2, 2, 3] };
        some.into_iter().map(|field| (field, one(rng, &most(field)))).collect()
    }
}

#[derive(Debug, Clone)]
pub struct Way {
    pub from: String,
    pub to: Option<String>,
    pub test: Option<Test>,
    pub is_default: bool,
}

/// A version of a process.
#[derive(Debug, Clone)]
pub struct Plan {
    pub id: u64,
    pub key: String,
    pub nodes: Vec<Node>,
    pub ways: Vec<Way>,
    pub repeats: bool,
    pub anytime: bool,
}

const ALLOWS: [&str; 6] = ["return", "transfer", "delegate", "addSign", "batch", "cc"];
const REACHES: [&str; 4] = ["all", "same", "above", "tree"];
pub const ROLES: [&str; 4] = ["ra", "rb", "rc", "rd"];
pub const POSTS: [&str; 2] = ["pa", "pb"];

fn one<T: Clone>(rng: &mut StdRng, from: &[T]) -> T {
    from.choose(rng).unwrap().clone()
}

impl Line {
    fn drawn(rng: &mut StdRng, people: &[u64]) -> Self {
        let some = |rng: &mut StdRng, most: usize| -> Vec<u64> {
            let many = rng.random_range(1..=most);
            people.sample(rng, many).copied().collect()
        };
        match rng.random_range(0..12) {
            0..3 => Self::Users(some(rng, 3)),
            3..6 => Self::Role(one(rng, &ROLES), one(rng, &REACHES)),
            6 => Self::Post(one(rng, &POSTS), one(rng, &REACHES)),
            7..9 => Self::Leader(rng.random_range(0..2)),
            9 => Self::InCharge,
            10 if rng.random_bool(0.5) => Self::Picked(some(rng, 4)),
            10 => Self::Handler,
            _ => Self::Right,
        }
    }

    fn written(&self) -> Value {
        match self {
            Self::Users(users) => json!({"kind": "USER", "users": users}),
            Self::Role(key, reach) => json!({"kind": "ROLE", "name": key, "reach": reach}),
            Self::Post(code, reach) => json!({"kind": "POST", "name": code, "reach": reach}),
            Self::Leader(level) => json!({"kind": "DEPT_LEADER", "level": level}),
            Self::InCharge => json!({"kind": "IN_CHARGE"}),
            Self::Right => json!({"kind": "RIGHT", "name": super::org::DECIDE}),
            Self::Picked(users) => json!({"kind": "INITIATOR_PICK", "users": users}),
            Self::Handler => json!({"kind": "FORM_USER", "name": "handler"}),
        }
    }

    /// The groups it means for a document of a department.
    pub fn groups(&self, org: &Org, dept: u64, picked: &[u64], handler: Option<u64>) -> Vec<Group> {
        let depts = |reach: &str| -> Vec<u64> {
            let mut found: Vec<u64> = match reach {
                "all" => return vec![0],
                _ if dept == 0 => return Vec::new(),
                "same" => vec![dept],
                "above" => org.upwards(dept),
                _ => org.depts.keys().copied().filter(|below| org.upwards(*below).contains(&dept)).collect(),
            };
            found.sort_unstable();
            found
        };
        match self {
            Self::Users(users) => users.iter().map(|user| Group::User(*user)).collect(),
            Self::Role(key, reach) => depts(reach).into_iter().map(|dept| Group::Role((*key).into(), dept)).collect(),
            Self::Post(code, reach) => depts(reach).into_iter().map(|dept| Group::Post((*code).into(), dept)).collect(),
            Self::Leader(level) => {
                org.upwards(dept).get(usize::from(*level)).map(|dept| Group::Leader(*dept)).into_iter().collect()
            }
            Self::InCharge => {
                let first = org.upwards(dept).into_iter().find(|dept| org.depts[dept].chief != 0);
                first.map(Group::InCharge).into_iter().collect()
            }
            Self::Right => vec![Group::Right(dept)],
            Self::Picked(from) => {
                picked.iter().filter(|user| from.contains(user)).map(|user| Group::User(*user)).collect()
            }
            Self::Handler => handler.map(Group::User).into_iter().collect(),
        }
    }
}

fn test(rng: &mut StdRng, deep: bool) -> Test {
    match rng.random_range(0..if deep { 7 } else { 10 }) {
        0 => Test::Is(one(rng, &["gt", "ge", "lt", "le"]), "fee", json!("@flow.waiver.leaderYuan")),
        1 => Test::Is(one(rng, &["gt", "ge", "lt", "le"]), "amount_fen", json!(rng.random_range(0..200_000))),
        2 => Test::Is(one(rng, &["gt", "le", "eq", "ne"]), "copies", json!(rng.random_range(0..6))),
        3 => Test::Is(one(rng, &["eq", "ne"]), "urgent", json!(rng.random_bool(0.5))),
        4 => Test::Is("like", "initiator_role", json!(one(rng, &ROLES))),
        5 => Test::OneOf("copies", vec![1, 3, 5]),
        6 => Test::Is(one(rng, &["eq", "ne"]), "fee", Value::Null),
        7 => Test::All(vec![test(rng, true), test(rng, true)]),
        8 => Test::Any(vec![test(rng, true), test(rng, true)]),
        _ => Test::Not(Box::new(test(rng, true))),
    }
}

impl Plan {
    /// A process of one to four blocks; the last is a task, so that every path has one.
    pub fn drawn(rng: &mut StdRng, key: &str, people: &[u64]) -> Self {
        let mut plan = Self {
            id: 0,
            key: key.into(),
            nodes: vec![Node { code: "b".into(), ..Node::default() }],
            ways: Vec::new(),
            repeats: rng.random_bool(0.6),
            anytime: rng.random_bool(0.3),
        };
        let mut ends: Vec<(String, Option<Test>, bool)> = vec![("b".into(), None, false)];
        let blocks = rng.random_range(1..4);
        for block in 0..blocks {
            let must = block == blocks - 1;
            if !must && rng.random_bool(0.6) {
                plan.choice(rng, &mut ends, people);
            } else {
                let code = plan.task(rng, people);
                plan.join(&mut ends, Some(&code));
                ends = vec![(code, None, false)];
            }
        }
        plan.join(&mut ends, None);
        plan
    }

    fn join(&mut self, ends: &mut Vec<(String, Option<Test>, bool)>, to: Option<&str>) {
        for (from, test, is_default) in ends.drain(..) {
            self.ways.push(Way { from, to: to.map(str::to_owned), test, is_default });
        }
    }

    fn choice(&mut self, rng: &mut StdRng, ends: &mut Vec<(String, Option<Test>, bool)>, people: &[u64]) {
        let code = format!("n{}", self.nodes.len());
        self.nodes.push(Node { code: code.clone(), is_choice: true, ..Node::default() });
        self.join(ends, Some(&code));
        let branches = rng.random_range(2..4);
        for branch in 0..branches {
            let is_default = branch == branches - 1;
            let condition = (!is_default).then(|| test(rng, false));
            let mut end = (code.clone(), condition, is_default);
            for _ in 0..rng.random_range(0..3) {
                let task = self.task(rng, people);
                self.join(&mut vec![end], Some(&task));
                end = (task, None, false);
            }
            ends.push(end);
        }
    }

    fn task(&mut self, rng: &mut StdRng, people: &[u64]) -> String {
        let code = format!("n{}", self.nodes.len());
        let many = rng.random_range(1..3);
        let lines: Vec<Line> = (0..many).map(|_| Line::drawn(rng, people)).collect();
        let ordered = lines.iter().all(|line| !matches!(line, Line::Right));
        let multi = match rng.random_range(0..6) {
            0..3 => "ANY",
            5 if ordered => "SEQ",
            _ => "ALL",
        };
        // The first block's tasks come before everything behind them.
        let before = self.ways.first().and_then(|way| way.to.clone());
        let first = before.filter(|code| self.nodes.iter().any(|node| node.code == *code && !node.is_choice));
        let apart = first.filter(|first| rng.random_bool(0.3) && *first != code).into_iter().collect();
        self.nodes.push(Node {
            code: code.clone(),
            is_choice: false,
            lines,
            multi,
            by_line: rng.random_bool(0.5),
            skips_self: rng.random_bool(0.3),
            on_empty: one(rng, &["ADMIN", "ADMIN", "UP", "REFUSE", "SKIP"]),
            apart,
            comment: rng.random_bool(0.1),
            allows: ALLOWS.into_iter().filter(|_| rng.random_bool(0.85)).collect(),
            rights: Node::rights_drawn(rng),
        });
        code
    }

    pub fn written(&self) -> Value {
        let node = |node: &Node| {
            let kind = if node.code == "b" { 0 } else { 1 + i32::from(node.is_choice) };
            if kind != 1 {
                return json!({"code": node.code, "type": kind, "name": node.code});
            }
            json!({
                "code": node.code, "type": kind, "name": node.code, "multi": node.multi,
                "assign": node.lines.iter().map(Line::written).collect::<Vec<_>>(),
                "seats": if node.by_line { "line" } else { "person" },
                "onSelf": if node.skips_self { "SKIP" } else { "UP" },
                "onEmpty": node.on_empty, "apart": node.apart, "comment": node.comment, "actions": node.allows,
                "fields": node.rights,
            })
        };
        let way = |(order, way): (usize, &Way)| {
            let mut out = json!({"from": way.from, "to": way.to, "order": order});
            if let Some(test) = &way.test {
                out["if"] = test.written();
            }
            if way.is_default {
                out["default"] = json!(true);
            }
            out
        };
        let options = json!({
            "repeat": if self.repeats { "PASS" } else { "ASK" },
            "withdraw": if self.anytime { "ANYTIME" } else { "UNTOUCHED" },
        });
        json!({
            "key": self.key, "name": self.key, "options": options,
            "nodes": self.nodes.iter().map(node).collect::<Vec<_>>(),
            "edges": self.ways.iter().enumerate().map(way).collect::<Vec<_>>(),
        })
    }

    pub fn node(&self, code: &str) -> &Node {
        self.nodes.iter().find(|node| node.code == code).unwrap()
    }

    /// Where a node leads with these values.
    pub fn next(&self, code: &str, values: &Values, limit: i64) -> Option<String> {
        let ways = || self.ways.iter().filter(|way| way.from == code);
        let held = ways().find(|way| way.test.as_ref().is_some_and(|test| test.holds(values, limit)));
        let taken = held.or_else(|| ways().find(|way| way.test.is_none())).unwrap();
        taken.to.clone()
    }

    /// Variables that its conditions name.
    pub fn names(&self) -> Vec<&str> {
        let mut names = Vec::new();
        self.ways.iter().filter_map(|way| way.test.as_ref()).for_each(|test| test.names(&mut names));
        names.sort_unstable();
        names.dedup();
        names
    }
}

/// Some number below another.
pub fn below(rng: &mut impl Rng, most: usize) -> usize {
    rng.random_range(0..most.max(1))
}
