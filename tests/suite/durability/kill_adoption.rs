//! An upgrade is cut off by kill -9 of the real binary while documents that waited are taken into approvals, again and again:
//! afterwards each has one process, and none has half of one.

use std::collections::BTreeMap;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::http::{self, Server};
use crate::office::Office;
use crate::support;
use gx_portal::features::approvals::check;
use gx_portal::features::approvals::instance::adopt::PORTION;
use gx_portal::features::approvals::instance::record::{Event, Instance, NodeRun, Task};
use gx_portal::features::finance::payout::record::Payout;
use gx_portal::store::Reads;
use gx_portal::store::directory::DataPaths;
use serde_json::json;

const BINARY: &str = env!("CARGO_BIN_EXE_gx-portal");
/// Three portions of an upgrade, the last of them small.
const MANY: usize = 2 * PORTION + 20;

/// Expenses that wait as before approvals: nobody has heard of a process.
pub fn prepared(many: usize) -> tempfile::TempDir {
    let office = Office::new();
    let form = json!({"kind": 3, "partyAId": 1, "amountFen": 10_000, "payee": "云川建设维修队", "category": "维修"});
    office.town.done(office.token("writer"), "/fin/expense", form);
    support::act(&office.town.portal.app, move |op| {
        let like: Payout = op.view().tx.all()?.pop().expect("the one that was made");
        for number in 1..many {
            let (payout_id, payout_no) = (op.next_id::<Payout>()?, format!("ZC-OLD-{number:06}"));
            op.put_quietly(&Payout { payout_id, payout_no, ..like.clone() })?;
        }
        crate::approvals::upgrade::forget(op, |_| true)
    });
    office.town.portal.stopped()
}

/// How many documents have their process: one each, whole.
fn taken_in(folder: &Path) -> usize {
    let app = support::on_disk(folder);
    let tx = app.store.read().unwrap();
    let found = check::check(&tx).unwrap();
    assert!(found.faults.is_empty(), "{:?}", found.faults);
    let instances: Vec<Instance> = tx.all().unwrap();
    let mut parts: BTreeMap<u64, [usize; 3]> = instances.iter().map(|one| (one.instance_id, [0; 3])).collect();
    let mut count = |instance: u64, part: usize| parts.get_mut(&instance).expect("a part of a process")[part] += 1;
    tx.all::<Task>().unwrap().iter().filter(|task| task.waits()).for_each(|task| count(task.instance_id, 0));
    tx.all::<Event>().unwrap().iter().for_each(|event| count(event.instance_id, 1));
    tx.all::<NodeRun>().unwrap().iter().for_each(|run| count(run.instance_id, 2));
    assert!(parts.values().all(|one| *one == [1, 1, 2]), "one task, its submission, two nodes: {parts:?}");
    let documents: std::collections::BTreeSet<u64> = instances.iter().map(|one| one.biz_id).collect();
    assert_eq!(documents.len(), instances.len(), "a document has two processes");
    drop(tx);
    app.store.close();
    instances.len()
}

/// Starts the program, which ends itself as kill -9 does at a place of the how manieth portion.
fn cut_off(folder: &Path, place: &str, portion: u32) {
    let cut = format!("{place}:wf_instance:{portion}");
    let ended = Command::new(BINARY)
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(folder)
        .env("KILL_AT_COMMIT", &cut)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("starts");
    assert_eq!(ended.signal(), Some(9), "{cut}: ended by itself");
}

fn copied(folder: &Path) -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    DataPaths::new(copy.path()).create_folders().unwrap();
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap).filter(|entry| entry.path().is_file()) {
        std::fs::copy(entry.path(), copy.path().join(entry.file_name())).unwrap();
    }
    copy
}

#[test]
fn killed_while_waiting_documents_are_taken_into_approvals() {
    let folder = prepared(MANY);
    for (place, portion, taken) in [("before", 2, 1), ("sync", 2, 1), ("after", 2, 2), ("after", 1, 1)] {
        let copy = copied(folder.path());
        cut_off(copy.path(), place, portion);
        let found = taken_in(copy.path());
        assert!(found == taken * PORTION || place == "sync" && found == 2 * PORTION, "{place} {portion}: {found}");
        // cut off again where it goes on
        cut_off(copy.path(), "before", 1);
        assert_eq!(taken_in(copy.path()), found, "{place} {portion}");
        drop(Server::start(BINARY, copy.path()));
        assert_eq!(taken_in(copy.path()), MANY, "after {place} {portion}");
        if place == "sync" {
            drop(Server::start(BINARY, copy.path()));
            assert_eq!(taken_in(copy.path()), MANY, "another start changes nothing");
            let (code, report) = http::run(BINARY, &["doctor", "--data", copy.path().to_str().unwrap()], "");
            assert_eq!(code, 0, "{report}");
        }
    }
}
