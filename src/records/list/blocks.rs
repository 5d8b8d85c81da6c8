//! Visiting the rows of a filter by what some of their fields hold, without reading records: chunk by chunk ([`blocks`]), or
//! one after another ([`gather`]). For sums, joins and reports; a page that shows records finds them by `run`.

use std::ops::Range;
use std::sync::Arc;

use super::ask::{FieldName, Filter, FilterBuilder, FoundRows};
use super::plain;
use super::run::{Resolver, columns, table};
use crate::columns::bits::Bits;
use crate::columns::chunk_reader::ChunkReader;
use crate::columns::field::{Field, whole};
use crate::columns::front::add_by as add_up;
use crate::columns::scan::{rows as each_row, scan, walk};
use crate::columns::spans::{SpanSums, Spans, add_up as add_up_spans};
use crate::columns::tables::Table;
use crate::columns::{ByNumber, Columns, Front, Listed, NONE, Query, Snapshot};
use crate::error::Result;
use crate::op::View;

/// Visits every record that fits with the numbers of some fields, without reading it.
pub fn gather<R: Listed>(
    view: &View,
    filters: &[(Option<FieldName>, Filter)],
    fields: &[Field<R>],
    mut visit: impl FnMut(u64, &[i64]),
) -> Result<()> {
    gather_lists(view, filters, fields, &[], |id, row, _| visit(id, row))
}

/// The same with what some fields of several numbers hold.
pub fn gather_lists<R: Listed>(
    view: &View,
    filters: &[(Option<FieldName>, Filter)],
    fields: &[Field<R>],
    lists: &[Field<R>],
    mut visit: impl FnMut(u64, &[i64], &[&[i64]]),
) -> Result<()> {
    gather_in(view, table::<R>(view)?, filters, &places(fields, lists)?, &mut visit)
}

fn places<R: Listed>(fields: &[Field<R>], lists: &[Field<R>]) -> Result<Gathered> {
    let ask = FilterBuilder::<R>::default();
    let places = |fields: &[Field<R>]| fields.iter().map(|field| ask.place(field)).collect::<Result<Vec<_>>>();
    Ok(Gathered { numbers: places(fields)?, lists: places(lists)? })
}

/// Places of the fields that a visitor is told of each row: those of one number, and those of several.
pub struct Gathered {
    /// Of one number.
    pub numbers: Vec<usize>,
    pub lists: Vec<usize>,
}

/// The same where columns are there; false, and nothing is visited, where they are not.
pub fn gather_columns<R: Listed>(
    view: &View,
    ask: &FilterBuilder<R>,
    fields: &[Field<R>],
    mut visit: impl FnMut(u64, &[i64]),
) -> Result<bool> {
    let Some(own) = columns(view, R::TABLE)? else { return Ok(false) };
    let gathered = places(fields, &[])?;
    rows_over(view, &own, (&ask.filters, &gathered), &mut |id, row, _| visit(id, row))
}

/// What is called with each row: its number, and what its fields hold.
pub type Visit<'v> = &'v mut dyn FnMut(u64, &[i64], &[&[i64]]);

fn gather_in(
    view: &View,
    table: &Table,
    filters: &[(Option<FieldName>, Filter)],
    gathered: &Gathered,
    visit: Visit<'_>,
) -> Result<()> {
    match columns(view, table.origin.table())? {
        Some(own) => gather_over(view, table, &own, (filters, gathered), visit),
        None => plain::gather(view, table, filters, gathered, visit),
    }
}

/// The same through columns that the caller has at hand.
pub fn gather_over(
    view: &View,
    table: &Table,
    own: &Snapshot,
    (filters, gathered): (&[(Option<FieldName>, Filter)], &Gathered),
    visit: Visit<'_>,
) -> Result<()> {
    let found = rows_over(view, own, (filters, gathered), visit)?;
    if found { Ok(()) } else { plain::gather(view, table, filters, gathered, visit) }
}

