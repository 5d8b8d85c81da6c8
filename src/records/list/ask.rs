//! What a list is narrowed by, gathered field by field from its query: the same wishes go to the columns and, where those
//! are not there, to the records one by one.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::sync::Arc;

use jiff::civil::Date;

use crate::columns::bits::Bits;
use crate::columns::field::{day, second, whole};
use crate::columns::{Columns, Field, Listed, NONE, Rows, Set};
use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;
use crate::kernel::enumeration::Coded;
use crate::kernel::text::is_invisible;

/// Values of one filter at most.
const MOST_VALUES: usize = 1_000;
/// Letters of a word that lists look for at most.
const LONGEST_WORD: usize = 200;

/// Name of the field that a condition belongs to.
pub type FieldName = Cow<'static, str>;

/// One condition, by places of fields.
#[derive(Debug, Clone)]
pub enum Filter {
    /// All or none.
    Always(bool),
    /// Records with these numbers.
    Ids(Arc<Set>),
    /// Whose number is one of these.
    Among(usize, Arc<Set>),
    /// Whose name is one of these.
    Named(usize, Vec<String>),
    /// Whose number lies between two.
    Between(usize, i64, i64),
    /// Whose list has one of these.
    Holds(usize, Arc<Set>),
    /// That hold a word in one of these fields, or in the title of what they point to.
    Word(Vec<usize>, String),
    /// That do not fit.
    Not(Box<Self>),
    /// That fit one of these.
    Any(Vec<Self>),
    /// That fit all of these.
    All(Vec<Self>),
    /// That were found to fit.
    Found(Arc<FoundRows>),
}

/// Rows of a table that were found to fit, while its columns are the same.
#[derive(Debug)]
pub struct FoundRows {
    /// What they fit.
    pub(super) filter: Filter,
    /// The rows among which they were found.
    pub(super) among: Arc<Rows>,
    /// The day of what depends on it.
    pub(super) today: i64,
    /// Those that fit, of each chunk.
    pub(super) hits: Arc<[Bits]>,
}

impl FoundRows {
    /// Whether columns are those in which they were found.
    pub(super) fn holds_for(&self, columns: &Columns) -> bool {
        Arc::ptr_eq(&self.among, &columns.rows) && self.today == columns.today
    }
}

impl Filter {
    /// Records with these numbers.
    pub fn ids(numbers: impl IntoIterator<Item = u64>) -> Self {
        Self::Ids(Arc::new(Set::of(numbers.into_iter().map(whole))))
    }

    /// Whose number is one of these.
    pub fn among(place: usize, numbers: impl IntoIterator<Item = i64>) -> Self {
        Self::Among(place, Arc::new(Set::of(numbers)))
    }

    /// Whose list has one of these.
    pub fn holds(place: usize, numbers: impl IntoIterator<Item = i64>) -> Self {
        Self::Holds(place, Arc::new(Set::of(numbers)))
    }
}

/// The conditions of a list call.
pub struct FilterBuilder<R: Listed> {
    /// Each with the field that it belongs to, if it belongs to one.
    pub filters: Vec<(Option<FieldName>, Filter)>,
    records: PhantomData<fn(R)>,
}

impl<R: Listed> Default for FilterBuilder<R> {
    fn default() -> Self {
        Self { filters: Vec::new(), records: PhantomData }
    }
}

impl<R: Listed> Clone for FilterBuilder<R> {
    fn clone(&self) -> Self {
        Self { filters: self.filters.clone(), records: PhantomData }
    }
}

impl<R: Listed> FilterBuilder<R> {
    /// The same conditions and one more, of no single field.
    pub fn and(&self, wish: Filter) -> Self {
        let mut ask = self.clone();
        ask.must(wish);
        ask
    }
}

/// The word that is looked for, if there is one: trimmed, without control characters and invisible signs.
pub fn word_of(text: Option<&str>) -> Result<Option<String>> {
    let word: String = text.unwrap_or_default().chars().filter(|c| !c.is_control() && !is_invisible(*c)).collect();
    let word = word.trim();
    if word.chars().count() > LONGEST_WORD {
        return Err(AppError::refused(format!("关键字不能超过{LONGEST_WORD}个字")).at("keyWord"));
    }
    Ok((!word.is_empty()).then(|| word.to_owned()))
}

impl<R: Listed> FilterBuilder<R> {
    /// The place of a field; one that the record does not declare is a fault of the program, named.
    pub fn place(&self, field: &Field<R>) -> Result<usize> {
        let place = R::FIELDS.iter().position(|known| known.name == field.name);
        place.ok_or_else(|| AppError::internal(format!("{} has no field «{}»", R::TABLE, field.name)))
    }

    /// A condition of no single field.
    pub fn must(&mut self, wish: Filter) {
        self.filters.push((None, wish));
    }

    /// A condition of a filter that is no field; counts of that name leave it out.
    pub fn under(&mut self, name: &'static str, wish: Filter) {
        self.filters.push((Some(Cow::Borrowed(name)), wish));
    }

    fn of(&mut self, field: &Field<R>, wish: Filter) {
        self.filters.push((Some(Cow::Borrowed(field.name)), wish));
    }

