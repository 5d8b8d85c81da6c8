//! 对账中心: who asks for a run, what the page shows before, during and after it, and what it finds in books that somebody
//! has damaged.

use crate::{e1, support};
use e1::Town;
use gx_portal::features::finance::bill::record::Bill;
use gx_portal::features::finance::receipt::record::Receipt;
use gx_portal::features::finance::reconcile::Reconciliation;
use gx_portal::jobs;
use gx_portal::store::{Reads, id};
use serde_json::{Value, json};

const LIST: &str = "/fin/reconcile/list";

/// The town of E1 with the jobs of a new installation.
fn town() -> Town {
    let (town, _) = Town::e1();
    jobs::prepare(&town.portal.app).unwrap();
    town
}

fn ask(town: &Town) -> Value {
    town.portal.post("/fin/reconcile", &town.clerk, json!({}))
}

/// Looks at the jobs and waits for what begins.
fn tick(town: &Town) -> usize {
    let runs = jobs::tick(&town.portal.app).unwrap().runs;
    let count = runs.len();
    runs.into_iter().for_each(|run| run.join().unwrap());
    count
}

#[test]
fn a_run_is_asked_for_once_and_its_result_stays() {
    let town = town();
    let before = &town.get(LIST)["data"];
    assert_eq!(*before, json!({"running": null, "checks": null, "runs": []}));
    let asked = ask(&town);
    assert_eq!((asked["code"].as_i64(), asked["msg"].as_str().unwrap().contains("可以离开本页")), (Some(200), true));
    assert_eq!(town.get(LIST)["data"]["running"], json!({"cause": "手动（admin）", "since": null}));
    assert_eq!(ask(&town)["msg"], "账目正在核对，请等待结束后再试");
    assert_eq!(tick(&town), 1);
    let after = &town.get(LIST)["data"];
    assert_eq!(after["running"], Value::Null);
    assert_eq!(after["runs"][0]["cause"], "手动（admin）");
    assert_eq!(after["runs"][0]["beginTime"], "2024-09-30 09:00:00");
    assert_eq!(after["runs"][0]["differences"], 0);
    let codes: Vec<&str> =
        after["checks"].as_array().unwrap().iter().map(|check| check["code"].as_str().unwrap()).collect();
    let wanted: Vec<String> = (1..=20).filter(|number| *number != 12).map(|number| format!("I{number}")).collect();
    assert_eq!(codes, wanted);
    for check in after["checks"].as_array().unwrap() {
        assert_eq!(check["faults"], json!([]), "{check}");
    }
    // The audit row of asking names who did it; the run itself is in the log of the jobs.
    let log = town.portal.get("/monitor/jobLog/list?jobName=账目核对", &town.clerk);
    assert!(log["rows"][0]["jobMessage"].as_str().unwrap().contains("账实相符"), "{log}");
}

#[test]
fn differences_are_named_and_the_night_finds_them_too() {
    let town = town();
    let (bill, receipt) = support::act(&town.portal.app, |op| {
        let (bills, receipts): (Vec<Bill>, Vec<Receipt>) = (op.view().tx.all()?, op.view().tx.all()?);
        let bill = bills.into_iter().find(|bill| bill.allocated_fen > 0).expect("E1 has money on bills");
        let receipt = receipts.into_iter().next().expect("E1 has receipts");
        let numbers = (bill.bill_no.clone(), receipt.receipt_no.clone());
        op.put_quietly(&Bill { allocated_fen: bill.allocated_fen - 1, ..bill })?;
        op.put_quietly(&Receipt { amount_fen: receipt.amount_fen + 100, ..receipt })?;
        Ok(numbers)
    });
    town.portal.app.clock.advance(17 * 3_600_000);
    tick(&town);
    let clerk = town.portal.admin();
    let found = &town.portal.get(LIST, &clerk)["data"];
    assert_eq!(found["runs"][0]["cause"], "定时", "the night of 2024-10-01: {found}");
    assert!(found["runs"][0]["differences"].as_u64().unwrap() >= 4, "{found}");
    let faults = |code: &str| {
        let checks = found["checks"].as_array().unwrap();
        checks.iter().find(|check| check["code"] == code).unwrap()["faults"].to_string()
    };
    assert!(faults("I1").contains(&receipt), "{found}");
    assert!(faults("I2").contains(&bill), "{found}");
    assert!(faults("I5").contains("应收科目"), "{found}");
    // The sums followed the damaged rows, so figures and rows agree: that is for I1 and I2 to notice.
    assert_eq!(faults("I6"), "[]", "the ledger itself was not touched");
    let log = town.portal.get("/monitor/jobLog/list?jobName=账目核对", &clerk);
    assert_eq!(log["rows"][0]["status"], "1", "a run that finds something is a failed one: {log}");
    assert!(log["rows"][0]["exceptionInfo"].as_str().unwrap().contains("全部差异见对账中心"), "{log}");
}

#[test]
fn only_the_newest_runs_are_kept() {
    let town = town();
    for _ in 0..32 {
        assert_eq!(ask(&town)["code"], 200);
        assert_eq!(tick(&town), 1);
    }
    let kept: Vec<Reconciliation> = town.portal.app.store.read().unwrap().all().unwrap();
    assert_eq!((kept.len(), kept[0].run_id, kept[29].run_id), (30, 3, 32));
    assert_eq!(town.get(LIST)["data"]["runs"][0]["runId"], 32, "the last one first");
}

#[test]
fn without_the_job_a_sentence_says_what_to_do() {
    let town = town();
    let job = town.portal.get("/monitor/job/list?jobName=账目核对", &town.clerk)["rows"][0]["jobId"].as_u64().unwrap();
    assert_eq!(town.portal.delete(&format!("/monitor/job/{job}"), &town.clerk)["code"], 200);
    assert!(ask(&town)["msg"].as_str().unwrap().contains("请管理员在定时任务中新增（调用目标 books.check）"));
    assert_eq!(town.get(LIST)["data"]["running"], Value::Null);
    let role = town.portal.role("cashier2", &["fin:bill:list"], 1, &[]);
    town.portal.person("clerk", 110, &[role]);
    let token = town.portal.token("clerk");
    assert_eq!(town.portal.get(LIST, &token)["code"], 403);
    assert_eq!(town.portal.post("/fin/reconcile", &token, json!({}))["code"], 403);
    assert!(town.portal.app.store.read().unwrap().get::<Reconciliation>(&id(1)).unwrap().is_none());
}
