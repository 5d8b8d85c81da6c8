//! Drawings nobody would draw: looking at them never panics, and what passes always comes to its end.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::publish::hash;
use super::record::{Assign, Definition};
use super::validate::{Known, Problem, problems};
use crate::error::Result;
use crate::features::approvals::binding::Head;
use crate::features::approvals::condition::{Kind, Threshold, Val, Values, Var};
use crate::features::approvals::engine::{Assignees, EngineContext, State, predict};
use crate::features::approvals::instance::record::{Instance, Principal, Task};
use crate::kernel::dates::Stamp;

/// Dice that roll the same again.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, many: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % u64::try_from(many.max(1)).expect("small")).expect("small")
    }
}

const VARS: &[Var] = &[
    Var { name: "amount_fen", title: "金额", kind: Kind::Money, fields: &[] },
    Var { name: "urgent", title: "紧急", kind: Kind::Bool, fields: &[] },
];
const LIMITS: &[Threshold] = &[Threshold { key: "limit", title: "上限", unit: 100 }];

fn found(definition: &Definition) -> Vec<Problem> {
    problems(definition, &Known { vars: VARS, thresholds: LIMITS, fields: &[], rights: &["x:y:z"], system_roles: &[] })
}

fn condition(dice: &mut Dice, depth: usize) -> Value {
    match dice.roll(if depth > 2 { 6 } else { 9 }) {
        0 => json!({"gt": ["amount_fen", i64::try_from(dice.roll(1_000)).expect("small")]}),
        1 => json!({"eq": ["urgent", true]}),
        2 => json!({"ge": ["amount_fen", "@limit*2"]}),
        3 => json!({"lt": ["nothing", 1]}),
        4 => json!({"in": ["amount_fen", [1, 2]]}),
        5 => json!({"like": ["urgent", "x"]}),
        6 => json!({"not": condition(dice, depth + 1)}),
        7 => json!({"and": [condition(dice, depth + 1), condition(dice, depth + 1)]}),
        _ => json!({"or": []}),
    }
}

fn whole(nodes: &Value, edges: &Value) -> Definition {
    let all = json!({
        "definition_id": 1, "key": "k", "version": 1, "name": "随机", "form_type": 2, "form_ref": "x", "state": 0,
        "nodes": nodes, "edges": edges, "options": {}, "sha256": "", "published_at": null, "published_by": "",
        "lock": 0, "changed_at": 0, "changed_by": "",
    });
    serde_json::from_value(all).expect("a definition")
}

/// Anything at all: nodes and edges without a plan.
fn anything(dice: &mut Dice) -> Definition {
    let many = dice.roll(9);
    let code = |dice: &mut Dice| format!("n{}", dice.roll(many + 1));
    let nodes: Vec<Value> = (0..many)
        .map(|at| {
            let mut node = json!({"code": format!("n{at}"), "type": dice.roll(3), "name": "某"});
            if dice.roll(3) > 0 {
                node["assign"] = json!([{"kind": "ROLE", "name": "any"}]);
            }
            if dice.roll(6) == 0 {
                node["apart"] = json!([code(dice)]);
            }
            node
        })
        .collect();
    let edges: Vec<Value> = (0..dice.roll(14))
        .map(|_| {
            let mut edge = json!({"from": code(dice), "order": dice.roll(3), "default": dice.roll(3) == 0});
            if dice.roll(4) > 0 {
                edge["to"] = json!(code(dice));
            }
            if dice.roll(2) == 0 {
                edge["if"] = condition(dice, 0);
            }
            edge
        })
        .collect();
    whole(&json!(nodes), &json!(edges))
}

/// A drawing by blocks, as the designer makes them; answers where the first of its nodes is.
struct Drawn {
    nodes: Vec<Value>,
    edges: Vec<Value>,
}

impl Drawn {
    fn lane(&mut self, dice: &mut Dice, depth: usize, then: Option<&str>) -> Option<String> {
        let mut next = then.map(str::to_owned);
        for _ in 0..dice.roll(3) + usize::from(depth == 0) {
            let code = format!("n{}", self.nodes.len());
            if depth < 3 && dice.roll(3) == 0 {
                self.nodes.push(json!({"code": code, "type": 2, "name": "条件"}));
                for branch in 0..dice.roll(3) + 1 {
                    let goes_on = if dice.roll(4) == 0 { None } else { next.clone() };
                    let first = self.lane(dice, depth + 1, goes_on.as_deref());
                    let edge =
                        json!({"from": code, "to": first, "order": branch + 1, "if": {"gt": ["amount_fen", branch]}});
                    self.edges.push(edge);
                }
                let last = self.lane(dice, depth + 1, next.as_deref());
                self.edges.push(json!({"from": code, "to": last, "default": true}));
            } else {
                let assign = json!([{"kind": "ROLE", "name": "any"}]);
                self.nodes.push(json!({"code": code, "type": 1, "name": "审批", "assign": assign}));
                self.edges.push(json!({"from": code, "to": next}));
            }
            next = Some(code);
        }
        next
    }
}

fn drawn(dice: &mut Dice) -> Definition {
    let mut drawn = Drawn { nodes: vec![json!({"code": "b", "type": 0, "name": "发起"})], edges: Vec::new() };
    let first = drawn.lane(dice, 0, None);
    drawn.edges.push(json!({"from": "b", "to": first}));
    whole(&json!(drawn.nodes), &json!(drawn.edges))
}

/// One person decides everything; values are what the dice said.
struct World(i64);

impl Values for World {
    fn value(&self, name: &str) -> Result<Val> {
        Ok(if name == "urgent" { Val::Bool(self.0 % 2 == 0) } else { Val::Int(self.0) })
    }
    fn threshold(&self, _: &str) -> Result<i64> {
        Ok(1)
    }
}

