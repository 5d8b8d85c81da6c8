//! What each line of a sheet is, from top to bottom, with no look ahead: so that the guess and the conversion see the same,
//! and a sheet of any length costs no memory.

use std::collections::{BTreeMap, BTreeSet};

use crate::kernel::enumeration::worded;
use crate::sheet::{Area, RawCell, RawValue, SheetRow};

use super::place::{Place, is_figure, is_number_line, is_part};
use super::plain::tight;

worded! {
    /// Why a line is no row of the register.
    pub enum SurveyLineKind {
        Title = "title" => "标题",
        Header = "header" => "表头",
        Numbers = "numbers" => "栏次",
        Total = "total" => "合计行",
        Section = "section" => "分组行",
        Repeat = "repeat" => "重复的表头",
        Note = "note" => "表后说明",
        Other = "other" => "另一个表格",
        Chosen = "chosen" => "不导入",
    }
}

/// Its short name here.
pub type What = SurveyLineKind;

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Data,
    Left(What),
    /// Nothing of it lies in the table.
    Outside,
}

/// What a person said about single lines; rows from 0.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Said {
    pub end: Option<u32>,
    pub data: BTreeSet<u32>,
    pub skipped: BTreeSet<u32>,
    /// Columns whose empty cells hold what stands above.
    pub fill: BTreeSet<u32>,
}

const TOTALS: [&str; 8] = ["合计", "总计", "小计", "累计", "共计", "本页合计", "本月合计", "本年累计"];

const NOTES: [&str; 13] = [
    "注",
    "备注",
    "说明",
    "填表说明",
    "填表人",
    "填报人",
    "制表",
    "制表人",
    "审核",
    "审核人",
    "负责人",
    "单位负责人",
    "填表日期",
];

/// Reads lines in order.
pub(super) struct Walk {
    place: Place,
    /// Its labels as they are compared, by line and column.
    labels: Vec<BTreeMap<u32, String>>,
    said: Said,
    /// Merged cells below the header, by their first row; those already begun are taken out.
    merged: Vec<Area>,
    next_merged: usize,
    open: BTreeMap<u32, (u32, RawCell)>,
    /// The last cells of columns that are filled down.
    above: BTreeMap<u32, RawCell>,
    last: Option<u32>,
    is_ended: bool,
    /// Where another table seems to begin, and whether it does.
    second: Option<(u32, bool)>,
    /// Figures and all cells of each column so far, by its number.
    natures: Vec<(u32, u32)>,
    rows: u32,
}

impl Walk {
    pub(super) fn new(place: Place, merged: &[Area], said: Said) -> Self {
        let below = place.header.map_or(0, |(_, last)| last.saturating_add(1));
        let mut merged: Vec<Area> = merged.iter().filter(|area| area.first.0 >= below).copied().collect();
        merged.sort_unstable();
        let as_compared = |labels: &BTreeMap<u32, String>| {
            labels.iter().map(|(column, label)| (*column, tight(label).into_owned())).collect()
        };
        Self {
            labels: place.labels.iter().map(as_compared).collect(),
            place,
            said,
            merged,
            next_merged: 0,
            open: BTreeMap::new(),
            above: BTreeMap::new(),
            last: None,
            is_ended: false,
            second: None,
            natures: Vec::new(),
            rows: 0,
        }
    }

    /// Whether a column belongs to the table.
    pub(super) fn holds(&self, column: u32) -> bool {
        self.place.holds(column)
    }

    /// Where another table below begins.
    pub(super) fn second(&self) -> Option<u32> {
        self.second.filter(|(_, is_sure)| *is_sure).map(|(row, _)| row)
    }

