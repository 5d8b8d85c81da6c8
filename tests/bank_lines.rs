//! Bank statements that come in as workbooks: who paid, what waits, and that no line counts twice. Clock: 2024-09-30.

mod support;

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
        line("张三", "1,200.50", "R1", ""),
        line("李四", "800", "R2", ""),
        line("王五", "900.00", "R3", "禾川包装"),
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
    let again = import(&portal, &token, "", &[line("张三", "5", "R9", ""), line("张三", "1200.50", "R1", "")]);
    assert_eq!(counts(&again), [1, 0, 1]);
    assert!(reasons(&again)[1].1.contains("该银行流水已入账（收款单 SK-202409-000001）"), "{again}");
    assert_eq!(portal.get("/fin/receipt/list", &token)["total"], 5);
    // the same line on another account is another line
    let mut other = line("张三", "5", "R1", "");
    other[5] = "0002";
    assert_eq!(counts(&import(&portal, &token, "", &[other])), [1, 0, 0]);
}

#[test]
fn bad_lines_are_told_by_row_with_every_wrong_cell() {
    let (portal, token) = town();
    let good = ["A", "2024-09-02", "张三", "5", "R1", "0001", "转账", ""];
    let bad = |change: &[(usize, &'static str)]| {
        let mut row = good;
        for (column, text) in change {
            row[*column] = text;
        }
        row
    };
    let rows = [
        bad(&[(4, "R2")]),
        bad(&[(4, "R2")]),
        bad(&[(0, "没有的单位"), (1, "2024-02-31"), (3, "-5"), (4, "R4"), (6, "支票"), (7, "无此人")]),
        bad(&[(2, ""), (4, "R5")]),
        bad(&[(1, "2024-10-01"), (4, "R6")]),
        bad(&[(3, "0"), (4, "R7")]),
        bad(&[(3, ""), (4, "R8")]),
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
