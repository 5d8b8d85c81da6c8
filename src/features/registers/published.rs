//! Published registers as requests use them: found by code in the request's own snapshot, with the definition that counts
//! and the dictionaries it names.
//!
//! Versions never change, so their definitions are kept in memory by number; whether a register is published is read again
//! every time, so that stopping one acts on the next request.

use std::collections::HashMap;
use std::sync::Arc;

use crate::error::{AppError, Result};
use crate::op::View;
use crate::platform::dict::{DATA_BY_TYPE, DictData, DictType};
use crate::store::{Reads, id, key};

use super::definition::{Definition, Field, Reminder, Sharing};
use super::memory::Registers;
use super::record::{BY_CODE, RegVersion, Register, RegisterState};

/// A published register.
#[derive(Clone)]
pub struct Published {
    pub register: Register,
    pub definition: Arc<Definition>,
}

/// The sentence for a register that is not there, or not in use.
pub fn missing() -> AppError {
    AppError::refused("登记表不存在或已停用，请刷新后重试")
}

/// Rights of a register.
pub fn permission(code: &str, act: &str) -> String {
    format!("reg:{code}:{act}")
}

impl Published {
    /// The published register of a code.
    ///
    /// # Errors
    /// One sentence for what is not there and for what is not in use.
    pub fn of(view: &View, code: &str) -> Result<Self> {
        let register: Option<Register> = view.tx.one(&BY_CODE, &key().str(code))?;
        let register = register.filter(|register| register.state == RegisterState::Published).ok_or_else(missing)?;
        Self::whatever_state(view, register)
    }

    /// A register with its published definition, whether it is in use or not.
    ///
    /// # Errors
    /// The sentence for one that was never published.
    pub fn whatever_state(view: &View, register: Register) -> Result<Self> {
        let definition = definition(view, register.register_id, register.current)?.ok_or_else(missing)?;
        Ok(Self { register, definition })
    }

    pub fn id(&self) -> u64 {
        self.register.register_id
    }

    /// Whether everybody sees all rows.
    pub fn is_common(&self) -> bool {
        self.definition.sharing == Sharing::Common
    }

    /// Whether the caller holds a right of it.
    pub fn holds(&self, view: &View, act: &str) -> bool {
        view.caller.rights.holds(&permission(&self.register.code, act))
    }

    /// Whether the caller sees sealed values in full, and sensitive fields at all.
    pub fn shows_personal(&self, view: &View) -> bool {
        !self.definition.has_personal() || self.holds(view, "pii")
    }

    /// Whether no two rows may have the same in a field that the caller doesn't see.
    pub fn hides_constraints(&self, view: &View) -> bool {
        let is_personal = |fields: &Vec<&Field>| fields.iter().any(|field| self.definition.is_personal(field));
        !self.shows_personal(view) && self.definition.constraints().any(|(_, fields)| is_personal(&fields))
    }

    /// Fields that the caller may see.
    pub fn seen(&self, view: &View) -> Seen<'_> {
        Seen { definition: &self.definition, all: self.shows_personal(view) }
    }

    /// A field by code that the caller may see.
    pub fn field(&self, view: &View, code: &str) -> Option<&Field> {
        self.seen(view).field(code)
    }
}

/// The fields of a definition that a person may see: all that answers him, counts for him or orders his lists goes by it.
#[derive(Clone, Copy)]
pub struct Seen<'d> {
    definition: &'d Definition,
    all: bool,
}

impl<'d> Seen<'d> {
    /// What everybody sees who sees the row.
    pub const fn by_everybody(definition: &'d Definition) -> Self {
        Self { definition, all: false }
    }

    /// What who draws a register knows of its fields; no value goes by it.
    pub const fn by_designer(definition: &'d Definition) -> Self {
        Self { definition, all: true }
    }

    /// Whether he sees all, and sealed values in full where he asks for them.
    pub const fn all(self) -> bool {
        self.all
    }

    /// Whether he sees a field.
    pub fn sees(self, field: &Field) -> bool {
        self.all || !self.definition.hides(field)
    }

