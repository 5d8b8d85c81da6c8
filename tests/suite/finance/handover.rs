//! Handovers between units with numbers worked by hand: what each unit's books say before and after, for every policy; after
//! each step the books of both prove themselves.

use crate::{deeds, e1};
use deeds::{Deeds, plain};
use e1::{Town, room, with};
use serde_json::{Value, json};

const PDF: &[u8] = b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n";

/// Two units of one authority: the clerk of the town writes, the chief decides, the receiver confirms.
struct Units {
    town: Town,
}

impl Units {
    fn on(day: &str) -> Self {
        let mut town = Town::new();
        let unit = json!({"partyACode": "B", "partyAName": "云川市轻工留守处", "unitKind": 4, "remitRequired": false, "remitDay": 10, "deptId": 120});
        assert_eq!(town.make("/asset/partyA", unit), 2);
        for (name, dept, rights) in [
            ("chief", 110, vec!["asset:handover:approve", "asset:handover:query"]),
            ("taker", 120, vec!["asset:handover:list", "asset:handover:query", "asset:handover:confirm"]),
        ] {
            let role = town.portal.role(name, &rights, if name == "chief" { 1 } else { 3 }, &[]);
            town.portal.person(name, dept, &[role]);
        }
        town.move_to(day);
        Self { town }
    }

    fn form(&self, fields: Value) -> Value {
        let form =
            json!({"kind": 3, "fromPartyAId": 1, "toPartyAId": 2, "assetIds": [1], "handoverDate": "2024-07-01"});
        with(form, fields)
    }

    /// A handover that was submitted and approved.
    fn approved(&self, fields: Value) -> u64 {
        let id = self.town.make("/asset/handover", self.form(fields));
        self.submit(id);
        self.approve(id);
        id
    }

    fn submit(&self, id: u64) {
        self.town.done(&self.town.clerk, "/appr/submit", json!({"key": "handover", "bizId": id}));
    }

    fn task(&self) -> Value {
        let chief = self.town.portal.token("chief");
        {
            let a = self.town.portal.get("/appr/task/todo", &chief);
            a["rows"][0]["taskId"].clone()
        }
    }

    fn approve(&self, id: u64) {
        let chief = self.town.portal.token("chief");
        self.town.done(&chief, "/appr/task/approve", json!({"taskId": self.task(), "comment": "同意"}));
        assert_eq!(self.shown(id)["state"], 2);
    }

    fn shown(&self, id: u64) -> Value {
        self.town.get(&format!("/asset/handover/{id}"))["data"].clone()
    }

    fn confirm(&self, id: u64) -> Value {
        let taker = self.town.portal.token("taker");
        let seen = self.town.portal.get(&format!("/asset/handover/{id}"), &taker)["data"].clone();
        assert_eq!(seen["stops"], json!([]), "{seen}");
        let scan = self.town.portal.upload("/common/upload2Minio", &taker, "file", "清单.pdf", PDF);
        let form =
            json!({"id": id, "version": seen["version"], "signFiles": [scan["fileInfo"]["id"]], "seal": seen["seal"]});
        self.town.portal.post("/asset/handover/confirm", &taker, form)
    }

    /// The whole way; answers the figures that were signed.
    fn hand_over(&self, fields: Value) -> Value {
        let id = self.approved(fields);
        let done = self.confirm(id);
        assert_eq!(done["code"], 200, "{done}");
        self.town.is_whole();
        self.shown(id)
    }

    /// What a tenant's statement at a unit closes with.
    fn balance(&self, tenant: u64, unit: u64) -> i64 {
        let path = format!("/fin/statement?tenantId={tenant}&partyAId={unit}&from=2023-01-01&to=2030-12-31");
        self.town.get(&path)["data"]["closingFen"].as_i64().unwrap()
    }

    /// Open fen of a lease's bills at a unit by due date, deposits apart.
    fn open(&self, lease: u64, unit: u64) -> Vec<(String, i64)> {
        let rows = self.town.rows(lease);
        let ours = rows.iter().filter(|row| row["partyAId"] == unit && row["outstandingFen"] != 0);
        ours.map(|row| (row["dueDate"].as_str().unwrap().to_owned(), row["outstandingFen"].as_i64().unwrap())).collect()
    }

