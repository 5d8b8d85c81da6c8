//! An installation of before approvals (approvals.md 7.9): the demonstration city without a process, and what waited in it.
//! Everybody finds what the old block showed him, once, and what had come back lies with who wrote it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::model::product::{Tables, call};
use crate::support::{self, Portal};
use gx_portal::features::flow::binding::{self, Doc};
use gx_portal::features::flow::cc::Cc;
use gx_portal::features::flow::check;
use gx_portal::features::flow::console::{FlowVerb, perform};
use gx_portal::features::flow::definition::record::Definition;
use gx_portal::features::flow::definition::standard::Preset;
use gx_portal::features::flow::instance::adopt::all_waiting;
use gx_portal::features::flow::instance::record::{Event, Instance, NodeRun, Task};
use gx_portal::features::flow::message::Message;
use gx_portal::op::{Caller, Op, View};
use gx_portal::platform::identity::rights::compute;
use gx_portal::platform::identity::user::User;
use gx_portal::store::{Key, Reads, Record};
use serde_json::{Value, json};

/// A document: its kind and number.
type Paper = (String, u64);

fn all_of<T: Record>(op: &mut Op<'_, '_>, which: impl Fn(&T) -> bool) -> gx_portal::fault::Outcome<()> {
    let keys: Vec<Key> = op.view().tx.all::<T>()?.iter().filter(|one| which(one)).map(Record::id).collect();
    for key in keys {
        op.delete::<T>(&key)?;
    }
    Ok(())
}

/// Documents of user 1 beside those of the city: one of each kind waits, and some have come back.
fn more_papers(portal: &Portal) {
    let post = |path: &str, form: Value| {
        let answer = call(portal, 1, "POST", path, form);
        assert_eq!(answer["code"], 200, "{path}: {answer}");
        answer["data"]["id"].clone()
    };
    let payout = |kind: u8| {
        json!({"partyAId": 1, "kind": kind, "category": "维修", "payee": "云川电梯维保", "amountFen": 100,
            "month": "2024-07-01", "paidDate": "2024-08-08"})
    };
    let bills = call(portal, 1, "GET", "/fin/bill/list", json!({"pageSize": 400}));
    let open = |row: &&Value| row["outstandingFen"].as_i64() > Some(1_000) && row["kind"] == 1 && row["state"] == 1;
    let bill = bills["rows"].as_array().unwrap().iter().find(open).unwrap_or_else(|| panic!("{bills}"));
    let waiver = |fen: i64| json!({"reasonKind": 3, "scope": [{"billId": bill["billId"], "amountFen": fen}], "effectiveDate": "2024-09-30"});
    post("/fin/expense", payout(3));
    post("/fin/remittance", payout(4));
    post("/fin/waiver", waiver(100));
    let leases = call(portal, 1, "GET", "/lease/lease/list", json!({"pageSize": 400}));
    let changed = leases["rows"].as_array().unwrap_or_else(|| panic!("{leases}")).iter().any(|row| {
        let form = json!({"leaseId": row["leaseId"], "kind": 8, "effectiveDate": "2024-12-31", "reason": "协商终止"});
        row["state"] == 4 && call(portal, 1, "POST", "/lease/lease/change", form)["code"] == 200
    });
    assert!(changed, "no lease could be ended: {}", leases["total"]);
    // Of what came back, only contracts were known before: they are drafts again.
    let judge = portal.judge("returner").user_id();
    let drafts = leases["rows"].as_array().unwrap().iter().filter(|row| row["state"] == 0);
    let sent = drafts.map(|row| call(portal, 1, "POST", "/lease/lease/submit", json!({"id": row["leaseId"]})));
    assert!(sent.filter(|answer| answer["code"] == 200).count() > 0, "no draft could be submitted");
    let rows = call(portal, judge, "GET", "/appr/task/todo", json!({"pageSize": 500}))["rows"].clone();
    let newest = rows.as_array().unwrap().iter().max_by_key(|row| row["instanceId"].as_u64()).unwrap();
    let form = json!({"taskId": newest["taskId"], "comment": "补正"});
    let back = call(portal, judge, "POST", "/appr/task/return", form);
    assert_eq!(back["code"], 200, "{back}");
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
pub fn forget(op: &mut Op<'_, '_>, gone: impl Fn(u64) -> bool) -> gx_portal::fault::Outcome<()> {
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
                    let Some(rights) = compute(view.tx, user.user_id)? else { continue };
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
        assert_eq!(found(portal, user.user_id), (of(&old.waits), of(&old.back)), "{}", user.user_name);
    }
    let checked = check::check(&portal.app.store.read().unwrap()).unwrap();
    assert!(checked.faults.is_empty(), "{:?}", checked.faults);
    let loose = portal.app.read(&Caller::console("test", "look"), |view: &View<'_>| check::documents(view)).unwrap();
    assert!(loose.is_empty(), "{loose:?}");
}

#[test]
fn what_waited_in_a_city_of_before_is_found_by_the_same_people() {
    let portal = Portal::new();
    let day = "2024-09-30".parse().unwrap();
    gx_portal::demo::seed(&portal.app, "test", gx_portal::demo::Size::Small, Some(day), None).unwrap();
    go_back_to_simple(&portal);
    more_papers(&portal);
    forget_all(&portal);
    let old = old_block(&portal);
    println!("{:?}: {} people, back: {:?}", old.kinds, old.waits.len(), old.back);
    assert!(
        old.kinds.len() >= 5 && old.waits.len() >= 3 && old.back.get(&1).is_some_and(|back| back.len() == 1),
        "{:?}, {}",
        old.kinds,
        old.waits.len()
    );
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
