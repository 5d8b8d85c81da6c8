//! Places of a sheet, and where they are after rows were repeated.

use std::collections::BTreeMap;

use super::formula::{Point, Reference};

/// Rows and columns that a sheet has, at most.
pub const MOST_ROWS: u32 = 1_048_576;
const MOST_COLUMNS: u32 = 16_384;

/// A column by its letters, from 1.
pub fn column(letters: &str) -> Option<u32> {
    if letters.is_empty() || letters.len() > 3 {
        return None;
    }
    let value = |byte: u8| u32::from(byte.to_ascii_uppercase().wrapping_sub(b'A')) + 1;
    let all = letters.bytes().all(|byte| byte.is_ascii_alphabetic());
    let number = letters.bytes().fold(0, |number, byte| number * 26 + value(byte));
    (all && number <= MOST_COLUMNS).then_some(number)
}

/// The letters of a column.
pub fn letters(column: u32) -> String {
    let (mut left, mut letters) = (column, String::new());
    while left > 0 {
        let digit = u8::try_from((left - 1) % 26).unwrap_or(0);
        letters.insert(0, char::from(b'A' + digit));
        left = (left - 1) / 26;
    }
    letters
}

/// `B12` as column and row.
pub fn cell(text: &str) -> Option<(u32, u32)> {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let row: u32 = digits.parse().ok().filter(|row| (1..=MOST_ROWS).contains(row))?;
    Some((column(text.get(..text.len() - digits.len())?)?, row))
}

/// A rectangle of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block {
    pub left: u32,
    pub top: u32,
    pub right: u32,
    pub bottom: u32,
}

impl Block {
    /// `B2:C5`, or one cell.
    pub fn read(text: &str) -> Option<Self> {
        let (from, to) = text.split_once(':').unwrap_or((text, text));
        let ((left, top), (right, bottom)) = (cell(from)?, cell(to)?);
        Some(Self { left, top, right, bottom })
    }

    pub fn text(self) -> String {
        let from = format!("{}{}", letters(self.left), self.top);
        if (self.left, self.top) == (self.right, self.bottom) {
            return from;
        }
        format!("{from}:{}{}", letters(self.right), self.bottom)
    }

    pub fn has(self, column: u32, row: u32) -> bool {
        (self.left..=self.right).contains(&column) && (self.top..=self.bottom).contains(&row)
    }
}

/// Where the rows of a sheet went: repeated rows with how often they stand there now, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Moved(pub Vec<(u32, u32)>);

impl Moved {
    /// Where a row begins now.
    pub fn first(&self, row: u32) -> u32 {
        let added: u32 = self.0.iter().filter(|(of, _)| *of < row).map(|(_, times)| times - 1).sum();
        row.saturating_add(added).min(MOST_ROWS)
    }

    /// Where it ends now.
    pub fn last(&self, row: u32) -> u32 {
        let more = self.0.iter().find(|(of, _)| *of == row).map_or(0, |(_, times)| times - 1);
        self.first(row).saturating_add(more).min(MOST_ROWS)
    }

    pub fn is_still(&self) -> bool {
        self.0.iter().all(|(_, times)| *times == 1)
    }

    /// An area that grows with its rows.
    pub fn area(&self, area: Block) -> Block {
        Block { top: self.first(area.top), bottom: self.last(area.bottom), ..area }
    }
}

/// Sheets by their names, in small letters.
pub type Moves = BTreeMap<String, Moved>;

/// A formula's own place: its row as it was and as it is.
#[derive(Debug, Clone, Copy)]
pub struct Home<'s> {
    pub sheet: &'s str,
    /// Only of a row that repeats.
    pub row: Option<(u32, u32)>,
}

/// Lets a reference name its cells where they are now.
pub fn follow(reference: &mut Reference, home: Home<'_>, moves: &Moves) {
    let of = reference.sheet.as_deref().unwrap_or(home.sheet).to_lowercase();
    let Some(moved) = moves.get(&of) else { return };
    let own = home.row.filter(|_| of == home.sheet.to_lowercase());
    let put = |point: &mut Point, is_end: bool| {
        let Some((is_fixed, row)) = &mut point.row else { return };
        *row = match own {
            Some((was, now)) if was == *row && !*is_fixed => now,
            _ if is_end => moved.last(*row),
            _ => moved.first(*row),
        };
    };
    put(&mut reference.from, false);
    if let Some(to) = &mut reference.to {
        put(to, true);
    }
}

#[cfg(test)]
mod tests {
    use super::super::formula::rewrite;
    use super::*;

    #[test]
    fn columns_have_letters() {
        for (number, name) in [(1, "A"), (26, "Z"), (27, "AA"), (702, "ZZ"), (703, "AAA"), (16_384, "XFD")] {
            assert_eq!(letters(number), name);
            assert_eq!(column(name), Some(number));
        }
        assert_eq!((column("XFE"), cell("B12"), cell("12"), cell("B")), (None, Some((2, 12)), None, None));
    }

    #[test]
    fn formulas_follow_their_cells() {
        let moves = Moves::from([("表".to_owned(), Moved(vec![(5, 3)]))]);
        let said = |formula: &str, row| rewrite(formula, |one| follow(one, Home { sheet: "表", row }, &moves));
        assert_eq!(said("SUM(E5:E5)+E4+E6+$A$7+别!E9+SUM(E:E)", None), "SUM(E5:E7)+E4+E8+$A$9+别!E9+SUM(E:E)");
        assert_eq!(said("C5*D5/E$6+SUM(E$5:E5)+E$4", Some((5, 6))), "C6*D6/E$8+SUM(E$5:E6)+E$4");
        assert_eq!(said("表!$1:$9", None), "表!$1:$11");
    }
}
