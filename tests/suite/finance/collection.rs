//! Opening balances, the dunning log with its promises, and the list of settlements through the HTTP surface.
//! The clock of the tests stands at 2024-09-30.

use crate::support;
use gx_portal::features::finance::dunning::ops::letters_on_file;
use gx_portal::features::finance::period;
use gx_portal::op::Caller;
use jiff::civil::date;
use rust_xlsxwriter::Workbook;
use serde_json::{Value, json};
use std::sync::Arc;
use support::Portal;

const PDF: &[u8] = b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n";
const DAY: i64 = 86_400_000;

/// One party A with three rooms, two tenants, a clerk (the administrator) and a second person who decides.
struct Town {
    portal: Portal,
    clerk: String,
    boss: String,
}

impl Town {
    fn new() -> Self {
        let portal = Portal::new();
        let permissions = [
            "lease:lease:approve",
            "lease:lease:query",
            "fin:receipt:reverse",
            "fin:waiver:approve",
            "fin:settlement:list",
            "fin:settlement:query",
            "fin:settlement:approve",
        ];
        let role = portal.role("boss", &permissions, 1, &[]);
        portal.person("boss", 110, &[role]);
        let (clerk, boss) = (portal.admin(), portal.token("boss"));
        let town = Self { portal, clerk, boss };
        town.make("/asset/plate", json!({"plateCode": "P1", "plateName": "工业厂房", "color": "#0A6BCB"}));
        for (code, name) in [("A", "经营中心"), ("B", "第二中心")] {
            let party = json!({"partyACode": code, "partyAName": name, "unitKind": 2, "remitRequired": true, "remitDay": 10, "deptId": 110});
            town.make("/asset/partyA", party);
        }
        town.make("/asset/asset", json!({"assetName": "轻工产业园", "plateId": 1, "partyAId": 1, "titleState": 1}));
        town.make("/asset/building", json!({"assetId": 1, "buildingCode": "A1", "buildingName": "A1"}));
        for no in 1..=3 {
            let form = json!({"buildingId": 1, "floorNo": 1, "roomNo": no.to_string(), "roomCode": format!("R{no}"), "buildingAreaM2": "100", "rentAreaM2": "100"});
            town.make("/asset/room", form);
        }
        for name in ["禾川包装", "云岭小吃"] {
            town.make("/lease/tenant", json!({"tenantName": name, "kind": 1, "deptId": 110}));
        }
        town
    }

    fn days_later(&mut self, days: i64) {
        self.portal.app.clock.advance(days * DAY);
        self.clerk = self.portal.admin();
        self.boss = self.portal.token("boss");
    }

    fn make(&self, path: &str, form: Value) -> u64 {
        let answer = self.portal.post(path, &self.clerk, form);
        answer["data"]["id"].as_u64().unwrap_or_else(|| panic!("{path}: {answer}"))
    }

    fn done(&self, who: &str, path: &str, form: Value) -> Value {
        let answer = self.portal.post(path, who, form);
        assert_eq!(answer["code"], 200, "{path}: {answer}");
        answer
    }

    fn refused(&self, who: &str, path: &str, form: Value, part: &str) {
        let answer = self.portal.post(path, who, form);
        assert!(answer["code"] != 200 && answer["msg"].as_str().unwrap().contains(part), "{path}: {answer}");
    }

    fn get(&self, path: &str) -> Value {
        let answer = self.portal.get(path, &self.clerk);
        assert_eq!(answer["code"], 200, "{path}: {answer}");
        answer
    }

    /// A signed lease of one room of 1,000.00 a month.
    fn lease(&self, room: usize, fields: Value) -> u64 {
        let mut form = json!({"partyAId": 1, "tenantId": 1, "rooms": [{"roomId": room, "rentAreaM2": "100"}], "rentBasis": 1,
                              "billingCycle": 1, "periodMode": "CALENDAR", "issueLeadDays": 0, "rentFen": 100_000,
                              "dueRule": {"kind": "DAY", "n": 10}});
        form.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        let id = self.make("/lease/lease", form);
        self.done(&self.clerk, "/lease/lease/submit", json!({"id": id}));
        self.done(&self.boss, "/lease/lease/decide", json!({"id": id, "decision": "approve"}));
        let scan = self.portal.upload("/common/upload2Minio", &self.clerk, "file", "合同.pdf", PDF);
        let sign = json!({"id": id, "signDate": "2022-12-20", "scans": [scan["fileInfo"]["id"]]});
        self.done(&self.clerk, "/lease/lease/sign", sign);
        id
    }

