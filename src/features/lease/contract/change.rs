//! Changes of a lease that was approved 合同变更 (domain.md 2.6, 3.6): a new immutable version from a day on.
//!
//! Days before the effective date keep what counted then ([`super::effect`]). Periods and month cells keep their anchor, so
//! payment cycle and period mode do not change within a lease; who wants others renews it. An early end for a day to come
//! leaves the lease running until then, and its day may be corrected until the lease is settled.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::change_approval::binding_of;
use super::effect::{Changed, recognised};
use super::forecast;
use super::guards::{Findings, Guard, Level, guards, out_of_bounds, refuse_stops};
use super::newcomer;
use super::ops::{LeaseRoomOut, check_references, names_each_once, rooms_out, stepped};
use super::plan::{current_terms, tenant_of, tenants};
use super::record::{Lease, LeaseFacts, LeaseState, LeaseVersion};
use super::renewal;
use crate::error::{AppError, Result};
use crate::features::approvals::instance::alias;
use crate::features::assets::occupancy::{Claim, OccupancyKind, cut, occupy, of_lease, release};
use crate::features::lease::hooks;
use crate::features::lease::schedule::change::{Delta, Issued, deltas};
use crate::features::lease::schedule::plan::{PlannedBill, plan};
use crate::features::lease::schedule::terms::{RentTerms, Stage, keyed};
use crate::kernel::check;
use crate::kernel::dates::{DateText, Stamp};
use crate::kernel::enumeration::numbered;
use crate::kernel::span::{DateSpan, after, before};
use crate::op::{Op, View};
use crate::records::list::{NameCache, One};
use crate::records::names::person_name;
use crate::records::owned;
use crate::records::owned::Business;
use crate::route::{Data, Done};
use crate::store::{Index, Key, Reads, Record, id};

numbered! {
    /// 变更类型
    pub enum ChangeKind {
        Rent = 1 => "租金变更",
        Rooms = 2 => "房间变更",
        Term = 3 => "期限变更",
        Tenant = 4 => "承租人变更",
        Payment = 5 => "缴费约定变更",
        Deposit = 6 => "押金变更",
        Termination = 8 => "提前终止",
        Other = 9 => "其他变更",
    }
}

numbered! {
    /// State of a change.
    pub enum ChangeState {
        Returned = 0 => "已退回",
        Submitted = 1 => "审批中",
        Approved = 2 => "已生效",
        Withdrawn = 3 => "已撤回",
        Rejected = 9 => "已驳回",
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeaseChange {
    pub change_id: u64,
    pub lease_id: u64,
    pub kind: ChangeKind,
    /// First day it counts; for a termination the last chargeable day.
    pub effective_date: Date,
    /// What the contract will say.
    pub facts: LeaseFacts,
    /// The deposit goes over to the new tenant.
    #[serde(default)]
    pub deposit_moves: bool,
    pub reason: String,
    pub state: ChangeState,
    /// Version of the lease it was made on.
    pub base_version: u32,
    /// Login name of who submitted it.
    pub submitted_by: String,
    pub submitted_at: Stamp,
    /// Login names of who changed it after it came back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub authors: Vec<String>,
    /// Login name of who decided.
    pub decided_by: String,
    pub decided_at: Option<Stamp>,
    /// What he said.
    pub comment: String,
}

/// Changes of a lease.
pub const BY_LEASE: Index<LeaseChange> =
    Index { name: "lease_change/lease", unique: false, keys: |change| vec![id(change.lease_id)] };

/// Those that wait for a decision.
pub const WAITING: Index<LeaseChange> = Index {
    name: "lease_change/waiting",
    unique: false,
    keys: |change| if change.state == ChangeState::Submitted { vec![id(change.lease_id)] } else { Vec::new() },
};

impl Record for LeaseChange {
    const TABLE: &'static str = "lease_change";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[BY_LEASE, WAITING];
    fn id(&self) -> Key {
        id(self.change_id)
    }
}

/// A change as a form sends it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangeInput {
    /// The lease 合同 that it is about, by number.
    pub lease_id: u64,
    /// The version that was read.
    #[serde(default)]
    pub version: Option<u64>,
    /// Which kind it is, one of the values of its type.
    #[schemars(title = "变更类型")]
    pub kind: ChangeKind,
    /// First day it counts; for a termination the last chargeable day.
    #[schemars(with = "DateText", title = "生效日期")]
    pub effective_date: Date,
    /// Reason in words, for the record.
    #[serde(default)]
    pub reason: String,
    /// What the contract will say; not needed for a termination.
    #[serde(default)]
    pub facts: Option<LeaseFacts>,
    /// With a change of tenant: the deposit goes over to the new one; otherwise it stays the old one's, to be paid back.
    #[serde(default)]
    pub deposit_moves: bool,
}

/// What a change does to the bills.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangePreview {
    /// Signed adjustments of bills whose issue date has come.
    pub deltas: Vec<Delta>,
    /// Sum of the differences, in whole fen.
    pub delta_sum_fen: i64,
    /// Bills still to come.
    pub bills: Vec<PlannedBill>,
    /// 租金阶段 of the whole term after it.
    pub stages: Vec<Stage>,
    /// What stands against it, or should make one think.
    pub guards: Vec<Guard>,
}

