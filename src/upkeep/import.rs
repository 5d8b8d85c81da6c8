//! Taking a portable archive into a fresh installation, as a whole or not at all.
//!
//! The rows that a fresh installation was born with give way to those of the archive. Everything
//! happens in one transaction; files are stored before its commit, so a record never lacks its file.
//! Sizes are counted while unpacking, never believed from the archive. What was used of the old installation since the
//! export is unknown, as after a restore: features note that moment in the same transaction.
//!
//! Deliberately absent: merging into an installation that has users, and an audit row of the import
//! itself: the imported chain must stay what it was, so that exporting again gives the same archive.
//! The log says who imported what.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use zip::ZipArchive;

use super::archive::{Contents, FORMAT, KEY_FILE, MANIFEST, lasting, table_file};
use super::files::failed;
use super::{noting, referenced_blobs};
use crate::app::App;
use crate::error::{AppError, Result};
use crate::kernel::seal::{KEY_BYTES, Sealer};
use crate::platform::audit;
use crate::platform::identity::user::User;
use crate::platform::seal_check::SealCheck;
use crate::product::Product;
use crate::records::number;
use crate::store::migrate::{Schema, known_number, must_be_readable, oldest_readable_number};
use crate::store::{Reads, Record, TableInfo, Writer};

/// Longest line of a table.
const LINE: u64 = 4 << 20;
const MANIFEST_LIMIT: u64 = 64 << 20;
/// Largest uploaded file.
const BLOB_LIMIT: u64 = 1 << 30;

type Archive = ZipArchive<BufReader<File>>;

fn damaged(what: impl std::fmt::Display) -> AppError {
    AppError::refused(format!("归档文件已损坏：{what}。没有导入任何内容，请重新复制或重新导出归档"))
}

/// Imports the archive; answers `{file, tables, blobs, numbers, missing}`. One that was made around damage (`missing`) comes in
/// with its gaps: the doctor names what refers to them.
///
/// # Errors
/// A sentence, and nothing is changed: an installation that has users, a file that is no archive of
/// ours, another schema, damage, counts that differ.
pub fn import(app: &Arc<App>, os_user: &str, file: &Path) -> Result<Value> {
    let (mut archive, contents) = open(app.product, file)?;
    refuse_users(app.store.read()?.count::<User>()?)?;
    let blobs = store_blobs(app, &mut archive, &contents)?;
    let key = read_key(&mut archive, &contents)?;
    let (tables, missing) = (contents.tables.clone(), contents.missing.clone());
    let worker = app.clone();
    let now = app.clock.now();
    app.store.write(move |tx| -> Result<()> {
        refuse_users(tx.count::<User>()?)?;
        for info in worker.product.tables().iter().filter(|info| info.name != Schema::TABLE) {
            tx.delete_all(info)?;
        }
        for info in lasting(worker.product) {
            read_table(tx, &mut archive, &contents, &info)?;
        }
        if contents.missing.is_empty() {
            check(&worker, tx)?;
        }
        let sealer = match &key {
            Some(key) => Arc::new(Sealer::new(key).map_err(AppError::internal)?),
            None => worker.sealer(),
        };
        check_seals(worker.product, tx, &sealer)?;
        noting(worker.product, now)(tx)?;
        if let Some(key) = &key {
            // Last, because it is a file: should the commit fail, the new key is as good as the one of before, with which
            // a fresh installation has sealed nothing.
            worker.take_personal_key(key)?;
            tx.put(&SealCheck::of(&worker.sealer()).map_err(AppError::internal)?)?;
        }
        Ok(())
    })?;
    let numbers = number::sentence_after_restore(now);
    tracing::warn!(user = os_user, file = %file.display(), %numbers, "archive imported");
    Ok(json!({"file": file, "tables": tables, "blobs": blobs, "numbers": numbers, "missing": missing}))
}

