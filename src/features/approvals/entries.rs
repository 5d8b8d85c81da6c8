//! Rows of the indexes of tasks, instances and copies: read without the records behind them.

use std::ops::Bound;

use super::instance::record::{DONE, DONE_BY_DAY, on_day};
use crate::error::Result;
use crate::kernel::page::{Page, Paging};
use crate::op::View;
use crate::store::key::{after, first_u64};
use crate::store::{Key, Reads, id};

/// A row of an index: when, which process, which record.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    pub at: i64,
    pub instance: u64,
    pub record: Key,
    /// For whom it is asked; 0 for the caller himself.
    pub owner: u64,
}

/// Rows of an index below a prefix that go on with a moment and end with the record's own key. None is decoded.
pub(super) fn entries(view: &View, index: &'static str, prefix: &Key, instance_at: InstanceAt) -> Result<Vec<Entry>> {
    entries_since(view, index, prefix, i64::MIN, instance_at)
}

/// The same from a moment on: what lies before it is not looked at.
pub(super) fn entries_since(
    view: &View,
    index: &'static str,
    prefix: &Key,
    since: i64,
    instance_at: InstanceAt,
) -> Result<Vec<Entry>> {
    let (start, length) = (prefix.clone().i64(since), prefix.bytes().len());
    let end = after(prefix.bytes());
    let high = end.as_deref().map_or(Bound::Unbounded, Bound::Excluded);
    let mut found = Vec::new();
    view.tx.raw_range(index, Bound::Included(start.bytes()), high, false, &mut |entry, _| {
        found.extend(entry_of(entry, length, instance_at));
        true
    })?;
    Ok(found)
}

/// A row below a prefix of so many bytes.
fn entry_of(entry: &[u8], prefix: usize, instance_at: InstanceAt) -> Option<Entry> {
    let rest = entry.get(prefix..)?;
    let number = |from: usize| rest.get(from..).and_then(first_u64);
    let (at, instance) = (number(0)?, number(8)?);
    let record = match instance_at {
        InstanceAt::Column => rest.get(16..),
        InstanceAt::Record => rest.get(8..),
    };
    // Moments are stored with their sign turned, so that they are in order.
    let at = (at ^ (1 << 63)).cast_signed();
    Some(Entry { at, instance, record: Key::from_bytes(record.unwrap_or_default()), owner: 0 })
}

/// Where an index row says the number of the process: in a column of its own, or as the beginning of the record's key.
#[derive(Clone, Copy)]
pub(super) enum InstanceAt {
    Column,
    Record,
}

/// A page of everything that somebody did since a day: the page alone is read, the others are counted by their days.
pub(super) fn newest_done(view: &View, user: u64, since: i64, paging: &Paging) -> Result<Page<Entry>> {
    let mut total = 0;
    view.tx.sum_range(&DONE_BY_DAY, &on_day(user, since), &id(user), |_, values| total += values[0])?;
    let total = u64::try_from(total).unwrap_or(0);
    let mut left = usize::try_from(paging.offset(total)).unwrap_or(usize::MAX);
    let size = usize::try_from(paging.size()).unwrap_or(usize::MAX);
    let (prefix, first) = (id(user), id(user).i64(since));
    let mut rows = Vec::new();
    let high = after(prefix.bytes());
    let high = high.as_deref().map_or(Bound::Unbounded, Bound::Excluded);
    view.tx.raw_range(DONE.name, Bound::Included(first.bytes()), high, true, &mut |entry, _| {
        if left > 0 {
            left -= 1;
        } else {
            rows.extend(entry_of(entry, prefix.bytes().len(), InstanceAt::Column));
        }
        rows.len() < size
    })?;
    Ok(Page { rows, total })
}
