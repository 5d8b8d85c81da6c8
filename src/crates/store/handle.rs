//! The open file of redb, shared by the writer and every snapshot.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use parking_lot::RwLock;
use redb::Database;

use super::error::{Res, StoreError};

/// An open database handle.
pub struct Handle {
    // Nothing once it is closed; snapshots that are still open find nothing more then.
    db: RwLock<Option<Database>>,
    pub(super) closed: Arc<AtomicBool>,
}

impl Handle {
    pub(super) fn new(db: Database, closed: Arc<AtomicBool>) -> Self {
        Self { db: RwLock::new(Some(db)), closed }
    }

    /// Does something with the open file.
    ///
    /// # Errors
    /// Of `work`; a file that was closed.
    pub(super) fn with<T>(&self, work: impl FnOnce(&Database) -> Res<T>) -> Res<T> {
        work(self.db.read().as_ref().ok_or_else(StoreError::stopped)?)
    }

    /// Closes the file, also while it is read: what it needs to be opened without a repair is written, and long reads end.
    pub(super) fn close(&self) {
        drop(self.db.write().take());
    }
}
