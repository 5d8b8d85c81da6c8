//! What goes out comes in again: every workbook becomes a register by its proposal, is loaded, exported and imported without
//! a change, in the program's layout and in the office's own.

use std::collections::BTreeMap;

use gx_portal::features::registers::definition::Definition;
use gx_portal::features::registers::exchange::reading::{Mapping, Reader};
use gx_portal::features::registers::exchange::taking::{self, How};
use gx_portal::features::registers::infer::{Nobody, Options, Out};
use gx_portal::features::registers::record::RegWork;
use gx_portal::features::registers::workbooks::load;
use gx_portal::features::registers::works::{self, run};
use gx_portal::platform::audit::AuditAction;
use gx_portal::platform::files::FileInfo;
use gx_portal::store::Reads;
use serde_json::{Value, json};

use super::infer::{fixture, sheets};
use super::workbooks::{guess, list};
use crate::support::Portal;
use crate::wide::workbook;

/// A register that began from a workbook, with its rows.
struct Made {
    portal: Portal,
    who: String,
    code: String,
    id: u64,
}

fn ok(answer: &Value) -> &Value {
    assert_eq!(answer["code"], 200, "{answer}");
    &answer["data"]
}

/// Publishes what is proposed of a fixture and loads the rows.
fn made(name: &str, reading: Value) -> Made {
    made_from(name, &std::fs::read(fixture(name)).expect("a fixture"), reading)
}

/// The same of any workbook.
fn made_from(name: &str, bytes: &[u8], reading: Value) -> Made {
    let portal = Portal::new();
    let who = portal.admin();
    let answer = portal.upload("/reg/design/book", &who, "file", name, bytes);
    let number = ok(&answer)["bookId"].as_u64().expect("a number");
    let told = guess(&portal, &who, number, reading.clone());
    let code = told["code"].as_str().expect("a code").to_owned();
    let form = json!({"bookId": number, "code": code, "definition": told["definition"]});
    let id = ok(&portal.post("/reg/design", &who, form))["id"].as_u64().expect("a number");
    ok(&portal.put(&format!("/reg/design/{id}/publish"), &who, json!({"note": "初版"})));
    let mut form = reading;
    form["bookId"] = json!(number);
    let path = format!("/reg/design/{id}/load");
    form["dryRun"] = json!(true);
    let answer = portal.put(&path, &who, form.clone());
    let report = ok(&answer);
    assert_eq!((&report["failed"], &report["created"]), (&json!(0), &told["rows"]), "{name}: {answer}");
    assert_eq!(portal.get(&format!("/reg/{code}/list"), &who)["total"], 0, "nothing was written");
    form["dryRun"] = json!(false);
    ok(&portal.put(&path, &who, form));
    run::all(&portal.app).expect("done");
    let listed = portal.get(&format!("/reg/{code}/list"), &who);
    assert_eq!(listed["total"], told["rows"], "{name}: {listed}");
    Made { portal, who, code, id }
}

impl Made {
    fn export(&self, query: &str) -> Vec<u8> {
        let path = format!("/reg/{}/export?{query}", self.code);
        let answer = self.portal.request("POST", &path, &self.who, Some("{}"));
        assert!(answer.bytes.starts_with(b"PK"), "{}", String::from_utf8_lossy(&answer.bytes));
        answer.bytes
    }

    fn import(&self, bytes: &[u8], query: &str) -> Value {
        let path = format!("/reg/{}/importData?{query}", self.code);
        self.portal.upload(&path, &self.who, "file", "回来.xlsx", bytes)
    }

    fn get(&self, path: &str) -> Value {
        self.portal.get(&format!("/reg/{}/{path}", self.code), &self.who)
    }

    fn field(&self, label: &str) -> String {
        let meta = self.get("meta");
        let fields = list(&meta["data"]["definition"]["fields"]).iter().chain(list(&meta["data"]["fields"]));
        let found = fields.into_iter().find(|field| field["label"] == label);
        found.unwrap_or_else(|| panic!("{label}: {meta}"))["code"].as_str().expect("a code").to_owned()
    }

