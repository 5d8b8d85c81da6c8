//! Files of the journal, `<epoch>-<number of the first frame>.gxj`: frames one after the other, appended and synced.
//!
//! Invariants: only the newest file is written; a tail that a power cut left torn is cut when it is opened, and lies in the
//! outbox still. A damaged frame is named, never skipped.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::spool::Spool;
use super::{Link, Mark, Place, Raw, damaged};
use crate::directory::sync_directory;
use crate::error::Res;

const SUFFIX: &str = ".gxj";

/// A file of the journal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Segment {
    /// Its first frame.
    pub first: Place,
    pub path: PathBuf,
}

/// Files in a folder, oldest first; none when there is no folder.
///
/// # Errors
/// The disk.
pub fn segments(folder: &Path) -> Res<Vec<Segment>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error.into()),
    };
    let mut found = Vec::new();
    for entry in entries {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_suffix(SUFFIX));
        let numbers = name.and_then(|name| name.split_once('-'));
        if let Some((Ok(epoch), Ok(seq))) = numbers.map(|(epoch, seq)| (epoch.parse(), seq.parse())) {
            found.push(Segment { first: Place { epoch, seq }, path });
        }
    }
    found.sort_unstable();
    Ok(found)
}

/// Name of the file that begins with this frame.
pub fn name_of(first: Place) -> String {
    format!("{:06}-{:012}{SUFFIX}", first.epoch, first.seq)
}

