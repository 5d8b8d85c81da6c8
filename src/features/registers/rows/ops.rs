//! Writing rows: forms, batches, the recycle bin. All or none.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};

use crate::error::{AppError, Result};
use crate::op::{Op, View};
use crate::records::{owned, personal};
use crate::route::{Data, Said};
use crate::store::Reads;

use super::super::approval::filing::{self, RowsFiled};
use super::super::approval::{RowAction, must_not_wait};
use super::super::cell::Cell;
use super::super::convert;
use super::super::definition::{Definition, Field};
use super::super::links;
use super::super::published::Published;
use super::super::record::{LINKED, RegRow, link_key};
use super::super::undo::record::BatchKind;
use super::super::value;
use super::read;
use super::write::{Change, Writer};

/// Rows of one operation at most.
const MOST: usize = 500;

/// A row as a form sends it.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct RowInput {
    /// Code of the register.
    pub code: String,
    /// Which; absent for a new one.
    pub id: Option<u64>,
    /// The version that was read.
    pub version: Option<u64>,
    /// Department, where no field says so.
    pub dept_id: Option<u64>,
    /// Values by code of their field; those that are absent stay, null empties.
    pub values: Map<String, Json>,
    /// Codes of fields whose original text is dropped without a value in its place.
    pub drop_misfits: Vec<String>,
    /// Attachments of the row itself; absent leaves them.
    pub files: Option<Vec<u64>>,
}

/// What the audit row keeps: which fields were sent, never what of them. Their values stand among its changes, sealed ones
/// as `***`.
pub fn names_only(input: &Json) -> Json {
    let names = |value: &Json| match value {
        Json::Object(map) => json!(map.keys().collect::<Vec<_>>()),
        other => other.clone(),
    };
    match input {
        Json::Object(map) => Json::Object(
            map.iter()
                .map(|(name, value)| {
                    let kept = match name.as_str() {
                        "values" => names(value),
                        "value" | "text" => json!("***"),
                        _ => value.clone(),
                    };
                    (name.clone(), kept)
                })
                .collect(),
        ),
        other => other.clone(),
    }
}

fn begin(op: &mut Op, code: &str) -> Result<Writer> {
    let view = op.view();
    let writer = Writer::open(&view, Published::of(&view, code)?)?;
    let title = format!("登记表·{}", writer.published.register.name);
    op.titled(title);
    Ok(writer)
}

/// What a form wants; `old` is the row it was filled from.
///
/// # Errors
/// A sentence for a field that is unknown, foreign or wrong.
pub fn change(view: &View, published: &Published, input: &RowInput, old: Option<&RegRow>) -> Result<Change> {
    let mut change = wanted(view, published, input, (old, old.is_none()))?;
    if old.is_none() {
        defaults(view, published, |field| input.values.contains_key(&field.code), &mut change)?;
    }
    Ok(change)
}

/// What a form wants over a row that is only asked for; `is_new` for one that is no row yet.
///
/// # Errors
/// A sentence for a field that is unknown, foreign or wrong.
pub fn change_over(
    view: &View,
    published: &Published,
    input: &RowInput,
    (laid, is_new): (&RegRow, bool),
) -> Result<Change> {
    wanted(view, published, input, (Some(laid), is_new))
}

fn wanted(
    view: &View,
    published: &Published,
    input: &RowInput,
    (old, is_new): (Option<&RegRow>, bool),
) -> Result<Change> {
    let mut change = Change { dept_id: input.dept_id, files: input.files.clone(), ..Change::default() };
    let field_of = |code: &str| {
        let field = published.field(view, code);
        field.ok_or_else(|| AppError::refused(format!("登记表“{}”没有字段“{code}”", published.register.name)))
    };
    for code in &input.drop_misfits {
        change.kept.push((field_of(code)?.no, None));
    }
    for (code, given) in &input.values {
        let field = field_of(code)?;
        if field.kind.is_sealed() && is_own_mask(&published.definition, field, given, old)? {
            continue;
        }
        if let Some(value) = given_of(field, given, (old, is_new))? {
            change.values.push((field.no, value));
        }
    }
    Ok(change)
}

/// Whether a form sent the masked text of a sealed value back.
fn is_own_mask(definition: &Definition, field: &Field, given: &Json, old: Option<&RegRow>) -> Result<bool> {
    let before = old.and_then(|old| convert::cell(definition, old, field));
    let shown = match before.as_deref() {
        Some(Cell::Sealed(sealed)) => sealed.shown.as_str(),
        _ => "",
    };
    let said = personal::given(given.as_str(), shown);
    Ok(given.is_string() && said.map_err(|fault| fault.at(field.code.clone()))?.is_none())
}

