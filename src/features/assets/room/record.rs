//! The stored room.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::kernel::area::Area;
use crate::kernel::enumeration::numbered;
use crate::kernel::span::{DateSpan, FOREVER};
use crate::records::owned::{Owned, business};
use crate::store::{Index, Key, Record, id, key};

numbered! {
    /// What a room is for 用途状态.
    #[derive(Default, Hash)]
    pub enum Usage {
        #[default]
        Lettable = 1 => "可出租",
        SelfUse = 2 => "自用",
        Lent = 3 => "出借",
        Repair = 4 => "维修停用",
        Unfit = 5 => "不可出租",
    }
}

numbered! {
    /// What a price is for.
    #[derive(Default)]
    pub enum PriceUnit {
        #[default]
        AreaMonth = 1 => "元/㎡·月",
        AreaDay = 2 => "元/㎡·天",
        Month = 3 => "元/月",
    }
}

/// What a person writes about a room.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoomFacts {
    /// The building 楼栋 that it is about, by number.
    #[schemars(title = "所属楼栋")]
    pub building_id: u64,
    /// Floor −2…99, never 0.
    #[schemars(title = "楼层")]
    pub floor_no: i16,
    /// Number on the floor, e.g. `301`.
    pub room_no: String,
    /// Code of the whole register, e.g. `A-3-301`; made when empty.
    #[serde(default)]
    pub room_code: String,
    /// Name of the room beside its number; may be empty.
    #[serde(default)]
    pub room_name: String,
    /// Kind of use, a value of the dictionary `room_use_kind`.
    #[serde(default)]
    pub use_kind: String,
    /// Area in ㎡ with two decimals, by the outer walls 建筑面积.
    #[schemars(title = "建筑面积")]
    pub building_area_m2: Area,
    /// Area in ㎡ with two decimals inside the walls 套内面积; absent: unknown.
    #[serde(default)]
    #[schemars(title = "套内面积")]
    pub inner_area_m2: Option<Area>,
    /// Area in ㎡ with two decimals that rent is charged for 计租面积.
    #[schemars(title = "计租面积")]
    pub rent_area_m2: Area,
    /// 招租底价, 1/10,000 yuan a unit.
    #[serde(default)]
    #[schemars(title = "招租底价")]
    pub base_price_e4: Option<i64>,
    /// What the price is for.
    #[serde(default)]
    #[schemars(title = "底价单位")]
    pub price_unit: PriceUnit,
}

/// Since when a room exists when nobody says.
pub const SINCE: Date = jiff::civil::date(2000, 1, 1);

/// Days with one usage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UsageSpan {
    /// What the room is used for.
    pub usage: Usage,
    /// When.
    #[serde(flatten)]
    pub span: DateSpan,
    /// Document or reason behind it, in words.
    #[serde(default)]
    pub doc: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Room {
    pub room_id: u64,
    /// The building's asset.
    pub asset_id: u64,
    /// What a person writes.
    pub facts: RoomFacts,
    /// Days on which it exists; the end is open until it is split, merged or ended.
    pub valid: DateSpan,
    /// Usages, in order, covering `valid`.
    pub usages: Vec<UsageSpan>,
    /// Rooms it was split from or merged of.
    pub parents: Vec<u64>,
    /// Lock, department, maker.
    pub owned: Owned,
}

impl Room {
    /// What it is for on a day.
    pub fn usage(&self, day: Date) -> Option<Usage> {
        self.usages.iter().find(|usage| usage.span.contains(day)).map(|usage| usage.usage)
    }

    /// Whether it exists without end.
    pub fn is_open(&self) -> bool {
        self.valid.to == FOREVER
    }
}

fn place(room: &Room) -> Key {
    key().u64(room.facts.building_id).i64(i64::from(room.facts.floor_no)).str(&room.facts.room_no)
}

/// Rooms of an asset.
pub const BY_ASSET: Index<Room> = Index { name: "room/asset", unique: false, keys: |room| vec![id(room.asset_id)] };
/// Rooms of a building, by floor and number.
pub const BY_BUILDING: Index<Room> = Index { name: "room/building", unique: false, keys: |room| vec![place(room)] };
/// Rooms without end by building, floor and number.
pub const BY_PLACE: Index<Room> = Index {
    name: "room/place",
    unique: true,
    keys: |room| if room.is_open() { vec![place(room)] } else { Vec::new() },
};
/// Rooms without end by code.
pub const BY_CODE: Index<Room> = Index {
    name: "room/code",
    unique: true,
    keys: |room| if room.is_open() { vec![key().str(&room.facts.room_code)] } else { Vec::new() },
};

impl Record for Room {
    const TABLE: &'static str = "room";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[BY_ASSET, BY_BUILDING, BY_PLACE, BY_CODE];
    fn id(&self) -> Key {
        id(self.room_id)
    }
}

business!(Room, "房间", room_id, facts.room_code);
