//! The sheet of a settlement: computed whenever it is shown, kept once it is submitted.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::record::{BY_LEASE, LIVING, Settlement, SettlementState, Sheet, SheetBill};
use crate::error::{AppError, Result};
use crate::features::assets::party_a::record::PartyA;
use crate::features::finance::bill::generate::{living, missing};
use crate::features::finance::bill::record::Bill;
use crate::features::finance::credit::{CreditLot, lots_of_tenant};
use crate::features::finance::deposit::{held, held_of};
use crate::features::finance::payout::promised::promised;
use crate::features::finance::payout::record::{self as payout, Payout};
use crate::features::lease::contract::handover::{self, HandoverKind, LeaseHandover};
use crate::features::lease::contract::plan::tenants;
use crate::features::lease::contract::record::{Lease, LeaseState};
use crate::features::lease::schedule::change::{Claims, settle};
use crate::features::lease::schedule::terms::{BillKind, TenantFrom};
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::dates::DateText;
use crate::kernel::money::MOST_FEN;
use crate::kernel::order::Order;
use crate::kernel::span::before;
use crate::op::View;
use crate::records::list::NameCache;
use crate::records::names::person_name;
use crate::records::owned;
use crate::records::owned::{Business, OwnedOut};
use crate::route::Data;
use crate::store::{Reads, id};

/// Damage of the last protocol of return, less what an earlier settlement of the lease has charged.
fn damage(view: &View, lease_id: u64) -> Result<i64> {
    let rows: Vec<LeaseHandover> = view.tx.by(&handover::BY_LEASE, &id(lease_id), true, 0, usize::MAX)?;
    let last = rows.iter().find(|row| row.kind == HandoverKind::Return);
    let found = last.map_or(0, |row| row.damage_fen);
    let known: Vec<Settlement> = view.tx.by(&BY_LEASE, &id(lease_id), false, 0, usize::MAX)?;
    let approved = known.iter().filter(|settlement| settlement.state == SettlementState::Approved);
    let charged: i64 = approved.map(|settlement| settlement.sheet.damage_fen).sum();
    Ok((found - charged).max(0))
}

/// Whose settlement is asked for: a tenant before, or (0) the one the lease has in the end.
///
/// # Errors
/// A sentence for somebody who never was the tenant.
pub fn settler(view: &View, lease: &Lease, tenant_id: u64) -> Result<Settler> {
    let tenants = tenants(view, lease)?;
    let last = tenants.last().map_or(lease.facts.tenant_id, |tenant| tenant.tenant_id);
    let tenant_id = if tenant_id == 0 { last } else { tenant_id };
    let place = tenants.iter().rposition(|tenant| tenant.tenant_id == tenant_id);
    let Some(place) = place else {
        return Err(AppError::refused(format!("所选乙方不是合同 {} 的承租人", lease.title())));
    };
    let until = tenants.get(place + 1).map(|next| before(next.from));
    Ok(Settler { tenant_id, is_last: until.is_none(), until: until.unwrap_or_else(|| lease.effective_end()) })
}

/// A tenant who settles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settler {
    pub tenant_id: u64,
    /// He had the lease in the end: with him it is settled.
    pub is_last: bool,
    /// His last day.
    pub until: Date,
}

/// What is netted for a tenant of a lease today.
///
/// # Errors
/// A sentence for a penalty out of bounds; a record that cannot be read.
pub fn computed(view: &View, lease: &Lease, settler: Settler, penalty_fen: i64) -> Result<Sheet> {
    if !(0..=MOST_FEN).contains(&penalty_fen) {
        return Err(AppError::refused("违约金须在0到1000亿元之间").at("penaltyFen"));
    }
    let divided = tenants(view, lease)?.len() > 1;
    let mut bills = living(view, lease.lease_id)?;
    // A deposit nobody paid is asked for no more.
    bills.retain(|bill| {
        let his = !divided || bill.tenant_id == settler.tenant_id;
        // What stayed with the party A before is its own to collect.
        let ours = bill.party_a_id == lease.facts.party_a_id;
        his && ours && bill.outstanding_fen() > 0 && bill.kind != BillKind::Deposit
    });
    bills.order_by(|a, b| (a.due_date, &a.bill_no).cmp(&(b.due_date, &b.bill_no)));
    let lots = credit_for(view, lease, settler)?;
    let claims = Claims {
        credit_fen: lots.iter().map(|(_, fen)| fen).sum(),
        deposit_fen: if divided { held_of(view, lease, settler.tenant_id)? } else { held(view, lease.lease_id)? },
        open_bills: bills.iter().map(|bill| bill.outstanding_fen()).collect(),
        penalty_fen,
        damage_fen: if settler.is_last { damage(view, lease.lease_id)? } else { 0 },
    };
    let settled = settle(&claims);
    let balance_fen = settled.balance_fen();
    let parts = settled.from_credit.iter().zip(&settled.from_deposit);
    let shown = |(bill, (from_credit, from_deposit)): (&Bill, (&i64, &i64))| SheetBill {
        bill_id: bill.bill_id,
        bill_no: bill.bill_no.clone(),
        kind: bill.kind,
        due_date: bill.due_date,
        open_fen: bill.outstanding_fen(),
        from_credit_fen: *from_credit,
        from_deposit_fen: *from_deposit,
    };
    Ok(Sheet {
        credit_fen: claims.credit_fen,
        deposit_fen: claims.deposit_fen,
        bills: bills.iter().zip(parts).map(shown).collect(),
        penalty_fen,
        damage_fen: claims.damage_fen,
        forfeit_fen: settled.forfeit_fen,
        penalty_from_credit_fen: settled.penalty_from_credit_fen,
        refund_credit_fen: settled.refund_credit_fen,
        refund_deposit_fen: settled.refund_deposit_fen,
        still_owed_fen: settled.still_owed_fen,
        balance_fen,
    })
}