/// False, and nothing is visited, when the filter leads to a table that is not there.
fn rows_over(
    view: &View,
    own: &Snapshot,
    (filters, gathered): (&[(Option<FieldName>, Filter)], &Gathered),
    visit: Visit<'_>,
) -> Result<bool> {
    if gathered.lists.is_empty() {
        let Some(query) = (Resolver { view, own }).query(filters)? else { return Ok(false) };
        each_row(&own.columns, &query, &gathered.numbers, &mut |id, row| visit(id, row, &[]));
        return Ok(true);
    }
    let mut row = vec![NONE; gathered.numbers.len()];
    blocks_over(view, own, (filters, gathered), &mut |block| {
        let mut lists: Vec<&[i64]> = vec![&[]; gathered.lists.len()];
        block.bits.each(|at| {
            for (to, values) in row.iter_mut().zip(&block.numbers) {
                *to = values.get(at).copied().unwrap_or(NONE);
            }
            for (field, to) in lists.iter_mut().enumerate() {
                *to = block.list(field, at);
            }
            visit(block.id(at), &row, &lists);
        });
    })
}

/// Rows of a chunk with what was asked of them, an array a field.
pub struct Block<'b> {
    ids: &'b [i64],
    /// Of one number a row, in the order of the fields.
    pub numbers: Vec<&'b [i64]>,
    lists: Lists<'b>,
    /// Which rows fit.
    pub bits: &'b Bits,
}

enum Lists<'b> {
    Columns(&'b ChunkReader<'b>, &'b [usize]),
    Row(&'b [&'b [i64]]),
}

impl<'b> Block<'b> {
    /// Number of the record of a row.
    // Asked for each of a hundred thousand rows; our own code is built small.
    #[inline(always)]
    pub fn id(&self, row: usize) -> u64 {
        self.ids.get(row).map_or(0, |id| id.cast_unsigned())
    }

    /// What a field of one number holds.
    #[inline(always)]
    pub fn number(&self, field: usize, row: usize) -> i64 {
        self.numbers.get(field).and_then(|values| values.get(row)).copied().unwrap_or(NONE)
    }

    /// All fields of one number, for whoever asks for many of each row; `N` is how many were asked for.
    pub fn fields<const N: usize>(&self) -> [&'b [i64]; N] {
        std::array::from_fn(|field| self.numbers.get(field).copied().unwrap_or(&[]))
    }

    /// What a field of several numbers holds.
    pub fn list(&self, field: usize, row: usize) -> &'b [i64] {
        match self.lists {
            Lists::Columns(lens, fields) => fields.get(field).map_or(&[], |at| lens.list(*at, row)),
            Lists::Row(lists) => lists.get(field).copied().unwrap_or(&[]),
        }
    }
}

/// A row of a field of a block.
#[inline(always)]
pub fn cell(field: &[i64], row: usize) -> i64 {
    field.get(row).copied().unwrap_or(NONE)
}

