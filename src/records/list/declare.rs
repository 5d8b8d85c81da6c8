//! A list is one declaration: what it narrows, sorts, adds up, counts, shows and exports, where and for whom. Its routes
//! follow.

use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use super::ask::{FieldName, Filter, FilterBuilder};
use super::run::{self, Found, ListQuery, Span};
use super::{NameCache, Scoped};
use crate::columns::field::Means;
use crate::columns::{Field, Listed, NONE, Value};
use crate::error::{AppError, Result};
use crate::kernel::page::Paging;
use crate::op::View;
use crate::records::export::{self, Workbook};
use crate::route::{Answer, Reply, Route, envelope_shape, list_of, read, whole_number};
use crate::sheet::Column;

/// Where a list is and who may see it.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// Path of its pages.
    pub list: &'static str,
    /// Permission for them.
    pub permission: &'static str,
    /// Path and permission of its workbook.
    pub export: Option<(&'static str, &'static str)>,
    /// What the audit calls it.
    pub title: &'static str,
}

/// A list of records.
pub trait List: Sized + 'static {
    /// What it lists.
    type Record: Listed + Scoped + Clone;
    /// What it can be asked.
    type Query: Serialize + DeserializeOwned + JsonSchema + Clone + Send + Sync + 'static;
    /// A row on the wire.
    type Row: Serialize + JsonSchema + 'static;
    /// Its sums on the wire.
    type Sums: Serialize + JsonSchema + Default + 'static;

    /// Where it is.
    const PLACE: Place;
    /// Name of its sheet.
    const SHEET: &'static str = "";
    /// Columns of its workbook.
    const COLUMNS: &'static [Column<Self::Row>] = &[];
    /// Fields that it adds up.
    const SUMS: &'static [Field<Self::Record>] = &[];
    /// Its order when nobody asks for another: names of fields, and whether downwards.
    const ORDER: &'static [(&'static str, bool)] = &[];
    /// Whether newer records come first among equal ones.
    const NEWEST: bool = false;
    /// Other names that clients sort by.
    const ALIASES: &'static [(&'static str, &'static str)] = &[];
    /// Filters that are no fields, whose values it counts by [`List::count`].
    const COUNTED: &'static [&'static str] = &[];

    /// Page and order of a query.
    fn paging(query: &Self::Query) -> &Paging;
    /// What a query narrows.
    fn narrow(view: &View, query: &Self::Query, ask: &mut FilterBuilder<Self::Record>) -> Result<()>;
    /// A row of a record.
    fn row(names: &mut NameCache<'_>, record: &Self::Record) -> Result<Self::Row>;
    /// The rows of a page; for lists that look up together what their rows share.
    fn rows(view: &View, records: &[Self::Record]) -> Result<Vec<Self::Row>> {
        let mut names = NameCache::new(view);
        records.iter().map(|record| Self::row(&mut names, record)).collect()
    }
    /// Its sums; `sums` are those of [`List::SUMS`], in their order.
    fn sums(_: &View, _: &ListQuery, _: &[i64]) -> Result<Self::Sums> {
        Ok(Self::Sums::default())
    }
    /// Rows of each value of one of [`List::COUNTED`] under these conditions, those of that name left out; most first.
    ///
    /// # Errors
    /// Of a store that can't be read.
    fn count(_: &View, _: &'static str, _: &[(Option<FieldName>, Filter)]) -> Result<Vec<FacetCount>> {
        Ok(Vec::new())
    }
}

/// Of lists that add nothing up.
#[derive(Debug, Clone, Copy, Default, Serialize, JsonSchema)]
pub struct NoSums {}

/// A value of a counted field with its rows.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct FacetCount {
    /// What the filter of the same name takes; null for none.
    #[schemars(schema_with = "scalar")]
    pub value: Json,
    /// How many rows have it.
    pub count: u64,
    /// What people call the value, where only the server knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
}

fn scalar(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": ["string", "number", "boolean", "null"]})
}

/// A page of a list.
#[derive(Debug)]
pub struct Listing<T, S> {
    /// Rows of the page.
    pub rows: Vec<T>,
    /// Rows of the filter.
    pub total: u64,
    /// Sums of the filter.
    pub sums: S,
    /// Counts of the fields asked for.
    pub facets: BTreeMap<FieldName, Vec<FacetCount>>,
    /// Numbers of all rows of the filter, when asked for.
    pub ids: Option<Vec<u64>>,
    /// Numbers of records that can't be read.
    pub unreadable: Vec<u64>,
}

