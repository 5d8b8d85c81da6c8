//! What can be seen of a text without reading it as a kind, and whether it is worth reading as one.

use crate::sheet::{RawCell, RawValue};

use super::amount::{Beside, amount};
use super::day::{Said, Writing, said};
use super::kind::Kind;
use super::known::Known;
use super::plain::digits;
use super::read::{Read, Terms, is_padded, pair_of, read};

/// What can be seen of a text or number without reading it as a kind.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Marks {
    pub beside: Option<Beside>,
    pub has_power: bool,
    pub places: Option<u8>,
    pub writing: Option<Writing>,
    pub pair: Option<usize>,
    pub padded: Option<usize>,
    /// How many digits it is made of, when of nothing else.
    pub digits: Option<usize>,
    pub chars: u32,
    pub has_break: bool,
    pub is_codelike: bool,
    pub ids: u32,
    /// First and second number of a day without order.
    pub unordered: Option<(i16, i16)>,
}

/// Looks at a text.
pub(super) fn marks_of(text: &str, cell: &RawCell, known: &dyn Known) -> Marks {
    let mut marks = Marks {
        chars: u32::try_from(text.chars().count()).unwrap_or(u32::MAX),
        has_break: text.contains('\n'),
        ..Marks::default()
    };
    if may_read(Kind::Decimal, text, known)
        && let Some(found) = amount(text)
    {
        marks.beside = Some(found.unit);
        marks.has_power = found.power > 0;
        marks.places = Some(found.number.places);
    }
    if may_read(Kind::Day, text, known) {
        match said(text) {
            Some(Said::Day(_, writing)) => marks.writing = Some(writing),
            Some(Said::Unordered([first, second, _])) => marks.unordered = Some((first, second)),
            _ => {}
        }
    }
    marks.pair = if text.len() <= 12 { pair_of(text) } else { None };
    marks.padded = is_padded(text).then_some(text.len());
    marks.digits = digits(text).then_some(text.len());
    let signs = text.bytes().filter(u8::is_ascii_alphanumeric).count();
    let numbers = text.bytes().filter(u8::is_ascii_digit).count();
    let words = text.chars().filter(|c| is_han(*c)).count();
    let is_mark = |c: char| {
        matches!(c, '-' | '_' | '/' | '.' | '#' | '·' | '〔' | '〕' | '[' | ']' | '(' | ')' | '（' | '）' | ' ')
    };
    let is_sign = |c: char| c.is_ascii_alphanumeric() || is_han(c) || is_mark(c);
    let weighs = signs >= words.max(3) || text.contains(['〔', '[']) && signs >= words;
    marks.is_codelike = numbers > 0 && marks.chars <= 40 && weighs && text.chars().all(is_sign);
    if marks.chars > 18 && text.bytes().filter(u8::is_ascii_digit).count() >= 17 {
        marks.ids = ids_within(text, cell);
    }
    marks
}

const fn is_han(c: char) -> bool {
    matches!(c, '\u{4e00}'..='\u{9fff}')
}

/// Identity numbers inside of a longer text.
fn ids_within(text: &str, cell: &RawCell) -> u32 {
    let tokens = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|token| token.len() == 18);
    let is_id = |token: &str| {
        let cell = RawCell { value: RawValue::Text(token.to_owned()), ..cell.clone() };
        matches!(read(Kind::Idno, &cell, &Terms::default(), &super::known::Nobody, None), Read::Value(_))
    };
    u32::try_from(tokens.filter(|token| is_id(token)).count()).unwrap_or(u32::MAX)
}

/// Whether it is worth reading a text as a kind.
pub(super) fn may_read(kind: Kind, text: &str, known: &dyn Known) -> bool {
    let text = text.trim_start();
    let is_short = text.len() <= 60;
    let has_digit = || text.contains(|c: char| c.is_ascii_digit() || ('０'..='９').contains(&c));
    let is_dash = || super::amount::is_dash(text);
    match kind {
        Kind::Dept | Kind::Person | Kind::Persons => !known.is_empty() && text.len() <= 200,
        Kind::Flag => text.len() <= 12,
        Kind::Day | Kind::Moment | Kind::Month | Kind::Year => {
            is_short && (has_digit() || text.contains('年') || is_dash())
        }
        Kind::Idno | Kind::Account => is_short && text.len() >= 12 && has_digit(),
        Kind::Phone => has_digit() && text.len() >= 7 && text.len() <= 200,
        _ => {
            let is_sign =
                |c: char| matches!(c, '-' | '−' | '－' | '/' | '／' | '—' | '–' | '(' | '（' | '￥' | '¥' | '人' | 'R');
            let starts = |c: char| c.is_ascii_digit() || ('０'..='９').contains(&c) || is_sign(c);
            is_short && text.starts_with(starts) && (has_digit() || is_dash())
        }
    }
}
