//! Drafting, submitting, signing, cancelling, handing over.

use std::collections::HashSet;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::FILES;
use super::approval::{BINDING, waits};
use super::forecast;
use super::guards::{guards, out_of_bounds, refuse_stops};
use super::plan::all_versions;
use super::record::{Lease, LeaseFacts, LeaseState, Step};
use super::redate::differs_before;
use super::renewal::{LinkedLease, renewals, renewed};
use super::terms::{month_equivalent, rent_terms};
use crate::error::{AppError, Result};
use crate::features::approvals::binding::Doc;
use crate::features::approvals::instance::alias;
use crate::features::approvals::instance::submit::changed;
use crate::features::assets::asset::record::Asset;
use crate::features::assets::building::Building;
use crate::features::assets::occupancy::{Claim, OccupancyKind, occupy, of_lease, release};
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::room::record::Room;
use crate::features::lease::hooks;
use crate::features::lease::schedule::terms::keyed;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::area::Area;
use crate::kernel::check;
use crate::kernel::dates::DateText;
use crate::kernel::span::DateSpan;
use crate::op::{Op, View};
use crate::records::files as access;
use crate::records::list::{Many, NameCache, One};
use crate::records::names::person_name;
use crate::records::owned::{Business, Owned, OwnedOut};
use crate::records::{authors, number, owned};
use crate::route::{Data, Done};
use crate::store::{Reads, id};

/// A room of a lease with its names.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeaseRoomOut {
    /// Number of the room 房间.
    pub room_id: u64,
    /// Room number as on the door 房号.
    pub room_code: String,
    /// The asset 资产 that it is part of, by number.
    pub asset_id: u64,
    /// Name of its asset.
    pub asset_name: String,
    /// The building 楼栋 that it is part of, by number.
    pub building_id: u64,
    /// Building and room as people say them, «1号楼 301»; the code is for records.
    pub room_label: String,
    /// 计租面积 by the contract.
    pub rent_area_m2: Area,
    /// Price of a unit of area and time, in 1/10,000 yuan.
    pub price_e4: i64,
}

/// A step with the name of who took it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StepOut {
    /// State that the lease is in.
    pub state: LeaseState,
    /// `yyyy-MM-dd HH:mm:ss`
    pub at: String,
    /// Real name of the person who did it.
    pub by_name: String,
    /// What he said.
    pub comment: String,
}

/// A lease on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeaseOut {
    /// Number of the lease 合同.
    pub lease_id: u64,
    /// `HT-202401-000001`
    pub lease_no: String,
    /// What the contract says.
    #[serde(flatten)]
    pub facts: LeaseFacts,
    /// State that it is in today.
    pub state: LeaseState,
    /// The version that counts; 0 before approval.
    pub version_no: u32,
    /// Name of the party A.
    pub party_a_name: String,
    /// Name of the tenant.
    pub tenant_name: String,
    /// Rooms with names.
    pub room_list: Vec<LeaseRoomOut>,
    /// 计租面积 of all rooms.
    pub rent_area_m2: Area,
    /// Rent of a month today, or of the first month.
    pub month_rent_fen: i64,
    /// Day on which it was signed 签订日期; absent: not yet.
    #[schemars(with = "Option<DateText>")]
    pub sign_date: Option<Date>,
    /// Last day on which it charges 实际终止日, an early end included.
    #[schemars(with = "DateText")]
    pub effective_end: Date,
    /// Day on which the rooms were delivered 交房; absent: not yet.
    #[schemars(with = "Option<DateText>")]
    pub delivered_date: Option<Date>,
    /// Day on which the rooms came back 退房; absent: not yet.
    #[schemars(with = "Option<DateText>")]
    pub returned_date: Option<Date>,
    /// The lease that this one renews, for those who may see it.
    pub renews: Option<LinkedLease>,
    /// Leases that renew this one.
    pub renewals: Vec<LinkedLease>,
    /// Whether the caller wrote or submitted it and therefore does not decide.
    pub own_submission: bool,
    /// A change that altered days before it too, as books of earlier versions have them; told of a single lease only.
    #[schemars(with = "Option<DateText>")]
    pub undivided_from: Option<Date>,
    /// How it came here.
    pub steps: Vec<StepOut>,
    /// Scans and documents, by the numbers of their files.
    pub files: Vec<u64>,
    /// Lock, department, maker.
    #[serde(flatten)]
    pub owned: OwnedOut,
}

