//! What leases ask of the features above them, in the same transaction.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Serialize;

use super::contract::record::Lease;
use super::schedule::change::Delta;
use super::schedule::plan::PlannedBill;
use super::schedule::terms::RentTerms;
use crate::error::Result;
use crate::features::assets::room::tenancy::DepositOf;
use crate::op::{Op, View};

/// Refuses an operation on a lease because of what waits for a decision.
pub struct LeaseGuard(pub fn(&View<'_>, &Lease) -> Result<()>);

/// What other terms would change of the bills that are in the books, and the bills to come, as of a day; none when the lease
/// has no bills.
pub struct TermsEffect(pub EffectFn);

/// See [`TermsEffect`].
pub type EffectFn = fn(&View<'_>, &Lease, &RentTerms, Date) -> Result<Option<Effect>>;

/// Corrections of bills, and bills to come.
pub type Effect = (Vec<Delta>, Vec<PlannedBill>);

/// A lease will never begin.
pub struct LeaseVoided(pub fn(&mut Op<'_, '_>, &Lease) -> Result<()>);

/// A lease was signed.
pub struct LeaseSigned(pub fn(&mut Op<'_, '_>, &Lease) -> Result<()>);

/// The rooms of a lease came back: what its bills lacked for that is issued with it.
pub struct LeaseReturned(pub fn(&mut Op<'_, '_>, &Lease) -> Result<BilledAtReturn>);

/// What was issued when rooms came back.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BilledAtReturn {
    /// How many bills were issued.
    pub issued: usize,
    /// How many adjustments of earlier bills were issued.
    pub adjusted: usize,
    /// Sum of these bills and adjustments, in whole fen.
    pub amount_fen: i64,
}

/// What a tenant owes; none for who may not see that.
pub struct TenantOwes(pub fn(&View<'_>, u64) -> Result<Option<Owes>>);

/// Entries on the exposure board about a tenant that the caller may see.
pub struct TenantExposed(pub fn(&View<'_>, u64) -> Result<usize>);

/// What is due and not paid.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Owes {
    /// Issued and not paid, due or not, fen.
    pub open_fen: i64,
    /// Of it what was due before today, fen.
    pub overdue_fen: i64,
    /// Days since the oldest of that was due; 0 when nothing is.
    pub overdue_days: i64,
}

pub(super) fn refuse_unfit(view: &View, lease: &Lease) -> Result<()> {
    view.app.product.extensions::<LeaseGuard>().try_for_each(|LeaseGuard(guard)| guard(view, lease))
}

pub(super) fn effect(view: &View, lease: &Lease, terms: &RentTerms, today: Date) -> Result<Option<Effect>> {
    let mut hooks = view.app.product.extensions::<TermsEffect>();
    hooks.next().map_or(Ok(None), |TermsEffect(effect)| effect(view, lease, terms, today))
}

pub(super) fn voided(op: &mut Op, lease: &Lease) -> Result<()> {
    op.app.product.extensions::<LeaseVoided>().try_for_each(|LeaseVoided(tell)| tell(op, lease))
}

pub(super) fn signed(op: &mut Op, lease: &Lease) -> Result<()> {
    op.app.product.extensions::<LeaseSigned>().try_for_each(|LeaseSigned(tell)| tell(op, lease))
}

pub(super) fn returned(op: &mut Op, lease: &Lease) -> Result<BilledAtReturn> {
    let mut hooks = op.app.product.extensions::<LeaseReturned>();
    hooks.next().map_or(Ok(BilledAtReturn::default()), |LeaseReturned(tell)| tell(op, lease))
}

pub fn owes(view: &View, tenant_id: u64) -> Result<Option<Owes>> {
    let mut hooks = view.app.product.extensions::<TenantOwes>();
    hooks.next().map_or(Ok(None), |TenantOwes(owes)| owes(view, tenant_id))
}

pub(super) fn exposed(view: &View, tenant_id: u64) -> Result<usize> {
    let mut hooks = view.app.product.extensions::<TenantExposed>();
    hooks.next().map_or(Ok(0), |TenantExposed(exposed)| exposed(view, tenant_id))
}

/// Fen held as deposit for a lease.
pub(super) fn deposit(view: &View, lease_id: u64) -> Result<i64> {
    let mut hooks = view.app.product.extensions::<DepositOf>();
    hooks.next().map_or(Ok(0), |DepositOf(held)| held(view, lease_id))
}
