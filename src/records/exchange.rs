//! Business records as workbooks: what the imports of the register and of the leases have in common.
//!
//! Invariants: a cell that says what an export would write changes nothing, and neither does an empty one; all wrong
//! cells of a row are told at once, each with its column; links are found by code or name among what the caller sees.

use std::collections::HashMap;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

use jiff::civil::Date;

use crate::error::{AppError, Kind, Result};
use crate::kernel::area::Area;
use crate::kernel::dates::parse_moment;
use crate::kernel::money::{MOST_FEN, decimal, parse_yuan, without_yuan};
use crate::kernel::text::narrow;
use crate::op::View;
use crate::platform::dict::{DATA_BY_TYPE, DictData};
use crate::records::owned::{Business, is_visible};
use crate::sheet::{Cell, Column, Row};
use crate::store::{Reads, key};

/// A text cell.
pub fn text(value: &str) -> Cell {
    Cell::Text(value.to_owned())
}

/// An area, or nothing.
pub fn area(area: Option<Area>) -> Cell {
    area.map_or(Cell::Empty, |area| Cell::Decimal(area.0))
}

/// An amount, or nothing.
pub fn money(fen: Option<i64>) -> Cell {
    fen.map_or(Cell::Empty, Cell::Decimal)
}

/// A day, or nothing.
pub fn day(day: Option<Date>) -> Cell {
    day.map_or(Cell::Empty, Cell::Date)
}

/// A whole number, or nothing.
pub fn whole<N: Into<i64>>(number: Option<N>) -> Cell {
    number.map_or(Cell::Empty, |number| Cell::Number(number.into()))
}

/// A record that the caller may see; another one counts as unknown, and the operation then says what a form would.
pub fn if_visible<R: Business>(view: &View, found: Option<R>) -> Option<R> {
    found.filter(|record| is_visible(view, &view.caller.scope(), record))
}

/// Texts of a cell that holds several.
pub fn several<'t>(text: &'t str, separators: &'t [char]) -> impl Iterator<Item = &'t str> {
    text.split(separators).map(str::trim).filter(|part| !part.is_empty())
}

