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

use parking_lot::Mutex;
use redb::StorageBackend;

/// A place that can be opened again after a failure.
pub trait Medium: Send + Sync + 'static {
    /// Opens the bytes; called once at start and again after each I/O failure.
    fn open(&self) -> io::Result<Box<dyn StorageBackend>>;
    /// Free bytes on the disk behind it; `None` when that cannot be told.
    fn free_bytes(&self) -> Option<u64>;
    /// How large the file is; `None` for a medium that has no size.
    fn bytes(&self) -> Option<u64> {
        None
    }
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
        #[cfg(feature = "testing")]
        super::cut::syncs();
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

/// What a handle wants to do to the bytes before it is known whether they are for this program.
#[derive(Debug)]
enum Wish {
    Length(u64),
    Write(u64, Vec<u8>),
    Sync,
}

/// Keeps a handle's hands off the bytes until [`Held::release`]: opening a database writes to it (a mark that it is open,
/// the repair after a power cut), and the file of a newer program must stay as it is. What is wished meanwhile is kept in
/// memory, seen by the handle's own reads, and done in the same order when released; when never released, it never happens.
#[derive(Clone, Debug)]
pub(super) struct Held {
    inner: Arc<dyn StorageBackend>,
    free: Arc<AtomicBool>,
    wishes: Arc<Mutex<Vec<Wish>>>,
}

impl Held {
    pub(super) fn new(inner: Box<dyn StorageBackend>) -> Self {
        Self { inner: inner.into(), free: Arc::default(), wishes: Arc::default() }
    }

    /// Does what was wished so far, and from now on everything at once.
    pub(super) fn release(&self) -> io::Result<()> {
        let mut wishes = self.wishes.lock();
        for wish in wishes.drain(..) {
            match wish {
                Wish::Length(len) => self.inner.set_len(len)?,
                Wish::Write(offset, data) => self.inner.write(offset, &data)?,
                Wish::Sync => self.inner.sync_data()?,
            }
        }
        self.free.store(true, Ordering::Release);
        Ok(())
    }

    /// Keeps a wish; answers whether it was kept, and is not to be done now.
    fn keep(&self, wish: impl FnOnce() -> Wish) -> bool {
        if self.free.load(Ordering::Acquire) {
            return false;
        }
        let mut wishes = self.wishes.lock();
        // Released while this waited for the lock.
        if self.free.load(Ordering::Acquire) {
            return false;
        }
        wishes.push(wish());
        true
    }
}

/// The length after these wishes, when one of them changes it.
fn wished_length(wishes: &[Wish]) -> Option<u64> {
    wishes.iter().rev().find_map(|wish| match wish {
        Wish::Length(len) => Some(*len),
        Wish::Write(..) | Wish::Sync => None,
    })
}

/// Lays a wish over bytes that were read at `offset`.
fn lay_over(out: &mut [u8], offset: u64, wish: &Wish) {
    let end = offset.saturating_add(out.len() as u64);
    let within = |at: u64| usize::try_from(at.clamp(offset, end) - offset).unwrap_or(0);
    match wish {
        Wish::Length(len) => out[within(*len)..].fill(0),
        Wish::Write(at, data) => {
            let (from, to) = (within(*at), within(at.saturating_add(data.len() as u64)));
            if from < to {
                let skipped = usize::try_from(offset.saturating_sub(*at)).unwrap_or(0);
                out[from..to].copy_from_slice(&data[skipped..skipped + (to - from)]);
            }
        }
        Wish::Sync => {}
    }
}

impl StorageBackend for Held {
    fn len(&self) -> io::Result<u64> {
        let wished = if self.free.load(Ordering::Acquire) { None } else { wished_length(&self.wishes.lock()) };
        wished.map_or_else(|| self.inner.len(), Ok)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        if self.free.load(Ordering::Acquire) {
            return self.inner.read(offset, out);
        }
        let wishes = self.wishes.lock();
        if wishes.is_empty() {
            return self.inner.read(offset, out);
        }
        let real = self.inner.len()?;
        if offset.saturating_add(out.len() as u64) > wished_length(&wishes).unwrap_or(real) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let there = usize::try_from(real.saturating_sub(offset)).unwrap_or(usize::MAX).min(out.len());
        let (known, beyond) = out.split_at_mut(there);
        if !known.is_empty() {
            self.inner.read(offset, known)?;
        }
        beyond.fill(0);
        wishes.iter().for_each(|wish| lay_over(out, offset, wish));
        Ok(())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        if self.keep(|| Wish::Length(len)) { Ok(()) } else { self.inner.set_len(len) }
    }