    /// Balance of an account of a unit, debit positive.
    fn account(&self, unit: u64, account: u8) -> i64 {
        use gx_portal::features::finance::ledger::record::LedgerEntry;
        use gx_portal::store::Reads;
        let entries: Vec<LedgerEntry> = self.town.portal.app.store.read().unwrap().all().unwrap();
        let ours = entries.iter().filter(|entry| entry.party_a_id == unit && entry.account as u8 == account);
        ours.map(|entry| entry.amount_fen).sum()
    }

    /// A lease of May 2024 at 1,000.00 a month with a deposit of 2,000.00: May is paid, June is not, July in part, 300.00 are paid
    /// ahead.
    fn lease(&self) -> u64 {
        let town = &self.town;
        let form = with(plain(1, 1, "2024-05-01", "2025-04-30"), json!({"depositFen": 200_000}));
        let lease = town.lease(form, "2024-04-20");
        town.receipt(lease, 1, 200_000, "2024-05-02", json!({"purpose": 2}));
        let paid = |due: &str, fen: i64, day: &str| {
            let bill = town.bill_due(lease, due);
            town.receipt(lease, 1, fen, day, json!({"designated": [bill]}));
        };
        paid("2024-05-05", 100_000, "2024-05-05");
        paid("2024-07-05", 40_000, "2024-07-08");
        town.receipt(lease, 1, 30_000, "2024-06-10", json!({"keepAsCredit": true}));
        town.is_whole();
        lease
    }
}

const RENT: u8 = 7;
const RECEIVABLE: u8 = 3;
const CREDIT: u8 = 5;
const DEPOSIT: u8 = 6;
const CLAIMS: u8 = 16;
const MONEY: u8 = 17;

/// The figures of both units together on days before, on and after the handover. Counts of bills are left out: between the
/// handover and a payment the two halves of a bill are two.
fn city(units: &Units) -> Vec<Value> {
    let figures = |day: &str| {
        let mut figures = units.town.figures(&format!("from=2024-01-01&to={day}&asOf={day}"));
        let ageing = figures["ageing"].as_object_mut().unwrap();
        ageing.remove("bucketBills");
        ageing.remove("bills");
        figures
    };
    ["2024-06-15", "2024-06-30", "2024-07-01", "2024-07-05", "2024-07-10"].map(figures).to_vec()
}

#[test]
fn arrears_stay_and_what_is_of_later_days_goes() {
    let mut units = Units::on("2024-07-10");
    let lease = units.lease();
    let before = city(&units);
    let signed = units.hand_over(json!({}));
    assert_eq!(
        signed["totals"],
        json!({"leases": 1, "monthRentFen": 100_000, "arrearsFen": 160_000, "passedFen": 60_000, "depositFen": 200_000,
               "creditFen": 30_000, "owedFen": 270_000})
    );
    for (now, then) in city(&units).iter().zip(&before) {
        assert!(now == then, "the city's figures are the same on every day\n{now}\n{then}");
    }
    // June stays, July is the receiver's; credit pays it in part with the next run
    assert_eq!(units.open(lease, 1), [("2024-06-05".to_owned(), 100_000)]);
    assert_eq!(units.open(lease, 2), [("2024-07-05".to_owned(), 60_000)]);
    assert_eq!((units.balance(1, 1), units.balance(1, 2)), (100_000, 30_000));
    assert_eq!((units.account(1, RENT), units.account(2, RENT)), (-200_000, -100_000));
    assert_eq!((units.account(1, RECEIVABLE), units.account(2, RECEIVABLE)), (100_000, 60_000));
    assert_eq!((units.account(1, DEPOSIT), units.account(2, DEPOSIT)), (0, -200_000));
    assert_eq!((units.account(1, CREDIT), units.account(2, CREDIT)), (0, -30_000));
    // the giver owes July's 400.00, the deposit and the credit
    assert_eq!((units.account(1, CLAIMS), units.account(2, CLAIMS)), (-40_000, 40_000));
    assert_eq!((units.account(1, MONEY), units.account(2, MONEY)), (-230_000, 230_000));
    let shown = units.town.get(&format!("/lease/lease/{lease}"))["data"].clone();
    assert_eq!((&shown["partyAId"], &shown["deptId"], &shown["versionNo"]), (&json!(2), &json!(120), &json!(2)));
    let asset = units.town.get("/asset/asset/1")["data"].clone();
    assert_eq!((&asset["partyAId"], &asset["state"], &asset["deptId"]), (&json!(2), &json!(1), &json!(120)));
    assert_eq!(asset["holdings"][0]["to"], "2024-06-30");
    units.town.move_to("2024-08-06");
    units.town.bill();
    units.town.is_whole();
    assert_eq!(units.open(lease, 1), [("2024-06-05".to_owned(), 100_000)]);
    assert_eq!(units.open(lease, 2), [("2024-07-05".to_owned(), 30_000), ("2024-08-05".to_owned(), 100_000)]);
    // the giver's arrears are paid to the giver, for the lease that was its own
    units.town.receipt(lease, 1, 100_000, "2024-08-06", json!({}));
    assert_eq!((units.open(lease, 1), units.balance(1, 1)), (vec![], 0));
    units.town.is_whole();
    // a change of the lease counts for both
    units.town.change(lease, 1, "2024-08-01", json!({"rentFen": 120_000}));
    assert_eq!(units.balance(1, 2), 30_000 + 120_000);
    units.town.is_whole();
}

