//! The operations on rooms.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::availability::withheld;
use super::grid::{RoomState, state_of};
use super::record::{BY_ASSET, BY_CODE, BY_PLACE, Room, RoomFacts, SINCE, Usage, UsageSpan};
use super::tenancy::{RoomWatch, RoomsToWatch, Tenancies, Tenancy, deposit_of};
use super::vacancy::empty_since;
use super::{columns, lineage};
use crate::error::{AppError, Result};
use crate::features::assets::asset::record::Asset;
use crate::features::assets::building::Building;
use crate::features::assets::occupancy::{Claim, Occupancy, OccupancyKind, blocked_by, occupy, of_room, release};
use crate::kernel::check;
use crate::kernel::dates::{DateText, RegisterDateText};
use crate::kernel::page::Paging;
use crate::kernel::span::{DateSpan, FOREVER, before};
use crate::op::{Op, View};
use crate::records::list::{Filter, FilterBuilder, List, Made, Many, NameCache, NoSums, One, Place};
use crate::records::owned;
use crate::records::owned::{Business, Owned, OwnedOut};
use crate::route::{Data, Done};
use crate::store::{Reads, id, key};

/// A room on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoomOut {
    /// Number of the room 房间.
    pub room_id: u64,
    /// The asset 资产 that it is part of, by number.
    pub asset_id: u64,
    /// What a person wrote.
    #[serde(flatten)]
    pub facts: RoomFacts,
    /// Name of its asset.
    pub asset_name: String,
    /// Name of its building.
    pub building_name: String,
    /// Days on which it exists.
    pub valid: DateSpan,
    /// What the room is used for today.
    pub usage: Option<Usage>,
    /// State today 房态.
    pub state: RoomState,
    /// The lease behind the state; 0 for none.
    pub lease_id: u64,
    /// Since when it stands empty; absent when it does not.
    #[schemars(with = "Option<DateText>")]
    pub empty_since: Option<Date>,
    /// Why it may not be let today although it stands empty; empty: it may, or does not stand empty.
    pub withheld: String,
    /// Usages, oldest first.
    pub usages: Vec<UsageSpan>,
    /// Rooms it was split from or merged of.
    pub parents: Vec<u64>,
    /// Lock, department, maker.
    #[serde(flatten)]
    pub owned: OwnedOut,
}

fn out(view: &View, names: &mut NameCache<'_>, room: &Room, today: Date) -> Result<RoomOut> {
    let rows = of_room(view, room.room_id)?;
    let (state, row) = state_of(view, room, &rows, today)?;
    let empty = state == RoomState::Vacant && room.valid.contains(today);
    let asset: Option<Asset> = if empty { view.tx.get(&id(room.asset_id))? } else { None };
    Ok(RoomOut {
        room_id: room.room_id,
        asset_id: room.asset_id,
        facts: room.facts.clone(),
        asset_name: names.of::<Asset>(room.asset_id)?,
        building_name: names.of::<Building>(room.facts.building_id)?,
        valid: room.valid,
        usage: room.usage(today),
        state,
        lease_id: row.map_or(0, |row| row.lease_id),
        empty_since: empty.then(|| empty_since(room, &rows, today)),
        withheld: asset.and_then(|asset| withheld(room, &asset, today)).unwrap_or_default(),
        usages: room.usages.clone(),
        parents: room.parents.clone(),
        owned: OwnedOut::of(view, &room.owned)?,
    })
}

/// Filters of the list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListRooms {
    /// Part of the code.
    pub room_code: Option<String>,
    /// Only of these assets 资产, by numbers; absent: all.
    pub asset_id: Vec<u64>,
    /// Only of these buildings 楼栋, by numbers; absent: all.
    pub building_id: Vec<u64>,
    /// Only rooms of this floor; below ground negative.
    pub floor_no: Vec<i16>,
    /// Only rooms of these kinds of use 规划用途; absent: all.
    pub use_kind: Vec<String>,
    /// Only rooms used so today; absent: all.
    pub usage: Vec<Usage>,
    /// Only rooms that somebody has to see to.
    pub watch: Option<RoomWatch>,
    /// Show rooms that have ended, too.
    pub with_ended: bool,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

/// 房间
pub struct Rooms;

impl List for Rooms {
    type Record = Room;
    type Query = ListRooms;
    type Row = RoomOut;
    type Sums = NoSums;

    const PLACE: Place =
        Place { list: "/asset/room/list", permission: "asset:room:list", export: None, title: super::TITLE };

    fn paging(query: &ListRooms) -> &Paging {
        &query.paging
    }

