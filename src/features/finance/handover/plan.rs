//! What a handover will do, computed from the books as they are: leases, bills, income, credit and deposits that go over,
//! and why it can't. Nothing is written here; the same plan is shown, decided about and carried out.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::record::{
    ArrearsPolicy, AssetHandoverKind, BY_ASSET, Handover, HandoverState, LeasePolicy, SplitPolicy, Totals,
};
use crate::error::{AppError, Result};
use crate::features::assets::asset::record::{Asset, AssetState};
use crate::features::assets::occupancy::of_room;
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::room::record::{BY_ASSET as ROOMS, Room};
use crate::features::finance::bill::generate::living;
use crate::features::finance::bill::record::{Bill, OPEN_BY_TENANT};
use crate::features::finance::credit::{CreditLot, LOTS, is_of_treasury, lot_moves};
use crate::features::finance::deposit::moves_by_owner;
use crate::features::finance::payout::promised::promised;
use crate::features::finance::payout::record::{BY_LEASE as PAYOUTS, Payout, PayoutState};
use crate::features::finance::period;
use crate::features::finance::receipt::record::{Receipt, ReceiptState, UNCLAIMED};
use crate::features::finance::timeline::{self, first_day_with};
use crate::features::finance::waiver::record::{WAITING as WAIVERS, Waiver};
use crate::features::finance::{between, late_fee};
use crate::features::lease::contract::passing;
use crate::features::lease::contract::plan::tenants;
use crate::features::lease::contract::record::{BY_TENANT, HeldBefore, Lease, LeaseState};
use crate::features::lease::schedule::terms::BillKind;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::exact::{exact, half_up};
use crate::kernel::money::yuan_grouped;
use crate::kernel::span::{add_months, before};
use crate::op::View;
use crate::records::list::NameCache;
use crate::records::owned;
use crate::records::owned::Business;
use crate::records::status::Status;
use crate::store::{Reads, id, key};

/// Leases of one handover at most: all of it is one commit.
pub const MOST_LEASES: usize = 200;

/// A bill whose open part is asked for by the receiver.
#[derive(Debug, Clone, Serialize)]
pub struct BillMove {
    pub bill_id: u64,
    /// Fen open.
    pub fen: i64,
    /// From which day on.
    pub day: Date,
}

/// Income that belongs to the receiver.
#[derive(Debug, Clone, Serialize)]
pub struct IncomeMove {
    /// Of which bill.
    pub bill_id: u64,
    /// Fen.
    pub fen: i64,
    pub day: Date,
}

/// A lot of credit.
#[derive(Debug, Clone, Serialize)]
pub struct CreditShift {
    pub lot_id: u64,
    /// Of which lease; 0 for any of the tenant's.
    pub lease_id: u64,
    /// Fen.
    pub fen: i64,
    pub day: Date,
}

/// A tenant's deposit.
#[derive(Debug, Clone, Serialize)]
pub struct DepositShift {
    /// Of which lease.
    pub lease_id: u64,
    pub tenant_id: u64,
    /// Fen.
    pub fen: i64,
    pub day: Date,
}

/// Everything that a handover does.
#[derive(Debug, Default)]
pub struct Plan {
    /// Assets, as they are.
    pub assets: Vec<Asset>,
    /// Leases that go along, as they are.
    pub leases: Vec<Lease>,
    /// Bills of those leases.
    pub bills: Vec<Bill>,
    /// Their open parts that go over.
    pub moves: Vec<BillMove>,
    /// Income that goes over.
    pub incomes: Vec<IncomeMove>,
    /// Credit that goes over.
    pub credits: Vec<CreditShift>,
    /// Deposits that go over.
    pub deposits: Vec<DepositShift>,
    /// Why it can't be done, as sentences.
    pub stops: Vec<String>,
    /// What should be known.
    pub notes: Vec<String>,
}