    fn set(&self, key: &str, value: &str) {
        let list = self.get(&format!("/system/config/list?configKey={key}"));
        let mut form = list["rows"][0].clone();
        form["configValue"] = json!(value);
        let answer = self.portal.put("/system/config", &self.clerk, form);
        assert_eq!(answer["code"], 200, "{answer}");
    }

    fn receipt(&self, party: u64, tenant: u64, fen: i64, day: &str) -> u64 {
        let form = json!({"partyAId": party, "tenantId": tenant, "amountFen": fen, "method": 1, "valueDate": day});
        self.make("/fin/receipt", form)
    }

    fn import(&self, query: &str, rows: &[&[(&str, &str)]]) -> Value {
        let book = book(rows);
        self.portal.upload(&format!("/fin/opening/importData{query}"), &self.clerk, "file", "期初.xlsx", &book)
    }

    fn is_whole(&self) {
        support::books_are_whole(&self.portal.app, &[]);
    }
}

const HEAD: [&str; 15] = [
    "原系统编号",
    "类别",
    "甲方",
    "乙方",
    "合同编号",
    "资产",
    "板块",
    "费用",
    "账期开始",
    "账期结束",
    "应缴日",
    "金额（元）",
    "已缴（元）",
    "入账日",
    "备注",
];

/// A workbook of rows that name the cells they fill.
fn book(rows: &[&[(&str, &str)]]) -> Vec<u8> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    for (column, header) in (0..).zip(HEAD) {
        sheet.write_string(0, column, header).unwrap();
    }
    for (row, cells) in (1..).zip(rows) {
        for (header, text) in *cells {
            let column = HEAD.iter().position(|known| known == header).unwrap();
            sheet.write_string(row, u16::try_from(column).unwrap(), *text).unwrap();
        }
    }
    workbook.save_to_buffer().unwrap()
}

fn counts(answer: &Value) -> [u64; 3] {
    ["created", "unchanged", "failed"]
        .map(|name| answer["data"][name].as_u64().unwrap_or_else(|| panic!("{name}: {answer}")))
}

/// Reasons in the order of the rows.
fn reasons(answer: &Value) -> Vec<String> {
    let mut told: Vec<(u64, String)> = answer["data"]["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["row"].as_u64().unwrap(), row["reason"].as_str().unwrap_or_default().to_owned()))
        .collect();
    told.sort();
    told.into_iter().map(|(_, reason)| reason).collect()
}

const RENT: &[(&str, &str)] = &[
    ("原系统编号", "Q1"),
    ("甲方", "经营中心"),
    ("乙方", "禾川包装"),
    ("板块", "工业厂房"),
    ("费用", "租金"),
    ("账期开始", "2023-10-01"),
    ("账期结束", "2023-12-31"),
    ("应缴日", "2023-10-10"),
    ("金额（元）", "144,000.00"),
    ("已缴（元）", "44000"),
    ("入账日", "2024-01-01"),
    ("备注", "老台账第3页"),
];
const WATER: &[(&str, &str)] = &[
    ("原系统编号", "Q2"),
    ("类别", "欠缴账单"),
    ("甲方", "A"),
    ("乙方", "云岭小吃"),
    ("资产", "轻工产业园"),
    ("费用", "水费"),
    ("应缴日", "2024-06-10"),
    ("金额（元）", "320.5"),
];

/// The same row with other cells.
fn with<'a>(row: &[(&'a str, &'a str)], changes: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let mut row: Vec<_> = row.iter().filter(|(name, _)| !changes.iter().any(|(new, _)| new == name)).copied().collect();
    row.extend(changes);
    row
}

