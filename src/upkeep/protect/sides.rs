//! Keys, certificates and the configuration when they change between two full copies: the journal holds rows alone.
//!
//! ```text
//! sides/<epoch>-<number>-<milliseconds>.gxs   sealed list of these files as they are behind that frame
//! ```
//!
//! Invariants: files are stored before the list that names them; a list counts for what was committed behind its frame, which is the
//! newest one that was shipped while the files were still those of before.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::base::{self, Beside};
use super::repository::Repository;
use super::vault::is_own_key;
use crate::app::App;
use crate::error::{AppError, Result};
use crate::store::directory::DataPaths;
use crate::store::journal::{Mark, Place};
use crate::upkeep::files::{failed, files_below, hash_file};

const FOLDER: &str = "sides";
const ENDING: &str = ".gxs";

/// The list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Side {
    pub epoch: u32,
    pub seq: u64,
    /// When it was made, epoch milliseconds.
    pub made_at: i64,
    pub files: Vec<Beside>,
}

/// Files that belong to an installation beside its rows, uploaded files and archives: by name.
pub(super) fn own_files(paths: &DataPaths) -> Result<Vec<(String, PathBuf)>> {
    let keys = paths.keys();
    let names = if keys.exists() { files_below(&keys).map_err(failed("读取", &keys))? } else { Vec::new() };
    let keys = names.into_iter().filter(|name| !name.starts_with('.')).map(|name| keys.join(name));
    let all = [paths.root.join("gx-portal.toml")].into_iter().chain(keys);
    let named = all.filter(|path| path.exists() && !is_own_key(path)).map(|path| {
        let name = path.strip_prefix(&paths.root).map_err(AppError::internal)?.to_string_lossy().into_owned();
        Ok((name, path))
    });
    named.collect()
}

/// Names of all lists with their places, oldest first.
///
/// # Errors
/// The disk.
pub(super) fn places(repository: &Repository) -> Result<Vec<(Place, String)>> {
    if !repository.root.join(FOLDER).exists() {
        return Ok(Vec::new());
    }
    let place = |name: &str| {
        let mut parts = name.strip_suffix(ENDING)?.split('-');
        Some(Place { epoch: parts.next()?.parse().ok()?, seq: parts.next()?.parse().ok()? })
    };
    let names = repository.names(FOLDER, ENDING)?;
    Ok(names.into_iter().filter_map(|name| Some((place(&name)?, format!("{FOLDER}/{name}")))).collect())
}

/// Reads a list.
///
/// # Errors
/// A sentence when it is damaged.
pub(super) fn read(repository: &Repository, name: &str) -> Result<Side> {
    let bytes = repository.read_sealed(name)?;
    let side = bytes.and_then(|bytes| gx_decode::from_packed(&bytes).ok());
    side.ok_or_else(|| AppError::refused(format!("备份仓库的 {name} 已损坏，或不是用这个密钥写的")))
}

/// The newest list behind `base` that counts for a goal; `upto` is the frame of the goal, `None` = the newest state.
///
/// # Errors
/// A sentence when it is damaged.
pub(super) fn of_goal(repository: &Repository, base: &base::Manifest, upto: Option<Place>) -> Result<Option<Side>> {
    for (place, name) in places(repository)?.into_iter().rev() {
        if place < base.place() {
            break;
        }
        if upto.is_none_or(|upto| place < upto) {
            let side = read(repository, &name)?;
            // One at the base's own frame may be from before it was made.
            return Ok(Some(side).filter(|side| place > base.place() || side.made_at > base.made_at));
        }
    }
    Ok(None)
}

/// Size and time of a file.
type Stamped = BTreeMap<String, (u64, Option<SystemTime>)>;

/// What is known of the files.
#[derive(Debug, Default)]
pub(super) struct Watched {
    stamps: Stamped,
    /// Names and hashes that the repository holds.
    known: Option<BTreeMap<String, String>>,
}

impl Watched {
    /// Stores what has changed since the newest base or list; `last` is the newest frame that was shipped.
    ///
    /// # Errors
    /// The disk; a file that is just being written, which is looked at again.
    pub(super) fn look(&mut self, app: &App, repository: &Repository, last: Option<Mark>) -> Result<()> {
        let Some(last) = last else { return Ok(()) };
        let files = own_files(&app.paths)?;
        let stamp = |(name, path): &(String, PathBuf)| {
            let found = fs::metadata(path).ok();
            (name.clone(), (found.as_ref().map_or(0, fs::Metadata::len), found.and_then(|found| found.modified().ok())))
        };
        let stamps: Stamped = files.iter().map(stamp).collect();
        if stamps == self.stamps && self.known.is_some() {
            return Ok(());
        }
        let mut hashes = BTreeMap::new();
        for (name, path) in &files {
            hashes.insert(name.clone(), hash_file(path).map_err(failed("读取", path))?.1);
        }
        if self.known.is_none() {
            self.known = stored(repository)?;
        }
        // Without a base the next one brings them.
        if let Some(known) = &self.known
            && *known != hashes
        {
            for (name, path) in &files {
                repository.put_object(hashes.get(name).map_or("", String::as_str), path, false)?;
            }
            let made_at = app.clock.now().0;
            let list = hashes.iter().map(|(name, hash)| Beside { name: name.clone(), hash: hash.clone() });
            let side = Side { epoch: last.place.epoch, seq: last.place.seq, made_at, files: list.collect() };
            let bytes = rmp_serde::to_vec_named(&side).map_err(AppError::internal)?;
            let place = format!("{:06}-{:012}-{made_at:014}", side.epoch, side.seq);
            repository.put_sealed(&format!("{FOLDER}/{place}{ENDING}"), &bytes)?;
            tracing::info!("changed keys, certificates or configuration are in the repository");
            self.known = Some(hashes);
        }
        if self.known.is_some() {
            self.stamps = stamps;
        }
        Ok(())
    }
}

/// What the newest base or list names.
fn stored(repository: &Repository) -> Result<Option<BTreeMap<String, String>>> {
    let Some(base) = base::newest(repository)? else { return Ok(None) };
    let side = of_goal(repository, &base, None)?;
    let files = side.map_or_else(|| base.own_files().cloned().collect(), |side| side.files);
    Ok(Some(files.into_iter().map(|file| (file.name, file.hash)).collect()))
}
