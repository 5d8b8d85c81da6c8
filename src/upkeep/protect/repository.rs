//! A repository: one directory on another disk or a network drive that holds everything needed to go back to any operation.
//!
//! ```text
//! repo.json                    what it is, and the data key under two recovery codes
//! bases/<epoch>-<number>.gxb   lists of full copies           packs/<base>.gxp  their chunks
//! journal/<epoch>-<number>.gxj sealed frames                  objects/ab/<id>   uploaded files, keys, archives
//! sides/                       keys and configuration that changed between bases    reports/  of drills
//! ```
//!
//! Invariants: it is made by `protect init` alone, so a drive that isn't mounted is said to be missing and never filled by mistake;
//! files appear under their names whole, synced and read again.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::vault::{Slot, Vault, mark_of};
use crate::error::{AppError, Result};
use crate::store::directory::{replace_file, sync_directory};
use crate::upkeep::files::{failed, make_folder};

const ABOUT: &str = "repo.json";
/// How names begin of files that are being written.
pub(super) const HALF: &str = ".new-";
const FORMAT: &str = "gx-portal repository 1";
/// Its folders; those of earlier versions lack the last one until something is put there.
pub(super) const FOLDERS: [&str; 5] = ["bases", "packs", "journal", "objects", "sides"];

/// What a repository says about itself, readable without a key.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct About {
    format: String,
    pub repository: String,
    pub installation: String,
    suite: String,
    /// Keyed hash of the name: proves the key.
    mark: String,
    pub slots: Vec<Slot>,
}

/// An open repository.
pub(super) struct Repository {
    pub root: PathBuf,
    pub vault: Arc<Vault>,
}

