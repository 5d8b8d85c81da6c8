//! Bill runs: nobody is left out because of somebody else, what refuses is told, and a long run by hand can be left.
//! The clock of the tests stands at 2024-09-30.

use crate::{e1, simdisk, support};
use std::time::Duration;

use e1::{Town, c1, c2, c3};
use gx_portal::app::App;
use gx_portal::clock::Clock;
use gx_portal::features::finance::bill::record::Bill;
use gx_portal::features::finance::bill::run::manual::AT_ONCE;
use gx_portal::features::finance::bill::run::record::{BillRun, Unbilled};
use gx_portal::features::lease::contract::record::{Lease, LeaseVersion, version_key};
use gx_portal::features::lease::tenant::record::Tenant;
use gx_portal::features::system::config;
use gx_portal::jobs;
use gx_portal::store::directory::DataPaths;
use gx_portal::store::{Reads, Record, id};
use rand::SeedableRng;
use rand::rngs::StdRng;
use serde_json::{Value, json};
use simdisk::SimDisk;
use support::{act, run_job, until};

const PATIENCE: Duration = Duration::from_secs(60);

/// Three leases without bills, of three tenants.
fn scene() -> (Town, [u64; 3]) {
    let town = Town::new();
    let leases = [town.signed(c1(), "2023-12-10"), town.signed(c2(), "2024-03-10"), town.signed(c3(), "2024-05-20")];
    act(&town.portal.app, |op| config::ops::set(op, "fin.booksFrom", "2023-01-01"));
    (town, leases)
}

/// Terms that contradict themselves, as no form would let them in.
fn break_terms(town: &Town, lease: u64, cycle: u8) {
    act(&town.portal.app, move |op| {
        let found: Option<LeaseVersion> = op.view().tx.get(&version_key(lease, 1))?;
        let mut version = found.unwrap();
        version.terms.billing_cycle = cycle;
        op.put(&version).map(drop)
    });
}

fn nightly(town: &Town) -> String {
    run_job(&town.portal.app, "bill.generate").unwrap()
}

fn page(town: &Town, token: &str) -> Value {
    let answer = town.portal.get("/fin/bill/run", token);
    assert_eq!(answer["code"], 200, "{answer}");
    answer["data"].clone()
}

/// What the to-do block counts of a kind; none when it does not show it.
fn reminder(town: &Town, token: &str, kind: &str) -> Option<u64> {
    let block = town.portal.get("/stat/daiBan", token);
    let all = block["data"]["reminders"].as_array().unwrap_or_else(|| panic!("{block}")).clone();
    all.iter().find(|reminder| reminder["kind"] == kind).and_then(|reminder| reminder["count"].as_u64())
}

#[test]
fn the_nightly_run_leaves_nobody_out() {
    let (town, [l1, l2, l3]) = scene();
    break_terms(&town, l2, 5);
    // a tenant that is gone is damage, not a refusal
    town.portal.app.store.write(|tx| tx.delete::<Tenant>(&id(3)).map(drop)).unwrap();
    let told = nightly(&town);
    let no = |lease: u64| town.portal.app.store.read().unwrap().get::<Lease>(&id(lease)).unwrap().unwrap().lease_no;
    assert!(told.starts_with("开出账单 ") && told.contains("；2 份合同未能出账："), "{told}");
    assert!(told.contains(&format!("{}（支付周期只能是", no(l2))) && told.contains(&no(l3)), "{told}");
    let bills = town.bills(l1);
    assert!(bills.len() >= 3 && town.bills(l2).is_empty() && town.bills(l3).is_empty(), "{bills:?}");

    let shown = page(&town, &town.clerk);
    let last = &shown["last"]["figures"];
    assert_eq!((&last["total"], &last["done"], &last["refused"]), (&json!(3), &json!(3), &json!(2)), "{shown}");
    assert_eq!((&shown["running"], &shown["last"]["cause"]), (&Value::Null, &json!("定时")));
    assert_eq!((&shown["unbilled"], shown["leases"].as_array().unwrap().len()), (&json!(2), 2));
    let (first, since) = (&shown["leases"][0], shown["leases"][0]["since"].clone());
    assert_eq!(
        (&first["leaseId"], &first["leaseNo"], &first["tenantName"]),
        (&json!(l2), &json!(no(l2)), &json!("东川区云岭小吃店"))
    );
    assert!(first["sentence"].as_str().unwrap().starts_with("支付周期只能是"), "{first}");
    assert_eq!(reminder(&town, &town.clerk, "unbilled"), Some(2));
    assert_eq!(reminder(&town, &town.clerk, "billRun"), None);

    // the next night: nothing new, the same two, since the same day
    town.portal.app.clock.advance(60_000);
    assert!(nightly(&town).starts_with("开出账单 0 张、调整 0 张"));
    assert_eq!(town.bills(l1), bills);
    let again = page(&town, &town.clerk);
    assert_eq!((&again["unbilled"], &again["leases"][0]["since"]), (&json!(2), &since));
    assert_ne!(again["leases"][0]["tried"], since);
    // put right, by hand this time: its mark goes with its bills
    break_terms(&town, l2, 1);
    town.done(&town.clerk, "/fin/bill/generate", json!({"leaseIds": [l2]}));
    assert!(!town.bills(l2).is_empty());
    let left = page(&town, &town.clerk);
    assert_eq!((&left["unbilled"], &left["leases"][0]["leaseId"]), (&json!(1), &json!(l3)));
    support::chain_is_whole(&town.portal.app);
}

