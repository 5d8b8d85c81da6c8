//! Rooms that stand empty and may be let, and since when.

use std::collections::HashMap;

use jiff::civil::Date;

use super::availability::withheld;
use super::grid::{RoomState, state_of};
use super::record::{Room, SINCE, Usage};
use crate::error::{AppError, Result};
use crate::features::assets::asset::record::Asset;
use crate::features::assets::occupancy::Occupancy;
use crate::kernel::order::Order;
use crate::kernel::span::after;
use crate::op::View;
use crate::store::Reads;

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

/// Every room of the register that stands empty today and may be let.
///
/// # Errors
/// A record that cannot be read.
pub fn empty_rooms(view: &View) -> Result<Vec<EmptyRoom>> {
    let today = view.now.date();
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
        let may_be_let = |asset: &&Asset| withheld(&room, asset, today).is_none();
        if assets.get(&room.asset_id).filter(may_be_let).is_none() {
            return true;
        }
        let mut rows = held.remove(&room.room_id).unwrap_or_default();
        rows.order_by_key(|row| row.span.from);
        match state_of(view, &room, &rows, today) {
            Ok((RoomState::Vacant, _)) => {
                let since = empty_since(&room, &rows, today);
                found.push(EmptyRoom { asset_id: room.asset_id, room_id: room.room_id, since });
            }
            Ok(_) => {}
            Err(error) => fault = Some(error),
        }
        fault.is_none()
    })?;
    fault.map_or(Ok(found), Err)
}