    /// One of some values; none given lets all pass.
    ///
    /// # Errors
    /// A sentence for more than a thousand.
    pub fn several<T: Coded>(&mut self, field: &Field<R>, values: &[T]) -> Result<()> {
        let numbers: Vec<i64> = values.iter().map(Coded::code).collect();
        self.codes(field, numbers)
    }

    fn codes(&mut self, field: &Field<R>, numbers: Vec<i64>) -> Result<()> {
        if numbers.is_empty() {
            return Ok(());
        }
        if numbers.len() > MOST_VALUES {
            return Err(AppError::refused(format!("一次最多按{MOST_VALUES}个值筛选")).at(field.name));
        }
        let place = self.place(field)?;
        self.of(field, Filter::among(place, numbers));
        Ok(())
    }

    /// One value, if it is given.
    pub fn given<T: Coded>(&mut self, field: &Field<R>, value: Option<T>) -> Result<()> {
        self.codes(field, value.iter().map(Coded::code).collect())
    }

    /// Only those that are, when asked for.
    pub fn only(&mut self, field: &Field<R>, wanted: bool) -> Result<()> {
        self.given(field, wanted.then_some(true))
    }

    /// One of some names; empty texts do not count.
    ///
    /// # Errors
    /// A sentence for more than a thousand.
    pub fn named<'t>(&mut self, field: &Field<R>, names: impl IntoIterator<Item = &'t String>) -> Result<()> {
        let names: Vec<String> = names.into_iter().filter(|name| !name.is_empty()).cloned().collect();
        if names.is_empty() {
            return Ok(());
        }
        if names.len() > MOST_VALUES {
            return Err(AppError::refused(format!("一次最多按{MOST_VALUES}个值筛选")).at(field.name));
        }
        let place = self.place(field)?;
        self.of(field, Filter::Named(place, names));
        Ok(())
    }

    /// Numbers from one to another, both inclusive and optional.
    pub fn within(&mut self, field: &Field<R>, from: Option<i64>, to: Option<i64>) -> Result<()> {
        if from.is_none() && to.is_none() {
            return Ok(());
        }
        let place = self.place(field)?;
        self.of(field, Filter::Between(place, from.unwrap_or(NONE + 1), to.unwrap_or(i64::MAX)));
        Ok(())
    }

    /// Days from one to another.
    pub fn days(&mut self, field: &Field<R>, from: Option<Date>, to: Option<Date>) -> Result<()> {
        self.within(field, from.map(|from| day(Some(from))), to.map(|to| day(Some(to))))
    }

    /// Moments from one to another.
    pub fn moments(&mut self, field: &Field<R>, (from, to): (Option<Stamp>, Option<Stamp>)) -> Result<()> {
        self.within(field, from.map(second), to.map(second))
    }

    /// Whose list has one of these numbers.
    pub fn holds(&mut self, field: &Field<R>, numbers: &[u64]) -> Result<()> {
        if numbers.is_empty() {
            return Ok(());
        }
        if numbers.len() > MOST_VALUES {
            return Err(AppError::refused(format!("一次最多按{MOST_VALUES}个值筛选")).at(field.name));
        }
        let place = self.place(field)?;
        self.of(field, Filter::holds(place, numbers.iter().map(|number| whole(*number))));
        Ok(())
    }

    /// Whose list has one of these numbers, however many they are; none of them fits nothing.
    pub fn holds_any(&mut self, field: &Field<R>, numbers: &[u64]) -> Result<()> {
        let place = self.place(field)?;
        self.of(field, Filter::holds(place, numbers.iter().map(|number| whole(*number))));
        Ok(())
    }

    /// A word in one of some fields: names of people and firms also by pinyin, links by the title of what they point to.
    ///
    /// # Errors
    /// A sentence for a word of more than two hundred letters.
    pub fn word(&mut self, word: Option<&str>, fields: &[&Field<R>]) -> Result<()> {
        if let Some(wish) = self.has_word(word, fields)? {
            self.must(wish);
        }
        Ok(())
    }

    /// The same as a condition to put together with others.
    pub fn has_word(&self, word: Option<&str>, fields: &[&Field<R>]) -> Result<Option<Filter>> {
        let Some(word) = word_of(word)? else { return Ok(None) };
        let places = fields.iter().map(|field| self.place(field)).collect::<Result<_>>()?;
        Ok(Some(Filter::Word(places, word)))
    }

    /// Records that a person has chosen, when there are some.
    ///
    /// # Errors
    /// A sentence for more than a thousand.
    pub fn chosen(&mut self, numbers: &[u64]) -> Result<()> {
        if numbers.len() > MOST_VALUES {
            return Err(AppError::refused(format!("一次最多选择{MOST_VALUES}条")).at("ids"));
        }
        self.ids(numbers);
        Ok(())
    }

    /// Records with these numbers alone, when some are given.
    pub fn ids(&mut self, numbers: &[u64]) {
        if !numbers.is_empty() {
            self.must(Filter::ids(numbers.iter().copied()));
        }
    }
}
