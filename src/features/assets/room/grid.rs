//! The room grid 房态图: the floors of a building with the state of each room on a day.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::availability::withheld;
use super::record::{BY_BUILDING, PriceUnit, Room, Usage};
use super::tenancy::{Tenancies, Tenancy, holder};
use crate::error::Result;
use crate::features::assets::asset::record::Asset;
use crate::features::assets::building::Building;
use crate::features::assets::occupancy::{Occupancy, OccupancyKind, of_room};
use crate::features::assets::party_a::record::PartyA;
use crate::kernel::area::Area;
use crate::kernel::dates::DateText;
use crate::kernel::enumeration::numbered;
use crate::kernel::order::Order;
use crate::kernel::span::{DateSpan, days_between};
use crate::op::View;
use crate::records::list::NameCache;
use crate::records::owned;
use crate::records::owned::is_visible;
use crate::route::Data;
use crate::store::{Reads, id};

/// Days before the end of a lease from which a room counts as «soon free» (domain.md 2.5).
pub const SOON_DAYS: i64 = 90;

numbered! {
    /// State of a room on a day 房态.
    pub enum RoomState {
        Vacant = 1 => "空置",
        Reserved = 2 => "预订中",
        Submitted = 3 => "审批中",
        Let = 4 => "在租",
        EndingSoon = 5 => "即将到期",
        Holdover = 6 => "到期未退",
        SelfUse = 7 => "自用",
        Lent = 8 => "出借",
        Repair = 9 => "维修",
        Unfit = 10 => "不可租",
    }
}

impl RoomState {
    /// Of a room that a row holds for some more days.
    pub fn held(kind: OccupancyKind, lease_id: u64, days_left: i64) -> Self {
        match kind {
            OccupancyKind::Reserve if lease_id > 0 => Self::Submitted,
            OccupancyKind::Reserve => Self::Reserved,
            OccupancyKind::Lease if days_left <= SOON_DAYS => Self::EndingSoon,
            OccupancyKind::Lease => Self::Let,
            OccupancyKind::Holdover => Self::Holdover,
            OccupancyKind::SelfUse => Self::SelfUse,
            OccupancyKind::Lend => Self::Lent,
            OccupancyKind::Repair => Self::Repair,
        }
    }

    /// Of a room that no row holds, by its usage.
    pub fn unheld(usage: Option<Usage>) -> Self {
        match usage {
            Some(Usage::Lettable) => Self::Vacant,
            Some(Usage::SelfUse) => Self::SelfUse,
            Some(Usage::Lent) => Self::Lent,
            Some(Usage::Repair) => Self::Repair,
            Some(Usage::Unfit) | None => Self::Unfit,
        }
    }
}

/// The state of a room on a day, and the row behind it.
pub fn state_on<'r>(room: &Room, rows: &'r [Occupancy], day: Date) -> (RoomState, Option<&'r Occupancy>) {
    let row = rows.iter().find(|row| row.active && row.span.contains(day));
    let held = |row: &Occupancy| RoomState::held(row.kind, row.lease_id, days_between(day, row.span.to));
    (row.map_or_else(|| RoomState::unheld(room.usage(day)), held), row)
}

/// The same, with tenants who stay on: a room that nobody holds by a row, but whose last lease ended without the rooms
/// coming back, is «到期未退».
pub fn state_of<'r>(
    view: &View,
    room: &Room,
    rows: &'r [Occupancy],
    day: Date,
) -> Result<(RoomState, Option<&'r Occupancy>)> {
    let (state, row) = state_on(room, rows, day);
    let last = rows.iter().rev().find(|row| row.active && row.span.to < day && row.lease_id > 0);
    let (RoomState::Vacant, Some(last)) = (state, last) else { return Ok((state, row)) };
    let holder = holder(view, last.lease_id)?;
    let stays = holder.is_some_and(|holder| holder.is_open && holder.effective_end == last.span.to);
    Ok(if stays { (RoomState::Holdover, Some(last)) } else { (state, row) })
}

/// Which building, and when.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct GridQuery {
    /// The building 楼栋 that it is asked for, by number.
    pub building_id: u64,
    /// The day; today when absent.
    #[schemars(with = "Option<DateText>", title = "日期")]
    pub day: Option<Date>,
}

