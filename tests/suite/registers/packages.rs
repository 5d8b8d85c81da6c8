//! A register that is taken away and comes back: nothing is lost on the way, nothing comes in by half, a restart in the
//! middle goes on.

use std::io::{Read as _, Write as _};
use std::path::Path;
use std::sync::Arc;

use gx_portal::clock::Clock;
use gx_portal::features::registers::package::work::step;
use gx_portal::features::registers::works::run::Step;
use gx_portal::features::registers::works::{self, run};
use gx_portal::op::Caller;
use gx_portal::platform::files::FileInfo;
use gx_portal::store::{Reads, id};
use gx_portal::upkeep::{archive, backup, restore};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::made::{every_kind, field, fine, is_whole, listed, of_every_kind, publish, refused, row};
use crate::support::{self, Portal};

const SECRET: &str = "11010519491231002X";

struct Filled {
    portal: Portal,
    who: String,
    register: u64,
    file: u64,
}

/// A register with rows of several kinds, a file, a changed row and one in the recycle bin; a role that uses it.
fn filled() -> Filled {
    let portal = Portal::new();
    let who = portal.admin();
    let register = of_every_kind(&portal, &who);
    let file = portal.upload("/common/upload", &who, "file", "凭证.txt", b"a receipt")["newFileName"].clone();
    let file = file.as_str().and_then(|file| file.parse().ok()).expect("a number");
    let first = row(
        &portal,
        &who,
        "xfang",
        json!({"bianhao": "A-1", "shenfen": SECRET, "riqi": "2024-03-05", "jine": 1250, "zhuangtai": "open", "keshi": 103,
            "jingban": 1, "fujian": [file]}),
    );
    row(&portal, &who, "xfang", json!({"bianhao": "A-2", "dianhua": "13800000001"}));
    let gone = row(&portal, &who, "xfang", json!({"bianhao": "A-3"}));
    fine(portal.put("/reg/xfang", &who, json!({"id": first, "values": {"jine": 99}})));
    fine(portal.delete(&format!("/reg/xfang/{gone}"), &who));
    Filled { portal, who, register, file }
}

impl Filled {
    fn put(&self, deed: &str) -> Value {
        self.portal.put(&format!("/reg/design/{}/{deed}", self.register), &self.who, json!({}))
    }

    fn table(&self) -> Value {
        let all = fine(self.portal.get("/tool/gen/list", &self.who));
        all["rows"].as_array().expect("rows").iter().find(|row| row["code"] == "xfang").cloned().unwrap_or_default()
    }

    /// Stopped, packed and cleared.
    fn archived(&self) -> std::path::PathBuf {
        fine(self.put("stop"));
        fine(self.put("archive"));
        run::all(&self.portal.app).expect("worked off");
        self.package()
    }

    fn package(&self) -> std::path::PathBuf {
        let table = self.table();
        let file = table["package"]["file"].as_str().unwrap_or_else(|| panic!("{table}")).to_owned();
        self.portal.folder.path().join("archive").join(file)
    }

    /// Everything that people see of the rows.
    fn seen(&self) -> (Value, Value, Value) {
        let rows = listed(&self.portal, &self.who, "xfang", "")["rows"].clone();
        let history = format!("/portal/history?kind=register&id={}", rows[1]["id"]);
        let history = fine(self.portal.get(&history, &self.who))["rows"].clone();
        let stories = history.as_array().expect("changes").iter();
        let deeds =
            stories.map(|change| json!([change["at"], change["by"], change["deed"], change["fields"]])).collect();
        (rows, deeds, fine(self.portal.get("/reg/xfang/deleted", &self.who))["rows"].clone())
    }

    fn upload(&self, bytes: &[u8], query: &str) -> Value {
        self.portal.upload(&format!("/reg/design/importData?{query}"), &self.who, "file", "包.zip", bytes)
    }
}

/// A copy of a package with one part changed, its manifest agreeing or not.
fn changed(file: &Path, part: &str, change: impl Fn(Vec<u8>) -> Vec<u8>) -> Vec<u8> {
    let mut from = zip::ZipArchive::new(std::fs::File::open(file).expect("a file")).expect("a zip");
    let mut out = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for index in 0..from.len() {
        let mut entry = from.by_index(index).expect("an entry");
        let name = entry.name().expect("a name").into_owned();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).expect("read");
        let bytes = if name == part { change(bytes) } else { bytes };
        out.start_file(name, zip::write::SimpleFileOptions::default()).expect("begun");
        out.write_all(&bytes).expect("written");
    }
    out.finish().expect("finished").into_inner()
}

