//! Leaves a large file such that it is opened at once after a kill or a power cut.
//!
//! After either, redb walks the whole file, unless its last commit left word of which pages are free: 8 seconds for the design
//! load, minutes for ten times as much, read from the disk. To leave word with every commit makes each dearer by a third
//! (decision 0010); to leave it once nobody has written for some seconds costs one commit more. Who is cut off in the midst of
//! writing waits for the walk as before. Small files are walked in no time and left alone.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use super::error::Res;
use super::{Shared, Urgency};

/// How often it looks whether anything was written.
const PACE: Duration = Duration::from_secs(1);
/// Looks without a write before the file is left so.
const QUIET: u32 = 5;

impl Shared {
    /// A commit of nothing but which pages are free.
    pub(super) fn leave_ready(&self) -> Res<()> {
        let (_handle, mut tx) = self.begin()?;
        tx.set_quick_repair(true);
        Ok(tx.commit()?)
    }

    /// What is convenience takes nothing of a disk that is nearly full.
    pub(super) fn leave_ready_if_large(&self) -> Res<()> {
        let is_large = self.medium.bytes().is_some_and(|bytes| bytes >= self.options.ready_bytes);
        if is_large && self.room(Urgency::Ordinary).is_ok() { self.leave_ready() } else { Ok(()) }
    }
}

/// The thread that does it.
pub(super) struct QuickStart {
    thread: JoinHandle<()>,
    stop: Arc<AtomicBool>,
}

impl QuickStart {
    /// `look` says how many commits were made, or that nobody needs it any more; `leave_ready` leaves the file ready.
    pub(super) fn spawn(
        look: impl Fn() -> Option<u64> + Send + 'static,
        leave_ready: impl Fn() -> Res<()> + Send + 'static,
    ) -> std::io::Result<Self> {
        let stop = Arc::new(AtomicBool::new(false));
        let stops = stop.clone();
        let work = move || run(&look, &leave_ready, &stops);
        let thread = std::thread::Builder::new().name("store-ready".into()).spawn(work)?;
        Ok(Self { thread, stop })
    }

    pub(super) fn end(self) {
        self.stop.store(true, Ordering::Release);
        self.thread.thread().unpark();
        if self.thread.thread().id() != std::thread::current().id() {
            drop(self.thread.join());
        }
    }
}

fn run(look: &dyn Fn() -> Option<u64>, leave_ready: &dyn Fn() -> Res<()>, stop: &AtomicBool) {
    let (mut ready, mut seen, mut quiet) = (0, 0, 0);
    loop {
        std::thread::park_timeout(PACE);
        let Some(commits) = look().filter(|_| !stop.load(Ordering::Acquire)) else { return };
        quiet = if commits == seen { quiet + 1 } else { 0 };
        seen = commits;
        if commits == ready || quiet < QUIET {
            continue;
        }
        ready = commits;
        if let Err(error) = leave_ready() {
            tracing::warn!(%error, "the file could not be left ready for a quick start");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::{FileMedium, Program, Reads, Record, Store, StoreOptions, TableInfo, id, record};
    use super::*;

    #[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
    struct Page {
        number: u64,
    }

    impl Record for Page {
        const TABLE: &'static str = "page";
        fn id(&self) -> super::super::Key {
            id(self.number)
        }
    }

    const TABLES: &[TableInfo] = &[record::table::<Page>()];

    fn open(path: &Path, ready_bytes: u64) -> Store {
        let options = StoreOptions { reserve_bytes: 0, ready_bytes, program: Program::NONE, ..StoreOptions::default() };
        Store::open(Box::new(FileMedium::new(path)), options, TABLES).expect("opens")
    }

    /// Whether a file can be opened without being walked: what a copy of an open one is, as after a power cut.
    fn is_ready(path: &Path) -> bool {
        let copy = path.with_extension("copy");
        std::fs::copy(path, &copy).expect("copied");
        redb::Database::builder().set_repair_callback(|repair| repair.abort()).open(&copy).is_ok()
    }

    #[test]
    fn a_file_that_nobody_writes_is_ready_for_a_quick_start() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("gx.redb");
        let store = open(&path, u64::MAX);
        for number in 0..100 {
            store.write::<_, super::super::StoreError>(move |tx| tx.put(&Page { number })).expect("written");
        }
        assert!(!is_ready(&path), "a commit leaves word of nothing");
        store.shared.leave_ready().expect("left ready");
        assert!(is_ready(&path));
        let copy = open(&path.with_extension("copy"), u64::MAX);
        assert_eq!(copy.read().expect("read").count::<Page>().expect("counted"), 100);
        copy.write::<_, super::super::StoreError>(|tx| tx.put(&Page { number: 100 })).expect("goes on");
        store.write::<_, super::super::StoreError>(|tx| tx.put(&Page { number: 100 })).expect("goes on");
        assert!(!is_ready(&path), "each commit takes it back");
    }

    #[test]
    fn it_is_left_so_by_itself_once_it_is_large_and_quiet() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("gx.redb");
        let store = open(&path, 0);
        store.write::<_, super::super::StoreError>(|tx| tx.put(&Page { number: 1 })).expect("written");
        let began = std::time::Instant::now();
        while !is_ready(&path) {
            assert!(began.elapsed() < Duration::from_secs(120), "it is never left so");
            std::thread::park_timeout(Duration::from_millis(200));
        }
        drop(store);
    }

    #[test]
    fn who_reads_does_not_keep_the_file_from_being_closed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("gx.redb");
        let store = open(&path, u64::MAX);
        for number in 0..100 {
            store.write::<_, super::super::StoreError>(move |tx| tx.put(&Page { number })).expect("written");
        }
        let reader = store.read().expect("a snapshot");
        store.close();
        assert!(is_ready(&path), "closed, though it is read");
        drop(reader);
        assert!(store.read().is_err() && store.is_closed());
    }
}