#[test]
fn opening_bills_come_in_once_and_are_bills_like_others() {
    let mut town = Town::new();
    let dry = town.import("?dryRun=1", &[RENT, WATER]);
    assert_eq!(counts(&dry), [2, 0, 0], "{dry}");
    assert_eq!(town.get("/fin/bill/list")["total"], 0, "a check writes nothing");
    assert_eq!(counts(&town.import("", &[RENT, WATER])), [2, 0, 0]);
    let bills = town.get("/fin/bill/list?source=3&orderByColumn=dueDate&isAsc=asc");
    let (rent, water) = (&bills["rows"][0], &bills["rows"][1]);
    // what was paid before has no receipt here: the bill asks for the rest, and says so
    assert_eq!((&rent["amountFen"], &rent["outstandingFen"]), (&json!(10_000_000), &json!(10_000_000)));
    assert_eq!((&rent["tenantName"], &rent["plateName"]), (&json!("禾川包装"), &json!("工业厂房")));
    assert_eq!((&rent["issueDate"], &rent["dueDate"]), (&json!("2024-01-01"), &json!("2023-10-10")));
    let remark = rent["remark"].as_str().unwrap();
    assert_eq!(remark, "原系统编号 Q1；原应缴 144,000.00 元，启用前已缴 44,000.00 元；老台账第3页");
    assert_eq!((&water["plateName"], &water["issueDate"]), (&json!("工业厂房"), &json!("2024-09-30")));
    assert!(rent["overdueDays"].as_i64().unwrap() > 300, "it ages by its due date");
    let figures = town.get("/fin/figures");
    assert_eq!(figures["data"]["ageing"]["arrearsFen"], 10_032_050);
    let roll = &figures["data"]["rollForward"];
    let of_roll = |name: &str| roll[name].as_i64().unwrap();
    assert_eq!(
        (of_roll("openingFen"), of_roll("adjustedFen"), of_roll("netDueFen")),
        (0, 10_000_000, 32_050),
        "owed before the books began"
    );
    assert_eq!(of_roll("closingFen"), of_roll("adjustedFen") + of_roll("netDueFen"));
    assert_eq!(figures["data"]["received"]["totalFen"], 0, "an opening balance is no money of the bank");
    town.is_whole();

    // the same workbook again changes nothing; another content under a known number is refused, with what differs
    assert_eq!(counts(&town.import("", &[RENT, WATER])), [0, 2, 0]);
    let other = with(RENT, &[("金额（元）", "150000"), ("应缴日", "2023-10-15")]);
    let answer = town.import("", &[&other, WATER]);
    assert_eq!(counts(&answer), [0, 1, 1]);
    let bill_no = rent["billNo"].as_str().unwrap();
    assert_eq!(
        reasons(&answer)[0],
        format!("原系统编号 Q1 已导入为账单 {bill_no}，与本行不同：应缴日、金额（元）；更正账单请先作废再导入")
    );
    assert!(answer["data"]["resultFile"].is_string(), "the failed rows come back as a workbook");
    // the number belongs to its party A
    assert_eq!(
        counts(&town.import("", &[&with(WATER, &[("原系统编号", "Q1"), ("甲方", "B"), ("资产", ""), ("板块", "P1")])])),
        [1, 0, 0]
    );

    // paid, waived, void: like any bill
    town.receipt(1, 2, 20_000, "2024-09-30");
    let water_id = water["billId"].as_u64().unwrap();
    let waiver =
        json!({"reasonKind": 3, "scope": [{"billId": water_id, "amountFen": 2_050}], "effectiveDate": "2024-09-30"});
    let waiver = town.make("/fin/waiver", waiver);
    town.done(&town.boss, "/fin/waiver/decide", json!({"id": waiver, "approve": true}));
    assert_eq!(town.get(&format!("/fin/bill/{water_id}"))["data"]["outstandingFen"], 10_000);
    town.done(&town.clerk, "/fin/bill/void", json!({"id": rent["billId"], "reason": "金额录错"}));
    assert_eq!(counts(&town.import("", &[&other])), [1, 0, 0], "a void one comes in again, corrected");
    town.is_whole();

    // what changed on older bills is listed with its reason, and adds up to the line of the roll-forward
    let since = |first: &str| {
        let list = town.get(&format!("/report/adjusted/list?bookFrom={first}&bookTo=2024-09-30"));
        let check = &list["sums"]["checks"][0];
        assert_eq!(check["listed"], check["figure"], "{list}");
        let told = |row: &Value| (row["reasonLabel"].as_str().unwrap().to_owned(), row["amountFen"].as_i64().unwrap());
        let mut rows: Vec<(String, i64)> = list["rows"].as_array().unwrap().iter().map(told).collect();
        rows.sort();
        rows
    };
    let reason = |text: &str, fen: i64| (text.to_owned(), fen);
    assert_eq!(since("2024-01-01"), [reason("期初导入", 10_600_000)], "the void one was void from its first day");
    let brought = [reason("期初导入", 32_050), reason("期初导入", 32_050)];
    assert_eq!(since("2024-09-01"), [&[reason("减免", -2_050)], &brought[..]].concat());
    town.done(&town.boss, "/fin/waiver/revoke", json!({"id": waiver, "comment": "复核不符"}));
    assert_eq!(since("2024-09-01"), brought, "revoked on the day it began: as if never waived");

    // nothing enters a closed month
    let close = |month: &str| json!({"partyAId": 1, "month": month});
    town.refused(&town.clerk, "/fin/close", close("2023-12-01"), "最早可月结的月份是2024年01月");
    town.done(&town.clerk, "/fin/close", close("2024-01-01"));
    let late = town.import("", &[&with(RENT, &[("原系统编号", "Q9")])]);
    assert_eq!(reasons(&late), ["2024年01月及以前已月结，2024-01-01 的业务不能再入账"]);
    // to its last day, and no longer
    for (day, open) in [(date(2024, 1, 31), false), (date(2024, 2, 1), true)] {
        let found = support::act(&town.portal.app, move |op| Ok(period::require_open(&op.view(), 1, day).is_ok()));
        assert_eq!(found, open, "{day}");
    }
    town.days_later(1);
    assert_eq!(counts(&town.import("", &[WATER])), [0, 1, 0], "an empty day is the day it was booked");
}

