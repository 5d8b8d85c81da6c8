//! The stored bill 账单 (domain.md 2.7). Planned bills are not stored: the plan of a lease is computed whenever it is
//! shown, so it can never disagree with the lease.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::features::finance::apply::Open;
use crate::features::finance::ledger::record::Account;
use crate::features::finance::sums::{OF_BILLS, OfBill};
use crate::features::lease::schedule::plan::BillLine;
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::enumeration::numbered;
use crate::kernel::span::DateSpan;
use crate::records::owned::{Owned, business};
use crate::store::{Index, Key, Record, Sum, id, key};

numbered! {
    /// Where a bill comes from 来源.
    pub enum BillSource {
        Contract = 1 => "合同生成",
        Manual = 2 => "手工",
        Opening = 3 => "期初导入",
        Adjustment = 4 => "调整",
        LateFee = 5 => "滞纳金",
        Holdover = 6 => "占用费",
        /// What went over to another party A, or came from one.
        HandedOver = 7 => "移交",
        /// Asks for nothing: says of a period that it was paid before the books began.
        PaidBefore = 8 => "启用前已缴",
    }
}

numbered! {
    /// 账单状态
    pub enum BillState {
        Issued = 1 => "已出账",
        Void = 2 => "作废",
    }
}

numbered! {
    /// 缴费状态, derived.
    pub enum PayState {
        Unpaid = 0 => "未缴",
        Part = 1 => "部分缴",
        Paid = 2 => "已缴清",
        Nothing = 3 => "无需缴",
    }
}

/// A room's share of a bill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoomShare {
    /// The room 房间 that it is about, by number.
    pub room_id: u64,
    /// Amount in whole fen.
    pub amount_fen: i64,
}

/// A bill in the books.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bill {
    /// Number of the record.
    pub bill_id: u64,
    /// `ZD-202401-000001`
    pub bill_no: String,
    /// Lease; 0 for an opening bill without one.
    pub lease_id: u64,
    /// Version of the lease it was computed from.
    pub version_no: u32,
    pub tenant_id: u64,
    /// His name when it was issued.
    pub tenant_name: String,
    pub party_a_id: u64,
    /// Plate of the lease's first room.
    pub plate_id: u64,
    pub asset_id: u64,
    /// Codes of the rooms when it was issued.
    pub room_text: String,
    pub kind: BillKind,
    /// 0 the rent, 1, 2, … the other charges of the contract.
    pub charge_line: u16,
    /// The days it is for; none for one-off kinds.
    pub period: Option<DateSpan>,
    /// 出账日 by the contract.
    pub issue_date: Date,
    /// When it counts in the ledger: the issue date, or the first open day.
    pub book_date: Date,
    /// 应缴日
    pub due_date: Date,
    /// Fen; negative only for adjustments.
    pub amount_fen: i64,
    /// Parts of the period; they add up to the amount.
    pub lines: Vec<BillLine>,
    /// Shares of the rooms; they add up to the amount.
    pub split: Vec<RoomShare>,
    /// Fen waived; cache, checked by I2.
    pub waived_fen: i64,
    /// Fen allocated; cache, checked by I2.
    pub allocated_fen: i64,
    /// Fen taken off by adjustments (on an adjustment: passed on, negative); cache, checked by I2.
    pub credited_fen: i64,
    /// The bill that this one adjusts; 0 for none.
    pub adjusts_bill_id: u64,
    /// What that bill is, when this one takes something off it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjusts: Option<OfBill>,
    /// Where it comes from.
    pub source: BillSource,
    /// In the books or void.
    pub state: BillState,
    /// When it was made void.
    #[serde(default)]
    pub void_date: Option<Date>,
    /// Lock, department, maker.
    pub owned: Owned,
}

impl Bill {
    /// Fen still open 未缴金额.
    pub fn outstanding_fen(&self) -> i64 {
        match self.state {
            BillState::Void => 0,
            BillState::Issued => self.amount_fen - self.waived_fen - self.allocated_fen - self.credited_fen,
        }
    }

    /// Fen that were ever asked for: amount less what was waived or taken off.
    pub fn net_fen(&self) -> i64 {
        self.amount_fen - self.waived_fen - self.credited_fen
    }