/// What the chief is told before he agrees: the figures that are signed later.
#[test]
fn an_approver_is_told_what_goes_over() {
    let units = Units::on("2024-07-10");
    units.lease();
    let id = units.town.make("/asset/handover", units.form(json!({})));
    units.submit(id);
    let chief = units.town.portal.token("chief");
    let row = units.town.portal.get("/appr/task/todo", &chief)["rows"][0].clone();
    let shown = units.town.portal.get(&format!("/appr/instance/{}", row["instanceId"]), &chief)["data"].clone();
    let lines: Vec<(u64, &str, i64)> = shown["impact"]["lines"]
        .as_array()
        .unwrap_or_else(|| panic!("{shown}"))
        .iter()
        .map(|line| {
            let part = line["part"].as_u64().unwrap();
            (part, line["label"].as_str().unwrap(), line["amountFen"].as_i64().unwrap())
        })
        .collect();
    let expected = [
        (1, "合同欠缴", 160_000),
        (2, "转给接收单位的未缴账单", 60_000),
        (2, "随转押金", 200_000),
        (2, "随转预收", 30_000),
        (4, "移出单位应付接收单位", 270_000),
    ];
    assert_eq!(lines, expected);
}

#[test]
fn arrears_follow_when_that_is_agreed() {
    let units = Units::on("2024-07-10");
    let lease = units.lease();
    let before = city(&units);
    let signed = units.hand_over(json!({"arrearsPolicy": 2}));
    for (now, then) in city(&units).iter().zip(&before) {
        assert!(now == then, "the city's figures are the same on every day\n{now}\n{then}");
    }
    assert_eq!((&signed["totals"]["passedFen"], &signed["totals"]["owedFen"]), (&json!(160_000), &json!(170_000)));
    assert_eq!(units.open(lease, 1), []);
    assert_eq!(units.open(lease, 2), [("2024-06-05".to_owned(), 100_000), ("2024-07-05".to_owned(), 60_000)]);
    assert_eq!((units.balance(1, 1), units.balance(1, 2)), (0, 130_000));
    // income of June stays where it was earned
    assert_eq!((units.account(1, RENT), units.account(2, RENT)), (-200_000, -100_000));
    assert_eq!((units.account(1, CLAIMS), units.account(2, CLAIMS)), (60_000, -60_000));
    assert_eq!((units.account(1, MONEY), units.account(2, MONEY)), (-230_000, 230_000));
}

