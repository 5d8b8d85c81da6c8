//! Reading what follows a template, in whatever file and wherever in it: the sheet and the row of column names are looked for.
//!
//! Invariants: each cell of a known column is what a person sees there, or is refused with a sentence; none counts as empty
//! that isn't. What is no row of data (sums, names of columns said again) is told by its number; so are hidden rows.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;

use super::cell;
use super::laying::CELL_COST;
use super::number::Mask;
use super::survey::{Area, RawCell, RawValue, SheetRow, Survey, UNSAVED, Unseen};
use super::value::{EXAMPLE, Limits, Refused, Row, SheetError, Table};
use gx_kernel::text::{folded, is_invisible, joined_lines};

/// Rows in which the names of the columns are looked for.
const HEAD_ROWS: usize = 50;

/// A column that a table may have.
#[derive(Debug, Clone, Copy)]
pub struct Known<'k> {
    pub header: &'k str,
    /// Whether a cell may hold several lines.
    pub has_lines: bool,
}

/// What is known of a table before it is read.
#[derive(Debug, Clone, Copy, Default)]
pub struct ColumnSpec<'w> {
    /// Columns that it may have; none where the first row says it.
    pub known: &'w [Known<'w>],
    /// Columns that it must have.
    pub needed: &'w [&'w str],
    /// Columns that may stay although nobody reads them.
    pub passed: &'w [&'w str],
}

/// Where a table was found, and what was not taken from the file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Source {
    /// Name of the sheet; empty in text files.
    pub sheet: String,
    /// The row of the column names, as the spreadsheet program shows it.
    pub header_row: u32,
    /// Rows of data that are hidden.
    pub hidden: Vec<u32>,
    /// Rows that are no data, and what they are.
    pub left_out: Vec<(u32, String)>,
    /// Other sheets with content.
    pub others: Vec<String>,
    /// Columns with content below no name, as letters.
    pub unnamed: Vec<String>,
}

/// Reads the first sheet with content; its first row names the columns. Rows whose first cell is marked as [`EXAMPLE`] are
/// skipped, and so are blank ones.
///
/// # Errors
/// Everything about the file as a whole; single cells are told of in [`Row::refused`].
pub fn read(path: &Path, limits: Limits) -> Result<Table, SheetError> {
    read_as(path, limits, &ColumnSpec::default()).map(|(table, _)| table)
}

/// Reads the sheet that fits best.
///
/// # Errors
/// Those of [`read`].
pub fn read_as(path: &Path, limits: Limits, wanted: &ColumnSpec<'_>) -> Result<(Table, Source), SheetError> {
    let mut survey = Survey::open(path, Limits { rows: limits.rows.saturating_add(HEAD_ROWS), ..limits })?;
    let names = Names::of(wanted);
    let (no, source) = chosen(&mut survey, &names)?;
    let Unseen { hidden, merged, blank } = survey.unseen(no)?;
    let lines = survey.head(no, HEAD_ROWS)?;
    let head = names.head(&lines, &merged).ok_or(SheetError::NoHeader)?;
    head.refuse_doubles()?;
    let mut builder = Builder::new(limits, wanted, &names, head, merged, survey.masks());
    builder.blank = blank.into_iter().collect();
    let counted = |error| match error {
        SheetError::TooManyRows(_) => SheetError::TooManyRows(limits.rows),
        error => error,
    };
    survey.lines(no, &mut |line| builder.take(line)).map_err(counted)?;
    builder.finish(source, &hidden)
}

