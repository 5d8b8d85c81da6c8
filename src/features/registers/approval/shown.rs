//! What people who decide see of a row: everything of it in words, beside each change what it said before.

use serde_json::{Map, Value, json};

use crate::error::Result;
use crate::features::approvals::binding::{Doc, Head};
use crate::features::approvals::condition::Val;
use crate::features::approvals::instance::gate::input_of;
use crate::op::View;

use super::super::cell::Cell;
use super::super::convert;
use super::super::definition::{Definition, Field};
use super::super::kind::{FieldKind, Nature};
use super::super::links;
use super::super::published::{Dictionaries, Seen};
use super::super::rows::{read, write};
use super::asked::RowRequest;
use super::kinds::{DEED, DEPT};

/// Lines of a card, beside the operation.
const LINES: usize = 3;

/// The field that says what a row is worth: one that everybody sees.
pub fn amount(definition: &Definition) -> Option<&Field> {
    Seen::by_everybody(definition).iter().find(|field| field.kind == FieldKind::Money)
}

/// Whether a card may say it: nothing sealed, nothing long.
fn is_on_cards(field: &Field) -> bool {
    let is_short = matches!(field.kind.nature(), Nature::Text | Nature::Number | Nature::Choice | Nature::Links);
    let is_long = matches!(field.kind, FieldKind::Long | FieldKind::Rich);
    field.list && is_short && !is_long
}

/// What lists show; refused to who may not see the row.
pub fn head(view: &View, doc: &Doc) -> Result<Head> {
    let asked: RowRequest = input_of(doc)?;
    let published = asked.published(view)?.ok_or_else(super::super::published::missing)?;
    let row = asked.laid(view, &published)?;
    if !read::is_visible(view, &published, &row) {
        return Err(read::missing());
    }
    let definition = published.definition.clone();
    let dictionaries = Dictionaries::of_all(view, &published)?;
    let worth = amount(&definition);
    let said = |field: &&Field| field.no == definition.title || worth.is_some_and(|worth| worth.no == field.no);
    let mut lines = Vec::new();
    // Cards are kept and sent to several people.
    for field in Seen::by_everybody(&definition).iter().filter(|field| !said(field) && is_on_cards(field)).take(LINES) {
        if let Some(cell) = convert::cell(&definition, &row, field) {
            lines.push((field.label.clone(), read::text_with_unit(view, &dictionaries, field, &cell)?));
        }
    }
    let amount_fen = match worth.and_then(|field| convert::cell(&definition, &row, field)).as_deref() {
        Some(Cell::Whole(fen)) => Some(*fen),
        _ => None,
    };
    let stands = asked.row(view)?;
    Ok(Head {
        title: format!("{}{}“{}”", definition.name, asked.deed.label(), asked.title),
        lines,
        amount_fen,
        dept_id: asked.dept_id,
        version: stands.map_or(0, |row| row.owned.version),
        parent: asked.row_id,
        ..Head::default()
    })
}

/// What a condition asks: a rule, told only to who may see the field.
pub fn value(view: &View, doc: &Doc, name: &str) -> Result<Val> {
    let asked: RowRequest = input_of(doc)?;
    if name == DEED {
        return Ok(Val::Int(i64::from(asked.deed as u8)));
    }
    let Some(published) = asked.published(view)? else { return Ok(Val::Nothing) };
    let Some(field) = super::kinds::field_of(&published, name) else { return Ok(Val::Nothing) };
    let row = asked.laid(view, &published)?;
    let cell = convert::cell(&published.definition, &row, field);
    Ok(match cell.as_deref() {
        Some(Cell::Whole(number)) => Val::Int(*number),
        Some(Cell::Flag(flag)) => Val::Bool(*flag),
        // People write conditions in the words that they read.
        Some(cell @ Cell::Text(_)) => {
            let dictionaries = Dictionaries::of(view, std::iter::once(field))?;
            Val::Text(read::text(view, &dictionaries, field, cell)?)
        }
        Some(Cell::Links(_, all)) => {
            all.first().and_then(|one| i64::try_from(*one).ok()).map_or(Val::Nothing, Val::Int)
        }
        _ => Val::Nothing,
    })
}

/// Everything that the page shows its reader; the engine masks it by the rights of the node as well.
pub fn form(view: &View, doc: &Doc) -> Result<Value> {
    let asked: RowRequest = input_of(doc)?;
    let mut form = Map::new();
    form.insert(DEED.to_owned(), json!(asked.deed));
    let Some(published) = asked.published(view)? else { return Ok(Value::Object(form)) };
    let definition = published.definition.clone();
    let row = asked.laid(view, &published)?;
    let dictionaries = Dictionaries::of_all(view, &published)?;
    let dept = links::title(view, links::DEPT, asked.dept_id)?;
    form.insert(DEPT.to_owned(), json!(describe(&asked, 0, dept)));
    for field in published.seen(view).iter() {
        let cell = convert::cell(&definition, &row, field);
        let shown = match (field.kind, cell.as_deref()) {
            (FieldKind::Files | FieldKind::Pictures, Some(Cell::Links(_, files))) => json!(files),
            (FieldKind::Rich, Some(Cell::Text(html))) => json!(html),
            (FieldKind::Files | FieldKind::Pictures | FieldKind::Rich, _) => continue,
            (_, cell) => {
                let now =
                    cell.map_or(Ok(String::new()), |cell| read::text_with_unit(view, &dictionaries, field, cell))?;
                json!(describe(&asked, field.no, now))
            }
        };
        form.insert(field.code.clone(), shown);
    }
    form.insert("files".to_owned(), json!(write::own_files(&definition, &row)));
    Ok(Value::Object(form))
}

/// «旧值 → 新值» for what a change moves; field 0 is the department.
fn describe(asked: &RowRequest, no: u16, now: String) -> String {
    let shown = |text: &str| if text.is_empty() { "（空）".to_owned() } else { text.to_owned() };
    match asked.before.iter().find(|(of, _)| *of == no) {
        Some((_, before)) => format!("{} → {}", shown(before), shown(&now)),
        None => now,
    }
}