/// business.md 2.8, the worked example.
#[test]
fn a_period_over_the_day_is_divided_by_days_when_that_is_agreed() {
    for (split, paid, owed, rent) in [
        (2, 3_600_000, 5_000_000 + 1_960_000, (1_640_000, 1_960_000)),
        (1, 3_600_000, 5_000_000, (3_600_000, 0)),
        (2, 2_800_000, 5_000_000 + 1_960_000 - 800_000, (1_640_000, 1_960_000)),
    ] {
        let units = Units::on("2024-07-10");
        let town = &units.town;
        let form = json!({"partyAId": 1, "tenantId": 1, "rooms": [room(1, "500")], "startDate": "2024-05-20",
            "endDate": "2026-05-19", "rentBasis": 1, "rentFen": 1_200_000, "billingCycle": 3, "periodMode": "ANCHORED",
            "dueRule": {"kind": "ADVANCE", "n": 10}, "issueLeadDays": 10, "depositFen": 5_000_000});
        let lease = town.lease(form, "2024-05-01");
        town.receipt(lease, 1, 5_000_000, "2024-05-10", json!({"purpose": 2}));
        town.receipt(lease, 1, paid, "2024-05-15", json!({}));
        let policy = if paid < 3_600_000 { 2 } else { 1 };
        let signed = units.hand_over(json!({"splitPolicy": split, "arrearsPolicy": policy}));
        assert_eq!(signed["totals"]["owedFen"], owed, "{split} {paid}");
        assert_eq!((-units.account(1, RENT), -units.account(2, RENT)), rent);
        assert_eq!(units.account(1, CLAIMS) + units.account(1, MONEY), -owed);
    }
}

/// What a unit owes another after a handover is paid from bank to bank, and no more than that.
#[test]
fn units_pay_each_other_what_they_owe() {
    let mut units = Units::on("2024-07-10");
    units.lease();
    units.hand_over(json!({"arrearsPolicy": 2}));
    let (before, town) = (city(&units), &units.town);
    let owed = -(units.account(1, CLAIMS) + units.account(1, MONEY));
    assert_eq!(owed, 170_000);
    let boss = town.boss.clone();
    let asked = town.get("/fin/expense/between?partyAId=1&toPartyAId=2")["data"].clone();
    assert_eq!((&asked["owesFen"], &asked["mostFen"]), (&json!(170_000), &json!(170_000)));
    assert_eq!(town.get("/fin/expense/between?partyAId=2&toPartyAId=1")["data"]["mostFen"], 0);
    let form = |fen: i64| json!({"kind": 5, "partyAId": 1, "toPartyAId": 2, "amountFen": fen, "voucherNo": "WL1"});
    let clerk = town.clerk.clone();
    let refused = |form: Value, part: &str| town.refused(&clerk, "/fin/expense", form, part);
    refused(form(170_001), "付款单位应付单位往来 1,700.00 元，可支付给“");
    refused(e1::with(form(1), json!({"toPartyAId": 1})), "收款单位不能是付款单位本身");
    refused(e1::with(form(1), json!({"toPartyAId": 0})), "请选择收款单位");
    refused(e1::with(form(1), json!({"partyAId": 2, "toPartyAId": 1})), "不能支付 0.01 元");
    refused(e1::with(form(1), json!({"tenantId": 1})), "不填写乙方和合同");
    let bank = |unit: u64| units.account(unit, 1);
    let (one, two) = (bank(1), bank(2));
    let first = town.make("/fin/expense", form(100_000));
    let second = town.make("/fin/expense", form(70_000));
    let third = town.make("/fin/expense", form(70_000));
    for document in [first, second, third] {
        town.done(&boss, "/fin/expense/decide", json!({"id": document, "approve": true}));
    }
    let pay = |document: u64| json!({"id": document, "paidDate": "2024-07-10"});
    town.done(&boss, "/fin/expense/pay", pay(first));
    town.done(&boss, "/fin/expense/pay", pay(second));
    town.refused(&boss, "/fin/expense/pay", pay(third), "应付单位往来 0.00 元");
    town.is_whole();
    assert_eq!((bank(1), bank(2)), (one - 170_000, two + 170_000));
    for unit in [1, 2] {
        assert_eq!(units.account(unit, CLAIMS) + units.account(unit, MONEY), 0, "nothing is left between them");
    }
    for (now, then) in city(&units).iter().zip(&before) {
        assert!(now == then, "no figure of the city moves\n{now}\n{then}");
    }
    town.done(&boss, "/fin/expense/reverse", json!({"id": second, "comment": "退票"}));
    town.is_whole();
    assert_eq!(
        (bank(1), bank(2), town.get("/fin/expense/between?partyAId=1")["data"]["owesFen"].clone()),
        (one - 100_000, two + 100_000, json!(70_000))
    );
    units.town.move_to("2024-08-05");
    units.town.bill();
    let boss = units.town.boss.clone();
    units.town.done(&boss, "/fin/expense/pay", json!({"id": third, "paidDate": "2024-08-05"}));
    units.town.is_whole();
    assert_eq!(units.town.get("/fin/expense/between?partyAId=1")["data"]["owesFen"], 0);
}

