//! Both eras of export (contract 8): GET answers the name of a file to fetch with a ticket, POST
//! streams it. The workbook is written before the transaction; the transaction leaves the audit row.

use tempfile::TempPath;

use crate::fault::{Fault, Outcome};
use crate::op::{Op, View};
use crate::route::{FileReply, Text};
use crate::sheet::{self, Column};

/// Content type of a workbook.
pub const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// A finished workbook in the scratch folder.
pub struct Workbook {
    /// Where it lies.
    pub path: TempPath,
    /// Name shown to the person.
    pub name: String,
}

/// Sentence for a workbook that could not be written.
pub fn failed(error: impl ToString) -> Fault {
    Fault::refused("导出Excel失败，请联系网站管理员！").because(error)
}

/// An empty file in the scratch folder.
pub fn scratch(view: &View) -> Outcome<TempPath> {
    tempfile::Builder::new()
        .prefix("export-")
        .suffix(".xlsx")
        .tempfile_in(view.app.paths.temporary())
        .map(tempfile::NamedTempFile::into_temp_path)
        .map_err(|error| Fault::from(crate::store::StoreError::from(error)))
}

/// Writes rows into a workbook named after its sheet.
pub fn write<T>(view: &View, sheet: &str, columns: &[Column<T>], rows: impl Iterator<Item = T>) -> Outcome<Workbook> {
    let path = scratch(view)?;
    sheet::export(&path, columns, sheet, rows.map(Ok::<T, sheet::SheetError>)).map_err(failed)?;
    Ok(Workbook { path, name: format!("{sheet}.xlsx") })
}

/// The old form: `msg` is the file name for `/common/download`.
pub fn ticket(op: &mut Op, workbook: Workbook) -> Outcome<Text> {
    Ok(Text(op.app.tickets.issue(op.caller.user_id(), op.now, &workbook.name, workbook.path)))
}

/// The new form: the workbook itself.
pub fn file(_: &mut Op, workbook: Workbook) -> Outcome<FileReply> {
    Ok(FileReply {
        path: workbook.path.to_path_buf(),
        name: workbook.name,
        content_type: XLSX,
        inline: false,
        delete_after: Some(std::sync::Arc::new(workbook.path)),
    })
}