/// The sheet that has most of the columns, the first of several; and what is said of the others.
fn chosen(survey: &mut Survey, names: &Names<'_>) -> Result<(usize, Source), SheetError> {
    let offered = survey.offered();
    let mut best = None;
    for sheet in &offered {
        // what can't be read is told when nothing else fits
        let fits = match survey.head(sheet.no, HEAD_ROWS) {
            Ok(lines) => names.head(&lines, &[]).map(|head| head.fits),
            Err(_) => None,
        };
        if best.is_none_or(|(known, _)| fits > known) {
            best = Some((fits, sheet.no));
        }
    }
    let (_, no) = best.ok_or(SheetError::NoHeader)?;
    let (this, others): (Vec<_>, Vec<_>) = offered.into_iter().partition(|sheet| sheet.no == no);
    let name = this.into_iter().next().map(|sheet| sheet.name).unwrap_or_default();
    Ok((no, Source { sheet: name, others: others.into_iter().map(|sheet| sheet.name).collect(), ..Source::default() }))
}

/// A column name as it is compared: without blanks, stars and words that ask to fill it in, brackets and units in one form.
pub fn head_key(text: &str) -> String {
    let mut key = folded(text).replace("平方米", "㎡").replace("M²", "㎡").replace("M2", "㎡");
    loop {
        let rest = key.trim_matches(['*', ':', '、', '。']);
        let rest =
            ["(必填)", "(选填)", "(可选)", "[必填]"].iter().find_map(|word| rest.strip_suffix(word)).unwrap_or(rest);
        if rest.len() == key.len() {
            return key;
        }
        key = rest.to_owned();
    }
}

/// Names of columns by what they are compared as.
struct Names<'w> {
    wanted: &'w ColumnSpec<'w>,
    by_key: BTreeMap<String, &'w str>,
}

/// A row that names columns.
struct Head {
    /// Whether all columns are there that must be, and how many known ones are.
    fits: (bool, usize),
    row: u32,
    /// The last row that a name reaches into.
    end: u32,
    names: BTreeMap<u32, String>,
}

impl Head {
    fn refuse_doubles(&self) -> Result<(), SheetError> {
        let mut seen = BTreeSet::new();
        match self.names.values().find(|name| !seen.insert(name.as_str())) {
            Some(name) => Err(SheetError::DuplicateHeader(name.clone())),
            None => Ok(()),
        }
    }
}

impl<'w> Names<'w> {
    fn of(wanted: &'w ColumnSpec<'w>) -> Self {
        let all = wanted.known.iter().map(|known| known.header).chain(wanted.passed.iter().copied());
        Self { wanted, by_key: all.map(|header| (head_key(header), header)).collect() }
    }

    /// The name that a text means; as it is written where it means none.
    fn name(&self, text: &str) -> String {
        self.by_key.get(&head_key(text)).map_or_else(|| joined_lines(text), |known| (*known).to_owned())
    }

    /// The row that names most columns, the first of several.
    fn head(&self, lines: &[SheetRow], merged: &[Area]) -> Option<Head> {
        let mut best: Option<Head> = None;
        for line in lines {
            let head = self.head_of(line, lines, merged);
            if best.as_ref().is_none_or(|best| head.fits > best.fits) {
                best = Some(head);
            }
        }
        best
    }

    fn head_of(&self, line: &SheetRow, lines: &[SheetRow], merged: &[Area]) -> Head {
        let mut names: BTreeMap<u32, String> =
            line.cells.iter().map(|cell| (cell.column, self.name(&cell.value.text()))).collect();
        let mut end = line.row;
        for area in merged.iter().filter(|area| area.first.0 <= line.row && line.row <= area.last.0) {
            let of_row = lines.iter().find(|above| above.row == area.first.0).map(|above| above.cells.as_slice());
            let above = of_row.unwrap_or_default().iter().find(|cell| cell.column == area.first.1);
            if let Some(cell) = above {
                names.entry(cell.column).or_insert_with(|| self.name(&cell.value.text()));
                end = end.max(area.last.0);
            }
        }
        let has = |header: &str| names.values().any(|name| name == header);
        let known = self.wanted.known.iter().filter(|known| has(known.header)).count();
        let has_all = known > 0 && self.wanted.needed.iter().all(|header| has(header));
        Head { fits: (has_all, known), row: line.row, end, names }
    }
}

