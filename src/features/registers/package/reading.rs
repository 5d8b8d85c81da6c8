//! Reading a package: nothing of it is believed before all of it was compared.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use zip::ZipArchive;

use crate::app::App;
use crate::error::{AppError, Result};
use crate::platform::files::FileInfo;
use crate::records::history::Change;
use crate::store::Record as _;

use super::super::cell::{Cell, KeptText};
use super::super::record::ROW_FILES;
use super::super::record::{RegRow, RegVersion, Register, register_of};
use super::{
    ANY_FORMAT, BLOBS, DEFINITIONS, DICTIONARIES, FILES, FORMAT, HISTORY, MANIFEST, Manifest, NAMES, Named, Numbered,
    Origin, REGISTER, ROWS, VERSIONS, key_mark,
};

/// Longest line, and longest part that is read as a whole.
const LINE: u64 = 16 << 20;
const BUFFER: usize = 256 * 1024;

/// The sentence for what is no package, or is not whole.
pub(super) fn damaged(what: impl std::fmt::Display) -> AppError {
    AppError::refused(format!("归档包已损坏：{what}。没有导入任何内容，请重新复制文件"))
}

/// A package that was compared with its manifest.
pub struct Package {
    zip: ZipArchive<BufReader<File>>,
    pub(super) manifest: Manifest,
    /// Whether a row has a sealed value.
    pub(super) has_sealed: bool,
    pub(super) origin: Origin,
}

impl Package {
    /// Opens a package and compares every part with what the manifest says.
    ///
    /// # Errors
    /// A sentence for what is none, is of a newer program, or is damaged.
    pub fn open(path: &Path) -> Result<Self> {
        let foreign = || AppError::refused("文件不是登记表归档包（.zip），或已损坏。没有导入任何内容");
        let source = File::open(path).map_err(|error| foreign().because(error))?;
        let mut zip = ZipArchive::new(BufReader::new(source)).map_err(|error| foreign().because(error))?;
        let mut text = Vec::new();
        let part = zip.by_name(MANIFEST).map_err(|error| foreign().because(error))?;
        part.take(LINE).read_to_end(&mut text).map_err(|error| foreign().because(error))?;
        let value: serde_json::Value = serde_json::from_slice(&text).map_err(|error| foreign().because(error))?;
        match value.get("format").and_then(serde_json::Value::as_str) {
            Some(FORMAT) => {}
            Some(other) if other.starts_with(ANY_FORMAT) => {
                return Err(AppError::refused(format!("归档包的格式“{other}”比本程序新，请先升级本程序")));
            }
            _ => return Err(foreign()),
        }
        let manifest: Manifest = gx_decode::from_json(value).map_err(|error| foreign().because(error))?;
        let mut package = Self { zip, manifest, has_sealed: false, origin: Origin::Elsewhere };
        package.compare()?;
        Ok(package)
    }

    /// Every part is as the manifest says, nothing else is there, and every line is what it should be.
    fn compare(&mut self) -> Result<()> {
        let names: Vec<String> = self
            .zip
            .file_names()
            .map(|name| name.map(|name| name.into_owned()).map_err(|_| damaged("文件名无法识别")))
            .collect::<Result<_>>()?;
        if let Some(other) = names.iter().find(|name| *name != MANIFEST && !self.manifest.parts.contains_key(*name)) {
            return Err(damaged(format!("清单中没有 {other}")));
        }
        for (name, part) in self.manifest.parts.clone() {
            let known = [REGISTER, VERSIONS, DICTIONARIES, ROWS, NAMES, HISTORY, FILES].contains(&name.as_str());
            if !known && !name.starts_with(BLOBS) && !name.starts_with(DEFINITIONS) {
                return Err(damaged(format!("不认识的文件 {name}")));
            }
            let found = self.digest(&name, part.size)?;
            if found != (part.size, part.sha256) {
                return Err(damaged(format!("{name} 的内容与校验值不符")));
            }
        }
        let register = self.register()?;
        let versions = self.versions()?;
        self.dictionaries()?;
        let same = register.code == self.manifest.code
            && register.current == self.manifest.version
            && versions.len() == usize::try_from(self.manifest.version).unwrap_or(usize::MAX);
        let (rows, changes, files) = self.compare_owners(register.register_id)?;
        self.each::<Named>(NAMES, |_| Ok(()))?;
        let counted = (rows, changes, files) == (self.manifest.rows, self.manifest.changes, self.manifest.files);
        if same && counted { Ok(()) } else { Err(damaged("内容与清单的数目不符")) }
    }

