//! Plates 板块: the business segments that assets belong to (domain.md 2.1). They belong to everybody.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::asset::record::BY_PLATE as ASSETS_BY_PLATE;
use crate::columns::{Field, Listed};
use crate::error::{AppError, Result};
use crate::kernel::check;
use crate::kernel::enumeration::Coded;
use crate::kernel::page::Paging;
use crate::op::{Op, View};
use crate::records::list::{
    self, FilterBuilder, List, Made, Many, NameCache, NoSums, One, Place, created, creator, dept, every,
};
use crate::records::owned;
use crate::records::owned::{Business, Owned, OwnedOut, business};
use crate::records::status::Status;
use crate::route::{AuditAction, Data, Done, Method, Nothing, Route, read, write};
use crate::sheet::{Cell, Column};
use crate::store::{Index, Key, Reads, Record, id, key};

/// What a person writes about a plate.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PlateFacts {
    /// Code of the plate 板块, unique.
    pub plate_code: String,
    /// Name of the plate 板块, unique.
    pub plate_name: String,
    /// Fixed chart colour, `#rrggbb`.
    pub color: String,
    /// Order in charts and lists.
    pub sort: i64,
    /// Whether assets may be put into it.
    pub status: Status,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plate {
    pub plate_id: u64,
    /// What a person writes.
    pub facts: PlateFacts,
    /// Lock and maker.
    pub owned: Owned,
}

const BY_CODE: Index<Plate> =
    Index { name: "plate/code", unique: true, keys: |plate| vec![key().str(&plate.facts.plate_code)] };
/// Plate by name.
pub const BY_NAME: Index<Plate> =
    Index { name: "plate/name", unique: true, keys: |plate| vec![key().str(&plate.facts.plate_name)] };

impl Record for Plate {
    const TABLE: &'static str = "plate";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[BY_CODE, BY_NAME];
    fn id(&self) -> Key {
        id(self.plate_id)
    }
}

business!(common Plate, "板块", plate_id, facts.plate_name);

/// A plate on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlateOut {
    /// Number of the plate 板块.
    pub plate_id: u64,
    /// What a person wrote.
    #[serde(flatten)]
    pub facts: PlateFacts,
    /// How many assets are in it.
    pub asset_count: u64,
    /// Lock and maker.
    #[serde(flatten)]
    pub owned: OwnedOut,
}

fn out(view: &View, plate: &Plate) -> Result<PlateOut> {
    Ok(PlateOut {
        plate_id: plate.plate_id,
        facts: plate.facts.clone(),
        asset_count: owned::count(view, &ASSETS_BY_PLATE, &id(plate.plate_id), "asset:asset:list")?,
        owned: OwnedOut::of(view, &plate.owned)?,
    })
}

/// Filters of the list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListPlates {
    /// Part of the name.
    pub plate_name: Option<String>,
    /// Only "0" in use or "1" disabled; absent: both.
    pub status: Vec<Status>,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

const CODE: Field<Plate> = Field::name("plateCode", |plate| plate.facts.plate_code.clone());
pub const NAME: Field<Plate> = Field::person("plateName", |plate| plate.facts.plate_name.clone());
const SORT: Field<Plate> = Field::number("sort", |plate| plate.facts.sort);
const STATUS: Field<Plate> = Field::word("status", Status::WORDS, |plate| plate.facts.status.code());

impl Listed for Plate {
    const FIELDS: &'static [Field<Self>] = &[CODE, NAME, SORT, STATUS, dept(), creator(), created()];
    const TITLE: &'static str = "plateName";
}

/// 板块
struct Plates;

impl List for Plates {
    type Record = Plate;
    type Query = ListPlates;
    type Row = PlateOut;
    type Sums = NoSums;

    const PLACE: Place = Place {
        list: "/asset/plate/list",
        permission: "asset:plate:list",
        export: Some(("/asset/plate/export", "asset:plate:export")),
        title: TITLE,
    };
    const SHEET: &'static str = "板块";
    const COLUMNS: &'static [Column<PlateOut>] = COLUMNS;
    const ORDER: &'static [(&'static str, bool)] = &[("sort", false)];

    fn paging(query: &ListPlates) -> &Paging {
        &query.paging
    }

    fn narrow(_: &View, query: &ListPlates, ask: &mut FilterBuilder<Plate>) -> Result<()> {
        ask.word(query.plate_name.as_deref(), &[&NAME])?;
        ask.several(&STATUS, &query.status)
    }

    fn row(names: &mut NameCache<'_>, plate: &Plate) -> Result<PlateOut> {
        out(names.view(), plate)
    }
}

/// A plate to choose.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlateOption {
    /// Number of the plate 板块.
    pub plate_id: u64,
    /// Name of the plate 板块.
    pub plate_name: String,
    /// Colour in charts, `#rrggbb`.
    pub color: String,
    /// State: disabled ones are for filters only.
    pub status: Status,
}

