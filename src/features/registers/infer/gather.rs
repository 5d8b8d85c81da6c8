//! One pass over the lines of a sheet, and the guess at its end.

use std::collections::{BTreeSet, HashSet, VecDeque};

use foldhash::fast::FixedState;

use crate::kernel::order::Order as _;
use crate::sheet::{Facts, Picture, RawCell, SheetRow};

use super::choose::{self, Chosen, HIGH, MEDIUM, money_unit};
use super::column::{Collector, hash};
use super::doubts;
use super::kind::{self, Kind, money_power, unit_of, unit_of_path};
use super::known::{Known, Match};
use super::place::{self, HEAD, Head, Place};
use super::plain::{letters, shown, tight};
use super::read::{DECIMALS, HasWord, Terms};
use super::shapes::Shapes;
use super::told;
use super::totals::{TotalCheck, Totals};
use super::walk::{Class, Said, Walk, What, total_text, total_word};
use super::{ColumnGuess, Grade, Guess, LeftOut, Options, Shown};

/// Lines of the end that are kept to be shown.
const TAIL: usize = 40;

/// Lines left out that are kept one by one.
const LEFT: usize = 500;

/// Rows that a sentence names.
const NAMED: usize = 20;

/// Columns of which pairs are tried as key.
const PAIRED: usize = 5;

/// What people said, with rows from 0.
fn said_of(options: &Options) -> Said {
    let rows = |rows: &[u32]| rows.iter().filter_map(|row| row.checked_sub(1)).collect();
    Said {
        end: options.end.and_then(|row| row.checked_sub(1)),
        data: rows(&options.data),
        skipped: rows(&options.skipped),
        fill: options.columns.iter().filter(|(_, said)| said.fill).map(|(column, _)| *column).collect(),
    }
}

/// Takes lines until the sheet ends.
pub(super) struct Reader<'r> {
    facts: &'r Facts,
    options: &'r Options,
    known: &'r dyn Known,
    waiting: Vec<SheetRow>,
    going: Option<Going>,
    shown: Vec<Shown>,
    tail: VecDeque<(SheetRow, Option<What>)>,
    shapes: Shapes,
}

/// What is known once the header is.
struct Going {
    place: Place,
    walk: Walk,
    columns: Vec<Collector>,
    totals: Totals,
    left: Vec<LeftOut>,
    more_left: u32,
    has_sections: bool,
    /// Power of ten of the unit of the sheet's amounts.
    power: Option<u8>,
    data: Option<(u32, u32)>,
    rows: u32,
    /// Rows and columns of what lies outside of the table.
    outside: Option<((u32, u32), (u32, u32))>,
    outside_text: String,
    /// The column of departments by its header.
    department: Option<u32>,
    /// Columns that may tell rows apart together, and their pairs by place among them.
    named: Vec<u32>,
    pairs: Vec<(usize, usize, HashSet<u64, FixedState>)>,
}

impl<'r> Reader<'r> {
    pub(super) fn new(facts: &'r Facts, options: &'r Options, known: &'r dyn Known) -> Self {
        let (waiting, shown, tail) = (Vec::new(), Vec::new(), VecDeque::new());
        Self { facts, options, known, waiting, going: None, shown, tail, shapes: Shapes::default() }
    }

    pub(super) fn take(&mut self, line: SheetRow) {
        if self.going.is_some() {
            self.pass(line);
            return;
        }
        self.waiting.push(line);
        if self.waiting.len() >= HEAD {
            self.begin();
        }
    }

    fn begin(&mut self) {
        let waiting = std::mem::take(&mut self.waiting);
        let header = self.options.header.and_then(|(first, last)| Some((first.checked_sub(1)?, last.checked_sub(1)?)));
        let place = place::find(&waiting, self.facts, header);
        self.going = Some(Going::new(place, self.facts, self.options, self.known));
        for line in waiting {
            self.pass(line);
        }
    }

    fn pass(&mut self, line: SheetRow) {
        let Some(going) = &mut self.going else { return };
        let what = match going.take(&line, self.known) {
            Class::Left(what) => Some(what),
            Class::Outside => Some(What::Other),
            Class::Data => {
                self.shapes.row(self.facts, &line);
                None
            }
        };
        if self.shown.len() < HEAD {
            self.shown.push(as_shown(&line, what));
        } else {
            if self.tail.len() >= TAIL {
                self.tail.pop_front();
            }
            self.tail.push_back((line, what));
        }
    }

