//! What is open before a month of a party A is closed: what forbids the close, and what only should be looked at, because it
//! would count in a later month.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Serialize;

use super::super::payout::record::{Payout, PayoutKind, WAITING as PAYOUTS};
use super::super::receipt::record::{Receipt, UNCLAIMED};
use super::super::reconcile;
use super::super::settlement::record::{Settlement, WAITING as SETTLEMENTS};
use super::figures::{MonthFigures, of_months};
use super::{CloseMonth, billed_leases, first_lacking, months_until, party};
use crate::error::Result;
use crate::features::finance::period::{end_of, month_of};
use crate::features::finance::waiver::record::{WAITING as WAIVERS, Waiver};
use crate::features::lease::contract::change::{LeaseChange, WAITING as CHANGES};
use crate::features::lease::contract::record::{Lease, LeaseState, WAITING as LEASES};
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::dates::{DateText, Stamp};
use crate::op::View;
use crate::records::list::NameCache;
use crate::records::owned::is_visible;
use crate::route::Data;
use crate::store::{Index, Reads, Record, id, key};

/// Leases that are named at most.
const NAMED: usize = 20;

/// Something that is looked at before a close.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OpenItem {
    /// Which: `unbilled`, `unclaimed`, `lease`, `change`, `waiver`, `refund`, `expense`, `remittance`, `settlement`,
    /// `difference`, `unchecked`
    pub kind: &'static str,
    /// What people call it.
    pub label: &'static str,
    /// How many there are.
    pub count: usize,
    /// Whether the month cannot be closed while there is one.
    pub forbids: bool,
}

/// A lease that lacks bills.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnbilledLease {
    /// Number of the lease 合同.
    pub lease_id: u64,
    /// What people call it.
    pub lease_no: String,
    /// Name of the tenant.
    pub tenant_name: String,
    /// The first month it lacks bills of, by its first day.
    #[schemars(with = "DateText")]
    pub month: Date,
}

/// The check list of a close.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CloseCheck {
    /// The months that would be closed, in order, by their first days.
    #[schemars(with = "Vec<DateText>")]
    pub months: Vec<Date>,
    /// Of these, how many come before the first one that something forbids.
    pub closable: usize,
    /// The list; what there is none of stands in it as well.
    pub items: Vec<OpenItem>,
    /// What each of the months came to.
    pub figures: Vec<MonthFigures>,
    /// The leases that lack bills, the first ones that the reader may see.
    pub leases: Vec<UnbilledLease>,
}

fn records<R: Record>(view: &View, index: &Index<R>) -> Result<Vec<R>> {
    Ok(view.tx.by(index, &key(), false, 0, usize::MAX)?)
}

/// How many of some months come before the first one that is forbidden.
fn closable(months: &[Date], lacking: impl Iterator<Item = Date>) -> usize {
    let first = lacking.min();
    months.iter().filter(|month| first.is_none_or(|first| **month < first)).count()
}

/// GET /fin/close/check: what is open of a party A up to the end of a month.
///
/// # Errors
/// A sentence that says why the month cannot be closed at all; a record that cannot be read.
pub fn check(view: &View, input: CloseMonth) -> Result<Data<CloseCheck>> {
    let party = party(view, input.party_a_id)?;
    let months = months_until(view, &party, month_of(input.month))?;
    let mut lacking = Vec::new();
    for lease in billed_leases(view, party.party_a_id)? {
        if let Some(month) = first_lacking(view, &lease, &months)? {
            lacking.push((lease, month));
        }
    }
    let mut items =
        vec![OpenItem {
            kind: "unbilled", label: "未出账或与合同不一致的合同", count: lacking.len(), forbids: true
        }];
    let counted = waiting(view, party.party_a_id, end_of(month_of(input.month)))?;
    items.extend(counted.into_iter().map(|(kind, label, count)| OpenItem { kind, label, count, forbids: false }));
    items.extend(reconciled(view)?);
    let closable = closable(&months, lacking.iter().map(|(_, month)| *month));
    let scope = view.caller.scope();
    lacking.retain(|(lease, _)| is_visible(view, &scope, lease));
    let mut names = NameCache::new(view);
    let leases = lacking.into_iter().take(NAMED).map(|(lease, month)| {
        let tenant_name = names.of::<Tenant>(lease.facts.tenant_id)?;
        Ok(UnbilledLease { lease_id: lease.lease_id, lease_no: lease.lease_no, tenant_name, month })
    });
    let leases = leases.collect::<Result<_>>()?;
    let figures = of_months(view, party.party_a_id, &months)?;
    Ok(Data(CloseCheck { months, closable, items, figures, leases }))
}

