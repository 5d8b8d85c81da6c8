//! Periods around the first day of the books: each is paid before, came in, was billed or is still to come; none lies in
//! nobody's hands and none in two.

use super::events_openings::{Openings, Row, of};
use crate::support::scale;
use crate::{deeds, e1};
use deeds::{Deeds, plain};
use e1::{Town, room, with};
use gx_portal::features::finance::bill::record::{Bill, BillSource, BillState};
use gx_portal::features::finance::bill::standing::{Standing, standing};
use gx_portal::features::lease::contract::plan::current_terms;
use gx_portal::features::lease::contract::record::Lease;
use gx_portal::features::lease::schedule::plan::plan;
use gx_portal::op::Caller;
use gx_portal::store::{Reads, id};
use jiff::civil::{Date, date};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

/// A quarterly lease, paid ten days ahead and issued ten days before that.
fn quarterly(number: u64, from: &str, to: &str) -> Value {
    with(
        plain(number, number, from, to),
        json!({"billingCycle": 3, "periodMode": "ANCHORED", "dueRule": {"kind": "ADVANCE", "n": 10}, "rentFen": 200_000}),
    )
}

fn town(first_day: &str, today: &str) -> Town {
    let town = Town::on(today);
    assert_eq!(town.sets(first_day)["code"], 200);
    town
}

/// First day, source and amount of the bills of a lease, oldest period first.
fn periods(town: &Town, lease: u64) -> Vec<(String, BillSource, i64)> {
    let mut bills: Vec<Bill> = town.portal.app.store.read().unwrap().all().unwrap();
    bills.retain(|bill| bill.lease_id == lease && bill.state == BillState::Issued);
    bills.sort_by_key(|bill| (bill.period.map(|period| period.from), bill.bill_id));
    bills.iter().map(|bill| (bill.period.unwrap().from.to_string(), bill.source, bill.amount_fen)).collect()
}

fn number(town: &Town, lease: u64) -> String {
    town.get(&format!("/lease/lease/{lease}"))["data"]["leaseNo"].as_str().unwrap().to_owned()
}

/// A run changes nothing more, and the checks say nothing.
fn is_settled(town: &Town, lease: u64) {
    let before = periods(town, lease);
    town.bill();
    assert_eq!(periods(town, lease), before, "a second run");
    town.is_whole();
}

#[test]
fn a_period_that_begins_after_the_first_day_is_asked_for_though_it_was_to_be_issued_before() {
    let town = town("2026-11-01", "2026-11-01");
    let lease = town.lease(quarterly(1, "2026-05-15", "2027-05-14"), "2026-05-01");
    let expected = [("2026-08-15", BillSource::PaidBefore, 0), ("2026-11-15", BillSource::Contract, 600_000)];
    assert_eq!(periods(&town, lease), expected.map(|(day, source, fen)| (day.to_owned(), source, fen)));
    is_settled(&town, lease);
}

#[test]
fn a_deposit_is_asked_for_when_its_lease_is_signed_on_the_first_day_and_not_the_day_before() {
    let town = town("2026-11-01", "2026-11-02");
    let deposits = [("2026-10-31", 1, 0), ("2026-11-01", 2, 300_000)].map(|(signed, number, expected)| {
        let form = with(plain(number, number, "2026-11-01", "2027-10-31"), json!({"depositFen": 300_000}));
        let lease = town.lease(form, signed);
        let bills = town.get(&format!("/fin/bill/list?leaseId={lease}&kind=6"))["rows"].clone();
        let asked = bills.as_array().unwrap().iter().map(|row| row["amountFen"].as_i64().unwrap()).sum::<i64>();
        (signed, asked, expected)
    });
    assert!(deposits.iter().all(|(_, asked, expected)| asked == expected), "{deposits:?}");
    town.is_whole();
}