#[test]
fn wrong_opening_rows_are_told_with_every_cell_and_nothing_comes_in() {
    let town = Town::new();
    let lease = town.lease(1, json!({"startDate": "2024-01-01", "endDate": "2024-12-31"}));
    let lease_no = town.get(&format!("/lease/lease/{lease}"))["data"]["leaseNo"].as_str().unwrap().to_owned();
    let no = |number: &'static str, more: &[(&'static str, &'static str)]| {
        let mut row = with(RENT, more);
        row[0] = ("原系统编号", number);
        if let Some(at) = row.iter().position(|(name, text)| *name == "原系统编号" && *text == "Q1") {
            row.remove(at);
        }
        row
    };
    let of_lease = with(&no("W7", &[("板块", "")]), &[("合同编号", &lease_no)]);
    let rows = [
        no("W1", &[("甲方", "没有"), ("费用", "押金"), ("应缴日", "2023-02-30"), ("金额（元）", "-1")]),
        no("W2", &[("板块", "")]),
        no("W3", &[("已缴（元）", "144000")]),
        no("W4", &[("账期结束", "")]),
        no("W5", &[("入账日", "2024-10-01")]),
        no("W6", &[("类别", "期初押金"), ("已缴（元）", "")]),
        of_lease,
    ];
    let rows: Vec<&[(&str, &str)]> = rows.iter().map(Vec::as_slice).collect();
    let answer = town.import("", &rows);
    assert_eq!(counts(&answer), [0, 0, 7], "{answer}");
    let told = reasons(&answer);
    for (place, parts) in [
        (0, &["甲方“没有”不存在", "费用“押金”应为", "应缴日“2023-02-30”", "金额（元）“-1”"][..]),
        (1, &["请填写合同编号、资产或板块之一"]),
        (2, &["已缴金额须小于金额"]),
        (3, &["账期开始和账期结束须同时填写"]),
        (4, &["入账日不能晚于今天"]),
        (5, &["期初押金须填写合同编号"]),
        (6, &["请先设置账务启用日（甲方管理中的甲方，或参数 fin.booksFrom）"]),
    ] {
        for part in parts {
            assert!(told[place].contains(part), "{place}: {part} not in {}", told[place]);
        }
    }
    assert_eq!(town.get("/fin/bill/list")["total"], 0);
    // a clerk without the right
    let role = town.portal.role("reader", &["fin:bill:list"], 1, &[]);
    town.portal.person("reader", 110, &[role]);
    let token = town.portal.token("reader");
    let answer = town.portal.upload("/fin/opening/importData", &token, "file", "期初.xlsx", &book(&[WATER]));
    assert_eq!(answer["code"], 403);
}

