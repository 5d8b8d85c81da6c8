//! The sample paths of domain.md 5.4 and the rules of approvals.md section 3, on plain values.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::*;
use crate::error::AppError;
use crate::features::approvals::condition::Val;
use crate::features::approvals::constants::{AssignKind, InstanceState, RunEnd, RunState, TaskKind, TaskState};
use crate::features::approvals::definition::record::Definition;

/// People by the name of a role; the departments' leaders climb in this order.
struct World {
    roles: BTreeMap<&'static str, Vec<u64>>,
    leaders: Vec<u64>,
    admins: Vec<u64>,
    off: BTreeSet<u64>,
    values: RefCell<BTreeMap<&'static str, Val>>,
}

const INITIATOR: u64 = 10;

fn world() -> World {
    World {
        roles: [("lead", vec![20]), ("finance", vec![30, 31]), ("chief", vec![40]), ("office", vec![50, 51, 52])]
            .into(),
        leaders: vec![20, 60],
        admins: vec![90],
        off: BTreeSet::new(),
        values: RefCell::new([("months", Val::Int(36)), ("rent", Val::Int(12_000_000))].into()),
    }
}

impl Values for World {
    fn value(&self, name: &str) -> Result<Val> {
        Ok(self.values.borrow().get(name).cloned().unwrap_or(Val::Nothing))
    }
    fn threshold(&self, key: &str) -> Result<i64> {
        [("years", 5), ("yuan", 50_000_000)]
            .into_iter()
            .find(|one| one.0 == key)
            .map(|one| one.1)
            .ok_or_else(|| AppError::refused("no threshold"))
    }
}

impl EngineContext for World {
    fn people(&self, line: &Assign, _: &str) -> Result<Assignees> {
        let persons = self.roles.iter().find(|role| *role.0 == line.name).map(|role| role.1.clone());
        let mut persons = if line.kind == AssignKind::User { line.users.clone() } else { persons.unwrap_or_default() };
        persons.retain(|person| !self.off.contains(person));
        let principals = match line.kind {
            AssignKind::User => line.users.iter().map(|user| Principal::User(*user)).collect(),
            _ => vec![Principal::Role(line.name.clone(), 0)],
        };
        Ok(Assignees { principals, persons })
    }
    fn superior(&self, not: &BTreeSet<u64>) -> Result<Option<Assignees>> {
        let found = self.leaders.iter().find(|leader| !not.contains(leader) && !self.off.contains(leader));
        Ok(found.map(|leader| Assignees { principals: vec![Principal::User(*leader)], persons: vec![*leader] }))
    }
    fn managers(&self) -> Result<Assignees> {
        Ok(Assignees { principals: vec![Principal::managers(1)], persons: self.admins.clone() })
    }
    fn behind(&self, principals: &[Principal]) -> Result<Vec<u64>> {
        let mut found = Vec::new();
        for principal in principals {
            match principal {
                Principal::User(user) => found.push(*user),
                Principal::Role(role, _) => found.extend(self.roles.get(role.as_str()).into_iter().flatten()),
                managers if managers.is_managers() => found.extend(&self.admins),
                _ => {}
            }
        }
        found.retain(|person| !self.off.contains(person));
        Ok(found)
    }
    fn runs_the_system(&self, person: u64) -> Result<bool> {
        Ok(person == 1)
    }
    fn stands_for(&self, actor: u64, task: &Task) -> Result<Vec<u64>> {
        let is = task.principals.iter().any(|principal| match principal {
            Principal::User(user) => *user == actor,
            Principal::Role(role, _) => self.roles.get(role.as_str()).is_some_and(|all| all.contains(&actor)),
            managers => managers.is_managers() && self.admins.contains(&actor),
        });
        Ok(if is && !self.off.contains(&actor) { vec![actor] } else { Vec::new() })
    }
    fn is_enabled(&self, person: u64) -> Result<bool> {
        Ok(!self.off.contains(&person))
    }
    fn name(&self, person: u64) -> String {
        format!("人{person}")
    }
    fn due(&self, _: u32) -> Option<Stamp> {
        None
    }
}