#[test]
fn before_the_first_day_nothing_is_asked_for() {
    let mut town = town("2026-11-01", "2026-10-28");
    let lease = town.lease(quarterly(1, "2026-05-15", "2027-05-14"), "2026-05-01");
    assert_eq!(periods(&town, lease), []);
    town.move_to("2026-11-01");
    town.bill();
    assert_eq!(periods(&town, lease).len(), 2);
    is_settled(&town, lease);
}

#[test]
fn an_early_end_gives_back_what_was_paid_before_the_books() {
    let town = town("2026-11-01", "2026-11-02");
    let lease = town.lease(quarterly(1, "2026-09-15", "2027-09-14"), "2026-09-01");
    assert_eq!(periods(&town, lease), [("2026-09-15".to_owned(), BillSource::PaidBefore, 0)]);
    // of September 15 to December 14 the days from November 30 on are given back: 15 of 30 days of the third month
    let told = town.change(lease, 8, "2026-11-29", json!({}));
    assert_eq!(told["data"]["deltas"][0]["deltaFen"], -100_000, "{told}");
    assert_eq!((town.asked(lease), town.credit(1), town.balance(1)), (-100_000, 100_000, -100_000));
    is_settled(&town, lease);
}

#[test]
fn another_rent_and_another_charge_reach_into_a_paid_period() {
    let town = town("2026-11-01", "2026-11-02");
    let lease = town.lease(quarterly(1, "2026-10-15", "2027-10-14"), "2026-10-01");
    town.change(lease, 1, "2026-12-15", json!({"rentFen": 250_000}));
    // one month of the quarter at 500.00 more
    assert_eq!(town.asked(lease), 50_000);
    is_settled(&town, lease);
    let charge = json!([{"kind": 2, "monthFen": 30_000}]);
    town.change(lease, 9, "2026-11-15", json!({"extraCharges": charge}));
    // two months of the quarter
    assert_eq!(town.asked(lease), 50_000 + 60_000);
    is_settled(&town, lease);
}

#[test]
fn who_takes_over_inside_a_period_of_before_is_asked_for_what_the_other_gets_back() {
    for came_in in [false, true] {
        let mut town = town("2026-11-01", "2026-11-02");
        let lease = town.signed(quarterly(1, "2026-10-15", "2027-10-14"), "2026-10-01");
        if came_in {
            let no = number(&town, lease);
            let mut row: Row<'_> =
                vec![("原系统编号", "Q1"), ("类别", "欠缴账单"), ("费用", "租金"), ("金额（元）", "6000")];
            row.extend([("账期开始", "2026-10-15"), ("账期结束", "2027-01-14"), ("应缴日", "2026-10-05")]);
            row.extend(of(&no));
            town.brings_in(&[row]);
        }
        town.bill();
        let before = town.asked(lease);
        assert_eq!(before, if came_in { 600_000 } else { 0 });
        town.change(lease, 4, "2026-12-15", json!({"tenantId": 2}));
        town.move_to("2026-11-25");
        town.bill();
        assert_eq!(town.asked(lease), before, "what one gets back the other is asked for");
        assert_eq!(town.balance(2), 200_000);
        is_settled(&town, lease);
    }
}