/// The terms under a change.
fn changed_terms(lease: &Lease, old: &RentTerms, input: &ChangeInput, facts: &LeaseFacts) -> RentTerms {
    if input.kind == ChangeKind::Termination {
        return RentTerms { last_chargeable_day: Some(input.effective_date), ..old.clone() };
    }
    let (from, with_deposit) = (input.effective_date, input.deposit_moves);
    Changed { old: &lease.facts, new: facts, from, with_deposit }.terms(old)
}

/// What an early end may be: a day before the agreed end; the end itself takes an early end back.
fn checked_end(view: &View, lease: &Lease, day: Date) -> Result<LeaseFacts> {
    if lease.state == LeaseState::Approved {
        return Err(AppError::refused(format!("合同 {} 尚未签订，不能提前终止，请办理作废", lease.title())));
    }
    let ended = lease.state == LeaseState::Terminated;
    let term = DateSpan::new(lease.facts.start_date, lease.facts.end_date);
    if !term.contains(day) || day == term.to && !ended {
        return Err(AppError::refused(format!("最后计租日须在租期（{term}）之内且早于到期日")));
    }
    if lease.last_day == Some(day) {
        return Err(AppError::refused(format!("合同 {} 的最后计租日已经是 {day}", lease.title())));
    }
    let known = tenants(view, lease)?;
    if let Some(next) = known.iter().find(|next| next.from > day && next.tenant_id != tenant_of(&known, day)) {
        let from = next.from;
        return Err(AppError::refused(format!(
            "合同自 {from} 起已变更乙方，最后计租日不能早于该日；变更有误的请先变更改回"
        )));
    }
    let renewed = renewal::of_lease(view, lease.lease_id)?
        .into_iter()
        .find(|next| !matches!(next.state, LeaseState::Draft | LeaseState::Void) && next.facts.start_date <= day);
    if let Some(next) = renewed {
        let (from, no) = (next.facts.start_date, next.lease_no);
        return Err(AppError::refused(format!("续租合同 {no} 自 {from} 起租，最后计租日须早于该日")));
    }
    Ok(lease.facts.clone())
}

fn checked(view: &View, lease: &Lease, input: &ChangeInput) -> Result<LeaseFacts> {
    let today = view.now.date();
    let state = lease.state_on(today);
    let corrects_end = state == LeaseState::Terminated && input.kind == ChangeKind::Termination;
    if !corrects_end && !matches!(state, LeaseState::Approved | LeaseState::Signed | LeaseState::Running) {
        return Err(AppError::refused(format!("合同 {} 当前为“{}”，不能变更", lease.title(), state.label())));
    }
    check::required("reason", &input.reason, "请填写变更原因")?;
    check::at_most("reason", &input.reason, 500, "变更原因不能超过500个字符")?;
    hooks::refuse_unfit(view, lease)?;
    if input.kind == ChangeKind::Termination {
        return checked_end(view, lease, input.effective_date);
    }
    let term = DateSpan::new(lease.facts.start_date, lease.effective_end());
    if !term.contains(input.effective_date) {
        return Err(AppError::refused(format!("生效日期须在租期（{term}）之内")));
    }
    let mut facts = input.facts.clone().ok_or_else(|| AppError::refused("请填写变更后的合同内容"))?;
    let terms = current_terms(view, lease)?;
    facts.extra_charges = recognised(&terms, &facts.extra_charges);
    let old = &LeaseFacts { extra_charges: keyed(&lease.facts.extra_charges), ..lease.facts.clone() };
    names_each_once(view, &facts)?;
    if let Some((_, sentence)) = out_of_bounds(&facts, today) {
        return Err(AppError::refused(sentence));
    }
    if facts.start_date != old.start_date || facts.party_a_id != old.party_a_id {
        return Err(AppError::refused("变更不能改动起租日和甲方，请终止后重新签订"));
    }
    // It is about the first bill alone.
    if facts.first_due_date != old.first_due_date && input.effective_date > old.start_date {
        return Err(AppError::refused("首期应缴日只用于第一期账单，起租以后的变更不能改动").at("firstDueDate"));
    }
    if (facts.billing_cycle, facts.period_mode, facts.rent_basis)
        != (old.billing_cycle, old.period_mode, old.rent_basis)
    {
        return Err(AppError::refused("变更不能改动支付周期、账期方式和计租方式，请终止后重新签订"));
    }
    if (facts.kind, facts.prev_lease_id) != (old.kind, old.prev_lease_id) {
        return Err(AppError::refused("变更不能改动合同类型和所续的合同"));
    }
    if facts.end_date < old.end_date {
        return Err(AppError::refused("缩短租期请使用“提前终止”"));
    }
    if &facts == old {
        return Err(AppError::refused("合同内容没有变化"));
    }
    Ok(facts)
}