/// 合同新签 of domain.md 5.4, with roles for everybody.
fn lease_sign() -> Definition {
    let role = |name: &str| json!([{"kind": "ROLE", "name": name}]);
    let long = json!({"gt": ["months", "@years*12"]});
    let nodes = json!([
        {"code": "b", "type": 0, "name": "发起"},
        {"code": "t1", "type": 1, "name": "部门负责人", "assign": role("lead")},
        {"code": "t2", "type": 1, "name": "财务审核", "assign": role("finance")},
        {"code": "c1", "type": 2, "name": "是否需上级"},
        {"code": "t3", "type": 1, "name": "分管领导", "assign": role("chief")},
        {"code": "c2", "type": 2, "name": "是否超五年"},
        {"code": "t4", "type": 1, "name": "局长办公会", "assign": role("office"), "multi": "ALL"},
    ]);
    let edges = json!([
        {"from": "b", "to": "t1"}, {"from": "t1", "to": "t2"}, {"from": "t2", "to": "c1"},
        {"from": "c1", "to": "t3", "order": 1, "if": {"or": [long, {"ge": ["rent", "@yuan"]}]}},
        {"from": "c1", "default": true}, {"from": "t3", "to": "c2"},
        {"from": "c2", "to": "t4", "order": 1, "if": long}, {"from": "c2", "default": true},
    ]);
    definition(nodes, edges)
}

fn definition(nodes: serde_json::Value, edges: serde_json::Value) -> Definition {
    let whole = json!({
        "definition_id": 1, "key": "k", "version": 1, "name": "合同新签", "form_type": 2, "form_ref": "lease",
        "state": 1, "nodes": nodes, "edges": edges, "options": {}, "sha256": "", "published_at": null,
        "published_by": "", "lock": 0, "changed_at": 0, "changed_by": "",
    });
    serde_json::from_value(whole).expect("a definition")
}

/// A single node with people by their numbers.
fn one_node(more: serde_json::Value) -> Definition {
    let mut node = json!({"code": "t1", "type": 1, "name": "审批"});
    for (name, value) in more.as_object().expect("fields") {
        node[name] = value.clone();
    }
    let nodes = json!([{"code": "b", "type": 0, "name": "发起"}, node]);
    definition(nodes, json!([{"from": "b", "to": "t1"}, {"from": "t1"}]))
}

fn users(people: &[u64]) -> serde_json::Value {
    json!([{"kind": "USER", "users": people}])
}

