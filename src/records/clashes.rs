//! A value that no two records may have, where its writer may not see it: whether it is taken is told as a number, never by
//! whom, and counted for the person; the audit row says that personal data was looked at. An import is told once, when
//! nothing else is wrong with it, and a dry run not at all, or one file would try out thousands of numbers.

use crate::error::{AppError, Result};
use crate::op::Op;
use crate::records::whole_numbers;

/// What the audit calls an answer that tells something of a value that its asker may not see.
const TITLE: &str = "查看敏感信息";

/// How an operation looks for values that are taken.
#[derive(Debug, Default)]
pub struct Clashes {
    is_import: bool,
    found: u64,
}

impl Clashes {
    /// Of a workbook with so many such values; all of them are counted before one is looked for.
    ///
    /// # Errors
    /// More than the person may type at once.
    pub fn of_import(op: &Op, values: usize, label: &str) -> Result<Self> {
        if op.is_trial() {
            whole_numbers::may_type(values, label)?
        } else {
            whole_numbers::typed(&op.view(), values, label)?
        }
        Ok(Self { is_import: true, found: 0 })
    }

    /// Whether a typed value is looked for now.
    ///
    /// # Errors
    /// The person has typed too many.
    pub fn asks(&self, op: &Op, label: &str) -> Result<bool> {
        if !self.is_import {
            whole_numbers::typed(&op.view(), 1, label)?;
        }
        Ok(!self.is_import || !op.is_trial())
    }

    /// Notes that one is taken: an import goes on, and is refused at its end.
    ///
    /// # Errors
    /// That of a form: the refusal.
    pub fn note(&mut self, title: &str, label: &str) -> Result<()> {
        self.found += 1;
        if self.is_import { Ok(()) } else { self.refused(title, label) }
    }

    /// Refuses an import whose values are taken, when all of its rows are fine otherwise.
    ///
    /// # Errors
    /// The refusal, with how many there are.
    pub fn answer(&self, op: &Op, title: &str, label: &str) -> Result<()> {
        if self.found == 0 || op.is_trial() { Ok(()) } else { self.refused(title, label) }
    }

    fn refused(&self, title: &str, label: &str) -> Result<()> {
        let found = self.found;
        let nothing = if self.is_import { "，没有写入任何数据" } else { "" };
        Err(AppError::refused(format!(
            "有 {found} 个“{label}”与已有数据重复{nothing}；您没有查看敏感信息的权限，不说明与哪一条重复"
        ))
        .titled(format!("{TITLE}·{title}")))
    }
}
