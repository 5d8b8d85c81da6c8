//! The stored entry of the ledger and the end of its chain.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::kernel::enumeration::numbered;
use crate::store::{Codec, Index, Key, Record, id, key};

numbered! {
    /// An account 科目 (domain.md 2.15): own codes, mapped to a unit's chart by a dictionary.
    #[derive(PartialOrd, Ord, Hash)]
    pub enum Account {
        Bank = 1 => "银行存款",
        ReceivableRent = 3 => "应收租金",
        ReceivableOther = 4 => "应收其他",
        TenantCredit = 5 => "预收款",
        DepositHeld = 6 => "押金",
        IncomeRent = 7 => "租金收入",
        IncomeLate = 8 => "滞纳金收入",
        IncomeOther = 9 => "其他收入",
        Waiver = 10 => "减免",
        Expense = 11 => "支出",
        TreasuryDue = 12 => "应缴财政款",
        Unclaimed = 13 => "待认领款",
        /// Memo side of the month close.
        TreasuryMemo = 14 => "待上缴收入",
        Opening = 15 => "期初",
        /// Claims and income that went over with assets 移交.
        BetweenClaims = 16 => "单位往来（应收）",
        /// Credit and deposits that went over with leases.
        BetweenMoney = 17 => "单位往来（代收款）",
    }
}

numbered! {
    /// Which document an entry comes from.
    #[derive(PartialOrd, Ord, Hash)]
    pub enum Document {
        Bill = 1 => "账单",
        Receipt = 2 => "收款",
        Waiver = 3 => "减免",
        Refund = 4 => "退款",
        Expense = 5 => "支出",
        Remittance = 6 => "上缴",
        Deposit = 7 => "押金",
        Credit = 8 => "预收抵扣",
        Close = 9 => "月结",
        Opening = 10 => "期初",
        Handover = 11 => "移交",
        Between = 12 => "单位往来",
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

/// Entries of a party A by day.
pub const BY_PARTY_DAY: Index<LedgerEntry> = Index {
    name: "ledger/party_day",
    unique: false,
    keys: |entry| vec![key().u64(entry.party_a_id).i64(i64::from(entry.book_day))],
};

/// What a party A owes other units, or they owe it.
pub const BETWEEN: Index<LedgerEntry> = Index {
    name: "ledger/between",
    unique: false,
    keys: |entry| match entry.account {
        Account::BetweenClaims | Account::BetweenMoney => vec![key().u64(entry.party_a_id)],
        _ => Vec::new(),
    },
};

impl Record for LedgerEntry {
    const TABLE: &'static str = "ledger";
    const CODEC: Codec = Codec::Compact;
    const INDEXES: &'static [Index<Self>] = &[BY_PARTY_DAY, BETWEEN];
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