    /// 缴费状态
    pub fn pay_state(&self) -> PayState {
        match self.outstanding_fen() {
            _ if self.net_fen() == 0 => PayState::Nothing,
            0 => PayState::Paid,
            _ if self.allocated_fen > 0 => PayState::Part,
            _ => PayState::Unpaid,
        }
    }

    /// Whether money is missing on a day.
    pub fn is_overdue(&self, day: Date) -> bool {
        self.outstanding_fen() > 0 && self.due_date < day
    }

    /// The receivable account of its kind; none for deposits, which are not income.
    pub fn receivable(&self) -> Option<Account> {
        match self.kind {
            BillKind::Rent => Some(Account::ReceivableRent),
            BillKind::Deposit => None,
            _ => Some(Account::ReceivableOther),
        }
    }

    /// The account its issue is credited to.
    pub fn income(&self) -> Account {
        match (self.source, self.kind) {
            (BillSource::Opening | BillSource::PaidBefore, _) => Account::Opening,
            (BillSource::HandedOver, _) => Account::BetweenClaims,
            (_, BillKind::Rent) => Account::IncomeRent,
            (_, BillKind::LateFee) => Account::IncomeLate,
            _ => Account::IncomeOther,
        }
    }
}

impl From<&Bill> for Open {
    fn from(bill: &Bill) -> Self {
        Self {
            bill_id: bill.bill_id,
            bill_no: bill.bill_no.clone(),
            due_date: bill.due_date,
            kind: bill.kind,
            open_fen: bill.outstanding_fen(),
        }
    }
}

/// Bill by number.
pub const BY_NO: Index<Bill> = Index { name: "bill/no", unique: true, keys: |bill| vec![key().str(&bill.bill_no)] };
/// Bills of a lease, by charge and period.
pub const BY_LEASE: Index<Bill> = Index {
    name: "bill/lease",
    unique: false,
    keys: |bill| vec![key().u64(bill.lease_id).u64(u64::from(bill.charge_line)).str(&period_text(bill))],
};
/// What makes generation idempotent: one living bill of the contract per lease, kind, tenant, charge and period.
pub const GENERATED: Index<Bill> = Index {
    name: "bill/generated_for",
    unique: true,
    keys: |bill| match (bill.source, bill.state) {
        (BillSource::Contract | BillSource::Holdover, BillState::Issued) => vec![
            key()
                .u64(bill.lease_id)
                .u8(bill.source as u8)
                .u8(bill.kind as u8)
                .u64(bill.tenant_id)
                .u64(u64::from(bill.charge_line))
                .str(&period_text(bill)),
        ],
        _ => Vec::new(),
    },
};
/// Open bills of a tenant with a party A, by due date.
pub const OPEN_BY_TENANT: Index<Bill> = Index {
    name: "bill/open_tenant",
    unique: false,
    keys: |bill| {
        if bill.outstanding_fen() > 0 {
            vec![key().u64(bill.tenant_id).u64(bill.party_a_id).str(&bill.due_date.to_string())]
        } else {
            Vec::new()
        }
    },
};
/// Bills of a tenant, by due date.
pub const BY_TENANT: Index<Bill> = Index {
    name: "bill/tenant",
    unique: false,
    keys: |bill| vec![key().u64(bill.tenant_id).str(&bill.due_date.to_string())],
};
/// Bills by due date.
pub const BY_DUE: Index<Bill> =
    Index { name: "bill/due", unique: false, keys: |bill| vec![key().str(&bill.due_date.to_string())] };
/// Columns of a day in [`BY_DUE`].
pub fn day_key(day: Date) -> Key {
    key().str(&day.to_string())
}

/// Adjustments of a bill.
pub const ADJUSTMENTS: Index<Bill> = Index {
    name: "bill/adjusts",
    unique: false,
    keys: |bill| if bill.adjusts_bill_id > 0 { vec![id(bill.adjusts_bill_id)] } else { Vec::new() },
};

fn period_text(bill: &Bill) -> String {
    bill.period.map(|period| period.from.to_string()).unwrap_or_default()
}

impl Record for Bill {
    const TABLE: &'static str = "bill";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] =
        &[BY_NO, BY_LEASE, GENERATED, OPEN_BY_TENANT, BY_TENANT, BY_DUE, ADJUSTMENTS];
    const SUMS: &'static [Sum<Self>] = OF_BILLS;
    fn id(&self) -> Key {
        id(self.bill_id)
    }
}

business!(Bill, "账单", bill_id, bill_no);