/// Credit that a settlement can use, lot by lot with fen: what no refund promises but those of this lease, which are the settlement's own.
pub(super) fn credit_for(view: &View, lease: &Lease, settler: Settler) -> Result<Vec<(CreditLot, i64)>> {
    let own: Vec<u64> = waiting_refunds(view, lease, settler)?.iter().map(|refund| refund.payout_id).collect();
    let promised = promised(view, settler.tenant_id, lease.facts.party_a_id, None)?;
    let lots = lots_of_tenant(view, settler.tenant_id, lease.facts.party_a_id, lease.lease_id)?;
    let free = |lot: CreditLot| (lot.left_fen - promised.of_lot(lot.lot_id, &own), lot);
    Ok(lots.into_iter().map(free).filter(|(fen, _)| *fen > 0).map(|(fen, lot)| (lot, fen)).collect())
}

impl Sheet {
    /// Whether something is left to net, to charge or to pay back beside refunds that wait already.
    fn lacks(&self, promised_fen: i64) -> bool {
        !self.bills.is_empty() || self.damage_fen > 0 || self.credit_fen + self.deposit_fen > promised_fen
    }
}

/// The newest settlement of a tenant of a lease.
pub fn newest_of(view: &View, lease: &Lease, tenant_id: u64) -> Result<Option<Settlement>> {
    let all: Vec<Settlement> = view.tx.by(&BY_LEASE, &id(lease.lease_id), true, 0, usize::MAX)?;
    let last = tenants(view, lease)?.last().map_or(lease.facts.tenant_id, |tenant| tenant.tenant_id);
    let of = |settlement: &Settlement| if settlement.tenant_id > 0 { settlement.tenant_id } else { last };
    Ok(all.into_iter().find(|settlement| of(settlement) == tenant_id))
}

/// The newest settlement of a lease, whoever's.
pub fn newest(view: &View, lease_id: u64) -> Result<Option<Settlement>> {
    Ok(view.tx.by(&BY_LEASE, &id(lease_id), true, 0, 1)?.into_iter().next())
}

/// Refuses an operation on a lease whose settlement waits for a decision. One that came back is computed again before it is sent.
///
/// # Errors
/// A sentence that names the settlement and the way out.
pub fn refuse_settling(view: &View, lease: &Lease) -> Result<()> {
    match view.tx.one::<Settlement>(&LIVING, &id(lease.lease_id))? {
        Some(waits) if waits.state == SettlementState::Submitted => {
            let (lease_no, no) = (lease.title(), waits.title());
            Err(AppError::refused(format!("合同 {lease_no} 的结算单 {no} 正在审批，请先审批或驳回")))
        }
        _ => Ok(()),
    }
}

/// Refuses a settlement beside another one of the lease.
///
/// # Errors
/// A sentence that names it and the way out.
pub fn refuse_second(view: &View, lease: &Lease) -> Result<()> {
    refuse_settling(view, lease)?;
    match view.tx.one::<Settlement>(&LIVING, &id(lease.lease_id))? {
        Some(other) => {
            let (lease_no, no) = (lease.title(), other.title());
            Err(AppError::refused(format!("合同 {lease_no} 的结算单 {no} 已退回，请修改后重新提交或作废")))
        }
        None => Ok(()),
    }
}