/// A copy with one part changed by somebody who knows how the manifest is written.
fn forged(file: &Path, part: &str, from: &str, to: &str) -> Vec<u8> {
    let mut written = Vec::new();
    let rewritten = changed(file, part, |text| String::from_utf8(text).expect("text").replace(from, to).into_bytes());
    let between = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(between.path(), rewritten).expect("written");
    let mut zip = zip::ZipArchive::new(std::fs::File::open(between.path()).expect("a file")).expect("a zip");
    zip.by_name(part).expect("the part").read_to_end(&mut written).expect("read");
    changed(between.path(), "manifest.json", |text| {
        let mut manifest: Value = serde_json::from_slice(&text).expect("a manifest");
        manifest["parts"][part] = json!({"size": written.len(), "sha256": hex::encode(Sha256::digest(&written))});
        serde_json::to_vec(&manifest).expect("written")
    })
}

fn text_of(file: &Path) -> String {
    let mut zip = zip::ZipArchive::new(std::fs::File::open(file).expect("a file")).expect("a zip");
    let mut all = String::new();
    for index in 0..zip.len() {
        let mut entry = zip.by_index(index).expect("an entry");
        all.push_str(&entry.name().expect("a name"));
        let _ = entry.read_to_string(&mut all);
    }
    all
}

#[test]
fn a_register_is_taken_away_and_comes_back_as_it_was() {
    let made = filled();
    let (portal, who) = (&made.portal, &made.who);
    let menu = made.table()["menuId"].as_u64().expect("a number");
    let role = portal.role("users-of-it", &["reg:xfang:list"], 1, &[]);
    portal.person("leser", 110, &[role]);
    assert_eq!(refused(made.put("archive")), "登记表“信访台账”正在使用，请先停用再归档");
    assert_eq!(
        refused(portal.delete(&format!("/tool/gen/{}", made.register), who)),
        "登记表“信访台账”已发布，请先停用并归档"
    );
    let before = made.seen();
    fine(made.put("stop"));
    fine(made.put("archive"));
    // While the work is open everything stands and nothing can be changed.
    is_whole(portal);
    assert_eq!(made.table()["works"][0]["kind"], "archive");
    for deed in ["archive", "resume", "publish"] {
        assert!(refused(made.put(deed)).contains("正在归档"), "{deed}");
    }
    let draft = fine(portal.get(&format!("/reg/design/{}", made.register), who))["data"].clone();
    let change = json!({"registerId": made.register, "draftLock": draft["draftLock"], "definition": draft["draft"]});
    assert!(refused(portal.put("/reg/design", who, change.clone())).contains("正在归档"));
    run::all(&portal.app).expect("worked off");

    let table = made.table();
    assert_eq!((&table["state"], &table["rowCount"], &table["menuId"]), (&json!("archived"), &json!(0), &json!(0)));
    assert_eq!((&table["package"]["rows"], &table["package"]["files"]), (&json!(3), &json!(1)), "{table}");
    assert_eq!(table["package"]["file"], "register-xfang-20240930.zip");
    assert_eq!(table["works"], json!([]));
    is_whole(portal);
    assert_eq!(portal.get(&format!("/system/menu/{menu}"), who)["code"], 500, "the page is gone");
    let of_role = portal.get(&format!("/system/menu/roleMenuTreeselect/{role}"), who);
    assert_eq!(of_role["checkedKeys"], json!([]), "out of the roles: {of_role}");
    assert_eq!(portal.get("/reg/xfang/list", who)["msg"], "登记表不存在或已停用，请刷新后重试");
    for deed in ["archive", "resume", "publish"] {
        assert!(refused(made.put(deed)).contains("已归档"), "{deed}");
    }
    assert!(refused(portal.put("/reg/design", who, change)).contains("已归档，不能修改"));
    let text = text_of(&made.package());
    assert!(text.contains("A-1") && text.contains("110105********002X") && text.contains("凭证.txt"), "{text}");
    assert!(!text.contains(SECRET) && !text.contains("13800000001"), "what is sealed stays sealed");

    let fetched = fine(portal.get(&format!("/reg/design/{}/package", made.register), who))["msg"].clone();
    let path = format!("/common/download?fileName={}", fetched.as_str().expect("a name"));
    let bytes = portal.request("GET", &path, who, None).bytes;
    assert_eq!(bytes, std::fs::read(made.package()).expect("the package stays"));
    assert_eq!(portal.get(&format!("/reg/design/{}/package", made.register), &portal.token("leser"))["code"], 403);

    let report = fine(made.put("unarchive"))["data"].clone();
    assert!(report["sentence"].as_str().is_some_and(|text| text.contains("共 1 版定义、3 行、1 个附件")), "{report}");
    assert_eq!(made.table()["state"], "stopped");
    is_whole(portal);
    fine(made.put("resume"));
    assert_eq!(made.seen(), before);
    assert_eq!(portal.get("/reg/xfang/list", &portal.token("leser"))["code"], 403, "rights are given anew");
    let file = portal.request("GET", &format!("/common/download/{}", made.file), who, None);
    assert_eq!(file.bytes, b"a receipt");
    let next = row(portal, who, "xfang", json!({"bianhao": "A-4"}));
    assert_eq!(next & 0xff_ffff_ffff, 4, "numbers are not given again");
    let again = json!({"values": {"bianhao": "a-1"}});
    assert_eq!(refused(portal.post("/reg/xfang", who, again)), "编号“a-1”已存在（第 1 行）");
    is_whole(portal);
    // The same once more: another file beside the first one.
    assert!(made.archived().ends_with("register-xfang-20240930-2.zip"));
    is_whole(portal);
}

