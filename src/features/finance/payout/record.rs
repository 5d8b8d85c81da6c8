//! Money that goes out: refunds 退款, expenses 支出, remittances 上缴, what units pay each other after a handover 单位往来
//! (domain.md 2.9, business.md 2.8). One document, since they go the same
//! way: entered, approved by another person, paid on a day, and taken back by a mirror if need be.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::features::finance::ledger::record::{Account, Document};
use crate::features::finance::sums::OF_PAYOUTS;
use crate::kernel::dates::DateText;
use crate::kernel::enumeration::numbered;
use crate::records::owned::{Owned, business};
use crate::store::{Index, Key, Record, Sum, id, key};

numbered! {
    /// What money goes out for.
    pub enum PayoutKind {
        CreditRefund = 1 => "退预收",
        DepositRefund = 2 => "退押金",
        Expense = 3 => "支出",
        Remittance = 4 => "上缴",
        Between = 5 => "单位往来",
    }
}

impl PayoutKind {
    /// The account that is debited when it is paid.
    pub fn account(self) -> Account {
        match self {
            Self::CreditRefund => Account::TenantCredit,
            Self::DepositRefund => Account::DepositHeld,
            Self::Expense => Account::Expense,
            Self::Remittance => Account::TreasuryDue,
            // Never the account of claims: what was collected moved with them already.
            Self::Between => Account::BetweenMoney,
        }
    }

    /// Kind of the ledger's document.
    pub fn document(self) -> Document {
        match self {
            Self::CreditRefund | Self::DepositRefund => Document::Refund,
            Self::Expense => Document::Expense,
            Self::Remittance => Document::Remittance,
            Self::Between => Document::Between,
        }
    }

    /// Prefix of its numbers.
    pub fn prefix(self) -> &'static str {
        match self {
            Self::CreditRefund | Self::DepositRefund => "TK",
            Self::Expense => "ZC",
            Self::Between => "WL",
            Self::Remittance => "SJ",
        }
    }
}

numbered! {
    /// 状态
    pub enum PayoutState {
        Returned = 0 => "已退回",
        Submitted = 1 => "审批中",
        Approved = 2 => "待付款",
        /// Of a remittance 已确认.
        Paid = 3 => "已付款",
        Reversed = 4 => "已冲销",
        /// Also of what was cancelled before it was paid.
        Rejected = 9 => "已驳回",
    }
}

/// What a person writes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PayoutFacts {
    /// The party A 甲方 that pays, by number.
    #[schemars(title = "付款单位")]
    pub party_a_id: u64,
    /// Refunds: to whom.
    pub tenant_id: u64,
    /// Refunds: of which lease; needed for a deposit.
    pub lease_id: u64,
    /// Expenses: for which asset.
    pub asset_id: u64,
    /// Expenses: for which plate, when it is for no asset.
    pub plate_id: u64,
    /// Expenses: a value of the dictionary `expense_kind`.
    pub category: String,
    /// Remittances: the month whose money it is, by its first day.
    #[schemars(with = "Option<DateText>", title = "所属月份")]
    pub month: Option<Date>,
    /// Amount in whole fen.
    #[schemars(title = "金额")]
    pub amount_fen: i64,
    /// Name of who gets the money 收款人.
    pub payee: String,
    /// Number of the invoice or of the treasury voucher 缴款书.
    pub voucher_no: String,
    /// Refunds of credit: the treasury pays, because the money came straight to it 财政退付.
    pub by_treasury: bool,
    /// Between units: who gets it.
    pub to_party_a_id: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payout {
    /// Number of the record.
    pub payout_id: u64,
    /// `TK-202401-000001`, `ZC-…`, `SJ-…`, `WL-…`
    pub payout_no: String,
    pub kind: PayoutKind,
    /// What a person wrote.
    pub facts: PayoutFacts,
    pub state: PayoutState,
    /// The bank's day.
    pub paid_date: Option<Date>,
    /// When it counts.
    pub book_date: Option<Date>,
    /// When it was taken back.
    pub reversed_date: Option<Date>,
    /// Credit lots it was taken from, with fen.
    pub lots: Vec<(u64, i64)>,
    /// Login name of who decided.
    pub decided_by: String,
    /// What he said, or why it was taken back.
    pub comment: String,
    /// Slips and scans.
    pub files: Vec<u64>,
    /// Persons who changed it after it came back; with its maker they never decide about it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub authors: Vec<u64>,
    /// Lock, department, maker.
    pub owned: Owned,
}

impl Payout {
    /// Fen out on a day: paid by then and not taken back by then.
    pub fn counts_on(&self, day: Date) -> bool {
        self.book_date.is_some_and(|book| book <= day) && self.reversed_date.is_none_or(|back| back > day)
    }

    /// Whether it is still to be paid: in somebody's hands, and neither paid nor given up.
    pub fn is_unpaid(&self) -> bool {
        matches!(self.state, PayoutState::Returned | PayoutState::Submitted | PayoutState::Approved)
    }
}

/// Documents of a kind, by number.
pub const BY_KIND: Index<Payout> =
    Index { name: "payout/kind", unique: false, keys: |payout| vec![key().u8(payout.kind as u8)] };
/// Refunds of a lease.
pub const BY_LEASE: Index<Payout> = Index {
    name: "payout/lease",
    unique: false,
    keys: |payout| if payout.facts.lease_id > 0 { vec![id(payout.facts.lease_id)] } else { Vec::new() },
};

/// Refunds of a tenant.
pub const BY_TENANT: Index<Payout> = Index {
    name: "payout/tenant",
    unique: false,
    keys: |payout| if payout.facts.tenant_id > 0 { vec![id(payout.facts.tenant_id)] } else { Vec::new() },
};

/// Expenses, and what units pay each other, by who gets the money.
pub const BY_PAYEE: Index<Payout> = Index {
    name: "payout/payee",
    unique: false,
    keys: |payout| match payout.kind {
        PayoutKind::Expense | PayoutKind::Between => vec![key().str(&payout.facts.payee)],
        _ => Vec::new(),
    },
};

/// Those that wait for a decision.
pub const WAITING: Index<Payout> = Index {
    name: "payout/waiting",
    unique: false,
    keys: |payout| if payout.state == PayoutState::Submitted { vec![key().u64(payout.payout_id)] } else { Vec::new() },
};
impl Record for Payout {
    const TABLE: &'static str = "payout";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[BY_KIND, BY_LEASE, BY_TENANT, BY_PAYEE, WAITING];
    const SUMS: &'static [Sum<Self>] = OF_PAYOUTS;
    fn id(&self) -> Key {
        id(self.payout_id)
    }
}

business!(Payout, "单据", payout_id, payout_no);

/// Kinds of 退款.
pub const REFUNDS: &[PayoutKind] = &[PayoutKind::CreditRefund, PayoutKind::DepositRefund];
/// Kinds of 支出.
pub const EXPENSES: &[PayoutKind] = &[PayoutKind::Expense, PayoutKind::Between];
/// Kinds of 上缴.
pub const REMITTANCES: &[PayoutKind] = &[PayoutKind::Remittance];
