//! Rooms that are found in columns say what the records say, while rooms, assets, occupancies and leases change at random: the
//! list of 出租率, the figure behind it and the plain reading of all records agree, for today and for days past, whoever asks;
//! so do the room selector and the leases that end. Clock: 2024-09-30.

use std::collections::BTreeMap;

use gx_portal::app::App;
use gx_portal::features::assets::asset::record::{Asset, AssetState, Holding, Restriction, RestrictionKind};
use gx_portal::features::assets::occupancy::{Occupancy, OccupancyKind, of_room, with_stayers};
use gx_portal::features::assets::plate::Plate;
use gx_portal::features::assets::room::availability::{Obstacle, obstacle};
use gx_portal::features::assets::room::record::{Room, Usage, UsageSpan};
use gx_portal::features::assets::room::tenancy::LeaseState;
use gx_portal::features::lease::contract::record::Lease;
use gx_portal::kernel::area::Area;
use gx_portal::kernel::span::{DateSpan, FOREVER, add_days};
use gx_portal::op::{Caller, Op};
use gx_portal::records::list::filling;
use gx_portal::store::{Reader, Reads, id};
use jiff::civil::{Date, date};
use rand::prelude::*;
use rand::rngs::StdRng;
use serde_json::{Value, json};

use crate::support::askers::{Asker, DEPTS};
use crate::support::{self, Portal, scale};

const TODAY: Date = date(2024, 9, 30);
const USES: [&str; 5] = ["let", "vacant", "own", "lent", "other"];

fn use_of(tx: &Reader, room: &Room, rows: &[Occupancy], day: Date) -> usize {
    let mut rows: Vec<&Occupancy> = rows.iter().filter(|row| row.active && row.room_id == room.room_id).collect();
    rows.sort_by_key(|row| row.span.from);
    if let Some(row) = rows.iter().find(|row| row.span.from <= day && day <= row.span.to) {
        return match row.kind {
            OccupancyKind::Lease | OccupancyKind::Holdover => 0,
            OccupancyKind::Reserve => 1,
            OccupancyKind::SelfUse => 2,
            OccupancyKind::Lend => 3,
            OccupancyKind::Repair => 4,
        };
    }
    let usage =
        room.usages.iter().find(|usage| usage.span.from <= day && day <= usage.span.to).map(|usage| usage.usage);
    match usage {
        Some(Usage::Lettable) => {}
        Some(Usage::SelfUse) => return 2,
        Some(Usage::Lent) => return 3,
        _ => return 4,
    }
    let last = rows.iter().rev().find(|row| row.span.to < day && row.lease_id > 0);
    let stays = last.is_some_and(|last| {
        let lease: Option<Lease> = tx.get(&id(last.lease_id)).expect("read");
        lease.is_some_and(|lease| {
            let signed = matches!(lease.state, LeaseState::Signed | LeaseState::Terminated);
            let end = lease.last_day.map_or(lease.facts.end_date, |day| day.min(lease.facts.end_date));
            signed && lease.returned_date.is_none() && end == last.span.to
        })
    });
    usize::from(!stays)
}

/// By asset that is seen: its areas by use, and its rooms by use.
#[derive(Default)]
struct Expected {
    assets: BTreeMap<u64, [i64; 5]>,
    rooms: [Vec<(u64, String)>; 5],
    building: i64,
}

fn expected(tx: &Reader, asker: &Asker, day: Date, plate: Option<u64>) -> Expected {
    let mut expected = Expected::default();
    for asset in tx.all::<Asset>().expect("assets") {
        let seen = asset.is_in_register(day) && asker.sees(asset.owned.dept_id, asset.owned.creator);
        if seen && plate.is_none_or(|plate| plate == asset.facts.plate_id) {
            expected.assets.insert(asset.asset_id, [0; 5]);
            expected.building += asset.facts.building_area_m2.map_or(0, |area| area.0);
        }
    }
    let rows: Vec<Occupancy> = tx.all().expect("occupancies");
    for room in tx.all::<Room>().expect("rooms") {
        let valid = room.valid.from <= day && day <= room.valid.to;
        let Some(areas) = expected.assets.get_mut(&room.asset_id).filter(|_| valid) else { continue };
        let of = use_of(tx, &room, &rows, day);
        areas[of] += room.facts.rent_area_m2.0;
        expected.rooms[of].push((room.asset_id, room.facts.room_code.clone()));
    }
    expected.rooms.iter_mut().for_each(|rooms| rooms.sort());
    expected
}