#[test]
fn by_hand_the_others_are_billed_too_and_one_that_is_named_says_why() {
    let (town, [l1, l2, l3]) = scene();
    break_terms(&town, l2, 5);
    town.refused(&town.clerk, "/fin/bill/generate", json!({"leaseIds": [l2]}), "支付周期只能是");
    let answer = town.portal.post("/fin/bill/generate", &town.clerk, json!({"leaseIds": [l1, l2]}));
    assert_eq!((&answer["code"], &answer["data"]["refused"]), (&json!(200), &json!(1)), "{answer}");
    assert!(answer["data"]["leases"][0]["sentence"].as_str().unwrap().starts_with("支付周期"), "{answer}");
    assert!(!town.bills(l1).is_empty() && town.bills(l3).is_empty());
    assert_eq!(page(&town, &town.clerk)["last"], Value::Null, "a run over named leases is no run of the page");
    let all = town.portal.post("/fin/bill/generate", &town.clerk, json!({}));
    assert!(all["data"]["issued"].as_u64().unwrap() > 0 && all["data"]["refused"] == 1, "{all}");
    assert_eq!(page(&town, &town.clerk)["last"]["cause"], "手动（admin）");
    break_terms(&town, l2, 1);
    town.done(&town.clerk, "/fin/bill/generate", json!({}));
    assert_eq!(page(&town, &town.clerk)["unbilled"], 0);
    town.is_whole();
}

#[test]
fn who_does_not_see_a_lease_does_not_see_its_sentence() {
    let (town, [_, l2, _]) = scene();
    break_terms(&town, l2, 5);
    nightly(&town);
    let role = town.portal.role("own", &["fin:bill:generate", "stat:daiBan:list"], 5, &[]);
    town.portal.person("narrow", 110, &[role]);
    let narrow = town.portal.token("narrow");
    let shown = page(&town, &narrow);
    assert_eq!((&shown["unbilled"], &shown["leases"]), (&json!(0), &json!([])), "{shown}");
    assert_eq!(shown["last"]["figures"], Value::Null, "sums of leases he does not see");
    assert_eq!(reminder(&town, &narrow, "unbilled"), Some(0));
    assert_eq!(town.portal.get("/fin/bill/run", &town.boss)["code"], 403);
    // his own run covers what he sees: nothing
    let answer = town.portal.post("/fin/bill/generate", &narrow, json!({}));
    assert_eq!(answer["data"], json!({"issued": 0, "adjusted": 0, "amountFen": 0}), "{answer}");
    let missing = town.portal.post("/fin/bill/generate", &narrow, json!({"leaseIds": [l2]}));
    assert!(missing["msg"].as_str().unwrap().contains("不存在"), "{missing}");
}

