//! The list of a register: what it narrows, sorts, adds up and counts, answered from columns or, where those are not
//! there, row by row.

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};

use crate::columns::field::whole;
use crate::columns::tables::Table;
use crate::columns::{NONE, Snapshot, Value};
use crate::error::{AppError, Result};
use crate::kernel::page::Paging;
use crate::op::View;
use crate::platform::identity::rights::Scope;
use crate::records::list::ask::word_of;
use crate::records::list::plain::{self, Titles, still_fits};
use crate::records::list::run::{self, Found, ListQuery, Span};
use crate::records::list::{FacetCount, FieldName, Filter, Listing};
use crate::route::Data;
use crate::store::{Reads, StoreError, id};

use super::super::columns::{CREATOR, DELETED, DEPT, MISFIT, MISFIT_HIDDEN, MISFIT_SEEN, place, values};
use super::super::definition::Field;
use super::super::kind::{FieldKind, Nature, QueryWay};
use super::super::memory::Registers;
use super::super::published::{Dictionaries, Published, Seen};
use super::super::record::RegRow;
use super::super::value::{self, Given};
use super::super::{links, remind};
use super::read::{RegisterRow, Shower, waits_in};
use super::write;

/// Conditions of one query at most.
const MOST_CONDITIONS: usize = 32;
/// Letters of a condition at most.
const LONGEST: usize = 200;

/// What a list of a register is asked.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListRows {
    /// Code of the register.
    pub code: String,
    /// A word in the fields that are searched.
    pub key_word: Option<String>,
    /// Conditions by code of their field; `beginX` and `endX` for ranges of field `x`.
    pub q: Map<String, Json>,
    /// Only rows with original texts that fit nothing.
    pub misfit: Option<bool>,
    /// Only rows that a reminder is about, or that wait in a state: code of its field.
    pub due: Option<String>,
    /// Department that keeps the row.
    pub dept_id: Vec<u64>,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

/// Sums of a list by code of the field, as the wire writes its values.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
pub struct RegisterSums(pub BTreeMap<String, Json>);

fn wrong() -> AppError {
    AppError::refused("参数不符合规范，不能进行查询")
}

/// The question behind a query, over living rows or over the recycle bin.
pub struct Question {
    pub published: Published,
    /// Where columns would be.
    pub table: Arc<Table>,
    columns: Option<Snapshot>,
    /// What is asked.
    pub wanted: ListQuery,
    summed: Vec<Field>,
    counted: Vec<Field>,
}

impl Question {
    /// Of a query.
    ///
    /// # Errors
    /// A sentence for a field, an operator or a value that is none.
    pub fn of(view: &View, published: Published, query: &ListRows, is_deleted: bool, span: Span) -> Result<Self> {
        let (table, columns) = view.app.state::<Registers>()?.columns(view, &published)?;
        let summed: Vec<Field> = published.seen(view).iter().filter(|field| field.is_summed()).cloned().collect();
        let mut counted = Vec::new();
        for code in query.paging.facets.iter().map(|code| code.trim()).filter(|code| !code.is_empty()) {
            let field = published.field(view, code).filter(|field| is_counted(field));
            counted.push(field.cloned().ok_or_else(wrong)?);
        }
        if counted.len() > 12 {
            return Err(AppError::refused("一次最多统计12个字段"));
        }
        let at = |field: &Field| place(&published.definition, field.no).ok_or_else(wrong);
        let (order, ids_down) = order(view, &published, &table, &query.paging)?;
        let wanted = ListQuery {
            filters: filters(view, &published, query, is_deleted)?,
            order,
            ids_down,
            sums: summed.iter().map(at).collect::<Result<_>>()?,
            facets: counted.iter().map(at).collect::<Result<_>>()?,
            span,
        };
        Ok(Self { published, table, columns, wanted, summed, counted })
    }

    /// Finds the rows.
    ///
    /// # Errors
    /// A store that can't be read.
    pub fn find(&self, view: &View) -> Result<Found> {
        if let Some(columns) = &self.columns
            && let Some(found) = run::by_snapshot(view, columns, &self.wanted)?
        {
            return Ok(found);
        }
        plain::find(view, &self.table, &self.wanted)
    }