/// Walks the frames of a file until `visit` answers `false`; answers how many bytes of it are whole frames.
///
/// # Errors
/// Of `visit`, the disk. What isn't a frame only ends the walk.
pub fn walk(path: &Path, visit: &mut dyn FnMut(Raw<'_>) -> Res<bool>) -> Res<u64> {
    let mut bytes = Vec::new();
    File::open(path)?.read_to_end(&mut bytes)?;
    let mut at = 0;
    while let Some(raw) = Raw::at_front(bytes.get(at..).unwrap_or_default()) {
        if !visit(raw)? {
            break;
        }
        at += raw.bytes.len();
    }
    Ok(at as u64)
}

/// Walks the frames after `after` in all files, checking the chain within each history.
///
/// # Errors
/// A frame that is missing or damaged, by its number; `visit`; the disk.
pub fn walk_all(folder: &Path, after: Option<Place>, visit: &mut dyn FnMut(Raw<'_>) -> Res<bool>) -> Res<()> {
    let segments = segments(folder)?;
    // Files that end before `after` are not read.
    let from = after.map_or(0, |after| segments.iter().rposition(|found| found.first <= after).unwrap_or(0));
    let (mut last, mut go_on): (Option<Mark>, bool) = (None, true);
    for segment in segments.iter().skip(from) {
        let length = fs::metadata(&segment.path)?.len();
        let whole = walk(&segment.path, &mut |raw| {
            // A later epoch may begin elsewhere: its first frame is a break.
            let may_begin = raw.is_break() && last.is_some_and(|last| raw.mark.place.epoch > last.place.epoch);
            if last.is_some_and(|last| !raw.follows(&last)) && !may_begin {
                return Err(damaged(raw.mark.place, "does not follow the one before"));
            }
            last = Some(raw.mark);
            go_on = after.is_some_and(|after| raw.mark.place <= after) || visit(raw)?;
            Ok(go_on)
        })?;
        if !go_on {
            return Ok(());
        }
        if whole < length {
            let place = last
                .filter(|last| last.place >= segment.first)
                .map_or(segment.first, |last| Place { seq: last.place.seq + 1, ..last.place });
            return Err(damaged(place, "damaged or cut short"));
        }
    }
    Ok(())
}

/// The journal's files, open for appending.
pub struct Log {
    folder: PathBuf,
    open: Option<(File, u64)>,
    /// The newest frame that is durable.
    last: Option<Mark>,
    /// The newest that is written to the open file.
    written: Option<Mark>,
    spool: Arc<Spool>,
}

impl Log {
    /// Opens the folder; a torn tail of the newest file is not yet cut ([`Log::go_on`]).
    ///
    /// # Errors
    /// The disk.
    pub fn open(spool: Arc<Spool>) -> Res<Self> {
        let folder = spool.folder.clone();
        fs::DirBuilder::new().recursive(true).mode(0o700).create(&folder)?;
        spool.settle()?;
        let mut log = Self { folder, open: None, last: None, written: None, spool };
        // A newest file without one whole frame was only being begun.
        for segment in segments(&log.folder)?.iter().rev() {
            walk(&segment.path, &mut |raw| {
                log.last = Some(raw.mark);
                Ok(true)
            })?;
            if log.last.is_some() {
                break;
            }
        }
        log.written = log.last;
        Ok(log)
    }

    /// The newest frame that is durable.
    pub fn last(&self) -> Option<&Mark> {
        self.last.as_ref()
    }

    /// The newest frame, durable or not.
    pub fn written(&self) -> Option<&Mark> {
        self.written.as_ref()
    }

    /// Appends to the newest file from now on, behind the last frame that is known to be durable: what stands there is a torn
    /// tail, or was never synced.
    ///
    /// # Errors
    /// The disk.
    fn go_on(&mut self) -> Res<()> {
        for segment in segments(&self.folder)?.into_iter().rev() {
            let (mut whole, mut length) = (0, 0);
            walk(&segment.path, &mut |raw| {
                length += raw.bytes.len() as u64;
                if self.last == Some(raw.mark) {
                    whole = length;
                }
                Ok(whole == 0)
            })?;
            if whole == 0 {
                fs::remove_file(&segment.path)?;
                continue;
            }
            let file = OpenOptions::new().append(true).open(&segment.path)?;
            file.set_len(whole)?;
            self.open = Some((file, whole));
            return Ok(());
        }
        Ok(())
    }

    /// Appends frames, not yet durably ([`Log::sync`]). They have to follow each other.
    ///
    /// # Errors
    /// The disk; what is not durable then doesn't count, and is cut at the next try.
    pub fn append(&mut self, frames: &[Link]) -> Res<()> {
        let appended = frames.iter().try_for_each(|frame| self.append_one(frame));
        self.or_go_back(appended)
    }

    fn append_one(&mut self, frame: &Link) -> Res<()> {
        let is_next = |before: Mark| frame.follows(&before) && frame.mark.place.epoch == before.place.epoch;
        let follows = self.written.is_some_and(is_next);
        if follows && self.open.is_none() {
            self.go_on()?;
        }
        if !follows || self.open.as_ref().is_none_or(|(_, length)| *length >= self.spool.file_bytes()) {
            self.sync_open()?;
            self.begin(frame.mark.place)?;
        }
        if let Some((file, length)) = &mut self.open {
            file.write_all(&frame.bytes)?;
            *length += frame.bytes.len() as u64;
            self.written = Some(frame.mark);
        }
        Ok(())
    }

    /// Makes what was appended durable.
    ///
    /// # Errors
    /// The disk; as [`Log::append`].
    pub fn sync(&mut self) -> Res<()> {
        let synced = self.sync_open();
        self.or_go_back(synced)
    }

    fn sync_open(&mut self) -> Res<()> {
        if let Some((file, _)) = self.open.as_ref().filter(|_| self.last != self.written) {
            file.sync_data()?;
        }
        self.last = self.written;
        Ok(())
    }

    /// After a failure only what is durable counts.
    fn or_go_back(&mut self, done: Res<()>) -> Res<()> {
        if done.is_err() {
            self.open = None;
            self.written = self.last;
        }
        done
    }

    /// Begins a file.
    fn begin(&mut self, first: Place) -> Res<()> {
        self.open = None;
        let path = self.folder.join(name_of(first));
        let file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&path)?;
        sync_directory(&path)?;
        self.open = Some((file, 0));
        self.spool.settle()
    }
}
