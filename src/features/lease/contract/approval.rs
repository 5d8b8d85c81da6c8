//! New leases and renewals under decision: what the approval engine does with them.

use jiff::civil::Date;
use serde_json::{Map, Value, json};

use super::decide;
use super::guards::{Level, base_rent, first_month, guards, refuse_stops};
use super::ops;
use super::record::{BY_TENANT as LEASES_OF, Lease, LeaseFacts, LeaseKind, LeaseState, LettingMode, WAITING};
use super::terms::rent_terms;
use super::wording::{due_rule, due_text, free_text, rise_text};
use crate::error::{AppError, Result};
use crate::features::approvals::CUMULATIVE_MONTHS;
use crate::features::approvals::binding::{Adopted, Binding, Doc, Field, FieldKind, Head, Limit, Unseen, nothing};
use crate::features::approvals::condition::{Kind, Val, Var};
use crate::features::approvals::people::numbers_of;
use crate::features::assets::asset::record::Asset;
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::room::record::Room;
use crate::features::lease::schedule::plan::plan;
use crate::features::lease::schedule::terms::BillKind;
use crate::features::lease::tenant::record::{CreditFlag, Tenant};
use crate::kernel::span::{add_months, months_to};
use crate::op::{Op, View};
use crate::platform::settings::Setting;
use crate::records::list::NameCache;
use crate::records::owned;
use crate::records::owned::Business;
use crate::store::{Reads, id, key};

/// Yuan of rent a year from which the management decides.
pub const ANNUAL_YUAN: Setting<u64> = Setting::number(104, "flow.lease.annualYuan", 500_000, 0, 1_000_000_000)
    .called("审批-合同年租金须分管领导（元）", "年租金达到此金额的合同由分管领导审批");
/// Square metres that one tenant holds of an asset from which the management decides.
pub const CUMULATIVE_AREA: Setting<u64> = Setting::number(105, "flow.lease.cumulativeAreaM2", 1_000, 0, 100_000_000)
    .called(
        "审批-合同累计面积须分管领导（㎡）",
        "同一承租人在同一资产上累计承租面积超过此值时由分管领导审批，拆分签订不能绕过",
    );
/// Whether tenants of one legal representative count as one.
pub const BY_LEGAL_REP: Setting<bool> = Setting::flag(106, "flow.groupByLegalRep", false)
    .called("审批-同一法定代表人合并累计", "开启后，累计面积和租金按同一法定代表人的全部乙方合并计算");

/// What conditions of leases may be compared with.
pub const LIMITS: &[Limit] = &[
    Limit { setting: &super::guards::POLICY_YEARS, unit: 1 },
    Limit { setting: &ANNUAL_YUAN, unit: 100 },
    Limit { setting: &CUMULATIVE_AREA, unit: 100 },
];

/// Fields of a contract, shared by its changes.
pub(super) const FIELDS: &[Field] = &[
    Field::text("leaseNo", "合同编号").titled(),
    Field::new("kind", "合同类型", FieldKind::Choice(LeaseKind::CHOICES)),
    Field::text("paperNo", "纸质合同编号"),
    Field::text("partyAName", "甲方").titled(),
    Field::text("tenant.name", "乙方").titled(),
    Field::text("tenant.idNo", "乙方证件号").personal(),
    Field::text("tenant.phone", "乙方电话").personal(),
    Field::text("coTenants", "共同承租人").personal(),
    Field::text("purpose", "租赁用途"),
    Field::new("lettingMode", "招租方式", FieldKind::Choice(LettingMode::CHOICES)),
    Field::text("lettingReason", "协议出租理由"),
    Field::text("approvalDocNo", "批复文号"),
    Field::date("startDate", "起租日"),
    Field::date("endDate", "到期日"),
    Field::new("rentAreaM2", "计租面积", FieldKind::Area),
    Field::money("monthRentFen", "月租金"),
    Field::money("annualRentFen", "最高年租金"),
    Field::text("dueRule", "缴费约定").editable(),
    Field::text("rentFree", "免租期"),
    Field::text("escalation", "递增"),
    Field::money("depositFen", "押金"),
    Field::new("lateFeePpm", "滞纳金日率", FieldKind::Rate).editable(),
    Field::new("graceDays", "宽限天数", FieldKind::Count("天")).editable(),
    Field::new("capPpm", "滞纳金上限", FieldKind::Rate).editable(),
    Field::text("creditOverride", "失信承租说明"),
    Field::new("rooms", "房间", FieldKind::Table),
    Field::text("rooms.assetName", "资产"),
    Field::text("rooms.roomCode", "房间号"),
    Field::new("rooms.areaM2", "计租面积", FieldKind::Area),
    Field::text("rooms.price", "单价"),
    Field::new("warnings", "提示", FieldKind::Table),
    Field::text("warnings.message", "内容"),
    Field::new("files", "附件", FieldKind::Files),
    Field::text("remark", "备注"),
];

