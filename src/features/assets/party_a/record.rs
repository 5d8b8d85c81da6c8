//! The stored party A.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::kernel::dates::DateText;
use crate::kernel::enumeration::numbered;
use crate::kernel::seal::{Sealed, Sealer, TriedSeals};
use crate::kernel::span::{add_days, add_months};
use crate::records::owned::{Owned, business};
use crate::records::status::Status;
use crate::store::RawRead;
use crate::store::Reads;
use crate::store::{Index, Key, Record, id, key};

numbered! {
    /// 单位性质: decides whether income must be remitted.
    pub enum UnitKind {
        Administrative = 1 => "行政单位",
        Institution = 2 => "事业单位",
        StateFirm = 3 => "国有企业",
        Caretaker = 4 => "改制企业留守机构",
        Other = 9 => "其他",
    }
}

/// What a person writes about a party A.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PartyAFacts {
    /// Code of the party A 甲方, unique.
    pub party_a_code: String,
    /// Name of the party A 甲方, unique.
    pub party_a_name: String,
    /// Short name for lists and charts.
    #[serde(default)]
    pub short_name: String,
    /// Kind of unit 单位性质.
    #[schemars(title = "单位性质")]
    pub unit_kind: UnitKind,
    /// Unified social credit code, or empty.
    #[serde(default)]
    pub uscc: String,
    /// Who is to be spoken to 联系人.
    #[serde(default)]
    pub contact: String,
    /// Telephone that notices name 联系电话.
    #[serde(default)]
    pub telephone: String,
    /// Whether rent is passed on to the treasury 是否上缴.
    pub remit_required: bool,
    /// Money of a month is due to the treasury on this day of the next one, 1-28.
    pub remit_day: u8,
    /// First day of its books 账务启用日, where it isn't that of all (setting `fin.booksFrom`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<DateText>", title = "账务启用日")]
    pub books_from: Option<Date>,
    /// "0" in use, "1" disabled.
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
    pub number: Sealed,
    /// Its last four digits.
    pub tail: String,
    /// Whether payment notices name it.
    pub is_default: bool,
}

impl BankAccount {
    /// The number as everybody sees it.
    pub fn shown(&self) -> String {
        if self.tail.is_empty() { String::new() } else { format!("****{}", self.tail) }
    }
}

/// Whether and when money is passed on, up to a change of that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemitRule {
    /// First day of the first month for which it no longer counts.
    pub until: Date,
    /// Whether money was passed on.
    pub required: bool,
    /// On this day of the next month.
    pub day: u8,
}

/// A party A.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartyA {
    pub party_a_id: u64,
    /// What a person writes.
    pub facts: PartyAFacts,
    /// How it was with the treasury before, in order: months of the past keep their rule.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remitted_before: Vec<RemitRule>,
    /// Where tenants pay.
    pub accounts: Vec<BankAccount>,
    /// Lock, department, maker.
    pub owned: Owned,
}

impl PartyA {
    /// The account that papers name: the default one, else the first; none while it has entered none.
    pub fn paper_account(&self) -> Option<&BankAccount> {
        self.accounts.iter().find(|account| account.is_default).or(self.accounts.first())
    }

    /// The day of the next month on which money of a month is due to the treasury; none when it is not passed on.
    pub fn remits_in(&self, month: Date) -> Option<u8> {
        let past = self.remitted_before.iter().find(|rule| month.first_of_month() < rule.until);
        let (required, day) =
            past.map_or((self.facts.remit_required, self.facts.remit_day), |rule| (rule.required, rule.day));
        required.then_some(day)
    }

    /// The day on which money of a month is due to the treasury; none when it is not passed on.
    pub fn remit_by(&self, month: Date) -> Option<Date> {
        let day = self.remits_in(month)?;
        Some(add_days(add_months(month.first_of_month(), 1), i64::from(day) - 1))
    }

    /// The same party A under other facts: a change of what is passed on counts from the month of a day.
    #[must_use]
    pub fn under(&self, facts: PartyAFacts, day: Date) -> Self {
        let (was, until) = (&self.facts, day.first_of_month());
        let mut remitted_before = self.remitted_before.clone();
        let known = remitted_before.last().is_some_and(|rule| rule.until >= until);
        if (was.remit_required, was.remit_day) != (facts.remit_required, facts.remit_day) && !known {
            remitted_before.push(RemitRule { until, required: was.remit_required, day: was.remit_day });
        }
        Self { facts, remitted_before, ..self.clone() }
    }
}

/// Party A by code.
pub const BY_CODE: Index<PartyA> =
    Index { name: "party_a/code", unique: true, keys: |party| vec![key().str(&party.facts.party_a_code)] };
/// Party A by name.
pub const BY_NAME: Index<PartyA> =
    Index { name: "party_a/name", unique: true, keys: |party| vec![key().str(&party.facts.party_a_name)] };

impl Record for PartyA {
    const TABLE: &'static str = "party_a";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[BY_CODE, BY_NAME];
    const SECRET_FIELDS: &'static [&'static str] = &["accounts"];
    fn id(&self) -> Key {
        id(self.party_a_id)
    }
}

business!(PartyA, "甲方", party_a_id, facts.party_a_name);

/// Tries whether the personal data opens with a key.
pub fn try_seals(tx: &dyn RawRead, sealer: &Sealer) -> Result<TriedSeals> {
    let mut tried = TriedSeals::default();
    tx.each::<PartyA>(|party| {
        for account in &party.accounts {
            tried.count(&account.number, sealer.open(&account.number).is_ok());
        }
        true
    })?;
    Ok(tried)
}
