//! The sheet of a settlement: computed whenever it is shown, kept once it is submitted.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::record::{BY_LEASE, Settlement, SettlementState, Sheet, SheetBill};
use crate::fault::{Fault, Outcome};
use crate::features::books::bill::generate::{living, missing};
use crate::features::books::deposit::held;
use crate::features::books::payout::ops::credit;
use crate::features::books::payout::record::{self as payout, Payout, PayoutState};
use crate::features::business::history::real_name;
use crate::features::business::list::Names;
use crate::features::business::owned::{self, Business, OwnedOut};
use crate::features::estate::party_a::record::PartyA;
use crate::features::lease::contract::handover::{self, HandoverKind, LeaseHandover};
use crate::features::lease::contract::record::{Lease, LeaseState};
use crate::features::lease::schedule::change::{Claims, settle};
use crate::features::lease::schedule::terms::BillKind;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::dates::DateText;
use crate::kernel::money::MOST_FEN;
use crate::op::View;
use crate::route::Data;
use crate::store::{Reads, id};

/// Damage of the last protocol of return.
fn damage(view: &View, lease_id: u64) -> Outcome<i64> {
    let rows: Vec<LeaseHandover> = view.tx.by(&handover::BY_LEASE, &id(lease_id), true, 0, usize::MAX)?;
    let last = rows.iter().find(|row| row.kind == HandoverKind::Return);
    Ok(last.map_or(0, |row| row.damage_fen))
}

/// What is netted for a lease today.
///
/// # Errors
/// A sentence for a penalty out of bounds; a record that cannot be read.
pub fn computed(view: &View, lease: &Lease, penalty_fen: i64) -> Outcome<Sheet> {
    if !(0..=MOST_FEN).contains(&penalty_fen) {
        return Err(Fault::refused("违约金须在0到100亿元之间"));
    }
    let mut bills = living(view, lease.lease_id)?;
    // A deposit nobody paid is asked for no more.
    bills.retain(|bill| bill.outstanding_fen() > 0 && bill.kind != BillKind::Deposit);
    bills.sort_by(|a, b| (a.due_date, &a.bill_no).cmp(&(b.due_date, &b.bill_no)));
    let lots = credit(view, lease.facts.tenant_id, lease.facts.party_a_id, lease.lease_id)?;
    let claims = Claims {
        credit_fen: lots.iter().map(|lot| lot.left_fen).sum(),
        deposit_fen: held(view, lease.lease_id)?,
        open_bills: bills.iter().map(|bill| bill.outstanding_fen()).collect(),
        penalty_fen,
        damage_fen: damage(view, lease.lease_id)?,
    };
    let settled = settle(&claims);
    let balance_fen = settled.balance_fen();
    let parts = settled.from_credit.iter().zip(&settled.from_deposit);
    let shown =
        |(bill, (from_credit, from_deposit)): (&crate::features::books::bill::record::Bill, (&i64, &i64))| SheetBill {
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

/// The newest settlement of a lease.
///
/// # Errors
/// A record that cannot be read.
pub fn newest(view: &View, lease_id: u64) -> Outcome<Option<Settlement>> {
    Ok(view.tx.by(&BY_LEASE, &id(lease_id), true, 0, 1)?.into_iter().next())
}

/// Why a lease cannot be settled now; empty when it can.
///
/// # Errors
/// A record that cannot be read.
pub fn hindrance(view: &View, lease: &Lease) -> Outcome<String> {
    let (today, no) = (view.now.date(), lease.title());
    if !matches!(lease.state_on(today), LeaseState::Expired | LeaseState::Terminated) || lease.effective_end() >= today
    {
        return Ok(format!("合同 {no} 尚未到期或终止，不能结算"));
    }
    if lease.returned_date.is_none() {
        return Ok(format!("合同 {no} 尚未登记退房，请先登记退房"));
    }
    let lacks = missing(view, lease, today)?;
    if !lacks.due.is_empty() || !lacks.deltas.is_empty() {
        return Ok(format!("合同 {no} 的账单与合同不一致或尚未出账，请先出账"));
    }
    // Money that is promised already would be promised twice.
    let refunds: Vec<Payout> = view.tx.by(&payout::BY_LEASE, &id(lease.lease_id), false, 0, usize::MAX)?;
    let waits = |refund: &&Payout| matches!(refund.state, PayoutState::Submitted | PayoutState::Approved);
    if let Some(refund) = refunds.iter().find(waits) {
        return Ok(format!("合同 {no} 有未付款的退款单 {}，请先付款或取消", refund.title()));
    }
    Ok(String::new())
}

/// Which lease, and what is claimed beside the books.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AskSheet {
    /// Lease.
    pub lease_id: u64,
    /// Penalty by the contract, fen.
    #[schemars(title = "违约金")]
    pub penalty_fen: i64,
}

/// A submitted settlement on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettlementOut {
    /// Number of the record.
    pub settlement_id: u64,
    /// `JS-202410-000001`
    pub settlement_no: String,
    /// State.
    pub state: SettlementState,
    /// When it counts.
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

/// The sheet of a lease on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SheetOut {
    /// Lease.
    pub lease_id: u64,
    /// Its number.
    pub lease_no: String,
    /// Name of the party A.
    pub party_a_name: String,
    /// Name of the tenant.
    pub tenant_name: String,
    /// Last chargeable day.
    #[schemars(with = "DateText")]
    pub ended: Date,
    /// 退房
    #[schemars(with = "Option<DateText>")]
    pub returned_date: Option<Date>,
    /// What is netted: as submitted when there is a settlement that counts, else as it stands today.
    pub sheet: Sheet,
    /// Why it cannot be submitted; empty when it can.
    pub hindrance: String,
    /// The newest settlement.
    pub document: Option<SettlementOut>,
}

