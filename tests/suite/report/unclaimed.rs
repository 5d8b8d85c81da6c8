//! Money of nobody knows whom is a part of its own wherever received money is divided: the parts add up to the whole, the
//! part 待认领 is what the receipts say that wait to be claimed, and 预收 holds none of it. A claim moves it on its own day.

use crate::e1::Town;
use crate::support::Portal;
use serde_json::{Value, json};

fn fen(value: &Value, name: &str) -> i64 {
    value[name].as_i64().unwrap_or_else(|| panic!("{name}: {value}"))
}

fn total(list: &Value, key: &str) -> i64 {
    let totals = list["sums"]["totals"].as_array().unwrap_or_else(|| panic!("{list}"));
    totals.iter().find(|total| total["key"] == key).unwrap_or_else(|| panic!("{key}: {list}"))["value"]
        .as_i64()
        .unwrap()
}

/// 待认领 at every place that divides received money, of 2024 as of a day: where, and how much.
fn places(portal: &Portal, token: &str, as_of: &str) -> Vec<(&'static str, i64)> {
    let get = |path: String| {
        let answer = portal.get(&path, token);
        assert_eq!(answer["code"], 200, "{path}: {answer}");
        answer
    };
    let span = format!("asOf={as_of}&from=2024-01-01&to={as_of}&bookFrom=2024-01-01&bookTo={as_of}&pageSize=9999");
    let block = get(format!("/stat/shiShou?year=2024&month=0&asOf={as_of}"))["data"].clone();
    let parts = ["currentFen", "earlierFen", "aheadFen", "unclaimedFen"].map(|name| fen(&block, name));
    assert_eq!(parts.iter().sum::<i64>(), fen(&block, "rentFen"), "{block}");
    let months = |block: &Value, name: &str| -> i64 {
        block["months"].as_array().unwrap().iter().map(|month| fen(month, name)).sum()
    };
    assert_eq!(months(&block, "fen"), fen(&block, "rentFen"), "{block}");
    let cash = get(format!("/stat/xianJinLiu?year=2024&month=0&asOf={as_of}"))["data"].clone();
    let flows = get(format!("/report/cashFlow/list?{span}"));
    let came: i64 = ["rentFen", "unclaimedFen", "otherFen", "depositFen"].map(|name| months(&cash, name)).iter().sum();
    assert_eq!(came, total(&flows, "inFen"), "{cash}");
    let figures = get(format!("/fin/figures?year=2024&asOf={as_of}"))["data"]["received"].clone();
    let parts = ["currentFen", "earlierFen", "aheadFen", "unclaimedFen"].map(|name| fen(&figures, name));
    assert_eq!(parts.iter().sum::<i64>(), fen(&figures, "totalFen"), "{figures}");
    let received = get(format!("/report/received/list?{span}"));
    let parts = ["currentFen", "earlierFen", "aheadFen", "unclaimedFen"].map(|key| total(&received, key));
    assert_eq!(parts.iter().sum::<i64>(), total(&received, "amountFen"), "{received}");
    for row in received["rows"].as_array().unwrap() {
        assert!(row["part"] != "预收" || row["tenantName"] != "", "money of nobody as 预收: {row}");
    }
    let wanted = get(format!("/report/received/list?{span}&income=rent&part=unclaimed"));
    let kind = get(format!("/report/cashFlow/list?{span}&kind=unclaimed"));
    vec![
        ("block 实收", fen(&block, "unclaimedFen")),
        ("months of 实收", months(&block, "unclaimedFen")),
        ("block 现金流", months(&cash, "unclaimedFen")),
        ("figures", fen(&figures, "unclaimedFen")),
        ("实收明细", total(&received, "unclaimedFen")),
        ("实收明细 by part", total(&wanted, "amountFen")),
        ("收支流水 by kind", total(&kind, "inFen")),
    ]
}

/// What the receipts say that wait to be claimed.
fn waiting(portal: &Portal, token: &str) -> i64 {
    let list = portal.get("/fin/receipt/list?state=0&pageSize=9999", token);
    list["rows"].as_array().unwrap_or_else(|| panic!("{list}")).iter().map(|row| fen(row, "amountFen")).sum()
}

fn all_say(portal: &Portal, token: &str, as_of: &str, expected: i64) {
    for (place, said) in places(portal, token, as_of) {
        assert_eq!(said, expected, "{place} as of {as_of}");
    }
}

#[test]
fn unclaimed_money_is_its_own_part_everywhere_and_moves_on_the_day_of_its_claim() {
    let (town, [l1, ..]) = Town::e1();
    let (portal, clerk) = (&town.portal, &town.clerk);
    let ahead = |as_of: &str| {
        let block = portal.get(&format!("/stat/shiShou?year=2024&month=0&asOf={as_of}"), clerk)["data"].clone();
        fen(&block, "aheadFen")
    };
    all_say(portal, clerk, "2024-09-30", 0);
    let before = ahead("2024-09-30");
    let came = |payer: &str, fen: i64, day: &str| {
        let form = json!({"partyAId": 1, "payerName": payer, "amountFen": fen, "method": 1, "valueDate": day});
        town.make("/fin/receipt", form)
    };
    let (first, _) = (came("甲", 300_000, "2024-08-20"), came("乙", 70_000, "2024-09-10"));
    let bounced = came("丙", 5_000, "2024-09-12");
    assert_eq!(waiting(portal, clerk), 375_000);
    all_say(portal, clerk, "2024-09-30", 375_000);
    all_say(portal, clerk, "2024-08-31", 300_000);
    assert_eq!(ahead("2024-09-30"), before, "none of it is paid in advance");
    // Taken back, it was no money of anybody.
    town.done(&town.boss, "/fin/receipt/reverse", json!({"id": bounced, "kind": 2, "reason": "录入错误"}));
    all_say(portal, clerk, "2024-09-30", 370_000);
    // Claimed today, it pays bills from today on; what August said stays.
    town.done(clerk, "/fin/receipt/claim", json!({"id": first, "tenantId": 1, "leaseId": l1}));
    all_say(portal, clerk, "2024-09-30", 70_000);
    all_say(portal, clerk, "2024-09-29", 375_000);
    all_say(portal, clerk, "2024-08-31", 300_000);
    assert_eq!(waiting(portal, clerk), 70_000);
    assert_eq!(ahead("2024-09-30"), before, "it lies on bills");
    let september = portal.get("/stat/shiShou?year=2024&month=9&asOf=2024-09-30", clerk)["data"].clone();
    assert_eq!((fen(&september, "unclaimedFen"), fen(&september, "aheadFen")), (-230_000, 0), "{september}");
    town.is_whole();
}

#[test]
fn the_city_divides_its_money_with_nothing_left() {
    let portal = Portal::city();
    let admin = portal.admin();
    for as_of in ["2024-09-30", "2024-06-30", "2024-03-15"] {
        let places = places(&portal, &admin, as_of);
        assert!(places.iter().all(|(_, said)| *said == places[0].1), "{as_of}: {places:?}");
    }
    let of_this_year: i64 = places(&portal, &admin, "2024-09-30")[0].1;
    assert!(of_this_year > 0 && of_this_year <= waiting(&portal, &admin), "{of_this_year}");
}
