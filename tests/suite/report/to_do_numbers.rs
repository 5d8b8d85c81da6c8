//! The numbers of what will soon need somebody are those of the records and those of the lists that they open, while leases,
//! deposits and certificates change at random and days pass, whoever asks, with columns and without. Clock: 2024-09-30.

use std::sync::Arc;

use gx_portal::app::App;
use gx_portal::features::assets::cert::Cert;
use gx_portal::features::assets::room::tenancy::LeaseState;
use gx_portal::features::finance::deposit::{DepositMove, held};
use gx_portal::features::lease::contract::record::Lease;
use gx_portal::kernel::span::{add_days, days_between};
use gx_portal::op::{Caller, Op};
use gx_portal::records::list::filling;
use gx_portal::store::Reads;
use jiff::civil::Date;
use rand::prelude::*;
use rand::rngs::StdRng;
use serde_json::{Value, json};

use crate::support::askers::{Asker, DEPTS};
use crate::support::{self, Portal, scale};

const DAY: i64 = 86_400_000;
/// States that are recorded, those that count more often.
const STATES: [LeaseState; 6] = [
    LeaseState::Signed,
    LeaseState::Signed,
    LeaseState::Terminated,
    LeaseState::Approved,
    LeaseState::Settled,
    LeaseState::Void,
];
/// Each with the list behind the page that it opens.
const KINDS: [(&str, &str, &str); 5] = [
    ("expiring90", "/lease/expiring", "/lease/lease/expiring"),
    ("expiring60", "/lease/expiring", "/lease/lease/expiring"),
    ("expiring30", "/lease/expiring", "/lease/lease/expiring"),
    ("deposits", "/fin/deposit", "/fin/deposit/list"),
    ("certs", "/asset/cert", "/asset/cert/list"),
];

/// The five numbers, read from the records.
fn read(portal: &Portal, asker: &Asker) -> [usize; 5] {
    let today = portal.app.clock.today();
    let caller = Caller::console("test", "test");
    let read = portal.app.read(&caller, |view| {
        let mut counts = [0; 5];
        for lease in view.tx.all::<Lease>()?.iter().filter(|lease| asker.sees(lease.owned.dept_id, lease.owned.creator))
        {
            let left = days_between(today, lease.facts.end_date);
            let runs = lease.state == LeaseState::Signed && lease.facts.start_date <= today;
            for (at, most) in [90, 60, 30].into_iter().enumerate() {
                counts[at] += usize::from(runs && (0..=most).contains(&left));
            }
            let back = match lease.state {
                LeaseState::Terminated => true,
                LeaseState::Signed => lease.returned_date.is_some(),
                _ => false,
            };
            let over = back && lease.effective_end() <= today && lease.version_no > 0;
            counts[3] += usize::from(over && held(view, lease.lease_id)? > 0);
        }
        let last = add_days(today, 90);
        let certs = view.tx.all::<Cert>()?;
        counts[4] = certs
            .iter()
            .filter(|cert| {
                asker.sees(cert.owned.dept_id, cert.owned.creator) && cert.facts.term_end.is_some_and(|end| end <= last)
            })
            .count();
        Ok(counts)
    });
    read.expect("reads")
}

/// The same as the block has them, each held against its list.
fn shown(portal: &Portal, asker: &Asker) -> [usize; 5] {
    let block = asker.get(portal, "/stat/daiBan");
    let reminders = block["data"]["reminders"].as_array().expect("reminders");
    KINDS.map(|(kind, page, list)| {
        let found = reminders.iter().find(|reminder| reminder["kind"] == kind).expect("a reminder");
        let path = found["path"].as_str().expect("a path");
        let query = path.strip_prefix(page).and_then(|rest| rest.strip_prefix('?')).expect("the page of the list");
        let answer = asker.get(portal, &format!("{list}?{query}"));
        assert_eq!(answer["total"], found["count"], "{} {path}: {answer}", asker.name);
        usize::try_from(found["count"].as_u64().expect("a count")).expect("few")
    })
}

