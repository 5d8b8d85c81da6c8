//! Bank statements that come in as workbooks: who paid, what waits, and that no line counts twice. Clock: 2024-09-30.

use crate::support;
use rust_xlsxwriter::Workbook;
use serde_json::{Value, json};
use support::Portal;

const HEAD: [&str; 8] =
    ["收款单位", "到账日期", "付款户名", "金额（元）", "银行流水号", "账号尾号", "收款方式", "乙方"];

fn book(rows: &[[&str; 8]]) -> Vec<u8> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    for (row, cells) in (0..).zip(std::iter::once(&HEAD).chain(rows)) {
        for (column, cell) in (0..).zip(cells) {
            sheet.write_string(row, column, *cell).unwrap();
        }
    }
    workbook.save_to_buffer().unwrap()
}

fn import(portal: &Portal, token: &str, query: &str, rows: &[[&str; 8]]) -> Value {
    portal.upload(&format!("/fin/receipt/importData{query}"), token, "file", "流水.xlsx", &book(rows))
}

fn counts(answer: &Value) -> [u64; 3] {
    ["created", "unchanged", "failed"]
        .map(|name| answer["data"][name].as_u64().unwrap_or_else(|| panic!("{name}: {answer}")))
}

/// Reasons by row.
fn reasons(answer: &Value) -> Vec<(u64, String)> {
    let rows = answer["data"]["rows"].as_array().unwrap().iter();
    let told = |row: &Value| (row["row"].as_u64().unwrap(), row["reason"].as_str().unwrap_or_default().to_owned());
    let mut reasons: Vec<_> = rows.map(told).collect();
    reasons.sort();
    reasons
}

fn town() -> (Portal, String) {
    let portal = Portal::new();
    let token = portal.admin();
    let party = json!({"partyACode": "A", "partyAName": "经营中心", "unitKind": 2, "remitRequired": true, "remitDay": 10, "deptId": 110});
    portal.post("/asset/partyA", &token, party);
    for (name, payers) in [("禾川包装", json!(["禾川", "李四"])), ("云岭小吃", json!(["张三", "李四"]))]
    {
        let form = json!({"tenantName": name, "kind": 1, "deptId": 110, "payerNames": payers});
        portal.post("/lease/tenant", &token, form);
    }
    (portal, token)
}

#[test]
fn lines_find_their_tenant_or_wait_and_none_counts_twice() {
    let (portal, token) = town();
    let line = |payer, fen, bank_ref, tenant| ["经营中心", "2024-09-02", payer, fen, bank_ref, "0001", "", tenant];
    let rows = [
        line("张三", "1,200.50", "FL000001", ""),
        line("李四", "800", "FL000002", ""),
        line("王五", "900.00", "FL000003", "禾川包装"),
        line("赵六", "1", "", ""),
        line("赵六", "1", "", ""),
    ];
    let dry = import(&portal, &token, "?dryRun=1", &rows);
    assert_eq!(counts(&dry), [5, 0, 0], "{dry}");
    assert_eq!(portal.get("/fin/receipt/list", &token)["total"], 0, "a check writes nothing");
    assert_eq!(counts(&import(&portal, &token, "", &rows)), [5, 0, 0]);
    let list = portal.get("/fin/receipt/list?orderByColumn=receiptNo&isAsc=asc", &token);
    let told: Vec<(&str, i64, i64)> = list["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            (row["tenantName"].as_str().unwrap(), row["amountFen"].as_i64().unwrap(), row["state"].as_i64().unwrap())
        })
        .collect();
    // 李四 pays for both tenants, so nobody is guessed
    let waits = |fen| ("", fen, 0);
    assert_eq!(told, [("云岭小吃", 120_050, 1), waits(80_000), ("禾川包装", 90_000, 1), waits(100), waits(100)]);

    // the next statement overlaps: the whole file is refused, with the receipt that has the line already
    let again =
        import(&portal, &token, "", &[line("张三", "5", "FL000009", ""), line("张三", "1200.50", "FL000001", "")]);
    assert_eq!(counts(&again), [1, 0, 1]);
    assert!(reasons(&again)[1].1.contains("该银行流水已入账（收款单 SK-202409-000001）"), "{again}");
    assert_eq!(portal.get("/fin/receipt/list", &token)["total"], 5);
    // the same line on another account is another line
    let mut other = line("张三", "5", "FL000001", "");
    other[5] = "0002";
    assert_eq!(counts(&import(&portal, &token, "", &[other])), [1, 0, 0]);
}

