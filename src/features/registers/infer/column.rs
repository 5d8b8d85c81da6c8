//! What is remembered of a column while its cells pass: counters, a bounded number of texts, never the cells.
//!
//! Invariant: every cell is counted once; what a text is read as is worked out once for each different one, up to
//! [`DISTINCT`] of them.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{BuildHasher, Hash};
use std::rc::Rc;

use foldhash::fast::FixedState;
use schemars::JsonSchema;
use serde::Serialize;

use crate::sheet::{Format, RawCell, RawValue, cell_picture};

use super::amount::Beside;
use super::day::Writing;
use super::kind::{Kind, Speaks};
use super::known::Known;
use super::marks::{Marks, marks_of, may_read};
use super::place::Head;
use super::plain::{digits, narrow, shown};
use super::read::{
    DECIMALS, Once, PAIRS, Read, Terms, Value, day_of, is_bare, is_padded, is_serial, number, pair_of, parts, read,
    read_once,
};

/// Different texts that are kept.
pub(super) const DISTINCT: usize = 2_000;

/// Longer texts are no words of a dictionary.
const WORD: usize = 64;

/// Misfits that are kept for each kind.
const MISFITS: usize = 20;

/// Columns at the left that may be filled down.
const FILLED_LEFT: u32 = 6;

/// Values by which it is decided whether a column holds codes of things.
const PROBED: u32 = 50;

/// Rows of which every column is checked for values that come twice; the first columns for longer.
const UNIQUE: usize = 20_000;
const UNIQUE_COLUMNS: u32 = 30;

/// Kinds that single cells are read as.
pub(super) const TRIED: [Kind; 16] = [
    Kind::Idno,
    Kind::Account,
    Kind::Phone,
    Kind::Day,
    Kind::Moment,
    Kind::Month,
    Kind::Year,
    Kind::Percent,
    Kind::Money,
    Kind::Area,
    Kind::Whole,
    Kind::Decimal,
    Kind::Flag,
    Kind::Dept,
    Kind::Person,
    Kind::Persons,
];

/// A cell that is not of the kind of its column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SurveyMisfit")]
pub struct Misfit {
    /// From 1.
    pub row: u32,
    /// What stands there.
    pub text: String,
    /// Why it does not fit.
    pub why: String,
}

