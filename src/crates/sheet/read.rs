//! Reading the first visible sheet of a workbook as it lies there, cell by cell, within limits.

use std::fs::File;
use std::io::Read as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use calamine::XlsxError;

use super::archive::Form;
use super::laying::{Aside, Laying};
use super::markup::Laid;
use super::number::Mask;
use super::survey::{RawCell, RawValue, Survey};
use super::value::{Grid, Limits, SheetError};
use super::{archive, biff, markup, plain};

/// What an error says when the parser panicked.
pub(super) const INTERRUPTED: &str = "解析中断";

/// Reads a table that is nobody's template, whatever kind of file it is in: every row with content as it lies there,
/// header or not.
///
/// # Errors
/// Everything about the file as a whole.
pub fn grid(path: &Path, limits: Limits) -> Result<Grid, SheetError> {
    let mut file = File::open(path)?;
    let form = archive::form(&mut file, &limits)?;
    catch_unwind(AssertUnwindSafe(|| match form {
        Form::Xlsx => lie(path, &limits),
        Form::Ods => markup::grid(&archive::office_content(&mut file, &limits)?, &limits),
        Form::Compound => biff::grid(&whole(file)?, &limits),
        Form::Text => text(&whole(file)?, &limits).map(|(grid, _)| grid),
    }))
    .unwrap_or_else(|_| Err(SheetError::Damaged(INTERRUPTED.into())))
}

/// The size was looked at before.
pub(super) fn whole(mut file: File) -> Result<Vec<u8>, SheetError> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

pub(super) fn text(bytes: &[u8], limits: &Limits) -> Result<(Grid, Aside), SheetError> {
    let text = plain::decode(bytes)?;
    if text.trim_start().starts_with('<') {
        return markup::grid_with_aside(&text, limits);
    }
    Ok((plain::grid(&text, limits)?, Aside::default()))
}

/// All sheets of a text: those of a workbook of 2003, or the one that other texts are.
pub(super) fn sheets(bytes: &[u8], limits: &Limits) -> Result<Vec<Laid>, SheetError> {
    let text = plain::decode(bytes)?;
    if text.trim_start().starts_with('<') {
        return markup::sheets(&text, limits);
    }
    let grid = plain::grid(&text, limits)?;
    Ok(vec![Laid { name: String::new(), is_hidden: false, grid, aside: Aside::default() }])
}

/// The first visible sheet with content.
fn lie(path: &Path, limits: &Limits) -> Result<Grid, SheetError> {
    let mut survey = Survey::open(path, *limits)?;
    let no = survey.offered().first().map(|sheet| sheet.no).ok_or(SheetError::NoHeader)?;
    let merged = survey.unseen(no)?.merged;
    let mut laying = Laying::new(*limits);
    merged.into_iter().for_each(|area| laying.merge(area));
    survey.head(no, 1)?;
    let (masks, mut outcome) = (survey.masks(), Ok(()));
    survey.lines(no, &mut |line| {
        for cell in &line.cells {
            if outcome.is_ok() {
                outcome = laying.put(line.row, cell.column, &lying(cell, &masks));
            }
        }
    })?;
    outcome?;
    laying.finish()
}

/// What a cell shows; zeros that its format puts in front belong to it.
fn lying(cell: &RawCell, masks: &[Mask]) -> String {
    let RawValue::Number(number) = &cell.value else { return cell.value.to_string() };
    let mask = usize::from(cell.mask).checked_sub(1).and_then(|place| masks.get(place));
    let shown = mask.and_then(|mask| mask.shown(*number)).filter(|shown| shown.starts_with('0'));
    shown.unwrap_or_else(|| number.to_string())
}

pub(super) fn damaged(error: XlsxError) -> SheetError {
    SheetError::Damaged(error.to_string())
}
