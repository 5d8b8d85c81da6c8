//! Reports that are found in columns say what their records say, row by row, whoever asks and on whatever day: the records
//! are read here one by one, by rules of their own. Clock: 2024-09-30.

use std::collections::BTreeMap;

use gx_portal::features::assets::party_a::record::PartyA;
use gx_portal::features::assets::plate::Plate;
use gx_portal::features::finance::bill::record::Bill;
use gx_portal::features::finance::payout::record::{Payout, PayoutKind};
use gx_portal::features::finance::waiver::{Waiver, WaiverCut, WaiverState};
use gx_portal::features::lease::contract::forecast::Forecast;
use gx_portal::features::lease::contract::record::Lease;
use gx_portal::features::lease::schedule::terms::BillKind;
use gx_portal::kernel::span::{add_days, add_months};
use gx_portal::records::list::filling;
use gx_portal::records::owned::{Business, Owned};
use gx_portal::store::{Reader, Reads, id};
use jiff::civil::{Date, date};
use rand::prelude::*;
use rand::rngs::StdRng;
use serde_json::{Value, json};

use crate::support::{self, Portal, scale};

const TODAY: Date = date(2024, 9, 30);
const DEPTS: [u64; 5] = [100, 101, 102, 103, 110];

/// Who asks: a name, the departments that he sees (none: all), and his number when he also sees what he made.
struct Asker {
    name: &'static str,
    depts: Option<Vec<u64>>,
    own: Option<u64>,
}

impl Asker {
    fn sees(&self, dept: u64, creator: u64) -> bool {
        self.depts.as_ref().is_none_or(|depts| depts.contains(&dept)) || self.own == Some(creator)
    }
}

/// A question of the report centre.
struct Question {
    as_of: Date,
    plates: Vec<u64>,
    parties: Vec<u64>,
}

impl Question {
    fn of(rng: &mut StdRng) -> Self {
        let as_of = if rng.random_bool(0.3) { TODAY } else { add_days(TODAY, -rng.random_range(0..1_200)) };
        let some = |rng: &mut StdRng, choice: &[&[u64]]| choice.choose(rng).expect("choice").to_vec();
        let plates = some(rng, &[&[], &[], &[1], &[2, 3], &[4]]);
        Self { as_of, plates, parties: some(rng, &[&[], &[], &[1, 2], &[3]]) }
    }

    fn has(&self, plate: u64, party: u64) -> bool {
        (self.plates.is_empty() || self.plates.contains(&plate))
            && (self.parties.is_empty() || self.parties.contains(&party))
    }

    fn asked(&self) -> String {
        let list = |name: &str, ids: &[u64]| ids.iter().map(|id| format!("&{name}={id}")).collect::<String>();
        format!("asOf={}{}{}", self.as_of, list("plateId", &self.plates), list("partyAId", &self.parties))
    }
}

fn rows(portal: &Portal, who: &str, page: &str, query: &str, keys: &[&str]) -> Vec<Value> {
    let token = if who == "admin" { portal.admin() } else { portal.token(who) };
    let answer = portal.get(&format!("/report/{page}/list?{query}&pageSize=99999"), &token);
    assert_eq!(answer["code"], 200, "{page}?{query}: {answer}");
    let rows = answer["rows"].as_array().expect("rows");
    assert_eq!(answer["total"], rows.len(), "{page}?{query}");
    for check in answer["sums"]["checks"].as_array().expect("checks") {
        assert_eq!(check["listed"], check["figure"], "{page}?{query}: {}", answer["sums"]);
    }
    rows.iter().map(|row| keys.iter().map(|key| row[*key].clone()).collect()).collect()
}

