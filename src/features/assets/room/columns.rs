//! Rooms in columns.

use super::record::Room;
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
/// Its last day.
pub const UNTIL: Field<Room> = Field::number("validTo", |room| day(Some(room.valid.to)));

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
        UNTIL,
        Field::number("buildingAreaM2", |room| room.facts.building_area_m2.0),
        Field::number("innerAreaM2", |room| room.facts.inner_area_m2.map_or(NONE, |area| area.0)),
        Field::number("rentAreaM2", |room| room.facts.rent_area_m2.0),
        Field::number("basePriceE4", |room| or_none(room.facts.base_price_e4)),
        dept(),
        creator(),
        created(),
    ];
    const TITLE: &'static str = "roomCode";
}
