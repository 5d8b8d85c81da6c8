//! Finding the rows of a list: through columns where they are there, record by record where not.

use std::sync::Arc;

use super::ask::{FieldName, Filter, FilterBuilder};
use super::plain::{self, Titles, still_fits};
use crate::columns::field::{values, whole};
use crate::columns::scan::{newest_ids, scan};
use crate::columns::tables::Table;
use crate::columns::{By, Info, Kind, Listed, Order, Predicate, Query, Schema, Set, Snapshot, Value, select, texts};
use crate::error::{AppError, Result};
use crate::kernel::order::Order as _;
use crate::kernel::page::{Page, Paging};
use crate::op::View;
use crate::platform::settings::Setting;
use crate::store::{Reads, StoreError, id};

/// Values of a counted field that an answer names at most.
pub const FACET_VALUES: usize = 200;
/// Fields that one call may count.
const MOST_FACETS: usize = 12;
/// Rows whose numbers alone may be asked for.
pub const MOST_IDS: u64 = 20_000;
/// Damaged rows that an answer names at most.
const MOST_UNREADABLE: usize = 100;

/// Memory of the columns of all lists.
pub const MEMORY: Setting<u64> = Setting::number(95, "sys.list.memoryMiB", 256, 0, 16384).called(
    "列表-内存上限（MiB）",
    "列表筛选、排序和合计所用列数据的内存上限，0 表示不使用（列表逐行读取，较慢），0 至 16384",
);
/// Tables without columns.
pub const WITHOUT: Setting<String> = Setting::text_or_none(96, "sys.list.withoutColumns", "")
    .called("列表-不使用列数据的表", "不放入内存的数据表名，多个用逗号分隔，表名见缓存监控");

/// What rows are sorted by.
#[derive(Debug, Clone, Copy)]
pub enum Sorting {
    Number(usize),
    /// A text or a name.
    Text(usize),
    /// The title of what a number points to.
    Linked(usize),
}

/// Which rows of the order are wanted.
#[derive(Debug, Clone)]
pub enum Span {
    Page(Paging),
    All,
    /// The first so many.
    First(usize),
}

/// A question to a record type.
#[derive(Debug, Clone)]
pub struct ListQuery {
    /// Conditions, each with its field.
    pub filters: Vec<(Option<FieldName>, Filter)>,
    /// Order, and whether downwards.
    pub order: Vec<(Sorting, bool)>,
    /// Whether numbers of equal rows go down.
    pub ids_down: bool,
    /// Fields to add up.
    pub sums: Vec<usize>,
    /// Fields to count.
    pub facets: Vec<usize>,
    pub span: Span,
}

impl ListQuery {
    /// In the order of their numbers, nothing added up or counted.
    pub fn of<R: Listed>(ask: FilterBuilder<R>, span: Span) -> Self {
        let (order, sums, facets) = (Vec::new(), Vec::new(), Vec::new());
        Self { filters: ask.filters, order, ids_down: false, sums, facets, span }
    }

    /// First row and number of rows among so many.
    pub fn window(&self, total: u64) -> (usize, usize) {
        let narrow = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        match &self.span {
            Span::Page(paging) => (narrow(paging.offset(total)), narrow(paging.size())),
            Span::All => (0, usize::MAX),
            Span::First(size) => (0, *size),
        }
    }
}

/// What a question comes to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Found {
    /// Rows of the filter.
    pub total: u64,
    /// Sums of the filter.
    pub sums: Vec<i64>,
    /// Values of the counted fields with their rows, most frequent first.
    pub facets: Vec<Vec<(Value, u64)>>,
    /// Numbers of the records wanted, in their order.
    pub ids: Vec<u64>,
    /// Records that can't be read.
    pub unreadable: Vec<u64>,
}

fn wrong() -> AppError {
    AppError::refused("参数不符合规范，不能进行查询")
}