/// A calendar day as people write it; a month alone is none, because a term would silently begin or end elsewhere.
pub fn day_of(text: &str) -> Option<Date> {
    let text: String = text.chars().map(narrow).collect();
    let date = text.split([' ', 'T']).next().unwrap_or_default();
    let groups = date.split(|c: char| !c.is_ascii_digit()).filter(|group| !group.is_empty()).count();
    if groups < 3 && date.len() != 8 {
        return None;
    }
    parse_moment(&text).map(|(moment, _)| moment.date())
}

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
    pub fn of<T>(row: &'r Row, columns: &[Column<T>], before: Option<&T>) -> Self {
        let mut fresh = HashMap::new();
        for column in columns.iter().filter(|column| !column.derived) {
            let text = row.get(column.header).trim();
            let says = |cell: Cell| match cell {
                Cell::Text(_) | Cell::Date(_) | Cell::Empty => cell.says(text),
                number => number.says(row.number_of(column.header)),
            };
            if !text.is_empty() && !before.is_some_and(|line| says((column.value)(line))) {
                fresh.insert(column.header, text);
            }
        }
        Self { row, fresh, problems: Vec::new() }
    }

    /// Whether the row says nothing new.
    pub fn is_quiet(&self) -> bool {
        self.fresh.is_empty()
    }

    /// The text of a cell that says something new.
    pub fn fresh(&self, header: &str) -> Option<&'r str> {
        self.fresh.get(header).copied()
    }

    /// The number of a cell that says something new, without what its format shows around it.
    pub fn fresh_number(&self, header: &str) -> Option<&'r str> {
        let row: &'r Row = self.row;
        self.fresh(header).map(|_| row.number_of(header).trim())
    }

    /// Notes what is wrong with a cell.
    pub fn complain(&mut self, sentence: impl Into<String>) {
        self.problems.push(sentence.into());
    }

    /// Keeps a refusal for the row's sentence.
    ///
    /// # Errors
    /// What is no refusal.
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

    fn read<T>(&mut self, header: &str, old: T, wanted: &str, parse: impl FnOnce(&str) -> Option<T>) -> T {
        let Some(text) = self.fresh(header) else { return old };
        match parse(text) {
            Some(value) => value,
            None => {
                self.complain(format!("{header}“{text}”{wanted}"));
                old
            }
        }
    }

    /// A number that belongs to its row alone: one that is merged over several is nobody's.
    fn number<T>(&mut self, header: &str, old: T, wanted: &str, parse: impl FnOnce(&str) -> Option<T>) -> T {
        if let (Some(_), Some(first)) = (self.fresh(header), self.row.merged.get(header)) {
            let first = *first;
            self.complain(format!("{header}与第 {first} 行合并为一个单元格，无法知道本行的数值，请取消合并后逐行填写"));
            return old;
        }
        let Some(text) = self.fresh_number(header) else { return old };
        match parse(text) {
            Some(value) => value,
            None => {
                self.complain(format!("{header}“{text}”{wanted}"));
                old
            }
        }
    }

    /// A text; the one before when nothing new is said.
    pub fn text(&self, header: &str, old: &str) -> String {
        self.fresh(header).unwrap_or(old).to_owned()
    }

    /// Complains about an empty cell of a new record.
    pub fn required(&mut self, header: &str, is_new: bool) {
        if is_new && self.fresh(header).is_none() {
            self.complain(format!("{header}不能为空"));
        }
    }

    pub fn area(&mut self, header: &str, old: Option<Area>) -> Option<Area> {
        self.number(header, old, "须为不小于0的数字，最多两位小数", |text| Area::parse(text).map(Some))
    }

    /// An amount in yuan, as fen.
    pub fn fen(&mut self, header: &str, old: Option<i64>) -> Option<i64> {
        let parse = |text: &str| parse_yuan(text).filter(|fen| *fen >= 0).map(Some);
        self.number(header, old, "须为0到1000亿元的金额，最多两位小数", parse)
    }

    /// A unit price, as 1/10,000 yuan.
    pub fn price(&mut self, header: &str, old: Option<i64>) -> Option<i64> {
        let parse =
            |text: &str| decimal(without_yuan(text), 4).filter(|price| (0..=MOST_FEN).contains(price)).map(Some);
        self.number(header, old, "须为不小于0的单价，最多四位小数", parse)
    }

    /// A day. Registers hold what is old and what ends late, but nothing ends in the year 9999.
    pub fn day(&mut self, header: &str, old: Option<Date>) -> Option<Date> {
        let day = self.read(header, old, "不是真实存在的日期，请按 2026-01-31 的格式填写", |text| {
            day_of(text).map(Some)
        });
        if day.is_some_and(|day| day.year() > LAST_YEAR) {
            self.complain(format!("{header}不能晚于{LAST_YEAR}年"));
            return old;
        }
        day
    }

    /// A whole number.
    pub fn whole<N: TryFrom<i64>>(&mut self, header: &str, old: Option<N>, most: RangeInclusive<i64>) -> Option<N> {
        let wanted = format!("应为 {} 到 {} 的整数", most.start(), most.end());
        let parse = |text: &str| {
            let number = decimal(text, 0)?;
            most.contains(&number).then(|| N::try_from(number).ok()).flatten().map(Some)
        };
        // of a floor or a count that is merged over rows, each row has it
        let Some(text) = self.fresh_number(header) else { return old };
        let number = parse(text);
        if number.is_none() {
            self.complain(format!("{header}“{text}”{wanted}"));
        }
        number.unwrap_or(old)
    }

    /// One of some values, by label.
    pub fn choice<T: Copy>(
        &mut self,
        header: &str,
        old: Option<T>,
        all: &[T],
        label: fn(T) -> &'static str,
    ) -> Option<T> {
        let labels: Vec<&str> = all.iter().map(|value| label(*value)).collect();
        let wanted = format!("应为 {} 之一", labels.join("、"));
        self.read(header, old, &wanted, |text| all.iter().find(|value| label(**value) == text).copied().map(Some))
    }

    /// A value of a dictionary, by label or value.
    pub fn entry(&mut self, header: &str, old: &str, dictionary: &Dictionary) -> String {
        let wanted = format!("应为 {} 之一", dictionary.labels().join("、"));
        self.read(header, old.to_owned(), &wanted, |text| dictionary.value(text))
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
    use super::*;

    #[test]
    fn days_are_whole_days() {
        for (text, day) in [
            ("2024-01-31", Some("2024-01-31")),
            ("2024年1月31日", Some("2024-01-31")),
            ("2024/1/31 08:30:00", Some("2024-01-31")),
            ("20240131", Some("2024-01-31")),
            ("２０２４－０１－３１", Some("2024-01-31")),
            ("2024-02-31", None),
            ("2024-02", None),
            ("2024年2月", None),
            ("45323", None),
            ("明天", None),
            ("-2024-01-31", None),
            ("2024--01-31", None),
        ] {
            assert_eq!(day_of(text).map(|day| day.to_string()).as_deref(), day, "{text}");
        }
    }

    #[test]
    fn no_cell_names_the_year_9999() {
        for (text, problems) in
            [("2200-12-31", ""), ("9999-12-31", "使用期限不能晚于2200年"), ("1850-01-01", "不是真实存在的日期")]
        {
            let row = Row::default();
            let mut cells = Cells { row: &row, fresh: HashMap::from([("使用期限", text)]), problems: Vec::new() };
            cells.day("使用期限", None);
            assert!(cells.problems.join("").contains(problems) && cells.problems.is_empty() == problems.is_empty());
        }
    }
}
