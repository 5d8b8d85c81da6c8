//! Uploaded workbooks: what the wizard's pages are told, and who sees it.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use gx_portal::features::registers::definition::{Definition, Field};
use gx_portal::features::registers::design::check;
use gx_portal::features::registers::workbooks::ops;
use gx_portal::platform::files::FileInfo;
use gx_portal::store::{Reads, id};
use serde_json::{Value, json};

use super::infer::fixture;
use crate::e1::Town;
use crate::support::{Portal, run_job};

const DAY: i64 = 86_400_000;

pub fn upload(portal: &Portal, who: &str, name: &str) -> Value {
    let bytes = std::fs::read(fixture(name)).expect("a fixture");
    portal.upload("/reg/design/book", who, "file", name, &bytes)
}

pub fn book(portal: &Portal, who: &str, name: &str) -> u64 {
    let answer = upload(portal, who, name);
    answer["data"]["bookId"].as_u64().unwrap_or_else(|| panic!("{name}: {answer}"))
}

pub fn guess(portal: &Portal, who: &str, book: u64, said: Value) -> Value {
    let answer = portal.post(&format!("/reg/design/book/{book}/guess"), who, said);
    assert_eq!(answer["code"], 200, "{answer}");
    answer["data"].clone()
}

pub fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// What a proposal must be so that it can be published as it is.
pub fn is_valid(guess: &Value) -> Definition {
    let definition: Definition = serde_json::from_value(guess["definition"].clone()).expect("a definition");
    assert_eq!(check::problems(&definition, &HashSet::new()), [], "{definition:?}");
    assert_eq!(check::normal(definition.clone(), None), definition, "nothing is left to be put right");
    assert!(definition.fields.iter().filter(|field| field.query).count() <= 8);
    assert!(definition.fields.iter().all(|field| !field.path.is_empty()), "{definition:?}");
    for field in &definition.fields {
        let labels: BTreeSet<&String> = field.entries.iter().map(|entry| &entry.label).collect();
        assert_eq!(labels.len(), field.entries.len(), "{field:?}");
    }
    definition
}

fn entries(field: &Field) -> Vec<&str> {
    field.entries.iter().map(|entry| entry.label.as_str()).collect()
}

#[test]
fn ten_workbooks_become_registers() {
    let portal = Portal::new();
    let admin = portal.admin();
    let expected: Value = serde_json::from_slice(&std::fs::read(fixture("expected.json")).unwrap()).unwrap();
    for (name, wanted) in expected.as_object().unwrap() {
        let answer = upload(&portal, &admin, name);
        if let Some(sentence) = wanted["refused"].as_str() {
            assert_eq!((&answer["code"], answer["msg"].as_str()), (&json!(500), Some(sentence)), "{name}");
            continue;
        }
        let number = answer["data"]["bookId"].as_u64().unwrap_or_else(|| panic!("{name}: {answer}"));
        let offered: Vec<&Value> = list(&answer["data"]["sheets"]).iter().filter(|one| one["note"] == "").collect();
        for (sheet, (title, wanted)) in offered.iter().zip(wanted["sheets"].as_object().unwrap()) {
            assert_eq!(sheet["name"], json!(title), "{name}");
            let told = guess(&portal, &admin, number, json!({"sheets": [sheet["no"]]}));
            let kinds: BTreeMap<&str, &str> = list(&wanted["columns"])
                .iter()
                .map(|one| (one[0].as_str().unwrap(), one[1].as_str().unwrap()))
                .collect();
            let mut found = 0;
            for column in list(&told["columns"]).iter().filter(|one| one["column"].as_u64().unwrap() < 900_000) {
                let label = column["label"].as_str().unwrap();
                let kind: gx_portal::features::registers::infer::Kind =
                    serde_json::from_value(column["kind"].clone()).unwrap();
                assert_eq!(Some(&kind.label()), kinds.get(label), "{name} {title} {label}");
                found += 1;
            }
            assert_eq!((found, &told["rows"]), (kinds.len(), &wanted["rows"]), "{name} {title}");
            if told["rows"] != 0 {
                is_valid(&told);
                assert_eq!(
                    list(&told["preview"]).len() as u64,
                    told["rows"].as_u64().unwrap().min(50),
                    "{name} {title}"
                );
            }
        }
    }
}

