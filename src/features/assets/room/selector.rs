//! The room selector 房间选择器 (specification 3; domain.md 3.9): rooms that a party A can let in a window. They are found in
//! columns; what a page says of each, and whether it may be let at all, is read from its records once more.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::availability::{Obstacle, obstacle};
use super::columns;
use super::on_day::taken_in;
use super::record::{PriceUnit, Room, Usage};
use crate::columns::NONE;
use crate::columns::field::{day, whole};
use crate::error::{AppError, Result};
use crate::features::assets::asset::columns as of_assets;
use crate::features::assets::asset::record::{Asset, AssetState};
use crate::features::assets::building::Building;
use crate::features::assets::occupancy::{of_room, with_stayers};
use crate::kernel::area::Area;
use crate::kernel::dates::DateText;
use crate::kernel::enumeration::Coded;
use crate::kernel::page::Paging;
use crate::kernel::span::DateSpan;
use crate::op::View;
use crate::records::list::run::{Sorting, find, records};
use crate::records::list::{Filter, FilterBuilder, ListQuery, NameCache, Scoped, Span, blocks};
use crate::records::owned;
use crate::route::Page;

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

/// Rooms that party A may let in a window, whether occupied or not, as they are asked for.
fn offered(view: &View, query: &SelectRooms, window: &DateSpan) -> Result<FilterBuilder<Room>> {
    let (from, to) = (day(Some(window.from)), day(Some(window.to)));
    let mut ask = FilterBuilder::<Asset>::default();
    ask.given(&of_assets::PLATE, query.plate_id)?;
    ask.ids(query.asset_id.as_slice());
    ask.several(&of_assets::STATE, &[AssetState::Registered.code()])?;
    let mut assets = Vec::new();
    blocks::<Asset>(view, &ask, &[], &[of_assets::HOLDINGS, of_assets::FORBIDDEN], |block| {
        block.bits.each(|at| {
            let held = of_assets::holdings(block.list(0, at)).find(|held| held.from <= from && from <= held.to);
            let free =
                block.list(1, at).chunks_exact(2).all(|span| span.first() > Some(&to) || span.get(1) < Some(&from));
            if free && held.is_some_and(|held| held.party_a_id == query.party_a_id && to <= held.to) {
                assets.push(whole(block.id(at)));
            }
        });
    })?;
    let mut ask = FilterBuilder::<Room>::default();
    Room::restrict_to_visible(view, &mut ask)?;
    ask.must(Filter::among(ask.place(&columns::ASSET)?, assets));
    ask.days(&columns::SINCE, None, Some(window.from))?;
    ask.days(&columns::UNTIL, Some(window.to), None)?;
    ask.given(&columns::BUILDING, query.building_id)?;
    ask.named(&columns::USE_KIND, query.use_kind.as_ref())?;
    ask.word(query.key_word.as_deref(), &[&columns::CODE, &columns::NAME, &columns::ASSET])?;
    Ok(ask)
}

/// Whether a room has no other usage than letting in a window.
fn is_lettable(only: i64, usages: &[i64], (from, to): (i64, i64)) -> bool {
    let lettable = Usage::Lettable.code();
    let fits = |span: &[i64]| match *span {
        [first, last, usage] => usage == lettable || last < from || to < first,
        _ => true,
    };
    if only == NONE { usages.chunks_exact(3).all(fits) } else { only == lettable }
}

/// Numbers of offered rooms that are free in a window, and of those that are only occupied.
fn sorted_out(view: &View, query: &SelectRooms, window: &DateSpan) -> Result<[Vec<u64>; 2]> {
    let (span, taken) = ((day(Some(window.from)), day(Some(window.to))), taken_in(view, window)?);
    let mut found = [Vec::new(), Vec::new()];
    blocks::<Room>(view, &offered(view, query, window)?, &[columns::ONLY_USAGE], &[columns::USAGES], |block| {
        block.bits.each(|at| {
            let (room_id, [free, occupied]) = (block.id(at), &mut found);
            if is_lettable(block.number(0, at), block.list(0, at), span) {
                if taken.get(room_id) == 0 { free.push(room_id) } else { occupied.push(room_id) }
            }
        });
    })?;
    if query.only_free {
        found[1].clear();
    }
    Ok(found)
}

/// GET /asset/room/select: free rooms first, then those that are only occupied, each with its reason.
///
/// # Errors
/// A missing date or party A.
pub fn select(view: &View, query: SelectRooms) -> Result<Page<RoomChoice>> {
    let window = window(&query)?;
    let found = sorted_out(view, &query, &window)?;
    let total = (found[0].len() + found[1].len()) as u64;
    let mut skip = usize::try_from(query.paging.offset(total)).unwrap_or(usize::MAX);
    let mut left = usize::try_from(query.paging.size()).unwrap_or(usize::MAX);
    let (mut rows, mut buildings) = (Vec::new(), NameCache::new(view));
    for rooms in found {
        let many = rooms.len();
        for room in by_code(view, rooms, skip, left)? {
            rows.extend(choice(view, room, &window, query.party_a_id, &mut buildings)?);
        }
        left -= many.saturating_sub(skip).min(left);
        skip = skip.saturating_sub(many);
    }
    Ok(Page { rows, total })
}

/// Some of these rooms in the order of their codes.
fn by_code(view: &View, rooms: Vec<u64>, skip: usize, most: usize) -> Result<Vec<Room>> {
    if skip >= rooms.len() || most == 0 {
        return Ok(Vec::new());
    }
    let mut ask = FilterBuilder::<Room>::default();
    ask.must(Filter::ids(rooms));
    let order = vec![(Sorting::Text(ask.place(&columns::CODE)?), false)];
    let wanted = ListQuery { order, ..ListQuery::of(ask, Span::First(skip + most)) };
    let mut found = find::<Room>(view, &wanted)?;
    found.ids.drain(..skip.min(found.ids.len()));
    records::<Room>(view, &wanted, &mut found)
}

/// A room as its records say; none when it has just become one that nobody may let.
fn choice(
    view: &View,
    room: Room,
    window: &DateSpan,
    party_a_id: u64,
    names: &mut NameCache<'_>,
) -> Result<Option<RoomChoice>> {
    let asset: Asset = owned::linked(view, room.asset_id)?;
    let rows = with_stayers(view, of_room(view, room.room_id)?)?;
    let blocked = obstacle(&room, &asset, &rows, party_a_id, window);
    let available = blocked.is_none();
    let (blocked_by, blocking_lease_id, first_free_date) = match blocked {
        Some(Obstacle::Occupied { sentence, lease_id, first_free }) => (sentence, lease_id, Some(first_free)),
        Some(Obstacle::Never(_)) => return Ok(None),
        None => (String::new(), 0, None),
    };
    Ok(Some(RoomChoice {
        room_id: room.room_id,
        building_name: names.of::<Building>(room.facts.building_id)?,
        room_code: room.facts.room_code,
        room_name: room.facts.room_name,
        asset_id: room.asset_id,
        asset_name: asset.facts.asset_name,
        floor_no: room.facts.floor_no,
        use_kind: room.facts.use_kind,
        rent_area_m2: room.facts.rent_area_m2,
        base_price_e4: room.facts.base_price_e4,
        price_unit: room.facts.price_unit,
        available,
        blocked_by,
        blocking_lease_id,
        first_free_date,
    }))
}