/// Building and room by name; the number on the door where the room has no name of its own.
fn said(names: &mut NameCache<'_>, room: &Room) -> Result<String> {
    let facts = &room.facts;
    let room_name = if facts.room_name.is_empty() { &facts.room_no } else { &facts.room_name };
    Ok(format!("{} {room_name}", names.of::<Building>(facts.building_id)?).trim().to_owned())
}

/// Rooms of a contract with their names.
///
/// # Errors
/// Records that can't be read.
pub fn rooms_out(view: &View, names: &mut NameCache<'_>, facts: &LeaseFacts) -> Result<Vec<LeaseRoomOut>> {
    let room = |chosen: &super::record::LeaseRoom| {
        let known: Option<Room> = view.tx.get(&id(chosen.room_id))?;
        Ok(LeaseRoomOut {
            room_id: chosen.room_id,
            asset_id: known.as_ref().map_or(0, |room| room.asset_id),
            asset_name: names.of::<Asset>(known.as_ref().map_or(0, |room| room.asset_id))?,
            building_id: known.as_ref().map_or(0, |room| room.facts.building_id),
            room_label: known.as_ref().map_or(Ok(String::new()), |room| said(names, room))?,
            room_code: known.map(|room| room.facts.room_code).unwrap_or_default(),
            rent_area_m2: chosen.rent_area_m2,
            price_e4: chosen.price_e4,
        })
    };
    facts.rooms.iter().map(room).collect()
}

/// Shows a lease.
pub fn out(view: &View, names: &mut NameCache<'_>, lease: &Lease) -> Result<LeaseOut> {
    let today = view.now.date();
    let facts = lease.facts.clone();
    let room_list = rooms_out(view, names, &facts)?;
    let stages = rent_terms(&facts).stages;
    let stage = stages.iter().find(|stage| stage.span.contains(today)).or(stages.first());
    let step = |step: &Step| {
        Ok(StepOut {
            state: step.state,
            at: step.at.to_text(),
            by_name: person_name(view, &step.by)?,
            comment: step.comment.clone(),
        })
    };
    Ok(LeaseOut {
        lease_id: lease.lease_id,
        lease_no: lease.lease_no.clone(),
        state: lease.state_on(today),
        version_no: lease.version_no,
        party_a_name: names.of::<PartyA>(facts.party_a_id)?,
        tenant_name: names.of::<Tenant>(facts.tenant_id)?,
        room_list,
        rent_area_m2: facts.rooms.iter().map(|room| room.rent_area_m2).sum(),
        month_rent_fen: stage.map_or(0, |stage| month_equivalent(facts.rent_basis, stage.rent)),
        sign_date: lease.sign_date,
        effective_end: lease.effective_end(),
        delivered_date: lease.delivered_date,
        returned_date: lease.returned_date,
        renews: renewed(view, &facts),
        renewals: renewals(view, lease.lease_id)?,
        own_submission: lease.is_written_by(&view.caller.name()),
        undivided_from: None,
        steps: lease.steps.iter().map(step).collect::<Result<_>>()?,
        files: lease.files.clone(),
        facts,
        owned: OwnedOut::of(view, &lease.owned)?,
    })
}

pub fn show(view: &View, input: One) -> Result<Data<LeaseOut>> {
    let lease: Lease = owned::find(view, input.id)?;
    let undivided_from =
        if lease.has_bills() { differs_before(view, &lease, &all_versions(view, lease.lease_id)?)? } else { None };
    Ok(Data(LeaseOut { undivided_from, ..out(view, &mut NameCache::new(view), &lease)? }))
}