/// How cells did as a kind.
#[derive(Debug, Clone, Default)]
pub(super) struct Tally {
    pub hits: u32,
    pub rounded: u32,
    pub near: u32,
    pub dashes: u32,
    pub misfits: Vec<Misfit>,
    /// Why they were near, counted.
    pub reasons: BTreeMap<String, u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fit {
    Hit,
    Rounded,
    Near,
    /// A percentage if bare numbers are some.
    Bare,
    Dash,
    No,
}

struct Seen {
    count: u32,
    fits: [Fit; TRIED.len()],
    links: Rc<[Fit]>,
    marks: Marks,
}

/// The memory of a column.
pub(super) struct Collector {
    pub head: Head,
    pub speaks: Speaks,
    pub terms: Terms,
    pub filled: u32,
    pub texts: u32,
    pub numbers: u32,
    pub formulas: u32,
    pub merged_figures: u32,
    pub tallies: Vec<Tally>,
    pub links: Vec<Tally>,
    pub link_codes: Vec<u32>,
    /// Cells that name a picture, and the first others.
    pub cell_pictures: u32,
    pub no_pictures: Vec<Misfit>,
    /// Pictures that lie on its rows.
    pub anchored: u32,
    /// Errors, formulas without result, numbers that lost digits: no text either.
    pub bad: Tally,
    pub serial_days: Tally,
    pub bare: Tally,
    pub bare_big: u32,
    pub in_order: u32,
    next: Option<i64>,
    pub percents: u32,
    pub moneys: u32,
    pub powers: u32,
    pub squares: u32,
    pub lands: BTreeMap<&'static str, u32>,
    pub most_places: u8,
    pub writings: BTreeMap<Writing, u32>,
    /// Words for yes and no, by pair.
    pub pairs: [u32; PAIRS.len()],
    /// TRUE and FALSE as the spreadsheet has them.
    pub truths: u32,
    /// Digit texts with a zero in front, by length.
    pub padded: BTreeMap<usize, u32>,
    /// Texts and whole numbers of digits alone, by length.
    pub digits: BTreeMap<usize, u32>,
    /// Whole numbers by their digits.
    pub lengths: BTreeMap<usize, u32>,
    pub chars: u64,
    pub longest: u32,
    pub breaks: u32,
    pub codelike: u32,
    pub ids: u32,
    pub first_over_12: u32,
    pub second_over_12: u32,
    distinct: HashMap<String, Seen, FixedState>,
    pub has_more: bool,
    unique: Option<HashSet<u64, FixedState>>,
    /// The first cells, with the department of their rows.
    pub samples: Vec<(RawCell, Option<u64>)>,
}

impl Collector {
    pub(super) fn new(head: Head, terms: Terms, known: &dyn Known) -> Self {
        let links = known.links().len();
        Self {
            speaks: Speaks::of(&head.path.join("-")),
            head,
            terms,
            filled: 0,
            texts: 0,
            numbers: 0,
            formulas: 0,
            merged_figures: 0,
            tallies: vec![Tally::default(); TRIED.len()],
            links: vec![Tally::default(); links],
            link_codes: vec![0; links],
            cell_pictures: 0,
            no_pictures: Vec::new(),
            anchored: 0,
            bad: Tally::default(),
            serial_days: Tally::default(),
            bare: Tally::default(),
            bare_big: 0,
            in_order: 0,
            next: None,
            percents: 0,
            moneys: 0,
            powers: 0,
            squares: 0,
            lands: BTreeMap::new(),
            most_places: 0,
            writings: BTreeMap::new(),
            pairs: [0; PAIRS.len()],
            truths: 0,
            padded: BTreeMap::new(),
            digits: BTreeMap::new(),
            lengths: BTreeMap::new(),
            chars: 0,
            longest: 0,
            breaks: 0,
            codelike: 0,
            ids: 0,
            first_over_12: 0,
            second_over_12: 0,
            distinct: HashMap::default(),
            has_more: false,
            unique: Some(HashSet::default()),
            samples: Vec::new(),
        }
    }

    pub(super) fn tally(&self, kind: Kind) -> Option<&Tally> {
        TRIED.iter().position(|tried| *tried == kind).and_then(|at| self.tallies.get(at))
    }

    /// Whether no value comes twice, as far as that was followed.
    pub(super) fn is_unique(&self) -> bool {
        self.unique.as_ref().is_some_and(|unique| !unique.is_empty())
    }

    /// Whether nine in ten values are different ones.
    pub(super) fn is_distinct(&self) -> bool {
        self.is_unique() || self.has_more || self.distinct.len() * 10 >= self.filled as usize * 9
    }

    /// Different texts with how often they come, the commonest first.
    pub(super) fn choices(&self) -> Vec<(String, u32)> {
        let mut all: Vec<(String, u32)> = self.distinct.iter().map(|(text, seen)| (text.clone(), seen.count)).collect();
        all.sort_unstable_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        all
    }

    /// The same for the words of cells that hold several.
    pub(super) fn words(&self) -> Vec<(String, u32)> {
        let mut counts: HashMap<&str, u32, FixedState> = HashMap::default();
        for (text, seen) in &self.distinct {
            for word in parts(text) {
                *counts.entry(word).or_default() += seen.count;
            }
        }
        let mut all: Vec<(String, u32)> = counts.into_iter().map(|(word, count)| (word.to_owned(), count)).collect();
        all.sort_unstable_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        all
    }

    /// Whether its empty cells look as if they went on from above: some rows in a row have none, at the left.
    pub(super) fn may_fill(&self, rows: u32) -> bool {
        self.texts > 0 && self.head.column < FILLED_LEFT && self.filled * 10 <= rows * 8 && self.filled > 0 && rows > 3
    }

    /// Takes a cell of row `row` (from 0). `is_own` is false for what a merged cell above put there.
    pub(super) fn take(&mut self, row: u32, cell: &RawCell, known: &dyn Known, department: Option<u64>, is_own: bool) {
        self.filled += 1;
        self.formulas += u32::from(cell.is_formula);
        if self.samples.len() < 5 {
            self.samples.push((cell.clone(), department));
        }
        self.see_unique(cell);
        if cell_picture(&cell.value.text()).is_some() {
            self.cell_pictures += 1;
        } else if self.no_pictures.len() < MISFITS {
            let (text, why) = (shown(&cell.value.text()), "不是图片".to_owned());
            self.no_pictures.push(Misfit { row: row.saturating_add(1), text, why });
        }
        match &cell.value {
            RawValue::Text(text) => self.text(row, cell, text, known, department),
            RawValue::Error(_) | RawValue::Unsaved | RawValue::Odd(_) => self.odd(row, cell, known),
            _ => self.figure(row, cell, known, is_own),
        }
    }

