//! Writing a package from a snapshot.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Read as _, Write as _};
use std::path::Path;

use serde::Serialize;
use sha2::{Digest, Sha256};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::error::{AppError, Result};
use crate::op::View;
use crate::platform::files::FileInfo;
use crate::records::history::{BY_RECORD, Change};
use crate::store::{Key, Reads, Record as _, id, key};

use super::super::cell::Cell;
use super::super::file;
use super::super::links;
use super::super::record::{MOST_ROW, RegRow, RegVersion, Register, VERSIONS as BY_REGISTER, row_id};
use super::super::rows::read;
use super::{
    BLOBS, DEFINITIONS, DICTIONARIES, FILES, FORMAT, HISTORY, MANIFEST, Manifest, NAMES, Named, Numbered, Part,
    REGISTER, ROWS, VERSIONS, key_mark, last_given,
};

/// Row numbers whose changes are read at once.
const WINDOW: u64 = 500;
const BUFFER: usize = 256 * 1024;

pub(super) fn failed(error: impl ToString) -> AppError {
    AppError::refused("写入归档包失败，请检查数据目录的磁盘空间后重试").because(error)
}

/// A package under construction.
struct Packing<'f> {
    zip: ZipWriter<BufWriter<&'f File>>,
    parts: BTreeMap<String, Part>,
    /// The part being written.
    name: String,
    size: u64,
    hasher: Sha256,
}

impl<'f> Packing<'f> {
    fn begin(&mut self, name: &str) -> Result<()> {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .unix_permissions(0o600)
            .large_file(true);
        self.zip.start_file(name, options).map_err(failed)?;
        (self.name, self.size, self.hasher) = (name.to_owned(), 0, Sha256::new());
        Ok(())
    }

    fn bytes(&mut self, bytes: &[u8]) -> Result<()> {
        self.zip.write_all(bytes).map_err(failed)?;
        self.hasher.update(bytes);
        self.size += bytes.len() as u64;
        Ok(())
    }

    fn line(&mut self, value: &impl Serialize) -> Result<()> {
        // By a value, as archives are written: the shapes of records are in the program once.
        let value = serde_json::to_value(value).map_err(AppError::internal)?;
        let mut line = serde_json::to_vec(&value).map_err(AppError::internal)?;
        line.push(b'\n');
        self.bytes(&line)
    }

    fn end(&mut self) {
        let sha256 = hex::encode(std::mem::take(&mut self.hasher).finalize());
        self.parts.insert(std::mem::take(&mut self.name), Part { size: self.size, sha256 });
    }

    fn whole(&mut self, name: &str, value: &impl Serialize) -> Result<()> {
        self.begin(name)?;
        let value = serde_json::to_value(value).map_err(AppError::internal)?;
        let text = serde_json::to_vec_pretty(&value).map_err(AppError::internal)?;
        self.bytes(&text)?;
        self.end();
        Ok(())
    }
}

/// Index columns of the changes of rows from one number to another.
pub(super) fn changes_between(view: &View, register_id: u64, first: u64, last: u64) -> Result<Vec<Change>> {
    let at = |no: u64| -> Key { key().str(RegRow::TABLE).u64(row_id(register_id, no.min(MOST_ROW))) };
    Ok(view.tx.within(&BY_RECORD, &at(first), &at(last))?)
}

/// Writes everything of a register into a file.
///
/// # Errors
/// A record or a file that can't be read, a full disk.
pub(super) fn write(view: &View, register: &Register, file: &File) -> Result<()> {
    let (zip, name) = (ZipWriter::new(BufWriter::new(file)), String::new());
    let mut packing = Packing { zip, parts: BTreeMap::new(), name, size: 0, hasher: Sha256::new() };
    definitions(view, register, &mut packing)?;
    let (rows, files) = rows(view, register, &mut packing)?;
    let last = last_given(view, register.register_id)?;
    let changes = history(view, register.register_id, last, &mut packing)?;
    let many = contents(view, &files, &mut packing)?;
    let Packing { mut zip, parts, .. } = packing;
    let mut manifest = Manifest {
        format: FORMAT.to_owned(),
        product: format!("gx-portal {}", env!("CARGO_PKG_VERSION")),
        key: key_mark(view.app),
        made_at: view.now.to_text(),
        code: register.code.clone(),
        name: register.name.clone(),
        version: register.current,
        last,
        rows,
        changes,
        files: many,
        parts,
        signature: String::new(),
    };
    manifest.signature = view.app.sealer().sign(&manifest.signed()?);
    zip.start_file(MANIFEST, SimpleFileOptions::default().unix_permissions(0o600)).map_err(failed)?;
    let manifest = serde_json::to_value(&manifest).map_err(AppError::internal)?;
    zip.write_all(&serde_json::to_vec_pretty(&manifest).map_err(AppError::internal)?).map_err(failed)?;
    zip.finish().map_err(failed)?.into_inner().map_err(failed)?.sync_all().map_err(failed)
}

