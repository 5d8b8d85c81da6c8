//! The stored slip 收据.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::lines::PaidLine;
use crate::features::finance::receipt::record::{Method, Purpose};
use crate::kernel::dates::{DateText, Stamp};
use crate::kernel::enumeration::numbered;
use crate::records::owned::{Owned, business};
use crate::store::{Index, Key, Record, id, key};

numbered! {
    /// 收据状态
    #[derive(Default)]
    pub enum SlipState {
        #[default]
        Issued = 1 => "有效",
        Void = 2 => "已作废",
    }
}

/// Why and when a slip was made void.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SlipVoid {
    pub reason: String,
    /// Login name of who did it.
    pub by: String,
    pub at: Stamp,
}

/// What a slip says, as it was handed out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SlipText {
    /// Name of the unit 甲方 that got the money.
    pub party_a_name: String,
    /// Who paid, by name.
    pub payer: String,
    /// Contract and rooms: `HT-202312-000031 3号楼 1201、1202`; empty: money for no single contract.
    pub about: String,
    /// Number of the receipt 收款, `SK-202611-000924`.
    pub receipt_no: String,
    /// Whether it was for bills or a deposit 收款用途.
    pub purpose: Purpose,
    /// How it was paid 收款方式.
    pub method: Method,
    /// The bank's day 到账日期.
    #[schemars(with = "DateText")]
    pub value_date: Date,
    /// Fen of the money.
    pub amount_fen: i64,
    /// Bills that it paid, by due date.
    pub lines: Vec<PaidLine>,
    /// Fen that lie as credit 预收, or as a deposit 押金.
    pub rest_fen: i64,
    /// Real name of who took the money 出纳.
    pub cashier: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slip {
    pub slip_id: u64,
    /// `QG-2026-000128`
    pub slip_no: String,
    /// Its day 开具日期.
    pub day: Date,
    pub receipt_id: u64,
    pub party_a_id: u64,
    pub tenant_id: u64,
    /// What it says.
    pub text: SlipText,
    pub state: SlipState,
    pub void: Option<SlipVoid>,
    /// How often it was printed.
    pub prints: u32,
    /// Lock, department, maker.
    pub owned: Owned,
}

/// Slips by number.
pub const BY_NO: Index<Slip> = Index { name: "slip/no", unique: true, keys: |slip| vec![key().str(&slip.slip_no)] };
/// The slip of a receipt that counts: one at most.
pub const STANDING: Index<Slip> = Index {
    name: "slip/standing",
    unique: true,
    keys: |slip| if slip.state == SlipState::Issued { vec![id(slip.receipt_id)] } else { Vec::new() },
};

impl Record for Slip {
    const TABLE: &'static str = "slip";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[BY_NO, STANDING];
    fn id(&self) -> Key {
        id(self.slip_id)
    }
}

business!(Slip, "收据", slip_id, slip_no);
