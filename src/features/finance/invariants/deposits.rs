//! Deposits tenant by tenant (I18): nobody's goes below nothing, none is asked for that nobody may pay, and none was paid back
//! while the lease runs.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::{Check, check, tell};
use crate::error::Result;
use crate::features::finance::bill::generate::living;
use crate::features::finance::bill::record::BillState;
use crate::features::finance::deposit::demand::too_much;
use crate::features::finance::deposit::{DepositKind, moves_by_owner};
use crate::features::finance::timeline::first_day_with;
use crate::features::lease::contract::effect::agreed_on;
use crate::features::lease::contract::plan::{all_versions, tenant_on};
use crate::features::lease::contract::record::{Lease, LeaseState};
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::money::yuan_grouped;
use crate::op::View;
use crate::store::Reads;

/// I18.
pub(super) fn deposits_by_tenant(view: &View) -> Result<Check> {
    let (mut count, mut faults, mut read) = (0, Vec::new(), Ok(()));
    view.tx.each::<Lease>(|lease| {
        if lease.version_no > 0 && lease.facts.deposit_fen > 0 {
            count += 1;
            read = of_lease(view, &lease, &mut faults);
        }
        read.is_ok()
    })?;
    read?;
    Ok(check("I18", "押金：每个承租人不为负，不多收，履行中不退", count, faults))
}

fn of_lease(view: &View, lease: &Lease, faults: &mut Vec<String>) -> Result<()> {
    let (no, today) = (&lease.lease_no, view.now.date());
    let mut moves: BTreeMap<u64, Vec<(Date, i64)>> = BTreeMap::new();
    let (current, versions) = (tenant_on(view, lease, today)?, all_versions(view, lease.lease_id)?);
    // More was paid back than the contract of that day left over.
    let (mut held, mut paid_back) = (0, false);
    for (owner, movement) in moves_by_owner(view, lease)? {
        held += movement.amount_fen;
        let agreed = agreed_on(&versions, movement.book_date, |facts| facts.deposit_fen).unwrap_or(0);
        paid_back |= movement.kind == DepositKind::Refund && owner == current && held < agreed;
        moves.entry(owner).or_default().push((movement.book_date, movement.amount_fen));
    }
    for (owner, moves) in &moves {
        let first = moves.iter().map(|(day, _)| *day).min();
        if first_day_with(moves, 0).is_none_or(|day| first.is_some_and(|first| day > first)) {
            tell(faults, || format!("合同 {no} 的押金（乙方编号 {owner}）在某一天为负"));
        }
    }
    let bills = living(view, lease.lease_id)?;
    let over = matches!(lease.state, LeaseState::Settled | LeaseState::Void);
    let open = bills.iter().filter(|bill| bill.kind == BillKind::Deposit && bill.state == BillState::Issued);
    let open: i64 = open.map(|bill| bill.outstanding_fen()).sum();
    if over && open > 0 {
        tell(faults, || format!("合同 {no} 已结清或作废，仍在收取押金 {} 元", yuan_grouped(open)));
    } else if !over {
        let extra: i64 = too_much(view, lease, &bills, today)?.iter().map(|(_, fen)| fen).sum();
        if extra > 0 {
            tell(faults, || format!("合同 {no} 应收押金多出约定 {} 元", yuan_grouped(extra)));
        }
    }
    let runs = lease.state_on(today) == LeaseState::Running;
    let owes = bills.iter().any(|bill| bill.kind != BillKind::Deposit && bill.is_overdue(today));
    if runs && paid_back && owes && held < lease.facts.deposit_fen {
        tell(faults, || format!("合同 {no} 仍在履行且有欠缴，押金已退还"));
    }
    Ok(())
}
