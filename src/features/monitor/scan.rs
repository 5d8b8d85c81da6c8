//! Reading the audit log from its end, for the operation log and the login log.
//!
//! Invariants: without a filter or an order of its own a page costs the rows it shows, found by key;
//! with them the log is walked backwards once and no more than the page is kept, unless the client
//! asks for another order. A damaged row is an error, never a gap.

use std::ops::Bound;

use super::audit::{AuditRow, BY_LOG, Deed};
use crate::fault::Outcome;
use crate::kernel::dates::Stamp;
use crate::kernel::page::{Compare, Page, Paging, within};
use crate::store::record::decode;
use crate::store::{RawRead, Reads, Record, key};

/// Which of the two logs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Log {
    /// Changes, exports, refusals.
    Operations = 0,
    /// Sign-ins and sign-outs.
    SignIns = 1,
}

impl Log {
    /// Whether a row belongs to it.
    pub fn has(self, row: &AuditRow) -> bool {
        (row.deed == Deed::SignIn as u8) == (self == Self::SignIns)
    }
}

/// Inclusive bounds of time.
pub type Bounds = (Option<Stamp>, Option<Stamp>);

/// A filter with its page.
pub struct Wanted<'a> {
    /// Which log.
    pub log: Log,
    /// Range of time.
    pub bounds: Bounds,
    /// The other filters; `None` = none was given.
    pub fits: Option<&'a dyn Fn(&AuditRow) -> bool>,
    /// Page and order.
    pub paging: &'a Paging,
    /// Columns that may be sorted by.
    pub sorts: &'a [(&'static str, Compare<AuditRow>)],
}

/// Rows are in the order of time but for corrections of the clock; a range is looked for a day further.
const CLOCK_SLACK: i64 = 86_400_000;

/// Walks a log from its newest row to the oldest that may lie in the range.
pub fn backwards(tx: &dyn RawRead, log: Log, bounds: Bounds, mut visit: impl FnMut(AuditRow)) -> Outcome<()> {
    let mut failure = None;
    let oldest = bounds.0.map_or(i64::MIN, |begin| begin.0.saturating_sub(CLOCK_SLACK));
    tx.raw_range(AuditRow::TABLE, Bound::Unbounded, Bound::Unbounded, true, &mut |id, bytes| {
        match decode::<AuditRow>(id, bytes) {
            Ok(row) if row.at.0 < oldest => return false,
            Ok(row) if log.has(&row) && within(row.at, bounds) => visit(row),
            Ok(_) => {}
            Err(error) => failure = Some(error),
        }
        failure.is_none()
    })?;
    failure.map_or(Ok(()), |error| Err(error.into()))
}

/// One page of a log, newest first unless the client sorts.
pub fn page(tx: &dyn RawRead, wanted: &Wanted) -> Outcome<Page<AuditRow>> {
    let Wanted { log, bounds, fits, paging, sorts } = wanted;
    if paging.sorts() {
        let rows = all(tx, *log, *bounds, *fits)?;
        return sorted(rows, paging, sorts);
    }
    if fits.is_none() && *bounds == (None, None) {
        let prefix = key().u8(*log as u8);
        let total = tx.count_by(&BY_LOG, &prefix)?;
        let skip = usize::try_from(paging.offset(total)).unwrap_or(usize::MAX);
        let take = usize::try_from(paging.size()).unwrap_or(usize::MAX);
        return Ok(Page { rows: tx.by(&BY_LOG, &prefix, true, skip, take)?, total });
    }
    filtered(tx, wanted)
}

fn sorted(
    mut rows: Vec<AuditRow>,
    paging: &Paging,
    sorts: &[(&'static str, Compare<AuditRow>)],
) -> Outcome<Page<AuditRow>> {
    paging.sort(&mut rows, sorts)?;
    Ok(paging.cut(rows))
}

/// Counts all rows that fit and keeps one page of them. A page beyond the end is the last one, which
/// is known only afterwards: the walk is then repeated.
fn filtered(tx: &dyn RawRead, wanted: &Wanted) -> Outcome<Page<AuditRow>> {
    let size = wanted.paging.size();
    let mut skip = (wanted.paging.page_num.unwrap_or(1).max(1) - 1).saturating_mul(size);
    loop {
        let (mut rows, mut total) = (Vec::new(), 0_u64);
        backwards(tx, wanted.log, wanted.bounds, |row| {
            if wanted.fits.is_none_or(|fits| fits(&row)) {
                if total >= skip && total - skip < size {
                    rows.push(row);
                }
                total += 1;
            }
        })?;
        let reasonable = wanted.paging.offset(total);
        if reasonable == skip || total == 0 {
            return Ok(Page { rows, total });
        }
        skip = reasonable;
    }
}

/// All rows of a filter, newest first (exports).
pub fn all(
    tx: &dyn RawRead,
    log: Log,
    bounds: Bounds,
    fits: Option<&dyn Fn(&AuditRow) -> bool>,
) -> Outcome<Vec<AuditRow>> {
    let mut rows = Vec::new();
    backwards(tx, log, bounds, |row| {
        if fits.is_none_or(|fits| fits(&row)) {
            rows.push(row);
        }
    })?;
    Ok(rows)
}