#[test]
fn a_job_without_a_first_day_and_a_run_that_was_cut_off_are_told() {
    let town = Town::new();
    let told = nightly(&town);
    assert!(told.starts_with("没有设置账务启用日"), "{told}");
    assert_eq!(page(&town, &town.clerk)["last"]["problem"], told);
    assert_eq!(reminder(&town, &town.clerk, "billRun"), Some(1));
    act(&town.portal.app, |op| config::ops::set(op, "fin.booksFrom", "2023-01-01"));
    assert!(nightly(&town).starts_with("开出账单 0 张"));
    assert_eq!(reminder(&town, &town.clerk, "billRun"), None);
    let cut = |tx: &mut gx_portal::store::Writer<'_>| {
        let run_id = tx.next(BillRun::TABLE)?;
        tx.put(&BillRun { run_id, total: 9, done: 5, ..BillRun::default() }).map(drop)
    };
    town.portal.app.store.write::<_, gx_portal::store::StoreError>(cut).unwrap();
    assert_eq!(page(&town, &town.clerk)["running"]["figures"]["done"], 5);
    jobs::prepare(&town.portal.app).unwrap();
    let shown = page(&town, &town.clerk);
    assert_eq!(shown["running"], Value::Null);
    assert!(shown["last"]["problem"].as_str().unwrap().starts_with("程序在出账结束之前停止"), "{shown}");
    // what is kept of leases that have no bills any more goes with the next night
    let mark = Unbilled {
        lease_id: 77,
        sentence: "旧".into(),
        since: town.portal.app.clock.now(),
        at: town.portal.app.clock.now(),
    };
    town.portal.app.store.write(move |tx| tx.put(&mark).map(drop)).unwrap();
    nightly(&town);
    assert_eq!(town.portal.app.store.read().unwrap().count::<Unbilled>().unwrap(), 0);
    for _ in 0..40 {
        nightly(&town);
    }
    assert!(town.portal.app.store.read().unwrap().count::<BillRun>().unwrap() <= 31);
}

/// More leases of the second kind, beside the forms: number and bills of their own, the same room.
fn copies(town: &Town, of: u64, count: u64) {
    act(&town.portal.app, move |op| {
        let lease: Lease = op.view().tx.get(&id(of))?.unwrap();
        let version: LeaseVersion = op.view().tx.get(&version_key(of, 1))?.unwrap();
        for lease_id in 1_000..1_000 + count {
            op.put_quietly(&Lease { lease_id, lease_no: format!("HT-{lease_id}"), ..lease.clone() })?;
            op.put_quietly(&LeaseVersion { lease_id, ..version.clone() })?;
        }
        Ok(())
    });
}

