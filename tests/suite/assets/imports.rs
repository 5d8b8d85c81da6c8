//! Workbooks that come in: departments by path, posts, dictionaries, roles, settings.

use crate::support;
use gx_portal::platform::session::IDLE_MINUTES;
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
        [
            "上级部门“不存在的局”不存在",
            "显示排序应为整数",
            "部门状态应为 正常、停用 之一",
            "部门路径在文件中重复（与第 5 行相同）"
        ]
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
    for base in ["post", "dept", "dict/data", "dict/type", "role", "config"] {
        let template = format!("/system/{base}/importTemplate");
        let bytes = portal.request("POST", &template, &token, Some("{}")).bytes;
        let answer = portal.upload(&template.replace("importTemplate", "importData"), &token, "file", "x.xlsx", &bytes);
        assert!(answer["msg"].as_str().unwrap().contains("不能为空！"), "the example row is not imported: {answer}");
    }
}

#[test]
fn what_goes_out_comes_in_again_and_changes_nothing() {
    let portal = Portal::new();
    let token = portal.admin();
    for base in ["post", "role", "config", "dict/type"] {
        let rows = portal.get(&format!("/system/{base}/list"), &token)["total"].as_u64().unwrap();
        let exported = portal.request("POST", &format!("/system/{base}/export"), &token, Some("{}")).bytes;
        let answer = portal.upload(&format!("/system/{base}/importData"), &token, "file", "x.xlsx", &exported);
        assert_eq!(counts(&answer), (0, 0, rows, 0), "{base}: {answer}");
    }
    let exported = portal.request("POST", "/system/dict/data/export", &token, Some("{}")).bytes;
    let answer = portal.upload("/system/dict/data/importData", &token, "file", "x.xlsx", &exported);
    let (created, updated, unchanged, failed) = counts(&answer);
    assert!((created, updated, failed) == (0, 0, 0) && unchanged > 20, "{answer}");
}

#[test]
fn all_wrong_cells_of_a_row_are_told_in_the_order_of_the_columns() {
    let portal = Portal::new();
    let token = portal.admin();
    let rows: &[&[&str]] = &[&["岗位编码", "状态", "岗位名称", "岗位排序"], &["director", "在用", "科长", "首位"]];
    let answer = import(&portal, &token, "/system/post/importData", rows);
    assert_eq!(reasons(&answer), ["岗位排序应为整数；状态应为 正常、停用 之一"]);
}

#[test]
fn a_built_in_setting_stays_built_in_whatever_a_workbook_says() {
    let portal = Portal::new();
    let token = portal.admin();
    let path = "/system/config/importData?updateSupport=1";
    let row = |built_in: &'static str| ["报表抬头", "report.title", "云川市", built_in];
    let head: &[&str] = &["参数名称", "参数键名", "参数键值", "系统内置"];
    assert_eq!(counts(&import(&portal, &token, path, &[head, &row("否")])), (1, 0, 0, 0));
    assert_eq!(counts(&import(&portal, &token, path, &[head, &row("是")])), (0, 1, 0, 0));
    assert_eq!(counts(&import(&portal, &token, path, &[head, &row("否")])), (0, 0, 1, 0));
    let list = portal.get("/system/config/list?configKey=report.title", &token);
    assert_eq!(list["rows"][0]["configType"], "Y", "{list}");
}

