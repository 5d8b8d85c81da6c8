//! Cells of any kind of file laid into a grid, within limits.

use std::collections::BTreeMap;

use super::extras::Extras;
use super::survey::Area;
use super::value::{Grid, GridRow, Limits, SheetError};

/// What a table says besides its cells.
#[derive(Default)]
pub(super) struct Aside {
    /// Rows that are not shown, from 0.
    pub hidden: Vec<u32>,
    pub merged: Vec<Area>,
    /// What lies on the cells.
    pub extras: Extras,
}

/// What a cell costs of the limit on unpacked bytes, besides its text: small cells add up, too.
pub(super) const CELL_COST: u64 = 64;

/// A grid in the making; cells may come in any order.
pub(super) struct Laying {
    limits: Limits,
    left: u64,
    rows: BTreeMap<u32, BTreeMap<u32, String>>,
    merged: Vec<(u32, u32)>,
    aside: Aside,
}

impl Laying {
    pub(super) fn new(limits: Limits) -> Self {
        Self { limits, left: limits.unpacked, rows: BTreeMap::new(), merged: Vec::new(), aside: Aside::default() }
    }

    /// Row and column count from 0; what stands there already is replaced.
    pub(super) fn put(&mut self, row: u32, column: u32, text: &str) -> Result<(), SheetError> {
        if text.is_empty() {
            return Ok(());
        }
        if column as usize >= self.limits.columns {
            return Err(self.too_wide());
        }
        self.left = self.left.checked_sub(text.len() as u64 + CELL_COST).ok_or(SheetError::TooMuch)?;
        if self.rows.len() >= self.limits.rows && !self.rows.contains_key(&row) {
            return Err(SheetError::TooManyRows(self.limits.rows));
        }
        self.rows.entry(row).or_default().insert(column, text.to_owned());
        Ok(())
    }

    /// What is said of a cell beyond the last column that is read.
    pub(super) fn too_wide(&self) -> SheetError {
        SheetError::TooManyColumns(self.limits.columns)
    }

    /// A merged cell.
    pub(super) fn merge(&mut self, area: Area) {
        if self.merged.len() < self.limits.rows {
            self.merged.push((area.first.0, area.last.0));
        }
        self.cover(area);
    }

    /// A merged cell whose rows are whole without it.
    pub(super) fn cover(&mut self, area: Area) {
        if self.aside.merged.len() < self.limits.rows {
            self.aside.merged.push(area);
        }
    }

    /// A row is not shown.
    pub(super) fn hide(&mut self, row: u32) {
        if self.aside.hidden.len() < self.limits.rows {
            self.aside.hidden.push(row);
        }
    }

    /// What may still be put.
    pub(super) const fn left(&self) -> u64 {
        self.left
    }

    pub(super) fn finish(self) -> Result<Grid, SheetError> {
        if self.rows.is_empty() {
            return Err(SheetError::NoHeader);
        }
        Ok(self.finish_even_empty().0)
    }

    /// The grid, which may have no rows, and what is said besides.
    pub(super) fn finish_even_empty(mut self) -> (Grid, Aside) {
        let aside = std::mem::take(&mut self.aside);
        self.merged.sort_unstable();
        let mut merged = self.merged.into_iter().peekable();
        let mut until = None;
        let mut rows = Vec::with_capacity(self.rows.len());
        for (row, cells) in self.rows {
            while let Some((_, last)) = merged.next_if(|(first, _)| *first <= row) {
                until = until.max(Some(last));
            }
            let is_merged = until.is_some_and(|until| row <= until);
            rows.push(GridRow { number: row.saturating_add(1), cells, is_merged });
        }
        (Grid { rows }, aside)
    }
}
