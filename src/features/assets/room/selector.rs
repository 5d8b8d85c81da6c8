//! The room selector 房间选择器 (specification 3; domain.md 3.9): rooms that a party A can let in a window.

use std::collections::HashMap;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::availability::{Obstacle, obstacle};
use super::record::{BY_ASSET, PriceUnit, Room};
use crate::error::{AppError, Result};
use crate::features::assets::asset::record::{Asset, BY_PARTY_A};
use crate::features::assets::building::Building;
use crate::features::assets::occupancy::{of_room, with_stayers};
use crate::kernel::area::Area;
use crate::kernel::dates::DateText;
use crate::kernel::order::Order;
use crate::kernel::page::Paging;
use crate::kernel::span::DateSpan;
use crate::kernel::text::like;
use crate::op::View;
use crate::records::list::NameCache;
use crate::records::owned::is_visible;
use crate::route::Page;
use crate::store::{Reads, id};

/// What the selector is opened with, and its filters.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct SelectRooms {
    /// First day of the lease.
    #[schemars(with = "Option<DateText>", title = "起租日")]
    pub rent_start_date: Option<Date>,
    /// Last day of the lease.
    #[schemars(with = "Option<DateText>", title = "到期日")]
    pub rent_end_date: Option<Date>,
    /// The party A 甲方 that lets, by number.
    pub party_a_id: u64,
    /// Part of code, name or asset.
    pub key_word: Option<String>,
    /// The plate 板块 that it is about, by number.
    pub plate_id: Option<u64>,
    /// The asset 资产 that it is about, by number.
    pub asset_id: Option<u64>,
    /// The building 楼栋 that it is about, by number.
    pub building_id: Option<u64>,
    /// Kind of use by the building permit 规划用途.
    pub use_kind: Option<String>,
    /// Leave out the rooms that are occupied.
    pub only_free: bool,
    /// Page.
    #[serde(flatten)]
    pub paging: Paging,
}

/// A room of the selector.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoomChoice {
    /// Number of the room 房间.
    pub room_id: u64,
    /// Room number as on the door 房号.
    pub room_code: String,
    /// Name of the room beside its number; may be empty.
    pub room_name: String,
    /// The asset 资产 that it is part of, by number.
    pub asset_id: u64,
    /// Its asset's name.
    pub asset_name: String,
    /// Its building's name.
    pub building_name: String,
    /// Floor that it is on; below ground negative.
    pub floor_no: i16,
    /// Kind of use by the building permit 规划用途.
    pub use_kind: String,
    /// Area in ㎡ with two decimals that rent is charged for 计租面积.
    pub rent_area_m2: Area,
    /// 招租底价, 1/10,000 yuan a unit.
    pub base_price_e4: Option<i64>,
    /// What the price is for.
    pub price_unit: PriceUnit,
    /// Whether it can be chosen.
    pub available: bool,
    /// Why it can not be let in these days; empty: it can.
    pub blocked_by: String,
    /// The lease that blocks it; 0 for none.
    pub blocking_lease_id: u64,
    /// First day that is free.
    #[schemars(with = "Option<DateText>")]
    pub first_free_date: Option<Date>,
}

/// The window of a query.
///
/// # Errors
/// A sentence for a missing or reversed date.
fn window(query: &SelectRooms) -> Result<DateSpan> {
    let (Some(from), Some(to)) = (query.rent_start_date, query.rent_end_date) else {
        return Err(AppError::refused("请先填写起租日和到期日"));
    };
    if from > to {
        return Err(AppError::refused("到期日不能早于起租日"));
    }
    if query.party_a_id == 0 {
        return Err(AppError::refused("请先选择甲方"));
    }
    Ok(DateSpan::new(from, to))
}

/// GET /asset/room/select: free rooms first, then those that are only occupied, each with its reason.
///
/// # Errors
/// A missing date or party A.
pub fn select(view: &View, query: SelectRooms) -> Result<Page<RoomChoice>> {
    let window = window(&query)?;
    let scope = view.caller.scope();
    let word = query.key_word.as_deref().map(str::trim).filter(|word| !word.is_empty());
    let fits_asset = |asset: &Asset| {
        query.plate_id.is_none_or(|wanted| wanted == asset.facts.plate_id)
            && query.asset_id.is_none_or(|wanted| wanted == asset.asset_id)
    };
    let assets: Vec<Asset> = view.tx.by(&BY_PARTY_A, &id(query.party_a_id), false, 0, usize::MAX)?;
    let mut found: Vec<(Room, Option<Obstacle>)> = Vec::new();
    let mut names: HashMap<u64, String> = HashMap::new();
    for asset in assets.into_iter().filter(fits_asset) {
        let rooms: Vec<Room> = view.tx.by(&BY_ASSET, &id(asset.asset_id), false, 0, usize::MAX)?;
        for room in rooms {
            let fits = is_visible(view, &scope, &room)
                && query.building_id.is_none_or(|wanted| wanted == room.facts.building_id)
                && query.use_kind.as_deref().is_none_or(|wanted| wanted.is_empty() || wanted == room.facts.use_kind)
                && word.is_none_or(|word| {
                    like(&room.facts.room_code, word)
                        || like(&room.facts.room_name, word)
                        || like(&asset.facts.asset_name, word)
                });
            if !fits {
                continue;
            }
            match obstacle(&room, &asset, &with_stayers(view, of_room(view, room.room_id)?)?, query.party_a_id, &window)
            {
                Some(Obstacle::Never(_)) => {}
                Some(_) if query.only_free => {}
                other => found.push((room, other)),
            }
        }
        names.insert(asset.asset_id, asset.facts.asset_name);
    }
    found.order_by(|(a, blocked), (b, other)| {
        (blocked.is_some(), &a.facts.room_code).cmp(&(other.is_some(), &b.facts.room_code))
    });
    let page = query.paging.cut(found);
    let mut buildings = NameCache::new(view);
    let rows = page
        .rows
        .into_iter()
        .map(|(room, blocked)| choice(room, blocked, &names, &mut buildings))
        .collect::<Result<_>>()?;
    Ok(Page { rows, total: page.total })
}

fn choice(
    room: Room,
    blocked: Option<Obstacle>,
    assets: &HashMap<u64, String>,
    names: &mut NameCache<'_>,
) -> Result<RoomChoice> {
    let building_name = names.of::<Building>(room.facts.building_id)?;
    let available = blocked.is_none();
    let (blocked_by, blocking_lease_id, first_free_date) = match blocked {
        Some(Obstacle::Occupied { sentence, lease_id, first_free }) => (sentence, lease_id, Some(first_free)),
        Some(Obstacle::Never(sentence)) => (sentence, 0, None),
        None => (String::new(), 0, None),
    };
    Ok(RoomChoice {
        room_id: room.room_id,
        room_code: room.facts.room_code,
        room_name: room.facts.room_name,
        asset_id: room.asset_id,
        asset_name: assets.get(&room.asset_id).cloned().unwrap_or_default(),
        building_name,
        floor_no: room.facts.floor_no,
        use_kind: room.facts.use_kind,
        rent_area_m2: room.facts.rent_area_m2,
        base_price_e4: room.facts.base_price_e4,
        price_unit: room.facts.price_unit,
        available,
        blocked_by,
        blocking_lease_id,
        first_free_date,
    })
}
