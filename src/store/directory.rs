//! The data directory: its parts, its lock, its creation by rename.
//!
//! ```text
//! gx.redb     the store            blobs/   uploaded files by SHA-256
//! keys/       signing key (0600)   backup/  default place of backups
//! tmp/        emptied at start     LOCK, admin.sock
//! logs/       lines of the log, when they go into files; in no backup
//! ```

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::Write as _;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use super::error::{Res, StoreError};

/// Paths inside a data directory.
#[derive(Debug, Clone)]
pub struct DataPaths {
    /// The directory itself.
    pub root: PathBuf,
}

impl DataPaths {
    /// The parts of the directory at `root`.
    pub fn new(root: &Path) -> Self {
        Self { root: root.to_path_buf() }
    }
    /// The database file.
    pub fn database(&self) -> PathBuf {
        self.root.join("gx.redb")
    }
    /// Uploaded files by hash.
    pub fn blobs(&self) -> PathBuf {
        self.root.join("blobs")
    }
    /// Secrets of this installation.
    pub fn keys(&self) -> PathBuf {
        self.root.join("keys")
    }
    /// Where backups go when no other place is named.
    pub fn backups(&self) -> PathBuf {
        self.root.join("backup")
    }
    /// Scratch space, emptied at start.
    pub fn temporary(&self) -> PathBuf {
        self.root.join("tmp")
    }
    /// Files of the log, when lines go into files.
    pub fn logs(&self) -> PathBuf {
        self.root.join("logs")
    }
    /// Socket on which a running server takes command-line verbs.
    pub fn socket(&self) -> PathBuf {
        self.root.join("admin.sock")
    }
    /// Whether a store was created here.
    pub fn is_initialised(&self) -> bool {
        self.database().exists()
    }

    /// Creates the directories that are missing, mode 0700.
    pub fn create_folders(&self) -> Res<()> {
        for folder in [self.root.clone(), self.blobs(), self.keys(), self.backups(), self.temporary()] {
            fs::create_dir_all(&folder)?;
            fs::set_permissions(&folder, Permissions::from_mode(0o700))?;
        }
        Ok(())
    }

    /// Removes what an unclean stop left in the scratch space.
    pub fn empty_temporary(&self) -> Res<()> {
        for entry in fs::read_dir(self.temporary())? {
            let path = entry?.path();
            if path.is_dir() {
                fs::remove_dir_all(path)?;
            } else {
                fs::remove_file(path)?;
            }
        }
        Ok(())
    }
}

/// The exclusive right to a data directory; released when dropped, also by a killed process.
#[derive(Debug)]
pub struct DirectoryLock {
    _file: File,
}

impl DirectoryLock {
    /// Takes the lock.
    ///
    /// # Errors
    /// [`StoreError::Locked`] when another process holds it.
    pub fn take(paths: &DataPaths) -> Res<Self> {
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .mode(0o600)
            .open(paths.root.join("LOCK"))?;
        match rustix::fs::flock(&file, rustix::fs::FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => Ok(Self { _file: file }),
            Err(rustix::io::Errno::WOULDBLOCK) => Err(StoreError::Locked),
            Err(error) => Err(std::io::Error::from(error).into()),
        }
    }
}

/// Puts a file in place as a whole and durably, mode 0600: whoever reads it finds the old bytes or the new ones.
pub fn replace_file(path: &Path, bytes: &[u8]) -> Res<()> {
    let parent = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(".new-").tempfile_in(parent)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    sync_directory(path)
}

/// Makes a rename or a new file durable: syncs the directory that contains `path`.
pub fn sync_directory(path: &Path) -> Res<()> {
    if let Some(parent) = path.parent() {
        File::open(if parent.as_os_str().is_empty() { Path::new(".") } else { parent })?.sync_all()?;
    }
    Ok(())
}