fn line() -> Assignees {
    Assignees { principals: vec![Principal::User(7)], persons: vec![7] }
}

impl EngineContext for World {
    fn people(&self, _: &Assign, _: &str) -> Result<Assignees> {
        Ok(line())
    }
    fn superior(&self, _: &BTreeSet<u64>) -> Result<Option<Assignees>> {
        Ok(Some(line()))
    }
    fn managers(&self) -> Result<Assignees> {
        Ok(line())
    }
    fn behind(&self, _: &[Principal]) -> Result<Vec<u64>> {
        Ok(line().persons)
    }
    fn runs_the_system(&self, _: u64) -> Result<bool> {
        Ok(false)
    }
    fn stands_for(&self, actor: u64, _: &Task) -> Result<Vec<u64>> {
        Ok(vec![actor])
    }
    fn is_enabled(&self, _: u64) -> Result<bool> {
        Ok(true)
    }
    fn name(&self, person: u64) -> String {
        person.to_string()
    }
    fn due(&self, _: u32) -> Option<Stamp> {
        None
    }
}

fn begun() -> State {
    // Of a binding only the words matter here.
    let head = Head::default();
    let instance = Instance {
        instance_id: 1,
        instance_no: "SP".into(),
        definition_id: 1,
        key: "k".into(),
        biz_type: "x".into(),
        biz_id: 1,
        title: head.title,
        lines: head.lines,
        amount_fen: None,
        initiator: 1,
        submitters: vec![1],
        dept_id: 1,
        biz_dept: 1,
        barred: vec![1],
        picks: std::collections::BTreeMap::new(),
        state: crate::features::approvals::constants::InstanceState::Started,
        end_reason: None,
        round: 1,
        at: 0,
        version: 0,
        form_data: None,
        doc_hash: String::new(),
        blocked: None,
        resume: None,
        started_at: Stamp(0),
        ended_at: None,
        events: 0,
    };
    State { instance, runs: Vec::new(), tasks: Vec::new() }
}

#[test]
fn looking_never_panics_and_what_passes_ends() {
    let (mut passed, mut refused) = (0, 0);
    for seed in 0..6_000_u64 {
        let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) + 1);
        let definition = if seed % 2 == 0 { anything(&mut dice) } else { drawn(&mut dice) };
        if found(&definition).iter().any(|problem| !problem.warning) {
            refused += 1;
            continue;
        }
        passed += 1;
        for value in 0..4 {
            let foreseen = predict(&definition, &begun(), &World(value), Stamp(0));
            let foreseen = foreseen.unwrap_or_else(|refusal| panic!("seed {seed}, value {value}: {refusal}"));
            let tasks: Vec<_> = foreseen.iter().filter(|one| !one.tasks.is_empty()).collect();
            assert!(!tasks.is_empty(), "seed {seed}: nobody decided");
            let open = foreseen.last().is_some_and(|one| one.run.end.is_none());
            assert!(!open, "seed {seed}, value {value}: it hangs at {:?}", foreseen.last());
        }
    }
    assert!(passed > 500 && refused > 1_000, "{passed} passed, {refused} were refused");
}

#[test]
fn what_is_never_taken_is_said() {
    let task = |code: &str| json!({"code": code, "type": 1, "name": code, "assign": [{"kind": "ROLE", "name": "x"}]});
    let nodes = json!([{"code": "b", "type": 0, "name": "发起"}, task("t0"), {"code": "c", "type": 2, "name": "条件"},
        task("t1"), task("t2")]);
    let said = |first: Value, second: Value| {
        let edges = json!([{"from": "b", "to": "t0"}, {"from": "t0", "to": "c"},
            {"from": "c", "to": "t1", "order": 1, "name": "甲", "if": first},
            {"from": "c", "to": "t2", "order": 2, "name": "乙", "if": second},
            {"from": "c", "default": true}, {"from": "t1"}, {"from": "t2"}]);
        let found = found(&whole(&nodes, &edges));
        assert!(found.iter().all(|problem| problem.warning), "{found:?}");
        found.into_iter().map(|problem| problem.message).collect::<Vec<_>>()
    };
    let gt = |number: i64| json!({"gt": ["amount_fen", number]});
    assert_eq!(said(gt(10), gt(20)), ["分支“乙”永远不会走到"]);
    assert_eq!(said(gt(20), gt(10)), [""; 0]);
    assert_eq!(said(gt(10), json!({"ge": ["amount_fen", 10]})), [""; 0]);
    assert_eq!(said(json!({"ge": ["amount_fen", 10]}), gt(10)), ["分支“乙”永远不会走到"]);
    assert_eq!(said(json!({"le": ["amount_fen", 10]}), json!({"lt": ["amount_fen", 5]})), ["分支“乙”永远不会走到"]);
    assert_eq!(said(json!({"or": []}), gt(1)), ["分支“甲”永远不会走到"]);
    assert_eq!(said(json!({"and": []}), gt(1)), ["分支“乙”永远不会走到", "分支“默认”永远不会走到"]);
    assert_eq!(said(json!({"or": [gt(5), {"eq": ["urgent", true]}]}), gt(7)), ["分支“乙”永远不会走到"]);
}

#[test]
fn a_hash_follows_what_it_freezes_alone() {
    let one = drawn(&mut Dice(3));
    let renamed = Definition { name: "别的名称".into(), lock: 9, ..one.clone() };
    assert_eq!(hash(&one).expect("a hash"), hash(&renamed).expect("a hash"));
    let mut other = one.clone();
    other.nodes.swap(0, 0);
    if let Some(node) = other.nodes.first_mut() {
        node.name = "开始".into();
    }
    assert_ne!(hash(&one).expect("a hash"), hash(&other).expect("a hash"));
}
