//! Old binary workbooks (.xls, BIFF 5 and 8): the first visible sheet, cell by cell, within limits.
//!
//! Read by hand because the library reads such a file as a whole and believes its sizes: a few bytes would make it ask
//! for any amount of memory. Here a cell costs what it holds, and a text that many cells share is counted each time.

use std::collections::HashMap;

use calamine::{DataRef, ExcelDateTime, ExcelDateTimeType};
use encoding_rs::{
    BIG5, EUC_KR, Encoding, GB18030, IBM866, MACINTOSH, SHIFT_JIS, UTF_8, WINDOWS_874, WINDOWS_1250, WINDOWS_1251,
    WINDOWS_1252, WINDOWS_1253, WINDOWS_1254, WINDOWS_1255, WINDOWS_1256, WINDOWS_1257, WINDOWS_1258, X_MAC_CYRILLIC,
};

use super::compound::{u16_at, u32_at};
use super::laying::Laying;
use super::number::{Format, format_of};
use super::survey::Area;
use super::value::{Grid, Limits, SheetError};
use super::{cell, compound};

const BOF: u16 = 0x0809;
const EOF: u16 = 0x000A;
const CONTINUE: u16 = 0x003C;
const CODEPAGE: u16 = 0x0042;
/// A sheet in the list of the workbook.
const LISTED: u16 = 0x0085;
/// Texts: of a cell, of one with fonts of its own, of a formula.
const LABEL: u16 = 0x0204;
const RICH: u16 = 0x00D6;
const STRING: u16 = 0x0207;

/// Records of a stream: kind and content. A record that is cut off ends them.
struct Records<'b>(&'b [u8]);