/// What a form sent for a field; `None` leaves it as it is.
fn given_of(
    field: &Field,
    given: &Json,
    (old, is_new): (Option<&RegRow>, bool),
) -> Result<Option<Option<value::Given>>> {
    let told = |sentence: String| AppError::refused(sentence).at(field.code.clone());
    if !field.is_written() {
        // The page shows computed values and sends them back.
        return Ok(None);
    }
    let value = value::from_wire(field, given).map_err(told)?;
    let before = old.and_then(|old| old.cells.get(field.no));
    let same = match (&value, before) {
        (None, None) => true,
        (Some(value::Given::Cell(cell)), Some(before)) => cell == before,
        _ => false,
    };
    if same && old.is_none_or(|old| old.kept.get(field.no).is_none()) {
        return Ok(None);
    }
    let allowed = if is_new { field.insert } else { field.edit };
    if !allowed {
        let when = if is_new { "新增时填写" } else { "修改" };
        return Err(told(format!("{}不能在此{when}", field.label)));
    }
    Ok(Some(value))
}

/// The same for a new row of a workbook: its empty cells are those of which nothing is said.
///
/// # Errors
/// A default that its field does not take.
pub fn fill(view: &View, published: &Published, change: &mut Change) -> Result<()> {
    let said: Vec<u16> = change.values.iter().map(|(no, _)| *no).chain(change.kept.iter().map(|(no, _)| *no)).collect();
    defaults(view, published, |field| said.contains(&field.no), change)
}

/// Values that a new row has when nobody says anything.
fn defaults(view: &View, published: &Published, is_said: impl Fn(&Field) -> bool, change: &mut Change) -> Result<()> {
    let open = |field: &&Field| !field.default_value.is_empty() && field.is_written() && !is_said(field);
    for field in published.definition.active().filter(open) {
        let wire = match (field.default_value.as_str(), field.kind.is_time()) {
            ("today", true) if field.kind == super::super::kind::FieldKind::Month => {
                json!(view.now.date().strftime("%Y-%m").to_string())
            }
            ("today", true) => json!(view.now.date().to_string()),
            // the command line is nobody
            ("me", _) if view.caller.user_id() == 0 => continue,
            ("me", _) => json!(view.caller.user_id()),
            (text, _) => json!(text),
        };
        let given = value::from_wire(field, &wire).map_err(AppError::refused)?;
        if let Some(given) = given {
            change.values.push((field.no, Some(given)));
        }
    }
    Ok(())
}

/// A new row, or the process that decides about it.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RowMade {
    /// Number of the row; none while somebody decides.
    pub id: Option<u64>,
    /// Number of the process; none where nobody decides.
    pub instance_id: Option<u64>,
}

pub fn create(op: &mut Op, input: RowInput) -> Result<Data<RowMade>> {
    let mut writer = begin(op, &input.code)?;
    if needs(&writer, RowAction::Create) {
        let asked = filing::tried(op, writer.published.clone(), RowAction::Create, &input)?;
        let filed = filing::file(op, &writer.published, vec![asked])?;
        return Ok(Data(RowMade { id: None, instance_id: filed.instance_ids.first().copied() }));
    }
    let change = change(&op.view(), &writer.published, &input, None)?;
    let row = writer.create(op, change)?;
    Ok(Data(RowMade { id: Some(row.row_id), instance_id: None }))
}

fn needs(writer: &Writer, deed: RowAction) -> bool {
    deed.needs(writer.published.definition.approval)
}

pub fn update(op: &mut Op, input: RowInput) -> Result<Said<RowsFiled>> {
    let mut writer = begin(op, &input.code)?;
    if needs(&writer, RowAction::Change) {
        let asked = filing::tried(op, writer.published.clone(), RowAction::Change, &input)?;
        return Ok(filing::file(op, &writer.published, vec![asked])?.said());
    }
    let old = read::find(&op.view(), &writer.published, input.id.unwrap_or(0))?;
    owned::check_version(&op.view(), &old, input.version)?;
    let change = change(&op.view(), &writer.published, &input, Some(&old))?;
    writer.update(op, &old, change, "修改")?;
    Ok(RowsFiled::default().said())
}

/// One value for several rows.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct BatchInput {
    /// Code of the register.
    pub code: String,
    /// Rows that are changed, by numbers.
    pub ids: Vec<u64>,
    /// Code of the field.
    pub field: String,
    /// Its value; null empties.
    pub value: Json,
}

