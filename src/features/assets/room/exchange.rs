//! Rooms as workbooks: the same columns go out and come in.
//!
//! A room is found by its code, or by building, floor and number. A building that does not exist yet is made by its
//! first room, so that a register can be taken over from workbooks alone. Usage and validity of a known room change
//! by operations of their own: a row that says otherwise is refused.

use std::collections::{HashMap, HashSet};

use jiff::civil::Date;

use super::grid::{RoomState, state_of};
use super::ops::{self, ListRooms, RoomInput};
use super::record::{BY_BUILDING, BY_CODE, BY_PLACE, PriceUnit, Room, RoomFacts, SINCE, Usage};
use crate::error::{AppError, Result};
use crate::features::assets::asset::record::{Asset, AssetFacts, BY_CODE as ASSET_BY_CODE};
use crate::features::assets::building::{self, BY_ASSET as BUILDINGS_BY_ASSET, Building, BuildingFacts, BuildingInput};
use crate::features::assets::occupancy::of_room;
use crate::kernel::area::Area;
use crate::kernel::check;
use crate::kernel::money::decimal;
use crate::op::{Op, View};
use crate::records::exchange::{Cells, Column, Dictionary, Exchange, area, day_of, if_visible, text};
use crate::records::export::Workbook;
use crate::records::import::{ImportKind, Taken};
use crate::records::owned;
use crate::sheet::{Cell, Row};
use crate::store::{Reads, id, key};

/// What people call an asset or a building.
#[derive(Debug, Clone, Default)]
pub struct Called {
    code: String,
    name: String,
}

/// A row: a room with the names around it.
#[derive(Default)]
pub struct RoomSheetRow {
    facts: RoomFacts,
    asset: Called,
    building: Called,
    from: Option<Date>,
    to: Option<Date>,
    usage: Option<Usage>,
    state: Option<RoomState>,
    remark: String,
}

const ENDED: &str = "失效日期";

type Col = Column<RoomSheetRow, Dictionary>;

pub static ROOMS: Exchange<RoomSheetRow, Dictionary> = Exchange {
    sheet: "房间",
    columns: &[
        Col::text("房间编码", 18.0, |row| &mut row.facts.room_code)
            .note("留空时按楼栋、楼层、房号查找，新房间自动编码为 楼栋编码-楼层-房号"),
        Col::new("资产编码", 14.0, |row| text(&row.asset.code)).note("新房间必填，资产须已登记"),
        Col::new("资产", 28.0, |row| text(&row.asset.name)).derived(),
        Col::new("楼栋编码", 12.0, |row| text(&row.building.code))
            .note("编码或名称至少填一项；资产下没有的楼栋会自动新增，请核对检查结果中的“新增楼栋”"),
        Col::new("楼栋", 18.0, |row| text(&row.building.name)).note("楼栋名称"),
        Col::new("楼层", 8.0, |row| Cell::Number(i64::from(row.facts.floor_no)))
            .note("新房间必填，地下一层填 -1，没有 0 层")
            .sets(|cell, row, _| cell.whole(-9..=199).map(|value| row.facts.floor_no = value)),
        Col::text("房号", 10.0, |row| &mut row.facts.room_no).note("新房间必填，例如 301"),
        Col::text("名称", 16.0, |row| &mut row.facts.room_name),
        Col::text("房屋用途", 12.0, |row| &mut row.facts.use_kind)
            .note("字典“房屋用途”中的值")
            .sets(|cell, row, kinds| cell.entry(kinds).map(|value| row.facts.use_kind = value)),
        Col::new("建筑面积（㎡）", 14.0, |row| area(Some(row.facts.building_area_m2)))
            .note("新房间必填，最多两位小数")
            .sets(|cell, row, _| cell.area().map(|value| row.facts.building_area_m2 = value)),
        Col::area("套内面积（㎡）", 14.0, |row| &mut row.facts.inner_area_m2).note("最多两位小数"),
        Col::new("计租面积（㎡）", 14.0, |row| area(Some(row.facts.rent_area_m2)))
            .note("新房间必填，最多两位小数")
            .sets(|cell, row, _| cell.area().map(|value| row.facts.rent_area_m2 = value)),
        Col::new("招租底价", 12.0, |row| row.facts.base_price_e4.map_or(Cell::Empty, Cell::Price))
            .note("最多四位小数，单位见下一列")
            .sets(|cell, row, _| cell.price().map(|value| row.facts.base_price_e4 = Some(value))),
        Col::new("底价单位", 12.0, |row| text(row.facts.price_unit.label())).choices(&PriceUnit::LABELS).sets(
            |cell, row, _| cell.label(&PriceUnit::ALL, PriceUnit::label).map(|value| row.facts.price_unit = value),
        ),
        Col::new("用途状态", 10.0, |row| text(row.usage.map_or("", Usage::label)))
            .choices(&Usage::LABELS)
            .note("留空为可出租；已有房间变更用途请在页面办理")
            .sets(|cell, row, _| cell.label(&Usage::ALL, Usage::label).map(|value| row.usage = Some(value))),
        Col::day("启用日期", 12.0, |row| &mut row.from).note("留空为 2000-01-01"),
        Col::day(ENDED, 12.0, |row| &mut row.to).derived(),
        Col::new("房态", 10.0, |row| text(row.state.map_or("", RoomState::label))).derived(),
        Col::text("备注", 24.0, |row| &mut row.remark).lines(),
    ],
    needed: &["房间编码", "楼层", "房号"],
    empty: "导入房间数据不能为空！",
    rows: ImportKind { noun: "房间", key: Some(row_key), key_name: "房间", name: "房号" },
    example: |_| RoomSheetRow {
        facts: RoomFacts {
            floor_no: 3,
            room_no: "301".into(),
            room_code: "A1-3-301".into(),
            use_kind: "办公".into(),
            building_area_m2: Area(12_050),
            rent_area_m2: Area(12_050),
            base_price_e4: Some(250_000),
            ..RoomFacts::default()
        },
        asset: Called { code: "ZC-000123".into(), name: String::new() },
        building: Called { code: "A1".into(), name: "A1号楼".into() },
        from: Some(SINCE),
        usage: Some(Usage::Lettable),
        remark: "示例行不会被导入".into(),
        ..RoomSheetRow::default()
    },
    import: |op, book| {
        let mut import = Import::load(&op.view(), book.update_support)?;
        ROOMS.work(op, book, |op, row| import.take(op, row))?.finish(op, None)
    },
};