impl<'b> Iterator for Records<'b> {
    type Item = (u16, &'b [u8]);
    fn next(&mut self) -> Option<Self::Item> {
        let (kind, size) = (u16_at(self.0, 0)?, usize::from(u16_at(self.0, 2)?));
        let content = self.0.get(4..4 + size)?;
        self.0 = &self.0[4 + size..];
        Some((kind, content))
    }
}

/// What a cell holds.
pub(super) enum Found {
    Text(String),
    Number(f64),
    Day(ExcelDateTime),
    Flag(bool),
    Error(&'static str),
    /// What a formula leaves that found nothing, or that was never computed.
    Blank,
}

/// The code page of a workbook before Excel 97; that of China where it names none that is known.
#[derive(Clone, Copy)]
struct Page(&'static Encoding);

impl Default for Page {
    fn default() -> Self {
        Self(GB18030)
    }
}

impl Page {
    fn of(stream: &[u8]) -> Self {
        let page = Records(stream).find(|(kind, _)| *kind == CODEPAGE).and_then(|(_, content)| u16_at(content, 0));
        let Some((page, is_western)) = page.and_then(known_page) else { return Self::default() };
        if is_western && is_chinese(stream) { Self::default() } else { Self(page) }
    }

    /// Bytes behind a length of two bytes.
    fn text(self, content: &[u8], length_at: usize) -> Option<String> {
        let length = usize::from(u16_at(content, length_at)?);
        self.decoded(content.get(length_at + 2..)?, length)
    }

    /// The same behind a length of one byte.
    fn short(self, content: &[u8], length_at: usize) -> Option<String> {
        let length = usize::from(*content.get(length_at)?);
        self.decoded(content.get(length_at + 1..)?, length)
    }

    fn decoded(self, bytes: &[u8], length: usize) -> Option<String> {
        Some(self.0.decode_without_bom_handling(bytes.get(..length)?).0.into_owned())
    }
}

/// A code page by its number, and whether it has one byte a character.
fn known_page(number: u16) -> Option<(&'static Encoding, bool)> {
    Some(match number {
        936 => (GB18030, false),
        950 => (BIG5, false),
        932 => (SHIFT_JIS, false),
        949 => (EUC_KR, false),
        65001 => (UTF_8, false),
        866 => (IBM866, true),
        874 => (WINDOWS_874, true),
        1250 => (WINDOWS_1250, true),
        1251 => (WINDOWS_1251, true),
        1252 | 0x8001 => (WINDOWS_1252, true),
        1253 => (WINDOWS_1253, true),
        1254 => (WINDOWS_1254, true),
        1255 => (WINDOWS_1255, true),
        1256 => (WINDOWS_1256, true),
        1257 => (WINDOWS_1257, true),
        1258 => (WINDOWS_1258, true),
        10000 | 0x8000 => (MACINTOSH, true),
        10007 => (X_MAC_CYRILLIC, true),
        _ => return None,
    })
}

/// Whether the texts of a workbook that calls itself western are Chinese all the same, as programs of that time wrote them
/// without saying so: their high bytes come in pairs, most of them of common characters.
fn is_chinese(stream: &[u8]) -> bool {
    let (mut runs, mut even, mut pairs, mut common) = (0_u64, 0_u64, 0_u64, 0_u64);
    for (kind, content) in Records(stream) {
        let text = match kind {
            LABEL | RICH => content.get(8..),
            STRING => content.get(2..),
            LISTED => content.get(7..),
            _ => None,
        };
        for run in text.unwrap_or_default().split(u8::is_ascii).filter(|run| !run.is_empty()) {
            runs += 1;
            even += u64::from(run.len() % 2 == 0);
            for pair in run.chunks_exact(2) {
                pairs += 1;
                common += u64::from(matches!(pair, [0xA1..=0xA9 | 0xB0..=0xD7, 0xA1..=0xFF]));
            }
        }
    }
    runs > 0 && even * 20 >= runs * 19 && common * 5 >= pairs * 4
}

/// Who takes the cells of a sheet.
pub(super) trait Taker {
    fn put(&mut self, place: (u32, u32), found: Found, format: Format, is_formula: bool) -> Result<(), SheetError>;
    fn merge(&mut self, area: Area);
    fn hide(&mut self, row: u32);
}

impl Taker for Laying {
    fn put(&mut self, (row, column): (u32, u32), found: Found, _: Format, _: bool) -> Result<(), SheetError> {
        let (Ok(text) | Err((text, _))) = match found {
            Found::Text(text) => Ok(text),
            Found::Number(value) => cell::meaning(&DataRef::Float(value)),
            Found::Day(day) => cell::meaning(&DataRef::DateTime(day)),
            Found::Flag(flag) => cell::meaning(&DataRef::Bool(flag)),
            Found::Error(error) => Ok(error.to_owned()),
            Found::Blank => return Ok(()),
        };
        Self::put(self, row, column, cell::trim(&text))
    }

    fn merge(&mut self, area: Area) {
        Self::merge(self, area);
    }

    fn hide(&mut self, row: u32) {
        Self::hide(self, row);
    }
}

/// A sheet as the workbook lists it.
pub(super) struct Listed {
    pub name: String,
    pub is_shown: bool,
    /// Charts and macros are none.
    pub is_sheet: bool,
    start: usize,
}

/// What the sheets share.
#[derive(Default)]
pub(super) struct Book {
    is_old: bool,
    /// What the bytes of its texts mean, where they are no UTF-16.
    page: Page,
    pub is_1904: bool,
    /// Whether the numbers of a format are days, and how else it shows them.
    formats: HashMap<u16, (bool, Format)>,
    /// Format of a cell style.
    styles: Vec<u16>,
    texts: Vec<String>,
    pub sheets: Vec<Listed>,
}

fn cut_off() -> SheetError {
    SheetError::Damaged("文件不完整".into())
}

/// The stream of a workbook.
///
/// # Errors
/// A sentence for what is no whole workbook, or one with a password.
pub(super) fn stream(bytes: &[u8]) -> Result<Vec<u8>, SheetError> {
    match compound::stream(bytes, &["Workbook", "Book"]) {
        Some(stream) => Ok(stream),
        None if compound::stream(bytes, &["EncryptedPackage"]).is_some() => Err(SheetError::Encrypted),
        None => Err(cut_off()),
    }
}

/// # Errors
/// A sentence for a file that is cut off, encrypted, damaged or too large.
pub(super) fn grid(bytes: &[u8], limits: &Limits) -> Result<Grid, SheetError> {
    let stream = stream(bytes)?;
    let book = Book::read(&stream)?;
    let first = |sheet: &&Listed| sheet.is_shown && sheet.is_sheet;
    let sheet = book.sheets.iter().find(first).or(book.sheets.first()).ok_or_else(cut_off)?;
    let mut laying = Laying::new(*limits);
    book.cells(&stream, sheet, &mut laying)?;
    laying.finish()
}

impl Book {
    /// Hands the cells of a sheet over, in the order of the file.
    ///
    /// # Errors
    /// Those of the taker; a sentence for a sheet that is cut off.
    pub(super) fn cells(&self, stream: &[u8], sheet: &Listed, taker: &mut dyn Taker) -> Result<(), SheetError> {
        let mut sheet_of = Sheet { book: self, taker, waiting: None };
        let mut depth = 0;
        for (kind, content) in Records(stream.get(sheet.start..).ok_or_else(cut_off)?) {
            match kind {
                BOF => depth += 1,
                EOF if depth <= 1 => return Ok(()),
                EOF => depth -= 1,
                // what lies inside of a chart is no cell of the sheet
                _ if depth > 1 => {}
                _ => sheet_of.take(kind, content)?,
            }
        }
        Err(cut_off())
    }

    pub(super) fn read(stream: &[u8]) -> Result<Self, SheetError> {
        let mut book = Self { page: Page::of(stream), ..Self::default() };
        let mut shared: Vec<&[u8]> = Vec::new();
        let mut is_shared = false;
        let mut version = None;
        for (kind, content) in Records(stream) {
            let number = |at| u16_at(content, at).ok_or_else(cut_off);
            match kind {
                BOF if version.is_none() => version = Some(number(0)?),
                // protected by a password
                0x002F => return Err(SheetError::Encrypted),
                0x0022 => book.is_1904 = number(0)? == 1,
                0x041E => {
                    let text = if version == Some(0x0500) { book.page.short(content, 2) } else { wide(content, 2) };
                    let text = text.unwrap_or_default();
                    book.formats.insert(number(0)?, (is_day(&text), format_of(&text)));
                }
                0x00E0 => book.styles.push(number(2)?),
                LISTED => {
                    let start = u32_at(content, 0).ok_or_else(cut_off)? as usize;
                    let name = match version {
                        Some(0x0500) => book.page.short(content, 6),
                        _ => content.get(6..).and_then(short_wide),
                    };
                    let is_shown = content.get(4).is_some_and(|state| state & 3 == 0);
                    let is_sheet = content.get(5) == Some(&0);
                    book.sheets.push(Listed { name: name.unwrap_or_default(), is_shown, is_sheet, start });
                }
                0x00FC => shared.push(content.get(8..).ok_or_else(cut_off)?),
                CONTINUE if is_shared => shared.push(content),
                EOF => break,
                _ => {}
            }
            is_shared = kind == 0x00FC || (is_shared && kind == CONTINUE);
        }
        book.is_old = match version {
            Some(0x0600) => false,
            Some(0x0500) => true,
            _ => return Err(SheetError::OldFormat),
        };
        let mut parts = Parts { parts: &shared, at: 0 };
        while let Some(text) = parts.text() {
            book.texts.push(text);
        }
        Ok(book)
    }

    /// A number as its style shows it, and the format of that.
    fn number(&self, value: f64, style: u16) -> (Found, Format) {
        let code = self.styles.get(usize::from(style)).copied().unwrap_or_default();
        let (is_day, format) = self.formats.get(&code).copied().unwrap_or_else(|| builtin(code));
        let day = || ExcelDateTime::new(value, ExcelDateTimeType::DateTime, self.is_1904);
        (if is_day { Found::Day(day()) } else { Found::Number(value) }, format)
    }

    /// A text whose length stands at a place.
    fn text(&self, content: &[u8], at: usize) -> Option<String> {
        if self.is_old { self.page.text(content, at) } else { wide(content, at) }
    }
}

/// A format that every workbook has.
fn builtin(code: u16) -> (bool, Format) {
    let format = match code {
        0 => Format::General,
        9 | 10 => Format::Percent,
        5..=8 | 37..=44 => Format::Currency,
        49 => Format::Text,
        _ => Format::Other,
    };
    (matches!(code, 14..=22 | 27..=36 | 45..=47 | 50..=58), format)
}

/// Whether a number format shows days.
fn is_day(format: &str) -> bool {
    let (mut quoted, mut bracketed) = (false, false);
    format.to_lowercase().chars().any(|c| {
        match c {
            '"' => quoted = !quoted,
            '[' => bracketed = true,
            ']' => bracketed = false,
            _ => {}
        }
        !quoted && !bracketed && matches!(c, 'y' | 'd' | 'h' | 's' | '年' | '月' | '日')
    })
}

/// A length of one byte, width, characters.
fn short_wide(content: &[u8]) -> Option<String> {
    let (length, rest) = content.split_first()?;
    let whole = [&[*length, 0], rest].concat();
    wide(&whole, 0)
}

/// Length, width, characters.
fn wide(content: &[u8], at: usize) -> Option<String> {
    Parts { parts: &[content.get(at..)?], at: 0 }.text()
}

/// Content that goes on in further records.
struct Parts<'p, 'b> {
    parts: &'p [&'b [u8]],
    at: usize,
}

impl Parts<'_, '_> {
    fn rest(&self) -> &[u8] {
        self.parts.first().and_then(|part| part.get(self.at..)).unwrap_or_default()
    }

