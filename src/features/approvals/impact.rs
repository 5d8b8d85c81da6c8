//! 影响的金额: what a yes does to the money, told above the fold of a decision.
//!
//! A kind of document says it in its own room, by the functions that carry it out; the engine leaves out what is made of
//! fields that the reader's node hides.

use schemars::JsonSchema;
use serde::Serialize;

use super::binding::{Binding, Doc};
use super::constants::ImpactPart;
use super::definition::record::FieldRights;
use super::rights::hides_any;
use crate::error::Result;
use crate::op::View;

/// Brought by a feature: what a yes to a kind of document does. Several may speak for one kind, the lowest feature first.
pub struct ImpactOf {
    /// Keys of the processes that it speaks for.
    pub keys: &'static [&'static str],
    pub of: fn(&View<'_>, &Doc) -> Result<Impact>,
}

/// What a yes does.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Impact {
    /// One sentence, and the fields that it is made of.
    pub sentence: Option<(String, &'static [&'static str])>,
    pub lines: Vec<Line>,
}

/// One sum, or a fact beside the sums.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub part: ImpactPart,
    pub label: &'static str,
    pub worth: Worth,
    /// Fields that it is made of: whoever may not see one of them doesn't see the line.
    pub fields: &'static [&'static str],
}

/// What a line says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Worth {
    Fen(i64),
    Said(String),
}

impl Line {
    /// A sum of money.
    pub const fn fen(part: ImpactPart, label: &'static str, fen: i64, fields: &'static [&'static str]) -> Self {
        Self { part, label, worth: Worth::Fen(fen), fields }
    }
    /// A fact beside the sums.
    pub const fn said(label: &'static str, text: String, fields: &'static [&'static str]) -> Self {
        Self { part: ImpactPart::Basis, label, worth: Worth::Said(text), fields }
    }
}

/// What a yes would do to the money.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ApprovalImpact")]
pub struct ImpactOut {
    /// What it is about in one sentence; empty where the kind of document has none.
    pub sentence: String,
    /// Sums and facts, in the order in which they are read.
    pub lines: Vec<ImpactLine>,
}

/// A sum or a fact.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImpactLine {
    /// Whether it is so before, after, is given up, falls due, or is what the decision stands on.
    pub part: ImpactPart,
    /// What people call it.
    pub label: String,
    /// The sum, fen; none of a fact.
    pub amount_fen: Option<i64>,
    /// The fact in words; empty of a sum.
    pub text: String,
}

/// What a yes would do, as somebody with these rights of fields may read it; none for a kind that says nothing.
///
/// # Errors
/// Records that can't be read.
pub(super) fn seen(view: &View, binding: &Binding, doc: &Doc, map: &FieldRights) -> Result<Option<ImpactOut>> {
    let mut told: Option<ImpactOut> = None;
    for known in view.app.product.extensions::<ImpactOf>().filter(|one| one.keys.contains(&binding.key)) {
        let part = masked((known.of)(view, doc)?, map);
        let whole = told.get_or_insert_default();
        whole.sentence.push_str(&part.sentence);
        whole.lines.extend(part.lines);
    }
    Ok(told)
}

fn masked(impact: Impact, map: &FieldRights) -> ImpactOut {
    let open = |fields: &&'static [&'static str]| !hides_any(map, fields.iter().copied());
    let line = |line: Line| {
        let (amount_fen, text) = match line.worth {
            Worth::Fen(fen) => (Some(fen), String::new()),
            Worth::Said(text) => (None, text),
        };
        ImpactLine { part: line.part, label: line.label.to_owned(), amount_fen, text }
    };
    ImpactOut {
        sentence: impact.sentence.filter(|(_, fields)| open(fields)).map_or_else(String::new, |(text, _)| text),
        lines: impact.lines.into_iter().filter(|line| open(&line.fields)).map(line).collect(),
    }
}

/// A change in per cent with its sign and one place, half up: `+4.8%`; empty where there is nothing to compare with.
#[must_use]
pub fn change_text(before_fen: i64, after_fen: i64) -> String {
    if before_fen <= 0 {
        return String::new();
    }
    let (before, moved) = (i128::from(before_fen), i128::from(after_fen) - i128::from(before_fen));
    let tenths = (moved.abs() * 2_000 + before) / (2 * before);
    let sign = if tenths == 0 {
        ""
    } else if moved < 0 {
        "-"
    } else {
        "+"
    };
    format!("{sign}{}.{}%", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::approvals::rights::HIDDEN;

    #[test]
    fn changes_are_told_with_one_place() {
        for (before, after, expected) in [
            (1_670_000, 1_750_000, "+4.8%"),
            (1_750_000, 1_670_000, "-4.6%"),
            (1_000_000, 1_000_000, "0.0%"),
            (200_000, 100_000, "-50.0%"),
            (100_000, 100_049, "0.0%"),
            (100_000, 100_050, "+0.1%"),
            (0, 100_000, ""),
            (i64::MAX, i64::MIN, "-200.0%"),
        ] {
            assert_eq!(change_text(before, after), expected, "{before} -> {after}");
        }
    }

    #[test]
    fn what_is_made_of_a_hidden_field_is_not_told() {
        let impact = Impact {
            sentence: Some(("月租 1.00".into(), &["monthRentFen", "leaseNo"])),
            lines: vec![
                Line::fen(ImpactPart::Before, "月租金", 100, &["monthRentFen"]),
                Line::said("租期", "一年".into(), &["startDate"]),
            ],
        };
        let whole = masked(impact.clone(), &FieldRights::new());
        assert_eq!((whole.sentence.as_str(), whole.lines.len()), ("月租 1.00", 2));
        let part = masked(impact, &FieldRights::from([("monthRentFen".to_owned(), HIDDEN)]));
        let labels: Vec<&str> = part.lines.iter().map(|line| line.label.as_str()).collect();
        assert_eq!((part.sentence.as_str(), labels), ("", vec!["租期"]));
    }
}
