//! Numbers of what commits changed of rooms and of what their state follows from: for what lies in memory and is looked at again
//! in parts.
//!
//! Whoever takes the notes opens his snapshot afterwards: it shows every change that he takes.

use std::collections::BTreeSet;

use super::contract::record::Lease;
use crate::columns::field::number_of;
use crate::error::Result;
use crate::features::assets::asset::record::Asset;
use crate::features::assets::occupancy::{BY_LEASE, Occupancy};
use crate::features::assets::room::record::Room;
use crate::op::View;
use crate::store::{Change, Reads, Record, id};

#[derive(Debug, Default)]
pub struct Touched {
    /// Everything: what was known is of another store, or nobody knows what a change was about.
    pub all: bool,
    pub rooms: BTreeSet<u64>,
    pub assets: BTreeSet<u64>,
    occupancies: BTreeSet<u64>,
    leases: BTreeSet<u64>,
}

impl Touched {
    /// Takes a commit in.
    pub fn note(&mut self, changes: &[Change]) {
        for change in changes {
            let numbers = match change.table {
                Room::TABLE => &mut self.rooms,
                Asset::TABLE => &mut self.assets,
                // Rows are given back, not deleted; of one that is gone nobody could say which room it was of.
                Occupancy::TABLE if change.value.is_none() => {
                    self.all = true;
                    continue;
                }
                Occupancy::TABLE => &mut self.occupancies,
                Lease::TABLE => &mut self.leases,
                _ => continue,
            };
            numbers.insert(number_of(&change.key));
        }
    }

    /// Takes the notes.
    pub fn take(&mut self) -> Self {
        std::mem::take(self)
    }

    pub fn is_nothing(&self) -> bool {
        let touched = [&self.rooms, &self.assets, &self.occupancies, &self.leases];
        !self.all && touched.iter().all(|touched| touched.is_empty())
    }

    /// The rooms that changed, or whose rows or leases did.
    ///
    /// # Errors
    /// A record that can't be read.
    pub fn rooms(&self, view: &View) -> Result<BTreeSet<u64>> {
        let mut rooms = self.rooms.clone();
        for occupancy_id in &self.occupancies {
            rooms.extend(view.tx.get::<Occupancy>(&id(*occupancy_id))?.map(|row| row.room_id));
        }
        for lease_id in &self.leases {
            let lease: Option<Lease> = view.tx.get(&id(*lease_id))?;
            rooms.extend(lease.iter().flat_map(|lease| &lease.facts.rooms).map(|room| room.room_id));
            // A lease that gave a room up may still be why that is not empty.
            let rows: Vec<Occupancy> = view.tx.by(&BY_LEASE, &id(*lease_id), false, 0, usize::MAX)?;
            rooms.extend(rows.iter().map(|row| row.room_id));
        }
        Ok(rooms)
    }
}
