//! `import ruoyi`: dumps of the family as a real MariaDB wrote them (`packaging/ruoyi-dumps`) come into a fresh installation.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use calamine::{Data, Reader, open_workbook_auto};
use gx_portal::error::AppError;
use gx_portal::features::PRODUCT;
use gx_portal::features::system::notice::record::{Notice, State};
use gx_portal::features::system::ruoyi::{self, Request};
use gx_portal::platform::audit::AuditRow;
use gx_portal::platform::dict::DictData;
use gx_portal::platform::identity::dept::Dept;
use gx_portal::platform::identity::menu::Menu;
use gx_portal::platform::identity::role::Role;
use gx_portal::platform::identity::user::{BY_NAME, User};
use gx_portal::platform::settings::record::{BY_KEY, Config};
use gx_portal::store::{Reads, key};
use gx_portal::verb::{Verb, perform};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use tempfile::TempDir;

use super::cli::Place;
use crate::support::Portal;

/// Dumps, with the password of everybody in them.
const DUMPS: [(&str, &str); 4] = [
    ("vue-2021.sql", "Yunchuan-2021a"),
    ("vue-2023.sql.gz", "Yunchuan-2023b"),
    ("vue-2026.sql", "Yunchuan-2026c"),
    ("plus-5.sql", "Yunchuan-Plus5d"),
];

/// A kept dump, or one that was made anew.
fn dump(name: &str) -> PathBuf {
    let kept = || Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/ruoyi");
    std::env::var_os("GX_RUOYI").map_or_else(kept, PathBuf::from).join(name)
}

struct Move {
    portal: Portal,
    folder: TempDir,
}

