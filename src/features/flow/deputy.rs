//! Deputies 代理: who acts for somebody while he is away. One level; it ends by its date at every read.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::fault::Outcome;
use crate::kernel::dates::Stamp;
use crate::op::View;
use crate::store::{Index, Key, Reads, Record, id};

/// Somebody acts for somebody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deputy {
    /// Number.
    pub deputy_id: u64,
    /// For whom.
    pub user: u64,
    /// Who.
    pub deputy: u64,
    /// First day.
    pub from: Date,
    /// Last day.
    pub to: Date,
    /// Processes; none means all.
    pub keys: Vec<String>,
    /// Why.
    pub reason: String,
    /// When it was taken back before its end.
    pub revoked: Option<Stamp>,
    /// Who entered it (login name).
    pub made_by: String,
    /// When.
    pub made_at: Stamp,
}

impl Deputy {
    /// Whether it counts on a day for a process.
    pub fn counts(&self, day: Date, key: &str) -> bool {
        let covers = self.keys.is_empty() || self.keys.iter().any(|one| one == key);
        self.revoked.is_none() && self.from <= day && day <= self.to && covers
    }
}

fn living(deputy: &Deputy, person: u64) -> Vec<Key> {
    if deputy.revoked.is_some() { Vec::new() } else { vec![id(person)] }
}

/// For whom somebody has a deputy.
pub const OF_USER: Index<Deputy> =
    Index { name: "wf_delegate/user", unique: false, keys: |deputy| living(deputy, deputy.user) };
/// For whom somebody is a deputy.
pub const OF_DEPUTY: Index<Deputy> =
    Index { name: "wf_delegate/deputy", unique: false, keys: |deputy| living(deputy, deputy.deputy) };

impl Record for Deputy {
    const TABLE: &'static str = "wf_delegate";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[OF_USER, OF_DEPUTY];
    fn id(&self) -> Key {
        id(self.deputy_id)
    }
}

/// Those whom a person may stand for today; every process, to be narrowed by [`Deputy::counts`].
///
/// # Errors
/// Records that can't be read.
pub fn stands_for(view: &View, deputy: u64) -> Outcome<Vec<Deputy>> {
    let mut all: Vec<Deputy> = view.tx.by(&OF_DEPUTY, &id(deputy), false, 0, usize::MAX)?;
    let today = view.now.date();
    all.retain(|one| one.from <= today && today <= one.to);
    Ok(all)
}
