//! Where the rooms of a ledger are: assets, buildings and rooms of the unit's register, and those that a yes would make.
//!
//! Invariants: only what the unit holds is looked at; a room is let once a day, in the register and within the ledger.

use std::collections::HashMap;

use jiff::civil::Date;

use super::contract::RoomSaid;
use super::names::{Near, same};
use super::wire::NewPlace;
use super::words;
use crate::error::Result;
use crate::features::assets::asset::record::{Asset, BY_PARTY_A};
use crate::features::assets::building::{BY_ASSET as BUILDINGS, Building};
use crate::features::assets::occupancy::{blocked_by, blocking, of_room, with_stayers};
use crate::features::assets::room::record::{BY_ASSET as ROOMS, Room};
use crate::kernel::area::Area;
use crate::kernel::span::DateSpan;
use crate::op::View;
use crate::store::{Reads, id};

/// The name of a building of which the ledger says nothing.
const MAIN: &str = "主楼";
/// The number of a room that is its whole building.
const WHOLE: &str = "整体";
/// Longest number on a door.
const ROOM_NO: usize = 20;
/// Longest names of assets and buildings.
const ASSET_NAME: usize = 100;
const BUILDING_NAME: usize = 50;

/// An asset, known or to be made.
#[derive(Debug, Clone)]
pub struct AssetPlan {
    /// Its number; none when it is to be made.
    pub id: Option<u64>,
    pub name: String,
    code: String,
    address: String,
    /// Places of its buildings.
    buildings: Vec<usize>,
    plate_id: u64,
}

/// A building, known or to be made.
#[derive(Debug, Clone)]
pub struct BuildingPlan {
    pub id: Option<u64>,
    /// Place of its asset.
    pub asset: usize,
    pub name: String,
    code: String,
    /// Places of its rooms by their numbers.
    rooms: HashMap<String, usize>,
}

/// A room, known or to be made.
#[derive(Debug, Clone)]
pub struct RoomPlan {
    pub id: Option<u64>,
    /// Place of its building.
    pub building: usize,
    pub floor_no: i16,
    pub room_no: String,
    pub area: Area,
    /// The line that named it first.
    pub line: u32,
    /// What lines let it for.
    let_for: Vec<(DateSpan, u32)>,
}

/// A room of a contract.
#[derive(Debug, Clone, Copy)]
pub struct Chosen {
    /// Place of the room.
    pub room: usize,
    pub area: Area,
    pub price_e4: i64,
}

/// Assets, buildings and rooms of a unit.
#[derive(Debug, Default)]
pub struct Places {
    pub assets: Vec<AssetPlan>,
    pub buildings: Vec<BuildingPlan>,
    pub rooms: Vec<RoomPlan>,
    by_code: HashMap<String, usize>,
}

impl Places {
    /// Reads what a unit holds on a day.
    ///
    /// # Errors
    /// Records that can't be read.
    pub fn load(view: &View, party_a_id: u64, day: Date) -> Result<Self> {
        let mut places = Self::default();
        let held: Vec<Asset> = view.tx.by(&BY_PARTY_A, &id(party_a_id), false, 0, usize::MAX)?;
        for asset in held.into_iter().filter(|asset| asset.holder(day) == Some(party_a_id)) {
            let place = places.assets.len();
            let mut of_asset = HashMap::new();
            for building in view.tx.by::<Building>(&BUILDINGS, &id(asset.asset_id), false, 0, usize::MAX)? {
                of_asset.insert(building.building_id, places.add_building(place, &building));
            }
            for room in view.tx.by::<Room>(&ROOMS, &id(asset.asset_id), false, 0, usize::MAX)? {
                if let Some(building) = of_asset.get(&room.facts.building_id).filter(|_| room.is_open()) {
                    places.add_room(*building, &room);
                }
            }
            let mut buildings: Vec<usize> = of_asset.into_values().collect();
            buildings.sort_unstable();
            places.assets.push(AssetPlan {
                id: Some(asset.asset_id),
                name: asset.facts.asset_name,
                code: asset.facts.asset_code,
                address: asset.facts.address,
                plate_id: asset.facts.plate_id,
                buildings,
            });
        }
        Ok(places)
    }

    fn add_building(&mut self, asset: usize, building: &Building) -> usize {
        self.buildings.push(BuildingPlan {
            id: Some(building.building_id),
            asset,
            name: building.facts.building_name.clone(),
            code: building.facts.building_code.clone(),
            rooms: HashMap::new(),
        });
        self.buildings.len() - 1
    }

