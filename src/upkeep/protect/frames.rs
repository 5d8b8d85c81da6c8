//! Frames of the journal in a repository: sealed blocks of frames, appended to one file until it is full.

use std::fs::{self, File, OpenOptions};
use std::io::{BufReader, Read, Seek, SeekFrom, Write};

use super::repository::{Repository, RepositoryLock};
use super::vault::{read_block, write_block};
use crate::error::{AppError, Result};
use crate::store::directory::sync_directory;
use crate::store::journal::log::{Segment, name_of};
use crate::store::journal::{Place, Raw};
use crate::upkeep::files::failed;

/// A file is followed by the next at this size.
const FILE_BYTES: u64 = 16 << 20;

/// Files of sealed frames, oldest first.
///
/// # Errors
/// The disk.
pub(super) fn segments(repository: &Repository) -> Result<Vec<Segment>> {
    Ok(crate::store::journal::log::segments(&repository.root.join("journal"))?)
}

fn about(first: Place, index: u64) -> String {
    format!("journal {} {index}", name_of(first))
}

/// What a walk through a file came to.
pub(super) struct Walked {
    pub blocks: u64,
    /// Bytes up to the end of the last whole block.
    pub whole: u64,
    /// Whether something follows them that doesn't open.
    pub is_damaged: bool,
    /// Whether that is less than a block, as a cut of power leaves it.
    pub is_torn: bool,
}

/// Opens the blocks of a file and walks their frames until `visit` answers `false`.
///
/// # Errors
/// `visit`, the disk.
pub(super) fn walk(
    repository: &Repository,
    segment: &Segment,
    visit: &mut dyn FnMut(Raw<'_>) -> Result<bool>,
) -> Result<Walked> {
    let path = &segment.path;
    let file = File::open(path).map_err(failed("读取备份仓库", path))?;
    let length = file.metadata().map_err(failed("读取备份仓库", path))?.len();
    let mut file = BufReader::new(file);
    let mut walked = Walked { blocks: 0, whole: 0, is_damaged: false, is_torn: true };
    while let Some(sealed) = read_block(&mut file).map_err(failed("读取备份仓库", path))? {
        let Some(frames) = repository.vault.open(&about(segment.first, walked.blocks), &sealed) else {
            walked.is_torn = false;
            break;
        };
        walked.blocks += 1;
        walked.whole += 4 + sealed.len() as u64;
        let mut rest = frames.as_slice();
        while let Some(raw) = Raw::at_front(rest) {
            if !visit(raw)? {
                return Ok(walked);
            }
            rest = rest.get(raw.bytes.len()..).unwrap_or_default();
        }
    }
    walked.is_damaged = walked.whole < length;
    Ok(walked)
}

/// The file that is appended to.
pub(super) struct Open {
    file: File,
    first: Place,
    blocks: u64,
    length: u64,
}

impl Open {
    /// Goes on with a file; what a cut of power left torn is cut. Without the lock that would be the block that another one
    /// is just writing.
    ///
    /// # Errors
    /// The disk.
    pub(super) fn go_on(segment: &Segment, walked: &Walked, _held: &RepositoryLock) -> Result<Self> {
        let path = &segment.path;
        let file = OpenOptions::new().read(true).append(true).open(path).map_err(failed("写入备份仓库", path))?;
        file.set_len(walked.whole).map_err(failed("写入备份仓库", path))?;
        Ok(Self { file, first: segment.first, blocks: walked.blocks, length: walked.whole })
    }

    /// Begins a file.
    ///
    /// # Errors
    /// The disk; a file of this name.
    pub(super) fn begin(repository: &Repository, first: Place) -> Result<Self> {
        let path = repository.root.join("journal").join(name_of(first));
        // One without a whole block was only being begun.
        drop(fs::remove_file(&path));
        let file = OpenOptions::new().read(true).append(true).create_new(true).open(&path);
        let file = file.map_err(failed("写入备份仓库", &path))?;
        sync_directory(&path)?;
        Ok(Self { file, first, blocks: 0, length: 0 })
    }

    pub(super) fn is_full(&self) -> bool {
        self.length >= FILE_BYTES
    }

    /// Whether it is the file that begins with this frame, and nobody else has written to it.
    pub(super) fn is_at(&self, first: Place) -> bool {
        first == self.first && self.file.metadata().is_ok_and(|found| found.len() == self.length)
    }

    /// Appends frames durably and reads them again; answers how many bytes they take.
    ///
    /// # Errors
    /// The disk, a block that reads otherwise than it was written.
    pub(super) fn append(&mut self, repository: &Repository, frames: &[u8]) -> Result<u64> {
        let path = repository.root.join("journal").join(name_of(self.first));
        let about = about(self.first, self.blocks);
        let sealed = repository.vault.seal(&about, frames)?;
        write_block(&mut self.file, &sealed)
            .and_then(|()| self.file.flush())
            .and_then(|()| self.file.sync_data())
            .map_err(failed("写入备份仓库", &path))?;
        let mut again = Vec::with_capacity(sealed.len());
        self.file
            .seek(SeekFrom::Start(self.length + 4))
            .and_then(|_| (&self.file).take(sealed.len() as u64).read_to_end(&mut again))
            .map_err(failed("读取备份仓库", &path))?;
        if repository.vault.open(&about, &again).as_deref() != Some(frames) {
            return Err(AppError::refused(format!("{} 写入后复核未通过，请检查磁盘", path.display())));
        }
        self.blocks += 1;
        self.length += 4 + sealed.len() as u64;
        Ok(4 + sealed.len() as u64)
    }
}
