//! 出租率与空置: what assets and rooms are used for on a day; behind 板块资产面积. Asked for one use it lists rooms, else
//! assets with their building area, so that either list adds up to its figures.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::scope_filter::ScopeFilter;
use super::{Check, Found, Items, Report, Sums, Total, Unit, Wanted};
use crate::columns::field::{day, whole};
use crate::columns::{ByNumber, Front, NONE};
use crate::error::Result;
use crate::features::assets::asset::areas::Areas;
use crate::features::assets::asset::columns as of_assets;
use crate::features::assets::asset::record::Asset;
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::plate::Plate;
use crate::features::assets::room::grid::RoomState;
use crate::features::assets::room::on_day::{HeldRooms, RoomOnDay};
use crate::features::assets::room::record::Room;
use crate::features::lease::contract::record::Lease;
use crate::features::lease::tenant::record::Tenant;
use crate::features::report::area::{occupancy_rate, totals};
use crate::kernel::area::Area;
use crate::kernel::enumeration::Coded;
use crate::kernel::page::Compare;
use crate::op::View;
use crate::records::list::{Filter, FilterBuilder, NameCache, blocks, creator, dept};
use crate::sheet::{Cell, Column};
use crate::store::{Reads, id};

/// What rooms are used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Use {
    /// 已出租
    Let,
    /// 空置
    Vacant,
    /// 自用
    Own,
    /// 出借
    Lent,
    /// 维修及不可租
    Other,
}

impl Use {
    const ALL: [Self; 5] = [Self::Let, Self::Vacant, Self::Own, Self::Lent, Self::Other];

    fn label(self) -> &'static str {
        match self {
            Self::Let => "已出租",
            Self::Vacant => "空置",
            Self::Own => "自用",
            Self::Lent => "出借",
            Self::Other => "维修及不可租",
        }
    }

    fn key(self) -> &'static str {
        match self {
            Self::Let => "letM2",
            Self::Vacant => "vacantM2",
            Self::Own => "ownM2",
            Self::Lent => "lentM2",
            Self::Other => "otherM2",
        }
    }

    /// What a room in a state counts as ([`Areas::add`]); one without an area still has a use.
    fn of_state(state: RoomState) -> Self {
        let mut probe = Areas::default();
        probe.add(Area(1), state);
        Self::ALL.into_iter().find(|of| of.of(&probe).0 > 0).unwrap_or(Self::Other)
    }

    fn of(self, areas: &Areas) -> Area {
        match self {
            Self::Let => areas.let_area_m2,
            Self::Vacant => areas.vacant_area_m2,
            Self::Own => areas.self_use_area_m2,
            Self::Lent => areas.lent_area_m2,
            Self::Other => areas.other_area_m2,
        }
    }
}

/// The question.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct OccupancyQuery {
    /// Rooms of this use; assets with all uses when absent.
    #[serde(rename = "use")]
    pub wanted: Option<Use>,
}

/// An asset or a room.
pub enum Place {
    Asset(Box<AssetPlace>),
    Room(RoomPlace),
}

/// An asset with what its rooms are used for.
pub struct AssetPlace {
    asset_id: u64,
    party_a_id: u64,
    building_m2: Option<Area>,
    areas: Areas,
}

/// A room of the use that is asked for.
pub struct RoomPlace {
    room: RoomOnDay,
    party_a_id: u64,
}

impl Place {
    fn areas(&self) -> Areas {
        match self {
            Self::Asset(asset) => asset.areas,
            Self::Room(place) => {
                let mut areas = Areas::default();
                areas.add(place.room.area, place.room.state);
                areas
            }
        }
    }

    /// Where it stands: by asset, then by room.
    fn number(&self) -> (u64, u64) {
        match self {
            Self::Asset(asset) => (asset.asset_id, 0),
            Self::Room(place) => (place.room.asset_id, place.room.room_id),
        }
    }
}

