//! Books of an earlier version, damaged where two events met (decisions/0085): each damage turns a check red by name
//! and says what to do, and where an operation puts it right, the operation does.

use crate::{deeds, e1};
use deeds::{Deeds, plain};
use e1::{Town, with};
use gx_portal::features::assets::occupancy::Occupancy;
use gx_portal::features::finance::allocation::{Allocation, CreditLot};
use gx_portal::features::finance::bill::record::{Bill, BillSource, BillState};
use gx_portal::features::finance::deposit::{DepositKind, DepositMove};
use gx_portal::features::finance::invariants::{self, Check};
use gx_portal::features::finance::late_fee::BilledFee;
use gx_portal::features::finance::receipt::record::{Method, Receipt};
use gx_portal::features::finance::sums::OfBill;
use gx_portal::features::finance::waiver::Waiver;
use gx_portal::features::lease::contract::record::{Lease, LeaseState, LeaseVersion};
use gx_portal::op::Caller;
use gx_portal::store::{Reads, Record, id};
use jiff::civil::date;
use serde_json::json;

/// The first lease has October paid, half of November, and its deposit; the second has paid nothing.
struct Scene {
    town: Town,
    first: u64,
    second: u64,
    waiver: u64,
}

fn scene() -> Scene {
    let mut town = Town::on("2024-11-20");
    let deposit = json!({"depositFen": 200_000});
    let first = town.lease(with(plain(1, 1, "2024-10-01", "2025-09-30"), deposit.clone()), "2024-09-20");
    let second = town.lease(with(plain(2, 2, "2024-10-01", "2025-09-30"), deposit), "2024-09-20");
    town.receipt(first, 1, 200_000, "2024-10-01", json!({"purpose": 2}));
    town.receipt(first, 1, 150_000, "2024-10-05", json!({}));
    let november = town.bill_due(second, "2024-11-05");
    let waiver = town.waive(november, 10_000, "2024-11-18");
    town.is_whole();
    town.move_to("2024-11-21");
    Scene { town, first, second, waiver }
}

impl Scene {
    fn all<R: Record>(&self) -> Vec<R> {
        self.town.portal.app.store.read().unwrap().all().unwrap()
    }

    fn put<R: Record + Send + 'static>(&self, record: R) {
        let done = self.town.portal.app.store.write(move |tx| tx.put(&record));
        done.unwrap();
    }

    /// A bill of a lease by its due date, as it is stored.
    fn due(&self, lease: u64, due: &str) -> Bill {
        let due = due.parse().unwrap();
        let found = |bill: &Bill| bill.lease_id == lease && bill.due_date == due && bill.amount_fen > 0;
        self.all::<Bill>().into_iter().find(found).unwrap()
    }

    fn another(&self, of: &Bill) -> Bill {
        let bill_id = 900 + of.bill_id;
        let (allocated_fen, waived_fen, credited_fen) = (0, 0, 0);
        Bill { bill_id, bill_no: format!("ZD-{bill_id}"), allocated_fen, waived_fen, credited_fen, ..of.clone() }
    }

    fn check(&self, code: &str) -> Check {
        let checks = self.town.portal.app.read(&Caller::console("test", "test"), invariants::run).unwrap();
        checks.into_iter().find(|check| check.code == code).unwrap()
    }

    /// The check says so by name, and what to do.
    fn is_red(&self, code: &str, part: &str) {
        let check = self.check(code);
        assert!(check.faults.iter().any(|fault| fault.contains(part)), "{code} lacks “{part}”: {check:?}");
        assert!(!check.advice.is_empty(), "{code}");
    }

    fn is_green(&self, code: &str) {
        let check = self.check(code);
        assert!(check.faults.is_empty(), "{check:?}");
    }

    fn done(&self, path: &str, form: serde_json::Value) {
        self.town.done(&self.town.boss_or_clerk(path), path, form);
    }
}

impl Town {
    fn boss_or_clerk(&self, path: &str) -> String {
        if path.ends_with("revoke") || path.ends_with("reverse") { self.boss.clone() } else { self.clerk.clone() }
    }
}