#[test]
fn opening_credit_pays_bills_and_an_opening_deposit_is_held() {
    let town = Town::new();
    town.set("fin.booksFrom", "2024-08-01");
    let lease = town.lease(1, json!({"startDate": "2023-01-01", "endDate": "2024-12-31", "depositFen": 300_000}));
    let lease_no = town.get(&format!("/lease/lease/{lease}"))["data"]["leaseNo"].as_str().unwrap().to_owned();
    let side = [("甲方", "经营中心"), ("乙方", "禾川包装"), ("合同编号", lease_no.as_str())];
    let row = |more: &[(&'static str, &'static str)]| {
        let mut row: Vec<(&str, &str)> = more.to_vec();
        row.extend(side);
        row
    };
    let credit = row(&[("原系统编号", "Y1"), ("类别", "期初预收"), ("金额（元）", "1500")]);
    let deposit = row(&[("原系统编号", "D1"), ("类别", "期初押金"), ("金额（元）", "3000")]);
    let old = row(&[
        ("原系统编号", "Q1"),
        ("费用", "租金"),
        ("账期开始", "2024-07-01"),
        ("账期结束", "2024-07-31"),
        ("应缴日", "2024-07-10"),
        ("金额（元）", "1000"),
    ]);
    let answer = town.import("", &[&credit, &deposit, &old]);
    assert_eq!(counts(&answer), [3, 0, 0], "{answer}");
    assert_eq!(counts(&town.import("", &[&credit, &deposit, &old])), [0, 3, 0]);
    let too_much = row(&[("原系统编号", "D2"), ("类别", "期初押金"), ("金额（元）", "0.01")]);
    assert!(reasons(&town.import("", &[&too_much]))[0].contains("期初押金超出约定"));
    let new = row(&[
        ("原系统编号", "Q2"),
        ("费用", "租金"),
        ("账期开始", "2024-08-01"),
        ("账期结束", "2024-08-31"),
        ("应缴日", "2024-08-10"),
        ("金额（元）", "1000"),
    ]);
    assert!(reasons(&town.import("", &[&new]))[0].contains("由合同出账，不作为期初账单导入"));
    assert_eq!(town.get("/fin/deposit/list")["rows"][0]["heldFen"], 300_000);
    town.is_whole_but_i4();

    // the run issues August and September only, and the credit goes on the oldest bill first
    town.done(&town.clerk, "/fin/bill/generate", json!({"leaseIds": [lease]}));
    let bills = town.get("/fin/bill/list?orderByColumn=dueDate&isAsc=asc");
    let open: Vec<i64> =
        bills["rows"].as_array().unwrap().iter().map(|row| row["outstandingFen"].as_i64().unwrap()).collect();
    assert_eq!(open, [0, 50_000, 100_000]);
    let account = town.get("/fin/statement?tenantId=1&from=2024-01-01&to=2024-09-30");
    assert_eq!(account["data"]["closingFen"], 150_000, "the statement knows the opening credit");
    assert_eq!(account["data"]["statementNo"], "DZ-240101-240930-1", "of all units");
    town.is_whole();
}

#[test]
fn an_opening_deposit_pays_the_bill_that_asks_for_it() {
    let town = Town::new();
    let lease = town.lease(1, json!({"startDate": "2024-09-01", "endDate": "2024-12-31", "depositFen": 300_000}));
    town.done(&town.clerk, "/fin/bill/generate", json!({"leaseIds": [lease]}));
    let lease_no = town.get(&format!("/lease/lease/{lease}"))["data"]["leaseNo"].as_str().unwrap().to_owned();
    let row = [
        ("原系统编号", "D1"),
        ("类别", "期初押金"),
        ("甲方", "经营中心"),
        ("乙方", "禾川包装"),
        ("合同编号", lease_no.as_str()),
        ("金额（元）", "2000"),
    ];
    let answer = town.import("", &[&row]);
    assert_eq!(counts(&answer), [1, 0, 0], "{answer}");
    let bills = town.get("/fin/bill/list?kind=6");
    assert_eq!(bills["rows"][0]["outstandingFen"], 100_000);
    assert_eq!(town.get("/fin/deposit/list")["rows"][0]["heldFen"], 200_000);
    let card = town.get(&format!("/fin/bill/{}", bills["rows"][0]["billId"]));
    assert_eq!(card["data"]["allocations"][0]["source"], 4, "from before the books, not from a receipt");
    town.is_whole();
}