/// A lease as the wizard sends it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeaseInput {
    /// Which; absent for a new one.
    #[serde(default)]
    pub lease_id: Option<u64>,
    /// The version that was read.
    #[serde(default)]
    pub version: Option<u64>,
    /// Scans and documents, by the numbers of their files.
    #[serde(default)]
    pub files: Vec<u64>,
    /// Remark in free text; empty: none.
    #[serde(default)]
    pub remark: String,
    /// What the contract says.
    #[serde(flatten)]
    pub facts: LeaseFacts,
}

/// Longest texts of a contract.
const TEXTS: usize = 200;

/// Refuses a contract that names a room or a tenant twice.
///
/// # Errors
/// A sentence that says which, when the caller may see it.
pub fn names_each_once(view: &View, facts: &LeaseFacts) -> Result<()> {
    let mut seen = HashSet::new();
    if let Some(twice) = facts.rooms.iter().find(|room| !seen.insert(room.room_id)) {
        let code = owned::find(view, twice.room_id).map_or_else(|_| String::new(), |room: Room| room.facts.room_code);
        return Err(AppError::refused(
            format!("同一房间在合同中只能选择一次，请删除重复的房间 {code}").trim_end().to_owned(),
        ));
    }
    let mut seen = HashSet::from([facts.tenant_id]);
    if let Some(twice) = facts.co_tenants.iter().find(|tenant| !seen.insert(**tenant)) {
        let name = owned::find(view, *twice).map_or_else(|_| String::new(), |tenant: Tenant| tenant.facts.tenant_name);
        return Err(AppError::refused(format!("乙方和共同承租人不能重复，请删除重复的 {name}").trim_end().to_owned()));
    }
    Ok(())
}

/// Refuses tenants, rooms and a lease before that the caller does not see, as if they were missing; what the contract
/// named before may stay.
pub fn check_references(view: &View, facts: &LeaseFacts, old: Option<&LeaseFacts>) -> Result<()> {
    let held: Vec<u64> = old.iter().flat_map(|old| old.co_tenants.iter().copied().chain([old.tenant_id])).collect();
    for tenant_id in facts.co_tenants.iter().copied().chain([facts.tenant_id]).filter(|tenant| *tenant != 0) {
        if !held.contains(&tenant_id) {
            let _: Tenant = owned::find(view, tenant_id).map_err(|_| AppError::refused("请选择乙方").at("tenantId"))?;
        }
    }
    for room in &facts.rooms {
        if !old.is_some_and(|old| old.rooms.iter().any(|held| held.room_id == room.room_id)) {
            let gone = |_| AppError::refused("有房间不存在，可能已被删除，请重新选择").at("rooms");
            let _: Room = owned::find(view, room.room_id).map_err(gone)?;
        }
    }
    if facts.prev_lease_id != 0 && old.is_none_or(|old| old.prev_lease_id != facts.prev_lease_id) {
        let _: Lease = owned::find(view, facts.prev_lease_id)
            .map_err(|_| AppError::refused("请选择所续的合同").at("prevLeaseId"))?;
    }
    Ok(())
}

