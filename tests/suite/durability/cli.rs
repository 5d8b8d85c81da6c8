//! The real binary in temporary directories: what an administrator types and what he is told.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use gx_portal::features::PRODUCT;
use gx_portal::platform::identity::user::User;
use gx_portal::store::migrate::{Schema, known_number, schema};
use gx_portal::store::{FileMedium, Reads, Seq, Store, StoreError, Writer, id};
use serde_json::{Value, json};
use tempfile::TempDir;

pub(super) const PASSWORD: &str = "Gx-portal-2026\n";

/// What a run of the program gave.
pub(super) struct Ran {
    code: i32,
    out: String,
    err: String,
}

impl Ran {
    #[track_caller]
    pub(super) fn expect(self, code: i32) -> Self {
        assert_eq!(self.code, code, "out: {}\nerr: {}", self.out, self.err);
        self.quiet()
    }

    #[track_caller]
    fn quiet(self) -> Self {
        assert!(!self.err.contains("panicked"), "a panic reached a person: {}", self.err);
        self
    }

    #[track_caller]
    pub(super) fn says(self, sentence: &str) -> Self {
        assert!(
            self.out.contains(sentence) || self.err.contains(sentence),
            "no «{sentence}» in: {}{}",
            self.out,
            self.err
        );
        self
    }

    #[track_caller]
    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }
}

/// A temporary place with the program.
pub(super) struct Place(TempDir);

impl Place {
    pub(super) fn new() -> Self {
        Self(tempfile::tempdir().expect("temporary directory"))
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(super) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gx-portal"));
        command
            .args(arguments)
            .current_dir(self.0.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        for name in ["GX_DATA", "GX_LISTEN", "GX_BASE", "GX_CONFIG", "GX_LOG", "RUST_LOG"] {
            command.env_remove(name);
        }
        command
    }

    pub(super) fn run(&self, arguments: &[&str]) -> Ran {
        finish(self.command(arguments).spawn().expect("start"))
    }

    pub(super) fn run_with(&self, arguments: &[&str], input: &str) -> Ran {
        let mut child = self.command(arguments).stdin(Stdio::piped()).spawn().expect("start");
        child.stdin.take().expect("stdin").write_all(input.as_bytes()).expect("write");
        finish(child)
    }

    /// A data directory with the administrator and the departments of a fictional authority.
    pub(super) fn installed(name: &str) -> Self {
        let place = Self::new();
        place.run_with(&["init", "--data", name, "--admin-password-stdin"], PASSWORD).expect(0);
        crate::support::with_departments(&place.path(name));
        place
    }

    /// Starts a server on a free port; the address is in the line it prints.
    pub(super) fn serve(&self, name: &str) -> (Running, String) {
        let mut child = self.command(&["serve", "--data", name, "--listen", "127.0.0.1:0"]).spawn().expect("start");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("stdout")).read_line(&mut line).expect("a line");
        (Running(child), line)
    }

    pub(super) fn backup(&self) -> PathBuf {
        self.run(&["backup", "create", "--data", "a", "--to", "bk"]).expect(0);
        let folder = fs::read_dir(self.path("bk")).expect("bk");
        folder.map(|entry| entry.expect("entry").path()).max().expect("a backup")
    }
}

/// A server that does not outlive its test.
pub(super) struct Running(Child);