/// `0` → `A`, `27` → `AB`: a column as spreadsheets call it.
pub fn letters(column: u32) -> String {
    let mut rest = u64::from(column) + 1;
    let mut name = Vec::new();
    while rest > 0 {
        let digit = u8::try_from((rest - 1) % 26).unwrap_or(0);
        name.push(char::from(b'A' + digit));
        rest = (rest - 1) / 26;
    }
    name.iter().rev().collect()
}

/// What a cell says.
#[derive(Debug, Clone)]
enum Said {
    /// What is shown, and the number behind it where that differs.
    Text(String, Option<String>),
    /// What is found, and why it is refused.
    Refused(String, String),
}

/// What is said of a formula without a result.
const NOT_SAVED: &str = "的公式没有保存计算结果，请用 Excel 或 WPS 打开文件并保存后再导入";

/// What is said of a formula of which the file does not tell.
const NOT_TOLD: &str = "的公式结果为空，或没有保存计算结果；请改为值，或另存为 .xlsx 后再导入";

/// What a formula or a wrong copy leaves as the text of a cell.
const ERRORS: [&str; 8] = ["#N/A", "#REF!", "#VALUE!", "#DIV/0!", "#NAME?", "#NUM!", "#NULL!", "#SPILL!"];

impl Said {
    fn of(cell: &RawCell, masks: &[Mask], has_lines: bool) -> Self {
        let refused = |text: &str, reason: &str| Self::Refused(text.to_owned(), reason.to_owned());
        match &cell.value {
            // also from the workbook of failed rows
            RawValue::Text(text) if text == UNSAVED => refused(UNSAVED, NOT_SAVED),
            RawValue::Unsaved => refused(UNSAVED, NOT_SAVED),
            RawValue::Error(text) => refused(text, "是错误值，请改为正确的内容"),
            RawValue::Text(text) if ERRORS.contains(&text.as_str()) => refused(text, "是错误值，请改为正确的内容"),
            RawValue::Odd(text) if cell::scientific(text) => {
                refused(text, "是科学计数法，位数已丢失，请把单元格设为文本格式后重新填写")
            }
            RawValue::Odd(text) => refused(text, "超过 15 位，位数已丢失，请把单元格设为文本格式后重新填写"),
            RawValue::Text(text) => {
                let seen: String = text.chars().filter(|c| !is_invisible(*c)).collect();
                Self::Text(
                    if has_lines { seen.replace("\r\n", "\n").replace('\t', " ") } else { joined_lines(&seen) },
                    None,
                )
            }
            RawValue::Number(number) => {
                let shown = usize::from(cell.mask).checked_sub(1).and_then(|place| masks.get(place)?.shown(*number));
                let plain = number.to_string();
                match (shown, cell.format) {
                    (Some(shown), _) => Self::Text(shown, Some(plain)),
                    (None, super::Format::Percent) => Self::Text(percent(*number), None),
                    (None, _) => Self::Text(plain, None),
                }
            }
            other => Self::Text(other.to_string(), None),
        }
    }

    fn text(&self) -> &str {
        match self {
            Self::Text(text, _) | Self::Refused(text, _) => text,
        }
    }
}

/// `0.05` → `5%`
fn percent(number: super::Number) -> String {
    let hundredfold = super::Number::of(number.to_string().parse::<f64>().unwrap_or_default() * 100.0);
    hundredfold.map_or_else(|| number.to_string(), |number| format!("{number}%"))
}

/// A merged cell that reaches into the rows at hand, and what stands in it.
struct Reaching {
    area: Area,
    said: Option<Said>,
}

/// A table in the making.
struct Builder<'w> {
    limits: Limits,
    /// Bytes still allowed.
    left: u64,
    wanted: &'w ColumnSpec<'w>,
    names: &'w Names<'w>,
    head: Head,
    /// Merged cells that begin further below, the nearest last.
    merged: Vec<Area>,
    reaching: Vec<Reaching>,
    /// Formulas of which nobody knows whether they were computed.
    blank: HashSet<(u32, u32)>,
    masks: Vec<Mask>,
    rows: Vec<Row>,
    left_out: Vec<(u32, String)>,
    unnamed: BTreeSet<u32>,
    failure: Option<SheetError>,
}

