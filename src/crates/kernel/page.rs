//! Paging, sorting and date ranges of lists (contract 1.5).

use std::cmp::Ordering;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::dates::{Stamp, range_begin, range_end};
use crate::error::{AppError, Result};
use crate::order::Order;

/// Rows of a page when the client does not say (specification, section 9).
pub const DEFAULT_SIZE: u64 = 20;
/// Largest page: the person picker asks for 999 and 9999 (contract 0.3 rule 16).
pub const MOST: u64 = 9_999;

/// Paging and sorting of a list call.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Paging {
    /// Page, from 1.
    pub page_num: Option<u64>,
    /// Rows a page.
    pub page_size: Option<u64>,
    /// Column to sort by, one that the list names.
    pub order_by_column: Option<String>,
    /// asc, desc, ascending, descending.
    pub is_asc: Option<String>,
    /// false: a page beyond the end is empty instead of the last one.
    pub reasonable: Option<bool>,
    /// Fields whose values are counted over the whole filter, each without its own filter.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub facets: Vec<String>,
    /// Rows with these numbers alone, 1,000 at most: what a person has chosen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ids: Vec<u64>,
    /// true: the numbers of all rows of the filter instead of a page, 20,000 at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ids_only: Option<bool>,
}

/// A page of rows with the number of all rows that match.
#[derive(Debug, Clone)]
pub struct Page<T> {
    /// Rows of this page.
    pub rows: Vec<T>,
    /// Rows of all pages.
    pub total: u64,
}

/// How two rows compare in a sortable column.
pub type Compare<T> = fn(&T, &T) -> Ordering;

impl Paging {
    /// Rows a page, within bounds.
    pub fn size(&self) -> u64 {
        self.page_size.filter(|size| *size > 0).unwrap_or(DEFAULT_SIZE).min(MOST)
    }

    /// First row (from 0) of the page among `total` rows; a page beyond the end is the last one.
    pub fn offset(&self, total: u64) -> u64 {
        let page = self.page_num.unwrap_or(1).max(1);
        let last = total.div_ceil(self.size()).max(1);
        let page = if self.reasonable == Some(false) { page } else { page.min(last) };
        (page - 1).saturating_mul(self.size())
    }

    /// Whether the client asked for an order of its own.
    pub fn sorts(&self) -> bool {
        self.order_by_column.as_deref().is_some_and(|column| !column.is_empty())
    }

    /// Sorts by one of the columns that the list names.
    ///
    /// # Errors
    /// 参数不符合规范，不能进行查询 for any other column or direction.
    pub fn sort<T>(&self, rows: &mut [T], columns: &[(&str, Compare<T>)]) -> Result<()> {
        match self.comparison(columns)? {
            Some((compare, false)) => rows.order_by(compare),
            Some((compare, true)) => rows.order_by(|a, b| compare(b, a)),
            None => {}
        }
        Ok(())
    }

    /// How the column that is asked for compares, and whether downwards; `None` when none is asked for.
    ///
    /// # Errors
    /// 参数不符合规范，不能进行查询 for a column that the list does not name, or another direction.
    pub fn comparison<T>(&self, columns: &[(&str, Compare<T>)]) -> Result<Option<(Compare<T>, bool)>> {
        let Some(column) = self.order_by_column.as_deref().filter(|column| !column.is_empty()) else {
            return Ok(None);
        };
        let wrong = || AppError::refused("参数不符合规范，不能进行查询");
        let (_, compare) = columns.iter().find(|(name, _)| *name == column).ok_or_else(wrong)?;
        let down = match self.is_asc.as_deref().unwrap_or("asc") {
            "" | "asc" | "ascending" => false,
            "desc" | "descending" => true,
            _ => return Err(wrong()),
        };
        Ok(Some((*compare, down)))
    }

    /// Cuts the page out of all rows.
    pub fn cut<T>(&self, rows: Vec<T>) -> Page<T> {
        let total = rows.len() as u64;
        let skip = usize::try_from(self.offset(total)).unwrap_or(usize::MAX);
        let take = usize::try_from(self.size()).unwrap_or(usize::MAX);
        Page { rows: rows.into_iter().skip(skip).take(take).collect(), total }
    }
}

impl<T> Page<T> {
    /// The same page with other rows.
    pub fn map<U>(self, convert: impl FnMut(T) -> U) -> Page<U> {
        Page { rows: self.rows.into_iter().map(convert).collect(), total: self.total }
    }

    /// [`Page::map`] that ends at the first row which cannot be shown.
    ///
    /// # Errors
    /// That of the row.
    pub fn try_map<U, E>(self, convert: impl FnMut(T) -> Result<U, E>) -> Result<Page<U>, E> {
        Ok(Page { rows: self.rows.into_iter().map(convert).collect::<Result<_, E>>()?, total: self.total })
    }
}

