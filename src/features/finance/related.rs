//! Which other documents belong to the lease, the tenant or the asset that a document is about.
//!
//! Finance speaks for documents of leases, too: it knows both, and a lease's refunds and waivers are what its approver asks for.

use std::collections::BTreeSet;

use super::allocation::living_of_receipt;
use super::bill::approval::describe;
use super::bill::record::Bill;
use super::handover::record::{BY_ASSET as HANDOVERS_OF, Handover};
use super::payout::approval::binding_of as payout_process;
use super::payout::record::{BY_LEASE as PAYOUTS_OF_LEASE, BY_TENANT as PAYOUTS_OF, Payout};
use super::receipt::record::{BY_TENANT as RECEIPTS_OF, Receipt};
use super::settlement::record::{BY_LEASE as SETTLEMENTS_OF, Settlement};
use super::waiver::record::{BY_TENANT as WAIVERS_OF, Waiver};
use crate::error::Result;
use crate::features::approvals::binding::Doc;
use crate::features::approvals::constants::RelationKind;
use crate::features::approvals::related::{MOST, RelatedOf, Relation};
use crate::features::lease::contract::change::{BY_LEASE as CHANGES_OF, LeaseChange};
use crate::features::lease::contract::change_approval::binding_of as change_process;
use crate::features::lease::contract::record::{BY_PREV, BY_TENANT as LEASES_OF, Lease};
use crate::op::View;
use crate::records::owned;
use crate::store::{Reads, id};

/// Receipts of a tenant among which reversals are looked for: reversals are rare, receipts are not.
const RECEIPTS: usize = 500;

/// What each kind of document is about.
pub static RELATED: [RelatedOf; 7] = [
    RelatedOf { keys: &["lease_sign"], of: |view, doc| of_lease(view, doc.id) },
    RelatedOf { keys: &["lease_change", "lease_terminate"], of: of_change },
    RelatedOf {
        keys: &["settlement"],
        of: |view, doc| of_lease(view, owned::find::<Settlement>(view, doc.id)?.lease_id),
    },
    RelatedOf { keys: &["waiver"], of: of_waiver },
    RelatedOf { keys: &["refund", "expense", "remittance"], of: of_payout },
    RelatedOf { keys: &["receipt_reversal"], of: of_reversal },
    RelatedOf { keys: &["bill_adjust"], of: |view, doc| of_lease(view, describe(view, doc)?.lease.lease_id) },
];

/// What a handover and a disposal are about: assets.
pub static OF_ASSETS: [RelatedOf; 2] = [
    RelatedOf { keys: &["handover"], of: of_handover },
    RelatedOf { keys: &["asset_dispose"], of: |view, doc| of_asset(view, doc.id) },
];

const fn relation(why: RelationKind, key: &'static str, id: u64) -> Relation {
    Relation { why, key, id }
}

fn of_change(view: &View, doc: &Doc) -> Result<Vec<Relation>> {
    let change: Option<LeaseChange> = view.tx.get(&id(doc.id))?;
    change.map_or_else(|| Ok(Vec::new()), |change| of_lease(view, change.lease_id))
}

fn of_waiver(view: &View, doc: &Doc) -> Result<Vec<Relation>> {
    let waiver: Waiver = owned::find(view, doc.id)?;
    let (mut leases, mut tenants) = (BTreeSet::new(), BTreeSet::new());
    for part in &waiver.scope {
        tenants.insert(part.of.tenant_id);
        leases.insert(owned::linked::<Bill>(view, part.bill_id)?.lease_id);
    }
    of_matter(view, leases, tenants)
}

fn of_payout(view: &View, doc: &Doc) -> Result<Vec<Relation>> {
    let Payout { facts, .. } = owned::find(view, doc.id)?;
    let mut found = of_matter(view, [facts.lease_id], [facts.tenant_id])?;
    if facts.asset_id > 0 {
        found.extend(of_asset(view, facts.asset_id)?);
    }
    Ok(found)
}

fn of_reversal(view: &View, doc: &Doc) -> Result<Vec<Relation>> {
    let receipt: Receipt = owned::find(view, doc.id)?;
    let mut leases = BTreeSet::from([receipt.lease_id]);
    for (row, _) in living_of_receipt(view, receipt.receipt_id)? {
        leases.insert(owned::linked::<Bill>(view, row.bill_id)?.lease_id);
    }
    of_matter(view, leases, [receipt.tenant_id])
}

