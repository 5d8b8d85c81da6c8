//! What is asked for: the row's cells as they would be stored, by the numbers of their fields.

use serde::{Deserialize, Serialize};

use crate::error::{AppError, Result};
use crate::op::View;
use crate::records::owned::Owned;
use crate::store::{Reads, id};

use super::super::cell::{Cell, Cells};
use super::super::formula;
use super::super::published::Published;
use super::super::record::{RegRow, Register};
use super::super::rows::write::Change;
use super::super::value::Given;
use super::RowAction;

/// An operation on a row as its process keeps it. Texts of sealed fields are sealed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowRequest {
    pub register_id: u64,
    /// What is to be done.
    pub deed: RowAction,
    /// Row; 0 for a new one.
    pub row_id: u64,
    /// What sentences call it.
    pub title: String,
    /// Department that it would belong to.
    pub dept_id: u64,
    /// Values that it would have; those that are not named stay.
    pub cells: Cells,
    /// Fields that would be emptied.
    pub emptied: Vec<u16>,
    /// Fields whose original text would go without a value in its place.
    pub dropped: Vec<u16>,
    /// What fields say until then, as people read it: only those that would change; 0 stands for the department.
    pub before: Vec<(u16, String)>,
    /// Its attachments as they would be; none leaves them.
    pub files: Option<Vec<u64>>,
    /// Files that lie in the process alone.
    pub holds: Vec<u64>,
    /// Number of who asks: the row will be his.
    pub user_id: u64,
    /// His login name.
    pub by: String,
}

impl RowRequest {
    /// Its register, in use or not; none when it is gone or lies in a package.
    ///
    /// # Errors
    /// Records that can't be read.
    pub fn published(&self, view: &View) -> Result<Option<Published>> {
        let register: Option<Register> = view.tx.get(&id(self.register_id))?;
        Ok(register.and_then(|register| Published::whatever_state(view, register).ok()))
    }

    /// What a writer is told.
    ///
    /// # Errors
    /// A sentence for a field that is not there any more: what was asked for would be lost.
    pub fn change(&self, published: &Published) -> Result<Change> {
        let definition = &published.definition;
        let is_there = |no: u16| definition.active_field(no).is_some_and(super::super::definition::Field::is_written);
        let mut values = Vec::new();
        for (no, cell) in self.cells.iter() {
            if !is_there(no) {
                let label = definition.field(no).map_or("", |field| field.label.as_str());
                let sentence = format!("登记表的设计已更新，字段“{label}”不再填写，请退回或驳回后由申请人重新提交");
                return Err(AppError::refused(sentence));
            }
            values.push((no, Some(Given::Cell(cell.clone()))));
        }
        values.extend(self.emptied.iter().filter(|no| is_there(**no)).map(|no| (*no, None)));
        let kept = self.dropped.iter().filter(|no| is_there(**no)).map(|no| (*no, None)).collect();
        Ok(Change { values, kept, dept_id: Some(self.dept_id), files: self.files.clone(), ..Change::default() })
    }

    /// The row as it stands; none for a new one and for one that is gone.
    ///
    /// # Errors
    /// Records that can't be read.
    pub fn row(&self, view: &View) -> Result<Option<RegRow>> {
        Ok(view.tx.get(&id(self.row_id))?)
    }

    /// The row as it would be, to be looked at.
    ///
    /// # Errors
    /// Records that can't be read.
    pub fn laid(&self, view: &View, published: &Published) -> Result<RegRow> {
        let mut row = self.row(view)?.unwrap_or_else(|| RegRow {
            row_id: super::super::record::row_id(self.register_id, 0),
            shape: published.register.current,
            title: String::new(),
            cells: Cells::default(),
            kept: Default::default(),
            once: Vec::new(),
            files: Vec::new(),
            source: None,
            deleted: None,
            owned: Owned { creator: self.user_id, ..Owned::default() },
        });
        row.title.clone_from(&self.title);
        row.owned.dept_id = self.dept_id;
        for (no, cell) in self.cells.iter() {
            row.cells.set(no, Some(cell.clone()));
            row.kept.set(no, None);
        }
        for no in &self.emptied {
            row.cells.set(*no, None);
        }
        for no in &self.dropped {
            row.kept.set(*no, None);
        }
        let definition = &published.definition;
        for field in definition.active() {
            if let Some(formula) = &field.formula {
                let value = formula::value(definition, field, formula, &row.cells);
                row.cells.set(field.no, value);
            }
        }
        if let Some(files) = &self.files {
            let of_fields = |cell: &Cell| match cell {
                Cell::Links(super::super::links::FILES, all) => all.clone(),
                _ => Vec::new(),
            };
            row.files = files.iter().copied().chain(row.cells.iter().flat_map(|(_, cell)| of_fields(cell))).collect();
        }
        Ok(row)
    }
}
