//! Rooms as fields of forms choose them.

use schemars::JsonSchema;
use serde::Serialize;

use super::columns;
use super::record::Room;
use crate::error::Result;
use crate::features::assets::asset::record::Asset;
use crate::features::assets::building::Building;
use crate::kernel::area::Area;
use crate::op::View;
use crate::records::list::{Choose, FilterBuilder, NameCache, Scoped, Span, matching};
use crate::records::owned;
use crate::route::Data;

/// A room to choose.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoomOption {
    /// Number of the room 房间.
    pub room_id: u64,
    /// Room number as on the door 房号.
    pub room_code: String,
    /// Name; may be empty.
    pub room_name: String,
    /// Name of the building 楼栋.
    pub building_name: String,
    /// Name of the asset 资产.
    pub asset_name: String,
    /// Area that rent is asked for.
    pub rent_area_m2: Area,
}

/// GET /asset/room/options: rooms that haven't ended, the newest first.
pub fn options(view: &View, query: Choose) -> Result<Data<Vec<RoomOption>>> {
    let mut ask = FilterBuilder::<Room>::default();
    Room::restrict_to_visible(view, &mut ask)?;
    ask.ids(&query.ids);
    if query.ids.is_empty() {
        ask.days(&columns::UNTIL, Some(view.now.date()), None)?;
        let word = query.key_word.as_deref();
        ask.word(word, &[&columns::CODE, &columns::NAME, &columns::BUILDING, &columns::ASSET])?;
    }
    let mut names = NameCache::new(view);
    let option = |room: Room| -> Result<RoomOption> {
        Ok(RoomOption {
            room_id: room.room_id,
            building_name: names.of::<Building>(room.facts.building_id)?,
            asset_name: names.of::<Asset>(room.asset_id)?,
            room_code: room.facts.room_code,
            room_name: room.facts.room_name,
            rent_area_m2: room.facts.rent_area_m2,
        })
    };
    let found = matching(view, ask, Span::First(query.most()), true)?;
    found.into_iter().map(option).collect::<Result<_>>().map(Data)
}

/// What people call a room, with its building.
pub fn name(view: &View, room_id: u64) -> Result<String> {
    let room: Room = owned::find(view, room_id)?;
    let building = NameCache::new(view).of::<Building>(room.facts.building_id)?;
    let parts = [building, room.facts.room_code, room.facts.room_name];
    Ok(parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" "))
}