#[test]
fn money_that_bounces_afterwards_is_found_where_it_went() {
    let mut units = Units::on("2024-07-10");
    let lease = units.lease();
    units.hand_over(json!({}));
    units.town.move_to("2024-08-06");
    units.town.bill();
    assert_eq!(units.balance(1, 2), 130_000);
    // receipts in order: deposit, May, July, ahead
    let boss = units.town.boss.clone();
    units.town.done(&boss, "/fin/receipt/reverse", json!({"id": 4, "kind": 1, "reason": "退票"}));
    units.town.is_whole();
    assert_eq!((units.balance(1, 1), units.balance(1, 2)), (100_000, 160_000));
    assert_eq!(units.account(2, MONEY), 200_000, "only the deposit is still owed");
    units.town.done(&boss, "/fin/receipt/reverse", json!({"id": 1, "kind": 1, "reason": "退票"}));
    units.town.is_whole();
    assert_eq!((units.account(2, MONEY), units.account(1, DEPOSIT), units.account(2, DEPOSIT)), (0, 0, 0));
    units.town.done(&boss, "/fin/receipt/reverse", json!({"id": 3, "kind": 1, "reason": "退票"}));
    units.town.is_whole();
    assert_eq!(units.open(lease, 1), [("2024-06-05".to_owned(), 100_000), ("2024-07-05".to_owned(), 40_000)]);
}

