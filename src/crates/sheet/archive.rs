//! What a file really is, and whether it is safe to unpack: looked at before any parser sees it.
//!
//! Invariant: sizes are counted by unpacking, never believed from the archive's own directory.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

use zip::ZipArchive;

use super::compound;
use super::value::{Limits, SheetError};

/// More parts than this has no honest workbook.
const MOST_PARTS: usize = 2_000;

/// Parts up to this size may be packed as tightly as they like.
const SMALL: u64 = 1 << 20;

/// The most that parts other than sheets unpack to: a parser keeps them in memory as a whole.
const OTHER_PART: u64 = 50 << 20;

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Xlsx,
    Ods,
    Compound,
    /// Text of any kind, perhaps.
    Text,
}

/// Tells what a file is, whatever its name; refuses one that is too large. Leaves it at its beginning.
pub(super) fn form(file: &mut File, limits: &Limits) -> Result<Form, SheetError> {
    let head = head(file, limits)?;
    if head.starts_with(b"PK\x03\x04") {
        parts(file, limits)
    } else if head.starts_with(&compound::MAGIC) {
        Ok(Form::Compound)
    } else if head.is_empty() || (head.contains(&0) && !head.starts_with(b"\xff\xfe") && !head.starts_with(b"\xfe\xff"))
    {
        Err(SheetError::Unknown)
    } else {
        Ok(Form::Text)
    }
}

/// The rows of an .ods workbook as they are written.
pub(super) fn office_content(file: &mut File, limits: &Limits) -> Result<String, SheetError> {
    let mut archive = ZipArchive::new(&mut *file).map_err(damaged)?;
    let entry = archive.by_name("content.xml").map_err(damaged)?;
    let mut text = String::new();
    entry.take(limits.unpacked).read_to_string(&mut text).map_err(damaged)?;
    Ok(text)
}

fn head(file: &mut File, limits: &Limits) -> Result<Vec<u8>, SheetError> {
    if file.metadata()?.len() > limits.bytes {
        return Err(SheetError::TooLarge(limits.bytes >> 20));
    }
    let mut head = Vec::new();
    file.by_ref().take(4096).read_to_end(&mut head)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(head)
}

/// Counts the parts by unpacking them.
fn parts(file: &mut File, limits: &Limits) -> Result<Form, SheetError> {
    let mut archive = ZipArchive::new(&mut *file).map_err(damaged)?;
    let form = names(&archive)?;
    let mut left = limits.unpacked;
    for part in 0..archive.len() {
        left -= unpack(&mut archive, part, left, limits.ratio)?;
    }
    file.seek(SeekFrom::Start(0))?;
    Ok(form)
}

fn names(archive: &ZipArchive<&mut File>) -> Result<Form, SheetError> {
    if archive.len() > MOST_PARTS {
        return Err(SheetError::Bomb);
    }
    let mut names = Vec::with_capacity(archive.len());
    for name in archive.file_names() {
        names.push(name.map_err(damaged)?.to_ascii_lowercase());
    }
    let has = |wanted: &str| names.iter().any(|name| name == wanted);
    if has("xl/workbook.bin") {
        Err(SheetError::OtherWorkbook)
    } else if has("content.xml") {
        Ok(Form::Ods)
    } else if names.iter().any(|name| name.starts_with("xl/")) {
        Ok(Form::Xlsx)
    } else {
        Err(SheetError::NotWorkbook)
    }
}

/// Unpacks one part into nothing and tells its size.
fn unpack(archive: &mut ZipArchive<&mut File>, part: usize, left: u64, ratio: u64) -> Result<u64, SheetError> {
    let entry = archive.by_index(part).map_err(damaged)?;
    let sheet = entry.name().map_err(damaged)?.to_ascii_lowercase().contains("worksheets/");
    let by_ratio = entry.compressed_size().saturating_mul(ratio).max(SMALL);
    let most = if sheet { left } else { left.min(OTHER_PART) }.min(by_ratio);
    let size = std::io::copy(&mut entry.take(most.saturating_add(1)), &mut std::io::sink()).map_err(damaged)?;
    if size > most { Err(SheetError::Bomb) } else { Ok(size) }
}

pub(super) fn damaged(error: impl std::fmt::Display) -> SheetError {
    SheetError::Damaged(error.to_string())
}