#[test]
fn bad_lines_are_told_by_row_with_every_wrong_cell() {
    let (portal, token) = town();
    let good = ["A", "2024-09-02", "张三", "5", "FL000001", "0001", "转账", ""];
    let bad = |change: &[(usize, &'static str)]| {
        let mut row = good;
        for (column, text) in change {
            row[*column] = text;
        }
        row
    };
    let rows = [
        bad(&[(4, "FL000002")]),
        bad(&[(4, "FL000002")]),
        bad(&[(0, "没有的单位"), (1, "2024-02-31"), (3, "-5"), (4, "FL000004"), (6, "支票"), (7, "无此人")]),
        bad(&[(2, ""), (4, "FL000005")]),
        bad(&[(1, "2024-10-01"), (4, "FL000006")]),
        bad(&[(3, "0"), (4, "FL000007")]),
        bad(&[(3, ""), (4, "FL000008")]),
    ];
    let answer = import(&portal, &token, "", &rows);
    assert_eq!(counts(&answer), [1, 0, 6], "{answer}");
    let reasons = reasons(&answer);
    for (place, parts) in [
        (1, &["在文件中重复"][..]),
        (
            2,
            &[
                "甲方“没有的单位”不存在",
                "到账日期“2024-02-31”",
                "金额（元）“-5”",
                "收款方式“支票”",
                "乙方“无此人”不存在",
            ],
        ),
        (3, &["须填写付款户名"]),
        (4, &["不能晚于今天"]),
        (5, &["须大于0"]),
        (6, &["金额（元）不能为空"]),
    ] {
        for part in parts {
            assert!(reasons[place].1.contains(part), "{place}: {part} not in {}", reasons[place].1);
        }
    }
    assert_eq!(portal.get("/fin/receipt/list", &token)["total"], 0, "all or nothing");
}

/// A workbook as a bank makes it: title rows, a header, lines, a row of sums over merged cells.
fn bank_book(rows: &[&[&str]], merged: Option<u32>) -> Vec<u8> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    for (row, cells) in (0..).zip(rows) {
        for (column, cell) in (0..).zip(*cells) {
            if !cell.is_empty() {
                sheet.write_string(row, column, *cell).unwrap();
            }
        }
    }
    if let Some(row) = merged {
        let format = rust_xlsxwriter::Format::new();
        sheet.merge_range(row, 0, row, 2, "以下为柜面交易", &format).unwrap();
    }
    workbook.save_to_buffer().unwrap()
}

const STATEMENT: &[&[&str]] = &[
    &["账户交易明细"],
    &["账号", "6222000011110001", "户名", "经营中心"],
    &["交易日期", "借方发生额", "贷方发生额", "余额", "对方户名", "对方账号", "交易流水号", "摘要"],
    &["20240902", "", "1,200.50", "1200.50", "张三", "6217000099998888", "FL000001", "9月房租"],
    &["20240903", "300.00", "", "900.50", "供水公司", "", "FL000002", "水费"],
    &["20240904101530", "", "800", "1700.50", "李四", "", "FL000003", ""],
    &[],
    &["合计", "300.00", "2000.50"],
];

fn look(portal: &Portal, token: &str, book: &[u8]) -> Value {
    let answer = portal.upload("/fin/receipt/bank/look?partyAId=1&tail=0001", token, "file", "流水.xlsx", book);
    assert_eq!(answer["code"], 200, "{answer}");
    answer["data"].clone()
}

fn bank_import(portal: &Portal, token: &str, more: &str, mapping: &Value, book: &[u8]) -> Value {
    let mapping: String = mapping.to_string().bytes().map(|byte| format!("%{byte:02X}")).collect();
    let path = format!("/fin/receipt/bank/importData?partyAId=1&tail=0001&mapping={mapping}{more}");
    portal.upload(&path, token, "file", "流水.xlsx", book)
}