impl<'w> Builder<'w> {
    fn new(
        limits: Limits,
        wanted: &'w ColumnSpec<'w>,
        names: &'w Names<'w>,
        head: Head,
        mut merged: Vec<Area>,
        masks: Vec<Mask>,
    ) -> Self {
        merged.retain(|area| area.last.0 > head.end);
        merged.sort_unstable_by(|a, b| b.cmp(a));
        Self {
            limits,
            left: limits.unpacked,
            wanted,
            names,
            head,
            merged,
            reaching: Vec::new(),
            blank: HashSet::new(),
            masks,
            rows: Vec::new(),
            left_out: Vec::new(),
            unnamed: BTreeSet::new(),
            failure: None,
        }
    }

    fn take(&mut self, line: SheetRow) {
        if self.failure.is_none()
            && line.row > self.head.end
            && let Err(error) = self.row(line)
        {
            self.failure = Some(error);
        }
    }

    fn row(&mut self, line: SheetRow) -> Result<(), SheetError> {
        let number = line.row.saturating_add(1);
        let mut cells = BTreeMap::new();
        for cell in &line.cells {
            let header = self.head.names.get(&cell.column);
            let has_lines = match header {
                Some(header) => {
                    let known = self.wanted.known.iter().find(|known| known.header == header);
                    known.map_or(self.wanted.known.is_empty(), |known| known.has_lines)
                }
                None => {
                    self.unnamed.insert(cell.column);
                    continue;
                }
            };
            let said = Said::of(cell, &self.masks, has_lines);
            let cost = said.text().len() as u64 + CELL_COST;
            self.left = self.left.checked_sub(cost).ok_or(SheetError::TooMuch)?;
            cells.insert(cell.column, said);
        }
        if !cells.is_empty() && !self.blank.is_empty() {
            for column in self.head.names.keys().filter(|column| self.blank.contains(&(line.row, **column))) {
                cells.insert(*column, Said::Refused(UNSAVED.to_owned(), NOT_TOLD.to_owned()));
            }
        }
        self.reach(line.row, &cells)?;
        if cells.is_empty() || self.is_example(&cells) {
            return Ok(());
        }
        if let Some(reason) = self.no_data(&cells) {
            self.left_out.push((number, reason.to_owned()));
            return Ok(());
        }
        if self.rows.len() >= self.limits.rows {
            return Err(SheetError::TooManyRows(self.limits.rows));
        }
        let mut row = Row { number, ..Row::default() };
        self.spread(line.row, &mut cells, &mut row);
        for (column, said) in cells {
            let Some(header) = self.head.names.get(&column).cloned() else { continue };
            match said {
                Said::Text(text, number) => {
                    if let Some(number) = number {
                        row.numbers.insert(header.clone(), number);
                    }
                    row.cells.insert(header, text);
                }
                Said::Refused(text, _) if self.wanted.passed.contains(&header.as_str()) => {
                    row.cells.insert(header, text);
                }
                Said::Refused(text, reason) => row.refused.push(Refused { header, text, reason }),
            }
        }
        row.cells.retain(|_, text| !text.is_empty());
        if !row.cells.is_empty() || !row.refused.is_empty() {
            self.rows.push(row);
        }
        Ok(())
    }

    /// Keeps the merged cells that reach into a row, with what their first cell says.
    fn reach(&mut self, row: u32, cells: &BTreeMap<u32, Said>) -> Result<(), SheetError> {
        self.reaching.retain(|reaching| reaching.area.last.0 >= row);
        while let Some(area) = self.merged.pop_if(|area| area.first.0 <= row) {
            if area.last.0 < row {
                continue;
            }
            let said = if area.first.0 == row { cells.get(&area.first.1).cloned() } else { None };
            self.reaching.push(Reaching { area, said });
        }
        // cells that are merged do not overlap: so many can't lie beside each other
        if self.reaching.len() > 2 * self.limits.columns {
            return Err(SheetError::Damaged("合并单元格互相重叠".into()));
        }
        Ok(())
    }