/// The register, its versions as they are stored and as files, the dictionaries that they name.
fn definitions(view: &View, register: &Register, packing: &mut Packing<'_>) -> Result<()> {
    packing.whole(REGISTER, register)?;
    let versions: Vec<RegVersion> = view.tx.by(&BY_REGISTER, &id(register.register_id), false, 0, usize::MAX)?;
    packing.begin(VERSIONS)?;
    versions.iter().try_for_each(|version| packing.line(version))?;
    packing.end();
    let fields = versions.iter().flat_map(|version| &version.definition.fields).chain(&register.draft.fields);
    let mut named: Vec<u64> = fields.map(|field| field.dictionary).filter(|dict_id| *dict_id != 0).collect();
    named.sort_unstable();
    named.dedup();
    let mut dictionaries = Vec::with_capacity(named.len());
    for dict_id in named {
        if let Some(dictionary) = file::dictionary(view, dict_id)? {
            dictionaries.push(Numbered { dict_id, dictionary });
        }
    }
    packing.whole(DICTIONARIES, &dictionaries)?;
    for version in &versions {
        let of_version = Register { current: version.version, ..register.clone() };
        let text = file::of(view, &of_version, &version.definition)?;
        packing.whole(&format!("{DEFINITIONS}{}.json", version.version), &text)?;
    }
    Ok(())
}

/// Rows and what their links are called; answers how many rows there are, and their files.
fn rows(view: &View, register: &Register, packing: &mut Packing<'_>) -> Result<(u64, Vec<u64>)> {
    let (mut many, mut files) = (0, Vec::new());
    let mut names: BTreeMap<(u8, u64), String> = BTreeMap::new();
    packing.begin(ROWS)?;
    read::each(view, register.register_id, 0, |row| {
        packing.line(&row)?;
        many += 1;
        files.extend(&row.files);
        for (_, cell) in row.cells.iter() {
            if let Cell::Links(kind, targets) = cell
                && *kind != links::FILES
            {
                for target in
                    targets.iter().filter(|target| !names.contains_key(&(*kind, **target))).copied().collect::<Vec<_>>()
                {
                    names.insert((*kind, target), links::title(view, *kind, target)?);
                }
            }
        }
        Ok(true)
    })?;
    packing.end();
    packing.begin(NAMES)?;
    names.into_iter().try_for_each(|((kind, id), name)| packing.line(&Named { kind, id, name }))?;
    packing.end();
    Ok((many, files))
}

fn history(view: &View, register_id: u64, last: u64, packing: &mut Packing<'_>) -> Result<u64> {
    let (mut many, mut first) = (0, 0);
    packing.begin(HISTORY)?;
    while first <= last {
        for change in changes_between(view, register_id, first, first + WINDOW - 1)? {
            packing.line(&change)?;
            many += 1;
        }
        first += WINDOW;
    }
    packing.end();
    Ok(many)
}

/// What is known of the files, and their content, each once.
fn contents(view: &View, files: &[u64], packing: &mut Packing<'_>) -> Result<u64> {
    let mut infos: Vec<FileInfo> = Vec::new();
    for file_id in files {
        infos.extend(view.tx.get::<FileInfo>(&id(*file_id))?);
    }
    packing.begin(FILES)?;
    infos.iter().try_for_each(|info| packing.line(info))?;
    packing.end();
    let mut hashes: Vec<&String> = infos.iter().flat_map(FileInfo::blobs).collect();
    hashes.sort_unstable();
    hashes.dedup();
    let mut buffer = vec![0; BUFFER];
    for hash in hashes {
        let path = view.app.blobs.path(hash).map_err(AppError::internal)?;
        content(&path, hash, &mut buffer, packing)?;
    }
    Ok(infos.len() as u64)
}

fn content(path: &Path, hash: &str, buffer: &mut [u8], packing: &mut Packing<'_>) -> Result<()> {
    let damaged = || {
        let shown = path.display();
        AppError::refused(format!(
            "上传的文件 {shown} 缺失或已损坏，归档已取消，没有移走任何数据；请运行 gx-portal doctor 检查"
        ))
    };
    let name = format!("{BLOBS}{hash}");
    packing.begin(&name)?;
    let mut source = File::open(path).map_err(|error| damaged().because(error))?;
    loop {
        let got = source.read(buffer).map_err(|error| damaged().because(error))?;
        if got == 0 {
            break;
        }
        packing.bytes(buffer.get(..got).unwrap_or_default())?;
    }
    packing.end();
    match packing.parts.get(&name) {
        Some(part) if part.sha256 == hash => Ok(()),
        _ => Err(damaged()),
    }
}