impl Plan {
    /// What somebody saw who says yes: the same as long as nothing that goes over has moved.
    ///
    /// # Errors
    /// An internal fault.
    pub fn seal(&self) -> Result<String> {
        let leases: Vec<(u64, u32)> = self.leases.iter().map(|lease| (lease.lease_id, lease.version_no)).collect();
        let all = (leases, &self.moves, &self.incomes, &self.credits, &self.deposits);
        let bytes = serde_json::to_vec(&all).map_err(AppError::internal)?;
        Ok(Sha256::digest(bytes).iter().take(12).map(|byte| format!("{byte:02x}")).collect())
    }

    /// Its figures on a day.
    pub fn totals(&self, day: Date) -> Totals {
        let of = |bill: &BillMove| self.bills.iter().find(|known| known.bill_id == bill.bill_id);
        let claims: i64 = self
            .moves
            .iter()
            .filter(|one| of(one).is_some_and(|bill| bill.kind != BillKind::Deposit))
            .map(|one| one.fen)
            .sum();
        let overdue = self.bills.iter().filter(|bill| bill.kind != BillKind::Deposit && bill.is_overdue(day));
        let (deposit_fen, credit_fen): (i64, i64) =
            (self.deposits.iter().map(|one| one.fen).sum(), self.credits.iter().map(|one| one.fen).sum());
        let income: i64 = self.incomes.iter().map(|one| one.fen).sum();
        Totals {
            leases: self.leases.len() as u64,
            month_rent_fen: self.leases.iter().map(|lease| super::statement::month_rent(lease, day)).sum(),
            arrears_fen: overdue.map(Bill::outstanding_fen).sum(),
            passed_fen: claims,
            deposit_fen,
            credit_fen,
            owed_fen: deposit_fen + credit_fen + income - claims,
        }
    }

    /// Refuses with the first reason against it.
    ///
    /// # Errors
    /// Its sentence.
    pub fn refuse_stops(&self) -> Result<()> {
        self.stops.first().map_or(Ok(()), |stop| Err(AppError::refused(stop.clone())))
    }
}

/// Computes the plan of a handover.
///
/// # Errors
/// A record that cannot be read.
pub fn plan(view: &View, handover: &Handover) -> Result<Plan> {
    let mut plan = Plan::default();
    sides(view, handover, &mut plan)?;
    assets(view, handover, &mut plan)?;
    let rooms = rooms(view, &plan.assets)?;
    let leases = passing::of_rooms(view, &rooms, handover.facts.handover_date)?;
    let facts = &handover.facts;
    if facts.kind != AssetHandoverKind::Between || facts.lease_policy == LeasePolicy::Ended {
        for lease in &leases {
            let (no, end) = (&lease.lease_no, lease.effective_end());
            let way =
                if facts.kind == AssetHandoverKind::Between { "（租约处理为“提前终止”）" } else { "" };
            plan.stops.push(format!("合同 {no} 计租至 {end} 且未退房，移交前须先终止并登记退房{way}"));
        }
        return Ok(plan);
    }
    plan.leases = leases;
    if plan.leases.len() > MOST_LEASES {
        let count = plan.leases.len();
        plan.stops.push(format!("一张移交单最多带 {MOST_LEASES} 份合同，所选资产上有 {count} 份，请按资产分单"));
        return Ok(plan);
    }
    check_leases(view, handover, &rooms, &mut plan)?;
    money(view, handover, &mut plan)?;
    unclaimed(view, handover, &mut plan)?;
    Ok(plan)
}

fn rooms(view: &View, assets: &[Asset]) -> Result<BTreeSet<u64>> {
    let mut rooms = BTreeSet::new();
    for asset in assets {
        let of_asset: Vec<Room> = view.tx.by(&ROOMS, &id(asset.asset_id), false, 0, usize::MAX)?;
        rooms.extend(of_asset.iter().map(|room| room.room_id));
    }
    Ok(rooms)
}