fn line(room: &Room, today: Date, asset: Called, building: Called, state: Option<RoomState>) -> RoomSheetRow {
    RoomSheetRow {
        facts: room.facts.clone(),
        asset,
        building,
        from: Some(room.valid.from),
        to: (!room.is_open()).then_some(room.valid.to),
        usage: usage_shown(room, today),
        state,
        remark: room.owned.base.remark.clone(),
    }
}

/// The usage today; of a room that is not there yet or any more, its first or last one.
fn usage_shown(room: &Room, today: Date) -> Option<Usage> {
    room.usage(today.clamp(room.valid.from, room.valid.to.max(room.valid.from)))
}

/// Names of assets and buildings, each read once.
#[derive(Default)]
struct Places {
    assets: HashMap<u64, Called>,
    buildings: HashMap<u64, Called>,
}

impl Places {
    fn asset(&mut self, view: &View, asset_id: u64) -> Result<Called> {
        if let Some(known) = self.assets.get(&asset_id) {
            return Ok(known.clone());
        }
        let AssetFacts { asset_code: code, asset_name: name, .. } = owned::linked::<Asset>(view, asset_id)?.facts;
        Ok(self.assets.entry(asset_id).or_insert(Called { code, name }).clone())
    }

    fn building(&mut self, view: &View, building_id: u64) -> Result<Called> {
        if let Some(known) = self.buildings.get(&building_id) {
            return Ok(known.clone());
        }
        let facts = owned::linked::<Building>(view, building_id)?.facts;
        let BuildingFacts { building_code: code, building_name: name, .. } = facts;
        Ok(self.buildings.entry(building_id).or_insert(Called { code, name }).clone())
    }
}

/// Writes the workbook of the filter.
pub fn export(view: &View, query: ListRooms) -> Result<Workbook> {
    let (mut places, today) = (Places::default(), view.now.date());
    ROOMS.export::<ops::Rooms>(view, &query, |room| {
        let (asset, building) = (places.asset(view, room.asset_id)?, places.building(view, room.facts.building_id)?);
        let rows = of_room(view, room.room_id)?;
        let (state, _) = state_of(view, room, &rows, today)?;
        Ok(line(room, today, asset, building, Some(state)))
    })
}

/// What all rows look things up in.
struct Import {
    update: bool,
    kinds: Dictionary,
    places: Places,
    /// Assets by code.
    assets: HashMap<String, u64>,
    /// Buildings of assets that rows have named: by code, and by name.
    by_code: HashMap<(u64, String), u64>,
    by_name: HashMap<(u64, String), Vec<u64>>,
    /// Assets whose buildings were read.
    read: HashSet<u64>,
    /// The building that the row at hand has made.
    made: Option<String>,
}

impl Import {
    fn load(view: &View, update: bool) -> Result<Self> {
        Ok(Self {
            update,
            kinds: Dictionary::load(view, "room_use_kind")?,
            places: Places::default(),
            assets: HashMap::new(),
            by_code: HashMap::new(),
            by_name: HashMap::new(),
            read: HashSet::new(),
            made: None,
        })
    }

