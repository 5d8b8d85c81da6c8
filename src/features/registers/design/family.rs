//! The family's generator calls (contract of RuoYi, `/tool/gen`), answered truthfully: a table is a register, a column a
//! field; nothing is generated, no SQL is taken, not even into a log.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::columns::{Field as Column, Listed};
use crate::error::{AppError, Result};
use crate::kernel::enumeration::Coded as _;
use crate::kernel::order::Order as _;
use crate::kernel::page::Paging;
use crate::op::{Op, View};
use crate::platform::dict::DictType;
use crate::records::list::{self, FilterBuilder, List, Many, NameCache, NoSums, Place, created, creator, dept};
use crate::records::owned::OwnedOut;
use crate::route::{AuditAction, Data, Done, Flat, Method, Nothing, Route, prepared, read, write};
use crate::store::{Reads, id, key};

use super::super::definition::Field;
use super::super::kind::{FieldKind, Nature, QueryWay, Widget};
use super::super::memory::Registers;
use super::super::record::{BY_CODE, Register, RegisterState};
use super::super::rows::write::living;
use super::super::{package, works};
use super::drafts::{DesignInput, existing, published_of};
use super::pack;
use super::sheets;

const GEN: &str = "代码生成";

/// A register as the family's generator shows a table.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GenTable {
    /// Number of the register 登记表.
    pub table_id: u64,
    /// `reg_` and the code.
    pub table_name: String,
    /// Title of the register, for people.
    pub table_comment: String,
    /// The code with a capital.
    pub class_name: String,
    /// Always `crud`.
    pub tpl_category: &'static str,
    /// Always empty.
    pub package_name: &'static str,
    /// Always `reg`.
    pub module_name: &'static str,
    /// Code of the register, unique.
    pub business_name: String,
    /// Title of the register, for people.
    pub function_name: String,
    /// Name of who made the register.
    pub function_author: String,
    /// Always empty.
    pub gen_path: &'static str,
    /// Always `0`.
    pub gen_type: &'static str,
    /// Directory in the menu.
    pub parent_menu_id: u64,
    /// Code of the register.
    pub code: String,
    /// How far it is.
    pub state: RegisterState,
    /// Living rows.
    pub row_count: u64,
    /// Fields that count.
    pub field_count: u64,
    /// Published version; 0 for none.
    pub version: u32,
    /// Whether the draft differs from what is published.
    pub is_changed: bool,
    /// Work that goes on, or that ended in trouble.
    pub works: Vec<works::WorkOut>,
    /// Its page in the menu; 0 for none.
    pub menu_id: u64,
    /// Where the page stands.
    pub menu_path: String,
    /// The file that an archived one lies in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub package: Option<package::deeds::PackageOut>,
    /// Lock and maker.
    #[serde(flatten)]
    pub owned: GenOwned,
}

/// Maker and changer of a table; its `version` is that of the definition.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GenOwned {
    /// Login name of the maker.
    pub create_by: String,
    /// Name of the maker.
    pub create_by_name: String,
    /// When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time.
    pub create_time: Option<String>,
    /// Login name of the last changer.
    pub update_by: String,
    /// When it was changed last, `yyyy-MM-dd HH:mm:ss` Beijing time.
    pub update_time: Option<String>,
    /// Remark in free text; empty: none.
    pub remark: String,
}

