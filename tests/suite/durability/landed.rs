//! A data directory and a backup written by the program before this one (`fixtures/landed.zip`, see `make_landed.py`), with
//! what the findings about the door could leave behind: it opens, says what is wrong with the operation that puts it right, the
//! operations are done, and its backup is restored.

use crate::support;
use std::io::Cursor;
use std::path::Path;

use gx_portal::clock::Clock;
use gx_portal::upkeep::{backup, doctor, restore};
use serde_json::json;
use tempfile::TempDir;

use support::Portal;

const LANDED: &[u8] = include_bytes!("../../fixtures/landed.zip");
/// Password of everybody in it but `admin`.
const PASSWORD: &str = "Yunchuan-9528";

fn unpacked() -> TempDir {
    let folder = tempfile::tempdir().expect("folder");
    zip::ZipArchive::new(Cursor::new(LANDED)).expect("a zip").extract(folder.path()).expect("unpacked");
    folder
}

fn token(portal: &Portal, name: &str) -> String {
    portal.sign_in(name, PASSWORD)["token"].as_str().unwrap_or_else(|| panic!("{name} signs in")).to_owned()
}

fn only_backup(folder: &Path) -> std::path::PathBuf {
    let mut found = std::fs::read_dir(folder.join("backup")).expect("backups");
    found.next().expect("one").expect("readable").path()
}

#[test]
fn a_backup_of_the_program_before_is_restored() {
    let folder = unpacked();
    let from = only_backup(folder.path());
    let report = backup::verify(&gx_portal::features::PRODUCT, &from).expect("read");
    assert!(report.is_good(), "{report:?}");
    let target = tempfile::tempdir().expect("folder");
    restore::restore(&gx_portal::features::PRODUCT, &from, target.path(), &Clock::system()).expect("restored");
    let portal = Portal::on(target);
    assert_eq!(portal.app.sessions.count(), 0, "nobody is in who was signed out since");
    assert_eq!(portal.get("/getInfo", &token(&portal, "boss"))["code"], 200, "people sign in as before");
}

#[test]
fn what_the_findings_left_behind_is_named_and_put_right() {
    let portal = Portal::on(unpacked());
    // years later than the tests' usual day: the directory was written in November 2026
    portal.app.clock.advance(900 * 86_400_000);
    let found = doctor::run(&portal.app, "root", false).expect("examined");
    assert!(found["hints"].to_string().contains("wuzhu"), "F12: the account without department: {}", found["hints"]);
    let (admin, boss) = (portal.admin(), token(&portal, "boss"));

    let users = portal.get("/system/user/list?pageNum=1&pageSize=99", &admin);
    let homeless =
        users["rows"].as_array().expect("rows").iter().find(|user| user["userName"] == "wuzhu").expect("seen");
    let moved = json!({"userId": homeless["userId"], "userName": "wuzhu", "realName": "无主账号", "deptId": 110, "status": "0", "roleIds": [], "postIds": []});
    assert_eq!(portal.put("/system/user", &admin, moved)["code"], 200);
    let again = doctor::run(&portal.app, "root", false).expect("examined");
    assert_eq!(again["hints"], json!([]), "put right");

    let named = again["faults"].to_string() + &again["advice"].to_string();
    assert!(named.contains("多于已收的 0.00 元") && named.contains("冲销多缴的上缴单"), "F10: {named}");

    widened_role_is_narrowed(&portal, &admin);
    money_that_never_was_is_taken_back(&portal, &boss);
    month_of_1900_is_reopened(&portal, &admin, &boss);
    support::chain_is_whole(&portal.app);
    let healthy = doctor::run(&portal.app, "root", false).expect("examined");
    assert_eq!(healthy["ok"], true, "{healthy}");
}

/// F10 and F8: ten milliard yuan handed in, and an expense that its maker paid in 1990.
fn money_that_never_was_is_taken_back(portal: &Portal, boss: &str) {
    for (path, id) in [("/fin/remittance/reverse", 2), ("/fin/expense/reverse", 1)] {
        let answer = portal.post(path, boss, json!({"id": id, "comment": "登记有误"}));
        assert_eq!(answer["code"], 200, "{path}: {answer}");
    }
}

/// F2: he keeps what he was given under the old program until somebody who holds more takes it; he himself gets no further.
fn widened_role_is_narrowed(portal: &Portal, admin: &str) {
    let bumen = token(portal, "bumen");
    let roles = portal.get("/system/role/list?pageNum=1&pageSize=99", admin);
    let wide = roles["rows"].as_array().expect("rows").iter().find(|role| role["roleKey"] == "wide").expect("there");
    let scope = |data_scope: &str| json!({"roleId": wide["roleId"], "roleName": "自己的角色", "roleKey": "wide", "dataScope": data_scope});
    let seen = |portal: &Portal| portal.get("/system/user/list?pageNum=1&pageSize=99", &bumen)["total"].as_u64();
    let before = seen(portal);
    assert_ne!(portal.put("/system/role/dataScope", &bumen, scope("1"))["code"], 200, "no further by himself");
    assert_eq!(portal.put("/system/role/dataScope", admin, scope("5"))["code"], 200);
    assert!(seen(portal) <= before, "narrowed");
    assert_ne!(portal.put("/system/role/dataScope", &bumen, scope("4"))["code"], 200, "what was taken stays taken");
}

/// F8: somebody closed January 1900; another reopens it, and the first month that has entries can be closed.
fn month_of_1900_is_reopened(portal: &Portal, admin: &str, boss: &str) {
    let month = |month: &str| json!({"partyAId": 1, "month": month, "reason": "误月结"});
    let reopened = portal.post("/fin/close/reopen", boss, month("1900-01-01"));
    assert_eq!(reopened["code"], 200, "{reopened}");
    let absurd = portal.post("/fin/close", admin, month("1900-01-01"));
    assert_ne!(absurd["code"], 200, "not a second time");
}