/// A range of days, `params[beginTime]`/`params[endTime]` or flat.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct DateRange {
    /// First day, inclusive.
    pub begin_time: Option<String>,
    /// Last day, inclusive.
    pub end_time: Option<String>,
    /// Second spelling of the first day.
    pub begin_create_time: Option<String>,
    /// Second spelling of the last day.
    pub end_create_time: Option<String>,
}

/// A range under `params` or flat beside the other filters.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Ranged {
    /// Days of creation, both included: `params[beginTime]`, `params[endTime]`.
    pub params: Option<DateRange>,
    /// Flat spelling.
    #[serde(flatten)]
    pub flat: DateRange,
}

impl Ranged {
    /// The bounds, both inclusive.
    ///
    /// # Errors
    /// A sentence when a given bound is no date.
    pub fn bounds(&self) -> Result<(Option<Stamp>, Option<Stamp>)> {
        let nested = self.params.clone().unwrap_or_default();
        let first =
            |texts: [&Option<String>; 4]| texts.into_iter().flatten().find(|text| !text.trim().is_empty()).cloned();
        let begin =
            first([&nested.begin_time, &nested.begin_create_time, &self.flat.begin_time, &self.flat.begin_create_time]);
        let end = first([&nested.end_time, &nested.end_create_time, &self.flat.end_time, &self.flat.end_create_time]);
        let read = |text: Option<String>, read: fn(&str) -> Option<Stamp>| match text {
            None => Ok(None),
            Some(text) => read(&text).map(Some).ok_or_else(|| {
                AppError::refused(format!(
                    "日期“{}”不正确，应为 2024-01-31 这样的格式",
                    text.chars().take(30).collect::<String>()
                ))
            }),
        };
        Ok((read(begin, range_begin)?, read(end, range_end)?))
    }
}

/// Whether a moment lies within inclusive bounds.
pub fn within(at: Stamp, (begin, end): (Option<Stamp>, Option<Stamp>)) -> bool {
    begin.is_none_or(|begin| at >= begin) && end.is_none_or(|end| at <= end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paging(num: u64, size: u64) -> Paging {
        Paging { page_num: Some(num), page_size: Some(size), ..Paging::default() }
    }

    #[test]
    fn pages() {
        let rows: Vec<u32> = (0..45).collect();
        assert_eq!(paging(1, 20).cut(rows.clone()).rows.len(), 20);
        assert_eq!(paging(3, 20).cut(rows.clone()).rows, [40, 41, 42, 43, 44]);
        assert_eq!(paging(9, 20).cut(rows.clone()).rows[0], 40, "a page beyond the end is the last one");
        let strict = Paging { reasonable: Some(false), ..paging(9, 20) };
        assert!(strict.cut(rows.clone()).rows.is_empty());
        assert_eq!(paging(0, 0).cut(rows.clone()).rows.len(), 20);
        assert_eq!(paging(1, u64::MAX).size(), MOST);
        assert_eq!(paging(1, 20).cut(Vec::<u32>::new()).total, 0);
    }

    #[test]
    fn only_named_columns_sort() {
        let sorted = |column: &str, direction: &str| {
            let paging =
                Paging { order_by_column: Some(column.into()), is_asc: Some(direction.into()), ..Paging::default() };
            let mut rows = vec![2, 3, 1];
            paging.sort(&mut rows, &[("id", |a: &i32, b| a.cmp(b))]).map(|()| rows)
        };
        assert_eq!(sorted("id", "ascending").expect("sorts"), [1, 2, 3]);
        assert_eq!(sorted("id", "desc").expect("sorts"), [3, 2, 1]);
        for (column, direction) in [("id;drop", "asc"), ("id", "asc;x"), ("(case when 1=1)", "asc")] {
            assert_eq!(sorted(column, direction).expect_err("refused").message, "参数不符合规范，不能进行查询");
        }
    }

    #[test]
    fn ranges_include_both_days() {
        let range = Ranged {
            params: Some(DateRange { begin_time: Some("2024-01-01".into()), ..DateRange::default() }),
            flat: DateRange { end_time: Some("2024-01-31".into()), ..DateRange::default() },
        };
        let bounds = range.bounds().expect("dates");
        let at = |text: &str| range_begin(text).expect("moment");
        assert!(within(at("2024-01-01"), bounds) && within(at("2024-01-31 23:59:59"), bounds));
        assert!(!within(at("2024-02-01"), bounds) && !within(at("2023-12-31 23:59:59"), bounds));
        let bad = Ranged { flat: DateRange { begin_time: Some("x".into()), ..DateRange::default() }, params: None };
        assert!(bad.bounds().is_err());
    }
}
