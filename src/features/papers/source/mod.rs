//! What a paper says: the values of its fields, read from the records that it is about.
//!
//! Invariant: a sheet has exactly the fields of its subject (`kind.rs`), whatever the record leaves out; the suite holds it
//! for every kind.

mod bills;
mod handover;
mod lease;
mod parties;
mod receipt;
mod report;

use gx_office::{Fields, Value};
use jiff::civil::Date;

use super::kind::{PaperKind, PaperSubject};
use crate::error::{AppError, Result};
use crate::kernel::area::Area;
use crate::op::{Caller, View};
use crate::records::list::NameCache;

/// What one paper is about, and what it says.
pub struct Sheet {
    pub subject_id: u64,
    pub subject_no: String,
    pub tenant_id: u64,
    pub party_a_id: u64,
    /// The department that keeps it.
    pub dept_id: u64,
    pub values: Fields,
}

/// Papers that are made at once, at most.
pub const MOST: usize = 2_000;

/// What papers are to be about.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// Records by their numbers.
    pub ids: Vec<u64>,
    /// Of a report without numbers: only of these units; empty: all.
    pub party_as: Vec<u64>,
    /// Of such: only of this period; contracts that run in it, bills that are due in it.
    pub from: Option<Date>,
    pub to: Option<Date>,
}

/// The sheets of a kind about records by their numbers, in that order; bills make one for each tenant and party A, a report is
/// one of all.
///
/// # Errors
/// A record that is missing or out of scope; nothing to say.
pub fn sheets(view: &View, kind: PaperKind, wanted: &Wanted) -> Result<Vec<Sheet>> {
    let ids = wanted.ids.as_slice();
    if (ids.is_empty() && !kind.is_report()) || ids.len() > MOST {
        return Err(AppError::refused(format!("请选择1到{MOST}条记录")));
    }
    // who sees the records makes papers about them: through the right that shows them, not through that to make papers
    let permission = kind.subject().permission();
    if !view.caller.rights.holds(permission) {
        return Err(AppError::forbidden());
    }
    let caller = Caller { exercised: Some(permission), ..view.caller.clone() };
    let view = &View { caller: &caller, ..*view };
    let mut names = NameCache::new(view);
    match kind.subject() {
        PaperSubject::Lease => ids.iter().map(|id| lease::sheet(view, &mut names, *id)).collect(),
        PaperSubject::Change => ids.iter().map(|id| lease::change_sheet(view, &mut names, *id)).collect(),
        PaperSubject::Bills => bills::sheets(view, &mut names, ids, kind.is_dunning()),
        PaperSubject::Receipt => ids.iter().map(|id| receipt::sheet(view, *id)).collect(),
        PaperSubject::Handover => ids.iter().map(|id| handover::sheet(view, &mut names, *id)).collect(),
        PaperSubject::LeaseRows | PaperSubject::BillRows => {
            report::sheet(view, &mut names, kind.subject(), wanted).map(|sheet| vec![sheet])
        }
    }
}

fn put(values: &mut Fields, name: &str, value: Value) {
    values.insert(name.to_owned(), value);
}

fn text(text: impl Into<String>) -> Value {
    Value::Text(text.into())
}

fn count(number: impl std::fmt::Display) -> Value {
    Value::Number(number.to_string())
}

fn day(day: Option<Date>) -> Value {
    day.map_or(Value::Nothing, Value::Date)
}

fn area(area: Area) -> Value {
    Value::Number(area.to_string())
}

/// Rows of a list, numbered from one.
fn rows(rows: Vec<Fields>) -> Value {
    let numbered = (1..).zip(rows).map(|(place, mut row): (usize, Fields)| {
        put(&mut row, "序号", count(place));
        row
    });
    Value::Rows(numbered.collect())
}

/// Values by name.
fn values<const N: usize>(pairs: [(&str, Value); N]) -> Fields {
    pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
