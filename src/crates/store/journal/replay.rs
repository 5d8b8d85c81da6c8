//! Replaying frames into a store that has no journal of its own: a copy that is brought forward to a point.

use std::collections::HashMap;

use super::outbox::{self, Head, State};
use super::{Body, Frame, Mark, Row, damaged};
use crate::error::Res;
use crate::tx::definition;
use crate::{Shared, Store};

/// Which part of a frame is replayed.
#[derive(Clone, Copy)]
pub struct Part<'a> {
    /// Whether rows of a table are written.
    pub of_table: &'a dyn Fn(&str) -> bool,
    /// How many of the frame's operations; beyond them nothing follows any more.
    pub operations: usize,
}

impl Part<'_> {
    /// Everything.
    pub const ALL: Self = Part { of_table: &|_| true, operations: usize::MAX };
}

impl Store {
    /// Says at which frame the rows of this store stand.
    ///
    /// # Errors
    /// The disk.
    pub fn set_mark(&self, mark: Mark, state: State) -> Res<()> {
        let (_, tx) = self.shared.begin()?;
        if let Some(journal) = &self.shared.journal {
            journal.outbox.forget_head();
        }
        outbox::set_head(&tx, &Head { mark, state })?;
        tx.commit()?;
        Ok(())
    }

    /// Writes the rows of frames that follow the store's mark, in one transaction. Nothing in memory follows.
    ///
    /// # Errors
    /// A frame that doesn't follow, a break, the disk; nothing of these frames is written then.
    pub fn replay(&self, frames: &[Frame], part: Part<'_>) -> Res<()> {
        replay(&self.shared, frames, part)
    }

    /// Writes rows as they are.
    ///
    /// # Errors
    /// The disk.
    pub fn load_rows(&self, rows: &[Row]) -> Res<()> {
        let (_, tx) = self.shared.begin()?;
        write(&tx, rows.iter())?;
        tx.commit()?;
        Ok(())
    }
}

fn replay(shared: &Shared, frames: &[Frame], part: Part<'_>) -> Res<()> {
    let (_, tx) = shared.begin()?;
    let head = outbox::head_in(&tx)?;
    let mut mark = head.ok_or_else(|| damaged("head", "the store stands at no frame"))?.mark;
    for frame in frames {
        let place = frame.mark.place;
        if frame.previous != mark.chain || place.seq != mark.place.seq + 1 || place.epoch < mark.place.epoch {
            return Err(damaged(place, "does not follow the one before"));
        }
        let operations = match &frame.body {
            Body::Rows { operations, .. } => operations,
            Body::Break(reason) => return Err(damaged(place, &format!("replay ends here: {reason}"))),
        };
        let rows = operations.iter().take(part.operations).flatten();
        write(&tx, rows.filter(|row| (part.of_table)(&row.table)))?;
        mark = frame.mark;
    }
    outbox::set_head(&tx, &Head { mark, state: State::Restored })?;
    tx.commit()?;
    Ok(())
}

fn write<'r>(tx: &redb::WriteTransaction, rows: impl Iterator<Item = &'r Row>) -> Res<()> {
    let mut tables = HashMap::new();
    for row in rows.filter(|row| !outbox::is_own(&row.table)) {
        if !tables.contains_key(row.table.as_ref()) {
            tables.insert(row.table.as_ref(), tx.open_table(definition(&row.table))?);
        }
        let Some(table) = tables.get_mut(row.table.as_ref()) else { continue };
        match &row.value {
            Some(value) => table.insert(row.key.as_slice(), value.as_slice())?,
            None => table.remove(row.key.as_slice())?,
        };
    }
    Ok(())
}
