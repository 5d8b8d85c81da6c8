//! What the signing of a lease brings: the bills whose day has come by then are issued with it, and said before. So it is with
//! the return of its rooms, whose day decides about the last bills and the months of occupation.
//!
//! Invariants: the same bills as the nightly run would issue, so that it finds nothing to do for them; none as long as the books
//! have not begun (`fin.booksFrom`), and none for what was signed before they began: its opening balances come in first.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Serialize;

use super::demand;
use crate::error::Result;
use crate::features::finance::bill::generate::{Generated, generate, living, missing};
use crate::features::finance::period::books_from_of;
use crate::features::lease::contract::record::{Lease, LeaseState};
use crate::features::lease::hooks::BilledAtReturn;
use crate::op::{Op, View};
use crate::records::list::One;
use crate::records::owned;
use crate::route::Data;

/// What a lease would be asked for at once if it were signed today.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "BillsAtSigning")]
pub struct AtSigning {
    /// How many bills of rent and charges would be issued.
    pub bills: usize,
    /// Their sum, in whole fen.
    pub amount_fen: i64,
    /// Deposit 押金 that would be asked for, in whole fen.
    pub deposit_fen: i64,
    /// How many of these bills would have been due before today; they are due on the day of signing instead.
    pub late: usize,
}

/// Whether a signature is of days of the books, which have begun.
fn is_of_books(view: &View, lease: &Lease, signed: Option<Date>) -> Result<bool> {
    let begun = books_from_of(view, lease)?.filter(|first| *first <= view.now.date());
    Ok(begun.zip(signed).is_some_and(|(first, signed)| signed >= first))
}

/// GET /fin/bill/signing/{id}: for a lease that waits for its signature; nothing for any other.
///
/// # Errors
/// A lease the caller does not see; terms that contradict themselves.
pub fn preview(view: &View, input: One) -> Result<Data<AtSigning>> {
    let lease: Lease = owned::find(view, input.id)?;
    let today = view.now.date();
    if lease.state != LeaseState::Approved || !is_of_books(view, &lease, Some(today))? {
        return Ok(Data(AtSigning::default()));
    }
    let signed = Lease { state: LeaseState::Signed, sign_date: Some(today), ..lease };
    let bills = living(view, signed.lease_id)?;
    let due = missing(view, &signed, today)?.due;
    let asked = due.iter().filter(|bill| bill.amount_fen > 0);
    let deposits = demand::wanted(view, &signed, &bills, today)?;
    Ok(Data(AtSigning {
        bills: asked.clone().count(),
        amount_fen: asked.clone().map(|bill| bill.amount_fen).sum(),
        deposit_fen: deposits.iter().map(|demand| demand.amount_fen).sum(),
        late: asked.filter(|bill| bill.due_date < today).count(),
    }))
}

/// Issues what a lease lacks on the day on which its signature is entered.
///
/// # Errors
/// A record that cannot be written; terms that contradict themselves.
pub fn issue(op: &mut Op, lease: &Lease) -> Result<()> {
    let today = op.now.date();
    if !is_of_books(&op.view(), lease, lease.sign_date)? {
        return Ok(());
    }
    generate(op, lease, today).map(drop)
}

/// Issues what a lease lacks once its rooms came back, where the books have begun and know it: one that was signed before them
/// waits for its opening balances. A plan with a hole stops no return; the run names it.
///
/// # Errors
/// A record that cannot be written; terms that contradict themselves.
pub fn issue_returned(op: &mut Op, lease: &Lease) -> Result<BilledAtReturn> {
    let today = op.now.date();
    let view = op.view();
    let begun = books_from_of(&view, lease)?.is_some_and(|first| first <= today);
    let known = is_of_books(&view, lease, lease.sign_date)? || !living(&view, lease.lease_id)?.is_empty();
    if !begun || !known || missing(&view, lease, today)?.uncovered.is_some() {
        return Ok(BilledAtReturn::default());
    }
    let Generated { issued, adjusted, amount_fen } = generate(op, lease, today)?;
    Ok(BilledAtReturn { issued, adjusted, amount_fen })
}
