//! Deposits 押金 (domain.md 2.10, 3.10): a sub-ledger of its own, never income.
//!
//! Invariant I9: what is held for a tenant of a lease is the sum of his movements and on no day below nothing. Movements
//! are only added.

pub mod apply;
pub mod back;
pub mod demand;
pub mod list;
pub mod signing;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::columns::field::whole;
use crate::columns::{Field, Listed};
use crate::error::{AppError, Result};
use crate::features::finance::timeline::first_day_with;
use crate::features::lease::contract::plan::tenants;
use crate::features::lease::contract::record::Lease;
use crate::kernel::dates::Stamp;
use crate::kernel::enumeration::numbered;
use crate::kernel::money::yuan_grouped;
use crate::op::{Op, View};
use crate::store::{Index, Key, Reads, Record, id};

numbered! {
    /// 押金变动
    pub enum DepositKind {
        Receive = 1 => "收取",
        /// Held before these books began.
        Opening = 2 => "期初",
        Apply = 3 => "抵扣账单",
        Forfeit = 4 => "没收",
        Refund = 5 => "退还",
        TransferOut = 6 => "转出",
        TransferIn = 7 => "转入",
        Reversal = 8 => "冲销",
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DepositMove {
    pub move_id: u64,
    pub lease_id: u64,
    /// Whose; 0 for its first tenant.
    #[serde(default)]
    pub tenant_id: u64,
    pub kind: DepositKind,
    /// Fen, signed.
    pub amount_fen: i64,
    /// When it counts.
    pub book_date: Date,
    /// The receipt, bill or refund behind it; 0 for none.
    pub document_id: u64,
    pub note: String,
    pub made_by: String,
    pub made_at: Stamp,
}

/// Movements of a lease.
pub const BY_LEASE: Index<DepositMove> =
    Index { name: "deposit_move/lease", unique: false, keys: |movement| vec![id(movement.lease_id)] };

impl Record for DepositMove {
    const TABLE: &'static str = "deposit_move";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[BY_LEASE];
    fn id(&self) -> Key {
        id(self.move_id)
    }
}

/// Movements of a lease, with whose money each is.
pub fn moves_by_owner(view: &View, lease: &Lease) -> Result<Vec<(u64, DepositMove)>> {
    let moves: Vec<DepositMove> = view.tx.by(&BY_LEASE, &id(lease.lease_id), false, 0, usize::MAX)?;
    let first = tenants(view, lease)?.first().map_or(lease.facts.tenant_id, |tenant| tenant.tenant_id);
    let owner = |movement: &DepositMove| if movement.tenant_id > 0 { movement.tenant_id } else { first };
    Ok(moves.into_iter().map(|movement| (owner(&movement), movement)).collect())
}

/// Fen held for a lease, of all its tenants.
pub fn held(view: &View, lease_id: u64) -> Result<i64> {
    let moves: Vec<DepositMove> = view.tx.by(&BY_LEASE, &id(lease_id), false, 0, usize::MAX)?;
    Ok(moves.iter().map(|movement| movement.amount_fen).sum())
}

/// Fen of one tenant that are held for a lease.
pub fn held_of(view: &View, lease: &Lease, tenant_id: u64) -> Result<i64> {
    let moves = moves_by_owner(view, lease)?;
    Ok(moves.iter().filter(|(owner, _)| *owner == tenant_id).map(|(_, movement)| movement.amount_fen).sum())
}

/// A movement before it has a number.
#[derive(Debug, Clone)]
pub struct NewMove {
    pub tenant_id: u64,
    pub kind: DepositKind,
    /// Fen, signed.
    pub amount_fen: i64,
    /// When it counts.
    pub book_date: Date,
    /// The receipt, bill or refund behind it; 0 for none.
    pub document_id: u64,
    pub note: String,
}

/// Adds a movement; the journal is the caller's.
///
/// # Errors
/// A sentence when less is held than goes out, now or on a day since the movement counts.
pub fn add(op: &mut Op, lease: &Lease, new: NewMove) -> Result<()> {
    if new.amount_fen < 0 {
        refuse_more_than_held(&op.view(), lease, &new)?;
    }
    let movement = DepositMove {
        move_id: op.next_id::<DepositMove>()?,
        lease_id: lease.lease_id,
        tenant_id: new.tenant_id,
        kind: new.kind,
        amount_fen: new.amount_fen,
        book_date: new.book_date,
        document_id: new.document_id,
        note: new.note,
        made_by: op.caller.name(),
        made_at: op.now,
    };
    op.put(&movement)?;
    Ok(())
}

fn refuse_more_than_held(view: &View, lease: &Lease, new: &NewMove) -> Result<()> {
    let moves = moves_by_owner(view, lease)?;
    let moves: Vec<(Date, i64)> = moves
        .into_iter()
        .filter(|(owner, _)| *owner == new.tenant_id)
        .map(|(_, movement)| (movement.book_date, movement.amount_fen))
        .collect();
    let wanted = yuan_grouped(-new.amount_fen);
    match first_day_with(&moves, -new.amount_fen) {
        None => {
            let held = yuan_grouped(moves.iter().map(|(_, fen)| fen).sum());
            Err(AppError::refused(format!("押金余额 {held} 元，不足 {wanted} 元")))
        }
        Some(first) if first > new.book_date => {
            Err(AppError::refused(format!("押金自 {first} 起才有 {wanted} 元，日期最早为 {first}")))
        }
        Some(_) => Ok(()),
    }
}

const LEASE: Field<DepositMove> = Field::number("leaseId", |movement| whole(movement.lease_id));
const AMOUNT: Field<DepositMove> = Field::number("amountFen", |movement| movement.amount_fen);

impl Listed for DepositMove {
    const FIELDS: &'static [Field<Self>] = &[LEASE, AMOUNT];
}
