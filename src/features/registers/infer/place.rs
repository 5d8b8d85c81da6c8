//! Where the table is: titles, header, columns. Looks at the first lines only; what lies below is [`super::walk`]'s.

use std::collections::{BTreeMap, BTreeSet};

use crate::sheet::{Area, Facts, Number, RawCell, RawValue, SheetRow};

use super::above::{self, Above, Named};
use super::kind::{Speaks, unit_of};
use super::plain::{digits, letters, narrow, tight, visible};

/// Lines in which the header is looked for.
pub(super) const HEAD: usize = 60;

/// Lines of a header at most.
const HIGHEST: usize = 4;

/// Lines below a header that are looked at to judge it.
const BELOW: usize = 20;

/// Blank columns that part two tables.
const GAP: u32 = 2;

/// A column of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Head {
    pub column: u32,
    /// Labels from top to bottom.
    pub path: Vec<String>,
    /// What the field is called; unlike all others.
    pub label: String,
    /// Whether the sheet gives it no name.
    pub is_unnamed: bool,
}

/// What was found at the top of a sheet; rows from 0.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Place {
    pub title: Option<String>,
    /// Texts of the lines above, by which repeated ones are known.
    pub above: Vec<String>,
    /// Units that lines above the data name, and words that may be some.
    pub named: Vec<Named>,
    pub header: Option<(u32, u32)>,
    /// 栏次
    pub numbers: Option<u32>,
    /// A line between header and data that says what those above the header say.
    pub between: Option<u32>,
    pub columns: Vec<Head>,
    /// Texts of the lines of the header by column.
    pub labels: Vec<BTreeMap<u32, String>>,
    /// The first column that belongs to another table at the right.
    pub beside: Option<u32>,
    /// The last row of the data and the number of rows of totals, where an Excel table says so.
    pub table: Option<(u32, u32)>,
    /// The area that an Excel table covers at the left: columns outside are another's.
    pub left: u32,
}

impl Place {
    /// Units that lines above name, each once.
    pub(super) fn units(&self) -> Vec<String> {
        let mut units: Vec<String> = Vec::new();
        for unit in self.named.iter().filter_map(|named| named.unit) {
            if !units.iter().any(|known| known == unit) {
                units.push(unit.to_owned());
            }
        }
        units
    }

    /// The power of ten of the unit of money that lines above name first.
    pub(super) fn power(&self) -> Option<u8> {
        self.named.iter().find_map(Named::power)
    }

    pub(super) fn holds(&self, column: u32) -> bool {
        column >= self.left && self.beside.is_none_or(|beside| column < beside)
    }
}

/// The text of a cell that may be a label; years may.
fn label_of(cell: &RawCell) -> Option<String> {
    match &cell.value {
        RawValue::Text(text) => {
            let text: String = visible(text).split_whitespace().collect();
            (text.chars().count() <= 60).then_some(text)
        }
        RawValue::Number(Number { units, places: 0 }) if (1990..=2100).contains(units) => Some(units.to_string()),
        _ => None,
    }
}

fn is_text(cell: &RawCell) -> bool {
    matches!(cell.value, RawValue::Text(_))
}

/// Whether a value is a number or a day, typed or written.
pub(super) fn is_figure(value: &RawValue) -> bool {
    match value {
        RawValue::Text(text) => {
            let is_sign = |c: char| matches!(c, '-' | '－' | '−' | '￥' | '¥' | '(' | '（');
            let starts = |c: char| c.is_ascii_digit() || ('０'..='９').contains(&c) || is_sign(c);
            if !text.trim_start().starts_with(starts) {
                return false;
            }
            let text = narrow(text);
            text.contains(|c: char| c.is_ascii_digit()) && text.chars().filter(|c| c.is_alphabetic()).count() <= 3
        }
        RawValue::Flag(_) | RawValue::Error(_) | RawValue::Unsaved => false,
        _ => true,
    }
}