#[test]
fn a_proposal_is_what_a_clerk_would_draw() {
    let portal = Portal::new();
    let admin = portal.admin();
    let number = book(&portal, &admin, "01-petitions.xlsx");
    let told = guess(&portal, &admin, number, json!({}));
    let definition = is_valid(&told);
    assert_eq!((definition.name.as_str(), &told["code"]), ("信访事项台账", &json!("xfsxtz")));
    let by =
        |label: &str| definition.fields.iter().find(|field| field.label == label).unwrap_or_else(|| panic!("{label}"));
    assert_eq!(
        (by("受理日期").code.as_str(), by("受理日期").query_way),
        ("shouliRiqi", serde_json::from_str("\"BETWEEN\"").unwrap())
    );
    assert_eq!(definition.once, [[by("编号").no]]);
    assert!(by("编号").required && by("受理日期").query && by("办理状态").query);
    assert_eq!((by("金额").unit.as_str(), by("金额").group.as_str()), ("万元", "涉及金额"));
    assert!(entries(by("办理状态")).contains(&"办结"), "{:?}", by("办理状态"));
    assert!(told["sheets"][0]["guess"]["totals"].to_string().contains("2,976.80"), "{told}");
    // a day that is none keeps its text, and says why
    let kept = list(&told["preview"]).iter().flat_map(|row| list(&row["cells"])).find(|cell| cell["why"].is_string());
    assert!(kept.is_some(), "{}", told["preview"]);
}

#[test]
fn what_people_correct_is_done() {
    let portal = Portal::new();
    let admin = portal.admin();
    let number = book(&portal, &admin, "01-petitions.xlsx");
    let first = guess(&portal, &admin, number, json!({}));
    let column = |label: &str| {
        let found = list(&first["columns"]).iter().find(|one| one["label"] == label);
        found.unwrap_or_else(|| panic!("{label}"))["column"].as_u64().unwrap()
    };
    let said = json!({
        "options": [{"no": 1, "data": [], "skipped": [5, 6], "end": 60}],
        "columns": [
            {"column": column("受理日期"), "kind": "text", "label": "来访时间"},
            {"column": column("备注"), "off": true},
            {"column": column("办理状态"), "merge": [{"from": "在办", "to": "办结"}]},
            {"column": column("已付"), "unit": "元"},
        ],
        "key": [], "owner": -1,
    });
    let told = guess(&portal, &admin, number, said);
    let definition = is_valid(&told);
    let by = |label: &str| definition.fields.iter().find(|field| field.label == label);
    assert!(by("备注").is_none() && by("受理日期").is_none());
    assert_eq!(by("来访时间").map(|field| field.kind.label()), Some("文本"));
    assert_eq!(by("已付").map(|field| field.unit.as_str()), Some("元"));
    assert_eq!(told["rows"], 54);
    assert!(definition.once.is_empty());
    assert!(!entries(by("办理状态").unwrap()).contains(&"在办"));
    let values: Vec<&Value> = list(&told["preview"])
        .iter()
        .flat_map(|row| list(&row["cells"]))
        .filter(|cell| cell["column"] == column("办理状态"))
        .map(|cell| &cell["value"])
        .collect();
    assert!(values.len() > 40 && !values.contains(&&json!("在办")), "{values:?}");
    // the header by hand, and a key that nobody imports
    let told = guess(&portal, &admin, number, json!({"options": [{"no": 1, "headerFrom": 4, "headerTo": 4}]}));
    assert_eq!(told["sheets"][0]["guess"]["header"], json!([4, 4]));
    let path = format!("/reg/design/book/{number}/guess");
    let refused = portal.post(&path, &admin, json!({"key": [77]}));
    assert_eq!((&refused["code"], &refused["msg"]), (&json!(500), &json!("查重列应为 1 到 3 个要导入的列")));
    let refused = portal.post(&path, &admin, json!({"sheets": [9]}));
    assert_eq!(refused["msg"], "没有第 9 个可读取的工作表");
    let refused = portal.post(&path, &admin, json!({"owner": column("编号")}));
    assert_eq!(refused["msg"], "归属字段应为类型是“部门”的列");
}

