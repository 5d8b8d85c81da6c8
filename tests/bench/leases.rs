//! Measures the rent engine and the room selector: plans of single leases and of 8,000, and the selector, the room
//! list and a submit among 100,000 rooms. Run by hand (`packaging/bench leases`).
//!
//! Rooms are put into the store directly: 600 parties A, 20,000 assets, five rooms each, two leases a room in the past.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::string_slice, clippy::cast_precision_loss)]

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use gx_portal::app::App;
use gx_portal::clock::Clock;
use gx_portal::config::{Config, Flags};
use gx_portal::features::assets::asset::record::{Asset, AssetFacts, AssetState, Holding, TitleState};
use gx_portal::features::assets::building::{Building, BuildingFacts};
use gx_portal::features::assets::occupancy::{self, Claim, Occupancy, OccupancyKind};
use gx_portal::features::assets::room::ops::{self, ListRooms};
use gx_portal::features::assets::room::record::{PriceUnit, Room, RoomFacts, Usage, UsageSpan};
use gx_portal::features::assets::room::selector::{SelectRooms, select};
use gx_portal::features::lease::schedule::plan::plan;
use gx_portal::features::lease::schedule::terms::*;
use gx_portal::kernel::area::Area;
use gx_portal::kernel::dates::range_begin;
use gx_portal::kernel::span::{DateSpan, FOREVER};
use gx_portal::op::{Caller, Op};
use gx_portal::platform::audit::AuditAction;
use gx_portal::records::list;
use gx_portal::records::owned::Owned;
use gx_portal::store::directory::DataPaths;
use gx_portal::store::{FileMedium, Store};
use jiff::civil::{Date, date};

const PARTIES: u64 = 600;
const ASSETS: u64 = 20_000;
const ROOMS_OF_ASSET: u64 = 5;

fn terms(from: Date, to: Date, cycle: u8) -> RentTerms {
    let term = DateSpan::new(from, to);
    RentTerms {
        term,
        billing_cycle: cycle,
        period_mode: PeriodMode::Calendar,
        proration: Proration::Actual,
        rent_basis: RentBasis::MonthTotal,
        stages: vec![Stage { span: term, rent: 1_234_567 }],
        rent_free: Vec::new(),
        due_rule: DueRule { kind: DueKind::Advance, n: 10 },
        first_due_date: None,
        issue_lead_days: 10,
        extra_charges: Vec::new(),
        past: Vec::new(),
        tenants: Vec::new(),
        last_chargeable_day: None,
        areas: vec![Area(12_050), Area(8_630)],
    }
}

fn timed<T>(what: &str, times: u32, mut run: impl FnMut() -> T) -> T {
    let began = Instant::now();
    let mut last = run();
    for _ in 1..times {
        last = run();
    }
    println!("{what:<56} {:>10.3} ms", began.elapsed().as_secs_f64() * 1000.0 / f64::from(times));
    last
}

fn plans() {
    let long = terms(date(2024, 1, 15), date(2044, 1, 14), 1);
    let bills = timed("plan of one 20-year monthly lease", 100, || plan(&long).unwrap());
    assert_eq!(bills.len(), 241);
    let leases: Vec<RentTerms> = (0..8_000_u32)
        .map(|index| {
            let year = 2020 + i16::try_from(index % 5).unwrap();
            let day = i8::try_from(1 + index % 28).unwrap();
            terms(date(year, 3, day), date(year + 3, 3, day), [1, 3, 6, 12][index as usize % 4])
        })
        .collect();
    let count = timed("plans of 8,000 three-year leases", 3, || {
        leases.iter().map(|lease| plan(lease).unwrap().len()).sum::<usize>()
    });
    println!("  {count} bills");
}

fn open(folder: &Path) -> Arc<App> {
    let paths = DataPaths::new(folder);
    paths.create_folders().unwrap();
    Store::create(&paths.database(), gx_portal::store::options(), &gx_portal::features::PRODUCT.tables()).unwrap();
    let medium = Box::new(FileMedium::new(&paths.database()));
    let config = Config::load(folder, &Flags::default()).unwrap();
    let clock = Clock::fixed(range_begin("2024-09-30 09:00:00").unwrap());
    App::with_medium(&gx_portal::features::PRODUCT, config, paths, medium, clock, None).unwrap()
}

