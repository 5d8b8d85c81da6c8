//! The stored allocation 核销.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::features::finance::sums::OF_ALLOCATIONS;
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::enumeration::numbered;
use crate::store::{Index, Key, Record, Sum, id};

numbered! {
    /// Where allocated money comes from.
    pub enum MoneySource {
        Receipt = 1 => "收款",
        Credit = 2 => "预收",
        Deposit = 3 => "押金",
        /// A deposit that was held before these books began.
        Opening = 4 => "期初",
    }
}

numbered! {
    /// How a row came about.
    pub enum AllocationMode {
        Auto = 1 => "自动",
        Manual = 2 => "指定",
        /// The money never came, or was keyed wrongly.
        Reversal = 3 => "冲销",
        /// The bill became smaller than what lay on it.
        Release = 4 => "转预收",
        /// The money was put on the wrong bill, and lies on another one from the day the bank had it.
        Moved = 5 => "改核销",
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Allocation {
    pub allocation_id: u64,
    pub bill_id: u64,
    /// Where the money comes from.
    pub source: MoneySource,
    /// The receipt it came with; 0 for a deposit.
    pub receipt_id: u64,
    /// The lot it was taken from; 0 when straight from the receipt or the deposit.
    pub lot_id: u64,
    /// Fen; negative on mirror rows.
    pub amount_fen: i64,
    /// When it counts.
    pub book_date: Date,
    /// When the bank had the money.
    pub value_date: Date,
    /// How it came about.
    pub mode: AllocationMode,
    /// The row it takes back; 0 for none.
    pub reverses_id: u64,
    /// Party A of the bill.
    pub party_a_id: u64,
    /// Plate of the bill.
    pub plate_id: u64,
    /// Kind of the bill.
    pub kind: BillKind,
    /// Due date of the bill.
    pub due_date: Date,
    /// When the bill counts: money that counts earlier lies on it from then on.
    pub bill_date: Date,
    /// Department of the bill.
    pub dept_id: u64,
    /// Tenant of the bill.
    pub tenant_id: u64,
    /// Since when the receipt counts that the money came with, and its payer is known; none for a deposit's.
    pub receipt_date: Option<Date>,
    /// The treasury has the money already 财政直缴.
    #[serde(default)]
    pub to_treasury: bool,
}

impl Allocation {
    /// Whether a unit that must remit hands it in: rent and late fees (domain.md 3.15).
    pub fn is_remittable(&self) -> bool {
        matches!(self.kind, BillKind::Rent | BillKind::LateFee)
    }
}

/// Rows of a bill.
pub const BY_BILL: Index<Allocation> =
    Index { name: "allocation/bill", unique: false, keys: |row| vec![id(row.bill_id)] };
/// Rows of a receipt's money.
pub const BY_RECEIPT: Index<Allocation> = Index {
    name: "allocation/receipt",
    unique: false,
    keys: |row| if row.receipt_id > 0 { vec![id(row.receipt_id)] } else { Vec::new() },
};
impl Record for Allocation {
    const TABLE: &'static str = "allocation";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[BY_BILL, BY_RECEIPT];
    const SUMS: &'static [Sum<Self>] = OF_ALLOCATIONS;
    fn id(&self) -> Key {
        id(self.allocation_id)
    }
}