fn sorting(schema: &Schema, name: &str) -> Option<Sorting> {
    let of = |(at, field): (usize, &Info)| {
        let shown = field.link.is_some_and(|link| link.shown == name);
        match field.kind {
            _ if shown => Some(Sorting::Linked(at)),
            _ if field.name != name || field.private => None,
            Kind::Name(_) | Kind::Text => Some(Sorting::Text(at)),
            Kind::Number | Kind::Computed(_) => Some(Sorting::Number(at)),
            Kind::Numbers => None,
        }
    };
    schema.columns.iter().enumerate().find_map(of)
}

/// The table of a record type; one that no feature keeps in columns is a fault of the program, named.
pub fn table<'v, R: Listed>(view: &View<'v>) -> Result<&'v Table> {
    let table = view.app.columns.table(R::TABLE);
    table.ok_or_else(|| AppError::internal(format!("no feature keeps «{}» in columns", R::TABLE)))
}

/// The order of a list: the one asked for, else its own.
///
/// # Errors
/// A sentence for a column or a direction that it does not know.
pub fn order_of(
    schema: &Schema,
    paging: &Paging,
    own: &[(&str, bool)],
    aliases: &[(&str, &str)],
) -> Result<Vec<(Sorting, bool)>> {
    let Some(column) = paging.order_by_column.as_deref().filter(|column| !column.is_empty()) else {
        let known = |(name, down): &(&str, bool)| {
            let sorting =
                sorting(schema, name).ok_or_else(|| AppError::internal(format!("no field {name} to sort by")))?;
            Ok((sorting, *down))
        };
        return own.iter().map(known).collect();
    };
    let down = match paging.is_asc.as_deref().unwrap_or("asc") {
        "" | "asc" | "ascending" => false,
        "desc" | "descending" => true,
        _ => return Err(wrong()),
    };
    let column = aliases.iter().find(|(alias, _)| *alias == column).map_or(column, |(_, name)| name);
    Ok(vec![(sorting(schema, column).ok_or_else(wrong)?, down)])
}

/// Places of the fields that a call counts; `own` are names that its list counts by itself.
///
/// # Errors
/// A sentence for one that can't be counted, or for more than twelve.
pub fn facets_of(schema: &Schema, names: &[String], own: &[&str]) -> Result<Vec<usize>> {
    let names: Vec<&str> = names.iter().map(|name| name.trim()).filter(|name| !name.is_empty()).collect();
    if names.len() > MOST_FACETS {
        return Err(AppError::refused(format!("一次最多统计{MOST_FACETS}个字段")));
    }
    let place = |name: &str| {
        let countable = |field: &Info| field.name == name && !field.private && !matches!(field.kind, Kind::Text);
        schema.columns.iter().position(countable).ok_or_else(wrong)
    };
    names.into_iter().filter(|name| !own.contains(name)).map(place).collect()
}

/// Columns of a table that may be used for a view: of a snapshot, and there. Fills small ones at once and lets the others
/// be filled.
pub(super) fn columns(view: &View, table: &'static str) -> Result<Option<Snapshot>> {
    if !view.tx.is_snapshot() {
        return Ok(None);
    }
    let (tables, today) = (&view.app.columns, view.now.date());
    let allowed = allowed(view.app, table);
    if allowed == 0 {
        let all = view.app.settings.get(&MEMORY) == 0;
        tables.names().iter().filter(|name| all || **name == table).for_each(|name| tables.switch_off(name));
        return Ok(None);
    }
    if let Some(columns) = tables.columns(table, today) {
        return Ok(Some(columns));
    }
    match tables.wanted(table, view.tx, allowed)? {
        None => Ok(None),
        Some(true) => {
            tables.fill(table, today, allowed, || view.app.store.read())?;
            Ok(tables.columns(table, today))
        }
        Some(false) => {
            tables.ask_for(table);
            Ok(None)
        }
    }
}

/// Bytes that a table may use.
pub fn allowed(app: &crate::app::App, table: &str) -> usize {
    let without = app.settings.get(&WITHOUT);
    if without.split([',', '，', ' ']).any(|name| name == table) {
        return 0;
    }
    allowed_together(app)
}

/// Bytes that all tables may use together.
pub fn allowed_together(app: &crate::app::App) -> usize {
    usize::try_from(app.settings.get(&MEMORY) << 20).unwrap_or(usize::MAX)
}

