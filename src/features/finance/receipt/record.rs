//! The stored receipt 收款单 (domain.md 2.8).

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::facts::LineFacts;
use crate::features::finance::ledger::record::Account;
use crate::features::finance::sums::OF_RECEIPTS;
use crate::kernel::dates::Stamp;
use crate::kernel::enumeration::numbered;
use crate::kernel::text::folded;
use crate::records::owned::{Owned, business};
use crate::store::{Index, Key, Record, Sum, id, key};

numbered! {
    /// 收款方式
    pub enum Method {
        Transfer = 1 => "转账",
        Pos = 2 => "POS",
        Cash = 3 => "现金",
        WeChat = 4 => "微信",
        Alipay = 5 => "支付宝",
        Treasury = 6 => "财政缴款",
        Cheque = 7 => "票据",
    }
}

numbered! {
    /// 收款用途
    #[derive(Default)]
    pub enum Purpose {
        #[default]
        Bills = 1 => "账款",
        Deposit = 2 => "押金",
    }
}

numbered! {
    /// 收款状态
    pub enum ReceiptState {
        Unclaimed = 0 => "待认领",
        Posted = 1 => "已入账",
        Reversed = 2 => "已冲销",
    }
}

numbered! {
    /// 冲销类型
    pub enum ReversalKind {
        /// The money never came.
        Bounced = 1 => "退票或未到账",
        /// As if it had never been entered.
        Keyed = 2 => "录入错误",
        /// The money was there until then.
        Chargeback = 3 => "款项被追回",
    }
}

impl ReversalKind {
    /// Whether the money never was there, for late fees (domain.md 3.5).
    pub fn never_came(self) -> bool {
        self != Self::Chargeback
    }
}

/// How a receipt was taken back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reversal {
    /// Why: one of the values of its type.
    pub kind: ReversalKind,
    /// Day on which it counts in the books 记账日.
    #[schemars(with = "crate::kernel::dates::DateText")]
    pub book_date: Date,
    /// Reason in words, for the record.
    pub reason: String,
    /// Login name of who did it.
    pub by: String,
    /// When, epoch milliseconds.
    pub at: Stamp,
}

/// Money of a receipt that came or went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moved {
    pub day: Date,
    pub purpose: Purpose,
    /// Nobody knew who paid 待认领.
    pub of_nobody: bool,
    /// Fen that came.
    pub forth_fen: i64,
    /// Fen that went.
    pub back_fen: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Receipt {
    /// Number of the record.
    pub receipt_id: u64,
    /// `SK-202401-000001`
    pub receipt_no: String,
    /// Who got the money.
    pub party_a_id: u64,
    /// Who paid; 0 while nobody is known.
    pub tenant_id: u64,
    /// For which lease; 0 for any of the tenant's.
    pub lease_id: u64,
    /// The payer's name on the statement.
    pub payer_name: String,
    /// Fen, more than 0.
    pub amount_fen: i64,
    /// 收款方式
    pub method: Method,
    /// Last four digits of the account it came to; empty for cash.
    pub account_tail: String,
    /// The bank's reference; with the account it names a line of a statement.
    pub bank_ref: String,
    /// Keyed hash of the line it came from; empty for what was entered by hand.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub line_key: String,
    /// Keyed hash of the payer's account; empty when the statement does not name it in full.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub payer_mark: String,
    /// What the line says besides; none for what was entered by hand, and for lines that earlier versions took in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<LineFacts>,
    /// The bank's day.
    pub value_date: Date,
    /// When it counts.
    pub book_date: Date,
    /// The treasury has it, not the unit's bank 财政直缴.
    #[serde(default)]
    pub to_treasury: bool,
    /// Claimed as a deposit on this day; before, it counted as money for bills.
    #[serde(default)]
    pub deposit_since: Option<Date>,
    /// Days on which it became known who paid, and unknown again, by turns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub payer_days: Vec<Date>,
    /// 收款用途
    pub purpose: Purpose,
    pub state: ReceiptState,
    /// How it was taken back.
    pub reversal: Option<Reversal>,
    /// Login names of who entered or claimed it; none in records of before.
    #[serde(default)]
    pub authors: Vec<String>,
    /// Slips and scans.
    pub files: Vec<u64>,
    /// Lock, department, maker.
    pub owned: Owned,
}

impl Receipt {
    /// When its money came and went, and as what. Claims move it on their own days, so that past days stay as they were.
    pub fn flows(&self) -> Vec<Moved> {
        let mut of_nobody = self.was_of_nobody();
        let mut flows = Vec::with_capacity(2);
        let mut move_on = |day, purpose, of_nobody, is_back| {
            let (forth_fen, back_fen) = if is_back { (0, self.amount_fen) } else { (self.amount_fen, 0) };
            flows.push(Moved { day, purpose, of_nobody, forth_fen, back_fen });
        };
        let first = if self.deposit_since.is_some() { Purpose::Bills } else { self.purpose };
        move_on(self.book_date, first, of_nobody, false);
        for day in &self.payer_days {
            move_on(*day, Purpose::Bills, of_nobody, true);
            of_nobody = !of_nobody;
            move_on(*day, Purpose::Bills, of_nobody, false);
        }
        if let Some(since) = self.deposit_since {
            move_on(since, Purpose::Bills, of_nobody, true);
            of_nobody = false;
            move_on(since, Purpose::Deposit, of_nobody, false);
        }
        if let Some(reversal) = &self.reversal {
            move_on(reversal.book_date, self.purpose, of_nobody, true);
        }
        flows
    }

