//! What the page of a register needs to know of it.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::{AppError, Result};
use crate::op::View;
use crate::records::list::Choose;
use crate::route::Data;

use super::super::approval;
use super::super::columns::place;
use super::super::definition::{Approval, Field, Sharing};
use super::super::links;
use super::super::memory::Registers;
use super::super::published::{Dictionaries, Published, Seen};
use super::super::works::{self, WorkOut};
use super::list::LinkOption;

/// Acts of a register that rights are held for.
pub const ACTS: [&str; 7] = ["list", "query", "add", "edit", "remove", "import", "export"];
/// The right to personal data, where there is some.
pub const PERSONAL: &str = "pii";
/// The right to decide, where somebody decides and no process was drawn.
pub const APPROVE: &str = "approve";

/// A register by code.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct OfRegister {
    /// Short code that programs use, unique of its kind.
    pub code: String,
}

/// An entry of a dictionary as lists and forms of registers need it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RegisterEntry")]
pub struct EntryOut {
    /// What is stored.
    pub value: String,
    /// What people read.
    pub label: String,
    /// Colour of its tag.
    pub list_class: String,
    /// Whether forms offer it.
    pub enabled: bool,
}

/// A register as its page needs it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegisterMeta {
    /// Number of the register 登记表.
    pub register_id: u64,
    /// Short code that programs use, unique of its kind.
    pub code: String,
    /// What it is called, for people.
    pub name: String,
    /// Remark in free text; empty: none.
    pub remark: String,
    /// Version of the definition.
    pub version: u32,
    /// Fields that the caller may see, in the order of the form.
    pub fields: Vec<Field>,
    /// Entries of dictionaries by their number.
    pub dictionaries: BTreeMap<u64, Vec<EntryOut>>,
    /// Code of the field that names a row; empty for the row number.
    pub title: String,
    /// Codes of the fields of each unique constraint.
    pub once: Vec<Vec<String>>,
    /// Columns of the form.
    pub form_columns: u8,
    /// Who sees the rows.
    pub sharing: Sharing,
    /// Code of the field that a row's department follows; empty for none.
    pub owner: String,
    /// Whether rows take files.
    pub attachments: bool,
    /// What of the rows is decided about.
    pub approval: Approval,
    /// Rows and changes that wait for a decision.
    pub waiting: u64,
    /// Rights that the caller holds.
    pub rights: Vec<String>,
    /// Work in progress.
    pub works: Vec<WorkOut>,
    /// Whether lists are answered row by row, because the columns do not fit into the memory set aside.
    pub is_slow: bool,
}

/// GET /reg/{code}/meta: begins to read the columns, so that the list mostly finds them.
pub fn meta(view: &View, input: OfRegister) -> Result<Data<RegisterMeta>> {
    let published = Published::of(view, &input.code)?;
    let (table, columns) = view.app.state::<Registers>()?.columns(view, &published)?;
    let _ = table;
    let seen = published.seen(view);
    let fields: Vec<Field> = seen.iter().map(|field| shown(seen, field)).collect();
    let known = Dictionaries::of(view, fields.iter())?;
    let mut dictionaries = BTreeMap::new();
    for field in fields.iter().filter(|field| field.dictionary != 0) {
        let entries = known.entries(field.dictionary).iter().map(|entry| EntryOut {
            value: entry.value.clone(),
            label: entry.label.clone(),
            list_class: entry.list_class.clone(),
            enabled: entry.enabled,
        });
        dictionaries.insert(field.dictionary, entries.collect());
    }
    let definition = &published.definition;
    let code_of = |no: u16| seen.by_no(no).map(|field| field.code.clone()).unwrap_or_default();
    let once = seen.constraints().map(|fields| fields.iter().map(|field| field.code.clone()).collect());
    let acts = ACTS.iter().chain([&PERSONAL]).filter(|act| published.holds(view, act));
    Ok(Data(RegisterMeta {
        register_id: published.id(),
        code: published.register.code.clone(),
        name: definition.name.clone(),
        remark: definition.remark.clone(),
        version: published.register.current,
        title: code_of(definition.title),
        once: once.collect(),
        form_columns: definition.form_columns.clamp(1, 3),
        sharing: definition.sharing,
        owner: code_of(definition.owner),
        attachments: definition.attachments,
        approval: definition.approval,
        waiting: approval::waiting(view, &published)?,
        rights: acts.map(|act| (*act).to_owned()).collect(),
        works: works::of_register(view, published.id())?,
        is_slow: columns.is_none(),
        dictionaries,
        fields,
    }))
}

/// A field as the caller may know it: a reminder that ends by what he doesn't see is none.
fn shown(seen: Seen<'_>, field: &Field) -> Field {
    Field { remind: seen.reminder(field).cloned(), ..field.clone() }
}

/// What a field that points to a record asks.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ChooseLink {
    /// Kind of record: `asset`, `room` …
    pub kind: String,
    /// What is typed, or chosen already.
    #[serde(flatten)]
    pub choose: Choose,
}

/// GET /reg/links/{kind}: what the caller sees in the target's own list.
pub fn link_options(view: &View, input: ChooseLink) -> Result<Data<Vec<LinkOption>>> {
    let kind = links::kind(&input.kind).ok_or_else(|| AppError::refused("没有这种关联"))?;
    let found = links::offered(view, kind, &input.choose)?;
    Ok(Data(found.into_iter().map(|(id, label)| LinkOption { id, label }).collect()))
}

/// Whether a field is kept in columns at all, so that a page knows by what it may sort and narrow.
pub fn is_in_columns(published: &Published, field: &Field) -> bool {
    place(&published.definition, field.no).is_some()
}