/// GET /fin/settlement/{leaseId}
pub fn show(view: &View, input: AskSheet) -> Outcome<Data<SheetOut>> {
    let lease: Lease = owned::find(view, input.lease_id)?;
    let document = newest(view, lease.lease_id)?;
    if let Some(settlement) = document.clone().filter(|settlement| settlement.state != SettlementState::Rejected) {
        return of_document(view, lease, settlement).map(Data);
    }
    let (sheet, hindrance) = (computed(view, &lease, input.penalty_fen)?, hindrance(view, &lease)?);
    out(view, lease, sheet, hindrance, document).map(Data)
}

/// A settlement with the sheet that was submitted.
///
/// # Errors
/// A record that cannot be read.
pub fn of_document(view: &View, lease: Lease, settlement: Settlement) -> Outcome<SheetOut> {
    let hindrance = format!("结算单 {} {}", settlement.title(), settlement.state.label());
    out(view, lease, settlement.sheet.clone(), hindrance, Some(settlement))
}

fn out(view: &View, lease: Lease, sheet: Sheet, hindrance: String, document: Option<Settlement>) -> Outcome<SheetOut> {
    let mut names = Names::new(view);
    let document = match document {
        None => None,
        Some(settlement) => Some(SettlementOut {
            settlement_id: settlement.settlement_id,
            state: settlement.state,
            book_date: settlement.book_date,
            decided_by: real_name(view, &settlement.decided_by)?,
            comment: settlement.comment,
            owned: OwnedOut::from(&settlement.owned),
            settlement_no: settlement.settlement_no,
        }),
    };
    Ok(SheetOut {
        lease_id: lease.lease_id,
        party_a_name: names.of::<PartyA>(lease.facts.party_a_id)?,
        tenant_name: names.of::<Tenant>(lease.facts.tenant_id)?,
        ended: lease.effective_end(),
        returned_date: lease.returned_date,
        lease_no: lease.lease_no,
        sheet,
        hindrance,
        document,
    })
}