/// The same on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OccupancyRow {
    /// The asset 资产 that it is about, by number.
    pub asset_id: u64,
    /// Name of the asset 资产.
    pub asset_name: String,
    /// Code of the room; empty for an asset.
    pub room_code: String,
    /// State of the room.
    pub state_label: &'static str,
    /// Who rents the room.
    pub tenant_name: String,
    /// Name of the plate 板块.
    pub plate_name: String,
    /// Who holds it.
    pub party_a_name: String,
    /// 建筑面积 of an asset.
    pub building_m2: Option<Area>,
    /// Area in ㎡ with two decimals that is let today 已出租.
    pub let_m2: Area,
    /// Area in ㎡ with two decimals that is vacant today 空置.
    pub vacant_m2: Area,
    /// Area in ㎡ with two decimals that the unit uses itself 自用.
    pub own_m2: Area,
    /// Area in ㎡ with two decimals that is lent without rent 出借.
    pub lent_m2: Area,
    /// Area in ㎡ with two decimals that is under repair or not to be let 维修及不可租.
    pub other_m2: Area,
    /// Area in ㎡ with two decimals that may be let 可出租: let and vacant together.
    pub lettable_m2: Area,
    /// 出租率 in parts of ten thousand.
    pub rate: Option<i64>,
}

pub struct Rooms;

/// Visits the assets that are seen and in the register on the day of the list, in order: number, holder, building area.
fn visit_assets(lens: &ScopeFilter<'_>, mut visit: impl FnMut(u64, u64, Option<Area>)) -> Result<()> {
    let mut ask = FilterBuilder::<Asset>::default();
    if lens.of_plates() {
        ask.must(Filter::among(ask.place(&of_assets::PLATE)?, lens.query.plate_id.iter().map(|plate| whole(*plate))));
    }
    let on = day(Some(lens.as_of));
    let fields = [dept(), creator(), of_assets::STATE, of_assets::BUILDING_AREA];
    blocks::<Asset>(lens.view, &ask, &fields, &[of_assets::HOLDINGS], |block| {
        block.bits.each(|at| {
            let [dept, creator, state] = [0, 1, 2].map(|field| block.number(field, at));
            let party = of_assets::in_register(state, block.list(0, at), on).filter(|party| lens.sees_party(*party));
            let Some(party_a_id) = party.filter(|_| lens.sees(dept.cast_unsigned(), creator.cast_unsigned())) else {
                return;
            };
            let building = block.number(3, at);
            visit(block.id(at), party_a_id, (building != NONE).then_some(Area(building)));
        });
    })
}

/// Every asset with its rooms added up.
fn by_asset(lens: &ScopeFilter<'_>) -> Result<Vec<Place>> {
    // The place of each by its number, counted from 1.
    let (mut assets, mut place_of) = (Vec::new(), ByNumber::default());
    visit_assets(lens, |asset_id, party_a_id, building_m2| {
        assets.push(AssetPlace { asset_id, party_a_id, building_m2, areas: Areas::default() });
        *place_of.at(asset_id) = assets.len() as u64;
    })?;
    HeldRooms::on(lens.view, lens.as_of)?.visit(lens.view, lens.as_of, &place_of, |place, room| {
        let asset = usize::try_from(place - 1).ok().and_then(|at| assets.get_mut(at));
        asset.into_iter().for_each(|asset| asset.areas.add(room.area, room.state));
    })?;
    Ok(assets.into_iter().map(|asset| Place::Asset(Box::new(asset))).collect())
}