fn put_asset(op: &mut Op, number: u64) {
    let span = DateSpan::new(date(2000, 1, 1), FOREVER);
    let facts = AssetFacts {
        asset_code: format!("ZC-{number:06}"),
        asset_name: format!("资产{number}"),
        plate_id: number % 6 + 1,
        asset_kind: "房屋".into(),
        district: String::new(),
        address: String::new(),
        title_state: TitleState::Titled,
        building_area_m2: Some(Area(100_000)),
        land_area_m2: None,
        inner_area_m2: None,
        structure: String::new(),
        build_year: None,
        floors: None,
        acquire_mode: String::new(),
        acquire_date: None,
        original_value_fen: None,
        net_value_fen: None,
        accum_depr_fen: None,
        restrictions: Vec::new(),
    };
    let holdings = vec![Holding { party_a_id: number % PARTIES + 1, span }];
    let (state, files) = (AssetState::Registered, Vec::new());
    op.put_quietly(&Asset { asset_id: number, facts, state, holdings, files, owned: Owned::default() }).unwrap();
    let facts = BuildingFacts {
        asset_id: number,
        building_code: "A1".into(),
        building_name: "A1号楼".into(),
        ..BuildingFacts::default()
    };
    op.put_quietly(&Building { building_id: number, facts, owned: Owned::default() }).unwrap();
    for index in 1..=ROOMS_OF_ASSET {
        put_room(op, number, number * ROOMS_OF_ASSET + index, index, span);
    }
}

fn put_room(op: &mut Op, asset_id: u64, room_id: u64, index: u64, valid: DateSpan) {
    let facts = RoomFacts {
        building_id: asset_id,
        floor_no: 1,
        room_no: format!("10{index}"),
        room_code: format!("{asset_id}-10{index}"),
        room_name: String::new(),
        use_kind: "办公".into(),
        building_area_m2: Area(12_000),
        inner_area_m2: None,
        rent_area_m2: Area(12_000),
        base_price_e4: Some(360_000),
        price_unit: PriceUnit::AreaMonth,
    };
    let usages = vec![UsageSpan { usage: Usage::Lettable, span: valid, doc: String::new() }];
    let owned = Owned::default();
    op.put_quietly(&Room { room_id, asset_id, facts, valid, usages, parents: Vec::new(), owned }).unwrap();
    for (row, year) in [(0, 2021), (1, 2023)] {
        let span = DateSpan::new(date(year, 1, 1), date(year + 1, if room_id.is_multiple_of(3) { 12 } else { 6 }, 30));
        let (kind, reason) = (OccupancyKind::Lease, "HT-202101-000001".to_owned());
        let occupancy_id = room_id * 2 + row;
        op.put_quietly(&Occupancy { occupancy_id, room_id, span, kind, lease_id: 1, reason, active: true }).unwrap();
    }
}

fn main() {
    plans();
    let folder = tempfile::tempdir().unwrap();
    let app = open(folder.path());
    let caller = Arc::new(Caller::console("bench", "bench"));
    let began = Instant::now();
    for chunk in 0..ASSETS / 1_000 {
        app.act(&caller, "基准", AuditAction::Import, move |op| {
            (1..=1_000).for_each(|index| put_asset(op, chunk * 1_000 + index));
            Ok(())
        })
        .unwrap();
    }
    println!("100,000 rooms with 200,000 occupancies put in {:.1} s", began.elapsed().as_secs_f64());
    let query = SelectRooms {
        rent_start_date: Some(date(2024, 10, 1)),
        rent_end_date: Some(date(2027, 9, 30)),
        party_a_id: 7,
        ..SelectRooms::default()
    };
    let page = timed("room selector of one party A among 100,000 rooms", 20, || {
        app.read(&caller, |view| select(view, query.clone())).unwrap()
    });
    println!("  {} rooms of the party A", page.total);
    timed("first page of the room list, nothing filtered", 5, || {
        app.read(&caller, |view| list::page::<ops::Rooms>(view, ListRooms::default())).unwrap().total
    });
    timed("rooms of one asset", 20, || {
        let query = ListRooms { asset_id: vec![77], ..ListRooms::default() };
        app.read(&caller, |view| list::page::<ops::Rooms>(view, query.clone())).unwrap().total
    });
    timed("taking a room for three years", 1, || {
        let span = DateSpan::new(date(2025, 1, 1), date(2027, 12, 31));
        let claim = move || Claim {
            room_id: 500,
            span,
            kind: OccupancyKind::Reserve,
            lease_id: 9,
            reason: "HT-202409-000009".into(),
        };
        app.act(&caller, "基准", AuditAction::Update, move |op| occupancy::occupy(op, claim()).map(|_| ())).unwrap();
    });
    let size = std::fs::metadata(DataPaths::new(folder.path()).database()).unwrap().len();
    println!("store: {} MiB", size >> 20);
}
