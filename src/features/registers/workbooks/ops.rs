//! Taking workbooks in, listing and removing them.

use schemars::JsonSchema;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::FILES;
use super::wire::{BookOut, BookRow, OneBook, WizardInput};
use crate::app::App;
use crate::error::{AppError, Result};
use crate::features::registers::record::{BookSheet, OF_USER, RegBook};
use crate::features::system::file::ops::{Stored, prepare_read, record};
use crate::kernel::sniff::display_name;
use crate::op::{Caller, Op, View};
use crate::platform::audit::AuditAction;
use crate::platform::files::FileInfo;
use crate::records::files;
use crate::records::list::Many;
use crate::route::{Data, Done, Nothing, UploadedFile};
use crate::sheet::{SURVEY, Sheet, SheetError, SheetState, Survey};
use crate::store::{Reads, Record, id};
use std::path::Path;
use std::sync::Arc;

/// Workbooks that a person may have lying about.
const MOST_BOOKS: usize = 50;
/// Days after which a workbook that no register uses is removed.
const KEPT_DAYS: i64 = 7;
const DAY: i64 = 86_400_000;
/// Largest state of a wizard in bytes.
const MOST_WIZARD: usize = 256 << 10;
/// Books that one transaction removes.
const BATCH: usize = 100;

/// A workbook to take in.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "UploadBook")]
pub struct UploadBook {
    /// The workbook.
    pub file: UploadedFile,
}

/// A workbook that was looked at and stored.
pub struct Looked {
    name: String,
    sheets: Vec<BookSheet>,
    stored: Stored,
}

/// Looks into a workbook and stores its content.
///
/// # Errors
/// A sentence for a file that is no workbook, or has nothing to read.
pub fn prepare(view: &View, input: UploadBook) -> Result<Looked> {
    if own(view)?.len() >= MOST_BOOKS {
        return Err(AppError::refused(format!("未完成的工作簿已有 {MOST_BOOKS} 个，请先删除不再需要的")));
    }
    let sheets = sheets_of(&input.file.path)?;
    let name = display_name(&input.file.name);
    Ok(Looked { name, sheets, stored: prepare_read(view, &input.file)? })
}

/// The sheets of a workbook.
///
/// # Errors
/// A sentence when none of them can be read.
fn sheets_of(path: &Path) -> Result<Vec<BookSheet>> {
    let refused = |error: SheetError| AppError::refused(error.to_string());
    let mut survey = Survey::open(path, SURVEY).map_err(refused)?;
    let mut sheets: Vec<BookSheet> = survey.sheets().iter().map(listed).collect();
    let mut trouble = None;
    for sheet in sheets.iter_mut().filter(|sheet| sheet.note.is_empty()) {
        let is_large = sheet.columns as usize > SURVEY.columns || sheet.rows as usize > SURVEY.rows;
        // what a file says of its size counts cells without content
        if is_large && let Err(error) = survey.lines(sheet.no, &mut |_| ()) {
            sheet.note = error.to_string();
            trouble = Some(error);
        }
    }
    if sheets.iter().any(|sheet| sheet.note.is_empty()) {
        return Ok(sheets);
    }
    Err(trouble.map_or_else(|| AppError::refused("文件中没有可读取的工作表：隐藏、空白和图表工作表不能导入"), refused))
}

fn listed(sheet: &Sheet) -> BookSheet {
    let note = match sheet.state {
        SheetState::Offered => "",
        SheetState::Empty => "空白工作表，不能导入",
        SheetState::Hidden => "隐藏的工作表，取消隐藏并重新上传后才能导入",
        SheetState::Chart => "图表或宏工作表，不能导入",
    };
    let (rows, columns) = sheet.size;
    BookSheet { no: sheet.no, name: sheet.name.clone(), rows, columns, note: note.to_owned() }
}

/// POST /reg/design/book
///
/// # Errors
/// A sentence when the person's limits are reached.
pub fn keep(op: &mut Op, looked: Looked) -> Result<Data<BookOut>> {
    let file = record(op, looked.stored)?;
    let book = RegBook {
        book_id: op.next_id::<RegBook>()?,
        file_id: file.file_id,
        name: looked.name,
        user_id: op.caller.user_id(),
        at: op.now,
        register_id: 0,
        wizard: String::new(),
        sheets: looked.sheets,
    };
    op.put(&book)?;
    files::attach(op, &[file.file_id], FILES.name, book.book_id)?;
    Ok(Data(BookOut::of(&book)))
}

/// Own books that no register uses, newest first.
fn own(view: &View) -> Result<Vec<RegBook>> {
    let mut books: Vec<RegBook> = view.tx.by(&OF_USER, &id(view.caller.user_id()), true, 0, usize::MAX)?;
    books.retain(|book| book.register_id == 0);
    Ok(books)
}