impl Town {
    /// Before the first run the leases still lack their bills.
    fn is_whole_but_i4(&self) {
        support::books_are_whole(&self.portal.app, &["I4"]);
    }

    /// Two overdue bills of tenant 1 and one of tenant 2; their numbers.
    fn arrears(&self) -> Vec<u64> {
        let other = with(RENT, &[("原系统编号", "Q3"), ("应缴日", "2024-01-10")]);
        assert_eq!(counts(&self.import("", &[RENT, &other, WATER])), [3, 0, 0]);
        let bills = self.get("/fin/bill/list?orderByColumn=billNo&isAsc=asc");
        bills["rows"].as_array().unwrap().iter().map(|row| row["billId"].as_u64().unwrap()).collect()
    }
}

#[test]
fn promises_are_kept_or_broken_by_what_the_bank_has_by_their_day() {
    let mut town = Town::new();
    let bills = town.arrears();
    let ask = |ids: &[u64], more: Value| {
        let mut form =
            json!({"billIds": ids, "channel": 1, "day": "2024-09-30", "person": "王经理", "said": "月底前付清一半"});
        form.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        form
    };
    let promise = |day: &str, fen: i64| json!({"promise": {"day": day, "amountFen": fen}});
    let path = "/fin/dunning";
    town.refused(&town.clerk, path, ask(&bills, promise("2024-10-05", 1)), "承诺请按乙方分别填写");
    town.refused(&town.clerk, path, ask(&[], json!({})), "请选择1到500张账单");
    town.refused(&town.clerk, path, ask(&bills[..2], json!({"day": "2024-10-01"})), "不能晚于今天");
    town.refused(&town.clerk, path, ask(&bills[..2], json!({"said": " "})), "请填写催缴情况");
    town.refused(&town.clerk, path, ask(&bills[..2], promise("2024-09-29", 1)), "不能早于催缴日期");
    town.refused(&town.clerk, path, ask(&bills[..2], promise("2024-10-05", 20_000_001)), "不超过所选账单的未缴合计");
    let first = town.make(path, ask(&bills[..2], promise("2024-10-05", 5_000_000)));
    let second = town.make(path, ask(&bills[..1], promise("2024-10-03", 9_000_000)));
    town.make(path, ask(&bills[2..], json!({"channel": 2})));
    let state = |town: &Town, id: u64| town.get(&format!("{path}/{id}"))["data"]["promiseState"].clone();
    assert_eq!((state(&town, first), state(&town, second)), (json!(1), json!(1)));
    let shown = town.get(&format!("{path}/{first}"));
    assert_eq!(shown["data"]["openFen"], 20_000_000, "what was open when he was asked");
    assert!(shown["data"]["dunningNo"].as_str().unwrap().starts_with("CJ-202409-"));

    town.days_later(3);
    assert_eq!(town.get("/fin/dunning/list?dueToday=true")["total"], 1, "one promise falls due today");
    let receipt = town.receipt(1, 1, 6_000_000, "2024-10-02");
    town.days_later(1);
    assert_eq!((state(&town, first), state(&town, second)), (json!(2), json!(3)), "60,000.00 keep the one only");
    let list = town.get("/fin/dunning/list");
    assert_eq!((&list["sums"]["keptFen"], &list["sums"]["brokenFen"]), (&json!(5_000_000), &json!(9_000_000)));
    assert_eq!(list["rows"].as_array().unwrap().len(), 3);
    // each state is counted, whichever is looked at; another filter narrows the counts
    for (filter, counts) in [("", [(0, 1), (2, 1), (3, 1)].as_slice()), ("&channel=1", &[(2, 1), (3, 1)])] {
        let counted = town.get(&format!("/fin/dunning/list?promiseState=3&facets=promiseState,channel{filter}"));
        assert_eq!(counted["total"], 1);
        let counts: Vec<Value> = counts.iter().map(|(value, count)| json!({"value": value, "count": count})).collect();
        assert_eq!(counted["facets"]["promiseState"], json!(counts), "{filter}");
        assert_eq!(counted["facets"]["channel"], json!([{"value": 1, "count": 1}]), "{filter}");
    }
    assert_eq!(town.get(&format!("/fin/dunning/list?billId={}", bills[1]))["total"], 1);
    assert_eq!(town.get("/fin/dunning/list?keyWord=小吃")["total"], 1);
    // money that is taken back keeps no promise
    town.done(&town.boss, "/fin/receipt/reverse", json!({"id": receipt, "kind": 1, "reason": "退票"}));
    assert_eq!(state(&town, first), 1);
    let export = town.portal.get("/fin/dunning/export", &town.clerk);
    assert_eq!(export["code"], 200, "{export}");
}