fn refuse_users(users: u64) -> Result<()> {
    if users == 0 {
        return Ok(());
    }
    Err(AppError::refused(
        "系统中已有用户，归档只能导入全新的数据目录：请先用 gx-portal init 建一个新的数据目录（不设管理员口令），再导入",
    ))
}

fn open(product: &Product, file: &Path) -> Result<(Archive, Contents)> {
    let shown = file.display();
    let source = File::open(file).map_err(failed("读取归档", file))?;
    let foreign = || AppError::refused(format!("文件 {shown} 不是 gx-portal 的归档，或已损坏。没有导入任何内容"));
    let mut archive = ZipArchive::new(BufReader::new(source)).map_err(|error| foreign().because(error))?;
    let mut text = Vec::new();
    archive
        .by_name(MANIFEST)
        .map_err(|error| foreign().because(error))?
        .take(MANIFEST_LIMIT)
        .read_to_end(&mut text)
        .map_err(damaged)?;
    let value: Value = serde_json::from_slice(&text).map_err(|error| foreign().because(error))?;
    if value.get("format").and_then(Value::as_str) != Some(FORMAT) {
        return Err(foreign());
    }
    let found = value.get("schema").and_then(Value::as_u64).unwrap_or(0);
    let known = known_number();
    let named = |name| value.get(name).and_then(Value::as_str).unwrap_or_default();
    must_be_readable(found, named("product"), named("min_reader")).map_err(|error| {
        AppError::refused(format!(
            "归档 {shown} 由更新版本的程序导出（数据结构 {found}，本程序为 {known}），请使用相同或更新版本的 gx-portal"
        ))
        .because(error)
    })?;
    if found < oldest_readable_number() {
        return Err(AppError::refused(format!(
            "归档 {shown} 由较早版本的程序导出（数据结构 {found}，本程序为 {known}），请先用原版本导入，再升级程序"
        )));
    }
    let contents: Contents = gx_decode::from_json(value).map_err(|error| foreign().because(error))?;
    same_names(product, &archive, &contents, found)?;
    Ok((archive, contents))
}

/// The archive holds exactly what its manifest names, and every table that this program expects; an older program (by the
/// number of its `schema`) may have known fewer tables, and one that both its lists lack is empty.
fn same_names(product: &Product, archive: &Archive, contents: &Contents, schema: u64) -> Result<()> {
    for name in archive.file_names() {
        let name = name.map_err(|_| damaged("文件名无法识别"))?;
        if name != MANIFEST && !contents.files.contains_key(name.as_ref()) {
            return Err(damaged(format!("清单中没有文件 {name}")));
        }
    }
    for info in lasting(product) {
        let named = (contents.files.contains_key(&table_file(info.name)), contents.tables.contains_key(info.name));
        let unknown_then = named == (false, false) && schema < known_number();
        if named != (true, true) && !unknown_then {
            return Err(damaged(format!("缺少数据表 {}", info.name)));
        }
    }
    let known = |name: &str| {
        name == KEY_FILE || name.starts_with("blobs/") || lasting(product).any(|info| table_file(info.name) == name)
    };
    match contents.files.keys().find(|name| !known(name)) {
        Some(name) => Err(damaged(format!("不认识的文件 {name}"))),
        None => Ok(()),
    }
}

fn store_blobs(app: &App, archive: &mut Archive, contents: &Contents) -> Result<usize> {
    let mut count = 0;
    for (name, entry) in &contents.files {
        let Some(hash) = name.strip_prefix("blobs/") else { continue };
        app.blobs.path(hash).map_err(|_| damaged(format!("文件名 {name} 不正确")))?;
        if entry.sha256 != hash || entry.size > BLOB_LIMIT {
            return Err(damaged(format!("文件 {name} 与清单不符")));
        }
        let source = archive.by_name(name).map_err(|_| damaged(format!("缺少文件 {name}")))?;
        let (found, _) = app.blobs.put(source.take(BLOB_LIMIT + 1), BLOB_LIMIT).map_err(damaged)?;
        if found != hash {
            return Err(damaged(format!("文件 {name} 的内容与校验值不符")));
        }
        count += 1;
    }
    Ok(count)
}

