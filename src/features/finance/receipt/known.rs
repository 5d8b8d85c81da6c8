//! Which lines of a statement are in the books already, and which look so.
//!
//! A line is known by its reference, else by its content with the balance after it, whatever its reference says. One that equals
//! a receipt in day, amount and payer while something is missing to be sure is held back: it may have been entered by hand, or
//! come in from another file. A receipt stands for one line of a file at most, so that a person who pays twice on a day has
//! paid twice.

use std::collections::{HashMap, HashSet};

use super::cells::{is_same_number, rounded};
use super::claimer::account_mark;
use super::exchange::{PAYER, REF};
use super::facts::{Comparison, Likeness, Verdict};
use super::left_out::{self, LeftOut};
use super::lines::BankLine;
use super::record::{BY_CONTENT, BY_DAY_AMOUNT, BY_LINE, Method, Receipt, ReceiptState, line_columns, value_columns};
use crate::error::{AppError, Result};
use crate::features::finance::bill::post::touched;
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
    /// Left out before.
    Left(LeftOut),
    /// Perhaps the line in this row of the same file.
    Twin(u32),
}

/// Whose account, and what its lines are called.
pub(super) struct Account<'a> {
    pub(super) party_a_id: u64,
    pub(super) tail: &'a str,
}

impl Account<'_> {
    /// Whether a receipt may have come to it.
    pub(super) fn fits(&self, receipt: &Receipt) -> bool {
        let tail = folded(&receipt.account_tail);
        tail.is_empty() || self.tail.is_empty() || tail == folded(self.tail)
    }
}

/// The key of a line's content.
pub(super) fn line_key(view: &View, content: &str) -> String {
    view.app.sealer().mark(&format!("line {content}"))
}

/// Looks for every line before the first one is entered.
pub(super) fn look(view: &View, account: &Account, lines: &[BankLine]) -> Result<HashMap<u32, Found>> {
    let (mut found, mut spoken) = (HashMap::new(), HashSet::new());
    for line in lines {
        if let Some(known) = exactly(view, account, line)? {
            if let Found::Known(receipt) | Found::Differs(receipt) = &known {
                spoken.insert(receipt.receipt_id);
            }
            found.insert(line.row.number, known);
        }
    }
    for wanted in [Verdict::Same, Verdict::Perhaps] {
        for line in lines.iter() {
            if found.contains_key(&line.row.number) {
                continue;
            }
            if let Some(receipt) = alike(view, account, line, (wanted, &spoken))? {
                spoken.insert(receipt.receipt_id);
                let is_same = wanted == Verdict::Same;
                found.insert(line.row.number, if is_same { Found::Known(receipt) } else { Found::Suspect(receipt) });
            }
        }
    }
    for line in lines {
        if let (Some(twin), false) = (line.twin, found.contains_key(&line.row.number)) {
            found.insert(line.row.number, Found::Twin(twin));
        }
    }
    Ok(found)
}

fn exactly(view: &View, account: &Account, line: &BankLine) -> Result<Option<Found>> {
    let bank_ref = line.row.get(REF);
    if !bank_ref.is_empty() {
        let columns = line_columns(account.party_a_id, account.tail, bank_ref);
        if let Some(receipt) = view.tx.one(&BY_LINE, &columns)? {
            let is_same = line.fen.is_none_or(|fen| fen == receipt.amount_fen);
            return Ok(Some(if is_same { Found::Known(receipt) } else { Found::Differs(receipt) }));
        }
    }
    if line.facts.balance_fen.is_some() {
        let columns = line_columns(account.party_a_id, account.tail, &line_key(view, &line.content));
        let equal: Vec<Receipt> = view.tx.by(&BY_CONTENT, &columns, false, 0, usize::MAX)?;
        // without a time of day a sum that came, went back and came again has the same balance twice
        let is_same = |receipt: &Receipt| {
            let is_nameless = bank_ref.is_empty() || receipt.bank_ref.is_empty();
            line.facts.time.is_some() || is_nameless || is_same_number(bank_ref, &receipt.bank_ref)
        };
        if let Some(receipt) = equal.into_iter().find(is_same) {
            return Ok(Some(Found::Known(receipt)));
        }
    }
    Ok(left_out::find(view, account, line)?.map(Found::Left))
}

