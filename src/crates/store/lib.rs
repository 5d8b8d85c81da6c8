//! The only place that knows redb: typed records, indexes, sums, transactions, migrations, doctor, backup.
//!
//! Invariants:
//! * every stored value carries version and checksum ([`record`]);
//! * index tables and sums are written by `put` and `delete` alone ([`writer`], [`sum`]);
//! * one writer thread; an answer leaves after commit and fsync; one failing operation never spoils
//!   its neighbours;
//! * after an I/O error (a full disk) the handle is replaced without a restart; the old one is fenced.
//!
//! Deliberately absent: cross-process access (the admin socket serves the command line), caches of
//! decoded records, any knowledge of what the records mean.

#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::string_slice, reason = "what a test cuts it wrote itself"))]

pub mod backup;
#[cfg(feature = "testing")]
mod cut;
pub mod directory;
pub mod doctor;
pub mod error;
pub mod follow;
mod handle;
pub mod journal;
pub mod key;
pub mod medium;
pub mod migrate;
pub mod optimistic;
pub mod pulse;
mod quick_start;
pub mod record;
mod sequence;
pub mod sum;
pub mod sum_table;
pub mod tx;
pub mod writer;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use arc_swap::ArcSwapOption;
use follow::CommitObservers;
use journal::Journal;
use optimistic::CommitLog;
use parking_lot::Mutex;
use redb::{Database, StorageBackend};
use tokio::sync::{mpsc, oneshot};

pub use error::{Res, StoreError};
pub use follow::CommitObserver;
pub use journal::JournalOptions;
pub use key::{Key, id, key};
pub use migrate::Program;
pub use optimistic::Optimistic;
use pulse::Pulse;
use quick_start::QuickStart;

pub use handle::Handle;
pub use medium::{DiskStats, FileMedium, Medium};
#[cfg(feature = "testing")]
pub use record::decoded;
pub use record::{Codec, Index, Keeping, Record, TableInfo, from_compact, table};
pub use sequence::Seq;
pub use sum::{Sum, Values};
pub use tx::{RawRead, Reader, Reads};
pub use writer::{Batch, Change, Writer};

/// Largest number of operations in one commit.
const BATCH_LIMIT: usize = 256;
/// Waiting writes beyond this are refused with [`StoreError::Busy`].
const QUEUE_LIMIT: usize = 4096;

/// How a store is opened.
#[derive(Clone)]
pub struct StoreOptions {
    /// Page cache of redb in bytes (its own default would be 1 GiB).
    pub cache_bytes: usize,
    /// Ordinary writes are refused when the disk has less than this free; essential ones go on.
    pub reserve_bytes: u64,
    /// Who opens it.
    pub program: Program,
    /// `None` = commits are in no journal.
    pub journal: Option<JournalOptions>,
    /// A file of at least so many bytes is left ready for a quick start when nobody writes ([`quick_start`]).
    pub ready_bytes: u64,
}

impl Default for StoreOptions {
    fn default() -> Self {
        Self {
            cache_bytes: 32 << 20,
            reserve_bytes: 64 << 20,
            program: Program::NONE,
            journal: None,
            ready_bytes: 128 << 20,
        }
    }
}

/// Whether a write may use the last of the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// Refused below the reserve.
    Ordinary,
    /// Sign-in, sign-out, revocation and their audit rows: allowed until the disk itself refuses.
    Essential,
}

type Completion = Box<dyn FnOnce(Res<()>) + Send>;
/// Queued work: done in a batch, or told why there is none.
type Job = Box<dyn FnOnce(Result<&Batch<'_>, StoreError>) -> Completion + Send>;

/// The answer of a write that is still to be committed.
pub struct Pending<T, E> {
    answer: oneshot::Receiver<Result<T, E>>,
}

impl<T, E: From<StoreError>> Pending<T, E> {
    /// Waits on a blocking thread.
    pub fn wait(self) -> Result<T, E> {
        self.answer.blocking_recv().unwrap_or_else(|_| Err(unanswered().into()))
    }

    /// Waits on an async thread.
    pub async fn done(self) -> Result<T, E> {
        self.answer.await.unwrap_or_else(|_| Err(unanswered().into()))
    }
}

/// The asked thread fell over: whether the commit was made is not known.
fn unanswered() -> StoreError {
    StoreError::Unanswered
}

/// One job of a batch. A panic outside of [`Batch::attempt`] may have left the transaction half written, so that nothing of
/// it is committed; each of the others is answered, too.
fn in_batch<T, E: From<StoreError>>(batch: &Batch<'_>, work: impl FnOnce(&Batch<'_>) -> Result<T, E>) -> Result<T, E> {
    catch_unwind(AssertUnwindSafe(|| work(batch))).unwrap_or_else(|panic| {
        let why = writer::panic_text(panic.as_ref());
        tracing::error!(why, "a write panicked outside of its overlay; its batch is dropped");
        batch.fail(&StoreError::Busy);
        Err(StoreError::Panicked(why).into())
    })
}

