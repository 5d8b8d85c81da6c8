//! The stored record of asking a tenant for his arrears 催缴记录.

use jiff::civil::Date;
use schemars::{JsonSchema, JsonSchema_repr};
use serde::{Deserialize, Serialize};
use serde_repr::{Deserialize_repr, Serialize_repr};

use crate::kernel::dates::DateText;
use crate::records::owned::{Business, Owned};
use crate::store::{Index, Key, Record, id, key};

/// 催缴方式
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize_repr, Deserialize_repr, JsonSchema_repr)]
#[repr(u8)]
pub enum Channel {
    /// 电话
    Call = 1,
    /// 上门
    Visit = 2,
    /// 函件
    Letter = 3,
    /// 短信
    Message = 4,
    /// 其他
    Other = 9,
}

impl Channel {
    /// What people call it.
    pub fn label(self) -> &'static str {
        match self {
            Self::Call => "电话",
            Self::Visit => "上门",
            Self::Letter => "函件",
            Self::Message => "短信",
            Self::Other => "其他",
        }
    }
}

/// 承诺状态, derived from what was paid since.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize_repr, Deserialize_repr, JsonSchema_repr)]
#[repr(u8)]
pub enum PromiseState {
    /// 无承诺
    None = 0,
    /// 待兑现
    Open = 1,
    /// 已兑现
    Kept = 2,
    /// 未兑现
    Broken = 3,
}

impl PromiseState {
    /// What people call it.
    pub fn label(self) -> &'static str {
        match self {
            Self::None => "无承诺",
            Self::Open => "待兑现",
            Self::Kept => "已兑现",
            Self::Broken => "未兑现",
        }
    }
}

/// What the tenant promised 承诺.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Promise {
    /// Until when.
    #[schemars(with = "DateText", title = "承诺缴款日")]
    pub day: Date,
    /// Fen.
    #[schemars(title = "承诺金额")]
    pub amount_fen: i64,
}

/// A bill as it stood when the tenant was asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DunnedBill {
    /// Which.
    pub bill_id: u64,
    /// Its number.
    pub bill_no: String,
    /// 应缴日
    #[schemars(with = "DateText")]
    pub due_date: Date,
    /// Fen open then.
    pub open_fen: i64,
}

/// A record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dunning {
    /// Number of the record.
    pub dunning_id: u64,
    /// `CJ-202401-000001`; printed on letters.
    pub dunning_no: String,
    /// Tenant.
    pub tenant_id: u64,
    /// Party A.
    pub party_a_id: u64,
    /// What he was asked for.
    pub bills: Vec<DunnedBill>,
    /// 催缴方式
    pub channel: Channel,
    /// When.
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

impl Business for Dunning {
    const NOUN: &'static str = "催缴记录";
    fn number(&self) -> u64 {
        self.dunning_id
    }
    fn title(&self) -> String {
        self.dunning_no.clone()
    }
    fn owned(&self) -> &Owned {
        &self.owned
    }
    fn owned_mut(&mut self) -> &mut Owned {
        &mut self.owned
    }
}