    /// What a line is.
    pub(super) fn class(&mut self, line: &SheetRow) -> Class {
        if let Some((first, last)) = self.place.header {
            if line.row < first {
                return Class::Left(What::Title);
            }
            if line.row <= last {
                return Class::Left(What::Header);
            }
        }
        if self.place.between == Some(line.row) {
            return Class::Left(What::Title);
        }
        if self.said.data.contains(&line.row) {
            return self.data(line);
        }
        if self.said.skipped.contains(&line.row) {
            return Class::Left(What::Chosen);
        }
        if self.place.numbers == Some(line.row) {
            return Class::Left(What::Numbers);
        }
        let cells: Vec<&RawCell> = line.cells.iter().filter(|cell| self.place.holds(cell.column)).collect();
        if cells.is_empty() {
            return Class::Outside;
        }
        let gap = self.last.map_or(0, |last| line.row.saturating_sub(last.saturating_add(1)));
        self.last = Some(line.row);
        if self.said.end.is_some_and(|end| line.row > end) {
            return Class::Left(What::Note);
        }
        if let Some((end, totals)) = self.place.table {
            match line.row.checked_sub(end) {
                None | Some(0) => {}
                Some(over) if over <= totals => return Class::Left(What::Total),
                Some(_) => self.is_ended = true,
            }
        }
        if self.is_ended || (gap >= 2 && self.said.end.is_none()) {
            self.is_ended = true;
            return self.after(line, &cells);
        }
        self.inside(line, &cells, gap)
    }

    /// A line below the header, before the end.
    fn inside(&mut self, line: &SheetRow, cells: &[&RawCell], gap: u32) -> Class {
        if self.is_repeated(line, cells) {
            return Class::Left(What::Repeat);
        }
        if is_total(cells) {
            return Class::Left(What::Total);
        }
        if self.is_note(cells) {
            self.is_ended = self.said.end.is_none();
            return Class::Left(What::Note);
        }
        if self.is_section(line, cells) {
            return Class::Left(What::Section);
        }
        if self.is_foreign(cells, gap) {
            self.is_ended = true;
            self.second = Some((line.row, true));
            return Class::Left(What::Other);
        }
        self.data(line)
    }

    fn data(&mut self, line: &SheetRow) -> Class {
        self.last = Some(line.row);
        self.rows += 1;
        for cell in &line.cells {
            let at = cell.column as usize;
            if self.natures.len() <= at {
                self.natures.resize(at + 1, (0, 0));
            }
            let nature = &mut self.natures[at];
            nature.0 += u32::from(is_figure(&cell.value));
            nature.1 += 1;
        }
        Class::Data
    }

    /// A line after the end: a note, or a part of another table.
    fn after(&mut self, line: &SheetRow, cells: &[&RawCell]) -> Class {
        if self.second().is_some() {
            return Class::Left(What::Other);
        }
        let is_note = self.is_note(cells);
        match self.second {
            Some((row, _)) if cells.len() >= 2 && !is_note && line.row == row.saturating_add(1) => {
                self.second = Some((row, true));
                return Class::Left(What::Other);
            }
            _ => {
                let is_header = cells.len() >= 2 && !is_note && cells.iter().all(|cell| is_word(cell));
                self.second = is_header.then_some((line.row, false));
            }
        }
        Class::Left(What::Note)
    }

    /// The header again, or a title: where pages break.
    fn is_repeated(&self, line: &SheetRow, cells: &[&RawCell]) -> bool {
        if let [cell] = cells {
            let text = cell.value.text();
            return text.chars().count() > 3 && self.place.above.iter().any(|above| tight(above) == tight(&text));
        }
        if self.place.numbers.is_some() && is_number_line(line, self.place.columns.len()) {
            return true;
        }
        // four of five are labels: a row of data is given up after its first fifth
        let most = cells.len() / 5;
        self.labels.iter().any(|labels| {
            let other =
                |cell: &&&RawCell| labels.get(&cell.column).is_none_or(|label| *label != tight(&cell.value.text()));
            cells.iter().filter(other).take(most + 1).count() <= most
        })
    }

    fn is_note(&self, cells: &[&RawCell]) -> bool {
        let Some(RawValue::Text(text)) = cells.first().map(|cell| &cell.value) else { return false };
        let few = cells.len() * 2 <= self.place.columns.len().max(4);
        if !few {
            return false;
        }
        let text = tight(text);
        let starts = |word: &&str| {
            let rest = text.strip_prefix(*word)?;
            rest.starts_with([':', '：']).then_some(()).or_else(|| {
                let is_note = *word == "注" && rest.starts_with(|c: char| c.is_ascii_digit() || c == '(' || c == '.');
                is_note.then_some(())
            })
        };
        NOTES.iter().any(|word| starts(word).is_some()) || text.starts_with("填表说明")
    }

