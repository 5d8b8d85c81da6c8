//! What late payers owe, and how an ended lease is settled: V12 and the sheet of domain.md 3.6 through the HTTP surface.

use crate::support;
use serde_json::{Value, json};
use support::Portal;

const PDF: &[u8] = b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n";
const DAY: i64 = 86_400_000;

/// One party A with rooms, one tenant, a clerk (the administrator) and a second person who decides.
struct Town {
    portal: Portal,
    clerk: String,
    boss: String,
}

impl Town {
    fn on(day: &str, rooms: usize) -> Self {
        let portal = Portal::new();
        let permissions = [
            "lease:lease:approve",
            "lease:lease:query",
            "fin:waiver:approve",
            "fin:receipt:reverse",
            "fin:refund:approve",
            "fin:refund:pay",
            "fin:settlement:approve",
            "fin:settlement:query",
        ];
        let role = portal.role("boss", &permissions, 1, &[]);
        portal.person("boss", 110, &[role]);
        let (clerk, boss) = (portal.admin(), portal.token("boss"));
        let mut town = Self { portal, clerk, boss };
        town.make("/asset/plate", json!({"plateCode": "P1", "plateName": "工业厂房", "color": "#0A6BCB"}));
        let party = json!({"partyACode": "A", "partyAName": "云川市工业资产经营中心", "unitKind": 2, "remitRequired": true, "remitDay": 10, "deptId": 110});
        town.make("/asset/partyA", party);
        town.make("/asset/asset", json!({"assetName": "轻工产业园", "plateId": 1, "partyAId": 1, "titleState": 1}));
        town.make("/asset/building", json!({"assetId": 1, "buildingCode": "A1", "buildingName": "A1"}));
        for no in 1..=rooms {
            let form = json!({"buildingId": 1, "floorNo": 1, "roomNo": no.to_string(), "roomCode": format!("R{no}"), "buildingAreaM2": "100", "rentAreaM2": "100"});
            town.make("/asset/room", form);
        }
        town.make("/lease/tenant", json!({"tenantName": "禾川包装制品有限公司", "kind": 1, "deptId": 110}));
        town.move_to(day);
        town
    }

    fn move_to(&mut self, day: &str) {
        let today = self.portal.app.clock.today();
        let days = gx_portal::kernel::span::days_between(today, day.parse().unwrap());
        self.portal.app.clock.advance(days * DAY);
        self.clerk = self.portal.admin();
        self.boss = self.portal.token("boss");
    }

    fn make(&self, path: &str, form: Value) -> u64 {
        let answer = self.portal.post(path, &self.clerk, form);
        answer["data"]["id"].as_u64().unwrap_or_else(|| panic!("{path}: {answer}"))
    }