impl Move {
    fn new() -> Self {
        Self { portal: Portal::new(), folder: tempfile::tempdir().unwrap() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn request(&self, file: &Path, apply: bool) -> Request {
        let report = self.path(if apply { "report.xlsx" } else { "trial.xlsx" });
        Request { file: file.to_owned(), apply, report: Some(report), working: self.path(""), others: None, logs: None }
    }

    fn import(&self, request: Request) -> Result<Value, AppError> {
        perform(&self.portal.app, "root", Verb::ImportRuoyi(request))
    }

    /// With everything in it.
    fn of(name: &str) -> (Self, Value) {
        let moved = Self::new();
        let answer = moved.import(moved.request(&dump(name), true)).expect("imported");
        (moved, answer)
    }

    fn all<R: gx_portal::store::Record>(&self) -> Vec<R> {
        self.portal.app.store.read().unwrap().all().unwrap()
    }

    fn user(&self, login: &str) -> Option<User> {
        self.portal.app.store.read().unwrap().one(&BY_NAME, &key().str(login)).unwrap()
    }

    /// What the store holds that an import could change.
    fn state(&self) -> BTreeMap<&'static str, usize> {
        BTreeMap::from([
            ("user", self.all::<User>().len()),
            ("dept", self.all::<Dept>().len()),
            ("role", self.all::<Role>().len()),
            ("menu", self.all::<Menu>().len()),
            ("dict", self.all::<DictData>().len()),
            ("config", self.all::<Config>().len()),
            ("notice", self.all::<Notice>().len()),
        ])
    }

    /// The rows of a report by kind and old number: name, outcome, new number, note, password.
    fn report(&self, name: &str) -> HashMap<(String, String), Vec<String>> {
        let mut book = open_workbook_auto(self.path(name)).expect("a workbook");
        let range = book.worksheet_range("导入结果").expect("the sheet");
        let text = |cell: &Data| cell.to_string();
        range.rows().skip(1).map(|row| ((text(&row[0]), text(&row[1])), row[2..].iter().map(text).collect())).collect()
    }
}

#[test]
fn people_of_every_generation_sign_in_with_their_old_passwords() {
    for (name, password) in DUMPS {
        let (moved, answer) = Move::of(name);
        assert_eq!(answer["applied"], true);
        assert!(moved.user("linyue").expect(name).password_hash.starts_with("$2"), "{name}: kept as it was");
        assert_ne!(moved.portal.sign_in("linyue", "Yunchuan-wrong1")["code"], 200, "{name}");
        let signed = moved.portal.sign_in("linyue", password);
        assert_eq!(signed["code"], 200, "{name}: {signed}");
        assert!(moved.user("linyue").expect(name).password_hash.starts_with("$argon2id$"), "{name}: replaced");
        assert_eq!(moved.portal.sign_in("admin_ry", password)["code"], 200, "{name}: the old administrator too");
        assert_eq!(moved.portal.sign_in("admin", crate::support::PASSWORD)["code"], 200, "{name}: ours is who he was");
    }
}

#[test]
fn a_trial_says_what_would_be_and_keeps_nothing() {
    let moved = Move::new();
    let (before, rows) = (moved.state(), moved.all::<AuditRow>().len());
    let trial = moved.import(moved.request(&dump("vue-2026.sql"), false)).expect("tried");
    assert_eq!((&trial["applied"], moved.state()), (&false.into(), before));
    assert_eq!(moved.all::<AuditRow>().len(), rows, "nothing was done, so nothing is recorded");
    let said = moved.report("trial.xlsx");
    assert_eq!(said[&("用户".into(), "34".into())][4], "", "no password is made up for a trial");
    let done = moved.import(moved.request(&dump("vue-2026.sql"), true)).expect("imported");
    assert_eq!(done["counts"], trial["counts"]);
    assert_eq!(moved.all::<AuditRow>().len(), rows + 1);
    let numbers = |rows: &HashMap<(String, String), Vec<String>>| -> BTreeMap<(String, String), String> {
        rows.iter().map(|(row, cells)| (row.clone(), cells[2].clone())).collect()
    };
    assert_eq!(numbers(&moved.report("report.xlsx")), numbers(&said), "the trial foretells the numbers");
}

#[test]
fn departments_keep_their_tree_and_lost_ones_are_found() {
    let (moved, _) = Move::of("vue-2021.sql");
    let depts = moved.all::<Dept>();
    let name = |number: u64| depts.iter().find(|dept| dept.dept_id == number).map_or("", |dept| &dept.dept_name);
    let tree: BTreeMap<&str, &str> = depts.iter().map(|dept| (dept.dept_name.as_str(), name(dept.parent_id))).collect();
    let expected = BTreeMap::from([
        ("云川市城市更新中心", ""),
        ("综合科", "云川市城市更新中心"),
        ("房产科", "云川市城市更新中心"),
        ("房产科（2）", "云川市城市更新中心"),
        ("巡查组", "房产科"),
        ("未归属", ""),
        ("档案室", "未归属"),
        ("甲组", "未归属"),
        ("乙组", "甲组"),
        ("拆迁一组", "未归属"),
    ]);
    assert_eq!(tree, expected, "and the departments that the installation was born with are gone");
    let patrol = depts.iter().find(|dept| dept.dept_name == "巡查组").unwrap();
    assert!(!patrol.enabled);
    assert_eq!(patrol.base.create_time.to_text(), "2021-03-01 09:04:00");
}

#[test]
fn people_come_as_they_were_and_what_cannot_stay_is_told() {
    let (moved, answer) = Move::of("vue-2026.sql");
    let user = |login: &str| moved.user(login).unwrap_or_else(|| panic!("{login} is there"));
    let lin = user("linyue");
    assert_eq!((lin.real_name.as_str(), lin.phonenumber.as_str(), lin.sex.as_str()), ("林越😀", "13900000002", "1"));
    assert_eq!(lin.base.remark, "C:\\资料\\'旧'\n第二行");
    assert_eq!(lin.base.create_by, "admin_ry", "who made him is called otherwise now");
    assert_eq!(lin.password_changed.map(|at| at.to_text()).as_deref(), Some("2024-09-01 08:00:00"));
    let depts = moved.all::<Dept>();
    assert!(depts.iter().any(|dept| dept.dept_id == lin.dept_id && dept.dept_name == "综合科"));
    let chen = user("chenqiao");
    assert_eq!((chen.phonenumber.as_str(), chen.email.as_str()), ("", ""), "both are Lin's");
    assert!(!user("stopped").enabled);
    let old = user("md5er");
    assert_eq!((old.dept_id, old.phonenumber.as_str(), old.sex.as_str()), (0, "", "2"));
    assert!(moved.user("deleted").is_none() && moved.user("a b").is_none());
    let report = moved.report("report.xlsx");
    let row = |number: &str| report[&("用户".to_owned(), number.to_owned())].clone();
    for (number, outcome, note) in [
        ("32", "导入", "手机号码 13900000002 与另一账号重复"),
        ("33", "未导入", "不分大小写"),
        ("34", "导入", "部门 208 不存在或已删除"),
        ("36", "未导入", "已删除"),
        ("38", "未导入", "不能包含空格"),
        ("1", "导入", "没有授予管理权限"),
    ] {
        let cells = row(number);
        assert!(cells[1] == outcome && cells[3].contains(note), "{number}: {cells:?}");
    }
    assert_eq!(answer["passwords"], 2);
    for (number, login) in [("34", "md5er"), ("37", "costly")] {
        let signed = moved.portal.sign_in(login, &row(number)[4]);
        assert_eq!(signed["code"], 200, "the one-time password of {login}: {signed}");
    }
    assert!(user("admin_ry").role_ids.is_empty());
    let mode = fs::metadata(moved.path("report.xlsx")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600, "passwords are for one reader");
}

#[test]
fn rights_follow_permissions_and_pages() {
    let (moved, _) = Move::of("vue-2023.sql.gz");
    let roles: HashMap<String, Role> =
        moved.all::<Role>().into_iter().map(|role| (role.role_key.clone(), role)).collect();
    let menus: HashMap<u64, Menu> = moved.all::<Menu>().into_iter().map(|menu| (menu.menu_id, menu)).collect();
    let rights = |role: &Role| -> Vec<&str> {
        let mut rights: Vec<&str> = role.menu_ids.iter().map(|menu| menus[menu].perms.as_str()).collect();
        rights.retain(|right| !right.is_empty());
        rights.sort_unstable();
        rights
    };
    let hr = &roles["hr"];
    assert_eq!(rights(hr), ["system:user:add", "system:user:list", "system:user:query"]);
    assert!(hr.menu_ids.iter().any(|menu| menus[menu].path == "https://www.yunchuan.example"), "the external link");
    assert!(hr.menu_ids.iter().any(|menu| menus[menu].menu_name == "系统管理"), "the folder above the page");
    assert_eq!((hr.data_scope, hr.menu_check_strictly), (4, false));
    assert!(!roles.contains_key("gone") && roles["admin"].role_id == 1);
    let common = &roles["common_ry"];
    assert_ne!(common.role_name, roles["common"].role_name);
    assert_eq!(rights(common), ["system:notice:list"]);
    let depts = moved.all::<Dept>();
    let reached: Vec<&str> = depts
        .iter()
        .filter(|dept| common.dept_ids.contains(&dept.dept_id))
        .map(|dept| dept.dept_name.as_str())
        .collect();
    assert_eq!(reached, ["房产科"]);
    assert_eq!(moved.user("linyue").unwrap().role_ids, [hr.role_id]);
    assert_eq!(moved.user("chenqiao").unwrap().role_ids, [common.role_id]);
    let report = moved.report("report.xlsx");
    assert!(report[&("菜单".into(), "2001".into())][3].contains("yc:patrol:list"), "a page of the old program alone");
    assert!(report[&("角色".into(), "21".into())][3].contains("2 项权限没有对应页面"));
    let token = moved.portal.sign_in("linyue", "Yunchuan-2023b")["token"].as_str().unwrap().to_owned();
    assert_eq!(moved.portal.get("/system/role/list", &token)["code"], 403, "what the role does not hold");
}

#[test]
fn words_settings_and_notices_stay_ours_where_they_are_the_same() {
    let (moved, _) = Move::of("vue-2026.sql");
    let entries = moved.all::<DictData>();
    let labels = |kind: &str| -> Vec<String> {
        entries.iter().filter(|entry| entry.dict_type == kind).map(|entry| entry.dict_label.clone()).collect()
    };
    assert_eq!(labels("sys_user_sex").len(), 4, "one entry was missing here");
    assert_eq!(labels("yc_patrol_result"), ["正常", "渗漏"]);
    let setting = |name: &str| -> Option<Config> {
        moved.portal.app.store.read().unwrap().one(&BY_KEY, &key().str(name)).unwrap()
    };
    assert_eq!(setting("sys.index.skinName").unwrap().config_value, "skin-green");
    assert_eq!(setting("sys.user.initPassword").unwrap().config_value, "", "no password in the clear");
    let own = setting("yc.patrol.days").unwrap();
    assert!(own.config_value == "14" && !own.is_public && !own.is_builtin);
    let notices: HashMap<String, Notice> =
        moved.all::<Notice>().into_iter().map(|row| (row.title.clone(), row)).collect();
    let plan = &notices["汛期巡查安排"];
    assert!(plan.content.contains("<b>周五</b>"), "{}", plan.content);
    for word in ["script", "onclick", "alert", "<img"] {
        assert!(!plan.content.contains(word), "{word}: {}", plan.content);
    }
    assert_eq!((plan.state, plan.published.unwrap().to_text().as_str()), (State::Published, "2021-06-01 08:00:00"));
    assert_eq!(notices["旧办公楼搬迁公告"].state, State::Withdrawn);
}

#[test]
fn numbers_of_nineteen_digits_and_other_tenants_stay_behind() {
    let (moved, answer) = Move::of("plus-5.sql");
    let lin = moved.user("linyue").unwrap();
    assert!(lin.user_id < 1_000 && lin.dept_id < 1_000, "numbers that a browser can count");
    assert_eq!(
        (lin.base.create_by.as_str(), lin.base.update_by.as_str()),
        ("admin_ry", "linyue"),
        "names, not numbers"
    );
    assert!(moved.user("stranger").is_none() && moved.all::<Dept>().iter().all(|dept| dept.dept_name != "别家的部门"));
    let office = moved.all::<Dept>().into_iter().find(|dept| dept.dept_name == "数字科").unwrap();
    assert_eq!(office.leader, "林越", "the leader, whom the dump names by number");
    let role = moved.all::<Role>().into_iter().find(|role| role.role_key == "digital").unwrap();
    assert_eq!(role.data_scope, 4);
    assert!(answer["hints"].to_string().contains("其他租户") && answer["hints"].to_string().contains("数字化专员"));
    let told = answer["tables"].to_string();
    assert!(told.contains("sys_oss") && told.contains("重新上传"), "{told}");
}

#[test]
fn a_dump_that_cannot_be_taken_whole_changes_nothing() {
    let moved = Move::new();
    let before = moved.state();
    let whole = fs::read(dump("vue-2026.sql")).unwrap();
    let place = |words: &str| whole.windows(words.len()).position(|part| part == words.as_bytes()).expect("there");
    let hurt = |bytes: &[u8]| {
        let path = moved.path("hurt.sql");
        fs::write(&path, bytes).unwrap();
        let fault = moved.import(moved.request(&path, true)).expect_err("refused");
        assert!(!moved.path("report.xlsx").exists(), "no report of nothing");
        assert_eq!(moved.state(), before);
        fault.message.into_owned()
    };
    let people = place("INSERT INTO `sys_user` VALUES");
    assert!(hurt(&whole[..people + 300]).contains("在数据表 sys_user 第 2 行处中断"));
    let end = place("-- Dump completed");
    assert!(hurt(&whole[..end]).contains("没有结束标记"));
    for end in (0..whole.len()).step_by(whole.len() / 40) {
        assert!(hurt(&whole[..end]).contains("没有导入任何内容"));
    }
    assert!(hurt(b"").contains("文件是空的"));
    assert!(hurt(b"CREATE TABLE a (b int);INSERT INTO a VALUES (1);").contains("没有若依"));
    assert!(hurt(b"PK\x03\x04 no dump at all").contains("没有导入任何内容"));
    let mut odd = whole.clone();
    odd[place("林越")] = 0xff;
    assert!(hurt(&odd).contains("不是正确的 UTF-8 文字"));
    let latin = [b"SET NAMES latin1;", whole.as_slice()].concat();
    assert!(hurt(&latin).contains("不支持字符集 latin1"));
    let twice = [whole.as_slice(), whole.as_slice()].concat();
    assert!(hurt(&twice).contains("多个数据库"));
    let missing = moved.import(moved.request(&moved.path("missing.sql"), true)).expect_err("refused");
    assert!(missing.message.contains("读不了文件"));
    fs::write(moved.path("report.xlsx"), "mine").unwrap();
    let fault = moved.import(moved.request(&dump("vue-2026.sql"), true)).expect_err("refused");
    assert!(fault.message.contains("不会覆盖") && moved.state() == before);
    assert_eq!(fs::read_to_string(moved.path("report.xlsx")).unwrap(), "mine");
}

#[test]
fn a_dump_brings_nothing_that_the_pages_could_not_bear() {
    let moved = Move::new();
    let chain: String = (1..=300).map(|n| format!("({n},{},'层级{n}'),", n - 1)).collect();
    let sql = format!(
        "CREATE TABLE sys_dept (dept_id int, parent_id int, dept_name text);\n\
         INSERT INTO sys_dept VALUES {chain}(900,900,'自环'),(901,0,''),(901,0,'同号');\n\
         CREATE TABLE sys_role (role_id int, role_name text, role_key text, data_scope text);\n\
         INSERT INTO sys_role VALUES (2,'甲','x, ADMIN','1'),(3,'甲','y','7'),(4,'甲','y','1');\n\
         CREATE TABLE sys_user (user_id int, user_name text, nick_name text, password text);\n\
         INSERT INTO sys_user VALUES (5,'zhao<b>','赵',''),(6,'qian','<i>钱</i>','$2a$31$x'),(7,'sun','{}','');\n\
         CREATE TABLE sys_menu (menu_id int, menu_name text, path text, is_frame int, menu_type char, perms text);\n\
         INSERT INTO sys_menu VALUES (8,'坏链接','javascript:alert(1)',0,'M',''),(9,'一切','x',1,'F','*:*:*');\n\
         CREATE TABLE sys_role_menu (role_id int, menu_id int);INSERT INTO sys_role_menu VALUES (3,9),(3,8),(3,77);\n",
        "孙".repeat(60)
    );
    fs::write(moved.path("own.sql"), sql).unwrap();
    let before = moved.all::<Menu>().len();
    moved.import(moved.request(&moved.path("own.sql"), true)).expect("imported");
    let depts = moved.all::<Dept>();
    let links: HashMap<u64, u64> = depts.iter().map(|dept| (dept.dept_id, dept.parent_id)).collect();
    let deepest = depts.iter().map(|dept| std::iter::successors(links.get(&dept.dept_id), |at| links.get(at)).count());
    assert_eq!(depts.len(), 303, "all of them, one without a name, and the one for the homeless");
    assert!(deepest.max().unwrap() <= 51);
    let roles: Vec<Role> = moved.all::<Role>().into_iter().filter(|role| role.role_id > 99).collect();
    let told: Vec<(&str, &str, u8)> =
        roles.iter().map(|role| (role.role_name.as_str(), role.role_key.as_str(), role.data_scope)).collect();
    assert_eq!(told, [("甲", "y", 5), ("甲（2）", "y_ry", 1)], "the key «admin» means everything to pages");
    assert!(roles[0].menu_ids.is_empty() && moved.all::<Menu>().len() == before);
    assert!(moved.user("zhao<b>").is_none());
    let qian = moved.user("qian").unwrap();
    assert!(qian.real_name == "i钱/i" && qian.must_change_password && qian.password_hash.starts_with("$once$"));
    assert_eq!(moved.user("sun").unwrap().real_name.chars().count(), 30);
    let token = moved.portal.admin();
    assert_eq!(moved.portal.get("/system/dept/treeselect", &token)["code"], 200);
}

#[test]
fn old_logs_are_kept_in_a_file_that_the_audit_log_names() {
    let moved = Move::new();
    let logs = moved.path("logs.zip");
    let request = |apply| Request { logs: Some(logs.clone()), ..moved.request(&dump("vue-2026.sql"), apply) };
    moved.import(request(false)).expect("tried");
    assert!(!logs.exists(), "a trial leaves nothing but its report");
    fs::write(&logs, "mine").unwrap();
    let fault = moved.import(request(true)).expect_err("refused");
    assert!(fault.message.contains("不会覆盖") && moved.all::<User>().len() == 1, "{}", fault.message);
    fs::remove_file(&logs).unwrap();
    let done = moved.import(request(true)).expect("imported");
    let sum = hex::encode(Sha256::digest(fs::read(&logs).unwrap()));
    assert_eq!((done["logs"]["rows"].as_u64(), done["logs"]["sha256"].as_str()), (Some(1), Some(sum.as_str())));
    let last = moved.all::<AuditRow>().pop().unwrap();
    assert!(last.title.contains(&sum), "{}", last.title);
    assert_eq!(fs::metadata(&logs).unwrap().permissions().mode() & 0o777, 0o400);
    let mut zip = zip::ZipArchive::new(fs::File::open(&logs).unwrap()).unwrap();
    let text = std::io::read_to_string(zip.by_name("sys_oper_log.ndjson").unwrap()).unwrap();
    let row: Value = serde_json::from_str(text.trim()).unwrap();
    assert_eq!(row["oper_param"], "{\"userName\":\"linyue\",\"remark\":\"a\\nb\"}");
    assert!(zip.by_name("sys_logininfor.ndjson").is_ok());
}

#[test]
fn only_a_fresh_installation_takes_a_dump() {
    let (moved, _) = Move::of("vue-2026.sql");
    fs::remove_file(moved.path("report.xlsx")).unwrap();
    let before = moved.state();
    let again = moved.import(moved.request(&dump("vue-2026.sql"), true)).expect_err("refused");
    assert!(again.message.contains("系统中已有") && moved.state() == before, "{}", again.message);
    let city = Move { portal: Portal::city(), folder: tempfile::tempdir().unwrap() };
    let busy = city.import(city.request(&dump("vue-2026.sql"), false)).expect_err("refused");
    assert!(busy.message.contains("只能导入全新的数据目录"));
    let own = Move::new();
    own.portal.role("mine", &[], 5, &[]);
    let role = own.import(own.request(&dump("vue-2026.sql"), true)).expect_err("refused");
    assert!(role.message.contains("自建的角色"), "{}", role.message);
    let known: Vec<&str> = PRODUCT.tables().iter().map(|table| table.name).collect();
    assert!(ruoyi::BUSINESS.iter().all(|table| known.contains(table)), "tables that are looked at exist");
}

#[test]
fn the_command_line_tries_first_and_says_what_came_of_it() {
    let place = Place::installed("a");
    fs::copy(dump("vue-2023.sql.gz"), place.path("ry.sql.gz")).unwrap();
    let run = |arguments: &[&str]| place.run(&[&["import", "ruoyi", "ry.sql.gz", "--data", "a"], arguments].concat());
    run(&[]).expect(0).says("没有写入任何内容").says("用户：导入 6 条").says("确认无误后加上 --apply 导入");
    run(&[]).expect(0).says("ry-试导结果-2.xlsx");
    place.run(&["user", "list", "--data", "a"]).expect(0).says("共 1 人");
    let done = run(&["--apply", "--json", "--others", "others"]).expect(0).json();
    assert_eq!((&done["applied"], &done["others"]), (&true.into(), &4.into()));
    assert!(place.path("ry-导入结果.xlsx").exists());
    place.run(&["user", "list", "--data", "a"]).expect(0).says("林越").says("共 7 人");
    let mode = |name: &str| fs::metadata(place.path(name)).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode("others"), 0o700, "the tables of others are nobody else's");
    let mut book = open_workbook_auto(place.path("others/yc_patrol.xlsx")).unwrap();
    let range = book.worksheet_range("yc_patrol").unwrap();
    let rows: Vec<Vec<String>> = range.rows().map(|row| row.iter().map(ToString::to_string).collect()).collect();
    assert_eq!(rows[0], ["id", "place", "found", "photo", "at", "cost", "ok"]);
    assert_eq!(rows[1][2], "屋面渗漏；墙角有\"霉斑\"\n已拍照\\存档");
    assert_eq!(
        (rows[1][3].as_str(), rows[2][1].as_str(), rows[2][5].as_str()),
        ("（二进制内容）", "望江街'东区'", "-3.00")
    );
    run(&["--apply"]).expect(1).says("系统中已有 7 个用户").says("没有导入任何内容");
    place.run(&["import", "ruoyi", "absent.sql", "--data", "a"]).expect(1);
    place.run(&["doctor", "--data", "a"]).expect(0).says("数据完好");
}
