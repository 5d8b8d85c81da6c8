//! Moves frames from the outbox to the log, on a thread of its own: writers wait for none of it.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use redb::Database;

use super::JournalOptions;
use super::log::Log;
use super::outbox::{self, Entered, Outbox, State};
use super::spool::Spool;
use crate::error::{Res, StoreError};
use crate::record::TableInfo;
use crate::tx::Reader;

/// At most so often files are synced.
const PACE: Duration = Duration::from_secs(1);
/// A failed try is repeated after this.
const AGAIN: Duration = Duration::from_secs(5);
/// Bytes read from the outbox at a time.
const PORTION: usize = 4 << 20;

/// Why the thread wakes.
enum Wake {
    Committed,
    /// Somebody waits until all that is committed is in the log.
    Now(std::sync::mpsc::Sender<Res<()>>),
    /// The writer has ended.
    End,
}

/// The journal of an open store.
pub struct Journal {
    pub outbox: Outbox,
    pub spool: Arc<Spool>,
    wake: SyncSender<Wake>,
}

/// What the thread needs before it runs.
pub struct Mover {
    log: Log,
    wakes: Receiver<Wake>,
}

impl Journal {
    /// Goes on with the journal of a file, or begins one; without options notes that commits are in none.
    ///
    /// # Errors
    /// The disk.
    pub fn begin(options: Option<&JournalOptions>, db: &Database, tables: &[TableInfo]) -> Res<Option<(Self, Mover)>> {
        let Some(options) = options else {
            let tx = db.begin_write()?;
            if outbox::set_state(&tx, State::Off)? {
                tx.commit()?
            } else {
                tx.abort()?
            }
            return Ok(None);
        };
        let spool = Arc::new(Spool::of(options));
        let log = Log::open(spool.clone())?;
        let outbox = Outbox::open(db, tables, options.now.clone(), log.last())?;
        let (wake, wakes) = sync_channel(8);
        Ok(Some((Self { outbox, spool, wake }, Mover { log, wakes })))
    }

    /// Takes note of a commit.
    pub fn committed(&self, entered: &Entered) {
        self.outbox.committed(entered);
        // A full channel has woken the thread already.
        drop(self.wake.try_send(Wake::Committed));
    }

    /// Lets the thread move what is left and end.
    pub fn end(&self) {
        drop(self.wake.send(Wake::End));
    }

    /// Waits until everything committed is in the files.
    ///
    /// # Errors
    /// The disk.
    pub fn ship_now(&self) -> Res<()> {
        let ended = || StoreError::Lost("the journal has ended".into());
        let (asker, answer) = std::sync::mpsc::channel();
        self.wake.send(Wake::Now(asker)).map_err(|_| ended())?;
        answer.recv().map_err(|_| ended())?
    }
}

impl Mover {
    /// Starts the thread.
    ///
    /// # Errors
    /// No thread to be had.
    pub fn spawn(
        self,
        journal: Arc<Journal>,
        open: impl Fn() -> Res<Reader> + Send + 'static,
    ) -> Res<std::thread::JoinHandle<()>> {
        let thread = std::thread::Builder::new().name("store-journal".into()).spawn(move || {
            run(self.log, &journal.outbox, &self.wakes, &open);
        })?;
        Ok(thread)
    }
}

/// Moves everything that is committed.
///
/// # Errors
/// The disk, a damaged frame.
fn move_all(log: &mut Log, outbox: &Outbox, open: &dyn Fn() -> Res<Reader>) -> Res<()> {
    loop {
        let frames = outbox::waiting(&open()?, log.last().map(|last| last.place), PORTION)?;
        if !frames.is_empty() {
            log.append(&frames)?;
        }
        if let Some(last) = log.last() {
            outbox.set_shipped(last.place);
        }
        if frames.is_empty() {
            return Ok(());
        }
    }
}

/// Runs until the writer ends; what is committed by then is moved.
fn run(mut log: Log, outbox: &Outbox, wakes: &Receiver<Wake>, open: &dyn Fn() -> Res<Reader>) {
    let mut again = None;
    loop {
        let woken = match again {
            Some(pause) => wakes.recv_timeout(pause),
            None => wakes.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        let woken = match woken {
            Ok(Wake::Committed) => paced(wakes),
            other => other,
        };
        let moved = move_all(&mut log, outbox, open);
        again = moved.is_err().then_some(AGAIN);
        if let Err(error) = &moved {
            tracing::error!(%error, "journal frames stay in the database for now");
        }
        match woken {
            Ok(Wake::Now(asker)) => drop(asker.send(moved)),
            Ok(Wake::End) | Err(RecvTimeoutError::Disconnected) => return,
            Ok(Wake::Committed) | Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// Lets further commits come in before files are synced; a caller that waits ends the pause.
fn paced(wakes: &Receiver<Wake>) -> Result<Wake, RecvTimeoutError> {
    let began = Instant::now();
    while let Some(left) = PACE.checked_sub(began.elapsed()) {
        match wakes.recv_timeout(left) {
            Ok(Wake::Committed) => {}
            other => return other,
        }
    }
    Ok(Wake::Committed)
}