fn of_handover(view: &View, doc: &Doc) -> Result<Vec<Relation>> {
    let handover: Handover = owned::find(view, doc.id)?;
    let mut found = Vec::new();
    for asset in handover.facts.asset_ids.into_iter().take(MOST) {
        found.extend(of_asset(view, asset)?);
    }
    Ok(found)
}

/// Papers of one lease and of its tenant.
///
/// # Errors
/// A lease that is gone.
pub fn of_lease(view: &View, lease_id: u64) -> Result<Vec<Relation>> {
    let lease: Lease = owned::linked(view, lease_id)?;
    of_matter(view, [lease_id], [lease.facts.tenant_id])
}

/// Papers of some leases, and of some tenants beside those; 0 is none.
///
/// # Errors
/// Records that can't be read.
pub fn of_matter(
    view: &View,
    leases: impl IntoIterator<Item = u64>,
    tenants: impl IntoIterator<Item = u64>,
) -> Result<Vec<Relation>> {
    let mut found = Vec::new();
    for lease in leases.into_iter().filter(|lease| *lease > 0).take(MOST) {
        found.extend(under_lease(view, lease)?);
    }
    for tenant in tenants.into_iter().filter(|tenant| *tenant > 0).take(MOST) {
        found.extend(under_tenant(view, tenant)?);
    }
    Ok(found)
}

fn under_lease(view: &View, lease_id: u64) -> Result<Vec<Relation>> {
    let of = |key, id| relation(RelationKind::Lease, key, id);
    let mut found = vec![of("lease_sign", lease_id)];
    let lease: Lease = owned::linked(view, lease_id)?;
    if lease.facts.prev_lease_id > 0 {
        found.push(of("lease_sign", lease.facts.prev_lease_id));
    }
    let next: Vec<Lease> = view.tx.by(&BY_PREV, &id(lease_id), true, 0, MOST)?;
    found.extend(next.iter().map(|lease| of("lease_sign", lease.lease_id)));
    let changes: Vec<LeaseChange> = view.tx.by(&CHANGES_OF, &id(lease_id), true, 0, MOST)?;
    found.extend(changes.iter().map(|change| of(change_process(change.kind).key, change.change_id)));
    let sheets: Vec<Settlement> = view.tx.by(&SETTLEMENTS_OF, &id(lease_id), true, 0, MOST)?;
    found.extend(sheets.iter().map(|sheet| of("settlement", sheet.settlement_id)));
    let payouts: Vec<Payout> = view.tx.by(&PAYOUTS_OF_LEASE, &id(lease_id), true, 0, MOST)?;
    found.extend(payouts.iter().map(|payout| of(payout_process(payout.kind).key, payout.payout_id)));
    Ok(found)
}

fn under_tenant(view: &View, tenant_id: u64) -> Result<Vec<Relation>> {
    let of = |key, id| relation(RelationKind::Tenant, key, id);
    let tenant = id(tenant_id);
    let waivers: Vec<Waiver> = view.tx.by(&WAIVERS_OF, &tenant, true, 0, MOST)?;
    let mut found: Vec<Relation> = waivers.iter().map(|waiver| of("waiver", waiver.waiver_id)).collect();
    let payouts: Vec<Payout> = view.tx.by(&PAYOUTS_OF, &tenant, true, 0, MOST)?;
    found.extend(payouts.iter().map(|payout| of(payout_process(payout.kind).key, payout.payout_id)));
    let receipts: Vec<Receipt> = view.tx.by(&RECEIPTS_OF, &tenant, true, 0, RECEIPTS)?;
    let reversed = receipts.iter().filter(|receipt| receipt.reversal.is_some());
    found.extend(reversed.map(|receipt| of("receipt_reversal", receipt.receipt_id)));
    let leases: Vec<Lease> = view.tx.by(&LEASES_OF, &tenant, true, 0, MOST)?;
    found.extend(leases.iter().map(|lease| of("lease_sign", lease.lease_id)));
    Ok(found)
}

fn of_asset(view: &View, asset_id: u64) -> Result<Vec<Relation>> {
    let of = |key, id| relation(RelationKind::Asset, key, id);
    let handovers: Vec<Handover> = view.tx.by(&HANDOVERS_OF, &id(asset_id), true, 0, MOST)?;
    let mut found = vec![of("asset_dispose", asset_id)];
    found.extend(handovers.iter().map(|handover| of("handover", handover.handover_id)));
    Ok(found)
}
