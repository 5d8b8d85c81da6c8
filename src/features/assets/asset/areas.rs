//! The five-way area columns of the state asset card (domain.md 2.4): let, vacant, self-used, lent, other.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Serialize;

use crate::error::Result;
use crate::features::assets::occupancy::of_room;
use crate::features::assets::room::grid::{RoomState, state_of};
use crate::features::assets::room::record::{BY_ASSET, Room};
use crate::kernel::area::Area;
use crate::op::View;
use crate::store::{Reads, id};

/// Rent areas of rooms by what they are for on a day.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Areas {
    /// Area in ㎡ with two decimals that is let today 已出租.
    pub let_area_m2: Area,
    /// Area in ㎡ with two decimals that is vacant today 空置.
    pub vacant_area_m2: Area,
    /// Area in ㎡ with two decimals that the unit uses itself 自用.
    pub self_use_area_m2: Area,
    /// Area in ㎡ with two decimals that is lent without rent 出借.
    pub lent_area_m2: Area,
    /// Area in ㎡ with two decimals that is under repair or not to be let 维修及不可租.
    pub other_area_m2: Area,
    /// How many rooms it has.
    pub room_count: u64,
}

impl Areas {
    /// Counts a room.
    pub fn add(&mut self, area: Area, state: RoomState) {
        let slot = match state {
            RoomState::Let | RoomState::EndingSoon | RoomState::Holdover => &mut self.let_area_m2,
            RoomState::Vacant | RoomState::Reserved | RoomState::Submitted => &mut self.vacant_area_m2,
            RoomState::SelfUse => &mut self.self_use_area_m2,
            RoomState::Lent => &mut self.lent_area_m2,
            RoomState::Repair | RoomState::Unfit => &mut self.other_area_m2,
        };
        slot.0 += area.0;
        self.room_count += 1;
    }
}

impl Areas {
    /// 可出租: let or vacant.
    pub fn lettable(&self) -> Area {
        Area(self.let_area_m2.0 + self.vacant_area_m2.0)
    }

    /// Adds those of other rooms.
    pub fn join(&mut self, other: &Self) {
        self.let_area_m2.0 += other.let_area_m2.0;
        self.vacant_area_m2.0 += other.vacant_area_m2.0;
        self.self_use_area_m2.0 += other.self_use_area_m2.0;
        self.lent_area_m2.0 += other.lent_area_m2.0;
        self.other_area_m2.0 += other.other_area_m2.0;
        self.room_count += other.room_count;
    }

    /// Takes those of some of its rooms off.
    pub fn leave(&mut self, other: &Self) {
        self.let_area_m2.0 -= other.let_area_m2.0;
        self.vacant_area_m2.0 -= other.vacant_area_m2.0;
        self.self_use_area_m2.0 -= other.self_use_area_m2.0;
        self.lent_area_m2.0 -= other.lent_area_m2.0;
        self.other_area_m2.0 -= other.other_area_m2.0;
        self.room_count -= other.room_count;
    }
}

/// The areas of an asset's rooms on a day; a room that its tenant has not given back counts as let.
pub fn of_asset(view: &View, asset_id: u64, day: Date) -> Result<Areas> {
    let rooms: Vec<Room> = view.tx.by(&BY_ASSET, &id(asset_id), false, 0, usize::MAX)?;
    let mut areas = Areas::default();
    for room in rooms.iter().filter(|room| room.valid.contains(day)) {
        let rows = of_room(view, room.room_id)?;
        areas.add(room.facts.rent_area_m2, state_of(view, room, &rows, day)?.0);
    }
    Ok(areas)
}