#[test]
fn a_fee_goes_on_from_the_day_the_bill_was_due_and_is_asked_once() {
    let units = Units::on("2024-07-10");
    let town = &units.town;
    let lease = town.lease(plain(1, 1, "2024-05-01", "2025-04-30"), "2024-04-20");
    let may = town.bill_due(lease, "2024-05-05");
    // 66 days of 100,000 at 5 in 10,000 a day
    town.done(&town.clerk, "/fin/lateFee/bill", json!({"billIds": [may]}));
    let fee = |kind: u8| -> i64 {
        let rows = town.rows(lease);
        rows.iter().filter(|row| row["kind"] == kind).map(|row| row["outstandingFen"].as_i64().unwrap()).sum()
    };
    assert_eq!(fee(5), 3_300);
    units.hand_over(json!({"arrearsPolicy": 2}));
    assert_eq!(fee(5), 3_300);
    let list = town.get("/fin/lateFee/list?partyAId=2");
    let due: Vec<(i64, i64)> = list["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["billedFen"].as_i64().unwrap(), row["dueFen"].as_i64().unwrap()))
        .collect();
    // June: 35 days; May was billed up to today
    assert_eq!(due, [(0, 1_750)], "{list}");
    assert_eq!(town.get("/fin/lateFee/list?partyAId=1")["rows"], json!([]));
}

#[test]
fn there_and_back_again_is_as_before() {
    let mut units = Units::on("2024-07-10");
    let lease = units.lease();
    units.hand_over(json!({"arrearsPolicy": 2}));
    units.town.move_to("2024-07-20");
    let admin = units.town.clerk.clone();
    let form = json!({"kind": 3, "fromPartyAId": 2, "toPartyAId": 1, "assetIds": [1], "handoverDate": "2024-07-15",
                      "arrearsPolicy": 2});
    let id = units.town.make("/asset/handover", form);
    units.submit(id);
    units.approve(id);
    let role = units.town.portal.role("back", &["asset:handover:query", "asset:handover:confirm"], 1, &[]);
    units.town.portal.person("back", 110, &[role]);
    let back = units.town.portal.token("back");
    let seen = units.town.portal.get(&format!("/asset/handover/{id}"), &back)["data"].clone();
    assert_eq!(seen["stops"], json!([]));
    let scan = units.town.portal.upload("/common/upload2Minio", &back, "file", "清单.pdf", PDF);
    let confirm = json!({"id": id, "signFiles": [scan["fileInfo"]["id"]], "seal": seen["seal"]});
    units.town.refused(&admin, "/asset/handover/confirm", confirm.clone(), "不能自己确认");
    units.town.done(&back, "/asset/handover/confirm", confirm);
    units.town.is_whole();
    assert_eq!((units.balance(1, 1), units.balance(1, 2)), (130_000, 0));
    assert_eq!(units.open(lease, 1), [("2024-06-05".to_owned(), 100_000), ("2024-07-05".to_owned(), 60_000)]);
    assert_eq!((units.account(2, DEPOSIT), units.account(2, CREDIT), units.account(2, RECEIVABLE)), (0, 0, 0));
    // July began while the second unit let it, and nothing divides it
    assert_eq!((units.account(1, RENT), units.account(2, RENT)), (-200_000, -100_000));
    units.town.move_to("2024-08-06");
    units.town.bill();
    units.town.end(lease, "2024-08-06");
    units.town.is_whole();
}

#[test]
fn the_receiver_settles_with_the_tenant_in_the_end() {
    let mut units = Units::on("2024-07-10");
    let lease = units.lease();
    units.hand_over(json!({}));
    units.town.move_to("2024-08-10");
    units.town.bill();
    units.town.end(lease, "2024-08-05");
    units.town.returned(lease, "2024-08-05");
    units.town.bill();
    units.town.is_whole();
    let town = &units.town;
    let sheet = town.get(&format!("/fin/settlement/{lease}"))["data"].clone();
    // July's 300.00 and five days of August; June is the giver's to collect
    let owed = 30_000 + 16_129;
    assert_eq!(sheet["hindrance"], "", "{sheet}");
    assert_eq!(sheet["sheet"]["refundDepositFen"], 200_000 - owed, "{sheet}");
    let id = town.make("/fin/settlement", json!({"leaseId": lease}));
    town.done(&town.boss, "/fin/settlement/decide", json!({"id": id, "approve": true}));
    town.is_whole();
    assert_eq!((units.balance(1, 1), units.balance(1, 2)), (100_000, 0));
    for row in town.get("/fin/refund/list?state=2")["rows"].as_array().unwrap() {
        town.done(&town.boss, "/fin/refund/pay", json!({"id": row["payoutId"], "paidDate": "2024-08-10"}));
    }
    assert_eq!(town.get(&format!("/lease/lease/{lease}"))["data"]["state"], 7);
}

#[test]
fn what_changed_meanwhile_is_a_sentence_and_nothing_is_half_done() {
    let mut units = Units::on("2024-07-10");
    let lease = units.lease();
    let id = units.approved(json!({"arrearsPolicy": 2}));
    let town = &units.town;
    let taker = town.portal.token("taker");
    let seen = town.portal.get(&format!("/asset/handover/{id}"), &taker)["data"].clone();
    assert_eq!((&seen["mayConfirm"], units.shown(id)["mayConfirm"].clone()), (&json!(true), json!(false)));
    let scan = town.portal.upload("/common/upload2Minio", &taker, "file", "清单.pdf", PDF);
    let form = json!({"id": id, "signFiles": [scan["fileInfo"]["id"]], "seal": seen["seal"]});
    let send = |more: Value| town.portal.post("/asset/handover/confirm", &taker, with(form.clone(), more));
    let says = |answer: Value, part: &str| {
        assert!(answer["code"] != 200 && answer["msg"].as_str().unwrap().contains(part), "{answer}");
    };
    says(send(json!({"signFiles": []})), "请上传双方签字盖章");
    says(send(json!({"signFiles": (1..=21).collect::<Vec<u64>>()})), "签字扫描件不能超过20个");
    says(send(json!({"version": 1})), "已被");
    // arrears are paid meanwhile
    let june = town.bill_due(lease, "2024-06-05");
    town.receipt(lease, 1, 50_000, "2024-07-10", json!({"designated": [june]}));
    says(send(json!({})), "有变动");
    // the asset is in the handover, and in no second one
    let second = town.make("/asset/handover", units.form(json!({})));
    town.refused(&town.clerk, "/appr/submit", json!({"key": "handover", "bizId": second}), "已在移交单");
    town.refused(&town.clerk, "/lease/lease/change/preview", json!({}), "");
    // an objection goes back to who wrote it, and the asset is in the register again
    town.done(&taker, "/asset/handover/object", json!({"id": id, "reason": "水表读数有误"}));
    let back = units.shown(id);
    assert_eq!(
        (&back["state"], &back["stateText"], &back["comment"]),
        (&json!(0), &json!("已退回"), &json!("水表读数有误"))
    );
    assert_eq!(town.get("/asset/asset/1")["data"]["state"], 1);
    let gone = town.portal.get(&format!("/asset/handover/{id}"), &taker);
    assert_ne!(gone["code"], 200, "a draft is its writer's alone");
    // a month closed meanwhile
    units.submit(id);
    units.approve(id);
    units.town.move_to("2024-08-02");
    units.town.bill();
    units.town.done(&units.town.clerk, "/fin/close/until", json!({"partyAId": 1, "month": "2024-07-01"}));
    let stops = units.shown(id)["stops"].clone();
    assert_eq!(stops[0], "甲方“云川市工业资产经营中心”2024年07月及以前已月结，移交日期最早为 2024-08-01");
    let answer = units.town.portal.post("/asset/handover/confirm", &units.town.portal.token("taker"), form.clone());
    says(answer, "已月结");
    units.town.is_whole();
    assert_eq!(units.town.get(&format!("/lease/lease/{lease}"))["data"]["partyAId"], 1);
}

#[test]
fn what_came_back_is_changed_and_sent_again_given_up_or_deleted() {
    let units = Units::on("2024-07-10");
    units.lease();
    let town = &units.town;
    let chief = town.portal.token("chief");
    let give_back = |id: u64| {
        town.done(&chief, "/appr/task/return", json!({"taskId": units.task(), "comment": "清单不全"}));
        let shown = units.shown(id);
        assert_eq!((&shown["stateText"], &shown["comment"]), (&json!("已退回"), &json!("清单不全")));
        assert_eq!(town.get("/asset/asset/1")["data"]["state"], 1);
    };
    let id = town.make("/asset/handover", units.form(json!({})));
    units.submit(id);
    assert_eq!(town.get("/asset/asset/1")["data"]["state"], 2, "移交中");
    town.refused(&town.clerk, "/asset/handover", json!({"kind": 3}), "");
    let edit = |fields: Value| {
        town.portal.put("/asset/handover", &town.clerk, with(units.form(fields), json!({"handoverId": id})))
    };
    assert!(edit(json!({}))["msg"].as_str().unwrap().contains("不能修改"));
    give_back(id);
    assert_eq!(edit(json!({"docNo": "云国资〔2024〕8号"}))["code"], 200);
    units.submit(id);
    give_back(id);
    let process = town.get("/appr/instance/of?bizType=handover&bizId=1")["data"][0]["instanceId"].clone();
    town.done(&town.clerk, "/appr/instance/abandon", json!({"id": process, "comment": "不再移交"}));
    assert_eq!(units.shown(id)["state"], 9);
    let second = town.make("/asset/handover", units.form(json!({})));
    units.submit(second);
    give_back(second);
    let gone = town.portal.delete(&format!("/asset/handover/{second}"), &town.clerk);
    assert_eq!(gone["code"], 200, "{gone}");
    assert_eq!(town.get("/asset/handover/list")["total"], 1);
    town.is_whole();
}

#[test]
fn a_lease_that_changed_or_waits_is_named() {
    let units = Units::on("2024-07-10");
    let lease = units.lease();
    let town = &units.town;
    // a lease over two assets goes with both
    let form = with(plain(2, 2, "2024-06-01", "2025-05-31"), json!({"rooms": [room(2, "300"), room(4, "80")]}));
    let wide = town.lease(form, "2024-05-20");
    let told =
        |fields: Value| town.portal.post("/asset/handover/preview", &town.clerk, units.form(fields))["data"].clone();
    let stops = told(json!({}))["stops"].to_string();
    assert!(stops.contains("还包含资产“解放路门面”的房间 R4"), "{stops}");
    assert_eq!(told(json!({"assetIds": [1, 2]}))["stops"], json!([]));
    // what waits for a decision is named
    let june = town.bill_due(lease, "2024-06-05");
    let scope = json!([{"billId": june, "amountFen": 100}]);
    town.make("/fin/waiver", json!({"reasonKind": 3, "scope": scope, "effectiveDate": "2024-07-10"}));
    let stops = told(json!({"assetIds": [1, 2]}))["stops"].to_string();
    assert!(stops.contains("减免单 JM-202407-000001 涉及账单"), "{stops}");
    // leases that end are ended first
    let stops = told(json!({"assetIds": [1, 2], "leasePolicy": 2}))["stops"].to_string();
    assert!(stops.contains("移交前须先终止并登记退房"), "{stops}");
    for (fields, part) in [
        (json!({"assetIds": []}), "请选择1到100项资产"),
        (json!({"assetIds": [1, 1]}), "重复"),
        (json!({"assetIds": [99]}), "资产不存在"),
        (json!({"toPartyAId": 1}), "不能相同"),
        (json!({"toPartyAId": 99}), "请选择接收单位"),
        (json!({"fromPartyAId": 99}), "请选择移出单位"),
        (json!({"items": [{"kind": "楼"}]}), "类别须为"),
        (json!({"kind": 2}), "请填写接收单位的名称"),
    ] {
        town.refused(&town.clerk, "/asset/handover", units.form(fields), part);
    }
    assert!(wide > 0);
}

#[test]
fn assets_come_into_the_register_and_leave_it() {
    let units = Units::on("2024-07-10");
    let town = &units.town;
    let asset = town.make(
        "/asset/asset",
        json!({"assetName": "老电影院", "plateId": 2, "partyAId": 2, "titleState": 1, "deptId": 120}),
    );
    let items = json!([{"kind": "钥匙", "name": "大门", "quantity": 3}, {"kind": "水表", "name": "总表", "quantity": 1, "reading": "01234"}]);
    let came = json!({"kind": 1, "fromPartyAId": 0, "toPartyAId": 2, "outside": "市文化局", "assetIds": [asset], "items": items});
    let signed = units.hand_over(came);
    assert_eq!((&signed["fromName"], &signed["stateText"]), (&json!("市文化局"), &json!("已完成")));
    let shown = town.get(&format!("/asset/asset/{asset}"))["data"].clone();
    assert_eq!(
        (&shown["state"], &shown["holdings"]),
        (&json!(1), &json!([{"partyAId": 2, "from": "2024-07-01", "to": "9999-12-31"}]))
    );
    let leaves = json!({"kind": 2, "fromPartyAId": 2, "toPartyAId": 0, "outside": "区教育局", "assetIds": [asset], "handoverDate": "2024-07-08"});
    units.hand_over(leaves);
    let shown = town.get(&format!("/asset/asset/{asset}"))["data"].clone();
    assert_eq!((&shown["state"], &shown["holdings"][0]["to"]), (&json!(3), &json!("2024-07-07")));
    // and comes back later
    let again = json!({"kind": 1, "fromPartyAId": 0, "toPartyAId": 2, "outside": "区教育局", "assetIds": [asset], "handoverDate": "2024-07-10"});
    units.hand_over(again);
    let shown = town.get(&format!("/asset/asset/{asset}"))["data"].clone();
    assert_eq!((&shown["state"], shown["holdings"].as_array().unwrap().len()), (&json!(1), 2));
    let list = town.get("/asset/handover/list?kind=1");
    assert_eq!(list["total"], 2, "{list}");
}

#[test]
fn arrears_are_aged_to_the_last_day_of_each_column() {
    // June fell due on 06-05 and is open, July on 07-05 in part
    for (day, columns) in
        [("2024-07-08", [60_000, 100_000]), ("2024-08-04", [60_000, 100_000]), ("2024-08-05", [0, 60_000])]
    {
        let mut units = Units::on("2024-07-08");
        units.lease();
        units.town.move_to(day);
        let id = units.town.make("/asset/handover", units.form(json!({"handoverDate": day})));
        units.submit(id);
        let shown = units.shown(id);
        let ages = shown["ageingFen"].clone();
        let told: Vec<i64> = ages.as_array().unwrap().iter().take(2).map(|fen| fen.as_i64().unwrap()).collect();
        assert_eq!(told, columns, "{day}: 30 days belong to the first column, 60 to the second: {ages}");
    }
}