/// Both units are in use, and their months of that day are open.
fn sides(view: &View, handover: &Handover, plan: &mut Plan) -> Result<()> {
    let facts = &handover.facts;
    for party_a_id in [facts.from_party_a_id, facts.to_party_a_id].into_iter().filter(|party| *party > 0) {
        let party: PartyA = owned::linked(view, party_a_id)?;
        let name = party.title();
        if party.facts.status == Status::Disabled && party_a_id == facts.to_party_a_id {
            plan.stops.push(format!("接收单位“{name}”已停用"));
        }
        if facts.kind != AssetHandoverKind::Between {
            continue;
        }
        if let Some(last) = period::last_closed(view, party_a_id)?
            && add_months(last.month, 1) > facts.handover_date
        {
            let (month, first) = (period::month_text(last.month), add_months(last.month, 1));
            plan.stops.push(format!("甲方“{name}”{month}及以前已月结，移交日期最早为 {first}"));
        }
    }
    Ok(())
}

/// Every asset is the giver's to give, and in no other handover.
fn assets(view: &View, handover: &Handover, plan: &mut Plan) -> Result<()> {
    let (facts, day) = (&handover.facts, handover.facts.handover_date);
    for asset_id in &facts.asset_ids {
        let asset: Asset = owned::linked(view, *asset_id)?;
        let name = asset.title();
        let mut other: Vec<Handover> = view.tx.by(&BY_ASSET, &id(*asset_id), true, 0, usize::MAX)?;
        other.retain(|one| one.handover_id != handover.handover_id);
        let under_way =
            other.iter().find(|one| matches!(one.state, HandoverState::Submitted | HandoverState::Approved));
        if let Some(other) = under_way {
            let (no, state) = (&other.handover_no, other.state.label());
            plan.stops.push(format!("资产“{name}”已在移交单 {no} 中（{state}）"));
        }
        match facts.kind {
            AssetHandoverKind::Receive => received(view, handover, &asset, &other, plan)?,
            AssetHandoverKind::Leave | AssetHandoverKind::Between => {
                let marked = matches!(handover.state, HandoverState::Submitted | HandoverState::Approved);
                let wanted = if marked { AssetState::HandingOver } else { AssetState::Registered };
                if asset.state != wanted {
                    let state = asset.state.label();
                    plan.stops.push(format!("资产“{name}”当前为“{state}”，不能移交"));
                }
                let last = asset.holdings.last().filter(|last| last.party_a_id == facts.from_party_a_id);
                match last {
                    None => plan.stops.push(format!("资产“{name}”现在不由移出单位管理，可能已经移交")),
                    Some(last) if day <= last.span.from => {
                        let from = last.span.from;
                        plan.stops.push(format!("资产“{name}”自 {from} 起由移出单位管理，移交日期须晚于该日"));
                    }
                    Some(_) => {}
                }
            }
        }
        plan.assets.push(asset);
    }
    Ok(())
}

/// An asset that comes into the register: it left earlier, or was entered for its receiver and never let.
fn received(view: &View, handover: &Handover, asset: &Asset, other: &[Handover], plan: &mut Plan) -> Result<()> {
    let (facts, name, day) = (&handover.facts, asset.title(), handover.facts.handover_date);
    if asset.state == AssetState::HandedOver {
        if asset.holdings.last().is_some_and(|last| day <= last.span.to) {
            plan.stops.push(format!("资产“{name}”在 {day} 尚未移出，移交日期须晚于移出日期"));
        }
        return Ok(());
    }
    let own = asset.holdings.len() == 1 && asset.holdings.iter().all(|held| held.party_a_id == facts.to_party_a_id);
    if asset.state != AssetState::Registered || !own {
        plan.stops.push(format!("资产“{name}”不是新登记在接收单位名下的资产，也未移出，不能作为接收登记"));
    }
    if let Some(done) = other.iter().find(|one| one.state == HandoverState::Done) {
        plan.stops.push(format!("资产“{name}”已于移交单 {} 移交", done.handover_no));
    }
    for room_id in rooms(view, std::slice::from_ref(asset))? {
        if of_room(view, room_id)?.iter().any(|row| row.lease_id > 0 && row.span.from < day) {
            plan.stops.push(format!("资产“{name}”在 {day} 以前已有合同，移交日期须不晚于首个合同的起租日"));
            break;
        }
    }
    Ok(())
}

