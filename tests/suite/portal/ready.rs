//! Whether requests would be answered: by a word for strangers, by each look for who sits at the machine.

use poem::Request;
use serde_json::Value;

use crate::http::{Client, Server, run};
use crate::support::Portal;

const BINARY: &str = env!("CARGO_BIN_EXE_gx-portal");

fn asked(portal: &Portal, path: &str) -> (u16, String) {
    let answer = portal.send(Request::builder().uri(path.parse().expect("a path")).finish());
    (answer.status, String::from_utf8(answer.bytes).expect("text"))
}

#[test]
fn what_can_not_take_files_or_stops_is_not_ready_but_alive() {
    let portal = Portal::new();
    std::fs::rename(portal.folder.path().join("blobs"), portal.folder.path().join("away")).expect("moved");
    assert_eq!(asked(&portal, "/gx_portal/readyz"), (503, "not ready".to_owned()));
    assert_eq!(asked(&portal, "/healthz"), (200, "ok".to_owned()));
    std::fs::rename(portal.folder.path().join("away"), portal.folder.path().join("blobs")).expect("back");
    let portal = portal.restarted();
    assert_eq!(asked(&portal, "/readyz"), (200, "ready".to_owned()));
    portal.app.events.close();
    assert_eq!(asked(&portal, "/readyz"), (503, "not ready".to_owned()), "at once, though it was looked at just now");
}

#[test]
fn who_sits_at_the_machine_reads_each_look_and_a_proxy_passes_on_one_word() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let place = data.to_str().expect("a path");
    let (code, told) = run(BINARY, &["init", "--data", place, "--admin-password-stdin"], "Yunchuan-9527\n");
    assert_eq!(code, 0, "{told}");
    let server = Server::start(BINARY, &data);
    let here: Value = Client::new(&server.address).json("GET", "/readyz", "").expect("an answer");
    assert_eq!(here["ready"], true, "{here}");
    let names: Vec<&str> =
        here["checks"].as_array().into_iter().flatten().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!(names, ["running", "read", "write", "files"]);
    let passed_on = Client::from(&server.address, "203.0.113.9").call("GET", "/readyz", "").expect("an answer");
    assert_eq!(passed_on, b"ready");
}
