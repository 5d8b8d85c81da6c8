//! Cells of a row that came in, compared with what an export would write, and what they set.

use std::collections::HashMap;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

use jiff::civil::Date;

use super::{Column, day_of};
use crate::error::{AppError, Kind, Result};
use crate::kernel::area::Area;
use crate::kernel::money::{MOST_FEN, decimal, parse_yuan, without_yuan};
use crate::op::View;
use crate::platform::dict::{DATA_BY_TYPE, DictData};
use crate::records::owned::{Business, is_visible};
use crate::sheet::{Cell, Row};
use crate::store::{Reads, key};

/// The last year that a workbook may name.
const LAST_YEAR: i16 = 2200;

/// The cells of a row that say something new.
pub struct Cells<'r> {
    row: &'r Row,
    fresh: HashMap<&'static str, &'r str>,
    problems: Vec<String>,
}

impl<'r> Cells<'r> {
    /// Compares a row with what an export of the known record would write; `None` for a new one.
    pub fn of<L, C>(row: &'r Row, columns: &[Column<L, C>], mut before: Option<&mut L>) -> Self {
        let mut fresh = HashMap::new();
        for column in columns.iter().filter(|column| !column.derived) {
            let text = row.get(column.header).trim();
            let says = |cell: Cell| match cell {
                Cell::Text(_) | Cell::Date(_) | Cell::Empty => cell.says(text),
                number => number.says(row.number_of(column.header)),
            };
            if !text.is_empty() && !before.as_deref_mut().is_some_and(|known| says(column.cell(known))) {
                fresh.insert(column.header, text);
            }
        }
        Self { row, fresh, problems: Vec::new() }
    }

    /// Puts what is new into a row, column by column; what is wrong with a cell is kept for [`Cells::done`].
    pub fn fill<L, C>(&mut self, columns: &[Column<L, C>], into: &mut L, context: &C) -> Result<()> {
        for column in columns {
            if let Some(cell) = self.cell(column.header) {
                self.collect(column.set(&cell, into, context))?;
            }
        }
        Ok(())
    }

    /// Whether the row says nothing new.
    pub fn is_quiet(&self) -> bool {
        self.fresh.is_empty()
    }

    /// The text of a cell that says something new.
    pub fn fresh(&self, header: &str) -> Option<&'r str> {
        self.fresh.get(header).copied()
    }

    /// A cell that says something new.
    pub fn cell(&self, header: &'static str) -> Option<FreshCell<'r>> {
        self.fresh(header).map(|text| FreshCell { row: self.row, header, text })
    }

    /// The record that a cell names, if it says something new.
    pub fn linked<R: Business>(&mut self, header: &'static str, finder: &Finder<R>) -> Result<Option<u64>> {
        self.fresh(header).map_or(Ok(None), |text| self.collect(finder.find(text)))
    }

    /// Notes what is wrong with a cell.
    pub fn complain(&mut self, sentence: impl Into<String>) {
        self.problems.push(sentence.into());
    }

    /// Keeps a refusal for the row's sentence.
    pub fn collect<T>(&mut self, outcome: Result<T>) -> Result<Option<T>> {
        match outcome {
            Ok(value) => Ok(Some(value)),
            Err(fault) if fault.kind == Kind::Refused => {
                self.complain(fault.message);
                Ok(None)
            }
            Err(fault) => Err(fault),
        }
    }

    /// Refuses the row when something was wrong.
    ///
    /// # Errors
    /// All complaints in one sentence.
    pub fn done(&mut self) -> Result<()> {
        if self.problems.is_empty() { Ok(()) } else { Err(AppError::refused(self.problems.join("；"))) }
    }

    /// Complains about empty cells of a new record.
    pub fn required(&mut self, headers: &[&str], is_new: bool) {
        for header in headers.iter().filter(|_| is_new) {
            if self.fresh(header).is_none() {
                self.complain(format!("{header}不能为空"));
            }
        }
    }
}