/// Rooms of a use: those of the page alone, how many there are, and their areas. A city has most of its rooms in one use.
fn of_use(lens: &ScopeFilter<'_>, of: Use, wanted: &Wanted<'_>) -> Result<(Items<Place>, Areas)> {
    // The holder of each asset by its number, counted from 1.
    let mut holders = ByNumber::default();
    visit_assets(lens, |asset_id, party_a_id, _| *holders.at(asset_id) = party_a_id + 1)?;
    // All rooms of one use count in a column with their area, or none does.
    let columns = [("vacantM2", of == Use::Vacant), ("lettableM2", matches!(of, Use::Let | Use::Vacant))];
    let (by_area, down) = wanted.order(&columns)?.unwrap_or_default();
    // By the number of a state: whether rooms in it are asked for.
    let mut counts = [false; 16];
    for state in RoomState::ALL.into_iter().filter(|state| of == Use::of_state(*state)) {
        counts.get_mut(state as usize).into_iter().for_each(|counts| *counts = true);
    }
    let (mut listed, mut many) = (Areas::default(), 0);
    let mut front = Front::first(wanted.range(u64::MAX).1);
    HeldRooms::on(lens.view, lens.as_of)?.visit(lens.view, lens.as_of, &holders, |_, room| {
        if counts.get(room.state as usize) != Some(&true) {
            return;
        }
        listed.add(room.area, room.state);
        many += 1;
        let RoomOnDay { room_id, asset_id, area, state, lease_id } = room;
        let by = if by_area { area.0 } else { 0 };
        let behind = whole(lease_id) << 8 | state.code();
        front.put([if down { !by } else { by }, whole(asset_id), whole(room_id), area.0, behind]);
    })?;
    let mut rows = Vec::new();
    for [_, asset, room, area, behind] in front.cut_from(wanted.range(many).0) {
        let (asset_id, lease_id) = (asset.cast_unsigned(), (behind >> 8).cast_unsigned());
        let state = RoomState::ALL.into_iter().find(|state| state.code() == behind & 0xff);
        let (Some(state), Some(party_a_id)) = (state, holders.get(asset_id).checked_sub(1)) else { continue };
        let room = RoomOnDay { room_id: room.cast_unsigned(), asset_id, area: Area(area), state, lease_id };
        rows.push(Place::Room(RoomPlace { room, party_a_id }));
    }
    Ok((Items::Cut(rows, many), listed))
}

fn check_area(label: &'static str, listed: Area, figure: Area) -> Check {
    Check { label, listed: listed.0, figure: figure.0, unit: Unit::Area }
}

fn sums_of_use(lens: &ScopeFilter<'_>, of: Use, listed: &Areas) -> Result<Sums> {
    let ((_, areas), area) = (totals(lens.view, lens.query)?, of.of(listed));
    Ok(Sums {
        about: format!("{}房间，截至 {}", of.label(), lens.as_of),
        totals: vec![Total::area(of.key(), of.label(), area.0)],
        checks: vec![check_area(of.label(), area, of.of(&areas))],
    })
}

fn sums(lens: &ScopeFilter<'_>, items: &[Place]) -> Result<Sums> {
    let (as_of, (building, areas)) = (lens.as_of, totals(lens.view, lens.query)?);
    let (mut listed, mut built) = (Areas::default(), Area(0));
    for item in items {
        listed.join(&item.areas());
        if let Place::Asset(asset) = item {
            built.0 += asset.building_m2.unwrap_or_default().0;
        }
    }
    let uses = Use::ALL.map(|of| Total::area(of.key(), of.label(), of.of(&listed).0));
    let mut all = vec![Total::area("buildingM2", "建筑面积", built.0)];
    all.push(Total::area("lettableM2", "可出租", listed.lettable().0));
    all.extend(uses);
    all.push(Total::rate("rate", "出租率", occupancy_rate(listed.let_area_m2, listed.lettable())));
    let mut checks =
        vec![check_area("建筑面积", built, building), check_area("可出租", listed.lettable(), areas.lettable())];
    checks.extend(Use::ALL.map(|of| check_area(of.label(), of.of(&listed), of.of(&areas))));
    Ok(Sums { about: format!("截至 {as_of}"), totals: all, checks })
}

