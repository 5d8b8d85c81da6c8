//! An installation of before approvals (approvals.md 7.9): the demonstration city without a process, and what waited in it.
//! Everybody finds what the old block showed him, once, and what had come back lies with who wrote it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::model::product::{Tables, call};
use crate::e1;
use crate::support::{self, Portal};
use gx_portal::features::approvals::binding::{self, Binding, Doc};
use gx_portal::features::approvals::cc::Cc;
use gx_portal::features::approvals::check;
use gx_portal::features::approvals::console::{FlowVerb, perform};
use gx_portal::features::approvals::constants::{InstanceState, TaskKind};
use gx_portal::features::approvals::definition::record::Definition;
use gx_portal::features::approvals::definition::standard::Preset;
use gx_portal::features::approvals::instance::adopt::all_waiting;
use gx_portal::features::approvals::instance::record::{Event, Instance, NodeRun, Principal, Task};
use gx_portal::features::approvals::message::Message;
use gx_portal::features::approvals::people::runs_the_system;
use gx_portal::op::{Caller, Op, View};
use gx_portal::platform::identity::user::User;
use gx_portal::store::{Key, Reads, Record};
use serde_json::{Value, json};

/// A document: its kind and number.
type Paper = (String, u64);

fn all_of<T: Record>(op: &mut Op<'_, '_>, which: impl Fn(&T) -> bool) -> gx_portal::error::Result<()> {
    let keys: Vec<Key> = op.view().tx.all::<T>()?.iter().filter(|one| which(one)).map(Record::id).collect();
    for key in keys {
        op.delete::<T>(&key)?;
    }
    Ok(())
}

/// Documents that user 1 sends.
struct Writer<'p>(&'p Portal);

impl Writer<'_> {
    fn asks(&self, path: &str, form: Value) -> Value {
        call(self.0, 1, "POST", path, form)
    }

    fn makes(&self, path: &str, form: Value) -> Value {
        let answer = self.asks(path, form);
        assert_eq!(answer["code"], 200, "{path}: {answer}");
        answer["data"]["id"].clone()
    }

    fn rows(&self, path: &str) -> Vec<Value> {
        let answer = call(self.0, 1, "GET", path, json!({"pageSize": 400}));
        answer["rows"].as_array().unwrap_or_else(|| panic!("{path}: {answer}")).clone()
    }

    /// The first row of which a form is taken.
    fn first(&self, path: &str, rows: &[Value], form: impl Fn(&Value) -> Value) {
        let taken = rows.iter().any(|row| self.asks(path, form(row))["code"] == 200);
        assert!(taken, "{path}: none of {}, {}", rows.len(), self.asks(path, form(&rows[0])));
    }

    fn pays(&self) {
        let payout = |kind: u8| {
            json!({"partyAId": 1, "kind": kind, "category": "维修", "payee": "云川电梯维保", "amountFen": 100,
                "month": "2024-07-01", "paidDate": "2024-08-08"})
        };
        self.makes("/fin/expense", payout(3));
        self.makes("/fin/remittance", payout(4));
        let bills = self.rows("/fin/bill/list");
        let open = |row: &&Value| row["outstandingFen"].as_i64() > Some(1_000) && row["kind"] == 1 && row["state"] == 1;
        let bill = bills.iter().find(open).expect("an open bill");
        let scope = json!([{"billId": bill["billId"], "amountFen": 100}]);
        self.makes("/fin/waiver", json!({"reasonKind": 3, "scope": scope, "effectiveDate": "2024-09-30"}));
        let about = |row: &Value, more: Value| {
            e1::with(json!({"partyAId": row["partyAId"], "tenantId": row["tenantId"], "leaseId": row["leaseId"]}), more)
        };
        let paid = json!({"amountFen": 900_000_000, "method": 1, "valueDate": "2024-09-20"});
        self.makes("/fin/receipt", about(bill, paid));
        self.makes("/fin/refund", about(bill, json!({"kind": 1, "amountFen": 5_000, "payee": "云川帆兴"})));
    }

    fn lets(&self) {
        let leases = self.rows("/lease/lease/list");
        let in_force: Vec<Value> = leases.iter().filter(|row| row["state"] == 4).cloned().collect();
        let change = |row: &Value, more: Value| {
            let form = json!({"leaseId": row["leaseId"], "effectiveDate": "2024-12-31", "reason": "协商"});
            e1::with(form, more)
        };
        self.first("/lease/lease/change", &in_force, |row| change(row, json!({"kind": 8})));
        self.first("/lease/lease/change", &in_force, |row| {
            let lease = call(self.0, 1, "GET", "/lease/lease/{id}", json!({"id": row["leaseId"]}))["data"].clone();
            change(row, json!({"kind": 9, "facts": e1::with(lease, json!({"purpose": "仓储"}))}))
        });
        self.first("/fin/settlement", &leases, |row| json!({"leaseId": row["leaseId"]}));
        let drafts = leases.iter().filter(|row| row["state"] == 0);
        let sent = drafts.map(|row| self.asks("/lease/lease/submit", json!({"id": row["leaseId"]})));
        assert!(sent.filter(|answer| answer["code"] == 200).count() > 0, "no draft could be submitted");
    }

    fn keeps_registers(&self) {
        let about = json!({"subjectKind": 9, "partyAId": 1, "facts": "<p>消防通道堵塞</p>", "publishScope": 2,
            "rectifyDeadline": "2024-10-30"});
        let entry = self.makes("/expo/entry", about);
        self.makes("/expo/entry/submit", json!({"id": entry}));
    }
}