fn capital(code: &str) -> String {
    let mut letters = code.chars();
    letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

fn table(view: &View, register: &Register) -> Result<GenTable> {
    use crate::platform::identity::menu::Menu;
    let owned = OwnedOut::of(view, &register.owned)?;
    let published = published_of(view, register)?;
    let mut path: Vec<String> = Vec::new();
    let mut menu_id = register.menu_id;
    while let Some(menu) = view.tx.get::<Menu>(&id(menu_id))? {
        path.insert(0, menu.menu_name);
        menu_id = menu.parent_id;
    }
    Ok(GenTable {
        table_id: register.register_id,
        table_name: format!("reg_{}", register.code),
        table_comment: register.name.clone(),
        class_name: capital(&register.code),
        tpl_category: "crud",
        package_name: "",
        module_name: "reg",
        business_name: register.code.clone(),
        function_name: register.name.clone(),
        function_author: owned.create_by_name.clone(),
        gen_path: "",
        gen_type: "0",
        parent_menu_id: register.draft.place.parent,
        code: register.code.clone(),
        state: register.state,
        row_count: living(view, register.register_id)?,
        field_count: published.as_ref().unwrap_or(&register.draft).active().count() as u64,
        version: register.current,
        is_changed: published.as_ref() != Some(&register.draft),
        works: works::of_register(view, register.register_id)?,
        menu_id: register.menu_id,
        menu_path: path.join(" / "),
        package: register.package.as_ref().map(Into::into),
        owned: GenOwned {
            create_by: owned.base.create_by,
            create_by_name: owned.create_by_name,
            create_time: owned.base.create_time,
            update_by: owned.base.update_by,
            update_time: owned.base.update_time,
            remark: register.draft.remark.clone(),
        },
    })
}

/// Filters of the list of registers.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListTables {
    /// Part of `reg_` and the code.
    pub table_name: Option<String>,
    /// Part of the name.
    pub table_comment: Option<String>,
    /// How far it is.
    pub state: Vec<RegisterState>,
    /// `beginTime`, `endTime`: when it was made.
    pub params: BeginEnd,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

/// A range of moments as the family's lists send it.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "GenTimes")]
pub struct BeginEnd {
    /// First day of creation, included.
    pub begin_time: Option<String>,
    /// Last day of creation, included.
    pub end_time: Option<String>,
}

const NAME: Column<Register> = Column::person("tableComment", |register| register.name.clone());
const CODE: Column<Register> = Column::text("tableName", |register| format!("reg_{}", register.code));
const STATE: Column<Register> = Column::word("state", RegisterState::WORDS, |register| register.state.code());
const VERSION: Column<Register> = Column::number("version", |register| i64::from(register.current));
const UPDATED: Column<Register> = Column::number("updateTime", |register| {
    crate::columns::field::second(register.owned.base.update_time.unwrap_or(register.owned.base.create_time))
});

impl Listed for Register {
    const FIELDS: &'static [Column<Self>] = &[CODE, NAME, STATE, VERSION, UPDATED, dept(), creator(), created()];
    const TITLE: &'static str = "tableComment";
}

/// 登记表
struct Tables;

impl List for Tables {
    type Record = Register;
    type Query = ListTables;
    type Row = GenTable;
    type Sums = NoSums;

    const PLACE: Place =
        Place { list: "/tool/gen/list", permission: "tool:gen:list", export: None, title: super::TITLE };
    const NEWEST: bool = true;

    fn paging(query: &ListTables) -> &Paging {
        &query.paging
    }

    fn narrow(_: &View, query: &ListTables, ask: &mut FilterBuilder<Register>) -> Result<()> {
        ask.word(query.table_name.as_deref(), &[&CODE])?;
        ask.word(query.table_comment.as_deref(), &[&NAME])?;
        ask.several(&STATE, &query.state)?;
        let moment = |text: &Option<String>, end: bool| {
            let text = text.as_deref().filter(|text| !text.is_empty())?;
            if end { crate::kernel::dates::range_end(text) } else { crate::kernel::dates::range_begin(text) }
        };
        ask.moments(&created(), (moment(&query.params.begin_time, false), moment(&query.params.end_time, true)))
    }

    fn row(names: &mut NameCache<'_>, record: &Register) -> Result<GenTable> {
        table(names.view(), record)
    }
}

/// A field as the family's generator shows a column.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct GenColumn {
    /// Number of the field.
    pub column_id: u64,
    /// Number of the register 登记表.
    pub table_id: u64,
    /// Code of the field.
    pub column_name: String,
    /// What people call the field.
    pub column_comment: String,
    /// Kind of field, in words.
    pub column_type: String,
    /// Type as the family names it.
    pub java_type: String,
    /// Code of the field.
    pub java_field: String,
    /// Always "0".
    pub is_pk: String,
    /// Always "0".
    pub is_increment: String,
    /// "1" when it must be filled in.
    pub is_required: String,
    /// "1" when the form of a new row asks for it.
    pub is_insert: String,
    /// "1" when the form of a known row asks for it.
    pub is_edit: String,
    /// "1" when lists show it.
    pub is_list: String,
    /// "1" when lists can be narrowed by it.
    pub is_query: String,
    /// How the list is filtered by it: the word of a comparison.
    pub query_type: String,
    /// How the form asks.
    pub html_type: String,
    /// Type name of the dictionary.
    pub dict_type: String,
    /// Place in the form.
    pub sort: i64,
}