    pub(super) fn finish(mut self) -> Guess {
        if self.going.is_none() {
            self.begin();
        }
        let going = self.going.take();
        let going = going.unwrap_or_else(|| Going::new(Place::default(), self.facts, self.options, self.known));
        let mut guess = going.finish(self.facts, self.options, self.known);
        for column in &mut guess.columns {
            column.formula = self.shapes.of(column.column);
        }
        guess.head = self.shown;
        guess.tail = self.tail.iter().map(|(line, what)| as_shown(line, *what)).collect();
        guess
    }
}

fn as_shown(line: &SheetRow, what: Option<What>) -> Shown {
    let cells = line.cells.iter().map(|cell| (cell.column, shown(&cell.value.text()))).collect();
    Shown { row: line.row.saturating_add(1), what, cells }
}

/// The power of ten of the unit that a person chose for the sheet.
fn unit_said(options: &Options) -> Option<u8> {
    options.unit.as_deref().and_then(money_power)
}

/// What the words above a column let its cells be.
fn terms_of(head: &Head, place: &Place, facts: &Facts, options: &Options) -> Terms {
    let label = head.path.join("-");
    let said = options.columns.get(&head.column);
    let speaks = kind::Speaks::of(&label);
    let own = said.and_then(|said| said.unit.clone()).or_else(|| unit_of_path(&head.path));
    let by_line = unit_said(options).or_else(|| place.power());
    // what stands in other brackets, 含税, is no unit
    let power = own.as_deref().and_then(money_power).or(by_line).unwrap_or(0);
    let land = own.as_deref().and_then(|unit| ["亩", "公顷"].into_iter().find(|land| *land == unit));
    let has_word = HasWord {
        flag: speaks.is_for(Kind::Flag),
        month: speaks.is_for(Kind::Month),
        year: speaks.is_for(Kind::Year),
        phone: speaks.is_for(Kind::Phone),
    };
    Terms {
        power,
        places: DECIMALS,
        order: said.and_then(|said| said.order),
        bare: said.and_then(|said| said.bare),
        is_1904: facts.is_1904,
        land,
        has_word,
        ..Terms::default()
    }
}

impl Going {
    fn new(place: Place, facts: &Facts, options: &Options, known: &dyn Known) -> Self {
        let walk = Walk::new(place.clone(), &facts.merged, said_of(options));
        let columns: Vec<Collector> = place
            .columns
            .iter()
            .map(|head| Collector::new(head.clone(), terms_of(head, &place, facts, options), known))
            .collect();
        let powers = columns.iter().map(|column| (column.head.column, column.terms.power)).collect();
        let speaking = |kind: Kind| columns.iter().find(|column| column.speaks.is_for(kind));
        let department = speaking(Kind::Dept).map(|column| column.head.column);
        let (named, pairs) = pairs_of(&columns);
        Self {
            walk,
            columns,
            totals: Totals::new(powers),
            left: Vec::new(),
            more_left: 0,
            has_sections: false,
            power: unit_said(options).or_else(|| place.power()),
            data: None,
            rows: 0,
            outside: None,
            outside_text: String::new(),
            department,
            named,
            pairs,
            place,
        }
    }

    fn take(&mut self, line: &SheetRow, known: &dyn Known) -> Class {
        let class = self.walk.class(line);
        let is_row = matches!(class, Class::Data | Class::Left(What::Header) | Class::Outside);
        let outside: Vec<&RawCell> = line.cells.iter().filter(|cell| !self.place.holds(cell.column)).collect();
        if let (Some(first), Some(last), true) = (outside.first(), outside.last(), is_row) {
            if self.outside.is_none() {
                self.outside_text = text_of(&outside);
            }
            let ((top, _), (left, right)) = self.outside.unwrap_or(((line.row, 0), (first.column, last.column)));
            self.outside = Some(((top, line.row), (left.min(first.column), right.max(last.column))));
        }
        match class {
            Class::Data => self.row(line, known),
            Class::Left(what) => self.leave(line, what),
            Class::Outside => {}
        }
        class
    }

    fn row(&mut self, line: &SheetRow, known: &dyn Known) {
        let added = self.walk.filled(line);
        self.rows += 1;
        self.data = Some((self.data.map_or(line.row, |(first, _)| first), line.row));
        let cell_of = |wanted: u32| line.cells.iter().chain(&added).find(|cell| cell.column == wanted);
        let department =
            self.department.and_then(cell_of).and_then(|cell| match known.department(&cell.value.text()) {
                Match::One(id) => Some(id),
                _ => None,
            });
        if !self.pairs.is_empty() {
            let parts: Vec<Option<u64>> =
                self.named.iter().map(|column| cell_of(*column).map(|cell| hash(cell.value.text().as_ref()))).collect();
            self.pairs.retain_mut(|(first, second, seen)| match (parts[*first], parts[*second]) {
                (Some(first), Some(second)) => seen.insert(hash((first, second))),
                _ => false,
            });
        }
        let place = &self.place;
        self.totals.row(line.cells.iter().filter(|cell| place.holds(cell.column)));
        for cell in &line.cells {
            if self.place.holds(cell.column) {
                self.column(cell.column, known).take(line.row, cell, known, department, true);
            }
        }
        for cell in &added {
            self.column(cell.column, known).take(line.row, cell, known, department, false);
        }
    }