/// The store. Cheap to share behind an `Arc`.
pub struct Store {
    shared: Arc<Shared>,
    queue: Mutex<Option<mpsc::Sender<Job>>>,
    thread: Mutex<Option<std::thread::JoinHandle<()>>>,
    /// Moves frames of the journal into its files.
    mover: Mutex<Option<std::thread::JoinHandle<()>>>,
    quick_start: Mutex<Option<QuickStart>>,
}

struct Shared {
    medium: Box<dyn Medium>,
    options: StoreOptions,
    /// Nothing after [`Store::close`].
    handle: ArcSwapOption<Handle>,
    followers: CommitObservers,
    recent: Arc<CommitLog>,
    stats: Arc<DiskStats>,
    pulse: Pulse,
    journal: Option<Arc<Journal>>,
    /// Two for each since it was opened, the second once those who follow know.
    commits: AtomicU64,
    reopenings: AtomicU64,
    reopening: Mutex<()>,
}

impl Shared {
    fn open_handle(backend: Box<dyn StorageBackend>, options: &StoreOptions, stats: &Arc<DiskStats>) -> Res<Handle> {
        let closed = Arc::new(AtomicBool::new(false));
        let backend = medium::Fenced { inner: backend, closed: closed.clone(), stats: stats.clone() };
        let mut builder = Database::builder();
        builder.set_cache_size(options.cache_bytes);
        Ok(Handle::new(builder.create_with_backend(backend)?, closed))
    }

    fn handle(&self) -> Res<Arc<Handle>> {
        self.handle.load_full().ok_or_else(StoreError::stopped)
    }

    /// Replaces a handle that failed; a no-op when another thread did so already.
    fn reopen(&self, failed: &Arc<Handle>) -> Res<()> {
        let _one_at_a_time = self.reopening.lock();
        if !self.handle.load().as_ref().is_some_and(|now| Arc::ptr_eq(now, failed)) {
            return Ok(());
        }
        failed.closed.store(true, Ordering::Release);
        let fresh = Self::open_handle(self.medium.open()?, &self.options, &self.stats)?;
        self.handle.store(Some(Arc::new(fresh)));
        self.reopenings.fetch_add(1, Ordering::Relaxed);
        tracing::warn!("database handle reopened after an input/output error");
        Ok(())
    }

    fn commits(&self) -> Option<u64> {
        let counted = self.commits.load(Ordering::Acquire);
        counted.is_multiple_of(2).then_some(counted / 2)
    }

    fn room(&self, urgency: Urgency) -> Res<()> {
        if urgency == Urgency::Ordinary
            && self.medium.free_bytes().is_some_and(|free| free < self.options.reserve_bytes)
        {
            return Err(StoreError::NoSpace);
        }
        Ok(())
    }

    /// Whether a write may begin: that it has room, and that the journal has.
    fn admits(&self, urgency: Urgency) -> Res<()> {
        if urgency == Urgency::Ordinary && self.journal.as_ref().is_some_and(|journal| journal.spool.is_full()) {
            return Err(StoreError::JournalFull);
        }
        self.room(urgency)
    }

    /// A write transaction; a handle that died since the last batch is replaced first.
    fn begin(&self) -> Res<(Arc<Handle>, redb::WriteTransaction)> {
        let handle = self.handle()?;
        match handle.with(|db| Ok(db.begin_write()?)) {
            Ok(tx) => Ok((handle, tx)),
            Err(error) if error.wants_reopen() => {
                self.reopen(&handle)?;
                let handle = self.handle()?;
                let tx = handle.with(|db| Ok(db.begin_write()?))?;
                Ok((handle, tx))
            }
            Err(error) => Err(error),
        }
    }