const VARS: &[Var] = &[
    var("kind", "合同类型", Kind::Choice(LeaseKind::CHOICES), &["kind"]),
    var("letting_mode", "招租方式", Kind::Choice(LettingMode::CHOICES), &["lettingMode"]),
    var("term_months", "租期（月）", Kind::Count("个月"), &["startDate", "endDate"]),
    var("annual_rent_fen", "年租金", Kind::Money, &["annualRentFen", "monthRentFen"]),
    var("below_base", "低于底价", Kind::Bool, &["monthRentFen"]),
    var("deposit_months", "押金月数", Kind::Count("个月"), &["depositFen"]),
    var("rent_free_days", "免租天数", Kind::Count("天"), &["rentFree"]),
    var("tenant_flag", "乙方信用标记", Kind::Choice(CreditFlag::CHOICES), &["tenant"]),
    var("credit_override", "接受失信乙方", Kind::Bool, &["creditOverride"]),
    var("warnings", "提示条数", Kind::Count("条"), &["warnings"]),
    var("area_m2", "计租面积", Kind::Area, &["rentAreaM2", "rooms"]),
    var("cumulative_area_m2", "累计面积", Kind::Area, &["rentAreaM2", "rooms"]),
    var("cumulative_rent_fen", "累计年租金", Kind::Money, &["annualRentFen", "monthRentFen"]),
];

pub(super) const fn var(name: &'static str, title: &'static str, kind: Kind, fields: &'static [&'static str]) -> Var {
    Var { name, title, kind, fields }
}

/// Approval of new leases and renewals.
pub const BINDING: Binding = Binding {
    key: "lease_sign",
    label: "合同审批",
    biz_type: "lease",
    tables: &["lease"],
    form_ref: "lease/lease",
    path: "/lease/lease/detail/{id}",
    query: "lease:lease:query",
    edit: "lease:lease:edit",
    shared_withdraw: true,
    approve: Some("lease:lease:approve"),
    files: &["lease"],
    vars: VARS,
    fields: FIELDS,
    says: &[("", &["annualRentFen"]), ("租期", &["startDate", "endDate"]), ("房间", &["rooms"])],
    head,
    value,
    form: |view, doc| {
        let lease: Lease = owned::find(view, doc.id)?;
        form_of(view, &lease, &lease.facts)
    },
    enter: None,
    stops,
    unseen: Unseen::NOTHING,
    adjusts: nothing,
    begin: |op, doc| {
        let lease: Lease = owned::find(&op.view(), doc.id)?;
        if lease.state == LeaseState::Submitted { Ok(()) } else { ops::bring(op, &lease, "") }
    },
    edit_doc: Some(|op, doc, edits| edit_under_way(op, doc.id, edits).map(|()| None)),
    back: |op, doc, comment| decide::give_back(op, doc.id, LeaseState::Draft, comment),
    rejected: |op, doc, comment| decide::give_back(op, doc.id, LeaseState::Void, comment),
    approved: |op, doc, comment| decide::approve(op, doc.id, comment),
    holds: |_| Ok(Vec::new()),
    adopt,
};

