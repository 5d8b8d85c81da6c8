//! What is done to single fields of a draft: converted to another kind, archived, brought back, purged.
//!
//! A conversion is a new field that reads the old one; the old one is archived with its cells. Taking it back brings the old
//! field back, which reads what was written since. Nothing is lost either way.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::{AppError, Kind, Result};
use crate::kernel::order::Order as _;
use crate::op::{Op, View};
use crate::records::list::One;
use crate::route::{Data, Done};

use super::super::convert::{self, Converted, Office};
use super::super::definition::{Conversion, Field, NewEntry};
use super::super::kind::FieldKind;
use super::super::known::Directory;
use super::super::links;
use super::super::published::Dictionaries;
use super::super::record::Register;
use super::super::rows::read;
use super::super::works::{self, WorkOut};
use super::check;
use super::drafts::{existing, published_of};

/// Days that an archived field stays before it may be purged.
const PURGE_AFTER: i64 = 30;
/// Examples of each kind shown.
const SHOWN: usize = 20;
/// Entries that a conversion to a choice makes at most.
const MOST_ENTRIES: usize = 200;

/// A conversion of a field.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ConvertInput {
    /// Number of the register 登记表.
    pub id: u64,
    /// Lock of the draft that was read.
    pub draft_lock: Option<u64>,
    /// Number of the field.
    pub field: u16,
    /// What it becomes.
    pub kind: FieldKind,
    /// Dictionary of a choice; 0 makes one of the values there are.
    pub dictionary: u64,
    /// What a link points to.
    pub link: String,
    /// Decimal places of a decimal.
    pub places: u8,
}

/// What a conversion would come to.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConvertTrial {
    /// Rows that convert.
    pub converted: u64,
    /// Rows that keep their original text.
    pub kept: u64,
    /// Rows that are empty.
    pub empty: u64,
    /// Before and after, the first ones.
    pub samples: Vec<(String, String)>,
    /// Row numbers and texts of what does not convert, the first ones.
    pub misfits: Vec<(u64, String)>,
    /// Entries that a new dictionary would have.
    pub entries: Vec<String>,
}

fn field_of(register: &Register, no: u16) -> Result<&Field> {
    register.draft.active_field(no).ok_or_else(|| AppError::refused("字段不存在，请刷新后重试"))
}

/// The new field of a conversion.
fn target(register: &Register, input: &ConvertInput) -> Result<Field> {
    let old = field_of(register, input.field)?;
    if old.formula.is_some() {
        return Err(AppError::refused(format!("计算字段“{}”不能转换类型", old.label)));
    }
    if old.kind.is_sealed() && !input.kind.is_sealed() {
        return Err(AppError::refused(format!("密封字段“{}”不能转换为公开的类型", old.label)));
    }
    if input.kind.is_sealed() || input.kind.reader().is_none() {
        return Err(AppError::refused(format!("不能转换为{}", input.kind.label())));
    }
    let same = old.kind == input.kind && old.dictionary == input.dictionary && old.link == input.link;
    if same && (input.kind != FieldKind::Decimal || old.places == input.places) {
        return Err(AppError::refused(format!("字段“{}”已经是{}", old.label, input.kind.label())));
    }
    let fresh = Field::of(&old.code, &old.label, input.kind);
    Ok(Field {
        path: old.path.clone(),
        aliases: old.aliases.clone(),
        dictionary: if input.kind.has_dictionary() { input.dictionary } else { 0 },
        link: if input.kind == FieldKind::Link { input.link.clone() } else { String::new() },
        unit: old.unit.clone(),
        places: if input.kind == FieldKind::Decimal { input.places.clamp(1, 6) } else { 0 },
        required: old.required,
        help: old.help.clone(),
        width: old.width,
        group: old.group.clone(),
        insert: old.insert,
        edit: old.edit,
        list: old.list,
        query: old.query,
        sensitive: old.sensitive,
        from: Some(Conversion { field: old.no, until: 0, after: 0 }),
        ..fresh
    })
}

/// GET /reg/design/{id}/convert/try: what a conversion would come to, row by row.
pub fn attempt(view: &View, input: ConvertInput) -> Result<Data<ConvertTrial>> {
    let register = existing(view, input.id)?;
    let target = target(&register, &input)?;
    trial(view, &register, &target, input.field).map(Data)
}

