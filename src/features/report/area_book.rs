//! What rooms are used for on a day, room by room and added up, in memory: what the figures of 板块资产面积 are made of.
//!
//! Invariants:
//! * everything is read from records; the lists behind the figures read columns, so that either proves the other;
//! * a commit notes what it changed for each day that is kept. Who asks takes the notes, opens a snapshot after that and reads
//!   those rooms and assets again: an answer knows every change whose commit was heard of before it was asked for;
//! * today's is read on the thread that fills the columns, at start and when the day turns ([`fill`]); a past day is read when
//!   somebody asks for it.

use std::collections::BTreeMap;
use std::sync::Arc;

use foldhash::HashMap;
use jiff::civil::Date;
use parking_lot::Mutex;

use crate::app::App;
use crate::error::{AppError, Result};
use crate::features::assets::asset::areas::Areas;
use crate::features::assets::asset::record::Asset;
use crate::features::assets::occupancy::{Occupancy, of_room};
use crate::features::assets::room::grid::{RoomState, state_of};
use crate::features::assets::room::record::Room;
use crate::features::lease::touched::Touched;
use crate::kernel::area::Area;
use crate::kernel::order::Order;
use crate::op::{Caller, View};
use crate::product::{Memory, Start};
use crate::store::{Change, Reader, Reads, Res, id};

/// Areas of one department's assets of a plate, held by a party A.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Held {
    pub building: Area,
    pub rooms: Areas,
}

impl Held {
    pub fn add(&mut self, other: &Self) {
        self.building.0 += other.building.0;
        self.rooms.join(&other.rooms);
    }

    fn take_off(&mut self, other: &Self) {
        self.building.0 -= other.building.0;
        self.rooms.leave(&other.rooms);
    }
}

/// Department, party A, plate.
pub type Place = (u64, u64, u64);
pub type ByPlace = BTreeMap<Place, Held>;

/// An asset of a day with what its rooms are used for.
#[derive(Debug, Clone, Copy, Default)]
pub struct AssetOnDay {
    /// Where it counts; none while it is not in the register.
    pub place: Option<Place>,
    pub creator: u64,
    pub held: Held,
}

/// What a room adds to its asset.
#[derive(Debug, Clone, Copy)]
struct RoomPart {
    asset_id: u64,
    area: Area,
    state: RoomState,
}

impl RoomPart {
    fn areas(&self) -> Areas {
        let mut areas = Areas::default();
        areas.add(self.area, self.state);
        areas
    }
}

/// Everything of a day.
#[derive(Debug, Default)]
pub struct AreaBook {
    assets: HashMap<u64, AssetOnDay>,
    rooms: HashMap<u64, RoomPart>,
    by_place: ByPlace,
}

impl AreaBook {
    /// Assets of the day, and of those that are not in the register.
    pub fn assets(&self) -> impl Iterator<Item = &AssetOnDay> {
        self.assets.values()
    }

    pub fn by_place(&self) -> &ByPlace {
        &self.by_place
    }

    /// Changes what is known of an asset, and what its place adds up to.
    fn change(&mut self, asset_id: u64, change: impl FnOnce(&mut AssetOnDay)) {
        let asset = self.assets.entry(asset_id).or_default();
        let before = *asset;
        change(asset);
        if let Some(place) = before.place {
            self.by_place.entry(place).or_default().take_off(&before.held);
        }
        if let Some(place) = asset.place {
            self.by_place.entry(place).or_default().add(&asset.held);
        }
    }

    fn put_asset(&mut self, asset_id: u64, asset: Option<&Asset>, day: Date) {
        let asset = asset.filter(|asset| asset.is_in_register(day));
        let place = asset.map(|asset| (asset.owned.dept_id, asset.holder(day).unwrap_or(0), asset.facts.plate_id));
        self.change(asset_id, |known| {
            known.place = place;
            known.creator = asset.map_or(0, |asset| asset.owned.creator);
            known.held.building = asset.and_then(|asset| asset.facts.building_area_m2).unwrap_or_default();
        });
    }

    fn put_room(&mut self, room_id: u64, part: Option<RoomPart>) {
        let before = match part {
            Some(part) => self.rooms.insert(room_id, part),
            None => self.rooms.remove(&room_id),
        };
        if let Some(before) = before {
            self.change(before.asset_id, |asset| asset.held.rooms.leave(&before.areas()));
        }
        if let Some(part) = part {
            self.change(part.asset_id, |asset| asset.held.rooms.join(&part.areas()));
        }
    }