/// 栏次: `1 2 3`, `甲 乙 1 2`, `3=1+2`.
pub(super) fn is_number_line(line: &SheetRow, width: usize) -> bool {
    let marks: Vec<String> = line.cells.iter().map(|cell| tight(&cell.value.text()).into_owned()).collect();
    if marks.len() < 2 || marks.len() * 2 < width {
        return false;
    }
    let bare = |mark: &str| mark.trim_matches(['(', ')', '（', '）']).to_owned();
    let is_formula = |mark: &str| {
        mark.contains('=')
            && mark.chars().all(|c| c.is_ascii_digit() || "=+-*/×÷()%".contains(c))
            && mark.starts_with(|c: char| c.is_ascii_digit() || c == '(')
    };
    let is_sign = |mark: &str| matches!(mark, "甲" | "乙" | "丙" | "丁" | "栏次" | "行次" | "-" | "—");
    let mut next = None;
    for mark in &marks {
        let mark = bare(mark);
        let number = mark.split('=').next().and_then(|first| first.parse::<u32>().ok());
        match number {
            Some(number) if next.is_none_or(|next| next == number) && (next.is_some() || number <= 1) => {
                if mark.contains('=') && !is_formula(&mark) {
                    return false;
                }
                next = Some(number + 1);
            }
            None if is_sign(&mark) => {}
            _ => return false,
        }
    }
    let has_signs = marks.iter().any(|mark| is_sign(mark) || mark.contains('='));
    next.is_some_and(|next| has_signs || (next > 3 && marks.len() >= 3))
}

/// Where the table is, by the first lines of a sheet. `header` is what a person said instead, rows from 0.
pub(super) fn find(head: &[SheetRow], facts: &Facts, header: Option<(u32, u32)>) -> Place {
    let mut place = Place::default();
    let told = facts.tables.iter().min_by_key(|(area, _)| (area.first.0, area.first.1)).copied();
    let found = match (header, told) {
        (Some(rows), _) => Some(rows),
        (None, Some((area, totals))) => {
            place.table = Some((area.last.0.saturating_sub(totals), totals));
            place.left = area.first.1;
            place.beside = Some(area.last.1.saturating_add(1));
            Some((area.first.0, area.first.0))
        }
        (None, None) => best(head, facts),
    };
    place.header = found.filter(|(first, last)| first <= last && last - first < 10);
    let first = place.header.map_or_else(|| head.first().map_or(0, |line| line.row), |(first, _)| first);
    let mut above = Above::default();
    head.iter().filter(|line| line.row < first).for_each(|line| above.take(line));
    below(&mut place, head, header.is_none(), &mut above);
    (place.title, place.above, place.named) = (above.title, above.texts, above.named);
    columns(&mut place, head, facts);
    place
}

/// The line below a header: units of its columns belong to it, a unit of the sheet is none of the data.
fn below(place: &mut Place, head: &[SheetRow], may_grow: bool, above: &mut Above) {
    let Some((first, last)) = place.header else { return };
    let Some(line) = head.iter().find(|line| line.row > last) else { return };
    let is_next = line.row == last + 1;
    if may_grow && place.table.is_none() && is_next && line.cells.len() > 1 && above::is_unit_line(line) {
        place.header = Some((first, line.row));
    } else if place.table.is_none()
        && line.cells.len() <= 2
        && above::named_in(line).iter().any(|one| one.unit.is_some())
    {
        above.take(line);
        place.between = Some(line.row);
    }
}

/// The rows that name most of the columns that are looked for; `None` when none names two of them.
pub(super) fn by_labels(head: &[SheetRow], facts: &Facts, is_label: &dyn Fn(&str) -> bool) -> Option<(u32, u32)> {
    let mut best: Option<(usize, (u32, u32))> = None;
    for start in 0..head.len() {
        for height in 1..=HIGHEST {
            let Some(block) = head.get(start..start + height) else { break };
            let rows = (block[0].row, block[height - 1].row);
            if rows.1.checked_sub(rows.0) != u32::try_from(height - 1).ok() || !block.iter().all(is_headerish) {
                break;
            }
            let reaches = |area: &Area| area.first.0 <= rows.1 && area.last.0 >= rows.0;
            let touched: Vec<&Area> = facts.merged.iter().filter(|area| reaches(area)).collect();
            if touched.iter().any(|area| area.first.0 < rows.0 || area.last.0 > rows.1) {
                continue;
            }
            let lines: Vec<&SheetRow> = block.iter().collect();
            let paths = paths(&spread(&lines, facts, rows), !touched.is_empty());
            let found = paths.values().filter(|path| is_label(&path.join("-"))).count();
            // of equal ones the lower and the shorter: lines above are titles
            if found >= 2 && best.is_none_or(|(most, _)| found > most) {
                best = Some((found, rows));
            }
        }
    }
    best.map(|(_, rows)| rows)
}

