//! The stored party A.

use schemars::{JsonSchema, JsonSchema_repr};
use serde::{Deserialize, Serialize};
use serde_repr::{Deserialize_repr, Serialize_repr};

use crate::features::business::owned::{Business, Owned};
use crate::features::business::status::Status;
use crate::kernel::seal::Sealed;
use crate::store::{Index, Key, Record, id, key};

/// 单位性质: decides whether income must be remitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize_repr, Deserialize_repr, JsonSchema_repr)]
#[repr(u8)]
pub enum UnitKind {
    /// 行政单位
    Administrative = 1,
    /// 事业单位
    Institution = 2,
    /// 国有企业
    StateFirm = 3,
    /// 改制企业留守机构
    Caretaker = 4,
    /// 其他
    Other = 9,
}

impl UnitKind {
    /// What people call it.
    pub fn label(self) -> &'static str {
        match self {
            Self::Administrative => "行政单位",
            Self::Institution => "事业单位",
            Self::StateFirm => "国有企业",
            Self::Caretaker => "改制企业留守机构",
            Self::Other => "其他",
        }
    }
}

/// What a person writes about a party A.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PartyAFacts {
    /// Code, unique.
    pub party_a_code: String,
    /// Name, unique.
    pub party_a_name: String,
    /// Short name for lists and charts.
    #[serde(default)]
    pub short_name: String,
    /// 单位性质
    #[schemars(title = "单位性质")]
    pub unit_kind: UnitKind,
    /// Unified social credit code, or empty.
    #[serde(default)]
    pub uscc: String,
    /// Contact.
    #[serde(default)]
    pub contact: String,
    /// Whether rent is passed on to the treasury 是否上缴.
    pub remit_required: bool,
    /// Money of a month is due to the treasury on this day of the next one, 1-28.
    pub remit_day: u8,
    /// State.
    #[serde(default)]
    pub status: Status,
}

/// A bank account; the number is sealed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BankAccount {
    /// Holder 户名.
    pub name: String,
    /// Bank 开户行.
    pub bank: String,
    /// Number, sealed.
    pub number: Sealed,
    /// Its last four digits.
    pub tail: String,
    /// Whether payment notices name it.
    pub is_default: bool,
}

/// A party A.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartyA {
    /// Number.
    pub party_a_id: u64,
    /// What a person writes.
    pub facts: PartyAFacts,
    /// Where tenants pay.
    pub accounts: Vec<BankAccount>,
    /// Lock, department, maker.
    pub owned: Owned,
}

/// Party A by code.
pub const BY_CODE: Index<PartyA> =
    Index { name: "party_a/code", unique: true, keys: |party| vec![key().str(&party.facts.party_a_code)] };
/// Party A by name.
pub const BY_NAME: Index<PartyA> =
    Index { name: "party_a/name", unique: true, keys: |party| vec![key().str(&party.facts.party_a_name)] };

impl Record for PartyA {
    const TABLE: &'static str = "party_a";
    const INDEXES: &'static [Index<Self>] = &[BY_CODE, BY_NAME];
    const SECRET_FIELDS: &'static [&'static str] = &["accounts"];
    fn id(&self) -> Key {
        id(self.party_a_id)
    }
}

impl Business for PartyA {
    const NOUN: &'static str = "甲方";
    fn number(&self) -> u64 {
        self.party_a_id
    }
    fn title(&self) -> String {
        self.facts.party_a_name.clone()
    }
    fn owned(&self) -> &Owned {
        &self.owned
    }
    fn owned_mut(&mut self) -> &mut Owned {
        &mut self.owned
    }
}
