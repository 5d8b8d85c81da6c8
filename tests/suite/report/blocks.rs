//! The statistics report through the HTTP surface: case E1 (domain.md 3.16), each block equal to the list behind it, what
//! people without rights or scope get, and questions that make no sense. Clock: 2024-09-30.

use crate::e1;
use e1::Town;
use serde_json::{Value, json};

const SEPTEMBER: &str = "year=2024&month=9&asOf=2024-09-30";
const YEAR: &str = "year=2024&month=0&asOf=2024-09-30";

impl Town {
    fn block(&self, name: &str, query: &str) -> Value {
        let answer = self.get(&format!("/stat/{name}?{query}"));
        assert_eq!(answer["code"], 200, "{name}: {answer}");
        answer["data"].clone()
    }
}

fn fen(value: &Value, name: &str) -> i64 {
    value[name].as_i64().unwrap_or_else(|| panic!("{name}: {value}"))
}

fn column(block: &Value, name: &str) -> Vec<i64> {
    block["months"].as_array().unwrap().iter().map(|month| fen(month, name)).collect()
}

#[test]
fn e1_in_every_block() {
    let (town, _) = Town::e1();
    let due = town.block("yingShou", YEAR);
    assert_eq!((fen(&due, "rentFen"), fen(&due, "waivedFen")), (21_023_226, 120_000));
    assert_eq!(due["byKind"], json!([{"kind": 1, "fen": 21_023_226}]));
    assert_eq!((fen(&due, "yearToDateFen"), fen(&due, "allKindsFen")), (21_023_226, 21_023_226));
    let september = town.block("yingShou", SEPTEMBER);
    assert_eq!(fen(&september, "rentFen"), 5_280_000, "C1's fourth quarter and C2's September");
    assert_eq!(september["onPrevious"], 136_667, "14.6667 times August's 3,600.00");
    let months = column(&due, "rentFen");
    assert_eq!(months[..9], [0, 0, 5_063_226, 480_000, 480_000, 8_880_000, 480_000, 360_000, 5_280_000]);
    let planned: Vec<bool> =
        due["months"].as_array().unwrap().iter().map(|month| month["planned"].as_bool().unwrap()).collect();
    assert_eq!(planned, [[false; 9].as_slice(), &[true; 3]].concat());
    assert_eq!(months[9..], [480_000, 4_800_000, 5_280_000], "C2 monthly, C3's second half-year, C1's next quarter");

    let received = town.block("shiShou", YEAR);
    assert_eq!((fen(&received, "rentFen"), fen(&received, "yearToDateFen")), (14_383_226, 14_383_226));
    assert_eq!(["currentFen", "earlierFen", "aheadFen"].map(|name| fen(&received, name)), [13_583_226, 800_000, 0]);
    assert_eq!(received["byMethod"], json!([{"method": 1, "fen": 14_383_226}]));
    assert_eq!(
        column(&received, "fen")[..9],
        [800_000, 0, 5_063_226, 480_000, 480_000, 4_080_000, 3_000_000, 0, 480_000]
    );
    assert_eq!(fen(&town.block("shiShou", SEPTEMBER), "dueFen"), 5_280_000);

    let cash = town.block("xianJinLiu", YEAR);
    assert_eq!(column(&cash, "depositFen")[5], 1_440_000);
    assert_eq!((column(&cash, "expenseFen")[7], column(&cash, "runningFen")[8]), (350_000, 15_473_226));
    assert_eq!(fen(&cash, "unassignedFen"), 350_000, "the expense is of no asset");
    assert_eq!(column(&cash, "plannedFen")[9..], [480_000, 4_800_000, 5_280_000]);

    let arrears = town.block("qianJiao", SEPTEMBER);
    assert_eq!((fen(&arrears, "arrearsFen"), fen(&arrears, "bills"), fen(&arrears, "tenants")), (7_440_000, 4, 2));
    let ages: Vec<(i64, i64)> =
        arrears["ageing"].as_array().unwrap().iter().map(|age| (fen(age, "fen"), fen(age, "bills"))).collect();
    assert_eq!(ages, [(480_000, 1), (5_280_000, 2), (360_000, 1), (0, 0), (1_800_000, 1), (0, 0), (0, 0)]);
    let roll = &arrears["roll"];
    assert_eq!(
        fen(roll, "openingFen") + fen(roll, "netDueFen") - fen(roll, "collectedFen") - fen(roll, "paidAheadFen"),
        7_440_000
    );
    assert_eq!(
        (fen(roll, "openingFen"), fen(roll, "closingFen"), &arrears["agrees"]),
        (800_000, 7_440_000, &json!(true))
    );
    assert_eq!(arrears["top"][0], json!({"tenantId": 1, "name": "禾川包装制品有限公司", "fen": 6_600_000, "bills": 2}));
    let remitted = &arrears["remittances"];
    assert_eq!(
        ["shouldFen", "handedFen", "owedFen", "rate"].map(|name| fen(remitted, name)),
        [13_903_226, 10_903_226, 3_000_000, 7_842]
    );
    assert_eq!(remitted["items"][0]["days"], 51, "July's money was due on 10 August");

    let rate = town.block("shouJiaoLv", SEPTEMBER);
    assert_eq!((&rate["variants"]["current"], &rate["variants"]["earlier"]), (&json!(6_461), &json!(10_000)));
    let now: Vec<Value> = rate["months"].as_array().unwrap().iter().map(|month| month["now"].clone()).collect();
    assert_eq!(json!(now[..9]), json!([null, null, 10_000, 10_000, 10_000, 7_973, 10_000, 0, 0]));
    assert_eq!((&rate["target"], &rate["plates"].as_array().unwrap().len()), (&json!(9_500), &2));

    let uses = town.block("plateAssetArea", SEPTEMBER);
    assert_eq!((&uses["total"]["rate"], &uses["total"]["letM2"]), (&json!(8_333), &json!("1000.00")));
    assert_eq!((&uses["plates"][0]["letM2"], &uses["plates"][0]["lettableM2"]), (&json!("800.00"), &json!("1000.00")));
    let shares = town.block("plateAssetAreaPie", SEPTEMBER);
    let lettable = &shares["measures"]["lettable"];
    assert_eq!(lettable["totalM2"], "1200.00");
    assert_eq!((&lettable["items"][0]["share"], &lettable["items"][1]["share"]), (&json!(8_333), &json!(1_667)));
    assert_eq!(town.block("daiBan", "")["count"], 0);
}

