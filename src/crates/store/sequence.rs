//! Numbers that are handed out once, in the transaction that uses them.

use serde::{Deserialize, Serialize};

use super::key::{Key, key};
use super::record::Record;

/// A sequence: the last number handed out under a name.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Seq {
    /// What is counted.
    pub name: String,
    /// Last number handed out.
    pub last: u64,
}

impl Record for Seq {
    const TABLE: &'static str = "sequence";
    fn id(&self) -> Key {
        key().str(&self.name)
    }
}