    fn narrow(view: &View, query: &ListRooms, ask: &mut FilterBuilder<Room>) -> Result<()> {
        if !query.with_ended {
            ask.days(&columns::UNTIL, Some(view.now.date()), None)?;
        }
        ask.word(query.room_code.as_deref(), &[&columns::CODE])?;
        ask.several(&columns::ASSET, &query.asset_id)?;
        ask.several(&columns::BUILDING, &query.building_id)?;
        let floors: Vec<i64> = query.floor_no.iter().map(|floor| i64::from(*floor)).collect();
        ask.several(&columns::FLOOR, &floors)?;
        ask.named(&columns::USE_KIND, &query.use_kind)?;
        if let Some(watch) = query.watch {
            for RoomsToWatch(found) in view.app.product.extensions::<RoomsToWatch>() {
                ask.must(Filter::ids(found(view, watch)?));
            }
        }
        ask.several(&columns::USAGE, &query.usage)
    }

    fn row(names: &mut NameCache<'_>, record: &Room) -> Result<RoomOut> {
        let view = *names.view();
        out(&view, names, record, view.now.date())
    }
}

/// A room with what occupies it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoomCard {
    /// The room with its names and what it is used for today.
    #[serde(flatten)]
    pub room: RoomOut,
    /// Active occupancies by day.
    pub occupancies: Vec<OccupancyOut>,
    /// Rooms it was split from or merged of, by name.
    pub parent_rooms: Vec<KinRoom>,
    /// Rooms that came of it by splitting or merging.
    pub child_rooms: Vec<KinRoom>,
    /// Who rents it today, for those who may see the lease.
    pub tenancy: Option<Tenancy>,
    /// Fen held as deposit for that lease, for those who may see deposits.
    pub deposit_fen: Option<i64>,
    /// Whether somebody said since when it exists.
    pub since_known: bool,
    /// The party A 甲方 that manages its asset today, by number; 0 for none.
    pub party_a_id: u64,
}

/// A room before or after a split or merger.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct KinRoom {
    /// Number of the room 房间.
    pub room_id: u64,
    /// Room number as on the door 房号.
    pub room_code: String,
    /// Days on which it exists.
    pub valid: DateSpan,
}

/// Parents and children of a room; all of them lie in its asset.
fn kin(view: &View, room: &Room) -> Result<(Vec<KinRoom>, Vec<KinRoom>)> {
    let scope = view.caller.scope();
    let mut near: Vec<Room> = view.tx.by(&BY_ASSET, &id(room.asset_id), false, 0, usize::MAX)?;
    near.retain(|other| owned::is_visible(view, &scope, other));
    let named =
        |other: &Room| KinRoom { room_id: other.room_id, room_code: other.facts.room_code.clone(), valid: other.valid };
    let parents = near.iter().filter(|other| room.parents.contains(&other.room_id)).map(named).collect();
    let children = near.iter().filter(|other| other.parents.contains(&room.room_id)).map(named).collect();
    Ok((parents, children))
}

/// An occupancy on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OccupancyOut {
    /// Number of the occupancy 占用.
    pub occupancy_id: u64,
    /// Days of the occupancy, both included.
    pub span: DateSpan,
    /// Why: one of the values of its type.
    pub kind: OccupancyKind,
    /// The lease behind it; 0 for none.
    pub lease_id: u64,
    /// What people call the reason.
    pub reason: String,
    /// The tenant, for those who may see the lease.
    pub tenant_name: String,
}

pub fn show(view: &View, input: One) -> Result<Data<RoomCard>> {
    let room: Room = owned::find(view, input.id)?;
    let mut tenancies = Tenancies::on(view, view.now.date());
    let shown = |row: Occupancy| {
        let tenant_name = tenancies.of(row.lease_id)?.map(|told| told.tenant_name).unwrap_or_default();
        let Occupancy { occupancy_id, span, kind, lease_id, reason, .. } = row;
        Ok(OccupancyOut { occupancy_id, span, kind, lease_id, reason, tenant_name })
    };
    let occupancies = of_room(view, room.room_id)?.into_iter().map(shown).collect::<Result<_>>()?;
    let (parent_rooms, child_rooms) = kin(view, &room)?;
    let since_known = room.valid.from != SINCE;
    let asset: Asset = owned::linked(view, room.asset_id)?;
    let party_a_id = asset.holder(view.now.date()).unwrap_or_default();
    let room = out(view, &mut NameCache::new(view), &room, view.now.date())?;
    let tenancy = tenancies.of(room.lease_id)?;
    let deposit_fen = deposit_of(view, tenancy.as_ref())?;
    Ok(Data(RoomCard { room, occupancies, parent_rooms, child_rooms, tenancy, deposit_fen, since_known, party_a_id }))
}

