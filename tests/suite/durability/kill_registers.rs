//! A register is archived while the real binary is killed with -9 again and again: until the package is whole nothing is
//! missing, afterwards the removal goes on where it was cut off, and what comes back is what there was.

use std::path::Path;

use gx_portal::features::registers::package::reading::Package;
use gx_portal::features::registers::record::{RegRow, RegWork, Register, RegisterState};
use gx_portal::store::{Reads, id};
use serde_json::{Value, json};

use crate::http::{self, Client, Server};
use crate::registers::made::{field, fine, is_whole, listed, publish};
use crate::support::{self, Portal};

const BINARY: &str = env!("CARGO_BIN_EXE_gx-portal");
const ROWS: u64 = 3_000;

/// A stopped register with rows, closed; its number.
fn prepared() -> (tempfile::TempDir, u64) {
    let portal = Portal::new();
    let who = portal.admin();
    let fields = json!([field("bianhao", "编号", "code"), field("mingcheng", "名称", "text")]);
    let register =
        publish(&portal, &who, "dabiao", json!({"name": "大表", "fields": fields, "title": 1, "formColumns": 1}));
    let lines: String = (0..ROWS).map(|no| format!("A-{no:05},第{no}件\n")).collect();
    let text = format!("编号,名称\n{lines}");
    fine(portal.upload("/reg/dabiao/importData", &who, "file", "大.csv", text.as_bytes()));
    fine(portal.put(&format!("/reg/design/{register}/stop"), &who, json!({})));
    (portal.stopped(), register)
}

/// How a killed program left it: rows there are, and whether it is archived. Nothing that is gone is missing from the package.
fn looked_at(folder: &Path, register: u64) -> (u64, bool) {
    let (code, report) = http::run(BINARY, &["doctor", "--data", folder.to_str().expect("a path")], "");
    assert_eq!(code, 0, "{report}");
    let app = support::on_disk(folder);
    let reader = app.store.read().expect("a store");
    let rows = reader.count::<RegRow>().expect("counted");
    let stored: Register = reader.get(&id(register)).expect("read").expect("there");
    let is_archived = stored.state == RegisterState::Archived;
    match stored.package.filter(|_| is_archived) {
        Some(package) => {
            let path = folder.join("archive").join(&package.file);
            Package::open(&path).expect("a package that is whole");
            assert_eq!(package.rows, ROWS);
        }
        None => assert_eq!(rows, ROWS, "no row goes before the package is there"),
    }
    let open: Vec<RegWork> = reader.all().expect("read");
    assert_eq!(open.len(), usize::from(stored.lock.is_some()), "a work is open exactly while the register is locked");
    drop(reader);
    app.store.close();
    (rows, is_archived)
}

fn table(client: &mut Client) -> Value {
    let all = client.json("GET", "/prod-api/tool/gen/list", "").expect("an answer");
    all["rows"][0].clone()
}

/// Whether a package is being written, or lies there.
fn has_begun(folder: &Path) -> bool {
    std::fs::read_dir(folder.join("archive")).is_ok_and(|mut files| files.next().is_some())
}

#[test]
fn killed_while_a_register_is_archived() {
    let (folder, register) = prepared();
    let mut server = Server::start(BINARY, folder.path());
    let mut client = Client::signed_in(&server.address);
    let path = format!("/prod-api/reg/design/{register}/archive");
    assert_eq!(client.json("PUT", &path, "{}").expect("an answer")["code"], 200);
    // In the middle of the package.
    support::promptly(|| has_begun(folder.path()));
    server.kill();
    let (mut rows, _) = looked_at(folder.path(), register);
    // In the middle of the removal: each time some portions further.
    let mut kills = 1;
    while rows > 0 {
        let mut server = Server::start(BINARY, folder.path());
        let mut client = Client::signed_in(&server.address);
        loop {
            let table = table(&mut client);
            let left = table["rowCount"].as_u64().expect("a number");
            if table["state"] == "archived" && left < rows {
                break;
            }
        }
        server.kill();
        let (left, is_archived) = looked_at(folder.path(), register);
        assert!(is_archived && left < rows, "{left} of {rows}");
        rows = left;
        kills += 1;
    }
    let mut server = Server::start(BINARY, folder.path());
    let mut client = Client::signed_in(&server.address);
    while table(&mut client)["works"] != json!([]) {}
    server.kill();
    println!("{kills} kills while {ROWS} rows were archived");

    let portal = Portal::on(folder);
    let who = portal.admin();
    is_whole(&portal);
    let put = |deed: &str| fine(portal.put(&format!("/reg/design/{register}/{deed}"), &who, json!({})));
    put("unarchive");
    put("resume");
    let rows = listed(&portal, &who, "dabiao", "pageSize=1");
    assert_eq!((&rows["total"], &rows["rows"][0]["title"]), (&json!(ROWS), &json!("A-02999")));
    is_whole(&portal);
}