fn java_type(kind: FieldKind) -> &'static str {
    match kind {
        FieldKind::Whole | FieldKind::Year => "Long",
        FieldKind::Decimal | FieldKind::Money | FieldKind::Percent | FieldKind::Area => "BigDecimal",
        FieldKind::Day | FieldKind::Month | FieldKind::Moment => "Date",
        FieldKind::Flag => "Boolean",
        kind if kind.nature() == Nature::Links && !kind.is_several() => "Long",
        _ => "String",
    }
}

fn flag(on: bool) -> String {
    if on { "1" } else { "0" }.to_owned()
}

fn column(view: &View, register_id: u64, (sort, field): (i64, &Field)) -> Result<GenColumn> {
    let dictionary: Option<DictType> = view.tx.get(&id(field.dictionary))?;
    Ok(GenColumn {
        column_id: u64::from(field.no),
        table_id: register_id,
        column_name: field.code.clone(),
        column_comment: field.label.clone(),
        column_type: FieldKind::WORDS.get(field.kind as usize).copied().unwrap_or_default().to_owned(),
        java_type: java_type(field.kind).to_owned(),
        java_field: field.code.clone(),
        is_pk: flag(false),
        is_increment: flag(false),
        is_required: flag(field.required),
        is_insert: flag(field.insert),
        is_edit: flag(field.edit),
        is_list: flag(field.list),
        is_query: flag(field.query),
        query_type: QueryWay::WORDS.get(field.query_way as usize).copied().unwrap_or_default().to_owned(),
        html_type: Widget::WORDS.get(field.widget as usize).copied().unwrap_or_default().to_owned(),
        dict_type: dictionary.map(|dictionary| dictionary.dict_type).unwrap_or_default(),
        sort,
    })
}

fn columns(view: &View, register: &Register) -> Result<Vec<GenColumn>> {
    let fields = (1_i64..).zip(register.draft.active());
    fields.map(|field| column(view, register.register_id, field)).collect()
}

/// A register with its columns, and what else there is.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct GenInfo {
    /// The register with its columns.
    pub info: GenTableInfo,
    /// Fields of the register.
    pub rows: Vec<GenColumn>,
    /// All registers.
    pub tables: Vec<GenTable>,
}

/// A table that holds its columns, as edit forms of the family expect it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GenTableInfo {
    /// The register as the family shows a table.
    #[serde(flatten)]
    pub table: GenTable,
    /// Columns, from the left.
    pub columns: Vec<GenColumn>,
}

/// A register by the family's name for its number.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct OneTable {
    /// Number of the register 登记表.
    pub table_id: u64,
}

fn info(view: &View, input: OneTable) -> Result<Data<GenInfo>> {
    let register = existing(view, input.table_id)?;
    let rows = columns(view, &register)?;
    let mut tables = Vec::new();
    for other in view.tx.all::<Register>()? {
        tables.push(table(view, &other)?);
    }
    let info = GenTableInfo { table: table(view, &register)?, columns: rows.clone() };
    Ok(Data(GenInfo { info, rows, tables }))
}

/// Columns of a table as the family's lists answer.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct GenColumns {
    /// Fields of the register.
    pub rows: Vec<GenColumn>,
    /// How many.
    pub total: u64,
}

fn column_list(view: &View, input: OneTable) -> Result<Flat<GenColumns>> {
    let rows = columns(view, &existing(view, input.table_id)?)?;
    Ok(Flat(GenColumns { total: rows.len() as u64, rows }))
}