/// Waivers of every kind and fate, everything spread over departments and makers.
fn spread(portal: &Portal, maker: u64) {
    support::act(&portal.app, move |op| {
        let mut rng = StdRng::seed_from_u64(8);
        let dept = |number: u64| DEPTS[usize::try_from(number).unwrap() % DEPTS.len()];
        let owned = |was: &Owned, number: u64| Owned {
            dept_id: dept(number),
            creator: if number.is_multiple_of(3) { maker } else { 1 },
            ..was.clone()
        };
        for bill in op.view().tx.all::<Bill>()? {
            op.put_quietly(&Bill { owned: owned(&bill.owned, bill.bill_id), ..bill })?;
        }
        for lease in op.view().tx.all::<Lease>()? {
            op.put_quietly(&Lease { owned: owned(&lease.owned, lease.lease_id), ..lease })?;
        }
        for forecast in op.view().tx.all::<Forecast>()? {
            op.put_quietly(&Forecast { dept_id: dept(forecast.lease_id), ..forecast })?;
        }
        for payout in op.view().tx.all::<Payout>()? {
            op.put_quietly(&Payout { owned: owned(&payout.owned, payout.payout_id), ..payout })?;
        }
        for waiver in op.view().tx.all::<Waiver>()? {
            for _ in 0..200 {
                let mut waiver = waiver.clone();
                waiver.waiver_id = op.next_id::<Waiver>()?;
                waiver.waiver_no = format!("JM-{}", waiver.waiver_id);
                waiver.scope.shuffle(&mut rng);
                waiver.scope.iter_mut().for_each(|part| part.of.dept_id = dept(part.bill_id));
                waiver.effective_date = add_days(TODAY, -rng.random_range(0..900));
                let day = |rng: &mut StdRng, from: Date| add_days(from, rng.random_range(-20..400));
                waiver.revoked_date = rng.random_bool(0.3).then(|| day(&mut rng, waiver.effective_date));
                waiver.state = *WaiverState::ALL.choose(&mut rng).expect("states");
                for part in waiver.scope.clone() {
                    while rng.random_bool(0.3) {
                        let amount_fen = rng.random_range(0..=part.amount_fen);
                        let day = day(&mut rng, waiver.effective_date);
                        waiver.cuts.push(WaiverCut { bill_id: part.bill_id, amount_fen, day });
                    }
                }
                op.put_quietly(&waiver)?;
            }
        }
        Ok(())
    });
}

/// What the list of waivers must show, read from the waivers.
fn waived(tx: &Reader, ask: &Question, asker: &Asker) -> Vec<Value> {
    let mut waivers: Vec<Waiver> = tx.all().expect("waivers");
    let year = ask.as_of.first_of_year();
    waivers.retain(|waiver| (year..=ask.as_of).contains(&waiver.effective_date) && waiver.counts_on(ask.as_of));
    waivers.sort_unstable_by_key(|waiver| std::cmp::Reverse((waiver.effective_date, waiver.waiver_id)));
    let mut rows = Vec::new();
    for waiver in &waivers {
        for part in &waiver.scope {
            let fen = waiver.waives_on(part.bill_id, ask.as_of);
            let bill: Bill = tx.get(&id(part.bill_id)).expect("read").expect("bill");
            let seen = ask.has(part.of.plate_id, part.of.party_a_id) && asker.sees(part.of.dept_id, bill.owned.creator);
            if fen > 0 && seen {
                let (no, at, due) = (&waiver.waiver_no, waiver.effective_date, part.of.due_date);
                rows.push(json!([no, at, waiver.policy_doc, part.bill_id, bill.bill_no, due, part.of.kind, fen]));
            }
        }
    }
    rows
}

