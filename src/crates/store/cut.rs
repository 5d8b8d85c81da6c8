//! For tests: ends the process at a commit as kill -9 does, so that no test waits for luck. `KILL_AT_COMMIT=after:reg_row`
//! ends it at the first commit that changes the table: `before` it, in its `sync`, or `after` it, before anybody is answered.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::process::{Signal, getpid, kill_process};

use super::writer::Change;

/// Place and table.
static WANTED: OnceLock<Option<(String, String)>> = OnceLock::new();
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

/// A place is reached by a batch of changes.
pub(super) fn reach(place: &str, changes: &[Change]) {
    let wanted = WANTED.get_or_init(|| {
        let wanted = std::env::var("KILL_AT_COMMIT").ok()?;
        wanted.split_once(':').map(|(place, table)| (place.to_owned(), table.to_owned()))
    });
    let Some((wanted, table)) = wanted else { return };
    if !changes.iter().any(|change| change.table == table) {
        return;
    }
    match wanted.as_str() {
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
