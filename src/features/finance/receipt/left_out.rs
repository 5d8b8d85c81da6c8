//! Lines of statements that somebody decided not to enter 不导入, with the reason: a later file that has one leaves it out, too.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::bank::party_of;
use super::exchange::{PAYER, REF};
use super::known::{Account, line_key};
use super::lines::BankLine;
use super::record::line_columns;
use crate::error::Result;
use crate::kernel::dates::{DateText, Stamp};
use crate::kernel::text::folded;
use crate::op::{Op, View};
use crate::route::Data;
use crate::store::{Index, Key, Reads, Record, id, key};

/// A line that was left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// Number of the record.
    pub left_out_id: u64,
    pub party_a_id: u64,
    /// Its last four digits.
    pub tail: String,
    /// Keyed hash of the line.
    pub line_key: String,
    /// The bank's reference.
    pub bank_ref: String,
    /// The bank's day; none when the line names none.
    pub value_date: Option<Date>,
    /// Fen; 0 when the line names no amount.
    pub amount_fen: i64,
    /// The payer's name on the statement.
    pub payer_name: String,
    pub reason: String,
    /// Login name of who decided it.
    pub by: String,
    /// When, epoch milliseconds.
    pub at: Stamp,
}

fn account_columns(party_a_id: u64, tail: &str) -> Key {
    key().u64(party_a_id).str(&folded(tail))
}

pub const BY_ACCOUNT: Index<LeftOut> = Index {
    name: "bank_left_out/account",
    unique: false,
    keys: |left| vec![account_columns(left.party_a_id, &left.tail)],
};
pub const BY_CONTENT: Index<LeftOut> = Index {
    name: "bank_left_out/content",
    unique: false,
    keys: |left| vec![line_columns(left.party_a_id, &left.tail, &left.line_key)],
};
pub const BY_REF: Index<LeftOut> = Index {
    name: "bank_left_out/ref",
    unique: false,
    keys: |left| match left.bank_ref.as_str() {
        "" => Vec::new(),
        bank_ref => vec![line_columns(left.party_a_id, &left.tail, bank_ref)],
    },
};

impl Record for LeftOut {
    const TABLE: &'static str = "bank_left_out";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[BY_ACCOUNT, BY_CONTENT, BY_REF];
    const SECRET_FIELDS: &'static [&'static str] = &["line_key"];
    fn id(&self) -> Key {
        id(self.left_out_id)
    }
}

/// The line as it was left out before.
pub(super) fn find(view: &View, account: &Account, line: &BankLine) -> Result<Option<LeftOut>> {
    let columns = |text: &str| line_columns(account.party_a_id, account.tail, text);
    let bank_ref = line.row.get(REF);
    if !bank_ref.is_empty()
        && let Some(left) = view.tx.one(&BY_REF, &columns(bank_ref))?
        && line.fen.is_none_or(|fen| fen == left.amount_fen)
    {
        return Ok(Some(left));
    }
    let equal: Vec<LeftOut> =
        view.tx.by(&BY_CONTENT, &columns(&line_key(view, &line.content)), false, 0, usize::MAX)?;
    // two references are two lines, unless the balance after them says that they are one
    let is_same = |left: &LeftOut| line.facts.balance_fen.is_some() || bank_ref.is_empty() || left.bank_ref.is_empty();
    Ok(equal.into_iter().find(is_same))
}

/// Leaves a line out, or says another reason.
///
/// # Errors
/// A record that cannot be written.
pub(super) fn keep(op: &mut Op, account: &Account, line: &BankLine, reason: &str) -> Result<()> {
    let known = find(&op.view(), account, line)?;
    let left_out_id = match &known {
        Some(left) if left.reason == reason => return Ok(()),
        Some(left) => left.left_out_id,
        None => op.next_id::<LeftOut>()?,
    };
    op.put(&LeftOut {
        left_out_id,
        party_a_id: account.party_a_id,
        tail: account.tail.to_owned(),
        line_key: line_key(&op.view(), &line.content),
        bank_ref: line.row.get(REF).to_owned(),
        value_date: line.day,
        amount_fen: line.fen.unwrap_or_default(),
        payer_name: line.row.get(PAYER).to_owned(),
        reason: reason.to_owned(),
        by: op.caller.name(),
        at: op.now,
    })?;
    Ok(())
}

/// A line that was left out comes in after all.
///
/// # Errors
/// A record that cannot be written.
pub(super) fn forget(op: &mut Op, left: &LeftOut) -> Result<()> {
    op.delete::<LeftOut>(&id(left.left_out_id))?;
    Ok(())
}

/// Which account.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AskLeftOut {
    /// The party A 甲方 whose bank account it is, by number.
    pub party_a_id: u64,
    /// Its last four digits; empty when none is named.
    pub tail: String,
}

/// A line that was left out, for people.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeftOutLine {
    /// Number of the line that was left out.
    pub left_out_id: u64,
    /// Day on which the money arrived by the bank 到账日.
    #[schemars(with = "Option<DateText>")]
    pub value_date: Option<Date>,
    /// Amount in whole fen.
    pub amount_fen: i64,
    /// The payer's name on the statement.
    pub payer_name: String,
    /// The bank's reference of the movement 银行流水号; empty: none.
    pub bank_ref: String,
    /// Reason in words, for the record.
    pub reason: String,
    /// Login name of who decided it.
    pub by: String,
    /// When, epoch milliseconds.
    pub at: Stamp,
}

/// Lines told at most, the newest first.
const TOLD: usize = 1_000;

/// GET /fin/receipt/bank/leftOut: what was left out of the statements of an account.
pub fn list(view: &View, input: AskLeftOut) -> Result<Data<Vec<LeftOutLine>>> {
    party_of(view, input.party_a_id)?;
    let columns = account_columns(input.party_a_id, &input.tail);
    let left: Vec<LeftOut> = view.tx.by(&BY_ACCOUNT, &columns, true, 0, TOLD)?;
    let told = |left: LeftOut| LeftOutLine {
        left_out_id: left.left_out_id,
        value_date: left.value_date,
        amount_fen: left.amount_fen,
        payer_name: left.payer_name,
        bank_ref: left.bank_ref,
        reason: left.reason,
        by: left.by,
        at: left.at,
    };
    Ok(Data(left.into_iter().map(told).collect()))
}