fn alike(
    view: &View,
    account: &Account,
    line: &BankLine,
    (wanted, spoken): (Verdict, &HashSet<u64>),
) -> Result<Option<Receipt>> {
    let (Some(day), Some(fen)) = (line.day, line.fen) else { return Ok(None) };
    let columns = value_columns(account.party_a_id, day, fen);
    let equal: Vec<Receipt> = view.tx.by(&BY_DAY_AMOUNT, &columns, false, 0, usize::MAX)?;
    for receipt in equal {
        if !spoken.contains(&receipt.receipt_id)
            && account.fits(&receipt)
            && !matches!(receipt.method, Method::Cash | Method::Treasury)
            && compared(view, line, &receipt)?.verdict() == wanted
        {
            return Ok(Some(receipt));
        }
    }
    Ok(None)
}

fn compared(view: &View, line: &BankLine, receipt: &Receipt) -> Result<Comparison> {
    let facts = receipt.line.unwrap_or_default();
    let number = match (line.row.get(REF), receipt.bank_ref.as_str()) {
        ("", _) | (_, "") => Likeness::Unsaid,
        (one, other) if is_same_number(one, other) => Likeness::Equal,
        _ => Likeness::Different,
    };
    Ok(Comparison {
        time: Likeness::of_times(line.facts.time, facts.time),
        balance: Likeness::of(line.facts.balance_fen, facts.balance_fen, |_, _| false),
        payer: payer(view, line.row.get(PAYER), receipt)?,
        account: account(view, line, receipt),
        number,
    })
}

/// Whether the payer is that of a receipt; one without his name is its tenant's.
fn payer(view: &View, name: &str, receipt: &Receipt) -> Result<Likeness> {
    let (name, other) = (folded(name), folded(&receipt.payer_name));
    if name == other {
        return Ok(Likeness::Equal);
    }
    if name.is_empty() {
        return Ok(Likeness::Unsaid);
    }
    let tenant: Option<Tenant> = if other.is_empty() { view.tx.get(&id(receipt.tenant_id))? } else { None };
    let is_his = tenant.is_some_and(|tenant| {
        let facts = &tenant.facts;
        facts.payer_names.iter().chain([&facts.tenant_name]).any(|known| folded(known) == name)
    });
    Ok(if is_his { Likeness::Equal } else { Likeness::Different })
}

/// Whether the payer's account is that of a receipt. What a file says in part, masked or shortened by a spreadsheet program,
/// contradicts nothing.
fn account(view: &View, line: &BankLine, receipt: &Receipt) -> Likeness {
    let known = receipt.payer_mark.as_str();
    let mark = |account: &str| account_mark(view, account);
    let short = rounded(&line.account);
    if line.account.is_empty() {
        return if known.is_empty() || line.has_account { Likeness::Equal } else { Likeness::Unsaid };
    }
    let is_equal = mark(&line.account) == known || short.as_ref().is_some_and(|short| mark(short) == known);
    let is_shortened = short.is_some_and(|short| short == line.account);
    match (is_equal || (is_shortened && !known.is_empty()), known) {
        (true, _) => Likeness::Equal,
        (false, "") => Likeness::Unsaid,
        (false, _) => Likeness::Different,
    }
}

/// A receipt that was entered by hand, or came from another file, becomes that of a line.
///
/// # Errors
/// A sentence for one that the caller may not see or that was taken back.
pub(super) fn link(op: &mut Op, receipt_id: u64, account: &Account, line: &BankLine, payer_mark: &str) -> Result<()> {
    let receipt: Receipt = owned::find(&op.view(), receipt_id)?;
    if receipt.state == ReceiptState::Reversed {
        return Err(AppError::refused(format!("收款单 {} 已冲销，不能关联", receipt.receipt_no)));
    }
    let was_line = !receipt.line_key.is_empty();
    let bank_ref = match line.row.get(REF) {
        "" => receipt.bank_ref.clone(),
        // the number that the bank gave it first is not lost to a file that a spreadsheet program has changed
        _ if was_line && !receipt.bank_ref.is_empty() => receipt.bank_ref.clone(),
        text => text.to_owned(),
    };
    let payer_mark = if payer_mark.is_empty() { receipt.payer_mark.clone() } else { payer_mark.to_owned() };
    let old = receipt.line.unwrap_or_default();
    let facts = super::facts::LineFacts {
        time: old.time.or(line.facts.time),
        balance_fen: old.balance_fen.or(line.facts.balance_fen),
    };
    let line_key = line_key(&op.view(), &line.content);
    let (account_tail, owned) = (account.tail.to_owned(), touched(op, &receipt.owned));
    op.put(&Receipt { bank_ref, line_key, account_tail, payer_mark, line: Some(facts), owned, ..receipt })?;
    Ok(())
}