    /// The rows found, looked at once more; what can't be read is named.
    ///
    /// # Errors
    /// A store that can't be read.
    pub fn rows(&self, view: &View, found: &mut Found) -> Result<Vec<RegRow>> {
        let (mut rows, mut titles) = (Vec::with_capacity(found.ids.len()), Titles::default());
        for number in &found.ids {
            match view.tx.get::<RegRow>(&id(*number)) {
                Ok(Some(row)) => {
                    let looked = (*number, values(&self.published.definition, &row));
                    if still_fits(view, &mut titles, &self.table.schema, looked, &self.wanted)? {
                        rows.push(row);
                    }
                }
                Ok(None) => {}
                Err(StoreError::Corrupt { .. }) => found.unreadable.push(*number),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(rows)
    }

    /// The columns, when they are there.
    pub const fn columns(&self) -> Option<&Snapshot> {
        self.columns.as_ref()
    }

    fn sums(&self, found: &Found) -> RegisterSums {
        let sum = |(field, units): (&Field, &i64)| {
            (field.code.clone(), value::to_wire(field, &super::super::cell::Cell::Whole(*units)))
        };
        RegisterSums(self.summed.iter().zip(&found.sums).map(sum).collect())
    }

    fn facets(&self, view: &View, found: &Found) -> Result<BTreeMap<FieldName, Vec<FacetCount>>> {
        let mut shower = Shower::new(view, &self.published);
        let dictionaries = Dictionaries::of(view, self.counted.iter())?;
        let mut all = BTreeMap::new();
        for (field, counts) in self.counted.iter().zip(&found.facets) {
            let mut told = Vec::with_capacity(counts.len());
            for (of, count) in counts {
                let (value, label) = counted(field, of, &dictionaries, &mut shower)?;
                told.push(FacetCount { value, count: *count, label });
            }
            all.insert(FieldName::Owned(field.code.clone()), told);
        }
        Ok(all)
    }
}

fn is_counted(field: &Field) -> bool {
    !field.kind.is_sealed()
        && (field.kind.is_counted() || matches!(field.kind, FieldKind::Choices | FieldKind::Persons))
}

/// A counted value as its filter takes it, with what people read.
fn counted(
    field: &Field,
    of: &Value,
    dictionaries: &Dictionaries,
    shower: &mut Shower<'_>,
) -> Result<(Json, Option<String>)> {
    Ok(match of {
        Value::Number(NONE) => (Json::Null, None),
        Value::Number(number) if field.kind == FieldKind::Flag => (json!(*number != 0), None),
        Value::Number(number) if field.kind == FieldKind::Choices => {
            let entries = dictionaries.entries(field.dictionary);
            let entry = entries.iter().find(|entry| value::hashed(&entry.value) == *number);
            entry.map_or((Json::Null, None), |entry| (json!(entry.value), Some(entry.label.clone())))
        }
        Value::Number(number) if field.kind.nature() == Nature::Links => {
            (json!(number), Some(shower.name(value::link_no(field), number.cast_unsigned())?))
        }
        Value::Number(number) => match value::of_number(field, *number) {
            Some(cell) => (value::to_wire(field, &cell), None),
            None => (Json::Null, None),
        },
        Value::Name(name) | Value::Text(name) if name.is_empty() => (Json::Null, None),
        Value::Name(name) | Value::Text(name) => (json!(name), Some(dictionaries.label(field.dictionary, name))),
        Value::Numbers(_) | Value::Nothing => (Json::Null, None),
    })
}

/// The order asked for, else the definition's, else that of row numbers.
fn order(
    view: &View,
    published: &Published,
    table: &Table,
    paging: &Paging,
) -> Result<(Vec<(run::Sorting, bool)>, bool)> {
    let column = paging.order_by_column.as_deref().filter(|column| !column.is_empty());
    let down = matches!(paging.is_asc.as_deref(), Some("desc" | "descending"));
    if matches!(column, Some("no" | "id")) {
        return Ok((Vec::new(), down));
    }
    if let Some(code) = column {
        let is_fixed = matches!(code, "createTime" | "updateTime" | "deptName");
        let sorts = published.field(view, code).is_some_and(|field| field.kind.is_sortable());
        if !is_fixed && !sorts {
            return Err(wrong());
        }
        return Ok((run::order_of(&table.schema, paging, &[], &[])?, false));
    }
    let everybody = Seen::by_everybody(&published.definition);
    let own = everybody.by_no(published.definition.order).filter(|field| field.kind.is_sortable());
    let newest_first = !published.definition.oldest_first;
    match own {
        None => Ok((Vec::new(), newest_first)),
        Some(field) => {
            let own = [(field.code.as_str(), published.definition.order_down)];
            Ok((run::order_of(&table.schema, &Paging::default(), &own, &[])?, newest_first))
        }
    }
}

/// Rows that somebody's scope reaches, where it does not reach all.
pub fn reached(published: &Published, user_id: u64, scope: &Scope) -> Option<Filter> {
    if published.is_common() || scope.all {
        return None;
    }
    let mut reached = vec![Filter::among(DEPT, scope.dept_ids.iter().map(|dept_id| whole(*dept_id)))];
    if scope.own {
        reached.push(Filter::among(CREATOR, [whole(user_id)]));
    }
    Some(Filter::Any(reached))
}

/// What narrows a list: what the caller may see at all, and what he asks for.
fn filters(
    view: &View,
    published: &Published,
    query: &ListRows,
    is_deleted: bool,
) -> Result<Vec<(Option<FieldName>, Filter)>> {
    let mut filters = vec![(None, Filter::among(DELETED, [i64::from(is_deleted)]))];
    filters.extend(reached(published, view.caller.user_id(), &view.caller.scope()).map(|wish| (None, wish)));
    if !query.paging.ids.is_empty() {
        if query.paging.ids.len() > 1_000 {
            return Err(AppError::refused("一次最多选择1000条").at("ids"));
        }
        filters.push((None, Filter::ids(query.paging.ids.iter().copied())));
    }
    if !query.dept_id.is_empty() {
        filters.push((Some("deptId".into()), Filter::among(DEPT, query.dept_id.iter().map(|dept_id| whole(*dept_id)))));
    }
    if query.misfit == Some(true) {
        let hidden = published.shows_personal(view).then_some(MISFIT_HIDDEN);
        filters.push((None, Filter::among(MISFIT, [MISFIT_SEEN].into_iter().chain(hidden))));
    }
    if let Some(code) = query.due.as_deref().filter(|code| !code.is_empty()) {
        let seen = published.seen(view);
        let field = seen.field(code).ok_or_else(wrong)?;
        let at = |no: u16| place(&published.definition, no);
        if field.waits.is_empty() {
            seen.reminder(field).ok_or_else(wrong)?;
            let due = remind::Due::of(&published.definition, field, at).ok_or_else(wrong)?;
            filters.extend(due.soon(view.now.date()).into_iter().map(|wish| (None, wish)));
        } else {
            filters.push((None, remind::waiting(field, at(field.no).ok_or_else(wrong)?)));
        }
    }
    if let Some(word) = word_of(query.key_word.as_deref())? {
        let searched = published.seen(view).iter().filter(|field| is_searched(field));
        let places: Vec<usize> = searched.filter_map(|field| place(&published.definition, field.no)).collect();
        filters.push((None, Filter::Word(places, word)));
    }
    if query.q.len() > MOST_CONDITIONS {
        return Err(wrong());
    }
    for (name, given) in &query.q {
        filters.push(condition(view, published, name, given)?);
    }
    Ok(filters)
}

fn is_searched(field: &Field) -> bool {
    let has_words = matches!(field.kind, FieldKind::Text | FieldKind::Code | FieldKind::Long | FieldKind::Rich);
    field.searched && !field.kind.is_sealed() && (has_words || links::kind(&field.link).is_some())
}

/// One condition of a query.
fn condition(view: &View, published: &Published, name: &str, given: &Json) -> Result<(Option<FieldName>, Filter)> {
    let text = given.as_str().map(str::trim).unwrap_or_default();
    if text.chars().count() > LONGEST {
        return Err(wrong());
    }
    let ends = |prefix: &str| {
        let rest = name.strip_prefix(prefix)?;
        let mut letters = rest.chars();
        let first = letters.next()?.to_ascii_lowercase();
        published.field(view, &format!("{first}{}", letters.as_str()))
    };
    if let Some(field) = published.field(view, name) {
        let at = place(&published.definition, field.no).ok_or_else(wrong)?;
        return Ok((Some(FieldName::Owned(field.code.clone())), one(view, published, field, at, given)?));
    }
    let (field, is_begin) = match (ends("begin"), ends("end")) {
        (Some(field), _) => (field, true),
        (None, Some(field)) => (field, false),
        (None, None) => return Err(wrong()),
    };
    if field.kind.nature() != Nature::Number {
        return Err(wrong());
    }
    let at = place(&published.definition, field.no).ok_or_else(wrong)?;
    let number = number(field, given, !is_begin)?;
    let (low, high) = if is_begin { (number, i64::MAX) } else { (NONE + 1, number) };
    Ok((Some(FieldName::Owned(field.code.clone())), Filter::Between(at, low, high)))
}

/// A number of a query; the end of a day where a moment has to be within it.
fn number(field: &Field, given: &Json, is_end: bool) -> Result<i64> {
    if field.kind == FieldKind::Moment && given.as_str().is_some_and(|text| text.trim().len() == 10) {
        let text = given.as_str().unwrap_or_default();
        let at = if is_end { crate::kernel::dates::range_end(text) } else { crate::kernel::dates::range_begin(text) };
        return at.map(crate::columns::field::second).ok_or_else(wrong);
    }
    let unbounded = Field { min: None, max: None, ..field.clone() };
    match value::from_wire(&unbounded, given) {
        Ok(Some(Given::Cell(cell))) => value::number(&cell).ok_or_else(wrong),
        _ => Err(wrong()),
    }
}

fn one(view: &View, published: &Published, field: &Field, at: usize, given: &Json) -> Result<Filter> {
    let not = |wish: Filter| if field.query_way == QueryWay::Ne { Filter::Not(Box::new(wish)) } else { wish };
    let texts: Vec<String> = match given {
        Json::Array(items) => {
            items.iter().map(|item| item.as_str().map_or_else(|| item.to_string(), str::to_owned)).collect()
        }
        Json::String(text) => text.split(',').map(|part| part.trim().to_owned()).collect(),
        other => vec![other.to_string()],
    };
    let texts: Vec<String> = texts.into_iter().filter(|text| !text.is_empty()).collect();
    if texts.len() > 1_000 {
        return Err(AppError::refused("一次最多按1000个值筛选").at(field.code.clone()));
    }
    Ok(match field.kind {
        FieldKind::Text | FieldKind::Code | FieldKind::Long | FieldKind::Rich => match field.query_way {
            QueryWay::Eq | QueryWay::Ne
                if super::super::columns::kind_of(field)
                    .is_some_and(|kind| matches!(kind, crate::columns::Kind::Name(_))) =>
            {
                not(Filter::Named(at, texts))
            }
            _ => match word_of(given.as_str())? {
                Some(word) => Filter::Word(vec![at], word),
                None => Filter::Always(true),
            },
        },
        FieldKind::Choice => not(Filter::Named(at, texts)),
        FieldKind::Choices => not(Filter::holds(at, texts.iter().map(|text| value::hashed(text)))),
        FieldKind::Persons => not(Filter::holds(at, numbers(&texts)?)),
        FieldKind::Flag => {
            let flags: Option<Vec<i64>> = texts.iter().map(|text| flag(text)).collect();
            not(Filter::among(at, flags.ok_or_else(wrong)?))
        }
        FieldKind::Person | FieldKind::Dept | FieldKind::Link => not(Filter::among(at, numbers(&texts)?)),
        kind if kind.is_sealed() => {
            if !published.shows_personal(view) {
                return Err(AppError::refused(format!("您没有按“{}”查询的权限", field.label)));
            }
            let sealer = view.app.sealer();
            Filter::among(at, texts.iter().map(|text| value::marked(&sealer.mark(&write::normal(text)))))
        }
        kind if kind.nature() == Nature::Number => {
            let number = number(field, given, field.query_way == QueryWay::Lte)?;
            match field.query_way {
                QueryWay::Gt => Filter::Between(at, number.saturating_add(1), i64::MAX),
                QueryWay::Gte => Filter::Between(at, number, i64::MAX),
                QueryWay::Lt => Filter::Between(at, NONE + 1, number.saturating_sub(1)),
                QueryWay::Lte => Filter::Between(at, NONE + 1, number),
                _ => not(Filter::Between(at, number, number)),
            }
        }
        _ => return Err(wrong()),
    })
}

fn numbers(texts: &[String]) -> Result<Vec<i64>> {
    texts.iter().map(|text| text.parse::<i64>().map_err(|_| wrong())).collect()
}

fn flag(text: &str) -> Option<i64> {
    match text {
        "true" | "1" => Some(1),
        "false" | "0" => Some(0),
        _ => None,
    }
}

pub fn list(view: &View, query: ListRows) -> Result<Listing<RegisterRow, RegisterSums>> {
    listed(view, query, false)
}

/// GET /reg/{code}/deleted: the recycle bin.
pub fn deleted(view: &View, query: ListRows) -> Result<Listing<RegisterRow, RegisterSums>> {
    listed(view, query, true)
}

fn listed(view: &View, query: ListRows, is_deleted: bool) -> Result<Listing<RegisterRow, RegisterSums>> {
    let published = Published::of(view, &query.code)?;
    let ids_only = query.paging.ids_only == Some(true);
    let span = if ids_only { Span::All } else { Span::Page(query.paging.clone()) };
    let question = Question::of(view, published, &query, is_deleted, span)?;
    let mut found = question.find(view)?;
    let (facets, sums) = (question.facets(view, &found)?, question.sums(&found));
    if ids_only {
        if found.total > run::MOST_IDS {
            let (total, most) = (found.total, run::MOST_IDS);
            return Err(AppError::refused(format!("符合条件的数据有{total}条，一次最多选择{most}条，请缩小范围")));
        }
        let Found { total, ids, unreadable, .. } = found;
        return Ok(Listing { rows: Vec::new(), total, sums, facets, ids: Some(ids), unreadable });
    }
    let rows = question.rows(view, &mut found)?;
    let mut shower = Shower::new(view, &question.published);
    let mut rows: Vec<RegisterRow> = rows.iter().map(|row| shower.row(row)).collect::<Result<_>>()?;
    for row in &mut rows {
        row.waits_in = waits_in(view, &question.published, row.id)?;
    }
    found.unreadable.truncate(100);
    Ok(Listing { rows, total: found.total, sums, facets, ids: None, unreadable: found.unreadable })
}

/// A row to choose.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "LinkOption")]
pub struct LinkOption {
    /// Number that other records name it by.
    pub id: u64,
    /// What people call it.
    pub label: String,
}

/// What is typed, or chosen already, in a field that points to rows of a register.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ChooseRow {
    /// Code of the register.
    pub code: String,
    /// What is typed.
    pub key_word: Option<String>,
    /// Those that are chosen; the word is not looked at then.
    pub ids: Vec<u64>,
}

/// Choices offered at once.
const OFFERED: usize = 50;

pub fn options(view: &View, input: ChooseRow) -> Result<Data<Vec<LinkOption>>> {
    let published = Published::of(view, &input.code)?;
    let paging = Paging { ids: input.ids.clone(), ..Paging::default() };
    let key_word = input.key_word.filter(|_| input.ids.is_empty());
    let query = ListRows { code: input.code, key_word, paging, ..ListRows::default() };
    let question = Question::of(view, published, &query, false, Span::First(OFFERED))?;
    let mut found = question.find(view)?;
    let rows = question.rows(view, &mut found)?;
    Ok(Data(rows.into_iter().map(|row| LinkOption { id: row.row_id, label: row.title }).collect()))
}
