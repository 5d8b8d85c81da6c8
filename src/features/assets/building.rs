//! Buildings 楼栋 of an asset (domain.md 2.5).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::asset::record::Asset;
use super::room::record::BY_BUILDING as ROOMS_BY_BUILDING;
use crate::columns::field::whole;
use crate::columns::{Field, Listed};
use crate::error::{AppError, Result};
use crate::kernel::area::Area;
use crate::kernel::check;
use crate::kernel::enumeration::Coded;
use crate::kernel::page::Paging;
use crate::op::{Op, View};
use crate::records::list::{
    self, Choose, FilterBuilder, List, Made, Many, NameCache, NoSums, One, Place, Scoped, Span, created, creator, dept,
    matching,
};
use crate::records::owned;
use crate::records::owned::{Business, Owned, OwnedOut, business};
use crate::records::status::Status;
use crate::route::{AuditAction, Data, Done, Method, Route, read, write};
use crate::store::{Index, Key, Reads, Record, id, key};

/// What a person writes about a building.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct BuildingFacts {
    /// The asset 资产 that it is part of, by number.
    #[schemars(title = "所属资产")]
    pub asset_id: u64,
    /// Code, unique in the asset, part of room codes.
    pub building_code: String,
    /// Name of the building 楼栋.
    pub building_name: String,
    /// Floors above ground.
    #[schemars(title = "地上层数")]
    pub floors_above: u16,
    /// Floors below ground.
    #[schemars(title = "地下层数")]
    pub floors_below: u16,
    /// Year it was built.
    #[schemars(title = "建成年份")]
    pub build_year: Option<u16>,
    /// Whether it has a lift.
    pub elevator: bool,
    /// Fire resistance, as text.
    pub fire_grade: String,
    /// Area in ㎡ with two decimals, by the outer walls 建筑面积.
    #[schemars(title = "建筑面积")]
    pub building_area_m2: Option<Area>,
    /// "0" in use, "1" disabled.
    pub status: Status,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Building {
    pub building_id: u64,
    /// What a person writes.
    pub facts: BuildingFacts,
    /// Lock, department, maker.
    pub owned: Owned,
}

/// Buildings of an asset, by code.
pub const BY_ASSET: Index<Building> = Index {
    name: "building/asset",
    unique: true,
    keys: |building| vec![key().u64(building.facts.asset_id).str(&building.facts.building_code)],
};

impl Record for Building {
    const TABLE: &'static str = "building";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[BY_ASSET];
    fn id(&self) -> Key {
        id(self.building_id)
    }
}

business!(Building, "楼栋", building_id, facts.building_name);

/// A building on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BuildingOut {
    /// Number of the building 楼栋.
    pub building_id: u64,
    /// What a person wrote.
    #[serde(flatten)]
    pub facts: BuildingFacts,
    /// Name of its asset.
    pub asset_name: String,
    /// Rooms in it, ended ones too.
    pub room_count: u64,
    /// Lock, department, maker.
    #[serde(flatten)]
    pub owned: OwnedOut,
}

fn out(view: &View, names: &mut NameCache<'_>, building: &Building) -> Result<BuildingOut> {
    Ok(BuildingOut {
        building_id: building.building_id,
        facts: building.facts.clone(),
        asset_name: names.of::<Asset>(building.facts.asset_id)?,
        room_count: owned::count(view, &ROOMS_BY_BUILDING, &id(building.building_id), "asset:room:list")?,
        owned: OwnedOut::of(view, &building.owned)?,
    })
}

/// Filters of the list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListBuildings {
    /// Only of these assets 资产, by numbers; absent: all.
    pub asset_id: Vec<u64>,
    /// Part of the name.
    pub building_name: Option<String>,
    /// Only "0" in use or "1" disabled; absent: both.
    pub status: Vec<Status>,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

const CODE: Field<Building> = Field::name("buildingCode", |building| building.facts.building_code.clone());
const NAME: Field<Building> = Field::person("buildingName", |building| building.facts.building_name.clone());
const ASSET: Field<Building> = Field::link::<Asset>("assetId", "assetName", |building| whole(building.facts.asset_id));
const STATUS: Field<Building> = Field::word("status", Status::WORDS, |building| building.facts.status.code());

impl Listed for Building {
    const FIELDS: &'static [Field<Self>] = &[CODE, NAME, ASSET, STATUS, dept(), creator(), created()];
    const TITLE: &'static str = "buildingName";
}

/// 楼栋
struct Buildings;

impl List for Buildings {
    type Record = Building;
    type Query = ListBuildings;
    type Row = BuildingOut;
    type Sums = NoSums;

    const PLACE: Place =
        Place { list: "/asset/building/list", permission: "asset:building:list", export: None, title: TITLE };

    fn paging(query: &ListBuildings) -> &Paging {
        &query.paging
    }

    fn narrow(_: &View, query: &ListBuildings, ask: &mut FilterBuilder<Building>) -> Result<()> {
        ask.several(&ASSET, &query.asset_id)?;
        ask.word(query.building_name.as_deref(), &[&NAME])?;
        ask.several(&STATUS, &query.status)
    }

    fn row(names: &mut NameCache<'_>, record: &Building) -> Result<BuildingOut> {
        let view = *names.view();
        out(&view, names, record)
    }
}

