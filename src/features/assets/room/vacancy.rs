//! Rooms that stand empty and may be let, and since when.

use std::collections::HashMap;

use jiff::civil::Date;

use super::availability::withheld;
use super::grid::{RoomState, state_of};
use super::record::{Room, SINCE, Usage};
use crate::error::{AppError, Result};
use crate::features::assets::asset::record::Asset;
use crate::features::assets::occupancy::{Occupancy, of_room};
use crate::kernel::order::Order;
use crate::kernel::span::after;
use crate::op::View;
use crate::store::{Reads, id};

/// Since when a room that is empty today has been so: after its last occupancy, the day it could be let, the day it began.
/// Of a room without a first day nobody knows what was before it was registered.
pub fn empty_since(room: &Room, rows: &[Occupancy], today: Date) -> Date {
    let usage = room.usages.iter().find(|usage| usage.span.contains(today) && usage.usage == Usage::Lettable);
    let begun = usage.map_or(room.valid.from, |usage| usage.span.from.max(room.valid.from));
    let begun = if begun == SINCE { room.owned.base.create_time.date().min(today) } else { begun };
    let held = rows.iter().filter(|row| row.active && row.span.to < today).map(|row| after(row.span.to)).max();
    held.map_or(begun, |day| day.max(begun))
}

/// A room that stands empty and may be let.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EmptyRoom {
    pub asset_id: u64,
    pub room_id: u64,
    pub since: Date,
}

/// A room, when it stands empty today and may be let; its active rows by day.
fn empty_one(view: &View, room: &Room, asset: Option<&Asset>, rows: &[Occupancy]) -> Result<Option<EmptyRoom>> {
    let today = view.now.date();
    if asset.is_none_or(|asset| withheld(room, asset, today).is_some()) {
        return Ok(None);
    }
    let (state, _) = state_of(view, room, rows, today)?;
    let since = || empty_since(room, rows, today);
    let (asset_id, room_id) = (room.asset_id, room.room_id);
    Ok((state == RoomState::Vacant).then(|| EmptyRoom { asset_id, room_id, since: since() }))
}

/// The same of a room by its number.
///
/// # Errors
/// A record that cannot be read.
pub fn empty_room(view: &View, room_id: u64) -> Result<Option<EmptyRoom>> {
    let Some(room) = view.tx.get::<Room>(&id(room_id))? else { return Ok(None) };
    let asset: Option<Asset> = view.tx.get(&id(room.asset_id))?;
    empty_one(view, &room, asset.as_ref(), &of_room(view, room_id)?)
}

/// Every room of the register that stands empty today and may be let.
///
/// # Errors
/// A record that cannot be read.
pub fn empty_rooms(view: &View) -> Result<Vec<EmptyRoom>> {
    let mut assets: HashMap<u64, Asset> = HashMap::new();
    view.tx.each::<Asset>(|asset| {
        assets.insert(asset.asset_id, asset);
        true
    })?;
    let mut held: HashMap<u64, Vec<Occupancy>> = HashMap::new();
    view.tx.each::<Occupancy>(|row| {
        if row.active {
            held.entry(row.room_id).or_default().push(row);
        }
        true
    })?;
    let (mut found, mut fault): (Vec<EmptyRoom>, Option<AppError>) = (Vec::new(), None);
    view.tx.each::<Room>(|room| {
        let mut rows = held.remove(&room.room_id).unwrap_or_default();
        rows.order_by_key(|row| row.span.from);
        match empty_one(view, &room, assets.get(&room.asset_id), &rows) {
            Ok(room) => found.extend(room),
            Err(error) => fault = Some(error),
        }
        fault.is_none()
    })?;
    fault.map_or(Ok(found), Err)
}