/// Columns of a record type with those of the types that its question goes through.
pub(super) struct Resolver<'a> {
    pub view: &'a View<'a>,
    pub own: &'a Snapshot,
}

impl Resolver<'_> {
    fn field(&self, at: usize) -> Option<&Info> {
        self.own.schema.columns.get(at)
    }

    fn linked(&self, at: usize) -> Result<Option<(Snapshot, usize)>> {
        let Some(link) = self.field(at).and_then(|field| field.link) else { return Ok(None) };
        let Some(columns) = columns(self.view, link.table)? else { return Ok(None) };
        let place = columns.schema.place(link.title);
        Ok(place.map(|place| (columns, place)))
    }

    fn word(&self, at: usize, word: &str) -> Result<Option<Predicate>> {
        let Some(field) = self.field(at) else { return Ok(None) };
        if field.link.is_none() {
            return Ok(Some(has_word(self.own, at, word)));
        }
        let Some((linked, place)) = self.linked(at)? else { return Ok(None) };
        let query = Query { filters: vec![(None, has_word(&linked, place, word))], ..Query::default() };
        let answer = scan(&linked.columns, &query);
        let ids = select::whole(&linked.columns, &answer, &Order::default());
        Ok(Some(Predicate::Among(at, Arc::new(Set::of(ids.into_iter().map(whole))))))
    }

    fn all(&self, filters: &[Filter]) -> Result<Option<Vec<Predicate>>> {
        filters.iter().map(|wish| self.predicate(wish)).collect()
    }

    /// The wish in columns; `None` when it goes through a table that is not there.
    fn predicate(&self, wish: &Filter) -> Result<Option<Predicate>> {
        Ok(Some(match wish {
            Filter::Always(all) => Predicate::Always(*all),
            Filter::Ids(ids) => Predicate::Ids(ids.clone()),
            Filter::Among(at, numbers) => Predicate::Among(*at, numbers.clone()),
            Filter::Named(at, names) => {
                let known = self.own.columns.rows.names.get(*at);
                let numbers = names.iter().filter_map(|name| known.and_then(|known| known.number(name)));
                Predicate::Among(*at, Arc::new(Set::of(numbers.map(i64::from))))
            }
            Filter::Between(at, low, high) => Predicate::Between(*at, *low, *high),
            Filter::Holds(at, numbers) => Predicate::Holds(*at, numbers.clone()),
            Filter::Word(fields, word) => {
                let parts: Option<Vec<Predicate>> =
                    fields.iter().map(|at| self.word(*at, word)).collect::<Result<_>>()?;
                let Some(parts) = parts else { return Ok(None) };
                Predicate::Any(parts)
            }
            Filter::Not(wish) => {
                let Some(inner) = self.predicate(wish)? else { return Ok(None) };
                Predicate::Not(Box::new(inner))
            }
            Filter::Any(filters) => {
                let Some(parts) = self.all(filters)? else { return Ok(None) };
                Predicate::Any(parts)
            }
            Filter::All(filters) => {
                let Some(parts) = self.all(filters)? else { return Ok(None) };
                Predicate::All(parts)
            }
            Filter::Found(found) if found.holds_for(&self.own.columns) => Predicate::Rows(found.hits.clone()),
            Filter::Found(found) => return self.predicate(&found.filter),
        }))
    }

    /// All conditions of a question; `None` when one goes through a table that is not there.
    pub fn query(&self, filters: &[(Option<FieldName>, Filter)]) -> Result<Option<Query>> {
        let mut query = Query::default();
        for (name, wish) in filters {
            let Some(predicate) = self.predicate(wish)? else { return Ok(None) };
            query.filters.push((name.as_deref().and_then(|name| self.own.schema.place(name)), predicate));
        }
        Ok(Some(query))
    }

    fn order(&self, wanted: &ListQuery) -> Result<Option<Order>> {
        let mut keys = Vec::with_capacity(wanted.order.len());
        for (sorting, down) in &wanted.order {
            let by = match *sorting {
                Sorting::Number(at) => By::Number(at),
                Sorting::Text(at) => match self.field(at).map(|field| &field.kind) {
                    Some(Kind::Text) => By::Text(at),
                    _ => By::Name(at),
                },
                Sorting::Linked(at) => {
                    let Some((linked, place)) = self.linked(at)? else { return Ok(None) };
                    By::Linked(at, linked.columns.rows.ranks(place))
                }
            };
            keys.push((by, *down));
        }
        Ok(Some(Order { keys, ids_down: wanted.ids_down }))
    }
}

