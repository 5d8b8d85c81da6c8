//! Plates, parties A, assets with their buildings, rooms and certificates: planned first, then entered by the
//! operations of the pages.

use jiff::civil::{Date, date};

use super::persons::Persons;
use super::recipe::{Calendar, PlateRecipe, Recipe};
use crate::demo::dice::Dice;
use crate::error::{AppError, Result};
use crate::features::assets::asset::ops::{AssetInput, SetHolder};
use crate::features::assets::asset::record::{AssetFacts, Restriction, RestrictionKind, TitleState};
use crate::features::assets::building::{BuildingFacts, BuildingInput};
use crate::features::assets::cert::{CertFacts, CertInput, CertKind};
use crate::features::assets::party_a::ops::{AccountInput, PartyAInput};
use crate::features::assets::party_a::record::PartyAFacts;
use crate::features::assets::plate::{PlateFacts, PlateInput};
use crate::features::assets::room::ops::RoomInput;
use crate::features::assets::room::record::{RoomFacts, Usage};
use crate::features::assets::{asset, building, cert, party_a, plate, room};
use crate::kernel::area::Area;
use crate::kernel::order::Order;
use crate::op::Op;
use crate::platform::identity::dept::Dept;
use crate::records::status::Status;
use crate::store::Reads;

/// Most rooms of a building; most buildings of an asset.
const ROOMS_PER_BUILDING: usize = 24;
const MOST_BUILDINGS: usize = 9;

/// A room of the city, as leases see it.
#[derive(Debug, Clone)]
pub(super) struct CityRoom {
    pub(super) room_id: u64,
    pub(super) asset_id: u64,
    /// Number of its building, to take neighbours together.
    pub(super) building_id: u64,
    pub(super) party: usize,
    pub(super) area: Area,
    /// Market rent, 1/10,000 yuan a square metre and month.
    pub(super) price_e4: i64,
    pub(super) lettable: bool,
}

/// An asset that is still to be entered.
#[derive(Debug, Clone)]
pub(super) struct AssetPlan {
    place: usize,
    plate: usize,
    party: usize,
    /// Who held it before; it changed hands on the first day of the data.
    party_before: Option<usize>,
    facts: AssetFacts,
    cert_no: Option<String>,
    buildings: Vec<Vec<RoomPlan>>,
}

#[derive(Debug, Clone)]
struct RoomPlan {
    floor: i16,
    number: String,
    use_kind: String,
    area: Area,
    price_e4: i64,
    usage: Usage,
}

/// Plates and parties A, in the recipe's order.
#[derive(Debug, Clone)]
pub(super) struct Heads {
    pub(super) plates: Vec<u64>,
    /// Number and department.
    pub(super) parties: Vec<(u64, u64)>,
}

/// Enters plates and parties A.
///
/// # Errors
/// A department of the fresh installation is missing; what the operations refuse.
pub(super) fn put_heads(op: &mut Op, recipe: &Recipe) -> Result<Heads> {
    let mut plates = Vec::new();
    for (sort, plate) in (1..).zip(&recipe.plates) {
        let (plate_code, plate_name, color) = (plate.code.clone(), plate.name.clone(), plate.color.clone());
        let facts = PlateFacts { plate_code, plate_name, color, sort, status: Status::Normal };
        plates.push(plate::create(op, PlateInput { facts, ..PlateInput::default() })?.0.id);
    }
    let depts: Vec<Dept> = op.view().tx.all()?;
    let mut parties = Vec::new();
    for (place, party) in recipe.parties.iter().enumerate() {
        let dept = depts.iter().find(|dept| dept.dept_name == party.dept).ok_or_else(|| {
            AppError::refused(format!("没有名为“{}”的部门，演示数据需要初始化时自带的部门", party.dept))
        })?;
        let account = AccountInput {
            name: party.name.clone(),
            bank: "云川银行营业部".into(),
            account_no: format!("9900{place:012}"),
            is_default: true,
        };
        let facts = PartyAFacts {
            party_a_code: party.code.clone(),
            party_a_name: party.name.clone(),
            short_name: party.short.clone(),
            unit_kind: party.kind,
            uscc: String::new(),
            contact: String::new(),
            telephone: format!("0871-6312{place:04}"),
            remit_required: party.remit,
            remit_day: 10,
            books_from: None,
            status: Status::Normal,
        };
        let (dept_id, accounts) = (Some(dept.dept_id), vec![account]);
        let input = PartyAInput { party_a_id: None, version: None, dept_id, accounts, remark: String::new(), facts };
        parties.push((party_a::ops::create(op, input)?.0.id, dept.dept_id));
    }
    Ok(Heads { plates, parties })
}

/// Deals `total` out by weight, the largest remainders first.
fn dealt(total: usize, weights: &[usize]) -> Vec<usize> {
    let sum: usize = weights.iter().sum::<usize>().max(1);
    let mut shares: Vec<usize> = weights.iter().map(|weight| total * weight / sum).collect();
    let mut order: Vec<usize> = (0..weights.len()).collect();
    order.order_by_key(|place| std::cmp::Reverse(total * weights[*place] % sum));
    let rest = total - shares.iter().sum::<usize>();
    order.iter().take(rest).for_each(|place| shares[*place] += 1);
    shares
}