fn few(ids: &[u64]) -> Result<()> {
    match ids.len() {
        0 => Err(AppError::refused("请选择要处理的数据")),
        many if many > MOST => Err(AppError::refused(format!("一次最多处理 {MOST} 行"))),
        _ => Ok(()),
    }
}

pub fn batch(op: &mut Op, input: BatchInput) -> Result<Said<RowsFiled>> {
    few(&input.ids)?;
    let mut writer = begin(op, &input.code)?.logged(op)?;
    let is_asked = needs(&writer, RowAction::Change);
    let mut asked = Vec::new();
    let values = Map::from_iter([(input.field.clone(), input.value.clone())]);
    for row_id in &input.ids {
        let old = read::find(&op.view(), &writer.published, *row_id)?;
        let form = RowInput { id: Some(*row_id), values: values.clone(), ..RowInput::default() };
        let wanted = change(&op.view(), &writer.published, &form, Some(&old))?;
        let told = |fault: AppError| {
            let message = format!("第 {} 行：{}", old.no(), fault.message);
            fault.with_message(message)
        };
        if is_asked {
            if !wanted.values.is_empty() {
                asked.push(filing::tried(op, writer.published.clone(), RowAction::Change, &form).map_err(told)?);
            }
            continue;
        }
        writer.update(op, &old, wanted, "批量修改").map_err(told)?;
    }
    if asked.is_empty() {
        writer.end(op, BatchKind::Batch)?;
        return Ok(RowsFiled::default().said());
    }
    Ok(filing::file(op, &writer.published, asked)?.said())
}

/// Rows by the comma ids of the path.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ManyRows {
    /// Code of the register.
    pub code: String,
    /// Numbers of the records, with commas between.
    pub ids: Vec<u64>,
}

/// DELETE /reg/{code}/{ids}: into the recycle bin.
pub fn remove(op: &mut Op, input: ManyRows) -> Result<Said<RowsFiled>> {
    few(&input.ids)?;
    let writer = begin(op, &input.code)?;
    if needs(&writer, RowAction::Remove) {
        return file_each(op, &writer, RowAction::Remove, &input.ids);
    }
    let by = op.caller.name();
    for row_id in input.ids {
        let old = read::find(&op.view(), &writer.published, row_id)?;
        must_not_wait(&op.view(), &writer.published, row_id, &old.title)?;
        put_away(op, &old, &by, "删除")?;
    }
    Ok(RowsFiled::default().said())
}

fn file_each(op: &mut Op, writer: &Writer, deed: RowAction, ids: &[u64]) -> Result<Said<RowsFiled>> {
    let mut asked = Vec::new();
    for row_id in ids {
        asked.push(filing::moved(op, writer.published.clone(), deed, *row_id)?);
    }
    Ok(filing::file(op, &writer.published, asked)?.said())
}

/// Refuses to remove a row that rows of other registers point to.
///
/// # Errors
/// A sentence that says how many.
pub fn may_remove(view: &View, old: &RegRow) -> Result<()> {
    match view.tx.count_by(&LINKED, &link_key(links::ROW, old.row_id))? {
        0 => Ok(()),
        pointing => Err(AppError::refused(format!("“{}”被其他登记表的 {pointing} 行引用，不能删除", old.title))),
    }
}

/// Puts a row into the recycle bin, by somebody's login name.
///
/// # Errors
/// A sentence when something points to it.
pub fn put_away(op: &mut Op, old: &RegRow, by: &str, deed: &str) -> Result<()> {
    may_remove(&op.view(), old)?;
    let row = RegRow { deleted: Some((op.now, by.to_owned())), ..old.clone() };
    owned::update(op, old, row, deed).map(drop)
}

/// PUT /reg/{code}/restore: back from the recycle bin.
pub fn restore(op: &mut Op, input: ManyRows) -> Result<Said<RowsFiled>> {
    few(&input.ids)?;
    let mut writer = begin(op, &input.code)?;
    if needs(&writer, RowAction::Restore) {
        return file_each(op, &writer, RowAction::Restore, &input.ids);
    }
    for row_id in input.ids {
        let old = read::find_any(&op.view(), &writer.published, row_id)?;
        if old.deleted.is_some() {
            writer.restore(op, &old)?;
        }
    }
    Ok(RowsFiled::default().said())
}

/// Whether a cell names somebody or something, for those who look where a record is used.
pub fn points_to(cell: &Cell, kind: u8, target: u64) -> bool {
    matches!(cell, Cell::Links(of, all) if *of == kind && all.contains(&target))
}