/// What an edit form of the family sends.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct GenTableInput {
    /// Number of the register 登记表.
    pub table_id: u64,
    /// Title of the register, for people.
    pub table_comment: String,
    /// Remark in free text; empty: none.
    pub remark: Option<String>,
    /// `crud`.
    pub tpl_category: Option<String>,
    /// Directory in the menu.
    pub parent_menu_id: Option<u64>,
    /// Columns; those that are absent stay.
    pub columns: Vec<GenColumn>,
}

/// PUT /tool/gen: saves the draft.
fn update(op: &mut Op, input: GenTableInput) -> Result<Done> {
    let view = op.view();
    let old = existing(&view, input.table_id)?;
    if input.table_comment.trim().is_empty() {
        return Err(AppError::refused("表描述不能为空").at("tableComment"));
    }
    if input.tpl_category.as_deref().is_some_and(|category| !matches!(category, "" | "crud")) {
        return Err(AppError::refused("不支持树表和主子表，请使用“关联登记表”字段").at("tplCategory"));
    }
    let mut definition = old.draft.clone();
    definition.name.clone_from(&input.table_comment);
    if let Some(remark) = input.remark {
        definition.remark = remark;
    }
    if let Some(parent) = input.parent_menu_id.filter(|parent| *parent != 0) {
        definition.place.parent = parent;
    }
    let mut sorted: Vec<(i64, u16)> = Vec::new();
    for column in &input.columns {
        let no = u16::try_from(column.column_id).unwrap_or(0);
        let dictionary = dictionary_of(&view, &column.dict_type)?;
        let field = definition.fields.iter_mut().find(|field| field.no == no && !field.archived);
        let field = field.ok_or_else(|| AppError::refused(format!("字段“{}”不存在", column.column_comment)))?;
        lay_over(field, column, dictionary)?;
        sorted.push((column.sort, no));
    }
    if !sorted.is_empty() {
        sorted.order_by_key(|(sort, _)| *sort);
        let place = |no: u16| sorted.iter().position(|(_, known)| *known == no).unwrap_or(usize::MAX);
        definition.fields.order_by_key(|field| place(field.no));
    }
    let input =
        DesignInput { register_id: Some(old.register_id), definition: Some(definition), ..DesignInput::default() };
    super::drafts::update(op, input)
}

fn dictionary_of(view: &View, dict_type: &str) -> Result<Option<u64>> {
    if dict_type.is_empty() {
        return Ok(None);
    }
    let found: Option<DictType> = view.tx.one(&crate::platform::dict::TYPE_BY_NAME, &key().str(dict_type))?;
    match found {
        Some(found) => Ok(Some(found.dict_id)),
        None => Err(AppError::refused(format!("字典“{dict_type}”不存在"))),
    }
}

fn lay_over(field: &mut Field, column: &GenColumn, dictionary: Option<u64>) -> Result<()> {
    let word = FieldKind::WORDS.get(field.kind as usize).copied().unwrap_or_default();
    let other_type = !column.column_type.is_empty() && column.column_type != word;
    let other_java = !column.java_type.is_empty() && column.java_type != java_type(field.kind);
    if other_type || other_java {
        let sentence = format!("字段“{}”的类型不能在这里修改，请使用“转换类型”", field.label);
        return Err(AppError::refused(sentence));
    }
    let turn = |text: &str, before: bool| match text {
        "1" => true,
        "0" => false,
        _ => before,
    };
    if !column.column_comment.trim().is_empty() {
        column.column_comment.trim().clone_into(&mut field.label);
    }
    field.required = turn(&column.is_required, field.required);
    field.insert = turn(&column.is_insert, field.insert);
    field.edit = turn(&column.is_edit, field.edit);
    field.list = turn(&column.is_list, field.list);
    field.query = turn(&column.is_query, field.query);
    let way = QueryWay::ALL.into_iter().zip(QueryWay::WORDS).find(|(_, word)| **word == column.query_type);
    let widget = Widget::ALL.into_iter().zip(Widget::WORDS).find(|(_, word)| **word == column.html_type);
    if let Some((way, _)) = way {
        field.query_way = way;
    }
    if let Some((widget, _)) = widget {
        field.widget = widget;
    }
    if let Some(dictionary) = dictionary.filter(|_| field.kind.has_dictionary()) {
        field.dictionary = dictionary;
    }
    Ok(())
}