fn head(view: &View, doc: &Doc) -> Result<Head> {
    let lease: Lease = owned::find(view, doc.id)?;
    let mut wrote: Vec<&str> = lease.authors.iter().map(String::as_str).collect();
    wrote.push(&lease.owned.base.create_by);
    if lease.authors.is_empty() {
        wrote.push(&lease.owned.base.update_by);
    }
    let submitted = lease.steps.iter().filter(|step| step.state == LeaseState::Submitted);
    wrote.extend(submitted.map(|step| step.by.as_str()));
    let mut head = head_of(view, &lease, &lease.facts)?;
    head.title = format!("{} {} 租赁合同", lease.lease_no, NameCache::new(view).of::<Tenant>(lease.facts.tenant_id)?);
    head.barred = numbers_of(view, wrote)?;
    Ok(head)
}

/// What lists say of a contract; the title is its document's.
pub(super) fn head_of(view: &View, lease: &Lease, facts: &LeaseFacts) -> Result<Head> {
    let mut names = NameCache::new(view);
    let party: PartyA = owned::linked(view, facts.party_a_id)?;
    Ok(Head {
        title: String::new(),
        lines: vec![
            ("甲方".into(), party.title()),
            ("房间".into(), rooms_text(view, facts)?),
            ("租期".into(), format!("{} 至 {}", facts.start_date, facts.end_date)),
            ("乙方".into(), names.of::<Tenant>(facts.tenant_id)?),
        ],
        amount_fen: Some(annual_rent(facts)),
        dept_id: lease.owned.dept_id,
        party_a_id: facts.party_a_id,
        party_a_dept: party.owned.dept_id,
        barred: Vec::new(),
        version: lease.owned.version,
        parent: 0,
    })
}

pub(super) fn rooms_text(view: &View, facts: &LeaseFacts) -> Result<String> {
    let Some(first) = facts.rooms.first() else { return Ok(String::new()) };
    let room: Option<Room> = view.tx.get(&id(first.room_id))?;
    let Some(room) = room else { return Ok(String::new()) };
    let asset = NameCache::new(view).of::<Asset>(room.asset_id)?;
    let more = if facts.rooms.len() > 1 { format!(" 等 {} 间", facts.rooms.len()) } else { String::new() };
    Ok(format!("{asset} {}{more}", room.facts.room_code))
}

/// Fen of rent in the dearest twelve months in a row that begin with a bill's period.
pub(super) fn annual_rent(facts: &LeaseFacts) -> i64 {
    let Ok(bills) = plan(&rent_terms(facts)) else { return 0 };
    let rents: Vec<_> = bills.iter().filter(|bill| bill.kind == BillKind::Rent).collect();
    let year_from = |first: Date| {
        let last = add_months(first, 12);
        let within = rents.iter().filter(|bill| bill.period.from >= first && bill.period.from < last);
        within.map(|bill| bill.amount_fen).fold(0, i64::saturating_add)
    };
    rents.iter().map(|bill| year_from(bill.period.from)).max().unwrap_or(0)
}

/// Months of a term, a begun one counted whole.
pub(super) fn months_of(from: Date, to: Date) -> i64 {
    months_to(from, to) + 1
}