#[test]
fn sheets_of_one_form_are_one_register() {
    let portal = Portal::new();
    let admin = portal.admin();
    let number = book(&portal, &admin, "05-contracts.xlsx");
    let told = guess(&portal, &admin, number, json!({}));
    let definition = is_valid(&told);
    let rows: u64 = list(&told["sheets"]).iter().map(|one| one["guess"]["rows"].as_u64().unwrap()).sum();
    assert_eq!((list(&told["sheets"]).len(), told["rows"].as_u64()), (6, Some(rows)));
    let origin = definition.fields.iter().find(|field| field.label == "来源表").expect("a column of the sheets");
    assert_eq!(entries(origin).len(), 6, "{origin:?}");
    assert!(definition.fields.len() < 20, "labels that differ a little are one column: {:?}", definition.fields);
    let told = guess(&portal, &admin, number, json!({"sheets": [1, 2], "origin": false}));
    assert!(!told["definition"].to_string().contains("来源表"));
    // lines that part the data
    let number = book(&portal, &admin, "06-hazards.xlsx");
    let told = guess(&portal, &admin, number, json!({}));
    assert!(is_valid(&told).fields.iter().any(|field| field.label == "分组"));
    let group = list(&told["preview"])[0]["cells"].as_array().unwrap().iter().find(|cell| cell["column"] == 900_001);
    assert!(group.is_some_and(|cell| cell["value"].as_str().is_some_and(|text| !text.is_empty())), "{group:?}");
    let told = guess(&portal, &admin, number, json!({"sections": false}));
    assert!(!is_valid(&told).fields.iter().any(|field| field.label == "分组"));
}

#[test]
fn personal_numbers_are_masked_wherever_they_are_shown() {
    let portal = Portal::new();
    let admin = portal.admin();
    let number = book(&portal, &admin, "04-people.xlsx");
    let told = guess(&portal, &admin, number, json!({}));
    let sealed: Vec<&str> = list(&told["columns"])
        .iter()
        .filter(|one| one["kind"] == "idno")
        .map(|one| one["label"].as_str().unwrap())
        .collect();
    assert!(!sealed.is_empty(), "{}", told["columns"]);
    let text = told.to_string();
    let whole = text.split(|c: char| !c.is_ascii_digit() && c != 'X' && c != 'x').filter(|run| run.len() == 18);
    let shown: Vec<&str> = whole.collect();
    assert!(shown.is_empty(), "{shown:?}");
}

#[test]
fn nobody_sees_the_uploads_of_others() {
    let portal = Portal::new();
    let role = portal.role("designs", &["tool:gen:import"], 1, &[]);
    portal.person("first", 110, &[role]);
    portal.person("second", 110, &[role]);
    let (first, second) = (portal.token("first"), portal.token("second"));
    let number = book(&portal, &first, "03-vehicles.xlsx");
    let path = format!("/reg/design/book/{number}");
    let wizard = json!({"step": 3}).to_string();
    assert_eq!(portal.put(&format!("{path}/wizard"), &first, json!({"wizard": wizard}))["code"], 200);
    let mine = portal.get("/reg/design/book", &first);
    assert_eq!((list(&mine["data"]).len(), &mine["data"][0]["wizard"]), (1, &json!(wizard)));
    let refused = portal.put(&format!("{path}/wizard"), &first, json!({"wizard": "{"}));
    assert_eq!(refused["msg"], "向导的进度不是有效的 JSON");
    let large = json!({"x": "x".repeat(300_000)}).to_string();
    assert_eq!(portal.put(&format!("{path}/wizard"), &first, json!({"wizard": large}))["code"], 500);
    let file = portal.get(&path, &first)["data"].clone();
    assert_eq!(list(&file["sheets"])[0]["note"], "");
    let missing = "工作簿不存在，可能已被清理，请重新上传";
    assert_eq!(portal.get("/reg/design/book", &second)["data"], json!([]));
    for answer in [
        portal.get(&path, &second),
        portal.put(&format!("{path}/wizard"), &second, json!({"wizard": "{}"})),
        portal.post(&format!("{path}/guess"), &second, json!({})),
        portal.delete(&path, &second),
    ] {
        assert_eq!((&answer["code"], answer["msg"].as_str()), (&json!(500), Some(missing)), "{answer}");
    }
    let kept: Vec<FileInfo> = portal.app.store.read().unwrap().all().unwrap();
    let of_book =
        kept.iter().find(|file| file.reference.as_ref().is_some_and(|to| to.kind == "register-book")).unwrap();
    assert_eq!(portal.get(&format!("/common/download/{}", of_book.file_id), &second)["code"], 404);
    assert_eq!(portal.delete(&path, &first)["code"], 200);
    assert_eq!(portal.get("/reg/design/book", &first)["data"], json!([]));
    let gone: Option<FileInfo> = portal.app.store.read().unwrap().get(&id(of_book.file_id)).unwrap();
    assert!(gone.is_none(), "the file goes with it");
}

