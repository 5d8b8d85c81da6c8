//! Copies 抄送: reading only, so nobody is kept from them.

use serde::{Deserialize, Serialize};

use super::constants::MessageKind;
use super::instance::record::Instance;
use super::message::tell;
use super::people::living;
use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;
use crate::op::Op;
use crate::store::{Index, Key, Reads, Record, id};

/// Most people that one act sends copies to.
const MOST: usize = 50;

/// A copy for somebody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cc {
    /// Of which instance.
    pub instance_id: u64,
    pub user: u64,
    /// By whom; 0 by the process itself.
    pub by: u64,
    pub at: Stamp,
    /// When it was read.
    pub read_at: Option<Stamp>,
}

/// Copies that wait to be read.
pub const UNREAD: Index<Cc> = Index {
    name: "wf_cc/unread",
    unique: false,
    keys: |cc| if cc.read_at.is_none() { vec![id(cc.user).i64(cc.at.0)] } else { Vec::new() },
};
/// All copies of a person.
pub const OF_USER: Index<Cc> = Index { name: "wf_cc/user", unique: false, keys: |cc| vec![id(cc.user).i64(cc.at.0)] };

impl Record for Cc {
    const TABLE: &'static str = "wf_cc";
    const INDEXES: &'static [Index<Self>] = &[UNREAD, OF_USER];
    fn id(&self) -> Key {
        id(self.instance_id).u64(self.user)
    }
}

/// Sends copies; who has one already keeps it as it is, who may not sign in gets none.
///
/// # Errors
/// A sentence for too many; records that can't be written.
pub fn send(op: &mut Op, instance_id: u64, mut people: Vec<u64>) -> Result<()> {
    people.sort_unstable();
    people.dedup();
    if people.len() > MOST {
        return Err(AppError::refused(format!("一次最多抄送{MOST}人")));
    }
    let mut told = Vec::new();
    for user in people {
        let has: Option<Cc> = op.view().tx.get(&id(instance_id).u64(user))?;
        if has.is_none() && living(&op.view(), user)?.is_some() {
            let by = op.caller.user_id();
            op.put_quietly(&Cc { instance_id, user, by, at: op.now, read_at: None })?;
            told.push(user);
        }
    }
    let instance: Option<Instance> = op.view().tx.get(&id(instance_id))?;
    let title = instance.map(|instance| instance.title).unwrap_or_default();
    tell(op, told, instance_id, MessageKind::Copied, &format!("“{title}”抄送给您"))
}
