//! The stored record of asking a tenant for his arrears 催缴记录.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::kernel::dates::DateText;
use crate::kernel::enumeration::numbered;
use crate::records::owned::{Owned, business};
use crate::store::{Index, Key, Record, id, key};

numbered! {
    /// 催缴方式
    pub enum Channel {
        Call = 1 => "电话",
        Visit = 2 => "上门",
        Letter = 3 => "函件",
        Message = 4 => "短信",
        Other = 9 => "其他",
    }
}

numbered! {
    /// 承诺状态, derived from what was paid since.
    pub enum PromiseState {
        None = 0 => "无承诺",
        Open = 1 => "待兑现",
        Kept = 2 => "已兑现",
        Broken = 3 => "未兑现",
    }
}

/// What the tenant promised 承诺.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Promise {
    /// Day by which payment was promised.
    #[schemars(with = "DateText", title = "承诺缴款日")]
    pub day: Date,
    /// Amount in whole fen.
    #[schemars(title = "承诺金额")]
    pub amount_fen: i64,
}

/// A bill as it stood when the tenant was asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DunnedBill {
    /// The bill 账单 that it is about, by number.
    pub bill_id: u64,
    /// Number of the bill 账单 as printed, `ZD-202401-000001`.
    pub bill_no: String,
    /// Last day to pay without being overdue 应缴日.
    #[schemars(with = "DateText")]
    pub due_date: Date,
    /// Fen open then.
    pub open_fen: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dunning {
    /// Number of the record.
    pub dunning_id: u64,
    /// `CJ-202401-000001`; printed on letters.
    pub dunning_no: String,
    pub tenant_id: u64,
    pub party_a_id: u64,
    /// What he was asked for.
    pub bills: Vec<DunnedBill>,
    /// 催缴方式
    pub channel: Channel,
    pub day: Date,
    /// Who was spoken to.
    pub person: String,
    /// What was said.
    pub said: String,
    /// What was promised.
    pub promise: Option<Promise>,
    /// Pictures, scans of the letter that was signed for.
    pub files: Vec<u64>,
    /// When somebody was told that the promise falls due.
    #[serde(default)]
    pub reminded: Option<Date>,
    /// Lock, department, maker.
    pub owned: Owned,
}

impl Dunning {
    /// Fen asked for.
    pub fn open_fen(&self) -> i64 {
        self.bills.iter().map(|bill| bill.open_fen).sum()
    }
}

/// Records of a tenant.
pub const BY_TENANT: Index<Dunning> =
    Index { name: "dunning/tenant", unique: false, keys: |dunning| vec![id(dunning.tenant_id)] };
/// Records that name a bill.
pub const BY_BILL: Index<Dunning> = Index {
    name: "dunning/bill",
    unique: false,
    keys: |dunning| dunning.bills.iter().map(|bill| id(bill.bill_id)).collect(),
};
/// Promises that nobody was reminded of, by day.
pub const TO_REMIND: Index<Dunning> = Index {
    name: "dunning/remind",
    unique: false,
    keys: |dunning| match (dunning.promise, dunning.reminded) {
        (Some(promise), None) => vec![key().str(&promise.day.to_string())],
        _ => Vec::new(),
    },
};

impl Record for Dunning {
    const TABLE: &'static str = "dunning";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[BY_TENANT, BY_BILL, TO_REMIND];
    fn id(&self) -> Key {
        id(self.dunning_id)
    }
}

business!(Dunning, "催缴记录", dunning_id, dunning_no);
