//! The tenant's credit 预收 (domain.md 2.8): money of one receipt, or of a deposit, that lies on no bill yet.
//!
//! Invariants: a lot never falls below nothing; it belongs to the tenant and lease that its receipt has now, and a receipt that
//! is claimed again gets a new one. Deliberately absent: which bill money lies on, see [`super::allocation`].

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::bill::record::Bill;
use super::receipt::record::Receipt;
use super::sums::OF_CREDIT;
use super::timeline;
use crate::columns::field::{day, whole};
use crate::columns::{Field, Listed};
use crate::error::{AppError, Result};
use crate::kernel::enumeration::numbered;
use crate::op::{Op, View};
use crate::store::{Index, Key, Reads, Record, Sum, id, key};

/// Money of a tenant that lies on no bill 预收款.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreditLot {
    pub lot_id: u64,
    pub tenant_id: u64,
    /// Paid to whom.
    pub party_a_id: u64,
    /// For which lease; 0 for any of the tenant's.
    pub lease_id: u64,
    /// The receipt it came with; 0 for a deposit that was put over.
    pub receipt_id: u64,
    /// When the bank had the money.
    pub value_date: Date,
    /// Fen left; cache of its movements.
    pub left_fen: i64,
    /// Department that keeps it.
    pub dept_id: u64,
}

impl CreditLot {
    /// Whether it belongs to the tenant and lease that a receipt has now.
    pub fn is_of(&self, receipt: &Receipt) -> bool {
        (self.tenant_id, self.party_a_id, self.lease_id) == (receipt.tenant_id, receipt.party_a_id, receipt.lease_id)
    }
}

/// Lots with money of a tenant at a party A, the oldest first.
pub const LOTS: Index<CreditLot> = Index {
    name: "credit_lot/open",
    unique: false,
    keys: |lot| {
        if lot.left_fen > 0 {
            vec![key().u64(lot.tenant_id).u64(lot.party_a_id).str(&lot.value_date.to_string())]
        } else {
            Vec::new()
        }
    },
};
/// Lots of a receipt.
pub const LOTS_BY_RECEIPT: Index<CreditLot> = Index {
    name: "credit_lot/receipt",
    unique: false,
    keys: |lot| if lot.receipt_id > 0 { vec![id(lot.receipt_id)] } else { Vec::new() },
};

impl Record for CreditLot {
    const TABLE: &'static str = "credit_lot";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[LOTS, LOTS_BY_RECEIPT];
    fn id(&self) -> Key {
        id(self.lot_id)
    }
}

numbered! {
    /// Why a lot moved.
    pub enum CreditCause {
        Received = 1 => "收款结余",
        Applied = 2 => "抵扣账单",
        Released = 3 => "账单调减或减免后转入",
        Refunded = 4 => "退款",
        Reversed = 5 => "冲销",
        Opening = 6 => "期初",
        Moved = 7 => "改核销",
        HandedOver = 8 => "随资产移交",
    }
}

/// A movement of a lot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreditMove {
    pub move_id: u64,
    pub lot_id: u64,
    pub tenant_id: u64,
    /// At which party A.
    pub party_a_id: u64,
    /// Fen, signed.
    pub amount_fen: i64,
    /// When it counts.
    pub book_date: Date,
    pub cause: CreditCause,
    /// The bill it went to or came from; 0 for none.
    pub bill_id: u64,
}

/// Movements of a lot.
pub const MOVES: Index<CreditMove> =
    Index { name: "credit_move/lot", unique: false, keys: |movement| vec![id(movement.lot_id)] };
/// Movements of a tenant.
pub const MOVES_BY_TENANT: Index<CreditMove> = Index {
    name: "credit_move/tenant",
    unique: false,
    keys: |movement| vec![key().u64(movement.tenant_id).u64(movement.party_a_id)],
};

impl Record for CreditMove {
    const TABLE: &'static str = "credit_move";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[MOVES, MOVES_BY_TENANT];
    const SUMS: &'static [Sum<Self>] = OF_CREDIT;
    fn id(&self) -> Key {
        id(self.move_id)
    }
}

