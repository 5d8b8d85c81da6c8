//! Rooms that stand empty and may be let, for the list of rooms and 我的工作.
//!
//! Held in memory, because they follow from rooms, assets, occupancies and leases together and everybody who lets asks on every
//! visit. A commit notes what it changed; the next who asks looks at those rooms again, and once a day at all.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use jiff::civil::Date;
use parking_lot::Mutex;

use super::touched::Touched;
use crate::app::App;
use crate::error::Result;
use crate::features::assets::room::record::BY_ASSET;
use crate::features::assets::room::tenancy::RoomWatch;
use crate::features::assets::room::vacancy::{EmptyRoom, empty_room, empty_rooms};
use crate::kernel::span::add_days;
use crate::op::{Caller, View};
use crate::product::{Memory, Start};
use crate::store::{Change, Key, Reader, Reads, Res, id};

/// Days from which a room stands empty for long.
const LONG_DAYS: i64 = 60;

/// Empty rooms by their numbers.
type Rooms = BTreeMap<u64, EmptyRoom>;

/// The rooms whose state may be another now.
fn rooms_of(touched: &Touched, view: &View) -> Result<BTreeSet<u64>> {
    let mut rooms = touched.rooms(view)?;
    for asset_id in &touched.assets {
        let found = view.tx.ids_by(&BY_ASSET, &id(*asset_id), false, 0, usize::MAX)?;
        rooms.extend(found.iter().filter_map(Key::first_u64));
    }
    Ok(rooms)
}

/// What was read last, by the day it holds for, and what was changed since.
#[derive(Debug, Default)]
pub struct VacancyCache {
    touched: Mutex<Touched>,
    kept: Mutex<Option<(Date, Arc<Rooms>)>>,
}

impl Memory for VacancyCache {
    const NAME: &'static str = "vacancy";
    fn open(_: &Start<'_>) -> Result<Self> {
        Ok(Self::default())
    }
    fn observe(&self, changes: &[Change]) {
        self.touched.lock().note(changes);
    }
    fn reload(&self, _: &Reader) -> Res<()> {
        // Who asks may hold what is kept while the store is opened anew.
        self.touched.lock().all = true;
        Ok(())
    }
}

impl VacancyCache {
    fn of(&self, app: &App) -> Result<Arc<Rooms>> {
        let mut kept = self.kept.lock();
        // A snapshot that is younger than what was noted: it shows every change that is taken off the notes here.
        let touched = self.touched.lock().take();
        let known = kept.take();
        let rooms = app.read(&Caller::job("vacancy"), |view| match &known {
            Some((day, rooms)) if *day == view.now.date() && touched.is_nothing() => Ok((*day, rooms.clone())),
            Some((day, rooms)) if *day == view.now.date() && !touched.all => {
                let mut rooms = Rooms::clone(rooms);
                for room_id in rooms_of(&touched, view)? {
                    rooms.remove(&room_id);
                    rooms.extend(empty_room(view, room_id)?.map(|room| (room_id, room)));
                }
                Ok((*day, Arc::new(rooms)))
            }
            _ => {
                let rooms = empty_rooms(view)?.into_iter().map(|room| (room.room_id, room)).collect();
                Ok((view.now.date(), Arc::new(rooms)))
            }
        })?;
        Ok(kept.insert(rooms).1.clone())
    }
}

/// Looks at all rooms once, so that nobody waits for it.
///
/// # Errors
/// A record that can't be read: the first who asks looks again.
pub(super) fn fill(app: &Arc<App>) -> Result<()> {
    app.state::<VacancyCache>()?.of(app).map(drop)
}

/// Rooms to see to today, by number.
pub(super) fn to_watch(view: &View, watch: RoomWatch) -> Result<Vec<u64>> {
    let today = view.now.date();
    let rooms = view.app.state::<VacancyCache>()?.of(view.app)?;
    let since = match watch {
        RoomWatch::Empty => Date::MAX,
        RoomWatch::LongEmpty => add_days(today, -LONG_DAYS),
    };
    let fits = |room: &&EmptyRoom| room.since <= since;
    Ok(rooms.values().filter(fits).map(|room| room.room_id).collect())
}