fn has_word(columns: &Snapshot, at: usize, word: &str) -> Predicate {
    match columns.columns.rows.names.get(at).filter(|names| !names.is_empty()) {
        Some(names) => Predicate::Among(at, Arc::new(Set::of(names.with(word)))),
        None => Predicate::Has(at, texts::folded(word)),
    }
}

/// Finds rows through columns; `None` when they can't answer now.
pub fn by_columns(view: &View, table: &Table, wanted: &ListQuery) -> Result<Option<Found>> {
    let Some(own) = columns(view, table.origin.table())? else { return Ok(None) };
    by_snapshot(view, &own, wanted)
}

/// The same through columns that the caller has at hand; `None` when they lead to a table that is not there.
pub fn by_snapshot(view: &View, own: &Snapshot, wanted: &ListQuery) -> Result<Option<Found>> {
    let resolver = Resolver { view, own };
    let Some(query) = resolver.query(&wanted.filters)? else { return Ok(None) };
    let query = Query { sums: wanted.sums.clone(), facets: wanted.facets.clone(), ..query };
    let Some(order) = resolver.order(wanted)? else { return Ok(None) };
    let answer = scan(&own.columns, &query);
    let (offset, size) = wanted.window(answer.total);
    let ids = match wanted.span {
        Span::All => select::whole(&own.columns, &answer, &order),
        _ => select::page(&own.columns, &answer, &order, offset as u64, size as u64),
    };
    let facets = wanted.facets.iter().zip(&answer.facets).map(|(at, counts)| named(own, *at, counts));
    Ok(Some(Found {
        total: answer.total,
        facets: facets.collect(),
        sums: answer.sums,
        ids,
        unreadable: own.columns.rows.unreadable.clone(),
    }))
}

/// Counts with their values as the record has them, most frequent first; of many values only those that are answered are put in
/// order.
fn named(columns: &Snapshot, at: usize, counts: &[(i64, u64)]) -> Vec<(Value, u64)> {
    let names = matches!(columns.schema.columns.get(at).map(|field| &field.kind), Some(Kind::Name(_)));
    let dictionary: Option<&Arc<_>> = columns.columns.rows.names.get(at).filter(|_| names);
    let value = |number: i64| match dictionary {
        Some(names) => Value::Name(names.text(number).to_owned()),
        None => Value::Number(number),
    };
    let places = counts.front(FACET_VALUES, |(one, many), (other, more)| {
        more.cmp(many).then_with(|| match dictionary {
            Some(names) => names.text(*one).cmp(names.text(*other)),
            None => one.cmp(other),
        })
    });
    places.into_iter().filter_map(|place| counts.get(place)).map(|(number, count)| (value(*number), *count)).collect()
}

/// Finds rows, by whichever way is there.
pub fn find<R: Listed>(view: &View, wanted: &ListQuery) -> Result<Found> {
    find_in(view, table::<R>(view)?, wanted)
}

fn find_in(view: &View, table: &Table, wanted: &ListQuery) -> Result<Found> {
    let mut found = match by_columns(view, table, wanted)? {
        Some(found) => found,
        None => plain::find(view, table, wanted)?,
    };
    found.unreadable.truncate(MOST_UNREADABLE);
    Ok(found)
}

/// Numbers of all rows of a filter, in its order.
///
/// # Errors
/// A sentence for more rows than an operation can take.
pub fn all_ids<R: Listed>(view: &View, wanted: &ListQuery) -> Result<Found> {
    let found = find::<R>(view, &ListQuery { span: Span::All, ..wanted.clone() })?;
    if found.total > MOST_IDS {
        return Err(AppError::refused(format!(
            "符合条件的数据有{}条，一次最多选择{MOST_IDS}条，请缩小范围",
            found.total
        )));
    }
    Ok(found)
}