    fn done(&self, who: &str, path: &str, form: Value) {
        let answer = self.portal.post(path, who, form);
        assert_eq!(answer["code"], 200, "{path}: {answer}");
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

    /// A signed lease of one room with its bills issued.
    fn lease(&self, room: usize, fields: Value) -> u64 {
        let mut form = json!({"partyAId": 1, "tenantId": 1, "rooms": [{"roomId": room, "rentAreaM2": "100"}], "rentBasis": 1,
                              "billingCycle": 1, "periodMode": "CALENDAR", "issueLeadDays": 10});
        form.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        let id = self.make("/lease/lease", form);
        self.done(&self.clerk, "/lease/lease/submit", json!({"id": id}));
        self.done(&self.boss, "/lease/lease/decide", json!({"id": id, "decision": "approve"}));
        let scan = self.portal.upload("/common/upload2Minio", &self.clerk, "file", "合同.pdf", PDF);
        let sign = json!({"id": id, "signDate": "2022-12-20", "scans": [scan["fileInfo"]["id"]]});
        self.done(&self.clerk, "/lease/lease/sign", sign);
        self.done(&self.clerk, "/fin/bill/generate", json!({"leaseIds": [id]}));
        id
    }

    fn receipt(&self, lease: u64, fen: i64, day: &str) -> u64 {
        self.make(
            "/fin/receipt",
            json!({"partyAId": 1, "tenantId": 1, "leaseId": lease, "amountFen": fen, "method": 1, "valueDate": day}),
        )
    }

    fn reverse(&self, receipt: u64, kind: u8) {
        self.done(&self.boss, "/fin/receipt/reverse", json!({"id": receipt, "kind": kind, "reason": "银行通知"}));
    }

    fn bills(&self, lease: u64) -> Vec<Value> {
        let answer = self.get(&format!("/fin/bill/list?leaseId={lease}&orderByColumn=dueDate&isAsc=asc&pageSize=50"));
        answer["rows"].as_array().unwrap().clone()
    }

    /// The fee of a lease's only bill: fen, or none.
    fn fee(&self, lease: u64) -> Option<Value> {
        let bill = self.bills(lease)[0]["billId"].clone();
        let fees = self.get("/fin/lateFee/list?pageSize=50");
        fees["rows"].as_array().unwrap().iter().find(|row| row["billId"] == bill).cloned()
    }

    fn state(&self, lease: u64) -> Value {
        self.get(&format!("/lease/lease/{lease}"))["data"]["state"].clone()
    }

    /// The rooms of [`v12`] came back when it ended.
    fn returned(&self, lease: u64) {
        let form = json!({"id": lease, "returnedDate": "2024-03-31"});
        self.done(&self.clerk, "/lease/lease/handover", form);
    }

    fn is_whole(&self) {
        support::books_are_whole(&self.portal.app, &[]);
    }
}

/// 30,000.00 due on 2024-03-10 at 0.05 % a day with five days of grace.
fn v12() -> Value {
    json!({"startDate": "2024-03-01", "endDate": "2024-03-31", "rentFen": 3_000_000, "dueRule": {"kind": "DAY", "n": 10}})
}

#[test]
fn v12_late_fees_follow_the_days_the_bank_had_the_money() {
    let mut town = Town::on("2024-04-01", 6);
    let leases: Vec<u64> = (1..=6).map(|room| town.lease(room, v12())).collect();
    let [a, b, c, d, e, waived] = leases[..] else { panic!() };
    leases.iter().for_each(|lease| town.returned(*lease));
    // d bounced, so the money never was there; e was taken back, so it was there for twelve days
    let (bounced, taken) = (town.receipt(d, 1_000_000, "2024-03-20"), town.receipt(e, 1_000_000, "2024-03-20"));
    town.reverse(bounced, 1);
    town.reverse(taken, 3);
    let scope = json!([{"billId": town.bills(waived)[0]["billId"], "amountFen": 3_000_000}]);
    let waiver = town.make("/fin/waiver", json!({"reasonKind": 3, "scope": scope, "effectiveDate": "2024-03-20"}));
    town.done(&town.boss, "/fin/waiver/decide", json!({"id": waiver, "approve": true}));
    town.move_to("2024-05-01");
    town.receipt(a, 1_000_000, "2024-03-20");
    town.receipt(a, 2_000_000, "2024-04-15");
    town.receipt(b, 3_000_000, "2024-03-15");
    town.receipt(c, 3_000_000, "2024-03-16");
    town.receipt(d, 3_000_000, "2024-04-15");
    town.receipt(e, 3_000_000, "2024-04-15");
    let fen = |lease: u64| town.fee(lease).map(|row| row["feeFen"].as_i64().unwrap());
    assert_eq!(fen(a), Some(41_000), "V12a");
    assert_eq!(fen(b), None, "V12b: settled on the last day of grace");
    assert_eq!(fen(c), Some(9_000), "V12c");
    assert_eq!(fen(d), Some(54_000), "V12d: bounced");
    assert_eq!(fen(e), Some(48_000), "V12e: taken back");
    assert_eq!(fen(waived), Some(15_000), "a waiver settles on the day it counts: 30,000.00 for ten days");
    let told = town.fee(a).unwrap();
    assert_eq!(
        told["segments"],
        json!([{"from": "2024-03-11", "to": "2024-03-20", "baseFen": 3_000_000, "days": 10},
               {"from": "2024-03-21", "to": "2024-04-15", "baseFen": 2_000_000, "days": 26}])
    );

    // billed once: due in ten days, adjusts nothing, and bears no fee of its own
    let principal = told["billId"].clone();
    let wanted = json!({"billIds": [principal]});
    let answer = town.portal.post("/fin/lateFee/bill", &town.clerk, wanted.clone());
    assert_eq!(answer["data"], json!({"issued": 1, "amountFen": 41_000}), "{answer}");
    let bill = town.bills(a).into_iter().find(|bill| bill["kind"] == 5).unwrap();
    assert_eq!(
        (&bill["source"], &bill["dueDate"], &bill["amountFen"]),
        (&json!(5), &json!("2024-05-11"), &json!(41_000))
    );
    town.refused(&town.clerk, "/fin/lateFee/bill", wanted.clone(), "滞纳金已出账");
    town.refused(&town.clerk, "/fin/lateFee/bill", json!({"billIds": [bill["billId"]]}), "没有应计的滞纳金");
    let both = json!({"billIds": [town.fee(c).unwrap()["billId"], principal]});
    town.refused(&town.clerk, "/fin/lateFee/bill", both, "滞纳金已出账");
    assert_eq!(fen(c), Some(9_000), "a refused run bills nothing");
    assert!(fen(a).is_none());
    town.is_whole();
    // a void fee may be billed again
    town.done(&town.clerk, "/fin/bill/void", json!({"id": bill["billId"], "reason": "协商免收"}));
    town.done(&town.clerk, "/fin/lateFee/bill", wanted);
    town.move_to("2024-06-30");
    let again = town.get("/fin/lateFee/list?pageSize=50&settled=false");
    assert_eq!(again["total"], 0, "a late fee bears no late fee: {again}");
    town.is_whole();
}

#[test]
fn v12_a_fee_is_capped_and_rounded_once() {
    let mut town = Town::on("2024-06-18", 2);
    let g = json!({"startDate": "2024-06-01", "endDate": "2024-06-30", "rentFen": 777_777, "dueRule": {"kind": "DAY", "n": 5}});
    let g = town.lease(1, g);
    assert_eq!(town.fee(g).unwrap()["feeFen"], 5_056, "V12g");
    let f = json!({"startDate": "2023-01-01", "endDate": "2023-01-31", "rentFen": 100_000, "graceDays": 0,
                   "capPpm": 200_000, "dueRule": {"kind": "DAY", "n": 1}});
    let f = town.lease(2, f);
    town.move_to("2024-12-01");
    let fee = town.fee(f).unwrap();
    assert_eq!(
        (&fee["rawFen"], &fee["feeFen"], &fee["capped"]),
        (&json!(35_000), &json!(20_000), &json!(true)),
        "V12f"
    );
}

/// The states of the steps of 退租办理, and what is done next.
fn steps(town: &Town, lease: u64) -> (String, Option<Value>) {
    let told = town.get(&format!("/fin/settlement/steps/{lease}"));
    let steps = told["data"].as_array().unwrap_or_else(|| panic!("{told}"));
    let states = steps.iter().map(|step| step["state"].to_string()).collect();
    (states, steps.iter().map(|step| step["deed"].clone()).find(|deed| !deed.is_null()))
}

/// A lease of 25,000.00 a month paid by the quarter, 50,000.00 deposit, ended on 2024-10-20 and given back.
fn ended(town: &mut Town, damage_fen: i64) -> u64 {
    let terms = json!({"startDate": "2024-03-01", "endDate": "2027-02-28", "rentFen": 2_500_000, "billingCycle": 3,
                       "periodMode": "ANCHORED", "dueRule": {"kind": "ADVANCE", "n": 15}, "depositFen": 5_000_000});
    let lease = town.lease(1, terms);
    for day in ["2024-02-15", "2024-05-16", "2024-08-15"] {
        town.receipt(lease, 7_500_000, day);
    }
    // what came before the due date waits as credit until the run puts it there
    town.done(&town.clerk, "/fin/bill/generate", json!({}));
    let deposit = json!({"partyAId": 1, "tenantId": 1, "leaseId": lease, "amountFen": 5_000_000, "method": 1, "valueDate": "2024-02-20", "purpose": 2});
    town.make("/fin/receipt", deposit);
    let early = json!({"leaseId": lease, "penaltyFen": 0});
    town.refused(&town.clerk, "/fin/settlement", early.clone(), "尚未到期或终止");
    let end = json!({"leaseId": lease, "kind": 8, "effectiveDate": "2024-10-20", "reason": "乙方申请"});
    assert_eq!(steps(town, lease), (String::new(), None), "a lease that runs is not on its way out");
    town.done(&town.clerk, "/lease/lease/change", end);
    assert_eq!(steps(town, lease), ("34444".into(), Some(json!("decideEnd"))));
    // who decides sees what it does to the bills
    let effect = town.get("/lease/lease/change/1/effect");
    assert!(effect["data"]["deltaSumFen"].as_i64().unwrap() < 0, "{effect}");
    town.done(&town.boss, "/lease/lease/change/decide", json!({"changeId": 1, "decision": "approve"}));
    town.move_to("2024-10-20");
    // on its last day the lease runs: page, steps and settlement say the same
    assert_eq!(town.get(&format!("/lease/lease/{lease}"))["data"]["state"], json!(4));
    assert_eq!(steps(town, lease), ("32444".into(), Some(json!("giveBack"))));
    town.refused(&town.clerk, "/fin/settlement", early.clone(), "最后计租日 2024-10-20");
    town.move_to("2024-10-25");
    assert_eq!(steps(town, lease), ("12444".into(), Some(json!("giveBack"))));
    town.refused(&town.clerk, "/fin/settlement", early.clone(), "请先登记退房");
    let back = json!({"id": lease, "returnedDate": "2024-10-20", "damageFen": damage_fen});
    town.done(&town.clerk, "/lease/lease/handover", back);
    town.refused(&town.clerk, "/fin/settlement", early, "请先出账");
    assert_eq!(steps(town, lease), ("11244".into(), Some(json!("bill"))));
    town.done(&town.clerk, "/fin/bill/generate", json!({}));
    assert_eq!(steps(town, lease), ("11124".into(), Some(json!("settle"))));
    lease
}

#[test]
fn the_sheet_of_the_design_is_netted_approved_and_paid_back() {
    let mut town = Town::on("2024-09-30", 1);
    let lease = ended(&mut town, 0);
    let water =
        json!({"leaseId": lease, "kind": 3, "dueDate": "2024-11-10", "amountFen": 128_050, "remark": "十月水费"});
    let water = town.make("/fin/bill", water);
    let shown = town.get(&format!("/fin/settlement/{lease}?penaltyFen=2500000"));
    let sheet = &shown["data"]["sheet"];
    assert_eq!((&sheet["creditFen"], &sheet["depositFen"]), (&json!(3_387_097), &json!(5_000_000)), "{shown}");
    assert_eq!(sheet["bills"][0]["fromCreditFen"], 128_050);
    assert_eq!((&sheet["forfeitFen"], &sheet["balanceFen"]), (&json!(2_500_000), &json!(5_759_047)));
    assert_eq!(shown["data"]["hindrance"], "");

    let form = json!({"leaseId": lease, "penaltyFen": 2_500_000, "remark": "提前退租"});
    let id = town.make("/fin/settlement", form.clone());
    town.refused(&town.clerk, "/fin/settlement", form.clone(), "已有结算单");
    town.refused(&town.clerk, "/fin/settlement/decide", json!({"id": id, "approve": true}), "不能审批自己");
    town.refused(&town.boss, "/fin/settlement/decide", json!({"id": id, "approve": false}), "请填写意见");
    // money that came since is not in the sheet that was submitted
    let late = town.receipt(lease, 100, "2024-10-25");
    town.refused(&town.boss, "/fin/settlement/decide", json!({"id": id, "approve": true}), "已有变动");
    town.reverse(late, 2);
    town.done(&town.boss, "/fin/settlement/decide", json!({"id": id, "approve": true}));
    town.is_whole();
    assert_eq!(town.get(&format!("/fin/bill/{water}"))["data"]["outstandingFen"], 0);
    assert_ne!(town.state(lease), 7, "money waits to be paid back");
    let refunds = town.get("/fin/refund/list?state=2");
    let sum: i64 = refunds["rows"].as_array().unwrap().iter().map(|row| row["amountFen"].as_i64().unwrap()).sum();
    assert_eq!((&refunds["total"], sum), (&json!(2), 5_759_047), "{refunds}");
    let step = town.get(&format!("/fin/settlement/steps/{lease}"))["data"][4].clone();
    let note = step["note"].as_str().unwrap();
    let named = |row: &Value| note.contains(row["payoutNo"].as_str().unwrap());
    assert!(refunds["rows"].as_array().unwrap().iter().all(named), "it names every refund that waits: {note}");
    let unpaid = |town: &Town| town.get("/fin/settlement/list")["rows"][0]["unpaidFen"].clone();
    assert_eq!(unpaid(&town), 5_759_047, "approved, and not done");
    for row in refunds["rows"].as_array().unwrap() {
        let pay = json!({"id": row["payoutId"], "version": row["version"], "paidDate": "2024-10-25"});
        town.done(&town.boss, "/fin/refund/pay", pay);
    }
    assert_eq!((town.state(lease), unpaid(&town)), (json!(7), json!(0)), "with the last refund it is over");
    let deposit = town.get("/fin/deposit/list");
    let kinds: Vec<Value> =
        deposit["rows"][0]["moves"].as_array().unwrap().iter().map(|row| row["kind"].clone()).collect();
    assert_eq!((&deposit["rows"][0]["heldFen"], kinds), (&json!(0), vec![json!(1), json!(4), json!(5)]));
    let left = town.get("/fin/refund/available?partyAId=1&tenantId=1");
    assert_eq!(left["data"]["creditFen"], 0);
    town.refused(&town.clerk, "/fin/settlement", form, "已有结算单");
    town.done(&town.clerk, "/fin/bill/generate", json!({}));
    town.is_whole();
}

#[test]
fn what_deposit_and_credit_do_not_cover_is_owed_and_closes_the_lease_once_it_is_paid() {
    let mut town = Town::on("2024-09-30", 1);
    let lease = ended(&mut town, 1_000_000);
    let refund = json!({"kind": 1, "partyAId": 1, "tenantId": 1, "leaseId": lease, "amountFen": 100, "payee": "禾川"});
    let refund = town.make("/fin/refund", refund);
    town.refused(&town.clerk, "/fin/settlement", json!({"leaseId": lease}), "有未付款的退款单 TK-202410-000001");
    town.done(&town.boss, "/fin/refund/decide", json!({"id": refund, "approve": false, "comment": "并入结算"}));
    let water = json!({"leaseId": lease, "kind": 3, "dueDate": "2024-10-25", "amountFen": 128_050, "remark": "水费"});
    let water = town.make("/fin/bill", water);
    let shown = town.get(&format!("/fin/settlement/{lease}?penaltyFen=9000000"));
    let sheet = &shown["data"]["sheet"];
    assert_eq!((&sheet["damageFen"], &sheet["stillOwedFen"]), (&json!(1_000_000), &json!(1_740_953)), "{shown}");
    let id = town.make("/fin/settlement", json!({"leaseId": lease, "penaltyFen": 9_000_000}));
    town.done(&town.boss, "/fin/settlement/decide", json!({"id": id, "approve": false, "comment": "违约金过高"}));
    let id = town.make("/fin/settlement", json!({"leaseId": lease, "penaltyFen": 9_000_000}));
    town.done(&town.boss, "/fin/settlement/decide", json!({"id": id, "approve": true}));
    town.is_whole();
    assert_eq!(town.get(&format!("/fin/bill/{water}"))["data"]["outstandingFen"], 0);
    let rest = town.bills(lease).into_iter().find(|bill| bill["kind"] == 7).unwrap();
    assert_eq!((&rest["outstandingFen"], &rest["dueDate"]), (&json!(1_740_953), &json!("2024-10-25")), "{rest}");
    assert_eq!(town.state(lease), 6, "something is still open");
    town.receipt(lease, 1_740_953, "2024-10-25");
    town.done(&town.clerk, "/fin/bill/generate", json!({}));
    assert_eq!(town.state(lease), 7);
    town.is_whole();
}

#[test]
fn a_deposit_pays_what_the_credit_does_not() {
    let mut town = Town::on("2024-09-30", 1);
    let lease = ended(&mut town, 0);
    let power = json!({"leaseId": lease, "kind": 4, "dueDate": "2024-10-25", "amountFen": 4_000_000, "remark": "电费"});
    let power = town.make("/fin/bill", power);
    let id = town.make("/fin/settlement", json!({"leaseId": lease}));
    town.done(&town.boss, "/fin/settlement/decide", json!({"id": id, "approve": true}));
    let shown = town.get(&format!("/fin/settlement/{lease}"));
    let bill = &shown["data"]["sheet"]["bills"][0];
    assert_eq!((&bill["fromCreditFen"], &bill["fromDepositFen"]), (&json!(3_387_097), &json!(612_903)), "{shown}");
    assert_eq!(town.get(&format!("/fin/bill/{power}"))["data"]["outstandingFen"], 0);
    assert_eq!(
        town.get("/fin/deposit/list")["rows"][0]["heldFen"],
        4_387_097,
        "what was not needed waits to be paid back"
    );
    assert_ne!(town.state(lease), 7);
    town.is_whole();
}

#[test]
fn money_taken_back_after_the_fee_was_billed_adjusts_the_fee() {
    let mut town = Town::on("2024-04-01", 2);
    let (more, less) = (town.lease(1, v12()), town.lease(2, v12()));
    [more, less].iter().for_each(|lease| town.returned(*lease));
    town.move_to("2024-05-01");
    let bounces = town.receipt(more, 1_000_000, "2024-03-20");
    town.receipt(more, 2_000_000, "2024-04-15");
    let mistyped = town.receipt(less, 3_000_000, "2024-04-15");
    let principals: Vec<Value> = [more, less].iter().map(|lease| town.bills(*lease)[0]["billId"].clone()).collect();
    town.done(&town.clerk, "/fin/lateFee/bill", json!({"billIds": principals}));
    assert_eq!((town.fee(more), town.fee(less)), (None, None));
    // 10,000.00 never came and is paid on 05-01; the other payment had come in time to cost only six days
    town.reverse(bounces, 1);
    town.reverse(mistyped, 2);
    town.receipt(more, 1_000_000, "2024-05-01");
    town.receipt(less, 3_000_000, "2024-03-16");
    let due = |lease: u64| {
        let row = town.fee(lease).unwrap();
        ["feeFen", "billedFen", "dueFen"].map(|name| row[name].as_i64().unwrap())
    };
    assert_eq!(due(more), [62_000, 41_000, 21_000], "30,000.00 for 36 days, 10,000.00 for 16 more");
    assert_eq!(due(less), [9_000, 54_000, -45_000]);
    town.done(&town.clerk, "/fin/lateFee/bill", json!({"billIds": principals}));
    let fees = |lease: u64| -> Vec<(i64, i64)> {
        let bills = town.bills(lease).into_iter().filter(|bill| bill["kind"] == 5);
        bills.map(|bill| (bill["amountFen"].as_i64().unwrap(), bill["outstandingFen"].as_i64().unwrap())).collect()
    };
    assert_eq!(fees(more), [(41_000, 41_000), (21_000, 21_000)]);
    assert_eq!(fees(less), [(54_000, 9_000), (-45_000, 0)]);
    assert_eq!((town.fee(more), town.fee(less)), (None, None), "once more nothing to bill");
    town.is_whole();
}

/// Movements of a lease's deposit.
fn moves(town: &Town, lease: u64) -> Vec<(String, i64)> {
    let row = town.get(&format!("/fin/deposit/list?leaseId={lease}"))["rows"][0].clone();
    let moves = row["moves"].as_array().unwrap().iter();
    moves.map(|row| (row["label"].as_str().unwrap().to_owned(), row["amountFen"].as_i64().unwrap())).collect()
}

#[test]
fn v23_a_deposit_of_two_months_is_topped_up_as_the_rent_rises() {
    let mut town = Town::on("2024-01-05", 1);
    let rise = json!({"everyMonths": 12, "mode": "PCT", "value": 50_000, "compound": true});
    let lease = town.lease(
        1,
        json!({"startDate": "2024-01-01", "endDate": "2026-12-31", "rentFen": 2_500_000, "depositFen": 5_000_000,
               "depositMonths": 2, "escalation": rise, "dueRule": {"kind": "DAY", "n": 10}}),
    );
    let asked = |town: &Town| -> Vec<(String, i64)> {
        let bills = town.bills(lease).into_iter().filter(|bill| bill["kind"] == 6);
        bills.map(|bill| (bill["dueDate"].as_str().unwrap().to_owned(), bill["amountFen"].as_i64().unwrap())).collect()
    };
    let first = ("2023-12-31".to_owned(), 5_000_000);
    assert_eq!(asked(&town), std::slice::from_ref(&first));
    town.move_to("2024-12-21");
    town.done(&town.clerk, "/fin/bill/generate", json!({"leaseIds": [lease]}));
    assert_eq!(asked(&town).len(), 1, "eleven days before the rise it is too early");
    town.move_to("2024-12-22");
    for _ in 0..2 {
        town.done(&town.clerk, "/fin/bill/generate", json!({"leaseIds": [lease]}));
    }
    assert_eq!(asked(&town), [first.clone(), ("2025-01-01".into(), 250_000)]);
    town.move_to("2025-12-31");
    town.done(&town.clerk, "/fin/bill/generate", json!({"leaseIds": [lease]}));
    assert_eq!(asked(&town), [first, ("2025-01-01".into(), 250_000), ("2026-01-01".into(), 262_500)]);
    for fen in [5_000_000, 250_000, 262_500] {
        let deposit = json!({"partyAId": 1, "tenantId": 1, "leaseId": lease, "amountFen": fen, "method": 1,
                             "purpose": 2, "valueDate": "2025-12-31"});
        town.make("/fin/receipt", deposit);
    }
    assert_eq!(town.get(&format!("/fin/deposit/list?leaseId={lease}"))["rows"][0]["heldFen"], 5_512_500);
    town.is_whole();
}

#[test]
fn a_renewal_takes_the_deposit_over_and_asks_for_the_difference() {
    let mut town = Town::on("2024-05-01", 1);
    let terms = |from: &str, to: &str, deposit: i64| json!({"startDate": from, "endDate": to, "rentFen": 1_000_000, "depositFen": deposit, "dueRule": {"kind": "DAY", "n": 10}});
    let old = town.lease(1, terms("2024-01-01", "2024-06-30", 2_000_000));
    let deposit = json!({"partyAId": 1, "tenantId": 1, "leaseId": old, "amountFen": 2_000_000, "method": 1,
                         "purpose": 2, "valueDate": "2024-05-01"});
    town.make("/fin/receipt", deposit);
    let mut renewal = terms("2024-07-01", "2025-06-30", 3_000_000);
    renewal.as_object_mut().unwrap().extend([("kind".to_owned(), json!(2)), ("prevLeaseId".to_owned(), json!(old))]);
    let new = town.lease(1, renewal);
    let asked: Vec<i64> = town
        .bills(new)
        .iter()
        .filter(|bill| bill["kind"] == 6)
        .map(|bill| bill["amountFen"].as_i64().unwrap())
        .collect();
    assert_eq!(asked, [1_000_000], "what is held counts");
    assert_eq!(moves(&town, new), []);
    town.move_to("2024-06-30");
    town.done(&town.clerk, "/fin/bill/generate", json!({"leaseIds": [old, new]}));
    assert_eq!(moves(&town, old), [("收取".into(), 2_000_000)], "it secures the old lease to its last day");
    town.move_to("2024-07-01");
    for _ in 0..2 {
        town.done(&town.clerk, "/fin/bill/generate", json!({"leaseIds": [old, new]}));
    }
    assert_eq!(moves(&town, old), [("收取".into(), 2_000_000), ("转出".into(), -2_000_000)]);
    assert_eq!(moves(&town, new), [("转入".into(), 2_000_000)]);
    town.is_whole();
}

#[test]
fn an_early_end_leaves_no_rent_behind_its_day() {
    let town = Town::on("2024-04-01", 1);
    let rising = json!({"startDate": "2024-03-01", "endDate": "2027-02-28", "rentFen": 1_000_000, "billingCycle": 3, "periodMode": "ANCHORED",
        "dueRule": {"kind": "DAY", "n": 10},
        "escalation": {"everyMonths": 12, "mode": "PCT", "value": 50_000, "compound": true}});
    let lease = town.lease(1, rising);
    let explained = town.get(&format!("/lease/lease/{lease}/explain?from=2025-03-01"));
    assert_eq!(explained["data"]["steps"][0]["rise"], "+5%", "{explained}");
    let version = town.get(&format!("/lease/lease/{lease}"))["data"]["version"].clone();
    let change =
        json!({"leaseId": lease, "version": version, "kind": 8, "effectiveDate": "2025-08-31", "reason": "双方协商"});
    let told = town.portal.post("/lease/lease/change/preview", &town.clerk, change.clone());
    assert_eq!(told["data"]["stages"].as_array().map(Vec::len), Some(2), "{told}");
    town.done(&town.clerk, "/lease/lease/change", change);
    let change = town.get(&format!("/lease/lease/{lease}/changes"))["data"][0]["changeId"].clone();
    town.done(&town.boss, "/lease/lease/change/decide", json!({"changeId": change, "decision": "approve"}));
    let versions = town.get(&format!("/lease/lease/{lease}/versions"))["data"].clone();
    let ends = |version: usize| -> Vec<String> {
        let stages = versions[version]["stages"].as_array().unwrap_or_else(|| panic!("{versions}"));
        stages.iter().map(|stage| stage["to"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(ends(0), ["2025-02-28", "2025-08-31"]);
    assert_eq!(ends(1), ["2025-02-28", "2026-02-28", "2027-02-28"]);
    let plan = town.get(&format!("/lease/lease/{lease}/plan"))["data"]["stages"].clone();
    assert_eq!(plan[1]["to"], "2025-08-31");
}

#[test]
fn a_settlement_that_came_back_is_computed_anew_and_sent_again() {
    let mut town = Town::on("2024-09-30", 1);
    let lease = ended(&mut town, 0);
    let id = town.make("/fin/settlement", json!({"leaseId": lease, "penaltyFen": 2_500_000}));
    let task = |town: &Town| {
        let todo = town.portal.get("/appr/task/todo", &town.boss);
        let row = todo["rows"].as_array().unwrap().iter().find(|row| row["key"] == "settlement").cloned();
        row.unwrap_or_else(|| panic!("{todo}"))
    };
    let form = |row: &Value| json!({"taskId": row["taskId"], "version": row["version"], "comment": "违约金过高"});
    town.done(&town.boss, "/appr/task/return", form(&task(&town)));
    assert_eq!(steps(&town, lease).1, Some(json!("settle")), "it is put right where it was made");
    let shown = town.get(&format!("/fin/settlement/{lease}?penaltyFen=1000000"))["data"].clone();
    let document = &shown["document"];
    assert_eq!((&shown["asSubmitted"], &document["state"]), (&json!(false), &json!(0)), "{shown}");
    assert_eq!((&document["penaltyFen"], &shown["sheet"]["penaltyFen"]), (&json!(2_500_000), &json!(1_000_000)));
    let edit =
        json!({"settlementId": id, "version": document["version"], "penaltyFen": 1_000_000, "remark": "协商减免"});
    assert_eq!(town.portal.put("/fin/settlement", &town.clerk, edit.clone())["code"], 200);
    assert_eq!(town.portal.put("/fin/settlement", &town.clerk, edit)["code"], 409);
    let way = town.portal.post("/appr/preview", &town.clerk, json!({"key": "settlement", "bizId": id}));
    assert_eq!(way["data"]["path"].as_array().map(Vec::len), Some(1), "{way}");
    let again = json!({"key": "settlement", "bizId": id, "version": way["data"]["version"]});
    town.done(&town.clerk, "/appr/submit", again);
    town.done(&town.boss, "/appr/task/approve", form(&task(&town)));
    town.is_whole();
    assert_ne!(town.state(lease), 7);
}

/// What the books hold of a lease, as far as a run could change it: bills, credit, its state.
fn standing(town: &Town, lease: u64) -> (Vec<Value>, Value, Value) {
    let left = town.get("/fin/refund/available?partyAId=1&tenantId=1")["data"].clone();
    let bills = town.bills(lease).into_iter();
    let bills = bills.map(|bill| json!([bill["billNo"], bill["amountFen"], bill["outstandingFen"], bill["dueDate"]]));
    (bills.collect(), left, json!(town.state(lease)))
}

/// A run, and another one: the first may bill what has come, the second changes nothing.
fn runs_twice(town: &Town, lease: u64, what: &str) -> (Vec<Value>, Value, Value) {
    town.done(&town.clerk, "/fin/bill/generate", json!({}));
    let once = standing(town, lease);
    town.done(&town.clerk, "/fin/bill/generate", json!({}));
    assert_eq!(standing(town, lease), once, "{what}");
    town.is_whole();
    once
}

#[test]
fn a_run_after_a_settlement_leaves_the_charge_for_the_stay_as_it_is() {
    let mut town = Town::on("2024-09-01", 1);
    let terms = json!({"startDate": "2024-01-01", "endDate": "2024-09-30", "rentFen": 100_000, "billingCycle": 1,
                       "dueRule": {"kind": "ADVANCE", "n": 5}});
    let lease = town.lease(1, terms);
    runs_twice(&town, lease, "running");
    town.receipt(lease, 900_000, "2024-09-01");
    runs_twice(&town, lease, "paid");
    town.move_to("2024-10-11");
    runs_twice(&town, lease, "over, the tenant stays");
    town.done(&town.clerk, "/lease/lease/handover", json!({"id": lease, "returnedDate": "2024-10-10"}));
    let (bills, ..) = runs_twice(&town, lease, "returned");
    // ten of 31 days at 1,000.00
    let stay: Vec<_> = bills.iter().filter(|bill| bill[1] == 32_258).collect();
    assert_eq!(stay.len(), 1, "{bills:?}");
    town.receipt(lease, 32_258, "2024-10-11");
    runs_twice(&town, lease, "the stay is paid");
    let id = town.make("/fin/settlement", json!({"leaseId": lease, "penaltyFen": 0}));
    runs_twice(&town, lease, "the settlement waits");
    town.done(&town.boss, "/fin/settlement/decide", json!({"id": id, "approve": true}));
    let settled = standing(&town, lease);
    assert_eq!((&settled.1["creditFen"], &settled.2), (&json!(0), &json!(7)));
    assert_eq!(runs_twice(&town, lease, "settled"), settled);
    // nor in the months after, which can be closed without one
    town.move_to("2024-12-02");
    assert_eq!(runs_twice(&town, lease, "settled long ago"), settled);
}