/// The contract as its decision shows it, terms in words.
pub(super) fn form_of(view: &View, lease: &Lease, facts: &LeaseFacts) -> Result<Value> {
    let mut names = NameCache::new(view);
    let tenant: Tenant = owned::linked(view, facts.tenant_id)?;
    let mut rooms = Vec::new();
    for chosen in &facts.rooms {
        let room: Option<Room> = view.tx.get(&id(chosen.room_id))?;
        let asset = room.as_ref().map_or(0, |room| room.asset_id);
        rooms.push(json!({
            "assetName": names.of::<Asset>(asset)?,
            "roomCode": room.map_or_else(String::new, |room| room.facts.room_code),
            "areaM2": chosen.rent_area_m2,
            "price": if facts.rent_basis.by_area() { crate::kernel::money::price(chosen.price_e4) } else { String::new() },
        }));
    }
    let mut others = Vec::new();
    for other in &facts.co_tenants {
        others.push(names.of::<Tenant>(*other)?);
    }
    let found = guards(view, facts, lease.lease_id)?;
    let warned = found.into_iter().filter(|guard| guard.level == Level::Warn);
    Ok(json!({
        "leaseNo": lease.lease_no,
        "kind": facts.kind,
        "paperNo": facts.paper_no,
        "partyAName": names.of::<PartyA>(facts.party_a_id)?,
        "tenant": {"name": tenant.facts.tenant_name, "idNo": tenant.id_shown, "phone": tenant.phone_shown},
        "coTenants": others.join("、"),
        "purpose": facts.purpose,
        "lettingMode": facts.letting_mode,
        "lettingReason": facts.letting_reason,
        "approvalDocNo": facts.approval_doc_no,
        "startDate": facts.start_date,
        "endDate": facts.end_date,
        "rentAreaM2": facts.rooms.iter().map(|room| room.rent_area_m2).sum::<crate::kernel::area::Area>(),
        "monthRentFen": first_month(facts),
        "annualRentFen": annual_rent(facts),
        "dueRule": due_text(facts.due_rule),
        "rentFree": free_text(&facts.rent_free),
        "escalation": rise_text(facts.escalation.as_ref(), facts.rent_basis),
        "depositFen": facts.deposit_fen,
        "lateFeePpm": facts.late_fee_ppm,
        "graceDays": facts.grace_days,
        "capPpm": facts.cap_ppm,
        "creditOverride": facts.credit_override,
        "rooms": rooms,
        "warnings": warned.map(|guard| json!({"message": guard.message})).collect::<Vec<_>>(),
        "files": lease.files,
        "remark": lease.owned.base.remark,
    }))
}

fn value(view: &View, doc: &Doc, name: &str) -> Result<Val> {
    let lease: Lease = owned::find(view, doc.id)?;
    let facts = &lease.facts;
    let whole = |number: usize| Val::Int(i64::try_from(number).unwrap_or(i64::MAX));
    Ok(match name {
        "kind" => Val::Int(i64::from(facts.kind as u8)),
        "letting_mode" => Val::Int(i64::from(facts.letting_mode as u8)),
        "term_months" => Val::Int(months_of(facts.start_date, facts.end_date)),
        "annual_rent_fen" => Val::Int(annual_rent(facts)),
        "below_base" => Val::Bool(first_month(facts) < base_rent(view, facts)?),
        "deposit_months" => Val::Int(facts.deposit_fen.checked_div(first_month(facts)).unwrap_or(0)),
        "rent_free_days" => Val::Int(facts.rent_free.iter().map(|free| free.span.days()).fold(0, i64::saturating_add)),
        "tenant_flag" => {
            let tenant: Tenant = owned::linked(view, facts.tenant_id)?;
            Val::Int(i64::from(tenant.credit.on(view.now.date()) as u8))
        }
        "credit_override" => Val::Bool(!facts.credit_override.trim().is_empty()),
        "warnings" => {
            let found = guards(view, facts, lease.lease_id)?;
            whole(found.iter().filter(|guard| guard.level == Level::Warn).count())
        }
        "area_m2" => Val::Int(area(facts)),
        "cumulative_area_m2" => Val::Int(cumulative(view, &lease, area)?),
        "cumulative_rent_fen" => Val::Int(cumulative(view, &lease, annual_rent)?),
        _ => Val::Nothing,
    })
}

pub(super) fn area(facts: &LeaseFacts) -> i64 {
    facts.rooms.iter().map(|room| room.rent_area_m2.0).fold(0, i64::saturating_add)
}

fn assets_of(view: &View, facts: &LeaseFacts) -> Result<Vec<u64>> {
    let mut assets = Vec::new();
    for chosen in &facts.rooms {
        let room: Option<Room> = view.tx.get(&id(chosen.room_id))?;
        assets.extend(room.map(|room| room.asset_id));
    }
    Ok(assets)
}