/// Held while files of a repository are written or removed.
pub(super) struct RepositoryLock(#[expect(dead_code, reason = "the lock lives as long as the file")] File);

impl Repository {
    /// Makes an empty repository in a folder that holds none.
    ///
    /// # Errors
    /// A sentence: a folder with something else in it, the disk.
    pub(super) fn create(root: &Path, vault: Arc<Vault>, installation: &str, slots: &[Slot]) -> Result<Self> {
        let is_empty = fs::read_dir(root).map_or(true, |mut entries| entries.next().is_none());
        if !is_empty {
            return Err(AppError::refused(format!("目录 {} 不是空目录，没有建立备份仓库", root.display())));
        }
        for folder in FOLDERS {
            make_folder(&root.join(folder)).map_err(failed("创建目录", root))?;
        }
        let repository = hex::encode(rand::random::<[u8; 16]>());
        let about = About {
            format: FORMAT.to_owned(),
            mark: mark_of(&vault, &repository),
            repository,
            installation: installation.to_owned(),
            suite: "aes-256-gcm".to_owned(),
            slots: slots.to_vec(),
        };
        let text = serde_json::to_vec_pretty(&about).map_err(AppError::internal)?;
        replace_file(&root.join(ABOUT), &text)?;
        Ok(Self { root: root.to_path_buf(), vault })
    }

    /// Whether a folder holds a repository.
    pub(super) fn is_there(root: &Path) -> bool {
        root.join(ABOUT).exists()
    }

    /// Reads what a repository says about itself.
    ///
    /// # Errors
    /// A sentence: a drive that isn't mounted, a folder that is no repository.
    pub(super) fn about(root: &Path) -> Result<About> {
        let path = root.join(ABOUT);
        let bytes = fs::read(&path).map_err(|error| {
            AppError::refused(format!(
                "目标未挂载或不是备份仓库：{}（没有 {ABOUT}）。请挂载磁盘，或用 gx-portal protect init 建立仓库",
                root.display()
            ))
            .because(error)
        })?;
        let foreign = || AppError::refused(format!("{} 已损坏或不是 gx-portal 的备份仓库", path.display()));
        let value: serde_json::Value = serde_json::from_slice(&bytes).map_err(|error| foreign().because(error))?;
        let about: About = gx_decode::from_json(value).map_err(|error| foreign().because(error))?;
        if about.format == FORMAT { Ok(about) } else { Err(foreign()) }
    }

    /// Opens a repository with the key of this installation, or the one that a recovery code opened.
    ///
    /// # Errors
    /// A sentence: not mounted, another installation's.
    pub(super) fn open(root: &Path, vault: Arc<Vault>) -> Result<Self> {
        let about = Self::about(root)?;
        if about.mark != mark_of(&vault, &about.repository) {
            return Err(AppError::refused(format!("备份仓库 {} 属于另一个安装，没有写入任何内容", root.display())));
        }
        Ok(Self { root: root.to_path_buf(), vault })
    }

    /// Waits for the right to write.
    ///
    /// # Errors
    /// The disk. Where locks are unknown there is none.
    pub(super) fn lock(&self) -> Result<RepositoryLock> {
        let path = self.root.join("LOCK");
        let file = File::create(&path).map_err(failed("写入备份仓库", &path))?;
        let _ = rustix::fs::flock(&file, rustix::fs::FlockOperation::LockExclusive);
        Ok(RepositoryLock(file))
    }

    /// Files of a folder with this ending, in the order of their names.
    ///
    /// # Errors
    /// The disk.
    pub(super) fn names(&self, folder: &str, ending: &str) -> Result<Vec<String>> {
        let path = self.root.join(folder);
        let entries = fs::read_dir(&path).map_err(failed("读取备份仓库", &path))?;
        let mut names = Vec::new();
        for entry in entries {
            let name = entry.map_err(failed("读取备份仓库", &path))?.file_name().to_string_lossy().into_owned();
            if name.ends_with(ending) && !name.starts_with('.') {
                names.push(name);
            }
        }
        names.sort_unstable();
        Ok(names)
    }

    /// Puts a file in place as a whole: written by `fill`, synced, then renamed.
    ///
    /// # Errors
    /// `fill`, the disk.
    pub(super) fn put(&self, name: &str, fill: &mut dyn FnMut(&mut File) -> std::io::Result<()>) -> Result<PathBuf> {
        let path = self.root.join(name);
        let folder = path.parent().unwrap_or(&self.root);
        make_folder(folder).map_err(failed("写入备份仓库", folder))?;
        let written = (|| {
            let mut file = tempfile::Builder::new().prefix(HALF).tempfile_in(folder)?;
            fill(file.as_file_mut())?;
            file.as_file().sync_all()?;
            file.persist(&path).map_err(|error| error.error)
        })();
        written.map_err(failed("写入备份仓库", &path))?;
        sync_directory(&path)?;
        Ok(path)
    }

    fn object(&self, hash: &str) -> (String, String) {
        let id = hex::encode(self.vault.id("object", hash.as_bytes()));
        let (folder, _) = id.split_at_checked(2).unwrap_or_default();
        (format!("objects/{folder}/{id}"), format!("object {id}"))
    }

    /// Path of the object for content of this hash, below the repository.
    pub(super) fn object_path(&self, hash: &str) -> String {
        self.object(hash).0
    }

    /// Stores a file under the hash of its content, unless it is there; when asked to, unless it can be read there.
    ///
    /// # Errors
    /// The disk; content that has another hash.
    pub(super) fn put_object(&self, hash: &str, from: &Path, is_read: bool) -> Result<()> {
        let (name, about) = self.object(hash);
        if self.root.join(&name).exists() && (!is_read || self.read_object(hash, &mut std::io::sink())?) {
            return Ok(());
        }
        self.put(&name, &mut |to| self.vault.seal_stream(&about, &mut File::open(from)?, to))?;
        if !self.read_object(hash, &mut std::io::sink())? {
            drop(fs::remove_file(self.root.join(&name)));
            return Err(AppError::refused(format!("文件 {} 写入备份仓库后复核未通过", from.display())));
        }
        Ok(())
    }

    /// Writes the content of an object; `false` when it is missing or damaged.
    ///
    /// # Errors
    /// The disk that is written to.
    pub(super) fn read_object(&self, hash: &str, to: &mut dyn Write) -> Result<bool> {
        let (name, about) = self.object(hash);
        let path = self.root.join(name);
        let Ok(mut file) = File::open(&path) else { return Ok(false) };
        let mut counted = Hashing { to, hasher: Sha256::new() };
        let is_whole =
            self.vault.open_stream(&about, &mut file, &mut counted).map_err(failed("读取备份仓库", &path))?;
        Ok(is_whole && hex::encode(counted.hasher.finalize()) == hash)
    }

    /// The sealed stream in a file; `None` when it is damaged.
    ///
    /// # Errors
    /// The disk.
    pub(super) fn read_sealed(&self, name: &str) -> Result<Option<Vec<u8>>> {
        let path = self.root.join(name);
        let mut bytes = Vec::new();
        let mut file = File::open(&path).map_err(failed("读取备份仓库", &path))?;
        let is_whole = self.vault.open_stream(name, &mut file, &mut bytes).map_err(failed("读取备份仓库", &path))?;
        Ok(is_whole.then_some(bytes))
    }

    /// Seals bytes into a file that is named in the seal.
    ///
    /// # Errors
    /// The disk, a file that reads otherwise than it was written.
    pub(super) fn put_sealed(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let path = self.put(name, &mut |to| self.vault.seal_stream(name, &mut &*bytes, to))?;
        if self.read_sealed(name)?.as_deref() == Some(bytes) {
            return Ok(());
        }
        drop(fs::remove_file(&path));
        Err(AppError::refused(format!("{} 写入后复核未通过，请检查磁盘", path.display())))
    }
}

/// Hashes what goes through.
struct Hashing<'w> {
    to: &'w mut dyn Write,
    hasher: Sha256,
}

impl Write for Hashing<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let written = self.to.write(bytes)?;
        self.hasher.update(bytes.get(..written).unwrap_or_default());
        Ok(written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.to.flush()
    }
}

/// Reads part of a file.
///
/// # Errors
/// The disk, a file that is too short.
pub(super) fn read_part(file: &File, offset: u64, length: u32) -> std::io::Result<Vec<u8>> {
    use std::os::unix::fs::FileExt;
    let mut bytes = vec![0; length as usize];
    file.read_exact_at(&mut bytes, offset)?;
    Ok(bytes)
}