    /// Fields that count, in the order of the form.
    pub fn iter(self) -> impl Iterator<Item = &'d Field> {
        self.definition.active().filter(move |field| self.sees(field))
    }

    /// A field that counts, by code.
    pub fn field(self, code: &str) -> Option<&'d Field> {
        self.iter().find(|field| field.code == code)
    }

    /// A field that counts, by number.
    pub fn by_no(self, no: u16) -> Option<&'d Field> {
        self.definition.active_field(no).filter(|field| self.sees(field))
    }

    /// A field by number, archived ones too.
    pub fn ever(self, no: u16) -> Option<&'d Field> {
        self.definition.field(no).filter(|field| self.sees(field))
    }

    /// Unique constraints all of whose fields he sees.
    pub fn constraints(self) -> impl Iterator<Item = Vec<&'d Field>> {
        let all = self.definition.constraints().map(|(_, fields)| fields);
        all.filter(move |fields| fields.iter().all(|field| self.sees(field)))
    }

    /// What reminds of a field's day, unless it ends by a field that he doesn't see: what is over would tell its value.
    pub fn reminder(self, field: &'d Field) -> Option<&'d Reminder> {
        let remind = field.remind.as_ref().filter(|_| self.sees(field))?;
        let end = self.definition.active_field(remind.field);
        end.is_none_or(|end| self.sees(end)).then_some(remind)
    }
}

/// A published definition; kept in memory once it was read.
pub fn definition(view: &View, register_id: u64, version: u32) -> Result<Option<Arc<Definition>>> {
    let memory = view.app.state::<Registers>()?;
    if let Some(known) = memory.definition(register_id, version) {
        return Ok(Some(known));
    }
    let stored: Option<RegVersion> = view.tx.get(&RegVersion::key_of(register_id, version))?;
    let Some(stored) = stored else { return Ok(None) };
    let definition = Arc::new(stored.definition);
    if view.tx.is_snapshot() {
        // What an operation is still writing may yet be dropped.
        memory.keep_definition(register_id, version, definition.clone());
    }
    Ok(Some(definition))
}

/// An entry of a dictionary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// What is stored.
    pub value: String,
    /// What people read.
    pub label: String,
    /// Colour of its tag.
    pub list_class: String,
    /// Whether it is offered.
    pub enabled: bool,
}

/// The dictionaries of a definition.
#[derive(Debug, Clone, Default)]
pub struct Dictionaries(HashMap<u64, Vec<Entry>>);

impl Dictionaries {
    /// Those that some fields name.
    pub fn of<'f>(view: &View, fields: impl Iterator<Item = &'f Field>) -> Result<Self> {
        let mut all = HashMap::new();
        for field in fields.filter(|field| field.dictionary != 0) {
            if let std::collections::hash_map::Entry::Vacant(place) = all.entry(field.dictionary) {
                place.insert(entries(view, field.dictionary)?);
            }
        }
        Ok(Self(all))
    }

    /// Those that any field of a register names, archived ones too.
    ///
    /// # Errors
    /// A store that can't be read.
    pub fn ever(view: &View, published: &Published) -> Result<Self> {
        Self::of(view, published.definition.fields.iter())
    }

    /// Those that the fields of a register name.
    ///
    /// # Errors
    /// A store that can't be read.
    pub fn of_all(view: &View, published: &Published) -> Result<Self> {
        Self::of(view, published.definition.active())
    }

    /// Takes in an entry that was made just now.
    pub fn add(&mut self, dictionary: u64, entry: Entry) {
        self.0.entry(dictionary).or_default().push(entry);
    }

    /// Entries of a dictionary, in their order; those that are not offered any more too.
    pub fn entries(&self, dictionary: u64) -> &[Entry] {
        self.0.get(&dictionary).map_or(&[], Vec::as_slice)
    }

    /// What people read of a value; the value itself where its entry is gone.
    pub fn label(&self, dictionary: u64, value: &str) -> String {
        let entry = self.entries(dictionary).iter().find(|entry| entry.value == value);
        entry.map_or_else(|| value.to_owned(), |entry| entry.label.clone())
    }

    /// The value behind what people read or, failing that, behind a value.
    pub fn value(&self, dictionary: u64, text: &str) -> Option<String> {
        let entries = self.entries(dictionary);
        let entry = entries.iter().find(|entry| entry.label == text);
        entry.or_else(|| entries.iter().find(|entry| entry.value == text)).map(|entry| entry.value.clone())
    }
}

fn entries(view: &View, dictionary: u64) -> Result<Vec<Entry>> {
    let Some(kind) = view.tx.get::<DictType>(&id(dictionary))? else { return Ok(Vec::new()) };
    let rows: Vec<DictData> = view.tx.by(&DATA_BY_TYPE, &key().str(&kind.dict_type), false, 0, usize::MAX)?;
    let entry = |row: DictData| Entry {
        value: row.dict_value,
        label: row.dict_label,
        list_class: row.list_class,
        enabled: row.enabled,
    };
    Ok(rows.into_iter().map(entry).collect())
}
