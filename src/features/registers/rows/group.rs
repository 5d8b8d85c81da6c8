//! 汇总: the rows of a filter counted and added up by one or two fields.

use std::collections::HashMap;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use crate::columns::NONE;
use crate::columns::field::{date_of, day};
use crate::error::{AppError, Result};
use crate::kernel::order::Order as _;
use crate::op::View;
use crate::records::list::blocks::{Gathered, gather_over};
use crate::records::list::plain;
use crate::records::list::run::Span;
use crate::route::Data;

use super::super::cell::Cell;
use super::super::columns::place;
use super::super::definition::Field;
use super::super::kind::{FieldKind, Nature};
use super::super::published::{Dictionaries, Published};
use super::super::value;
use super::list::{ListRows, Question};
use super::read::Shower;

/// Groups answered at most.
const MOST: usize = 1_000;

/// By what rows are counted.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct GroupRows {
    /// Code of the first field.
    pub by: String,
    /// Code of the second field.
    pub by2: Option<String>,
    /// Code of the field that is added up; all that lists add up when absent.
    pub sum: Option<String>,
    /// Filters of the list, which the groups count under.
    #[serde(flatten)]
    pub filter: ListRows,
}

/// A group of rows.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupRow {
    /// What the filter of the first field takes; null for none.
    pub key: Json,
    /// What people read.
    pub label: String,
    /// Of the second field.
    pub key2: Json,
    /// What people read.
    pub label2: String,
    /// How many rows have it.
    pub count: u64,
    /// Sums by code of their field, as the wire writes its values.
    pub sums: std::collections::BTreeMap<String, Json>,
}

/// Groups, the largest first.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Groups {
    /// Groups with their sums.
    pub rows: Vec<GroupRow>,
    /// How many more there are.
    pub more: u64,
    /// Rows of the filter.
    pub total: u64,
}

fn grouped<'p>(view: &View, published: &'p Published, code: &str) -> Result<&'p Field> {
    let field = published.field(view, code).filter(|field| field.kind.is_counted() && !field.kind.is_sealed());
    field.ok_or_else(|| AppError::refused("只能按选项、是否、部门、人员、关联、日期字段汇总"))
}

pub fn group(view: &View, input: GroupRows) -> Result<Data<Groups>> {
    let published = Published::of(view, &input.filter.code)?;
    let mut by = vec![grouped(view, &published, &input.by)?.clone()];
    if let Some(second) = input.by2.as_deref().filter(|code| !code.is_empty()) {
        by.push(grouped(view, &published, second)?.clone());
    }
    let summed: Vec<Field> = published
        .seen(view)
        .iter()
        .filter(|field| field.is_summed() && input.sum.as_ref().is_none_or(|code| *code == field.code))
        .cloned()
        .collect();
    let question = Question::of(view, published, &input.filter, false, Span::All)?;
    let counted = count(view, &question, &by, &summed)?;
    let total = counted.values().map(|(count, _)| count).sum();
    let mut all: Vec<_> = counted.into_iter().collect();
    all.order_by_key(|(keys, (count, _))| (std::cmp::Reverse(*count), keys.clone()));
    let more = all.len().saturating_sub(MOST) as u64;
    all.truncate(MOST);
    let mut labels = GroupLabels {
        shower: Shower::new(view, &question.published),
        dictionaries: Dictionaries::of(view, by.iter())?,
    };
    let mut rows = Vec::with_capacity(all.len());
    for (keys, (count, sums)) in all {
        let mut told = keys.iter().zip(&by).map(|(key, field)| labels.tell(field, key));
        let (key, label) = told.next().unwrap_or_else(|| Ok((Json::Null, String::new())))?;
        let (key2, label2) = told.next().unwrap_or_else(|| Ok((Json::Null, String::new())))?;
        let sums = summed.iter().zip(sums);
        let sums = sums.map(|(field, sum)| (field.code.clone(), value::to_wire(field, &Cell::Whole(sum)))).collect();
        rows.push(GroupRow { key, label, key2, label2, count, sums });
    }
    Ok(Data(Groups { rows, more, total }))
}

