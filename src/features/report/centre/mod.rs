//! The report centre 报表中心: the lists behind the figures of the statistics report, and reports of their own.
//!
//! Invariants: a list adds up to the figure that links to it, to the fen, for today and any past day (I10); where the sums
//! know the figure for the same question the answer carries both ([`Check`]), and the page says whether they agree. Rows
//! come from records, figures from sums, so that the comparison means something.

mod adjusted;
mod ageing;
mod arrears;
mod came;
mod cash_flow;
mod collection;
mod expiry;
mod forecast;
mod money;
mod occupancy;
mod plates;
mod receivable;
mod received;
mod remittance;
pub mod saved;
mod scope_filter;
mod settled;
mod standing;
mod stood;
mod waivers;

use std::cmp::Ordering;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use self::scope_filter::ScopeFilter;
use crate::columns::Front;
use crate::error::{AppError, Result};
use crate::features::finance::figures::load::ChartQuery;
use crate::kernel::order::Order;
use crate::kernel::page::{Compare, Paging};
use crate::op::View;
use crate::records::export as workbook;
use crate::records::export::Workbook;
use crate::records::list::run::{find, order_of, table};
use crate::records::list::{FilterBuilder, ListQuery, NameCache, Span};
use crate::route::{Answer, AuditAction, Method, Reply, Route, read, write};
use crate::sheet::Column;

/// What a total is measured in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// Fen.
    Fen,
    /// Hundredths of a square metre.
    Area,
    /// Parts of ten thousand.
    Rate,
}

/// A sum over the whole filter.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Total {
    /// Name in answers, as in the rows.
    pub key: &'static str,
    /// What people call it.
    pub label: &'static str,
    /// The sum; none for a rate of nothing.
    pub value: Option<i64>,
    /// Measured in.
    pub unit: Unit,
}

impl Total {
    fn fen(key: &'static str, label: &'static str, fen: i64) -> Self {
        Self { key, label, value: Some(fen), unit: Unit::Fen }
    }

    fn area(key: &'static str, label: &'static str, hundredths: i64) -> Self {
        Self { key, label, value: Some(hundredths), unit: Unit::Area }
    }

    fn rate(key: &'static str, label: &'static str, value: Option<i64>) -> Self {
        Self { key, label, value, unit: Unit::Rate }
    }
}

/// A total of the list beside what the sums say for the same question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ListCheck")]
pub struct Check {
    /// What people call it.
    pub label: &'static str,
    /// Of the list.
    pub listed: i64,
    /// Of the statistics report.
    pub figure: i64,
    /// Measured in.
    pub unit: Unit,
}

impl Check {
    fn fen(label: &'static str, listed: i64, figure: i64) -> Self {
        Self { label, listed, figure, unit: Unit::Fen }
    }
}

/// Totals of a list.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
pub struct Sums {
    /// The question as it was understood, in words.
    pub about: String,
    /// Sums over the whole filter.
    pub totals: Vec<Total>,
    /// Held against the statistics report; empty where it has no such figure.
    pub checks: Vec<Check>,
}

impl Sums {
    fn agree(&self) -> bool {
        self.checks.iter().all(|check| check.listed == check.figure)
    }

    /// Notes a difference for whoever runs the site; the page shows it to whoever looks.
    fn describe(self, sheet: &str) -> Self {
        for check in self.checks.iter().filter(|check| check.listed != check.figure) {
            let Check { label, listed, figure, .. } = check;
            tracing::error!(sheet, label, listed, figure, about = self.about, "a list differs from its figure");
        }
        self
    }
}

/// A page of a report.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Listed{T}")]
pub struct Listed<T> {
    /// Rows of the page.
    pub rows: Vec<T>,
    /// Rows of the filter.
    pub total: u64,
    /// Totals of the filter.
    pub sums: Sums,
    /// The report's figure for the same question in fen, where it has one (the first of the checks).
    pub figure_fen: Option<i64>,
}

impl<T: Serialize + JsonSchema> Answer for Listed<T> {
    fn reply(self) -> Result<Reply> {
        let envelope = serde_json::json!({
            "code": 200, "msg": "查询成功", "total": self.total, "rows": self.rows, "sums": self.sums,
            "figureFen": self.figure_fen,
        });
        serde_json::to_vec(&envelope).map(Reply::Json).map_err(AppError::internal)
    }
    fn shape(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<Self>()
    }
}

/// What a question found.
struct Found<T> {
    items: Items<T>,
    sums: Sums,
}

enum Items<T> {
    /// Everything, to be put in order and cut.
    All(Vec<T>),
    /// The rows wanted, in their order, of so many.
    Cut(Vec<T>, u64),
}

impl<T> Found<T> {
    fn all(items: Vec<T>, sums: Sums) -> Self {
        Self { items: Items::All(items), sums }
    }
}

/// Which rows are wanted, in which order.
struct Wanted<'a> {
    paging: &'a Paging,
    /// All rows, for a workbook.
    all: bool,
}