    fn see_unique(&mut self, cell: &RawCell) {
        let Some(unique) = &mut self.unique else { return };
        let state = FixedState::default();
        let hash = match &cell.value {
            RawValue::Text(text) => state.hash_one(text.as_str()),
            RawValue::Number(number) => state.hash_one((number.units, number.places)),
            other => state.hash_one(other.to_string()),
        };
        let is_new = unique.insert(hash);
        if !is_new || (unique.len() > UNIQUE && cell.column >= UNIQUE_COLUMNS) {
            self.unique = None;
        }
    }

    fn odd(&mut self, row: u32, cell: &RawCell, known: &dyn Known) {
        let text = cell.value.to_string();
        let why = match read(Kind::Text, cell, &self.terms, known, None) {
            Read::No(why) | Read::Near(why) => why.into_owned(),
            Read::Value(_) | Read::Rounded(_) => String::new(),
        };
        note(&mut self.bad, row, &text, &why);
        self.bad.near += 1;
        for (at, kind) in TRIED.into_iter().enumerate() {
            let read = read(kind, cell, &self.terms, known, None);
            count(&mut self.tallies[at], &read, row, &text);
        }
    }

    /// A number, a day, a truth value.
    fn figure(&mut self, row: u32, cell: &RawCell, known: &dyn Known, is_own: bool) {
        let mut whole = None;
        if let RawValue::Number(number) = &cell.value {
            self.numbers += 1;
            self.merged_figures += u32::from(!is_own);
            self.most_places = self.most_places.max(number.places.min(DECIMALS));
            self.moneys += u32::from(cell.format == Format::Currency);
            self.percents += u32::from(cell.format == Format::Percent);
            whole = (number.places == 0).then_some(number.units);
            if let Some(units) = whole {
                let length = units.unsigned_abs().checked_ilog10().map_or(1, |power| power as usize + 1);
                *self.lengths.entry(length).or_default() += 1;
                *self.digits.entry(length).or_default() += 1;
            }
        }
        self.follow(whole);
        let text = std::cell::OnceCell::new();
        let once = Once::default();
        for (at, kind) in TRIED.into_iter().enumerate() {
            if !may_be(kind, cell, whole) {
                no_fit(&mut self.tallies[at], row, || text.get_or_init(|| cell.value.to_string()).clone(), kind);
                continue;
            }
            let read = match kind {
                Kind::Day if is_serial(cell) && !self.terms.serials => {
                    note_with(&mut self.serial_days, row, || cell.value.to_string(), "是数字，不是日期");
                    self.serial_days.hits += 1;
                    continue;
                }
                Kind::Percent if self.terms.bare.is_none() && is_bare(cell, &once) => {
                    self.take_bare(row, cell);
                    continue;
                }
                kind => read_once(kind, cell, &self.terms, known, None, &once),
            };
            if kind == Kind::Day && matches!(read, Read::Value(_)) {
                let writing = day_of(cell, &self.terms, &once).map_or(Writing::Excel, |(_, writing)| writing);
                *self.writings.entry(writing).or_default() += 1;
            }
            if kind == Kind::Flag && matches!(cell.value, RawValue::Flag(_)) {
                self.truths += 1;
            } else if kind == Kind::Flag
                && let Some(pair) = pair_of(&cell.value.text())
            {
                self.pairs[pair] += 1;
            }
            count_with(&mut self.tallies[at], &read, row, || cell.value.to_string());
        }
        for tally in &mut self.links {
            no_fit(tally, row, || cell.value.to_string(), Kind::Link);
        }
    }

    /// Whether numbers count the rows.
    fn follow(&mut self, number: Option<i64>) {
        let Some(number) = number else { return };
        self.in_order += u32::from(number == 1 || self.next == Some(number));
        self.next = number.checked_add(1);
    }