    fn asset(&mut self, view: &View, code: &str) -> Result<u64> {
        if let Some(asset_id) = self.assets.get(code) {
            return Ok(*asset_id);
        }
        check::required("assetCode", code, "资产编码不能为空")?;
        let found = if_visible(view, view.tx.one::<Asset>(&ASSET_BY_CODE, &key().str(code))?);
        let asset = found.ok_or_else(|| AppError::refused(format!("资产编码“{code}”不存在，请先登记或导入资产")))?;
        self.assets.insert(code.to_owned(), asset.asset_id);
        Ok(asset.asset_id)
    }

    fn remember(&mut self, asset_id: u64, building_id: u64, code: &str, name: &str) {
        self.by_code.insert((asset_id, code.to_owned()), building_id);
        self.by_name.entry((asset_id, name.to_owned())).or_default().push(building_id);
    }

    /// The building that a row names; made when the asset has none of that code or name.
    fn building(&mut self, op: &mut Op, asset_id: u64, row: &Row) -> Result<u64> {
        let (code, name) = (row.get("楼栋编码").trim(), row.get("楼栋").trim());
        if code.is_empty() && name.is_empty() {
            return Err(AppError::refused("请填写楼栋编码或楼栋名称"));
        }
        if self.read.insert(asset_id) {
            let all: Vec<Building> = op.view().tx.by(&BUILDINGS_BY_ASSET, &id(asset_id), false, 0, usize::MAX)?;
            for building in all {
                let BuildingFacts { building_code, building_name, .. } = &building.facts;
                self.remember(asset_id, building.building_id, building_code, building_name);
            }
        }
        let by_code = |text: &str| self.by_code.get(&(asset_id, text.to_owned())).copied();
        let found = if code.is_empty() {
            match self.by_name.get(&(asset_id, name.to_owned())).map(Vec::as_slice) {
                Some([only]) => Some(*only),
                Some([_, ..]) => {
                    return Err(AppError::refused(format!("资产下有多个名为“{name}”的楼栋，请填写楼栋编码")));
                }
                _ => by_code(name),
            }
        } else {
            by_code(code)
        };
        let Some(building_id) = found else { return self.make_building(op, asset_id, code, name) };
        let known = self.places.building(&op.view(), building_id)?;
        if !code.is_empty() && !name.is_empty() && known.name != name {
            return Err(AppError::refused(format!("楼栋编码 {code} 已登记为“{}”，与表中的“{name}”不同", known.name)));
        }
        Ok(building_id)
    }

    fn make_building(&mut self, op: &mut Op, asset_id: u64, code: &str, name: &str) -> Result<u64> {
        let code = if code.is_empty() { name } else { code };
        let name = if name.is_empty() { code } else { name };
        if !op.caller.rights.holds("asset:building:add") {
            return Err(AppError::refused(format!("楼栋“{name}”不存在，您没有新增楼栋的权限")));
        }
        let (building_code, building_name) = (code.to_owned(), name.to_owned());
        let facts = BuildingFacts { asset_id, building_code, building_name, ..BuildingFacts::default() };
        let building_id = building::create(op, BuildingInput { facts, ..BuildingInput::default() })?.0.id;
        self.remember(asset_id, building_id, code, name);
        self.made = Some(name.to_owned());
        Ok(building_id)
    }

    fn known_line(&mut self, view: &View, room: &Room) -> Result<RoomSheetRow> {
        let (asset, building) =
            (self.places.asset(view, room.asset_id)?, self.places.building(view, room.facts.building_id)?);
        Ok(line(room, view.now.date(), asset, building, None))
    }

    fn take(&mut self, op: &mut Op, row: &Row) -> Result<Taken> {
        self.made = None;
        let code = row.get("房间编码").trim();
        let ended = row.get(ENDED).trim();
        if !ended.is_empty() {
            return self.take_ended(op, row, code, ended);
        }
        if !code.is_empty() {
            let view = op.view();
            if let Some(room) = if_visible(&view, view.tx.one::<Room>(&BY_CODE, &key().str(code))?) {
                return self.take_known(op, row, room);
            }
        }
        // What the cells say by themselves comes first: all complaints at once.
        let (mut cells, mut filled) = (ROOMS.cells(row, None), RoomSheetRow::default());
        cells.required(&["资产编码", "楼层", "房号"], true);
        // Rooms found by their place need no areas, but only the building tells.
        cells.required(&["建筑面积（㎡）", "计租面积（㎡）"], !code.is_empty());
        cells.fill(ROOMS.columns, &mut filled, &self.kinds)?;
        let asset = self.asset(&op.view(), row.get("资产编码").trim());
        let asset_id = cells.collect(asset)?.unwrap_or(0);
        cells.done()?;
        let RoomSheetRow { facts, usage, from: valid_from, remark, .. } = filled;
        let building_id = self.building(op, asset_id, row)?;
        if code.is_empty() {
            let view = op.view();
            let place = key().u64(building_id).i64(i64::from(facts.floor_no)).str(&facts.room_no);
            if let Some(room) = if_visible(&view, view.tx.one::<Room>(&BY_PLACE, &place)?) {
                return self.take_known(op, row, room);
            }
        }
        let facts = RoomFacts { building_id, ..facts };
        ops::create(op, RoomInput { room_id: None, version: None, valid_from, usage, remark, facts })?;
        Ok(self.made.take().map_or(Taken::Created, |name| Taken::CreatedWith(format!("新增楼栋“{name}”"))))
    }