    fn next_part(&mut self) -> Option<()> {
        self.parts = self.parts.get(1..)?;
        self.at = 0;
        Some(())
    }

    fn byte(&mut self) -> Option<u8> {
        while self.rest().is_empty() {
            self.next_part()?;
        }
        let byte = self.rest().first().copied();
        self.at += 1;
        byte
    }

    fn number(&mut self, bytes: u32) -> Option<usize> {
        (0..bytes).try_fold(0, |sum, place| Some(sum | usize::from(self.byte()?) << (8 * place)))
    }

    fn skip(&mut self, mut left: usize) -> Option<()> {
        while left > 0 {
            let step = left.min(self.rest().len());
            self.at += step;
            left -= step;
            if left > 0 {
                self.next_part()?;
            }
        }
        Some(())
    }

    fn text(&mut self) -> Option<String> {
        let (mut left, mut flags) = (self.number(2)?, self.byte()?);
        let runs = if flags & 8 > 0 { self.number(2)? } else { 0 };
        let more = if flags & 4 > 0 { self.number(4)? } else { 0 };
        let mut units: Vec<u16> = Vec::new();
        while left > 0 {
            let width = if flags & 1 > 0 { 2 } else { 1 };
            let fits = left.min(self.rest().len() / width);
            let taken = &self.rest()[..fits * width];
            units.extend(
                taken
                    .chunks(width)
                    .map(|unit| u16::from(unit[0]) | unit.get(1).map_or(0, |high| u16::from(*high) << 8)),
            );
            self.at += fits * width;
            left -= fits;
            if left > 0 {
                // where a text goes on, its width is said again
                self.next_part()?;
                flags = self.byte()?;
            }
        }
        self.skip(runs * 4 + more)?;
        Some(String::from_utf16_lossy(&units))
    }
}

struct Sheet<'b> {
    book: &'b Book,
    taker: &'b mut dyn Taker,
    /// The cell of a formula whose text comes in the next record.
    waiting: Option<(u32, u32)>,
}

impl Sheet<'_> {
    fn take(&mut self, kind: u16, content: &[u8]) -> Result<(), SheetError> {
        self.taken(kind, content)?.ok_or_else(cut_off)
    }