    fn text(&mut self, row: u32, cell: &RawCell, text: &str, known: &dyn Known, department: Option<u64>) {
        self.texts += 1;
        self.follow(if digits(text) && !is_padded(text) { text.parse().ok() } else { None });
        if let Some(seen) = self.distinct.get_mut(text) {
            seen.count += 1;
            let (fits, marks, links) = (seen.fits, seen.marks, Rc::clone(&seen.links));
            self.mark(marks);
            self.apply(row, cell, &fits, &links, known, department);
            return;
        }
        let once = Once::default();
        let is_bare = self.terms.bare.is_none() && may_read(Kind::Percent, text, known) && is_bare(cell, &once);
        let fits = TRIED.map(|kind| {
            if kind == Kind::Percent && is_bare {
                return Fit::Bare;
            }
            if may_read(kind, text, known) {
                fit(&read_once(kind, cell, &self.terms, known, department, &once))
            } else {
                Fit::No
            }
        });
        let links: Rc<[Fit]> = (0..self.links.len())
            .map(|kind| match known.link(kind, &narrow(text)) {
                super::known::Match::One(_) => Fit::Hit,
                super::known::Match::Several => Fit::Near,
                super::known::Match::None => Fit::No,
            })
            .collect();
        if self.filled <= PROBED {
            for (kind, codes) in self.link_codes.iter_mut().enumerate() {
                *codes += u32::from(known.is_code(kind, &narrow(text)));
            }
        }
        let marks = marks_of(text, cell, known);
        self.mark(marks);
        self.apply(row, cell, &fits, &links, known, department);
        if text.len() <= WORD * 3 && self.distinct.len() < DISTINCT {
            self.distinct.insert(text.to_owned(), Seen { count: 1, fits, links, marks });
        } else {
            self.has_more = true;
        }
    }

    fn take_bare(&mut self, row: u32, cell: &RawCell) {
        note_with(&mut self.bare, row, || cell.value.to_string(), "没有百分号，须确认是百分数还是小数");
        self.bare.hits += 1;
        self.bare_big += u32::from(number(cell).is_some_and(|found| is_over_one(&found.number)));
    }

    fn mark(&mut self, marks: Marks) {
        match marks.beside {
            Some(Beside::Percent) => self.percents += 1,
            Some(Beside::Money) => self.moneys += 1,
            Some(Beside::Square) => self.squares += 1,
            Some(Beside::Land(unit)) => *self.lands.entry(unit).or_default() += 1,
            Some(Beside::Nothing) | None => {}
        }
        self.powers += u32::from(marks.has_power);
        self.most_places = self.most_places.max(marks.places.unwrap_or_default().min(DECIMALS));
        if let Some(writing) = marks.writing {
            *self.writings.entry(writing).or_default() += 1;
        }
        if let Some(pair) = marks.pair {
            self.pairs[pair] += 1;
        }
        if let Some(length) = marks.padded {
            *self.padded.entry(length).or_default() += 1;
        }
        if let Some(length) = marks.digits {
            *self.digits.entry(length).or_default() += 1;
        }
        if let Some((first, second)) = marks.unordered {
            self.first_over_12 += u32::from(first > 12);
            self.second_over_12 += u32::from(second > 12);
        }
        self.chars += u64::from(marks.chars);
        self.longest = self.longest.max(marks.chars);
        self.breaks += u32::from(marks.has_break);
        self.codelike += u32::from(marks.is_codelike);
        self.ids += marks.ids;
    }

