//! Uploaded files by their SHA-256: immutable, written before the record that names them.
//!
//! Order: temporary file → fsync → rename → fsync directory, then the commit. A crash in between
//! leaves an orphan for the sweep, never a record without its file. `sha256sum` checks a blob by hand.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

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
    /// The disk refuses.
    #[error(transparent)]
    Io(#[from] io::Error),
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
            if entry.file_name().to_string_lossy().starts_with(TEMPORARY) {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(Self { root: root.to_path_buf() })
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

    /// Stores what the reader gives, durably; answers hash and size.
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
        if path.exists() {
            return Ok((hash, size));
        }
        file.as_file().sync_all()?;
        let folder = path.parent().unwrap_or(&self.root);
        fs::create_dir_all(folder)?;
        file.persist(&path).map_err(|error| error.error)?;
        File::open(folder)?.sync_all()?;
        File::open(&self.root)?.sync_all()?;
        Ok((hash, size))
    }

    /// Reads a blob again and compares it with its name.
    pub fn verify(&self, hash: &str) -> Result<u64, BlobError> {
        let mut file = File::open(self.path(hash)?)?;
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
            fs::remove_file(self.path(hash)?)?;
            removed += 1;
        }
        Ok(removed)
    }

    /// Copies a blob to another blob directory, by hard link where the file system allows it.
    pub fn copy_to(&self, hash: &str, other: &Self) -> Result<(), BlobError> {
        let (from, to) = (self.path(hash)?, other.path(hash)?);
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder)?;
        }
        if fs::hard_link(&from, &to).is_err() {
            fs::copy(&from, &to)?;
            File::open(&to)?.sync_all()?;
        }
        Ok(())
    }
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
}