fn compare(portal: &Portal, asker: &Asker, day: Date, plate: Option<u64>) {
    let tx = portal.app.store.read().expect("reads");
    let truth = expected(&tx, asker, day, plate);
    let query = format!("asOf={day}{}&pageSize=9999", plate.map_or(String::new(), |plate| format!("&plateId={plate}")));
    let about = format!("{} {query}", asker.name);
    let answer = asker.get(portal, &format!("/report/occupancy/list?{query}"));
    for check in answer["sums"]["checks"].as_array().expect("checks") {
        assert_eq!(check["listed"], check["figure"], "{about}: {}", answer["sums"]);
    }
    let keys = ["letM2", "vacantM2", "ownM2", "lentM2", "otherM2"];
    let listed: BTreeMap<u64, [Value; 5]> = answer["rows"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| (row["assetId"].as_u64().expect("a number"), keys.map(|key| row[key].clone())))
        .collect();
    let shown = |areas: [i64; 5]| areas.map(|area| serde_json::to_value(Area(area)).expect("an area"));
    let wanted: BTreeMap<u64, [Value; 5]> = truth.assets.iter().map(|(asset, areas)| (*asset, shown(*areas))).collect();
    assert_eq!(listed, wanted, "{about}");
    for (of, rooms) in USES.iter().zip(&truth.rooms) {
        let answer = asker.get(portal, &format!("/report/occupancy/list?{query}&use={of}"));
        let mut listed: Vec<(u64, String)> = answer["rows"]
            .as_array()
            .expect("rows")
            .iter()
            .map(|row| {
                (row["assetId"].as_u64().expect("a number"), row["roomCode"].as_str().expect("a code").to_owned())
            })
            .collect();
        listed.sort();
        assert_eq!(listed, *rooms, "{about} {of}");
        in_pages(portal, asker, &format!("/report/occupancy/list?asOf={day}&use={of}"));
    }
    let figure = asker.get(portal, &format!("/stat/plateAssetArea?{query}"));
    let sums = truth.assets.values().fold([0; 5], |sums, areas| std::array::from_fn(|at| sums[at] + areas[at]));
    assert_eq!(keys.map(|key| figure["data"]["total"][key].clone()), shown(sums), "{about}");
}

/// Pages of a list in an order are the whole list in it, cut; beyond the last stands the last.
fn in_pages(portal: &Portal, asker: &Asker, address: &str) {
    let ordered = format!("{address}&orderByColumn=lettableM2&isAsc=descending");
    let rows = |query: String| asker.get(portal, &query)["rows"].as_array().expect("rows").clone();
    let whole = rows(format!("{ordered}&pageSize=9999"));
    let area =
        |row: &Value| row["lettableM2"].as_str().expect("an area").replace('.', "").parse::<i64>().expect("digits");
    assert!(whole.is_sorted_by_key(|row| (-area(row), row["assetId"].as_u64())), "{ordered}");
    for (page, expected) in (1..).zip(whole.chunks(7)).step_by(3) {
        assert_eq!(rows(format!("{ordered}&pageSize=7&pageNum={page}")), expected, "{ordered}, page {page}");
    }
    let last = whole.chunks(7).next_back().unwrap_or_default();
    assert_eq!(rows(format!("{ordered}&pageSize=7&pageNum=9999")), last, "{ordered}, behind the last page");
}