fn fresh() -> State {
    let instance = Instance {
        instance_id: 1,
        instance_no: "SP-1".into(),
        definition_id: 1,
        key: "k".into(),
        biz_type: "lease".into(),
        biz_id: 1,
        title: "合同".into(),
        lines: Vec::new(),
        amount_fen: None,
        initiator: INITIATOR,
        submitters: vec![INITIATOR],
        dept_id: 1,
        biz_dept: 1,
        barred: vec![INITIATOR, 11],
        picks: BTreeMap::new(),
        state: InstanceState::Started,
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

fn acts(def: &Definition, state: &State, actor: u64, act: Act, look: &World) -> Result<State> {
    let deed = ActRequest { actor, act, comment: "意见".into(), now: Stamp(1) };
    let mut after = step(def, state, &deed, look)?.state;
    for (place, task) in after.tasks.iter_mut().enumerate() {
        task.task_id = place as u64 + 1;
    }
    after_each(&after);
    Ok(after)
}

/// What holds after every step.
fn after_each(state: &State) {
    let started: Vec<&NodeRun> = state.runs.iter().filter(|run| run.state == RunState::Started).collect();
    let open = state.tasks.iter().filter(|task| task.state == TaskState::Open).count();
    if state.instance.state == InstanceState::Started {
        assert_eq!(started.len(), 1, "one token");
        assert_eq!(started[0].seq, state.instance.at);
        assert!(open > 0, "F2: somebody is asked");
        assert!(state.tasks.iter().filter(|task| task.waits()).all(|task| !task.principals.is_empty()), "F8");
    } else {
        assert_eq!((started.len(), open), (0, 0), "F5");
    }
    for task in state.tasks.iter().filter(|task| task.action == Some(Action::Approve)) {
        assert!(!task.barred.contains(&task.done_by), "F3: nobody who was barred then");
    }
}

fn open(state: &State) -> Vec<&Task> {
    state.tasks.iter().filter(|task| task.waits()).collect()
}

fn submitted(def: &Definition, look: &World) -> State {
    acts(def, &fresh(), INITIATOR, Act::Submit, look).expect("submitted")
}

fn approve(def: &Definition, state: &State, actor: u64, look: &World) -> Result<State> {
    let task = open(state)
        .iter()
        .find(|task| look.stands_for(actor, task).expect("asks").contains(&actor))
        .map_or(open(state)[0].task_id, |task| task.task_id);
    acts(def, state, actor, Act::Approve { task }, look)
}

/// Nodes that were passed, in order.
fn path(state: &State) -> Vec<&str> {
    let passed = state.counting().filter(|run| matches!(run.end, Some(RunEnd::Passed | RunEnd::Repeated)));
    passed.map(|run| run.node.as_str()).collect()
}

fn refusal(outcome: Result<State>) -> String {
    outcome.expect_err("it is refused").message.to_string()
}

#[test]
fn sample_paths_of_the_lease() {
    for (months, rent, expected) in [
        (36, 12_000_000, &["t1", "t2"][..]),
        (36, 60_000_000, &["t1", "t2", "t3"]),
        (36, 50_000_000, &["t1", "t2", "t3"]),
        (60, 12_000_000, &["t1", "t2"]),
        (96, 12_000_000, &["t1", "t2", "t3", "t4"]),
    ] {
        let (def, look) = (lease_sign(), world());
        look.values.replace([("months", Val::Int(months)), ("rent", Val::Int(rent))].into());
        let foreseen = predict(&def, &fresh(), &look, Stamp(1)).expect("foreseen");
        let mut state = submitted(&def, &look);
        for actor in [20, 30, 40, 50, 51, 52] {
            if state.instance.state == InstanceState::Started {
                state = approve(&def, &state, actor, &look).expect("approved");
            }
        }
        assert_eq!((path(&state), state.instance.state), (expected.to_vec(), InstanceState::Completed));
        let told: Vec<&str> = foreseen.iter().filter(|one| !one.tasks.is_empty()).map(|one| &*one.run.node).collect();
        assert_eq!(told, expected, "the path that is shown is the path that is taken");
    }
}

#[test]
fn what_grew_between_choice_and_end_is_looked_at_again() {
    let (def, look) = (lease_sign(), world());
    look.values.borrow_mut().insert("rent", Val::Int(60_000_000));
    let state = approve(&def, &submitted(&def, &look), 20, &look).expect("lead");
    let state = approve(&def, &state, 30, &look).expect("finance");
    look.values.borrow_mut().insert("months", Val::Int(96));
    let state = approve(&def, &state, 40, &look).expect("chief");
    assert_eq!(open(&state).len(), 3, "the meeting is asked, three persons");
    // Milder now: what was asked already stays.
    look.values.borrow_mut().insert("months", Val::Int(12));
    let state = approve(&def, &state, 50, &look).expect("one");
    assert_eq!(state.instance.state, InstanceState::Started);
}

#[test]
fn who_is_barred_never_decides() {
    let mut look = world();
    look.roles.insert("lead", vec![INITIATOR, 11]);
    let def = lease_sign();
    let state = submitted(&def, &look);
    assert_eq!(open(&state)[0].principals, [Principal::User(20)], "only the initiator is there: it goes up");
    let task = open(&state)[0].task_id;
    let said = refusal(acts(&def, &state, INITIATOR, Act::Approve { task }, &look));
    assert_eq!(said, "您是该单据的发起人、录入人或编写人，不能审批，请由其他人员办理");
    for act in [Act::Transfer { task, to: 11 }, Act::Delegate { task, to: 11 }] {
        let said = refusal(acts(&def, &state, 20, act, &look));
        assert_eq!(said, "不能交给 人11：发起人、录入人或编写人不能审批自己的单据");
    }
    let act = Act::AddSign { task, people: vec![INITIATOR], before: true };
    assert!(refusal(acts(&def, &state, 20, act, &look)).starts_with("不能交给 人10"));
    assert!(refusal(acts(&def, &state, 90, Act::Assign { task, to: 11 }, &look)).starts_with("不能交给 人11"));
}

#[test]
fn nobody_is_never_a_yes() {
    let look = world();
    let def = one_node(json!({"assign": [{"kind": "ROLE", "name": "none"}]}));
    let state = submitted(&def, &look);
    assert_eq!((open(&state)[0].kind, &*open(&state)[0].principals), (TaskKind::Assign, &[Principal::managers(1)][..]));
    let task = open(&state)[0].task_id;
    let said = refusal(acts(&def, &state, 90, Act::Approve { task }, &look));
    assert_eq!(said, "流程管理员只分派任务，不能代替审批");
    let state = acts(&def, &state, 90, Act::Assign { task, to: 70 }, &look).expect("assigned");
    let state = approve(&def, &state, 70, &look).expect("decided");
    assert_eq!(state.instance.state, InstanceState::Completed);
    // Skipped everywhere: the superior looks at it, since somebody has to.
    let def = one_node(json!({"assign": [{"kind": "ROLE", "name": "none"}], "onEmpty": "SKIP"}));
    let state = submitted(&def, &look);
    assert_eq!(open(&state)[0].principals, [Principal::User(20)]);
    let def = one_node(json!({"assign": [{"kind": "ROLE", "name": "none"}], "onEmpty": "REFUSE"}));
    let said = refusal(acts(&def, &fresh(), INITIATOR, Act::Submit, &look));
    assert_eq!(said, "环节“审批”没有可以办理的人（没有找到人），请联系流程管理员");
    let alone = World { admins: Vec::new(), leaders: Vec::new(), ..world() };
    let def = one_node(json!({"assign": [{"kind": "ROLE", "name": "none"}]}));
    assert!(refusal(acts(&def, &fresh(), INITIATOR, Act::Submit, &alone)).contains("没有流程管理员"));
}

#[test]
fn who_administers_the_way_never_walks_it() {
    let look = World { admins: vec![90, 91, 20, INITIATOR], ..world() };
    let def = one_node(json!({"assign": [{"kind": "ROLE", "name": "finance"}]}));
    let state = submitted(&def, &look);
    let task = open(&state)[0].task_id;
    let give = |actor: u64, to: u64| acts(&def, &state, actor, Act::Assign { task, to }, &look);
    for (actor, to, said) in [
        (90, 90, "不能分派给本人"),
        (INITIATOR, 31, "您是该单据的发起人"),
        (90, 70, "不在环节“审批”的办理人范围内"),
        (90, 11, "不能审批自己的单据"),
    ] {
        assert!(refusal(give(actor, to)).contains(said), "{actor} to {to}");
    }
    let silent = ActRequest { actor: 90, act: Act::Assign { task, to: 31 }, comment: " ".into(), now: Stamp(1) };
    let said = step(&def, &state, &silent, &look).expect_err("no reason").message.to_string();
    assert_eq!(said, "该任务有人可以办理，改派须填写原因");
    for act in [Act::Back, Act::Terminate] {
        assert!(refusal(acts(&def, &state, INITIATOR, act, &look)).contains("您是该单据的发起人"));
    }
    let given = give(90, 31).expect("to another one whom the node means");
    assert_eq!((open(&given)[0].principals.as_slice(), open(&given)[0].assigned_by), (&[Principal::User(31)][..], 90));
    // Who said yes at one node administers nothing further on, and no stuck task lies before him.
    let def = lease_sign();
    let state = approve(&def, &submitted(&def, &look), 20, &look).expect("lead");
    let task = open(&state)[0].task_id;
    let said = refusal(acts(&def, &state, 20, Act::Assign { task, to: 31 }, &look));
    assert!(said.contains("您已在该流程中办理过"), "{said}");
    let stuck = acts(&def, &state, 0, Act::Orphan { task, to: None }, &look).expect("nobody is left");
    assert!([INITIATOR, 20].iter().all(|who| open(&stuck)[0].barred.contains(who)));
    // A process whose managers all walk it is not sent where nobody could help.
    let alone = World { admins: vec![INITIATOR], leaders: Vec::new(), ..world() };
    let def = one_node(json!({"assign": [{"kind": "ROLE", "name": "none"}]}));
    let said = refusal(acts(&def, &fresh(), INITIATOR, Act::Submit, &alone));
    assert!(said.contains("流程管理员只有发起人或已办理该流程的人"), "{said}");
}

#[test]
fn only_who_asked_takes_a_signature_back() {
    let (def, look) = (one_node(json!({"assign": [{"kind": "ROLE", "name": "finance"}]})), world());
    let state = submitted(&def, &look);
    let task = open(&state)[0].task_id;
    for act in [Act::Delegate { task, to: 40 }, Act::AddSign { task, people: vec![40], before: true }] {
        let asked = acts(&def, &state, 30, act, &look).expect("asked");
        let child = open(&asked)[0].task_id;
        let said = refusal(acts(&def, &asked, 31, Act::RemoveSign { task: child }, &look));
        assert_eq!(said, "只有提出加签或委派的人能撤销");
        let said = refusal(acts(&def, &asked, 90, Act::Assign { task: child, to: 50 }, &look));
        assert!(said.contains("由提出的人撤销"), "{said}");
        acts(&def, &asked, 30, Act::RemoveSign { task: child }, &look).expect("his own");
    }
}

#[test]
fn all_and_in_turn() {
    let look = world();
    let def = one_node(json!({"assign": users(&[20, 30, 40]), "multi": "ALL"}));
    let state = submitted(&def, &look);
    assert_eq!(open(&state).len(), 3);
    let state = approve(&def, &state, 20, &look).expect("one");
    let state = approve(&def, &state, 30, &look).expect("two");
    assert_eq!(state.instance.state, InstanceState::Started);
    let task = open(&state)[0].task_id;
    let ended = acts(&def, &state, 40, Act::Reject { task }, &look).expect("one no decides");
    assert_eq!(ended.instance.state, InstanceState::Rejected);
    let def = one_node(json!({"assign": users(&[20, 30]), "multi": "SEQ"}));
    let state = submitted(&def, &look);
    assert_eq!(open(&state)[0].principals, [Principal::User(20)]);
    let said = refusal(approve(&def, &state, 30, &look));
    assert_eq!(said, "您不是该任务的办理人，或已不具备办理资格");
    let state = approve(&def, &state, 20, &look).expect("first");
    assert_eq!(open(&state)[0].principals, [Principal::User(30)]);
    let state = approve(&def, &state, 30, &look).expect("second");
    assert_eq!(state.instance.state, InstanceState::Completed);
}

#[test]
fn one_person_fills_one_seat() {
    let mut look = world();
    look.roles.insert("law", vec![30, 33]);
    let lines = json!([{"kind": "ROLE", "name": "finance"}, {"kind": "ROLE", "name": "law"}]);
    let def = one_node(json!({"assign": lines, "multi": "ALL", "seats": "line"}));
    let state = submitted(&def, &look);
    assert_eq!(open(&state).len(), 2);
    let state = approve(&def, &state, 30, &look).expect("finance");
    let task = open(&state)[0].task_id;
    let said = refusal(acts(&def, &state, 30, Act::Approve { task }, &look));
    assert_eq!(said, "您已在本环节表达意见，一人只能占一席");
    let state = approve(&def, &state, 33, &look).expect("law");
    assert_eq!(state.instance.state, InstanceState::Completed);
}

#[test]
fn returned_and_sent_again() {
    let (def, look) = (lease_sign(), world());
    let state = approve(&def, &submitted(&def, &look), 20, &look).expect("lead");
    let task = open(&state)[0].task_id;
    let act = Act::Return { task, to: None, straight: true };
    let back = acts(&def, &state, 30, act, &look).expect("returned");
    assert_eq!(open(&back)[0].kind, TaskKind::Resubmit);
    let again = acts(&def, &back, INITIATOR, Act::Submit, &look).expect("straight back");
    assert_eq!((open(&again)[0].node.as_str(), again.instance.round), ("t2", 1));
    look.values.borrow_mut().insert("rent", Val::Int(1));
    let again = acts(&def, &back, INITIATOR, Act::Submit, &look).expect("what matters has changed");
    assert_eq!((open(&again)[0].node.as_str(), again.instance.round), ("t1", 2));
    let to_first = Act::Return { task, to: Some("t1".into()), straight: false };
    let state = acts(&def, &state, 30, to_first, &look).expect("returned to the first");
    assert_eq!(open(&state)[0].node, "t1");
    let gone = acts(&def, &back, INITIATOR, Act::Abandon, &look).expect("abandoned");
    assert_eq!(gone.instance.state, InstanceState::Rejected);
}

#[test]
fn withdrawn_and_taken_back() {
    let (def, look) = (lease_sign(), world());
    let state = submitted(&def, &look);
    let back = acts(&def, &state, INITIATOR, Act::Withdraw, &look).expect("nobody acted");
    assert_eq!(open(&back)[0].kind, TaskKind::Resubmit);
    let first = open(&state)[0].task_id;
    let state = approve(&def, &state, 20, &look).expect("lead");
    let said = refusal(acts(&def, &state, INITIATOR, Act::Withdraw, &look));
    assert_eq!(said, "人20 已办理，不能撤回，可请当前办理人退回");
    let own = acts(&def, &state, 20, Act::TakeBack { task: first }, &look).expect("taken back");
    assert_eq!((open(&own)[0].node.as_str(), own.runs.iter().filter(|run| run.force).count()), ("t1", 2));
    let state = approve(&def, &state, 30, &look).expect("finance");
    assert!(acts(&def, &state, 20, Act::TakeBack { task: first }, &look).is_err(), "it has ended");
}

#[test]
fn signs_and_opinions() {
    let (def, look) = (one_node(json!({"assign": users(&[20])})), world());
    let state = submitted(&def, &look);
    let task = open(&state)[0].task_id;
    let asked = acts(&def, &state, 20, Act::Delegate { task, to: 30 }, &look).expect("asked");
    assert_eq!(open(&asked)[0].kind, TaskKind::Opinion);
    let said = refusal(acts(&def, &asked, 20, Act::Approve { task }, &look));
    assert_eq!(said, "该任务正在等待委派或加签人员办理，请稍后再办");
    let child = open(&asked)[0].task_id;
    let told = acts(&def, &asked, 30, Act::Answer { task: child }, &look).expect("answered");
    assert_eq!(approve(&def, &told, 20, &look).expect("yes").instance.state, InstanceState::Completed);
    let before = Act::AddSign { task, people: vec![30, 40], before: true };
    let signs = acts(&def, &state, 20, before, &look).expect("asked");
    assert_eq!(open(&signs).len(), 2);
    let signs = approve(&def, &signs, 30, &look).expect("one");
    let child = open(&signs)[0].task_id;
    let less = acts(&def, &signs, 20, Act::RemoveSign { task: child }, &look).expect("removed");
    assert_eq!(open(&less)[0].task_id, task);
    let after = Act::AddSign { task, people: vec![40], before: false };
    let signs = acts(&def, &state, 20, after, &look).expect("asked");
    let signs = approve(&def, &signs, 20, &look).expect("own");
    assert_eq!(signs.instance.state, InstanceState::Started, "the added one is asked, too");
    let signs = approve(&def, &signs, 40, &look).expect("added");
    assert_eq!(signs.instance.state, InstanceState::Completed);
    let many = Act::AddSign { task, people: vec![30, 40, 50, 51, 52, 53], before: true };
    assert_eq!(refusal(acts(&def, &state, 20, many, &look)), "一个任务可以加签1到5人");
}

#[test]
fn who_said_yes_already_is_not_asked_twice() {
    let mut look = world();
    look.roles.insert("finance", vec![20]);
    let def = lease_sign();
    let state = approve(&def, &submitted(&def, &look), 20, &look).expect("lead");
    assert_eq!((path(&state), state.instance.state), (vec!["t1", "t2"], InstanceState::Completed));
    let mut asks = lease_sign();
    asks.nodes[2].comment = true;
    let state = approve(&asks, &submitted(&asks, &look), 20, &look).expect("lead");
    assert_eq!(open(&state)[0].node, "t2", "an opinion is wanted here");
}

#[test]
fn the_second_click_hears_of_the_first() {
    let (def, look) = (lease_sign(), world());
    let state = submitted(&def, &look);
    let task = open(&state)[0].task_id;
    let state = acts(&def, &state, 20, Act::Approve { task }, &look).expect("first");
    let said = refusal(acts(&def, &state, 20, Act::Approve { task }, &look));
    assert!(said.starts_with("该任务已由 人20 于") && said.ends_with("同意，请刷新后查看"), "{said}");
}

#[test]
fn who_said_yes_and_submits_now_is_asked_for_nothing_by_his_yes() {
    let (def, look) = (lease_sign(), world());
    let state = approve(&def, &submitted(&def, &look), 20, &look).expect("lead");
    let task = open(&state)[0].task_id;
    let mut back = acts(&def, &state, 30, Act::Return { task, to: None, straight: true }, &look).expect("returned");
    // The lead puts it right and submits it himself: his own yes doesn't count.
    back.instance.barred.push(20);
    let again = acts(&def, &back, 20, Act::Submit, &look).expect("submitted");
    assert_eq!(again.instance.round, 2, "from the start");
    assert!(!open(&again)[0].principals.contains(&Principal::User(20)));
}

#[test]
fn a_task_lies_before_nobody_who_cannot_do_it() {
    let look = world();
    // The second seat opens after the first was filled: its filler is kept from it.
    let def = one_node(json!({"assign": users(&[20, 30]), "multi": "SEQ"}));
    let state = approve(&def, &submitted(&def, &look), 20, &look).expect("first");
    assert!(open(&state)[0].barred.contains(&20));
    // What comes from who assigns is kept from the barred as what came at once.
    let def = one_node(json!({"assign": [{"kind": "ROLE", "name": "none"}]}));
    let state = submitted(&def, &look);
    let task = open(&state)[0].task_id;
    let state = acts(&def, &state, 90, Act::Assign { task, to: 70 }, &look).expect("assigned");
    assert!(open(&state)[0].barred.contains(&INITIATOR));
    // Who asks for a signature doesn't give it himself as a deputy.
    let state = submitted(&one_node(json!({"assign": users(&[20])})), &look);
    let task = open(&state)[0].task_id;
    let def = one_node(json!({"assign": users(&[20])}));
    let asked = acts(&def, &state, 20, Act::AddSign { task, people: vec![30], before: true }, &look).expect("asked");
    assert!(open(&asked).iter().any(|task| task.principals == [Principal::User(30)] && task.barred.contains(&20)));
}

#[test]
fn one_takes_back_step_by_step() {
    let (mut def, mut look) = (lease_sign(), world());
    def.nodes.iter_mut().for_each(|node| node.comment = true);
    look.roles.insert("finance", vec![20]);
    look.values.borrow_mut().insert("rent", Val::Int(60_000_000));
    let state = submitted(&def, &look);
    let first = open(&state)[0].task_id;
    let state = approve(&def, &state, 20, &look).expect("lead");
    let second = open(&state)[0].task_id;
    let state = approve(&def, &state, 20, &look).expect("finance, too");
    let state = acts(&def, &state, 20, Act::TakeBack { task: second }, &look).expect("the last one");
    let state = acts(&def, &state, 20, Act::TakeBack { task: first }, &look).expect("and the one before");
    assert_eq!(open(&state)[0].node, "t1");
}
