//! Text files with separators, as banks call CSV or «Excel»: their encoding, their separator, their quotes.

use encoding_rs::{GB18030, UTF_16BE, UTF_16LE};

use super::cell;
use super::laying::Laying;
use super::value::{Grid, Limits, SheetError};

/// What may stand between cells, the likelier first.
const SEPARATORS: [char; 4] = [',', '\t', '|', ';'];

/// Lines by which the separator is chosen.
const LOOKED_AT: usize = 60;

/// A quoted text that is longer was never closed.
const LONGEST: usize = 32_767;

/// The text of a file: what its mark says, else UTF-8, else GB 18030.
///
/// # Errors
/// A sentence for bytes that are no text in any of them.
pub(super) fn decode(bytes: &[u8]) -> Result<String, SheetError> {
    let unknown = |(text, failed): (std::borrow::Cow<'_, str>, bool)| {
        if failed || text.contains('\0') { Err(SheetError::Encoding) } else { Ok(text.into_owned()) }
    };
    if let Some(rest) = bytes.strip_prefix(b"\xff\xfe") {
        return unknown(UTF_16LE.decode_without_bom_handling(rest));
    }
    if let Some(rest) = bytes.strip_prefix(b"\xfe\xff") {
        return unknown(UTF_16BE.decode_without_bom_handling(rest));
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => unknown((text.into(), false)),
        Err(_) => unknown(GB18030.decode_without_bom_handling(bytes)),
    }
}

/// Cells of a line, which may go on over several; and what follows it.
fn line(text: &str, separator: char) -> Result<(Vec<String>, &str), SheetError> {
    let mut cells = Vec::new();
    let mut rest = text;
    loop {
        let (cell, after) = one(rest, separator)?;
        cells.push(cell);
        let mut chars = after.chars();
        match chars.next() {
            Some(c) if c == separator => rest = chars.as_str(),
            Some('\r') => return Ok((cells, chars.as_str().strip_prefix('\n').unwrap_or(chars.as_str()))),
            _ => return Ok((cells, chars.as_str())),
        }
    }
}

/// A cell and what follows it: the separator, the end of the line or nothing.
fn one(text: &str, separator: char) -> Result<(String, &str), SheetError> {
    let ends = |c: char| c == separator || c == '\n' || c == '\r';
    // ="0012" keeps a spreadsheet from eating the zeros
    let quoted = text.strip_prefix("=\"").or_else(|| text.strip_prefix('"'));
    let Some(inside) = quoted else {
        let (cell, rest) = text.split_at(text.find(ends).unwrap_or(text.len()));
        return Ok((cell.to_owned(), rest));
    };
    let mut cell = String::new();
    let mut rest = inside;
    loop {
        let (part, after) = rest.split_once('"').ok_or(SheetError::Quotes)?;
        if cell.len() + part.len() > LONGEST {
            return Err(SheetError::Quotes);
        }
        cell.push_str(part);
        rest = after;
        match rest.strip_prefix('"') {
            Some(more) => {
                cell.push('"');
                rest = more;
            }
            None => break,
        }
    }
    let (part, rest) = rest.split_at(rest.find(ends).unwrap_or(rest.len()));
    cell.push_str(part);
    Ok((cell, rest))
}

/// The text of a cell without the wrapping that keeps zeros.
fn bare(cell: &str) -> &str {
    let text = cell::trim(cell);
    let inner = text.strip_prefix("=\"").and_then(|text| text.strip_suffix('"'));
    inner.map_or(text, cell::trim)
}

/// The separator that cuts the first lines most often.
fn separator(text: &str) -> char {
    let count = |separator: &char| text.lines().take(LOOKED_AT).map(|line| line.matches(*separator).count()).sum();
    let counts: Vec<usize> = SEPARATORS.iter().map(count).collect();
    let most = counts.iter().copied().max().unwrap_or_default();
    // thousands separators are commas, too: with tabs or bars on every line, these are meant
    let regular = |place: &usize| {
        let separator = SEPARATORS[*place];
        let lines = || text.lines().take(LOOKED_AT).filter(|line| !line.trim().is_empty());
        counts[*place] > 0 && lines().filter(|line| line.matches(separator).count() >= 3).count() * 2 > lines().count()
    };
    [1, 2]
        .into_iter()
        .find(regular)
        .or_else(|| counts.iter().position(|count| *count == most))
        .map_or(',', |at| SEPARATORS[at])
}

/// # Errors
/// A sentence for a text that is too large or has quotes without end.
pub(super) fn grid(text: &str, limits: &Limits) -> Result<Grid, SheetError> {
    let separator = separator(text);
    let mut laying = Laying::new(*limits);
    let mut rest = text;
    let mut row = 0;
    while !rest.is_empty() {
        let (cells, after) = line(rest, separator)?;
        for (column, cell) in (0..).zip(&cells) {
            laying.put(row, column, bare(cell))?;
        }
        rest = after;
        row += 1;
    }
    laying.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<Vec<String>> {
        let grid = grid(text, &Limits::default()).unwrap();
        grid.rows.into_iter().map(|row| row.cells.into_values().collect()).collect()
    }

    #[test]
    fn cells_of_all_separators() {
        for text in [
            "a,\"1,191.00\",=\"0012\"\r\n\r\nb,\"say \"\"x\"\"\",\"=\"\"0013\"\"\"\n",
            "a\t1,191.00\t=\"0012\"\t\nb\tsay \"x\"\t0013\t\n",
            "a|1,191.00|0012|\nb|say \"x\"|'0013|",
        ] {
            assert_eq!(rows(text), [["a", "1,191.00", "0012"], ["b", "say \"x\"", "0013"]], "{text}");
        }
        assert_eq!(rows("x,\"two\nlines\"\ry,z"), [["x", "two\nlines"], ["y", "z"]]);
        assert!(grid("a,\"b\nc,d\n", &Limits::default()).unwrap_err().to_string().contains("引号"));
    }

    #[test]
    fn encodings() {
        assert_eq!(decode("\u{feff}余额".as_bytes()).unwrap(), "余额");
        assert_eq!(decode(&GB18030.encode("余额㎡").0).unwrap(), "余额㎡");
        assert_eq!(decode(b"\xff\xfe\x59\x4f").unwrap(), "余");
        assert!(decode(b"a,\xff\xff\xfe,b").is_err());
    }
}
