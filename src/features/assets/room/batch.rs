//! Rooms of a building floor by floor, entered at once.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ops::{RoomInput, create};
use super::record::{PriceUnit, RoomFacts, Usage};
use crate::error::{AppError, Result};
use crate::kernel::area::Area;
use crate::kernel::dates::RegisterDateText;
use crate::op::Op;
use crate::route::Data;

/// Rooms at a time.
const MOST: usize = 500;

/// One of the rooms.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewRoom {
    /// Floor −9…199, never 0.
    #[schemars(title = "楼层")]
    pub floor_no: i16,
    /// Number on the floor.
    pub room_no: String,
    /// Area in ㎡ with two decimals, by the outer walls 建筑面积.
    #[schemars(title = "建筑面积")]
    pub building_area_m2: Area,
    /// Area in ㎡ with two decimals that rent is charged for 计租面积.
    #[schemars(title = "计租面积")]
    pub rent_area_m2: Area,
}

/// Rooms that are alike but for place and size.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewRooms {
    /// The building 楼栋 that it is about, by number.
    #[schemars(title = "所属楼栋")]
    pub building_id: u64,
    /// A value of the dictionary `room_use_kind`.
    #[serde(default)]
    pub use_kind: String,
    /// Usage; «lettable» when absent.
    #[serde(default)]
    #[schemars(title = "用途状态")]
    pub usage: Option<Usage>,
    /// First day; 2000-01-01 when absent.
    #[serde(default)]
    #[schemars(with = "Option<RegisterDateText>", title = "启用日期")]
    pub valid_from: Option<Date>,
    /// Rooms to be made.
    pub rooms: Vec<NewRoom>,
}

/// How many were made.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct MadeRooms {
    /// How many rooms.
    pub count: usize,
}

/// POST /asset/room/batch: all of them or none.
///
/// # Errors
/// A sentence that names the first room that breaks a rule.
pub fn create_all(op: &mut Op, input: NewRooms) -> Result<Data<MadeRooms>> {
    let count = input.rooms.len();
    if !(1..=MOST).contains(&count) {
        return Err(AppError::refused(format!("每次可以生成1到{MOST}间房间")));
    }
    for room in input.rooms {
        let place = format!("{} 层 {}", room.floor_no, room.room_no);
        let facts = RoomFacts {
            building_id: input.building_id,
            floor_no: room.floor_no,
            room_no: room.room_no,
            room_code: String::new(),
            room_name: String::new(),
            use_kind: input.use_kind.clone(),
            building_area_m2: room.building_area_m2,
            inner_area_m2: None,
            rent_area_m2: room.rent_area_m2,
            base_price_e4: None,
            price_unit: PriceUnit::default(),
        };
        let (valid_from, usage) = (input.valid_from, input.usage);
        let one = RoomInput { room_id: None, version: None, valid_from, usage, remark: String::new(), facts };
        create(op, one)
            .map_err(|fault| AppError { message: format!("{place}：{}", fault.message).into(), ..fault })?;
    }
    Ok(Data(MadeRooms { count }))
}