    fn add_room(&mut self, building: usize, room: &Room) {
        let place = self.rooms.len();
        self.rooms.push(RoomPlan {
            id: Some(room.room_id),
            building,
            floor_no: room.facts.floor_no,
            room_no: room.facts.room_no.clone(),
            area: room.facts.rent_area_m2,
            line: 0,
            let_for: Vec::new(),
        });
        self.by_code.insert(same(&room.facts.room_code), place);
        if let Some(building) = self.buildings.get_mut(building) {
            for name in [&room.facts.room_no, &room.facts.room_name].into_iter().filter(|name| !name.is_empty()) {
                building.rooms.entry(same(name)).or_insert(place);
            }
        }
    }

    /// Finds the rooms of a line, or plans those that the register doesn't know.
    ///
    /// # Errors
    /// A sentence when the line does not say where they are.
    pub fn find(&mut self, said: &RoomSaid, usual: &str, plate_id: u64) -> Result<(Vec<usize>, String), String> {
        if let Some(known) = self.by_code.get(&same(&said.room)).filter(|_| !said.room.is_empty()) {
            return Ok((vec![*known], String::new()));
        }
        let name = if said.asset.trim().is_empty() { usual } else { said.asset.as_str() };
        let (asset, rest) = self.asset(name.trim(), plate_id)?;
        let number = if said.room.is_empty() { rest } else { said.room.trim().to_owned() };
        let building = self.building(asset, said.building.trim(), &number)?;
        let parts: Vec<&str> =
            number.split(['、', '，', ',', ';', '；', '\n']).map(str::trim).filter(|part| !part.is_empty()).collect();
        let known = |part: &&str| self.buildings.get(building)?.rooms.get(&same(part)).copied();
        let all: Option<Vec<usize>> = parts.iter().map(known).collect();
        if let Some(all) = all.filter(|all| !all.is_empty()) {
            return Ok((all, String::new()));
        }
        let remark = if parts.len() > 1 {
            format!("“{number}”按一个房间登记，可在房间图中拆分")
        } else {
            String::new()
        };
        Ok((vec![self.plan_room(building, said, &number)?], remark))
    }

    /// The asset of a name, code or address; what follows a known one is its room.
    fn asset(&mut self, name: &str, plate_id: u64) -> Result<(usize, String), String> {
        if name.is_empty() {
            return match self.assets.as_slice() {
                [_] => Ok((0, String::new())),
                _ => Err("没有写资产（坐落），请补写，或在默认约定中填写资产名称".to_owned()),
            };
        }
        let wanted = same(name);
        let is_it =
            |asset: &AssetPlan| [&asset.name, &asset.code, &asset.address].iter().any(|text| same(text) == wanted);
        if let Some(place) = self.assets.iter().position(is_it) {
            return Ok((place, String::new()));
        }
        let head = |asset: &AssetPlan| {
            let heads = [&asset.name, &asset.address].into_iter().map(|text| same(text));
            heads
                .filter(|text| text.chars().count() > 2 && wanted.starts_with(text.as_str()))
                .map(|text| text.len())
                .max()
        };
        let longest = (0..).zip(&self.assets).filter_map(|(place, asset)| Some((head(asset)?, place))).max();
        if let Some((size, place)) = longest {
            let rest = wanted.get(size..).unwrap_or_default().to_owned();
            return Ok((place, rest));
        }
        if name.chars().count() > ASSET_NAME {
            return Err(format!("资产名称不能超过{ASSET_NAME}个字符"));
        }
        self.assets.push(AssetPlan {
            id: None,
            name: name.to_owned(),
            code: String::new(),
            address: name.to_owned(),
            buildings: Vec::new(),
            plate_id,
        });
        Ok((self.assets.len() - 1, String::new()))
    }

    fn building(&mut self, asset: usize, name: &str, room: &str) -> Result<usize, String> {
        let own = self.assets.get(asset).map(|asset| asset.buildings.clone()).unwrap_or_default();
        let plans = || own.iter().filter_map(|place| Some((*place, self.buildings.get(*place)?)));
        if !name.is_empty() {
            let wanted = same(name);
            let bare = |text: &str| same(text).trim_end_matches(['楼', '栋', '幢', '号', '座']).to_owned();
            let is_it = |plan: &BuildingPlan| {
                [&plan.name, &plan.code].iter().any(|text| same(text) == wanted || bare(text) == bare(name))
            };
            if let Some((place, _)) = plans().find(|(_, plan)| is_it(plan)) {
                return Ok(place);
            }
        } else if let [only] = own.as_slice() {
            return Ok(*only);
        } else if own.len() > 1 {
            let holding: Vec<usize> =
                plans().filter(|(_, plan)| plan.rooms.contains_key(&same(room))).map(|(place, _)| place).collect();
            return match holding.as_slice() {
                [one] => Ok(*one),
                _ => Err(format!("该资产有 {} 栋楼，请写明楼栋", own.len())),
            };
        }
        let name = if name.is_empty() { MAIN } else { name };
        if name.chars().count() > BUILDING_NAME {
            return Err(format!("楼栋名称不能超过{BUILDING_NAME}个字符"));
        }
        let place = self.buildings.len();
        let (name, code) = (name.to_owned(), String::new());
        self.buildings.push(BuildingPlan { id: None, asset, name, code, rooms: HashMap::new() });
        if let Some(asset) = self.assets.get_mut(asset) {
            asset.buildings.push(place);
        }
        Ok(place)
    }