    /// `None` for a record that is shorter than it should be.
    fn taken(&mut self, kind: u16, content: &[u8]) -> Result<Option<()>, SheetError> {
        let number = |at| u16_at(content, at);
        let (Some(row), Some(column)) = (number(0), number(2)) else { return Ok(Some(())) };
        let (place, style) = ((u32::from(row), u32::from(column)), number(4).unwrap_or_default());
        let plain = |found: Option<Found>| found.map(|found| (found, self.book.number(0.0, style).1));
        let found = match kind {
            0x0203 => float_at(content, 6).map(|value| self.book.number(value, style)),
            0x027E => u32_at(content, 6).map(|rk| self.book.number(packed(rk), style)),
            0x00FD => {
                plain(u32_at(content, 6).and_then(|at| self.book.texts.get(at as usize)).cloned().map(Found::Text))
            }
            LABEL | RICH => plain(self.book.text(content, 6).map(Found::Text)),
            0x0205 => plain(content.get(6..8).map(|two| logical(two[0], two[1]))),
            0x0006 => match formula(content) {
                Some(Ok(value)) => Some(self.book.number(value, style)),
                Some(Err(0)) => {
                    self.waiting = Some(place);
                    return Ok(Some(()));
                }
                Some(Err(1)) => plain(content.get(8).map(|value| logical(*value, 0))),
                Some(Err(2)) => plain(content.get(8).map(|value| logical(*value, 1))),
                other => plain(other.map(|_| Found::Blank)),
            },
            STRING => {
                let text = self.book.text(content, 0);
                return match (self.waiting.take(), text) {
                    (Some(place), Some(text)) => {
                        self.taker.put(place, Found::Text(text), Format::General, true).map(Some)
                    }
                    _ => Ok(Some(())),
                };
            }
            0x00BD => return self.several(place, content),
            // a row that is as high as nothing
            0x0208 => {
                if number(12).is_some_and(|look| look & 0x20 > 0) {
                    self.taker.hide(u32::from(row));
                }
                return Ok(Some(()));
            }
            0x00E5 => {
                for area in content.get(2..).unwrap_or_default().chunks_exact(8) {
                    let at = |at| u16_at(area, at).map(u32::from);
                    if let (Some(top), Some(bottom), Some(left), Some(right)) = (at(0), at(2), at(4), at(6)) {
                        self.taker.merge(Area { first: (top, left), last: (bottom, right) });
                    }
                }
                return Ok(Some(()));
            }
            _ => return Ok(Some(())),
        };
        let Some((found, format)) = found else { return Ok(None) };
        self.taker.put(place, found, format, kind == 0x0006).map(Some)
    }

