//! What a file is, by its name and by its first bytes; both must agree before a file is taken.
//!
//! Invariants: only types of the list below exist for us; the content type we answer comes from the
//! list and never from a client; a name is for showing and never becomes part of a path.
//!
//! Deliberately absent: archives inside archives, macros, viruses. Files other than our own pictures
//! are only ever sent as attachments.

use std::io::{self, Read, Seek, SeekFrom};

/// Bytes of a file's beginning that the checks look at.
pub const HEAD: usize = 4096;
/// Longest display name in characters.
pub const NAME_LIMIT: usize = 200;

/// A type of file that is taken.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// Ending in lower case.
    pub suffix: &'static str,
    /// Content type of the answer.
    pub content_type: &'static str,
    /// Goes by the rules and limits for pictures.
    pub picture: bool,
    /// Whether the first bytes fit.
    fits: fn(&[u8]) -> bool,
    /// Folder that an office archive must contain.
    pub folder: Option<&'static str>,
}

const fn kind(suffix: &'static str, content_type: &'static str, fits: fn(&[u8]) -> bool) -> Kind {
    Kind { suffix, content_type, picture: false, fits, folder: None }
}

const fn office(suffix: &'static str, content_type: &'static str, folder: &'static str) -> Kind {
    Kind { suffix, content_type, picture: false, fits: is_zip, folder: Some(folder) }
}

const fn picture(suffix: &'static str, content_type: &'static str, fits: fn(&[u8]) -> bool) -> Kind {
    Kind { suffix, content_type, picture: true, fits, folder: None }
}

const OOXML: [&str; 3] = [
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation",
];

/// Everything that is taken.
pub const KINDS: &[Kind] = &[
    picture("jpg", "image/jpeg", is_jpeg),
    picture("jpeg", "image/jpeg", is_jpeg),
    picture("png", "image/png", is_png),
    picture("heic", "image/heic", is_heic),
    kind("pdf", "application/pdf", is_pdf),
    kind("doc", "application/msword", is_ole),
    kind("xls", "application/vnd.ms-excel", is_ole),
    kind("ppt", "application/vnd.ms-powerpoint", is_ole),
    office("docx", OOXML[0], "word/"),
    office("xlsx", OOXML[1], "xl/"),
    office("pptx", OOXML[2], "ppt/"),
    kind("wps", "application/vnd.ms-works", is_ole_or_zip),
    kind("et", "application/vnd.ms-excel", is_ole_or_zip),
    kind("dps", "application/vnd.ms-powerpoint", is_ole_or_zip),
    kind("txt", "text/plain; charset=utf-8", is_text),
    kind("csv", "text/csv; charset=utf-8", is_text),
    kind("zip", "application/zip", is_zip),
];

/// Endings for the sentence that refuses others.
pub const ALLOWED: &str = "jpg、png、heic、pdf、doc、docx、xls、xlsx、ppt、pptx、wps、et、dps、txt、csv、zip";

impl Kind {
    /// The type of a file by its name.
    pub fn of_name(name: &str) -> Option<&'static Self> {
        let suffix = suffix(name)?;
        KINDS.iter().find(|kind| kind.suffix == suffix)
    }

    /// The stored type by its ending.
    pub fn of_suffix(suffix: &str) -> Option<&'static Self> {
        KINDS.iter().find(|kind| kind.suffix == suffix)
    }

    /// Whether the file's beginning is that of this type.
    pub fn fits(&self, head: &[u8]) -> bool {
        (self.fits)(head)
    }
}

/// The ending of a name in lower case.
pub fn suffix(name: &str) -> Option<String> {
    name.rsplit_once('.').map(|(_, suffix)| suffix.to_ascii_lowercase())
}

/// A display name: the last part of a path, without control characters, direction marks and what file
/// systems refuse; at most [`NAME_LIMIT`] characters, the ending kept; never empty.
pub fn display_name(given: &str) -> String {
    let last = given.rsplit(['/', '\\']).next().unwrap_or_default();
    let invisible = |c: char| matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}');
    let clean: String = last
        .chars()
        .filter(|c| !c.is_control() && !invisible(*c) && !matches!(c, ':' | '*' | '?' | '"' | '<' | '>' | '|'))
        .collect();
    let clean = clean.trim_matches([' ', '.']);
    let length = clean.chars().count();
    if clean.is_empty() {
        return "未命名".into();
    }
    if length <= NAME_LIMIT {
        return clean.to_owned();
    }
    let ending = suffix(clean).filter(|ending| ending.chars().count() <= 10).map(|ending| format!(".{ending}"));
    let ending = ending.unwrap_or_default();
    let stem: String = clean.chars().take(NAME_LIMIT - ending.chars().count()).collect();
    stem + &ending
}

