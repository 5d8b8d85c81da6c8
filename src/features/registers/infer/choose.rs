//! Which kind a column is: the first of the table whose share of fitting cells is certain enough.
//!
//! Invariant: confidence is the lower bound of Wilson's interval (z = 1.28), moved by the words of the header; nothing else
//! is weighed. What a kind asks for besides is a condition, named here.

use super::column::{Collector, Tally};
use super::kind::{Kind, Speaks, is_foreign, money_power, unit_of_path};
use super::known::Known;
use super::read::{Bare, NUMBERS, PAIRS, Terms, parts};

/// Confidence from which a kind counts at all, and from which it is high.
pub(super) const MEDIUM: f64 = 0.70;
pub(super) const HIGH: f64 = 0.90;

/// Entries of a new dictionary.
const ENTRIES: usize = 30;
const ENTRIES_BY_WORD: usize = 12;

/// Decimal places of a price of which none is there yet.
const EMPTY_PLACES: u8 = 2;

/// A kind with what was decided beside it.
#[derive(Debug, Clone)]
pub(super) struct Chosen {
    pub kind: Kind,
    pub confidence: f64,
    pub terms: Terms,
    pub unit: Option<String>,
    /// Cells that are of the kind, those that stand for nothing, and all with content.
    pub hits: u32,
    pub dashes: u32,
    /// Numbers that may have lost zeros in front.
    pub lost_zeros: bool,
    /// Percentages that could be a hundredth of that.
    pub asks_percent: bool,
    /// Whether who fills in a row may add a choice.
    pub is_open: bool,
}

/// The lower end of what a share may really be.
pub(super) fn wilson(hits: u32, all: u32) -> f64 {
    const Z: f64 = 1.28;
    if all == 0 {
        return 0.0;
    }
    let (hits, all) = (f64::from(hits.min(all)), f64::from(all));
    let (share, square) = (hits / all, Z * Z / all);
    let middle = share + square / 2.0;
    let width = Z * (share * (1.0 - share) / all + square / (4.0 * all)).sqrt();
    (middle - width) / (1.0 + square)
}

struct Chooser<'c> {
    column: &'c Collector,
    known: &'c dyn Known,
    /// Whether a line above the header names a unit of money.
    has_money_line: bool,
}

/// Decides about a column.
pub(super) fn choose(column: &Collector, known: &dyn Known, has_money_line: bool) -> Chosen {
    let chooser = Chooser { column, known, has_money_line };
    let has_pictures = column.cell_pictures > 0 || column.anchored > 0;
    let is_for_pictures = column.filled == 0 || column.speaks.is_for(Kind::Pictures);
    if has_pictures && (is_for_pictures || column.cell_pictures * 2 >= column.filled) {
        return chooser.settled(Kind::Pictures, 1.0);
    }
    if column.filled == 0 {
        return chooser.empty();
    }
    chooser.counted().or_else(|| chooser.named()).or_else(|| chooser.worded()).unwrap_or_else(|| chooser.text())
}

/// What a person decided; `link` is the name of what a link goes to.
pub(super) fn decided(column: &Collector, kind: Kind, link: Option<&str>, known: &dyn Known) -> Chosen {
    let chooser = Chooser { column, known, has_money_line: false };
    let mut chosen = chooser.settled(kind, 1.0);
    chosen.terms.serials = kind == Kind::Day && column.serial_days.hits > 0;
    if chosen.terms.serials {
        chosen.hits += column.serial_days.hits;
    }
    if kind == Kind::Percent && column.bare.hits > 0 && column.terms.bare.is_none() {
        chooser.resolve_bare(&mut chosen);
    }
    if kind == Kind::Link {
        let all = known.links();
        let said = link.and_then(|name| all.iter().position(|one| one.name == name));
        let likely =
            || (0..all.len()).max_by_key(|at| (column.links.get(*at).map_or(0, |tally| tally.hits), all.len() - at));
        chosen.terms.link = said.or_else(likely);
        chosen.hits = chosen.terms.link.and_then(|at| column.links.get(at)).map_or(0, |tally| tally.hits);
        chosen.dashes = 0;
    }
    chosen
}