/// What this tenant, those beside him, and with the setting those of the same legal representative hold of the same assets by
/// contracts that were submitted, approved or signed in the period before, this one included: who splits a letting gains
/// nothing. Void ones and the one that is renewed don't count.
fn cumulative(view: &View, lease: &Lease, of: fn(&LeaseFacts) -> i64) -> Result<i64> {
    let facts = &lease.facts;
    let mut tenants: Vec<u64> = facts.co_tenants.iter().copied().chain([facts.tenant_id]).collect();
    if view.app.settings.get(&BY_LEGAL_REP) {
        let tenant: Tenant = owned::linked(view, facts.tenant_id)?;
        let wanted = tenant.facts.legal_rep.trim().to_owned();
        view.tx.each(|other: Tenant| {
            if !wanted.is_empty() && other.facts.legal_rep.trim() == wanted {
                tenants.push(other.tenant_id);
            }
            true
        })?;
    }
    tenants.sort_unstable();
    tenants.dedup();
    let months = i64::try_from(view.app.settings.get(&CUMULATIVE_MONTHS)).unwrap_or(12);
    let since = add_months(view.now.date(), -months);
    let assets = assets_of(view, facts)?;
    let mut seen = vec![lease.lease_id];
    let mut sum = of(facts);
    for tenant in tenants {
        let others: Vec<Lease> = view.tx.by(&LEASES_OF, &id(tenant), false, 0, usize::MAX)?;
        for other in others {
            let renewed = other.lease_id == facts.prev_lease_id;
            let left_out = matches!(other.state, LeaseState::Draft | LeaseState::Void) || renewed;
            let recent = other.owned.base.create_time.date() >= since || other.effective_end() >= view.now.date();
            if left_out || !recent || seen.contains(&other.lease_id) {
                continue;
            }
            seen.push(other.lease_id);
            if assets_of(view, &other.facts)?.iter().any(|asset| assets.contains(asset)) {
                sum = sum.saturating_add(of(&other.facts));
            }
        }
    }
    Ok(sum)
}

fn stops(view: &View, doc: &Doc) -> Result<Vec<String>> {
    let lease: Lease = owned::find(view, doc.id)?;
    let found = guards(view, &lease.facts, lease.lease_id)?;
    Ok(found.into_iter().filter(|guard| guard.level == Level::Stop).map(|guard| guard.message).collect())
}

/// Fields that a node of its process gives.
fn edit_under_way(op: &mut Op, number: u64, edits: &Map<String, Value>) -> Result<()> {
    let lease: Lease = owned::find(&op.view(), number)?;
    let mut next = lease.clone();
    let facts = &mut next.facts;
    if let Some(text) = edits.get("dueRule") {
        let rule = text.as_str().and_then(due_rule);
        let said = "缴费约定请写成“账期开始前10天”“账期首月5日”或“账期结束后15天”";
        facts.due_rule = rule.ok_or_else(|| AppError::refused(said).at("dueRule"))?;
    }
    let number_of = |name: &'static str, most: u64, said: &'static str| -> Result<Option<u64>> {
        let Some(value) = edits.get(name) else { return Ok(None) };
        let number = value.as_u64().filter(|number| *number <= most);
        number.map(Some).ok_or_else(|| AppError::refused(said).at(name))
    };
    let narrow = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    if let Some(ppm) = number_of("lateFeePpm", 1_000_000, "滞纳金日率须在0到100%之间")? {
        facts.late_fee_ppm = narrow(ppm);
    }
    if let Some(days) = number_of("graceDays", 3_650, "宽限天数须为0到3650的整数")? {
        facts.grace_days = u16::try_from(days).unwrap_or(u16::MAX);
    }
    if let Some(ppm) = number_of("capPpm", 1_000_000, "滞纳金上限须在0到100%之间")? {
        facts.cap_ppm = narrow(ppm);
    }
    let found = guards(&op.view(), &next.facts, number)?;
    refuse_stops(&found)?;
    owned::update(op, &lease, next, "审批中修改").map(drop)
}

/// A lease as it waits for, or came back from, a decision.
pub(super) fn waits(lease: &Lease) -> Adopted {
    let step = lease.steps.iter().rev().find(|step| step.state == LeaseState::Submitted);
    Adopted {
        id: lease.lease_id,
        submitter: lease.submitted_by().to_owned(),
        at: step.map_or(lease.owned.base.create_time, |step| step.at),
        returned: lease.state == LeaseState::Draft,
    }
}

fn adopt(view: &View) -> Result<Vec<Adopted>> {
    let rows: Vec<Lease> = view.tx.by(&WAITING, &key(), false, 0, usize::MAX)?;
    Ok(rows.iter().map(waits).collect())
}
