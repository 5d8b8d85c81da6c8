//! References in formulas: found, changed and written back; everything else of a formula stays in its words.

use super::place;

/// A row or column of a reference, and whether it is fixed by `$`.
pub type Fixed = (bool, u32);

/// One end of a reference. Whole columns have no row, whole rows no column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Point {
    pub column: Option<Fixed>,
    pub row: Option<Fixed>,
}

/// A cell or a range, of this sheet or of one that is named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    pub sheet: Option<String>,
    pub from: Point,
    pub to: Option<Point>,
}

/// A formula with its references changed.
pub fn rewrite(formula: &str, mut change: impl FnMut(&mut Reference)) -> String {
    let signs: Vec<char> = formula.chars().collect();
    let mut scan = Scan { signs: &signs, at: 0, sheet: None, is_foreign: false, out: String::new() };
    while let Some(sign) = signs.get(scan.at).copied() {
        match sign {
            '"' => scan.quoted('"'),
            '\'' => scan.named_sheet(),
            '[' => scan.brackets(),
            _ if is_word(sign) => scan.word(&mut change),
            _ => {
                scan.out.push(sign);
                scan.at += 1;
                scan.sheet = None;
            }
        }
    }
    scan.out
}

/// All references of a formula.
pub fn references(formula: &str) -> Vec<Reference> {
    let mut found = Vec::new();
    rewrite(formula, |reference| found.push(reference.clone()));
    found
}

/// A formula as it says the same some rows and columns further.
pub fn further(formula: &str, rows: i64, columns: i64) -> String {
    let add = |fixed: &mut Option<Fixed>, by: i64| {
        if let Some((false, number)) = fixed {
            *number = u32::try_from(i64::from(*number) + by).unwrap_or(1).max(1);
        }
    };
    rewrite(formula, |reference| {
        for point in [Some(&mut reference.from), reference.to.as_mut()].into_iter().flatten() {
            add(&mut point.row, rows);
            add(&mut point.column, columns);
        }
    })
}

fn is_word(sign: char) -> bool {
    sign.is_alphanumeric() || matches!(sign, '_' | '.' | '$' | '\\' | '?')
}

struct Scan<'f> {
    signs: &'f [char],
    at: usize,
    /// The sheet that the next reference is of.
    sheet: Option<String>,
    /// Whether the name of another workbook stands before.
    is_foreign: bool,
    out: String,
}

impl Scan<'_> {
    /// Copies up to the closing sign; a doubled one is inside.
    fn quoted(&mut self, quote: char) {
        let start = self.at;
        self.at += 1;
        while let Some(sign) = self.signs.get(self.at) {
            self.at += 1;
            if *sign == quote {
                if self.signs.get(self.at) != Some(&quote) {
                    break;
                }
                self.at += 1;
            }
        }
        self.copied(start);
    }

    fn copied(&mut self, start: usize) {
        self.out.extend(self.signs.get(start..self.at).unwrap_or_default());
    }

    /// `'合同 清单'!`
    fn named_sheet(&mut self) {
        let start = self.at;
        self.quoted('\'');
        let inside: String = self.signs.get(start + 1..self.at.max(start + 2) - 1).unwrap_or_default().iter().collect();
        self.sheet = None;
        if self.signs.get(self.at) == Some(&'!') {
            self.out.push('!');
            self.at += 1;
            self.sheet = Some(inside.replace("''", "'"));
        }
    }

    /// A table's column or the number of another workbook.
    fn brackets(&mut self) {
        let (start, mut depth) = (self.at, 0_usize);
        while let Some(sign) = self.signs.get(self.at) {
            self.at += 1;
            match sign {
                '[' => depth += 1,
                ']' if depth <= 1 => break,
                ']' => depth -= 1,
                _ => {}
            }
        }
        self.copied(start);
        self.is_foreign = true;
    }

    fn take_word(&self, from: usize) -> String {
        self.signs.get(from..).unwrap_or_default().iter().take_while(|sign| is_word(**sign)).collect()
    }

    fn word(&mut self, change: &mut impl FnMut(&mut Reference)) {
        let word = self.take_word(self.at);
        let start = self.at;
        self.at += word.chars().count();
        let is_foreign = std::mem::take(&mut self.is_foreign);
        if self.signs.get(self.at) == Some(&'!') {
            self.at += 1;
            self.copied(start);
            // no sheet of ours has a bracket in its name
            self.sheet = Some(if is_foreign { format!("[{word}") } else { word });
            return;
        }
        let sheet = self.sheet.take();
        let point = point(&word).filter(|_| self.signs.get(self.at) != Some(&'('));
        let Some(from) = point else {
            self.copied(start);
            return;
        };
        let to = self.second(from);
        // a name or a number that looks like a whole row or column
        if to.is_none() && (from.row.is_none() || from.column.is_none()) {
            self.copied(start);
            return;
        }
        let mut reference = Reference { sheet, from, to };
        change(&mut reference);
        self.out.push_str(&written(reference.from));
        if let Some(to) = reference.to {
            self.out.push(':');
            self.out.push_str(&written(to));
        }
    }

    /// The other end of a range.
    fn second(&mut self, from: Point) -> Option<Point> {
        if self.signs.get(self.at) != Some(&':') {
            return None;
        }
        let word = self.take_word(self.at + 1);
        let end = self.at + 1 + word.chars().count();
        let to = point(&word).filter(|_| !matches!(self.signs.get(end), Some('(' | '!')))?;
        if to.row.is_some() != from.row.is_some() || to.column.is_some() != from.column.is_some() {
            return None;
        }
        self.at = end;
        Some(to)
    }
}