fn checked(view: &View, input: &LeaseInput) -> Result<LeaseFacts> {
    let mut facts = input.facts.clone();
    if let Some((_, sentence)) = out_of_bounds(&facts, view.now.date()) {
        return Err(AppError::refused(sentence));
    }
    names_each_once(view, &facts)?;
    facts.extra_charges = keyed(&facts.extra_charges);
    for text in [&mut facts.title, &mut facts.paper_no, &mut facts.purpose, &mut facts.letting_reason] {
        *text = text.trim().to_owned();
    }
    for (field, text) in [
        ("title", &facts.title),
        ("paperNo", &facts.paper_no),
        ("purpose", &facts.purpose),
        ("lettingReason", &facts.letting_reason),
        ("lettingDocNo", &facts.letting_doc_no),
        ("approvalDocNo", &facts.approval_doc_no),
        ("valuationNo", &facts.valuation_no),
        ("creditOverride", &facts.credit_override),
    ] {
        check::at_most(field, text, TEXTS, "合同的文字项不能超过200个字符")?;
    }
    check::remark(&input.remark)?;
    if facts.start_date > facts.end_date {
        return Err(AppError::refused(format!("到期日（{}）不能早于起租日（{}）", facts.end_date, facts.start_date))
            .at("endDate"));
    }
    if facts.escalation.as_ref().is_some_and(|rule| rule.steps.len() > 100 || rule.list.len() > 300) {
        return Err(AppError::refused("租金阶段不能超过100个").at("escalation"));
    }
    if facts.extra_charges.len() > 20 || facts.rent_free.len() > 50 || facts.co_tenants.len() > 20 {
        return Err(AppError::refused("其他费用不能超过20项，免租期不能超过50段，共同承租人不能超过20个"));
    }
    if input.files.len() > 100 {
        return Err(AppError::refused("附件不能超过100个").at("files"));
    }
    Ok(facts)
}

/// POST /lease/lease: a draft; what stands against it is said in the preview and at submit.
pub fn create(op: &mut Op, input: LeaseInput) -> Result<Data<super::plan::MadeLease>> {
    let facts = checked(&op.view(), &input)?;
    let party: PartyA =
        owned::find(&op.view(), facts.party_a_id).map_err(|_| AppError::refused("请选择甲方").at("partyAId"))?;
    check_references(&op.view(), &facts, None)?;
    let dept_id = owned::department(&op.view(), Some(party.owned.dept_id))?;
    let lease_id = op.next_id::<Lease>()?;
    let lease_no = number::draw(op, "HT")?;
    access::set(op, &input.files, FILES.name, lease_id)?;
    let first = Step { state: LeaseState::Draft, at: op.now, by: op.caller.name(), comment: String::new() };
    let lease = Lease {
        lease_id,
        lease_no: lease_no.clone(),
        facts,
        state: LeaseState::Draft,
        version_no: 0,
        sign_date: None,
        last_day: None,
        delivered_date: None,
        returned_date: None,
        steps: vec![first],
        authors: authors::with(&[], op.caller),
        held_before: Vec::new(),
        files: input.files,
        owned: Owned::default(),
    };
    owned::insert(op, lease, dept_id, input.remark)?;
    Ok(Data(super::plan::MadeLease { id: lease_id, lease_no }))
}

fn in_state(lease: &Lease, state: LeaseState, deed: &str) -> Result<()> {
    if lease.state == state {
        return Ok(());
    }
    Err(AppError::refused(format!("合同 {} 当前为“{}”，不能{deed}", lease.title(), lease.state.label())))
}

/// PUT /lease/lease: drafts only; what was approved is changed by a change.
pub fn update(op: &mut Op, input: LeaseInput) -> Result<Done> {
    let old: Lease = owned::find(&op.view(), input.lease_id.unwrap_or(0))?;
    owned::check_version(&op.view(), &old, input.version)?;
    in_state(&old, LeaseState::Draft, "修改，请使用合同变更")?;
    let facts = checked(&op.view(), &input)?;
    // What was named before stays: who wrote it may have gone to another department since.
    let party: PartyA = match facts.party_a_id == old.facts.party_a_id {
        true => owned::linked(&op.view(), facts.party_a_id)?,
        false => {
            owned::find(&op.view(), facts.party_a_id).map_err(|_| AppError::refused("请选择甲方").at("partyAId"))?
        }
    };
    check_references(&op.view(), &facts, Some(&old.facts))?;
    access::set(op, &input.files, FILES.name, old.lease_id)?;
    let authors = authors::with(&old.authors, op.caller);
    let mut lease = Lease { facts, files: input.files, authors, ..old.clone() };
    if party.owned.dept_id != old.owned.dept_id {
        lease.owned.dept_id = owned::department(&op.view(), Some(party.owned.dept_id))?;
    }
    lease.owned.base.remark = input.remark;
    owned::update(op, &old, lease, "修改")?;
    changed(op, &BINDING, &Doc::stored(old.lease_id))?;
    Ok(Done)
}