    fn sync_data(&self) -> io::Result<()> {
        if self.keep(|| Wish::Sync) { Ok(()) } else { self.inner.sync_data() }
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        if self.keep(|| Wish::Write(offset, data.to_vec())) { Ok(()) } else { self.inner.write(offset, data) }
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

    fn bytes(&self) -> Option<u64> {
        self.path.metadata().ok().map(|known| known.len())
    }
}

/// Bytes an ordinary user may still write on the file system of `directory`.
pub fn free_bytes(directory: &Path) -> Option<u64> {
    gx_kernel::machine::room(directory).map(|(_, free)| free)
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

/// Bytes that are taken from the disk when the file grows: redb doubles it each time, and half of the disk's room would lie idle.
/// What is beyond comes as it is written.
const AHEAD: u64 = 32 << 20;

#[derive(Debug)]
struct FileBackend {
    file: File,
    ballast: PathBuf,
}

impl FileBackend {
    /// On a full disk: gives up the room that was set aside; it is taken again when the database is next opened.
    fn drops_ballast(&self) -> bool {
        let dropped = std::fs::remove_file(&self.ballast).is_ok();
        if dropped {
            tracing::warn!("the disk is full; the room set aside for sign-in is being used");
        }
        dropped
    }
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
            let ahead = (len - now).min(AHEAD);
            match rustix::fs::fallocate(&self.file, rustix::fs::FallocateFlags::empty(), now, ahead) {
                Ok(()) => {}
                // Some file systems cannot allocate ahead (NFS, old FUSE): grow sparsely there.
                Err(rustix::io::Errno::OPNOTSUPP | rustix::io::Errno::NOSYS) => {}
                Err(rustix::io::Errno::NOSPC) if self.drops_ballast() => return self.set_len(len),
                Err(error) => return Err(error.into()),
            }
        }
        self.file.set_len(len)
    }

    fn sync_data(&self) -> io::Result<()> {
        self.file.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        match self.file.write_all_at(data, offset) {
            Err(error) if error.kind() == io::ErrorKind::StorageFull && self.drops_ballast() => {
                self.file.write_all_at(data, offset)
            }
            written => written,
        }
    }
}

#[cfg(test)]
mod tests {
    use redb::backends::InMemoryBackend;

    use super::*;

    fn bytes(backend: &dyn StorageBackend) -> Vec<u8> {
        let mut out = vec![9; usize::try_from(backend.len().expect("known")).expect("small")];
        backend.read(0, &mut out).expect("readable");
        out
    }

    #[test]
    fn a_file_that_is_doubled_takes_little_of_the_disk_until_it_is_written() {
        use std::os::unix::fs::MetadataExt as _;
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("gx.redb");
        let backend = FileMedium::new(&path).open().expect("opens");
        backend.set_len(4 * AHEAD).expect("grown");
        let about = || std::fs::metadata(&path).expect("there");
        assert_eq!((about().len(), about().blocks() * 512 <= AHEAD + (1 << 20)), (4 * AHEAD, true));
        backend.write(3 * AHEAD, &[7; 4096]).expect("written");
        let mut read = [0; 4096];
        backend.read(3 * AHEAD, &mut read).expect("readable");
        assert_eq!(read, [7; 4096]);
        backend.set_len(AHEAD).expect("cut");
        assert_eq!(about().len(), AHEAD);
    }

    #[test]
    fn what_is_held_back_is_seen_by_its_handle_and_done_when_released() {
        let inner = InMemoryBackend::new();
        inner.set_len(4).expect("grown");
        inner.write(0, &[1, 2, 3, 4]).expect("written");
        let held = Held::new(Box::new(inner));
        held.write(1, &[7]).expect("kept");
        held.set_len(3).expect("kept");
        held.set_len(6).expect("kept");
        held.write(4, &[5, 6]).expect("kept");
        held.sync_data().expect("kept");
        assert_eq!(bytes(&held), [1, 7, 3, 0, 5, 6], "cut bytes do not come back");
        let mut middle = [9; 2];
        held.read(3, &mut middle).expect("readable");
        assert_eq!(middle, [0, 5]);
        assert_eq!(bytes(&*held.inner), [1, 2, 3, 4], "untouched");
        held.release().expect("done");
        assert_eq!(bytes(&*held.inner), [1, 7, 3, 0, 5, 6]);
        held.write(0, &[8]).expect("written");
        assert_eq!(bytes(&*held.inner)[0], 8, "at once");
    }
}