type Counted = (&'static str, &'static str, usize);

/// Documents of a party A up to a day that wait for somebody, as far as the reader sees them.
fn waiting(view: &View, party_a_id: u64, day: Date) -> Result<Vec<Counted>> {
    let scope = view.caller.scope();
    let by_then = |at: Stamp| at.date() <= day;
    let mut receipts: Vec<Receipt> = view.tx.by(&UNCLAIMED, &id(party_a_id), false, 0, usize::MAX)?;
    receipts.retain(|receipt| receipt.value_date <= day && is_visible(view, &scope, receipt));
    let is_ours = |lease: &Lease| lease.facts.party_a_id == party_a_id && is_visible(view, &scope, lease);
    let of_lease = |lease_id: u64| {
        Ok::<_, crate::error::AppError>(view.tx.get(&id(lease_id))?.is_some_and(|lease| is_ours(&lease)))
    };
    let mut leases = records::<Lease>(view, &LEASES)?;
    leases.retain(|lease| lease.state == LeaseState::Submitted && lease.facts.start_date <= day && is_ours(lease));
    let mut changes = 0;
    for change in records::<LeaseChange>(view, &CHANGES)? {
        changes += usize::from(change.effective_date <= day && of_lease(change.lease_id)?);
    }
    let mut waivers: Vec<Waiver> = view.tx.by(&WAIVERS, &id(party_a_id), false, 0, usize::MAX)?;
    waivers.retain(|waiver| waiver.effective_date <= day && is_visible(view, &scope, waiver));
    let mut payouts = records::<Payout>(view, &PAYOUTS)?;
    payouts.retain(|payout| payout.facts.party_a_id == party_a_id && by_then(payout.owned.base.create_time));
    payouts.retain(|payout| is_visible(view, &scope, payout));
    let paid = |kinds: &[PayoutKind]| payouts.iter().filter(|payout| kinds.contains(&payout.kind)).count();
    let mut settlements = 0;
    for settlement in records::<Settlement>(view, &SETTLEMENTS)? {
        settlements += usize::from(by_then(settlement.owned.base.create_time) && of_lease(settlement.lease_id)?);
    }
    Ok(vec![
        ("unclaimed", "待认领的收款", receipts.len()),
        ("lease", "待审批的合同", leases.len()),
        ("change", "待审批的合同变更", changes),
        ("waiver", "待审批的减免", waivers.len()),
        ("refund", "待审批的退款", paid(&[PayoutKind::CreditRefund, PayoutKind::DepositRefund])),
        ("expense", "待审批的支出和单位往来", paid(&[PayoutKind::Expense, PayoutKind::Between])),
        ("remittance", "待审批的上缴", paid(&[PayoutKind::Remittance])),
        ("settlement", "待审批的退租结算", settlements),
    ])
}

/// What the last run over all books found, for who may see it.
fn reconciled(view: &View) -> Result<Option<OpenItem>> {
    if !view.caller.rights.holds("fin:reconcile:list") {
        return Ok(None);
    }
    let item = |kind, label, count| OpenItem { kind, label, count, forbids: false };
    Ok(Some(match reconcile::last_differences(view)? {
        Some(count) => item("difference", "最近一次对账的差异（全部甲方）", count),
        None => item("unchecked", "还没有对过账", 1),
    }))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::closable;

    #[test]
    fn a_close_ends_before_the_first_month_that_lacks_something() {
        let months = [date(2024, 1, 1), date(2024, 2, 1), date(2024, 3, 1)];
        for (lacking, count) in [
            (vec![], 3),
            (vec![date(2024, 3, 1)], 2),
            (vec![date(2024, 3, 1), date(2024, 2, 1)], 1),
            (vec![date(2024, 1, 1)], 0),
        ] {
            assert_eq!(closable(&months, lacking.clone().into_iter()), count, "{lacking:?}");
        }
    }
}