#[test]
fn roles_come_in_without_rights_and_known_ones_keep_theirs() {
    let portal = Portal::new();
    let token = portal.admin();
    let path = "/system/role/importData";
    let head: &[&str] = &["角色名称", "角色权限", "角色排序", "数据范围", "角色状态"];
    let rows: &[&[&str]] =
        &[head, &["档案员", "archivist", "7", "", "停用"], &["总览", "overview", "8", "所有数据权限", ""]];
    assert_eq!(counts(&import(&portal, &token, &format!("{path}?dryRun=1"), rows)), (2, 0, 0, 0));
    assert_eq!(portal.get("/system/role/list?roleKey=archivist", &token)["total"], 0, "a dry run writes nothing");
    assert_eq!(counts(&import(&portal, &token, path, rows)), (2, 0, 0, 0));
    assert_eq!(counts(&import(&portal, &token, path, rows)), (0, 0, 2, 0), "twice is once");
    let role = |key: &str| portal.get(&format!("/system/role/list?roleKey={key}"), &token)["rows"][0].clone();
    let made = role("archivist");
    assert_eq!(
        (made["dataScope"].as_str(), made["status"].as_str()),
        (Some("5"), Some("1")),
        "own rows until somebody decides"
    );
    let menus = |role: &Value| portal.get(&format!("/system/menu/roleMenuTreeselect/{}", role["roleId"]), &token);
    assert_eq!(menus(&made)["checkedKeys"], json!([]), "rights are given in the form");

    let kept = portal.role("keeper", &["system:post:list"], 3, &[]);
    let changed: &[&[&str]] = &[head, &["看守", "keeper", "3", "仅本人数据权限", "正常"]];
    assert_eq!(reasons(&import(&portal, &token, path, changed)), ["权限字符 keeper 已存在"]);
    assert_eq!(counts(&import(&portal, &token, &format!("{path}?updateSupport=1"), changed)), (0, 1, 0, 0));
    assert_eq!((role("keeper")["roleName"].clone(), role("keeper")["dataScope"].clone()), (json!("看守"), json!("5")));
    assert_eq!(menus(&json!({"roleId": kept}))["checkedKeys"].as_array().unwrap().len(), 1, "rights stay");

    let column: &[&[&str]] =
        &[&["角色名称", "角色权限", "需要动态口令"], &["看守", "keeper", "是"], &["值守", "watch", "否"]];
    assert_eq!(counts(&import(&portal, &token, &format!("{path}?updateSupport=1"), column)), (1, 1, 0, 0));
    let demanded = || (role("keeper")["secondFactor"].clone(), role("watch")["secondFactor"].clone());
    assert_eq!(demanded(), (json!(true), json!(false)));
    let older: &[&[&str]] = &[head, &["看守", "keeper", "4", "仅本人数据权限", "正常"]];
    assert_eq!(counts(&import(&portal, &token, &format!("{path}?updateSupport=1"), older)), (0, 1, 0, 0));
    assert_eq!(demanded(), (json!(true), json!(false)), "a workbook of before says nothing of it");
    let empty: &[&[&str]] = &[column[0], &["看守", "keeper", ""]];
    assert_eq!(counts(&import(&portal, &token, &format!("{path}?updateSupport=1"), empty)), (0, 0, 1, 0));
    let odd: &[&[&str]] = &[column[0], &["看守", "keeper", "要"]];
    let told = import(&portal, &token, &format!("{path}?updateSupport=1"), odd);
    assert_eq!(reasons(&told), ["需要动态口令应为 否、是 之一"]);
    let bytes = portal.request("POST", "/system/role/export", &token, Some(r#"{"roleKey":"keeper"}"#)).bytes;
    let answer = portal.upload(&format!("{path}?updateSupport=1"), &token, "file", "角色.xlsx", &bytes);
    assert_eq!(counts(&answer), (0, 0, 1, 0), "out and in again: {answer}");

    let bad: &[&[&str]] = &[
        head,
        &["甲", "", "1", "", ""],
        &["乙", "admin", "1", "", ""],
        &["丙", "c", "1", "随便", ""],
        &["丁", "keeper", "3", "自定义数据权限", ""],
    ];
    let answer = import(&portal, &token, &format!("{path}?updateSupport=1"), bad);
    let told = reasons(&answer);
    assert!(told[0] == "权限字符不能为空" && told[2].starts_with("数据范围应为"), "{told:?}");
    assert_eq!(told[1], "不允许操作超级管理员角色");
    assert_eq!(told[3], "自定义数据权限的部门不能导入，请在页面中设置数据权限");
}

#[test]
fn nobody_brings_in_a_role_that_reaches_further_than_himself() {
    let portal = Portal::new();
    let own = portal.role("limited", &["system:role:import", "system:role:list"], 3, &[]);
    portal.person("limited1", 110, &[own]);
    let token = portal.token("limited1");
    let path = "/system/role/importData?updateSupport=1";
    let head: &[&str] = &["角色名称", "角色权限", "角色排序", "数据范围"];
    let all: &[&[&str]] = &[head, &["大", "big", "1", "所有数据权限"]];
    assert_eq!(reasons(&import(&portal, &token, path, all)), ["角色“大”的权限超出您自己的权限范围，不能操作"]);
    assert_eq!(counts(&import(&portal, &token, path, &[head, &["小", "small", "1", ""]])), (1, 0, 0, 0));
    portal.role("foreign", &["system:post:list"], 3, &[]);
    let foreign: &[&[&str]] = &[head, &["外", "foreign", "1", ""]];
    let told = import(&portal, &token, path, foreign);
    assert_eq!(
        reasons(&told),
        ["新增角色'外'失败，角色权限已存在"],
        "as in the form: no more than that the key is taken"
    );
}

#[test]
fn settings_and_dictionary_types_come_in_with_the_rules_of_their_forms() {
    let portal = Portal::new();
    let token = portal.admin();
    let path = "/system/config/importData?updateSupport=1";
    let head: &[&str] = &["参数名称", "参数键名", "参数键值", "系统内置"];
    let rows: &[&[&str]] = &[head, &["", "sys.session.idleMinutes", "45", ""], &["抬头", "report.title", "云川", "否"]];
    assert_eq!(counts(&import(&portal, &token, path, rows)), (1, 1, 0, 0));
    assert_eq!(counts(&import(&portal, &token, path, rows)), (0, 0, 2, 0));
    assert_eq!(portal.app.settings.get(&IDLE_MINUTES), 45, "an imported setting acts at once");
    let bad: &[&[&str]] = &[head, &["", "sys.session.idleMinutes", "0", ""], &["空", "empty.one", "", ""]];
    let answer = import(&portal, &token, path, bad);
    let told = reasons(&answer);
    assert!(told[0].ends_with("的值应为1 到 1440 的整数") && told[1] == "参数键值不能为空", "{told:?}");
    assert_eq!(portal.app.settings.get(&IDLE_MINUTES), 45);

    let path = "/system/dict/type/importData";
    let head: &[&str] = &["字典名称", "字典类型", "状态"];
    let rows: &[&[&str]] = &[head, &["合同状态", "contract_state", "正常"], &["大写", "Wrong", ""]];
    let answer = import(&portal, &token, path, rows);
    assert_eq!(reasons(&answer), ["字典类型必须以字母开头，且只能为（小写字母，数字，下滑线）"]);
    assert_eq!(counts(&import(&portal, &token, path, &rows[..2])), (1, 0, 0, 0));
    assert_eq!(counts(&import(&portal, &token, path, &rows[..2])), (0, 0, 1, 0));
}

#[test]
fn without_the_right_nothing_comes_in() {
    let portal = Portal::new();
    portal.person("importer1", 110, &[]);
    let token = portal.token("importer1");
    for base in ["post", "dept", "dict/data", "dict/type", "role", "config"] {
        let path = &format!("/system/{base}/importData");
        assert_eq!(import(&portal, &token, path, &[&["a"], &["b"]])["code"], 403, "{path}");
    }
}
