//! Rooms in columns.

use super::record::{Room, Usage, UsageSpan};
use crate::columns::field::{day, or_none, whole};
use crate::columns::{Field, Listed, NONE};
use crate::features::assets::asset::record::Asset;
use crate::features::assets::building::Building;
use crate::kernel::enumeration::Coded;
use crate::records::list::{created, creator, dept};

pub const CODE: Field<Room> = Field::text("roomCode", |room| room.facts.room_code.clone());
/// Number on its floor: the same ones in every building.
pub const NUMBER: Field<Room> = Field::name("roomNo", |room| room.facts.room_no.clone());
pub const NAME: Field<Room> = Field::person("roomName", |room| room.facts.room_name.clone());
pub const ASSET: Field<Room> = Field::link::<Asset>("assetId", "assetName", |room| whole(room.asset_id));
pub const BUILDING: Field<Room> =
    Field::link::<Building>("buildingId", "buildingName", |room| whole(room.facts.building_id));
pub const FLOOR: Field<Room> = Field::number("floorNo", |room| i64::from(room.facts.floor_no));
/// Kind of use, a value of the dictionary.
pub const USE_KIND: Field<Room> = Field::name("useKind", |room| room.facts.use_kind.clone());
/// Usage of the day.
pub const USAGE: Field<Room> =
    Field::on_day("usage", |room, today| room.usage(today).map_or(NONE, |usage| usage.code()));
/// The one usage that it has on all of its days; none of a room whose usage changes.
pub const ONLY_USAGE: Field<Room> =
    Field::number("onlyUsage", |room: &Room| only_usage(room).map_or(NONE, |usage| usage.code())).private();
/// Its usages when there are several, three numbers each: first day, last day, usage.
pub const USAGES: Field<Room> = Field::numbers("usages", |room: &Room| {
    let several = if only_usage(room).is_some() { &[] } else { room.usages.as_slice() };
    let days = |one: &UsageSpan| [day(Some(one.span.from)), day(Some(one.span.to)), one.usage.code()];
    several.iter().flat_map(days).collect()
})
.private();
pub const RENT_AREA: Field<Room> = Field::number("rentAreaM2", |room| room.facts.rent_area_m2.0);
/// Its first day.
pub const SINCE: Field<Room> = Field::number("validFrom", |room| day(Some(room.valid.from)));
/// Its last day.
pub const UNTIL: Field<Room> = Field::number("validTo", |room| day(Some(room.valid.to)));

fn only_usage(room: &Room) -> Option<Usage> {
    match room.usages.as_slice() {
        [only] if only.span == room.valid => Some(only.usage),
        _ => None,
    }
}

/// The code of what a room is for on a day of its own, by [`ONLY_USAGE`] and [`USAGES`]; [`NONE`] for nothing.
pub fn usage_on(only: i64, usages: &[i64], day: i64) -> i64 {
    if only != NONE {
        return only;
    }
    let spans = usages.chunks_exact(3).find(|span| span.first() <= Some(&day) && span.get(1) >= Some(&day));
    spans.and_then(|span| span.get(2)).copied().unwrap_or(NONE)
}

impl Listed for Room {
    const FIELDS: &'static [Field<Self>] = &[
        CODE,
        NUMBER,
        NAME,
        ASSET,
        BUILDING,
        FLOOR,
        USE_KIND,
        USAGE,
        ONLY_USAGE,
        USAGES,
        SINCE,
        UNTIL,
        Field::number("buildingAreaM2", |room| room.facts.building_area_m2.0),
        Field::number("innerAreaM2", |room| room.facts.inner_area_m2.map_or(NONE, |area| area.0)),
        RENT_AREA,
        Field::number("basePriceE4", |room| or_none(room.facts.base_price_e4)),
        dept(),
        creator(),
        created(),
    ];
    const TITLE: &'static str = "roomCode";
}