#[test]
fn d01_a_correction_larger_than_its_bill_is_taken_back_and_made_anew() {
    let scene = scene();
    let base = scene.due(scene.second, "2024-10-05");
    let correction = Bill {
        amount_fen: -120_000,
        credited_fen: -120_000,
        adjusts_bill_id: base.bill_id,
        source: BillSource::Adjustment,
        ..scene.another(&base)
    };
    let made = correction.bill_id;
    scene.put(correction);
    scene.put(Bill { credited_fen: 120_000, ..base });
    scene.is_red("I2", "未缴金额 -200.00 元不合理");
    scene.is_red("I4", "与合同计算不一致");
    scene.done("/fin/bill/void", json!({"id": made, "reason": "调减超过账单"}));
    scene.is_green("I2");
    scene.town.bill();
    scene.is_green("I4");
    assert_eq!(scene.town.asked(scene.second), 200_000);
}

#[test]
fn d03_credit_of_somebody_else_goes_back_to_the_receipts_tenant() {
    let scene = scene();
    let paid = scene.town.receipt(scene.first, 1, 300_000, "2024-11-21", json!({"keepAsCredit": true}));
    let lot = scene.all::<CreditLot>().into_iter().find(|lot| lot.receipt_id == paid).unwrap();
    scene.put(CreditLot { tenant_id: 2, lease_id: scene.second, ..lot });
    scene.is_red("I14", "不在该收款现在的乙方和合同名下");
    scene.is_red("I13", "对账余额");
    scene.done("/fin/receipt/reallocate", json!({"id": paid, "keepAsCredit": true}));
    scene.is_green("I14");
    scene.is_green("I13");
    scene.town.is_whole();
}

#[test]
fn d04_a_change_that_altered_days_before_it_is_divided_by_its_day() {
    let scene = scene();
    scene.town.change(scene.first, 4, "2024-11-11", json!({"tenantId": 3}));
    scene.town.is_whole();
    let asked = scene.town.asked(scene.first);
    for mut version in scene.all::<LeaseVersion>().into_iter().filter(|version| version.lease_id == scene.first) {
        (version.terms.past, version.terms.tenants) = (Vec::new(), Vec::new());
        scene.put(version);
    }
    scene.is_red("I4", "没有按日划分");
    scene.done("/lease/lease/redate", json!({"id": scene.first}));
    scene.town.bill();
    scene.is_green("I4");
    assert_eq!(scene.town.asked(scene.first), asked);
    scene.town.is_whole();
}

#[test]
fn d05_bills_of_a_lease_that_never_began_are_made_void() {
    let scene = scene();
    let lease: Lease = scene.all::<Lease>().into_iter().find(|lease| lease.lease_id == scene.second).unwrap();
    scene.put(Lease { state: LeaseState::Void, ..lease });
    scene.is_red("I4", "与合同计算不一致");
    scene.is_red("I18", "仍在收取押金");
    let waiver = json!({"id": scene.waiver, "approve": true, "comment": "合同已作废"});
    scene.done("/fin/waiver/revoke", waiver);
    let bills: Vec<Bill> = scene.all();
    for bill in bills.iter().filter(|bill| bill.lease_id == scene.second && bill.state == BillState::Issued) {
        scene.done("/fin/bill/void", json!({"id": bill.bill_id, "reason": "合同已作废"}));
    }
    scene.is_green("I4");
    scene.is_green("I18");
}

#[test]
fn d07_a_fee_at_another_rate_than_agreed_is_made_void() {
    let scene = scene();
    let form =
        json!({"leaseId": scene.second, "kind": 5, "dueDate": "2024-12-05", "amountFen": 500, "remark": "滞纳金"});
    let made = scene.town.portal.post("/fin/bill", &scene.town.clerk, form.clone());
    let fee = if made["code"] == 200 {
        made["data"]["id"].as_u64().unwrap()
    } else {
        scene.town.make("/fin/bill", with(form, json!({"kind": 3})))
    };
    let principal = scene.due(scene.second, "2024-10-05").bill_id;
    let as_of = date(2024, 11, 20);
    scene.put(BilledFee {
        principal_id: principal,
        bill_id: fee,
        as_of,
        rate_ppm: 800,
        raw_fen: 500,
        fee_fen: 500,
        last_allocation: 0,
    });
    scene.is_red("I17", "不是按应缴日的约定费率计算");
    scene.done("/fin/bill/void", json!({"id": fee, "reason": "费率有误"}));
    scene.is_green("I17");
    scene.town.is_whole();
}

