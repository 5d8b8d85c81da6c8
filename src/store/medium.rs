//! Where the bytes of the database live: a file in production, simulated disks in tests.
//!
//! The file grows by real allocation (`fallocate`), never sparsely. Beside it lies `gx.reserve`, room set aside for
//! growing once more on a full disk. So a full disk shows at growth,
//! and pages inside the file stay writable: sign-in and sign-out go on when the disk is full.
//! Every handle is fenced: once the store gives a handle up (after an I/O error), nothing it still
//! does can reach the file that the next handle uses.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use redb::StorageBackend;

/// A place that can be opened again after a failure.
pub trait Medium: Send + Sync + 'static {
    /// Opens the bytes; called once at start and again after each I/O failure.
    fn open(&self) -> io::Result<Box<dyn StorageBackend>>;
    /// Free bytes on the disk behind it; `None` when that cannot be told.
    fn free_bytes(&self) -> Option<u64>;
}

/// Counters of a store's disk work, for benchmarks and the batching test.
#[derive(Debug, Default)]
pub struct DiskStats {
    /// Calls of `sync_data` (fsync).
    pub syncs: AtomicU64,
}

/// A handle's own view of the backend; see the module text for the fence.
pub(super) struct Fenced {
    pub inner: Box<dyn StorageBackend>,
    pub closed: Arc<AtomicBool>,
    pub stats: Arc<DiskStats>,
}

impl Fenced {
    fn check(&self) -> io::Result<()> {
        if self.closed.load(Ordering::Acquire) {
            return Err(io::Error::other("handle was given up"));
        }
        Ok(())
    }
}

impl fmt::Debug for Fenced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Fenced")
    }
}

impl StorageBackend for Fenced {
    fn len(&self) -> io::Result<u64> {
        self.inner.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.inner.read(offset, out)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.check()?;
        self.inner.set_len(len)
    }

    fn sync_data(&self) -> io::Result<()> {
        self.check()?;
        self.stats.syncs.fetch_add(1, Ordering::Relaxed);
        self.inner.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.check()?;
        self.inner.write(offset, data)
    }

    fn close(&self) -> io::Result<()> {
        self.inner.close()
    }
}

/// The ordinary medium: one file. Exclusion between processes is the data directory's lock, so that
/// the file can be reopened while readers still hold the old handle.
#[derive(Debug)]
pub struct FileMedium {
    path: PathBuf,
}

impl FileMedium {
    /// A medium for the file at `path`, created with mode 0600 when absent.
    pub fn new(path: &Path) -> Self {
        Self { path: path.to_path_buf() }
    }
}

impl Medium for FileMedium {
    fn open(&self) -> io::Result<Box<dyn StorageBackend>> {
        let file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).mode(0o600).open(&self.path)?;
        let ballast = self.path.with_extension("reserve");
        load_ballast(&ballast);
        Ok(Box::new(FileBackend { file, ballast }))
    }

    fn free_bytes(&self) -> Option<u64> {
        free_bytes(self.path.parent()?)
    }
}

/// Bytes an ordinary user may still write on the file system of `directory`.
pub fn free_bytes(directory: &Path) -> Option<u64> {
    let stat = rustix::fs::statvfs(directory).ok()?;
    Some(stat.f_bavail.saturating_mul(stat.f_frsize))
}

/// Room that is ours when another program has taken all the rest: given up when the database must grow on a
/// full disk. Only sign-in and revocation get that far; ordinary writes are refused long before.
const BALLAST: u64 = 8 << 20;

/// Takes the room while there is plenty. Without it the program works as well, until the disk is full.
fn load_ballast(path: &Path) {
    let there = path.metadata().is_ok_and(|known| known.len() >= BALLAST);
    let plenty = path.parent().and_then(free_bytes).is_some_and(|free| free >= 3 * BALLAST);
    if there || !plenty {
        return;
    }
    let taken = OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(path).and_then(|file| {
        rustix::fs::fallocate(&file, rustix::fs::FallocateFlags::empty(), 0, BALLAST).map_err(io::Error::from)
    });
    if let Err(error) = taken {
        tracing::debug!(%error, "no room could be set aside for sign-in on a full disk");
    }
}

#[derive(Debug)]
struct FileBackend {
    file: File,
    ballast: PathBuf,
}

impl StorageBackend for FileBackend {
    fn len(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.file.read_exact_at(out, offset)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        let now = self.len()?;
        if len > now {
            match rustix::fs::fallocate(&self.file, rustix::fs::FallocateFlags::empty(), now, len - now) {
                Ok(()) => return Ok(()),
                // Some file systems cannot allocate ahead (NFS, old FUSE): grow sparsely there.
                Err(rustix::io::Errno::OPNOTSUPP | rustix::io::Errno::NOSYS) => {}
                // The room set aside; it is taken again when the database is next opened.
                Err(rustix::io::Errno::NOSPC) if std::fs::remove_file(&self.ballast).is_ok() => {
                    tracing::warn!("the disk is full; the room set aside for sign-in is being used");
                    return self.set_len(len);
                }
                Err(error) => return Err(error.into()),
            }
        }
        self.file.set_len(len)
    }

    fn sync_data(&self) -> io::Result<()> {
        self.file.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.file.write_all_at(data, offset)
    }
}
