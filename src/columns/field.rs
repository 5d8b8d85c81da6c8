//! Fields of records that are kept in columns: one constant a field says its name on the wire, how it is kept and where
//! it is found.
//!
//! ```ignore
//! pub const DUE: Field<Bill> = Field::day("dueDate", |bill| Some(bill.due_date));
//! pub const LEASE: Field<Bill> = Field::link::<Lease>("leaseId", "leaseNo", |bill| bill.lease_id);
//!
//! impl Listed for Bill {
//!     const FIELDS: &'static [Field<Self>] = &[DUE, LEASE];
//! }
//! ```

use std::ops::Bound;

use jiff::civil::Date;

use gx_columns::{Readings, When};

use super::{Compute, Formula, Info, Kind, NONE, Schema, Value};
use crate::kernel::dates::Stamp;
use crate::kernel::day_number::{FIRST, day_at, days_of};
use crate::kernel::pinyin::{is_pinyin, readings};
use crate::kernel::span::add_days;
use crate::store::record::decode;
use crate::store::{Key, RawRead, Reads, Record, Res};

/// A record type that lists show.
pub trait Listed: Record {
    /// Its fields in columns.
    const FIELDS: &'static [Field<Self>];
    /// Name of the field that other records' lists show, sort and search when they point here.
    const TITLE: &'static str = "";
}

/// How a field is taken from its record.
pub enum Take<R> {
    /// A number; [`NONE`] for none.
    Number(fn(&R) -> i64),
    /// A text that repeats; found by pinyin or not.
    Name(fn(&R) -> String, bool),
    /// A text of its own.
    Text(fn(&R) -> String),
    Numbers(fn(&R) -> Vec<i64>),
    /// A number that depends on the day in a way that other columns do not tell; its table is read again every day, so it is
    /// for registers, not for books.
    OnDay(fn(&R, Date) -> i64),
    /// From fields that stand before it, and the day.
    Computed(Rule),
}

/// How a field follows from others, by their names: [`Formula`].
#[derive(Clone, Copy)]
pub enum Rule {
    /// What is added and what is taken off, where a condition holds.
    Sum(Option<Where>, &'static [&'static str], &'static [&'static str]),
    /// Whether a condition holds.
    Is(Where),
    /// Days since a day, while something is open.
    DaysPast(&'static str, &'static str),
    /// What is past first.
    PastFirst(&'static str),
    /// Anything else, a row at a time.
    Rows(&'static [&'static str], Compute),
}

/// A condition on a field, by its name.
#[derive(Debug, Clone, Copy)]
pub struct Where {
    field: &'static str,
    low: i64,
    high: i64,
    not: bool,
}

impl Where {
    /// The field has this number.
    pub const fn is(field: &'static str, number: i64) -> Self {
        Self { field, low: number, high: number, not: false }
    }

    /// It has another one, or none.
    pub const fn is_not(field: &'static str, number: i64) -> Self {
        Self { not: true, ..Self::is(field, number) }
    }

    /// It has a larger one than nothing.
    pub const fn positive(field: &'static str) -> Self {
        Self { low: 1, high: i64::MAX, ..Self::is(field, 0) }
    }
}

impl<R> Clone for Take<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Take<R> {}

/// What a number of another record stands for.
#[derive(Debug, Clone, Copy)]
pub struct Link {
    /// Table of the other record.
    pub table: &'static str,
    /// Field of it that is shown.
    pub title: &'static str,
    /// What lists call that here, e.g. `leaseNo`.
    pub shown: &'static str,
    /// Whether it is found by its pinyin.
    pub by_pinyin: fn() -> bool,
    /// Reads it from the store; for lists that do without columns.
    pub read: fn(&dyn RawRead, u64) -> Res<String>,
}

/// What the numbers of a field mean on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Means {
    /// What they are.
    Number,
    /// No or yes.
    Flag,
    /// One of these words, by its place.
    Words(&'static [&'static str]),
}