/// Documents of user 1 beside those of the city: one of every kind that can wait.
fn more_papers(portal: &Portal) {
    let writer = Writer(portal);
    writer.lets();
    writer.pays();
    writer.keeps_registers();
}

/// The newest that somebody may decide comes back. Of what came back, only contracts were known before: they are drafts again.
fn give_one_back(portal: &Portal) {
    let judge = portal.judge("returner").user_id();
    let rows =
        call(portal, judge, "GET", "/appr/task/todo", json!({"pageSize": 500, "key": ["lease_sign"]}))["rows"].clone();
    let newest = rows.as_array().unwrap().iter().max_by_key(|row| row["instanceId"].as_u64()).unwrap();
    let form = json!({"taskId": newest["taskId"], "comment": "补正"});
    let back = call(portal, judge, "POST", "/appr/task/return", form);
    assert_eq!(back["code"], 200, "{back}");
}

/// Kinds of documents that can have waited: all but operations that are done at once unless a process of them is published, and
/// handovers, which came together with approvals.
fn kinds_that_wait(portal: &Portal) -> BTreeSet<&'static str> {
    let all = portal.app.product.extensions::<Binding>();
    // A handover and a take-over wait in no demonstration.
    let waits = |binding: &&Binding| binding.approve.is_some() && !["handover", "takeover"].contains(&binding.key);
    all.filter(waits).map(|binding| binding.key).collect()
}

/// What is sent now is decided by one person, as before approvals.
fn go_back_to_simple(portal: &Portal) {
    let wanted = FlowVerb::Preset { preset: Preset::Simple, keys: Vec::new(), roles: false };
    let told = perform(&portal.app, "test", wanted).unwrap();
    assert_eq!(told["ok"], true, "{told}");
}

/// No process was ever heard of.
fn forget_all(portal: &Portal) {
    support::act(&portal.app, |op| {
        forget(op, |_| true)?;
        all_of::<Cc>(op, |_| true)?;
        all_of::<Message>(op, |_| true)?;
        all_of::<Definition>(op, |_| true)
    });
}

/// Nothing is known any more of some processes.
pub fn forget(op: &mut Op<'_, '_>, gone: impl Fn(u64) -> bool) -> gx_portal::error::Result<()> {
    all_of::<Instance>(op, |one| gone(one.instance_id))?;
    all_of::<Task>(op, |one| gone(one.instance_id))?;
    all_of::<NodeRun>(op, |one| gone(one.instance_id))?;
    all_of::<Event>(op, |one| gone(one.instance_id))
}

/// Half of an upgrade: of some processes nothing is there yet.
fn forget_some(portal: &Portal) {
    support::act(&portal.app, |op| forget(op, |instance| instance.is_multiple_of(3)));
}