    /// Rows, histories and files are the register's own, and the content of each file is here: checksums keep away accidents,
    /// not somebody who writes a package by hand to reach rows or files of others. Answers how many there are.
    fn compare_owners(&mut self, register_id: u64) -> Result<(u64, u64, u64)> {
        let is_own = |is_it: bool, name: &str| match is_it {
            true => Ok(()),
            false => Err(damaged(format!("{name} 中有不属于这个登记表的内容"))),
        };
        let mut has_sealed = false;
        let rows = self.each::<RegRow>(ROWS, |row| {
            has_sealed |= row.cells.iter().any(|(_, cell)| matches!(cell, Cell::Sealed(_)))
                || row.kept.iter().any(|(_, text)| matches!(text, KeptText::Sealed(_)));
            is_own(register_of(row.row_id) == register_id, ROWS)
        })?;
        self.has_sealed = has_sealed;
        let changes = self.each::<Change>(HISTORY, |change| {
            is_own(change.table == RegRow::TABLE && register_of(change.record_id) == register_id, HISTORY)
        })?;
        let parts = self.manifest.parts.clone();
        let files = self.each::<FileInfo>(FILES, |info| {
            let of = info.reference.as_ref();
            let is_of_row = of.is_none_or(|of| of.kind == ROW_FILES && register_of(of.id) == register_id);
            is_own(is_of_row && info.blobs().all(|blob| parts.contains_key(&format!("{BLOBS}{blob}"))), FILES)
        })?;
        Ok((rows, changes, files))
    }

    /// Says where it comes from.
    ///
    /// # Errors
    /// A sentence for one that was changed since this installation wrote it.
    pub(super) fn compare_origin(&mut self, app: &App) -> Result<()> {
        let manifest = &self.manifest;
        self.origin = match (manifest.key == key_mark(app), manifest.signature.is_empty()) {
            (false, _) => Origin::Elsewhere,
            (true, true) => Origin::Unsigned,
            (true, false) if app.sealer().is_signed(&manifest.signed()?, &manifest.signature) => Origin::Own,
            (true, false) => {
                return Err(AppError::refused(
                    "登记表数据包已被改动（内容与写出时的签名不符）。没有导入任何内容，请使用原来的归档包",
                ));
            }
        };
        Ok(())
    }

    fn digest(&mut self, name: &str, size: u64) -> Result<(u64, String)> {
        let part = self.zip.by_name(name).map_err(|_| damaged(format!("缺少 {name}")))?;
        // One byte more than the manifest says: longer content shows without unpacking all of it.
        let mut part = part.take(size.saturating_add(1));
        let (mut hasher, mut buffer, mut found) = (Sha256::new(), vec![0; BUFFER], 0);
        loop {
            let got = part.read(&mut buffer).map_err(|_| damaged(format!("{name} 无法解压")))?;
            if got == 0 {
                return Ok((found, hex::encode(hasher.finalize())));
            }
            found += got as u64;
            hasher.update(buffer.get(..got).unwrap_or_default());
        }
    }

    fn whole<T: DeserializeOwned>(&mut self, name: &str) -> Result<T> {
        let part = self.zip.by_name(name).map_err(|_| damaged(format!("缺少 {name}")))?;
        let value: serde_json::Value = serde_json::from_reader(part.take(LINE))
            .map_err(|error| damaged(format!("{name} 不正确")).because(error))?;
        gx_decode::from_json(value).map_err(|error| damaged(format!("{name} 不正确")).because(error))
    }

    /// Visits the lines of a part; answers how many there are.
    pub(super) fn each<T: DeserializeOwned>(
        &mut self,
        name: &str,
        mut visit: impl FnMut(T) -> Result<()>,
    ) -> Result<u64> {
        let part = self.zip.by_name(name).map_err(|_| damaged(format!("缺少 {name}")))?;
        let (mut lines, mut line, mut no) = (BufReader::with_capacity(BUFFER, part), Vec::new(), 0_u64);
        loop {
            line.clear();
            let got = lines.by_ref().take(LINE).read_until(b'\n', &mut line);
            if got.map_err(|_| damaged(format!("{name} 无法解压")))? == 0 {
                return Ok(no);
            }
            no += 1;
            let value = gx_decode::from_json_text(&line);
            visit(value.map_err(|error| damaged(format!("{name} 第 {no} 行不正确")).because(error))?)?;
        }
    }

    pub(super) fn register(&mut self) -> Result<Register> {
        self.whole(REGISTER)
    }

    pub(super) fn versions(&mut self) -> Result<Vec<RegVersion>> {
        let mut versions = Vec::new();
        self.each(VERSIONS, |version| {
            versions.push(version);
            Ok(())
        })?;
        Ok(versions)
    }

    pub(super) fn dictionaries(&mut self) -> Result<Vec<Numbered>> {
        self.whole(DICTIONARIES)
    }

    /// Stores the content of the files; what a refused operation leaves the sweep removes.
    pub(super) fn store_contents(&mut self, blobs: &crate::blobs::Blobs) -> Result<()> {
        let names: Vec<String> = self.manifest.parts.keys().filter(|name| name.starts_with(BLOBS)).cloned().collect();
        for name in names {
            let part = self.zip.by_name(&name).map_err(|_| damaged(format!("缺少 {name}")))?;
            let (found, _) = blobs.put(part.take(super::LARGEST), super::LARGEST).map_err(damaged)?;
            if name.strip_prefix(BLOBS) != Some(found.as_str()) {
                return Err(damaged(format!("{name} 的内容与校验值不符")));
            }
        }
        Ok(())
    }
}
