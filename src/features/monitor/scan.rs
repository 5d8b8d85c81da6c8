//! Reading the audit log from its end, for the operation log and the login log.
//!
//! Invariants: without a filter or an order of its own a page costs the rows it shows, found by key;
//! with a filter the log is walked backwards once and no more than the page is kept; with another order
//! only what is sorted by is; an export holds the numbers of its rows (8 bytes each) and one row at a
//! time. A damaged row is an error, never a gap.

use std::ops::Bound;

use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;
use crate::kernel::page::{Compare, Page, Paging, within};
use crate::op::View;
use crate::platform::audit::{AuditAction, AuditRow, BY_LOG};
use crate::store::record::decode;
use crate::store::{RawRead, Reads, Record, id, key};

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
        (row.deed == AuditAction::SignIn as u8) == (self == Self::SignIns)
    }
}

/// Inclusive bounds of time.
pub type Bounds = (Option<Stamp>, Option<Stamp>);

/// A filter with its page.
pub struct Wanted<'a> {
    pub log: Log,
    /// Range of time.
    pub bounds: Bounds,
    /// The other filters; `None` = none was given.
    pub fits: Option<&'a dyn Fn(&AuditRow) -> bool>,
    /// Page and order.
    pub paging: &'a Paging,
    /// Columns that may be sorted by.
    pub sorts: &'a [(&'static str, Compare<SortKey>)],
}

/// What the logs can be sorted by: a hundredth of a row.
#[derive(Debug, Clone)]
pub struct SortKey {
    /// Number of the row.
    pub audit_id: u64,
    pub at: Stamp,
    pub actor: Box<str>,
    /// Duration in milliseconds.
    pub cost: u64,
}

/// Rows are in the order of time but for corrections of the clock; a range is looked for a day further.
const CLOCK_SLACK: i64 = 86_400_000;

/// Walks a log from its newest row to the oldest that may lie in the range, or until `visit` has enough.
pub fn backwards(tx: &dyn RawRead, log: Log, bounds: Bounds, mut visit: impl FnMut(AuditRow) -> bool) -> Result<()> {
    let mut failure = None;
    let oldest = bounds.0.map_or(i64::MIN, |begin| begin.0.saturating_sub(CLOCK_SLACK));
    tx.raw_range(AuditRow::TABLE, Bound::Unbounded, Bound::Unbounded, true, &mut |id, bytes| {
        match decode::<AuditRow>(id, bytes) {
            Ok(row) if row.at.0 < oldest => return false,
            Ok(row) if log.has(&row) && within(row.at, bounds) => return visit(row),
            Ok(_) => {}
            Err(error) => failure = Some(error),
        }
        failure.is_none()
    })?;
    failure.map_or(Ok(()), |error| Err(error.into()))
}

/// One page of a log, newest first unless the client sorts.
pub fn page(tx: &dyn RawRead, wanted: &Wanted) -> Result<Page<AuditRow>> {
    let Wanted { log, bounds, fits, paging, .. } = wanted;
    if paging.sorts() {
        let ids = ids(tx, wanted, &|| Ok(()))?;
        let Page { rows, total } = paging.cut(ids);
        let found: Result<Vec<_>> = rows.into_iter().map(|audit_id| existing(tx, audit_id)).collect();
        return Ok(Page { rows: found?, total });
    }
    if fits.is_none() && *bounds == (None, None) {
        let prefix = key().u8(*log as u8);
        // Sign-ins are the smaller part and counted by walking; the length of a table costs nothing.
        let sign_ins = tx.count_by(&BY_LOG, &key().u8(Log::SignIns as u8))?;
        let total = match log {
            Log::SignIns => sign_ins,
            Log::Operations => tx.count::<AuditRow>()?.saturating_sub(sign_ins),
        };
        let skip = usize::try_from(paging.offset(total)).unwrap_or(usize::MAX);
        let take = usize::try_from(paging.size()).unwrap_or(usize::MAX);
        return Ok(Page { rows: tx.by(&BY_LOG, &prefix, true, skip, take)?, total });
    }
    filtered(tx, wanted)
}

/// Counts all rows that fit and keeps one page of them. A page beyond the end is the last one, which
/// is known only afterwards: the walk is then repeated.
fn filtered(tx: &dyn RawRead, wanted: &Wanted) -> Result<Page<AuditRow>> {
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
            true
        })?;
        let reasonable = wanted.paging.offset(total);
        if reasonable == skip || total == 0 {
            return Ok(Page { rows, total });
        }
        skip = reasonable;
    }
}

/// Numbers of all rows of a filter in the order asked for: what exports and sorted pages walk along,
/// so that the rows themselves are never in memory at once. `go_on` ends the walk early.
fn ids(tx: &dyn RawRead, wanted: &Wanted, go_on: &dyn Fn() -> Result<()>) -> Result<Vec<u64>> {
    let sorts = wanted.paging.sorts();
    let (mut ids, mut keys, mut ended) = (Vec::new(), Vec::new(), Ok(()));
    backwards(tx, wanted.log, wanted.bounds, |row| {
        if wanted.fits.is_none_or(|fits| fits(&row)) {
            let AuditRow { audit_id, at, actor, cost, .. } = row;
            match sorts {
                true => keys.push(SortKey { audit_id, at, actor: actor.into_boxed_str(), cost }),
                false => ids.push(audit_id),
            }
        }
        ended = go_on();
        ended.is_ok()
    })?;
    ended?;
    wanted.paging.sort(&mut keys, wanted.sorts)?;
    ids.extend(keys.into_iter().map(|key| key.audit_id));
    Ok(ids)
}

fn existing(tx: &dyn RawRead, audit_id: u64) -> Result<AuditRow> {
    tx.get(&id(audit_id))?.ok_or_else(|| AppError::internal(format!("audit row {audit_id} vanished from a snapshot")))
}

/// Hands the rows of a filter to `write`, one at a time (exports).
pub fn each<T>(
    view: &View,
    wanted: &Wanted,
    write: impl FnOnce(&mut dyn Iterator<Item = AuditRow>) -> Result<T>,
) -> Result<T> {
    let ids = ids(view.tx, wanted, &|| view.go_on())?;
    let mut failure = None;
    let mut rows = ids.into_iter().map_while(|audit_id| match existing(view.tx, audit_id) {
        Ok(row) => Some(row),
        Err(fault) => {
            failure = Some(fault);
            None
        }
    });
    let written = write(&mut rows)?;
    drop(rows);
    failure.map_or(Ok(written), Err)
}
