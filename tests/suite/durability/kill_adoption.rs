//! An upgrade is cut off by kill -9 of the real binary while documents that waited are taken into approvals, again and again:
//! afterwards each has one process, and none has half of one.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::http::{self, Server};
use crate::office::Office;
use crate::support;
use gx_portal::features::approvals::check;
use gx_portal::features::approvals::instance::record::{Event, Instance, NodeRun, Task};
use gx_portal::features::finance::payout::record::Payout;
use gx_portal::store::Reads;
use gx_portal::store::directory::DataPaths;
use serde_json::json;

const BINARY: &str = env!("CARGO_BIN_EXE_gx-portal");
/// Several portions of an upgrade (`adopt.rs`).
const MANY: usize = 1_000;

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

/// Starts the program and kills it when its database was written to so often, or when it is ready; how often it was.
fn cut_off(folder: &Path, after: u32) -> u32 {
    // Who watches goes before who is watched, however busy the machine: otherwise the kill comes when all is done.
    let mut process = Command::new("nice")
        .args(["-n", "19", BINARY, "serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("starts");
    let ready = Arc::new(AtomicBool::new(false));
    let (out, tell) = (process.stdout.take().expect("piped"), ready.clone());
    let reading = std::thread::spawn(move || {
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            tell.fetch_or(line.contains("http://"), Ordering::Relaxed);
        }
    });
    let database = DataPaths::new(folder).database();
    let written = || std::fs::metadata(&database).and_then(|about| about.modified()).unwrap();
    let (mut last, mut writes) = (written(), 0);
    support::promptly(|| {
        let now = written();
        writes += u32::from(now != last);
        last = now;
        writes >= after || ready.load(Ordering::Relaxed)
    });
    process.kill().unwrap();
    process.wait().unwrap();
    reading.join().unwrap();
    writes
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
    // How long it takes, in writes; then halves of that, until one try ends in the middle of the work. Writes that follow
    // each other closely count as one, more of them on a busy machine: when the halves have run out, measure again.
    let (mut low, mut high) = (0, 0);
    let (mut cuts, mut measured) = (Vec::new(), 0);
    while cuts.is_empty() {
        if low + 1 >= high {
            assert!(measured < 10, "the work was never cut off in its middle: {low} writes");
            measured += 1;
            (low, high) = (0, cut_off(copied(folder.path()).path(), u32::MAX));
        }
        let (copy, after) = (copied(folder.path()), low.midpoint(high));
        cut_off(copy.path(), after);
        match taken_in(copy.path()) {
            0 => low = after,
            MANY => high = after,
            some => {
                cuts.push(some);
                // Cut off again where it goes on.
                cut_off(copy.path(), low + (after - low) / 2 + 1);
                cuts.push(taken_in(copy.path()));
                drop(Server::start(BINARY, copy.path()));
                assert_eq!(taken_in(copy.path()), MANY, "after {cuts:?}");
                drop(Server::start(BINARY, copy.path()));
                assert_eq!(taken_in(copy.path()), MANY, "another start changes nothing");
                let (code, report) = http::run(BINARY, &["doctor", "--data", copy.path().to_str().unwrap()], "");
                assert_eq!(code, 0, "{report}");
            }
        }
    }
    println!("cut off with {cuts:?} of {MANY} taken in");
}