/// DELETE /lease/lease/{ids}: drafts that were never approved.
pub fn remove(op: &mut Op, input: Many) -> Result<Done> {
    for lease_id in input.ids {
        let lease: Lease = owned::find(&op.view(), lease_id)?;
        in_state(&lease, LeaseState::Draft, "删除，只能删除草稿")?;
        alias::give_up(op, &BINDING, lease_id, "合同草稿已删除")?;
        access::set(op, &[], FILES.name, lease_id)?;
        owned::remove(op, &lease)?;
    }
    Ok(Done)
}

/// A lease in a new state.
pub fn stepped(op: &Op, lease: &Lease, state: LeaseState, comment: &str) -> Lease {
    let mut next = lease.clone();
    next.state = state;
    next.steps.push(Step { state, at: op.now, by: op.caller.name(), comment: comment.to_owned() });
    next
}

/// A lease, as it was read.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "WhichLease")]
pub struct Which {
    /// Number of the record that is meant.
    pub id: u64,
    /// The version that was read.
    #[serde(default)]
    pub version: Option<u64>,
    /// Opinion or reason, for the record.
    #[serde(default)]
    pub comment: String,
}

/// The lease of a form, if nobody changed it since.
///
/// # Errors
/// A sentence when it is missing, out of scope or stale.
pub fn found(op: &Op, id: u64, version: Option<u64>) -> Result<Lease> {
    let lease: Lease = owned::find(&op.view(), id)?;
    owned::check_version(&op.view(), &lease, version)?;
    Ok(lease)
}

/// POST /lease/lease/submit: reserves the rooms, all or none, and brings it to those who decide.
pub fn submit(op: &mut Op, input: Which) -> Result<Done> {
    let lease = found(op, input.id, input.version)?;
    let is_returned = alias::running(&op.view(), &BINDING, lease.lease_id)?.is_some();
    // What came back is brought under decision again with the eyes of its process, whatever its writer reaches now.
    let eyes = if is_returned { op.caller.through_task() } else { op.caller.clone() };
    op.acting(&eyes, op.now, |op| bring(op, &lease, input.comment.trim()))?;
    alias::send(op, &BINDING, lease.lease_id, &input.comment)?;
    Ok(Done)
}

/// Brings a draft under decision.
///
/// # Errors
/// Another state, what stands against it, a room that is taken.
pub(super) fn bring(op: &mut Op, lease: &Lease, comment: &str) -> Result<()> {
    in_state(lease, LeaseState::Draft, "提交")?;
    refuse_stops(&guards(&op.view(), &lease.facts, lease.lease_id)?)?;
    let span = DateSpan::new(lease.facts.start_date, lease.facts.end_date);
    for room in &lease.facts.rooms {
        let (kind, reason) = (OccupancyKind::Reserve, lease.lease_no.clone());
        occupy(op, Claim { room_id: room.room_id, span, kind, lease_id: lease.lease_id, reason })?;
    }
    let mut next = stepped(op, lease, LeaseState::Submitted, comment);
    next.authors = authors::with(&lease.authors, op.caller);
    owned::update(op, lease, next, "提交").map(drop)
}

/// POST /lease/lease/withdraw: back to the draft.
pub fn withdraw(op: &mut Op, input: Which) -> Result<Done> {
    let lease = found(op, input.id, input.version)?;
    in_state(&lease, LeaseState::Submitted, "撤回")?;
    alias::withdraw(op, &BINDING, &waits(&lease), &input.comment)?;
    Ok(Done)
}

/// A signature.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignLease {
    /// Number of the record that is meant.
    pub id: u64,
    /// The version that was read.
    #[serde(default)]
    pub version: Option<u64>,
    /// When it was signed.
    #[schemars(with = "DateText", title = "签订日期")]
    pub sign_date: Date,
    /// The signed scan, at least one file; other files stay.
    pub scans: Vec<u64>,
}