#[test]
fn a_package_of_a_deleted_register_comes_in_whole_or_not_at_all() {
    let made = filled();
    let (portal, who) = (&made.portal, &made.who);
    let before = made.seen();
    let file = made.archived();
    let whole = std::fs::read(&file).expect("read");
    fine(portal.delete(&format!("/tool/gen/{}", made.register), who));
    assert_eq!(made.table(), Value::Null);
    is_whole(portal);
    let spoilt = |part: &str, change: &dyn Fn(Vec<u8>) -> Vec<u8>| changed(&file, part, change);
    let newer = |text: Vec<u8>| String::from_utf8(text).expect("text").replace("package 1", "package 2").into_bytes();
    let foreign = |text: Vec<u8>| {
        let mut manifest: Value = serde_json::from_slice(&text).expect("a manifest");
        manifest["key"] = json!("0123");
        serde_json::to_vec(&manifest).expect("written")
    };
    let shorter = |mut text: Vec<u8>| {
        text.truncate(text.len() / 2);
        text
    };
    for (bytes, sentence) in [
        (spoilt("manifest.json", &newer), "比本程序新，请先升级本程序"),
        (spoilt("manifest.json", &foreign), "归档包来自另一套系统"),
        (spoilt("rows.jsonl", &shorter), "rows.jsonl 的内容与校验值不符"),
        (whole[..whole.len() / 2].to_vec(), "不是登记表归档包"),
        (b"PK".to_vec(), "不是登记表归档包"),
    ] {
        let answer = refused(made.upload(&bytes, ""));
        assert!(answer.contains(sentence), "{answer}");
    }
    // Row 1 of register 1, called row 1 of register 2; a file of somebody else.
    let (own, other) = ((made.register << 40 | 1).to_string(), ((made.register + 1) << 40 | 1).to_string());
    let file_hash = hex::encode(Sha256::digest(b"a receipt"));
    for (part, from, to) in [
        ("rows.jsonl", own.as_str(), other.as_str()),
        ("history.jsonl", own.as_str(), other.as_str()),
        ("history.jsonl", "\"reg_row\"", "\"user\""),
        ("files.jsonl", "\"kind\":\"register\"", "\"kind\":\"notice\""),
        ("files.jsonl", file_hash.as_str(), &"0".repeat(64)),
    ] {
        let answer = refused(made.upload(&forged(&file, part, from, to), ""));
        assert!(answer.contains("不属于这个登记表的内容"), "{part} {from}: {answer}");
    }
    assert_eq!(refused(made.upload(&whole, "code=anders")), "归档包按原编码恢复，不能另取编码");
    assert_eq!(made.table(), Value::Null, "nothing came in");
    let told = fine(made.upload(&whole, "dryRun=true"))["data"].clone();
    assert_eq!((&told["isPackage"], &told["code"]), (&json!(true), &json!("xfang")), "{told}");
    assert_eq!(made.table(), Value::Null, "only told");
    let designer = portal.role("designers", &["tool:gen:import", "tool:gen:list"], 1, &[]);
    portal.person("zeichner", 110, &[designer]);
    let zeichner = portal.token("zeichner");
    let answer = portal.upload("/reg/design/importData", &zeichner, "file", "包.zip", &whole);
    assert!(refused(answer).contains("您没有发布登记表的权限"));

    fine(made.upload(&whole, ""));
    is_whole(portal);
    fine(made.put("resume"));
    assert_eq!(made.seen(), before);
    let taken = refused(made.upload(&whole, ""));
    assert_eq!(taken, "编码“xfang”已被登记表“信访台账”（已发布）使用，不能恢复");
}