#[test]
fn a_past_day_knows_nothing_of_later_ones() {
    let (town, _) = Town::e1();
    let june = town.block("qianJiao", "year=2024&month=6&asOf=2024-06-30");
    assert_eq!(fen(&june, "arrearsFen"), 4_800_000);
    let areas = town.block("plateAssetArea", "asOf=2024-05-31");
    assert_eq!(areas["total"]["letM2"], "880.00", "C3 began on 1 June");
    let rate = town.block("shouJiaoLv", "year=2024&month=6&asOf=2024-06-30");
    let june = |block: &Value, name: &str| block["months"][5][name].clone();
    let today = town.block("shouJiaoLv", SEPTEMBER);
    assert_eq!(june(&rate, "now"), june(&today, "atMonthEnd"), "what was known then is shown beside today's");
    assert_ne!(june(&today, "now"), june(&today, "atMonthEnd"));
    // a year without data is empty, not wrong
    let empty = town.block("yingShou", "year=2030&month=2&asOf=2024-09-30");
    assert_eq!((fen(&empty, "rentFen"), &empty["onPrevious"]), (0, &Value::Null));
    assert_eq!(town.block("qianJiao", "asOf=2020-02-29")["arrearsFen"], 0);
}

#[test]
fn filters_scope_and_rights_decide_what_is_counted() {
    let (town, _) = Town::e1();
    let plates: Vec<i64> = ["plateId=1", "plateId=2", "plateId=1,2", "plateId=99"]
        .map(|plate| fen(&town.block("yingShou", &format!("{YEAR}&{plate}")), "rentFen"))
        .to_vec();
    assert_eq!(plates, [14_400_000, 6_623_226, 21_023_226, 0]);
    let received: Vec<i64> = ["plateId=1", "plateId=2"]
        .map(|plate| fen(&town.block("shiShou", &format!("{YEAR}&{plate}")), "rentFen"))
        .to_vec();
    assert_eq!(received, [8_600_000, 5_783_226], "what lies on bills of the plate");
    assert_eq!(fen(&town.block("yingShou", &format!("{YEAR}&deptId=111")), "rentFen"), 0);
    assert_eq!(fen(&town.block("yingShou", &format!("{YEAR}&deptId=110")), "rentFen"), 21_023_226);

    let rights = ["stat:yingShou:list", "stat:qianJiao:list"];
    let elsewhere = town.portal.role("elsewhere", &rights, 3, &[]);
    town.portal.person("guest", 111, &[elsewhere]);
    let guest = town.portal.token("guest");
    let seen = town.portal.get(&format!("/stat/yingShou?{YEAR}"), &guest);
    assert_eq!((&seen["code"], &seen["data"]["rentFen"]), (&json!(200), &json!(0)), "{seen}");
    assert_eq!(town.portal.get(&format!("/stat/qianJiao?{SEPTEMBER}"), &guest)["data"]["arrearsFen"], 0);
    assert_eq!(town.portal.get(&format!("/stat/shouJiaoLv?{SEPTEMBER}"), &guest)["code"], 403);
    let reminders = town.portal.get("/stat/daiBan", &guest)["data"]["reminders"].clone();
    assert_eq!(reminders, json!([{"kind": "notices", "label": "未读通知", "count": 0, "path": "/notice?unread=true"}]));

    for (query, part) in [
        ("year=2024&month=13", "统计年份或月份不正确"),
        ("year=99&month=1", "统计年份或月份不正确"),
        ("asOf=2024-10-01", "截至日期不能晚于今天"),
    ] {
        let answer = town.get(&format!("/stat/yingShou?{query}"));
        assert!(answer["code"] != 200 && answer["msg"].as_str().unwrap().contains(part), "{query}: {answer}");
    }
}