    /// The memory of a column; one that the first lines did not show is made.
    fn column(&mut self, column: u32, known: &dyn Known) -> &mut Collector {
        let at = self.columns.partition_point(|one| one.head.column < column);
        if self.columns.get(at).is_none_or(|one| one.head.column != column) {
            let label = format!("列{}", letters(column));
            let head = Head { column, path: Vec::new(), label, is_unnamed: true };
            let terms = Terms {
                places: DECIMALS,
                power: self.power.unwrap_or(0),
                is_1904: self.columns.first().is_some_and(|one| one.terms.is_1904),
                ..Terms::default()
            };
            self.columns.insert(at, Collector::new(head, terms, known));
        }
        &mut self.columns[at]
    }

    fn leave(&mut self, line: &SheetRow, what: What) {
        let row = line.row.saturating_add(1);
        match what {
            What::Header => return,
            What::Section => self.has_sections = true,
            What::Total => {
                let cells: Vec<&RawCell> = line.cells.iter().collect();
                let word = total_word(&cells).unwrap_or_else(|| "合计".to_owned());
                let own = total_text(&cells).and_then(|text| unit_of(&text)).filter(|unit| money_power(unit).is_some());
                self.totals.line(line.row, (&word, own.as_deref()), &line.cells);
            }
            _ => {}
        }
        let is_going_on = matches!(what, What::Note | What::Other);
        let is_full = self.left.len() >= LEFT;
        match self.left.last_mut() {
            Some(last) if is_going_on && last.what == what && self.walk.second() != Some(line.row) => last.last = row,
            _ if is_full => self.more_left += 1,
            _ => {
                let text = text_of(&line.cells.iter().collect::<Vec<_>>());
                self.left.push(LeftOut { row, last: row, columns: None, what, text });
            }
        }
    }

    fn finish(mut self, facts: &Facts, options: &Options, known: &dyn Known) -> Guess {
        self.second_table();
        for picture in self.pictures(facts) {
            let column = picture.at.1;
            if let Some(own) = self.columns.iter_mut().find(|one| one.head.column == column) {
                own.anchored += 1;
            }
        }
        let has_money_line = self.power.is_some();
        let rows = self.rows;
        let columns: Vec<ColumnGuess> = self
            .columns
            .iter()
            .map(|column| {
                let said = options.columns.get(&column.head.column);
                let chosen = match said.and_then(|said| said.kind) {
                    Some(kind) => choose::decided(column, kind, said.and_then(|said| said.link.as_deref()), known),
                    None => choose::choose(column, known, has_money_line),
                };
                guess_of(column, chosen, rows, known)
            })
            .collect();
        let mut warnings = self.warnings();
        warnings.extend(self.aside(facts, &columns));
        let totals = self.checked(&columns);
        let key = self.key(&columns);
        let is_whole =
            |column: &&ColumnGuess| column.kind == Kind::Dept && column.filled == rows && column.misfit_count == 0;
        let owner = columns.iter().find(is_whole).map(|column| column.column);
        let from_one = |(first, last): (u32, u32)| (first.saturating_add(1), last.saturating_add(1));
        let doubts = doubts::describe(&self.place, facts, options, &columns, &totals);
        Guess {
            sheet: facts.sheet.clone(),
            title: self.place.title.clone(),
            units: self.place.units(),
            unit: self.power.map(|power| money_unit(power).to_owned()),
            doubts,
            header: self.place.header.map(from_one),
            data: self.data.map(from_one),
            rows,
            has_sections: self.has_sections,
            columns,
            left_out: self.left,
            more_left_out: self.more_left,
            totals,
            warnings,
            key,
            owner,
            head: Vec::new(),
            tail: Vec::new(),
            place: self.place,
            said: said_of(options),
        }
    }