/// What the block of before showed each person: documents that wait, which he may decide by his right over their
/// department and did not write; and what came back to him.
struct Old {
    waits: BTreeMap<u64, BTreeSet<Paper>>,
    back: BTreeMap<u64, BTreeSet<Paper>>,
    kinds: BTreeSet<&'static str>,
}

fn old_block(portal: &Portal) -> Old {
    let caller = Arc::new(Caller::console("test", "look"));
    let look = |view: &View<'_>| {
        let users: Vec<User> = view.tx.all()?;
        let (mut waits, mut back, mut kinds) = (BTreeMap::new(), BTreeMap::new(), BTreeSet::new());
        for binding in binding::all(view) {
            for document in (binding.adopt)(view)? {
                let head = (binding.head)(view, &Doc::stored(document.id))?;
                let paper: Paper = (binding.biz_type.to_owned(), document.id);
                kinds.insert(binding.key);
                let submitter = users.iter().find(|user| user.user_name == document.submitter);
                let submitter = submitter.map_or(0, |user| user.user_id);
                if document.returned {
                    back.entry(submitter).or_insert_with(BTreeSet::new).insert(paper);
                    continue;
                }
                for user in users.iter().filter(|user| user.user_id != submitter) {
                    let Some(rights) = view.rights_of(user.user_id)? else { continue };
                    let right = binding.approve.unwrap();
                    let may = rights.holds(right) && rights.scope(Some(right)).has_dept(head.dept_id);
                    if may && !head.barred.contains(&user.user_id) {
                        waits.entry(user.user_id).or_insert_with(BTreeSet::new).insert(paper.clone());
                    }
                }
            }
        }
        Ok(Old { waits, back, kinds })
    };
    portal.app.read(&caller, look).unwrap()
}

/// What somebody finds now, and what came back to him.
fn found(portal: &Portal, who: u64) -> (BTreeSet<Paper>, BTreeSet<Paper>) {
    let tables = Tables::of(portal);
    let papers = |query: Value| -> BTreeSet<Paper> {
        let answer = call(portal, who, "GET", "/appr/task/todo", query);
        let rows = answer["rows"].as_array().unwrap_or_else(|| panic!("{answer}"));
        let found: BTreeSet<Paper> = rows
            .iter()
            .map(|row| {
                let instance = tables.instance(row["instanceId"].as_u64().unwrap());
                (instance.biz_type.clone(), instance.biz_id)
            })
            .collect();
        assert_eq!(found.len(), rows.len(), "a document twice: {answer}");
        found
    };
    let list = |returned: bool| papers(json!({"pageSize": 500, "returned": returned}));
    (list(false), list(true))
}