/// The tenant 乙方 whose credit moved.
pub const TENANT: Field<CreditMove> = Field::number("tenantId", |movement| whole(movement.tenant_id));
/// At which party A.
pub const PARTY_A: Field<CreditMove> = Field::number("partyAId", |movement| whole(movement.party_a_id));
/// Fen, signed.
pub const AMOUNT: Field<CreditMove> = Field::number("amountFen", |movement| movement.amount_fen);
/// When it counts.
pub const BOOK: Field<CreditMove> = Field::number("bookDate", |movement| day(Some(movement.book_date)));

impl Listed for CreditMove {
    const FIELDS: &'static [Field<Self>] = &[TENANT, PARTY_A, AMOUNT, BOOK];
}

/// Moves a lot; it never falls below nothing.
///
/// # Errors
/// An internal fault when it would.
pub fn move_lot(
    op: &mut Op,
    lot: CreditLot,
    amount_fen: i64,
    book_date: Date,
    cause: CreditCause,
    bill_id: u64,
) -> Result<CreditLot> {
    let left_fen = lot.left_fen.checked_add(amount_fen).ok_or_else(|| AppError::internal("a credit lot overflows"))?;
    let lot = CreditLot { left_fen, ..lot };
    if lot.left_fen < 0 {
        return Err(AppError::internal(format!("credit lot {} would fall to {}", lot.lot_id, lot.left_fen)));
    }
    let movement = CreditMove {
        move_id: op.next_id::<CreditMove>()?,
        lot_id: lot.lot_id,
        tenant_id: lot.tenant_id,
        party_a_id: lot.party_a_id,
        amount_fen,
        book_date,
        cause,
        bill_id,
    };
    op.put_quietly(&movement)?;
    op.put_quietly(&lot)?;
    Ok(lot)
}

/// The lot of a receipt's money: of its present tenant and lease, never one that it had while it was another's.
pub fn lot_of_receipt(op: &mut Op, receipt: &Receipt) -> Result<CreditLot> {
    let lots: Vec<CreditLot> = op.view().tx.by(&LOTS_BY_RECEIPT, &id(receipt.receipt_id), false, 0, usize::MAX)?;
    if let Some(lot) = lots.into_iter().find(|lot| lot.is_of(receipt)) {
        return Ok(lot);
    }
    Ok(CreditLot {
        lot_id: op.next_id::<CreditLot>()?,
        tenant_id: receipt.tenant_id,
        party_a_id: receipt.party_a_id,
        lease_id: receipt.lease_id,
        receipt_id: receipt.receipt_id,
        value_date: receipt.value_date,
        left_fen: 0,
        dept_id: receipt.owned.dept_id,
    })
}

/// A new lot for money that no receipt of these books brought: a deposit that was put over, or what was paid before.
pub fn lot_without_receipt(op: &mut Op, bill: &Bill, value_date: Date) -> Result<CreditLot> {
    Ok(CreditLot {
        lot_id: op.next_id::<CreditLot>()?,
        tenant_id: bill.tenant_id,
        party_a_id: bill.party_a_id,
        lease_id: bill.lease_id,
        receipt_id: 0,
        value_date,
        left_fen: 0,
        dept_id: bill.owned.dept_id,
    })
}

/// Whether the money of a lot came straight to the treasury: it was handed in, and goes back from there only.
pub fn is_of_treasury(view: &View, lot: &CreditLot) -> Result<bool> {
    let receipt: Option<Receipt> = if lot.receipt_id > 0 { view.tx.get(&id(lot.receipt_id))? } else { None };
    Ok(receipt.is_some_and(|receipt| receipt.to_treasury))
}

/// What moved in a lot, day by day.
pub fn lot_moves(view: &View, lot_id: u64) -> Result<timeline::Moves> {
    let moves: Vec<CreditMove> = view.tx.by(&MOVES, &id(lot_id), false, 0, usize::MAX)?;
    Ok(moves.iter().map(|movement| (movement.book_date, movement.amount_fen)).collect())
}

/// Credit of a tenant at a party A, of one lease when it is named.
pub fn lots_of_tenant(view: &View, tenant_id: u64, party_a_id: u64, lease_id: u64) -> Result<Vec<CreditLot>> {
    let mut lots: Vec<CreditLot> = view.tx.by(&LOTS, &key().u64(tenant_id).u64(party_a_id), false, 0, usize::MAX)?;
    lots.retain(|lot| lease_id == 0 || lot.lease_id == 0 || lot.lease_id == lease_id);
    Ok(lots)
}