    /// Reads every asset and room.
    fn read(view: &View, day: Date) -> Result<Self> {
        let mut book = Self::default();
        view.tx.each::<Asset>(|asset| {
            book.put_asset(asset.asset_id, Some(&asset), day);
            true
        })?;
        let mut held = rows_by_room(view, day)?;
        let mut fault: Option<AppError> = None;
        view.tx.each::<Room>(|room| {
            let mut rows = held.remove(&room.room_id).unwrap_or_default();
            rows.order_by_key(|row| row.span.from);
            match part_of(view, &room, &rows, day) {
                Ok(part) => book.put_room(room.room_id, part),
                Err(error) => fault = Some(error),
            }
            fault.is_none()
        })?;
        fault.map_or(Ok(book), Err)
    }

    /// Reads again what was changed.
    fn follow(&mut self, view: &View, day: Date, touched: &Touched) -> Result<()> {
        for asset_id in &touched.assets {
            self.put_asset(*asset_id, view.tx.get::<Asset>(&id(*asset_id))?.as_ref(), day);
        }
        for room_id in touched.rooms(view)? {
            let room: Option<Room> = view.tx.get(&id(room_id))?;
            let part = room.map_or(Ok(None), |room| part_of(view, &room, &of_room(view, room_id)?, day))?;
            self.put_room(room_id, part);
        }
        Ok(())
    }
}

/// What a room adds on a day; `rows` are its active ones by their first day.
fn part_of(view: &View, room: &Room, rows: &[Occupancy], day: Date) -> Result<Option<RoomPart>> {
    if !room.valid.contains(day) {
        return Ok(None);
    }
    let (state, _) = state_of(view, room, rows, day)?;
    Ok(Some(RoomPart { asset_id: room.asset_id, area: room.facts.rent_area_m2, state }))
}

/// Active rows by room, as far as the state of a day may follow from them.
fn rows_by_room(view: &View, day: Date) -> Result<HashMap<u64, Vec<Occupancy>>> {
    let mut held: HashMap<u64, Vec<Occupancy>> = HashMap::default();
    view.tx.each::<Occupancy>(|row| {
        let is_over = row.span.to < day && row.lease_id > 0;
        if row.active && (row.span.contains(day) || is_over) {
            held.entry(row.room_id).or_default().push(Occupancy { reason: String::new(), ..row });
        }
        true
    })?;
    Ok(held)
}

/// A day that is kept, with what was changed since it was read.
struct Day {
    day: Date,
    touched: Mutex<Touched>,
    book: Mutex<Option<AreaBook>>,
}

/// The days asked for last.
#[derive(Default)]
pub struct AreaCache {
    days: Mutex<Vec<Arc<Day>>>,
}

/// Days that are kept: today and some past ones.
const KEPT: usize = 4;

impl Memory for AreaCache {
    const NAME: &'static str = "areas";
    fn open(_: &Start<'_>) -> Result<Self> {
        Ok(Self::default())
    }
    fn observe(&self, changes: &[Change]) {
        for day in self.days.lock().iter() {
            day.touched.lock().note(changes);
        }
    }
    fn reload(&self, _: &Reader) -> Res<()> {
        self.forget();
        Ok(())
    }
}

impl AreaCache {
    /// Reads everything again when somebody asks.
    pub fn forget(&self) {
        self.days.lock().clear();
    }

    /// The day among those that are kept; from now on commits note their changes for it.
    fn day(&self, wanted: Date) -> Arc<Day> {
        let mut days = self.days.lock();
        let known = days.iter().position(|kept| kept.day == wanted).map(|place| days.remove(place));
        let day =
            known.unwrap_or_else(|| Arc::new(Day { day: wanted, touched: Mutex::default(), book: Mutex::default() }));
        days.truncate(KEPT - 1);
        days.insert(0, day.clone());
        day
    }

    /// Shows what is known of a day, brought up to date.
    ///
    /// # Errors
    /// A record that can't be read; who asks next reads everything.
    pub fn of<T>(&self, app: &App, day: Date, show: impl Fn(&AreaBook) -> T) -> Result<T> {
        let kept = self.day(day);
        let mut book = kept.book.lock();
        let touched = kept.touched.lock().take();
        let mut known = book.take();
        if touched.all {
            known = None;
        }
        let ready = match known {
            Some(known) if touched.is_nothing() => known,
            known => {
                let known = Mutex::new(known);
                app.read(&Caller::job("areas"), |view| match known.lock().take() {
                    Some(mut known) => known.follow(view, day, &touched).map(|()| known),
                    None => AreaBook::read(view, day),
                })?
            }
        };
        Ok(show(book.insert(ready)))
    }
}

/// Reads today's, so that nobody waits for it.
///
/// # Errors
/// A record that can't be read: the first who asks reads it.
pub fn fill(app: &Arc<App>) -> Result<()> {
    app.state::<AreaCache>()?.of(app, app.clock.today(), |_| ())
}
