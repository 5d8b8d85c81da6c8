//! Figures come from sums that the store keeps and say, for every span, day, filter and asker, what the rows say.

use crate::support::scale;
use crate::{figures, support};
use std::collections::BTreeSet;

use figures::{agree, person, some_day, some_span};
use gx_portal::features::finance::bill::record::Bill;
use gx_portal::features::finance::figures::load::ChartQuery;
use gx_portal::features::system::dept::ops::links;
use gx_portal::op::{Caller, View};
use gx_portal::platform::identity::rights::Scope;
use gx_portal::records::owned::Owned;
use gx_portal::store::Reads;
use jiff::civil::{Date, date};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use support::Portal;

const TODAY: Date = date(2024, 9, 30);

/// One of some numbers, or none.
fn some(rng: &mut StdRng, of: &BTreeSet<u64>) -> Vec<u64> {
    if rng.random_bool(0.5) {
        return Vec::new();
    }
    of.iter().copied().filter(|_| rng.random_bool(0.5)).collect()
}

#[test]
fn the_city_says_the_same_from_sums_and_from_rows() {
    let portal = Portal::city();
    // Rows of several departments and people, as a city of many would have.
    let parents = portal.app.read(&Caller::console("t", "t"), links).unwrap();
    let depts: Vec<u64> = parents.iter().map(|(dept, _)| *dept).collect();
    let few = depts.clone();
    support::act(&portal.app, move |op| {
        let bills: Vec<Bill> = op.view().tx.all()?;
        let rows = op.view().tx.all::<gx_portal::features::finance::allocation::Allocation>()?;
        let waivers = op.view().tx.all::<gx_portal::features::finance::waiver::Waiver>()?;
        let spread = |bill_id: u64| (few[usize::try_from(bill_id).unwrap() % few.len()], bill_id % 3 + 1);
        for bill in bills {
            let (dept_id, creator) = spread(bill.bill_id);
            let adjusts = bill.adjusts.map(|mut of| {
                of.dept_id = spread(bill.adjusts_bill_id).0;
                of
            });
            let owned = Owned { dept_id, creator, ..bill.owned.clone() };
            op.put_quietly(&Bill { owned, adjusts, ..bill })?;
        }
        for mut row in rows {
            row.dept_id = spread(row.bill_id).0;
            op.put_quietly(&row)?;
        }
        for mut waiver in waivers {
            for part in &mut waiver.scope {
                part.of.dept_id = spread(part.bill_id).0;
            }
            op.put_quietly(&waiver)?;
        }
        Ok(())
    });
    let bills: Vec<Bill> = portal.app.store.read().unwrap().all().unwrap();
    let plates: BTreeSet<u64> = bills.iter().map(|bill| bill.plate_id).collect();
    let parties: BTreeSet<u64> = bills.iter().map(|bill| bill.party_a_id).collect();
    assert!(plates.len() > 1 && parties.len() > 1 && depts.len() > 3, "{plates:?} {parties:?} {depts:?}");
    let mut rng = StdRng::seed_from_u64(7);
    let (first, last) = (date(2020, 12, 1), date(2025, 3, 1));
    for round in 0..scale::size(40, 160) {
        let some_depts = || depts.iter().copied().collect::<BTreeSet<u64>>();
        let dept_ids = some(&mut rng, &some_depts()).into_iter().collect();
        let caller = match round % 4 {
            0 | 1 => Caller::console("test", "test"),
            2 => person(1, Scope { dept_ids, ..Scope::default() }),
            _ => person(rng.random_range(1..4), Scope { dept_ids, own: true, all: false }),
        };
        let as_of = if rng.random_bool(0.3) { TODAY } else { some_day(&mut rng, first, last) };
        let span = some_span(&mut rng, first, last);
        let query = ChartQuery {
            plate_id: some(&mut rng, &plates),
            party_a_id: some(&mut rng, &parties),
            dept_id: rng.random_bool(0.3).then(|| depts[rng.random_range(0..depts.len())]),
            ..ChartQuery::default()
        };
        let reader = portal.app.store.read().unwrap();
        agree(&View::new(&portal.app, &reader, &caller), &query, span, as_of);
    }
}

#[test]
fn a_department_brings_what_is_below_it() {
    let portal = Portal::city();
    let admin = portal.admin();
    let due = |query: &str| {
        let answer = portal.get(&format!("/fin/figures?year=2024{query}"), &admin);
        answer["data"]["collection"]["dueFen"].as_i64().unwrap_or_else(|| panic!("{answer}"))
    };
    let parents = portal.app.read(&Caller::console("t", "t"), links).unwrap();
    let root = parents.iter().find(|(_, parent)| *parent == 0).unwrap().0;
    assert!(due("") > 0);
    assert_eq!(due(&format!("&deptId={root}")), due(""), "the root has everything");
    let below: i64 =
        parents.iter().filter(|(_, parent)| *parent == root).map(|(dept, _)| due(&format!("&deptId={dept}"))).sum();
    assert_eq!(below, due(""), "its children share it");
    assert_eq!(due("&deptId=999999"), 0);
}