fn change_lease(op: &mut Op, rng: &mut StdRng, today: Date, maker: u64) {
    let leases: Vec<Lease> = op.view().tx.all().expect("leases");
    let mut lease = leases.choose(rng).expect("a lease").clone();
    let near = |rng: &mut StdRng| add_days(today, rng.random_range(-40..130));
    match rng.random_range(0..7) {
        0 => lease.state = *STATES.choose(rng).expect("states"),
        1 => lease.returned_date = rng.random_bool(0.6).then_some(today),
        2 => (lease.state, lease.last_day) = (LeaseState::Terminated, Some(near(rng))),
        3 => lease.owned.dept_id = *DEPTS.choose(rng).expect("departments"),
        4 => lease.owned.creator = if rng.random_bool(0.5) { maker } else { 1 },
        5 => lease.facts.start_date = near(rng),
        _ => (lease.state, lease.facts.end_date) = (LeaseState::Signed, near(rng)),
    }
    op.put_quietly(&lease).expect("written");
}

fn change_deposit(op: &mut Op, rng: &mut StdRng) {
    let moves: Vec<DepositMove> = op.view().tx.all().expect("movements");
    let mut movement = moves.choose(rng).expect("a movement").clone();
    if rng.random_bool(0.4) {
        // All of it goes back, or what went comes again.
        movement.move_id = op.next_id::<DepositMove>().expect("a number");
        movement.amount_fen = -held(&op.view(), movement.lease_id).expect("read");
    } else {
        movement.amount_fen = rng.random_range(-50_000..300_000);
    }
    op.put_quietly(&movement).expect("written");
}

fn change_cert(op: &mut Op, rng: &mut StdRng, today: Date, maker: u64) {
    let certs: Vec<Cert> = op.view().tx.all().expect("certificates");
    let mut cert = certs.choose(rng).expect("a certificate").clone();
    match rng.random_range(0..3) {
        0 => cert.owned.creator = if rng.random_bool(0.5) { maker } else { 1 },
        1 => cert.owned.dept_id = *DEPTS.choose(rng).expect("departments"),
        _ => cert.facts.term_end = rng.random_bool(0.8).then(|| add_days(today, rng.random_range(-200..200))),
    }
    op.put_quietly(&cert).expect("written");
}

fn change(app: &Arc<App>, seed: u64, maker: u64) {
    let today = app.clock.today();
    support::act(app, move |op| {
        let mut rng = StdRng::seed_from_u64(seed);
        for _ in 0..rng.random_range(1..12) {
            match rng.random_range(0..5) {
                0..3 => change_lease(op, &mut rng, today, maker),
                3 => change_deposit(op, &mut rng),
                _ => change_cert(op, &mut rng, today, maker),
            }
        }
        Ok(())
    });
}

#[test]
fn numbers_of_the_to_do_block_are_those_of_the_records_and_of_the_lists_they_open() {
    let portal = Portal::city();
    let rights = ["lease:expiring:list", "fin:deposit:list", "asset:cert:list"];
    let (askers, maker) = Asker::three(&portal, &rights);
    let today = portal.app.clock.today();
    support::act(&portal.app, move |op| {
        for mut lease in op.view().tx.all::<Lease>()? {
            if lease.lease_id.is_multiple_of(3) {
                lease.owned.creator = maker;
            }
            // some that end soon, whatever the seed
            if lease.lease_id.is_multiple_of(5) {
                (lease.state, lease.returned_date, lease.last_day) = (LeaseState::Signed, None, None);
                lease.facts.end_date = add_days(today, 20);
            }
            op.put_quietly(&lease)?;
        }
        Ok(())
    });
    filling::fill_all(&portal.app).expect("filled");
    let mut rng = StdRng::seed_from_u64(scale::seed());
    let mut seen = [[0; 5]; 3];
    for round in 0..scale::size(30, 120) {
        change(&portal.app, rng.random(), maker);
        if rng.random_bool(0.3) {
            portal.app.clock.advance(DAY);
        }
        if round % 6 == 5 {
            portal.app.columns.forget();
        }
        for (asker, seen) in askers.iter().zip(&mut seen) {
            let numbers = read(&portal, asker);
            assert_eq!(shown(&portal, asker), numbers, "{} in round {round}", asker.name);
            seen.iter_mut().zip(numbers).for_each(|(seen, number)| *seen += number);
        }
        filling::fill_all(&portal.app).expect("filled");
    }
    let values: Value = json!(seen);
    let some = |numbers: &[usize]| numbers.iter().any(|many| *many > 0);
    assert!(seen[0][..4].iter().all(|many| *many > 0) && some(&seen[2]), "{values}");
}
