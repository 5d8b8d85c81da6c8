//! Formulas by their shape: arithmetic of the row they stand in, `=E5*F5` in row 5 as in every other. Pure.
//!
//! Deliberately absent: brackets, other rows, other sheets, functions but the sum of neighbours and ROUND around the whole. A
//! column of such formulas stays what their saved results are.

use std::collections::BTreeMap;

use crate::sheet::{FORMULA_ROWS, Facts, SheetRow, Written};

/// Operands at most, as of a computed field.
const MOST: usize = 8;
/// Digits of a number behind its point.
const PLACES: usize = 6;

/// What an operand is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// A column, from 0.
    Column(u32),
    /// A number as it is written.
    Number(String),
}

/// What a formula does.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Shape {
    /// Operands with their signs (`+ - * /`), from left to right.
    pub parts: Vec<(char, Part)>,
    /// Decimal places that the result is rounded to, where it is.
    pub round: Option<u8>,
}

/// What is known of the formulas of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Tally {
    /// All of one shape.
    One(Shape),
    /// Something else among them.
    Mixed,
}

/// The formulas of the columns of a table.
#[derive(Debug, Default)]
pub struct Shapes(BTreeMap<u32, Tally>);

impl Shapes {
    /// Takes a row of data in, as far as formulas are known.
    pub fn row(&mut self, facts: &Facts, line: &SheetRow) {
        if line.row >= FORMULA_ROWS {
            return;
        }
        for cell in &line.cells {
            let at = (line.row, cell.column);
            let shape = facts.formulas.get(&at).and_then(|written| shape(written, at));
            let tally = match shape {
                Some(shape) => Tally::One(shape),
                None => Tally::Mixed,
            };
            let known = self.0.entry(cell.column).or_insert_with(|| tally.clone());
            if *known != tally {
                *known = Tally::Mixed;
            }
        }
    }

    /// The shape of all formulas of a column, where every cell that was looked at has one.
    pub fn of(&self, column: u32) -> Option<Shape> {
        match self.0.get(&column)? {
            Tally::One(shape) => Some(shape.clone()),
            Tally::Mixed => None,
        }
    }
}

/// A formula that says something of its own row alone.
fn shape(written: &Written, at: (u32, u32)) -> Option<Shape> {
    let mut reading = Reading { left: written.text.trim(), from: written.at, at };
    reading.pass('=');
    reading.pass('+');
    let is_rounded = reading.word("ROUND(");
    let parts = reading.parts()?;
    let round = if is_rounded { Some(reading.places()?) } else { None };
    // a number alone is no arithmetic, another cell alone a copy
    (reading.left.is_empty() && parts.len() > 1).then_some(Shape { parts, round })
}
struct Reading<'r> {
    left: &'r str,
    /// The cell it was written in, and the one it stands in.
    from: (u32, u32),
    at: (u32, u32),
}