/// A room as a form sends it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoomInput {
    /// Which; absent for a new one.
    #[serde(default)]
    pub room_id: Option<u64>,
    /// The version that was read.
    #[serde(default)]
    pub version: Option<u64>,
    /// First day of a new room; 2000-01-01 when absent.
    #[serde(default)]
    #[schemars(with = "Option<RegisterDateText>", title = "启用日期")]
    pub valid_from: Option<Date>,
    /// Usage of a new room; «lettable» when absent.
    #[serde(default)]
    #[schemars(title = "用途状态")]
    pub usage: Option<Usage>,
    /// Remark in free text; empty: none.
    #[serde(default)]
    pub remark: String,
    /// What a person writes.
    #[serde(flatten)]
    pub facts: RoomFacts,
}

/// Checks what a person wrote about a room; fills in the code.
///
/// # Errors
/// A sentence for a field that breaks a rule.
pub fn check_facts(view: &View, facts: &RoomFacts, room_id: u64) -> Result<RoomFacts> {
    let mut facts = facts.clone();
    for text in [&mut facts.room_no, &mut facts.room_code, &mut facts.room_name] {
        *text = text.trim().to_owned();
    }
    check::required("roomNo", &facts.room_no, "房号不能为空")?;
    check::at_most("roomNo", &facts.room_no, 20, "房号长度不能超过20个字符")?;
    check::at_most("roomCode", &facts.room_code, 40, "房间编码长度不能超过40个字符")?;
    check::at_most("roomName", &facts.room_name, 50, "房间名称长度不能超过50个字符")?;
    if facts.floor_no == 0 || !(-9..=199).contains(&facts.floor_no) {
        return Err(AppError::refused("楼层须在-9到199之间，且不能为0（地下一层填-1）").at("floorNo"));
    }
    if facts.building_area_m2.0 <= 0 || facts.rent_area_m2.0 <= 0 {
        return Err(AppError::refused("建筑面积和计租面积须大于0"));
    }
    if facts.base_price_e4.is_some_and(|price| price < 0) {
        return Err(AppError::refused("招租底价不能为负数").at("basePriceE4"));
    }
    let building: Building = owned::find(view, facts.building_id)?;
    if facts.room_code.is_empty() {
        facts.room_code = format!("{}-{}-{}", building.facts.building_code, facts.floor_no, facts.room_no);
    }
    let other = |found: Option<Room>| found.is_some_and(|other| other.room_id != room_id);
    let place = key().u64(facts.building_id).i64(i64::from(facts.floor_no)).str(&facts.room_no);
    if other(view.tx.one(&BY_PLACE, &place)?) {
        let building = building.facts.building_name;
        return Err(
            AppError::refused(format!("{building} {} 层已有房号 {}", facts.floor_no, facts.room_no)).at("roomNo")
        );
    }
    if other(view.tx.one(&BY_CODE, &key().str(&facts.room_code))?) {
        return Err(AppError::refused(format!("房间编码 {} 已存在", facts.room_code)).at("roomCode"));
    }
    Ok(facts)
}

pub fn create(op: &mut Op, input: RoomInput) -> Result<Data<Made>> {
    check::remark(&input.remark)?;
    let facts = check_facts(&op.view(), &input.facts, 0)?;
    let building: Building = owned::find(&op.view(), facts.building_id)?;
    let room_id = op.next_id::<Room>()?;
    let valid = DateSpan::new(input.valid_from.unwrap_or(SINCE), FOREVER);
    let usages = vec![UsageSpan { usage: input.usage.unwrap_or_default(), span: valid, doc: String::new() }];
    let asset_id = building.facts.asset_id;
    let room = Room { room_id, asset_id, facts, valid, usages, parents: Vec::new(), owned: Owned::default() };
    owned::insert(op, room, building.owned.dept_id, input.remark)?;
    Ok(Data(Made { id: room_id }))
}

/// PUT /asset/room: what it is; usage and validity have operations of their own.
pub fn update(op: &mut Op, input: RoomInput) -> Result<Done> {
    let old: Room = owned::find(&op.view(), input.room_id.unwrap_or(0))?;
    owned::check_version(&op.view(), &old, input.version)?;
    check::remark(&input.remark)?;
    if !old.is_open() {
        return Err(AppError::refused(format!("房间 {} 已于 {} 失效，不能修改", old.title(), old.valid.to)));
    }
    let facts = check_facts(&op.view(), &input.facts, old.room_id)?;
    let building: Building = owned::find(&op.view(), facts.building_id)?;
    if building.facts.asset_id != old.asset_id {
        return Err(AppError::refused("不能把房间移到另一资产的楼栋").at("buildingId"));
    }
    let mut room = Room { facts, ..old.clone() };
    room.owned.base.remark = input.remark;
    owned::update(op, &old, room, "修改")?;
    Ok(Done)
}