#[test]
fn what_no_register_uses_goes_after_a_week() {
    let portal = Portal::new();
    let admin = portal.admin();
    book(&portal, &admin, "03-vehicles.xlsx");
    portal.app.clock.advance(6 * DAY);
    let later = book(&portal, &portal.admin(), "06-hazards.xlsx");
    assert_eq!(
        run_job(&portal.app, "register.sweep").unwrap(),
        "清理未使用的工作簿 0 个，清除回收站中到期的行 0 行，超过撤销期限的操作 0 次"
    );
    portal.app.clock.advance(2 * DAY);
    assert_eq!(
        run_job(&portal.app, "register.sweep").unwrap(),
        "清理未使用的工作簿 1 个，清除回收站中到期的行 0 行，超过撤销期限的操作 0 次"
    );
    let left = portal.get("/reg/design/book", &portal.admin());
    assert_eq!((list(&left["data"]).len(), left["data"][0]["bookId"].as_u64()), (1, Some(later)));
}

#[test]
fn sheets_that_are_none_are_named_and_not_offered() {
    let portal = Portal::new();
    let admin = portal.admin();
    let answer = upload(&portal, &admin, "10-horrors.xlsx");
    let notes: BTreeMap<&str, &str> = list(&answer["data"]["sheets"])
        .iter()
        .map(|one| (one["name"].as_str().unwrap(), one["note"].as_str().unwrap()))
        .collect();
    assert!(notes["两张表"].is_empty() && notes["隐藏"].contains("隐藏"), "{notes:?}");
    assert!(notes["空表"].contains("空白") && notes["图表"].contains("图表"), "{notes:?}");
    let caller = gx_portal::op::Caller::console("test", "test");
    assert!(portal.app.read(&caller, ops::unused_sheets).unwrap().is_empty(), "nobody else's");
    assert_eq!(ops::sheet_of("wb_12_3"), Some((12, 3)));
    assert_eq!(ops::sheet_of("wb_x_3"), None);
}

#[test]
fn links_lead_to_what_the_asker_sees_alone() {
    let town = Town::new();
    let assets: Vec<u64> = (0..6)
        .map(|at| {
            let form = json!({"assetName": format!("园区{at}号"), "plateId": 1, "partyAId": 1, "titleState": 1});
            town.make("/asset/asset", form)
        })
        .collect();
    let code = |id: &u64| town.get(&format!("/asset/asset/{id}"))["data"]["assetCode"].as_str().unwrap().to_owned();
    let codes: Vec<String> = assets.iter().map(code).collect();
    let text = format!("资产编号,说明\n{}", codes.iter().map(|code| format!("{code},一句话\n")).collect::<String>());
    let portal = &town.portal;
    let kind = |who: &str| {
        let answer = portal.upload("/reg/design/book", who, "file", "资产.csv", text.as_bytes());
        let book = answer["data"]["bookId"].as_u64().unwrap_or_else(|| panic!("{answer}"));
        guess(portal, who, book, json!({}))["columns"][0]["kind"].clone()
    };
    let sees = portal.role("sees", &["tool:gen:import", "asset:asset:list"], 1, &[]);
    let narrow = portal.role("narrow", &["tool:gen:import", "asset:asset:list"], 3, &[]);
    let blind = portal.role("blind", &["tool:gen:import"], 1, &[]);
    for (name, role, wanted) in [("seeing", sees, "link"), ("elsewhere", narrow, "code"), ("blindly", blind, "code")] {
        portal.person(name, 120, &[role]);
        assert_eq!(kind(&portal.token(name)), wanted, "{name}");
    }
}