impl Wanted<'_> {
    /// The first row wanted among so many, and the first behind them.
    fn range(&self, total: u64) -> (usize, usize) {
        if self.all {
            return (0, usize::MAX);
        }
        let narrow = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let begin = narrow(self.paging.offset(total));
        (begin, begin.saturating_add(narrow(self.paging.size())))
    }

    /// Those rows, once all `total` were put in.
    fn front(&self, total: u64) -> Front {
        let (begin, end) = self.range(total);
        Front::window(begin, end, usize::try_from(total).unwrap_or(usize::MAX))
    }

    /// What is asked for, of those columns that sort, before the order that holds otherwise.
    ///
    /// # Errors
    /// A sentence for another column or direction.
    fn order_before<T: Copy + PartialEq>(&self, columns: &[(&str, T)], usual: &[(T, bool)]) -> Result<Vec<(T, bool)>> {
        let asked = self.order(columns)?;
        let rest = usual.iter().filter(|(column, _)| asked.is_none_or(|(first, _)| first != *column));
        Ok(asked.iter().chain(rest).copied().collect())
    }

    /// Whether one of these columns is asked for.
    fn is_by(&self, columns: &[&str]) -> bool {
        self.paging.order_by_column.as_deref().is_some_and(|column| columns.contains(&column))
    }

    /// The column that is asked for, of those that sort, and whether downwards.
    ///
    /// # Errors
    /// A sentence for another column or direction.
    fn order<T: Copy>(&self, columns: &[(&str, T)]) -> Result<Option<(T, bool)>> {
        // Names and direction are all that is looked at here.
        let same: Compare<T> = |_, _| Ordering::Equal;
        let known: Vec<(&str, Compare<T>)> = columns.iter().map(|(name, _)| (*name, same)).collect();
        let asked = self.paging.comparison(&known)?;
        let column = columns.iter().find(|(name, _)| self.paging.order_by_column.as_deref() == Some(*name));
        Ok(asked.zip(column).map(|((_, down), (_, column))| (*column, down)))
    }
}

/// What a report is asked: what all figures are, what it asks itself, page and order. In the document it is called like `Q`.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "{Q}", transform = describe_as::<Q>)]
struct Asked<Q: Default + JsonSchema> {
    #[serde(flatten)]
    chart: ChartQuery,
    #[serde(flatten)]
    own: Q,
    #[serde(flatten)]
    paging: Paging,
}

fn describe_as<Q: JsonSchema>(shape: &mut Schema) {
    let own = Q::json_schema(&mut SchemaGenerator::default());
    shape.insert("description".to_owned(), own.get("description").cloned().unwrap_or_default());
}

/// A report: finds items, and shows those that are on the page.
trait Report {
    /// What it asks beside the question of all figures.
    type Query: DeserializeOwned + Serialize + JsonSchema + Clone + Default + Send + Sync + 'static;
    /// What is found, sorted and cut.
    type Item: 'static;
    /// What is shown of it.
    type Row: Serialize + JsonSchema + 'static;
    /// Name of the sheet.
    const SHEET: &'static str;
    /// Columns of the sheet.
    const COLUMNS: &'static [Column<Self::Row>];
    /// Its order when nobody asks for another, and among equal rows of one that is asked for. Rows that are equal in it
    /// stand as they were found.
    const ORDER: Compare<Self::Item> = |_, _| Ordering::Equal;
    /// Columns that sort.
    const SORTS: &'static [(&'static str, Compare<Self::Item>)] = &[];

    /// What the question comes to; a report of very many rows finds those that are wanted itself.
    fn find(lens: &ScopeFilter<'_>, query: &Self::Query, wanted: &Wanted<'_>) -> Result<Found<Self::Item>>;
    fn show(view: &View, names: &mut NameCache<'_>, item: Self::Item) -> Result<Self::Row>;
}

/// Numbers of the records wanted of a question, in the order of a text that is asked for.
fn by_text<R: crate::columns::Listed>(view: &View, ask: FilterBuilder<R>, wanted: &Wanted<'_>) -> Result<Vec<u64>> {
    let order = order_of(&table::<R>(view)?.schema, wanted.paging, &[], &[])?;
    let span = if wanted.all { Span::All } else { Span::Page(wanted.paging.clone()) };
    Ok(find::<R>(view, &ListQuery { order, ..ListQuery::of(ask, span) })?.ids)
}

/// The places of the first so many items in the order that is asked for.
fn front<R: Report>(items: &[R::Item], paging: &Paging, first: usize) -> Result<Vec<usize>> {
    Ok(match paging.comparison(R::SORTS)? {
        Some((compare, false)) => items.front(first, |a, b| compare(a, b).then_with(|| (R::ORDER)(a, b))),
        Some((compare, true)) => items.front(first, |a, b| compare(b, a).then_with(|| (R::ORDER)(a, b))),
        None => items.front(first, R::ORDER),
    })
}

