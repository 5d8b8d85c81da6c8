//! The stored opening balance: which row of which system became which document.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::features::lease::contract::plan::tenants;
use crate::features::lease::contract::record::Lease;
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::enumeration::numbered;
use crate::kernel::span::DateSpan;
use crate::op::View;
use crate::records::owned::Owned;
use crate::store::{Index, Key, Reads, Record, id, key};

numbered! {
    /// 期初类别
    pub enum OpeningKind {
        Bill = 1 => "欠缴账单",
        Credit = 2 => "期初预收",
        Deposit = 3 => "期初押金",
        /// Nothing is owed: charges of a lease were paid up to a day (已缴至) that lies in the time of the books.
        Paid = 4 => "已缴账期",
    }
}

/// What a row says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpeningFacts {
    /// 期初类别
    pub kind: OpeningKind,
    pub party_a_id: u64,
    pub tenant_id: u64,
    /// Lease; 0 for none.
    pub lease_id: u64,
    /// Asset; 0 for none.
    pub asset_id: u64,
    /// Plate; 0 for none.
    pub plate_id: u64,
    /// What a bill is for.
    pub bill_kind: Option<BillKind>,
    /// The days a bill is for.
    pub period: Option<DateSpan>,
    /// 应缴日 of a bill.
    pub due_date: Option<Date>,
    /// Fen asked for, paid ahead, or held.
    pub amount_fen: i64,
    /// Fen of a bill that were paid in the time before.
    pub paid_fen: i64,
    pub remark: String,
}

/// An opening balance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// Number of the record.
    pub opening_id: u64,
    /// Its number in the system before 原系统编号.
    pub origin_no: String,
    /// What the row said.
    pub facts: OpeningFacts,
    /// When it counts.
    pub book_date: Date,
    /// The bill or credit lot it became; 0 for a deposit, which is held by its lease.
    pub document_id: u64,
    /// When it was taken back as wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revoked: Option<Revoked>,
    pub owned: Owned,
}

/// How a balance was taken back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Revoked {
    /// When that counts.
    pub day: Date,
    pub reason: String,
    /// Login name of who did it.
    pub by: String,
}

/// Opening balance by party A and the number it had before.
pub const BY_ORIGIN: Index<Opening> = Index {
    name: "opening/origin",
    unique: true,
    keys: |opening| match opening.revoked {
        None => vec![key().u64(opening.facts.party_a_id).str(&opening.origin_no)],
        Some(_) => Vec::new(),
    },
};
/// Opening balances of a tenant.
pub const BY_TENANT: Index<Opening> =
    Index { name: "opening/tenant", unique: false, keys: |opening| vec![id(opening.facts.tenant_id)] };

impl Record for Opening {
    const TABLE: &'static str = "opening";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[BY_ORIGIN, BY_TENANT];
    fn id(&self) -> Key {
        id(self.opening_id)
    }
}

/// Until when charges of a lease were declared as paid before the books began; no kind stands for all of them.
///
/// # Errors
/// A record that cannot be read.
pub fn paid_until(view: &View, lease: &Lease) -> Result<Vec<(Option<BillKind>, Date)>> {
    let mut found = Vec::new();
    for tenant in tenants(view, lease)? {
        let rows: Vec<Opening> = view.tx.by(&BY_TENANT, &id(tenant.tenant_id), false, 0, usize::MAX)?;
        let declared = rows.into_iter().filter(|row| {
            row.facts.kind == OpeningKind::Paid && row.facts.lease_id == lease.lease_id && row.revoked.is_none()
        });
        found.extend(declared.filter_map(|row| Some((row.facts.bill_kind, row.facts.period?.to))));
    }
    Ok(found)
}
