//! The old way: every record read, looked at and added up. It answers while columns are being filled or are switched off,
//! and is what they are proved against.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::ask::{FieldName, Filter};
use super::blocks::{Gathered, Visit};
use super::run::{Found, ListQuery, Sorting};
use crate::columns::field::{day, walk, whole};
use crate::columns::tables::Table;
use crate::columns::texts::folded;
use crate::columns::{Info, Kind, NONE, Schema, Value};
use crate::error::Result;
use crate::kernel::text::like_name;
use crate::op::View;

/// Titles of linked records, read once a question.
#[derive(Default)]
pub struct Titles(HashMap<(&'static str, u64), String>);

/// One record, looked at field by field.
pub struct Looked<'a> {
    view: &'a View<'a>,
    today: i64,
    values: Vec<Value>,
    titles: &'a mut Titles,
    fields: &'a [Info],
}

impl<'a> Looked<'a> {
    fn new(view: &'a View<'a>, titles: &'a mut Titles, schema: &'a Schema, values: Vec<Value>) -> Self {
        Self { view, today: day(Some(view.now.date())), values, titles, fields: &schema.columns }
    }

    fn number(&self, at: usize) -> i64 {
        match (self.values.get(at), self.fields.get(at).map(|field| &field.kind)) {
            (Some(Value::Number(number)), _) => *number,
            (_, Some(Kind::Computed(formula))) => formula.of_row(&|at| self.number(at), self.today),
            _ => NONE,
        }
    }

    fn list(&self, at: usize) -> &[i64] {
        match self.values.get(at) {
            Some(Value::Numbers(list)) => list,
            _ => &[],
        }
    }

    fn text(&self, at: usize) -> &str {
        match self.values.get(at) {
            Some(Value::Name(text) | Value::Text(text)) => text,
            _ => "",
        }
    }

    fn title(&mut self, at: usize) -> Result<String> {
        let number = self.number(at);
        let Some(link) = self.fields.get(at).and_then(|field| field.link) else { return Ok(String::new()) };
        if number <= 0 {
            return Ok(String::new());
        }
        let key = (link.table, number.cast_unsigned());
        if let Some(title) = self.titles.0.get(&key) {
            return Ok(title.clone());
        }
        let title = (link.read)(self.view.tx, key.1)?;
        self.titles.0.insert(key, title.clone());
        Ok(title)
    }

    fn has_word(&mut self, at: usize, word: &str) -> Result<bool> {
        let field = self.fields.get(at);
        if let Some(link) = field.and_then(|field| field.link) {
            let title = self.title(at)?;
            return Ok(if (link.by_pinyin)() { like_name(&title, word) } else { holds(&title, word) });
        }
        let pinyin = field.is_some_and(|field| matches!(field.kind, Kind::Name(Some(_))));
        let text = self.text(at);
        Ok(if pinyin { like_name(text, word) } else { holds(text, word) })
    }

    /// Whether it is as wished; `id` is its number.
    pub fn fits(&mut self, id: u64, wish: &Filter) -> Result<bool> {
        Ok(match wish {
            Filter::Always(all) => *all,
            Filter::Ids(ids) => ids.has(whole(id)),
            Filter::Among(at, numbers) => numbers.has(self.number(*at)),
            Filter::Named(at, names) => names.iter().any(|name| name == self.text(*at)),
            Filter::Between(at, low, high) => {
                let number = self.number(*at);
                number != NONE && (*low..=*high).contains(&number)
            }
            Filter::Holds(at, numbers) => self.list(*at).iter().any(|number| numbers.has(*number)),
            Filter::Word(fields, word) => {
                for at in fields {
                    if self.has_word(*at, word)? {
                        return Ok(true);
                    }
                }
                false
            }
            Filter::Not(wish) => !self.fits(id, wish)?,
            Filter::Any(filters) => {
                for wish in filters {
                    if self.fits(id, wish)? {
                        return Ok(true);
                    }
                }
                false
            }
            Filter::All(filters) => {
                for wish in filters {
                    if !self.fits(id, wish)? {
                        return Ok(false);
                    }
                }
                true
            }
            Filter::Found(found) => self.fits(id, &found.filter)?,
        })
    }

    fn key(&mut self, sorting: &Sorting) -> Result<Key> {
        Ok(match *sorting {
            Sorting::Number(at) => Key::Number(self.number(at)),
            Sorting::Text(at) => Key::Text(folded(self.text(at))),
            Sorting::Linked(at) => Key::Text(folded(&self.title(at)?)),
        })
    }

    fn facet(&self, at: usize) -> Vec<Value> {
        match self.values.get(at) {
            Some(Value::Numbers(list)) => list.iter().map(|number| Value::Number(*number)).collect(),
            Some(name @ Value::Name(_)) => vec![name.clone()],
            _ => vec![Value::Number(self.number(at))],
        }
    }
}

fn holds(text: &str, word: &str) -> bool {
    folded(text).contains(&folded(word))
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Number(i64),
    Text(String),
}

/// Everything that a question comes to, by reading every record.
pub fn find(view: &View, table: &Table, wanted: &ListQuery) -> Result<Found> {
    let mut found = Found { sums: vec![0; wanted.sums.len()], ..Found::default() };
    let mut counts: Vec<HashMap<Value, u64>> = wanted.facets.iter().map(|_| HashMap::new()).collect();
    let mut rows: Vec<(Vec<Key>, u64)> = Vec::new();
    let (mut titles, mut failure, today) = (Titles::default(), None, view.now.date());
    let mut visit = |key: &[u8], bytes: &[u8]| -> Result<()> {
        let id = crate::columns::field::number_of(key);
        let Ok(values) = table.origin.values(key, bytes, today) else {
            found.unreadable.push(id);
            return Ok(());
        };
        let mut looked = Looked::new(view, &mut titles, &table.schema, values);
        // Which wishes it misses: none makes it a row, one of a counted field still counts there.
        let mut missed: Vec<Option<&str>> = Vec::new();
        for (name, wish) in &wanted.filters {
            if !looked.fits(id, wish)? {
                missed.push(name.as_deref());
            }
        }
        for (at, counts) in wanted.facets.iter().zip(&mut counts) {
            let name = table.schema.columns.get(*at).map(|field| field.name.as_str());
            if missed.iter().all(|missed| missed.is_some() && *missed == name) {
                for value in looked.facet(*at) {
                    *counts.entry(value).or_default() += 1;
                }
            }
        }
        if missed.is_empty() {
            for (at, sum) in wanted.sums.iter().zip(&mut found.sums) {
                let number = looked.number(*at);
                *sum = sum.saturating_add(if number == NONE { 0 } else { number });
            }
            let keys = wanted.order.iter().map(|(sorting, _)| looked.key(sorting)).collect::<Result<_>>()?;
            rows.push((keys, id));
        }
        Ok(())
    };
    walk(&*table.origin, view.tx, &mut |key, bytes| {
        if let Err(fault) = visit(key, bytes) {
            failure = Some(fault);
        }
        failure.is_none()
    })?;
    failure.map_or(Ok(()), Err)?;
    rows.sort_unstable_by(|a, b| compare(wanted, a, b));
    found.total = rows.len() as u64;
    found.facets = counts.into_iter().map(most).collect();
    let (offset, size) = wanted.window(found.total);
    found.ids = rows.into_iter().map(|(_, id)| id).skip(offset).take(size).collect();
    Ok(found)
}

/// Visits every record that fits with what some fields hold.
pub fn gather(
    view: &View,
    table: &Table,
    filters: &[(Option<FieldName>, Filter)],
    gathered: &Gathered,
    visit: Visit<'_>,
) -> Result<()> {
    let (mut titles, mut failure, today) = (Titles::default(), None, view.now.date());
    let mut row = Vec::with_capacity(gathered.numbers.len());
    let mut look = |key: &[u8], bytes: &[u8]| -> Result<()> {
        let id = crate::columns::field::number_of(key);
        let Ok(values) = table.origin.values(key, bytes, today) else { return Ok(()) };
        let mut looked = Looked::new(view, &mut titles, &table.schema, values);
        for (_, wish) in filters {
            if !looked.fits(id, wish)? {
                return Ok(());
            }
        }
        row.clear();
        row.extend(gathered.numbers.iter().map(|at| looked.number(*at)));
        let lists: Vec<&[i64]> = gathered.lists.iter().map(|at| looked.list(*at)).collect();
        visit(id, &row, &lists);
        Ok(())
    };
    walk(&*table.origin, view.tx, &mut |key, bytes| {
        if let Err(fault) = look(key, bytes) {
            failure = Some(fault);
        }
        failure.is_none()
    })?;
    failure.map_or(Ok(()), Err)
}

fn compare(wanted: &ListQuery, a: &(Vec<Key>, u64), b: &(Vec<Key>, u64)) -> Ordering {
    for ((one, other), (_, down)) in a.0.iter().zip(&b.0).zip(&wanted.order) {
        let way = if *down { other.cmp(one) } else { one.cmp(other) };
        if way != Ordering::Equal {
            return way;
        }
    }
    if wanted.ids_down { b.1.cmp(&a.1) } else { a.1.cmp(&b.1) }
}

fn most(counts: HashMap<Value, u64>) -> Vec<(Value, u64)> {
    let mut all: Vec<(Value, u64)> = counts.into_iter().collect();
    all.sort_unstable_by(|(one, many), (other, more)| more.cmp(many).then_with(|| order_of(one).cmp(&order_of(other))));
    all.truncate(super::run::FACET_VALUES);
    all
}

/// Equally frequent values stand in this order.
pub fn order_of(value: &Value) -> (i64, String) {
    match value {
        Value::Number(number) => (*number, String::new()),
        Value::Name(name) | Value::Text(name) => (0, name.clone()),
        Value::Numbers(_) | Value::Nothing => (0, String::new()),
    }
}

/// Whether a record is still as wished; for looking at a row once more.
pub fn still_fits(
    view: &View,
    titles: &mut Titles,
    schema: &Schema,
    (id, values): (u64, Vec<Value>),
    wanted: &ListQuery,
) -> Result<bool> {
    let mut looked = Looked::new(view, titles, schema, values);
    for (_, wish) in &wanted.filters {
        if !looked.fits(id, wish)? {
            return Ok(false);
        }
    }
    Ok(true)
}