    /// Puts what merged cells say into the rows that they reach into; beside their first column nobody knows it.
    fn spread(&self, row: u32, cells: &mut BTreeMap<u32, Said>, filled: &mut Row) {
        for Reaching { area, said } in &self.reaching {
            let Some(said) = said else { continue };
            if let Some(header) = self.head.names.get(&area.first.1)
                && row > area.first.0
                && !cells.contains_key(&area.first.1)
            {
                cells.insert(area.first.1, said.clone());
                filled.merged.insert(header.clone(), area.first.0.saturating_add(1));
            }
            let first = self.head.names.get(&area.first.1).cloned().unwrap_or_else(|| letters(area.first.1));
            let covered = |column: &u32| (area.first.1 + 1..=area.last.1).contains(column);
            for (column, header) in self.head.names.iter().filter(|(column, _)| covered(column)) {
                if self.wanted.passed.contains(&header.as_str()) {
                    continue;
                }
                let reason = format!("与「{first}」合并为一个单元格，无法知道内容，请取消合并后分别填写");
                cells.entry(*column).or_insert_with(|| Said::Refused(String::new(), reason));
            }
        }
    }

    fn is_example(&self, cells: &BTreeMap<u32, Said>) -> bool {
        let first = self.head.names.keys().next().and_then(|column| cells.get(column));
        first.is_some_and(|said| matches!(said, Said::Text(text, _) if is_example(text)))
    }

    /// What a row is that holds no data.
    fn no_data(&self, cells: &BTreeMap<u32, Said>) -> Option<&'static str> {
        let is_name = |(column, said): (&u32, &Said)| {
            self.head.names.get(column).is_some_and(|name| *name == self.names.name(said.text()))
        };
        if cells.len() > 1 && cells.iter().all(is_name) {
            return Some("重复的列名，不是数据");
        }
        let (first, said) = cells.iter().next()?;
        let is_filled = |header: &&str| {
            let column = self.head.names.iter().find(|(_, name)| name == header).map(|(column, _)| column);
            column.is_some_and(|column| column != first && cells.contains_key(column))
        };
        let is_whole = self.wanted.needed.iter().all(is_filled);
        (!self.wanted.needed.is_empty() && !is_whole && is_sum(said.text())).then_some("合计行，不是数据")
    }

    fn finish(self, source: Source, hidden: &[u32]) -> Result<(Table, Source), SheetError> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        let hidden: BTreeSet<u32> = hidden.iter().map(|row| row.saturating_add(1)).collect();
        let source = Source {
            header_row: self.head.row.saturating_add(1),
            hidden: self.rows.iter().map(|row| row.number).filter(|number| hidden.contains(number)).collect(),
            left_out: self.left_out,
            unnamed: self.unnamed.into_iter().map(letters).collect(),
            ..source
        };
        Ok((Table { headers: self.head.names.into_values().collect(), rows: self.rows }, source))
    }
}

/// Whether a text marks the example of a template; a firm may be called so, too.
fn is_example(text: &str) -> bool {
    text.strip_prefix(EXAMPLE).is_some_and(|rest| rest.is_empty() || rest.starts_with(['：', ':']))
}

/// Whether a text heads a row of sums.
fn is_sum(text: &str) -> bool {
    let text = folded(text);
    let words = ["合计", "总计", "小计", "共计", "累计", "本页", "本月合计", "本年累计"];
    let rest = words.iter().filter_map(|word| text.strip_prefix(word)).min_by_key(|rest| rest.len());
    rest.is_some_and(|rest| {
        matches!(rest, "合计" | "小计" | "金额") || rest.is_empty() || rest.starts_with([':', '(', '【'])
    })
}
