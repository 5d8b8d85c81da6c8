//! Rooms that are split, merged or ended: old rooms close the day before, new ones open (domain.md 2.5).

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ops::{RoomInput, check_facts};
use super::record::{Room, UsageSpan};
use crate::error::{AppError, Result};
use crate::features::assets::building::Building;
use crate::features::assets::occupancy::{of_room, reaching};
use crate::kernel::area::Area;
use crate::kernel::dates::RegisterDateText;
use crate::kernel::span::{DateSpan, FOREVER, before};
use crate::op::Op;
use crate::records::list::Many;
use crate::records::owned;
use crate::records::owned::{Business, Owned};
use crate::route::{Data, Done};

/// Rent areas before and after may differ by this much: 0.01 ㎡.
const TOLERANCE: i64 = 1;

/// A room to split.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SplitRoom {
    /// The room 房间 that it is about, by number.
    pub room_id: u64,
    /// The version that was read.
    #[serde(default)]
    pub version: Option<u64>,
    /// First day of the new rooms.
    #[schemars(with = "RegisterDateText", title = "生效日期")]
    pub from: Date,
    /// The new rooms, at least two.
    pub parts: Vec<RoomInput>,
}

/// Rooms to merge.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MergeRooms {
    /// Which, at least two.
    pub room_ids: Vec<u64>,
    /// First day of the new room.
    #[schemars(with = "RegisterDateText", title = "生效日期")]
    pub from: Date,
    /// The room that the others become.
    pub whole: RoomInput,
}

/// A room to end.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndRoom {
    /// The room 房间 that it is about, by number.
    pub room_id: u64,
    /// The version that was read.
    #[serde(default)]
    pub version: Option<u64>,
    /// Last day on which the room exists.
    #[schemars(with = "RegisterDateText", title = "最后一天")]
    pub last: Date,
}

/// Closes a room with a day; nobody may occupy it later.
fn close(op: &mut Op, room: &Room, last: Date, deed: &str) -> Result<()> {
    let code = room.title();
    if !room.is_open() {
        return Err(AppError::refused(format!("房间 {code} 已于 {} 失效", room.valid.to)));
    }
    if last < room.valid.from {
        return Err(AppError::refused(format!("房间 {code} 自 {} 起有效，生效日期须晚于这一天", room.valid.from)));
    }
    let rows = of_room(&op.view(), room.room_id)?;
    if let Some(row) = reaching(&rows, crate::kernel::span::after(last)) {
        let blocked = crate::features::assets::occupancy::blocked_by(row);
        return Err(AppError::refused(format!("房间 {code} {blocked}，不能在此之前停用、拆分或合并")));
    }
    let valid = DateSpan::new(room.valid.from, last);
    let mut usages: Vec<UsageSpan> = room.usages.iter().filter(|usage| usage.span.from <= last).cloned().collect();
    for usage in &mut usages {
        usage.span.to = usage.span.to.min(last);
    }
    owned::update(op, room, Room { valid, usages, ..room.clone() }, deed)?;
    Ok(())
}

fn open(op: &mut Op, input: RoomInput, from: Date, parents: &[Room]) -> Result<u64> {
    let Some(first) = parents.first() else { return Err(AppError::refused("请选择房间")) };
    let facts = check_facts(&op.view(), &input.facts, 0)?;
    let building: Building = owned::find(&op.view(), facts.building_id)?;
    if building.facts.asset_id != first.asset_id {
        return Err(AppError::refused("新房间须与原房间在同一资产内"));
    }
    let room_id = op.next_id::<Room>()?;
    let usage = input.usage.or_else(|| first.usage(before(from))).unwrap_or_default();
    let span = DateSpan::new(from, FOREVER);
    let room = Room {
        room_id,
        asset_id: first.asset_id,
        facts,
        valid: span,
        usages: vec![UsageSpan { usage, span, doc: String::new() }],
        parents: parents.iter().map(|parent| parent.room_id).collect(),
        owned: Owned::default(),
    };
    owned::insert(op, room, first.owned.dept_id, input.remark)?;
    Ok(room_id)
}

fn check_areas(before: &[Room], after: &[RoomInput]) -> Result<()> {
    let old: Area = before.iter().map(|room| room.facts.rent_area_m2).sum();
    let new: Area = after.iter().map(|room| room.facts.rent_area_m2).sum();
    if (old.0 - new.0).abs() > TOLERANCE {
        return Err(AppError::refused(format!("计租面积合计须一致：原 {old} ㎡，新 {new} ㎡")));
    }
    Ok(())
}

/// POST /asset/room/split: answers the new numbers.
pub fn split(op: &mut Op, input: SplitRoom) -> Result<Data<Vec<u64>>> {
    let room: Room = owned::find(&op.view(), input.room_id)?;
    owned::check_version(&op.view(), &room, input.version)?;
    if !(2..=100).contains(&input.parts.len()) {
        return Err(AppError::refused("拆分后须有2到100个房间"));
    }
    check_areas(std::slice::from_ref(&room), &input.parts)?;
    close(op, &room, before(input.from), "拆分")?;
    input
        .parts
        .into_iter()
        .map(|part| open(op, part, input.from, std::slice::from_ref(&room)))
        .collect::<Result<_>>()
        .map(Data)
}

/// POST /asset/room/merge: answers the new number.
pub fn merge(op: &mut Op, input: MergeRooms) -> Result<Data<u64>> {
    let mut ids = input.room_ids.clone();
    ids.sort_unstable();
    ids.dedup();
    if !(2..=100).contains(&ids.len()) {
        return Err(AppError::refused("请选择2到100个房间合并"));
    }
    let rooms: Vec<Room> = ids.into_iter().map(|room_id| owned::find(&op.view(), room_id)).collect::<Result<_>>()?;
    if let Some(other) = rooms.iter().find(|room| room.asset_id != rooms[0].asset_id) {
        return Err(AppError::refused(format!(
            "房间 {} 与 {} 不属于同一资产（甲方可能不同），不能合并",
            rooms[0].title(),
            other.title()
        )));
    }
    if let Some(other) = rooms.iter().find(|room| room.usage(before(input.from)) != rooms[0].usage(before(input.from)))
    {
        return Err(AppError::refused(format!(
            "房间 {} 与 {} 的用途不同，请先改为一致",
            rooms[0].title(),
            other.title()
        )));
    }
    check_areas(&rooms, std::slice::from_ref(&input.whole))?;
    for room in &rooms {
        close(op, room, before(input.from), "合并")?;
    }
    open(op, input.whole, input.from, &rooms).map(Data)
}

pub fn end(op: &mut Op, input: EndRoom) -> Result<Done> {
    let room: Room = owned::find(&op.view(), input.room_id)?;
    owned::check_version(&op.view(), &room, input.version)?;
    close(op, &room, input.last, "停用")?;
    Ok(Done)
}

/// DELETE checks: nothing refers to these rooms.
pub fn forget(op: &mut Op, input: Many) -> Result<Done> {
    for room_id in input.ids {
        let room: Room = owned::find(&op.view(), room_id)?;
        let used = crate::features::assets::occupancy::was_used(&op.view(), room_id)?;
        if used || !room.parents.is_empty() {
            return Err(AppError::refused(format!(
                "房间 {} 有占用记录或由拆分、合并产生，不能删除，可以停用",
                room.title()
            )));
        }
        owned::remove(op, &room)?;
    }
    Ok(Done)
}