#[test]
fn who_wrote_a_promise_down_is_told_when_it_falls_due_once() {
    let mut town = Town::new();
    let bills = town.arrears();
    let form = json!({"billIds": bills[..2], "channel": 1, "day": "2024-09-30", "said": "答应付款",
                      "promise": {"day": "2024-10-02", "amountFen": 100}});
    town.make("/fin/dunning", form);
    let run = |town: &Town| support::run_job(&town.portal.app, "remind.run").unwrap();
    assert_eq!(run(&town), "没有需要提醒的合同和缴款承诺");
    town.days_later(2);
    assert_eq!(run(&town), "已发送 1 条提醒");
    assert_eq!(run(&town), "没有需要提醒的合同和缴款承诺");
    let notices = town.get("/system/notice/list");
    assert_eq!(notices["rows"][0]["noticeTitle"], "缴款承诺到期提醒：1 项");
    let notice = town.get(&format!("/system/notice/{}", notices["rows"][0]["noticeId"]));
    assert!(notice["data"]["noticeContent"].as_str().unwrap().contains("禾川包装：承诺缴款 1.00 元，今天到期"));
}

#[test]
fn every_printed_letter_leaves_one_record_with_its_number() {
    let town = Town::new();
    let bills = town.arrears();
    let caller = Arc::new(Caller::job("test"));
    let on_file = |tenant| town.portal.app.read(&caller, |view| letters_on_file(view, tenant)).unwrap();
    assert_eq!(on_file(1), 0);
    // a glance at the sheets is no letter
    town.get(&format!("/fin/bill/notice?ids={}&dunning=true", bills[0]));
    assert_eq!(town.get("/fin/dunning/list")["total"], 0);
    let printed = town.done(&town.clerk, "/fin/bill/letter", json!({"ids": bills}));
    let numbers: Vec<&str> =
        printed["data"].as_array().unwrap().iter().map(|row| row["dunningNo"].as_str().unwrap()).collect();
    assert_eq!(numbers, ["CJ-202409-000001", "CJ-202409-000002"]);
    // the paper jammed: the same letter again
    let again = town.done(&town.clerk, "/fin/bill/letter", json!({"ids": [bills[1]]}));
    assert_eq!(again["data"][0]["dunningNo"], "CJ-202409-000001");
    assert_eq!((on_file(1), on_file(2)), (1, 1));
    let list = town.get("/fin/dunning/list?channel=3&tenantId=1");
    assert_eq!((&list["total"], &list["rows"][0]["openFen"]), (&json!(1), &json!(20_000_000)));
    assert_eq!(list["rows"][0]["bills"].as_array().unwrap().len(), 2, "a letter asks for everything overdue");
    // less is asked for after a payment: that is another letter
    town.receipt(1, 1, 100, "2024-09-30");
    town.done(&town.clerk, "/fin/bill/letter", json!({"ids": [bills[0]]}));
    assert_eq!(on_file(1), 2);
}

