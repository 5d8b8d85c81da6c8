//! Copying, hashing and naming files for backups and archives.
//!
//! Invariant: a copy is synced before its hash is given out; a relative path from a manifest never
//! leaves the directory it is joined to.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Component, Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::error::{AppError, Kind};

const BUFFER: usize = 256 * 1024;

/// A disk failure as a sentence that names the file; a full disk says so.
pub(super) fn failed<'p>(doing: &'p str, path: &'p Path) -> impl Fn(io::Error) -> AppError + 'p {
    move |error| {
        let shown = path.display();
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                AppError::of(Kind::Refused, format!("{doing} {shown} 失败：磁盘空间不足，请清理磁盘或换一个位置后重试"))
            }
            io::ErrorKind::PermissionDenied => {
                AppError::of(Kind::Refused, format!("{doing} {shown} 失败：没有权限（服务运行时由运行服务的用户写入），请检查目录的属主和权限"))
            }
            io::ErrorKind::ReadOnlyFilesystem => AppError::of(
                Kind::Refused,
                format!(
                    "{doing} {shown} 失败：文件系统只读。服务运行时由服务写入，systemd 单元只允许它写数据目录：请运行 systemctl edit \
                     gx-portal，写上 [Service] 和 ReadWritePaths=目录，重启服务后重试"
                ),
            ),
            io::ErrorKind::NotFound => AppError::of(Kind::Refused, format!("{doing} {shown} 失败：文件或目录不存在")),
            io::ErrorKind::AlreadyExists => AppError::of(Kind::Refused, format!("{doing} {shown} 失败：已经存在")),
            _ => AppError::of(Kind::Refused, format!("{doing} {shown} 失败：{error}")),
        }
        .because(error)
    }
}

/// Size and SHA-256 of a file, read from the disk.
pub(super) fn hash_file(path: &Path) -> io::Result<(u64, String)> {
    pump(&mut File::open(path)?, &mut io::sink())
}

/// Copies a stream; answers size and SHA-256 of what went through.
pub(crate) fn pump(from: &mut impl Read, to: &mut impl Write) -> io::Result<(u64, String)> {
    let mut hasher = Sha256::new();
    let mut size = 0_u64;
    let mut buffer = vec![0; BUFFER];
    loop {
        let got = from.read(&mut buffer)?;
        if got == 0 {
            return Ok((size, hex::encode(hasher.finalize())));
        }
        size += got as u64;
        hasher.update(&buffer[..got]);
        to.write_all(&buffer[..got])?;
    }
}

/// Copies a file into a new one of mode 0600 and syncs it; never a link, so that damage to one is
/// not damage to both.
pub(super) fn copy_file(from: &Path, to: &Path) -> io::Result<(u64, String)> {
    if let Some(folder) = to.parent() {
        make_folder(folder)?;
    }
    let mut source = File::open(from)?;
    let mut target = new_file(to)?;
    let copied = pump(&mut source, &mut target)?;
    target.sync_all()?;
    Ok(copied)
}

/// A new file that only its owner reads.
pub(super) fn new_file(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
}

/// Makes a directory with its parents, mode 0700.
pub(super) fn make_folder(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(path)
}

/// Syncs every directory below (and with) `root`.
pub(super) fn sync_tree(root: &Path) -> io::Result<()> {
    for entry in fs::read_dir(root)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            sync_tree(&entry.path())?;
        }
    }
    File::open(root)?.sync_all()
}

/// All files below `root`, as sorted relative paths with `/`.
pub(super) fn files_below(root: &Path) -> io::Result<Vec<String>> {
    fn walk(folder: &Path, before: &str, found: &mut Vec<String>) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = format!("{before}{}", entry.file_name().to_string_lossy());
            if entry.file_type()?.is_dir() {
                walk(&entry.path(), &format!("{name}/"), found)?;
            } else {
                found.push(name);
            }
        }
        Ok(())
    }
    let mut found = Vec::new();
    walk(root, "", &mut found)?;
    found.sort_unstable();
    Ok(found)
}

/// Joins a path from a manifest; `None` when it would leave the directory.
pub(super) fn inside(root: &Path, relative: &str) -> Option<PathBuf> {
    let path = Path::new(relative);
    let plain = path.components().all(|part| matches!(part, Component::Normal(_)));
    (plain && !relative.is_empty()).then(|| root.join(path))
}

/// A directory that is removed unless [`Scratch::keep`] was called: unfinished work leaves nothing, and what a killed process
/// leaves is told by its lock, which nobody holds any more (`leftovers.rs`).
pub(super) struct Scratch {
    path: PathBuf,
    keep: bool,
    _lock: File,
}

/// How often a directory is made until nobody takes it for a leftover.
const TRIES: usize = 100;

/// The lock of a directory; `None` when somebody else has it or has removed the directory.
pub(super) fn locked(path: &Path) -> io::Result<Option<File>> {
    let lock = match File::open(path) {
        Ok(lock) => lock,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    // Where locks are unknown, leftovers go by age.
    let taken = rustix::fs::flock(&lock, rustix::fs::FlockOperation::NonBlockingLockExclusive);
    Ok((taken != Err(rustix::io::Errno::WOULDBLOCK) && path.exists()).then_some(lock))
}

impl Scratch {
    /// Makes `<parent>/<prefix><random>`. Whoever removes leftovers at that moment may see the directory before its lock;
    /// it takes the lock for that itself, so another directory is made when this one is locked or gone.
    pub(super) fn new(parent: &Path, prefix: &str) -> io::Result<Self> {
        for _ in 0..TRIES {
            let path = parent.join(format!("{prefix}{}", hex::encode(rand::random::<[u8; 8]>())));
            make_folder(&path)?;
            if let Some(lock) = locked(&path)? {
                return Ok(Self { path, keep: false, _lock: lock });
            }
        }
        Err(io::Error::from(io::ErrorKind::WouldBlock))
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the directory its final name; the directory around it is synced.
    pub(super) fn keep(mut self, name: &Path) -> io::Result<()> {
        fs::rename(&self.path, name)?;
        self.keep = true;
        let parent = name.parent().filter(|parent| !parent.as_os_str().is_empty());
        File::open(parent.unwrap_or(Path::new(".")))?.sync_all()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if !self.keep
            && let Err(error) = fs::remove_dir_all(&self.path)
        {
            tracing::warn!(%error, path = %self.path.display(), "unfinished directory could not be removed");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_a_manifest_stay_inside() {
        let root = Path::new("/backup");
        assert_eq!(inside(root, "blobs/ab/cd"), Some(PathBuf::from("/backup/blobs/ab/cd")));
        for bad in ["", "/etc/passwd", "../x", "a/../../x", "./a"] {
            assert_eq!(inside(root, bad), None, "{bad}");
        }
    }
}