    /// Numbers beside each other.
    fn several(&mut self, (row, first): (u32, u32), content: &[u8]) -> Result<Option<()>, SheetError> {
        let cells = content.get(4..content.len().saturating_sub(2)).unwrap_or_default();
        for (column, cell) in (first..).zip(cells.chunks_exact(6)) {
            let (Some(style), Some(rk)) = (u16_at(cell, 0), u32_at(cell, 2)) else { return Ok(None) };
            let (found, format) = self.book.number(packed(rk), style);
            self.taker.put((row, column), found, format, false)?;
        }
        Ok(Some(()))
    }
}

fn float_at(content: &[u8], at: usize) -> Option<f64> {
    content.get(at..at + 8).and_then(<[u8]>::first_chunk).map(|eight| f64::from_le_bytes(*eight))
}

/// The saved value of a formula, or of what other kind it is: 0 for a text.
fn formula(content: &[u8]) -> Option<Result<f64, u8>> {
    let value = content.get(6..14)?;
    if value.ends_with(&[0xff, 0xff]) { Some(Err(value[0])) } else { float_at(content, 6).map(Ok) }
}

fn logical(value: u8, is_error: u8) -> Found {
    match (is_error, value) {
        (0, value) => Found::Flag(value != 0),
        (_, 0x00) => Found::Error("#NULL!"),
        (_, 0x07) => Found::Error("#DIV/0!"),
        (_, 0x0F) => Found::Error("#VALUE!"),
        (_, 0x17) => Found::Error("#REF!"),
        (_, 0x1D) => Found::Error("#NAME?"),
        (_, 0x24) => Found::Error("#NUM!"),
        _ => Found::Error("#N/A"),
    }
}

