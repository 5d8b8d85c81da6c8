//! Moves frames from the outbox to the log, on a thread of its own: writers wait for none of it.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use redb::Database;

use super::JournalOptions;
use super::log::Log;
use super::outbox::{self, Demand, Entered, Outbox, State};
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
    /// Memory holds frames enough.
    Enough,
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
    pub fn committed(&self, entered: Entered) {
        let wake = match self.outbox.committed(entered) {
            Demand::None => return,
            Demand::Soon => Wake::Committed,
            Demand::Now => Wake::Enough,
        };
        // A full channel has woken the thread already.
        drop(self.wake.try_send(wake));
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

/// Moves everything that is committed into the files, not yet durably.
///
/// # Errors
/// The disk, a damaged frame.
fn move_all(log: &mut Log, outbox: &Outbox, open: &dyn Fn() -> Res<Reader>) -> Res<()> {
    let moved = take_all(log, outbox, open);
    if moved.is_err() {
        outbox.forget_recent();
    }
    moved
}

fn take_all(log: &mut Log, outbox: &Outbox, open: &dyn Fn() -> Res<Reader>) -> Res<()> {
    if let Some(mut recent) = outbox.take_recent() {
        let written = log.written().map(|written| written.place);
        recent.retain(|frame| written.is_none_or(|written| frame.mark.place > written));
        return log.append(&recent);
    }
    outbox.keep_recent();
    loop {
        let frames = outbox::waiting(&open()?, log.written().map(|written| written.place), PORTION)?;
        if frames.is_empty() {
            return Ok(());
        }
        log.append(&frames)?;
    }
}

/// The same durably.
///
/// # Errors
/// The disk, a damaged frame.
fn ship_all(log: &mut Log, outbox: &Outbox, open: &dyn Fn() -> Res<Reader>) -> Res<()> {
    let shipped = move_all(log, outbox, open).and_then(|()| log.sync().inspect_err(|_| outbox.forget_recent()));
    if let Some(last) = log.last() {
        outbox.set_shipped(last.place);
    }
    shipped
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
            Ok(Wake::Committed | Wake::Enough) => paced(wakes, || move_all(&mut log, outbox, open)),
            other => other,
        };
        let moved = ship_all(&mut log, outbox, open);
        again = moved.is_err().then_some(AGAIN);
        if let Err(error) = &moved {
            tracing::error!(%error, "journal frames stay in the database for now");
        }
        match woken {
            Ok(Wake::Now(asker)) => drop(asker.send(moved)),
            Ok(Wake::End) | Err(RecvTimeoutError::Disconnected) => return,
            Ok(Wake::Committed | Wake::Enough) | Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// Lets further commits come in before files are synced; what fills the memory is moved meanwhile. A caller that waits and a
/// failure end the pause.
fn paced(wakes: &Receiver<Wake>, mut take: impl FnMut() -> Res<()>) -> Result<Wake, RecvTimeoutError> {
    let began = Instant::now();
    while let Some(left) = PACE.checked_sub(began.elapsed()) {
        match wakes.recv_timeout(left) {
            Ok(Wake::Committed) => {}
            Ok(Wake::Enough) if take().is_ok() => {}
            other => return other,
        }
    }
    Ok(Wake::Committed)
}