impl Report for Rooms {
    type Query = OccupancyQuery;
    type Item = Place;
    type Row = OccupancyRow;
    const SHEET: &'static str = "出租率与空置";
    const SORTS: &'static [(&'static str, Compare<Place>)] = &[
        ("vacantM2", |a, b| a.areas().vacant_area_m2.cmp(&b.areas().vacant_area_m2)),
        ("lettableM2", |a, b| a.areas().lettable().cmp(&b.areas().lettable())),
    ];
    const ORDER: Compare<Place> = |a, b| a.number().cmp(&b.number());
    const COLUMNS: &'static [Column<OccupancyRow>] = &[
        Column::new("资产", 26.0, |row: &OccupancyRow| Cell::Text(row.asset_name.clone())),
        Column::new("房间", 14.0, |row| Cell::Text(row.room_code.clone())),
        Column::new("状态", 10.0, |row| Cell::Text(row.state_label.into())),
        Column::new("乙方", 26.0, |row| Cell::Text(row.tenant_name.clone())),
        Column::new("板块", 12.0, |row| Cell::Text(row.plate_name.clone())),
        Column::new("甲方", 26.0, |row| Cell::Text(row.party_a_name.clone())),
        Column::new("建筑面积（㎡）", 14.0, |row| {
            row.building_m2.map_or(Cell::Empty, |area| Cell::Decimal(area.0))
        }),
        Column::new("可出租（㎡）", 14.0, |row| Cell::Decimal(row.lettable_m2.0)),
        Column::new("已出租（㎡）", 14.0, |row| Cell::Decimal(row.let_m2.0)),
        Column::new("空置（㎡）", 14.0, |row| Cell::Decimal(row.vacant_m2.0)),
        Column::new("自用（㎡）", 14.0, |row| Cell::Decimal(row.own_m2.0)),
        Column::new("出借（㎡）", 14.0, |row| Cell::Decimal(row.lent_m2.0)),
        Column::new("维修及不可租（㎡）", 16.0, |row| Cell::Decimal(row.other_m2.0)),
        Column::new("出租率（%）", 12.0, |row| row.rate.map_or(Cell::Empty, Cell::Decimal)),
    ];

    fn find(lens: &ScopeFilter<'_>, query: &OccupancyQuery, wanted: &Wanted<'_>) -> Result<Found<Place>> {
        let Some(of) = query.wanted else {
            let items = by_asset(lens)?;
            let sums = sums(lens, &items)?;
            return Ok(Found::all(items, sums));
        };
        let (items, listed) = of_use(lens, of, wanted)?;
        Ok(Found { items, sums: sums_of_use(lens, of, &listed)? })
    }

    fn show(view: &View, names: &mut NameCache<'_>, place: Place) -> Result<OccupancyRow> {
        let areas = place.areas();
        let (asset_id, room_id) = place.number();
        let (building_m2, party_a_id, state_label, lease_id) = match &place {
            Place::Asset(asset) => (asset.building_m2, asset.party_a_id, "", 0),
            Place::Room(RoomPlace { room, party_a_id }) => (None, *party_a_id, room.state.label(), room.lease_id),
        };
        let plate_id = view.tx.get::<Asset>(&id(asset_id))?.map_or(0, |asset| asset.facts.plate_id);
        let room: Option<Room> = if room_id == 0 { None } else { view.tx.get(&id(room_id))? };
        let lease: Option<Lease> = if lease_id == 0 { None } else { view.tx.get(&id(lease_id))? };
        let tenant_name = lease.map_or(Ok(String::new()), |lease| names.of::<Tenant>(lease.facts.tenant_id))?;
        Ok(OccupancyRow {
            asset_id,
            asset_name: names.of::<Asset>(asset_id)?,
            room_code: room.map(|room| room.facts.room_code).unwrap_or_default(),
            state_label,
            tenant_name,
            plate_name: names.of::<Plate>(plate_id)?,
            party_a_name: if party_a_id == 0 { "未登记甲方".into() } else { names.of::<PartyA>(party_a_id)? },
            building_m2,
            let_m2: areas.let_area_m2,
            vacant_m2: areas.vacant_area_m2,
            own_m2: areas.self_use_area_m2,
            lent_m2: areas.lent_area_m2,
            other_m2: areas.other_area_m2,
            lettable_m2: areas.lettable(),
            rate: occupancy_rate(areas.let_area_m2, areas.lettable()),
        })
    }
}