/// A book of the caller.
///
/// # Errors
/// One sentence for missing and foreign ones.
pub fn find(view: &View, book_id: u64) -> Result<RegBook> {
    let book: Option<RegBook> = view.tx.get(&id(book_id))?;
    book.filter(|book| book.user_id == view.caller.user_id())
        .ok_or_else(|| AppError::refused("工作簿不存在，可能已被清理，请重新上传"))
}

pub fn list(view: &View, _: Nothing) -> Result<Data<Vec<BookRow>>> {
    Ok(Data(own(view)?.iter().map(BookRow::of).collect()))
}

/// GET /reg/design/book/{id}
///
/// # Errors
/// A sentence for a book that is not the caller's.
pub fn show(view: &View, input: OneBook) -> Result<Data<BookOut>> {
    Ok(Data(BookOut::of(&find(view, input.id)?)))
}

/// PUT /reg/design/book/{id}/wizard
///
/// # Errors
/// A sentence for a state that is no JSON or too large.
pub fn keep_wizard(op: &mut Op, input: WizardInput) -> Result<Done> {
    let book = find(&op.view(), input.id)?;
    if input.wizard.len() > MOST_WIZARD {
        return Err(AppError::refused("向导中的修改过多，无法保存进度，请先发布或减少修改"));
    }
    if !input.wizard.is_empty() && serde_json::from_str::<IgnoredAny>(&input.wizard).is_err() {
        return Err(AppError::refused("向导的进度不是有效的 JSON"));
    }
    op.put_quietly(&RegBook { wizard: input.wizard, ..book })?;
    Ok(Done)
}

/// DELETE /reg/design/book/{ids}
///
/// # Errors
/// A sentence for a book that a register began from.
pub fn remove(op: &mut Op, input: Many) -> Result<Done> {
    for book_id in input.ids {
        let book = find(&op.view(), book_id)?;
        if book.register_id != 0 {
            return Err(AppError::refused(format!("工作簿“{}”已用于登记表，不能删除", book.name)));
        }
        forget(op, &book)?;
    }
    Ok(Done)
}

/// Removes a book with its file: what may hold personal data does not lie about for another day.
pub fn forget(op: &mut Op, book: &RegBook) -> Result<()> {
    op.delete::<RegBook>(&book.id())?;
    for file in files::files_of(&op.view(), FILES.name, book.book_id)? {
        op.delete::<FileInfo>(&file.id())?;
    }
    Ok(())
}

fn overdue(view: &View) -> Result<Vec<RegBook>> {
    let mut books = Vec::new();
    view.tx.each(|book: RegBook| {
        if book.register_id == 0 && view.now.0 - book.at.0 > KEPT_DAYS * DAY {
            books.push(book);
        }
        books.len() < BATCH
    })?;
    Ok(books)
}

/// Removes workbooks that no register uses and that have lain for a week; answers how many.
///
/// # Errors
/// A failing disk.
pub fn sweep(app: &Arc<App>, key: &'static str) -> Result<usize> {
    let caller = Arc::new(Caller::job(key));
    let mut removed = 0;
    while app.read(&caller, |view| Ok(!overdue(view)?.is_empty()))? {
        removed += app.act(&caller, super::TITLE, AuditAction::Delete, |op| {
            let books = overdue(&op.view())?;
            books.iter().try_for_each(|book| forget(op, book))?;
            Ok(books.len())
        })?;
    }
    Ok(removed)
}

/// A sheet that could become a register, as the family's generator lists tables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnusedSheet {
    /// `wb_<book>_<sheet>`
    pub table_name: String,
    /// `文件 / 工作表`
    pub table_comment: String,
    pub book_id: u64,
    /// Number of the sheet.
    pub sheet: usize,
    /// When it was uploaded.
    pub at: crate::kernel::dates::Stamp,
}

/// Sheets of the caller's own uploads from which no register has begun, newest upload first.
pub fn unused_sheets(view: &View) -> Result<Vec<UnusedSheet>> {
    let mut all = Vec::new();
    for book in own(view)? {
        for sheet in book.sheets.iter().filter(|sheet| sheet.note.is_empty()) {
            let comment =
                if sheet.name.is_empty() { book.name.clone() } else { format!("{} / {}", book.name, sheet.name) };
            all.push(UnusedSheet {
                table_name: format!("wb_{}_{}", book.book_id, sheet.no),
                table_comment: comment,
                book_id: book.book_id,
                sheet: sheet.no,
                at: book.at,
            });
        }
    }
    Ok(all)
}

/// The book and sheet behind a name of [`UnusedSheet`].
pub fn sheet_of(table_name: &str) -> Option<(u64, usize)> {
    let (book, sheet) = table_name.strip_prefix("wb_")?.split_once('_')?;
    Some((book.parse().ok()?, sheet.parse().ok()?))
}