/// Cells of lines by row and column, merged ones everywhere.
fn spread(lines: &[&SheetRow], facts: &Facts, (first, last): (u32, u32)) -> Vec<BTreeMap<u32, String>> {
    let mut rows: BTreeMap<u32, BTreeMap<u32, String>> = (first..=last).map(|row| (row, BTreeMap::new())).collect();
    for line in lines {
        let labels = line.cells.iter().filter_map(|cell| Some((cell.column, label_of(cell)?)));
        rows.entry(line.row).or_default().extend(labels);
    }
    for area in facts.merged.iter().filter(|area| area.first.0 <= last && area.last.0 >= first) {
        let Some(text) = rows.get(&area.first.0).and_then(|row| row.get(&area.first.1)).cloned() else { continue };
        for row in area.first.0..=area.last.0.min(last) {
            let row = rows.entry(row).or_default();
            for column in area.first.1..=area.last.1.min(area.first.1.saturating_add(300)) {
                row.insert(column, text.clone());
            }
        }
    }
    rows.into_values().collect()
}

/// The path of each column, through the lines of a header from top to bottom.
fn paths(rows: &[BTreeMap<u32, String>], has_merged: bool) -> BTreeMap<u32, Vec<String>> {
    let mut paths: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    let columns: BTreeSet<u32> = rows.iter().flat_map(BTreeMap::keys).copied().collect();
    for column in columns {
        let path = paths.entry(column).or_default();
        for (at, row) in rows.iter().enumerate() {
            let own = row.get(&column);
            // without merged cells a label reaches to the right as far as there are labels below it and none beside it
            let from_left = || {
                let is_open = !has_merged && rows[at + 1..].iter().any(|below| below.contains_key(&column));
                row.range(..column).next_back().filter(|_| is_open).map(|(_, text)| text)
            };
            if let Some(text) = own.or_else(from_left)
                && path.last() != Some(text)
            {
                path.push(text.clone());
            }
        }
    }
    paths
}

/// The rows of the best header.
fn best(head: &[SheetRow], facts: &Facts) -> Option<(u32, u32)> {
    let mut found: Option<(f64, (u32, u32))> = None;
    for start in 0..head.len() {
        for height in 1..=HIGHEST {
            let Some(block) = head.get(start..start + height) else { break };
            let rows = (block[0].row, block[height - 1].row);
            if rows.1.checked_sub(rows.0) != u32::try_from(height - 1).ok() || !block.iter().all(is_headerish) {
                break;
            }
            let below = &head[start + height..head.len().min(start + height + BELOW)];
            let Some(score) = score(block, below, facts, rows) else { continue };
            let score = score - start as f64 * 0.02;
            if found.as_ref().is_none_or(|(best, _)| score > *best + 1e-9) {
                found = Some((score, rows));
            }
        }
    }
    found.map(|(_, rows)| rows)
}

fn is_headerish(line: &SheetRow) -> bool {
    if above::is_filing(line) {
        return false;
    }
    let texts = line.cells.iter().filter(|cell| is_text(cell)).count();
    texts * 2 >= line.cells.len() && line.cells.iter().all(|cell| label_of(cell).is_some())
}

/// How much of the columns below is of another nature than the labels, and how many columns there are.
fn contrast(labels: &BTreeMap<u32, Vec<String>>, below: &[SheetRow]) -> (f64, usize) {
    let mut figures: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
    let mut last: Option<u32> = None;
    for line in below {
        if last.is_some_and(|last| line.row > last.saturating_add(2)) {
            break;
        }
        last = Some(line.row);
        for cell in &line.cells {
            let count = figures.entry(cell.column).or_default();
            count.0 += usize::from(is_figure(&cell.value));
            count.1 += 1;
        }
    }
    let differs = |(column, path): &(&u32, &Vec<String>)| {
        let is_word = path.last().is_some_and(|label| !label.starts_with(|c: char| c.is_ascii_digit()));
        is_word && figures.get(column).is_some_and(|(figures, all)| figures * 2 > *all)
    };
    (labels.iter().filter(differs).count() as f64, figures.len())
}