impl Running {
    pub(super) fn stop(mut self) -> i32 {
        let id = rustix::process::Pid::from_child(&self.0);
        rustix::process::kill_process(id, rustix::process::Signal::TERM).expect("signal");
        self.0.wait().expect("wait").code().unwrap_or(-1)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

fn finish(child: Child) -> Ran {
    let done = child.wait_with_output().expect("output");
    Ran {
        code: done.status.code().unwrap_or(-1),
        out: String::from_utf8(done.stdout).expect("UTF-8"),
        err: String::from_utf8(done.stderr).expect("UTF-8"),
    }
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

fn flip(path: &Path, at: usize) {
    let mut bytes = fs::read(path).expect("read");
    bytes[at] ^= 0x55;
    fs::write(path, bytes).expect("write");
}

#[test]
fn init_with_a_password_then_refuses() {
    let place = Place::installed("a");
    place.run(&["init", "--data", "a"]).expect(1).says("已有账号");
    place.run(&["user", "list", "--data", "a"]).expect(0).says("admin").says("共 1 人");
    place.run_with(&["init", "--data", "weak", "--admin-password-stdin"], "1\n").expect(1);
    place.run(&["init", "--data", "none", "--admin-password-stdin"]).expect(2).says("没有口令");
    fs::create_dir(place.path("foreign")).expect("mkdir");
    fs::write(place.path("foreign/letter.txt"), "mine").expect("write");
    place.run(&["init", "--data", "foreign"]).expect(3).says("letter.txt");
}

#[test]
fn init_with_a_code_gives_a_new_one_each_time() {
    let place = Place::new();
    let code = |ran: Ran| ran.expect(0).json()["setupCode"].as_str().expect("code").to_owned();
    let first = code(place.run(&["init", "--data", "a", "--json"]));
    let second = code(place.run(&["init", "--data", "a", "--json"]));
    assert!(first.len() == 14 && first != second, "{first} {second}");
    let (server, line) = place.serve("a");
    assert!(line.starts_with("已启动，访问 http://127.0.0.1:") && line.ends_with("/gx_portal/\n"), "{line}");
    let third = code(place.run(&["init", "--data", "a", "--json"]));
    assert_ne!(second, third, "a running server gives a code too");
    assert_eq!(server.stop(), 0);
}

#[test]
fn users_and_settings() {
    let place = Place::installed("a");
    let run = |arguments: &[&str]| place.run(&[arguments, &["--data", "a"]].concat());
    run(&["settings", "set", "sys.session.idleMinutes", "45"]).expect(0);
    run(&["settings", "get", "sys.session.idleMinutes"]).expect(0).says("= 45");
    run(&["settings", "set", "no.such.key", "45"]).expect(1).says("no.such.key");
    run(&["settings", "get", "no.such.key"]).expect(1).says("no.such.key");
    let made = run(&["user", "create", "zhangsan", "--name", "张三", "--role", "clerk", "--dept", "112", "--json"])
        .expect(0)
        .json();
    assert_eq!(made["initialPassword"].as_str().map(str::len), Some(12));
    run(&["user", "create", "zhangsan", "--name", "张三"]).expect(1).says("已存在");
    run(&["user", "create", "lisi", "--name", "李四", "--role", "nobody"]).expect(1).says("nobody");
    run(&["user", "list", "zhang"]).expect(0).says("张三").says("共 1 人");
    run(&["user", "passwd", "zhangsan"]).expect(0).says("一次性口令");
    let given =
        place.run_with(&["user", "passwd", "zhangsan", "--password-stdin", "--data", "a"], "Other-word-77\n").expect(0);
    assert!(!given.out.contains("Other-word"), "a given password is not shown");
    run(&["user", "disable", "zhangsan"]).expect(0);
    run(&["user", "list", "zhangsan"]).expect(0).says("停用");
    run(&["user", "enable", "zhangsan"]).expect(0);
    run(&["user", "unlock", "zhangsan"]).expect(0);
    run(&["user", "unlock", "zhangsan", "--json"]).expect(0).json();
}

#[test]
fn people_come_in_from_a_workbook() {
    let place = Place::installed("a");
    let run = |arguments: &[&str]| place.run(&[arguments, &["--data", "a"]].concat());
    let fixture = |name: &str| format!("{}/tests/fixtures/{name}", env!("CARGO_MANIFEST_DIR"));
    let (good, strange) = (fixture("people.xlsx"), fixture("libreoffice-users.xlsx"));
    let bad = place.path("bad.xlsx").display().to_string();
    let mut book = rust_xlsxwriter::Workbook::new();
    for (row, (name, real)) in [("登录名称", "用户名称"), ("lisi", "李四"), ("li si", "李四")].into_iter().enumerate()
    {
        let row = u32::try_from(row).expect("a row");
        let sheet = if row == 0 { book.add_worksheet() } else { book.worksheet_from_index(0).expect("the sheet") };
        sheet.write_string(row, 0, name).and_then(|sheet| sheet.write_string(row, 1, real)).expect("written");
    }
    book.save(&bad).expect("saved");
    run(&["import", "users", &good, "--dry-run"]).expect(0).says("检查通过，共 2 条数据可以导入");
    run(&["user", "list", "daoru"]).expect(0).says("共 0 人");
    run(&["import", "users", &strange]).expect(1).says("无法识别的列：入职日期");
    run(&["import", "users", &bad]).expect(4).says("没有导入任何数据").says("1、第 3 行账号 li si：");
    run(&["import", "users", &good, "--result", "passwords.xlsx"]).expect(0).says("共 2 条");
    assert!(place.path("passwords.xlsx").exists());
    run(&["import", "users", &good]).expect(4).says("账号 daoru01 已存在");
    run(&["import", "users", &good, "--update"]).expect(0);
    run(&["import", "users", "missing.xlsx"]).expect(1).says("读不到文件");
}

#[test]
fn the_role_matrix_is_what_the_seed_roles_hold() {
    let place = Place::installed("a");
    let matrix = place.run(&["perms", "--roles", "--json", "--data", "a"]).expect(0).json();
    let business = |permission: &&String| {
        ["asset:", "lease:", "fin:", "expo:", "stat:", "report:", "paper:"].iter().any(|of| permission.starts_with(of))
    };
    let holders = |permission: &str| matrix[permission].as_array().expect("holders").clone();
    assert_eq!(holders("lease:lease:approve"), ["admin", "sysadmin", "leasemgr"]);
    assert_eq!(holders("fin:receipt:add"), ["admin", "sysadmin", "cashier", "finance"]);
    assert_eq!(holders("fin:receipt:reverse"), ["admin", "sysadmin", "finance"]);
    assert!(
        holders("asset:asset:list").contains(&json!("auditor"))
            && !holders("asset:asset:add").contains(&json!("auditor"))
    );
    for right in ["expo:entry:approve", "fin:receipt:reverse", "lease:lease:approve"] {
        assert!(!holders(right).contains(&json!("auditor")), "{right}: who looks decides nothing");
    }
    let everyday = json!(["admin", "sysadmin", "clerk", "assetmgr", "leasemgr", "cashier", "finance", "leaseclerk"]);
    assert_eq!(matrix["appr:form:start"], everyday, "every office may apply for something");
    let logs = |permission: &&String| permission.starts_with("monitor:");
    let map = matrix.as_object().expect("an object");
    for (permission, holders) in map.iter().filter(|(permission, _)| !business(permission) && !logs(permission)) {
        if permission == "appr:form:start" {
            continue;
        }
        let read = ["system:user:list", "system:user:query"].contains(&permission.as_str());
        let expected = if read { json!(["admin", "sysadmin", "deptadmin"]) } else { json!(["admin", "sysadmin"]) };
        assert_eq!(holders, &expected, "{permission}");
    }
}

#[test]
fn an_archive_travels_unchanged() {
    let place = Place::installed("a");
    place.run(&["seed", "--demo", "small", "--data", "a"]).expect(0).says("40 人");
    place.run(&["seed", "--demo", "standard", "--data", "a"]).expect(1).says("演示数据已存在");
    place.run(&["export", "1.zip", "--data", "a"]).expect(0);
    place.run(&["init", "--data", "b"]).expect(0);
    place.run(&["import", "archive", "1.zip", "--data", "b"]).expect(0);
    place.run(&["export", "2.zip", "--data", "b"]).expect(0);
    let read = |name: &str| fs::read(place.path(name)).expect("archive");
    assert!(read("1.zip") == read("2.zip"), "equal stores give equal archives");
    place.run(&["doctor", "--data", "b"]).expect(0).says("数据完好");
    place.run(&["user", "list", "--data", "b"]).expect(0).says("共 41 人");
    place.run(&["import", "archive", "1.zip", "--data", "b"]).expect(1).says("已有用户");
}

#[test]
fn a_bad_archive_changes_nothing() {
    let place = Place::installed("a");
    place.run(&["export", "1.zip", "--data", "a"]).expect(0);
    place.run(&["init", "--data", "b"]).expect(0);
    let whole = fs::read(place.path("1.zip")).expect("archive");
    for at in (40..whole.len()).step_by(whole.len() / 23) {
        let mut hurt = whole.clone();
        hurt[at] ^= 0x10;
        fs::write(place.path("hurt.zip"), hurt).expect("write");
        let ran = place.run(&["import", "archive", "hurt.zip", "--data", "b"]);
        // A flipped bit in a time stamp or the like is no damage to the content.
        if ran.code == 0 {
            place.run(&["export", "again.zip", "--data", "b"]).expect(0);
            place.run(&["export", "again.zip", "--data", "b"]).expect(1).says("已存在，没有覆盖");
            assert!(fs::read(place.path("again.zip")).expect("archive") == whole, "byte {at} changed a record");
            fs::remove_file(place.path("again.zip")).expect("remove");
            fs::remove_dir_all(place.path("b")).expect("remove");
            place.run(&["init", "--data", "b"]).expect(0);
        } else {
            ran.expect(1).says("没有导入任何内容");
            place.run(&["user", "list", "--data", "b"]).expect(0).says("共 0 人");
        }
    }
    fs::write(place.path("text.zip"), "no archive").expect("write");
    place.run(&["import", "archive", "text.zip", "--data", "b"]).expect(1).says("不是 gx-portal 的归档");
    place.run(&["import", "archive", "absent.zip", "--data", "b"]).expect(1).says("不存在");
    place.run(&["doctor", "--data", "b"]).expect(0);
}

#[test]
fn a_backup_is_verified_and_restored() {
    let place = Place::installed("a");
    place.run(&["seed", "--demo", "small", "--data", "a"]).expect(0);
    place.run(&["export", "1.zip", "--data", "a"]).expect(0);
    let (server, _) = place.serve("a");
    let backup = place.backup();
    assert_eq!(server.stop(), 0, "the server goes on and stops cleanly");
    place.run(&["backup", "verify", text(&backup)]).expect(0).says("完好");
    place.run(&["restore", "--from", text(&backup), "--data", "c"]).expect(0).says("所有人须重新登录");
    place.run(&["doctor", "--data", "c"]).expect(0);
    place.run(&["user", "list", "--data", "c"]).expect(0).says("共 41 人");
    assert_eq!(fs::read(place.path("a/keys/session.key")).ok(), fs::read(place.path("c/keys/session.key")).ok());
    place.run(&["restore", "--from", text(&backup), "--data", "c"]).expect(1).says("不是空目录");
    let newer = place.backup();
    assert_eq!(place.run(&["backup", "list", "bk", "--json"]).expect(0).json().as_array().map(Vec::len), Some(2));
    place.run(&["backup", "prune", "bk", "--keep", "0"]).expect(1);
    place.run(&["backup", "prune", "bk", "--keep", "1"]).expect(0).says("保留 1 份");
    assert!(newer.exists() && !backup.exists());
}

#[test]
fn a_damaged_backup_is_named() {
    let place = Place::installed("a");
    let backup = place.backup();
    let (database, manifest) = (backup.join("gx.redb"), backup.join("manifest.json"));
    let whole = fs::read(&database).expect("read");
    for at in [3, 70, whole.len() / 3, whole.len() / 2, whole.len() - 9] {
        flip(&database, at);
        let ran = place.run(&["backup", "verify", text(&backup), "--json"]).expect(4);
        let first = ran.json()["faults"][0].as_str().expect("a fault").to_owned();
        assert!(first.contains("gx.redb"), "{first}");
        fs::write(&database, &whole).expect("mend");
    }
    place.run(&["backup", "verify", text(&backup)]).expect(0);
    let key = backup.join("keys/session.key");
    let bytes = fs::read(&key).expect("key");
    fs::remove_file(&key).expect("remove");
    place.run(&["backup", "verify", text(&backup)]).expect(4).says("缺少文件 keys/session.key");
    place.run(&["restore", "--from", text(&backup), "--data", "c"]).expect(1).says("缺少文件 keys/session.key");
    assert!(!place.path("c").exists(), "nothing is restored from a damaged backup");
    fs::write(&key, bytes).expect("mend");
    let listed = fs::read_to_string(&manifest).expect("manifest");
    let fewer = listed.replace("\"last\": 3", "\"last\": 2").replace("\"last\": 2", "\"last\": 1");
    fs::write(&manifest, fewer).expect("write");
    place.run(&["backup", "verify", text(&backup)]).expect(4).says("清单");
    let known = format!("\"schema\": {}", known_number());
    fs::write(&manifest, listed.replace(&known, "\"schema\": 999")).expect("write");
    place.run(&["backup", "verify", text(&backup)]).expect(1).says("更新版本");
    fs::remove_file(&manifest).expect("remove");
    place.run(&["backup", "verify", text(&backup)]).expect(1).says("没有备份清单");
    place.run(&["backup", "verify", "absent"]).expect(1).says("没有备份目录");
}

#[test]
fn the_doctor_sees_flipped_bytes_without_a_panic() {
    let place = Place::installed("a");
    place.run(&["doctor", "--data", "a"]).expect(0).says("数据完好");
    let database = place.path("a/gx.redb");
    let whole = fs::read(&database).expect("read");
    let name = "sys.session.idleMinutes".as_bytes();
    let at = whole.windows(name.len()).position(|window| window == name).expect("a record");
    let mut seen = 0;
    for at in [at, 1, 66, 70, whole.len() / 5, whole.len() / 3, whole.len() / 2] {
        flip(&database, at);
        let ran = place.run(&["doctor", "--data", "a", "--json"]);
        assert!(ran.code == 0 || ran.code == 4, "{at}: {} {}", ran.out, ran.err);
        let report = ran.quiet().json();
        assert!(report["ok"].is_boolean());
        seen += usize::from(report["ok"] == Value::Bool(false));
        let listed = place.run(&["user", "list", "--data", "a"]);
        assert!(listed.code <= 1 && !listed.err.contains("panicked"), "{at}: {}", listed.err);
        fs::write(&database, &whole).expect("mend");
    }
    assert!(seen >= 1, "the flipped record was not seen");
    flip(&database, at);
    place.run(&["doctor", "--data", "a"]).expect(4).says("问题：");
}

#[test]
fn the_doctor_mends_what_can_be_computed() {
    let place = Place::installed("a");
    let orphan = place.path("a/blobs/2c/f24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824");
    fs::create_dir_all(orphan.parent().expect("folder")).expect("mkdir");
    fs::write(&orphan, "hello").expect("write");
    let report = place.run(&["doctor", "--data", "a", "--json"]).expect(0).json();
    assert_eq!(report["blobs"]["orphans"].as_array().map(Vec::len), Some(1));
    place.run(&["doctor", "--data", "a", "--fix"]).expect(0);
    assert!(orphan.exists(), "a file just stored may belong to a record under way");
    let old = std::time::SystemTime::now() - std::time::Duration::from_secs(7_200);
    fs::File::options().append(true).open(&orphan).expect("open").set_modified(old).expect("age");
    let fixed = place.run(&["doctor", "--data", "a", "--fix", "--json"]).expect(0).json();
    assert_eq!(fixed["fixed"]["orphansRemoved"], 1);
    place.run(&["reindex", "--data", "a"]).expect(0).says("已重建索引");
    place.run(&["doctor", "--data", "a"]).expect(0);
}

#[test]
fn other_files_under_our_names_are_sentences() {
    let place = Place::installed("a");
    let database = place.path("a/gx.redb");
    let whole = fs::read(&database).expect("read");
    for bytes in [&b"#!/bin/sh\n"[..], &b""[..], &whole[..100], &whole[..whole.len() / 2], &[0_u8; 8192][..]] {
        fs::write(&database, bytes).expect("write");
        let listed = place.run(&["user", "list", "--data", "a"]);
        assert!(!listed.err.contains("panicked"), "{} bytes: {}", bytes.len(), listed.err);
        assert!(listed.code == 1, "{} bytes: {} {}", bytes.len(), listed.out, listed.err);
        let ran = place.run(&["doctor", "--data", "a"]);
        assert!(
            !ran.err.contains("panicked") && (ran.code == 4 || bytes.is_empty() && ran.code == 1),
            "{} bytes: {}{}",
            bytes.len(),
            ran.out,
            ran.err
        );
    }
}

/// Writes past the program, as damage or another version would.
fn tamper(place: &Place, work: impl FnOnce(&mut Writer<'_>) -> Result<(), StoreError> + Send + 'static) {
    let medium = Box::new(FileMedium::new(&place.path("a/gx.redb")));
    let store = Store::open(medium, gx_portal::store::options(), &PRODUCT.tables()).expect("open");
    store.write(work).expect("write");
    store.close();
}

#[test]
fn the_doctor_mends_indexes_and_sequences() {
    let place = Place::installed("a");
    place.run(&["seed", "--demo", "small", "--data", "a"]).expect(0);
    tamper(&place, |tx| tx.put(&Seq { name: "user".into(), last: 5 }).map(|_| ()));
    place.run(&["doctor", "--data", "a"]).expect(4).says("编号 user 落后");
    let db = redb::Database::open(place.path("a/gx.redb")).expect("open");
    let tx = db.begin_write().expect("write");
    tx.delete_table(redb::TableDefinition::<&[u8], &[u8]>::new("user/name")).expect("delete");
    tx.commit().expect("commit");
    drop(db);
    place.run(&["doctor", "--data", "a"]).expect(4).says("数据表 user 的索引或汇总有误");
    let (server, _) = place.serve("a");
    place.run(&["doctor", "--data", "a", "--fix"]).expect(0).says("数据完好");
    place.run(&["user", "create", "zhangsan", "--name", "张三", "--data", "a"]).expect(0).says("编号 140");
    assert_eq!(server.stop(), 0);
}

#[test]
fn pictures_are_kept_and_their_damage_is_named() {
    let place = Place::installed("a");
    let hash = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
    let blob = place.path("a/blobs/2c").join(&hash[2..]);
    tamper(&place, move |tx| {
        let user: User = tx.get(&id(1))?.expect("the administrator");
        tx.put(&User { avatar: format!("/profile/avatar/{hash}.png"), ..user }).map(|_| ())
    });
    place.run(&["doctor", "--data", "a"]).expect(4).says("缺失");
    place.run(&["backup", "create", "--to", "bk", "--data", "a"]).expect(1).says("不存在");
    assert_eq!(fs::read_dir(place.path("bk")).expect("bk").count(), 0, "nothing unfinished is left");
    fs::create_dir_all(blob.parent().expect("folder")).expect("mkdir");
    fs::write(&blob, "hello").expect("write");
    let backup = place.backup();
    place.run(&["backup", "verify", text(&backup)]).expect(0);
    place.run(&["export", "1.zip", "--data", "a"]).expect(0);
    place.run(&["init", "--data", "b"]).expect(0);
    place.run(&["import", "archive", "1.zip", "--data", "b"]).expect(0);
    assert_eq!(fs::read(place.path("b/blobs/2c").join(&hash[2..])).expect("blob"), b"hello");
    place.run(&["restore", "--from", text(&backup), "--data", "c"]).expect(0);
    place.run(&["doctor", "--data", "c"]).expect(0);
    fs::write(&blob, "hellO").expect("write");
    place.run(&["doctor", "--data", "a"]).expect(4).says(hash);
    place.run(&["backup", "create", "--to", "bk", "--data", "a"]).expect(1).says("已损坏");
    place.run(&["export", "2.zip", "--data", "a"]).expect(1).says("已损坏");
    assert!(!place.path("2.zip").exists());
    place.run(&["backup", "verify", text(&backup)]).expect(0);
}

#[test]
fn a_newer_schema_is_refused() {
    let place = Place::installed("a");
    tamper(&place, |tx| {
        let found = schema(tx)?.expect("a schema");
        tx.put(&Schema { number: found.number + 1, ..found }).map(|_| ())
    });
    place.run(&["user", "list", "--data", "a"]).expect(1).says("没有打开，数据未作任何改动");
    let doctor = place.run(&["doctor", "--data", "a"]).expect(4).says("没有打开，数据未作任何改动");
    assert!(!doctor.out.contains("损坏"), "nothing is damaged: {}", doctor.out);
}

#[test]
fn two_processes_do_not_share_a_directory() {
    let place = Place::installed("a");
    let (server, _) = place.serve("a");
    place.run(&["serve", "--data", "a", "--listen", "127.0.0.1:0"]).expect(3).says("正被另一个 gx-portal 进程使用");
    place.run(&["user", "list", "--data", "a"]).expect(0).says("admin");
    place.run(&["export", "x.zip", "--data", "a"]).expect(0);
    assert!(place.path("x.zip").exists(), "relative paths mean the caller's directory");
    fs::remove_file(place.path("a/admin.sock")).expect("remove");
    place.run(&["user", "list", "--data", "a"]).expect(3);
    assert_eq!(server.stop(), 0);
    fs::create_dir(place.path("empty")).expect("mkdir");
    place.run(&["user", "list", "--data", "absent"]).expect(3).says("不存在");
    place.run(&["user", "list", "--data", "empty"]).expect(3).says("尚未初始化");
    place.run(&["user", "list"]).expect(2).says("--data");
}

#[test]
fn an_occupied_port_and_bad_configurations_are_sentences() {
    let place = Place::installed("a");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("bind");
    let address = taken.local_addr().expect("address").to_string();
    place.run(&["serve", "--data", "a", "--listen", &address]).expect(1).says("已被占用");
    place.run(&["serve", "--data", "a", "--config", "absent.toml"]).expect(2).says("读不到配置文件");
    for (bad, named) in
        [("log = \"loud\"", "loud"), ("listen = 7", "listen"), ("nonsense = 1", "nonsense"), ("= =", "写法不正确")]
    {
        fs::write(place.path("bad.toml"), bad).expect("write");
        place.run(&["config", "check", "--data", "a", "--config", "bad.toml"]).expect(2).says(named);
    }
    fs::write(place.path("a/gx-portal.toml"), "log = \"warn\"\n").expect("write");
    place.run(&["config", "print", "--data", "a"]).expect(0).says("log = warn    （配置文件");
}

#[test]
fn single_sign_on_can_be_tried_and_unlinked() {
    let place = Place::installed("a");
    place.run(&["idaas", "check", "--data", "a"]).expect(1).says("没有配置统一身份认证");
    place.run(&["user", "unlink", "admin", "--data", "a"]).expect(0).says("没有绑定统一身份");
    place.run(&["user", "unlink", "nobody", "--data", "a"]).expect(1).says("没有登录名为 nobody 的用户");
    let section = "[idaas]\nissuer = \"http://127.0.0.1:1\"\nclient_id = \"gx\"\nclient_secret = \"geheim\"\n\
                   claim = \"sub\"\npublic_url = \"https://portal.example\"\n";
    fs::write(place.path("a/gx-portal.toml"), section).expect("write");
    let found = place.run(&["idaas", "check", "--data", "a", "--json"]).expect(4).json();
    assert_eq!(found["ok"], false);
    assert!(found["lines"].to_string().contains("动态口令：由提供方负责"), "{found}");
    fs::write(place.path("bad.toml"), format!("{section}second_factor = \"both\"\n")).expect("write");
    for verb in [&["config", "check"][..], &["serve"]] {
        place.run(&[verb, &["--data", "a", "--config", "bad.toml"]].concat()).expect(2).says("应为 provider（由提供方");
    }
    let printed = place.run(&["config", "print", "--data", "a"]).expect(0).says("idaas.client_secret = ***").out;
    assert!(!printed.contains("geheim"));
}

#[test]
fn json_is_json() {
    let place = Place::installed("a");
    for verb in [
        "user list",
        "settings get",
        "doctor",
        "doctor --fix",
        "reindex",
        "export x.zip",
        "backup create --to bk",
        "backup list bk",
        "backup prune bk --keep 3",
        "seed --demo small",
        "paths",
        "config print",
        "config check",
        "routes",
        "perms",
        "openapi",
    ] {
        let arguments: Vec<&str> = verb.split(' ').chain(["--json", "--data", "a"]).collect();
        place.run(&arguments).expect(0).json();
    }
    let refused = place.run(&["user", "enable", "nobody", "--json", "--data", "a"]).expect(1).json();
    assert_eq!(refused["exitCode"], 1);
}

#[test]
fn every_help_has_an_example() {
    fn verbs(help: &str) -> Vec<String> {
        let lines = help.lines().skip_while(|line| !line.starts_with("命令:")).skip(1);
        lines
            .take_while(|line| !line.is_empty())
            .filter_map(|line| line.split_whitespace().next())
            .map(str::to_owned)
            .collect()
    }
    let place = Place::new();
    let mut waiting = vec![Vec::<String>::new()];
    let mut seen = 0;
    while let Some(path) = waiting.pop() {
        let arguments: Vec<&str> = path.iter().map(String::as_str).chain(["--help"]).collect();
        let help = place.run(&arguments).expect(0).says("示例").out;
        assert!(!help.contains("OPTIONS") && !help.contains("Usage"), "{help}");
        waiting.extend(verbs(&help).into_iter().map(|verb| [path.clone(), vec![verb]].concat()));
        seen += 1;
    }
    assert!(seen > 30, "only {seen} verbs");
}