/// Records of a page, read from the request's own snapshot and looked at once more: what changed since falls out, what
/// can't be read is named. One that the snapshot lacks came since, as columns take each commit in at once: it is read as of now.
pub fn records<R: Listed>(view: &View, wanted: &ListQuery, found: &mut Found) -> Result<Vec<R>> {
    let (mut rows, mut titles) = (Vec::with_capacity(found.ids.len()), Titles::default());
    let schema = &table::<R>(view)?.schema;
    for number in std::mem::take(&mut found.ids) {
        let record = match view.tx.get::<R>(&id(number)) {
            Ok(None) if view.tx.is_snapshot() => view.app.store.read()?.get::<R>(&id(number)),
            record => record,
        };
        match record {
            Ok(Some(record)) => {
                let looked = (number, values(&record, view.now.date()));
                if still_fits(view, &mut titles, schema, looked, wanted)? {
                    rows.push(record);
                }
            }
            Ok(None) => {}
            Err(StoreError::Corrupt { .. }) => found.unreadable.push(number),
            Err(error) => return Err(error.into()),
        }
        found.ids.push(number);
    }
    Ok(rows)
}

/// Records of all these numbers one after another, for exports; those that can't be read are left out and logged.
pub fn stream<'v, R: Listed>(view: &'v View<'v>, ids: Vec<u64>) -> impl Iterator<Item = Result<R>> + 'v {
    ids.into_iter().filter_map(move |number| match view.tx.get::<R>(&id(number)) {
        Ok(record) => record.map(Ok),
        Err(error @ StoreError::Corrupt { .. }) => {
            tracing::error!(table = R::TABLE, number, %error, "a record can't be read; the export leaves it out");
            None
        }
        Err(error) => Some(Err(error.into())),
    })
}

/// Every record that fits, in the order of their numbers: for choices and operations that need records, not a page.
///
/// # Errors
/// A record that can't be read.
pub fn matching<R: Listed>(view: &View, ask: FilterBuilder<R>, span: Span, ids_down: bool) -> Result<Vec<R>> {
    let wanted = ListQuery { ids_down, ..ListQuery::of(ask, span) };
    let mut found = find::<R>(view, &wanted)?;
    records(view, &wanted, &mut found)
}

/// A page of records for answers that are no [`super::List`]: those whose rows the caller's scope does not narrow.
///
/// # Errors
/// A record that can't be read.
pub fn paged<R: Listed>(view: &View, ask: FilterBuilder<R>, paging: &Paging) -> Result<Page<R>> {
    let wanted = ListQuery::of(ask, Span::Page(paging.clone()));
    let mut found = find::<R>(view, &wanted)?;
    Ok(Page { rows: records(view, &wanted, &mut found)?, total: found.total })
}

/// The newest records that fit, at most so many: whoever has found them looks no further.
pub fn newest<R: Listed>(view: &View, ask: FilterBuilder<R>, most: usize) -> Result<Vec<R>> {
    let wanted = ListQuery { ids_down: true, ..ListQuery::of(ask, Span::First(most)) };
    let table = table::<R>(view)?;
    let mut found = match newest_by_columns(view, table, &wanted, most)? {
        Some(ids) => Found { ids, ..Found::default() },
        None => plain::find(view, table, &wanted)?,
    };
    records(view, &wanted, &mut found)
}

fn newest_by_columns(view: &View, table: &Table, wanted: &ListQuery, most: usize) -> Result<Option<Vec<u64>>> {
    let Some(own) = columns(view, table.origin.table())? else { return Ok(None) };
    let query = Resolver { view, own: &own }.query(&wanted.filters)?;
    Ok(query.map(|query| newest_ids(&own.columns, &query, most)))
}

/// Numbers of every record that fits.
pub fn ids<R: Listed>(view: &View, ask: FilterBuilder<R>) -> Result<Vec<u64>> {
    Ok(find::<R>(view, &ListQuery::of(ask, Span::All))?.ids)
}

/// How many records fit.
pub fn count<R: Listed>(view: &View, ask: FilterBuilder<R>) -> Result<u64> {
    Ok(find::<R>(view, &ListQuery::of(ask, Span::First(0)))?.total)
}