#[test]
fn periods_paid_ahead_come_in_by_the_day_until_which_they_are_paid() {
    let town = town("2026-11-01", "2026-11-05");
    let lease = town.signed(quarterly(1, "2026-05-15", "2027-05-14"), "2026-05-01");
    let no = number(&town, lease);
    let lines = of(&no);
    let paid = |origin: &'static str, to: &'static str| -> Row<'_> {
        [vec![("原系统编号", origin), ("类别", "已缴账期"), ("账期结束", to)], lines.clone()].concat()
    };
    let refused = |row: Row<'_>, part: &str| {
        let said = town.tries_to_bring_in(&row);
        assert!(said.to_string().contains(part), "{said}");
    };
    refused(paid("P0", "2026-12-31"), "在租金账期 2026-11-15 至 2027-02-14 之内");
    refused(paid("P0", "2026-10-31"), "之内");
    refused(paid("P0", "2026-08-14"), "之间没有账期");
    let mut priced = paid("P0", "2027-02-14");
    priced.push(("金额（元）", "1"));
    refused(priced, "已缴账期不填写金额");
    town.brings_in(&[paid("P1", "2027-02-14")]);
    town.bill();
    let paid_periods = |town: &Town| periods(town, lease).iter().filter(|row| row.1 == BillSource::PaidBefore).count();
    assert_eq!((paid_periods(&town), town.asked(lease)), (2, 0));
    is_settled(&town, lease);
    // it was not paid after all: another person says so, and the contract asks
    assert_eq!(town.opening("P1")["period"]["to"], "2027-02-14", "the list says until when");
    let revoke = json!({"id": town.opening("P1")["openingId"], "reason": "原台账有误"});
    town.done(&town.boss, "/fin/opening/revoke", revoke);
    town.bill();
    assert_eq!((paid_periods(&town), town.asked(lease)), (0, 1_200_000));
    is_settled(&town, lease);
    refused(paid("P2", "2027-02-14"), "已由合同出账，启用前已收的款请作为期初预收录入");
}

#[test]
fn a_record_of_a_paid_period_that_is_made_void_has_the_contract_ask() {
    let town = town("2026-11-01", "2026-11-05");
    let lease = town.lease(quarterly(1, "2026-09-15", "2027-09-14"), "2026-09-01");
    let record = town.rows(lease)[0]["billId"].clone();
    town.done(&town.clerk, "/fin/bill/void", json!({"id": record, "reason": "实际未缴"}));
    town.bill();
    assert_eq!(periods(&town, lease), [("2026-09-15".to_owned(), BillSource::Contract, 600_000)]);
    is_settled(&town, lease);
}

#[test]
fn what_is_owed_of_a_period_that_was_recorded_as_paid_may_come_in_afterwards() {
    let town = town("2026-11-01", "2026-11-05");
    let lease = town.lease(quarterly(1, "2026-09-15", "2027-09-14"), "2026-09-01");
    let no = number(&town, lease);
    let mut row: Row<'_> = vec![("原系统编号", "Q1"), ("类别", "欠缴账单"), ("费用", "租金"), ("金额（元）", "6000")];
    row.extend([("账期开始", "2026-09-15"), ("账期结束", "2026-12-14"), ("应缴日", "2026-09-05")]);
    row.extend([("已缴（元）", "5000")]);
    row.extend(of(&no));
    town.brings_in(&[row]);
    is_settled(&town, lease);
    // 1,000.00 of the quarter is owed, and its last 15 days go
    town.change(lease, 8, "2026-11-29", json!({}));
    assert_eq!(town.balance(1), 0);
    is_settled(&town, lease);
}

#[test]
fn records_follow_the_first_day_when_it_is_moved() {
    let town = town("2026-11-01", "2026-11-05");
    let lease = town.lease(quarterly(1, "2026-09-15", "2027-09-14"), "2026-09-01");
    assert_eq!(town.asked(lease), 0);
    assert_eq!(town.sets("2026-09-01")["code"], 200);
    town.bill();
    assert_eq!(town.asked(lease), 600_000, "the period lies in the time of the books");
    is_settled(&town, lease);
}

/// Terms as they are met in practice, on a room of their own.
fn some_lease(rng: &mut StdRng, number: u64) -> Value {
    let start = date(2025, 1, 1).saturating_add(jiff::Span::new().days(rng.random_range(0..700)));
    let end = start.saturating_add(jiff::Span::new().months(rng.random_range(6..40))).yesterday().unwrap();
    let cycles = [1, 1, 2, 3, 3, 4, 6, 12];
    let due = match rng.random_range(0..4) {
        0 => json!({"kind": "DAY", "n": rng.random_range(1..29)}),
        1 => json!({"kind": "ADVANCE", "n": rng.random_range(0..40)}),
        2 => json!({"kind": "ARREARS", "n": rng.random_range(0..20)}),
        _ => json!({"kind": "ADVANCE", "n": 10}),
    };
    let mode = if rng.random_bool(0.5) { "ANCHORED" } else { "CALENDAR" };
    let charges = if rng.random_bool(0.3) { json!([{"kind": 2, "monthFen": 12_300}]) } else { json!([]) };
    json!({"partyAId": 1, "tenantId": 1 + number % 3, "rooms": [room(number, "100")], "startDate": start.to_string(),
           "endDate": end.to_string(), "rentBasis": 1, "rentFen": 100_000 + 100 * number, "billingCycle": cycles[rng.random_range(0..cycles.len())],
           "periodMode": mode, "dueRule": due, "issueLeadDays": rng.random_range(0..45), "extraCharges": charges})
}