/// `$B12`, `B`, `$12`.
fn point(word: &str) -> Option<Point> {
    let (is_fixed, rest) = word.strip_prefix('$').map_or((false, word), |rest| (true, rest));
    let letters: String = rest.chars().take_while(char::is_ascii_alphabetic).collect();
    let rest = rest.get(letters.len()..)?;
    if letters.is_empty() {
        return row(rest).map(|number| Point { column: None, row: Some((is_fixed, number)) });
    }
    let column = Some((is_fixed, place::column(&letters)?));
    if rest.is_empty() {
        return Some(Point { column, row: None });
    }
    let (is_fixed, digits) = rest.strip_prefix('$').map_or((false, rest), |rest| (true, rest));
    row(digits).map(|number| Point { column, row: Some((is_fixed, number)) })
}

fn row(digits: &str) -> Option<u32> {
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|number| is_number && (1..=place::MOST_ROWS).contains(number))
}

fn written(point: Point) -> String {
    let mut out = String::new();
    if let Some((is_fixed, column)) = point.column {
        out.push_str(if is_fixed { "$" } else { "" });
        out.push_str(&place::letters(column));
    }
    if let Some((is_fixed, row)) = point.row {
        out.push_str(if is_fixed { "$" } else { "" });
        out.push_str(&row.to_string());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_told_from_names_numbers_texts_and_functions() {
        let table = [
            ("SUM(E5:E9)*1E5+LOG10(A1)", vec!["E5:E9", "A1"]),
            ("\"A1\"&'合同 清单'!$B$2&表2!C3", vec!["合同 清单!$B$2", "表2!C3"]),
            ("[1]Sheet1!A1+Table1[[#All],[A2]]+税率A1率", vec!["[Sheet1!A1"]),
            ("SUM(A:A,3:4,$1:$2)+TRUE+A1048577+XFE1", vec!["A:A", "3:4", "$1:$2"]),
            ("'It''s'!A1", vec!["It's!A1"]),
        ];
        for (formula, wanted) in table {
            let said = references(formula).into_iter().map(|one| {
                let sheet = one.sheet.map(|sheet| format!("{sheet}!")).unwrap_or_default();
                let to = one.to.map(|to| format!(":{}", written(to))).unwrap_or_default();
                format!("{sheet}{}{to}", written(one.from))
            });
            assert_eq!(said.collect::<Vec<_>>(), wanted, "{formula}");
            assert_eq!(rewrite(formula, |_| ()), formula);
        }
    }

    #[test]
    fn a_shared_formula_is_written_out() {
        assert_eq!(further("C5*$D5+E$5+$F$5+SUM(C5:C6)", 2, 1), "D7*$D7+F$5+$F$5+SUM(D7:D8)");
    }
}