pub fn sign(op: &mut Op, input: SignLease) -> Result<Done> {
    let lease = found(op, input.id, input.version)?;
    in_state(&lease, LeaseState::Approved, "签订")?;
    if input.scans.is_empty() {
        return Err(AppError::refused("请上传双方签字盖章的合同扫描件").at("files"));
    }
    sign_without_scan(op, input)
}

/// Signs a lease whose scan may come later.
///
/// # Errors
/// Another state, a day to come.
pub(super) fn sign_without_scan(op: &mut Op, input: SignLease) -> Result<Done> {
    let lease = found(op, input.id, input.version)?;
    in_state(&lease, LeaseState::Approved, "签订")?;
    check::past_day("signDate", input.sign_date, op.now.date(), "签订日期")?;
    access::attach(op, &input.scans, FILES.name, lease.lease_id)?;
    let mut next = stepped(op, &lease, LeaseState::Signed, "");
    next.sign_date = Some(input.sign_date);
    next.files.extend(input.scans.iter().filter(|scan| !lease.files.contains(scan)));
    let signed = owned::update(op, &lease, next, "签订")?;
    forecast::refresh(op, lease.lease_id)?;
    // Bills whose day has come are asked for now, not by the night's run when they may be overdue.
    hooks::signed(op, &signed)?;
    Ok(Done)
}

/// Scans that come after the signature.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeaseScans {
    /// Number of the record that is meant.
    pub id: u64,
    /// The version that was read.
    #[serde(default)]
    pub version: Option<u64>,
    /// The scans, by the numbers of their files; at least one.
    pub scans: Vec<u64>,
}

/// POST /lease/lease/scans: adds scans to a lease that was signed; none is ever taken away.
///
/// # Errors
/// A lease that was not signed; too many files.
pub fn add_scans(op: &mut Op, input: LeaseScans) -> Result<Done> {
    let lease = found(op, input.id, input.version)?;
    if !lease.has_bills() {
        let state = lease.state.label();
        return Err(AppError::refused(format!("合同 {} 当前为“{state}”，签订后才能补扫描件", lease.title())));
    }
    if input.scans.is_empty() {
        return Err(AppError::refused("请上传合同扫描件").at("files"));
    }
    if lease.files.len() + input.scans.len() > 100 {
        return Err(AppError::refused("附件不能超过100个").at("files"));
    }
    access::attach(op, &input.scans, FILES.name, lease.lease_id)?;
    let mut next = lease.clone();
    next.files.extend(input.scans.iter().filter(|scan| !lease.files.contains(scan)));
    owned::update(op, &lease, next, "补扫描件")?;
    Ok(Done)
}

/// POST /lease/lease/cancel: an approved or signed lease that never began; its rooms are free again.
pub fn cancel(op: &mut Op, input: Which) -> Result<Done> {
    let lease = found(op, input.id, input.version)?;
    check::required("comment", &input.comment, "请填写作废原因")?;
    let today = op.now.date();
    let begun = lease.state == LeaseState::Signed && lease.facts.start_date <= today;
    if !matches!(lease.state, LeaseState::Approved | LeaseState::Signed) || begun {
        let state = lease.state_on(today).label();
        return Err(AppError::refused(format!("合同 {} 当前为“{state}”，不能作废，请办理提前终止", lease.title())));
    }
    for row in of_lease(&op.view(), lease.lease_id)? {
        release(op, row)?;
    }
    let next = stepped(op, &lease, LeaseState::Void, input.comment.trim());
    let void = owned::update(op, &lease, next, "作废")?;
    // What was issued ahead is asked for no more: paid money becomes credit, a paid deposit waits to be paid back.
    hooks::voided(op, &void)?;
    forecast::refresh(op, lease.lease_id)?;
    Ok(Done)
}
