//! Pictures of a workbook on their way into rows: copied out one at a time, checked and stored as any upload is.
//!
//! Invariants: no more of a picture is in memory than a buffer; one that may not be uploaded is told before, and left out; one
//! that turns out to be damaged when it is decoded is named in its row: as 原值 of its field when that holds nothing else.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::load::LoadRow;
use crate::app::App;
use crate::error::{AppError, Kind as FaultKind, Result};
use crate::features::registers::cell::Cell;
use crate::features::registers::links;
use crate::features::registers::rows::write::Change;
use crate::features::registers::value::Given;
use crate::features::system::file::MAX_PICTURE;
use crate::features::system::file::ops::{self, Stored, UploadInput};
use crate::kernel::sniff::{self, Kind};
use crate::op::{Caller, Op, View};
use crate::route::UploadedFile;
use crate::sheet::{Pictures, SheetError};

/// Pictures of one field of a row, as its form takes them.
const MOST: usize = 20;
/// Lines that a remark names.
const NAMED: usize = 20;

fn refused(error: SheetError) -> AppError {
    AppError::refused(error.to_string())
}

/// What a picture is called.
fn name_of(part: &str) -> &str {
    part.rsplit('/').next().unwrap_or(part)
}

/// Whether a part is a picture that may be uploaded, by its name, its first bytes and the size that its archive tells; else
/// why not.
fn problem(view: &View, book: &mut Pictures, part: &str) -> Option<String> {
    let limit = view.app.settings.get(&MAX_PICTURE);
    let Some(kind) = Kind::of_name(name_of(part)).filter(|kind| kind.picture) else {
        return Some("格式不支持".to_owned());
    };
    match book.size(part) {
        Some(size) if size > limit << 20 => Some(format!("超过 {limit} MB")),
        Some(0) | None => Some("没有内容".to_owned()),
        Some(_) if !book.head(part, sniff::HEAD).is_some_and(|head| kind.fits(&head)) => {
            Some("不是图片或已损坏".to_owned())
        }
        Some(_) => None,
    }
}

/// Pictures that will be taken, and those that will not.
pub(super) fn remarks(view: &View, path: &Path, rows: &[LoadRow]) -> Result<Vec<String>> {
    let all: usize = rows.iter().map(|row| row.pictures.len()).sum();
    if all == 0 {
        return Ok(Vec::new());
    }
    let mut book = Pictures::of(path).map_err(refused)?;
    let mut out: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    for row in rows {
        let mut counts: BTreeMap<u16, usize> = BTreeMap::new();
        for (field, part) in &row.pictures {
            let count = counts.entry(*field).or_default();
            *count += 1;
            let why =
                if *count > MOST { Some(format!("一行最多 {MOST} 张")) } else { problem(view, &mut book, part) };
            if let Some(why) = why {
                out.entry(why).or_default().push(row.line);
            }
        }
    }
    let left: usize = out.values().map(Vec::len).sum();
    let mut told = vec![format!("{} 张图片随所在的行导入", all - left)];
    for (why, lines) in out {
        let some: Vec<String> = lines.iter().take(NAMED).map(u32::to_string).collect();
        let more = if lines.len() > NAMED { "…" } else { "" };
        told.push(format!("{} 张图片不导入（{why}）：第 {}{more} 行", lines.len(), some.join("、")));
    }
    Ok(told)
}

/// A picture on its way into a field: stored, or what is to be told of it.
type Found = Result<Stored, String>;

/// Pictures whose contents are stored, and those that are none, by the place of their row in its portion.
#[derive(Default)]
pub(super) struct Ready(BTreeMap<usize, Vec<(u16, Found)>>);

impl Ready {
    /// Records the pictures of a row and lays them into it.
    ///
    /// # Errors
    /// A sentence when the person's limit of the day is reached.
    pub(super) fn put(&mut self, op: &mut Op, at: usize, change: &mut Change) -> Result<()> {
        let mut of: BTreeMap<u16, Vec<u64>> = BTreeMap::new();
        let mut bad: Vec<(u16, String)> = Vec::new();
        for (field, found) in self.0.remove(&at).unwrap_or_default() {
            match found {
                Ok(stored) => of.entry(field).or_default().push(ops::record(op, stored)?.file_id),
                Err(told) => bad.push((field, told)),
            }
        }
        // what a value stands beside is told where people look for it, not as 原值: that would hide the value
        for (field, told) in bad {
            if of.contains_key(&field) {
                change.remark = if change.remark.is_empty() { told } else { format!("{}；{told}", change.remark) };
            } else {
                change.kept.push((field, Some(told)));
            }
        }
        let cell = |ids| Some(Given::Cell(Cell::Links(links::FILES, ids)));
        change.values.extend(of.into_iter().map(|(field, ids)| (field, cell(ids))));
        Ok(())
    }
}

/// Stores the pictures of some rows; those that may not be uploaded are left out.
///
/// # Errors
/// A workbook that cannot be read any more, a full disk.
pub(super) fn stored(app: &Arc<App>, caller: &Arc<Caller>, path: &Path, rows: &[LoadRow]) -> Result<Ready> {
    if rows.iter().all(|row| row.pictures.is_empty()) {
        return Ok(Ready::default());
    }
    app.read(caller, |view| {
        let (mut kept, mut book) = (Ready::default(), Pictures::of(path).map_err(refused)?);
        for (at, row) in rows.iter().enumerate() {
            let mut counts: BTreeMap<u16, usize> = BTreeMap::new();
            for (field, part) in &row.pictures {
                let count = counts.entry(*field).or_default();
                *count += 1;
                if *count <= MOST
                    && let Some(found) = one(view, &mut book, part)?
                {
                    kept.0.entry(at).or_default().push((*field, found));
                }
            }
        }
        Ok(kept)
    })
}

/// Stores one picture; `None` for one that was told to be left out before.
fn one(view: &View, book: &mut Pictures, part: &str) -> Result<Option<Found>> {
    if problem(view, book, part).is_some() {
        return Ok(None);
    }
    let most = (view.app.settings.get(&MAX_PICTURE) << 20) + 1;
    let mut file = tempfile::Builder::new()
        .prefix("picture-")
        .tempfile_in(view.app.paths.temporary())
        .map_err(AppError::internal)?;
    let size = book.copy(part, most, file.as_file_mut()).map_err(refused)?;
    let path = file.into_temp_path();
    let file = UploadedFile { path: path.to_path_buf(), name: name_of(part).to_owned(), size };
    match ops::prepare(view, UploadInput { file, preview: None }) {
        Ok(stored) => Ok(Some(Ok(stored))),
        Err(fault) if fault.kind == FaultKind::Refused => {
            Ok(Some(Err(format!("图片 {} 没有导入：{}", name_of(part), fault.message))))
        }
        Err(fault) => Err(fault),
    }
}