/// The key of the archive's personal data, if it has any.
fn read_key(archive: &mut Archive, contents: &Contents) -> Result<Option<Vec<u8>>> {
    let Some(entry) = contents.files.get(KEY_FILE) else { return Ok(None) };
    let mut key = Vec::new();
    let source = archive.by_name(KEY_FILE).map_err(|_| damaged(format!("缺少文件 {KEY_FILE}")))?;
    source.take(KEY_BYTES as u64 + 1).read_to_end(&mut key).map_err(damaged)?;
    if key.len() != KEY_BYTES || hex::encode(Sha256::digest(&key)) != entry.sha256 {
        return Err(damaged(format!("文件 {KEY_FILE} 的内容与校验值不符")));
    }
    Ok(Some(key))
}

/// Whether the personal data opens with the key that came with it, and is found by it: with another one it would be lost
/// without anybody noticing.
fn check_seals(product: &Product, tx: &Writer<'_>, sealer: &Sealer) -> Result<()> {
    if product.try_seals(tx, sealer)?.shut == 0 {
        return Ok(());
    }
    Err(AppError::refused(format!(
        "归档中的个人信息（证件号码、电话、账号）不能用其中的密钥（{KEY_FILE}）打开：密钥缺失或已被替换。没有导入任何内容，请用原系统重新导出归档"
    )))
}

fn read_table(tx: &mut Writer<'_>, archive: &mut Archive, contents: &Contents, info: &TableInfo) -> Result<()> {
    let name = table_file(info.name);
    if !contents.tables.contains_key(info.name) {
        // Looked at when the archive was opened: the program that wrote it did not know the table.
        return Ok(());
    }
    let (Some(entry), Some(expected)) = (contents.files.get(&name), contents.tables.get(info.name)) else {
        return Err(damaged(format!("缺少文件 {name}")));
    };
    let source = archive.by_name(&name).map_err(|_| damaged(format!("缺少文件 {name}")))?;
    // One byte more than the manifest says: longer content shows without unpacking all of it.
    let mut lines = BufReader::new(source.take(entry.size.saturating_add(1)));
    let mut hasher = Sha256::new();
    let (mut size, mut rows) = (0_u64, 0_u64);
    let mut line = Vec::new();
    loop {
        line.clear();
        let got = lines
            .by_ref()
            .take(LINE)
            .read_until(b'\n', &mut line)
            .map_err(|_| damaged(format!("文件 {name} 无法解压")))?;
        if got == 0 {
            break;
        }
        size += got as u64;
        rows += 1;
        hasher.update(&line);
        let wrong = |why: &dyn std::fmt::Display| damaged(format!("文件 {name} 第 {rows} 行不正确")).because(why);
        let value: Value = serde_json::from_slice(&line).map_err(|error| wrong(&error))?;
        (info.from_json)(tx, value).map_err(|error| wrong(&error))?;
    }
    if size != entry.size || hex::encode(hasher.finalize()) != entry.sha256 {
        return Err(damaged(format!("文件 {name} 的内容与校验值不符")));
    }
    if rows != *expected {
        return Err(damaged(format!("数据表 {} 应有 {expected} 条记录，实际为 {rows} 条", info.name)));
    }
    Ok(())
}

/// What single records cannot tell: the audit chain, and that every named file is there.
fn check(app: &App, tx: &Writer<'_>) -> Result<()> {
    let (_, faults) = audit::verify_chain(tx)?;
    if let Some(fault) = faults.first() {
        return Err(damaged(fault));
    }
    for hash in referenced_blobs(app.product, tx)? {
        if !app.blobs.path(&hash).is_ok_and(|path| path.exists()) {
            return Err(damaged(format!("缺少记录所用的文件 {hash}")));
        }
    }
    Ok(())
}
