//! Tickets for generated files: random, for one person, for one use, for ten minutes (contract 8).
//!
//! The `fileName` of `/common/download` is such a ticket, never a path. Tickets live in memory; the
//! files lie in the scratch folder and vanish with the ticket.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tempfile::TempPath;

use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;

/// Life of a ticket in milliseconds.
pub const LIFE: i64 = 10 * 60 * 1000;
/// Most tickets at a time; the oldest are dropped first.
const LIMIT: usize = 2_000;

struct Ticket {
    user_id: u64,
    until: Stamp,
    file: Arc<TempPath>,
}

/// The open tickets.
#[derive(Default)]
pub struct Tickets {
    open: Mutex<HashMap<String, Ticket>>,
}

impl Tickets {
    /// A ticket for a finished file; its text ends in `_<name>`, as old clients expect.
    pub fn issue(&self, user_id: u64, now: Stamp, name: &str, file: TempPath) -> String {
        let ticket = format!("{}_{name}", hex::encode(rand::random::<[u8; 16]>()));
        let mut open = self.open.lock();
        open.retain(|_, ticket| ticket.until.0 > now.0);
        if open.len() >= LIMIT
            && let Some(oldest) = open.iter().min_by_key(|(_, ticket)| ticket.until.0).map(|(name, _)| name.clone())
        {
            open.remove(&oldest);
        }
        open.insert(ticket.clone(), Ticket { user_id, until: Stamp(now.0 + LIFE), file: Arc::new(file) });
        ticket
    }

    /// Takes the file of a ticket; a foreign, used or expired ticket is as if it were not there.
    pub fn redeem(&self, user_id: u64, now: Stamp, ticket: &str) -> Result<Arc<TempPath>> {
        let mut open = self.open.lock();
        match open.get(ticket) {
            Some(found) if found.user_id == user_id && found.until.0 > now.0 => {
                let file = found.file.clone();
                open.remove(ticket);
                Ok(file)
            }
            _ => Err(AppError::refused("文件不存在或下载链接已失效，请重新导出")),
        }
    }
}