/// A field of a record.
pub struct Field<R: 'static> {
    /// Its name on the wire: lists filter, sort and count by it.
    pub name: &'static str,
    /// How it is taken.
    pub take: Take<R>,
    /// What it points to.
    pub link: Option<Link>,
    /// What its numbers mean.
    pub means: Means,
    /// Whether nobody sorts or counts by it: what only narrows, and says something of a person.
    pub private: bool,
}

impl<R> Clone for Field<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Field<R> {}

/// A day as a column holds it.
pub fn day(day: Option<Date>) -> i64 {
    day.map_or(NONE, days_of)
}

/// The day that a column holds.
pub fn date_of(day: i64) -> Option<Date> {
    (day != NONE).then(|| day_at(day).unwrap_or_else(|| add_days(FIRST, day)))
}

/// An optional number as a column holds it.
pub fn or_none(number: Option<i64>) -> i64 {
    number.unwrap_or(NONE)
}

/// The number of a record as a column holds it.
pub fn whole(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// A moment as a column holds it: seconds, because no list tells milliseconds apart.
pub fn second(at: Stamp) -> i64 {
    at.0.div_euclid(1000)
}

impl<R: Record> Field<R> {
    const fn new(name: &'static str, take: Take<R>) -> Self {
        Self { name, take, link: None, means: Means::Number, private: false }
    }

    /// A number, a code, an amount, an area, a day ([`day`]), a moment ([`second`]).
    pub const fn number(name: &'static str, of: fn(&R) -> i64) -> Self {
        Self::new(name, Take::Number(of))
    }

    /// No or yes, as 0 and 1.
    pub const fn flag(name: &'static str, of: fn(&R) -> i64) -> Self {
        Self { means: Means::Flag, ..Self::new(name, Take::Number(of)) }
    }

    /// One of some words, by its place among them.
    pub const fn word(name: &'static str, words: &'static [&'static str], of: fn(&R) -> i64) -> Self {
        Self { means: Means::Words(words), ..Self::new(name, Take::Number(of)) }
    }

    /// A text that repeats: a code, a category, an account.
    pub const fn name(name: &'static str, of: fn(&R) -> String) -> Self {
        Self::new(name, Take::Name(of, false))
    }

    /// A name of people or firms, which is also found by its pinyin.
    pub const fn person(name: &'static str, of: fn(&R) -> String) -> Self {
        Self::new(name, Take::Name(of, true))
    }

    /// A text that mostly differs from row to row.
    pub const fn text(name: &'static str, of: fn(&R) -> String) -> Self {
        Self::new(name, Take::Text(of))
    }

    /// Several numbers: of records, or what a row is made of where that is read without the record.
    pub const fn numbers(name: &'static str, of: fn(&R) -> Vec<i64>) -> Self {
        Self::new(name, Take::Numbers(of))
    }

    /// A number of a day ([`Take::OnDay`]).
    pub const fn on_day(name: &'static str, of: fn(&R, Date) -> i64) -> Self {
        Self::new(name, Take::OnDay(of))
    }

    /// The number of another record on a day, which lists show as `shown`.
    pub const fn link_on_day<L: Listed>(name: &'static str, shown: &'static str, of: fn(&R, Date) -> i64) -> Self {
        Self { link: Some(link::<L>(shown)), ..Self::new(name, Take::OnDay(of)) }
    }

    /// What follows from fields that stand before it, and from the day, a row at a time.
    pub const fn computed(name: &'static str, from: &'static [&'static str], of: Compute) -> Self {
        Self::new(name, Take::Computed(Rule::Rows(from, of)))
    }

    /// What some fields add up to less others where a condition holds, else 0; «none» counts as nothing.
    pub const fn sum(
        name: &'static str,
        when: Option<Where>,
        plus: &'static [&'static str],
        minus: &'static [&'static str],
    ) -> Self {
        Self::new(name, Take::Computed(Rule::Sum(when, plus, minus)))
    }

    /// No or yes.
    pub const fn whether(name: &'static str, when: Where) -> Self {
        Self { means: Means::Flag, ..Self::new(name, Take::Computed(Rule::Is(when))) }
    }

    /// Days that a day is over while something is open, else 0.
    pub const fn days_past(name: &'static str, day: &'static str, open: &'static str) -> Self {
        Self::new(name, Take::Computed(Rule::DaysPast(day, open)))
    }

    /// An order: what is past, newest first, then what is to come, nearest first.
    pub const fn past_first(name: &'static str, day: &'static str) -> Self {
        Self::new(name, Take::Computed(Rule::PastFirst(day)))
    }

    /// The number of another record, which lists show as `shown`.
    pub const fn link<L: Listed>(name: &'static str, shown: &'static str, of: fn(&R) -> i64) -> Self {
        Self { link: Some(link::<L>(shown)), ..Self::new(name, Take::Number(of)) }
    }

    /// The same field whose numbers are no or yes.
    #[must_use]
    pub const fn yes_or_no(self) -> Self {
        Self { means: Means::Flag, ..self }
    }

    /// The same field that nobody sorts or counts by.
    #[must_use]
    pub const fn private(self) -> Self {
        Self { private: true, ..self }
    }

    /// Its value in a record on a day.
    pub fn of(&self, record: &R, today: Date) -> Value {
        match self.take {
            Take::Number(of) => Value::Number(of(record)),
            Take::OnDay(of) => Value::Number(of(record, today)),
            Take::Name(of, _) => Value::Name(of(record)),
            Take::Text(of) => Value::Text(of(record)),
            Take::Numbers(of) => Value::Numbers(of(record)),
            Take::Computed(..) => Value::Nothing,
        }
    }
}

/// The link to records of a type, for fields that are known only when the program runs.
pub const fn link<L: Listed>(shown: &'static str) -> Link {
    Link { table: L::TABLE, title: L::TITLE, shown, by_pinyin: is_person::<L>, read: title_of::<L> }
}

fn is_person<L: Listed>() -> bool {
    L::FIELDS.iter().any(|field| field.name == L::TITLE && matches!(field.take, Take::Name(_, true)))
}

/// What lists that point to a record show of it; empty when it is gone.
fn title_of<L: Listed>(tx: &dyn RawRead, number: u64) -> Res<String> {
    let Some(record) = tx.get::<L>(&crate::store::id(number))? else { return Ok(String::new()) };
    let field = L::FIELDS.iter().find(|field| field.name == L::TITLE);
    Ok(match field.map(|field| field.take) {
        Some(Take::Name(of, _) | Take::Text(of)) => of(&record),
        _ => String::new(),
    })
}

/// How names of people and firms are found by their pinyin.
const PINYIN: Readings = Readings {
    of: |text| readings(text).into_iter().flat_map(|read| [read.full, read.initials]).collect(),
    meant: is_pinyin,
};

/// A rule with the places of its fields; `place` answers one that no column has for a name that is not there.
fn formula(rule: Rule, place: &dyn Fn(&str) -> usize) -> Formula {
    let all = |names: &[&'static str]| names.iter().map(|name| place(name)).collect();
    let when = |Where { field, low, high, not }: Where| When { column: place(field), low, high, not };
    match rule {
        Rule::Sum(of, plus, minus) => Formula::Sum { when: of.map(when), plus: all(plus), minus: all(minus) },
        Rule::Is(of) => Formula::Is(when(of)),
        Rule::DaysPast(day, open) => Formula::DaysPast { day: place(day), open: place(open) },
        Rule::PastFirst(day) => Formula::PastFirst { day: place(day) },
        Rule::Rows(from, of) => Formula::Rows { from: all(from), of },
    }
}

/// The columns of a record type.
pub fn schema<R: Listed>() -> Schema {
    let place = |name: &str| R::FIELDS.iter().position(|field| field.name == name).unwrap_or(usize::MAX);
    let kind = |field: &Field<R>| match field.take {
        Take::Number(_) | Take::OnDay(_) => Kind::Number,
        Take::Name(_, by_pinyin) => Kind::Name(by_pinyin.then_some(PINYIN)),
        Take::Text(_) => Kind::Text,
        Take::Numbers(_) => Kind::Numbers,
        Take::Computed(rule) => Kind::Computed(formula(rule, &place)),
    };
    let column = |field: &Field<R>| {
        let Field { name, link, means, private, .. } = *field;
        Info { name: name.to_owned(), kind: kind(field), link, means, private }
    };
    Schema::new(R::FIELDS.iter().map(column).collect())
}

/// The values of a record on a day, in the order of its fields.
pub fn values<R: Listed>(record: &R, today: Date) -> Vec<Value> {
    R::FIELDS.iter().map(|field| field.of(record, today)).collect()
}

/// Where the rows of a table of columns come from: a whole table of the store ([`Source`]), or a part of one whose fields
/// are known only when the program runs.
pub trait Origin: Send + Sync {
    /// Table of the store.
    fn table(&self) -> &'static str;
    /// First key that belongs to it, and the first one behind it; none for the ends of the table.
    fn bounds(&self) -> (Option<Key>, Option<Key>) {
        (None, None)
    }
    fn schema(&self) -> Schema;
    /// The values of a stored record on a day.
    ///
    /// # Errors
    /// A record that can't be read.
    fn values(&self, key: &[u8], bytes: &[u8], day: Date) -> Res<Vec<Value>>;
    /// Whether values depend on the day in a way that columns don't tell.
    fn by_day(&self) -> bool {
        false
    }
    /// Whether it is filled last, and thrown away when others need its memory.
    fn gives_way(&self) -> bool {
        false
    }
}

impl Origin for Source {
    fn table(&self) -> &'static str {
        self.table
    }

    fn schema(&self) -> Schema {
        (self.schema)()
    }

    fn values(&self, key: &[u8], bytes: &[u8], day: Date) -> Res<Vec<Value>> {
        (self.values)(key, bytes, day)
    }

    fn by_day(&self) -> bool {
        (self.by_day)()
    }

    fn gives_way(&self) -> bool {
        self.gives_way
    }
}

/// Walks the stored records of an origin.
///
/// # Errors
/// A store that can't be read.
pub fn walk(origin: &dyn Origin, tx: &dyn RawRead, visit: &mut dyn FnMut(&[u8], &[u8]) -> bool) -> Res<()> {
    let (low, high) = origin.bounds();
    let low = low.as_ref().map_or(Bound::Unbounded, |low| Bound::Included(low.bytes()));
    let high = high.as_ref().map_or(Bound::Unbounded, |high| Bound::Excluded(high.bytes()));
    tx.raw_range(origin.table(), low, high, false, visit)
}

/// A record type with its type erased, as the tables hold it.
#[derive(Clone, Copy)]
pub struct Source {
    pub table: &'static str,
    pub schema: fn() -> Schema,
    /// The values of a stored record on a day.
    pub values: fn(&[u8], &[u8], Date) -> Res<Vec<Value>>,
    /// Whether values depend on the day in a way that columns don't tell.
    pub by_day: fn() -> bool,
    /// Whether it is filled last, and thrown away when others need its memory.
    pub gives_way: bool,
}

impl Source {
    /// That of a record type.
    pub const fn of<R: Listed>() -> Self {
        Self {
            table: R::TABLE,
            schema: schema::<R>,
            values: |key, bytes, today| decode::<R>(key, bytes).map(|record| values(&record, today)),
            by_day: || R::FIELDS.iter().any(|field| matches!(field.take, Take::OnDay(_))),
            gives_way: false,
        }
    }

    /// That of a record type that grows without end and may do without columns.
    pub const fn that_gives_way<R: Listed>() -> Self {
        Self { gives_way: true, ..Self::of::<R>() }
    }
}

/// The number of a record by its key; lists are of numbered records only.
pub fn number_of(key: &[u8]) -> u64 {
    Key::from_bytes(key).first_u64().unwrap_or(0)
}
