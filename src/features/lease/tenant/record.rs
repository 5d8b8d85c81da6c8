//! The stored tenant.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::kernel::dates::DateText;
use crate::kernel::enumeration::numbered;
use crate::kernel::seal::{Sealed, Sealer, TriedSeals};
use crate::records::owned::{Owned, business};
use crate::records::status::Status;
use crate::store::RawRead;
use crate::store::Reads;
use crate::store::{Index, Key, Record, id, key};

numbered! {
    /// 乙方类型
    #[derive(Default)]
    pub enum TenantKind {
        #[default]
        Company = 1 => "企业",
        SoleTrader = 2 => "个体工商户",
        Person = 3 => "自然人",
        Public = 4 => "机关事业单位",
        Other = 9 => "其他",
    }
}

numbered! {
    /// 信用标记
    #[derive(Default)]
    pub enum CreditFlag {
        #[default]
        Normal = 0 => "正常",
        Watched = 1 => "关注",
        /// Blocks a new lease.
        Blocked = 2 => "失信（限制新租）",
    }
}

/// A credit flag with its reason.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Credit {
    /// How reliable the tenant is 信用标记.
    pub flag: CreditFlag,
    /// Reason in words, for the record.
    #[serde(default)]
    pub reason: String,
    /// Last day it counts; absent for «until changed».
    #[serde(default)]
    #[schemars(with = "Option<DateText>", title = "标记截止日")]
    pub until: Option<Date>,
}

impl Credit {
    /// The flag that counts on a day.
    pub fn on(&self, day: Date) -> CreditFlag {
        if self.until.is_some_and(|until| until < day) { CreditFlag::Normal } else { self.flag }
    }
}

/// What a person writes about a tenant.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenantFacts {
    /// Code, unique; made when empty.
    #[serde(default)]
    pub tenant_code: String,
    /// Name of the tenant 乙方.
    pub tenant_name: String,
    /// Which kind it is, one of the values of its type.
    #[schemars(title = "乙方类型")]
    pub kind: TenantKind,
    /// Legal representative of a company 法定代表人, by name.
    #[serde(default)]
    pub legal_rep: String,
    /// Who is to be spoken to 联系人.
    #[serde(default)]
    pub contact: String,
    /// Postal address, as people write it.
    #[serde(default)]
    pub address: String,
    /// Line of business of the tenant 行业.
    #[serde(default)]
    pub industry: String,
    /// Names seen on bank statements, for claiming.
    #[serde(default)]
    pub payer_names: Vec<String>,
    /// "0" in use, "1" disabled.
    #[serde(default)]
    pub status: Status,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tenant {
    pub tenant_id: u64,
    /// What a person writes.
    pub facts: TenantFacts,
    /// Identity number or social credit code, sealed.
    pub id_no: Sealed,
    /// Its keyed hash; empty for none.
    pub id_mark: String,
    /// `530102********1234`
    pub id_shown: String,
    pub phone: Sealed,
    /// `138****0001`
    pub phone_shown: String,
    pub credit: Credit,
    /// Keyed hashes of the accounts that pay for him.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub payer_accounts: Vec<String>,
    /// Lock, department, maker.
    pub owned: Owned,
}

/// Tenant by code.
pub const BY_CODE: Index<Tenant> =
    Index { name: "tenant/code", unique: true, keys: |tenant| vec![key().str(&tenant.facts.tenant_code)] };
/// Tenant by the keyed hash of the identity number.
pub const BY_ID_MARK: Index<Tenant> = Index {
    name: "tenant/id",
    unique: true,
    keys: |tenant| if tenant.id_mark.is_empty() { Vec::new() } else { vec![key().str(&tenant.id_mark)] },
};

impl Record for Tenant {
    const TABLE: &'static str = "tenant";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[BY_CODE, BY_ID_MARK];
    const SECRET_FIELDS: &'static [&'static str] = &["id_no", "id_mark", "phone", "payer_accounts"];
    fn id(&self) -> Key {
        id(self.tenant_id)
    }

    fn hide(fields: &mut serde_json::Map<String, serde_json::Value>) {
        // That it did not change beside its number would say that the number is the same.
        fields.remove("id_mark");
    }
}

business!(Tenant, "乙方", tenant_id, facts.tenant_name);

/// Tries whether the personal data opens with a key and is found by it.
pub fn try_seals(tx: &dyn RawRead, sealer: &Sealer) -> Result<TriedSeals> {
    let mut tried = TriedSeals::default();
    tx.each::<Tenant>(|tenant| {
        let is_found = |id_no: String| sealer.mark(&id_no) == tenant.id_mark;
        tried.count(&tenant.id_no, sealer.open(&tenant.id_no).is_ok_and(is_found));
        tried.count(&tenant.phone, sealer.open(&tenant.phone).is_ok());
        true
    })?;
    Ok(tried)
}