    /// Lines of totals compared with their rows, of columns whose sums mean something.
    fn checked(&mut self, columns: &[ColumnGuess]) -> Vec<TotalCheck> {
        let kind_of = |column: u32| columns.iter().find(|one| one.column == column).map(|one| one.kind);
        let mut totals = std::mem::take(&mut self.totals).finish(&|column: u32| kind_of(column) == Some(Kind::Money));
        totals.retain(|check| {
            let is_price = |one: &Collector| one.head.column == check.column && one.speaks.is_for(Kind::Decimal);
            let is_summed = |kind| matches!(kind, Kind::Money | Kind::Area | Kind::Whole | Kind::Decimal | Kind::Text);
            kind_of(check.column).is_some_and(is_summed) && !self.columns.iter().any(is_price)
        });
        totals
    }

    /// Names what belongs to other tables.
    fn second_table(&mut self) {
        if let Some(second) = self.walk.second() {
            let second = second.saturating_add(1);
            for left in &mut self.left {
                if left.row >= second {
                    left.what = What::Other;
                }
            }
            // what was a note until its second line
            let mut merged: Vec<LeftOut> = Vec::with_capacity(self.left.len());
            for left in self.left.drain(..) {
                match merged.last_mut() {
                    Some(last) if last.what == What::Other && left.what == What::Other && left.row > second => {
                        last.last = left.last;
                    }
                    Some(last) if last.what == What::Note && last.last >= second && left.what == What::Other => {
                        last.last = last.last.min(second.saturating_sub(1)).max(last.row);
                        merged.push(LeftOut { row: second.min(left.row), ..left });
                    }
                    _ => merged.push(left),
                }
            }
            self.left = merged;
        }
        if let Some(((top, bottom), columns)) = self.outside {
            let (row, last) = (top.saturating_add(1), bottom.saturating_add(1));
            let text = std::mem::take(&mut self.outside_text);
            self.left.push(LeftOut { row, last, columns: Some(columns), what: What::Other, text });
            self.left.order_by_key(|left| left.row);
        }
    }

    fn warnings(&self) -> Vec<String> {
        let mut told = Vec::new();
        if self.place.header.is_none() {
            told.push("没有找到表头，字段名以列号代替".to_owned());
        }
        if let Some(second) = self.walk.second() {
            let row = second.saturating_add(1);
            told.push(format!("本表下方还有另一个表格（第 {row} 行起），请另存为单独的工作表"));
        }
        if let Some((_, (left, _))) = self.outside {
            told.push(format!("本表旁边还有另一个表格（{} 列起），请另存为单独的工作表", letters(left)));
        }
        if let Some(note) = self.left.iter().find(|left| left.what == What::Note && left.last - left.row >= 20) {
            told.push(format!("第 {}–{} 行在数据之后，没有读取；如仍是数据请调整数据末行", note.row, note.last));
        }
        if self.has_sections {
            told.push("数据之间有分组行，可作为一列“分组”".to_owned());
        }
        told
    }

    /// Pictures that lie on rows of data.
    fn pictures<'f>(&self, facts: &'f Facts) -> Vec<&'f Picture> {
        let (first, last) = self.data.unwrap_or((1, 0));
        let is_within = |picture: &&Picture| (first..=last).contains(&picture.at.0) && self.place.holds(picture.at.1);
        facts.extras.pictures.iter().filter(is_within).collect()
    }

    /// What lies on the cells: what becomes of it, and on which rows.
    fn aside(&self, facts: &Facts, columns: &[ColumnGuess]) -> Vec<String> {
        let mut told = Vec::new();
        let pictures = self.pictures(facts);
        let fields: Vec<&str> =
            columns.iter().filter(|one| one.kind == Kind::Pictures).map(|one| one.label.as_str()).collect();
        if !pictures.is_empty() {
            let rows = rows_of(pictures.iter().map(|picture| picture.at.0));
            told.push(match fields.as_slice() {
                [] => format!("{} 张图片（{rows}）没有图片列可放，不导入；可把一列的类型改为“图片”", pictures.len()),
                fields => format!("{} 张图片（{rows}）按所在的行放入“{}”", pictures.len(), fields.join("”“")),
            });
        }
        let loose = facts.extras.pictures.len() - pictures.len() + facts.extras.loose as usize;
        if loose > 0 {
            told.push(format!("{loose} 张图片不在数据行上，不导入"));
        }
        let (comments, links) = (&facts.extras.comments, &facts.extras.links);
        if !comments.is_empty() {
            let rows = rows_of(comments.iter().map(|at| at.0));
            told.push(format!("{} 处批注（{rows}）不导入", comments.len()));
        }
        if !links.is_empty() {
            let rows = rows_of(links.iter().map(|(at, _)| at.0));
            told.push(format!("{} 个链接（{rows}）只导入显示的文字，不导入地址", links.len()));
        }
        told
    }

    /// The columns that tell rows apart: one with a word for it, else a pair.
    fn key(&self, columns: &[ColumnGuess]) -> Vec<u32> {
        let told = self.columns.iter().zip(columns);
        let whole = |(column, guess): &(&Collector, &ColumnGuess)| {
            self.rows > 1 && column.filled == self.rows && column.is_unique() && guess.kind != Kind::Serial
        };
        let singles: Vec<(&Collector, &ColumnGuess)> = told.filter(whole).collect();
        let by_word = singles.iter().find(|(column, _)| column.speaks.is_for(Kind::Code));
        let by_kind = singles.iter().find(|(_, guess)| matches!(guess.kind, Kind::Code | Kind::Idno));
        if let Some((column, _)) = by_word.or(by_kind) {
            return vec![column.head.column];
        }
        let pair = self.pairs.iter().find(|(_, _, seen)| seen.len() == self.rows as usize && self.rows > 1);
        pair.map_or_else(Vec::new, |(first, second, _)| vec![self.named[*first], self.named[*second]])
    }
}