/// A number in four bytes: whole or half of a float, perhaps in hundredths.
fn packed(rk: u32) -> f64 {
    let value = if rk & 2 > 0 { f64::from(rk.cast_signed() >> 2) } else { f64::from_bits(u64::from(rk & !3) << 32) };
    if rk & 1 > 0 { value / 100.0 } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(kind: u16, content: &[u8]) -> Vec<u8> {
        let size = u16::try_from(content.len()).expect("short");
        [&kind.to_le_bytes()[..], &size.to_le_bytes(), content].concat()
    }

    /// A workbook of Excel 5.0 with a sheet whose cells stand below each other.
    fn old(page: Option<u16>, name: &[u8], texts: &[&[u8]]) -> Vec<u8> {
        let begin = record(BOF, &[0, 5, 5, 0, 0, 0, 0, 0]);
        let page = page.map_or_else(Vec::new, |page| record(CODEPAGE, &page.to_le_bytes()));
        let size = begin.len() + page.len() + 4 + 7 + name.len() + 4;
        let start = u32::try_from(size).expect("short").to_le_bytes();
        let length = u8::try_from(name.len()).expect("short");
        let listed = record(LISTED, &[&start[..], &[0, 0, length], name].concat());
        let mut stream = [begin.clone(), page, listed, record(EOF, &[]), begin].concat();
        for (row, text) in (0_u16..).zip(texts) {
            let length = u16::try_from(text.len()).expect("short").to_le_bytes();
            let cell = [&row.to_le_bytes()[..], &[0, 0, 0, 0], &length, text].concat();
            stream.extend(record(if row % 2 == 0 { LABEL } else { RICH }, &cell));
        }
        stream.extend(record(EOF, &[]));
        stream
    }

    #[derive(Default)]
    struct Texts(Vec<String>);

    impl Taker for Texts {
        fn put(&mut self, _: (u32, u32), found: Found, _: Format, _: bool) -> Result<(), SheetError> {
            if let Found::Text(text) = found {
                self.0.push(text);
            }
            Ok(())
        }
        fn merge(&mut self, _: Area) {}
        fn hide(&mut self, _: u32) {}
    }

    fn read(stream: &[u8]) -> (String, Vec<String>) {
        let book = Book::read(stream).expect("a workbook");
        let mut texts = Texts::default();
        book.cells(stream, &book.sheets[0], &mut texts).expect("cells");
        (book.sheets[0].name.clone(), texts.0)
    }

    #[test]
    fn texts_before_unicode_follow_the_code_page_of_their_workbook() {
        for (page, encoding, name, texts) in [
            (Some(936), GB18030, "台账", &["编号", "0", "合同"][..]),
            (None, GB18030, "台账", &["编号", "0"]),
            // programs that wrote Chinese and called it western
            (Some(1252), GB18030, "台账", &["编号", "A-1 号楼", "12", "已办结"]),
            (Some(1252), WINDOWS_1252, "Größe", &["Straße", "café", "0", "Übergröße"]),
            (Some(0x8001), WINDOWS_1252, "Menu", &["déjà vu", "naïve"]),
            (Some(1251), WINDOWS_1251, "Лист1", &["Договор", "ИТОГО", "0", "Сумма"]),
            (Some(932), SHIFT_JIS, "シート", &["契約", "0"]),
            (Some(950), BIG5, "工作表", &["編號", "合約"]),
            (Some(9), GB18030, "台账", &["编号"]),
        ] {
            let bytes = |text: &str| encoding.encode(text).0.into_owned();
            let all: Vec<Vec<u8>> = texts.iter().map(|text| bytes(text)).collect();
            let all: Vec<&[u8]> = all.iter().map(Vec::as_slice).collect();
            let found = read(&old(page, &bytes(name), &all));
            assert_eq!(found, (name.to_owned(), texts.iter().map(|text| (*text).to_owned()).collect()), "{page:?}");
        }
    }
}