/// What the forecast must show, read from the forecasts.
fn foreseen(tx: &Reader, ask: &Question, asker: &Asker) -> Vec<Value> {
    let first = add_months(ask.as_of.first_of_month(), 1);
    let last = add_months(first, 11);
    let mut groups: BTreeMap<(Date, u64, u64), (Vec<u64>, i64, i64)> = BTreeMap::new();
    for forecast in tx.all::<Forecast>().expect("forecasts") {
        let lease: Lease = tx.get(&id(forecast.lease_id)).expect("read").expect("lease");
        if !ask.has(forecast.plate_id, forecast.party_a_id) || !asker.sees(forecast.dept_id, lease.owned.creator) {
            continue;
        }
        for due in forecast.months.iter().filter(|due| (first..=last).contains(&due.month)) {
            let group = groups.entry((due.month, forecast.party_a_id, forecast.plate_id)).or_default();
            group.0.push(forecast.lease_id);
            *(if due.kind == BillKind::Rent { &mut group.1 } else { &mut group.2 }) += due.fen;
        }
    }
    let shown = |((month, party, plate), (mut leases, rent, other)): ((Date, u64, u64), (Vec<u64>, i64, i64))| {
        leases.dedup();
        let party = tx.get::<PartyA>(&id(party)).expect("read").expect("party A").title();
        let plate = tx.get::<Plate>(&id(plate)).expect("read").expect("plate").title();
        json!([month.strftime("%Y-%m").to_string(), party, plate, leases.len(), rent, other])
    };
    groups.into_iter().map(shown).collect()
}

/// What went out for expenses, read from the payouts.
fn spent(tx: &Reader, ask: &Question, asker: &Asker) -> Vec<Value> {
    let days = ask.as_of.first_of_year()..=ask.as_of;
    let mut entries = Vec::new();
    for payout in tx.all::<Payout>().expect("payouts") {
        let facts = &payout.facts;
        let seen = ask.has(facts.plate_id, facts.party_a_id) && asker.sees(payout.owned.dept_id, payout.owned.creator);
        if payout.kind == PayoutKind::Expense && seen {
            for (day, fen) in [(payout.book_date, facts.amount_fen), (payout.reversed_date, -facts.amount_fen)] {
                entries.extend(day.filter(|day| days.contains(day)).map(|day| (day, payout.clone(), fen)));
            }
        }
    }
    entries.reverse();
    entries.sort_by_key(|(day, ..)| *day);
    entries.reverse();
    entries.iter().map(|(day, payout, fen)| json!([day, payout.payout_no, payout.facts.category, fen])).collect()
}

#[test]
fn reports_in_columns_say_what_the_records_say() {
    let portal = Portal::city();
    let rights = ["report:waivers:list", "report:forecast:list", "report:cashFlow:list"];
    let some = portal.role("some", &rights, 2, &[101, 103]);
    let own = portal.role("own", &rights, 5, &[]);
    portal.person("some", 110, &[some]);
    let maker = portal.person("own", 110, &[own]);
    spread(&portal, maker);
    filling::fill_all(&portal.app).expect("filled");
    let askers = [
        Asker { name: "admin", depts: None, own: None },
        Asker { name: "some", depts: Some(vec![101, 103]), own: None },
        Asker { name: "own", depts: Some(Vec::new()), own: Some(maker) },
    ];
    let tx = portal.app.store.read().expect("reads");
    let (mut rng, mut shown) = (StdRng::seed_from_u64(21), [0; 3]);
    for round in 0..scale::size(12, 36) {
        let (asker, ask) = (&askers[round % 3], Question::of(&mut rng));
        let (query, about) = (ask.asked(), format!("{} {}", asker.name, ask.asked()));
        let keys =
            ["waiverNo", "effectiveDate", "policyDoc", "billId", "billNo", "dueDate", "kind", "waivedFen"].as_slice();
        let expected = [waived(&tx, &ask, asker), foreseen(&tx, &ask, asker), spent(&tx, &ask, asker)];
        assert_eq!(rows(&portal, asker.name, "waivers", &query, keys), expected[0], "{about}");
        let keys = ["month", "partyAName", "plateName", "leases", "rentFen", "otherFen"].as_slice();
        assert_eq!(rows(&portal, asker.name, "forecast", &query, keys), expected[1], "{about}");
        let keys = ["bookDate", "documentNo", "note", "outFen"].as_slice();
        assert_eq!(
            rows(&portal, asker.name, "cashFlow", &format!("{query}&kind=expense"), keys),
            expected[2],
            "{about}"
        );
        for (many, expected) in shown.iter_mut().zip(&expected) {
            *many += expected.len();
        }
    }
    assert!(shown.iter().all(|many| *many > scale::size(20, 100)), "rows that were compared: {shown:?}");
}
