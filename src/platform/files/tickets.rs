//! One-time tickets for downloads that the browser navigates to: random, for one file, in the name of
//! the session that asked, for two minutes. They live in memory and die with the session.

use std::collections::HashMap;

use parking_lot::Mutex;

use crate::kernel::dates::Stamp;

/// Life of a ticket in milliseconds.
const LIFE: i64 = 2 * 60 * 1000;
/// Most tickets at a time; the oldest are dropped first.
const LIMIT: usize = 10_000;

struct Ticket {
    file_id: u64,
    user_id: u64,
    session: String,
    until: Stamp,
}

/// The open tickets.
#[derive(Default)]
pub struct FileTickets {
    open: Mutex<HashMap<String, Ticket>>,
}

impl FileTickets {
    /// A ticket for one file.
    pub fn issue(&self, now: Stamp, file_id: u64, user_id: u64, session: &str) -> String {
        let name = hex::encode(rand::random::<[u8; 24]>());
        let mut open = self.open.lock();
        open.retain(|_, ticket| ticket.until.0 > now.0);
        if open.len() >= LIMIT
            && let Some(oldest) = open.iter().min_by_key(|(_, ticket)| ticket.until.0).map(|(name, _)| name.clone())
        {
            open.remove(&oldest);
        }
        let until = Stamp(now.0 + LIFE);
        open.insert(name.clone(), Ticket { file_id, user_id, session: session.to_owned(), until });
        name
    }

    /// Person and session of a ticket for this file, once.
    pub fn redeem(&self, now: Stamp, file_id: u64, name: &str) -> Option<(u64, String)> {
        let mut open = self.open.lock();
        let fits = open.get(name).is_some_and(|ticket| ticket.file_id == file_id && ticket.until.0 > now.0);
        if !fits {
            return None;
        }
        open.remove(name).map(|ticket| (ticket.user_id, ticket.session))
    }
}