pub(super) fn previewed(
    view: &View,
    lease: &Lease,
    input: &ChangeInput,
) -> Result<(LeaseFacts, RentTerms, ChangePreview)> {
    let facts = checked(view, lease, input)?;
    let old = current_terms(view, lease)?;
    let terms = changed_terms(lease, &old, input, &facts);
    let (deltas, bills) = effect_on_bills(view, lease, &old, &terms)?;
    let mut found = match input.kind {
        ChangeKind::Termination => Vec::new(),
        _ => guards(view, &facts, lease.lease_id)?,
    };
    // A tenant flagged since keeps the lease he has; which lease is renewed was checked when this one was approved.
    found.retain(|guard| match guard.field {
        "tenantId" => guard.level == Level::Warn || facts.tenant_id != lease.facts.tenant_id,
        "prevLeaseId" => false,
        _ => true,
    });
    if facts.tenant_id != lease.facts.tenant_id {
        let mut all = Findings(found);
        newcomer::check(view, lease.lease_id, facts.tenant_id, &mut all)?;
        found = all.0;
    }
    let delta_sum_fen = deltas.iter().map(|delta| delta.delta_fen).sum();
    let stages = terms.charged_stages();
    Ok((facts, terms, ChangePreview { deltas, delta_sum_fen, bills, stages, guards: found }))
}

/// Corrections and bills to come: of the bills that are in the books, or, before there are any, of those whose issue date
/// has come by the terms of before.
fn effect_on_bills(
    view: &View,
    lease: &Lease,
    old: &RentTerms,
    terms: &RentTerms,
) -> Result<(Vec<Delta>, Vec<PlannedBill>)> {
    let refused = |(_, sentence): (&str, String)| AppError::refused(sentence);
    let today = view.now.date();
    let ended = Lease { last_day: terms.last_chargeable_day, ..lease.clone() };
    if let Some(against) = hooks::effect(view, &ended, terms, today)? {
        return Ok(against);
    }
    let issued = |bill: PlannedBill| Issued {
        charge_line: bill.charge_line,
        tenant_id: if terms.tenants.is_empty() { 0 } else { lease.facts.tenant_id },
        kind: bill.kind,
        period: bill.period,
        amount_fen: bill.amount_fen,
    };
    let known = plan(old).map_err(refused)?.into_iter().filter(|bill| bill.issue_date <= today);
    Ok(deltas(&known.map(issued).collect::<Vec<_>>(), &plan(terms).map_err(refused)?))
}

pub(super) fn found(view: &View, input: &ChangeInput) -> Result<Lease> {
    let lease: Lease = owned::find(view, input.lease_id)?;
    owned::check_version(view, &lease, input.version)?;
    if let Some(facts) = &input.facts {
        check_references(view, facts, Some(&lease.facts))?;
    }
    Ok(lease)
}

/// POST /lease/lease/change/preview: writes nothing.
pub fn preview(view: &View, input: ChangeInput) -> Result<Data<ChangePreview>> {
    let lease = found(view, &input)?;
    Ok(Data(previewed(view, &lease, &input)?.2))
}

/// GET /lease/lease/change/{id}/effect: what a change that waits would do today, for who decides about it.
pub fn effect(view: &View, input: One) -> Result<Data<ChangePreview>> {
    let (change, lease) = waiting(view, input.id)?;
    Ok(Data(previewed(view, &lease, &asked(&lease, &change))?.2))
}

impl LeaseChange {
    /// Whether somebody submitted it, or changed it after it came back.
    pub fn is_written_by(&self, name: &str) -> bool {
        self.submitted_by == name || self.authors.iter().any(|author| author == name)
    }

    /// Whether it still asks for something.
    pub fn is_open(&self) -> bool {
        matches!(self.state, ChangeState::Submitted | ChangeState::Returned)
    }
}