/// A value that rows are grouped by: a number, or a name.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Key {
    Number(i64),
    Name(String),
}

type Counted = HashMap<Vec<Key>, (u64, Vec<i64>)>;

fn count(view: &View, question: &Question, by: &[Field], summed: &[Field]) -> Result<Counted> {
    let definition = &question.published.definition;
    let missing = || AppError::internal("a field to group by has no column");
    let places: Vec<usize> =
        by.iter().chain(summed).map(|field| place(definition, field.no).ok_or_else(missing)).collect::<Result<_>>()?;
    let gathered = Gathered { numbers: places.clone(), lists: Vec::new() };
    let mut counted = Counted::new();
    let mut add = |keys: Vec<Key>, sums: &[i64]| {
        let group = counted.entry(keys).or_insert_with(|| (0, vec![0; summed.len()]));
        group.0 += 1;
        for (to, number) in group.1.iter_mut().zip(sums) {
            *to = to.saturating_add(if *number == NONE { 0 } else { *number });
        }
    };
    let filters = &question.wanted.filters;
    match question.columns() {
        Some(own) => gather_over(view, &question.table, own, (filters, &gathered), &mut |_, numbers, _| {
            let (keys, sums) = numbers.split_at(by.len().min(numbers.len()));
            let key = |((field, at), number): ((&Field, &usize), &i64)| match field.kind {
                FieldKind::Choice => {
                    let name = own.columns.rows.names.get(*at).map(|names| names.text(*number).to_owned());
                    Key::Name(name.unwrap_or_default())
                }
                _ => Key::Number(grouped_number(field, *number)),
            };
            add(by.iter().zip(&places).zip(keys).map(key).collect(), sums);
        })?,
        None => {
            let wanted = crate::records::list::run::ListQuery { span: Span::All, ..question.wanted.clone() };
            let mut found = plain::find(view, &question.table, &wanted)?;
            for row in question.rows(view, &mut found)? {
                let cell =
                    |field: &Field| super::super::convert::cell(definition, &row, field).map(|cell| cell.into_owned());
                let keys = by.iter().map(|field| match cell(field) {
                    Some(Cell::Text(text)) => Key::Name(text),
                    None if field.kind == FieldKind::Choice => Key::Name(String::new()),
                    cell => Key::Number(grouped_number(field, cell.as_ref().and_then(value::number).unwrap_or(NONE))),
                });
                let sums: Vec<i64> =
                    summed.iter().map(|field| cell(field).as_ref().and_then(value::number).unwrap_or(NONE)).collect();
                add(keys.collect(), &sums);
            }
        }
    }
    Ok(counted)
}

/// Days count by their month.
fn grouped_number(field: &Field, number: i64) -> i64 {
    match field.kind {
        FieldKind::Day if number != NONE => date_of(number).map_or(NONE, |date: Date| day(Some(date.first_of_month()))),
        _ => number,
    }
}

struct GroupLabels<'v> {
    shower: Shower<'v>,
    dictionaries: Dictionaries,
}

impl GroupLabels<'_> {
    fn tell(&mut self, field: &Field, key: &Key) -> Result<(Json, String)> {
        Ok(match key {
            Key::Name(name) if name.is_empty() => (Json::Null, String::new()),
            Key::Name(name) => (json!(name), self.dictionaries.label(field.dictionary, name)),
            Key::Number(NONE) => (Json::Null, String::new()),
            Key::Number(number) if field.kind.nature() == Nature::Links => {
                (json!(number), self.shower.name(value::link_no(field), number.cast_unsigned())?)
            }
            Key::Number(number) => {
                let field = match field.kind {
                    FieldKind::Day => &Field { kind: FieldKind::Month, ..field.clone() },
                    _ => field,
                };
                let Some(cell) = value::of_number(field, *number) else { return Ok((Json::Null, String::new())) };
                (value::to_wire(field, &cell), self.shower.text(&self.dictionaries, field, &cell)?)
            }
        })
    }
}