    fn apply(
        &mut self,
        row: u32,
        cell: &RawCell,
        fits: &[Fit; TRIED.len()],
        links: &[Fit],
        known: &dyn Known,
        department: Option<u64>,
    ) {
        for (at, fit) in fits.iter().enumerate() {
            if *fit == Fit::Bare {
                self.take_bare(row, cell);
                continue;
            }
            // who shares his name is told apart by the department of each row
            let is_person =
                matches!(TRIED[at], Kind::Person | Kind::Persons) && *fit != Fit::No && department.is_some();
            let tally = &mut self.tallies[at];
            if !is_person && add(tally, *fit) {
                continue;
            }
            if is_person || tally.misfits.len() < MISFITS || *fit == Fit::Near {
                let read = read(TRIED[at], cell, &self.terms, known, department);
                if is_person {
                    count_with(tally, &read, row, || cell.value.to_string());
                } else {
                    explain(tally, &read, row, &cell.value.to_string());
                }
            }
        }
        for (kind, fit) in links.iter().enumerate() {
            let tally = &mut self.links[kind];
            if !add(tally, *fit) {
                let terms = Terms { link: Some(kind), ..self.terms.clone() };
                if tally.misfits.len() < MISFITS || *fit == Fit::Near {
                    explain(tally, &read(Kind::Link, cell, &terms, known, None), row, &cell.value.to_string());
                }
            }
        }
    }
}

fn is_over_one(number: &crate::sheet::Number) -> bool {
    10_i64.checked_pow(u32::from(number.places)).is_none_or(|one| number.units.abs() > one)
}

fn fit(read: &Read) -> Fit {
    match read {
        Read::Value(Value::Nothing) => Fit::Dash,
        Read::Value(_) => Fit::Hit,
        Read::Rounded(_) => Fit::Rounded,
        Read::Near(_) => Fit::Near,
        Read::No(_) => Fit::No,
    }
}

/// Counts a cell; whether that is all there is to say.
fn add(tally: &mut Tally, fit: Fit) -> bool {
    match fit {
        Fit::Hit => tally.hits += 1,
        Fit::Rounded => (tally.hits, tally.rounded) = (tally.hits + 1, tally.rounded + 1),
        Fit::Dash => tally.dashes += 1,
        Fit::Near => tally.near += 1,
        Fit::Bare | Fit::No => {}
    }
    !matches!(fit, Fit::Near | Fit::No)
}

fn explain(tally: &mut Tally, read: &Read, row: u32, text: &str) {
    if let Read::Near(why) | Read::No(why) = read {
        if matches!(read, Read::Near(_)) && (tally.reasons.len() < MISFITS || tally.reasons.contains_key(why.as_ref()))
        {
            *tally.reasons.entry(why.clone().into_owned()).or_default() += 1;
        }
        note(tally, row, text, why);
    }
}

fn count(tally: &mut Tally, read: &Read, row: u32, text: &str) {
    count_with(tally, read, row, || text.to_owned());
}

fn count_with(tally: &mut Tally, read: &Read, row: u32, text: impl FnOnce() -> String) {
    if !add(tally, fit(read)) && (tally.misfits.len() < MISFITS || matches!(read, Read::Near(_))) {
        explain(tally, read, row, &text());
    }
}

fn no_fit(tally: &mut Tally, row: u32, text: impl FnOnce() -> String, kind: Kind) {
    if tally.misfits.len() < MISFITS {
        note(tally, row, &text(), &format!("不是{}", kind.label()));
    }
}

fn note(tally: &mut Tally, row: u32, text: &str, why: &str) {
    note_with(tally, row, || text.to_owned(), why);
}

fn note_with(tally: &mut Tally, row: u32, text: impl FnOnce() -> String, why: &str) {
    if tally.misfits.len() < MISFITS {
        tally.misfits.push(Misfit { row: row.saturating_add(1), text: shown(&text()), why: why.to_owned() });
    }
}

/// Whether it is worth reading a figure as a kind.
fn may_be(kind: Kind, cell: &RawCell, whole: Option<i64>) -> bool {
    let is_number = matches!(cell.value, RawValue::Number(_));
    match kind {
        Kind::Idno => whole.is_some_and(|number| number >= 100_000_000_000_000),
        Kind::Account => whole.is_some_and(|number| number >= 100_000_000_000),
        Kind::Phone => whole.is_some_and(|number| number >= 2_000_000),
        Kind::Year => whole.is_some_and(|number| (1900..=2100).contains(&number)),
        Kind::Flag => matches!(cell.value, RawValue::Flag(_)) || matches!(whole, Some(0 | 1)),
        Kind::Percent | Kind::Money | Kind::Area | Kind::Whole | Kind::Decimal => is_number,
        Kind::Dept | Kind::Person | Kind::Persons => false,
        Kind::Day | Kind::Moment | Kind::Month => !matches!(cell.value, RawValue::Flag(_)),
        _ => true,
    }
}

/// A value as one number, for pairs of columns that are told apart together.
pub(super) fn hash(value: impl Hash) -> u64 {
    FixedState::default().hash_one(value)
}
