//! Papers and slips of many records at once, killed with -9 at their commit: all of them are there or none, no number is on two
//! papers, and asking once more makes what was wanted.

use std::collections::BTreeSet;
use std::os::unix::process::ExitStatusExt as _;

use serde_json::{Value, json};

use super::kill_commits::ask;
use crate::http::{self, Server};
use crate::support::Portal;

const BINARY: &str = env!("CARGO_BIN_EXE_gx-portal");

/// What is made of many records.
struct Job {
    /// The table whose commit is cut.
    table: &'static str,
    path: &'static str,
    list: &'static str,
    number: &'static str,
    form: fn(&Portal, &str) -> Value,
}

const JOBS: [Job; 2] = [
    Job { table: "paper", path: "/paper/paper", list: "/paper/paper/list", number: "paperNo", form: contracts },
    Job { table: "slip", path: "/fin/slip", list: "/fin/slip/list", number: "slipNo", form: receipts },
];

fn ids(portal: &Portal, who: &str, list: &str, id: &str) -> Vec<Value> {
    let listed = portal.get(&format!("{list}pageSize=9999"), who);
    listed["rows"].as_array().expect("rows").iter().map(|row| row[id].clone()).collect()
}

fn contracts(portal: &Portal, who: &str) -> Value {
    let template = portal.get("/paper/template/list?kind=1", who)["rows"][0]["templateId"].clone();
    json!({"templateId": template, "ids": ids(portal, who, "/lease/lease/list?", "leaseId")})
}

fn receipts(portal: &Portal, who: &str) -> Value {
    let mut receipts = ids(portal, who, "/fin/receipt/list?state=1&", "receiptId");
    receipts.truncate(300);
    json!({ "receiptIds": receipts })
}

fn numbers(portal: &Portal, who: &str, job: &Job) -> Vec<Value> {
    ids(portal, who, &format!("{}?", job.list), job.number)
}

#[test]
fn killed_while_many_papers_are_made_all_are_there_or_none() {
    for (job, place) in JOBS.iter().flat_map(|job| ["before", "sync", "after"].map(|place| (job, place))) {
        let portal = Portal::city();
        let who = portal.admin();
        let form = (job.form)(&portal, &who);
        let many = form["ids"].as_array().or_else(|| form["receiptIds"].as_array()).expect("numbers").len();
        assert!(many > 20, "{}: {many}", job.table);
        let before = numbers(&portal, &who, job);
        let folder = portal.stopped();
        let cut = format!("{place}:{}", job.table);
        let mut server = Server::start_with(BINARY, folder.path(), &[("KILL_AT_COMMIT", &cut)]);
        let request = ("POST", job.path, "application/json", form.to_string());
        assert_eq!(ask(&server, &request), None, "{cut}: nobody was answered");
        assert_eq!(server.ended().signal(), Some(9), "{cut}");
        let (code, report) = http::run(BINARY, &["doctor", "--data", folder.path().to_str().expect("a path")], "");
        assert_eq!(code, 0, "{cut}: {report}");

        let portal = Portal::on(folder);
        let who = portal.admin();
        let made = numbers(&portal, &who, job).len() - before.len();
        let wanted: &[usize] = match place {
            "before" => &[0],
            "after" => &[many],
            _ => &[0, many],
        };
        assert!(wanted.contains(&made), "{cut}: {made} of {many}");
        let answer = portal.post(job.path, &who, form);
        assert_eq!(answer["code"], 200, "{cut}: {answer}");
        let after = numbers(&portal, &who, job);
        // a receipt has one slip that counts: asked again, it is printed again
        let all = if job.table == "slip" { many } else { made + many };
        assert_eq!(after.len(), before.len() + all, "{cut}");
        let different: BTreeSet<String> = after.iter().map(Value::to_string).collect();
        assert_eq!(different.len(), after.len(), "{cut}: a number is on two papers");
    }
}
