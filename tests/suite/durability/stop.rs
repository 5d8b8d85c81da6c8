//! A program that is told to stop leaves a file that opens at once; one that is killed leaves one that is repaired first.

use crate::support;
use std::path::Path;

use rustix::process::{Pid, Signal, kill_process};

use crate::http::{Client, Server};

const BINARY: &str = env!("CARGO_BIN_EXE_gx-portal");

/// Whether the database opens without a look at each of its pages.
fn opens_at_once(data: &Path) -> bool {
    match redb::Builder::new().set_repair_callback(|session| session.abort()).open(data.join("gx.redb")) {
        Ok(_) => true,
        Err(redb::DatabaseError::RepairAborted) => false,
        Err(error) => panic!("{error}"),
    }
}

fn post(client: &mut Client, name: &str) {
    let body = format!(r#"{{"postCode":"{name}","postName":"{name}","postSort":1}}"#);
    assert_eq!(client.json("POST", "/prod-api/system/post", &body).unwrap()["code"], 200);
}

#[test]
fn a_stopped_server_leaves_a_closed_file() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    support::installed(&data);
    assert!(opens_at_once(&data), "the command line");
    let mut server = Server::start(BINARY, &data);
    post(&mut Client::signed_in(&server.address), "a");
    server.kill();
    let copy = folder.path().join("copy");
    std::fs::create_dir(&copy).unwrap();
    std::fs::copy(data.join("gx.redb"), copy.join("gx.redb")).unwrap();
    assert!(!opens_at_once(&copy), "a killed program leaves work, or this test proves nothing");
    let mut server = Server::start(BINARY, &data);
    let mut client = Client::signed_in(&server.address);
    post(&mut client, "b");
    let pid = i32::try_from(server.process.id()).ok().and_then(Pid::from_raw).unwrap();
    kill_process(pid, Signal::TERM).unwrap();
    assert!(server.process.wait().unwrap().success());
    assert!(opens_at_once(&data), "the server");
    let server = Server::start(BINARY, &data);
    let list = Client::signed_in(&server.address).json("GET", "/prod-api/system/post/list?pageSize=99", "").unwrap();
    let codes: Vec<&str> = list["rows"].as_array().unwrap().iter().filter_map(|row| row["postCode"].as_str()).collect();
    assert!(codes.contains(&"a") && codes.contains(&"b"), "{codes:?}");
}
