//! 上线接收 through the HTTP surface: case E1 (domain.md 3.16) taken over on 2024-07-01, ledgers of other make, what stops a
//! ledger, taking it back. The clock of the tests stands at 2024-09-30.

use crate::support;
use gx_portal::features::finance::receipt::continuity::LastBalance;
use gx_portal::store::Reads;
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Workbook};
use serde_json::{Value, json};
use std::io::Write;
use support::Portal;

/// One party A whose property is registered for the first of two ledgers; a clerk who compares and a boss who decides.
struct Town {
    portal: Portal,
    clerk: String,
    boss: String,
}

const BOSS: [&str; 10] = [
    "lease:takeover:list",
    "lease:takeover:query",
    "lease:takeover:add",
    "lease:takeover:approve",
    "lease:lease:query",
    "lease:lease:list",
    "fin:waiver:approve",
    "fin:waiver:query",
    "fin:bill:query",
    "fin:receipt:reverse",
];

impl Town {
    fn new() -> Self {
        let portal = Portal::new();
        let role = portal.role("boss", &BOSS, 1, &[]);
        portal.person("boss", 110, &[role]);
        let (clerk, boss) = (portal.admin(), portal.token("boss"));
        let town = Self { portal, clerk, boss };
        for (code, name) in [("P1", "工业厂房"), ("P2", "商业门面")] {
            town.make("/asset/plate", json!({"plateCode": code, "plateName": name, "color": "#0A6BCB"}));
        }
        for (code, name) in [("A", "云川市工业资产经营中心"), ("B", "轻工留守处")] {
            let party = json!({"partyACode": code, "partyAName": name, "unitKind": 2, "remitRequired": true,
                               "remitDay": 10, "deptId": 110});
            town.make("/asset/partyA", party);
        }
        for (plate, name, rooms) in [
            (1, "轻工产业园", [("1", "500"), ("2", "300"), ("3", "200")].as_slice()),
            (2, "解放路门面", &[("4", "80"), ("5", "120")]),
        ] {
            let form = json!({"assetName": name, "plateId": plate, "partyAId": 1, "titleState": 1});
            let asset = town.make("/asset/asset", form);
            let building = town.make(
                "/asset/building",
                json!({"assetId": asset, "buildingCode": format!("B{asset}"), "buildingName": "1号楼"}),
            );
            for (no, area) in rooms {
                let form = json!({"buildingId": building, "floorNo": 1, "roomNo": no, "roomCode": format!("R{no}"), "buildingAreaM2": area, "rentAreaM2": area});
                town.make("/asset/room", form);
            }
        }
        town
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

    fn get(&self, path: &str) -> Value {
        let answer = self.portal.get(path, &self.clerk);
        assert_eq!(answer["code"], 200, "{path}: {answer}");
        answer["data"].clone()
    }

    fn upload(&self, party: u64, day: &str, rows: &[&[&str]]) -> Value {
        let path = format!("/lease/takeover?partyAId={party}&booksFrom={day}");
        self.portal.upload(&path, &self.clerk, "file", "台账.xlsx", &ledger(rows))
    }

    fn batch(&self, party: u64, day: &str, rows: &[&[&str]]) -> u64 {
        let answer = self.upload(party, day, rows);
        answer["data"]["id"].as_u64().unwrap_or_else(|| panic!("{answer}"))
    }

    fn check(&self, batch: u64) -> Value {
        self.get(&format!("/lease/takeover/{batch}/check"))
    }

    /// Changes how a batch is read.
    fn say(&self, batch: u64, change: impl FnOnce(&mut Value)) {
        let shown = self.get(&format!("/lease/takeover/{batch}"));
        let mut form = json!({"batchId": batch, "version": shown["version"], "booksFrom": shown["booksFrom"],
                              "reading": shown["reading"], "remark": shown["remark"]});
        change(&mut form["reading"]);
        let answer = self.portal.put("/lease/takeover", &self.clerk, form);
        assert_eq!(answer["code"], 200, "{answer}");
    }

    fn receive(&self, batch: u64) {
        self.done(&self.clerk, "/lease/takeover/submit", json!({"id": batch}));
        self.done(&self.boss, "/lease/takeover/decide", json!({"id": batch, "approve": true, "comment": "核对无误"}));
    }

    fn problems(&self, batch: u64) -> Vec<String> {
        let check = self.check(batch);
        let all = check["problems"].as_array().unwrap();
        let text = |one: &Value| {
            format!("{}:{}:{}", one["row"], one["level"].as_str().unwrap(), one["text"].as_str().unwrap())
        };
        all.iter().map(text).collect()
    }

    fn bills(&self, tenant: &str) -> Vec<(String, i64, String)> {
        let list = self
            .portal
            .get(&format!("/fin/bill/list?pageSize=100&orderByColumn=dueDate&isAsc=asc&keyWord={tenant}"), &self.clerk);
        let bill = |bill: &Value| {
            let period = bill["period"].as_object().map_or_else(String::new, |period| {
                format!("{}/{}", period["from"].as_str().unwrap(), period["to"].as_str().unwrap())
            });
            (period, bill["outstandingFen"].as_i64().unwrap(), bill["dueDate"].as_str().unwrap().to_owned())
        };
        let rows = list["rows"].as_array().unwrap_or_else(|| panic!("{list}"));
        rows.iter().filter(|bill| bill["state"] == 1 && bill["amountFen"] != 0).map(bill).collect()
    }

    fn is_whole(&self) {
        support::books_are_whole(&self.portal.app, &[]);
    }

    /// The same before the first run: what fell due since the first day is still to be billed.
    fn is_whole_but_unbilled(&self) {
        support::books_are_whole(&self.portal.app, &["I4"]);
    }
}

/// A ledger of texts, as a unit would keep it.
fn ledger(rows: &[&[&str]]) -> Vec<u8> {
    let mut workbook = Workbook::new();
    let saved = ExcelDateTime::from_ymd(2024, 9, 1).unwrap();
    workbook.set_properties(&DocProperties::new().set_creation_datetime(&saved));
    let sheet = workbook.add_worksheet();
    for (at, row) in (0..).zip(rows) {
        for (column, text) in (0..).zip(*row) {
            match text.parse::<f64>() {
                Ok(number) => sheet.write_number(at, column, number).unwrap(),
                Err(_) if text.is_empty() => continue,
                Err(_) => sheet.write_string(at, column, *text).unwrap(),
            };
        }
    }
    workbook.save_to_buffer().unwrap()
}

/// Case E1 as the unit's own ledger says it on 2024-07-01; no name of a column is one of ours.
#[rustfmt::skip]
const E1: [&[&str]; 6] = [
    &["轻工产业园等房产出租情况表（截至2024年6月30日）"],
    &["序号", "承租单位", "房屋坐落", "铺号", "租赁面积", "租赁期限", "月租金（元）", "收租方式", "交租时间", "免租", "履约保证金", "租金缴至", "累计欠租"],
    &["1", "禾川包装制品有限公司", "轻工产业园", "1、2", "800", "2024.1.1–2026.12.31", "16000", "季付", "提前10天", "", "", "2024年6月30日", "48000"],
    &["2", "云岭小吃店", "解放路门面", "4", "80", "2024.3.15–2025.3.14", "4800", "月付", "每月5日前", "", "", "2024年6月30日", "0"],
    &["3", "林木森", "解放路门面", "5", "120", "2024.6.1–2025.5.31", "7200", "半年付", "提前10天", "2024-06-01至2024-06-30", "14400", "2024年11月30日", "0"],
    &["", "合计", "", "", "1000", "", "28000", "", "", "", "14400", "", "48000"],
];

#[test]
fn e1_is_taken_over_and_bills_like_e1() {
    let town = Town::new();
    let batch = town.batch(1, "2024-07-01", &E1);
    let check = town.check(batch);
    assert_eq!((&check["isReady"], &check["stops"]), (&json!(true), &json!(0)), "{:?}", town.problems(batch));
    let sum = |what: &str| {
        let all = check["sums"].as_array().unwrap();
        let row = all.iter().find(|row| row["what"] == what).unwrap();
        (row["ledger"].clone(), row["computed"].clone())
    };
    for (what, ledger, computed) in [
        ("area", 100_000, 100_000),
        ("monthRent", 2_800_000, 2_800_000),
        ("arrears", 4_800_000, 4_800_000),
        ("deposit", 1_440_000, 1_440_000),
    ] {
        assert_eq!(sum(what), (json!(ledger), json!(computed)), "{what}");
    }
    assert!(check["tenants"].as_array().unwrap().iter().all(|row| row["differenceFen"] == 0));
    assert_eq!((&check["masters"]["tenantCount"], &check["masters"]["roomCount"]), (&json!(3), &json!(0)));

    town.say(batch, |reading| reading["balances"] = json!({"1234": 12_345_600}));
    town.receive(batch);
    assert_eq!(town.bills("禾川"), [("2024-07-01/2024-09-30".into(), 4_800_000, "2024-06-21".into())]);
    assert_eq!(town.bills("云岭"), [("2024-07-01/2024-07-31".into(), 480_000, "2024-07-05".into())]);
    assert!(town.bills("林木森").is_empty(), "paid beyond the first day");
    town.is_whole_but_unbilled();

    let result = town.get(&format!("/lease/takeover/{batch}/result"));
    assert_eq!((&result["periods"]["missing"], &result["periods"]["twice"]), (&json!(0), &json!(0)), "{result}");
    assert!(result["holds"].as_array().unwrap().is_empty(), "{result}");

    let tx = town.portal.app.store.read().unwrap();
    let balance: LastBalance = tx.get(&LastBalance::key(1, "1234")).unwrap().expect("where statements go on from");
    assert_eq!((balance.balance_fen, balance.at.date().to_string().as_str()), (12_345_600, "2024-06-30"));
    drop(tx);

    // E1 goes on: its later receipts, its waiver and its runs.
    let generated = town.done(&town.clerk, "/fin/bill/generate", json!({"leaseIds": [1, 2, 3]}));
    assert_eq!(generated["code"], 200);
    for (tenant, fen, day) in [(1, 3_000_000, "2024-07-01"), (2, 480_000, "2024-09-20")] {
        let form = json!({"partyAId": 1, "tenantId": tenant, "amountFen": fen, "method": 1, "valueDate": day});
        town.done(&town.clerk, "/fin/receipt", form);
    }
    let bills = town.portal.get("/fin/bill/list?pageSize=100&keyWord=云岭", &town.clerk);
    let august =
        bills["rows"].as_array().unwrap().iter().find(|bill| bill["period"]["from"] == "2024-08-01").unwrap().clone();
    let waiver = json!({"reasonKind": 9, "scope": [{"billId": august["billId"], "amountFen": 120_000}], "effectiveDate": "2024-09-30"});
    let waived = town.make("/fin/waiver", waiver);
    town.done(&town.boss, "/fin/waiver/decide", json!({"id": waived, "approve": true, "comment": ""}));
    let open = |name: &str| {
        town.bills(name).iter().filter(|bill| bill.2.as_str() <= "2024-09-30").map(|bill| bill.1).sum::<i64>()
    };
    assert_eq!((open("禾川"), open("云岭"), open("林木森")), (6_600_000, 840_000, 0), "74,400.00 as in E1");
    let ageing = town.get("/stat/qianJiao?year=2024&month=9&asOf=2024-09-30");
    let of_ages: Vec<i64> =
        ageing["ageing"].as_array().unwrap().iter().map(|age| age["fen"].as_i64().unwrap()).collect();
    assert_eq!(
        (&ageing["arrearsFen"], &of_ages[1..5]),
        (&json!(7_440_000), &[5_280_000, 360_000, 0, 1_800_000][..]),
        "the ageing of E1"
    );
    town.is_whole();
}

/// Another make: merged street heads, sub-totals, yuan in ten thousands, sections instead of a column, arrears but no day.
const STREETS: [&[&str]; 10] = [
    &["轻工留守处门面房收租台账", "", "", "", "", "", "", "单位：万元"],
    &["序号", "户名", "门牌号", "建筑面积", "起", "止", "年租金", "应收未收", "联系方式"],
    &["一、人民路"],
    &["1", "张春生", "12号", "45.5", "2023年1月1日", "2025年12月31日", "3.6", "0", "13800000001"],
    &["2", "云川永兴五金厂", "14号", "60", "2023年7月1日", "2026年6月30日", "4.8", "1.2", "13800000002"],
    &["", "小计", "", "105.5", "", "", "8.4", "1.2", ""],
    &["二、建设路"],
    &["3", "李四", "3号", "30", "2022年1月1日", "2024年6月30日", "2.4", "0.6", ""],
    &["", "小计", "", "30", "", "", "2.4", "0.6", ""],
    &["", "合计", "", "135.5", "", "", "10.8", "1.9", ""],
];

#[test]
fn streets_in_sections_ten_thousands_and_arrears_without_a_day() {
    let town = Town::new();
    town.make("/lease/tenant", json!({"tenantName": "云川市永兴五金厂", "kind": 1, "deptId": 110}));
    let batch = town.batch(2, "2024-07-01", &STREETS);
    let stops = town.problems(batch);
    assert!(stops.iter().any(|text| text.contains("请在默认约定中选择板块")), "{stops:?}");
    town.say(batch, |reading| {
        reading["terms"]["plateId"] = json!(2);
        reading["terms"]["billingCycle"] = json!(3);
    });
    let check = town.check(batch);
    assert_eq!(check["isReady"], true, "{:?}", town.problems(batch));
    let wrong = check["totals"].as_array().unwrap().iter().filter(|total| total["difference"] != "").count();
    assert_eq!(wrong, 1, "the sum of arrears is 1.8, the ledger says 1.9: {}", check["totals"]);
    let places: Vec<&str> =
        check["masters"]["places"].as_array().unwrap().iter().map(|place| place["asset"].as_str().unwrap()).collect();
    assert!(places.contains(&"人民路") || places.iter().any(|name| name.contains("人民路")), "{places:?}");
    let new = check["masters"]["tenants"]
        .as_array()
        .unwrap()
        .iter()
        .find(|new| new["name"] == "云川永兴五金厂")
        .unwrap()
        .clone();
    assert_eq!(new["near"][0]["tenantName"], "云川市永兴五金厂", "{new}");
    town.say(batch, |reading| reading["tenants"] = json!({"云川永兴五金厂": new["near"][0]["tenantId"]}));
    let arrears: Vec<i64> = town.check(batch)["tenants"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["arrearsFen"].as_i64().unwrap())
        .collect();
    assert_eq!(arrears.iter().sum::<i64>(), 1_800_000, "{arrears:?}");
    town.receive(batch);
    assert_eq!(town.bills("永兴"), [("2024-07-01/2024-09-30".into(), 1_200_000, "2024-06-21".into())]);
    assert_eq!(town.bills("李四"), [("2024-04-01/2024-06-30".into(), 600_000, "2024-03-22".into())]);
    let tenants = town.portal.get("/lease/tenant/list?keyWord=永兴", &town.clerk);
    assert_eq!(tenants["total"], 1, "one and the same: {tenants}");
    let ended = town.portal.get("/lease/lease/list?keyWord=李四", &town.clerk)["rows"][0].clone();
    assert_eq!(
        (&ended["state"], &ended["returnedDate"]),
        (&json!(5), &json!("2024-06-30")),
        "over, the rooms are back: {ended}"
    );
    town.is_whole_but_unbilled();
}

/// A third make: one row a room, joined by the number of the contract, price by area, a rise and today's rent beside it.
const ROOMS: [&[&str]; 5] = [
    &[
        "合同编号",
        "租户名称",
        "项目",
        "楼号",
        "房间号",
        "计租面积（㎡）",
        "租金单价（元/㎡·月）",
        "起租日期",
        "到期日期",
        "递增方式",
        "现行月租",
        "付款方式",
        "已交至",
        "已交押金",
    ],
    &[
        "HT-01",
        "昌盛物流有限公司",
        "仓储园",
        "2号库",
        "201",
        "1000",
        "8",
        "2022-07-01",
        "2027-06-30",
        "每年递增5%",
        "8800",
        "押一付三",
        "2024-06-30",
        "8000",
    ],
    &[
        "HT-01",
        "昌盛物流有限公司",
        "仓储园",
        "2号库",
        "202",
        "500",
        "8",
        "2022-07-01",
        "2027-06-30",
        "每年递增5%",
        "4400",
        "押一付三",
        "2024-06-30",
        "4000",
    ],
    &[
        "HT-02",
        "白云纸箱厂",
        "仓储园",
        "2号库",
        "203",
        "200",
        "10",
        "2024-01-01",
        "2026-12-31",
        "无",
        "2000",
        "年付",
        "2024-12-31",
        "0",
    ],
    &[
        "HT-03",
        "新到客户",
        "仓储园",
        "3号库",
        "101",
        "100",
        "10",
        "2024-08-01",
        "2026-07-31",
        "无",
        "1000",
        "月付",
        "",
        "1000",
    ],
];

#[test]
fn rows_of_one_contract_are_joined_and_a_rise_leads_to_the_rent_of_today() {
    let town = Town::new();
    let batch = town.batch(2, "2024-07-01", &ROOMS);
    town.say(batch, |reading| reading["terms"]["plateId"] = json!(1));
    let check = town.check(batch);
    assert_eq!(check["isReady"], true, "{:?}", town.problems(batch));
    let leases = check["leases"].as_array().unwrap();
    assert_eq!((leases.len(), &leases[0]["monthRentFen"]), (3, &json!(1_320_000)), "{}", leases[0]);
    assert_eq!(check["masters"]["roomCount"], 4);
    town.receive(batch);
    let plan = town.get("/lease/lease/1/plan");
    assert_eq!(
        plan["bills"].as_array().unwrap().iter().find(|bill| bill["period"]["from"] == "2024-07-01").unwrap()["amountFen"],
        3_960_000
    );
    town.done(&town.clerk, "/fin/bill/generate", json!({"leaseIds": [1, 2, 3]}));
    town.is_whole();
}

#[test]
fn what_stops_a_ledger_is_said_with_its_line() {
    let head: &[&str] = &[
        "合同编号",
        "承租人",
        "坐落",
        "房号",
        "面积",
        "租赁期限",
        "月租金",
        "递增",
        "现行月租",
        "已缴至",
        "欠租",
        "甲方",
    ];
    let good: [&str; 12] =
        ["A-1", "甲户", "轻工产业园", "1", "500", "2024-01-01至2026-12-31", "1000", "无", "1000", "2024-06-30", "", ""];
    let with = |changes: &[(usize, &'static str)]| {
        let mut row = good;
        for (column, text) in changes {
            row[*column] = text;
        }
        row
    };
    let cases: [(&[(usize, &'static str)], &str); 12] = [
        (&[(5, "2024-01-01至2044-06-30")], "租赁期限不得超过二十年"),
        (&[(5, "长期")], "租期“长期”无法识别"),
        (&[(5, "2026-01-01至2024-12-31")], "早于起租日"),
        (&[(9, "2027-06-30")], "不在租期"),
        (&[(9, "明年")], "已缴至“明年”无法识别"),
        (&[(9, "2024-05-15")], "另填欠缴金额"),
        (&[(9, "2024-05-15"), (10, "99999")], "应在 0 与应缴"),
        (&[(7, "每年递增5%"), (8, "1000"), (5, "2022-01-01至2026-12-31")], "请核对递增或租金"),
        (&[(6, "一千")], "“一千”：不是金额"),
        (&[(1, "")], "没有写承租人"),
        (&[(2, "不存在的园区")], "请在默认约定中选择板块"),
        (&[(6, ""), (8, "")], "没有写租金"),
    ];
    for (changes, expected) in cases {
        let town = Town::new();
        let row = with(changes);
        let second = with(&[(0, "A-2"), (1, "乙户"), (3, "2")]);
        let batch = town.batch(1, "2024-07-01", &[head, &row, &second]);
        let problems = town.problems(batch);
        let of_line = |text: &&String| text.starts_with("2:stop") || text.starts_with("0:stop");
        let found = problems.iter().filter(of_line).any(|text| text.contains(expected));
        assert!(found, "{expected}: {problems:?}");
        let answer = town.portal.post("/lease/takeover/submit", &town.clerk, json!({"id": batch}));
        assert!(answer["code"] != 200 && answer["msg"].as_str().unwrap().contains("须处理"), "{answer}");
    }
}

#[test]
fn rooms_papers_units_and_files_twice() {
    let town = Town::new();
    let head: &[&str] = &["合同编号", "承租人", "坐落", "房号", "面积", "租赁期限", "月租金", "已缴至", "出租方"];
    let row = |paper, tenant, room, term, party| -> [&'static str; 9] {
        [paper, tenant, "轻工产业园", room, "500", term, "1000", "2024-06-30", party]
    };
    let term = "2024-01-01至2026-12-31";
    let rows = [
        row("A-1", "甲户", "1", term, "云川市工业资产经营中心"),
        row("A-1", "乙户", "2", term, ""),
        row("A-3", "丙户", "1", "2025-01-01至2025-12-31", ""),
        row("B-1", "丁户", "9", term, "轻工留守处"),
    ];
    let all: Vec<&[&str]> = std::iter::once(head).chain(rows.iter().map(<[&str; 9]>::as_slice)).collect();
    let batch = town.batch(1, "2024-07-01", &all);
    let problems = town.problems(batch);
    assert!(problems.iter().any(|text| text.starts_with("3:stop") && text.contains("与第 2 行重复")), "{problems:?}");
    assert!(
        problems.iter().any(|text| text.starts_with("4:stop") && text.contains("与第 2 行租期重叠")),
        "{problems:?}"
    );
    assert_eq!(town.check(batch)["others"], json!([["轻工留守处", 1]]), "another unit's rows are named and left");
    let again = town.upload(1, "2024-07-01", &all);
    assert!(again["msg"].as_str().unwrap().contains("内容完全相同"), "{again}");

    // The lines that stop it are left out; the rest is received, and cannot be received again from another file.
    town.say(batch, |reading| reading["left"] = json!([3, 4]));
    town.receive(batch);
    let other: Vec<&[&str]> = vec![head, &rows[0], &rows[2]];
    let next = town.batch(1, "2024-07-01", &other);
    let problems = town.problems(next);
    assert!(problems.iter().any(|text| text.contains("纸质合同编号 A-1 已用于合同")), "{problems:?}");
    assert!(problems.iter().any(|text| text.contains("已被合同")), "{problems:?}");
    town.is_whole_but_unbilled();
}

#[test]
fn a_batch_is_decided_by_another_and_taken_back_until_something_refers_to_it() {
    let town = Town::new();
    let batch = town.batch(1, "2024-07-01", &E1);
    town.done(&town.clerk, "/lease/takeover/submit", json!({"id": batch}));
    let own = town.portal.post("/lease/takeover/decide", &town.clerk, json!({"id": batch, "approve": true}));
    assert_ne!(own["code"], 200, "who submitted it does not decide: {own}");
    town.done(&town.clerk, "/lease/takeover/recall", json!({"id": batch, "comment": "再核对"}));
    assert_eq!(town.get(&format!("/lease/takeover/{batch}"))["state"], 0);
    town.receive(batch);
    let back = json!({"id": batch, "comment": "单位要求重新核对"});
    town.done(&town.boss, "/lease/takeover/withdraw", back.clone());
    assert_eq!(town.get(&format!("/lease/takeover/{batch}"))["state"], 9);
    assert!(town.bills("禾川").is_empty() && town.bills("云岭").is_empty());
    let leases = town.portal.get("/lease/lease/list?state=9", &town.clerk);
    assert_eq!(leases["total"], 3, "all void: {leases}");
    town.is_whole();

    // The same file may come again, and finds the tenants it made.
    let again = town.batch(1, "2024-07-01", &E1);
    assert_eq!(town.check(again)["masters"]["tenantCount"], 0);
    town.receive(again);
    town.done(&town.clerk, "/fin/bill/generate", json!({"leaseIds": [4, 5, 6]}));
    let refused = town.portal.post("/lease/takeover/withdraw", &town.boss, json!({"id": again, "comment": "晚了"}));
    assert!(refused["msg"].as_str().unwrap().contains("不能撤销"), "{refused}");
    let holds = town.get(&format!("/lease/takeover/{again}/result"))["holds"].clone();
    assert!(holds[0].as_str().unwrap().contains("账单"), "{holds}");
    town.is_whole();
}

#[test]
fn scans_come_later_as_one_archive() {
    let town = Town::new();
    let batch = town.batch(2, "2024-07-01", &ROOMS);
    town.say(batch, |reading| reading["terms"]["plateId"] = json!(1));
    town.receive(batch);
    assert_eq!(town.get(&format!("/lease/takeover/{batch}"))["withoutScan"], 3);
    let pdf = b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n";
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for name in ["扫描件/HT-01.pdf", "HT-02-补充协议.pdf", "不知道是谁的.pdf", "HT-03.exe"] {
        archive.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        archive.write_all(pdf).unwrap();
    }
    let bytes = archive.finish().unwrap().into_inner();
    let send = |dry: bool| {
        let path = format!("/lease/takeover/scans?id={batch}&dryRun={dry}");
        town.portal.upload(&path, &town.clerk, "file", "扫描件.zip", &bytes)["data"].clone()
    };
    let dry = send(true);
    assert_eq!((&dry["taken"], &dry["left"], &dry["withoutScan"]), (&json!(2), &json!(2), &json!(3)), "{dry}");
    let taken = send(false);
    assert_eq!((&taken["taken"], &taken["left"], &taken["withoutScan"]), (&json!(2), &json!(2), &json!(1)), "{taken}");
    let again = send(false);
    assert_eq!((&again["taken"], &again["withoutScan"]), (&json!(0), &json!(1)), "the same files again: {again}");
    let broken =
        town.portal.upload(&format!("/lease/takeover/scans?id={batch}"), &town.clerk, "file", "a.zip", b"PK\x03\x04no");
    assert!(broken["msg"].as_str().unwrap().contains("不是完整的 zip"), "{broken}");
}