    /// Whether nobody knew who paid when it came 待认领. A deposit that was claimed as one had been of nobody until then.
    fn was_of_nobody(&self) -> bool {
        let before_deposit = self.tenant_id == 0 || self.deposit_since.is_some();
        before_deposit == self.payer_days.len().is_multiple_of(2)
    }

    /// Since when its payer is known: from then on it counts as money of his bills.
    pub fn known_since(&self) -> Date {
        let claimed = self.payer_days.last().copied().filter(|_| self.tenant_id > 0);
        claimed.map_or(self.book_date, |day| day.max(self.book_date))
    }

    /// Whether its money went straight to the treasury and is booked at the unit's bank, as earlier versions did.
    pub fn is_misplaced(&self) -> bool {
        let counts = self.state != ReceiptState::Reversed && self.purpose == Purpose::Bills;
        counts && self.method == Method::Treasury && !self.to_treasury
    }

    /// Whether it was taken back as if it had never been entered.
    fn was_keyed_wrongly(&self) -> bool {
        self.reversal.as_ref().is_some_and(|reversal| reversal.kind == ReversalKind::Keyed)
    }

    /// The account its money came to.
    pub fn came_to(&self) -> Account {
        if self.to_treasury { Account::TreasuryDue } else { Account::Bank }
    }
}

/// Receipt by number.
pub const BY_NO: Index<Receipt> =
    Index { name: "receipt/no", unique: true, keys: |receipt| vec![key().str(&receipt.receipt_no)] };
/// Where a line of a statement lies, found by its reference or by its content. Blanks, case and width of the signs make
/// no difference.
pub fn line_columns(party_a_id: u64, tail: &str, text: &str) -> Key {
    key().u64(party_a_id).str(&folded(tail)).str(&folded(text))
}

fn line_keys(receipt: &Receipt, text: &str) -> Vec<Key> {
    if text.is_empty() || receipt.was_keyed_wrongly() {
        Vec::new()
    } else {
        vec![line_columns(receipt.party_a_id, &receipt.account_tail, text)]
    }
}

/// One line of a statement enters once; a line that was keyed wrongly may be entered again. That is looked for by the
/// operations, one after the other, and not forbidden by the store: books of before hold references that differ in
/// blanks, case or width only, and must open and be restored as they are.
pub const BY_LINE: Index<Receipt> =
    Index { name: "receipt/line", unique: false, keys: |receipt| line_keys(receipt, &receipt.bank_ref) };
/// The same by the content of the line, whether it has a reference or not.
pub const BY_CONTENT: Index<Receipt> =
    Index { name: "receipt/content", unique: false, keys: |receipt| line_keys(receipt, &receipt.line_key) };
/// Receipts by party A, the bank's day and amount: what a line is, whatever it is called. Those that were keyed wrongly are
/// none, as in [`BY_LINE`].
pub const BY_DAY_AMOUNT: Index<Receipt> = Index {
    name: "receipt/day_amount",
    unique: false,
    keys: |receipt| {
        if receipt.was_keyed_wrongly() {
            Vec::new()
        } else {
            vec![value_columns(receipt.party_a_id, receipt.value_date, receipt.amount_fen)]
        }
    },
};

/// The columns of [`BY_DAY_AMOUNT`].
pub fn value_columns(party_a_id: u64, value_date: Date, amount_fen: i64) -> Key {
    key().u64(party_a_id).str(&value_date.to_string()).i64(amount_fen)
}

/// Receipts of a tenant.
pub const BY_TENANT: Index<Receipt> = Index {
    name: "receipt/tenant",
    unique: false,
    keys: |receipt| if receipt.tenant_id > 0 { vec![id(receipt.tenant_id)] } else { Vec::new() },
};
/// Receipts that nobody has claimed.
pub const UNCLAIMED: Index<Receipt> = Index {
    name: "receipt/unclaimed",
    unique: false,
    keys: |receipt| match receipt.state {
        ReceiptState::Unclaimed => vec![key().u64(receipt.party_a_id).str(&receipt.value_date.to_string())],
        _ => Vec::new(),
    },
};
impl Record for Receipt {
    const TABLE: &'static str = "receipt";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[BY_NO, BY_LINE, BY_CONTENT, BY_DAY_AMOUNT, BY_TENANT, UNCLAIMED];
    const SUMS: &'static [Sum<Self>] = OF_RECEIPTS;
    const SECRET_FIELDS: &'static [&'static str] = &["line_key", "payer_mark"];
    fn id(&self) -> Key {
        id(self.receipt_id)
    }
}

business!(Receipt, "收款单", receipt_id, receipt_no);
