//! How far a log server was told, and what of the audit log comes next.
//!
//! Invariants: the audit log itself is the spool; all that is stored beside it is one record a log server. It is
//! [`Keeping::Passing`]: a backup brings it back together with the log that it belongs to, an archive for another
//! installation does not carry it. It is written without an audit row (which would have to be sent, too). What is gone from
//! the log, or can't be read, is told as a [`Note`] and passed over: one damaged row holds up none of those after it.

use serde::{Deserialize, Serialize};

use super::message::Note;
use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;
use crate::op::{Op, View};
use crate::platform::audit::{AuditHead, AuditRow, anchor};
use crate::store::{Keeping, Key, RawRead, Reads, Record, Res, StoreError, Writer, id, key};

/// Rows that are read at a time; at most so many go out between two writes of a [`Cursor`].
pub const PAGE: u64 = 250;
/// Log servers that are remembered; who changes them more often begins again.
const REMEMBERED: usize = 8;

/// How far a log server was told.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cursor {
    /// The log server, as the configuration names it.
    pub destination: String,
    /// Number of the newest row that it was told.
    pub sent: u64,
    /// When that was, or when it was named first.
    pub at: Stamp,
    /// How often somebody asked for older rows again. A sender that knows another number takes `sent` again.
    pub asked: u64,
    /// When these data were brought back from a backup, as long as the log server was not told; 0 = they were not.
    pub restored: Stamp,
    /// The last rows that it never got, in words; empty = there are none.
    pub gap: String,
    /// When that was found.
    pub gap_at: Stamp,
}

impl Record for Cursor {
    const TABLE: &'static str = "syslog_cursor";
    const KEEPING: Keeping = Keeping::Passing;
    fn id(&self) -> Key {
        key().str(&self.destination)
    }
}

/// Number of the newest row.
pub fn head(tx: &dyn RawRead) -> Res<u64> {
    Ok(tx.get::<AuditHead>(&key().str("head"))?.map_or(0, |head| head.last))
}

/// How far a log server was told; one that is new is told what comes from now on.
pub fn begun(tx: &mut Writer<'_>, destination: &str, now: Stamp) -> Res<Cursor> {
    if let Some(known) = tx.get::<Cursor>(&key().str(destination))? {
        return Ok(known);
    }
    let others: Vec<Cursor> = tx.all()?;
    if let Some(old) = others.iter().min_by_key(|cursor| cursor.at).filter(|_| others.len() >= REMEMBERED) {
        tx.delete::<Cursor>(&old.id())?;
    }
    let new = Cursor { destination: destination.to_owned(), sent: head(tx)?, at: now, ..Cursor::default() };
    tx.put(&new)?;
    Ok(new)
}

/// Writes how far it was told, unless somebody asked for older rows meanwhile; answers what stands there now.
pub fn keep(tx: &mut Writer<'_>, cursor: Cursor) -> Res<Cursor> {
    match tx.get::<Cursor>(&cursor.id())? {
        Some(there) if there.asked != cursor.asked => Ok(there),
        _ => tx.put(&cursor).map(|_| cursor),
    }
}

/// Lets a log server be told again from a row on; answers how many rows that are.
///
/// # Errors
/// A number that no row has, or no longer.
pub fn resend(op: &mut Op, destination: &str, from: u64) -> Result<u64> {
    let now = op.now;
    let (head, first) = (head(op.view().tx)?, anchor(op.view().tx)?.last + 1);
    if !(first..=head).contains(&from) {
        return Err(AppError::refused(format!(
            "没有第 {from} 号审计记录：库中现有第 {first} 至 {head} 号，更早的已归档（数据目录的 archive 文件夹）"
        )));
    }
    let there: Option<Cursor> = op.view().tx.get(&key().str(destination))?;
    let there = there.unwrap_or(Cursor { destination: destination.to_owned(), at: now, ..Cursor::default() });
    op.put(&Cursor { sent: from - 1, asked: there.asked + 1, gap: String::new(), ..there })?;
    Ok(head - from + 1)
}

/// Notes in data that came back from a backup that log servers are to be told.
pub fn after_restore(tx: &mut Writer<'_>, now: Stamp) -> Result<()> {
    for cursor in tx.all::<Cursor>()? {
        tx.put(&Cursor { restored: now, ..cursor })?;
    }
    Ok(())
}

/// What is sent.
#[derive(Debug)]
pub enum Item {
    Row(Box<AuditRow>),
    /// Something that must be said.
    Note(Note),
}

/// What comes next.
#[derive(Debug)]
pub struct Page {
    /// In this order.
    pub items: Vec<Item>,
    /// How far it reaches.
    pub up_to: u64,
    /// What somebody has set meanwhile, from which this page begins.
    pub anew: Option<Cursor>,
}

/// What comes after `cursor`: at most [`PAGE`] rows.
///
/// # Errors
/// A store that can't be read; a single row that can't is passed over and told.
pub fn page(tx: &dyn RawRead, cursor: &Cursor) -> Res<Page> {
    let anew = tx.get::<Cursor>(&cursor.id())?.filter(|there| there.asked != cursor.asked);
    let cursor = anew.as_ref().unwrap_or(cursor);
    let (head, archived) = (head(tx)?, anchor(tx)?.last);
    let mut items = Vec::new();
    if cursor.restored != Stamp(0) {
        items.push(Item::Note(Note::Restored { at: cursor.restored, head }));
    }
    if cursor.sent > head {
        items.push(Item::Note(Note::Behind { sent: cursor.sent, head }));
        return Ok(Page { items, up_to: head, anew });
    }
    let mut at = cursor.sent;
    if at < archived {
        items.push(Item::Note(Note::Archived { from: at + 1, to: archived }));
        at = archived;
    }
    let up_to = head.min(at.saturating_add(PAGE)).max(at);
    for audit_id in at + 1..=up_to {
        match tx.get::<AuditRow>(&id(audit_id)) {
            Ok(Some(row)) => items.push(Item::Row(Box::new(row))),
            Ok(None) | Err(StoreError::Corrupt { .. }) => match items.last_mut() {
                Some(Item::Note(Note::Unreadable { to, .. })) => *to = audit_id,
                _ => items.push(Item::Note(Note::Unreadable { from: audit_id, to: audit_id })),
            },
            Err(error) => return Err(error),
        }
    }
    Ok(Page { items, up_to, anew })
}

/// When the oldest row was written that can still be sent and was not; `None` when there is none.
///
/// # Errors
/// A store that can't be read; rows that can't are looked past, as many as a page has.
pub fn oldest(view: &View, sent: u64) -> Res<Option<Stamp>> {
    let (head, sent) = (head(view.tx)?, sent.max(anchor(view.tx)?.last));
    let mut waiting = sent.saturating_add(1)..=head.min(sent.saturating_add(PAGE));
    Ok(waiting.find_map(|audit_id| view.tx.get::<AuditRow>(&id(audit_id)).ok().flatten()).map(|row| row.at))
}
