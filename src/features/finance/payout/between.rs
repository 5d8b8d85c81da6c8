//! What one unit pays another after assets passed between them 单位往来 (business.md 2.8): it leaves the bank of the one and
//! arrives in that of the other in one commit, and never more than is owed.
//!
//! Invariants: only the account of the tenants' own money moves, so what counts as collected, and has to be handed in, stays
//! as the handover left it; what a unit owes is the sum of both accounts.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::record::{Payout, PayoutFacts};
use crate::error::{AppError, Result};
use crate::features::assets::party_a::record::PartyA;
use crate::features::finance::ledger::record::{Account, BETWEEN, LedgerEntry};
use crate::features::finance::ledger::{About, moved, post};
use crate::features::finance::period;
use crate::kernel::money::yuan_grouped;
use crate::op::{Op, View};
use crate::records::owned;
use crate::records::owned::Business;
use crate::route::Data;
use crate::store::{Reads, id, key};

/// What a party A is owed by other units; negative what it owes them.
///
/// # Errors
/// Entries that can't be read.
pub fn balance(view: &View, party_a_id: u64) -> Result<i64> {
    let entries: Vec<LedgerEntry> = view.tx.by(&BETWEEN, &key().u64(party_a_id), false, 0, usize::MAX)?;
    Ok(entries.iter().map(|entry| entry.amount_fen).sum())
}

/// Whose accounts are asked for.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct BetweenInput {
    /// The party A 甲方 that pays, by number.
    pub party_a_id: u64,
    /// Who gets it; 0 while it isn't chosen.
    pub to_party_a_id: u64,
}

/// What may be paid.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BetweenOpen {
    /// What the payer owes other units, fen.
    pub owes_fen: i64,
    /// What may be paid to the receiver, fen; while it isn't chosen, to whoever is owed it.
    pub most_fen: i64,
}

/// GET /fin/expense/between
///
/// # Errors
/// A sentence for a payer that is missing or out of scope.
pub fn open(view: &View, input: BetweenInput) -> Result<Data<BetweenOpen>> {
    let payer: PartyA = owned::find(view, input.party_a_id).map_err(|_| AppError::refused("请选择付款单位"))?;
    let owes_fen = (-balance(view, payer.party_a_id)?).max(0);
    let most_fen = match input.to_party_a_id {
        0 => owes_fen,
        receiver => owes_fen.min(balance(view, receiver)?.max(0)),
    };
    Ok(Data(BetweenOpen { owes_fen, most_fen }))
}

/// The receiver's name, when so much may be paid to it.
///
/// # Errors
/// A sentence: no receiver, the payer itself, more than is owed.
pub fn checked(view: &View, facts: &PayoutFacts) -> Result<String> {
    let missing = || AppError::refused("请选择收款单位").at("toPartyAId");
    let receiver: PartyA = view.tx.get(&id(facts.to_party_a_id))?.ok_or_else(missing)?;
    if receiver.party_a_id == facts.party_a_id {
        return Err(AppError::refused("收款单位不能是付款单位本身").at("toPartyAId"));
    }
    let owes = (-balance(view, facts.party_a_id)?).max(0);
    let most = owes.min(balance(view, receiver.party_a_id)?.max(0));
    if facts.amount_fen > most {
        let [owes, most, wanted] = [owes, most, facts.amount_fen].map(yuan_grouped);
        let name = receiver.title();
        let said = format!("付款单位应付单位往来 {owes} 元，可支付给“{name}” {most} 元，不能支付 {wanted} 元");
        return Err(AppError::refused(said).at("amountFen"));
    }
    Ok(receiver.facts.party_a_name)
}

/// The other side of a payment, on the first open day of who gets it; a negative sum takes it back.
///
/// # Errors
/// A closed month; records that can't be written.
pub fn receive(op: &mut Op, payout: &Payout, paid: About, fen: i64) -> Result<()> {
    let party_a_id = payout.facts.to_party_a_id;
    let book_date: Date = period::open_day(&op.view(), party_a_id, paid.book_date)?;
    let about = About { book_date, party_a_id, ..paid };
    post(op, about, moved(Account::Bank, Account::BetweenMoney, fen, 0, 0, 0))
}
