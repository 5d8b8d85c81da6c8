//! Parts of a workbook that the library tells only after reading every cell of a sheet: areas of Excel tables, merged cells.
//!
//! They are looked for as text, as all programs write them. What is written otherwise is none of ours: the library is asked.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use zip::ZipArchive;

use super::archive::damaged;
use super::markup::plain;
use super::survey::Area;
use super::value::SheetError;

/// The longest part that is read as a whole.
const WHOLE: u64 = 1 << 20;
/// The longest tag that is waited for over pieces.
const LONGEST_TAG: usize = 8 << 10;
/// How much of a sheet is looked at at a time.
const PIECE: usize = 64 << 10;

/// The areas of Excel tables with these names, and how many rows of totals each has at its end.
pub(super) fn tables(path: &Path, names: &[&String]) -> Result<Vec<(Area, u32)>, SheetError> {
    let mut archive = ZipArchive::new(File::open(path)?).map_err(damaged)?;
    let mut found = Vec::new();
    for part in 0..archive.len() {
        let entry = archive.by_index(part).map_err(damaged)?;
        if !entry.name().map_err(damaged)?.to_ascii_lowercase().contains("/tables/") {
            continue;
        }
        let text = text_of(entry)?;
        let Some(tag) = tags(&text, "<table ").next() else { continue };
        let is_named = attribute(tag, "displayName").is_some_and(|name| names.iter().any(|known| *known == name));
        let has_header = attribute(tag, "headerRowCount").is_none_or(|count| count != "0");
        let area = attribute(tag, "ref").and_then(area).filter(|_| is_named && has_header);
        let totals = attribute(tag, "totalsRowCount").and_then(|count| count.parse().ok()).unwrap_or(0);
        found.extend(area.map(|area| (area, totals)));
    }
    Ok(found)
}

/// What a sheet says besides its cells, in one pass over its part.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Scan {
    /// Merged cells; `None` where they are written in another way than usual.
    pub merged: Option<Vec<Area>>,
    /// Rows that are hidden, by hand or by a filter, from 0.
    pub hidden: Vec<u32>,
    /// Whether any cell is computed.
    pub has_formulas: bool,
}

/// What a sheet says, at most so many merged cells and hidden rows; `None` where its part is not found as usual.
pub(super) fn scan(path: &Path, sheet: &str, most: usize) -> Option<Scan> {
    let mut archive = ZipArchive::new(BufReader::new(File::open(path).ok()?)).ok()?;
    let workbook = text_of(archive.by_name("xl/workbook.xml").ok()?).ok()?;
    let id = tags(&workbook, "<sheet ").find(|tag| attribute(tag, "name").is_some_and(|name| plain(name) == sheet));
    let id = id.and_then(|tag| attribute(tag, "r:id"))?;
    let related = text_of(archive.by_name("xl/_rels/workbook.xml.rels").ok()?).ok()?;
    let target = tags(&related, "<Relationship ").find(|tag| attribute(tag, "Id") == Some(id));
    let target = target.and_then(|tag| attribute(tag, "Target"))?;
    let name = match target.strip_prefix('/') {
        Some(whole) => whole.to_owned(),
        None => format!("xl/{target}"),
    };
    scanned(archive.by_name(&name).ok()?, most)
}

/// Reads the tags of a part, whatever pieces they come in.
fn scanned(mut part: impl Read, most: usize) -> Option<Scan> {
    let mut scanner = Scanner { found: Scan { merged: Some(Vec::new()), ..Scan::default() }, row: 0, most };
    let mut piece = Vec::with_capacity(PIECE + LONGEST_TAG);
    while part.by_ref().take(PIECE as u64).read_to_end(&mut piece).ok()? > 0 {
        let mut rest = piece.as_slice();
        while let Some(at) = memchr::memchr(b'<', rest) {
            rest = rest.get(at..)?;
            let Some(end) = memchr::memchr(b'>', rest) else { break };
            let (tag, after) = rest.split_at(end);
            if scanner.take(tag.get(1..)?) {
                return Some(scanner.found);
            }
            rest = after;
        }
        let open = if rest.starts_with(b"<") && rest.len() <= LONGEST_TAG { rest.len() } else { 0 };
        piece.drain(..piece.len() - open);
    }
    Some(scanner.found)
}

/// What the tags have said so far.
struct Scanner {
    found: Scan,
    /// The row after the last one, from 0.
    row: u32,
    most: usize,
}