#[test]
fn what_the_rows_belonged_to_may_be_gone_and_others_may_point_here() {
    let portal = Portal::new();
    let who = portal.admin();
    let plate = json!({"plateCode": "P1", "plateName": "东区", "deptId": 110, "color": "#1677FF"});
    let plate = fine(portal.post("/asset/plate", &who, plate))["data"]["id"].clone();
    let dept = json!({"parentId": 100, "deptName": "临时科", "orderNum": 9, "status": "0"});
    fine(portal.post("/system/dept", &who, dept));
    let depts = fine(portal.get("/system/dept/list?deptName=临时科", &who))["data"].clone();
    let dept = depts[0]["deptId"].clone();
    let link = super::made::with(field("bankuai", "板块", "link"), json!({"link": "plate"}));
    let fields = json!([field("bianhao", "编号", "code"), link]);
    let definition = json!({"name": "台账", "fields": fields, "title": 1, "once": [[1, 2]], "formColumns": 1});
    let target = publish(&portal, &who, "taizhang", definition);
    let values = json!({"values": {"bianhao": "A1", "bankuai": plate}, "deptId": dept});
    fine(portal.post("/reg/taizhang", &who, values));
    let pointing = super::made::with(field("taizhang", "所属台账", "link"), json!({"link": "reg:taizhang"}));
    let definition =
        json!({"name": "明细", "fields": [field("bianhao", "编号", "code"), pointing], "title": 1, "formColumns": 1});
    let other = publish(&portal, &who, "mingxi", definition);
    let put = |register: u64, deed: &str| portal.put(&format!("/reg/design/{register}/{deed}"), &who, json!({}));
    fine(put(target, "stop"));
    let sentence = refused(put(target, "archive"));
    assert_eq!(sentence, "登记表“明细”的字段“所属台账”关联了“台账”，请先在该登记表中归档这个字段并发布");
    fine(put(other, "stop"));
    fine(put(other, "archive"));
    run::all(&portal.app).expect("worked off");
    fine(put(target, "archive"));
    run::all(&portal.app).expect("worked off");
    fine(portal.delete(&format!("/asset/plate/{plate}"), &who));
    fine(portal.delete(&format!("/system/dept/{dept}"), &who));
    let report = fine(put(target, "unarchive"))["data"].clone();
    let told = report["dictionaries"].to_string();
    assert!(told.contains("1 行原来的管理部门已删除") && told.contains("1 行关联的对象已删除"), "{report}");
    is_whole(&portal);
    fine(put(target, "resume"));
    let row = listed(&portal, &who, "taizhang", "")["rows"][0].clone();
    assert_eq!(row["misfits"]["bankuai"], "P1 东区", "{row}");
    assert_ne!(row["deptName"], "");
    // An empty register goes and comes like any other.
    fine(put(other, "unarchive"));
    is_whole(&portal);
}

