//! The stored batch of a take-over 上线接收, what a unit's columns meant last time, and what each line became.

use std::collections::BTreeMap;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::field::TakeoverField;
use crate::kernel::area::Area;
use crate::kernel::dates::Stamp;
use crate::kernel::enumeration::numbered;
use crate::records::owned::{Owned, business};
use crate::store::{Index, Key, Record, id, key};

numbered! {
    /// 接收批次状态
    #[derive(Default)]
    pub enum TakeoverState {
        /// Being read and compared, or sent back.
        #[default]
        Checking = 0 => "核对中",
        Submitted = 1 => "待批准",
        Received = 2 => "已接收",
        Withdrawn = 9 => "已撤回",
    }
}

/// What counts where the ledger has no column for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct TakeoverTerms {
    /// 支付周期: 1, 2, 3, 4, 6, 12 months.
    #[schemars(title = "支付周期")]
    pub billing_cycle: u8,
    /// 缴费约定 in words: 账期开始前10天, 账期首月5日, 账期结束后15天.
    pub due: String,
    /// Whether a deposit that was agreed counts as received when no column says what was received.
    pub deposit_is_held: bool,
    /// Late fee of the contracts, parts per million a day; 0: their paper says nothing of one.
    pub late_fee_ppm: u32,
    /// Name of the asset 资产 for rooms of which no column says where they are; empty: none.
    pub asset: String,
    /// The plate 板块 of assets that the register doesn't know, by number; 0: none chosen.
    pub plate_id: u64,
}

impl Default for TakeoverTerms {
    fn default() -> Self {
        Self {
            billing_cycle: 3,
            due: "账期开始前10天".to_owned(),
            deposit_is_held: true,
            late_fee_ppm: 0,
            asset: String::new(),
            plate_id: 0,
        }
    }
}

/// How the workbook is read: what people said beyond what was understood.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct TakeoverReading {
    /// Number of the sheet, from 1; 0: the first that can be read.
    pub sheet: usize,
    /// First row of the header, from 1; 0: as understood.
    pub header_from: u32,
    /// Last row of the header.
    pub header_to: u32,
    /// Unit of amounts whose column names none, e.g. 万元; empty: as understood.
    pub unit: String,
    /// What columns mean, by column from 0 in figures; none: nothing that is needed.
    pub fields: BTreeMap<String, Option<TakeoverField>>,
    /// Lines that are not taken over, from 1.
    pub left: Vec<u32>,
    /// Tenants of the ledger that are tenants of the register, by the name in the ledger; 0: another one.
    pub tenants: BTreeMap<String, u64>,
    /// Why a tenant's arrears differ from the ledger, by the name in the ledger.
    pub notes: BTreeMap<String, String>,
    /// Balances of the unit's bank accounts on the eve of the first day, in whole fen, by the end of the account's number.
    pub balances: BTreeMap<String, i64>,
    /// What counts where no column says it.
    pub terms: TakeoverTerms,
}

/// Sums of a batch as they were compared.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TakeoverSums {
    /// Contracts.
    pub leases: u32,
    /// Rent area 计租面积 of them.
    pub area_m2: Area,
    /// Rent of a month on the first day of the books, in whole fen.
    pub month_rent_fen: i64,
    /// Arrears that the plan comes to, due before the first day 期初欠缴, in whole fen.
    pub arrears_fen: i64,
    /// What had been asked for and is due later, in whole fen.
    #[serde(default)]
    pub not_due_fen: i64,
    /// Rent that was paid ahead 期初预收, in whole fen.
    pub credit_fen: i64,
    /// Deposit that is held 期初押金, in whole fen.
    pub deposit_fen: i64,
}

/// A ledger of a unit that is taken over as a whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TakeoverBatch {
    pub batch_id: u64,
    /// `SX-202611-000001`
    pub batch_no: String,
    pub party_a_id: u64,
    /// First day of the unit's books.
    pub books_from: Date,
    /// The workbook.
    pub file_id: u64,
    pub file_name: String,
    /// Hash of its content: the same file is not taken over twice.
    pub blob: String,
    pub reading: TakeoverReading,
    pub state: TakeoverState,
    /// What was submitted, and then received.
    #[serde(default)]
    pub sums: Option<TakeoverSums>,
    /// Login name of who decided; empty before that.
    pub decided_by: String,
    /// What was said last: why it came back, or was withdrawn.
    pub comment: String,
    /// When it was received.
    #[serde(default)]
    pub received_at: Option<Stamp>,
    /// Persons who read, compared or submitted it; they never decide about it.
    pub authors: Vec<u64>,
    /// Lock, department, maker.
    pub owned: Owned,
}

/// Batches of a workbook's content.
pub const BY_BLOB: Index<TakeoverBatch> = Index {
    name: "takeover_batch/blob",
    unique: false,
    keys: |batch| match batch.state {
        TakeoverState::Withdrawn => Vec::new(),
        _ => vec![key().u64(batch.party_a_id).str(&batch.blob)],
    },
};
/// Batches that wait for a decision.
pub const WAITING: Index<TakeoverBatch> = Index {
    name: "takeover_batch/waiting",
    unique: false,
    keys: |batch| if batch.state == TakeoverState::Submitted { vec![id(batch.party_a_id)] } else { Vec::new() },
};
impl Record for TakeoverBatch {
    const TABLE: &'static str = "takeover_batch";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[BY_BLOB, WAITING];
    fn id(&self) -> Key {
        id(self.batch_id)
    }
}

business!(TakeoverBatch, "接收批次", batch_id, batch_no);

/// What the columns of a unit's ledger meant last time, by their labels.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TakeoverColumns {
    pub party_a_id: u64,
    pub fields: BTreeMap<String, TakeoverField>,
    pub terms: TakeoverTerms,
}

impl Record for TakeoverColumns {
    const TABLE: &'static str = "takeover_columns";
    fn id(&self) -> Key {
        id(self.party_a_id)
    }
}

/// What a line of the ledger became.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TakeoverLine {
    pub batch_id: u64,
    /// Its line in the sheet, from 1.
    pub line: u32,
    pub lease_id: u64,
    pub tenant_id: u64,
    /// Name of its scan in the ledger, or empty.
    pub scan: String,
    /// What was noticed and did not stop it.
    pub warnings: Vec<String>,
}

/// The line that a lease came from.
pub const BY_LEASE: Index<TakeoverLine> =
    Index { name: "takeover_line/lease", unique: true, keys: |line| vec![id(line.lease_id)] };

/// The lines of a batch, in the order of the ledger.
pub const BY_BATCH: Index<TakeoverLine> = Index {
    name: "takeover_line/batch",
    unique: true,
    keys: |line| vec![key().u64(line.batch_id).u64(u64::from(line.line))],
};

impl Record for TakeoverLine {
    const TABLE: &'static str = "takeover_line";
    const INDEXES: &'static [Index<Self>] = &[BY_LEASE, BY_BATCH];
    fn id(&self) -> Key {
        key().u64(self.batch_id).u64(u64::from(self.line))
    }
}