/// POST /lease/lease/change: one at a time.
pub fn submit(op: &mut Op, input: ChangeInput) -> Result<Done> {
    let change = enter(op, input)?;
    alias::send(op, binding_of(change.kind), change.change_id, &change.reason)?;
    Ok(Done)
}

/// Entered, ready to be sent.
pub(super) fn enter(op: &mut Op, input: ChangeInput) -> Result<LeaseChange> {
    let lease = found(&op.view(), &input)?;
    let facts = agreed(&op.view(), &lease, &input)?;
    let open = op.view().tx.by(&BY_LEASE, &id(lease.lease_id), false, 0, usize::MAX)?;
    if let Some(other) = open.iter().find(|change: &&LeaseChange| change.is_open()) {
        let said = if other.state == ChangeState::Returned {
            "已有变更被退回，请修改后重新提交或作废"
        } else {
            "已有变更在审批中"
        };
        return Err(AppError::refused(format!("合同 {} {said}", lease.title())));
    }
    let change = LeaseChange {
        change_id: op.next_id::<LeaseChange>()?,
        lease_id: lease.lease_id,
        kind: input.kind,
        effective_date: input.effective_date,
        facts,
        deposit_moves: input.deposit_moves,
        reason: input.reason.trim().to_owned(),
        state: ChangeState::Submitted,
        base_version: lease.version_no,
        submitted_by: op.caller.name(),
        submitted_at: op.now,
        authors: Vec::new(),
        decided_by: String::new(),
        decided_at: None,
        comment: String::new(),
    };
    op.put(&change)?;
    Ok(change)
}

/// What a change would agree, when nothing stands against it.
pub(super) fn agreed(view: &View, lease: &Lease, input: &ChangeInput) -> Result<LeaseFacts> {
    let (facts, _, told) = previewed(view, lease, input)?;
    refuse_stops(&told.guards)?;
    Ok(facts)
}

/// A change that waits for a decision, with its lease.
pub(super) fn waiting(view: &View, change_id: u64) -> Result<(LeaseChange, Lease)> {
    let (change, lease) = with_lease(view, change_id)?;
    if change.state != ChangeState::Submitted {
        return Err(AppError::refused("该变更已审批或撤回，请刷新后查看"));
    }
    Ok((change, lease))
}

/// A change with its lease.
pub(super) fn with_lease(view: &View, change_id: u64) -> Result<(LeaseChange, Lease)> {
    let gone = || AppError::refused("变更不存在，可能已被删除，请刷新后重试");
    let change: LeaseChange = view.tx.get(&id(change_id))?.ok_or_else(gone)?;
    let lease: Lease = owned::find(view, change.lease_id).map_err(|_| gone())?;
    Ok((change, lease))
}

/// A change as it was asked for.
pub(super) fn asked(lease: &Lease, change: &LeaseChange) -> ChangeInput {
    ChangeInput {
        lease_id: lease.lease_id,
        version: None,
        kind: change.kind,
        effective_date: change.effective_date,
        reason: change.reason.clone(),
        facts: Some(change.facts.clone()),
        deposit_moves: change.deposit_moves,
    }
}

/// A change takes effect: a new version of the lease from its day on.
pub(super) fn apply(op: &mut Op, lease: &Lease, change: &LeaseChange) -> Result<()> {
    if change.base_version != lease.version_no {
        return Err(AppError::refused("合同在此变更提交后已有新版本，请驳回后重新提交"));
    }
    let input = asked(lease, change);
    let (facts, terms, told) = previewed(&op.view(), lease, &input)?;
    refuse_stops(&told.guards)?;
    let version_no = lease.version_no + 1;
    let mut next = lease.clone();
    if change.kind == ChangeKind::Termination {
        next = end_early(op, lease, change)?;
    } else {
        move_rooms(op, lease, &facts, change.effective_date)?;
    }
    next.facts = facts.clone();
    next.version_no = version_no;
    let version = LeaseVersion {
        lease_id: lease.lease_id,
        version_no,
        effective_date: change.effective_date,
        reason: change.kind.label().to_owned(),
        facts,
        terms: RentTerms { last_chargeable_day: None, ..terms },
        approved_by: op.caller.name(),
        approved_at: op.now,
    };
    op.put(&version)?;
    owned::update(op, lease, next, change.kind.label())?;
    forecast::refresh(op, lease.lease_id)
}