fn trial(view: &View, register: &Register, target: &Field, no: u16) -> Result<ConvertTrial> {
    let old = field_of(register, no)?.clone();
    let known = Directory::load(view)?;
    let fields = [old.clone(), target.clone()];
    let dictionaries = Dictionaries::of(view, fields.iter())?;
    let makes_entries = target.kind.has_dictionary() && target.dictionary == 0;
    let office = Office {
        known: &known,
        name: &|kind, number| links::title(view, kind, number).unwrap_or_default(),
        label: &|dictionary, value| dictionaries.label(dictionary, value),
        // Entries of a dictionary that is yet to be made are their own values.
        value: &|dictionary, text| match makes_entries {
            true => Some(text.to_owned()),
            false => dictionaries.value(dictionary, text),
        },
    };
    let mut told = ConvertTrial::default();
    let mut entries: HashMap<String, u64> = HashMap::new();
    let Some(published) = published_of(view, register)? else { return Ok(told) };
    read::each(view, register.register_id, 0, |row| {
        if row.deleted.is_some() {
            return Ok(true);
        }
        let Some(cell) = convert::cell(&published, &row, &old) else {
            told.empty += 1;
            return Ok(true);
        };
        let before = read::text(view, &dictionaries, &old, &cell)?;
        match convert::convert(&old, &cell, target, Some(&office)) {
            Converted::Cell(cell) => {
                told.converted += 1;
                if makes_entries {
                    count_entries(&cell, &mut entries);
                }
                if told.samples.len() < SHOWN {
                    let after = read::text(view, &dictionaries, target, &cell)?;
                    told.samples.push((before, after));
                }
            }
            Converted::Kept(text) => {
                told.kept += 1;
                if told.misfits.len() < SHOWN {
                    told.misfits.push((row.no(), text));
                }
            }
            Converted::Later => {}
        }
        Ok(true)
    })?;
    if entries.len() > MOST_ENTRIES {
        return Err(AppError::refused(format!(
            "“{}”有 {} 个不同的值，太多了，不适合作为选项",
            old.label,
            entries.len()
        )));
    }
    let mut all: Vec<(String, u64)> = entries.into_iter().collect();
    all.order_by_key(|(entry, rows)| (std::cmp::Reverse(*rows), entry.clone()));
    told.entries = all.into_iter().map(|(entry, _)| entry).collect();
    Ok(told)
}

fn count_entries(cell: &super::super::cell::Cell, entries: &mut HashMap<String, u64>) {
    use super::super::cell::Cell;
    match cell {
        Cell::Text(value) => *entries.entry(value.clone()).or_default() += 1,
        Cell::Many(all) => all.iter().for_each(|value| *entries.entry(value.clone()).or_default() += 1),
        _ => {}
    }
}

/// The register of an operation on its draft.
fn drafted(view: &View, id: u64, lock: Option<u64>) -> Result<Register> {
    let register = existing(view, id)?;
    super::drafts::may_change(&register)?;
    if lock.is_some_and(|lock| lock != register.draft_lock) {
        return Err(AppError::of(Kind::Stale, "与他人同时修改了设计，请刷新后重试"));
    }
    Ok(register)
}

fn save(op: &mut Op, old: &Register, mut register: Register) -> Result<Done> {
    let published = published_of(&op.view(), old)?;
    register.draft = check::normal(register.draft, published.as_ref());
    register.draft_lock += 1;
    op.titled(format!("登记表设计·{}", old.name));
    super::stored::keep(op, old, register)?;
    Ok(Done)
}

/// PUT /reg/design/{id}/convert: the draft with the conversion; it happens when it is published.
pub fn convert(op: &mut Op, input: ConvertInput) -> Result<Done> {
    let view = op.view();
    let old = drafted(&view, input.id, input.draft_lock)?;
    let mut target = target(&old, &input)?;
    let is_published = published_of(&view, &old)?.is_some_and(|published| published.field(input.field).is_some());
    if target.kind.has_dictionary() && target.dictionary == 0 {
        let entries = trial(&view, &old, &target, input.field)?.entries;
        target.entries = entries.into_iter().map(|text| NewEntry { value: text.clone(), label: text }).collect();
    }
    let mut register = old.clone();
    let place = register.draft.fields.iter().position(|field| field.no == input.field).unwrap_or(0);
    if is_published {
        // Its code is part of answers that programs read: the new field has one of its own.
        target.code = free_code(&register, &target.code);
        archive_field(op, &mut register, input.field);
        register.draft.fields.insert(place + 1, target);
        register.draft.number_fields();
        let new = register.draft.fields.get(place + 1).map_or(0, |field| field.no);
        follow(&mut register, input.field, new);
    } else if let Some(field) = register.draft.fields.get_mut(place) {
        // Nobody has written a value yet.
        *field = Field { no: field.no, from: None, ..target };
    }
    save(op, &old, register)
}

fn free_code(register: &Register, code: &str) -> String {
    let base = code.trim_end_matches(|c: char| c.is_ascii_digit());
    let taken = |code: &str| register.draft.fields.iter().any(|field| field.code == code);
    let numbered = (2..).map(|number| format!("{base}{number}"));
    numbered.into_iter().find(|code| !taken(code)).unwrap_or_default()
}

