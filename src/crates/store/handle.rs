//! The open file of redb, shared by the writer and every snapshot.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use redb::Database;

/// An open database handle.
pub struct Handle {
    pub(crate) db: Database,
    pub(super) closed: Arc<AtomicBool>,
}