    fn plan_room(&mut self, building: usize, said: &RoomSaid, number: &str) -> Result<usize, String> {
        let room_no = if number.is_empty() { WHOLE } else { number };
        if room_no.chars().count() > ROOM_NO {
            return Err(format!("房号“{room_no}”超过{ROOM_NO}个字符，请分行填写"));
        }
        let area = said.area.filter(|area| area.0 > 0).ok_or_else(|| format!("新房间“{room_no}”没有写面积"))?;
        let floor_no = match said.floor.trim() {
            "" => words::floor_of_room(room_no),
            text => words::floor(text).ok_or_else(|| format!("楼层“{text}”无法识别，请写 3 或 -1"))?,
        };
        let place = self.rooms.len();
        let (line, let_for) = (said.line, Vec::new());
        self.rooms.push(RoomPlan { id: None, building, floor_no, room_no: room_no.to_owned(), area, line, let_for });
        if let Some(building) = self.buildings.get_mut(building) {
            building.rooms.insert(same(room_no), place);
        }
        Ok(place)
    }

    /// Lets a room for some days.
    ///
    /// # Errors
    /// A sentence that names who has it on one of them.
    pub fn let_room(&mut self, view: &View, room: usize, span: DateSpan, line: u32) -> Result<Option<String>> {
        let title = self.title(room);
        let Some(plan) = self.rooms.get_mut(room) else { return Ok(None) };
        if let Some((other, first)) = plan.let_for.iter().find(|(other, _)| other.overlaps(&span)) {
            return Ok(Some(format!("房间 {title} 与第 {first} 行租期重叠（{other}）")));
        }
        if let Some(room_id) = plan.id {
            let rows = with_stayers(view, of_room(view, room_id)?)?;
            if let Some(row) = blocking(&rows, &span) {
                return Ok(Some(format!("房间 {title} {}", blocked_by(row))));
            }
        }
        plan.let_for.push((span, line));
        Ok(None)
    }

    /// Asset, building and number of a room, as people say them.
    pub fn title(&self, room: usize) -> String {
        let Some(plan) = self.rooms.get(room) else { return String::new() };
        let building = self.buildings.get(plan.building);
        let asset = building.and_then(|building| self.assets.get(building.asset));
        let [asset, building] =
            [asset.map(|asset| asset.name.as_str()), building.map(|building| building.name.as_str())]
                .map(Option::unwrap_or_default);
        format!("{asset} {building} {}", plan.room_no).trim().to_owned()
    }

    /// Names of assets that would be made.
    pub fn new_assets(&self) -> Vec<&str> {
        self.assets.iter().filter(|asset| asset.id.is_none()).map(|asset| asset.name.as_str()).collect()
    }

    /// The plate of a new asset.
    pub fn plate_of(&self, asset: usize) -> u64 {
        self.assets.get(asset).map_or(0, |asset| asset.plate_id)
    }

    /// Assets and buildings that would be made, with known ones of nearly the same name.
    pub fn new_places(&self) -> Vec<NewPlace> {
        let known: Vec<&str> =
            self.assets.iter().filter(|asset| asset.id.is_some()).map(|asset| asset.name.as_str()).collect();
        let near = Near::of(known.iter().copied());
        let like = |name: &str| near.find(name, 1).first().and_then(|place| known.get(*place)).map_or("", |name| name);
        let assets = self.assets.iter().filter(|asset| asset.id.is_none()).map(|asset| NewPlace {
            asset: asset.name.clone(),
            building: String::new(),
            near: like(&asset.name).to_owned(),
        });
        let of = |building: &BuildingPlan| {
            self.assets.get(building.asset).map_or_else(String::new, |asset| asset.name.clone())
        };
        let buildings = self.buildings.iter().filter(|building| building.id.is_none()).map(|building| NewPlace {
            asset: of(building),
            building: building.name.clone(),
            near: String::new(),
        });
        assets.chain(buildings).collect()
    }
}