#[derive(Serialize)]
struct Envelope<'a, T, S> {
    code: u16,
    msg: &'a str,
    total: u64,
    rows: &'a [T],
    #[serde(skip_serializing_if = "Option::is_none")]
    sums: Option<&'a S>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    facets: &'a BTreeMap<FieldName, Vec<FacetCount>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ids: &'a Option<Vec<u64>>,
    #[serde(skip_serializing_if = "<[u64]>::is_empty")]
    unreadable: &'a [u64],
}

fn has_sums<S: 'static>() -> bool {
    std::any::TypeId::of::<S>() != std::any::TypeId::of::<NoSums>()
}

impl<T: Serialize + JsonSchema, S: Serialize + JsonSchema + 'static> Answer for Listing<T, S> {
    fn reply(self) -> Result<Reply> {
        let Self { rows, total, sums, facets, ids, unreadable } = &self;
        let sums = has_sums::<S>().then_some(sums);
        let envelope = Envelope { code: 200, msg: "查询成功", total: *total, rows, sums, facets, ids, unreadable };
        serde_json::to_vec(&envelope).map(Reply::Json).map_err(AppError::internal)
    }

    fn shape(generator: &mut SchemaGenerator) -> Schema {
        let of_sums: fn(&mut SchemaGenerator) -> Schema = SchemaGenerator::subschema_for::<S>;
        let sums = has_sums::<S>().then_some(of_sums);
        shape_of(generator, SchemaGenerator::subschema_for::<T>, sums)
    }
}

fn shape_of(
    generator: &mut SchemaGenerator,
    row: fn(&mut SchemaGenerator) -> Schema,
    sums: Option<fn(&mut SchemaGenerator) -> Schema>,
) -> Schema {
    let (row, sums) = (list_of(row(generator)), sums.map(|sums| sums(generator)));
    let count = list_of(generator.subschema_for::<FacetCount>());
    let mut shape = match sums {
        Some(sums) => envelope_shape([("total", whole_number()), ("rows", row), ("sums", sums)]),
        None => envelope_shape([("total", whole_number()), ("rows", row)]),
    };
    let numbers = || list_of(whole_number());
    let facets = json_schema!({"type": "object", "additionalProperties": count});
    let sometimes = [
        ("facets", facets, "查询参数 facets 所列字段的各个值及其行数"),
        ("ids", numbers(), "idsOnly 时：符合条件的全部行的编号"),
        ("unreadable", numbers(), "读不出的记录的编号；没有时不答复"),
    ];
    if let Some(properties) = shape.get_mut("properties").and_then(Json::as_object_mut) {
        properties.extend(sometimes.map(|(name, mut shape, about)| {
            shape.insert("description".to_owned(), about.into());
            (name.to_owned(), shape.to_value())
        }));
    }
    shape
}

/// The question behind a query.
pub fn wanted<L: List>(view: &View, query: &L::Query, span: Span) -> Result<ListQuery> {
    let mut ask = FilterBuilder::default();
    <L::Record as Scoped>::restrict_to_visible(view, &mut ask)?;
    L::narrow(view, query, &mut ask)?;
    let (paging, schema) = (L::paging(query), &run::table::<L::Record>(view)?.schema);
    ask.chosen(&paging.ids)?;
    let sums = L::SUMS.iter().map(|field| ask.place(field)).collect::<Result<_>>()?;
    Ok(ListQuery {
        order: run::order_of(schema, paging, L::ORDER, L::ALIASES)?,
        // An order that was asked for keeps numbers going up among equal rows, both ways.
        ids_down: L::NEWEST && !paging.sorts(),
        facets: run::facets_of(schema, &paging.facets, L::COUNTED)?,
        filters: ask.filters,
        sums,
        span,
    })
}