/// Why nothing is left to settle after a settlement was approved; empty when something is.
pub fn done_already(view: &View, lease: &Lease, settler: Settler, sheet: &Sheet) -> Result<String> {
    let known = newest_of(view, lease, settler.tenant_id)?;
    let Some(known) = known.filter(|known| known.state != SettlementState::Rejected) else { return Ok(String::new()) };
    let (lease_no, no, state) = (lease.title(), known.title(), known.state.label());
    let promised: i64 = waiting_refunds(view, lease, settler)?.iter().map(|refund| refund.facts.amount_fen).sum();
    let again = known.state == SettlementState::Approved && sheet.lacks(promised);
    Ok(if again { String::new() } else { format!("合同 {lease_no} 已有结算单 {no}（{state}）") })
}

/// Names of the tenants before the last one who have something left to settle, and no settlement under way.
pub fn unsettled_before(view: &View, lease: &Lease) -> Result<Vec<String>> {
    let (mut names, mut found, mut seen) = (NameCache::new(view), Vec::new(), Vec::new());
    for tenant in tenants(view, lease)? {
        let settler = settler(view, lease, tenant.tenant_id)?;
        if settler.is_last || seen.contains(&settler.tenant_id) {
            continue;
        }
        seen.push(settler.tenant_id);
        let known = newest_of(view, lease, settler.tenant_id)?;
        let living = |known: &Settlement| matches!(known.state, SettlementState::Submitted | SettlementState::Returned);
        let under_way = known.as_ref().is_some_and(living);
        let promised: i64 = waiting_refunds(view, lease, settler)?.iter().map(|refund| refund.facts.amount_fen).sum();
        if !under_way && computed(view, lease, settler, 0)?.lacks(promised) {
            found.push(names.of::<Tenant>(settler.tenant_id)?);
        }
    }
    Ok(found)
}

/// Refunds of a tenant that were not paid yet.
pub(super) fn waiting_refunds(view: &View, lease: &Lease, settler: Settler) -> Result<Vec<Payout>> {
    let mut refunds: Vec<Payout> = view.tx.by(&payout::BY_LEASE, &id(lease.lease_id), false, 0, usize::MAX)?;
    refunds.retain(|refund| refund.is_unpaid() && refund.facts.tenant_id == settler.tenant_id);
    Ok(refunds)
}

/// Refunds that followed from a settlement and were not paid yet.
pub(super) fn unpaid(view: &View, settlement: &Settlement) -> Result<Vec<Payout>> {
    let mut refunds = Vec::new();
    for payout_id in &settlement.payouts {
        refunds.extend(view.tx.get::<Payout>(&id(*payout_id))?.filter(Payout::is_unpaid));
    }
    Ok(refunds)
}

/// Why a lease cannot be settled now; empty when it can.
pub fn hindrance(view: &View, lease: &Lease, settler: Settler) -> Result<String> {
    let (today, no) = (view.now.date(), lease.title());
    let over = matches!(lease.state_on(today), LeaseState::Expired | LeaseState::Terminated | LeaseState::Settled);
    if settler.is_last && !over || settler.until >= today {
        let last = settler.until;
        return Ok(format!("合同 {no} 尚未到期或终止（最后计租日 {last}），次日起可以结算"));
    }
    if settler.is_last && lease.returned_date.is_none() {
        return Ok(format!("合同 {no} 尚未登记退房，请先登记退房"));
    }
    if !missing(view, lease, today)?.is_nothing() {
        return Ok(format!("合同 {no} 的账单与合同不一致或尚未出账，请先出账"));
    }
    // Money that is promised already would be promised twice.
    if let Some(refund) = waiting_refunds(view, lease, settler)?.first() {
        return Ok(format!("合同 {no} 有未付款的退款单 {}，请先付款或取消", refund.title()));
    }
    Ok(String::new())
}

/// Which lease, and what is claimed beside the books.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AskSheet {
    /// The lease 合同 that it is asked for, by number.
    pub lease_id: u64,
    /// Which of its tenants; 0 for the one it has in the end.
    pub tenant_id: u64,
    /// Penalty by the contract, fen.
    #[schemars(title = "违约金")]
    pub penalty_fen: i64,
}

/// A submitted settlement on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettlementOut {
    /// Number of the settlement, by which other records name it.
    pub settlement_id: u64,
    /// `JS-202410-000001`
    pub settlement_no: String,
    /// State that it is in now.
    pub state: SettlementState,
    /// Penalty as it was submitted, fen.
    pub penalty_fen: i64,
    /// Fen of its refunds that are not paid out yet; with any of them it is approved, and not done.
    pub unpaid_fen: i64,
    /// Day on which it counts in the books 记账日.
    #[schemars(with = "Option<DateText>")]
    pub book_date: Option<Date>,
    /// Real name of who decided.
    pub decided_by: String,
    /// What he said.
    pub comment: String,
    /// Lock, department, maker.
    #[serde(flatten)]
    pub owned: OwnedOut,
}

