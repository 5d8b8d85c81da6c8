//! Deposits 押金 (domain.md 2.10, 3.10): a sub-ledger of its own, never income.
//!
//! Invariant I9: what is held for a tenant of a lease is the sum of his movements and on no day below nothing. Movements
//! are only added.

pub mod apply;
pub mod back;
pub mod demand;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::fault::{Fault, Outcome};
use crate::features::books::timeline::first_day_with;
use crate::features::lease::contract::plan::tenants;
use crate::features::lease::contract::record::Lease;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::dates::{DateText, Stamp};
use crate::kernel::enumeration::numbered;
use crate::kernel::money::yuan_grouped;
use crate::kernel::page::Paging;
use crate::kernel::text::{like, like_name};
use crate::op::{Op, View};
use crate::records::list::Names;
use crate::records::owned;
use crate::route::Page;
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

/// A movement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DepositMove {
    /// Number.
    pub move_id: u64,
    /// Which lease.
    pub lease_id: u64,
    /// Whose; 0 for its first tenant.
    #[serde(default)]
    pub tenant_id: u64,
    /// Why.
    pub kind: DepositKind,
    /// Fen, signed.
    pub amount_fen: i64,
    /// When it counts.
    pub book_date: Date,
    /// The receipt, bill or refund behind it; 0 for none.
    pub document_id: u64,
    /// In words.
    pub note: String,
    /// Login name.
    pub made_by: String,
    /// When.
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
pub fn moves_by_owner(view: &View, lease: &Lease) -> Outcome<Vec<(u64, DepositMove)>> {
    let moves: Vec<DepositMove> = view.tx.by(&BY_LEASE, &id(lease.lease_id), false, 0, usize::MAX)?;
    let first = tenants(view, lease)?.first().map_or(lease.facts.tenant_id, |tenant| tenant.tenant_id);
    let owner = |movement: &DepositMove| if movement.tenant_id > 0 { movement.tenant_id } else { first };
    Ok(moves.into_iter().map(|movement| (owner(&movement), movement)).collect())
}

/// Fen held for a lease, of all its tenants.
pub fn held(view: &View, lease_id: u64) -> Outcome<i64> {
    let moves: Vec<DepositMove> = view.tx.by(&BY_LEASE, &id(lease_id), false, 0, usize::MAX)?;
    Ok(moves.iter().map(|movement| movement.amount_fen).sum())
}

/// Fen of one tenant that are held for a lease.
pub fn held_of(view: &View, lease: &Lease, tenant_id: u64) -> Outcome<i64> {
    let moves = moves_by_owner(view, lease)?;
    Ok(moves.iter().filter(|(owner, _)| *owner == tenant_id).map(|(_, movement)| movement.amount_fen).sum())
}

/// A movement before it has a number.
#[derive(Debug, Clone)]
pub struct NewMove {
    /// Whose.
    pub tenant_id: u64,
    /// Why.
    pub kind: DepositKind,
    /// Fen, signed.
    pub amount_fen: i64,
    /// When it counts.
    pub book_date: Date,
    /// The receipt, bill or refund behind it; 0 for none.
    pub document_id: u64,
    /// In words.
    pub note: String,
}

/// Adds a movement; the journal is the caller's.
///
/// # Errors
/// A sentence when less is held than goes out, now or on a day since the movement counts.
pub fn add(op: &mut Op, lease: &Lease, new: NewMove) -> Outcome<()> {
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

fn refuse_more_than_held(view: &View, lease: &Lease, new: &NewMove) -> Outcome<()> {
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
            Err(Fault::refused(format!("押金余额 {held} 元，不足 {wanted} 元")))
        }
        Some(first) if first > new.book_date => {
            Err(Fault::refused(format!("押金自 {first} 起才有 {wanted} 元，日期最早为 {first}")))
        }
        Some(_) => Ok(()),
    }
}

/// Filters of the list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListDeposits {
    /// Part of the lease's number or of the tenant's name.
    pub key_word: Option<String>,
    /// One lease.
    pub lease_id: Option<u64>,
    /// One party A.
    pub party_a_id: Option<u64>,
    /// Only leases for which something is held.
    pub held_only: bool,
    /// Page.
    #[serde(flatten)]
    pub paging: Paging,
}

