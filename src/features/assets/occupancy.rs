//! Who occupies a room on which days 房间占用 (domain.md 2.5, 3.9).
//!
//! Invariant I7: no two active rows of one room share a day. [`occupy`] is the only function that writes an active
//! row; it looks at the room's rows inside the transaction, and operations run one after the other, so two clerks
//! at the same moment cannot both win.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::room::record::Room;
use super::room::tenancy::{Holder, holder};
use crate::error::{AppError, Result};
use crate::kernel::enumeration::numbered;
use crate::kernel::order::Order;
use crate::kernel::span::{DateSpan, after, before};
use crate::op::{Op, View};
use crate::store::{Index, Key, RawRead, Reads, Record, id, key};

numbered! {
    /// Why a room is occupied 占用类型.
    pub enum OccupancyKind {
        /// A lease was submitted.
        Reserve = 1 => "预订",
        Lease = 2 => "租赁",
        Holdover = 3 => "到期占用",
        SelfUse = 4 => "自用",
        Lend = 5 => "出借",
        Repair = 6 => "维修",
    }
}

/// A row of the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Occupancy {
    pub occupancy_id: u64,
    pub room_id: u64,
    /// Its days.
    pub span: DateSpan,
    pub kind: OccupancyKind,
    /// The lease behind it; 0 for none.
    pub lease_id: u64,
    /// What people call the reason: the lease's number, or a document.
    pub reason: String,
    /// Released rows stay for the record.
    pub active: bool,
}

/// Active rows of a room.
pub const ACTIVE_BY_ROOM: Index<Occupancy> = Index {
    name: "occupancy/room",
    unique: false,
    keys: |row| if row.active { vec![id(row.room_id)] } else { Vec::new() },
};
/// All rows of a room.
pub const EVER_BY_ROOM: Index<Occupancy> =
    Index { name: "occupancy/ever", unique: false, keys: |row| vec![id(row.room_id)] };
/// Rows of a lease.
pub const BY_LEASE: Index<Occupancy> = Index {
    name: "occupancy/lease",
    unique: false,
    keys: |row| if row.lease_id > 0 { vec![id(row.lease_id)] } else { Vec::new() },
};

impl Record for Occupancy {
    const TABLE: &'static str = "occupancy";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[ACTIVE_BY_ROOM, EVER_BY_ROOM, BY_LEASE];
    fn id(&self) -> Key {
        id(self.occupancy_id)
    }
}

/// Active rows of a room, by day.
pub fn of_room(view: &View, room_id: u64) -> Result<Vec<Occupancy>> {
    let mut rows = view.tx.by(&ACTIVE_BY_ROOM, &id(room_id), false, 0, usize::MAX)?;
    rows.order_by_key(|row: &Occupancy| row.span.from);
    Ok(rows)
}

/// The rows of a room with one more for each tenant who stays on after his lease has ended: he holds the room until today, or
/// until the next lease of it begins, whoever that is.
pub fn with_stayers(view: &View, mut rows: Vec<Occupancy>) -> Result<Vec<Occupancy>> {
    let today = view.now.date();
    let mut stayers = Vec::new();
    for row in rows.iter().filter(|row| row.active && row.lease_id > 0 && row.span.to < today) {
        let next = rows.iter().filter(|next| next.span.from > row.span.to).map(|next| before(next.span.from)).min();
        let span = DateSpan::new(after(row.span.to), next.map_or(today, |day| day.min(today)));
        let stays = |holder: Holder| holder.is_open && holder.effective_end == row.span.to;
        if !span.is_empty() && holder(view, row.lease_id)?.is_some_and(stays) {
            stayers.push(Occupancy { occupancy_id: 0, span, kind: OccupancyKind::Holdover, ..row.clone() });
        }
    }
    rows.extend(stayers);
    rows.order_by_key(|row| row.span.from);
    Ok(rows)
}

/// Whether a row is the stay of the tenant of a lease that is renewed: the renewal takes over from it.
pub fn goes_on(row: &Occupancy, prev_lease_id: u64) -> bool {
    row.kind == OccupancyKind::Holdover && row.lease_id > 0 && row.lease_id == prev_lease_id
}

/// The first row that shares a day with a window.
pub fn blocking<'r>(rows: &'r [Occupancy], window: &DateSpan) -> Option<&'r Occupancy> {
    rows.iter().find(|row| row.active && row.span.overlaps(window))
}

/// The first day from `day` on that no row holds; rows in order of their first day.
pub fn first_free(rows: &[Occupancy], day: Date) -> Date {
    rows.iter()
        .filter(|row| row.active)
        .fold(day, |free, row| if row.span.contains(free) { after(row.span.to) } else { free })
}

/// What a row wants to hold.
#[derive(Debug, Clone)]
pub struct Claim {
    pub room_id: u64,
    /// Which days.
    pub span: DateSpan,
    pub kind: OccupancyKind,
    /// The lease behind it; 0 for none.
    pub lease_id: u64,
    /// What people call the reason.
    pub reason: String,
}

/// Takes a room for some days.
///
/// # Errors
/// A sentence that names the room, what blocks it and the first free day.
pub fn occupy(op: &mut Op, claim: Claim) -> Result<Occupancy> {
    let prev_lease_id = holder(&op.view(), claim.lease_id)?.map_or(0, |holder| holder.prev_lease_id);
    let mut rows = with_stayers(&op.view(), of_room(&op.view(), claim.room_id)?)?;
    rows.retain(|row| row.occupancy_id > 0 || row.lease_id != claim.lease_id && !goes_on(row, prev_lease_id));
    if let Some(row) = blocking(&rows, &claim.span) {
        let room: Option<Room> = op.view().tx.get(&id(claim.room_id))?;
        let name = room.map(|room| room.facts.room_code).unwrap_or_default();
        let free = first_free(&rows, claim.span.from);
        return Err(AppError::refused(format!("房间 {name} {}，最早可用日期 {free}", blocked_by(row))));
    }
    let row = Occupancy {
        occupancy_id: op.next_id::<Occupancy>()?,
        room_id: claim.room_id,
        span: claim.span,
        kind: claim.kind,
        lease_id: claim.lease_id,
        reason: claim.reason,
        active: true,
    };
    op.put(&row)?;
    Ok(row)
}

