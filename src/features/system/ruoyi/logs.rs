//! The old logs in a file of their own: they are no part of our chain of audit rows, which names the checksum of the file.

use std::fs::{File, OpenOptions, Permissions};
use std::io::{BufWriter, Read as _, Write};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::Path;

use gx_sqldump::{Row, Sink, Value};
use serde_json::{Map, json};
use sha2::{Digest, Sha256};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::dump::refused;
use crate::error::{AppError, Result};
use crate::store::directory::sync_directory;

const LOGS: [&str; 2] = ["sys_oper_log", "sys_logininfor"];

/// A file that was written.
#[derive(Debug, Clone)]
pub(super) struct SavedLogs {
    pub rows: u64,
    /// Of the whole file.
    pub sha256: String,
}

/// Writes the logs of a dump into a new file that nobody may change: one text file each, a JSON row a line.
///
/// # Errors
/// A file that exists already, a dump that cannot be read, a disk that is full; no file is left then.
pub(super) fn write(dump: &Path, place: &Path) -> Result<SavedLogs> {
    let shown = place.display();
    let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(place).map_err(|error| {
        let why = match error.kind() {
            std::io::ErrorKind::AlreadyExists => "已存在，不会覆盖".to_owned(),
            _ => format!("写不了：{error}"),
        };
        AppError::refused(format!("文件 {shown} {why}。没有导入任何内容"))
    })?;
    let written = fill(dump, file).and_then(|rows| {
        let sealed = seal(place).map_err(|error| broken(&error))?;
        Ok(SavedLogs { rows, sha256: sealed })
    });
    if written.is_err() {
        drop(std::fs::remove_file(place));
    }
    written
}

fn broken(error: &dyn std::fmt::Display) -> AppError {
    AppError::refused("写日志归档文件失败，请检查磁盘空间。没有导入任何内容").because(error)
}

fn fill(dump: &Path, file: File) -> Result<u64> {
    let mut zip = ZipWriter::new(BufWriter::new(file));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated).large_file(true);
    let mut rows = 0;
    for table in LOGS {
        zip.start_file(format!("{table}.ndjson"), options).map_err(|error| broken(&error))?;
        let mut lines = Lines { table, to: &mut zip, rows: 0 };
        gx_sqldump::read(dump, &mut lines).map_err(|fault| refused(dump, &fault))?;
        rows += lines.rows;
    }
    let file = zip.finish().map_err(|error| broken(&error))?;
    let file = file.into_inner().map_err(|error| broken(&error))?;
    file.sync_all().map_err(|error| broken(&error))?;
    Ok(rows)
}

fn seal(place: &Path) -> std::io::Result<String> {
    std::fs::set_permissions(place, Permissions::from_mode(0o400))?;
    let mut hasher = Sha256::new();
    let mut file = File::open(place)?;
    let mut piece = vec![0; 1 << 16];
    loop {
        match file.read(&mut piece)? {
            0 => break,
            count => hasher.update(&piece[..count]),
        }
    }
    sync_directory(place).map_err(std::io::Error::other)?;
    Ok(hex::encode(hasher.finalize()))
}

struct Lines<'z> {
    table: &'static str,
    to: &'z mut dyn Write,
    rows: u64,
}

impl Sink for Lines<'_> {
    fn wants(&mut self, table: &str) -> bool {
        table == self.table
    }

    fn made(&mut self, _: &str, _: &[String]) -> std::result::Result<(), String> {
        Ok(())
    }

    fn row(&mut self, row: Row<'_>) -> std::result::Result<(), String> {
        let text = |value: &Value| match value {
            Value::Null | Value::Default => json!(null),
            Value::Bytes(bytes) if value.text().is_none() => json!(hex::encode(bytes)),
            other => json!(other.text()),
        };
        let fields: Map<String, serde_json::Value> =
            row.columns.iter().cloned().zip(row.values.iter().map(text)).collect();
        let mut line = serde_json::to_vec(&fields).map_err(|error| error.to_string())?;
        line.push(b'\n');
        self.rows += 1;
        self.to.write_all(&line).map_err(|error| format!("写日志归档文件失败：{error}"))
    }
}
