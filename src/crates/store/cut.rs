//! For tests: ends the process at a commit as kill -9 does, so that no test waits for luck. `KILL_AT_COMMIT=after:reg_row`
//! ends it at the first commit that changes the table: `before` it, in its `sync`, or `after` it, before anybody is answered;
//! `after:reg_row:3` at the third.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use rustix::process::{Signal, getpid, kill_process};

use super::writer::Change;

/// Where the process ends.
struct Wanted {
    place: String,
    table: String,
    /// The how manieth commit that changes the table.
    ordinal: u32,
}

static WANTED: OnceLock<Option<Wanted>> = OnceLock::new();
/// Commits so far that change the table.
static SEEN: AtomicU32 = AtomicU32::new(0);
/// Whether the commit is the one in whose sync the process ends.
static IN_SYNC: AtomicBool = AtomicBool::new(false);

fn end() -> ! {
    if kill_process(getpid(), Signal::KILL).is_err() {
        std::process::abort();
    }
    loop {
        std::thread::park();
    }
}

fn wanted() -> Option<Wanted> {
    let text = std::env::var("KILL_AT_COMMIT").ok()?;
    let mut parts = text.split(':');
    let (place, table) = (parts.next()?.to_owned(), parts.next()?.to_owned());
    Some(Wanted { place, table, ordinal: parts.next().and_then(|text| text.parse().ok()).unwrap_or(1) })
}

/// A place is reached by a batch of changes.
pub(super) fn reach(place: &str, changes: &[Change]) {
    let Some(wanted) = WANTED.get_or_init(wanted) else { return };
    if !changes.iter().any(|change| change.table == wanted.table) {
        return;
    }
    let commit = SEEN.load(Ordering::Relaxed) + u32::from(place == "before");
    SEEN.store(commit, Ordering::Relaxed);
    if commit != wanted.ordinal {
        return;
    }
    match wanted.place.as_str() {
        "sync" if place == "before" => IN_SYNC.store(true, Ordering::Relaxed),
        wanted if wanted == place => end(),
        _ => {}
    }
}

/// The pages of a commit are written, and are about to be synced.
pub(super) fn syncs() {
    if IN_SYNC.load(Ordering::Relaxed) {
        end();
    }
}
