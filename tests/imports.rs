//! Workbooks that come in: departments by path, posts, dictionary entries.

mod support;

use rust_xlsxwriter::Workbook;
use serde_json::{Value, json};
use support::Portal;

fn book(rows: &[&[&str]]) -> Vec<u8> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    for (row, cells) in rows.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            sheet.write_string(row as u32, column as u16, *cell).unwrap();
        }
    }
    workbook.save_to_buffer().unwrap()
}

fn import(portal: &Portal, token: &str, path: &str, rows: &[&[&str]]) -> Value {
    portal.upload(path, token, "file", "数据.xlsx", &book(rows))
}

fn counts(answer: &Value) -> (u64, u64, u64, u64) {
    let of = |name: &str| answer["data"][name].as_u64().unwrap_or_else(|| panic!("{name}: {answer}"));
    (of("created"), of("updated"), of("unchanged"), of("failed"))
}

fn reasons(answer: &Value) -> Vec<&str> {
    let rows = answer["data"]["rows"].as_array().unwrap().iter();
    rows.filter(|row| row["outcome"] == "failed").map(|row| row["reason"].as_str().unwrap()).collect()
}

#[test]
fn departments_come_in_by_path_parents_first_and_twice_is_once() {
    let portal = Portal::new();
    let token = portal.admin();
    let path = "/system/dept/importData";
    let head: &[&str] = &["部门路径", "显示排序", "负责人", "部门状态"];
    let rows: &[&[&str]] = &[
        head,
        &["云川市工业和信息化局/局机关/档案室", "9", "张三", "正常"],
        &["云川市工业和信息化局 ／ 局机关 / 档案室 / 库房", "1", "", ""],
    ];
    let dry = import(&portal, &token, &format!("{path}?dryRun=1"), rows);
    assert_eq!(counts(&dry), (2, 0, 0, 0), "{dry}");
    let depts = || portal.get("/system/dept/list", &token)["data"].as_array().unwrap().len();
    let before = depts();
    assert_eq!(counts(&import(&portal, &token, path, rows)), (2, 0, 0, 0));
    assert_eq!(depts(), before + 2);
    assert_eq!(counts(&import(&portal, &token, path, rows)), (0, 0, 2, 0), "twice is once");

    let changed: &[&[&str]] = &[head, &["云川市工业和信息化局/局机关/档案室", "9", "李四", ""]];
    let refused = import(&portal, &token, path, changed);
    assert_eq!(reasons(&refused), ["部门 云川市工业和信息化局/局机关/档案室 已存在"]);
    assert_eq!(counts(&import(&portal, &token, &format!("{path}?updateSupport=1"), changed)), (0, 1, 0, 0));

    let bad: &[&[&str]] = &[
        head,
        &["不存在的局/甲", "1", "", ""],
        &["云川市工业和信息化局/好", "x", "", ""],
        &["云川市工业和信息化局/好二", "1", "", "别的"],
        &["云川市工业和信息化局/好三", "1", "", ""],
        &["云川市工业和信息化局/好三", "1", "", ""],
    ];
    let answer = import(&portal, &token, path, bad);
    assert_eq!(
        reasons(&answer),
        ["上级部门“不存在的局”不存在", "显示排序应为整数", "部门状态应为 正常、停用 之一", "部门路径在文件中重复"]
    );
    assert_eq!(depts(), before + 2, "all or nothing");
    assert!(answer["data"]["resultFile"].as_str().unwrap().ends_with("导入失败原因.xlsx"));
}

#[test]
fn an_export_of_departments_can_be_imported_again() {
    let portal = Portal::new();
    let token = portal.admin();
    let exported = portal.request("POST", "/system/dept/export", &token, Some("{}")).bytes;
    let answer = portal.upload("/system/dept/importData", &token, "file", "部门.xlsx", &exported);
    assert_eq!(counts(&answer), (0, 0, 18, 0), "{answer}");
}

#[test]
fn posts_and_dictionary_entries_come_in() {
    let portal = Portal::new();
    let token = portal.admin();
    let rows: &[&[&str]] =
        &[&["岗位编码", "岗位名称", "岗位排序", "状态"], &["director", "科长", "7", "停用"], &["", "无编码", "1", ""]];
    let answer = import(&portal, &token, "/system/post/importData", rows);
    assert_eq!((counts(&answer), reasons(&answer)), ((1, 0, 0, 1), vec!["岗位编码不能为空"]));
    assert_eq!(counts(&import(&portal, &token, "/system/post/importData", &rows[..2])), (1, 0, 0, 0));
    let list = portal.get("/system/post/list?postCode=director", &token);
    assert_eq!((list["rows"][0]["postSort"].clone(), list["rows"][0]["status"].clone()), (json!(7), json!("1")));

    let head: &[&str] = &["字典类型", "字典标签", "字典键值", "样式", "是否默认"];
    let path = "/system/dict/data/importData";
    let rows: &[&[&str]] = &[head, &["sys_user_sex", "保密", "9", "info", "否"], &["no_such_type", "甲", "1", "", ""]];
    let answer = import(&portal, &token, path, rows);
    assert_eq!(reasons(&answer), ["新增字典数据失败，字典类型'no_such_type'不存在"]);
    assert_eq!(counts(&import(&portal, &token, path, &rows[..2])), (1, 0, 0, 0));
    let entries = portal.get("/system/dict/data/type/sys_user_sex", &token);
    assert!(entries["data"].as_array().unwrap().iter().any(|entry| entry["dictLabel"] == "保密"), "{entries}");
    for template in ["/system/post/importTemplate", "/system/dept/importTemplate", "/system/dict/data/importTemplate"] {
        let bytes = portal.request("POST", template, &token, Some("{}")).bytes;
        let answer = portal.upload(&template.replace("importTemplate", "importData"), &token, "file", "x.xlsx", &bytes);
        assert!(answer["msg"].as_str().unwrap().contains("数据不能为空"), "the example row is not imported: {answer}");
    }
}

#[test]
fn without_the_right_nothing_comes_in() {
    let portal = Portal::new();
    portal.person("importer1", 110, &[]);
    let token = portal.token("importer1");
    for path in ["/system/post/importData", "/system/dept/importData", "/system/dict/data/importData"] {
        assert_eq!(import(&portal, &token, path, &[&["a"], &["b"]])["code"], 403, "{path}");
    }
}