/// How well a block of lines serves as header; `None` when it can't be one.
fn score(block: &[SheetRow], below: &[SheetRow], facts: &Facts, rows: (u32, u32)) -> Option<f64> {
    let lines: Vec<&SheetRow> = block.iter().collect();
    let merged: Vec<&Area> =
        facts.merged.iter().filter(|area| area.first.0 <= rows.1 && area.last.0 >= rows.0).collect();
    if merged.iter().any(|area| area.first.0 < rows.0 || area.last.0 > rows.1) || !is_linked(block, &merged, below) {
        return None;
    }
    let spread = spread(&lines, facts, rows);
    let labels = paths(&spread, !merged.is_empty());
    let (differs, width) = contrast(&labels, below);
    let filled = labels.len();
    if filled < 2 || filled * 2 < width || below.is_empty() && filled < 3 {
        return None;
    }
    let joined: BTreeSet<String> = labels.values().map(|path| path.join("-")).collect();
    let share = |count: f64| count / filled as f64;
    let is_distinct = share(joined.len() as f64) >= 0.7;
    if joined.len() < 2 || repeats(&labels, below) {
        return None;
    }
    let cells: Vec<&RawCell> = block.iter().flat_map(|line| &line.cells).collect();
    let of_cells = |is: fn(&&&RawCell) -> bool| cells.iter().filter(is).count() as f64 / cells.len().max(1) as f64;
    // labels that repeat are no words of a row where figures stand below, or where all of them look like a header
    let is_marked = of_cells(|cell| cell.is_bold) >= 0.5 || share(differs) >= 0.3 || is_periodic(&labels);
    if !is_distinct && !is_marked {
        return None;
    }
    let speaking = labels.values().filter(|path| Speaks::of(&path.join("")) != Speaks::default()).count() as f64;
    let numeric = labels
        .values()
        .filter(|path| path.last().is_some_and(|label| label.starts_with(|c: char| c.is_ascii_digit())))
        .count();
    let long = joined.iter().filter(|label| label.chars().count() > 24).count() as f64;
    let open = merged.iter().filter(|area| area.last.0 == rows.1 && area.first.1 < area.last.1).count() as f64;
    let mut score = 3.0 * (filled as f64 / width.max(filled) as f64) + 3.0 * share(differs) + 2.0 * share(speaking);
    score += 1.5 * of_cells(|cell| cell.is_bold) + of_cells(|cell| cell.is_filled);
    score -= 2.0 * share(numeric as f64)
        + share(long)
        + (if is_distinct { 4.0 } else { 2.0 }) * (1.0 - share(joined.len() as f64))
        + 1.5 * open.min(1.0);
    if block.len() > 1 {
        score += 0.5;
    }
    Some(score)
}

/// Whether labels come in equal groups, one after the other: `金额 日期 金额 日期`.
fn is_periodic(labels: &BTreeMap<u32, Vec<String>>) -> bool {
    let all: Vec<&String> = labels.values().filter_map(|path| path.last()).collect();
    let first = all.iter().position(|label| all.iter().filter(|other| other == &label).count() > 1);
    let Some(repeating) = first.and_then(|first| all.get(first..)) else { return false };
    (2..=repeating.len() / 2).any(|length| {
        repeating.len() % length == 0 && repeating.chunks(length).all(|chunk| repeating.starts_with(chunk))
    })
}