fn check_leases(view: &View, handover: &Handover, rooms: &BTreeSet<u64>, plan: &mut Plan) -> Result<()> {
    let (facts, mut stops) = (&handover.facts, Vec::new());
    let decided = matches!(handover.state, HandoverState::Submitted | HandoverState::Approved);
    for lease in &plan.leases {
        let no = &lease.lease_no;
        if lease.facts.party_a_id != facts.from_party_a_id {
            stops.push(format!("合同 {no} 的甲方不是移出单位，可能已经移交"));
        }
        for chosen in lease.facts.rooms.iter().filter(|chosen| !rooms.contains(&chosen.room_id)) {
            let room: Room = owned::linked(view, chosen.room_id)?;
            let asset: Asset = owned::linked(view, room.asset_id)?;
            let (code, name) = (room.title(), asset.title());
            stops.push(format!("合同 {no} 还包含资产“{name}”的房间 {code}，须一并移交"));
        }
        stops.extend(passing::obstacles(view, lease, facts.to_party_a_id)?);
        for payout in view.tx.by::<Payout>(&PAYOUTS, &id(lease.lease_id), false, 0, usize::MAX)? {
            if matches!(payout.state, PayoutState::Submitted | PayoutState::Approved) {
                let (out, state) = (&payout.payout_no, payout.state.label());
                stops.push(format!("合同 {no} 的退款单 {out} {state}，请先付款或取消"));
            }
        }
        let known = handover.decided.iter().find(|(lease_id, _)| *lease_id == lease.lease_id);
        if decided && known.is_none_or(|(_, version)| *version != lease.version_no) {
            stops.push(format!("合同 {no} 在移交单提交后有变更，请退回或提出异议后重新提交"));
        }
    }
    if decided {
        for (lease_id, _) in &handover.decided {
            if !plan.leases.iter().any(|lease| lease.lease_id == *lease_id) {
                let lease: Lease = owned::linked(view, *lease_id)?;
                let no = lease.lease_no;
                stops.push(format!("合同 {no} 在移交单提交后已终止或退房，请退回或提出异议后重新提交"));
            }
        }
    }
    plan.stops.extend(stops);
    Ok(())
}

/// A lease as it will be after the handover.
fn passed(lease: &Lease, handover: &Handover) -> Lease {
    let (facts, mut next) = (&handover.facts, lease.clone());
    next.held_before.push(HeldBefore {
        to: before(facts.handover_date),
        party_a_id: lease.facts.party_a_id,
        dept_id: lease.owned.dept_id,
        by_days: facts.split_policy == SplitPolicy::ByDays,
    });
    next.facts.party_a_id = facts.to_party_a_id;
    next
}

fn money(view: &View, handover: &Handover, plan: &mut Plan) -> Result<()> {
    let leases = std::mem::take(&mut plan.leases);
    for lease in &leases {
        let bills = living(view, lease.lease_id)?;
        claims(view, handover, &bills, plan)?;
        incomes(view, handover, lease, &bills, plan)?;
        let mut held: BTreeMap<u64, (i64, Date)> = BTreeMap::new();
        for (tenant_id, movement) in moves_by_owner(view, lease)? {
            let sum = held.entry(tenant_id).or_insert((0, handover.facts.handover_date));
            *sum = (sum.0 + movement.amount_fen, sum.1.max(movement.book_date));
        }
        let of = |(tenant_id, (fen, day))| DepositShift { lease_id: lease.lease_id, tenant_id, fen, day };
        plan.deposits.extend(held.into_iter().filter(|(_, (fen, _))| *fen > 0).map(of));
        plan.bills.extend(bills);
    }
    plan.leases = leases;
    credits(view, handover, plan)?;
    waivers(view, plan)
}