fn options(view: &View, _: Nothing) -> Result<Data<Vec<PlateOption>>> {
    let rows = every::<Plates>(view, &ListPlates::default())?;
    let option = |plate: Plate| PlateOption {
        plate_id: plate.plate_id,
        plate_name: plate.facts.plate_name,
        color: plate.facts.color,
        status: plate.facts.status,
    };
    Ok(Data(rows.into_iter().map(option).collect()))
}

fn show(view: &View, input: One) -> Result<Data<PlateOut>> {
    out(view, &owned::find(view, input.id)?).map(Data)
}

/// A plate as a form sends it.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PlateInput {
    /// Which; absent for a new one.
    pub plate_id: Option<u64>,
    /// The version that was read.
    pub version: Option<u64>,
    /// Remark in free text; empty: none.
    pub remark: String,
    /// What a person writes.
    #[serde(flatten)]
    pub facts: PlateFacts,
}

fn checked(view: &View, input: &PlateInput, plate_id: u64) -> Result<PlateFacts> {
    let mut facts = input.facts.clone();
    facts.plate_code = facts.plate_code.trim().to_owned();
    facts.plate_name = facts.plate_name.trim().to_owned();
    check::required("plateCode", &facts.plate_code, "板块编码不能为空")?;
    check::at_most("plateCode", &facts.plate_code, 32, "板块编码长度不能超过32个字符")?;
    check::required("plateName", &facts.plate_name, "板块名称不能为空")?;
    check::at_most("plateName", &facts.plate_name, 64, "板块名称长度不能超过64个字符")?;
    check::remark(&input.remark)?;
    let hex = facts.color.strip_prefix('#').unwrap_or_default();
    if hex.len() != 6 || !hex.chars().all(|c| c.is_ascii_hexdigit()) {
        return Err(AppError::refused("图表颜色须为 #RRGGBB 形式，如 #0A6BCB").at("color"));
    }
    let other = |found: Option<Plate>| found.is_some_and(|other| other.plate_id != plate_id);
    if other(view.tx.one(&BY_NAME, &key().str(&facts.plate_name))?) {
        return Err(AppError::refused(format!("板块名称“{}”已存在", facts.plate_name)).at("plateName"));
    }
    if other(view.tx.one(&BY_CODE, &key().str(&facts.plate_code))?) {
        return Err(AppError::refused(format!("板块编码“{}”已存在", facts.plate_code)).at("plateCode"));
    }
    Ok(facts)
}

/// POST /asset/plate
///
/// # Errors
/// A sentence for a field that breaks a rule.
pub fn create(op: &mut Op, input: PlateInput) -> Result<Data<Made>> {
    let facts = checked(&op.view(), &input, 0)?;
    let plate_id = op.next_id::<Plate>()?;
    let plate = Plate { plate_id, facts, owned: Owned::default() };
    owned::insert(op, plate, 0, input.remark)?;
    Ok(Data(Made { id: plate_id }))
}

fn update(op: &mut Op, input: PlateInput) -> Result<Done> {
    let old: Plate = owned::find(&op.view(), input.plate_id.unwrap_or(0))?;
    owned::check_version(&op.view(), &old, input.version)?;
    let facts = checked(&op.view(), &input, old.plate_id)?;
    let mut plate = Plate { facts, ..old.clone() };
    plate.owned.base.remark = input.remark;
    owned::update(op, &old, plate, "修改")?;
    Ok(Done)
}

fn remove(op: &mut Op, input: Many) -> Result<Done> {
    for plate_id in input.ids {
        let plate: Plate = owned::find(&op.view(), plate_id)?;
        if op.view().tx.count_by(&ASSETS_BY_PLATE, &id(plate_id))? > 0 {
            return Err(AppError::refused(format!("板块“{}”下有资产，不能删除，可以改为停用", plate.title())));
        }
        owned::remove(op, &plate)?;
    }
    Ok(Done)
}

const COLUMNS: &[Column<PlateOut>] = &[
    Column::new("板块编码", 14.0, |plate: &PlateOut| Cell::Text(plate.facts.plate_code.clone())),
    Column::new("板块名称", 20.0, |plate| Cell::Text(plate.facts.plate_name.clone())),
    Column::new("图表颜色", 12.0, |plate| Cell::Text(plate.facts.color.clone())),
    Column::new("排序", 8.0, |plate| Cell::Number(plate.facts.sort)),
    Column::new("状态", 8.0, |plate| Cell::Text(plate.facts.status.label().into())),
    Column::new("备注", 30.0, |plate| Cell::Text(plate.owned.base.remark.clone())),
];

const TITLE: &str = "板块管理";

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    let mut routes = list::routes::<Plates>();
    routes.extend(vec![
        read("/asset/plate/options", options).signed_in().titled("可选的板块"),
        read("/asset/plate/{id}", show).perm("asset:plate:query").titled("板块详情"),
        write(Method::Post, "/asset/plate", create).perm("asset:plate:add").audit(TITLE, AuditAction::Insert),
        write(Method::Put, "/asset/plate", update).perm("asset:plate:edit").audit(TITLE, AuditAction::Update),
        write(Method::Delete, "/asset/plate/{ids}", remove)
            .perm("asset:plate:remove")
            .audit(TITLE, AuditAction::Delete),
    ]);
    routes
}