/// GET …/list
pub fn page<L: List>(view: &View, query: L::Query) -> Result<Listing<L::Row, L::Sums>> {
    let paging = L::paging(&query);
    let wanted = wanted::<L>(view, &query, Span::Page(paging.clone()))?;
    let (found, rows, ids) = if paging.ids_only == Some(true) {
        let mut found = run::all_ids::<L::Record>(view, &wanted)?;
        let ids = std::mem::take(&mut found.ids);
        (found, Vec::new(), Some(ids))
    } else {
        let mut found = run::find::<L::Record>(view, &wanted)?;
        let records = run::records::<L::Record>(view, &wanted, &mut found)?;
        let rows = L::rows(view, &records)?;
        (found, rows, None)
    };
    let mut facets = facets::<L>(&wanted, &found);
    for name in L::COUNTED.iter().filter(|name| paging.facets.iter().any(|asked| asked.trim() == **name)) {
        let others: Vec<_> = wanted.filters.iter().filter(|(of, _)| of.as_deref() != Some(name)).cloned().collect();
        facets.insert(FieldName::Borrowed(name), L::count(view, name, &others)?);
    }
    let sums = L::sums(view, &wanted, &found.sums)?;
    let Found { total, unreadable, .. } = found;
    Ok(Listing { rows, total, sums, facets, ids, unreadable })
}

fn facets<L: List>(wanted: &ListQuery, found: &Found) -> BTreeMap<FieldName, Vec<FacetCount>> {
    let mut facets = BTreeMap::new();
    for (at, counts) in wanted.facets.iter().zip(&found.facets) {
        let Some(field) = L::Record::FIELDS.get(*at) else { continue };
        let value = |value: &Value| match (value, field.means) {
            (Value::Number(NONE), _) => Json::Null,
            (Value::Number(number), Means::Flag) => Json::Bool(*number != 0),
            (Value::Number(number), Means::Words(words)) => {
                usize::try_from(*number).ok().and_then(|at| words.get(at)).map_or(Json::Null, |word| (*word).into())
            }
            (Value::Number(number), Means::Number) => (*number).into(),
            (Value::Name(name) | Value::Text(name), _) => name.as_str().into(),
            (Value::Numbers(_) | Value::Nothing, _) => Json::Null,
        };
        let counts = counts.iter().map(|(of, count)| FacetCount { value: value(of), count: *count, label: None });
        facets.insert(FieldName::Borrowed(field.name), counts.collect());
    }
    facets
}

/// Writes the workbook of a filter, row by row as they are read.
pub fn workbook<L: List>(view: &View, query: L::Query) -> Result<Workbook> {
    let mut names = NameCache::new(view);
    workbook_of::<L, _>(view, &query, L::SHEET, L::COLUMNS, |record| L::row(&mut names, record))
}

/// The same with lines of another shape than the rows of the list.
pub fn workbook_of<L: List, T>(
    view: &View,
    query: &L::Query,
    sheet: &str,
    columns: &[Column<T>],
    mut line: impl FnMut(&L::Record) -> Result<T>,
) -> Result<Workbook> {
    let (total, records) = found::<L>(view, query)?;
    export::stream(view, sheet, columns, total, records.map(|record| line(&record?)))
}

/// How many records a query finds, and these as they are read.
pub fn found<'v, L: List>(
    view: &'v View<'v>,
    query: &L::Query,
) -> Result<(usize, impl Iterator<Item = Result<L::Record>> + 'v)> {
    let wanted = wanted::<L>(view, query, Span::All)?;
    let wanted = ListQuery { sums: Vec::new(), facets: Vec::new(), ..wanted };
    let ids = run::find::<L::Record>(view, &wanted)?.ids;
    Ok((ids.len(), run::stream::<L::Record>(view, ids)))
}

/// Every record of a query, in its order.
pub fn every<L: List>(view: &View, query: &L::Query) -> Result<Vec<L::Record>> {
    let wanted = wanted::<L>(view, query, Span::All)?;
    let mut found = run::find::<L::Record>(view, &wanted)?;
    run::records(view, &wanted, &mut found)
}

/// The rows of the route table that a list has.
pub fn routes<L: List>() -> Vec<Route> {
    let Place { list, permission, export, title } = L::PLACE;
    let mut routes = vec![read(list, page::<L>).perm(permission).titled(format!("{title}：列表"))];
    if let Some((path, permission)) = export {
        routes.extend(export::routes(path, permission, title, workbook::<L>));
    }
    routes
}

/// A condition that nothing fits, for filters that name what is not there.
pub fn nothing() -> Filter {
    Filter::Always(false)
}
