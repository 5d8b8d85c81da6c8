//! Reads what a repository holds again: all of it, or a seventh part, so that a week of nights covers everything.
//!
//! Invariants: lists of bases and the newest file of the journal are read each time; a chunk that several bases name is read once;
//! an object is read with the part of the list or of the journal that names it.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::base::{self, Packs};
use super::frames;
use super::repository::Repository;
use super::sides;
use crate::error::{AppError, Result};
use crate::store::journal::{Body, Mark};

/// How much is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    All,
    /// The part of this number, of so many.
    Part(u8, u8),
}

impl Extent {
    fn has(self, number: u64) -> bool {
        match self {
            Self::All => true,
            Self::Part(part, of) => number % u64::from(of.max(1)) == u64::from(part),
        }
    }

    fn has_hash(self, hash: &str) -> bool {
        self.has(hash.get(..2).and_then(|byte| u64::from_str_radix(byte, 16).ok()).unwrap_or(0))
    }
}

/// What was read, and what is wrong.
#[derive(Default)]
struct Found {
    faults: Vec<String>,
    bases: usize,
    chunks: u64,
    frames: u64,
    hashes: BTreeSet<String>,
}

/// Reads one repository: `{path, ok, faults, bases, chunks, files, frames}`.
///
/// # Errors
/// The disk.
pub(super) fn examine(repository: &Repository, extent: Extent) -> Result<Value> {
    let before = lists(repository)?;
    let mut found = Found::of(repository, extent)?;
    // A server that let a list go meanwhile let go what that list alone named: it is not missing.
    if !found.faults.is_empty() && !lists(repository)?.is_superset(&before) {
        found = Found::of(repository, extent)?;
    }
    let Found { faults, bases, chunks, frames, hashes } = found;
    Ok(json!({"path": repository.root, "ok": faults.is_empty(), "faults": faults, "bases": bases, "chunks": chunks,
              "files": hashes.len(), "frames": frames}))
}

/// What names the contents of a repository.
fn lists(repository: &Repository) -> Result<BTreeSet<String>> {
    let sides = sides::places(repository)?.into_iter().map(|(_, name)| name);
    Ok(base::places(repository)?.into_iter().map(|(_, name)| name).chain(sides).collect())
}

impl Found {
    fn of(repository: &Repository, extent: Extent) -> Result<Self> {
        let mut found = Self::default();
        found.bases = of_bases(repository, extent, &mut found)?;
        of_journal(repository, extent, &mut found)?;
        for (_, name) in sides::places(repository)? {
            match sides::read(repository, &name) {
                Ok(side) => found.hashes.extend(side.files.into_iter().map(|file| file.hash)),
                Err(fault) => found.faults.push(fault.message.into_owned()),
            }
        }
        for hash in &found.hashes {
            if !repository.read_object(hash, &mut std::io::sink())? {
                found.faults.push(format!("文件 {hash} 缺失或已损坏"));
            }
        }
        Ok(found)
    }
}

fn of_bases(repository: &Repository, extent: Extent, found: &mut Found) -> Result<usize> {
    let mut read: BTreeSet<([u8; 32], String, u64)> = BTreeSet::new();
    let places = base::places(repository)?;
    for (_, name) in &places {
        let looked = base::read(repository, name).and_then(|manifest| {
            let hashes = manifest.files.iter().map(|file| &file.hash).filter(|hash| extent.has_hash(hash));
            found.hashes.extend(hashes.cloned());
            let mut packs = Packs::new(repository, &manifest);
            for table in &manifest.tables {
                for chunk in table.chunks.iter().filter(|chunk| extent.has(u64::from(chunk.id[0]))) {
                    if !read.insert((chunk.id, packs.name(chunk).to_owned(), chunk.offset)) {
                        continue;
                    }
                    let bytes = packs.chunk(table, chunk)?;
                    found.chunks += 1;
                    if repository.vault.id("chunk", &[table.name.as_bytes(), &[0], &bytes].concat()) != chunk.id {
                        return Err(AppError::refused(format!("数据表 {} 的内容不符", table.name)));
                    }
                }
            }
            Ok(())
        });
        found.faults.extend(looked.err().map(|fault| format!("完整备份 {name}：{}", fault.message)));
    }
    Ok(places.len())
}

fn of_journal(repository: &Repository, extent: Extent, found: &mut Found) -> Result<()> {
    let mut last: Option<Mark> = None;
    let mut doubtful: Option<String> = None;
    // A block that a server is appending is no torn one; a repository that can't be written to has nobody who appends.
    let _held = repository.lock().ok();
    let segments = frames::segments(repository)?;
    for (at, segment) in segments.iter().enumerate() {
        let is_meant = extent.has(segment.first.seq) || at + 1 == segments.len();
        if !is_meant && doubtful.is_none() {
            last = None;
            continue;
        }
        let walked = frames::walk(repository, segment, &mut |raw| {
            // A file that goes on where the one before it rots has made up for it.
            if let Some(fault) = doubtful.take().filter(|_| !last.is_some_and(|last| raw.follows(&last))) {
                found.faults.push(fault);
            }
            last = Some(raw.mark);
            if !is_meant {
                return Ok(false);
            }
            if let Body::Rows { files, .. } = raw.read()?.body {
                found.hashes.extend(files);
            }
            found.frames += 1;
            Ok(true)
        })?;
        if walked.is_damaged {
            let place = last.map_or_else(String::new, |last| format!("（{} 之后）", last.place));
            let path = segment.path.display();
            found.faults.extend(doubtful.replace(format!("变更日志 {path} 有损坏的内容{place}")));
        }
    }
    found.faults.extend(doubtful);
    Ok(())
}