#[test]
fn settlements_wait_in_a_list_for_those_who_decide() {
    let mut town = Town::new();
    let lease = town.lease(1, json!({"startDate": "2024-07-01", "endDate": "2024-08-31"}));
    town.done(&town.clerk, "/fin/bill/generate", json!({"leaseIds": [lease]}));
    town.receipt(1, 1, 250_000, "2024-09-01");
    let back = json!({"id": lease, "returnedDate": "2024-08-31", "damageFen": 0});
    town.done(&town.clerk, "/lease/lease/handover", back);
    town.days_later(1);
    let first = town.make("/fin/settlement", json!({"leaseId": lease, "penaltyFen": 10_000}));
    let decide = |id: u64, approve: bool| json!({"id": id, "approve": approve, "comment": "核对"});
    town.done(&town.boss, "/fin/settlement/decide", decide(first, false));
    let second = town.make("/fin/settlement", json!({"leaseId": lease, "penaltyFen": 20_000}));
    let list = town.portal.get("/fin/settlement/list", &town.boss);
    let told: Vec<(u64, i64, i64)> = list["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            let number = |name: &str| row[name].as_i64().unwrap();
            (row["settlementId"].as_u64().unwrap(), number("state"), number("refundFen"))
        })
        .collect();
    assert_eq!(told, [(second, 1, 30_000), (first, 9, 40_000)], "what waits stands first");
    assert_eq!(list["sums"]["refundFen"], 30_000, "rejected ones do not count");
    assert_eq!(town.get("/fin/settlement/list?state=1&partyAId=1&keyWord=禾川")["total"], 1);
    assert_eq!(town.get("/fin/settlement/list?partyAId=2")["total"], 0);
    // each keeps the sheet that was submitted
    let sheet = |id: u64| town.get(&format!("/fin/settlement/document/{id}"))["data"]["sheet"]["penaltyFen"].clone();
    assert_eq!((sheet(first), sheet(second)), (json!(10_000), json!(20_000)));
    town.refused(&town.clerk, "/fin/settlement/decide", decide(second, true), "不能审批自己提交的");
    town.done(&town.boss, "/fin/settlement/decide", decide(second, true));
    assert_eq!(town.get("/fin/settlement/list?state=2")["total"], 1);
    town.is_whole();
}

#[test]
fn several_tenants_are_asked_at_once_with_a_record_and_a_promise_each() {
    let town = Town::new();
    let bills = town.arrears();
    let path = "/fin/dunning";
    let promise = |bill: u64, day: &str, fen: i64| json!({"billId": bill, "day": day, "amountFen": fen});
    let ask = |promises: Value, said: &str| json!({"billIds": bills, "channel": 1, "day": "2024-09-30", "said": said, "promises": promises});
    let late = json!([promise(bills[2], "2024-09-01", 1)]);
    town.refused(&town.clerk, path, ask(late, "电话通知"), "：承诺缴款日不能早于催缴日期");
    let twice = json!([promise(bills[0], "2024-10-05", 1), promise(bills[1], "2024-10-06", 1)]);
    town.refused(&town.clerk, path, ask(twice, "电话通知"), "的承诺只能填写一次");
    let one = json!([promise(bills[0], "2024-10-05", 5_000_000)]);
    town.refused(&town.clerk, path, ask(one.clone(), ""), "请填写催缴情况");
    assert_eq!(town.get("/fin/dunning/list")["total"], 0, "all or none");
    let answer = town.portal.post(path, &town.clerk, ask(one, "电话通知"));
    assert_eq!(answer["data"]["count"], 2, "{answer}");
    let list = town.get("/fin/dunning/list?orderByColumn=dunningNo&isAsc=asc");
    let told = |at: usize| list["rows"][at].clone();
    assert_eq!((&told(0)["openFen"], &told(0)["promise"]["amountFen"]), (&json!(20_000_000), &json!(5_000_000)));
    assert_eq!((told(1)["tenantId"].clone(), told(1)["promise"].clone()), (json!(2), Value::Null));
    assert_eq!((&told(0)["said"], &told(1)["said"]), (&json!("电话通知"), &json!("电话通知")), "in common words");
    // a promise says it all
    let alone = json!({"billIds": bills[2..], "channel": 1, "day": "2024-09-30", "promise": {"day": "2024-10-08", "amountFen": 100}});
    let alone = town.make(path, alone);
    let said = town.get(&format!("{path}/{alone}"))["data"]["said"].clone();
    assert_eq!(said, "承诺于 2024-10-08 前缴款 1.00 元");
}
