//! Lines of a statement that undo others 冲正: each proposes the receipt that it undoes. Nothing is reversed by a file; a person
//! reverses the receipt by the rules of reversals.

use std::collections::HashSet;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Serialize;

use super::approval::BINDING;
use super::claimer::account_mark;
use super::known::Account;
use super::lines::BackLine;
use super::record::{BY_DAY_AMOUNT, Receipt, ReceiptState, value_columns};
use crate::error::Result;
use crate::features::approvals::instance::gate::needs_process;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::dates::DateText;
use crate::kernel::text::folded;
use crate::op::View;
use crate::records::list::NameCache;
use crate::records::{authors, owned};
use crate::store::Reads;

/// Days before a line among which its receipt is looked for.
const WITHIN: i64 = 92;
/// Lines that are looked at in a file.
const MOST: usize = 200;

/// A line that undoes another one.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReversalLine {
    /// Row number as the spreadsheet program shows it.
    pub row: u32,
    /// `11-20 18:22`
    pub when: String,
    /// Fen, more than 0.
    pub amount_fen: i64,
    /// The other side's name.
    pub payer_name: String,
    /// What was written.
    pub memo: String,
    /// The receipt that it undoes; absent when none is found.
    pub receipt: Option<UndoneReceipt>,
}

/// The receipt that a line undoes.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UndoneReceipt {
    /// Number of the receipt, by which other records name it.
    pub receipt_id: u64,
    /// Version of the receipt, to be sent back by whoever changes it.
    pub version: u64,
    /// `SK-202401-000001`
    pub receipt_no: String,
    /// Amount in whole fen.
    pub amount_fen: i64,
    /// Day on which the money arrived by the bank 到账日.
    #[schemars(with = "DateText")]
    pub value_date: Date,
    /// The payer's name on its statement.
    pub payer_name: String,
    /// Who paid; empty while nobody is known.
    pub tenant_name: String,
    /// Whether it was taken back already.
    pub is_reversed: bool,
    /// Whether the same file brings it in, and it doesn't exist yet.
    pub is_new: bool,
    /// Whether the reader entered it and nobody decides about a reversal: somebody else reverses it then.
    pub own: bool,
}

/// Whether a receipt came from the other side of a line.
fn is_from(view: &View, receipt: &Receipt, line: &BackLine) -> Result<bool> {
    if !line.account.is_empty() && !receipt.payer_mark.is_empty() {
        return Ok(account_mark(view, &line.account) == receipt.payer_mark);
    }
    let wanted = folded(&line.payer);
    if wanted.is_empty() || folded(&receipt.payer_name) == wanted {
        return Ok(true);
    }
    let tenant: Option<Tenant> = view.tx.get(&crate::store::id(receipt.tenant_id))?;
    Ok(receipt.payer_name.is_empty() && tenant.is_some_and(|tenant| folded(&tenant.facts.tenant_name) == wanted))
}

/// Receipts that a line may undo, the newest day first.
fn candidates(view: &View, account: &Account, line: &BackLine) -> Result<Vec<Receipt>> {
    let Some(last) = line.day else { return Ok(Vec::new()) };
    let scope = view.caller.scope();
    let mut found = Vec::new();
    for back in 0..=WITHIN {
        let Ok(day) = last.checked_sub(jiff::Span::new().days(back)) else { break };
        let columns = value_columns(account.party_a_id, day, line.fen);
        let equal: Vec<Receipt> = view.tx.by(&BY_DAY_AMOUNT, &columns, true, 0, usize::MAX)?;
        for receipt in equal {
            if account.fits(&receipt) && owned::is_visible(view, &scope, &receipt) && is_from(view, &receipt, line)? {
                found.push(receipt);
            }
        }
    }
    Ok(found)
}

/// What each line that undoes another proposes; `entered` are the receipts that a try has entered.
///
/// # Errors
/// A store that fails.
pub(super) fn propose(
    view: &View,
    account: &Account,
    lines: &[BackLine],
    entered: &HashSet<u64>,
) -> Result<Vec<ReversalLine>> {
    let (mut told, mut spoken) = (Vec::new(), HashSet::new());
    let is_decided = needs_process(view, &BINDING)?;
    let mut names = NameCache::new(view);
    for line in lines.iter().take(MOST) {
        let mut found = candidates(view, account, line)?;
        found.retain(|receipt| !spoken.contains(&receipt.receipt_id));
        // one that was taken back since is what the line undid
        let is_undone = |receipt: &&Receipt| {
            receipt.reversal.as_ref().is_some_and(|reversal| line.day.is_some_and(|day| reversal.book_date >= day))
        };
        let stands = |receipt: &&Receipt| receipt.state != ReceiptState::Reversed;
        let receipt = found.iter().find(is_undone).or_else(|| found.iter().find(stands));
        let receipt = match receipt {
            Some(receipt) => {
                spoken.insert(receipt.receipt_id);
                Some(UndoneReceipt {
                    receipt_id: receipt.receipt_id,
                    version: receipt.owned.version,
                    receipt_no: receipt.receipt_no.clone(),
                    amount_fen: receipt.amount_fen,
                    value_date: receipt.value_date,
                    payer_name: receipt.payer_name.clone(),
                    tenant_name: names.of::<Tenant>(receipt.tenant_id)?,
                    is_reversed: receipt.state == ReceiptState::Reversed,
                    is_new: entered.contains(&receipt.receipt_id),
                    own: !is_decided && authors::wrote(&view.caller.name(), &receipt.authors, &receipt.owned.base),
                })
            }
            None => None,
        };
        told.push(ReversalLine {
            row: line.number,
            when: line.when.clone(),
            amount_fen: line.fen,
            payer_name: line.payer.clone(),
            memo: line.memo.clone(),
            receipt,
        });
    }
    Ok(told)
}