fn is_jpeg(head: &[u8]) -> bool {
    head.starts_with(&[0xff, 0xd8, 0xff])
}

fn is_png(head: &[u8]) -> bool {
    head.starts_with(b"\x89PNG\r\n\x1a\n")
}

fn is_pdf(head: &[u8]) -> bool {
    head.iter().take(1024).collect::<Vec<_>>().windows(5).any(|five| five.iter().copied().eq(b"%PDF-"))
        && !looks_like_markup(head)
}

fn is_ole(head: &[u8]) -> bool {
    head.starts_with(&[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
}

fn is_zip(head: &[u8]) -> bool {
    head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06")
}

fn is_ole_or_zip(head: &[u8]) -> bool {
    is_ole(head) || is_zip(head)
}

fn looks_like_markup(head: &[u8]) -> bool {
    head.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'<')
}

/// No NUL and no other control characters; UTF-16 with its mark is text too.
fn is_text(head: &[u8]) -> bool {
    if head.starts_with(&[0xff, 0xfe]) || head.starts_with(&[0xfe, 0xff]) {
        return true;
    }
    !head.iter().any(|byte| matches!(byte, 0..=8 | 14..=26 | 28..=31 | 127))
}

const BRANDS: [&[u8; 4]; 10] =
    [b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"hevm", b"hevs", b"mif1", b"msf1"];

/// A `ftyp` box whose brand is one of HEIF with HEVC; `mif1` alone is the container, so some brand
/// of the list must be there and none of AVIF as the main one.
fn is_heic(head: &[u8]) -> bool {
    let Some(size) = head.get(..4).and_then(|four| <[u8; 4]>::try_from(four).ok()).map(u32::from_be_bytes) else {
        return false;
    };
    if head.get(4..8) != Some(b"ftyp") || !(16..=1024).contains(&size) {
        return false;
    }
    let known = |brand: &[u8]| BRANDS.iter().any(|known| known.as_slice() == brand);
    let main = head.get(8..12).unwrap_or_default();
    if !known(main) {
        return false;
    }
    let end = usize::try_from(size).unwrap_or(0).min(head.len());
    let others: Vec<&[u8]> = head.get(16..end).unwrap_or_default().chunks_exact(4).collect();
    // The container's own brand says nothing about the coding: AVIF files carry it too.
    let foreign = others.iter().any(|brand| matches!(*brand, b"avif" | b"avis"));
    !(foreign && matches!(main, b"mif1" | b"msf1"))
}

/// Most entries of an archive's directory that are looked at.
const ENTRIES: usize = 100_000;
/// The end record and the longest comment behind it.
const TAIL: u64 = 22 + 65_535;

/// Whether an archive's directory names something below `folder`; reads the directory entry by
/// entry, so that no archive, however made, takes much memory.
///
/// # Errors
/// Only what reading ran into; a broken archive is `false`.
pub fn zip_has_folder(mut file: impl Read + Seek, folder: &str) -> io::Result<bool> {
    let length = file.seek(SeekFrom::End(0))?;
    let start = length.saturating_sub(TAIL);
    file.seek(SeekFrom::Start(start))?;
    let mut tail = Vec::new();
    file.by_ref().take(TAIL).read_to_end(&mut tail)?;
    let number = |bytes: &[u8], at: usize, size: usize| -> u64 {
        bytes.get(at..at + size).unwrap_or_default().iter().rev().fold(0, |sum, byte| (sum << 8) | u64::from(*byte))
    };
    let Some(end) = tail.windows(4).rposition(|four| four == b"PK\x05\x06") else { return Ok(false) };
    let (entries, offset) = (number(&tail, end + 10, 2), number(&tail, end + 16, 4));
    if offset >= length {
        return Ok(false);
    }
    file.seek(SeekFrom::Start(offset))?;
    let mut directory = io::BufReader::new(file);
    for _ in 0..usize::try_from(entries).unwrap_or(0).min(ENTRIES) {
        let mut head = [0; 46];
        let mut name = Vec::new();
        if directory.read_exact(&mut head).is_err() || !head.starts_with(b"PK\x01\x02") {
            return Ok(false);
        }
        directory.by_ref().take(number(&head, 28, 2)).read_to_end(&mut name)?;
        if name.starts_with(folder.as_bytes()) {
            return Ok(true);
        }
        directory.seek_relative((number(&head, 30, 2) + number(&head, 32, 2)).cast_signed())?;
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heic(main: &[u8; 4], others: &[&[u8; 4]]) -> Vec<u8> {
        let size = u32::try_from(16 + 4 * others.len()).expect("small");
        let mut bytes = [&size.to_be_bytes()[..], b"ftyp", main, &[0; 4]].concat();
        bytes.extend(others.iter().flat_map(|brand| brand.iter()));
        bytes.resize(bytes.len() + 32, 0);
        bytes
    }

    #[test]
    fn name_and_bytes_must_agree() {
        let ole: &[u8] = &[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0];
        let (jpeg, png): (&[u8], &[u8]) = (&[0xff, 0xd8, 0xff, 0xe0], b"\x89PNG\r\n\x1a\n\0\0");
        let (html, svg, js): (&[u8], &[u8], &[u8]) =
            (b"<!doctype html><script>", b"<svg xmlns='x' onload=alert(1)>", b"alert(1)//");
        for (name, bytes, good) in [
            ("a.jpg", jpeg, true),
            ("a.JPG", jpeg, true),
            ("a.JpEg", jpeg, true),
            ("a.png", png, true),
            ("a.PNG", jpeg, false),
            ("a.jpg", png, false),
            ("a.jpg", html, false),
            ("a.jpg", svg, false),
            ("a.jpg", js, false),
            ("a.jpg", b"", false),
            ("a.pdf", b"%PDF-1.7\n", true),
            ("a.pdf", b"junk\n%PDF-1.7\n", true),
            ("a.pdf", b"<html>%PDF-1.7", false),
            ("a.pdf", b"PK\x03\x04", false),
            ("a.doc", ole, true),
            ("a.doc", b"PK\x03\x04", false),
            ("a.wps", ole, true),
            ("a.et", b"PK\x03\x04", true),
            ("a.txt", "说明\r\n".as_bytes(), true),
            ("a.txt", b"", true),
            ("a.csv", b"a,b\n1,2\n", true),
            ("a.csv", b"MZ\x90\0\x03", false),
            ("a.txt", b"\x7fELF", false),
            ("a.zip", b"PK\x05\x06", true),
            ("a.zip", b"Rar!", false),
        ] {
            let kind = Kind::of_name(name).expect(name);
            assert_eq!(kind.fits(bytes), good, "{name} {bytes:?}");
        }
        for name in ["a.html", "a.svg", "a.js", "a.exe", "a", "a.jpg.php", "a.heif", "a.gif", "a.", ""] {
            assert!(Kind::of_name(name).is_none(), "{name}");
        }
    }

    #[test]
    fn heic_is_known_by_its_brand() {
        let kind = Kind::of_name("IMG_0001.HEIC").expect("known");
        for (bytes, good) in [
            (heic(b"heic", &[b"mif1", b"heic"]), true),
            (heic(b"heix", &[]), true),
            (heic(b"hevc", &[]), true),
            (heic(b"mif1", &[b"heic", b"miaf"]), true),
            (heic(b"mif1", &[b"avif"]), false),
            (heic(b"avif", &[b"mif1"]), false),
            (heic(b"isom", &[b"mp42"]), false),
            (heic(b"mp42", &[b"heic"]), false),
            (b"\0\0\0\x18ftyphe".to_vec(), false),
        ] {
            assert_eq!(kind.fits(&bytes), good, "{bytes:?}");
        }
    }

    #[test]
    fn names_are_for_showing_only() {
        let long = format!("{}.PDF", "长".repeat(300));
        for (given, shown) in [
            ("../../etc/passwd", "passwd".to_owned()),
            ("C:\\fakepath\\照片.jpg", "照片.jpg".into()),
            ("a\0b\r\nc.png", "abc.png".into()),
            ("报告\u{202e}gpj.exe", "报告gpj.exe".into()),
            ("\u{feff}a\u{200b}.txt", "a.txt".into()),
            ("  .. ", "未命名".into()),
            ("", "未命名".into()),
            ("<b>|?*\".doc", "b.doc".into()),
            (long.as_str(), format!("{}.pdf", "长".repeat(196))),
        ] {
            assert_eq!(display_name(given), shown, "{given:?}");
        }
    }

    #[test]
    fn an_office_archive_holds_its_folder() {
        use std::io::{Cursor, Write};
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for name in ["[Content_Types].xml", "word/document.xml"] {
            writer.start_file(name, zip::write::SimpleFileOptions::default()).expect("entry");
            writer.write_all(b"<x/>").expect("content");
        }
        let bytes = writer.finish().expect("archive").into_inner();
        assert!(zip_has_folder(Cursor::new(&bytes), "word/").expect("reads"));
        assert!(!zip_has_folder(Cursor::new(&bytes), "xl/").expect("reads"));
        for cut in [0, 1, 30, bytes.len() - 30] {
            assert!(!zip_has_folder(Cursor::new(&bytes[..cut]), "word/").expect("no panic"), "{cut}");
        }
    }
}