/// Open parts of bills: of days that are the receiver's always, of days before by the policy; a fee goes with its bill.
fn claims(view: &View, handover: &Handover, bills: &[Bill], plan: &mut Plan) -> Result<()> {
    let facts = &handover.facts;
    let all = facts.arrears_policy == ArrearsPolicy::Follow;
    let goes = |bill: &Bill| {
        let later = bill.period.is_some_and(|period| period.from >= facts.handover_date);
        all || later || bill.kind == BillKind::Deposit
    };
    let (mut chosen, mut fees) = (BTreeSet::new(), BTreeSet::new());
    let open = |bill: &&Bill| bill.party_a_id == facts.from_party_a_id && bill.outstanding_fen() > 0;
    for bill in bills.iter().filter(open).filter(|bill| goes(bill)) {
        chosen.insert(bill.bill_id);
        fees.insert(late_fee::bill_of_fee(view, bill.bill_id)?);
    }
    for bill in bills.iter().filter(open) {
        let is_fee = fees.contains(&bill.bill_id) || fees.contains(&bill.adjusts_bill_id) && bill.adjusts_bill_id > 0;
        if chosen.contains(&bill.bill_id) || is_fee && bill.kind == BillKind::LateFee {
            let fen = bill.outstanding_fen();
            let room = first_day_with(&timeline::open(view, bill)?, fen).unwrap_or(bill.book_date);
            let day = room.max(bill.book_date).max(facts.handover_date);
            plan.moves.push(BillMove { bill_id: bill.bill_id, fen, day });
        }
    }
    Ok(())
}

/// Income of days that are the receiver's, less what was waived of it.
fn incomes(view: &View, handover: &Handover, lease: &Lease, bills: &[Bill], plan: &mut Plan) -> Result<()> {
    let (to, later) = (handover.facts.to_party_a_id, passed(lease, handover));
    let of =
        |shares: Vec<(u64, i64)>| -> i64 { shares.iter().filter(|(party, _)| *party == to).map(|(_, fen)| fen).sum() };
    let ends = |bill: &&Bill| bill.period.is_some_and(|period| period.to >= handover.facts.handover_date);
    for bill in bills.iter().filter(ends).filter(|bill| between::income_account(bill).is_some()) {
        let gross = of(between::owners(view, &later, bill)?) - of(between::owners(view, lease, bill)?);
        let fen = match bill.amount_fen {
            0 => 0,
            amount => half_up(exact(gross, 1) * exact(amount - bill.waived_fen, amount)),
        };
        if fen != 0 {
            let day = bill.book_date.max(handover.facts.handover_date);
            plan.incomes.push(IncomeMove { bill_id: bill.bill_id, fen, day });
        }
    }
    Ok(())
}

