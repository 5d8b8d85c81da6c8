//! Uploaded files by their SHA-256: immutable, written before the record that names them.
//!
//! Order: temporary file → fsync → rename → fsync directory, then the commit. A crash in between
//! leaves an orphan for the sweep, never a record without its file. `sha256sum` checks a blob by hand.
//!
//! Invariants: a file appears under its name whole or not at all; [`Blobs::put`] answers only when
//! the file will outlive a power cut, also when somebody else stored it a moment ago; storing what
//! is there makes the file young again, so that a sweep by age leaves it alone.
//!
//! Deliberately absent: names, types, owners and permissions of files: records know them.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use sha2::{Digest, Sha256};

/// What can go wrong with a blob.
#[derive(Debug, thiserror::Error)]
pub enum BlobError {
    /// More bytes than allowed.
    #[error("larger than {0} bytes")]
    TooLarge(u64),
    /// Not a name this store gives.
    #[error("not a blob name")]
    BadName,
    /// The content is not what the name says.
    #[error("content of {0} does not match its name")]
    Damaged(String),
    /// Nothing lies under this name.
    #[error("no blob {0}")]
    Missing(String),
    /// No room left on the disk, or within the quota.
    #[error("no space left for blobs")]
    NoSpace,
    /// The disk refuses for another reason.
    #[error(transparent)]
    Io(io::Error),
}

impl From<io::Error> for BlobError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::NoSpace,
            _ => Self::Io(error),
        }
    }
}

impl BlobError {
    /// The error of reaching for a blob that ought to be there.
    fn at(hash: &str, error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::NotFound { Self::Missing(hash.to_owned()) } else { error.into() }
    }
}

/// The blob directory.
#[derive(Debug)]
pub struct Blobs {
    root: PathBuf,
}

const BUFFER: usize = 64 * 1024;
const TEMPORARY: &str = "incoming-";

impl Blobs {
    /// Opens (and makes) the directory; removes what an unclean stop left half written.
    pub fn open(root: &Path) -> Result<Self, BlobError> {
        fs::create_dir_all(root)?;
        for entry in fs::read_dir(root)? {
            let entry = entry?;
            if entry.file_type()?.is_file() && entry.file_name().to_string_lossy().starts_with(TEMPORARY) {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(Self { root: root.to_path_buf() })
    }

    /// Whether files can be laid in now.
    ///
    /// # Errors
    /// What the directory refuses: it is gone, full or read only.
    pub fn is_writable(&self) -> Result<(), BlobError> {
        let probe = self.root.join(format!("{TEMPORARY}probe"));
        fs::write(&probe, b"1")?;
        Ok(fs::remove_file(&probe)?)
    }

    /// Where a blob lies.
    ///
    /// # Errors
    /// [`BlobError::BadName`] for anything but 64 lower-case hexadecimal digits.
    pub fn path(&self, hash: &str) -> Result<PathBuf, BlobError> {
        if hash.len() != 64 || !hash.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b)) {
            return Err(BlobError::BadName);
        }
        let (folder, rest) = hash.split_at(2);
        Ok(self.root.join(folder).join(rest))
    }

    /// Stores what the reader gives, durably; answers hash and size. A damaged file of the same
    /// name is replaced.
    ///
    /// # Errors
    /// [`BlobError::TooLarge`] beyond `limit` bytes, [`BlobError::NoSpace`], [`BlobError::Io`];
    /// nothing is left behind then.
    pub fn put(&self, mut reader: impl Read, limit: u64) -> Result<(String, u64), BlobError> {
        let mut file = tempfile::Builder::new().prefix(TEMPORARY).tempfile_in(&self.root)?;
        let mut hasher = Sha256::new();
        let mut size = 0_u64;
        let mut buffer = vec![0; BUFFER];
        loop {
            let got = reader.read(&mut buffer)?;
            if got == 0 {
                break;
            }
            size += got as u64;
            if size > limit {
                return Err(BlobError::TooLarge(limit));
            }
            hasher.update(&buffer[..got]);
            file.write_all(&buffer[..got])?;
        }
        let hash = hex::encode(hasher.finalize());
        let path = self.path(&hash)?;
        let folder = path.parent().unwrap_or(&self.root);
        if self.verify(&hash).is_err() || make_young(&path).is_err() {
            file.as_file().sync_all()?;
            fs::create_dir_all(folder)?;
            file.persist(&path).map_err(|error| error.error)?;
        }
        // Also for a file that was there: whoever stored it may not have come to this line yet.
        File::open(folder)?.sync_all()?;
        File::open(&self.root)?.sync_all()?;
        Ok((hash, size))
    }

