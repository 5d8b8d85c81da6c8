//! Reading the audit log from its end, for the operation log and the login log.
//!
//! Invariants: without a filter or an order of its own a page costs the rows it shows, found by key; with one it is found
//! in columns ([`found`]). Where those are not there, the log is walked backwards once and no more than the page is kept;
//! with another order only what is sorted by is. An export holds the numbers of its rows (8 bytes each) and one row at a
//! time. A damaged row is an error, never a gap.

use std::ops::Bound;

use super::log_columns::{ACTOR, AT, COST, SIGN_IN};
use crate::columns::NONE;
use crate::columns::texts::folded;
use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;
use crate::kernel::page::{Compare, Page, Paging, within};
use crate::op::View;
use crate::platform::audit::{AuditAction, AuditHead, AuditRow, BY_LOG};
use crate::records::list::run::{Found, ListQuery, Sorting, Span, by_columns, table};
use crate::records::list::{Filter, FilterBuilder};
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
    /// The same filters for columns.
    pub ask: FilterBuilder<AuditRow>,
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
    /// In one case, as columns compare it.
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

/// How columns put a log in order: newest first, or as the client asks; none for a column that no log sorts by.
fn order(paging: &Paging) -> Result<Option<(Vec<(Sorting, bool)>, bool)>> {
    let Some(column) = paging.order_by_column.as_deref().filter(|column| !column.is_empty()) else {
        return Ok(Some((Vec::new(), true)));
    };
    let down = matches!(paging.is_asc.as_deref(), Some("desc" | "descending"));
    let ask = FilterBuilder::<AuditRow>::default();
    Ok(match column {
        "operId" | "infoId" => Some((Vec::new(), down)),
        "operTime" | "loginTime" => Some((vec![(Sorting::Number(ask.place(&AT)?), down)], down)),
        "operName" | "userName" => Some((vec![(Sorting::Text(ask.place(&ACTOR)?), down)], true)),
        "costTime" => Some((vec![(Sorting::Number(ask.place(&COST)?), down)], true)),
        _ => None,
    })
}

/// What columns find of a log; none where they are not there or a row can't be read.
fn found(view: &View, wanted: &Wanted, span: Span) -> Result<Option<Found>> {
    // What the log does not sort by is refused in its words.
    wanted.paging.comparison(wanted.sorts)?;
    let Some((order, ids_down)) = order(wanted.paging)? else { return Ok(None) };
    let mut ask = FilterBuilder::<AuditRow>::default();
    ask.must(Filter::among(ask.place(&SIGN_IN)?, [wanted.log as i64]));
    let (begin, end) = wanted.bounds;
    if wanted.bounds != (None, None) {
        let (begin, end) = (begin.map_or(NONE + 1, |at| at.0), end.map_or(i64::MAX, |at| at.0));
        ask.must(Filter::Between(ask.place(&AT)?, begin, end));
    }
    ask.filters.extend(wanted.ask.filters.iter().cloned());
    let query = ListQuery { order, ids_down, ..ListQuery::of(ask, span) };
    Ok(by_columns(view, table::<AuditRow>(view)?, &query)?.filter(|found| found.unreadable.is_empty()))
}

/// One page of a log, newest first unless the client sorts.
pub fn page(view: &View, wanted: &Wanted) -> Result<Page<AuditRow>> {
    let tx = view.tx;
    if let Some(found) = found(view, wanted, Span::Page(wanted.paging.clone()))? {
        let mut rows = Vec::with_capacity(found.ids.len());
        for audit_id in found.ids {
            // One that was written since this snapshot was taken is not shown by it.
            rows.extend(tx.get::<AuditRow>(&id(audit_id))?);
        }
        return Ok(Page { rows, total: found.total });
    }
    let is_whole = wanted.fits.is_none() && wanted.bounds == (None, None) && !wanted.paging.sorts();
    if is_whole { whole(tx, wanted) } else { plain(tx, wanted) }
}

/// A page of a log without filter and order, by its index.
fn whole(tx: &dyn RawRead, wanted: &Wanted) -> Result<Page<AuditRow>> {
    let (log, paging) = (wanted.log, wanted.paging);
    // Sign-ins are the smaller part and counted by walking; the length of a table costs nothing.
    let sign_ins = tx.count_by(&BY_LOG, &key().u8(Log::SignIns as u8))?;
    let total = match log {
        Log::SignIns => sign_ins,
        Log::Operations => tx.count::<AuditRow>()?.saturating_sub(sign_ins),
    };
    let skip = usize::try_from(paging.offset(total)).unwrap_or(usize::MAX);
    let take = usize::try_from(paging.size()).unwrap_or(usize::MAX);
    Ok(Page { rows: tx.by(&BY_LOG, &key().u8(log as u8), true, skip, take)?, total })
}

/// The same by reading the log.
pub fn plain(tx: &dyn RawRead, wanted: &Wanted) -> Result<Page<AuditRow>> {
    if wanted.paging.sorts() {
        let Page { rows, total } = wanted.paging.cut(ids(tx, wanted, &|| Ok(()))?);
        let found: Result<Vec<_>> = rows.into_iter().map(|audit_id| existing(tx, audit_id)).collect();
        return Ok(Page { rows: found?, total });
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
                true => keys.push(SortKey { audit_id, at, actor: folded(&actor).into_boxed_str(), cost }),
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
    let is_plain = wanted.fits.is_none() && !wanted.paging.sorts();
    let known = if is_plain { None } else { found(view, wanted, Span::All)? };
    let ids = known.map_or_else(|| ids(view.tx, wanted, &|| view.go_on()), |found| Ok(found.ids))?;
    let mut failure = None;
    let newest = view.tx.get::<AuditHead>(&key().str("head"))?.map_or(0, |head| head.last);
    let there = ids.into_iter().filter(|audit_id| *audit_id <= newest);
    let mut rows = there.map_while(|audit_id| match existing(view.tx, audit_id) {
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