/// Credit of the leases, and what is of no lease when its tenant has nothing left at the giver.
fn credits(view: &View, handover: &Handover, plan: &mut Plan) -> Result<()> {
    let (from, day) = (handover.facts.from_party_a_id, handover.facts.handover_date);
    let mut owners = BTreeSet::new();
    for lease in &plan.leases {
        owners.extend(tenants(view, lease)?.iter().map(|tenant| tenant.tenant_id));
    }
    for tenant_id in owners {
        let lots: Vec<CreditLot> = view.tx.by(&LOTS, &key().u64(tenant_id).u64(from), false, 0, usize::MAX)?;
        let leaves = !lots.is_empty() && leaves(view, handover, plan, tenant_id)?;
        let promised = promised(view, tenant_id, from, None)?;
        let mut refunds: BTreeSet<&String> = BTreeSet::new();
        for lot in lots {
            let of_lease = plan.leases.iter().any(|lease| lease.lease_id == lot.lease_id);
            if (of_lease || lot.lease_id == 0 && leaves) && is_of_treasury(view, &lot)? {
                let (name, fen) = (NameCache::new(view).of::<Tenant>(tenant_id)?, yuan_grouped(lot.left_fen));
                plan.notes.push(format!("乙方“{name}”的财政直缴预收 {fen} 元在财政，留在移出单位，须由财政退付"));
            } else if of_lease || lot.lease_id == 0 && leaves {
                refunds.extend(promised.numbers_of_lot(lot.lot_id));
                let first = first_day_with(&lot_moves(view, lot.lot_id)?, lot.left_fen).unwrap_or(day);
                plan.credits.push(CreditShift {
                    lot_id: lot.lot_id,
                    lease_id: lot.lease_id,
                    fen: lot.left_fen,
                    day: first.max(day),
                });
            }
        }
        if !refunds.is_empty() {
            let name = NameCache::new(view).of::<Tenant>(tenant_id)?;
            let numbers = refunds.into_iter().map(String::as_str).collect::<Vec<_>>().join("、");
            plan.stops.push(format!("乙方“{name}”的退款单 {numbers} 等待付款，请先付款或取消"));
        }
    }
    Ok(())
}

/// Whether a tenant has neither a lease nor an open bill left at the giver.
fn leaves(view: &View, handover: &Handover, plan: &Plan, tenant_id: u64) -> Result<bool> {
    let from = handover.facts.from_party_a_id;
    let leases: Vec<Lease> = view.tx.by(&BY_TENANT, &id(tenant_id), false, 0, usize::MAX)?;
    let stays = |lease: &Lease| {
        let goes = plan.leases.iter().any(|known| known.lease_id == lease.lease_id);
        let over = matches!(lease.state, LeaseState::Settled | LeaseState::Void);
        lease.facts.party_a_id == from && !goes && !over
    };
    let open: Vec<Bill> = view.tx.by(&OPEN_BY_TENANT, &key().u64(tenant_id).u64(from), false, 0, usize::MAX)?;
    let all_go = open.iter().all(|bill| plan.moves.iter().any(|one| one.bill_id == bill.bill_id));
    Ok(all_go && !leases.iter().any(stays))
}

/// A waiver that waits for its decision is about bills as they are.
fn waivers(view: &View, plan: &mut Plan) -> Result<()> {
    let waiting: Vec<Waiver> = view.tx.by(&WAIVERS, &key(), false, 0, usize::MAX)?;
    for waiver in waiting {
        let of = |bill: &&Bill| waiver.scope.iter().any(|part| part.bill_id == bill.bill_id);
        if let Some(bill) = plan.bills.iter().find(of) {
            let (no, bill) = (&waiver.waiver_no, &bill.bill_no);
            plan.stops.push(format!("减免单 {no} 涉及账单 {bill}，正在审批，请先审批或撤回"));
        }
    }
    Ok(())
}

/// Money of the giver that nobody has claimed and that names a tenant who goes along.
fn unclaimed(view: &View, handover: &Handover, plan: &mut Plan) -> Result<()> {
    let mut names = BTreeSet::new();
    for lease in &plan.leases {
        let tenant: Tenant = owned::linked(view, lease.facts.tenant_id)?;
        names.insert(tenant.facts.tenant_name);
        names.extend(tenant.facts.payer_names);
    }
    let from = handover.facts.from_party_a_id;
    let waiting: Vec<Receipt> = view.tx.by(&UNCLAIMED, &id(from), false, 0, usize::MAX)?;
    for receipt in waiting.iter().filter(|one| one.state == ReceiptState::Unclaimed) {
        if names.contains(&receipt.payer_name) {
            let (no, name) = (&receipt.receipt_no, &receipt.payer_name);
            plan.notes.push(format!("移出单位的收款单 {no}（{name}）尚未认领，移交后认领的款项仍在移出单位"));
        }
    }
    Ok(())
}
