//! Parts of a workbook that the library tells only after reading every cell of a sheet: areas of Excel tables, merged cells.
//!
//! They are looked for as text, as all programs write them. What is written otherwise is none of ours: the library is asked.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use memchr::memmem::Finder;
use zip::ZipArchive;

use super::SheetError;
use super::archive::damaged;
use super::survey::Area;

/// The longest part that is read as a whole.
const WHOLE: u64 = 1 << 20;
/// The longest list of merged cells: a hundred thousand of them.
const MERGED: u64 = 8 << 20;
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

/// The merged cells of a sheet, at most so many; `None` where they are written in another way than usual.
pub(super) fn merged(path: &Path, sheet: &str, most: usize) -> Option<Vec<Area>> {
    let mut archive = ZipArchive::new(BufReader::new(File::open(path).ok()?)).ok()?;
    let workbook = text_of(archive.by_name("xl/workbook.xml").ok()?).ok()?;
    let id = tags(&workbook, "<sheet ").find(|tag| attribute(tag, "name") == Some(sheet));
    let id = id.and_then(|tag| attribute(tag, "r:id"))?;
    let related = text_of(archive.by_name("xl/_rels/workbook.xml.rels").ok()?).ok()?;
    let target = tags(&related, "<Relationship ").find(|tag| attribute(tag, "Id") == Some(id));
    let target = target.and_then(|tag| attribute(tag, "Target"))?;
    let name = match target.strip_prefix('/') {
        Some(whole) => whole.to_owned(),
        None => format!("xl/{target}"),
    };
    let text = list_of(archive.by_name(&name).ok()?)?;
    let Some((open, list)) = text.split_once('>') else { return Some(Vec::new()) };
    if open.ends_with('/') {
        return Some(Vec::new());
    }
    let (list, _) = list.split_once("</mergeCells>")?;
    let references = tags(list, "<mergeCell ").take(most).map(|tag| attribute(tag, "ref"));
    references.map(|reference| area(reference?)).collect()
}

/// A sheet from its list of merged cells on, without the name of that; empty where it has none.
fn list_of(mut part: impl Read) -> Option<String> {
    const NAME: &[u8] = b"mergeCells";
    let finder = Finder::new(NAME);
    let mut piece = Vec::with_capacity(PIECE + NAME.len());
    loop {
        if part.by_ref().take(PIECE as u64).read_to_end(&mut piece).ok()? == 0 {
            return Some(String::new());
        }
        for at in finder.find_iter(&piece) {
            match at.checked_sub(1).and_then(|before| piece.get(before)) {
                Some(b'<') => {
                    let mut rest = piece.split_off(at + NAME.len());
                    part.take(MERGED).read_to_end(&mut rest).ok()?;
                    return Some(String::from_utf8_lossy(&rest).into_owned());
                }
                // a name with a prefix: of which vocabulary, the library knows
                Some(b':') => return None,
                _ => {}
            }
        }
        piece.drain(..piece.len().saturating_sub(NAME.len()));
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
fn place(reference: &str) -> Option<(u32, u32)> {
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

    fn list(sheet: &str) -> Option<String> {
        list_of(sheet.as_bytes())
    }

    #[test]
    fn merged_cells_are_found_wherever_pieces_are_cut() {
        for before in [0, 5, PIECE - 12, PIECE - 11, PIECE - 5, PIECE - 1, PIECE, PIECE + 3, 3 * PIECE - 6] {
            let sheet =
                format!("{}<mergeCells count=\"1\"><mergeCell ref=\"A1:B2\"/></mergeCells>", "x".repeat(before));
            assert_eq!(
                list(&sheet).as_deref(),
                Some(" count=\"1\"><mergeCell ref=\"A1:B2\"/></mergeCells>"),
                "{before}"
            );
        }
        assert_eq!(list("<t>mergeCells</t>").as_deref(), Some(""));
        assert_eq!(list("<x:mergeCells>"), None);
        assert_eq!(list(""), Some(String::new()));
    }

    #[test]
    fn attributes_are_whole_words() {
        assert_eq!(attribute("xname=\"a\" name=\"b\"", "name"), Some("b"));
        assert_eq!(attribute("name='b'", "name"), None);
        assert_eq!(area("B3:F20"), Some(Area { first: (2, 1), last: (19, 5) }));
        assert_eq!(area("$B$3:$F$20"), None);
    }
}