fn same(portal: &Portal, old: &Old) {
    let users: Vec<User> = portal.app.store.read().unwrap().all().unwrap();
    for user in users.iter().filter(|user| user.enabled && !user.deleted) {
        let of = |all: &BTreeMap<u64, BTreeSet<Paper>>| all.get(&user.user_id).cloned().unwrap_or_default();
        let (waits, back) = found(portal, user.user_id);
        assert_eq!(back, of(&old.back), "{}", user.user_name);
        // Administration of the system was a seat before, and is none now.
        let administers =
            portal.app.read(&Caller::console("test", "look"), |view: &View<'_>| runs_the_system(view, user.user_id));
        if !administers.unwrap() {
            assert_eq!(waits, of(&old.waits), "{}", user.user_name);
        }
    }
    let checked = check::check(&portal.app.store.read().unwrap()).unwrap();
    assert!(checked.faults.is_empty(), "{:?}", checked.faults);
    let loose = portal.app.read(&Caller::console("test", "look"), |view: &View<'_>| check::documents(view)).unwrap();
    assert!(loose.is_empty(), "{loose:?}");
}

/// What a process asks, and of whom, by its document; of those that nobody has decided about yet.
fn asked(portal: &Portal, only: Option<&BTreeMap<Paper, Asks>>) -> BTreeMap<Paper, Asks> {
    let tx = portal.app.store.read().unwrap();
    let (instances, tasks): (Vec<Instance>, Vec<Task>) = (tx.all().unwrap(), tx.all().unwrap());
    let mut found = BTreeMap::new();
    for instance in instances.iter().filter(|one| one.state == InstanceState::Started) {
        let paper: Paper = (instance.biz_type.clone(), instance.biz_id);
        let own = tasks.iter().filter(|task| task.instance_id == instance.instance_id);
        let (open, over): (Vec<&Task>, Vec<&Task>) = own.partition(|task| task.waits());
        let is_new = over.is_empty() && open.iter().all(|task| task.kind != TaskKind::Resubmit);
        let wanted = only.map_or(is_new, |only| only.contains_key(&paper));
        if wanted {
            let asks = open.iter().map(|task| (task.node.clone(), task.principals.clone(), task.barred.clone()));
            let before = found.insert(paper, (instance.key.clone(), instance.initiator, asks.collect()));
            assert!(before.is_none(), "two processes of {} {}", instance.biz_type, instance.biz_id);
        }
    }
    found
}

/// Key of the process, who sent it, nodes with those who are asked and those who are barred.
type Asks = (String, u64, Vec<(String, Vec<Principal>, Vec<u64>)>);

#[test]
fn what_waited_is_taken_into_standard_processes_as_if_it_were_sent_now() {
    let portal = Portal::city();
    more_papers(&portal);
    let sent = asked(&portal, None);
    let kinds: BTreeSet<&str> = sent.values().map(|(key, ..)| key.as_str()).collect();
    assert_eq!(kinds, kinds_that_wait(&portal));
    support::act(&portal.app, |op| forget(op, |_| true));
    all_waiting(&portal.app).unwrap();
    assert_eq!(asked(&portal, Some(&sent)), sent);
    let waiting = |view: &View<'_>| {
        let all = binding::all(view).map(|binding| (binding.adopt)(view));
        Ok(all.collect::<gx_portal::error::Result<Vec<_>>>()?.concat().len())
    };
    let waiting = portal.app.read(&Caller::console("test", "look"), waiting).unwrap();
    let tables = Tables::of(&portal);
    assert_eq!(tables.all(), waiting, "one process each");
    let users: Vec<User> = portal.app.store.read().unwrap().all().unwrap();
    let mut found = BTreeSet::new();
    for user in users.iter().filter(|user| user.enabled && !user.deleted) {
        let (waits, _) = super::upgrade::found(&portal, user.user_id);
        for paper in &waits {
            // Who assigns may find his own: he gives it to somebody.
            let own = sent.get(paper).is_some_and(|(_, by, asks)| {
                *by == user.user_id && asks.iter().any(|(_, whom, _)| !whom.contains(&Principal::Admin))
            });
            assert!(!own, "{} is asked about his own {paper:?}", user.user_name);
        }
        found.extend(waits);
    }
    assert!(sent.keys().all(|paper| found.contains(paper)), "each is found by somebody");
    all_waiting(&portal.app).unwrap();
    assert!(tables == Tables::of(&portal), "a second start changes nothing");
    support::act(&portal.app, |op| forget(op, |instance| instance.is_multiple_of(3)));
    all_waiting(&portal.app).unwrap();
    assert_eq!(asked(&portal, Some(&sent)), sent);
    let checked = check::check(&portal.app.store.read().unwrap()).unwrap();
    assert!(checked.faults.is_empty(), "{:?}", checked.faults);
    support::books_are_whole(&portal.app, &[]);
}

#[test]
fn what_waited_in_a_city_of_before_is_found_by_the_same_people() {
    let portal = Portal::city();
    go_back_to_simple(&portal);
    more_papers(&portal);
    give_one_back(&portal);
    forget_all(&portal);
    let old = old_block(&portal);
    println!("{:?}: {} people, back: {:?}", old.kinds, old.waits.len(), old.back);
    assert_eq!(old.kinds, kinds_that_wait(&portal));
    assert!(old.waits.len() >= 3 && old.back.get(&1).is_some_and(|back| back.len() == 1), "{}", old.waits.len());
    all_waiting(&portal.app).unwrap();
    same(&portal, &old);
    let tables = Tables::of(&portal);
    all_waiting(&portal.app).unwrap();
    assert!(tables == Tables::of(&portal), "a second start changes nothing");
    forget_some(&portal);
    all_waiting(&portal.app).unwrap();
    same(&portal, &old);
    support::books_are_whole(&portal.app, &[]);
}