impl Reading<'_> {
    /// Operands up to the end, or to what follows in brackets.
    fn parts(&mut self) -> Option<Vec<(char, Part)>> {
        let (mut parts, mut sign) = (Vec::new(), '+');
        loop {
            if self.word("SUM(") {
                let (first, last) = self.span()?;
                let is_alone = matches!(sign, '+' | '-') && !self.left.starts_with(['*', '/']);
                if !is_alone || last.checked_sub(first)? as usize >= MOST {
                    return None;
                }
                parts.extend((first..=last).map(|column| (sign, Part::Column(column))));
            } else {
                parts.push((sign, self.part()?));
            }
            if parts.len() > MOST {
                return None;
            }
            let next = self.left.chars().next().filter(|next| matches!(next, '+' | '-' | '*' | '/'));
            let Some(next) = next else { return Some(parts) };
            self.pass(next);
            sign = next;
        }
    }

    /// `,2)` as the places of a rounding.
    fn places(&mut self) -> Option<u8> {
        if !self.pass(',') {
            return None;
        }
        let places: u8 = self.taken(|c| c.is_ascii_digit()).parse().ok()?;
        self.left = self.left.trim_start();
        (self.pass(')') && usize::from(places) <= PLACES).then_some(places)
    }

    fn pass(&mut self, sign: char) -> bool {
        let rest = self.left.strip_prefix(sign);
        self.left = rest.unwrap_or(self.left).trim_start();
        rest.is_some()
    }

    fn word(&mut self, word: &str) -> bool {
        let rest = self.left.get(..word.len()).filter(|head| head.eq_ignore_ascii_case(word));
        let rest = rest.and_then(|_| self.left.get(word.len()..));
        self.left = rest.unwrap_or(self.left).trim_start();
        rest.is_some()
    }

    fn taken(&mut self, is_one: impl Fn(char) -> bool) -> &str {
        let end = self.left.find(|c| !is_one(c)).unwrap_or(self.left.len());
        let (taken, rest) = self.left.split_at(end);
        self.left = rest;
        taken
    }

    fn part(&mut self) -> Option<Part> {
        if self.left.starts_with(|c: char| c.is_ascii_digit()) {
            let number = self.taken(|c| c.is_ascii_digit() || c == '.').to_owned();
            self.left = self.left.trim_start();
            let places = number.split_once('.').map_or(0, |(_, places)| places.len());
            let is_one = number.matches('.').count() <= 1 && places <= PLACES && number.len() <= 15;
            // 5% and 5:7 are none
            return (is_one && !self.left.starts_with(['%', ':', '(', '!', 'E', 'e'])).then_some(Part::Number(number));
        }
        let column = self.cell()?;
        (!self.left.starts_with([':', '(', '!'])).then_some(Part::Column(column))
    }

    /// `E5:G5)` as its first and last column.
    fn span(&mut self) -> Option<(u32, u32)> {
        let first = self.cell()?;
        if !self.pass(':') {
            return None;
        }
        let last = self.cell()?;
        (self.pass(')') && first <= last).then_some((first, last))
    }

    /// A cell of the same row as its column.
    fn cell(&mut self) -> Option<u32> {
        let is_fixed = self.left.starts_with('$');
        self.taken(|c| c == '$');
        let letters = self.taken(|c| c.is_ascii_alphabetic()).to_ascii_uppercase();
        if letters.is_empty() || letters.len() > 3 {
            return None;
        }
        let column = letters.bytes().fold(0_u32, |sum, letter| sum * 26 + u32::from(letter - b'A') + 1) - 1;
        let is_row_fixed = self.left.starts_with('$');
        self.taken(|c| c == '$');
        let row: u32 = self.taken(|c| c.is_ascii_digit()).parse().ok()?;
        self.left = self.left.trim_start();
        let row = row.checked_sub(1)?;
        let moved =
            |number: u32, from: u32, to: u32| u32::try_from(i64::from(number) + i64::from(to) - i64::from(from));
        let column = if is_fixed { column } else { moved(column, self.from.1, self.at.1).ok()? };
        let row = if is_row_fixed { row } else { moved(row, self.from.0, self.at.0).ok()? };
        (row == self.at.0 && column != self.at.1).then_some(column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shape of a text that stands in G5, written in another cell.
    fn read(text: &str, from: (u32, u32)) -> Option<String> {
        let shape = shape(&Written { text: text.into(), at: from }, (4, 6))?;
        let told = |(sign, part): &(char, Part)| match part {
            Part::Column(column) => format!("{sign}{column}"),
            Part::Number(number) => format!("{sign}#{number}"),
        };
        let parts: String = shape.parts.iter().map(told).collect();
        Some(shape.round.map_or(parts.clone(), |places| format!("{parts}~{places}")))
    }

    #[test]
    fn formulas_of_their_own_row_have_a_shape() {
        for (text, wanted) in [
            ("E5*F5", Some("+4*5")),
            ("=E5*F5", Some("+4*5")),
            ("+E5 - F5 / 12", Some("+4-5/#12")),
            ("$E5*1.06", Some("+4*#1.06")),
            ("e5+f5", Some("+4+5")),
            ("SUM(C5:F5)", Some("+2+3+4+5")),
            ("B5-SUM(C5:D5)", Some("+1-2-3")),
            ("SUM(E5:E5)*2", None),
            ("E5", None),
            ("12", None),
            ("-E5+F5", None),
            ("E4*F5", None),
            ("E$4*F5", None),
            ("E5*G5", None),
            ("(E5+F5)*2", None),
            ("ROUND(E5*F5,2)", Some("+4*5~2")),
            ("=round( E5*F5/12 , 0 )", Some("+4*5/#12~0")),
            ("ROUND(SUM(C5:F5),2)", Some("+2+3+4+5~2")),
            ("ROUND(E5,2)", None),
            ("ROUND(E5*F5,2)+D5", None),
            ("ROUND(E5*F5)", None),
            ("ROUND(E5*F5,-2)", None),
            ("ROUND(E5*F5,7)", None),
            ("ROUND(E5*F5,D5)", None),
            ("ROUND(E5*F5,2", None),
            ("ROUNDUP(E5*F5,2)", None),
            ("表2!E5*F5", None),
            ("E5*5%", None),
            ("E5*1.1234567", None),
            ("E5*", None),
            ("A5+B5+C5+D5+E5+F5+A5+B5+C5", None),
            ("SUM(A5:ZZZ5)", None),
            ("E5&F5", None),
            ("E99999999999*F5", None),
            ("", None),
        ] {
            assert_eq!(read(text, (4, 6)).as_deref(), wanted, "{text}");
        }
    }

    #[test]
    fn what_is_shared_means_the_row_it_stands_in() {
        assert_eq!(read("E2*F2", (1, 6)).as_deref(), Some("+4*5"));
        assert_eq!(read("D2*$F2", (1, 5)).as_deref(), Some("+4*5"));
        assert_eq!(read("A1*B1", (9, 9)), None);
    }
}