/// The lease with another last day: its rooms are free, or held again, accordingly.
fn end_early(op: &mut Op, lease: &Lease, change: &LeaseChange) -> Result<Lease> {
    let (day, whole) = (change.effective_date, change.effective_date == lease.facts.end_date);
    let state = if whole { LeaseState::Signed } else { LeaseState::Terminated };
    let mut next = stepped(op, lease, state, &change.reason);
    next.last_day = (!whole).then_some(day);
    let until = lease.returned_date.map_or(day, |returned| returned.max(day));
    let rows = of_lease(&op.view(), lease.lease_id)?;
    for row in &rows {
        cut(op, row.clone(), if row.kind == OccupancyKind::Holdover { until } else { day })?;
    }
    let from = after(lease.effective_end());
    for room in lease.facts.rooms.iter().filter(|_| day >= from) {
        for row in of_lease(&op.view(), lease.lease_id)? {
            if row.room_id == room.room_id && row.kind == OccupancyKind::Holdover {
                release(op, row)?;
            }
        }
        let (kind, lease_id, reason) = (OccupancyKind::Lease, lease.lease_id, lease.lease_no.clone());
        occupy(op, Claim { room_id: room.room_id, span: DateSpan::new(from, day), kind, lease_id, reason })?;
    }
    Ok(next)
}

/// Rooms that leave are free from the effective day, rooms that come are let from it, all to the new last day.
fn move_rooms(op: &mut Op, lease: &Lease, facts: &LeaseFacts, from: Date) -> Result<()> {
    let rows = of_lease(&op.view(), lease.lease_id)?;
    let stays = |room_id: u64| facts.rooms.iter().any(|room| room.room_id == room_id);
    let (kind, lease_id) = (OccupancyKind::Lease, lease.lease_id);
    let claim = |room_id: u64, span: DateSpan| Claim { room_id, span, kind, lease_id, reason: lease.lease_no.clone() };
    for row in rows.iter().filter(|row| !stays(row.room_id)) {
        cut(op, row.clone(), before(from))?;
    }
    let end = lease.last_day.map_or(facts.end_date, |day| day.min(facts.end_date));
    for room in &facts.rooms {
        let held = rows.iter().filter(|row| row.room_id == room.room_id).map(|row| row.span.to).max();
        let span = match held {
            Some(last) if last >= end => continue,
            Some(last) => DateSpan::new(after(last).max(from), end),
            None => DateSpan::new(from, end),
        };
        occupy(op, claim(room.room_id, span))?;
    }
    Ok(())
}

/// A change on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangeOut {
    /// Number of the change 合同变更.
    pub change_id: u64,
    /// Which kind it is, one of the values of its type.
    pub kind: ChangeKind,
    /// What people call it.
    pub label: &'static str,
    /// First day it counts; for a termination the last chargeable day.
    #[schemars(with = "DateText")]
    pub effective_date: Date,
    /// What the contract will say.
    pub facts: LeaseFacts,
    /// Its rooms with names.
    pub room_list: Vec<LeaseRoomOut>,
    /// The deposit goes over to the new tenant.
    pub deposit_moves: bool,
    /// Reason in words, for the record.
    pub reason: String,
    /// State that it is in now.
    pub state: ChangeState,
    /// Real name of the person who submitted it.
    pub submitted_by: String,
    /// Whether the caller submitted it and therefore does not decide.
    pub own_submission: bool,
    /// `yyyy-MM-dd HH:mm:ss`
    pub submitted_at: String,
    /// Real name of the person who decided.
    pub decided_by: String,
    /// `yyyy-MM-dd HH:mm:ss`
    pub decided_at: String,
    /// What he said.
    pub comment: String,
}

/// GET /lease/lease/{id}/changes: newest first.
pub fn list(view: &View, input: One) -> Result<Data<Vec<ChangeOut>>> {
    let lease: Lease = owned::find(view, input.id)?;
    let rows: Vec<LeaseChange> = view.tx.by(&BY_LEASE, &id(lease.lease_id), true, 0, usize::MAX)?;
    let mut names = NameCache::new(view);
    let shown = |change: LeaseChange| {
        let own_submission = change.is_written_by(&view.caller.name());
        Ok(ChangeOut {
            change_id: change.change_id,
            kind: change.kind,
            label: change.kind.label(),
            effective_date: change.effective_date,
            room_list: rooms_out(view, &mut names, &change.facts)?,
            facts: change.facts,
            deposit_moves: change.deposit_moves,
            reason: change.reason,
            state: change.state,
            submitted_by: person_name(view, &change.submitted_by)?,
            own_submission,
            submitted_at: change.submitted_at.to_text(),
            decided_by: person_name(view, &change.decided_by)?,
            decided_at: change.decided_at.map(Stamp::to_text).unwrap_or_default(),
            comment: change.comment,
        })
    };
    rows.into_iter().map(shown).collect::<Result<_>>().map(Data)
}