/// Visits every record that fits, chunk by chunk; where columns are not there, each record is a block of its own.
pub fn blocks<R: Listed>(
    view: &View,
    ask: &FilterBuilder<R>,
    fields: &[Field<R>],
    lists: &[Field<R>],
    mut visit: impl FnMut(&Block<'_>),
) -> Result<()> {
    let (table, gathered) = (table::<R>(view)?, places(fields, lists)?);
    if let Some(own) = columns(view, table.origin.table())?
        && blocks_over(view, &own, (&ask.filters, &gathered), &mut visit)?
    {
        return Ok(());
    }
    let one = Bits::first(1);
    plain::gather(view, table, &ask.filters, &gathered, &mut |id, row, lists| {
        let numbers = row.iter().map(std::slice::from_ref).collect();
        visit(&Block { ids: &[whole(id)], numbers, lists: Lists::Row(lists), bits: &one });
    })
}

/// Columns with a question to them; none where they are not there, or it leads to a table that is not.
fn asked<R: Listed>(view: &View, ask: &FilterBuilder<R>) -> Result<Option<(Snapshot, Query)>> {
    let Some(own) = columns(view, R::TABLE)? else { return Ok(None) };
    let query = (Resolver { view, own: &own }).query(&ask.filters)?;
    Ok(query.map(|query| (own, query)))
}

/// The same conditions, looked through once: whatever is asked of them after that begins with the rows that fit. Asked again of
/// other columns, after a commit, they are looked through again.
pub fn evaluated<R: Listed>(view: &View, ask: FilterBuilder<R>) -> Result<FilterBuilder<R>> {
    let Some((own, query)) = asked(view, &ask)? else { return Ok(ask) };
    let Columns { rows, today, .. } = &own.columns;
    let found = FoundRows {
        filter: Filter::All(ask.filters.into_iter().map(|(_, filter)| filter).collect()),
        among: rows.clone(),
        today: *today,
        hits: scan(&own.columns, &query).hits.into(),
    };
    Ok(FilterBuilder::default().and(Filter::Found(Arc::new(found))))
}

/// Puts the rows that fit into a front, by at most four fields, each upwards or downwards, and then by their numbers.
pub fn fill<R: Listed>(view: &View, ask: &FilterBuilder<R>, by: &[(Field<R>, bool)], front: &mut Front) -> Result<()> {
    let place = |(field, down): &(Field<R>, bool)| Ok((ask.place(field)?, *down));
    let by = by.iter().map(place).collect::<Result<Vec<_>>>()?;
    if let Some((own, query)) = asked(view, ask)? {
        front.fill(&own.columns, &query, &by);
        return Ok(());
    }
    let gathered = Gathered { numbers: by.iter().map(|(at, _)| *at).collect(), lists: Vec::new() };
    plain::gather(view, table::<R>(view)?, &ask.filters, &gathered, &mut |id, row, _| {
        let mut keys = [0; 5];
        for ((to, value), (_, down)) in keys.iter_mut().zip(row).zip(&by) {
            *to = if *down { !value } else { *value };
        }
        keys[4] = whole(id);
        front.put(keys);
    })
}

/// Adds a field up by the numbers in another, by those of the records where none is named; or takes it off.
pub fn add_by<R: Listed>(
    view: &View,
    ask: &FilterBuilder<R>,
    (key, amount): (Option<&Field<R>>, &Field<R>),
    minus: bool,
    sums: &mut ByNumber,
) -> Result<()> {
    let (key, amount) = (key.map(|key| ask.place(key)).transpose()?, ask.place(amount)?);
    if let Some((own, query)) = asked(view, ask)? {
        add_up(&own.columns, &query, (key, amount), minus, sums);
        return Ok(());
    }
    let gathered = Gathered { numbers: [Some(amount), key].into_iter().flatten().collect(), lists: Vec::new() };
    plain::gather(view, table::<R>(view)?, &ask.filters, &gathered, &mut |id, row, _| {
        let key = row.get(1).map_or(id, |key| key.cast_unsigned());
        let amount = row.first().copied().filter(|amount| *amount != NONE);
        sums.add(key, amount.unwrap_or(0), minus);
    })
}

/// What rows that fit add up to in spans of a number and by the numbers in other fields ([`crate::columns::spans`]); none where
/// columns are not there.
pub fn add_spans<R: Listed>(
    view: &View,
    ask: &FilterBuilder<R>,
    (of, limits): (&Field<R>, &[i64]),
    amount: &Field<R>,
    groups: &[(Field<R>, Range<usize>)],
) -> Result<Option<SpanSums>> {
    let Some((own, query)) = asked(view, ask)? else { return Ok(None) };
    let place = |(by, spans): &(Field<R>, Range<usize>)| Ok((ask.place(by)?, spans.clone()));
    let groups = groups.iter().map(place).collect::<Result<Vec<_>>>()?;
    let spans = Spans { of: (ask.place(of)?, limits), amount: ask.place(amount)?, groups: &groups };
    Ok(Some(add_up_spans(&own.columns, &query, &spans)))
}

/// The same, chunk by chunk.
fn blocks_over(
    view: &View,
    own: &Snapshot,
    (filters, gathered): (&[(Option<FieldName>, Filter)], &Gathered),
    visit: &mut dyn FnMut(&Block<'_>),
) -> Result<bool> {
    let Some(query) = (Resolver { view, own }).query(filters)? else { return Ok(false) };
    walk(&own.columns, &query, |lens, bits| {
        lens.load(&gathered.numbers, bits);
        let lens = &*lens;
        let numbers = gathered.numbers.iter().map(|at| lens.known(*at)).collect();
        visit(&Block { ids: lens.known_ids(), numbers, lists: Lists::Columns(lens, &gathered.lists), bits });
    });
    Ok(true)
}
