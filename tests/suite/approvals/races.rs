//! Two at the same moment (approvals.md 7.7): whoever is first wins, the other hears a sentence, and the effect comes once.
//! `GX_RACES` says how many rounds each pair runs.

use crate::support::scale;
use std::sync::Barrier;

use super::model::product::send;
use crate::office::Office;
use gx_portal::features::approvals::check;
use gx_portal::features::approvals::constants::Action;
use gx_portal::features::approvals::instance::record::{Event, Instance, OF_INSTANCE, Task};
use gx_portal::features::approvals::message::Message;
use gx_portal::features::finance::waiver::{Waiver, WaiverState};
use gx_portal::store::{Reads, id};
use serde_json::{Value, json};

/// A call: who, where, what, and the token of its form.
type Call = (u64, &'static str, Value, Option<String>);

struct Track {
    office: Office,
    bill: u64,
}

fn rounds() -> u64 {
    scale::rounds("GX_RACES", 6, 25)
}

impl Track {
    /// Waivers go through these nodes: people of each, and how several of them decide.
    fn new(nodes: &[(&[&str], &str)]) -> Self {
        let office = Office::new();
        let bill = office.bill_of("赛跑", 12_000_000);
        let track = Self { office, bill };
        track.publish(nodes);
        track
    }

    fn drawn(&self, nodes: &[(&[&str], &str)]) -> u64 {
        let mut all = vec![json!({"code": "b", "type": 0, "name": "发起"})];
        for (place, (people, multi)) in nodes.iter().enumerate() {
            let users: Vec<u64> = people.iter().map(|name| self.office.number(name)).collect();
            let code = format!("t{place}");
            all.push(json!({"code": code, "type": 1, "name": code, "multi": multi,
                "assign": [{"kind": "USER", "users": users}]}));
        }
        let mut edges: Vec<Value> =
            all.windows(2).map(|two| json!({"from": two[0]["code"], "to": two[1]["code"]})).collect();
        edges.push(json!({"from": all.last().unwrap()["code"]}));
        let drawing = json!({"key": "waiver", "name": "赛跑", "options": {}, "nodes": all, "edges": edges});
        self.office.town.make("/appr/definition", drawing)
    }

    fn publish(&self, nodes: &[(&[&str], &str)]) {
        let number = self.drawn(nodes);
        self.office.town.done(&self.office.town.clerk, "/appr/definition/publish", json!({"id": number}));
    }

    fn started(&self) -> u64 {
        self.office.waiver("writer", self.bill, 100, "云政1号")
    }

    fn open(&self, instance: u64) -> Vec<Task> {
        let tx = self.office.portal().app.store.read().unwrap();
        let tasks: Vec<Task> = tx.by(&OF_INSTANCE, &id(instance), false, 0, usize::MAX).unwrap();
        tasks.into_iter().filter(Task::waits).collect()
    }

    fn number(&self, name: &str) -> u64 {
        self.office.number(name)
    }

    fn yes(&self, who: &str, task: u64) -> Call {
        (self.number(who), "/appr/task/approve", json!({"taskId": task}), None)
    }

    fn alone(&self, call: Call) -> Value {
        let method = if call.1.ends_with("changeStatus") { "PUT" } else { "POST" };
        send(self.office.portal(), call.0, method, call.1, call.2, call.3)
    }

    /// Both at once; which of them were done.
    fn race(&self, one: Call, two: Call) -> (bool, bool) {
        let gate = Barrier::new(2);
        let run = |call: Call| {
            gate.wait();
            self.alone(call)
        };
        let (one, two) = std::thread::scope(|scope| {
            let other = scope.spawn(|| run(two));
            (run(one), other.join().unwrap())
        });
        for answer in [&one, &two] {
            assert!(answer["code"] == 200 || answer["kind"] != "Internal", "{answer}");
        }
        (one["code"] == 200, two["code"] == 200)
    }

    fn instance(&self, instance: u64) -> Instance {
        self.office.portal().app.store.read().unwrap().get(&id(instance)).unwrap().unwrap()
    }

    fn document(&self, instance: u64) -> WaiverState {
        let tx = self.office.portal().app.store.read().unwrap();
        let waiver: Waiver = tx.get(&id(self.instance(instance).biz_id)).unwrap().unwrap();
        waiver.state
    }

    /// How often an act stands in the history.
    fn describe(&self, instance: u64, action: Action) -> usize {
        let (tx, many) = (self.office.portal().app.store.read().unwrap(), self.instance(instance).events);
        let event = |seq: u64| tx.get::<Event>(&id(instance).u24(seq)).unwrap().unwrap();
        (1..=u64::from(many)).filter(|seq| event(*seq).action == action).count()
    }

    /// The document is in force exactly when its process is over with a yes.
    fn agrees(&self, instance: u64) -> bool {
        let (state, document) = (self.instance(instance).state as u8, self.document(instance));
        assert_eq!(state == 2, document == WaiverState::Effective, "process {state}, document {document:?}");
        state == 2
    }

    fn is_whole(&self) {
        let found = check::check(&self.office.portal().app.store.read().unwrap()).unwrap();
        assert!(found.faults.is_empty(), "{:?}", found.faults);
        self.office.town.is_whole();
    }
}

#[test]
fn of_two_who_approve_one_wins_and_of_the_last_two_of_all_both_do() {
    let track = Track::new(&[(&["leader", "money"], "ANY")]);
    for _ in 0..rounds() {
        let instance = track.started();
        let task = track.open(instance)[0].task_id;
        let (one, two) = track.race(track.yes("leader", task), track.yes("money", task));
        assert!(one ^ two, "{one} {two}");
        assert!(track.agrees(instance) && track.describe(instance, Action::Approve) == 1);
    }
    track.publish(&[(&["leader", "money", "chief"], "ALL")]);
    for _ in 0..rounds() {
        let instance = track.started();
        let task = |who: &str| {
            let asks = format!("[User({})]", track.number(who));
            let open = track.open(instance).into_iter().find(|task| format!("{:?}", task.principals) == asks);
            open.unwrap().task_id
        };
        assert_eq!(track.alone(track.yes("chief", task("chief")))["code"], 200);
        let done = track.race(track.yes("leader", task("leader")), track.yes("money", task("money")));
        assert_eq!(done, (true, true));
        assert!(track.agrees(instance) && track.describe(instance, Action::Approve) == 3);
    }
    track.is_whole();
}

#[test]
fn a_yes_and_its_withdrawal_or_take_back_exclude_each_other() {
    let track = Track::new(&[(&["leader"], "ANY")]);
    for _ in 0..rounds() {
        let instance = track.started();
        let task = track.open(instance)[0].task_id;
        let withdraw = (track.number("writer"), "/appr/instance/withdraw", json!({"id": instance}), None);
        let (yes, back) = track.race(track.yes("leader", task), withdraw);
        assert!(yes ^ back, "{yes} {back}");
        assert_eq!(track.agrees(instance), yes);
        assert_eq!(track.document(instance) == WaiverState::Returned, back);
    }
    track.publish(&[(&["leader"], "ANY"), (&["money"], "ANY")]);
    for _ in 0..rounds() {
        let instance = track.started();
        let first = track.open(instance)[0].task_id;
        assert_eq!(track.alone(track.yes("leader", first))["code"], 200);
        let second = track.open(instance)[0].task_id;
        let back = (track.number("leader"), "/appr/task/takeBack", json!({"taskId": first}), None);
        let (yes, back) = track.race(track.yes("money", second), back);
        assert!(yes ^ back, "{yes} {back}");
        assert_eq!(track.agrees(instance), yes);
        assert_eq!(track.open(instance).len(), usize::from(back));
    }
    track.is_whole();
}

#[test]
fn a_yes_meets_who_is_disabled_and_a_new_version() {
    let track = Track::new(&[(&["leader"], "ANY")]);
    let leader = track.number("leader");
    let status = |off: &str| (1, "/system/user/changeStatus", json!({"userId": leader, "status": off}), None);
    for _ in 0..rounds() {
        let instance = track.started();
        let task = track.open(instance)[0].task_id;
        let (yes, off) = track.race(track.yes("leader", task), status("1"));
        assert!(off);
        assert_eq!(track.agrees(instance), yes);
        assert_ne!(track.alone(track.yes("leader", task))["code"], 200, "he is out, or it is done");
        assert_eq!(track.alone(status("0"))["code"], 200);
    }
    for _ in 0..rounds() {
        let instance = track.started();
        let (task, version) = (track.open(instance)[0].task_id, track.instance(instance).definition_id);
        let next = track.drawn(&[(&["leader"], "ANY")]);
        let publish = (1, "/appr/definition/publish", json!({"id": next}), None);
        assert_eq!(track.race(track.yes("leader", task), publish), (true, true));
        assert!(track.agrees(instance) && track.instance(instance).definition_id == version);
    }
    track.is_whole();
}

#[test]
fn the_same_form_twice_is_one_deed_and_of_two_submissions_one_counts() {
    let track = Track::new(&[(&["leader"], "ANY")]);
    for round in 0..rounds() {
        let instance = track.started();
        let task = track.open(instance)[0].task_id;
        let (who, path, form, _) = track.yes("leader", task);
        let call = || (who, path, form.clone(), Some(format!("race-token-{round}")));
        assert_eq!(track.race(call(), call()), (true, true), "the second hears what the first heard");
        assert!(track.agrees(instance) && track.describe(instance, Action::Approve) == 1);
    }
    for _ in 0..rounds() {
        let instance = track.started();
        let task = track.open(instance)[0].task_id;
        let back = (track.number("leader"), "/appr/task/return", json!({"taskId": task, "comment": "补正"}), None);
        assert_eq!(track.alone(back)["code"], 200);
        let form = json!({"key": "waiver", "bizId": track.instance(instance).biz_id});
        let again = || (track.number("writer"), "/appr/submit", form.clone(), None);
        let (one, two) = track.race(again(), again());
        assert!(one ^ two, "{one} {two}");
        assert!(track.describe(instance, Action::Submit) == 2 && track.open(instance).len() == 1);
        assert_eq!(track.alone(track.yes("leader", track.open(instance)[0].task_id))["code"], 200);
        assert!(track.agrees(instance));
    }
    track.is_whole();
}

#[test]
fn of_two_who_give_a_task_away_one_wins_and_all_is_told_once() {
    let track = Track::new(&[(&["leader", "money", "chief"], "ANY")]);
    let portal = track.office.portal();
    let manages = portal.role("manages", &["appr:manage:assign"], 1, &[]);
    let keepers = ["keeper", "second"].map(|name| portal.person(name, 110, &[manages]));
    for _ in 0..rounds() {
        let instance = track.started();
        let (task, version) = (track.open(instance)[0].task_id, track.instance(instance).version);
        let gives = |place: usize, to: &str| {
            let form = json!({"taskId": task, "userId": track.number(to), "comment": "出差", "version": version});
            (keepers[place], "/appr/manage/assign", form, None)
        };
        let (one, two) = track.race(gives(0, "money"), gives(1, "leader"));
        assert!(one ^ two, "{one} {two}");
        assert_eq!(track.describe(instance, Action::Assign), 1);
        let messages: Vec<Message> = portal.app.store.read().unwrap().all().unwrap();
        let writer = track.number("writer");
        let told = messages.iter().filter(|one| one.instance_id == instance && one.user == writer).count();
        assert_eq!(told, 1, "the initiator hears of it once");
        let taker = if one { "money" } else { "leader" };
        assert_eq!(track.alone(track.yes(taker, task))["code"], 200);
        assert!(track.agrees(instance));
    }
    // An approver who is disabled while a manager takes his task away: whoever is first, somebody has it afterwards.
    track.publish(&[(&["leader", "money"], "ANY")]);
    for _ in 0..rounds() {
        let instance = track.started();
        let (task, leader) = (track.open(instance)[0].task_id, track.number("leader"));
        let form = json!({"taskId": task, "userId": track.number("money"), "comment": "离岗"});
        let give = (keepers[0], "/appr/manage/assign", form, None);
        let status = |off: &str| (1, "/system/user/changeStatus", json!({"userId": leader, "status": off}), None);
        assert_eq!(track.race(give, status("1")), (true, true));
        assert_eq!(track.alone(status("0"))["code"], 200);
        assert_eq!(track.alone(track.yes("money", task))["code"], 200);
        assert!(track.agrees(instance));
    }
    track.is_whole();
}