#[test]
fn a_workbook_of_a_bank_comes_in_and_its_columns_are_remembered() {
    let (portal, token) = town();
    let party = portal.get("/asset/partyA/1", &token)["data"].clone();
    let mut form = party.clone();
    form["accounts"] =
        json!([{"name": "经营中心", "bank": "云川银行", "accountNo": "6222000011110001", "isDefault": true}]);
    assert_eq!(portal.put("/asset/partyA", &token, form)["code"], 200);
    let accounts = portal.get("/fin/receipt/bank/accounts?partyAId=1", &token);
    assert_eq!((&accounts["data"][0]["tail"], &accounts["data"][0]["remembered"]), (&json!("0001"), &json!(false)));

    let book = bank_book(STATEMENT, Some(6));
    let seen = look(&portal, &token, &book);
    let mapping = seen["mapping"].clone();
    assert_eq!((&seen["remembered"], &mapping["firstRow"]), (&json!(false), &json!(4)));
    assert_eq!((&mapping["inflow"], &mapping["outflow"], &mapping["bankRef"]), (&json!(2), &json!(1), &json!(6)));
    let dry = bank_import(&portal, &token, "&dryRun=1", &mapping, &book);
    assert_eq!(counts(&dry), [2, 0, 0], "{dry}");
    assert_eq!(dry["data"]["skipped"], 3);
    assert_eq!(look(&portal, &token, &book)["remembered"], false, "a check remembers nothing");
    let done = bank_import(&portal, &token, "", &mapping, &book);
    assert_eq!(counts(&done), [2, 0, 0], "{done}");
    let left_out: Vec<(u64, String)> = reasons(&done).into_iter().filter(|(row, _)| [5, 7, 8].contains(row)).collect();
    let named = |row, reason: &str| (row, reason.to_owned());
    assert_eq!(left_out, [named(5, "支出"), named(7, "合并单元格"), named(8, "合计行")]);
    let list = portal.get("/fin/receipt/list?orderByColumn=valueDate&isAsc=asc", &token);
    let first = &list["rows"][0];
    assert_eq!((&first["amountFen"], &first["tenantName"]), (&json!(120_050), &json!("云岭小吃")));
    assert_eq!((&first["accountTail"], &first["bankRef"]), (&json!("0001"), &json!("FL000001")));
    assert_eq!(first["remark"], "9月房租；付款账号尾号 8888", "the payer's account never stands in full");
    assert_eq!(list["rows"][1]["valueDate"], "2024-09-04");

    // the next time the columns are known by their headers, wherever they stand
    let next: &[&[&str]] = &[
        &["序号", "交易流水号", "交易日期", "对方户名", "借方发生额", "贷方发生额", "对方账号", "摘要"],
        &["1", "FL000003", "20240904", "李四", "", "800", "", ""],
        &["2", "FL000004", "20240905", "王五", "", "50", "", ""],
    ];
    let next = bank_book(next, None);
    let seen = look(&portal, &token, &next);
    assert_eq!((&seen["remembered"], &seen["mapping"]["bankRef"]), (&json!(true), &json!(1)));
    let again = bank_import(&portal, &token, "", &seen["mapping"], &next);
    assert_eq!(counts(&again), [1, 0, 1], "what is known is refused with its receipt");
    assert!(reasons(&again)[0].1.contains("该银行流水已入账（收款单 SK-202409-"), "{again}");
    let skipping = bank_import(&portal, &token, "&skipKnown=1", &seen["mapping"], &next);
    assert_eq!(counts(&skipping), [1, 1, 0], "{skipping}");
    assert!(reasons(&skipping)[0].1.contains("该银行流水已入账"));
    assert_eq!(portal.get("/fin/receipt/list", &token)["total"], 3);

    // other headers: guessed again, and told so
    let other: &[&[&str]] = &[
        &["记账日期", "金额", "借贷标志", "付款人名称", "回单编号"],
        &["2024-09-06", "20", "贷", "赵六", "FL000005"],
        &["2024-09-06", "20", "借", "赵六", "FL000006"],
    ];
    let other = bank_book(other, None);
    let seen = look(&portal, &token, &other);
    assert_eq!((&seen["remembered"], &seen["changed"]), (&json!(false), &json!(true)));
    let done = bank_import(&portal, &token, "", &seen["mapping"], &other);
    assert_eq!((counts(&done), &done["data"]["skipped"]), ([1, 0, 0], &json!(1)));
    assert_eq!(look(&portal, &token, &other)["remembered"], true);
}

#[test]
fn columns_that_say_nothing_are_refused_with_a_sentence() {
    let (portal, token) = town();
    let book = bank_book(STATEMENT, None);
    let refused = |mapping: Value, part: &str| {
        let answer = bank_import(&portal, &token, "", &mapping, &book);
        assert!(answer["msg"].as_str().unwrap().contains(part), "{answer}");
    };
    refused(json!("x"), "请指定各列的含义");
    refused(json!({"firstRow": 4, "inflow": 2}), "请指定到账日期所在的列");
    refused(json!({"firstRow": 4, "valueDate": 0}), "请指定金额或收入金额所在的列");
    refused(json!({"firstRow": 9, "valueDate": 0, "amount": 2}), "没有可以入账的收入流水（跳过 0 行）");
    // the wrong column: every line says what is wrong, nothing comes in
    let answer =
        bank_import(&portal, &token, "", &json!({"firstRow": 4, "valueDate": 6, "inflow": 2, "payer": 4}), &book);
    assert_eq!(counts(&answer)[2], 2, "{answer}");
    assert!(reasons(&answer)[0].1.contains("到账日期“FL000001”不是真实存在的日期"));
    assert_eq!(portal.get("/fin/receipt/list", &token)["total"], 0);
}