#[test]
fn a_removal_goes_on_where_a_restart_left_it() {
    let portal = Portal::new();
    let who = portal.admin();
    let fields = json!([field("bianhao", "编号", "code"), field("mingcheng", "名称", "text")]);
    let register =
        publish(&portal, &who, "dabiao", json!({"name": "大表", "fields": fields, "title": 1, "formColumns": 1}));
    let lines: String = (0..1_300).map(|no| format!("A-{no:05},第{no}件\n")).collect();
    let text = format!("编号,名称\n{lines}");
    fine(portal.upload("/reg/dabiao/importData", &who, "file", "大.csv", text.as_bytes()));
    let put = |portal: &Portal, deed: &str| portal.put(&format!("/reg/design/{register}/{deed}"), &who, json!({}));
    fine(put(&portal, "stop"));
    fine(put(&portal, "archive"));
    let caller = Arc::new(Caller::console("test", "test"));
    let open = |portal: &Portal| portal.app.read(&caller, |view| works::open(view, register)).expect("read").pop();
    for expected in [0, 500, 1_000] {
        let work = open(&portal).expect("a work");
        assert_eq!(step(&portal.app, &work).expect("a step"), Step::More);
        let work = open(&portal).expect("a work");
        assert_eq!((work.done, work.total), (expected, 1_300));
        is_whole(&portal);
    }
    // The program stops here and begins again.
    let portal = portal.restarted();
    let who = portal.admin();
    is_whole(&portal);
    run::all(&portal.app).expect("worked off");
    assert!(open(&portal).is_none());
    is_whole(&portal);
    fine(portal.put(&format!("/reg/design/{register}/unarchive"), &who, json!({})));
    fine(portal.put(&format!("/reg/design/{register}/resume"), &who, json!({})));
    let rows = listed(&portal, &who, "dabiao", "pageSize=1");
    assert_eq!((&rows["total"], &rows["rows"][0]["title"]), (&json!(1_300), &json!("A-01299")));
    is_whole(&portal);
}

#[test]
fn backups_and_whole_archives_go_on_with_archived_registers() {
    let made = filled();
    let file = made.archived();
    let app = &made.portal.app;
    let place = tempfile::tempdir().expect("a place");
    let copied = backup::create(app, "root", place.path()).expect("a backup");
    let restored = place.path().join("restored");
    let path = Path::new(copied["backup"].as_str().expect("its path"));
    restore::restore(&gx_portal::features::PRODUCT, path, &restored, &Clock::system()).expect("restored");
    let name = file.file_name().expect("a name");
    assert!(restored.join("archive").join(name).is_file(), "packages are part of a backup");

    let whole = place.path().join("gx.zip");
    archive::export(app, "root", &whole).expect("exported");
    let fresh = tempfile::tempdir().expect("a place");
    support::initialise_without_people(fresh.path());
    let target = support::on_disk(fresh.path());
    archive::import(&target, "root", &whole).expect("imported");
    target.store.close();
    drop(target);
    let moved = Portal::on(fresh);
    let who = moved.admin();
    is_whole(&moved);
    let path = format!("/reg/design/{}/unarchive", made.register);
    assert!(refused(moved.put(&path, &who, json!({}))).contains("不在数据目录的 archive 中"));
    // The key moved along, so a copy of the package is as good.
    let bytes = std::fs::read(file).expect("read");
    fine(moved.upload("/reg/design/importData", &who, "file", "包.zip", &bytes));
    fine(moved.put(&format!("/reg/design/{}/resume", made.register), &who, json!({})));
    let id = listed(&moved, &who, "xfang", "q[bianhao]=A-1")["rows"][0]["id"].clone();
    let full = fine(moved.post("/reg/xfang/personal", &who, json!({"id": id})))["data"]["values"].clone();
    assert_eq!(full["shenfen"], SECRET);
    assert_eq!(every_kind().len(), 25, "every kind of field went there and back");
    is_whole(&moved);
}

/// The whole store as somebody else imports it.
fn moved(portal: &Portal) -> tempfile::TempDir {
    let place = tempfile::tempdir().expect("a place");
    let whole = place.path().join("gx.zip");
    archive::export(&portal.app, "root", &whole).expect("exported");
    let fresh = tempfile::tempdir().expect("a place");
    support::initialise_without_people(fresh.path());
    let target = support::on_disk(fresh.path());
    archive::import(&target, "root", &whole).expect("imported");
    target.store.close();
    fresh
}