    fn take_known(&mut self, op: &mut Op, row: &Row, room: Room) -> Result<Taken> {
        let mut filled = self.known_line(&op.view(), &room)?;
        let mut cells = ROOMS.cells(row, Some(&mut filled));
        if cells.is_quiet() {
            return Ok(Taken::Unchanged);
        }
        let usage = filled.usage;
        cells.fill(ROOMS.columns, &mut filled, &self.kinds)?;
        check_fixed(&mut cells, &room, usage, &filled);
        cells.done()?;
        let moved = cells.fresh("楼栋编码").is_some() || cells.fresh("楼栋").is_some();
        let building_id = if moved { self.building(op, room.asset_id, row)? } else { room.facts.building_id };
        let RoomSheetRow { facts, remark, .. } = filled;
        let facts = RoomFacts { building_id, ..facts };
        if facts == room.facts && remark == room.owned.base.remark {
            return Ok(Taken::Unchanged);
        }
        if !self.update {
            return Err(AppError::refused(format!("房间编码 {} 已存在", room.facts.room_code)));
        }
        let room_id = Some(room.room_id);
        ops::update(op, RoomInput { room_id, version: None, valid_from: None, usage: None, remark, facts })?;
        Ok(Taken::Updated)
    }

    /// A room that has ended, or will: it comes back from an export, but nothing about it changes.
    fn take_ended(&mut self, op: &mut Op, row: &Row, code: &str, ended: &str) -> Result<Taken> {
        let fixed = || AppError::refused(format!("房间 {code} 填写了失效日期；已停用的房间不能通过导入新增或修改"));
        let (to, asset_id) = (day_of(ended).ok_or_else(fixed)?, self.asset(&op.view(), row.get("资产编码").trim())?);
        let building = row.get("楼栋编码").trim();
        let columns = key().u64(asset_id).str(building);
        let found: Option<Building> = op.view().tx.one(&BUILDINGS_BY_ASSET, &columns)?;
        let floor = decimal(row.number_of("楼层"), 0).ok_or_else(fixed)?;
        let place = key().u64(found.ok_or_else(fixed)?.building_id).i64(floor).str(row.get("房号").trim());
        let rooms: Vec<Room> = op.view().tx.by(&BY_BUILDING, &place, false, 0, usize::MAX)?;
        let same = |room: &&Room| room.facts.room_code == code && room.valid.to == to;
        let room = if_visible(&op.view(), rooms.iter().find(same).cloned()).ok_or_else(fixed)?;
        let mut before = self.known_line(&op.view(), &room)?;
        if ROOMS.cells(row, Some(&mut before)).is_quiet() { Ok(Taken::Unchanged) } else { Err(fixed()) }
    }
}

/// What a workbook cannot change about a known room.
fn check_fixed(cells: &mut Cells<'_>, room: &Room, usage: Option<Usage>, filled: &RoomSheetRow) {
    let code = &room.facts.room_code;
    if cells.fresh("资产编码").is_some() {
        cells.complain(format!("房间 {code} 属于资产 {}，不能移到另一资产", filled.asset.code));
    }
    if let (Some(new), Some(old)) = (filled.usage, usage)
        && new != old
    {
        let (new, old) = (new.label(), old.label());
        cells.complain(format!("房间 {code} 现为“{old}”，改为“{new}”请在房间列表中变更用途"));
    }
    if filled.from != Some(room.valid.from) {
        cells.complain(format!("房间 {code} 的启用日期为 {}，不能通过导入修改", room.valid.from));
    }
}

/// Code, or place; an ended room may share both with one that is there.
fn row_key(row: &Row) -> String {
    let place = || ["资产编码", "楼栋编码", "楼栋", "楼层", "房号"].map(|header| row.get(header).trim()).join(" ");
    let code = row.get("房间编码").trim();
    let has_place = ["资产编码", "楼层", "房号"].iter().all(|header| !row.get(header).trim().is_empty());
    if code.is_empty() && !has_place {
        return String::new();
    }
    let name = if code.is_empty() { place() } else { code.to_owned() };
    match row.get(ENDED).trim() {
        "" => name,
        ended => format!("{name}（{ended} 失效）"),
    }
}