    /// Takes over a finished file (of the same file system, as a rule) without copying it; otherwise
    /// as [`Blobs::put`].
    ///
    /// # Errors
    /// As [`Blobs::put`].
    pub fn adopt(&self, finished: &Path) -> Result<(String, u64), BlobError> {
        let mut file = File::open(finished)?;
        let mut hasher = Sha256::new();
        let size = io::copy(&mut file, &mut HashWriter(&mut hasher))?;
        let hash = hex::encode(hasher.finalize());
        let path = self.path(&hash)?;
        let folder = path.parent().unwrap_or(&self.root);
        if self.verify(&hash).is_err() || make_young(&path).is_err() {
            file.sync_all()?;
            fs::create_dir_all(folder)?;
            if fs::rename(finished, &path).is_err() {
                return self.put(File::open(finished)?, u64::MAX);
            }
        }
        File::open(folder)?.sync_all()?;
        File::open(&self.root)?.sync_all()?;
        Ok((hash, size))
    }

    /// Reads a blob again and compares it with its name; answers its size in bytes.
    ///
    /// # Errors
    /// [`BlobError::Missing`], [`BlobError::Damaged`], or what reading ran into.
    pub fn verify(&self, hash: &str) -> Result<u64, BlobError> {
        let mut file = File::open(self.path(hash)?).map_err(|error| BlobError::at(hash, error))?;
        let mut hasher = Sha256::new();
        let size = io::copy(&mut file, &mut HashWriter(&mut hasher))?;
        if hex::encode(hasher.finalize()) == hash { Ok(size) } else { Err(BlobError::Damaged(hash.to_owned())) }
    }

    /// Names of all blobs, sorted.
    pub fn all(&self) -> Result<Vec<String>, BlobError> {
        let mut names = Vec::new();
        for folder in fs::read_dir(&self.root)? {
            let folder = folder?;
            if !folder.file_type()?.is_dir() {
                continue;
            }
            for entry in fs::read_dir(folder.path())? {
                let name = format!("{}{}", folder.file_name().to_string_lossy(), entry?.file_name().to_string_lossy());
                if self.path(&name).is_ok() {
                    names.push(name);
                }
            }
        }
        names.sort_unstable();
        Ok(names)
    }

    /// Removes blobs that nothing names; answers how many.
    pub fn sweep(&self, keep: &HashSet<String>) -> Result<u64, BlobError> {
        let mut removed = 0;
        for hash in self.all()?.iter().filter(|hash| !keep.contains(*hash)) {
            self.remove(hash)?;
            removed += 1;
        }
        Ok(removed)
    }

    /// Removes one blob.
    ///
    /// # Errors
    /// [`BlobError::Missing`] when it is not there.
    pub fn remove(&self, hash: &str) -> Result<(), BlobError> {
        fs::remove_file(self.path(hash)?).map_err(|error| BlobError::at(hash, error))
    }
}

/// Whether a file begins with these bytes.
pub fn starts_with(path: &Path, bytes: &[u8]) -> bool {
    let mut head = vec![0; bytes.len()];
    File::open(path).and_then(|mut file| file.read_exact(&mut head)).is_ok() && head == bytes
}

/// Sets the time of change to now.
fn make_young(path: &Path) -> io::Result<()> {
    File::open(path)?.set_modified(SystemTime::now())
}

struct HashWriter<'h>(&'h mut Sha256);

