//! 出租率与空置: what assets and rooms are used for on a day; behind 板块资产面积. Asked for one use it lists rooms, else
//! assets with their building area, so that either list adds up to its figures.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::scope_filter::ScopeFilter;
use super::{Check, Found, Report, Sums, Total, Unit};
use crate::error::Result;
use crate::features::assets::asset::areas::{Areas, of_asset};
use crate::features::assets::asset::record::{Asset, BY_PLATE};
use crate::features::assets::occupancy::of_room;
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::plate::Plate;
use crate::features::assets::room::grid::state_of;
use crate::features::assets::room::record::{BY_ASSET, Room};
use crate::features::lease::contract::record::Lease;
use crate::features::lease::tenant::record::Tenant;
use crate::features::report::area::{occupancy_rate, totals};
use crate::kernel::area::Area;
use crate::kernel::page::Compare;
use crate::op::View;
use crate::records::list::NameCache;
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
pub struct Place {
    asset: Asset,
    party_a_id: u64,
    room: Option<(Room, &'static str, u64)>,
    areas: Areas,
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

fn assets(lens: &ScopeFilter<'_>, day: Date) -> Result<Vec<(Asset, u64)>> {
    let tx = lens.view.tx;
    let mut assets: Vec<Asset> = Vec::new();
    if lens.of_plates() {
        let plates: std::collections::BTreeSet<u64> = lens.query.plate_id.iter().copied().collect();
        for plate in plates {
            assets.extend(tx.by::<Asset>(&BY_PLATE, &id(plate), false, 0, usize::MAX)?);
        }
    } else {
        assets = tx.all()?;
    }
    let seen = |asset: Asset| {
        let party = asset.holder(day).unwrap_or(0);
        (asset.is_in_register(day) && lens.sees_party(party) && lens.sees_owned(&asset.owned)).then_some((asset, party))
    };
    Ok(assets.into_iter().filter_map(seen).collect())
}

fn rooms(lens: &ScopeFilter<'_>, asset: &Asset, party_a_id: u64, wanted: Use, items: &mut Vec<Place>) -> Result<()> {
    let rooms: Vec<Room> = lens.view.tx.by(&BY_ASSET, &id(asset.asset_id), false, 0, usize::MAX)?;
    for room in rooms.into_iter().filter(|room| room.valid.contains(lens.as_of)) {
        let held = of_room(lens.view, room.room_id)?;
        let (state, row) = state_of(lens.view, &room, &held, lens.as_of)?;
        let mut areas = Areas::default();
        areas.add(room.facts.rent_area_m2, state);
        // A room without an area still has a use.
        let mut probe = Areas::default();
        probe.add(Area(1), state);
        if wanted.of(&probe).0 > 0 {
            let room = Some((room, state.label(), row.map_or(0, |row| row.lease_id)));
            items.push(Place { asset: asset.clone(), party_a_id, room, areas });
        }
    }
    Ok(())
}

fn sums(lens: &ScopeFilter<'_>, query: &OccupancyQuery, items: &[Place]) -> Result<Sums> {
    let (as_of, (building, areas)) = (lens.as_of, totals(lens.view, lens.query)?);
    let mut listed = Areas::default();
    items.iter().for_each(|item| listed.join(&item.areas));
    let check =
        |label, listed: Area, figure: Area| Check { label, listed: listed.0, figure: figure.0, unit: Unit::Area };
    if let Some(wanted) = query.wanted {
        let area = wanted.of(&listed);
        return Ok(Sums {
            about: format!("{}房间，截至 {as_of}", wanted.label()),
            totals: vec![Total::area(wanted.key(), wanted.label(), area.0)],
            checks: vec![check(wanted.label(), area, wanted.of(&areas))],
        });
    }
    let built: Area = items.iter().filter_map(|item| item.asset.facts.building_area_m2).sum();
    let uses = Use::ALL.map(|of| Total::area(of.key(), of.label(), of.of(&listed).0));
    let mut all = vec![Total::area("buildingM2", "建筑面积", built.0)];
    all.push(Total::area("lettableM2", "可出租", listed.lettable().0));
    all.extend(uses);
    all.push(Total::rate("rate", "出租率", occupancy_rate(listed.let_area_m2, listed.lettable())));
    let mut checks = vec![check("建筑面积", built, building), check("可出租", listed.lettable(), areas.lettable())];
    checks.extend(Use::ALL.map(|of| check(of.label(), of.of(&listed), of.of(&areas))));
    Ok(Sums { about: format!("截至 {as_of}"), totals: all, checks })
}

impl Report for Rooms {
    type Query = OccupancyQuery;
    type Item = Place;
    type Row = OccupancyRow;
    const SHEET: &'static str = "出租率与空置";
    const SORTS: &'static [(&'static str, Compare<Place>)] = &[
        ("vacantM2", |a, b| a.areas.vacant_area_m2.cmp(&b.areas.vacant_area_m2)),
        ("lettableM2", |a, b| a.areas.lettable().cmp(&b.areas.lettable())),
    ];
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

    fn find(lens: &ScopeFilter<'_>, query: &OccupancyQuery) -> Result<Found<Place>> {
        let mut items = Vec::new();
        for (asset, party_a_id) in assets(lens, lens.as_of)? {
            match query.wanted {
                Some(wanted) => rooms(lens, &asset, party_a_id, wanted, &mut items)?,
                None => {
                    let areas = of_asset(lens.view, asset.asset_id, lens.as_of)?;
                    items.push(Place { asset, party_a_id, room: None, areas });
                }
            }
        }
        let sums = sums(lens, query, &items)?;
        Ok(Found { items, sums })
    }

    fn show(view: &View, names: &mut NameCache<'_>, place: Place) -> Result<OccupancyRow> {
        let Place { asset, party_a_id, room, areas } = place;
        let building_m2 = if room.is_none() { asset.facts.building_area_m2 } else { None };
        let (room_code, state_label, lease_id) =
            room.map_or((String::new(), "", 0), |(room, state, lease)| (room.facts.room_code, state, lease));
        let lease: Option<Lease> = if lease_id == 0 { None } else { view.tx.get(&id(lease_id))? };
        let tenant_name = lease.map_or(Ok(String::new()), |lease| names.of::<Tenant>(lease.facts.tenant_id))?;
        Ok(OccupancyRow {
            asset_id: asset.asset_id,
            asset_name: asset.facts.asset_name,
            room_code,
            state_label,
            tenant_name,
            plate_name: names.of::<Plate>(asset.facts.plate_id)?,
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