impl Chooser<'_> {
    fn tally(&self, kind: Kind) -> Tally {
        self.column.tally(kind).cloned().unwrap_or_default()
    }

    /// Whether the header says that there are no other choices than those of today.
    fn is_closed(&self) -> bool {
        self.speaks().is_for(Kind::Choice) || self.speaks().is_for(Kind::Flag)
    }

    fn speaks(&self) -> &Speaks {
        &self.column.speaks
    }

    /// A kind with the terms that go with it, for better or worse.
    fn settled(&self, kind: Kind, confidence: f64) -> Chosen {
        let tally = self.tally(if kind == Kind::Serial { Kind::Whole } else { kind });
        let mut terms = self.column.terms.clone();
        let mut unit = None;
        match kind {
            Kind::Decimal => {
                terms.places = self.column.most_places;
                let land = self.column.lands.iter().max_by_key(|(_, count)| **count).map(|(unit, _)| *unit);
                terms.land = terms.land.or(land);
                unit = terms.land.map(str::to_owned).or_else(|| unit_of_path(&self.column.head.path));
            }
            Kind::Whole => unit = unit_of_path(&self.column.head.path),
            Kind::Money => unit = Some(money_unit(terms.power).to_owned()),
            Kind::Area => unit = Some("㎡".to_owned()),
            Kind::Flag => {
                let pairs = self.column.pairs;
                let counts = |pair: &usize| pairs[*pair] > 0 && (*pair != NUMBERS || terms.has_word.flag);
                terms.pair = (0..PAIRS.len()).filter(counts).max_by_key(|pair| pairs[*pair]);
            }
            _ => {}
        }
        let hits = match kind {
            Kind::Choice | Kind::Choices | Kind::Code | Kind::Long | Kind::Text => {
                self.column.filled - self.column.bad.near
            }
            Kind::Pictures => self.column.cell_pictures,
            Kind::Flag => self.column.truths + terms.pair.map_or(0, |pair| self.column.pairs[pair]),
            _ => tally.hits,
        };
        Chosen {
            kind,
            confidence,
            terms,
            unit,
            hits,
            dashes: tally.dashes,
            lost_zeros: false,
            asks_percent: false,
            is_open: matches!(kind, Kind::Choice | Kind::Choices) && !self.is_closed(),
        }
    }

    /// A kind whose cells fit often enough.
    fn fits(&self, kind: Kind) -> Option<Chosen> {
        let tally = self.tally(kind);
        self.enough(kind, tally.hits, tally.near, tally.dashes).map(|confidence| self.settled(kind, confidence))
    }

    fn enough(&self, kind: Kind, hits: u32, near: u32, dashes: u32) -> Option<f64> {
        let all = self.column.filled.saturating_sub(dashes);
        let confidence = (wilson(hits + near, all) + self.speaks().weight(kind)).min(1.0);
        let is_mostly = hits * 2 >= all || (self.speaks().is_for(kind) && hits + near > 0);
        (all > 0 && is_mostly && confidence >= MEDIUM).then_some(confidence)
    }

    /// What a column is for in which nothing stands yet.
    fn empty(&self) -> Chosen {
        let kind = self.speaks().of_empty();
        let mut chosen = self.settled(kind, 0.0);
        if kind == Kind::Decimal {
            chosen.terms.places = EMPTY_PLACES;
        }
        chosen
    }

    /// Numbers, days, and numbers of people and things.
    fn counted(&self) -> Option<Chosen> {
        let column = self.column;
        let label = column.head.label.as_str();
        let numbers_rows = ["序号", "No", "No.", "NO", "NO.", "№", "#"].contains(&label)
            || (column.head.column == 0 && column.head.is_unnamed);
        if numbers_rows && column.filled > 0 && column.in_order * 100 >= column.filled * 98 {
            return Some(self.settled(Kind::Serial, wilson(column.in_order, column.filled) + 0.08));
        }
        if let Some(chosen) = self.fits(Kind::Idno) {
            return Some(chosen);
        }
        if self.speaks().is_for(Kind::Account)
            && let Some(chosen) = self.fits(Kind::Account)
        {
            return Some(chosen);
        }
        if let Some(chosen) = self.fits(Kind::Phone) {
            return Some(chosen);
        }
        if self.lost_zeros() {
            return Some(Chosen { lost_zeros: true, ..self.text() });
        }
        if self.is_name() { None } else { self.days().or_else(|| self.numbers()) }
    }

    /// Whether numbers are names: by the header, or as one of them has a zero in front and all are of one length.
    fn is_name(&self) -> bool {
        let column = self.column;
        let is_plain = column.most_places == 0 && column.moneys == 0 && column.percents == 0;
        let digits: u32 = column.digits.values().sum();
        let is_padded = !column.padded.is_empty() && column.digits.len() == 1 && digits == column.filled;
        is_plain && (self.speaks().is_name() || is_padded)
    }

    fn days(&self) -> Option<Chosen> {
        let column = self.column;
        let day = self.tally(Kind::Day);
        let serials = column.serial_days.hits;
        let has_word = self.speaks().is_for(Kind::Day);
        let are_days = serials > 0 && (has_word || day.hits * 10 >= (day.hits + serials) * 3 && day.hits > 0);
        let hits = day.hits + if are_days { serials } else { 0 };
        let is_month = self.speaks().is_for(Kind::Month) && hits == 0;
        let months = self.fits(Kind::Month).filter(|chosen| chosen.hits > hits || is_month);
        if months.is_some() {
            return months;
        }
        if let Some(confidence) = self.enough(Kind::Day, hits, day.near, day.dashes) {
            let mut chosen = self.settled(Kind::Day, confidence);
            (chosen.hits, chosen.terms.serials) = (hits, are_days);
            return Some(chosen);
        }
        self.fits(Kind::Moment).or_else(|| self.fits(Kind::Year))
    }

    fn numbers(&self) -> Option<Chosen> {
        let column = self.column;
        let is_code = self.speaks().is_for(Kind::Code);
        self.percent().or_else(|| self.money()).or_else(|| {
            let has_land = column.lands.values().sum::<u32>() > 0 || column.terms.land.is_some();
            let is_area = (self.speaks().is_for(Kind::Area) || column.squares > 0) && !has_land;
            if is_area && let Some(chosen) = self.fits(Kind::Area).filter(|chosen| chosen.hits >= self.decimals().hits)
            {
                return Some(chosen);
            }
            let is_whole = column.most_places == 0 && !(is_code && column.is_unique());
            let whole = if is_whole { self.fits(Kind::Whole) } else { None };
            whole.or_else(|| {
                let decimals = self.decimals();
                let can_be = !(is_code && column.is_unique() && column.most_places == 0);
                self.enough(Kind::Decimal, decimals.hits, decimals.near, decimals.dashes)
                    .filter(|_| can_be)
                    .map(|confidence| Chosen { hits: decimals.hits, ..self.settled(Kind::Decimal, confidence) })
            })
        })
    }

    /// Cells with six decimals at most: read with as many as any of them has.
    fn decimals(&self) -> Tally {
        self.tally(Kind::Decimal)
    }

    fn percent(&self) -> Option<Chosen> {
        let column = self.column;
        if column.percents == 0 && !self.speaks().is_for(Kind::Percent) {
            return None;
        }
        let tally = self.tally(Kind::Percent);
        let is_said = self.speaks().is_for(Kind::Percent) || tally.hits * 2 > column.filled;
        let bare = if is_said { column.bare.hits } else { 0 };
        let confidence = self.enough(Kind::Percent, tally.hits + bare, tally.near, tally.dashes)?;
        let mut chosen = self.settled(Kind::Percent, confidence);
        if bare > 0 {
            self.resolve_bare(&mut chosen);
        }
        Some(chosen)
    }

    /// Bare numbers are percent as soon as one of them is above one; else it has to be asked.
    fn resolve_bare(&self, chosen: &mut Chosen) {
        if self.column.bare_big > 0 {
            chosen.terms.bare = Some(Bare::Hundredths);
            chosen.hits += self.column.bare.hits;
        } else {
            chosen.asks_percent = true;
        }
    }

    fn money(&self) -> Option<Chosen> {
        let column = self.column;
        let unit = unit_of_path(&column.head.path);
        if unit.as_deref().is_some_and(is_foreign) {
            return None;
        }
        let is_plain = self.speaks().is_silent() && unit.is_none();
        let by_line = self.has_money_line && is_plain && column.most_places > 0;
        let by_unit = unit.is_some_and(|unit| money_power(&unit).is_some() && !unit.contains('/'));
        let is_money =
            self.speaks().is_for(Kind::Money) || column.moneys > 0 || column.powers > 0 || by_line || by_unit;
        let is_other = [Kind::Area, Kind::Whole, Kind::Decimal].iter().any(|kind| self.speaks().is_for(*kind));
        if !is_money || (is_other && !self.speaks().is_for(Kind::Money) && column.moneys * 2 < column.filled) {
            return None;
        }
        // finer than fen: a price, kept with its decimals
        self.fits(Kind::Money).filter(|chosen| chosen.hits >= self.decimals().hits)
    }

    /// Codes of one length among which numbers are shorter.
    fn lost_zeros(&self) -> bool {
        let column = self.column;
        if column.lengths.is_empty() {
            return false;
        }
        let longest = column.lengths.keys().max().copied().unwrap_or_default();
        if let Some((length, count)) = column.padded.iter().max_by_key(|(_, count)| **count) {
            let padded: u32 = column.padded.values().sum();
            return *count * 10 >= padded * 8 && padded * 10 >= column.filled && longest <= *length;
        }
        let all: u32 = column.lengths.values().sum();
        let full = column.lengths.get(&longest).copied().unwrap_or_default();
        let is_one_length = longest >= 4 && full < all && full * 10 >= all * 7 && all == column.filled;
        is_one_length && self.speaks().is_for(Kind::Code)
    }

    /// Yes and no, departments, people, things.
    fn named(&self) -> Option<Chosen> {
        let column = self.column;
        let flags = column.pairs.iter().sum::<u32>() + column.truths;
        let best = column.pairs.iter().max().copied().unwrap_or_default() + column.truths;
        if best > 1 && best == flags && flags + column.bad.near == column.filled {
            let tally = self.tally(Kind::Flag);
            if let Some(confidence) = self.enough(Kind::Flag, tally.hits, 0, 0) {
                return Some(self.settled(Kind::Flag, confidence));
            }
        }
        if self.known.is_empty() {
            return None;
        }
        let dept = self.tally(Kind::Dept);
        if dept.hits * 10 >= column.filled * 8
            && let Some(chosen) = self.fits(Kind::Dept)
        {
            return Some(chosen);
        }
        self.person().or_else(|| self.link())
    }

    fn person(&self) -> Option<Chosen> {
        let (one, many) = (self.tally(Kind::Person), self.tally(Kind::Persons));
        let (kind, tally) = if many.hits > one.hits { (Kind::Persons, many) } else { (Kind::Person, one) };
        let is_enough = tally.hits * 10 >= self.column.filled * 7;
        is_enough.then(|| self.fits(kind)).flatten()
    }

    fn link(&self) -> Option<Chosen> {
        let label = self.column.head.path.join("-");
        let fitting = self.known.links().iter().enumerate().filter_map(|(at, link)| {
            let has_word = link.words.iter().any(|word| label.contains(word));
            let is_tried = has_word || self.column.link_codes.get(at).is_some_and(|codes| *codes >= 5);
            let tally = self.column.links.get(at).filter(|_| is_tried)?;
            (tally.hits * 10 >= self.column.filled * 7).then_some((has_word, tally.hits, at))
        });
        let (has_word, hits, at) = fitting.max()?;
        let tally = self.column.links.get(at)?;
        let word = if has_word { 0.08 } else { 0.0 };
        let confidence = (wilson(hits + tally.near, self.column.filled) + word).min(1.0);
        let mut chosen = self.settled(Kind::Link, confidence);
        (chosen.terms.link, chosen.hits) = (Some(at), hits);
        (confidence >= MEDIUM - 0.1).then_some(chosen)
    }

    /// Choices, codes, long texts.
    fn worded(&self) -> Option<Chosen> {
        let column = self.column;
        let distinct = if column.has_more { usize::MAX } else { column.choices().len() };
        let rows = column.texts;
        let mean = column.chars / u64::from(rows.max(1));
        let few = distinct <= ENTRIES && rows >= 20 && distinct * 5 <= rows as usize;
        let is_closed = self.is_closed();
        let by_word = is_closed && distinct <= ENTRIES_BY_WORD && distinct < rows as usize;
        let is_text = column.numbers == 0 && rows > 0;
        let is_naming = self.speaks().is_naming() && !is_closed;
        if is_text && distinct > 0 && mean <= 12 && (few && !is_naming || by_word) {
            let once = column.choices().iter().filter(|(_, count)| *count == 1).count();
            let once = u32::try_from(once).unwrap_or(u32::MAX);
            let confidence = wilson(rows.saturating_sub(once), rows).max(MEDIUM);
            return Some(self.settled(Kind::Choice, confidence));
        }
        if is_text && self.are_choices(rows) {
            return Some(self.settled(Kind::Choices, MEDIUM));
        }
        let is_code = self.speaks().is_for(Kind::Code) || column.codelike * 10 >= column.filled * 8;
        if is_code && column.is_unique() && column.filled >= 2 && column.longest <= 64 {
            return Some(self.settled(Kind::Code, wilson(column.filled, column.filled)));
        }
        let is_long = mean > 30 || column.breaks * 10 >= column.filled.max(1) || column.longest > 500;
        let by_word = self.speaks().is_for(Kind::Long) && mean > 12;
        (column.filled > 0 && (is_long || by_word)).then(|| self.settled(Kind::Long, 1.0))
    }

    /// Cells that name several of a few words.
    fn are_choices(&self, rows: u32) -> bool {
        if self.column.has_more || self.column.longest > 60 {
            return false;
        }
        let mut words = std::collections::BTreeSet::new();
        let (mut several, mut named) = (0, 0);
        for (text, count) in self.column.choices() {
            let all = parts(&text);
            several += if all.len() > 1 { count } else { 0 };
            named += all.len() * count as usize;
            if all.iter().any(|word| word.chars().count() > 8) {
                return false;
            }
            words.extend(all.into_iter().map(str::to_owned));
        }
        several * 5 >= rows && rows >= 10 && words.len() <= ENTRIES && words.len() * 5 <= named
    }

    fn text(&self) -> Chosen {
        let kind = if self.column.longest > 500 { Kind::Long } else { Kind::Text };
        self.settled(kind, 1.0)
    }
}

/// What amounts of a power of ten are called.
pub(super) const fn money_unit(power: u8) -> &'static str {
    match power {
        3 => "千元",
        4 => "万元",
        6 => "百万元",
        8 => "亿元",
        _ => "元",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_rows_are_no_proof() {
        let percent = |hits, all| (wilson(hits, all) * 1000.0).round() / 1000.0;
        assert_eq!(percent(409, 412), 0.985);
        assert_eq!(percent(5, 5), 0.753);
        assert_eq!(percent(3, 3), 0.647);
        assert!(percent(0, 0) == 0.0 && percent(0, 10) < 1e-9);
    }
}
