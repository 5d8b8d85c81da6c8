//! The data directory: its parts, its lock, its creation by rename.
//!
//! ```text
//! gx.redb     the store            blobs/   uploaded files by SHA-256
//! keys/       signing key (0600)   backup/  default place of backups
//! journal/    what each commit changed
//! tmp/        emptied at start     LOCK, admin.sock
//! logs/       lines of the log, when they go into files; in no backup
//! upgrade/    the database of before an upgrade, upgrade.json how far it came; in no backup
//! ```

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::Write as _;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use super::error::{Res, StoreError};

/// How names begin that the program gives to what it lays into the scratch space; nothing else is removed from there.
const SCRATCH: [&str; 9] =
    ["upload-", "export-", "result-", "definition-", "registers-", "package-", "pages-", "drill-", ".tmp"];

/// Parts of a data directory that the program makes, empties, renames or locks.
const PARTS: [&str; 14] = [
    "gx.redb",
    "gx.reserve",
    "gx.new",
    "blobs",
    "keys",
    "backup",
    "journal",
    "tmp",
    "logs",
    "archive",
    "upgrade",
    "upgrade.json",
    "LOCK",
    "admin.sock",
];

/// Whether something in the scratch space is the program's own.
pub fn is_scratch(name: &std::ffi::OsStr) -> bool {
    let name = name.to_string_lossy();
    SCRATCH.iter().any(|prefix| name.starts_with(prefix))
}

/// Removes a file or a folder with what is in it; of a link the link alone.
///
/// # Errors
/// What the disk refuses.
pub fn remove(path: &Path) -> std::io::Result<()> {
    if fs::symlink_metadata(path)?.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }
}

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
    /// Files of the journal.
    pub fn journal(&self) -> PathBuf {
        self.root.join("journal")
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
    /// Lies here while a demonstration is being made, and stays when that was cut short.
    pub fn unfinished_demo(&self) -> PathBuf {
        self.root.join("demo.unfinished")
    }
    /// Whether a store was created here.
    pub fn is_initialised(&self) -> bool {
        self.database().exists()
    }

    /// Creates the directories that are missing, mode 0700.
    pub fn create_folders(&self) -> Res<()> {
        self.refuse_links()?;
        for folder in [self.root.clone(), self.blobs(), self.keys(), self.backups(), self.temporary()] {
            fs::create_dir_all(&folder)?;
            fs::set_permissions(&folder, Permissions::from_mode(0o700))?;
        }
        Ok(())
    }

    /// Refuses links among the parts of the directory: what is emptied, renamed and locked here would be somebody else's.
    /// The directory itself may be reached by one.
    ///
    /// # Errors
    /// [`StoreError::Link`] with the first one, whatever it points to.
    pub fn refuse_links(&self) -> Res<()> {
        let is_link = |path: &Path| fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink());
        let parts = PARTS.map(|part| self.root.join(part)).into_iter();
        if let Some(link) = parts.chain(self.folders_of_blobs()).find(|path| is_link(path)) {
            return Err(StoreError::Link(link.display().to_string()));
        }
        Ok(())
    }

    fn folders_of_blobs(&self) -> impl Iterator<Item = PathBuf> {
        // Absent before the first start.
        fs::read_dir(self.blobs()).into_iter().flatten().flatten().map(|entry| entry.path())
    }

    /// Removes what an unclean stop left in the scratch space.
    pub fn empty_temporary(&self) -> Res<()> {
        for entry in fs::read_dir(self.temporary())? {
            let entry = entry?;
            if is_scratch(&entry.file_name()) {
                remove(&entry.path())?;
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
    /// [`StoreError::Locked`] when another process holds it, [`StoreError::Link`] for a directory with links.
    pub fn take(paths: &DataPaths) -> Res<Self> {
        paths.refuse_links()?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn links_are_refused_and_lead_nowhere() {
        for part in PARTS.into_iter().chain(["blobs/ab"]) {
            for target in ["folder", "file", "nowhere"] {
                let place = tempfile::tempdir().unwrap();
                let elsewhere = place.path().join("elsewhere");
                fs::create_dir_all(elsewhere.join("folder")).unwrap();
                fs::write(elsewhere.join("folder/upload-kept"), "kept").unwrap();
                fs::write(elsewhere.join("file"), "kept").unwrap();
                let paths = DataPaths::new(&place.path().join("data"));
                fs::create_dir_all(paths.root.join(part).parent().unwrap()).unwrap();
                symlink(elsewhere.join(target), paths.root.join(part)).unwrap();
                for refused in [paths.create_folders(), DirectoryLock::take(&paths).map(drop)] {
                    assert!(matches!(refused, Err(StoreError::Link(_))), "{part} to {target}");
                }
                assert_eq!(fs::read_dir(elsewhere.join("folder")).unwrap().count(), 1, "{part} to {target}");
                assert!(!elsewhere.join("nowhere").exists(), "{part}");
            }
        }
    }

    #[test]
    fn own_names_alone_are_removed_and_links_are_not_followed() {
        let place = tempfile::tempdir().unwrap();
        let reached = place.path().join("reached");
        let paths = DataPaths::new(&place.path().join("data"));
        paths.create_folders().unwrap();
        symlink(&paths.root, &reached).unwrap();
        DataPaths::new(&reached).refuse_links().expect("the directory itself may be reached by a link");
        let tmp = paths.temporary();
        fs::create_dir_all(tmp.join("pages-1/deep")).unwrap();
        fs::create_dir_all(tmp.join("notes")).unwrap();
        fs::create_dir(place.path().join("other")).unwrap();
        fs::write(place.path().join("other/kept"), "kept").unwrap();
        symlink(place.path().join("other"), tmp.join("upload-link")).unwrap();
        symlink("nowhere", tmp.join("export-dangling")).unwrap();
        for name in ["upload-1", "export-1.xlsx", "letter.txt"] {
            fs::write(tmp.join(name), "x").unwrap();
        }
        paths.empty_temporary().unwrap();
        let mut left: Vec<String> = fs::read_dir(&tmp)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        left.sort_unstable();
        assert_eq!(left, ["letter.txt", "notes"]);
        assert!(place.path().join("other/kept").exists(), "what a link points to stays");
    }
}