#[test]
fn what_moves_in_the_middle_of_an_archiving_is_not_locked_for_ever() {
    let made = filled();
    fine(made.put("stop"));
    fine(made.put("archive"));
    let before = moved(&made.portal);
    let caller = Arc::new(Caller::console("test", "test"));
    let works = |portal: &Portal| portal.app.read(&caller, |view| works::open(view, made.register)).expect("read");
    let work = works(&made.portal).pop().expect("a work");
    assert_eq!(step(&made.portal.app, &work).expect("packed"), Step::More);
    let package = made.package();
    let (without, beside) = (moved(&made.portal), moved(&made.portal));
    std::fs::create_dir_all(beside.path().join("archive")).expect("made");
    std::fs::copy(&package, beside.path().join("archive").join(package.file_name().expect("a name"))).expect("copied");
    let opened = |folder| {
        let portal = Portal::on(folder);
        assert!(works(&portal).is_empty(), "works stay where they are");
        is_whole(&portal);
        run::all(&portal.app).expect("worked off");
        let who = portal.admin();
        Filled { who, portal, register: made.register, file: made.file }
    };

    // Nothing was taken away yet: it is as it was before.
    let here = opened(before);
    let table = here.table();
    assert_eq!((&table["state"], &table["rowCount"], &table["works"]), (&json!("stopped"), &json!(2), &json!([])));
    is_whole(&here.portal);
    fine(here.put("archive"));
    run::all(&here.portal.app).expect("worked off");
    assert_eq!((&here.table()["state"], &here.table()["rowCount"]), (&json!("archived"), &json!(0)));
    is_whole(&here.portal);

    // The package came along: the rows that are in it go, and come back from it.
    let here = opened(beside);
    assert_eq!((&here.table()["state"], &here.table()["rowCount"]), (&json!("archived"), &json!(0)));
    is_whole(&here.portal);
    fine(here.put("unarchive"));
    assert_eq!(here.table()["rowCount"], 2);
    is_whole(&here.portal);

    // It did not: the rows may be the only ones, so somebody says that they go.
    let here = opened(without);
    assert_eq!((&here.table()["state"], &here.table()["rowCount"]), (&json!("archived"), &json!(2)));
    fine(here.put("archive"));
    run::all(&here.portal.app).expect("worked off");
    is_whole(&here.portal);
    let bytes = std::fs::read(&package).expect("read");
    fine(here.upload(&bytes, ""));
    assert_eq!((&here.table()["state"], &here.table()["rowCount"]), (&json!("stopped"), &json!(2)));
    is_whole(&here.portal);
}

#[test]
fn what_cannot_be_packed_stays_where_it_is() {
    let made = filled();
    let (portal, who) = (&made.portal, &made.who);
    let folder = portal.folder.path().join("archive");
    let reader = portal.app.store.read().expect("a store");
    let info: FileInfo = reader.get(&id(made.file)).expect("read").expect("there");
    drop(reader);
    let blob = portal.app.blobs.path(&info.blob).expect("a path");
    let content = std::fs::read(&blob).expect("read");
    fine(made.put("stop"));
    let fails = |sentence: &str| {
        fine(made.put("archive"));
        run::all(&portal.app).expect("worked off");
        let table = made.table();
        assert_eq!((&table["state"], &table["rowCount"]), (&json!("stopped"), &json!(2)), "{table}");
        let trouble = table["works"][0]["trouble"].as_str().expect("a sentence");
        assert!(trouble.contains(sentence), "{trouble}");
    };
    // No room for the package, and a file that is not what it was.
    std::fs::write(&folder, b"in the way").expect("written");
    fails("写入归档包失败");
    std::fs::remove_file(&folder).expect("removed");
    std::fs::write(&blob, b"another receipt").expect("written");
    fails("缺失或已损坏，归档已取消，没有移走任何数据");
    assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), 0, "nothing by half is left");
    std::fs::write(&blob, content).expect("written");
    is_whole(portal);
    fine(made.put("resume"));
    row(portal, who, "xfang", json!({"bianhao": "A-9"}));
    made.archived();
    assert_eq!(made.table()["package"]["rows"], 4);
    is_whole(portal);
}

fn with_manifest(file: &Path, change: impl Fn(&mut Value)) -> Vec<u8> {
    changed(file, "manifest.json", |text| {
        let mut manifest: Value = serde_json::from_slice(&text).expect("a manifest");
        change(&mut manifest);
        serde_json::to_vec(&manifest).expect("written")
    })
}

