//! What the doctor looks at: each contract of a received batch is there, and no period of it is asked for twice.

use std::collections::HashSet;

use super::record::TakeoverLine;
use crate::error::Result;
use crate::features::finance::bill::record::{BY_LEASE, Bill, BillSource, BillState};
use crate::features::finance::bill::standing::is_of_before;
use crate::features::lease::contract::record::Lease;
use crate::product::Found;
use crate::store::{Reader, Reads, id};

/// Faults of what was taken over.
///
/// # Errors
/// Records that can't be read.
pub fn check(tx: &Reader) -> Result<Found> {
    let (mut found, mut failed) = (Found::default(), Ok(()));
    tx.each::<TakeoverLine>(|line| {
        failed = of_line(tx, &line).map(|text| found.faults.extend(text));
        failed.is_ok()
    })?;
    failed.map(|()| found)
}

fn of_line(tx: &Reader, line: &TakeoverLine) -> Result<Option<String>> {
    let Some(lease) = tx.get::<Lease>(&id(line.lease_id))? else {
        return Ok(Some(format!("接收的合同（编号 {}）不存在", line.lease_id)));
    };
    let bills: Vec<Bill> = tx.by(&BY_LEASE, &id(line.lease_id), false, 0, usize::MAX)?;
    let living = || bills.iter().filter(|bill| bill.state == BillState::Issued && bill.amount_fen >= 0);
    let mut seen = HashSet::new();
    for bill in living().filter(|bill| is_of_before(bill)) {
        let Some(of) = bill.period else { continue };
        let again = living().any(|other| {
            other.source == BillSource::Contract
                && (other.kind, other.tenant_id) == (bill.kind, bill.tenant_id)
                && other.net_fen() > 0
                && other.period.is_some_and(|period| of.contains(period.from))
        });
        if again || !seen.insert((bill.kind, bill.tenant_id, of.from)) {
            return Ok(Some(format!("接收的合同 {} 的账期 {of} 重复出账", lease.lease_no)));
        }
    }
    Ok(None)
}
