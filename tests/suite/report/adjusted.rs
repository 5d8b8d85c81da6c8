//! 往期调整 is what the records say: bills entered late and made void, taken off and waived, and paid before they were in the books,
//! for each of three people, for any span. Clock: 2024-09-30.

use gx_portal::error::Result;
use gx_portal::features::finance::allocation::{Allocation, BY_BILL};
use gx_portal::features::finance::bill::record::{Bill, BillSource, BillState};
use gx_portal::features::finance::sums::{self, Entry, OfBill};
use gx_portal::features::finance::waiver::record::WaiverCut;
use gx_portal::features::finance::waiver::{self, Waiver};
use gx_portal::kernel::span::{DateSpan, add_days};
use gx_portal::op::Op;
use gx_portal::records::list::filling;
use gx_portal::store::{Reads, id};
use jiff::civil::{Date, date};
use rand::prelude::*;
use rand::rngs::StdRng;

use crate::support::askers::{Asker, DEPTS};
use crate::support::{self, Portal, scale};

const TODAY: Date = date(2024, 9, 30);

fn later(rng: &mut StdRng, day: Date, days: i64) -> Date {
    add_days(day, rng.random_range(0..days)).min(TODAY)
}

/// A bill enters the books on another day: what lies on it knows.
fn enter_late(op: &mut Op, rng: &mut StdRng, mut bill: Bill) -> Result<()> {
    bill.book_date = later(rng, bill.due_date, 200);
    let rows: Vec<Allocation> = op.view().tx.by(&BY_BILL, &id(bill.bill_id), false, 0, usize::MAX)?;
    for row in rows {
        op.put_quietly(&Allocation { bill_date: bill.book_date, ..row })?;
    }
    let waivers: Vec<Waiver> = op.view().tx.by(&waiver::BY_BILL, &id(bill.bill_id), false, 0, usize::MAX)?;
    for mut waiver in waivers {
        for part in waiver.scope.iter_mut().filter(|part| part.bill_id == bill.bill_id) {
            part.of.book_date = bill.book_date;
        }
        op.put_quietly(&waiver)?;
    }
    op.put_quietly(&bill).map(drop)
}

fn change(portal: &Portal, seed: u64, maker: u64) {
    support::act(&portal.app, move |op| {
        let mut rng = StdRng::seed_from_u64(seed);
        let all = op.view().tx.all::<Bill>()?;
        for mut bill in all.iter().filter(|bill| bill.adjusts.is_none()).cloned() {
            bill.owned.dept_id = *DEPTS.choose(&mut rng).expect("departments");
            bill.owned.creator = if rng.random_bool(0.3) { maker } else { 1 };
            match rng.random_range(0..20) {
                0 => enter_late(op, &mut rng, bill)?,
                1 => {
                    (bill.state, bill.void_date) = (BillState::Void, Some(later(&mut rng, bill.book_date, 300)));
                    op.put_quietly(&bill)?;
                }
                2..10 if bill.allocated_fen == 0 => {
                    let of = all.choose(&mut rng).expect("bills");
                    (bill.source, bill.amount_fen) = (BillSource::Adjustment, -rng.random_range(1..9_000));
                    (bill.adjusts_bill_id, bill.adjusts) = (of.bill_id, Some(OfBill::from(of)));
                    bill.book_date = later(&mut rng, of.due_date, 200);
                    op.put_quietly(&bill)?;
                }
                _ => {
                    op.put_quietly(&bill)?;
                }
            }
        }
        for mut waiver in op.view().tx.all::<Waiver>()? {
            let due = waiver.scope.first().map_or(waiver.effective_date, |part| part.of.due_date);
            waiver.effective_date = later(&mut rng, due, 200);
            if let (true, Some(part)) = (rng.random_bool(0.5), waiver.scope.first()) {
                let cut =
                    WaiverCut { bill_id: part.bill_id, amount_fen: 7, day: later(&mut rng, waiver.effective_date, 90) };
                waiver.cuts.push(cut);
            }
            let revoked = later(&mut rng, waiver.effective_date, 90);
            waiver.revoked_date = rng.random_bool(0.3).then_some(revoked);
            op.put_quietly(&waiver)?;
        }
        Ok(())
    });
}

/// Bill, day, fen and reason.
type Change = (u64, String, i64, String);

