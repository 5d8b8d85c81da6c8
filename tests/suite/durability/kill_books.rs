//! kill -9 of the real binary in the middle of a bill run and between month closes: what was acknowledged stands, a run
//! that is started again ends where an undisturbed one would, and the books balance.

use crate::http;
use crate::support::image::Image;
use crate::support::{self, scale};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{LazyLock, Mutex};

use http::{Client, Server};
use serde_json::{Value, json};

const BINARY: &str = env!("CARGO_BIN_EXE_gx-portal");
const BILLS: &str = "/prod-api/fin/bill/list?pageSize=20000";

/// The small city as it was two years ago: the bills of two years are missing, and its months are open.
fn city(data: &Path) {
    static MADE: LazyLock<Image> = LazyLock::new(|| Image::made(seeded));
    MADE.copy_to(data);
}

fn seeded(data: &Path) {
    support::installed(data);
    let data = data.to_str().unwrap();
    let (code, text) = http::run(BINARY, &["seed", "--demo", "small", "--today", "2024-09-30", "--data", data], "");
    assert_eq!(code, 0, "{text}");
    // The nightly run must not begin by itself beside the one that is watched.
    let (code, text) = http::run(BINARY, &["doctor", "--data", data], "");
    assert_eq!(code, 0, "{text}");
}

fn get(client: &mut Client, path: &str) -> Value {
    let answer = client.json("GET", path, "").unwrap();
    assert_eq!(answer["code"], 200, "{path}: {answer}");
    answer
}

fn bill_run(client: &mut Client) -> std::io::Result<Value> {
    client.json("POST", "/prod-api/fin/bill/generate", "{}")
}

/// Every bill without what depends on the order of writing.
fn bills(client: &mut Client) -> BTreeSet<String> {
    let answer = get(client, BILLS);
    let rows = answer["rows"].as_array().unwrap();
    let told = |row: &Value| {
        json!([
            row["leaseNo"],
            row["kind"],
            row["source"],
            row["periodStart"],
            row["dueDate"],
            row["amountFen"],
            row["outstandingFen"]
        ])
        .to_string()
    };
    assert_eq!(answer["total"], rows.len());
    rows.iter().map(told).collect()
}

/// Has the books checked, as somebody on the page 对账中心 would.
fn are_whole(client: &mut Client) {
    const LIST: &str = "/prod-api/fin/reconcile/list";
    let before = get(client, LIST)["data"]["runs"][0]["runId"].clone();
    let asked = client.json("POST", "/prod-api/fin/reconcile", "{}").unwrap();
    assert_eq!(asked["code"], 200, "{asked}");
    let mut found = get(client, LIST);
    while found["data"]["runs"][0]["runId"] == before {
        found = get(client, LIST);
    }
    for check in found["data"]["checks"].as_array().unwrap() {
        assert_eq!(check["faults"], json!([]), "{check}");
    }
}

fn job_id(client: &mut Client) -> Value {
    let jobs = get(client, "/prod-api/monitor/job/list?pageSize=50");
    let job = jobs["rows"].as_array().unwrap().iter().find(|job| job["jobName"] == "每日出账").cloned();
    job.unwrap_or_else(|| panic!("{jobs}"))["jobId"].clone()
}