/// The selector offers what each room's own records say.
fn select(portal: &Portal, admin: &Asker, rng: &mut StdRng) -> usize {
    let from = add_days(TODAY, rng.random_range(-200..400));
    let window = DateSpan::new(from, add_days(from, rng.random_range(0..700)));
    let party = rng.random_range(1..4_u64);
    let address = format!("/asset/room/select?rentStartDate={from}&rentEndDate={}&partyAId={party}", window.to);
    let answer = admin.get(portal, &format!("{address}&pageSize=9999"));
    let caller = Caller::console("test", "test");
    let wanted = portal.app.read(&caller, |view| {
        let mut wanted: Vec<(bool, String, u64)> = Vec::new();
        for room in view.tx.all::<Room>()? {
            let asset: Asset = view.tx.get(&id(room.asset_id))?.expect("an asset");
            let rows = with_stayers(view, of_room(view, room.room_id)?)?;
            match obstacle(&room, &asset, &rows, party, &window) {
                Some(Obstacle::Never(_)) => {}
                other => wanted.push((other.is_some(), room.facts.room_code.to_lowercase(), room.room_id)),
            }
        }
        wanted.sort();
        Ok(wanted)
    });
    let wanted: Vec<Value> = wanted.expect("reads").into_iter().map(|(held, _, room)| json!([room, !held])).collect();
    let rows = answer["rows"].as_array().expect("rows");
    let listed: Vec<Value> = rows.iter().map(|row| json!([row["roomId"], row["available"]])).collect();
    assert_eq!(listed, wanted, "{address}");
    assert_eq!(answer["total"], listed.len(), "{address}");
    // A page that begins among the free ones and ends among the others.
    let page = admin.get(portal, &format!("{address}&pageSize=7&pageNum=2"));
    let first: Vec<Value> = page["rows"].as_array().expect("rows").iter().map(|row| row["roomId"].clone()).collect();
    let begin = if listed.len() > 7 { 7 } else { 0 };
    let whole: Vec<Value> = listed.iter().skip(begin).take(7).map(|row| row[0].clone()).collect();
    assert_eq!(first, whole, "{address}");
    listed.len()
}

/// The list of leases that end.
fn end(portal: &Portal, asker: &Asker, rng: &mut StdRng) -> usize {
    let from = add_days(TODAY, rng.random_range(-400..300));
    let to = add_days(from, rng.random_range(0..400));
    let plate = rng.random_bool(0.5).then(|| rng.random_range(1..5_u64));
    let tx = portal.app.store.read().expect("reads");
    let mut wanted = Vec::new();
    for lease in tx.all::<Lease>().expect("leases") {
        let room: Option<Room> = lease.facts.rooms.first().and_then(|room| tx.get(&id(room.room_id)).expect("read"));
        let asset: Option<Asset> = room.and_then(|room| tx.get(&id(room.asset_id)).expect("read"));
        let fits = lease.state == LeaseState::Signed
            && (from..=to).contains(&lease.facts.end_date)
            && asker.sees(lease.owned.dept_id, lease.owned.creator)
            && plate.is_none_or(|plate| asset.as_ref().map_or(0, |asset| asset.facts.plate_id) == plate);
        if fits {
            let plate: Option<Plate> = asset.and_then(|asset| tx.get(&id(asset.facts.plate_id)).expect("read"));
            let name = plate.map(|plate| plate.facts.plate_name).unwrap_or_default();
            wanted.push((lease.facts.end_date, lease.lease_id, json!([lease.lease_no, name, lease.facts.rooms.len()])));
        }
    }
    wanted.sort_by_key(|(end, lease_id, _)| (*end, *lease_id));
    let plate = plate.map_or(String::new(), |plate| format!("&plateId={plate}"));
    let address = format!("/report/expiry/list?endFrom={from}&endTo={to}{plate}&pageSize=9999");
    let answer = asker.get(portal, &address);
    let rows = answer["rows"].as_array().expect("rows");
    let listed: Vec<Value> =
        rows.iter().map(|row| json!([row["leaseNo"], row["plateName"], row["roomCount"]])).collect();
    let wanted: Vec<Value> = wanted.into_iter().map(|(_, _, row)| row).collect();
    assert_eq!(listed, wanted, "{} {address}", asker.name);
    let by_no = asker.get(portal, &format!("{address}&orderByColumn=leaseNo&isAsc=descending"));
    let numbers: Vec<&str> =
        by_no["rows"].as_array().expect("rows").iter().filter_map(|row| row["leaseNo"].as_str()).collect();
    assert!(numbers.is_sorted_by(|a, b| a >= b) && numbers.len() == listed.len(), "{numbers:?}");
    listed.len()
}