    /// Runs queued jobs in one transaction, commits, tells the observers, answers.
    fn run_batch(&self, jobs: Vec<Job>) {
        let (handle, tx) = match self.begin() {
            Ok(begun) => begun,
            Err(error) => {
                tracing::error!(%error, "no write transaction to be had");
                for job in jobs {
                    job(Err(error.clone()))(Err(error.clone()));
                }
                return;
            }
        };
        let mut completions = Vec::with_capacity(jobs.len());
        let outcome = (|| -> Res<Vec<Change>> {
            let batch = Batch::new(&tx, self.commits());
            completions.extend(jobs.into_iter().map(|job| job(Ok(&batch))));
            let finished = batch.finish()?;
            if finished.changes.is_empty() {
                tx.abort()?;
            } else {
                let is_tight = || self.room(Urgency::Ordinary).is_err();
                let entered = self.journal.as_ref().map(|journal| journal.outbox.enter(&tx, &finished, &is_tight));
                let entered = entered.transpose()?;
                let began = Instant::now();
                self.commits.fetch_add(1, Ordering::AcqRel);
                #[cfg(feature = "testing")]
                cut::reach("before", &finished.changes);
                tx.commit()?;
                #[cfg(feature = "testing")]
                cut::reach("after", &finished.changes);
                self.pulse.commit.took(began.elapsed());
                if let (Some(journal), Some(entered)) = (&self.journal, entered) {
                    journal.committed(entered);
                }
            }
            Ok(finished.changes)
        })();
        let answer = match outcome {
            Ok(changes) => {
                if !changes.is_empty() {
                    self.recent.append(&changes);
                    self.followers.tell(&changes, &|| Reader::open(self.handle()?));
                }
                Ok(())
            }
            Err(error) => {
                tracing::error!(%error, "write batch failed");
                if error.wants_reopen()
                    && let Err(error) = self.reopen(&handle)
                {
                    tracing::error!(%error, "database could not be reopened yet");
                }
                Err(error)
            }
        };
        // nothing but this thread adds to it
        self.commits.fetch_add(self.commits.load(Ordering::Relaxed) % 2, Ordering::AcqRel);
        for complete in completions {
            complete(answer.clone());
        }
    }
}

impl Store {
    /// Creates a database file: in a temporary name, synced, renamed, directory synced. Cuts of
    /// power during the very first creation are the only ones that left unopenable files (D.3).
    pub fn create(path: &Path, options: StoreOptions, tables: &[TableInfo]) -> Res<()> {
        let temporary = path.with_extension("new");
        if temporary.exists() {
            std::fs::remove_file(&temporary)?;
        }
        let store = Self::open(Box::new(FileMedium::new(&temporary)), options, tables)?;
        store.close();
        std::fs::File::open(&temporary)?.sync_all()?;
        std::fs::rename(&temporary, path)?;
        directory::sync_directory(path)
    }

    /// Opens a database, runs pending migrations and starts the writer thread.
    ///
    /// # Errors
    /// [`StoreError::Foreign`] for bytes that are no database, [`StoreError::Newer`] for data of a newer program; the file
    /// is untouched then.
    pub fn open(medium: Box<dyn Medium>, options: StoreOptions, tables: &[TableInfo]) -> Res<Self> {
        let stats = Arc::new(DiskStats::default());
        // redb panics on some damaged headers; a foreign file must be a sentence, not a crash.
        let held = medium::Held::new(medium.open()?);
        let backend = Box::new(held.clone());
        let opened = catch_unwind(AssertUnwindSafe(|| Shared::open_handle(backend, &options, &stats)));
        let handle = match opened {
            Ok(handle) => handle?,
            Err(panic) => return Err(StoreError::Foreign(writer::panic_text(panic.as_ref()))),
        };
        handle.with(|db| {
            migrate::bring_up_to_date(db, &options.program, tables, || Ok(held.release()?), journal::upgraded)
        })?;
        // The first look at pages that the schema step had no need of.
        let begin = || handle.with(|db| Journal::begin(options.journal.as_ref(), db, tables));
        let begun = catch_unwind(AssertUnwindSafe(begin));
        let begun = begun.unwrap_or_else(|panic| Err(StoreError::Foreign(writer::panic_text(panic.as_ref()))))?;
        let (journal, files) = begun.map_or((None, None), |(journal, files)| (Some(Arc::new(journal)), Some(files)));
        let shared = Arc::new(Shared {
            medium,
            journal,
            options,
            handle: ArcSwapOption::from_pointee(handle),
            followers: CommitObservers::default(),
            recent: Arc::default(),
            stats,
            pulse: Pulse::default(),
            commits: AtomicU64::new(0),
            reopenings: AtomicU64::new(0),
            reopening: Mutex::new(()),
        });
        let (queue, mut jobs) = mpsc::channel::<Job>(QUEUE_LIMIT);
        let worker = shared.clone();
        let thread = std::thread::Builder::new().name("store-writer".into()).spawn(move || {
            while let Some(first) = jobs.blocking_recv() {
                let mut batch = vec![first];
                while batch.len() < BATCH_LIMIT
                    && let Ok(job) = jobs.try_recv()
                {
                    batch.push(job);
                }
                worker.pulse.begin(batch.len());
                if let Err(panic) = catch_unwind(AssertUnwindSafe(|| worker.run_batch(batch))) {
                    tracing::error!(why = writer::panic_text(panic.as_ref()), "write batch panicked");
                }
                worker.pulse.end();
            }
        })?;
        let snapshots = shared.clone();
        let open = move || Reader::open(snapshots.handle()?);
        let mover = files.zip(shared.journal.clone()).map(|(files, journal)| files.spawn(journal, open)).transpose()?;
        let (looks, leaves) = (Arc::downgrade(&shared), Arc::downgrade(&shared));
        let quick_start = QuickStart::spawn(
            move || looks.upgrade().map(|shared| shared.commits.load(Ordering::Relaxed)),
            move || leaves.upgrade().map_or(Ok(()), |shared| shared.leave_ready_if_large()),
        )?;
        let quick_start = Mutex::new(Some(quick_start));
        let (queue, thread, mover) = (Mutex::new(Some(queue)), Mutex::new(Some(thread)), Mutex::new(mover));
        Ok(Self { shared, queue, thread, mover, quick_start })
    }

