//! What a lease will still ask for, month by month 计划应收: kept beside the lease so that the report's months to come
//! cost no engine run.
//!
//! Derived from the plan: written again when a lease is signed, changed, ended or made void, and by every bill run, which
//! computes the plan anyway. Deliberately absent: deposits and holdover, which no plan foresees.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::plan::current_terms;
use super::record::{Lease, LeaseState};
use crate::error::{AppError, Result};
use crate::features::assets::asset::record::Asset;
use crate::features::assets::room::record::Room;
use crate::features::lease::schedule::plan::{PlannedBill, plan};
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::day_number::month_no;
use crate::kernel::order::Order;
use crate::op::{Op, View};
use crate::records::owned;
use crate::store::{Key, Reads, Record, Sum, id, key};

/// Fen due in a month, by kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DueMonth {
    /// First day of the month.
    pub month: Date,
    pub kind: BillKind,
    /// Fen.
    pub fen: i64,
}

/// The plan of a lease by month of the due date.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forecast {
    pub lease_id: u64,
    /// Department that keeps it.
    pub dept_id: u64,
    pub party_a_id: u64,
    /// Plate of the first room.
    pub plate_id: u64,
    pub months: Vec<DueMonth>,
}

/// Fen by month of the due date, department, party A, plate and kind.
pub const BY_MONTH: Sum<Forecast> = Sum {
    name: "forecast/month",
    cells: |forecast| {
        let place = |due: &DueMonth| {
            let columns = key().u16(month_no(due.month).into()).short(forecast.dept_id);
            columns.short(forecast.party_a_id).short(forecast.plate_id).u8(due.kind as u8)
        };
        forecast.months.iter().map(|due| (place(due), [due.fen, 0, 0])).collect()
    },
};

impl Record for Forecast {
    const TABLE: &'static str = "forecast";
    const SUMS: &'static [Sum<Self>] = &[BY_MONTH];
    fn id(&self) -> Key {
        id(self.lease_id)
    }
}

/// The plate of a lease's first room; 0 without rooms.
fn plate(view: &View, lease: &Lease) -> Result<u64> {
    let Some(first) = lease.facts.rooms.first() else { return Ok(0) };
    let room: Room = owned::linked(view, first.room_id)?;
    let asset: Asset = owned::linked(view, room.asset_id)?;
    Ok(asset.facts.plate_id)
}

/// Writes the forecast of a lease from its plan; unchanged ones are left alone.
pub fn keep(op: &mut Op, lease: &Lease, planned: &[PlannedBill]) -> Result<()> {
    let mut months: Vec<DueMonth> = Vec::new();
    for bill in planned.iter().filter(|bill| bill.amount_fen != 0) {
        let (month, kind) = (bill.due_date.first_of_month(), bill.kind);
        match months.iter_mut().find(|due| (due.month, due.kind) == (month, kind)) {
            Some(due) => due.fen += bill.amount_fen,
            None => months.push(DueMonth { month, kind, fen: bill.amount_fen }),
        }
    }
    months.order_by_key(|due| (due.month, due.kind as u8));
    let (old, view): (Option<Forecast>, _) = (op.view().tx.get(&id(lease.lease_id))?, op.view());
    let (dept_id, party_a_id) = (lease.owned.dept_id, lease.facts.party_a_id);
    let plate_id = match &old {
        // Rooms change with the plan; the same plan keeps its plate.
        Some(old) if old.months == months && old.party_a_id == party_a_id => old.plate_id,
        _ => plate(&view, lease)?,
    };
    let forecast = Forecast { lease_id: lease.lease_id, dept_id, party_a_id, plate_id, months };
    if old.as_ref() != Some(&forecast) {
        op.put_quietly(&forecast)?;
    }
    Ok(())
}

/// Computes the plan of a lease that was signed, changed or ended, and keeps its forecast.
///
/// # Errors
/// A record that cannot be read or written; terms that contradict themselves.
pub fn refresh(op: &mut Op, lease_id: u64) -> Result<()> {
    let lease: Option<Lease> = op.view().tx.get(&id(lease_id))?;
    let Some(lease) = lease else { return Ok(()) };
    let planned = match lease.state {
        LeaseState::Signed | LeaseState::Terminated | LeaseState::Settled => {
            let terms = current_terms(&op.view(), &lease)?;
            plan(&terms).map_err(|(_, sentence)| AppError::refused(sentence))?
        }
        _ => Vec::new(),
    };
    keep(op, &lease, &planned)
}