/// A cell that says something new.
pub struct FreshCell<'r> {
    row: &'r Row,
    header: &'static str,
    text: &'r str,
}

impl<'r> FreshCell<'r> {
    pub fn text(&self) -> &'r str {
        self.text
    }

    /// Its text without what the format of a number shows around it.
    pub fn number(&self) -> &'r str {
        self.row.number_of(self.header).trim()
    }

    /// What a function reads in a text of this cell; `wanted` is what it should be.
    pub fn read<T>(&self, text: &str, parse: impl FnOnce(&str) -> Option<T>, wanted: &str) -> Result<T> {
        parse(text).ok_or_else(|| AppError::refused(format!("{}“{text}”{wanted}", self.header)))
    }

    /// What a function reads in the text.
    pub fn parsed<T>(&self, parse: impl FnOnce(&str) -> Option<T>, wanted: &str) -> Result<T> {
        self.read(self.text, parse, wanted)
    }

    /// A number that belongs to its row alone: one that is merged over several is nobody's.
    fn own<T>(&self, parse: impl FnOnce(&str) -> Option<T>, wanted: &str) -> Result<T> {
        let header = self.header;
        match self.row.merged.get(header) {
            Some(first) => Err(AppError::refused(format!(
                "{header}与第 {first} 行合并为一个单元格，无法知道本行的数值，请取消合并后逐行填写"
            ))),
            None => self.read(self.number(), parse, wanted),
        }
    }

    /// An area.
    pub fn area(&self) -> Result<Area> {
        self.own(Area::parse, "须为不小于0的数字，最多两位小数")
    }

    /// An amount in yuan, as fen.
    pub fn fen(&self) -> Result<i64> {
        let parse = |text: &str| parse_yuan(text).filter(|fen| *fen >= 0);
        self.own(parse, "须为0到1000亿元的金额，最多两位小数")
    }

    /// A unit price, as 1/10,000 yuan.
    pub fn price(&self) -> Result<i64> {
        let parse = |text: &str| decimal(without_yuan(text), 4).filter(|price| (0..=MOST_FEN).contains(price));
        self.own(parse, "须为不小于0的单价，最多四位小数")
    }

    /// A day. Registers hold what is old and what ends late, but nothing ends in the year 9999.
    pub fn day(&self) -> Result<Date> {
        let day = self.parsed(day_of, "不是真实存在的日期，请按 2026-01-31 的格式填写")?;
        let too_late = || AppError::refused(format!("{}不能晚于{LAST_YEAR}年", self.header));
        Some(day).filter(|day| day.year() <= LAST_YEAR).ok_or_else(too_late)
    }

    /// A whole number within bounds; of a floor or a count that is merged over rows, each row has it.
    pub fn whole<N: TryFrom<i64>>(&self, most: RangeInclusive<i64>) -> Result<N> {
        let wanted = format!("应为 {} 到 {} 的整数", most.start(), most.end());
        let parse = |text: &str| N::try_from(decimal(text, 0).filter(|number| most.contains(number))?).ok();
        self.read(self.number(), parse, &wanted)
    }

    /// A whole number of any size.
    pub fn integer(&self) -> Result<i64> {
        decimal(self.number(), 0).ok_or_else(|| AppError::refused(format!("{}应为整数", self.header)))
    }

    /// One of some values, by label.
    pub fn label<T: Copy>(&self, all: &[T], label: fn(T) -> &'static str) -> Result<T> {
        let labels: Vec<&str> = all.iter().map(|value| label(*value)).collect();
        let parse = |text: &str| all.iter().find(|value| label(**value) == text).copied();
        self.parsed(parse, &format!("应为 {} 之一", labels.join("、")))
    }

    /// The place of the text among labels.
    pub fn place(&self, labels: &[&str]) -> Result<usize> {
        let place = labels.iter().position(|label| *label == self.text);
        place.ok_or_else(|| AppError::refused(format!("{}应为 {} 之一", self.header, labels.join("、"))))
    }

    /// A value of a dictionary, by label or value.
    pub fn entry(&self, dictionary: &Dictionary) -> Result<String> {
        self.parsed(|text| dictionary.value(text), &format!("应为 {} 之一", dictionary.labels().join("、")))
    }

    /// The record that the text names.
    pub fn link<R: Business>(&self, finder: &Finder<R>) -> Result<u64> {
        finder.find(self.text)
    }
}

