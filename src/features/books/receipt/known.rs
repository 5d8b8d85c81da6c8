//! Which lines of a statement are in the books already, and which look so.
//!
//! A line is known by its reference, else by its content. One that is neither, but equals a receipt in day, amount and
//! payer, is held back: it may have been entered by hand, or come in under columns that were chosen wrongly. A receipt
//! stands for one line of a file at most, so that a person who pays twice on a day has paid twice.

use std::collections::{HashMap, HashSet};

use super::exchange::{PAYER, REF};
use super::lines::BankLine;
use super::record::{BY_CONTENT, BY_LINE, BY_VALUE, Method, Receipt, ReceiptState, line_columns, value_columns};
use crate::fault::{Fault, Outcome};
use crate::features::books::bill::post::touched;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::text::folded;
use crate::op::{Op, View};
use crate::records::owned;
use crate::store::{Reads, id};

/// What a line was found to be.
#[derive(Debug, Clone)]
pub(super) enum Found {
    /// In the books.
    Known(Receipt),
    /// The reference is in the books with another amount.
    Differs(Receipt),
    /// Perhaps in the books.
    Suspect(Receipt),
}

/// Whose account, and what its lines are called.
pub(super) struct Account<'a> {
    pub(super) party_a_id: u64,
    pub(super) tail: &'a str,
}

/// The key of a line's content.
pub(super) fn line_key(view: &View, content: &str) -> String {
    view.app.sealer().mark(&format!("line {content}"))
}

/// Looks for every line before the first one is entered.
pub(super) fn look(view: &View, account: &Account, lines: &[BankLine]) -> Outcome<HashMap<u32, Found>> {
    let (mut found, mut spoken) = (HashMap::new(), HashSet::new());
    for line in lines {
        if let Some(known) = exactly(view, account, line)? {
            let (Found::Known(receipt) | Found::Differs(receipt) | Found::Suspect(receipt)) = &known;
            spoken.insert(receipt.receipt_id);
            found.insert(line.row.number, known);
        }
    }
    for line in lines {
        if !found.contains_key(&line.row.number)
            && let Some(receipt) = alike(view, account, line, &spoken)?
        {
            spoken.insert(receipt.receipt_id);
            found.insert(line.row.number, Found::Suspect(receipt));
        }
    }
    Ok(found)
}

fn exactly(view: &View, account: &Account, line: &BankLine) -> Outcome<Option<Found>> {
    let bank_ref = line.row.get(REF);
    if !bank_ref.is_empty() {
        let columns = line_columns(account.party_a_id, account.tail, bank_ref);
        if let Some(receipt) = view.tx.one(&BY_LINE, &columns)? {
            let is_same = line.fen.is_none_or(|fen| fen == receipt.amount_fen);
            return Ok(Some(if is_same { Found::Known(receipt) } else { Found::Differs(receipt) }));
        }
    }
    let columns = line_columns(account.party_a_id, account.tail, &line_key(view, &line.content));
    let equal: Vec<Receipt> = view.tx.by(&BY_CONTENT, &columns, false, 0, usize::MAX)?;
    // two references are two lines, however equal the rest is
    let same = equal.into_iter().find(|receipt| bank_ref.is_empty() || receipt.bank_ref.is_empty());
    Ok(same.map(Found::Known))
}

fn alike(view: &View, account: &Account, line: &BankLine, spoken: &HashSet<u64>) -> Outcome<Option<Receipt>> {
    let (Some(day), Some(fen)) = (line.day, line.fen) else { return Ok(None) };
    let columns = value_columns(account.party_a_id, day, fen);
    let equal: Vec<Receipt> = view.tx.by(&BY_VALUE, &columns, false, 0, usize::MAX)?;
    let payer = folded(line.row.get(PAYER));
    for receipt in equal {
        let tail = folded(&receipt.account_tail);
        let open = receipt.line_key.is_empty() || receipt.bank_ref.is_empty() || line.row.get(REF).is_empty();
        if open
            && !spoken.contains(&receipt.receipt_id)
            && (tail.is_empty() || account.tail.is_empty() || tail == folded(account.tail))
            && !matches!(receipt.method, Method::Cash | Method::Treasury)
            && is_payer(view, &receipt, &payer)?
        {
            return Ok(Some(receipt));
        }
    }
    Ok(None)
}

/// Whether a receipt may be this payer's; one without his name is its tenant's.
fn is_payer(view: &View, receipt: &Receipt, payer: &str) -> Outcome<bool> {
    if !receipt.payer_name.is_empty() {
        return Ok(folded(&receipt.payer_name) == payer);
    }
    let tenant: Option<Tenant> = view.tx.get(&id(receipt.tenant_id))?;
    Ok(tenant.is_some_and(|tenant| {
        let facts = &tenant.facts;
        facts.payer_names.iter().chain([&facts.tenant_name]).any(|name| folded(name) == payer)
    }))
}

/// A receipt that was entered by hand becomes that of a line.
///
/// # Errors
/// A sentence for one that the caller may not see or that was taken back.
pub(super) fn link(op: &mut Op, receipt_id: u64, account: &Account, line: &BankLine, payer_mark: &str) -> Outcome<()> {
    let receipt: Receipt = owned::find(&op.view(), receipt_id)?;
    if receipt.state == ReceiptState::Reversed {
        return Err(Fault::refused(format!("收款单 {} 已冲销，不能关联", receipt.receipt_no)));
    }
    let bank_ref = match line.row.get(REF) {
        "" => receipt.bank_ref.clone(),
        text => text.to_owned(),
    };
    let line_key = line_key(&op.view(), &line.content);
    let (account_tail, payer_mark, owned) =
        (account.tail.to_owned(), payer_mark.to_owned(), touched(op, &receipt.owned));
    op.put(&Receipt { bank_ref, line_key, account_tail, payer_mark, owned, ..receipt })?;
    Ok(())
}
