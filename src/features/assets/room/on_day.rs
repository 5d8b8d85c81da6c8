//! What rooms are used for on a day, from columns: the same that `grid::state_of` says record by record, without reading one.
//!
//! Columns follow each commit, so an answer may be of a moment later than the snapshot of who asks.

use foldhash::HashMap;
use jiff::civil::Date;

use super::columns::{ASSET, ONLY_USAGE, RENT_AREA, SINCE, UNTIL, USAGES, usage_on};
use super::grid::RoomState;
use super::record::{Room, Usage};
use super::tenancy::{Stayers, stayers};
use crate::columns::field::{date_of, day, whole};
use crate::columns::{ByNumber, NONE};
use crate::error::Result;
use crate::features::assets::occupancy::{Occupancy, OccupancyKind};
use crate::features::assets::occupancy_columns::{ACTIVE, FROM, KIND, LEASE, ROOM, TO};
use crate::kernel::area::Area;
use crate::kernel::enumeration::Coded;
use crate::kernel::span::DateSpan;
use crate::op::View;
use crate::records::list::{Filter, FilterBuilder, blocks, cell, gather};

/// A room that exists on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoomOnDay {
    pub room_id: u64,
    pub asset_id: u64,
    /// Area that rent is charged for.
    pub area: Area,
    pub state: RoomState,
    /// The lease behind it; 0 for none.
    pub lease_id: u64,
}

/// Who holds rooms on a day.
pub struct HeldRooms {
    /// By room: state and lease, packed; 0 for rooms that nobody holds by a row.
    rows: ByNumber,
    /// By room: the lease whose tenant stays on.
    stayers: HashMap<u64, u64>,
}

fn packed(state: RoomState, lease_id: u64) -> u64 {
    lease_id << 8 | state.code().cast_unsigned()
}

/// Values by their code: a hundred thousand rooms are no place to look for each.
struct Codes {
    states: [Option<RoomState>; 16],
    /// Of rooms that nobody holds, by their usage.
    unheld: [RoomState; 8],
}

impl Codes {
    fn new() -> Self {
        let (mut states, mut unheld) = ([None; 16], [RoomState::unheld(None); 8]);
        for state in RoomState::ALL {
            if let Some(place) = usize::try_from(state.code()).ok().and_then(|code| states.get_mut(code)) {
                *place = Some(state);
            }
        }
        for usage in Usage::ALL {
            if let Some(place) = usize::try_from(usage.code()).ok().and_then(|code| unheld.get_mut(code)) {
                *place = RoomState::unheld(Some(usage));
            }
        }
        Self { states, unheld }
    }

    fn held(&self, row: u64) -> Option<(RoomState, u64)> {
        let state = self.states.get((row & 0xff) as usize).copied().flatten()?;
        Some((state, row >> 8))
    }

    fn unheld(&self, usage: i64) -> RoomState {
        let known = usize::try_from(usage).ok().and_then(|code| self.unheld.get(code)).copied();
        known.unwrap_or_else(|| RoomState::unheld(None))
    }
}

fn active() -> Result<FilterBuilder<Occupancy>> {
    let mut ask = FilterBuilder::default();
    ask.only(&ACTIVE, true)?;
    Ok(ask)
}

/// Kinds by their code.
fn kinds() -> [Option<OccupancyKind>; 8] {
    let mut kinds = [None; 8];
    for kind in OccupancyKind::ALL {
        if let Some(place) = usize::try_from(kind.code()).ok().and_then(|code| kinds.get_mut(code)) {
            *place = Some(kind);
        }
    }
    kinds
}

fn kind_of(kinds: &[Option<OccupancyKind>; 8], code: i64) -> Option<OccupancyKind> {
    usize::try_from(code).ok().and_then(|code| kinds.get(code)).copied().flatten()
}

impl HeldRooms {
    /// Those of a day.
    ///
    /// # Errors
    /// A record that can't be read, where columns are not there.
    pub fn on(view: &View, on: Date) -> Result<Self> {
        let (mut rows, today, kinds) = (ByNumber::default(), day(Some(on)), kinds());
        let mut ask = active()?;
        ask.days(&FROM, None, Some(on))?;
        ask.days(&TO, Some(on), None)?;
        // Two rows of one day are a fault that the doctor names.
        let mut twice = Vec::new();
        blocks::<Occupancy>(view, &ask, &[ROOM, KIND, LEASE, TO], &[], |block| {
            let [rooms, kind, leases, to] = block.fields();
            block.bits.each(|at| {
                let Some(kind) = kind_of(&kinds, cell(kind, at)) else { return };
                let (room_id, lease_id) = (cell(rooms, at).cast_unsigned(), cell(leases, at).cast_unsigned());
                let row = rows.at(room_id);
                if *row != 0 {
                    twice.push(whole(room_id));
                }
                *row = packed(RoomState::held(kind, lease_id, cell(to, at) - today), lease_id);
            });
        })?;
        if !twice.is_empty() {
            ask.must(Filter::among(ask.place(&ROOM)?, twice));
            first_of(view, &ask, today, &mut rows)?;
        }
        Ok(Self { rows, stayers: stayers_in(view, on, &stayers(view, on)?)? })
    }

