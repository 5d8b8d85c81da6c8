//! All other tables of a dump as workbooks, one each, so that nobody believes that they were brought in.

use std::collections::BTreeMap;
use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;

use gx_sqldump::{Fault, Row, Sink, Value};

use super::dump::{TAKEN, refused};
use crate::error::{AppError, Result};
use crate::sheet::{Cell, Head, SheetError, export_rows};

/// Rows on their way to a workbook: with it a row is a kilobyte or a few, and a workbook holds none.
const AHEAD: usize = 64;
/// Most tables: each is a file that is open until the end.
const TABLES: usize = 400;

/// A workbook that is being written.
struct Book {
    rows: SyncSender<Vec<Cell>>,
    columns: Vec<String>,
    done: JoinHandle<std::result::Result<u64, SheetError>>,
}

struct Books {
    folder: PathBuf,
    books: BTreeMap<String, Book>,
}

/// Writes them into a folder that is made, or is empty; answers how many.
///
/// # Errors
/// A folder that holds something, a dump that cannot be read, a disk that is full.
pub(super) fn write(file: &Path, folder: &Path) -> Result<usize> {
    let failed = |error: std::io::Error| {
        AppError::refused(format!("写不了目录 {}：{error}。没有导入任何内容", folder.display()))
    };
    // What is in them is for the person who imports.
    DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(failed)?;
    if std::fs::read_dir(folder).map_err(failed)?.next().is_some() {
        return Err(AppError::refused(format!("目录 {} 不是空的。没有导入任何内容", folder.display())));
    }
    let mut books = Books { folder: folder.to_owned(), books: BTreeMap::new() };
    let read = gx_sqldump::read(file, &mut books);
    let mut written = Ok(books.books.len());
    for (table, Book { rows, done, .. }) in books.books {
        drop(rows);
        if let Ok(Err(error)) = done.join() {
            let sentence = format!("写不了数据表 {table} 的表格。没有导入任何内容");
            written = Err(AppError::refused(sentence).because(error));
        }
    }
    match read {
        // What a full disk stops is told by who writes.
        Err(Fault::Stopped(_)) if written.is_err() => written,
        Err(fault) => Err(refused(file, &fault)),
        Ok(_) => written,
    }
}

/// A name that a file may have, whatever the dump says.
fn file_name(table: &str) -> String {
    let plain: String = table.chars().map(|c| if c.is_alphanumeric() || "_-".contains(c) { c } else { '_' }).collect();
    format!("{}.xlsx", plain.chars().take(60).collect::<String>())
}

fn lay(
    path: &Path,
    columns: &[String],
    table: &str,
    rows: &Receiver<Vec<Cell>>,
) -> std::result::Result<u64, SheetError> {
    let heads: Vec<Head> =
        columns.iter().map(|title| Head { title: title.clone(), width: 18.0, ..Head::default() }).collect();
    export_rows::<SheetError>(path, &heads, table, &mut |cells| match rows.recv() {
        Ok(row) => {
            cells.extend(row);
            Ok(true)
        }
        Err(_) => Ok(false),
    })
}

fn cell(value: &Value) -> Cell {
    match value {
        Value::Null | Value::Default => Cell::Empty,
        Value::Now => Cell::Text("（导入时间）".into()),
        Value::Long => Cell::Text("（超过 4 MB，没有写出）".into()),
        other => Cell::Text(other.text().map_or_else(|| "（二进制内容）".to_owned(), std::borrow::Cow::into_owned)),
    }
}

impl Sink for Books {
    fn wants(&mut self, table: &str) -> bool {
        !TAKEN.contains(&table)
    }

    fn made(&mut self, _: &str, _: &[String]) -> std::result::Result<(), String> {
        Ok(())
    }

    fn row(&mut self, row: Row<'_>) -> std::result::Result<(), String> {
        if !self.books.contains_key(row.table) {
            if self.books.len() >= TABLES {
                return Err(format!("有内容的数据表超过 {TABLES} 个"));
            }
            let (rows, waiting) = sync_channel(AHEAD);
            let path = self.folder.join(file_name(row.table));
            let (columns, table) = (row.columns.to_vec(), row.table.to_owned());
            let done = std::thread::spawn(move || lay(&path, &columns, &table, &waiting));
            self.books.insert(row.table.to_owned(), Book { rows, columns: row.columns.to_vec(), done });
        }
        let Some(book) = self.books.get(row.table) else { return Ok(()) };
        let cells = if book.columns == row.columns {
            row.values.iter().map(cell).collect()
        } else {
            book.columns.iter().map(|column| row.get(column).map_or(Cell::Empty, cell)).collect()
        };
        book.rows.send(cells).map_err(|_| format!("写不了数据表 {} 的表格", row.table))
    }
}