#[test]
fn a_long_run_by_hand_goes_by_portions_and_can_be_left() {
    let (town, [_, l2, _]) = scene();
    copies(&town, l2, 60);
    break_terms(&town, 1_007, 5);
    act(&town.portal.app, |op| config::ops::set(op, AT_ONCE.info.key, "10"));
    let run = |body: Value| town.portal.post("/fin/bill/generate", &town.clerk, body);
    town.portal.get("/testing/tasks/hold/on", "");
    let answer = run(json!({}));
    let task = answer["data"]["taskId"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned();
    // the first portion is in the books, and the task waits half way
    until(|| page(&town, &town.clerk)["running"]["figures"]["done"] == 25);
    let shown = page(&town, &town.clerk)["running"].clone();
    assert_eq!((&shown["figures"]["total"], &shown["cause"]), (&json!(63), &json!("手动（admin）")), "{shown}");
    assert!(!town.bills(1_001).is_empty() && town.bills(1_007).is_empty() && town.bills(1_050).is_empty());
    // others write meanwhile, and a few named leases are billed at once; a second long run waits
    town.make("/asset/plate", json!({"plateCode": "P9", "plateName": "其他", "color": "#0A6BCB"}));
    assert_eq!(run(json!({"leaseIds": [1_050]}))["code"], 200);
    assert!(!town.bills(1_050).is_empty());
    let other = run(json!({}));
    assert_eq!(other["msg"], "正在出账（手动（admin）），请等待结束后再试", "{other}");
    town.portal.get("/testing/tasks/hold/off", "");
    assert_eq!(town.portal.app.tasks.settle(PATIENCE), 0);
    let last = page(&town, &town.clerk);
    let figures = &last["last"]["figures"];
    assert_eq!((&figures["done"], &figures["refused"], &last["running"]), (&json!(63), &json!(1), &Value::Null));
    assert_eq!(last["leases"][0]["leaseId"], 1_007);
    let tasks = town.get("/portal/tasks")["data"].clone();
    assert_eq!((&tasks[0]["state"], &tasks[0]["title"]), (&json!("done"), &json!("出账")), "{tasks}");
    let file = town.portal.request("GET", &format!("/portal/tasks/{task}/file"), &town.clerk, None);
    assert!(file.bytes.starts_with(b"PK"), "a workbook tells what came of it");
    // once more changes nothing, and one that is called off says so
    town.portal.app.clock.advance(60_000);
    let told = run(json!({}));
    assert!(told["data"]["taskId"].is_string(), "{told}");
    town.portal.app.tasks.settle(PATIENCE);
    assert_eq!(page(&town, &town.clerk)["last"]["figures"]["issued"], 0);
    town.portal.get("/testing/tasks/hold/on", "");
    let task = run(json!({}))["data"]["taskId"].as_str().unwrap().to_owned();
    until(|| !page(&town, &town.clerk)["running"].is_null());
    assert_eq!(town.portal.put(&format!("/portal/tasks/{task}/cancel"), &town.clerk, json!({}))["code"], 200);
    town.portal.get("/testing/tasks/hold/off", "");
    town.portal.app.tasks.settle(PATIENCE);
    assert_eq!(page(&town, &town.clerk)["last"]["problem"], "任务已取消");
}

#[test]
fn a_disk_that_fails_ends_the_run_and_condemns_no_lease() {
    let (town, [_, l2, _]) = scene();
    copies(&town, l2, 90);
    let clock = town.portal.app.clock.now();
    let folder = town.portal.stopped();
    let paths = DataPaths::new(folder.path());
    let image = std::fs::read(paths.database()).unwrap();
    let open = |disk: &SimDisk| {
        let (config, paths) = (support::config(folder.path()), DataPaths::new(folder.path()));
        App::with_medium(
            &gx_portal::features::PRODUCT,
            config,
            paths,
            Box::new(disk.clone()),
            Clock::fixed(clock),
            None,
        )
    };
    let counted = |app: &App| {
        let reader = app.store.read().unwrap();
        (reader.count::<Bill>().unwrap(), reader.count::<Unbilled>().unwrap())
    };
    let calm = open(&SimDisk::from_image(image.clone(), None)).unwrap();
    run_job(&calm, "bill.generate").unwrap();
    let (wanted, _) = counted(&calm);
    let mut random = StdRng::seed_from_u64(20_240_930);
    let (mut ended, mut half_way) = (0, 0);
    for dies_at in (1..).map(|round| round * 60) {
        let disk = SimDisk::from_image(image.clone(), Some(dies_at));
        let Ok(app) = open(&disk) else { continue };
        let outcome = run_job(&app, "bill.generate");
        drop(app);
        if outcome.is_ok() {
            break;
        }
        ended += 1;
        let after = open(&SimDisk::from_image(disk.after_power_cut(&mut random), None)).unwrap();
        let (bills, condemned) = counted(&after);
        assert_eq!(condemned, 0, "dies at {dies_at}");
        half_way += usize::from(bills > 0 && bills < wanted);
        run_job(&after, "bill.generate").unwrap();
        assert_eq!(counted(&after), (wanted, 0), "dies at {dies_at}");
    }
    println!("{ended} runs ended with the disk, {half_way} of them half way");
    assert!(half_way > 0, "{ended}");
}

#[test]
fn signing_issues_the_bills_whose_day_has_come_and_nobody_is_late_with_what_he_had_not_signed() {
    let town = Town::new();
    act(&town.portal.app, |op| config::ops::set(op, "fin.booksFrom", "2023-01-01"));
    // from 2024-06-01 on, half a year at a time: one bill of rent has come, and the deposit
    let lease = town.approved(c3());
    let before = town.get(&format!("/fin/bill/signing/{lease}"))["data"].clone();
    assert_eq!((&before["bills"], &before["late"], &before["depositFen"]), (&json!(1), &json!(1), &json!(1_440_000)));
    assert!(town.bills(lease).is_empty(), "nobody is asked before he signed");
    town.sign(lease, "2024-09-28");
    let bills = town.bills(lease);
    assert_eq!(bills.len(), 2, "{bills:?}");
    assert!(bills.iter().all(|(_, due, _)| due == "2024-09-28"), "due on the day of signing: {bills:?}");
    let open: i64 = bills.iter().map(|(_, _, open)| open).sum();
    let said = before["amountFen"].as_i64().unwrap() + before["depositFen"].as_i64().unwrap();
    assert_eq!(open, said, "what was said before is what is asked");
    nightly(&town);
    assert_eq!(town.bills(lease), bills, "the night has nothing to add");
    assert_eq!(town.get(&format!("/fin/bill/signing/{lease}"))["data"]["bills"], 0, "it is signed");
    town.is_whole();
}

#[test]
fn signing_in_time_keeps_the_days_of_the_contract_and_before_the_books_begin_asks_for_nothing() {
    let town = Town::new();
    let lease = town.signed(c2(), "2024-03-10");
    assert!(town.bills(lease).is_empty(), "the books have not begun");
    act(&town.portal.app, |op| config::ops::set(op, "fin.booksFrom", "2023-01-01"));
    let other = town.signed(c1(), "2023-12-10");
    let due: Vec<String> = town.bills(other).into_iter().map(|(_, due, _)| due).collect();
    assert_eq!(due, ["2023-12-22", "2024-03-22", "2024-06-21", "2024-09-21"], "entered late, signed in time");
}