/// A movement on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DepositMoveOut {
    /// Why.
    pub kind: DepositKind,
    /// What people call it.
    pub label: &'static str,
    /// Fen, signed.
    pub amount_fen: i64,
    /// When it counts.
    #[schemars(with = "DateText")]
    pub book_date: Date,
    /// In words.
    pub note: String,
    /// Name of the tenant whose money it is.
    pub tenant_name: String,
}

/// What one tenant of a lease has there.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HolderOut {
    /// Who.
    pub tenant_id: u64,
    /// His name.
    pub tenant_name: String,
    /// Fen, more than 0.
    pub held_fen: i64,
}

/// The deposit of a lease.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DepositOut {
    /// Lease.
    pub lease_id: u64,
    /// Its number.
    pub lease_no: String,
    /// Party A that holds it.
    pub party_a_id: u64,
    /// Name of the tenant.
    pub tenant_name: String,
    /// Whose the money is that is held.
    pub holders: Vec<HolderOut>,
    /// 应收押金, fen.
    pub agreed_fen: i64,
    /// 在押余额, fen.
    pub held_fen: i64,
    /// Movements, oldest first.
    pub moves: Vec<DepositMoveOut>,
}

/// GET /fin/deposit/list 押金台账: leases with a deposit, newest first.
pub fn list(view: &View, query: ListDeposits) -> Outcome<Page<DepositOut>> {
    let scope = view.caller.scope();
    let mut leases: Vec<Lease> = view.tx.all()?;
    leases.retain(|lease| {
        lease.version_no > 0
            && lease.facts.deposit_fen > 0
            && query.lease_id.is_none_or(|wanted| wanted == lease.lease_id)
            && query.party_a_id.is_none_or(|wanted| wanted == lease.facts.party_a_id)
            && owned::is_visible(view, &scope, lease)
    });
    if let Some(word) = query.key_word.as_deref().map(str::trim).filter(|word| !word.is_empty()) {
        let mut names = Names::new(view);
        let mut kept = Vec::new();
        for lease in leases {
            if like(&lease.lease_no, word) || like_name(&names.of::<Tenant>(lease.facts.tenant_id)?, word) {
                kept.push(lease);
            }
        }
        leases = kept;
    }
    if query.held_only {
        let mut kept = Vec::new();
        for lease in leases {
            if held(view, lease.lease_id)? > 0 {
                kept.push(lease);
            }
        }
        leases = kept;
    }
    leases.reverse();
    let page = query.paging.cut(leases);
    let mut names = Names::new(view);
    let mut rows = Vec::with_capacity(page.rows.len());
    for lease in page.rows {
        rows.push(out(view, &mut names, lease)?);
    }
    Ok(Page { rows, total: page.total })
}

fn out(view: &View, names: &mut Names<'_>, lease: Lease) -> Outcome<DepositOut> {
    let (mut moves, mut held): (Vec<DepositMoveOut>, Vec<HolderOut>) = (Vec::new(), Vec::new());
    for (tenant_id, movement) in moves_by_owner(view, &lease)? {
        let tenant_name = names.of::<Tenant>(tenant_id)?;
        match held.iter_mut().find(|holder| holder.tenant_id == tenant_id) {
            Some(holder) => holder.held_fen += movement.amount_fen,
            None => {
                let (tenant_name, held_fen) = (tenant_name.clone(), movement.amount_fen);
                held.push(HolderOut { tenant_id, tenant_name, held_fen });
            }
        }
        moves.push(DepositMoveOut {
            kind: movement.kind,
            label: movement.kind.label(),
            amount_fen: movement.amount_fen,
            book_date: movement.book_date,
            note: movement.note,
            tenant_name,
        });
    }
    held.retain(|holder| holder.held_fen > 0);
    Ok(DepositOut {
        lease_id: lease.lease_id,
        party_a_id: lease.facts.party_a_id,
        tenant_name: names.of::<Tenant>(lease.facts.tenant_id)?,
        holders: held,
        agreed_fen: lease.facts.deposit_fen,
        held_fen: moves.iter().map(|movement| movement.amount_fen).sum(),
        moves,
        lease_no: lease.lease_no,
    })
}