/// A tenant of a lease to choose from.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenantChoice {
    /// The tenant 乙方, by number.
    pub tenant_id: u64,
    /// Name of the tenant 乙方.
    pub tenant_name: String,
}

/// The sheet of a lease on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SheetOut {
    /// The lease 合同 that it is about, by number.
    pub lease_id: u64,
    /// Number of the lease 合同 as printed, `HT-202401-000001`.
    pub lease_no: String,
    /// Name of the party A.
    pub party_a_name: String,
    /// The tenant who settles.
    pub tenant_id: u64,
    /// Name of the tenant 乙方.
    pub tenant_name: String,
    /// All tenants the lease has had, the first one first.
    pub tenants: Vec<TenantChoice>,
    /// His last chargeable day.
    #[schemars(with = "DateText")]
    pub ended: Date,
    /// Day on which the rooms came back 退房; absent: not yet.
    #[schemars(with = "Option<DateText>")]
    pub returned_date: Option<Date>,
    /// What is netted: as submitted when there is a settlement that counts, else as it stands today.
    pub sheet: Sheet,
    /// The sheet is the newest settlement's, as it was submitted; otherwise it is as it stands today, to be submitted.
    pub as_submitted: bool,
    /// Why it cannot be submitted; empty when it can.
    pub hindrance: String,
    /// The newest settlement of the lease; absent: none.
    pub document: Option<SettlementOut>,
}

pub fn show(view: &View, input: AskSheet) -> Result<Data<SheetOut>> {
    let lease: Lease = owned::find(view, input.lease_id)?;
    let settler = settler(view, &lease, input.tenant_id)?;
    let document = newest_of(view, &lease, settler.tenant_id)?;
    let sheet = computed(view, &lease, settler, input.penalty_fen)?;
    let done = done_already(view, &lease, settler, &sheet)?;
    // One that came back is computed again, for who puts it right.
    let counts = document.clone().filter(|known| known.state != SettlementState::Returned);
    if let (Some(settlement), false) = (counts, done.is_empty()) {
        return of_document(view, lease, settlement).map(Data);
    }
    let hindrance = hindrance(view, &lease, settler)?;
    out(view, lease, settler, (sheet, hindrance), document).map(Data)
}

/// A settlement with the sheet that was submitted.
pub fn of_document(view: &View, lease: Lease, settlement: Settlement) -> Result<SheetOut> {
    let hindrance = format!("结算单 {} {}", settlement.title(), settlement.state.label());
    let settler = settler(view, &lease, settlement.tenant_id)?;
    let shown = out(view, lease, settler, (settlement.sheet.clone(), hindrance), Some(settlement))?;
    Ok(SheetOut { as_submitted: true, ..shown })
}

fn out(
    view: &View,
    lease: Lease,
    settler: Settler,
    (sheet, hindrance): (Sheet, String),
    document: Option<Settlement>,
) -> Result<SheetOut> {
    let mut names = NameCache::new(view);
    let choice = |tenant: &TenantFrom, names: &mut NameCache<'_>| {
        Ok(TenantChoice { tenant_id: tenant.tenant_id, tenant_name: names.of::<Tenant>(tenant.tenant_id)? })
    };
    let tenants = tenants(view, &lease)?.iter().map(|tenant| choice(tenant, &mut names)).collect::<Result<_>>()?;
    let document = match document {
        None => None,
        Some(settlement) => Some(SettlementOut {
            settlement_id: settlement.settlement_id,
            state: settlement.state,
            penalty_fen: settlement.sheet.penalty_fen,
            unpaid_fen: unpaid(view, &settlement)?.iter().map(|refund| refund.facts.amount_fen).sum(),
            book_date: settlement.book_date,
            decided_by: person_name(view, &settlement.decided_by)?,
            comment: settlement.comment,
            owned: OwnedOut::of(view, &settlement.owned)?,
            settlement_no: settlement.settlement_no,
        }),
    };
    Ok(SheetOut {
        lease_id: lease.lease_id,
        party_a_name: names.of::<PartyA>(lease.facts.party_a_id)?,
        tenant_id: settler.tenant_id,
        tenant_name: names.of::<Tenant>(settler.tenant_id)?,
        tenants,
        ended: settler.until,
        returned_date: lease.returned_date,
        lease_no: lease.lease_no,
        sheet,
        as_submitted: false,
        hindrance,
        document,
    })
}
