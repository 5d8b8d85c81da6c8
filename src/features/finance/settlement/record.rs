//! The stored settlement 退租结算单 (domain.md 3.6).

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::dates::DateText;
use crate::kernel::enumeration::numbered;
use crate::records::owned::{Owned, business};
use crate::store::{Index, Key, Record, id};

numbered! {
    /// 结算单状态
    pub enum SettlementState {
        Returned = 0 => "已退回",
        Submitted = 1 => "审批中",
        Approved = 2 => "已结算",
        Rejected = 9 => "已驳回",
    }
}

/// An open bill in the sheet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SheetBill {
    /// The bill 账单 that it is about, by number.
    pub bill_id: u64,
    /// Number of the bill 账单 as printed, `ZD-202401-000001`.
    pub bill_no: String,
    /// What it is for: rent, deposit … (values and labels in its type).
    pub kind: BillKind,
    /// Last day to pay without being overdue 应缴日.
    #[schemars(with = "DateText")]
    pub due_date: Date,
    /// Open before, fen.
    pub open_fen: i64,
    /// Paid from credit, fen.
    pub from_credit_fen: i64,
    /// Paid from the deposit, fen.
    pub from_deposit_fen: i64,
}

/// What is netted, and how.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Sheet {
    /// The tenant's credit, fen.
    pub credit_fen: i64,
    /// Deposit held, fen.
    pub deposit_fen: i64,
    /// Open bills, oldest first.
    pub bills: Vec<SheetBill>,
    /// Penalty by the contract, fen.
    pub penalty_fen: i64,
    /// Damage of the last protocol of return, fen.
    pub damage_fen: i64,
    /// Deposit kept for penalty and damage, fen.
    pub forfeit_fen: i64,
    /// Credit used for them, fen.
    pub penalty_from_credit_fen: i64,
    /// Credit paid back, fen.
    pub refund_credit_fen: i64,
    /// Deposit paid back, fen.
    pub refund_deposit_fen: i64,
    /// Still owed by the tenant, fen.
    pub still_owed_fen: i64,
    /// Paid back (positive) or owed (negative), fen.
    pub balance_fen: i64,
}

/// A settlement of a lease.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settlement {
    /// Number of the record.
    pub settlement_id: u64,
    /// `JS-202410-000001`
    pub settlement_no: String,
    pub lease_id: u64,
    /// Which of its tenants; 0 for the one it had in the end.
    #[serde(default)]
    pub tenant_id: u64,
    /// What was submitted.
    pub sheet: Sheet,
    pub state: SettlementState,
    /// When it counts.
    pub book_date: Option<Date>,
    /// Refunds that followed.
    pub payouts: Vec<u64>,
    /// The bill of what penalty and damage the deposit does not cover; 0 for none.
    pub bill_id: u64,
    /// Login name of who decided.
    pub decided_by: String,
    /// What he said.
    pub comment: String,
    /// Persons who changed it after it came back; with its maker they never decide about it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub authors: Vec<u64>,
    /// Lock, department, maker.
    pub owned: Owned,
}

/// Settlements of a lease.
pub const BY_LEASE: Index<Settlement> =
    Index { name: "settlement/lease", unique: false, keys: |settlement| vec![id(settlement.lease_id)] };
/// A lease has one settlement that waits for a decision, or lies with its maker again.
pub const LIVING: Index<Settlement> = Index {
    name: "settlement/submitted",
    unique: true,
    keys: |settlement| match settlement.state {
        SettlementState::Submitted | SettlementState::Returned => vec![id(settlement.lease_id)],
        _ => Vec::new(),
    },
};

/// Those that wait for a decision.
pub const WAITING: Index<Settlement> = Index {
    name: "settlement/waiting",
    unique: false,
    keys: |settlement| {
        if settlement.state == SettlementState::Submitted { vec![id(settlement.lease_id)] } else { Vec::new() }
    },
};

impl Record for Settlement {
    const TABLE: &'static str = "settlement";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[BY_LEASE, LIVING, WAITING];
    fn id(&self) -> Key {
        id(self.settlement_id)
    }
}

business!(Settlement, "结算单", settlement_id, settlement_no);