impl Scanner {
    /// Whether nothing more is wanted after this tag.
    fn take(&mut self, tag: &[u8]) -> bool {
        let end = tag.iter().position(|byte| matches!(byte, b' ' | b'/' | b'\n' | b'\r' | b'\t')).unwrap_or(tag.len());
        let name = tag.get(..end).unwrap_or_default();
        let local = name.rsplit(|byte| *byte == b':').next().unwrap_or_default();
        match local {
            b"f" => self.found.has_formulas = true,
            b"row" => self.row(&String::from_utf8_lossy(tag)),
            // a name with a prefix: of which vocabulary, the library knows
            b"mergeCells" | b"mergeCell" if name.len() > local.len() => self.found.merged = None,
            b"mergeCell" => {
                let area = attribute(&String::from_utf8_lossy(tag), "ref").and_then(area);
                match (area, &mut self.found.merged) {
                    (Some(area), Some(merged)) if merged.len() < self.most => merged.push(area),
                    (None, merged) => *merged = None,
                    _ => {}
                }
            }
            b"" if tag.starts_with(b"/mergeCells") => return true,
            _ => {}
        }
        false
    }

    fn row(&mut self, tag: &str) {
        let number = attribute(tag, "r").and_then(|number| number.parse::<u32>().ok()?.checked_sub(1));
        let row = number.unwrap_or(self.row);
        self.row = row.saturating_add(1);
        if attribute(tag, "hidden").is_some_and(|hidden| matches!(hidden, "1" | "true"))
            && self.found.hidden.len() < self.most
        {
            self.found.hidden.push(row);
        }
    }
}

fn text_of(part: impl Read) -> Result<String, SheetError> {
    let mut bytes = Vec::new();
    part.take(WHOLE).read_to_end(&mut bytes).map_err(damaged)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The attributes of all tags that begin so.
fn tags<'t>(text: &'t str, open: &'t str) -> impl Iterator<Item = &'t str> {
    text.split(open).skip(1).map(|rest| rest.split('>').next().unwrap_or_default())
}

fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    tag.match_indices(name).find_map(|(at, _)| {
        let (before, named) = tag.split_at(at);
        let value = named.strip_prefix(name)?.strip_prefix("=\"")?.split('"').next()?;
        before.chars().next_back().is_none_or(char::is_whitespace).then_some(value)
    })
}

/// `B3:F20`
fn area(reference: &str) -> Option<Area> {
    let (first, last) = reference.split_once(':')?;
    let area = Area { first: place(first)?, last: place(last)? };
    (area.first.0 <= area.last.0 && area.first.1 <= area.last.1).then_some(area)
}

/// `B3`, from 0: row and column.
pub(super) fn place(reference: &str) -> Option<(u32, u32)> {
    let digits = reference.find(|c: char| c.is_ascii_digit())?;
    let (letters, row) = reference.split_at_checked(digits)?;
    let column = letters.bytes().try_fold(0_u32, |sum, letter| {
        let value = u32::from(letter.to_ascii_uppercase().checked_sub(b'A')?).checked_add(1)?;
        sum.checked_mul(26)?.checked_add(value)
    })?;
    Some((row.parse::<u32>().ok()?.checked_sub(1)?, column.checked_sub(1)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(sheet: &str) -> Scan {
        scanned(sheet.as_bytes(), 10).unwrap()
    }

    #[test]
    fn merged_cells_are_found_wherever_pieces_are_cut() {
        let list = "<mergeCells count=\"1\"><mergeCell ref=\"A1:B2\"/></mergeCells>";
        for before in [0, 5, PIECE - 12, PIECE - 11, PIECE - 5, PIECE - 1, PIECE, PIECE + 3, 3 * PIECE - 6] {
            let merged = of(&format!("{}{list}", "x".repeat(before))).merged;
            assert_eq!(merged, Some(vec![Area { first: (0, 0), last: (1, 1) }]), "{before}");
        }
        assert_eq!(of("<t>mergeCells</t>").merged, Some(Vec::new()));
        assert_eq!(of("<x:mergeCells><x:mergeCell ref=\"A1:B2\"/>").merged, None);
        assert_eq!(of("<mergeCell ref=\"A1\"/>").merged, None);
        assert_eq!(of("").merged, Some(Vec::new()));
    }

    #[test]
    fn hidden_rows_and_formulas_are_seen() {
        let sheet = "<row r=\"3\" spans=\"1:2\" hidden=\"1\"><c r=\"A3\"><v>1</v></c></row><row hidden=\"true\"/>\
                     <x:row r=\"9\" hidden=\"1\"/><row r=\"10\" hidden=\"0\"/><row r=\"11\" collapsed=\"1\"/>";
        assert_eq!(of(sheet), Scan { merged: Some(Vec::new()), hidden: vec![2, 3, 8], has_formulas: false });
        for formula in ["<f>1+1</f>", "<f t=\"shared\" si=\"0\"/>", "<x:f>1</x:f>", "<f/>"] {
            assert!(of(formula).has_formulas, "{formula}");
        }
        assert!(!of("<font/><t>f</t>").has_formulas);
    }

    #[test]
    fn attributes_are_whole_words() {
        assert_eq!(attribute("xname=\"a\" name=\"b\"", "name"), Some("b"));
        assert_eq!(attribute("name='b'", "name"), None);
        assert_eq!(area("B3:F20"), Some(Area { first: (2, 1), last: (19, 5) }));
        assert_eq!(area("$B$3:$F$20"), None);
    }
}
