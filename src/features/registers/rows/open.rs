//! Choices that are open: a word that the dictionary does not have yet becomes an entry of it, with the row that uses it.
//!
//! Only a dictionary of the register itself grows so, and only for who may add rows: one of the office is changed by who
//! keeps it.

use crate::error::{AppError, Result};
use crate::features::registers::cell::Cell;
use crate::features::registers::definition::Field;
use crate::features::registers::infer::compared;
use crate::features::registers::kind::FieldKind;
use crate::features::registers::published::{Dictionaries, Entry, Published};
use crate::features::registers::value::Given;

use crate::op::Op;
use crate::platform::dict::{DictData, DictType};
use crate::records::base::Base;
use crate::store::{Reads, id};

use super::write::Change;

/// Entries of a dictionary that grows.
const MOST: usize = 1_000;
/// Letters of a new entry.
const LONGEST: usize = 64;

/// A change whose new words are entries.
///
/// # Errors
/// A sentence for a word that is too long, and for a dictionary that is full.
pub(super) fn resolved(
    op: &mut Op,
    published: &Published,
    dictionaries: &mut Dictionaries,
    mut change: Change,
) -> Result<Change> {
    for (no, given) in &mut change.values {
        let field = published.definition.active_field(*no).filter(|field| field.open && field.kind.has_dictionary());
        let (Some(field), Some(Given::Cell(cell))) = (field, given) else { continue };
        let words: Vec<&mut String> = match cell {
            Cell::Text(word) if field.kind == FieldKind::Choice => vec![word],
            Cell::Many(words) => words.iter_mut().collect(),
            _ => continue,
        };
        for word in words {
            if !dictionaries.entries(field.dictionary).iter().any(|entry| entry.value == *word) {
                *word = value_of(op, published, dictionaries, field, word)?;
            }
        }
    }
    Ok(change)
}

/// The value behind a word: that of an entry which is called so, else of a new one.
fn value_of(
    op: &mut Op,
    published: &Published,
    dictionaries: &mut Dictionaries,
    field: &Field,
    word: &str,
) -> Result<String> {
    let (tight, entries) = (compared(word), dictionaries.entries(field.dictionary));
    if let Some(known) = entries.iter().find(|entry| compared(&entry.label) == tight) {
        return Ok(known.value.clone());
    }
    let kind = op.view().tx.get::<DictType>(&id(field.dictionary))?;
    let own = format!("reg_{}_", published.register.code);
    let Some(kind) = kind.filter(|kind| kind.dict_type.starts_with(&own) && published.holds(&op.view(), "add")) else {
        return Ok(word.to_owned());
    };
    let refused = |sentence: String| Err(AppError::refused(sentence).at(field.code.clone()));
    if word.chars().count() > LONGEST {
        return refused(format!("{}的选项不能超过 {LONGEST} 个字", field.label));
    }
    if entries.len() >= MOST {
        return refused(format!("{}的选项已有 {MOST} 个，不能再新增", field.label));
    }
    let taken = |value: &str| entries.iter().any(|entry| entry.value == value);
    let numbered = (entries.len() + 1..).map(|number| number.to_string()).find(|value| !taken(value));
    let value = numbered.unwrap_or_else(|| word.to_owned());
    let entry = DictData {
        dict_code: op.next_id::<DictData>()?,
        dict_sort: i64::try_from(entries.len()).unwrap_or(i64::MAX).saturating_add(1),
        dict_label: word.trim().to_owned(),
        dict_value: value.clone(),
        dict_type: kind.dict_type,
        css_class: String::new(),
        list_class: "default".to_owned(),
        is_default: false,
        enabled: true,
        base: Base::made(op, String::new()),
    };
    op.put_quietly(&entry)?;
    let DictData { dict_label: label, list_class, .. } = entry;
    dictionaries.add(field.dictionary, Entry { value: value.clone(), label, list_class, enabled: true });
    Ok(value)
}