/// Changes by one document; those that add up to nothing on a day are none.
fn of_document(entries: &[Entry], fen: fn(&Entry) -> i64, reasons: [&str; 2]) -> Vec<(u64, Date, i64, String)> {
    let at = |entry: &Entry| (entry.bill_id, entry.at);
    let moves = |entry: &Entry| entries.iter().filter(|other| at(other) == at(entry)).map(fen).sum::<i64>() != 0;
    let shown = |entry: &Entry| (entry.bill_id, entry.at, fen(entry), reasons[usize::from(fen(entry) < 0)].to_owned());
    entries.iter().filter(|entry| fen(entry) != 0 && moves(entry)).map(shown).collect()
}

fn expected(portal: &Portal, asker: &Asker, span: DateSpan) -> Vec<Change> {
    let tx = portal.app.store.read().expect("store");
    let mut changes = Vec::new();
    for bill in tx.all::<Bill>().expect("bills") {
        let booked = match bill.source {
            BillSource::Opening => "期初导入",
            BillSource::Adjustment => "调增",
            _ => "补记账单",
        };
        changes.extend(of_document(&sums::of_bill(&bill), |entry| entry.values[1], [booked, "作废"]));
        changes.extend(of_document(&sums::taken_off(&bill), |entry| entry.values[1], ["调减作废", "调减"]));
    }
    for waiver in tx.all::<Waiver>().expect("waivers") {
        changes.extend(of_document(&sums::of_waiver(&waiver), |entry| -entry.values[0], ["撤销减免", "减免"]));
    }
    for row in tx.all::<Allocation>().expect("rows") {
        let before = |entry: &Entry| entry.values[0] - entry.values[1];
        changes.extend(of_document(&sums::of_allocation(&row), before, ["入账前已收", "入账前已收抵减"]));
    }
    changes.retain(|(bill_id, at, ..)| {
        let bill: Bill = tx.get(&id(*bill_id)).expect("store").expect("bill");
        span.contains(*at) && bill.due_date < span.from && asker.sees(bill.owned.dept_id, bill.owned.creator)
    });
    let mut shown: Vec<Change> =
        changes.into_iter().map(|(bill, at, fen, why)| (bill, at.to_string(), fen, why)).collect();
    shown.sort();
    shown
}

#[test]
fn what_changed_on_older_bills_is_what_the_records_say() {
    let portal = Portal::city();
    let (askers, maker) = Asker::three(&portal, &["report:adjusted:list"]);
    let mut rng = StdRng::seed_from_u64(scale::seed());
    let mut reasons = std::collections::BTreeSet::new();
    for round in 0..scale::size(12, 60) {
        if round == 2 {
            change(&portal, rng.random(), maker);
        }
        if round % 5 == 4 {
            portal.app.columns.forget();
        }
        // The first after the change asks for all that is long; the others for anything.
        let from = if round == 3 { date(2024, 1, 1) } else { add_days(TODAY, -rng.random_range(0..500)) };
        let span = DateSpan::new(from, if round == 3 { TODAY } else { later(&mut rng, from, 400) });
        let asker = &askers[round % 3];
        let asked = format!("/report/adjusted/list?bookFrom={}&bookTo={}&pageNum=1&pageSize=2000", span.from, span.to);
        let answer = asker.get(&portal, &asked);
        let rows = answer["rows"].as_array().expect("rows");
        let text = |value: &serde_json::Value| value.as_str().expect("text").to_owned();
        let change = |row: &serde_json::Value| -> Change {
            let number = |key: &str| row[key].as_i64().expect("number");
            let bill = number("billId").cast_unsigned();
            (bill, text(&row["bookDate"]), number("amountFen"), text(&row["reasonLabel"]))
        };
        let mut found: Vec<Change> = rows.iter().map(change).collect();
        found.sort();
        let wanted = expected(&portal, asker, span);
        assert!(wanted.len() < 2_000 && answer["total"] == wanted.len(), "{} rows", wanted.len());
        assert_eq!(found, wanted, "{} {asked}", asker.name);
        reasons.extend(wanted.into_iter().map(|(.., why)| why));
        filling::fill_all(&portal.app).expect("filled");
    }
    assert!(reasons.len() >= 3, "{reasons:?}");
}