#[test]
fn what_was_changed_since_it_was_written_is_refused_and_what_nobody_signed_is_the_importers() {
    let made = filled();
    let (portal, who) = (&made.portal, &made.who);
    let file = made.archived();
    fine(portal.delete(&format!("/tool/gen/{}", made.register), who));
    let changed = "登记表数据包已被改动（内容与写出时的签名不符）。没有导入任何内容，请使用原来的归档包";
    for (part, from, to) in
        [("rows.jsonl", "A-2", "A-7"), ("history.jsonl", "修改", "审批"), ("register.json", "台账", "总账")]
    {
        assert_eq!(refused(made.upload(&forged(&file, part, from, to), "")), changed, "{part}");
    }
    assert_eq!(refused(made.upload(&with_manifest(&file, |manifest| manifest["last"] = json!(9)), "")), changed);
    assert_eq!(made.table(), Value::Null, "nothing came in");
    let designer = portal.role("publishers", &["tool:gen:import", "tool:gen:list", "tool:gen:publish"], 1, &[]);
    portal.person("zeichner", 110, &[designer]);
    let zeichner = portal.token("zeichner");
    let unsigned = with_manifest(&file, |manifest| manifest["signature"] = json!(""));
    let report = fine(portal.upload("/reg/design/importData", &zeichner, "file", "包.zip", &unsigned))["data"].clone();
    assert!(report["sentence"].as_str().is_some_and(|told| told.starts_with("归档包没有签名")), "{report}");
    assert!(portal.last_audit().title.ends_with("（外来的归档包）"), "{:?}", portal.last_audit());
    fine(portal.put(&format!("/reg/design/{}/resume", report["registerId"]), who, json!({})));
    let row = listed(portal, who, "xfang", "q[bianhao]=A-1")["rows"][0].clone();
    assert_eq!((&row["createBy"], &row["deptId"]), (&json!("zeichner"), &json!(110)), "{row}");
    let history = fine(portal.get(&format!("/portal/history?kind=register&id={}", row["id"]), who))["rows"].clone();
    assert_eq!(history.as_array().map(Vec::len), Some(1), "{history}");
    is_whole(portal);
}

#[test]
fn a_package_without_sealed_values_comes_in_elsewhere_as_the_importers_own() {
    let made = filled();
    let (portal, who) = (&made.portal, &made.who);
    let rows = listed(portal, who, "xfang", "")["rows"].clone();
    for row in rows.as_array().expect("rows") {
        fine(portal.put("/reg/xfang", who, json!({"id": row["id"], "values": {"shenfen": null, "dianhua": null}})));
    }
    let file = made.archived();
    let bytes = std::fs::read(&file).expect("read");
    let fresh = tempfile::tempdir().expect("a place");
    support::initialise_afresh(fresh.path());
    let elsewhere = Portal::on(fresh);
    let admin = elsewhere.admin();
    let designer = elsewhere.role("publishers", &["tool:gen:import", "tool:gen:list", "tool:gen:publish"], 1, &[]);
    elsewhere.person("zeichner", 110, &[designer]);
    let zeichner = elsewhere.token("zeichner");
    let bring = |bytes: &[u8], query: &str| {
        elsewhere.upload(&format!("/reg/design/importData?{query}"), &zeichner, "file", "包.zip", bytes)
    };
    let wrong = forged(&file, "rows.jsonl", "\"whole\":99", "\"text\":\"x\"");
    assert!(refused(bring(&wrong, "")).contains("内容与字段不符"), "a value that no form would take");
    let told = fine(bring(&bytes, "dryRun=true"))["data"]["sentence"].clone();
    assert!(
        told.as_str().is_some_and(|told| told.starts_with("归档包来自另一套系统：共 1 版定义、3 行、1 个附件")),
        "{told}"
    );
    let register = fine(bring(&bytes, ""))["data"]["registerId"].clone();
    is_whole(&elsewhere);
    fine(elsewhere.put(&format!("/reg/design/{register}/resume"), &admin, json!({})));
    let row = listed(&elsewhere, &admin, "xfang", "q[bianhao]=A-1")["rows"][0].clone();
    assert_eq!(
        (&row["createBy"], &row["deptId"], &row["values"]["jine"]),
        (&json!("zeichner"), &json!(110), &json!(99)),
        "{row}"
    );
    assert!(
        row["values"]["keshi"].is_null() && row["misfits"]["keshi"].is_string(),
        "a name, not somebody's number here: {row}"
    );
    let attached = row["values"]["fujian"][0].as_u64().expect("a file");
    let content = elsewhere.request("GET", &format!("/common/download/{attached}"), &admin, None);
    assert_eq!(content.bytes, b"a receipt");
    assert_eq!(fine(elsewhere.get("/reg/xfang/deleted", &admin))["rows"][0]["deletedBy"], "zeichner姓名");
    is_whole(&elsewhere);
}
