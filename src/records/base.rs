//! The base fields of every administered entity, and how they look on the wire (contract 1.4).

use schemars::JsonSchema;
use serde::Serialize;

use crate::error::{AppError, Kind, Result};
use crate::op::{Op, View};
pub use crate::platform::base::Base;
use crate::records::names::person_name;

impl Base {
    /// Base fields of a new record.
    pub fn made(op: &Op, remark: String) -> Self {
        Self { create_by: op.caller.name(), create_time: op.now, remark, ..Self::default() }
    }

    /// Base fields of which only the remark is known: of example rows.
    pub fn remarked(remark: &str) -> Self {
        Self { remark: remark.to_owned(), ..Self::default() }
    }

    /// Base fields of a changed record.
    #[must_use]
    pub fn changed(mut self, op: &Op) -> Self {
        self.update_by = op.caller.name();
        self.update_time = Some(op.now);
        self
    }
}

/// Header of a form that changes a record: the `updateTime` it was filled from; `never` when it had none.
pub const SINCE: &str = "x-form-since";

/// Refuses a form that was filled before somebody else's change. Clients that do not say what they were filled from
/// (the family's) are taken as before; records of the business have a version of their own (`records/owned.rs`).
///
/// # Errors
/// A sentence with the other editor's name and time.
pub fn same_as_read(view: &View, noun: &str, title: &str, base: &Base) -> Result<()> {
    let since = view.caller.origin.form_since.as_deref();
    since.map_or(Ok(()), |since| unchanged_since(view, since, (noun, title), base))
}

/// The same for a form that says itself what it was filled from.
///
/// # Errors
/// The same.
pub fn unchanged_since(view: &View, since: &str, (noun, title): (&str, &str), base: &Base) -> Result<()> {
    let Some(at) = base.update_time.map(|at| at.to_text()) else { return Ok(()) };
    if since == at {
        return Ok(());
    }
    let name = person_name(view, &base.update_by)?;
    let sentence = format!("{noun}“{title}”已被 {name} 于 {at} 修改，请在最新内容上重新修改");
    Err(AppError::of(Kind::Stale, sentence))
}

/// Base fields on the wire; flattened into each entity.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BaseOut {
    /// Login name of the maker.
    pub create_by: String,
    /// When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time.
    pub create_time: Option<String>,
    /// Login name of the last changer.
    pub update_by: String,
    /// When it was changed last, `yyyy-MM-dd HH:mm:ss` Beijing time.
    pub update_time: Option<String>,
    /// Remark in free text; empty: none.
    pub remark: String,
}

impl From<&Base> for BaseOut {
    fn from(base: &Base) -> Self {
        Self {
            create_by: base.create_by.clone(),
            create_time: Some(base.create_time.to_text()),
            update_by: base.update_by.clone(),
            update_time: base.update_time.map(|at| at.to_text()),
            remark: base.remark.clone(),
        }
    }
}

/// `status` on the wire: "0" normal, "1" disabled.
pub fn status_text(enabled: bool) -> String {
    if enabled { "0".into() } else { "1".into() }
}

/// Reads a `status`; anything but "1" is normal.
pub fn is_enabled(status: Option<&str>) -> bool {
    status != Some("1")
}