impl Write for HashWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blob_is_found_by_its_hash_and_damage_is_seen() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let blobs = Blobs::open(folder.path()).expect("open");
        let (hash, size) = blobs.put(&b"hello"[..], 10).expect("put");
        assert_eq!(hash, "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824");
        assert_eq!((size, blobs.verify(&hash).expect("whole")), (5, 5));
        assert_eq!(blobs.put(&b"hello"[..], 10).expect("again").0, hash);
        assert!(matches!(blobs.put(&b"hello world"[..], 10), Err(BlobError::TooLarge(10))));
        fs::write(blobs.path(&hash).expect("path"), b"hellO").expect("write");
        assert!(matches!(blobs.verify(&hash), Err(BlobError::Damaged(_))));
        for name in ["../../../etc/passwd", "", "2CF2", &"g".repeat(64)] {
            assert!(matches!(blobs.path(name), Err(BlobError::BadName)), "{name}");
        }
        assert_eq!(blobs.all().expect("list"), std::slice::from_ref(&hash));
        assert_eq!(blobs.sweep(&HashSet::from([hash])).expect("sweep"), 0);
        assert_eq!(blobs.sweep(&HashSet::new()).expect("sweep"), 1);
    }

    fn one() -> (tempfile::TempDir, Blobs) {
        let folder = tempfile::tempdir().expect("temporary folder");
        let blobs = Blobs::open(&folder.path().join("one")).expect("open");
        (folder, blobs)
    }

    #[test]
    fn storing_again_heals_and_makes_young() {
        let (_folder, blobs) = one();
        let (hash, _) = blobs.put(&b"hello"[..], 10).expect("put");
        let path = blobs.path(&hash).expect("path");
        let long_ago = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000_000);
        File::options().append(true).open(&path).and_then(|file| file.set_modified(long_ago)).expect("age");
        blobs.put(&b"hello"[..], 10).expect("again");
        assert!(fs::metadata(&path).and_then(|m| m.modified()).expect("time") > long_ago);
        fs::write(&path, b"").expect("damage");
        blobs.put(&b"hello"[..], 10).expect("heal");
        assert_eq!(blobs.verify(&hash).expect("whole"), 5);
    }

    #[test]
    fn a_finished_file_is_taken_over_once() {
        let (folder, blobs) = one();
        let finished = folder.path().join("upload-1");
        for round in 0..2 {
            fs::write(&finished, b"hello").expect("write");
            let (hash, size) = blobs.adopt(&finished).expect("adopt");
            assert_eq!((size, blobs.verify(&hash).expect("whole"), finished.exists()), (5, 5, round > 0));
            assert!(starts_with(&blobs.path(&hash).expect("path"), b"hel"));
        }
        assert_eq!(blobs.all().expect("list").len(), 1);
    }

    #[test]
    fn half_written_files_go_at_the_next_start_and_refusals_leave_nothing() {
        let (folder, blobs) = one();
        let root = folder.path().join("one");
        assert!(matches!(blobs.put(&b"hello world"[..], 10), Err(BlobError::TooLarge(10))));
        assert!(matches!(blobs.put(Broken, 10), Err(BlobError::NoSpace)));
        assert_eq!(fs::read_dir(&root).expect("list").count(), 0);
        fs::write(root.join("incoming-x"), b"half").expect("write");
        let (hash, _) = blobs.put(&b""[..], 0).expect("an empty file is a file");
        let blobs = Blobs::open(&root).expect("open again");
        assert!(!root.join("incoming-x").exists());
        assert_eq!(blobs.all().expect("list"), std::slice::from_ref(&hash));
        blobs.remove(&hash).expect("remove");
        assert!(matches!(blobs.remove(&hash), Err(BlobError::Missing(_))));
        assert!(matches!(blobs.verify(&hash), Err(BlobError::Missing(_))));
    }

    /// A reader that meets a full disk.
    struct Broken;

    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }
    }

    #[test]
    fn many_at_once_store_one_file() {
        let (_folder, blobs) = one();
        let content = vec![7; 300_000];
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| blobs.put(&content[..], u64::MAX).expect("put"));
            }
        });
        let all = blobs.all().expect("list");
        assert_eq!((all.len(), blobs.verify(&all[0]).expect("whole")), (1, 300_000));
    }
}