    /// Visits the rooms of some assets that exist on the day; `place` says where an asset is kept, 0 for one whose rooms are
    /// not asked for.
    ///
    /// # Errors
    /// A record that can't be read, where columns are not there.
    pub fn visit(&self, view: &View, on: Date, place: &ByNumber, mut visit: impl FnMut(u64, RoomOnDay)) -> Result<()> {
        let mut ask = FilterBuilder::<Room>::default();
        ask.days(&SINCE, None, Some(on))?;
        ask.days(&UNTIL, Some(on), None)?;
        let (today, codes) = (day(Some(on)), Codes::new());
        blocks::<Room>(view, &ask, &[ASSET, RENT_AREA, ONLY_USAGE], &[USAGES], |block| {
            let [assets, areas, usages] = block.fields();
            block.bits.each(|at| {
                let asset_id = cell(assets, at).cast_unsigned();
                let place = place.get(asset_id);
                if place == 0 {
                    return;
                }
                let room_id = block.id(at);
                let (state, lease_id) = codes.held(self.rows.get(room_id)).unwrap_or_else(|| {
                    let usage = usage_on(cell(usages, at), block.list(0, at), today);
                    match (codes.unheld(usage), self.stayers.get(&room_id)) {
                        (RoomState::Vacant, Some(lease_id)) => (RoomState::Holdover, *lease_id),
                        (state, _) => (state, 0),
                    }
                });
                visit(place, RoomOnDay { room_id, asset_id, area: Area(cell(areas, at)), state, lease_id });
            });
        })
    }
}

/// Of rooms with several rows on a day the earliest row counts, as everywhere.
fn first_of(view: &View, ask: &FilterBuilder<Occupancy>, today: i64, rows: &mut ByNumber) -> Result<()> {
    let (mut first, kinds): (HashMap<u64, i64>, _) = (HashMap::default(), kinds());
    gather(view, &ask.filters, &[ROOM, KIND, LEASE, TO, FROM], |_, row| {
        let [room, kind, lease, to, from] = *row else { return };
        let (room_id, lease_id) = (room.cast_unsigned(), lease.cast_unsigned());
        let Some(kind) = kind_of(&kinds, kind).filter(|_| first.get(&room_id).is_none_or(|before| from < *before))
        else {
            return;
        };
        first.insert(room_id, from);
        *rows.at(room_id) = packed(RoomState::held(kind, lease_id, to - today), lease_id);
    })
}

/// Rooms whose last row before a day is of a lease whose tenant stays on, with that lease.
fn stayers_in(view: &View, on: Date, stayers: &Stayers) -> Result<HashMap<u64, u64>> {
    let mut rooms = HashMap::default();
    if stayers.is_empty() {
        return Ok(rooms);
    }
    let mut candidates = Vec::new();
    let mut ask = active()?;
    ask.must(Filter::among(ask.place(&LEASE)?, stayers.keys().map(|lease_id| whole(*lease_id))));
    gather(view, &ask.filters, &[ROOM], |_, row| candidates.extend(row.first().copied()))?;
    let mut ask = active()?;
    ask.must(Filter::among(ask.place(&ROOM)?, candidates));
    ask.within(&LEASE, Some(1), None)?;
    ask.must(Filter::Between(ask.place(&TO)?, NONE + 1, day(Some(on)) - 1));
    let mut last: HashMap<u64, (i64, i64, u64)> = HashMap::default();
    gather(view, &ask.filters, &[ROOM, FROM, TO, LEASE], |_, row| {
        let [room, from, to, lease] = *row else { return };
        let latest = last.entry(room.cast_unsigned()).or_insert((from, to, lease.cast_unsigned()));
        if from >= latest.0 {
            *latest = (from, to, lease.cast_unsigned());
        }
    })?;
    for (room_id, (_, to, lease_id)) in last {
        if stayers.get(&lease_id).is_some_and(|end| Some(*end) == date_of(to)) {
            rooms.insert(room_id, lease_id);
        }
    }
    Ok(rooms)
}

/// Rooms that somebody holds on some day of a window, tenants who stay on included: 1 for each ([`with_stayers`] of all rooms).
///
/// [`with_stayers`]: crate::features::assets::occupancy::with_stayers
///
/// # Errors
/// A record that can't be read, where columns are not there.
pub fn taken_in(view: &View, window: &DateSpan) -> Result<ByNumber> {
    let mut taken = ByNumber::default();
    let mut ask = active()?;
    ask.days(&FROM, None, Some(window.to))?;
    ask.days(&TO, Some(window.from), None)?;
    blocks::<Occupancy>(view, &ask, &[ROOM], &[], |block| {
        block.bits.each(|at| *taken.at(block.number(0, at).cast_unsigned()) = 1);
    })?;
    let (today, mut stays) = (view.now.date(), Vec::new());
    // Who stays on holds a room until today, at most.
    if window.from > today {
        return Ok(taken);
    }
    let stayers = stayers(view, today)?;
    let mut ask = active()?;
    ask.must(Filter::among(ask.place(&LEASE)?, stayers.keys().map(|lease_id| whole(*lease_id))));
    gather(view, &ask.filters, &[ROOM, TO, LEASE], |_, row| {
        let [room, to, lease] = *row else { return };
        if stayers.get(&lease.cast_unsigned()).is_some_and(|end| Some(*end) == date_of(to)) {
            stays.push((room, to));
        }
    })?;
    let mut ask = active()?;
    ask.must(Filter::among(ask.place(&ROOM)?, stays.iter().map(|(room, _)| *room)));
    let mut begins: HashMap<i64, Vec<i64>> = HashMap::default();
    gather(view, &ask.filters, &[ROOM, FROM], |_, row| {
        let [room, from] = *row else { return };
        begins.entry(room).or_default().push(from);
    })?;
    let (from, to, today) = (day(Some(window.from)), day(Some(window.to)), day(Some(today)));
    for (room, ended) in stays {
        let next = begins.get(&room).into_iter().flatten().filter(|begin| **begin > ended).map(|begin| begin - 1).min();
        let last = next.map_or(today, |next| next.min(today));
        if ended < last && ended < to && from <= last {
            *taken.at(room.cast_unsigned()) = 1;
        }
    }
    Ok(taken)
}