/// A usage from a day on.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SetUsage {
    /// The room 房间 that it is about, by number.
    pub room_id: u64,
    /// The version that was read.
    #[serde(default)]
    pub version: Option<u64>,
    /// What the room is used for.
    #[schemars(title = "用途状态")]
    pub usage: Usage,
    /// First day on which it holds.
    #[schemars(with = "RegisterDateText", title = "生效日期")]
    pub from: Date,
    /// Document or reason behind it, in words.
    #[serde(default)]
    pub doc: String,
}

/// PUT /asset/room/usage: usages after that day are replaced.
pub fn set_usage(op: &mut Op, input: SetUsage) -> Result<Done> {
    let old: Room = owned::find(&op.view(), input.room_id)?;
    owned::check_version(&op.view(), &old, input.version)?;
    check::at_most("doc", &input.doc, 200, "依据长度不能超过200个字符")?;
    if !old.valid.contains(input.from) {
        return Err(AppError::refused(format!("生效日期须在房间有效期（{}）之内", old.valid)));
    }
    if input.usage != Usage::Lettable {
        let days = DateSpan::new(input.from, old.valid.to);
        let let_out = |row: &&Occupancy| row.lease_id > 0 && row.span.overlaps(&days);
        if let Some(row) = of_room(&op.view(), old.room_id)?.iter().find(let_out) {
            return Err(AppError::refused(format!(
                "房间 {} {}，不能改为{}",
                old.title(),
                blocked_by(row),
                input.usage.label()
            )));
        }
    }
    let mut usages: Vec<UsageSpan> = old.usages.iter().filter(|usage| usage.span.from < input.from).cloned().collect();
    if let Some(last) = usages.last_mut() {
        last.span.to = before(input.from);
    }
    let span = DateSpan::new(input.from, old.valid.to);
    usages.push(UsageSpan { usage: input.usage, span, doc: input.doc.trim().to_owned() });
    owned::update(op, &old, Room { usages, ..old.clone() }, "变更用途")?;
    Ok(Done)
}

/// A repair, loan or own use for some days.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlockRoom {
    /// The room 房间 that it is about, by number.
    pub room_id: u64,
    /// Why: 4 自用, 5 出借, 6 维修; 1 预订 without a lease.
    #[schemars(title = "占用类型")]
    pub kind: OccupancyKind,
    /// First day, included.
    #[schemars(with = "RegisterDateText", title = "开始日期")]
    pub from: Date,
    /// Last day, included.
    #[schemars(with = "RegisterDateText", title = "结束日期")]
    pub to: Date,
    /// What the room is kept for, in words.
    #[serde(default)]
    pub reason: String,
}

pub fn block(op: &mut Op, input: BlockRoom) -> Result<Data<Made>> {
    let room: Room = owned::find(&op.view(), input.room_id)?;
    if matches!(input.kind, OccupancyKind::Lease | OccupancyKind::Holdover) {
        return Err(AppError::refused("租赁占用由合同产生，不能手工登记"));
    }
    let span = DateSpan::new(input.from, input.to);
    if span.is_empty() {
        return Err(AppError::refused("结束日期不能早于开始日期").at("endDate"));
    }
    if !room.valid.covers(&span) {
        return Err(AppError::refused(format!("占用须在房间有效期（{}）之内", room.valid)));
    }
    check::at_most("reason", &input.reason, 100, "原因长度不能超过100个字符")?;
    let reason = input.reason.trim().to_owned();
    let row = occupy(op, Claim { room_id: room.room_id, span, kind: input.kind, lease_id: 0, reason })?;
    Ok(Data(Made { id: row.occupancy_id }))
}

pub fn unblock(op: &mut Op, input: One) -> Result<Done> {
    let gone = || AppError::refused("占用记录不存在或已释放，请刷新后重试");
    let row: Occupancy = op.view().tx.get(&id(input.id))?.ok_or_else(gone)?;
    let _: Room = owned::find(&op.view(), row.room_id)?;
    if row.lease_id > 0 {
        return Err(AppError::refused("合同占用随合同释放，不能手工删除"));
    }
    if !row.active {
        return Err(gone());
    }
    release(op, row)?;
    Ok(Done)
}

/// DELETE /asset/room/{ids}: all or none.
pub fn remove(op: &mut Op, input: Many) -> Result<Done> {
    lineage::forget(op, input)
}