/// A span near a day, now and then one that is a day long.
fn span(rng: &mut StdRng) -> DateSpan {
    let from = add_days(TODAY, rng.random_range(-900..200));
    DateSpan::new(from, add_days(from, if rng.random_bool(0.2) { 0 } else { rng.random_range(0..500) }))
}

fn change_room(op: &mut Op, rng: &mut StdRng) {
    let rooms: Vec<Room> = op.view().tx.all().expect("rooms");
    let mut room = rooms.choose(rng).expect("a room").clone();
    match rng.random_range(0..4) {
        0 => room.facts.rent_area_m2 = Area(rng.random_range(0..30_000)),
        1 => room.valid.to = if rng.random_bool(0.5) { add_days(TODAY, rng.random_range(-300..300)) } else { FOREVER },
        2 => {
            let usage = *Usage::ALL.choose(rng).expect("usages");
            room.usages = vec![UsageSpan { usage, span: room.valid, doc: String::new() }];
        }
        _ => {
            let turn = add_days(TODAY, rng.random_range(-600..300));
            let (usage, then) = (*Usage::ALL.choose(rng).expect("usages"), *Usage::ALL.choose(rng).expect("usages"));
            let first = DateSpan::new(room.valid.from, add_days(turn, -1));
            let second = DateSpan::new(turn, room.valid.to);
            room.usages = [(usage, first), (then, second)]
                .map(|(usage, span)| UsageSpan { usage, span, doc: String::new() })
                .to_vec();
        }
    }
    op.put_quietly(&room).expect("written");
}

fn change_asset(op: &mut Op, rng: &mut StdRng, maker: u64) {
    let assets: Vec<Asset> = op.view().tx.all().expect("assets");
    let mut asset = assets.choose(rng).expect("an asset").clone();
    match rng.random_range(0..6) {
        0 => asset.owned.dept_id = *DEPTS.choose(rng).expect("departments"),
        1 => asset.owned.creator = if rng.random_bool(0.5) { maker } else { 1 },
        2 => asset.facts.plate_id = rng.random_range(1..5),
        3 => asset.state = *AssetState::ALL.choose(rng).expect("states"),
        4 => {
            let turn = add_days(TODAY, rng.random_range(-700..100));
            let to = if rng.random_bool(0.7) { FOREVER } else { add_days(turn, rng.random_range(0..400)) };
            let first = DateSpan::new(date(2015, 1, 1), add_days(turn, -1));
            asset.holdings = [(1, first), (rng.random_range(1..4), DateSpan::new(turn, to))]
                .map(|(party_a_id, span)| Holding { party_a_id, span })
                .to_vec();
        }
        _ => {
            let span = span(rng);
            let kind = *RestrictionKind::ALL.choose(rng).expect("kinds");
            let to = rng.random_bool(0.8).then_some(span.to);
            asset.facts.restrictions = vec![Restriction { kind, from: span.from, to, doc: String::new() }];
        }
    }
    op.put_quietly(&asset).expect("written");
}

