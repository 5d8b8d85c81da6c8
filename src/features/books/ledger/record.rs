//! The stored entry of the ledger and the end of its chain.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_repr::{Deserialize_repr, Serialize_repr};

use crate::store::{Codec, Index, Key, Record, id, key};

/// An account 科目 (domain.md 2.15): own codes, mapped to a unit's chart by a dictionary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize_repr, Deserialize_repr)]
#[repr(u8)]
pub enum Account {
    /// 银行存款
    Bank = 1,
    /// 应收租金
    ReceivableRent = 3,
    /// 应收其他
    ReceivableOther = 4,
    /// 预收款
    TenantCredit = 5,
    /// 应付押金
    DepositHeld = 6,
    /// 租金收入
    IncomeRent = 7,
    /// 滞纳金收入
    IncomeLate = 8,
    /// 其他收入
    IncomeOther = 9,
    /// 租金减免
    Waiver = 10,
    /// 支出
    Expense = 11,
    /// 应缴财政款
    TreasuryDue = 12,
    /// 待认领款
    Unclaimed = 13,
    /// 待上缴收入 (memo side of the month close)
    TreasuryMemo = 14,
    /// 期初
    Opening = 15,
}

impl Account {
    /// What people call it.
    pub fn label(self) -> &'static str {
        match self {
            Self::Bank => "银行存款",
            Self::ReceivableRent => "应收租金",
            Self::ReceivableOther => "应收其他",
            Self::TenantCredit => "预收款",
            Self::DepositHeld => "押金",
            Self::IncomeRent => "租金收入",
            Self::IncomeLate => "滞纳金收入",
            Self::IncomeOther => "其他收入",
            Self::Waiver => "减免",
            Self::Expense => "支出",
            Self::TreasuryDue => "应缴财政款",
            Self::Unclaimed => "待认领款",
            Self::TreasuryMemo => "待上缴收入",
            Self::Opening => "期初",
        }
    }
}

/// Which document an entry comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize_repr, Deserialize_repr)]
#[repr(u8)]
pub enum Document {
    /// 账单
    Bill = 1,
    /// 收款单
    Receipt = 2,
    /// 减免单
    Waiver = 3,
    /// 退款单
    Refund = 4,
    /// 支出单
    Expense = 5,
    /// 上缴单
    Remittance = 6,
    /// 押金
    Deposit = 7,
    /// 预收抵扣
    Credit = 8,
    /// 月结
    Close = 9,
    /// 期初
    Opening = 10,
}

impl Document {
    /// What people call it.
    pub fn label(self) -> &'static str {
        match self {
            Self::Bill => "账单",
            Self::Receipt => "收款",
            Self::Waiver => "减免",
            Self::Refund => "退款",
            Self::Expense => "支出",
            Self::Remittance => "上缴",
            Self::Deposit => "押金",
            Self::Credit => "预收抵扣",
            Self::Close => "月结",
            Self::Opening => "期初",
        }
    }
}

/// One line of a journal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LedgerEntry {
    /// Place in the chain, from 1 without gaps.
    pub seq: u64,
    /// Lines of one journal share it; they balance to zero.
    pub journal_id: u64,
    /// When it counts, days since 1970-01-01.
    pub book_day: i32,
    /// Account.
    pub account: Account,
    /// Party A, never 0.
    pub party_a_id: u64,
    /// Plate; 0 for none.
    pub plate_id: u64,
    /// Tenant; 0 for none.
    pub tenant_id: u64,
    /// Lease; 0 for none.
    pub lease_id: u64,
    /// Fen; debit positive, credit negative, never 0.
    pub amount_fen: i64,
    /// Kind of document.
    pub document: Document,
    /// Its number.
    pub document_id: u64,
    /// Hash of the entry before.
    pub previous: [u8; 32],
    /// Hash of this entry.
    pub hash: [u8; 32],
}

impl LedgerEntry {
    /// When it counts.
    pub fn book_date(&self) -> Date {
        crate::kernel::span::add_days(EPOCH, i64::from(self.book_day))
    }
}

/// Where days are counted from.
pub const EPOCH: Date = jiff::civil::date(1970, 1, 1);

/// Entries of a document.
pub const BY_DOCUMENT: Index<LedgerEntry> = Index {
    name: "ledger/document",
    unique: false,
    keys: |entry| vec![key().u8(entry.document as u8).u64(entry.document_id)],
};
/// Entries of a party A by day.
pub const BY_PARTY_DAY: Index<LedgerEntry> = Index {
    name: "ledger/party_day",
    unique: false,
    keys: |entry| vec![key().u64(entry.party_a_id).i64(i64::from(entry.book_day))],
};

impl Record for LedgerEntry {
    const TABLE: &'static str = "ledger";
    const CODEC: Codec = Codec::Compact;
    const INDEXES: &'static [Index<Self>] = &[BY_DOCUMENT, BY_PARTY_DAY];
    fn id(&self) -> Key {
        id(self.seq)
    }
}

/// End of the chain.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct LedgerHead {
    /// Number of the newest entry.
    pub last: u64,
    /// Its hash.
    pub hash: [u8; 32],
}

impl Record for LedgerHead {
    const TABLE: &'static str = "ledger_head";
    fn id(&self) -> Key {
        key().str("head")
    }
}

/// What a party A has moved since its books began, debits and credits alike, fen. Books of before this was counted begin at 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turnover {
    /// Which.
    pub party_a_id: u64,
    /// Fen.
    pub fen: i64,
}

impl Record for Turnover {
    const TABLE: &'static str = "ledger_turnover";
    fn id(&self) -> Key {
        id(self.party_a_id)
    }
}
