//! When the first day of the books 账务启用日 may be moved: never past what is in them. Earlier, and the periods that opening
//! balances stand for, or that were paid before the books began, would be billed again; later, and what was not billed
//! yet would never be. One day counts for all parties A (setting `fin.booksFrom`), and each may have its own.

use std::collections::HashSet;

use jiff::civil::Date;

use super::record::{Opening, OpeningKind};
use crate::error::{AppError, Result};
use crate::features::assets::party_a::record::PartyA;
use crate::features::finance::bill::record::{Bill, BillSource, BillState};
use crate::features::finance::period::{BOOKS_FROM, books_from, usual_books_from};
use crate::kernel::check;
use crate::kernel::dates::parse_date;
use crate::op::View;
use crate::store::{Reads, id};

/// Refuses a first day of the books that what is in them contradicts; any other setting passes.
///
/// # Errors
/// A sentence that says what stands against it.
pub fn refuse_moving(view: &View, config_key: &str, value: &str) -> Result<()> {
    if config_key != BOOKS_FROM.info.key {
        return Ok(());
    }
    let Some(day) = parse_date(value.trim()) else {
        return Err(AppError::refused("账务启用日应为 2026-01-01 这样的日期"));
    };
    check::day("configValue", day, view.now.date(), "账务启用日")?;
    // Setting it for the first time is always right: bills of before stay compared with their plan.
    let Some(before) = usual_books_from(view).filter(|before| *before != day) else { return Ok(()) };
    let parties: Vec<PartyA> = view.tx.all()?;
    let own = parties.iter().filter(|party| party.facts.books_from.is_some());
    let own: HashSet<u64> = own.map(|party| party.party_a_id).collect();
    refuse(view, before, Some(day), &|party_a_id| !own.contains(&party_a_id))
}

/// The same for the day of one party A; none means that of all.
///
/// # Errors
/// A sentence that says what stands against it.
pub fn refuse_moving_of(view: &View, party_a_id: u64, day: Option<Date>) -> Result<()> {
    if let Some(day) = day {
        check::day("booksFrom", day, view.now.date(), "账务启用日")?;
    }
    let (before, day) = (books_from(view, party_a_id)?, day.or_else(|| usual_books_from(view)));
    match before.filter(|before| Some(*before) != day) {
        Some(before) => refuse(view, before, day, &|other| other == party_a_id).map_err(|fault| fault.at("booksFrom")),
        None => Ok(()),
    }
}

/// Refuses to begin the books of some parties A on another day, or on none.
fn refuse(view: &View, before: Date, day: Option<Date>, is_meant: &dyn Fn(u64) -> bool) -> Result<()> {
    if let Some(opening) = living_opening(view, is_meant)? {
        let no = opening.origin_no;
        return Err(AppError::refused(format!(
            "已按账务启用日 {before} 录入期初余额（如 {no}），启用日不能改动；须改动的请先撤销全部期初余额"
        )));
    }
    match issued_between(view, before, day.unwrap_or(Date::MAX), is_meant)? {
        Some(bill) => Err(AppError::refused(format!(
            "账单 {} 已于 {} 按合同开出，账务启用日不能晚于该日",
            bill.bill_no, bill.issue_date
        ))),
        None => Ok(()),
    }
}

/// An opening balance that counts, if there is one.
fn living_opening(view: &View, is_meant: &dyn Fn(u64) -> bool) -> Result<Option<Opening>> {
    let (mut found, mut failed) = (None, None);
    view.tx.each::<Opening>(|opening| {
        match counts(view, &opening) {
            Ok(true) if is_meant(opening.facts.party_a_id) => found = Some(opening),
            Ok(_) => {}
            Err(fault) => failed = Some(fault),
        }
        found.is_none() && failed.is_none()
    })?;
    failed.map_or(Ok(found), Err)
}

fn counts(view: &View, opening: &Opening) -> Result<bool> {
    if opening.facts.kind != OpeningKind::Bill {
        return Ok(opening.revoked.is_none());
    }
    let bill: Option<Bill> = view.tx.get(&id(opening.document_id))?;
    Ok(bill.is_some_and(|bill| bill.state != BillState::Void))
}

/// A bill that the contract asked for in the days that would be left out.
fn issued_between(view: &View, before: Date, day: Date, is_meant: &dyn Fn(u64) -> bool) -> Result<Option<Bill>> {
    let mut found = None;
    view.tx.each::<Bill>(|bill| {
        let left_out = bill.issue_date >= before && bill.issue_date < day && is_meant(bill.party_a_id);
        if bill.source == BillSource::Contract && bill.state == BillState::Issued && left_out {
            found = Some(bill);
        }
        found.is_none()
    })?;
    Ok(found)
}
