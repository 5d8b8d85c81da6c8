//! Rows of the indexes of tasks, instances and copies: read without the records behind them.

use std::collections::BTreeMap;
use std::ops::Bound;

use super::binding;
use super::definition::record::Definition;
use super::detail::strictest;
use super::instance::record::{DEFINITION, DONE, DONE_BY_DAY, Instance, on_day};
use super::rights::hides_amount;
use crate::columns::ByNumber;
use crate::error::Result;
use crate::kernel::page::{Page, Paging};
use crate::op::View;
use crate::records::list::{Filter, FilterBuilder, blocks};
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

/// The least and the largest number of the processes of rows.
pub(super) fn ends(rows: &[Entry]) -> (u64, u64) {
    rows.iter().fold((u64::MAX, 0), |(first, last), row| (first.min(row.instance), last.max(row.instance)))
}

/// 1 for the processes of these rows some of whose nodes hide amounts: of the others nothing is hidden at any.
pub(super) fn doubtful(view: &View, rows: &[Entry]) -> Result<ByNumber> {
    let (first, last) = ends(rows);
    let (mut doubtful, mut hiding) = (ByNumber::from(first), BTreeMap::new());
    let mut ask: FilterBuilder<Instance> = FilterBuilder::default();
    ask.must(Filter::ids(rows.iter().map(|row| row.instance)));
    let mut goes_by: Vec<(u64, u64)> = Vec::new();
    blocks(view, &ask, &[DEFINITION], &[], |block| {
        block.bits.each(|at| goes_by.push((block.id(at), block.number(0, at).cast_unsigned())));
    })?;
    for (instance, definition_id) in goes_by.into_iter().filter(|(instance, _)| (first..=last).contains(instance)) {
        let hides = match hiding.get(&definition_id) {
            Some(hides) => *hides,
            None => *hiding.entry(definition_id).or_insert(hides_somewhere(view, definition_id)?),
        };
        *doubtful.at(instance) = u64::from(hides);
    }
    Ok(doubtful)
}

/// Whether some node of a version of a process hides the amount.
fn hides_somewhere(view: &View, definition_id: u64) -> Result<bool> {
    let definition: Option<Definition> = view.tx.get(&id(definition_id))?;
    let Some(definition) = definition else { return Ok(false) };
    Ok(hides_amount(binding::of(view, &definition.key)?, &strictest(&definition)))
}