/// Plans every asset with its buildings and rooms.
///
/// # Errors
/// A list of the recipe is empty.
pub(super) fn plan_assets(recipe: &Recipe, assets: usize, rooms: usize, calendar: Calendar) -> Result<Vec<AssetPlan>> {
    let asset_counts = dealt(assets, &recipe.plates.iter().map(|plate| plate.assets).collect::<Vec<_>>());
    let room_counts = dealt(rooms, &recipe.plates.iter().map(|plate| plate.rooms).collect::<Vec<_>>());
    let mut plans = Vec::with_capacity(assets);
    for (plate, recipe_plate) in recipe.plates.iter().enumerate() {
        let shares = dealt(room_counts[plate], &vec![1; asset_counts[plate]]);
        for share in shares {
            let place = plans.len();
            plans.push(plan_asset(recipe, recipe_plate, plate, place, share, calendar)?);
        }
    }
    Ok(plans)
}

fn plan_asset(
    recipe: &Recipe,
    plate: &PlateRecipe,
    plate_place: usize,
    place: usize,
    rooms: usize,
    calendar: Calendar,
) -> Result<AssetPlan> {
    let mut dice = Dice::of("asset", place);
    let shares: Vec<(usize, usize)> = recipe.parties.iter().enumerate().map(|(at, party)| (party.share, at)).collect();
    let party = dice.weighed(&shares)?;
    // Three handovers between units, on assets that every size has.
    let before = (place % 4 == 1 && place < 12).then(|| (party + 1) % recipe.parties.len());
    let (name, road) = (dice.pick(&recipe.places)?, dice.pick(&recipe.roads)?);
    let number = dice.between(1, 399);
    let title_state = dice.weighed(&[
        (82, TitleState::Titled),
        (9, TitleState::Pending),
        (6, TitleState::Untitled),
        (3, TitleState::Disputed),
    ])?;
    let floors = dice.between(plate.floors[0], plate.floors[1]);
    let buildings = plan_rooms(plate, place, rooms, floors)?;
    let rent_area: i64 = buildings.iter().flatten().map(|room| room.area.0).sum();
    let building_area = Area(rent_area * 112 / 100 / 10 * 10);
    let year = dice.between(1978, 2015);
    let original = building_area.0 * dice.between(8, 22) * 100;
    let facts = AssetFacts {
        asset_code: String::new(),
        asset_name: format!("{name}{}{:02}号", dice.pick(&plate.suffixes)?, place % 100 + 1),
        plate_id: 0,
        asset_kind: plate.asset_kind.clone(),
        district: dice.pick(&recipe.districts)?.clone(),
        address: format!("云川市{road}{number}号"),
        title_state,
        building_area_m2: Some(building_area).filter(|area| area.0 > 0),
        land_area_m2: Some(Area(building_area.0.max(200_000) * dice.between(80, 160) / 100)),
        inner_area_m2: None,
        structure: plate.structure.clone(),
        build_year: u16::try_from(year).ok(),
        floors: u16::try_from(floors).ok(),
        acquire_mode: dice.weighed(&[(60, "划拨"), (20, "自建"), (15, "接收"), (5, "购置")])?.to_owned(),
        acquire_date: Date::new(i16::try_from(year).unwrap_or(2000), 6, 1).ok(),
        original_value_fen: Some(original),
        net_value_fen: Some(original * 42 / 100),
        accum_depr_fen: Some(original * 58 / 100),
        restrictions: restrictions(&mut dice, title_state, calendar),
    };
    let cert_no = (title_state == TitleState::Titled)
        .then(|| format!("云({})云川市不动产权第{:07}号", 2010 + place % 12, 1_000 + place));
    Ok(AssetPlan { place, plate: plate_place, party, party_before: before, facts, cert_no, buildings })
}

/// Most mortgages; what forbids letting falls on disputed assets, from the reference day on.
fn restrictions(dice: &mut Dice, title_state: TitleState, calendar: Calendar) -> Vec<Restriction> {
    let restriction = |kind, from| Restriction { kind, from, to: None, doc: String::new() };
    match title_state {
        TitleState::Disputed => vec![restriction(RestrictionKind::Disputed, calendar.begin)],
        TitleState::Titled if dice.percent(3) => vec![restriction(RestrictionKind::Mortgaged, calendar.begin)],
        _ => Vec::new(),
    }
}