/// The items at some places, in their order.
fn at_places<T>(items: Vec<T>, places: &[usize]) -> Vec<T> {
    let mut wanted: Vec<(usize, usize)> = places.iter().enumerate().map(|(rank, place)| (*place, rank)).collect();
    wanted.sort_unstable();
    let mut wanted = wanted.into_iter().peekable();
    let mut found: Vec<(usize, T)> = Vec::with_capacity(places.len());
    for (place, item) in items.into_iter().enumerate() {
        match wanted.peek() {
            Some((at, rank)) if *at == place => found.push((*rank, item)),
            Some(_) => continue,
            None => break,
        }
        wanted.next();
    }
    found.order_by_key(|(rank, _)| *rank);
    found.into_iter().map(|(_, item)| item).collect()
}

/// The rows wanted, how many there are in all, and the sums.
fn rows<R: Report>(view: &View<'_>, asked: &Asked<R::Query>, all: bool) -> Result<(Vec<R::Row>, u64, Sums)> {
    let wanted = Wanted { paging: &asked.paging, all };
    let Found { items, sums } = R::find(&ScopeFilter::of(view, &asked.chart)?, &asked.own, &wanted)?;
    let (items, total) = match items {
        Items::Cut(items, total) => (items, total),
        Items::All(items) => {
            let total = items.len() as u64;
            let (begin, end) = wanted.range(total);
            let places = front::<R>(&items, wanted.paging, end)?;
            (at_places(items, places.get(begin..).unwrap_or_default()), total)
        }
    };
    let mut names = NameCache::new(view);
    let rows = items.into_iter().map(|item| R::show(view, &mut names, item)).collect::<Result<_>>()?;
    Ok((rows, total, sums))
}

/// So often a list that differs from its figure is looked at.
const LOOKS: usize = 4;

/// The rows wanted with sums that were held against the report. Columns take commits in at once, the figure is as of a snapshot: what
/// differs is looked at again, and differs indeed when no commit came since the look before. While they keep coming nothing is said of it.
fn agreed<R: Report>(view: &View<'_>, asked: &Asked<R::Query>) -> Result<(Vec<R::Row>, u64, Sums)> {
    let store = &view.app.store;
    let mut before = store.commits();
    let mut found = rows::<R>(view, asked, false)?;
    for _ in 1..LOOKS {
        if found.2.agree() {
            return Ok(found);
        }
        let (reader, at) = (store.read()?, store.commits());
        found = rows::<R>(&View { tx: &reader, ..*view }, asked, false)?;
        if at.is_some() && before == at && at == store.commits() {
            return Ok(found);
        }
        before = at;
    }
    if !found.2.agree() {
        found.2.checks.clear();
    }
    Ok(found)
}

fn list<R: Report>(view: &View<'_>, asked: Asked<R::Query>) -> Result<Listed<R::Row>> {
    let (rows, total, sums) = agreed::<R>(view, &asked)?;
    let sums = sums.describe(R::SHEET);
    let figure_fen = sums.checks.iter().find(|check| check.unit == Unit::Fen).map(|check| check.figure);
    Ok(Listed { rows, total, sums, figure_fen })
}

fn exported<R: Report>(view: &View<'_>, asked: Asked<R::Query>) -> Result<Workbook> {
    let (rows, ..) = rows::<R>(view, &asked, true)?;
    workbook::write(view, R::SHEET, R::COLUMNS, rows.into_iter())
}

/// List and workbook of a report. Who sees the list may take it along.
fn routes_of<R: Report + 'static>(paths: [&'static str; 2], permission: &'static str) -> [Route; 3] {
    let ([listed, file], title) = (paths, format!("报表：{}：导出", R::SHEET));
    let [ticket, workbook] = workbook::routes(file, permission, "报表中心", exported::<R>);
    [
        read(listed, list::<R>).perm(permission).titled(format!("报表：{}", R::SHEET)),
        workbook.titled(title.clone()),
        ticket.titled(title),
    ]
}

macro_rules! report {
    ($report:ty, $name:literal) => {
        routes_of::<$report>(
            [concat!("/report/", $name, "/list"), concat!("/report/", $name, "/export")],
            concat!("report:", $name, ":list"),
        )
    };
}

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    let reports = [
        report!(receivable::Receivable, "receivable"),
        report!(received::Received, "received"),
        report!(arrears::Arrears, "arrears"),
        report!(collection::Collected, "collection"),
        report!(ageing::Ages, "ageing"),
        report!(occupancy::Rooms, "occupancy"),
        report!(expiry::Expiring, "expiry"),
        report!(forecast::Forecasts, "forecast"),
        report!(cash_flow::CashFlow, "cashFlow"),
        report!(remittance::Remitted, "remittance"),
        report!(waivers::Waived, "waivers"),
        report!(plates::Plates, "plates"),
        report!(settled::Settled, "settled"),
        report!(adjusted::Adjusted, "adjusted"),
    ];
    let mut routes: Vec<Route> = reports.into_iter().flatten().collect();
    routes.extend([
        read("/report/saved/list", saved::list).signed_in().titled("我的常用查询"),
        write(Method::Post, "/report/saved", saved::save).signed_in().audit("常用查询", AuditAction::Insert),
        write(Method::Delete, "/report/saved/{id}", saved::remove).signed_in().audit("常用查询", AuditAction::Delete),
    ]);
    routes
}