/// Entries of a dictionary, read once an import.
pub struct Dictionary(Vec<(String, String)>);

impl Dictionary {
    /// Reads the entries in use.
    pub fn load(view: &View, dict_type: &str) -> Result<Self> {
        let rows: Vec<DictData> = view.tx.by(&DATA_BY_TYPE, &key().str(dict_type), false, 0, usize::MAX)?;
        let used = rows.into_iter().filter(|entry| entry.enabled);
        Ok(Self(used.map(|entry| (entry.dict_label, entry.dict_value)).collect()))
    }

    fn labels(&self) -> Vec<&str> {
        self.0.iter().map(|(label, _)| label.as_str()).collect()
    }

    fn value(&self, text: &str) -> Option<String> {
        self.0.iter().find(|(label, value)| label == text || value == text).map(|(_, value)| value.clone())
    }
}

/// Records that cells name by code or name, read once an import.
pub struct Finder<R> {
    by_text: HashMap<String, Vec<u64>>,
    titles: HashMap<u64, String>,
    kind: PhantomData<R>,
}

impl<R: Business> Finder<R> {
    /// Reads the records that the caller may see; `names` are the texts that mean one.
    pub fn load(view: &View, names: fn(&R) -> [&str; 2]) -> Result<Self> {
        let scope = view.caller.scope();
        let (mut by_text, mut titles): (HashMap<String, Vec<u64>>, _) = (HashMap::new(), HashMap::new());
        view.tx.each::<R>(|record| {
            titles.insert(record.number(), record.title());
            if is_visible(view, &scope, &record) {
                for name in names(&record).into_iter().filter(|name| !name.is_empty()) {
                    let numbers = by_text.entry(name.to_owned()).or_default();
                    if numbers.last() != Some(&record.number()) {
                        numbers.push(record.number());
                    }
                }
            }
            true
        })?;
        Ok(Self { by_text, titles, kind: PhantomData })
    }

    /// The number behind a text.
    ///
    /// # Errors
    /// A sentence for a text that means none, or several.
    pub fn find(&self, text: &str) -> Result<u64> {
        match self.by_text.get(text).map(Vec::as_slice) {
            Some([number]) => Ok(*number),
            Some([_, ..]) => Err(AppError::refused(format!("{}“{text}”有多个，请填写编码", R::NOUN))),
            _ => Err(AppError::refused(format!("{}“{text}”不存在", R::NOUN))),
        }
    }

    /// What people call a record; empty when there is none.
    pub fn title(&self, number: u64) -> String {
        self.titles.get(&number).cloned().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::super::day;
    use super::*;

    #[test]
    fn no_cell_names_the_year_9999() {
        const COLUMNS: &[Column<Option<Date>>] = &[Column::day("使用期限", 12.0, |until| until)];
        for (text, problems) in
            [("2200-12-31", ""), ("9999-12-31", "使用期限不能晚于2200年"), ("1850-01-01", "不是真实存在的日期")]
        {
            let row = Row { cells: HashMap::from([("使用期限".to_owned(), text.to_owned())]), ..Row::default() };
            let (mut cells, mut until) = (Cells::of(&row, COLUMNS, None), None);
            cells.fill(COLUMNS, &mut until, &()).unwrap();
            assert!(cells.problems.join("").contains(problems) && cells.problems.is_empty() == problems.is_empty());
            assert_eq!(day(until).says(text), problems.is_empty());
        }
    }
}