#[test]
fn what_waits_is_shown_to_those_who_decide_it_and_not_to_who_entered_it() {
    let town = Town::new();
    let form = json!({"kind": 3, "partyAId": 1, "amountFen": 350_000, "payee": "云川建设维修队", "category": "维修"});
    let expense = town.make("/fin/expense", form);
    let todo = |who: &str| town.portal.get("/stat/daiBan", who)["data"].clone();
    assert_eq!(todo(&town.clerk)["count"], 0, "he cannot decide his own");
    let waiting = todo(&town.boss);
    assert_eq!((&waiting["count"], &waiting["items"][0]["kind"]), (&json!(1), &json!("expense")), "{waiting}");
    assert_eq!(waiting["items"][0]["overdue"], false);
    town.done(&town.boss, "/fin/expense/decide", json!({"id": expense, "approve": true}));
    assert_eq!(todo(&town.boss)["count"], 0);
}

#[test]
fn reminders_follow_the_day_the_leases_and_the_scope() {
    const DAY: i64 = 86_400_000;
    let (mut town, _) = Town::e1();
    let role = town.portal.role("own", &["lease:expiring:list", "fin:deposit:list"], 5, &[]);
    town.portal.person("own", 110, &[role]);
    let counts = |town: &Town, who: &str| {
        let block = town.portal.get("/stat/daiBan", who)["data"].clone();
        let of = |kind: &str| {
            let found = block["reminders"].as_array().unwrap().iter().find(|reminder| reminder["kind"] == kind);
            found.unwrap_or_else(|| panic!("{kind}: {block}"))["count"].as_i64().unwrap()
        };
        ["expiring90", "expiring60", "expiring30", "deposits"].map(of)
    };
    assert_eq!(counts(&town, &town.clerk), [0, 0, 0, 0]);
    for (days, expected) in [(100, [1, 0, 0, 0]), (40, [1, 1, 1, 0])] {
        town.portal.app.clock.advance(days * DAY);
        town.clerk = town.portal.admin();
        assert_eq!(counts(&town, &town.clerk), expected, "C2 ends on 2025-03-14");
        assert_eq!(counts(&town, &town.portal.token("own")), [0; 4], "he entered none of them");
    }
    for (lease, expected) in [(2, [0, 0, 0, 0]), (3, [0, 0, 0, 1])] {
        let end = json!({"leaseId": lease, "kind": 8, "effectiveDate": "2025-02-17", "reason": "协商一致"});
        town.done(&town.clerk, "/lease/lease/change", end);
        let change = town.get(&format!("/lease/lease/{lease}/changes"))["data"][0]["changeId"].clone();
        let yes = json!({"changeId": change, "decision": "approve"});
        town.done(&town.portal.token("boss"), "/lease/lease/change/decide", yes);
        let back = json!({"id": lease, "returnedDate": "2025-02-17"});
        town.done(&town.clerk, "/lease/lease/handover", back);
        assert_eq!(counts(&town, &town.clerk), expected, "C3 is over and its deposit still held");
    }
}

#[test]
fn every_block_goes_out_as_a_workbook() {
    let (town, _) = Town::e1();
    for name in ["yingShou", "shiShou", "plateAssetAreaPie", "plateAssetArea", "xianJinLiu", "qianJiao", "shouJiaoLv"] {
        let answer = town.get(&format!("/stat/{name}/export?{SEPTEMBER}"));
        let file = answer["msg"].as_str().unwrap_or_else(|| panic!("{name}: {answer}"));
        let bytes = town.portal.request("GET", &format!("/common/download?fileName={file}"), &town.clerk, None);
        assert!(bytes.bytes.starts_with(b"PK"), "{name}: {answer}");
    }
}