/// DELETE /tool/gen/{ids}: drafts that were never published, and what is archived.
fn remove(op: &mut Op, input: Many) -> Result<Done> {
    for register_id in input.ids {
        let register = existing(&op.view(), register_id)?;
        match register.state {
            RegisterState::Draft => {}
            RegisterState::Archived => package::deeds::forget(op, &register)?,
            state => {
                let advice = if state == RegisterState::Published { "停用并归档" } else { "归档" };
                let sentence = format!("登记表“{}”{}，请先{advice}", register.name, state.label());
                return Err(AppError::refused(sentence));
            }
        }
        super::publish::remove_menu(op, register.menu_id)?;
        works::forget_troubles(op, register_id)?;
        op.delete::<Register>(&id(register_id))?;
    }
    Ok(Done)
}

/// POST /tool/gen/createTable: no SQL. Its input names nothing, so nothing of it is logged.
fn create_table(_: &mut Op, _: Nothing) -> Result<Done> {
    Err(AppError::refused("本系统不执行 SQL，请从工作簿新建，或手工新建登记表"))
}

fn gen_code(_: &mut Op, _: pack::NamedTables) -> Result<Done> {
    Err(AppError::refused("【系统预设】不允许生成文件覆盖到本地"))
}

/// GET /tool/gen/synchDb/{tableName}: takes up open work and lets the columns be read again.
fn synchronise(op: &mut Op, input: pack::NamedTables) -> Result<Done> {
    let view = op.view();
    let code = input.table_name.strip_prefix("reg_").unwrap_or(&input.table_name).to_owned();
    let register: Option<Register> = view.tx.one(&BY_CODE, &key().str(&code))?;
    let register = register.ok_or_else(|| AppError::refused("同步数据失败，原表结构不存在"))?;
    let memory = op.app.state::<Registers>()?;
    memory.forget(register.register_id);
    works::forget_troubles(op, register.register_id)?;
    works::run::let_go(op, register.register_id)?;
    memory.ring();
    Ok(Done)
}

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    let mut routes = list::routes::<Tables>();
    routes.extend(vec![
        read("/tool/gen/{tableId}", info).perm("tool:gen:query").titled("登记表信息"),
        read("/tool/gen/column/{tableId}", column_list).perm("tool:gen:list").titled("登记表的字段"),
        read("/tool/gen/db/list", sheets::list).perm("tool:gen:list").titled("可导入的工作表"),
        prepared(Method::Post, "/tool/gen/importTable", sheets::prepare, sheets::import)
            .perm("tool:gen:import")
            .audit(GEN, AuditAction::Import)
            .titled("从工作表新增登记表"),
        write(Method::Post, "/tool/gen/createTable", create_table)
            .perm("tool:gen:import")
            .audit(GEN, AuditAction::Insert)
            .titled("按建表文字新增登记表"),
        write(Method::Put, "/tool/gen", update).perm("tool:gen:edit").audit(GEN, AuditAction::Update),
        write(Method::Delete, "/tool/gen/{ids}", remove).perm("tool:gen:remove").audit(GEN, AuditAction::Delete),
        read("/tool/gen/preview/{tableId}", pack::preview).perm("tool:gen:preview").titled("登记表定义预览"),
        prepared(Method::Get, "/tool/gen/download/{tableName}", pack::pack, pack::packed)
            .sends("application/zip")
            .perm("tool:gen:code")
            .audit(GEN, AuditAction::Export)
            .titled("下载登记表定义"),
        prepared(Method::Get, "/tool/gen/batchGenCode", pack::pack, pack::packed)
            .sends("application/zip")
            .perm("tool:gen:code")
            .audit(GEN, AuditAction::Export)
            .titled("批量下载登记表定义"),
        write(Method::Get, "/tool/gen/genCode/{tableName}", gen_code)
            .perm("tool:gen:code")
            .audit(GEN, AuditAction::Other)
            .titled("生成登记表定义"),
        write(Method::Get, "/tool/gen/synchDb/{tableName}", synchronise)
            .perm("tool:gen:edit")
            .audit(GEN, AuditAction::Update)
            .titled("与工作表同步登记表"),
    ]);
    routes
}