#[test]
fn d11_a_room_given_away_while_its_lease_runs_or_held_twice_is_told() {
    let scene = scene();
    let row = scene.all::<Occupancy>().into_iter().find(|row| row.lease_id == scene.first && row.active).unwrap();
    scene.put(Occupancy { active: false, ..row.clone() });
    scene.is_red("I15", "仍在计租，房间");
    scene.put(row.clone());
    scene.is_green("I15");
    scene.put(Occupancy { occupancy_id: 900, lease_id: scene.second, ..row });
    scene.is_red("I7", "");
}

#[test]
fn d14_a_period_brought_in_and_billed_again_is_told() {
    let scene = scene();
    let of = scene.due(scene.first, "2024-10-05");
    scene.put(Bill { source: BillSource::Opening, ..scene.another(&of) });
    scene.is_red("I15", "既有期初账单");
}

#[test]
fn d15_a_waiver_of_days_to_come_is_revoked() {
    let scene = scene();
    let waiver = scene.all::<Waiver>().remove(0);
    scene.put(Waiver { effective_date: date(2025, 6, 1), ..waiver });
    scene.is_red("I16", "还未到");
    scene.done("/fin/waiver/revoke", json!({"id": scene.waiver, "approve": true, "comment": "日期有误"}));
    scene.is_green("I16");
}

#[test]
fn d16_money_that_left_the_deposit_and_arrived_nowhere_is_told() {
    let scene = scene();
    let moved = scene.all::<DepositMove>().remove(0);
    let document_id = scene.due(scene.first, "2024-11-05").bill_id;
    scene.put(DepositMove { move_id: 900, kind: DepositKind::Apply, amount_fen: -5_000, document_id, ..moved });
    scene.is_red("I9", "押金台账抵扣 50.00 元，账单核销 0.00 元");
}

#[test]
fn d22_a_settled_lease_that_asks_for_its_deposit_is_told_and_the_demand_made_void() {
    let scene = scene();
    let lease: Lease = scene.all::<Lease>().into_iter().find(|lease| lease.lease_id == scene.second).unwrap();
    scene.put(Lease { state: LeaseState::Settled, ..lease });
    scene.is_red("I18", "仍在收取押金 2,000.00 元");
    let demand = |bill: &&Bill| bill.lease_id == scene.second && bill.amount_fen == 200_000;
    let demand = scene.all::<Bill>().iter().find(demand).unwrap().bill_id;
    scene.done("/fin/bill/void", json!({"id": demand, "reason": "合同已结清"}));
    scene.is_green("I18");
}

#[test]
fn d24_a_correction_of_another_plate_is_told() {
    let scene = scene();
    let base = scene.due(scene.second, "2024-10-05");
    scene.put(Bill {
        plate_id: 2,
        adjusts_bill_id: base.bill_id,
        adjusts: Some(OfBill::from(&base)),
        amount_fen: -1_000,
        credited_fen: -1_000,
        source: BillSource::Adjustment,
        ..scene.another(&base)
    });
    scene.put(Bill { credited_fen: 1_000, ..base });
    scene.is_red("I2", "不是同一板块");
}

#[test]
fn d28_money_that_went_straight_to_the_treasury_and_was_booked_at_the_bank_is_put_right() {
    let scene = scene();
    let paid = scene.town.receipt(scene.first, 1, 20_000, "2024-11-20", json!({}));
    let receipt = scene.all::<Receipt>().into_iter().find(|receipt| receipt.receipt_id == paid).unwrap();
    scene.put(Receipt { method: Method::Treasury, to_treasury: false, ..receipt });
    scene.is_red("I11", "为财政直缴，却记入了单位的银行存款");
    scene.done("/fin/receipt/toTreasury", json!({"id": paid}));
    scene.is_green("I11");
}

#[test]
fn d29_days_and_amounts_that_nobody_can_mean_are_told() {
    let scene = scene();
    let receipt = scene.all::<Receipt>().remove(0);
    scene.put(Receipt { value_date: date(1926, 11, 20), ..receipt.clone() });
    scene.is_red("I16", "的到账日期 1926-11-20 不合理");
    scene.put(receipt);
    let november = scene.due(scene.second, "2024-11-05");
    scene.put(Bill { amount_fen: i64::MAX, ..november });
    scene.is_red("I16", "的金额超出允许的范围");
}

#[test]
fn d33_a_row_that_is_gone_is_told() {
    let scene = scene();
    let row = scene.all::<Allocation>().remove(0);
    let number = row.allocation_id;
    scene.town.portal.app.store.write(move |tx| tx.delete::<Allocation>(&id(number))).unwrap();
    scene.is_red("I1", "去向合计");
    scene.is_red("I2", "与明细不符");
}