    /// One cell over the width of the table, or that opens a part of a list.
    fn is_section(&self, line: &SheetRow, cells: &[&RawCell]) -> bool {
        let [cell] = cells else { return false };
        let RawValue::Text(text) = &cell.value else { return false };
        let wide = (self.place.columns.len() / 2).max(3);
        let at = self.merged.partition_point(|area| area.first < (line.row, cell.column));
        let is_wide = self.merged.get(at).is_some_and(|area| {
            area.first == (line.row, cell.column) && area.last.1.saturating_sub(area.first.1) as usize + 1 >= wide
        });
        self.place.columns.len() > 2 && (is_wide || is_part(text))
    }

    /// The header of another table: words where figures stood so far.
    fn is_foreign(&self, cells: &[&RawCell], gap: u32) -> bool {
        if self.rows < 2 || cells.len() * 2 < self.place.columns.len().max(4) || !cells.iter().all(|cell| is_word(cell))
        {
            return false;
        }
        let is_figured = |cell: &&&RawCell| {
            self.natures.get(cell.column as usize).is_some_and(|(figures, all)| *all >= 2 && figures * 5 >= all * 4)
        };
        let against = cells.iter().filter(is_figured).count();
        let texts: BTreeSet<String> = cells.iter().map(|cell| cell.value.to_string()).collect();
        let is_bold = cells.iter().all(|cell| cell.is_bold);
        texts.len() == cells.len() && (against >= 3 || (against >= 1 && (gap > 0 || is_bold)))
    }

    /// The cells of a row of data, with what merged cells above it put there; those are told by the second part.
    pub(super) fn filled(&mut self, line: &SheetRow) -> Vec<RawCell> {
        let row = line.row;
        self.open.retain(|_, (last, _)| *last >= row);
        let mut added = Vec::new();
        for (column, (_, cell)) in &self.open {
            if !line.cells.iter().any(|own| own.column == *column) && self.place.holds(*column) {
                added.push(cell.clone());
            }
        }
        while let Some(area) = self.merged.get(self.next_merged).filter(|area| area.first.0 <= row) {
            if area.first.0 == row
                && area.last.0 > row
                && let Some(cell) = line.cells.iter().find(|cell| cell.column == area.first.1)
            {
                self.open.insert(area.first.1, (area.last.0, cell.clone()));
            }
            self.next_merged += 1;
        }
        self.fill_down(line, &mut added);
        added
    }

    /// What people said goes on from above.
    fn fill_down(&mut self, line: &SheetRow, added: &mut Vec<RawCell>) {
        for column in &self.said.fill {
            let own = line.cells.iter().chain(added.iter()).find(|cell| cell.column == *column);
            match (own, self.above.get(column)) {
                (Some(own), _) => {
                    self.above.insert(*column, own.clone());
                }
                (None, Some(above)) if self.place.holds(*column) => added.push(above.clone()),
                (None, _) => {}
            }
        }
    }
}

/// A text without a figure in it.
fn is_word(cell: &RawCell) -> bool {
    matches!(&cell.value, RawValue::Text(text) if !is_figure(&cell.value) && text.chars().count() <= 30)
}

/// The word by which a line is one of totals.
fn is_total(cells: &[&RawCell]) -> bool {
    total_word(cells).is_some()
}

/// The first text of a line of totals, as it is compared: `合计(万元)`.
pub(super) fn total_text(cells: &[&RawCell]) -> Option<String> {
    cells.iter().find_map(|cell| match &cell.value {
        RawValue::Text(text) if !is_figure(&cell.value) => Some(tight(text).into_owned()),
        _ => None,
    })
}

/// 合计, 小计 …: the first text of the line.
pub(super) fn total_word(cells: &[&RawCell]) -> Option<String> {
    let text = total_text(cells)?;
    let bare = text.split(['(', '（']).next().unwrap_or_default().trim_end_matches([':', '：']).to_owned();
    let is_word = TOTALS.contains(&bare.as_str());
    let has_figure = cells.iter().any(|cell| is_figure(&cell.value));
    let is_group = ["小计", "合计", "总计"].iter().any(|word| bare.ends_with(word)) && bare.chars().count() <= 12;
    (is_word || (is_group && has_figure)).then_some(bare)
}