/// Whether each line of a block belongs to the next: a merged cell says so, or labels below gaps that are no data.
fn is_linked(block: &[SheetRow], merged: &[&Area], below: &[SheetRow]) -> bool {
    block.windows(2).enumerate().all(|(at, pair)| {
        let [upper, lower] = pair else { return false };
        let by_merged = merged.iter().any(|area| {
            let is_across = area.first.0 <= upper.row && area.last.0 >= lower.row;
            let is_parent = area.last.0 == upper.row && area.first.1 < area.last.1;
            let has_child =
                lower.cells.iter().filter(|cell| (area.first.1..=area.last.1).contains(&cell.column)).count() > 1;
            is_across || (is_parent && has_child && upper.cells.len() > 1)
        });
        by_merged || (merged.is_empty() && is_below_gaps(upper, lower, &block[at + 2..], below))
    })
}

/// Without merged cells: the lower line has words where the upper has none, above columns of figures.
fn is_below_gaps(upper: &SheetRow, lower: &SheetRow, rest: &[SheetRow], below: &[SheetRow]) -> bool {
    let has = |column: u32| upper.cells.iter().any(|cell| cell.column == column);
    let fills = lower.cells.iter().filter(|cell| !has(cell.column)).count();
    let under = lower.cells.iter().filter(|cell| has(cell.column)).count();
    let labels = lower.cells.iter().filter_map(|cell| Some((cell.column, vec![label_of(cell)?]))).collect();
    let (differs, _) = contrast(&labels, below);
    fills > 0 && under > 0 && upper.cells.len() > 1 && (!rest.is_empty() || differs * 2.0 >= labels.len() as f64)
}

/// Whether labels come again below in their columns, other than in a header that is repeated as a whole.
fn repeats(labels: &BTreeMap<u32, Vec<String>>, below: &[SheetRow]) -> bool {
    let equals = |cell: &RawCell| {
        let text = label_of(cell);
        text.is_some() && labels.get(&cell.column).and_then(|path| path.last()) == text.as_ref()
    };
    let mut columns = BTreeSet::new();
    for line in below {
        let same: Vec<u32> = line.cells.iter().filter(|cell| equals(cell)).map(|cell| cell.column).collect();
        if same.len() * 5 < line.cells.len() * 4 || line.cells.len() < 2 {
            columns.extend(same);
        }
    }
    columns.len() * 5 > labels.len()
}

fn columns(place: &mut Place, head: &[SheetRow], facts: &Facts) {
    let mut named: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    if let Some(rows) = place.header {
        let lines: Vec<&SheetRow> = head.iter().filter(|line| (rows.0..=rows.1).contains(&line.row)).collect();
        place.labels = spread(&lines, facts, rows);
        let is_touched = facts.merged.iter().any(|area| area.first.0 <= rows.1 && area.last.0 >= rows.0);
        named = paths(&place.labels, is_touched);
    }
    let is_below =
        |line: &&SheetRow| place.header.is_none_or(|(_, last)| line.row > last) && place.between != Some(line.row);
    let below: Vec<&SheetRow> = head.iter().filter(is_below).collect();
    let width = named.len().max(2);
    place.numbers =
        below.first().filter(|line| place.header.is_some() && is_number_line(line, width)).map(|line| line.row);
    let in_data = below.iter().filter(|line| place.numbers != Some(line.row)).flat_map(|line| &line.cells);
    let used: BTreeSet<u32> = in_data.map(|cell| cell.column).chain(named.keys().copied()).collect();
    if place.table.is_none() {
        place.beside = beside(&used, &named, place.header.is_some());
    }
    let held: Vec<u32> = used.into_iter().filter(|column| place.holds(*column)).collect();
    for column in held {
        let path = with_unit(named.remove(&column).unwrap_or_default());
        place.columns.push(Head { column, label: String::new(), is_unnamed: path.is_empty(), path });
    }
    name(&mut place.columns);
}

/// A path whose last line is the unit of the one above it.
fn with_unit(mut path: Vec<String>) -> Vec<String> {
    if let [.., label, unit] = path.as_mut_slice()
        && above::is_unit(unit)
    {
        let bare = tight(unit).trim_matches(['(', ')', '【', '】', '[', ']']).to_owned();
        *label = if unit_of(label).is_some() { std::mem::take(label) } else { format!("{label}（{bare}）") };
        path.pop();
    }
    path
}