    /// What is wrong when a workbook comes in that should change nothing.
    fn comes_back(&self, bytes: &[u8]) -> Option<String> {
        let total = self.get("list")["total"].clone();
        let answer = self.import(bytes, "updateSupport=true&dryRun=true");
        let report = &answer["data"];
        let counts =
            [&report["total"], &report["unchanged"], &report["created"], &report["updated"], &report["failed"]];
        let is_same = counts == [&total, &total, &json!(0), &json!(0), &json!(0)];
        let first: Vec<&Value> =
            list(&report["rows"]).iter().filter(|row| row["outcome"] != "unchanged").take(4).collect();
        (!is_same).then(|| format!("{} {counts:?} of {total} {}", answer["msg"], json!(first)))
    }
}

const BOOKS: [&str; 10] = [
    "01-petitions.xlsx",
    "02-rents.xlsx",
    "03-vehicles.xlsx",
    "04-people.xlsx",
    "05-contracts.xlsx",
    "06-hazards.xlsx",
    "08-projects.xlsx",
    "09-wps.xlsx",
    "10-devices.gb.csv",
    "10-old.xls",
];

#[test]
fn every_workbook_goes_out_and_comes_in_unchanged() {
    let mut wrong = Vec::new();
    for name in BOOKS {
        let made = made(name, json!({}));
        wrong.extend(made.comes_back(&made.export("")).map(|told| format!("{name} plain: {told}")));
        wrong.extend(made.comes_back(&made.export("layout=paper")).map(|told| format!("{name} paper: {told}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Workbook 7 has 20,000 rows in the bench; here as many as take a second.
#[test]
fn the_widest_workbook_and_the_odd_sheets_go_out_and_come_in_unchanged() {
    let folder = tempfile::tempdir().expect("a place");
    let path = folder.path().join("固定资产.xlsx");
    workbook(&path, 300);
    let wide = std::fs::read(&path).expect("read");
    let odd = std::fs::read(fixture("10-horrors.xlsx")).expect("a fixture");
    let portal = Portal::new();
    let who = portal.admin();
    let offered = portal.upload("/reg/design/book", &who, "file", "怪表.xlsx", &odd);
    let offered = list(&ok(&offered)["sheets"]).iter().filter(|sheet| sheet["note"] == "");
    let mut cases: Vec<(&[u8], Value)> = offered.map(|sheet| (&odd[..], json!({"sheets": [sheet["no"]]}))).collect();
    assert!(cases.len() >= 3, "{cases:?}");
    cases.push((&wide, json!({})));
    let mut wrong = Vec::new();
    for (bytes, reading) in cases {
        let made = made_from("工作簿.xlsx", bytes, reading.clone());
        for layout in ["", "layout=paper"] {
            let told = made.comes_back(&made.export(layout));
            wrong.extend(told.map(|told| format!("{reading} {layout}: {told}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is written later follows, as it would in the sheet; pages neither repeat nor miss a row; who sorts has his own order.
#[test]
fn rows_stand_in_the_order_of_their_sheet() {
    let made = made("01-petitions.xlsx", json!({}));
    let titles = |answer: &Value| -> Vec<String> {
        list(&answer["rows"]).iter().map(|row| row["title"].as_str().expect("a title").to_owned()).collect()
    };
    let mut whole = sheets(&fixture("01-petitions.xlsx")).expect("readable");
    let whole = whole.swap_remove(0);
    let guess = whole.guess(&Options::default(), &Nobody);
    let title = guess.columns.iter().find(|one| one.label == "编号").expect("a column").column;
    let of_sheet = whole.rows(&guess, &Nobody).into_iter().filter_map(|out| match out {
        Out::Row(row) => row.cells.into_iter().find(|cell| cell.column == title).map(|cell| cell.text),
        _ => None,
    });
    let mut wanted: Vec<String> = of_sheet.collect();
    assert_eq!(wanted.len(), 60);
    let text = "编号\n0-NEW\nZ-NEW";
    ok(&made.portal.post(&format!("/reg/{}/paste", made.code), &made.who, json!({"text": text})));
    wanted.extend(["0-NEW".to_owned(), "Z-NEW".to_owned()]);
    let pages = (1..=9).flat_map(|page| titles(&made.get(&format!("list?pageSize=7&pageNum={page}"))));
    assert_eq!(pages.collect::<Vec<_>>(), wanted);
    let sorted = titles(&made.get(&format!("list?pageSize=1&orderByColumn={}&isAsc=desc", made.field("编号"))));
    assert_eq!(sorted, ["Z-NEW"]);
    // one that was drawn by hand shows what is new first, until somebody chooses
    assert!(!Definition::default().oldest_first);
}

/// Four decimals of a percentage are kept as they stand; a longer one is rounded, and each report says where.
#[test]
fn percentages_that_are_rounded_are_told() {
    let mut workbook = rust_xlsxwriter::Workbook::new();
    let sheet = workbook.add_worksheet();
    let percent = rust_xlsxwriter::Format::new().set_num_format("0.00%");
    for (column, label) in (0..).zip(["编号", "完成率"]) {
        sheet.write(0, column, label).expect("written");
    }
    for row in 1..=20_u32 {
        sheet.write(row, 0, format!("P-{row:03}")).expect("written");
        let rate = if matches!(row, 4 | 9) { f64::from(row) / 7.0 } else { 0.123_456 };
        sheet.write_with_format(row, 1, rate, &percent).expect("written");
    }
    let bytes = workbook.save_to_buffer().expect("saved");
    let made = made_from("完成情况.xlsx", &bytes, json!({}));
    let rate = made.field("完成率");
    let rows = made.get("list")["rows"].clone();
    let values: Vec<&Value> = [1, 3].into_iter().map(|at: usize| &rows[at]["values"][&rate]).collect();
    assert_eq!(values, [&json!(123_456), &json!(571_429)], "12.3456%, 57.1429%");
    let book =
        made.portal.upload("/reg/design/book", &made.who, "file", "完成情况.xlsx", &bytes)["data"]["bookId"].clone();
    let form = json!({"bookId": book, "dryRun": true});
    let tried = made.portal.put(&format!("/reg/design/{}/load", made.id), &made.who, form);
    let remarks = tried["data"]["remarks"].to_string();
    assert!(remarks.contains("“完成率”有 2 个单元格超过 4 位小数，四舍五入到 4 位：第 5、10 行"), "{tried}");
    // the same sheet says nothing new; one cell of another does, and its row is named
    assert_eq!(made.comes_back(&bytes), None);
    sheet_of(&mut workbook, 4, 0.987_654_321, &percent);
    let answer = made.import(&workbook.save_to_buffer().expect("saved"), "updateSupport=true");
    let told = ok(&answer)["rows"].to_string();
    assert!(told.contains("修改：完成率；四舍五入到 4 位小数：完成率"), "{told}");
}

fn sheet_of(workbook: &mut rust_xlsxwriter::Workbook, row: u32, rate: f64, format: &rust_xlsxwriter::Format) {
    let sheet = workbook.worksheet_from_index(0).expect("a sheet");
    sheet.write_with_format(row, 1, rate, format).expect("written");
}

#[test]
fn totals_of_the_paper_are_those_of_the_page() {
    let made = made("01-petitions.xlsx", json!({}));
    let folder = tempfile::tempdir().expect("a place");
    let path = folder.path().join("台账.xlsx");
    std::fs::write(&path, made.export("layout=paper")).expect("written");
    let whole = sheets(&path).expect("readable").swap_remove(0);
    let guess = whole.guess(&Options::default(), &Nobody);
    assert_eq!((guess.title.as_deref(), guess.units.as_slice()), (Some("信访事项台账"), &["万元".to_owned()][..]));
    assert_eq!(guess.header, Some((3, 4)), "the office's own header of two lines");
    let stated: BTreeMap<u32, &str> = guess.totals.iter().map(|one| (one.column, one.stated.as_str())).collect();
    assert!(guess.totals.iter().all(|one| one.difference.is_empty()), "{:?}", guess.totals);
    assert_eq!(stated.values().copied().collect::<Vec<_>>(), ["2,976.80", "34.97"]);
    let sums = made.get("list")["sums"].clone();
    assert_eq!((&sums[made.field("金额")], &sums[made.field("已付")]), (&json!(2_976_800_000_i64), &json!(34_970_000)));
    // sorted and narrowed as the page is
    let state = made.field("办理状态");
    let one = made.get(&format!("list?q[{state}]=1"));
    std::fs::write(&path, made.export(&format!("layout=paper&q[{state}]=1"))).expect("written");
    let whole = sheets(&path).expect("readable").swap_remove(0);
    assert_eq!(json!(whole.guess(&Options::default(), &Nobody).rows), one["total"]);
}

#[test]
fn the_offices_sheet_of_next_month_comes_in() {
    let made = made("01-petitions.xlsx", json!({}));
    let own = std::fs::read(fixture("01-petitions.xlsx")).expect("a fixture");
    let answer = made.import(&own, "dryRun=true");
    let report = ok(&answer);
    // the same sheet once more changes nothing; its notes and totals are told as left out
    assert_eq!(
        (&report["unchanged"], &report["created"], &report["failed"]),
        (&json!(60), &json!(0), &json!(0)),
        "{answer}"
    );
    assert_eq!(report["skipped"], 2, "{answer}");
    let (day, amount) = (made.field("受理日期"), made.field("金额"));
    let text = "编 号\t受理日期\t涉及金额-金额（元）\t办理状态\nXF-NEW\t2024年12月1日\t1,234.56\t办结\nXF-ODD\t待定\t约3万\t搁置\n";
    let paste = |more: Value| {
        let mut form = json!({"text": text});
        form.as_object_mut().expect("a form").extend(more.as_object().cloned().unwrap_or_default());
        made.portal.post(&format!("/reg/{}/paste", made.code), &made.who, form)
    };
    let answer = paste(json!({}));
    assert_eq!((&answer["data"]["failed"], made.get("list")["total"].as_u64()), (&json!(1), Some(60)), "{answer}");
    let reason = answer["data"]["rows"][0]["reason"].as_str().expect("a reason");
    assert!(["受理日期“待定”", "金额“约3万”", "没有选项“搁置”"].iter().all(|part| reason.contains(part)), "{reason}");
    let answer = paste(json!({"keep": true}));
    assert_eq!(answer["data"]["created"], 2, "{answer}");
    let rows = made.get("list?pageSize=2&orderByColumn=no&isAsc=desc")["rows"].clone();
    let of = |title: &str| {
        list(&rows).iter().find(|row| row["title"] == title).unwrap_or_else(|| panic!("{title} {rows}")).clone()
    };
    let (new, odd) = (of("XF-NEW"), of("XF-ODD"));
    assert_eq!((&new["values"][&day], &new["values"][&amount]), (&json!("2024-12-01"), &json!(123_456)));
    assert_eq!((&odd["misfits"][&day], &odd["misfits"][&amount]), (&json!("待定"), &json!("约3万")));
    assert!(odd["values"][&day].is_null());
    // known rows are changed only when that is asked for
    let answer = paste(json!({"keep": true}));
    assert_eq!((&answer["data"]["unchanged"], &answer["data"]["failed"]), (&json!(2), &json!(0)), "{answer}");
    let changed = json!({"text": "编号\t办理状态\nXF-NEW\t在办"});
    let path = format!("/reg/{}/paste", made.code);
    let answer = made.portal.post(&path, &made.who, changed.clone());
    assert!(answer["msg"].as_str().expect("a sentence").contains("更新已有数据"), "{answer}");
    let mut changed = changed;
    changed["updateSupport"] = json!(true);
    let answer = made.portal.post(&path, &made.who, changed);
    assert_eq!(
        (&answer["data"]["updated"], &answer["data"]["rows"][0]["reason"]),
        (&json!(1), &json!("修改：办理状态")),
        "{answer}"
    );
    let again = made.get("list?keyWord=XF-NEW")["rows"][0].clone();
    assert_eq!(again["values"][&day], "2024-12-01", "what has no column stays");
}

#[test]
fn columns_that_nobody_knows_are_never_lost_in_silence() {
    let made = made("03-vehicles.xlsx", json!({}));
    let path = format!("/reg/{}/paste", made.code);
    let title = list(&made.get("list")["rows"])[0]["title"].as_str().expect("a title").to_owned();
    let key = made.portal.get(&format!("/reg/design/{}", made.id), &made.who)["data"]["draft"].clone();
    let label =
        list(&key["fields"]).iter().find(|field| field["no"] == key["once"][0][0]).expect("a key")["label"].clone();
    let label = label.as_str().expect("a label");
    let text = format!("{label}\t心情\n{title}\t愉快");
    let answer = made.portal.post(&path, &made.who, json!({"text": text}));
    assert_eq!(answer["msg"], "无法识别的列：心情；请在“列对应”中选择字段或“不导入”");
    let mapping = json!({"心情": ""}).to_string();
    let answer = made.portal.post(&path, &made.who, json!({"text": text, "mapping": mapping}));
    assert_eq!(ok(&answer)["unchanged"], 1, "{answer}");
    let remark =
        list(&key["fields"]).iter().find(|field| field["kind"] == "text" && field["label"] != label).expect("a text");
    let mapping = json!({"心情": remark["code"]}).to_string();
    let answer = made.portal.post(&path, &made.who, json!({"text": text, "mapping": mapping, "updateSupport": true}));
    assert_eq!(ok(&answer)["updated"], 1, "{answer}");
    let row = made.get("list")["rows"].clone();
    let row = list(&row).iter().find(|row| row["title"] == json!(title)).expect("the row");
    assert_eq!(row["values"][remark["code"].as_str().expect("a code")], "愉快");
    // where the columns of a workbook would go
    let own = std::fs::read(fixture("03-vehicles.xlsx")).expect("a fixture");
    let answer =
        made.portal.upload(&format!("/reg/{}/importData/columns", made.code), &made.who, "file", "x.xlsx", &own);
    let columns = list(&ok(&answer)[0]["columns"]);
    assert!(columns.iter().all(|column| column["isStrange"] == false), "{answer}");
    let answer = made.portal.post(&path, &made.who, json!({"text": "甲\t乙\n1\t2", "mapping": "{"}));
    assert_eq!(answer["msg"], "列的对应关系不正确，请重新选择");
}

#[test]
fn the_template_is_filled_in_and_comes_in() {
    let made = made("01-petitions.xlsx", json!({}));
    let path = format!("/reg/{}/importTemplate", made.code);
    let template = made.portal.request("POST", &path, &made.who, Some("{}")).bytes;
    let folder = tempfile::tempdir().expect("a place");
    let file = folder.path().join("模板.xlsx");
    std::fs::write(&file, &template).expect("written");
    let whole = sheets(&file).expect("readable").swap_remove(0);
    let headers: Vec<String> = whole.lines[0].cells.iter().map(|cell| cell.value.to_string()).collect();
    assert!(headers.contains(&"金额（万元）".to_owned()) && !headers.contains(&"行号".to_owned()), "{headers:?}");
    let answer = made.import(&template, "");
    assert_eq!(answer["msg"], "没有可导入的数据", "the example is none");
}

#[test]
fn sealed_values_leave_masked_and_stay_what_they_are() {
    let made = made("04-people.xlsx", json!({}));
    let bytes = made.export("");
    let folder = tempfile::tempdir().expect("a place");
    let file = folder.path().join("人员.xlsx");
    std::fs::write(&file, &bytes).expect("written");
    let whole = sheets(&file).expect("readable").swap_remove(0);
    let texts = whole.lines.iter().flat_map(|line| &line.cells).map(|cell| cell.value.to_string());
    let open: Vec<String> =
        texts.filter(|text| text.len() == 18 && text.bytes().take(17).all(|c| c.is_ascii_digit())).collect();
    assert!(open.is_empty(), "{open:?}");
    let book = made.portal.get(&format!("/reg/design/{}", made.id), &made.who);
    assert_eq!(ok(&book)["works"], json!([]), "the work is done: {book}");
    let files: Vec<FileInfo> = made.portal.app.store.read().expect("a store").all().expect("files");
    let kept = files.iter().any(|file| file.reference.as_ref().is_some_and(|to| to.kind == "register-book"));
    assert!(!kept, "a workbook with identity numbers goes once its rows are there");
    let row = made.get("list")["rows"][0].clone();
    let origin = made.get(&row["id"].to_string())["data"]["origin"].clone();
    assert!(origin.as_str().is_some_and(|text| text.contains("04-people.xlsx")), "{origin}");
}

#[test]
fn a_load_goes_on_where_it_stopped() {
    let portal = Portal::new();
    let who = portal.admin();
    let folder = tempfile::tempdir().expect("a place");
    let path = folder.path().join("大表.xlsx");
    let mut workbook = rust_xlsxwriter::Workbook::new();
    let sheet = workbook.add_worksheet();
    for (column, label) in (0..).zip(["编号", "说明", "金额（元）"]) {
        sheet.write(0, column, label).expect("written");
    }
    for row in 1..=1_300_u32 {
        sheet.write(row, 0, format!("A-{row:05}")).expect("written");
        sheet.write(row, 1, format!("第{row}件事情的说明")).expect("written");
        sheet.write(row, 2, f64::from(row) / 100.0).expect("written");
    }
    workbook.save(&path).expect("saved");
    let bytes = std::fs::read(&path).expect("read");
    let number = portal.upload("/reg/design/book", &who, "file", "大表.xlsx", &bytes)["data"]["bookId"].clone();
    let number = number.as_u64().expect("a number");
    let told = guess(&portal, &who, number, json!({}));
    let form = json!({"bookId": number, "code": "dabiao", "definition": told["definition"]});
    let id = ok(&portal.post("/reg/design", &who, form))["id"].as_u64().expect("a number");
    let early = portal.put(&format!("/reg/design/{id}/load"), &who, json!({"bookId": number}));
    assert!(early["msg"].as_str().expect("a sentence").contains("还没有发布"), "{early}");
    ok(&portal.put(&format!("/reg/design/{id}/publish"), &who, json!({})));
    ok(&portal.put(&format!("/reg/design/{id}/load"), &who, json!({"bookId": number})));
    let locked = portal.post("/reg/dabiao", &who, json!({"values": {}}));
    assert!(locked["msg"].as_str().expect("a sentence").contains("正在装载数据"), "{locked}");
    // as a restart after two portions would find it
    let caller = std::sync::Arc::new(gx_portal::op::Caller::console("test", "test"));
    let work = portal.app.read(&caller, |view| works::open(view, id)).expect("read").pop().expect("a work");
    assert_eq!((work.total, work.cursor), (1_300, 0));
    run::all(&portal.app).expect("done");
    let rows = portal.get("/reg/dabiao/list?pageSize=1", &who);
    assert_eq!((&rows["total"], &rows["rows"][0]["title"]), (&json!(1_300), &json!("A-00001")), "in the sheet's order");
    load::run(&portal.app, &RegWork { cursor: 1_300, done: 1_300, ..work.clone() }).expect("nothing is left to do");
    let twice = portal.put(&format!("/reg/design/{id}/load"), &who, json!({"bookId": number}));
    assert_eq!(twice["data"]["failed"], 1_300, "the key knows them");
    let history = portal.get(&format!("/portal/history?kind=register&id={}", rows["rows"][0]["id"]), &who);
    assert_eq!(list(&history["rows"]).len(), 1, "one line, made from where it came: {history}");
    assert!(history["rows"][0]["deed"].as_str().is_some_and(|deed| deed.contains("大表.xlsx")), "{history}");
}

/// A register of three fields without rows.
fn small() -> (Portal, String, u64) {
    of_fields(&[])
}

/// The same with some fields more.
fn of_fields(more: &[Value]) -> (Portal, String, u64) {
    let portal = Portal::new();
    let who = portal.admin();
    let field = |no: u16, code: &str, label: &str, kind: &str| json!({"no": no, "code": code, "label": label, "kind": kind, "insert": true, "edit": true, "list": true});
    let mut first = field(1, "bianhao", "编号", "code");
    first["required"] = json!(true);
    let mut fields = vec![first, field(2, "mingcheng", "名称", "text"), field(3, "jine", "金额", "money")];
    fields.extend(more.iter().cloned());
    let definition = json!({"name": "小台账", "fields": fields, "title": 2, "once": [[1]], "formColumns": 1});
    let id = ok(&portal.post("/reg/design", &who, json!({"code": "xiao", "definition": definition})))["id"].clone();
    let id = id.as_u64().expect("a number");
    ok(&portal.put(&format!("/reg/design/{id}/publish"), &who, json!({})));
    (portal, who, id)
}

fn paste(portal: &Portal, who: &str, text: &str, more: Value) -> Value {
    let mut form = json!({"text": text});
    form.as_object_mut().expect("a form").extend(more.as_object().cloned().unwrap_or_default());
    portal.post("/reg/xiao/paste", who, form)
}

#[test]
fn rows_of_other_departments_go_nowhere_and_are_touched_by_nobody() {
    let (portal, admin, _) = small();
    let rights = ["reg:xiao:list", "reg:xiao:query", "reg:xiao:add", "reg:xiao:import", "reg:xiao:export"];
    let role = portal.role("xiao", &rights, 3, &[]);
    portal.person("here", 110, &[role]);
    portal.person("there", 120, &[role]);
    let (here, there) = (portal.token("here"), portal.token("there"));
    assert_eq!(paste(&portal, &here, "编号\t名称\nA-1\t这里的", json!({}))["data"]["created"], 1);
    let rows = portal.get("/reg/xiao/list", &admin)["rows"].clone();
    let no = rows[0]["no"].clone();
    let answer = paste(&portal, &there, &format!("行号\t名称\n{no}\t别处的"), json!({"updateSupport": true}));
    let reason = answer["data"]["rows"][0]["reason"].as_str().expect("a reason");
    assert!(reason.contains("不存在"), "{answer}");
    let missing = paste(&portal, &there, "行号\t名称\n999\t别处的", json!({"updateSupport": true}));
    let other = missing["data"]["rows"][0]["reason"].as_str().expect("a reason");
    assert_eq!(reason.replace(&no.to_string(), "999"), other, "a foreign row answers like a missing one");
    let answer = paste(&portal, &there, "编号\t名称\nA-1\t别处的", json!({"updateSupport": true}));
    assert_eq!(answer["data"]["rows"][0]["reason"], "编号“A-1”已存在", "that it is taken, not by which row");
    assert_eq!(portal.get("/reg/xiao/list", &admin)["rows"][0]["values"]["mingcheng"], "这里的");
    let lines = |who: &str| {
        let bytes = portal.request("POST", "/reg/xiao/export", who, Some("{}")).bytes;
        let folder = tempfile::tempdir().expect("a place");
        let path = folder.path().join("x.xlsx");
        std::fs::write(&path, bytes).expect("written");
        sheets(&path).expect("readable").swap_remove(0).lines.len()
    };
    assert_eq!((lines(&here), lines(&there), lines(&admin)), (2, 1, 2));
    let nobody = portal.role("looks", &["reg:xiao:list"], 1, &[]);
    portal.person("looks", 110, &[nobody]);
    let looks = portal.token("looks");
    assert_eq!(paste(&portal, &looks, "编号\nA-9", json!({}))["code"], 403);
    assert_eq!(portal.request("POST", "/reg/xiao/export", &looks, Some("{}")).json()["code"], 403);
}

#[test]
fn a_publication_in_between_refuses_what_was_read_before() {
    let (portal, who, id) = small();
    let caller = std::sync::Arc::new(gx_portal::op::Caller::console("test", "test"));
    let folder = tempfile::tempdir().expect("a place");
    let path = folder.path().join("x.csv");
    std::fs::write(&path, "编号,名称,金额\nA-1,甲,12.5\nA-2,乙,3\n").expect("written");
    let typed = portal
        .app
        .read(&caller, |view| {
            let published = gx_portal::features::registers::published::Published::of(view, "xiao")?;
            Reader::new(view, published, Mapping::new())?.sheet(&path, None)
        })
        .expect("read");
    assert_eq!(typed.rows.len(), 2);
    let mut draft = portal.get(&format!("/reg/design/{id}"), &who)["data"]["draft"].clone();
    draft["fields"][1]["label"] = json!("事项");
    ok(&portal.put("/reg/design", &who, json!({"registerId": id, "definition": draft})));
    ok(&portal.put(&format!("/reg/design/{id}/publish"), &who, json!({})));
    let told =
        portal.app.act(&caller, "测试", AuditAction::Import, move |op| taking::take(op, typed, How::default()));
    assert_eq!(told.expect_err("refused").message, "登记表的设计已更新，请重新检查后再导入");
    // the sheet of last month still fits under the name that the field had
    let answer = paste(&portal, &who, "编号\t名称\t金额\nA-1\t甲\t12.5", json!({}));
    assert_eq!(ok(&answer)["created"], 1, "{answer}");
}

#[test]
fn rows_that_fail_stay_out_when_that_is_said() {
    let (portal, who, id) = small();
    let text = "编号,名称,金额\nA-1,甲,12.5\nA-2,乙,约三万\n,丙,1\nA-1,丁,2\n";
    let number = portal.upload("/reg/design/book", &who, "file", "小.csv", text.as_bytes())["data"]["bookId"].clone();
    let load = |more: Value| {
        let mut form = json!({"bookId": number, "columns": [{"column": 2, "kind": "money"}]});
        form.as_object_mut().expect("a form").extend(more.as_object().cloned().unwrap_or_default());
        portal.put(&format!("/reg/design/{id}/load"), &who, form)
    };
    let answer = load(json!({}));
    let report = ok(&answer);
    assert_eq!((&report["created"], &report["failed"]), (&json!(2), &json!(2)), "{answer}");
    assert!(report["resultFile"].is_string(), "why they failed can be fetched: {answer}");
    assert_eq!(portal.get("/reg/xiao/list", &who)["total"], 0, "all or none");
    let answer = load(json!({"failed": "leave"}));
    assert_eq!(answer["msg"], "正在后台装载 2 行；2 行不正确，没有导入，可下载失败原因");
    run::all(&portal.app).expect("done");
    let rows = portal.get("/reg/xiao/list", &who)["rows"].clone();
    assert_eq!((list(&rows).len(), &rows[0]["misfits"]["jine"]), (2, &json!("约三万")), "{rows}");
    assert_eq!(portal.get("/reg/design/book", &who)["data"], json!([]), "the workbook is the register's now");
}

/// Rows enough to see that nothing is done row by row that should not be; the figures are printed.
#[test]
fn a_large_sheet_comes_in_and_goes_out() {
    const ROWS: u32 = if cfg!(quick) { 1_000 } else { 20_000 };
    let kinds = ["text", "day", "whole", "money"];
    let more = |no: usize| json!({"no": no, "code": format!("lan{no}"), "label": format!("栏{no}"), "kind": kinds[no % 4], "insert": true, "edit": true});
    let (portal, who, _) = of_fields(&(4..=20).map(more).collect::<Vec<_>>());
    let mut text = String::from("编号,名称,金额");
    (4..=20).for_each(|no| text.push_str(&format!(",栏{no}")));
    for row in 0..ROWS {
        text.push_str(&format!("\nA-{row:06},第{row}件,{row}.25"));
        (4..=20).for_each(|no| match no % 4 {
            0 => text.push_str(&format!(",说明{row}")),
            1 => text.push_str(&format!(",2024.{}.{}", 1 + row % 12, 1 + row % 28)),
            _ => text.push_str(&format!(",{}", row * no)),
        });
    }
    let upload = |what: &str, query: &str| {
        let from = std::time::Instant::now();
        let answer = portal.upload(&format!("/reg/xiao/importData?{query}"), &who, "file", "大.csv", text.as_bytes());
        println!("{what} of {ROWS} rows: {:?}", from.elapsed());
        answer
    };
    assert_eq!(ok(&upload("looking", "dryRun=true"))["created"], ROWS);
    assert_eq!(ok(&upload("import", ""))["created"], ROWS);
    assert_eq!(ok(&upload("the same again", ""))["unchanged"], ROWS);
    let from = std::time::Instant::now();
    let bytes = portal.request("POST", "/reg/xiao/export", &who, Some("{}")).bytes;
    println!("export: {:?}, {} KiB", from.elapsed(), bytes.len() / 1024);
    let answer = portal.upload("/reg/xiao/importData?dryRun=true", &who, "file", "大.xlsx", &bytes);
    assert_eq!(ok(&answer)["unchanged"], ROWS);
    let paper = portal.request("POST", "/reg/xiao/export?layout=paper", &who, Some("{}"));
    let is_much = ROWS > 5_000;
    assert_eq!(paper.bytes.starts_with(b"PK"), !is_much);
}