#[test]
fn killed_in_the_middle_of_a_bill_run() {
    let folder = tempfile::tempdir().unwrap();
    let (data, calm) = (folder.path().join("data"), folder.path().join("calm"));
    city(&data);
    city(&calm);
    let wanted = {
        let server = Server::start(BINARY, &calm);
        let mut client = Client::signed_in(&server.address);
        let answer = bill_run(&mut client).unwrap();
        assert_eq!(answer["code"], 200, "{answer}");
        assert!(answer["data"]["issued"].as_u64().unwrap() > 100, "{answer}");
        bills(&mut client)
    };
    let mut stopped_half_way = 0;
    for _ in 0..scale::rounds("GX_KILLS", 5, 20) {
        let mut server = Server::start(BINARY, &data);
        let mut client = Client::signed_in(&server.address);
        let before = get(&mut client, "/prod-api/fin/bill/list?pageSize=1")["total"].as_u64().unwrap();
        let run = json!({"jobId": job_id(&mut client), "jobGroup": "DEFAULT"}).to_string();
        assert_eq!(client.json("PUT", "/prod-api/monitor/job/run", &run).unwrap()["code"], 200);
        // The kill falls behind the first commit of the run, or at its end.
        let mut now = before;
        while now == before && bills_are_missing(&mut client, &wanted) {
            now = get(&mut client, "/prod-api/fin/bill/list?pageSize=1")["total"].as_u64().unwrap();
        }
        server.kill();
        let server = Server::start(BINARY, &data);
        let mut client = Client::signed_in(&server.address);
        let found = bills(&mut client);
        assert!(found.is_subset(&wanted), "only bills of a whole run: {:?}", found.difference(&wanted).next());
        if found.len() == wanted.len() {
            break;
        }
        stopped_half_way += 1;
    }
    let server = Server::start(BINARY, &data);
    let mut client = Client::signed_in(&server.address);
    bill_run(&mut client).unwrap();
    assert_eq!(bills(&mut client), wanted, "the same bills as of a run that nobody disturbed");
    are_whole(&mut client);
    println!("{stopped_half_way} runs were stopped half-way");
    drop(server);
    let (code, report) = http::run(BINARY, &["doctor", "--json", "--data", data.to_str().unwrap()], "");
    assert_eq!(code, 0, "{report}");
}

fn bills_are_missing(client: &mut Client, wanted: &BTreeSet<String>) -> bool {
    get(client, "/prod-api/fin/bill/list?pageSize=1")["total"].as_u64().unwrap() < wanted.len() as u64
}

#[test]
fn killed_between_and_within_month_closes() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    city(&data);
    let acknowledged: Mutex<Vec<String>> = Mutex::default();
    let months: Vec<String> = (0..24).map(|place| format!("{}-{:02}-01", 2022 + place / 12, place % 12 + 1)).collect();
    for round in 0..usize::try_from(scale::rounds("GX_KILLS", 2, 6)).unwrap() {
        let mut server = Server::start(BINARY, &data);
        let mut client = Client::signed_in(&server.address);
        if round == 0 {
            assert_eq!(bill_run(&mut client).unwrap()["code"], 200);
        }
        let done = closed(&mut client);
        let known = acknowledged.lock().unwrap().clone();
        assert!(known.iter().all(|month| done.contains(month)), "acknowledged {known:?}, found {done:?}");
        assert!(done.len() <= known.len() + round, "at most one a kill was done without an answer");
        are_whole(&mut client);
        let enough = acknowledged.lock().unwrap().len() + 2;
        std::thread::scope(|scope| {
            let (months, acknowledged, token) = (&months, &acknowledged, client.token.clone());
            let address = server.address.clone();
            scope.spawn(move || {
                let mut client = Client::new(&address);
                client.token = token;
                for month in months.iter().filter(|month| !done.contains(*month)) {
                    let body = json!({"partyAId": 1, "month": month}).to_string();
                    match client.json("POST", "/prod-api/fin/close", &body) {
                        Ok(answer) if answer["code"] == 200 => acknowledged.lock().unwrap().push(month.clone()),
                        Ok(answer) => panic!("{answer}"),
                        Err(_) => return,
                    }
                }
            });
            support::promptly(|| acknowledged.lock().unwrap().len() >= enough);
            server.kill();
        });
    }
    let (code, report) = http::run(BINARY, &["doctor", "--json", "--data", data.to_str().unwrap()], "");
    assert_eq!(code, 0, "{report}");
}

/// First days of the closed months of the first party A.
fn closed(client: &mut Client) -> BTreeSet<String> {
    let answer = get(client, "/prod-api/fin/close/list?partyAId=1&pageSize=100");
    let rows = answer["data"].as_array().unwrap();
    rows.iter().map(|row| row["month"].as_str().unwrap().to_owned()).collect()
}