/// «已被合同 … 占用（2024-01-01 至 2024-06-30）»
pub fn blocked_by(row: &Occupancy) -> String {
    let who = match (row.kind, row.lease_id) {
        (OccupancyKind::Reserve | OccupancyKind::Lease | OccupancyKind::Holdover, 1..) => {
            format!("合同 {}", row.reason)
        }
        (kind, _) => kind.label().to_owned(),
    };
    format!("已被{who}占用（{}）", row.span)
}

/// Rows of a lease that are active.
pub fn of_lease(view: &View, lease_id: u64) -> Result<Vec<Occupancy>> {
    let mut rows: Vec<Occupancy> = view.tx.by(&BY_LEASE, &id(lease_id), false, 0, usize::MAX)?;
    rows.retain(|row| row.active);
    Ok(rows)
}

/// Gives a row back.
pub fn release(op: &mut Op, row: Occupancy) -> Result<()> {
    op.put(&Occupancy { active: false, ..row })?;
    Ok(())
}

/// Ends a row with a day: cut when it began by then, else given back.
pub fn cut(op: &mut Op, row: Occupancy, last: Date) -> Result<()> {
    if row.span.from > last {
        return release(op, row);
    }
    let span = DateSpan::new(row.span.from, row.span.to.min(last));
    op.put(&Occupancy { span, ..row })?;
    Ok(())
}

/// Turns the reservations of a lease into what they were made for.
pub fn confirm(op: &mut Op, lease_id: u64) -> Result<()> {
    for row in of_lease(&op.view(), lease_id)? {
        if row.kind == OccupancyKind::Reserve {
            op.put(&Occupancy { kind: OccupancyKind::Lease, ..row })?;
        }
    }
    Ok(())
}

/// Whether a room was ever occupied, released rows included.
pub fn was_used(view: &View, room_id: u64) -> Result<bool> {
    Ok(view.tx.count_by(&EVER_BY_ROOM, &id(room_id))? > 0)
}

/// Whether active rows reach a day or later ones; for rooms that end.
pub fn reaching(rows: &[Occupancy], day: Date) -> Option<&Occupancy> {
    rows.iter().find(|row| row.active && row.span.to >= day)
}

/// What is wrong with the table, as sentences: rooms that two rows hold on one day (I7). Empty unless the books are wrong; for the doctor.
pub fn faults(tx: &dyn RawRead) -> Result<Vec<String>> {
    let mut rows: Vec<Occupancy> = tx.by(&ACTIVE_BY_ROOM, &key(), false, 0, usize::MAX)?;
    rows.order_by_key(|row| (row.room_id, row.span.from));
    let mut found = Vec::new();
    for pair in rows.windows(2) {
        let (one, next) = (&pair[0], &pair[1]);
        if one.room_id == next.room_id && one.span.overlaps(&next.span) {
            let (room, other) = (one.room_id, blocked_by(next));
            found.push(format!("房间（编号 {room}）{}，同时{other}", blocked_by(one)));
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use serde_json::Value;

    use super::*;

    fn row(from: Date, to: Date) -> Occupancy {
        Occupancy {
            occupancy_id: 1,
            room_id: 1,
            span: DateSpan::new(from, to),
            kind: OccupancyKind::Lease,
            lease_id: 7,
            reason: "HT-202401-000007".into(),
            active: true,
        }
    }

    #[test]
    fn windows_of_the_design() {
        let vectors: Vec<Value> =
            serde_json::from_str(include_str!("../../crates/rent/vectors.json")).expect("vectors");
        let vector = vectors.iter().find(|vector| vector["id"] == "V15").expect("V15");
        let span = |value: &Value| -> DateSpan {
            let day = |index: usize| value[index].as_str().expect("a date").parse().expect("a date");
            DateSpan::new(day(0), day(1))
        };
        let rows: Vec<Occupancy> = vector["input"]["occupied"]
            .as_array()
            .expect("rows")
            .iter()
            .map(|value| {
                let days = span(value);
                row(days.from, days.to)
            })
            .collect();
        for case in vector["expect"].as_array().expect("cases") {
            let window = span(&case["window"]);
            assert_eq!(Some(blocking(&rows, &window).is_none()), case["free"].as_bool(), "{window}");
        }
    }

    #[test]
    fn the_first_free_day_skips_adjacent_rows() {
        let rows = [row(date(2024, 1, 1), date(2024, 6, 30)), row(date(2024, 7, 1), date(2024, 7, 31))];
        assert_eq!(first_free(&rows, date(2024, 6, 30)), date(2024, 8, 1));
        assert_eq!(first_free(&rows, date(2023, 12, 31)), date(2023, 12, 31));
        assert_eq!(before(first_free(&rows[..1], date(2024, 1, 1))), date(2024, 6, 30));
    }

    #[test]
    fn the_sentence_names_the_lease() {
        assert_eq!(
            blocked_by(&row(date(2024, 1, 1), date(2024, 6, 30))),
            "已被合同 HT-202401-000007占用（2024-01-01 至 2024-06-30）"
        );
    }
}