/// What named the old field names the new one.
fn follow(register: &mut Register, old: u16, new: u16) {
    let draft = &mut register.draft;
    for no in [&mut draft.title, &mut draft.title_more, &mut draft.order, &mut draft.owner] {
        if *no == old {
            *no = new;
        }
    }
    for no in draft.once.iter_mut().flatten().filter(|no| **no == old) {
        *no = new;
    }
}

fn archive_field(op: &Op, register: &mut Register, no: u16) {
    if let Some(field) = register.draft.fields.iter_mut().find(|field| field.no == no) {
        (field.archived, field.archived_at) = (true, op.now.0);
    }
}

/// A field of a draft.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct OneField {
    /// Number of the register 登记表.
    pub id: u64,
    /// Lock of the draft that was read.
    pub draft_lock: Option<u64>,
    /// Number of the field.
    pub no: u16,
}

/// PUT /reg/design/{id}/field/archive: hidden everywhere, its cells stay.
pub fn archive(op: &mut Op, input: OneField) -> Result<Done> {
    let old = drafted(&op.view(), input.id, input.draft_lock)?;
    let field = field_of(&old, input.no)?.clone();
    let draft = &old.draft;
    let is_needed = draft.once.iter().flatten().any(|no| *no == field.no);
    if is_needed {
        return Err(AppError::refused(format!("字段“{}”用于查重，请先修改查重组合", field.label)));
    }
    let used = draft.active().find(|other| {
        other.formula.as_ref().is_some_and(|formula| formula.operands.iter().any(|one| one.field == field.no))
    });
    if let Some(other) = used {
        return Err(AppError::refused(format!("计算字段“{}”用到了“{}”，不能归档", other.label, field.label)));
    }
    if let Some((other, _)) = draft.reminding().find(|(_, remind)| remind.field == field.no) {
        return Err(AppError::refused(format!("字段“{}”的到期提醒用“{}”办结，不能归档", other.label, field.label)));
    }
    let mut register = old.clone();
    if field.since == 0 {
        register.draft.fields.retain(|one| one.no != field.no);
    } else {
        archive_field(op, &mut register, field.no);
    }
    let draft = &mut register.draft;
    for no in [&mut draft.title, &mut draft.title_more, &mut draft.order, &mut draft.owner] {
        if *no == field.no {
            *no = 0;
        }
    }
    save(op, &old, register)
}

/// PUT /reg/design/{id}/field/restore: back; of a converted field the conversion is taken back.
pub fn restore(op: &mut Op, input: OneField) -> Result<Done> {
    let old = drafted(&op.view(), input.id, input.draft_lock)?;
    let mut register = old.clone();
    let successor = old.draft.active().find(|field| field.from.is_some_and(|from| from.field == input.no)).cloned();
    let field = register.draft.fields.iter_mut().find(|field| field.no == input.no && field.archived);
    let field = field.ok_or_else(|| AppError::refused("字段不存在或没有归档，请刷新后重试"))?;
    (field.archived, field.archived_at) = (false, 0);
    if let Some(successor) = &successor {
        if successor.since == 0 {
            register.draft.fields.retain(|one| one.no != successor.no);
        } else {
            field.from = Some(Conversion { field: successor.no, until: 0, after: successor.since });
            archive_field(op, &mut register, successor.no);
        }
        follow(&mut register, successor.no, input.no);
    }
    let label = register.draft.field(input.no).map(|field| field.label.clone()).unwrap_or_default();
    if register.draft.active().filter(|field| field.label == label).count() > 1 {
        return Err(AppError::refused(format!("已有名为“{label}”的字段，请先改名再恢复")));
    }
    save(op, &old, register)
}

/// DELETE /reg/design/{id}/field/{no}: the cells of a field that was archived long enough go with the next publication.
pub fn purge(op: &mut Op, input: OneField) -> Result<Done> {
    let old = drafted(&op.view(), input.id, input.draft_lock)?;
    let field = old.draft.field(input.no).filter(|field| field.archived);
    let field = field.ok_or_else(|| AppError::refused("只能清除已归档的字段"))?;
    let days = (op.now.0 - field.archived_at) / 86_400_000;
    let is_published = published_of(&op.view(), &old)?
        .is_some_and(|published| published.field(field.no).is_none_or(|field| field.archived));
    if days < PURGE_AFTER || !is_published {
        let sentence = format!("字段“{}”归档并发布满 {PURGE_AFTER} 天后才能清除（已归档 {days} 天）", field.label);
        return Err(AppError::refused(sentence));
    }
    let mut register = old.clone();
    register.draft.fields.retain(|one| one.no != input.no);
    save(op, &old, register)
}

pub fn work(view: &View, input: One) -> Result<Data<Vec<WorkOut>>> {
    works::of_register(view, existing(view, input.id)?.register_id).map(Data)
}
