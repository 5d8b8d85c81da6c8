//! Rooms that stand empty and may be let, for the list of rooms and 我的工作.
//!
//! Held in memory until a room, asset, occupancy or lease changes or a day is over: they follow from all of these together,
//! and everybody who lets asks on every visit.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use jiff::civil::Date;
use parking_lot::Mutex;

use super::contract::record::Lease;
use crate::error::Result;
use crate::features::assets::asset::record::Asset;
use crate::features::assets::occupancy::Occupancy;
use crate::features::assets::room::record::Room;
use crate::features::assets::room::tenancy::RoomWatch;
use crate::features::assets::room::vacancy::{EmptyRoom, empty_rooms};
use crate::kernel::span::days_between;
use crate::op::View;
use crate::product::{Memory, Start};
use crate::store::{Change, Reader, Record, Res};

/// Days from which a room stands empty for long.
const LONG_DAYS: i64 = 60;

/// What was read last: the state of the register, the day, the rooms.
#[derive(Debug, Default)]
pub struct VacancyCache {
    generation: AtomicU64,
    kept: Mutex<Option<(u64, Date, Arc<Vec<EmptyRoom>>)>>,
}

impl Memory for VacancyCache {
    const NAME: &'static str = "vacancy";
    fn open(_: &Start<'_>) -> Result<Self> {
        Ok(Self::default())
    }
    // Forgets them once a record changes on which they depend.
    fn observe(&self, changes: &[Change]) {
        const TABLES: [&str; 4] = [Room::TABLE, Asset::TABLE, Occupancy::TABLE, Lease::TABLE];
        if changes.iter().any(|change| TABLES.contains(&change.table)) {
            self.generation.fetch_add(1, Ordering::AcqRel);
        }
    }
    fn reload(&self, _: &Reader) -> Res<()> {
        self.generation.fetch_add(1, Ordering::AcqRel);
        Ok(())
    }
}

impl VacancyCache {
    fn of(&self, view: &View) -> Result<Arc<Vec<EmptyRoom>>> {
        let today = view.now.date();
        // The generation is read first: a change during the reading makes what is kept stale, never wrong.
        let generation = self.generation.load(Ordering::Acquire);
        if let Some((kept, day, rooms)) = self.kept.lock().as_ref()
            && (*kept, *day) == (generation, today)
        {
            return Ok(rooms.clone());
        }
        let rooms = Arc::new(empty_rooms(view)?);
        *self.kept.lock() = Some((generation, today, rooms.clone()));
        Ok(rooms)
    }
}

/// Rooms to see to today, by number.
pub(super) fn to_watch(view: &View, watch: RoomWatch) -> Result<Vec<u64>> {
    let today = view.now.date();
    let rooms = view.app.state::<VacancyCache>()?.of(view)?;
    let fits = |room: &&EmptyRoom| match watch {
        RoomWatch::Empty => true,
        RoomWatch::LongEmpty => days_between(room.since, today) >= LONG_DAYS,
    };
    Ok(rooms.iter().filter(fits).map(|room| room.room_id).collect())
}