fn plan_rooms(plate: &PlateRecipe, asset: usize, rooms: usize, floors: i64) -> Result<Vec<Vec<RoomPlan>>> {
    let count = rooms.div_ceil(ROOMS_PER_BUILDING).clamp(1, MOST_BUILDINGS);
    let mut buildings = Vec::with_capacity(count);
    let mut done = 0;
    for share in dealt(rooms, &vec![1; count]) {
        let floors = usize::try_from(floors).unwrap_or(1).min(share).max(1);
        let per_floor = share.div_ceil(floors);
        let mut planned = Vec::with_capacity(share);
        for place in 0..share {
            // A thousand rooms an asset at most, so streams never meet.
            let mut dice = Dice::of("room", asset * 1_000 + done + place);
            let floor = place / per_floor + 1;
            let area = dice.log_normal(plate.area * 100).max(800);
            let price = dice.between(plate.rent[0] * 10_000, plate.rent[1] * 10_000);
            planned.push(RoomPlan {
                floor: i16::try_from(floor).unwrap_or(1),
                number: format!("{floor}{:02}", place % per_floor + 1),
                use_kind: plate.use_kind.clone(),
                area: Area(area),
                price_e4: price * dice.between(85, 115) / 100,
                usage: dice.weighed(&[
                    (91, Usage::Lettable),
                    (4, Usage::SelfUse),
                    (2, Usage::Lent),
                    (2, Usage::Repair),
                    (1, Usage::Unfit),
                ])?,
            });
        }
        done += share;
        buildings.push(planned);
    }
    Ok(buildings)
}

/// Enters an asset with all that is in it; answers its rooms.
pub(super) fn put_asset(
    op: &mut Op,
    plan: AssetPlan,
    heads: &Heads,
    persons: &Persons,
    calendar: Calendar,
) -> Result<Vec<CityRoom>> {
    let keeper = persons.keeper(plan.place);
    let minute = i64::try_from(plan.place % 60).unwrap_or(0);
    let entered = calendar.at(crate::kernel::span::add_days(calendar.begin, -30), 9, minute)?;
    op.acting(keeper, entered, |op| put_all(op, plan, heads, calendar))
}

fn put_all(op: &mut Op, plan: AssetPlan, heads: &Heads, calendar: Calendar) -> Result<Vec<CityRoom>> {
    let AssetPlan { place, plate, party, party_before, mut facts, cert_no, buildings } = plan;
    facts.plate_id = heads.plates[plate];
    let (holder, dept_id) = heads.parties[party];
    let forbidden = facts.restrictions.iter().any(|restriction| restriction.kind.forbids_letting());
    let structure_area = facts.building_area_m2;
    let build_year = facts.build_year;
    let input = AssetInput {
        asset_id: None,
        version: None,
        dept_id: Some(dept_id),
        party_a_id: Some(party_before.map_or(holder, |before| heads.parties[before].0)),
        held_from: None,
        files: Vec::new(),
        remark: String::new(),
        facts,
    };
    let asset_id = asset::ops::create(op, input)?.0.id;
    if party_before.is_some() {
        let (party_a_id, from) = (holder, calendar.begin);
        asset::ops::set_holder(op, SetHolder { asset_id, version: None, party_a_id, from })?;
    }
    if let Some(cert_no) = cert_no {
        let facts = CertFacts {
            asset_id,
            kind: CertKind::RealEstate,
            cert_no,
            holder: "云川市工业和信息化局".into(),
            issue_date: Some(date(2016, 5, 18)),
            area_m2: structure_area,
            land_nature: "划拨".into(),
            ..CertFacts::default()
        };
        cert::create(op, CertInput { facts, ..CertInput::default() })?;
    }
    let mut rooms = Vec::new();
    for (number, planned) in (1..).zip(buildings) {
        let floors = planned.last().map_or(1, |room| room.floor);
        let facts = BuildingFacts {
            asset_id,
            building_code: format!("{:05}-{number}", place + 1),
            building_name: format!("{number}号楼"),
            floors_above: u16::try_from(floors).unwrap_or(1),
            build_year,
            elevator: floors > 6,
            ..BuildingFacts::default()
        };
        let building_id = building::create(op, BuildingInput { facts, ..BuildingInput::default() })?.0.id;
        for room in planned {
            let (area, price_e4) = (room.area, room.price_e4);
            let lettable = room.usage == Usage::Lettable && !forbidden;
            let room_id = room::ops::create(op, room_input(building_id, room))?.0.id;
            rooms.push(CityRoom { room_id, asset_id, building_id, party, area, price_e4, lettable });
        }
    }
    Ok(rooms)
}

fn room_input(building_id: u64, room: RoomPlan) -> RoomInput {
    let facts = RoomFacts {
        building_id,
        floor_no: room.floor,
        room_no: room.number,
        room_code: String::new(),
        room_name: String::new(),
        use_kind: room.use_kind,
        building_area_m2: Area(room.area.0 * 108 / 100),
        inner_area_m2: None,
        rent_area_m2: room.area,
        // Below the market, so that few leases lie below it.
        base_price_e4: Some(room.price_e4 * 90 / 100 / 100 * 100),
        price_unit: crate::features::assets::room::record::PriceUnit::AreaMonth,
    };
    RoomInput { room_id: None, version: None, valid_from: None, usage: Some(room.usage), remark: String::new(), facts }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dealing_loses_nothing() {
        for (total, weights) in [(12, vec![30, 12, 28, 10, 12, 8]), (60, vec![11, 22, 42, 5, 19, 1]), (3, vec![1; 5])] {
            assert_eq!(dealt(total, &weights).iter().sum::<usize>(), total);
        }
        assert_eq!(dealt(7, &[1, 1]), [4, 3]);
    }
}