/// What stands in the books of a lease against an account of its periods that knows days alone.
fn agrees(town: &Town, lease_id: u64, first: Date, today: Date, seed: &str) {
    let caller = Caller::console("test", "test");
    let (planned, bills, start) = town
        .portal
        .app
        .read(&caller, |view| {
            let lease: Lease = view.tx.get(&id(lease_id))?.unwrap();
            let planned = plan(&current_terms(view, &lease)?).unwrap();
            let mut bills: Vec<Bill> = view.tx.all()?;
            bills.retain(|bill| bill.lease_id == lease_id && bill.state == BillState::Issued);
            Ok((planned, bills, lease.facts.start_date))
        })
        .unwrap();
    for one in &planned {
        let found: Vec<&Bill> =
            bills.iter().filter(|bill| bill.kind == one.kind && bill.period == Some(one.period)).collect();
        let [fen, records] = [BillSource::Contract, BillSource::PaidBefore]
            .map(|source| found.iter().filter(|bill| bill.source == source).count());
        let over = one.period.from < first && one.period.to >= first && one.issue_date < first && start < first;
        let asked = !over && one.issue_date <= today && (one.issue_date >= first || one.period.to >= first);
        assert_eq!((fen, records), (usize::from(asked), usize::from(over)), "{seed}: {one:?}");
        let is = standing(one, &bills, Some(first));
        let wanted = match (asked, over, one.issue_date <= today || one.period.to >= first) {
            (true, _, _) => Standing::Billed,
            (_, true, _) => Standing::PaidBefore,
            (_, _, true) if one.issue_date > today => Standing::ToCome,
            _ => is,
        };
        assert_eq!(is, wanted, "{seed}: {one:?}");
    }
    let planned_for = |bill: &&Bill| planned.iter().any(|one| bill.period == Some(one.period));
    let stayed = |bill: &&Bill| bill.source == BillSource::Holdover;
    assert_eq!(bills.iter().filter(|bill| !planned_for(bill) && !stayed(bill)).count(), 0, "{seed}");
}

#[test]
fn every_planned_period_of_any_lease_has_one_standing() {
    let worlds = scale::rounds("GX_FIRST_DAYS", 2, 50);
    for seed in 0..worlds {
        let mut rng = StdRng::seed_from_u64(seed);
        let first = date(2026, 1, 1).saturating_add(jiff::Span::new().days(rng.random_range(0..400)));
        let today = first.saturating_add(jiff::Span::new().days(rng.random_range(0..60)));
        let town = town(&first.to_string(), &today.to_string());
        let mut leases = Vec::new();
        for number in 1..=40 {
            if number > 5 {
                let more = json!({"buildingId": 1, "floorNo": 2, "roomNo": number.to_string(), "roomCode": format!("R{number}"), "buildingAreaM2": "100", "rentAreaM2": "100"});
                town.make("/asset/room", more);
            }
            let form = some_lease(&mut rng, number);
            let signed = form["startDate"].as_str().unwrap().parse::<Date>().unwrap().min(today).to_string();
            leases.push(town.signed(form, &signed));
        }
        town.bill();
        for lease in leases {
            agrees(&town, lease, first, today, &format!("seed {seed}, lease {lease}, first {first}, today {today}"));
        }
        town.is_whole();
    }
}