/// A cell of the grid.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GridRoom {
    /// Number of the room 房间.
    pub room_id: u64,
    /// Number on the floor.
    pub room_no: String,
    /// Name of the room beside its number; may be empty.
    pub room_name: String,
    /// Area in ㎡ with two decimals that rent is charged for 计租面积.
    pub rent_area_m2: Area,
    /// State that it is in now.
    pub state: RoomState,
    /// The lease behind it; 0 for none.
    pub lease_id: u64,
    /// What people call the reason: the lease's number, the document of the usage, why it is blocked.
    pub reason: String,
    /// Why it may not be let on that day although it stands empty; empty: it may, or does not stand empty.
    pub withheld: String,
    /// Days of the row behind it.
    pub span: Option<DateSpan>,
    /// Who rents it, for those who may see the lease.
    pub tenancy: Option<Tenancy>,
    /// 招租底价, 1/10,000 yuan a unit.
    pub base_price_e4: Option<i64>,
    /// What the price is for.
    pub price_unit: PriceUnit,
}

/// Why the state is what it is: the row's reason, else the document of the day's usage.
fn reason(room: &Room, row: Option<&Occupancy>, day: Date) -> String {
    let usage = || room.usages.iter().find(|usage| usage.span.contains(day)).map(|usage| usage.doc.clone());
    row.map(|row| row.reason.clone()).or_else(usage).unwrap_or_default()
}

/// A floor.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GridFloor {
    /// Floor; below ground negative.
    pub floor_no: i16,
    /// Its rooms by number.
    pub rooms: Vec<GridRoom>,
}

/// A building on a day.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Grid {
    /// Name of the building.
    pub building_name: String,
    /// Name of the party A that manages its asset.
    pub party_a_name: String,
    /// The day that is shown, `yyyy-MM-dd`.
    #[schemars(with = "DateText")]
    pub day: Date,
    /// Floors, highest first.
    pub floors: Vec<GridFloor>,
}

/// GET /asset/room/grid
///
/// # Errors
/// A building that is missing or out of scope.
pub fn grid(view: &View, query: GridQuery) -> Result<Data<Grid>> {
    let building: Building = owned::find(view, query.building_id)?;
    let day = query.day.unwrap_or_else(|| view.now.date());
    let scope = view.caller.scope();
    let mut rooms: Vec<Room> = view.tx.by(&BY_BUILDING, &id(building.building_id), false, 0, usize::MAX)?;
    let asset: Asset = owned::linked(view, building.facts.asset_id)?;
    rooms.retain(|room| room.valid.contains(day) && is_visible(view, &scope, room));
    let mut floors: Vec<GridFloor> = Vec::new();
    let mut tenancies = Tenancies::on(view, day);
    for room in rooms {
        let rows = of_room(view, room.room_id)?;
        let (state, row) = state_of(view, &room, &rows, day)?;
        let stopped = (state == RoomState::Vacant).then(|| withheld(&room, &asset, day)).flatten();
        let cell = GridRoom {
            room_id: room.room_id,
            room_no: room.facts.room_no.clone(),
            room_name: room.facts.room_name.clone(),
            rent_area_m2: room.facts.rent_area_m2,
            state,
            lease_id: row.map_or(0, |row| row.lease_id),
            reason: reason(&room, row, day),
            withheld: stopped.unwrap_or_default(),
            span: row.map(|row| row.span),
            tenancy: tenancies.of(row.map_or(0, |row| row.lease_id))?,
            base_price_e4: room.facts.base_price_e4,
            price_unit: room.facts.price_unit,
        };
        match floors.iter_mut().find(|floor| floor.floor_no == room.facts.floor_no) {
            Some(floor) => floor.rooms.push(cell),
            None => floors.push(GridFloor { floor_no: room.facts.floor_no, rooms: vec![cell] }),
        }
    }
    floors.order_by_key(|floor| std::cmp::Reverse(floor.floor_no));
    let party_a_name = NameCache::new(view).of::<PartyA>(asset.holder(day).unwrap_or_default())?;
    Ok(Data(Grid { building_name: building.facts.building_name, party_a_name, day, floors }))
}
