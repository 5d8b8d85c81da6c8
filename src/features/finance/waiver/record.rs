//! The stored waiver.

use std::collections::BTreeSet;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::features::finance::sums::{OF_WAIVERS, OfBill};
use crate::kernel::enumeration::numbered;
use crate::records::owned::{Owned, business};
use crate::store::{Index, Key, Record, Sum, id};

numbered! {
    /// 减免原因
    pub enum WaiverReason {
        Policy = 1 => "政策减免",
        Fitting = 2 => "装修补偿",
        Closure = 3 => "停业/维修",
        Settlement = 4 => "诉讼和解",
        Other = 9 => "其他",
    }
}

numbered! {
    /// 减免状态
    pub enum WaiverState {
        Returned = 0 => "已退回",
        Submitted = 1 => "审批中",
        Effective = 2 => "生效",
        Revoked = 3 => "已撤销",
        Rejected = 9 => "已驳回",
    }
}

/// What is waived of a bill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaivedBill {
    /// The bill 账单 that it is about, by number.
    pub bill_id: u64,
    /// Amount in whole fen.
    #[schemars(title = "减免金额")]
    pub amount_fen: i64,
}

/// The same in the books, with what the bill is: figures need no look at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaivedPart {
    pub bill_id: u64,
    /// Fen.
    pub amount_fen: i64,
    pub of: OfBill,
}

/// A waiver, of one party A.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiver {
    /// Number of the record.
    pub waiver_id: u64,
    /// `JM-202401-000001`
    pub waiver_no: String,
    pub party_a_id: u64,
    pub reason_kind: WaiverReason,
    /// The policy's document, or empty.
    pub policy_doc: String,
    /// Bills and amounts.
    pub scope: Vec<WaivedPart>,
    pub total_fen: i64,
    /// When it counts.
    pub effective_date: Date,
    /// When it was taken back.
    pub revoked_date: Option<Date>,
    /// What corrections took off it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cuts: Vec<WaiverCut>,
    pub state: WaiverState,
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

impl Waiver {
    /// Fen that it waives after corrections.
    pub fn left_fen(&self) -> i64 {
        self.total_fen - self.cuts.iter().map(|cut| cut.amount_fen).sum::<i64>()
    }
}

/// What a correction took off a waiver: the bill asks for less than was waived of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaiverCut {
    pub bill_id: u64,
    /// Fen that are waived no more.
    pub amount_fen: i64,
    /// From which day on.
    pub day: Date,
}

/// Fen that a waiver waives more (or less) of a bill from a day on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moved {
    pub part: WaivedPart,
    /// From which day on.
    pub day: Date,
    /// Fen.
    pub fen: i64,
}

impl Waiver {
    /// Whether it ever counted.
    fn was_effective(&self) -> bool {
        matches!(self.state, WaiverState::Effective | WaiverState::Revoked)
    }

    /// Everything it ever waived and took back again, bill by bill.
    pub fn movements(&self) -> Vec<Moved> {
        let mut moved = Vec::new();
        for part in self.scope.iter().filter(|_| self.was_effective()) {
            if self.revoked_date.is_some_and(|revoked| revoked <= self.effective_date) {
                continue; // as if it had never been
            }
            let since = |day: Date| day.max(self.effective_date);
            let mut left = part.amount_fen;
            moved.push(Moved { part: *part, day: self.effective_date, fen: left });
            for cut in self.cuts.iter().filter(|cut| cut.bill_id == part.bill_id) {
                left -= cut.amount_fen;
                moved.push(Moved { part: *part, day: since(cut.day), fen: -cut.amount_fen });
            }
            moved.extend(self.revoked_date.map(|day| Moved { part: *part, day: since(day), fen: -left }));
        }
        moved
    }

    /// Fen of a part that no correction has cut.
    pub fn left_of(&self, part: &WaivedPart) -> i64 {
        let cuts = self.cuts.iter().filter(|cut| cut.bill_id == part.bill_id);
        part.amount_fen - cuts.map(|cut| cut.amount_fen).sum::<i64>()
    }

    /// Fen of a bill that it waives on a day.
    pub fn waives_on(&self, bill_id: u64, day: Date) -> i64 {
        let moved = self.movements().into_iter().filter(|moved| moved.part.bill_id == bill_id && moved.day <= day);
        moved.map(|moved| moved.fen).sum()
    }

    /// Whether it counts on a day.
    pub fn counts_on(&self, day: Date) -> bool {
        self.was_effective() && self.effective_date <= day && self.revoked_date.is_none_or(|revoked| revoked > day)
    }
}

/// Waivers of a bill.
pub const BY_BILL: Index<Waiver> = Index {
    name: "waiver/bill",
    unique: false,
    keys: |waiver| waiver.scope.iter().map(|part| id(part.bill_id)).collect(),
};

/// Those that wait for a decision.
pub const WAITING: Index<Waiver> = Index {
    name: "waiver/waiting",
    unique: false,
    keys: |waiver| if waiver.state == WaiverState::Submitted { vec![id(waiver.party_a_id)] } else { Vec::new() },
};

/// Waivers of a tenant's bills.
pub const BY_TENANT: Index<Waiver> = Index {
    name: "waiver/tenant",
    unique: false,
    keys: |waiver| {
        let tenants: BTreeSet<u64> = waiver.scope.iter().map(|part| part.of.tenant_id).collect();
        tenants.into_iter().map(id).collect()
    },
};

impl Record for Waiver {
    const TABLE: &'static str = "waiver";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[BY_BILL, BY_TENANT, WAITING];
    const SUMS: &'static [Sum<Self>] = OF_WAIVERS;
    fn id(&self) -> Key {
        id(self.waiver_id)
    }
}

business!(Waiver, "减免单", waiver_id, waiver_no);