fn change_occupancy(op: &mut Op, rng: &mut StdRng) {
    let rows: Vec<Occupancy> = op.view().tx.all().expect("occupancies");
    let mut row = rows.choose(rng).expect("a row").clone();
    match rng.random_range(0..4) {
        0 => row.active = !row.active,
        1 => row.span.to = row.span.from.max(add_days(row.span.to, rng.random_range(-300..100))),
        2 => row.kind = *OccupancyKind::ALL.choose(rng).expect("kinds"),
        _ => {
            row.occupancy_id = op.next_id::<Occupancy>().expect("a number");
            (row.span, row.active) = (span(rng), true);
            row.kind = *OccupancyKind::ALL.choose(rng).expect("kinds");
            if rng.random_bool(0.3) {
                row.lease_id = 0;
            }
        }
    }
    // No two rows hold a room on one day (I7).
    let clash = rows.iter().any(|other| {
        other.active
            && other.room_id == row.room_id
            && other.occupancy_id != row.occupancy_id
            && other.span.overlaps(&row.span)
    });
    if !(row.active && clash) {
        op.put_quietly(&row).expect("written");
    }
}

fn change_lease(op: &mut Op, rng: &mut StdRng, maker: u64) {
    let leases: Vec<Lease> = op.view().tx.all().expect("leases");
    let mut lease = leases.choose(rng).expect("a lease").clone();
    match rng.random_range(0..5) {
        0 => {
            lease.state =
                *[LeaseState::Signed, LeaseState::Terminated, LeaseState::Settled].choose(rng).expect("states")
        }
        1 => lease.returned_date = if rng.random_bool(0.7) { None } else { Some(TODAY) },
        2 => {
            // The day on which one of its rows ends: its tenant stays on.
            let rows: Vec<Occupancy> = op.view().tx.all().expect("occupancies");
            let own: Vec<&Occupancy> = rows.iter().filter(|row| row.lease_id == lease.lease_id).collect();
            lease.last_day = own.choose(rng).map(|row| row.span.to);
            (lease.state, lease.returned_date) = (LeaseState::Terminated, None);
        }
        3 => lease.owned.dept_id = *DEPTS.choose(rng).expect("departments"),
        _ => lease.owned.creator = if rng.random_bool(0.5) { maker } else { 1 },
    }
    op.put_quietly(&lease).expect("written");
}

fn change(app: &std::sync::Arc<App>, seed: u64, maker: u64) {
    support::act(app, move |op| {
        let mut rng = StdRng::seed_from_u64(seed);
        for _ in 0..rng.random_range(1..8) {
            match rng.random_range(0..4) {
                0 => change_room(op, &mut rng),
                1 => change_asset(op, &mut rng, maker),
                2 => change_occupancy(op, &mut rng),
                _ => change_lease(op, &mut rng, maker),
            }
        }
        Ok(())
    });
}

#[test]
fn lists_of_rooms_say_what_the_records_say() {
    let portal = Portal::city();
    let rights = ["report:occupancy:list", "report:expiry:list", "stat:plateAssetArea:list"];
    let (askers, maker) = Asker::three(&portal, &rights);
    let mut rng = StdRng::seed_from_u64(scale::seed());
    // Some days are asked for again and again: what is kept of them follows the changes.
    let days = [TODAY, add_days(TODAY, -40), add_days(TODAY, -400)];
    let (mut offered, mut ending) = (0, 0);
    for round in 0..scale::size(14, 60) {
        change(&portal.app, rng.random(), maker);
        let day = match rng.random_range(0..10) {
            0..5 => TODAY,
            5..8 => days[rng.random_range(0..3)],
            _ => add_days(TODAY, -rng.random_range(0..1_200)),
        };
        let plate = rng.random_bool(0.3).then(|| rng.random_range(1..5));
        compare(&portal, &askers[round % 3], day, plate);
        offered += select(&portal, &askers[0], &mut rng);
        ending += end(&portal, &askers[round % 3], &mut rng);
        if round % 6 == 5 {
            // Without columns the same comes out of the records.
            portal.app.columns.forget();
            compare(&portal, &askers[0], day, None);
            filling::fill_all(&portal.app).expect("filled");
        }
    }
    assert!(offered > 0 && ending > 0, "{offered} rooms and {ending} leases were compared");
}