/// Columns whose pairs may tell rows apart: those that name something, a place or a time.
fn pairs_of(columns: &[Collector]) -> (Vec<u32>, Vec<(usize, usize, HashSet<u64, FixedState>)>) {
    let words = ["单位", "部门", "名称", "姓名", "项目", "年度", "年份", "月份", "年月", "编号"];
    let named: Vec<u32> = columns
        .iter()
        .filter(|column| words.iter().any(|word| tight(&column.head.label).contains(word)))
        .map(|column| column.head.column)
        .take(PAIRED)
        .collect();
    let mut pairs = Vec::new();
    for first in 0..named.len() {
        for second in first + 1..named.len() {
            pairs.push((first, second, HashSet::default()));
        }
    }
    (named, pairs)
}

/// `第 5、6、9 行`, at most twenty of them; rows from 0.
fn rows_of(rows: impl Iterator<Item = u32>) -> String {
    let all: BTreeSet<u32> = rows.collect();
    let some: Vec<String> = all.iter().take(NAMED).map(|row| row.saturating_add(1).to_string()).collect();
    format!("第 {}{} 行", some.join("、"), if all.len() > NAMED { "…" } else { "" })
}

fn text_of(cells: &[&RawCell]) -> String {
    let texts: Vec<String> = cells.iter().take(8).map(|cell| shown(&cell.value.to_string())).collect();
    texts.join(" | ")
}

fn guess_of(column: &Collector, chosen: Chosen, rows: u32, known: &dyn Known) -> ColumnGuess {
    let misfits = told::misfits(column, &chosen);
    let has_choices = matches!(chosen.kind, Kind::Choice | Kind::Choices);
    let choices = match chosen.kind {
        Kind::Choice => column.choices(),
        Kind::Choices => column.words(),
        _ => Vec::new(),
    };
    let grade = match chosen.confidence {
        sure if sure >= HIGH => Grade::High,
        sure if sure >= MEDIUM => Grade::Medium,
        _ => Grade::Low,
    };
    let hidden = |text: &mut String| *text = crate::kernel::text::mask_id(text);
    let is_sealed = chosen.kind.is_sealed();
    let mut shown_misfits = misfits.clone();
    if is_sealed {
        shown_misfits.iter_mut().for_each(|misfit| hidden(&mut misfit.text));
    }
    ColumnGuess {
        column: column.head.column,
        letter: letters(column.head.column),
        path: column.head.path.clone(),
        label: column.head.label.clone(),
        kind: chosen.kind,
        link: chosen.terms.link.and_then(|at| known.links().get(at)).map(|link| link.name),
        confidence: (chosen.confidence.clamp(0.0, 1.0) * 100.0).round() as u8,
        grade,
        unit: chosen.unit.clone(),
        places: match chosen.kind {
            Kind::Money | Kind::Area => 2,
            Kind::Decimal => chosen.terms.places,
            _ => 0,
        },
        evidence: told::evidence(column, &chosen, &shown_misfits, known),
        warnings: told::warnings(column, &chosen, rows),
        filled: column.filled,
        misfit_count: column.filled.saturating_sub(chosen.hits + chosen.dashes),
        misfits: shown_misfits,
        samples: told::samples(column, &chosen, known),
        dictionary: if has_choices { told::dictionary(&choices, known).map(|dictionary| dictionary.id) } else { None },
        spellings: told::spellings(&choices),
        choices,
        is_off: (column.filled == 0 && column.head.is_unnamed) || chosen.kind == Kind::Serial,
        is_open: chosen.is_open,
        is_distinct: column.is_distinct(),
        may_fill: column.may_fill(rows) && !chosen.kind.is_number(),
        formula: None,
        chosen,
    }
}