    /// Adds something in memory that follows the committed changes.
    pub fn follow(&self, follower: CommitObserver) {
        self.shared.followers.add(follower);
    }

    /// Names of the followers, and one that panics at the next commit; for tests.
    #[cfg(feature = "testing")]
    pub fn followers(&self) -> Vec<&'static str> {
        self.shared.followers.names()
    }

    /// Lets a follower panic at the next commit.
    #[cfg(feature = "testing")]
    pub fn trip_follower(&self, name: &str) {
        self.shared.followers.trip(name);
    }

    /// Leaves the file ready for a quick start now, whatever its size.
    #[cfg(feature = "testing")]
    pub fn leave_ready(&self) -> Res<()> {
        self.shared.leave_ready()
    }

    /// A snapshot for reading. Tries once to bring a lost handle back.
    pub fn read(&self) -> Res<Reader> {
        let (before, handle) = (self.commits(), self.shared.handle()?);
        let reader = match Reader::open(handle.clone()) {
            Err(error) if error.wants_reopen() => {
                self.shared.reopen(&handle)?;
                Reader::open(self.shared.handle()?)
            }
            other => other,
        };
        Ok(reader?.of_commit(before.filter(|_| self.commits() == before)))
    }

    /// Replaces the handle if it has died. Answers whether it was replaced, so that a read which
    /// failed on it is worth another try.
    pub fn revive(&self) -> bool {
        let Ok(handle) = self.shared.handle() else { return false };
        let alive = Reader::open(handle.clone()).and_then(|reader| reader.table_names()).is_ok();
        if alive {
            return false;
        }
        match self.shared.reopen(&handle) {
            Ok(()) => true,
            Err(error) => {
                tracing::error!(%error, "database could not be reopened yet");
                false
            }
        }
    }

    /// Queues work for the next batch. `work` calls [`Batch::attempt`] for what must happen wholly
    /// or not at all; its answer is delivered after the commit.
    pub fn submit<T, E>(
        &self,
        urgency: Urgency,
        work: impl FnOnce(&Batch<'_>) -> Result<T, E> + Send + 'static,
    ) -> Res<Pending<T, E>>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        self.shared.admits(urgency)?;
        let (sender, answer) = oneshot::channel();
        let (shared, handed_in) = (self.shared.clone(), Instant::now());
        let job: Job = Box::new(move |batch| {
            shared.pulse.queue.took(handed_in.elapsed());
            let outcome = batch.map_err(E::from).and_then(|batch| in_batch(batch, work));
            Box::new(move |committed| {
                let answer = match (outcome, committed) {
                    (Ok(_), Err(error)) => Err(error.into()),
                    (outcome, _) => outcome,
                };
                // The asker may have gone away (a dropped connection): the work stands anyhow.
                drop(sender.send(answer));
            })
        });
        let queue = self.queue.lock().clone().ok_or_else(StoreError::stopped)?;
        queue.try_send(job).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => StoreError::Busy,
            mpsc::error::TrySendError::Closed(_) => StoreError::stopped(),
        })?;
        Ok(Pending { answer })
    }

    /// Runs `work` on a snapshot, beside the writer; [`Batch::lay_in_ahead`] brings it in.
    ///
    /// # Errors
    /// Those of `work`, a panic in it, a snapshot that cannot be had.
    pub fn optimistic<T, E: From<StoreError>>(
        &self,
        work: impl FnOnce(&mut Writer<'_>) -> Result<T, E>,
    ) -> Result<(T, Optimistic), E> {
        Optimistic::run(&self.shared.recent, || self.read(), work)
    }

    /// One all-or-nothing write, waited for. For start-up, tests and tools.
    pub fn write<T, E>(&self, work: impl FnOnce(&mut Writer<'_>) -> Result<T, E> + Send + 'static) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        self.submit(Urgency::Essential, move |batch| batch.attempt(work))?.wait()
    }

    /// Waits until the journal's files hold everything that is committed; nothing to wait for without a journal.
    ///
    /// # Errors
    /// The disk of the files; the frames stay in the database then.
    pub fn ship_journal(&self) -> Res<()> {
        self.shared.journal.as_ref().map_or(Ok(()), |journal| journal.ship_now())
    }

    /// A repository holds the journal up to this frame.
    ///
    /// # Errors
    /// The disk.
    pub fn journal_held(&self, place: journal::Place) -> Res<()> {
        self.shared.journal.as_ref().map_or(Ok(()), |journal| journal.spool.hold(place))
    }

    /// Whether ordinary writes wait for a repository that takes the journal.
    pub fn is_journal_full(&self) -> bool {
        self.shared.journal.as_ref().is_some_and(|journal| journal.spool.is_full())
    }

    /// Bytes that the journal's files may take now; `None` without a journal.
    pub fn journal_limit(&self) -> Option<u64> {
        self.shared.journal.as_ref().map(|journal| journal.spool.limit())
    }

    /// Bytes of frames that the journal still keeps in the database; `None` without a journal.
    pub fn journal_waiting(&self) -> Option<u64> {
        self.shared.journal.as_ref().map(|journal| journal.outbox.waiting_bytes())
    }

    /// Counters of the disk work since the start.
    pub fn stats(&self) -> &DiskStats {
        &self.shared.stats
    }

    /// Whether it was closed.
    pub fn is_closed(&self) -> bool {
        self.shared.handle.load().is_none()
    }

    /// How the writer fares.
    pub fn pulse(&self) -> &Pulse {
        &self.shared.pulse
    }

    /// How many commits there were since the start; none while one is on its way to those who follow.
    pub fn commits(&self) -> Option<u64> {
        self.shared.commits()
    }

    /// How often the handle had to be reopened.
    pub fn reopenings(&self) -> u64 {
        self.shared.reopenings.load(Ordering::Relaxed)
    }

    /// Waits for queued writes, stops the writer and closes the database: a file that was closed needs no repair when it is
    /// opened again. Later reads and writes are refused, and walks that go on meanwhile end with an error: the columns of a
    /// large city are read for minutes.
    pub fn close(&self) {
        drop(self.queue.lock().take());
        let thread = self.thread.lock().take();
        // The last owner of a store may be a job on the writer thread itself, which ends by itself.
        if let Some(thread) = thread.filter(|thread| thread.thread().id() != std::thread::current().id()) {
            let waiting = Instant::now();
            drop(thread.join());
            tracing::debug!(milliseconds = waiting.elapsed().as_millis(), "store writer stopped");
        }
        // What the writer committed last is moved, too.
        if let Some((journal, mover)) = self.shared.journal.as_ref().zip(self.mover.lock().take()) {
            journal.end();
            if mover.thread().id() != std::thread::current().id() {
                drop(mover.join());
            }
        }
        if let Some(quick_start) = self.quick_start.lock().take() {
            quick_start.end();
        }
        // Nobody who finds it broken opens it again meanwhile.
        let _one_at_a_time = self.shared.reopening.lock();
        if let Some(handle) = self.shared.handle.swap(None) {
            handle.close();
        }
    }

    /// Bytes that the page cache may take.
    pub fn cache_bytes(&self) -> usize {
        self.shared.options.cache_bytes
    }

    /// Bytes free for ordinary writes, when the medium can tell.
    pub fn free_bytes(&self) -> Option<u64> {
        self.shared.medium.free_bytes()
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        self.close();
    }
}