fn show(view: &View, input: One) -> Result<Data<BuildingOut>> {
    out(view, &mut NameCache::new(view), &owned::find(view, input.id)?).map(Data)
}

/// A building to choose.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BuildingOption {
    /// Number of the building 楼栋.
    pub building_id: u64,
    /// Name of the building 楼栋.
    pub building_name: String,
    /// Name of the asset 资产.
    pub asset_name: String,
}

/// GET /asset/building/options: as fields choose them, the newest first.
fn options(view: &View, query: Choose) -> Result<Data<Vec<BuildingOption>>> {
    let mut ask = FilterBuilder::<Building>::default();
    Building::restrict_to_visible(view, &mut ask)?;
    ask.ids(&query.ids);
    if query.ids.is_empty() {
        ask.word(query.key_word.as_deref(), &[&CODE, &NAME, &ASSET])?;
    }
    let mut names = NameCache::new(view);
    let option = |building: Building| -> Result<BuildingOption> {
        Ok(BuildingOption {
            building_id: building.building_id,
            asset_name: names.of::<Asset>(building.facts.asset_id)?,
            building_name: building.facts.building_name,
        })
    };
    let found = matching(view, ask, Span::First(query.most()), true)?;
    found.into_iter().map(option).collect::<Result<_>>().map(Data)
}

/// A building as a form sends it.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct BuildingInput {
    /// Which; absent for a new one.
    pub building_id: Option<u64>,
    /// The version that was read.
    pub version: Option<u64>,
    /// Remark in free text; empty: none.
    pub remark: String,
    /// What a person writes.
    #[serde(flatten)]
    pub facts: BuildingFacts,
}

fn checked(view: &View, input: &BuildingInput, building_id: u64) -> Result<BuildingFacts> {
    let mut facts = input.facts.clone();
    facts.building_code = facts.building_code.trim().to_owned();
    facts.building_name = facts.building_name.trim().to_owned();
    check::required("buildingCode", &facts.building_code, "楼栋编码不能为空")?;
    check::at_most("buildingCode", &facts.building_code, 20, "楼栋编码长度不能超过20个字符")?;
    check::required("buildingName", &facts.building_name, "楼栋名称不能为空")?;
    check::at_most("buildingName", &facts.building_name, 50, "楼栋名称长度不能超过50个字符")?;
    check::at_most("fireGrade", &facts.fire_grade, 20, "耐火等级长度不能超过20个字符")?;
    check::remark(&input.remark)?;
    if facts.floors_above > 199 || facts.floors_below > 9 {
        return Err(AppError::refused("地上层数不能超过199，地下层数不能超过9"));
    }
    let _: Asset = owned::find(view, facts.asset_id)?;
    let columns = key().u64(facts.asset_id).str(&facts.building_code);
    let found: Option<Building> = view.tx.one(&BY_ASSET, &columns)?;
    if found.is_some_and(|other| other.building_id != building_id) {
        return Err(AppError::refused(format!("该资产下已有编码为 {} 的楼栋", facts.building_code)));
    }
    Ok(facts)
}

/// POST /asset/building
///
/// # Errors
/// A sentence for a field that breaks a rule.
pub fn create(op: &mut Op, input: BuildingInput) -> Result<Data<Made>> {
    let facts = checked(&op.view(), &input, 0)?;
    let asset: Asset = owned::find(&op.view(), facts.asset_id)?;
    let building_id = op.next_id::<Building>()?;
    let building = Building { building_id, facts, owned: Owned::default() };
    owned::insert(op, building, asset.owned.dept_id, input.remark)?;
    Ok(Data(Made { id: building_id }))
}

fn update(op: &mut Op, input: BuildingInput) -> Result<Done> {
    let old: Building = owned::find(&op.view(), input.building_id.unwrap_or(0))?;
    owned::check_version(&op.view(), &old, input.version)?;
    let facts = checked(&op.view(), &input, old.building_id)?;
    if facts.asset_id != old.facts.asset_id {
        return Err(AppError::refused("不能把楼栋移到另一资产").at("assetId"));
    }
    let mut building = Building { facts, ..old.clone() };
    building.owned.base.remark = input.remark;
    owned::update(op, &old, building, "修改")?;
    Ok(Done)
}

fn remove(op: &mut Op, input: Many) -> Result<Done> {
    for building_id in input.ids {
        let building: Building = owned::find(&op.view(), building_id)?;
        if op.view().tx.count_by(&ROOMS_BY_BUILDING, &id(building_id))? > 0 {
            return Err(AppError::refused(format!("楼栋“{}”下有房间，不能删除，可以改为停用", building.title())));
        }
        owned::remove(op, &building)?;
    }
    Ok(Done)
}

const TITLE: &str = "楼栋管理";

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    let mut routes = list::routes::<Buildings>();
    routes.extend(vec![
        read("/asset/building/options", options).signed_in().titled("可选的楼栋"),
        read("/asset/building/{id}", show).perm("asset:building:query").titled("楼栋详情"),
        write(Method::Post, "/asset/building", create).perm("asset:building:add").audit(TITLE, AuditAction::Insert),
        write(Method::Put, "/asset/building", update).perm("asset:building:edit").audit(TITLE, AuditAction::Update),
        write(Method::Delete, "/asset/building/{ids}", remove)
            .perm("asset:building:remove")
            .audit(TITLE, AuditAction::Delete),
    ]);
    routes
}