/// The first column of another table at the right: behind a gap, with a label of its own.
fn beside(used: &BTreeSet<u32>, named: &BTreeMap<u32, Vec<String>>, has_header: bool) -> Option<u32> {
    let columns: Vec<u32> = used.iter().copied().collect();
    let at = columns.windows(2).position(|pair| pair[1] - pair[0] > GAP)?;
    let right = *columns.get(at + 1)?;
    let labels = named.range(..right).count();
    (has_header && labels >= 2).then_some(right)
}

/// A label with its number, in front of its unit: `金额（万元）` → `金额2（万元）`.
fn numbered(label: &str, number: usize) -> String {
    match label.rfind(['(', '（']).filter(|at| *at > 0 && label.ends_with([')', '）'])) {
        Some(at) => {
            let (stem, unit) = label.split_at(at);
            format!("{stem}{number}{unit}")
        }
        None => format!("{label}{number}"),
    }
}

/// Labels that say nothing without what stands above them; those of one character neither.
const DEPENDENT: [&str; 30] = [
    "起始", "开始", "起点", "终止", "截止", "结束", "止日", "起日", "总额", "总价", "总数", "总计", "合计", "小计",
    "数额", "余额", "累计", "本期", "上期", "本月", "上月", "本年", "上年", "期初", "期末", "年初", "年末", "计划",
    "实际", "其他",
];

/// The last label of a path; one that says nothing alone behind the first above it that says something: 租期 起 → 租期起.
fn last_of(path: &[String]) -> Option<String> {
    let (leaf, parents) = path.split_last()?;
    let stem = |label: &str| label.split(['(', '（']).next().unwrap_or_default().trim().to_owned();
    let says_nothing = |label: &str| label.chars().count() < 2 || DEPENDENT.contains(&label) || label == "其中";
    if !says_nothing(&stem(leaf)) {
        return Some(leaf.clone());
    }
    let stems: Vec<String> = parents.iter().map(|parent| stem(parent)).collect();
    let Some(parent) = stems.iter().rev().find(|parent| !says_nothing(parent)) else { return Some(leaf.clone()) };
    let ends = ["起", "止", "始", "终", "讫"];
    let both = ["起止", "起讫", "始终"].into_iter().find(|both| ends.contains(&leaf.as_str()) && parent.contains(both));
    let parent = both.map(|both| parent.replace(both, "")).filter(|rest| !rest.is_empty()).unwrap_or(parent.clone());
    Some(if parent.ends_with(stem(leaf).as_str()) { parent } else { format!("{parent}{leaf}") })
}

/// Labels unlike each other: the last of the path, with its parent where they repeat, numbered where that repeats.
pub(super) fn name(columns: &mut [Head]) {
    let mut taken: BTreeMap<String, usize> = BTreeMap::new();
    for head in &mut *columns {
        head.label = last_of(&head.path).unwrap_or_else(|| format!("列{}", letters(head.column)));
        *taken.entry(head.label.clone()).or_default() += 1;
    }
    for head in &mut *columns {
        if taken.get(&head.label).is_some_and(|count| *count > 1) && head.path.len() > 1 {
            head.label = head.path[head.path.len() - 2..].join("-");
        }
    }
    let own: BTreeSet<String> = columns.iter().map(|head| head.label.clone()).collect();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for head in columns {
        let label = head.label.clone();
        let mut number = 2;
        while seen.contains(&head.label) || (head.label != label && own.contains(&head.label)) {
            head.label = numbered(&label, number);
            number += 1;
        }
        seen.insert(head.label.clone());
    }
}

/// Whether a text opens a part of a list: `一、`, `（二）`, `3.`.
pub(super) fn is_part(text: &str) -> bool {
    let text = tight(text);
    let numerals = |part: &str| !part.is_empty() && part.chars().all(|c| "一二三四五六七八九十百".contains(c));
    if let Some((inside, rest)) = text.strip_prefix(['(', '（']).and_then(|rest| rest.split_once([')', '）'])) {
        return (numerals(inside) || digits(inside)) && !rest.is_empty();
    }
    let Some((mark, rest)) = text.split_once(['、', '.', '．']) else { return false };
    (numerals(mark) || digits(mark) && mark.len() <= 2) && rest.starts_with(|c: char| !c.is_ascii_digit())
}
