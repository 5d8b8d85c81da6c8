//! Waivers under decision: what the approval engine does with them, and what their own routes do through it.

use jiff::ToSpan;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::book::book;
use super::list::show;
use super::ops::{self, WaiverInput, checked, checked_scope, total};
use super::record::{BY_TENANT, WAITING, WaivedBill, Waiver, WaiverReason, WaiverState};
use crate::error::{AppError, Result};
use crate::features::approvals::CUMULATIVE_MONTHS;
use crate::features::approvals::binding::{Adopted, Binding, Doc, Enter, Field, FieldKind, Form, Head, Limit, Unseen};
use crate::features::approvals::condition::{Kind, Val, Var};
use crate::features::approvals::instance::alias::{self, Verdict};
use crate::features::approvals::instance::gate::form_as;
use crate::features::approvals::instance::submit::changed;
use crate::features::assets::party_a::record::PartyA;
use crate::features::finance::bill::post::touched;
use crate::features::finance::decision::{Decide, decided_by_another};
use crate::features::finance::period;
use crate::kernel::check;
use crate::kernel::dates::parse_date;
use crate::kernel::money::yuan_grouped;
use crate::op::{Op, View};
use crate::platform::settings::Setting;
use crate::records::list::{NameCache, One};
use crate::records::owned;
use crate::route::Done;
use crate::store::{Reads, id, key};
use schemars::JsonSchema;

/// Yuan of cumulative waivers of a tenant from which the management decides.
pub const LEADER_YUAN: Setting<u64> = Setting::number(101, "flow.waiver.leaderYuan", 10_000, 0, 100_000_000)
    .called("审批-减免须分管领导（元）", "同一承租人累计减免超过此金额时由分管领导审批");
/// The same for the meeting of the directors.
pub const MEETING_YUAN: Setting<u64> = Setting::number(102, "flow.waiver.meetingYuan", 100_000, 0, 100_000_000)
    .called("审批-减免须局长办公会（元）", "同一承租人累计减免超过此金额时由局长办公会审批");

/// What conditions of waivers may be compared with.
pub const LIMITS: &[Limit] = &[Limit { setting: &LEADER_YUAN, unit: 100 }, Limit { setting: &MEETING_YUAN, unit: 100 }];

const FIELDS: &[Field] = &[
    Field::text("waiverNo", "减免单号").titled(),
    Field::money("totalFen", "减免合计").titled(),
    Field::text("partyAName", "甲方"),
    Field::new("reasonKind", "减免原因", FieldKind::Choice(WaiverReason::CHOICES)),
    Field::text("policyDoc", "政策文号").editable(),
    Field::date("effectiveDate", "生效日期").editable(),
    Field::new("billCount", "账单数", FieldKind::Count("张")),
    Field::new("bills", "减免明细", FieldKind::Table),
    Field::text("bills.billNo", "账单号"),
    Field::text("bills.tenantName", "承租人").personal(),
    Field::money("bills.amountFen", "减免金额"),
    Field::text("remark", "备注"),
];

const VARS: &[Var] = &[
    Var {
        name: "reason_kind", title: "减免原因", kind: Kind::Choice(WaiverReason::CHOICES), fields: &["reasonKind"]
    },
    Var { name: "has_policy_doc", title: "有政策文号", kind: Kind::Bool, fields: &["policyDoc"] },
    Var { name: "bill_count", title: "账单数", kind: Kind::Count("张"), fields: &["billCount"] },
    Var { name: "to_credit_fen", title: "将转预收的金额", kind: Kind::Money, fields: &["bills"] },
    Var { name: "cumulative_waived_fen", title: "承租人累计减免", kind: Kind::Money, fields: &["bills"] },
];

/// Approval of waivers.
pub const BINDING: Binding = Binding {
    key: "waiver",
    label: "减免审批",
    biz_type: "waiver",
    tables: &["waiver"],
    form_ref: "fin/waiver",
    path: "/fin/waiver?waiverId={id}",
    query: "fin:waiver:query",
    edit: "fin:waiver:add",
    shared_withdraw: false,
    approve: Some("fin:waiver:approve"),
    files: &[],
    vars: VARS,
    fields: FIELDS,
    says: &[("", &["totalFen"]), ("甲方", &["partyAName"]), ("账单", &["billCount", "bills"])],
    head,
    value,
    form: |view, doc| serde_json::to_value(show(view, One { id: doc.id })?.0).map_err(AppError::internal),
    enter: Some(Enter::new(&[Form("", "POST /fin/waiver")], |op, _, (_, payload)| {
        ops::enter(op, form_as(payload)?).map(|id| Some(Doc::stored(id)))
    })),
    stops,
    unseen: Unseen::NOTHING,
    adjusts,
    begin,
    edit_doc: Some(|op, doc, edits| edit_under_way(op, doc.id, edits).map(|()| None)),
    back: |op, doc, comment| move_to(op, doc.id, WaiverState::Returned, comment),
    rejected: |op, doc, comment| move_to(op, doc.id, WaiverState::Rejected, comment),
    approved,
    holds: |_| Ok(Vec::new()),
    adopt,
};

fn head(view: &View, doc: &Doc) -> Result<Head> {
    let waiver: Waiver = owned::find(view, doc.id)?;
    let party: PartyA = owned::linked(view, waiver.party_a_id)?;
    let mut names = NameCache::new(view);
    let mut barred = waiver.authors.clone();
    barred.push(waiver.owned.creator);
    Ok(Head {
        title: format!("{} 减免 {} 元", waiver.waiver_no, yuan_grouped(waiver.total_fen)),
        lines: vec![
            ("甲方".into(), names.of::<PartyA>(waiver.party_a_id)?),
            ("减免原因".into(), waiver.reason_kind.label().into()),
            ("政策文号".into(), if waiver.policy_doc.is_empty() { "无".into() } else { waiver.policy_doc.clone() }),
            ("账单".into(), format!("{} 张", waiver.scope.len())),
        ],
        amount_fen: Some(waiver.total_fen),
        dept_id: waiver.owned.dept_id,
        party_a_id: waiver.party_a_id,
        party_a_dept: party.owned.dept_id,
        barred,
        version: waiver.owned.version,
        parent: 0,
    })
}

fn value(view: &View, doc: &Doc, name: &str) -> Result<Val> {
    let waiver: Waiver = owned::find(view, doc.id)?;
    Ok(match name {
        "reason_kind" => Val::Int(i64::from(waiver.reason_kind as u8)),
        "has_policy_doc" => Val::Bool(!waiver.policy_doc.is_empty()),
        "bill_count" => Val::Int(i64::try_from(waiver.scope.len()).unwrap_or(i64::MAX)),
        "to_credit_fen" => {
            let mut credit = 0;
            for part in &waiver.scope {
                let bill: crate::features::finance::bill::record::Bill = owned::linked(view, part.bill_id)?;
                credit += (part.amount_fen - bill.outstanding_fen()).max(0);
            }
            Val::Int(credit)
        }
        "cumulative_waived_fen" => Val::Int(cumulative(view, &waiver)?),
        _ => Val::Nothing,
    })
}

/// What the tenant who profits most has been waived in the period before its day, this waiver and those still under decision
/// included: who splits a waiver gains nothing.
fn cumulative(view: &View, waiver: &Waiver) -> Result<i64> {
    let months = i64::try_from(view.app.settings.get(&CUMULATIVE_MONTHS)).unwrap_or(12);
    let first = waiver.effective_date.checked_sub(months.months()).map_err(AppError::internal)?;
    let mut tenants: Vec<u64> = waiver.scope.iter().map(|part| part.of.tenant_id).collect();
    tenants.sort_unstable();
    tenants.dedup();
    let mut most = 0;
    for tenant in tenants {
        let mut sum = 0;
        for other in view.tx.by(&BY_TENANT, &id(tenant), false, 0, usize::MAX)? {
            let counts = matches!(other.state, WaiverState::Submitted | WaiverState::Effective);
            if (counts && other.effective_date > first) || other.waiver_id == waiver.waiver_id {
                let parts = other.scope.iter().filter(|part| part.of.tenant_id == tenant);
                sum += parts.map(|part| other.left_of(part)).sum::<i64>();
            }
        }
        most = most.max(sum);
    }
    Ok(most)
}

fn scope_of(waiver: &Waiver) -> Vec<WaivedBill> {
    waiver.scope.iter().map(|part| WaivedBill { bill_id: part.bill_id, amount_fen: part.amount_fen }).collect()
}

fn stops(view: &View, doc: &Doc) -> Result<Vec<String>> {
    let waiver: Waiver = owned::find(view, doc.id)?;
    let day = period::open_day(view, waiver.party_a_id, waiver.effective_date)?;
    let checked = checked_scope(view, &scope_of(&waiver), day);
    Ok(checked.err().map(|refusal| refusal.message.to_string()).into_iter().collect())
}

/// A month that was closed while it waited moves its day to the first open one.
fn adjusts(view: &View, doc: &Doc) -> Result<Vec<String>> {
    let waiver: Waiver = owned::find(view, doc.id)?;
    let day = period::open_day(view, waiver.party_a_id, waiver.effective_date)?;
    let said = || format!("生效日期 {} 所在月份已月结，批准后按 {day} 生效", waiver.effective_date);
    Ok((day != waiver.effective_date).then(said).into_iter().collect())
}

/// A returned waiver is looked at again as if it were new.
fn begin(op: &mut Op, doc: &Doc) -> Result<()> {
    let waiver: Waiver = owned::find(&op.view(), doc.id)?;
    match waiver.state {
        WaiverState::Submitted => return Ok(()),
        WaiverState::Returned => {}
        state => return Err(AppError::refused(format!("减免单 {} {}，不能提交", waiver.waiver_no, state.label()))),
    }
    checked_scope(&op.view(), &scope_of(&waiver), waiver.effective_date)?;
    let owned = touched(op, &waiver.owned);
    op.put(&Waiver { state: WaiverState::Submitted, comment: String::new(), owned, ..waiver })?;
    Ok(())
}

fn under_decision(view: &View, number: u64) -> Result<Waiver> {
    let waiver: Waiver = owned::find(view, number)?;
    if waiver.state != WaiverState::Submitted {
        return Err(not_under_decision(&waiver));
    }
    Ok(waiver)
}

fn not_under_decision(waiver: &Waiver) -> AppError {
    AppError::refused(format!("减免单 {} {}，不在审批中", waiver.waiver_no, waiver.state.label()))
}

fn move_to(op: &mut Op, number: u64, state: WaiverState, comment: &str) -> Result<()> {
    let waiver: Waiver = owned::find(&op.view(), number)?;
    // What came back and is abandoned then was returned before.
    if !matches!(waiver.state, WaiverState::Submitted | WaiverState::Returned) {
        return Err(not_under_decision(&waiver));
    }
    let decided_by = if state == WaiverState::Rejected { op.caller.name() } else { waiver.decided_by.clone() };
    let owned = touched(op, &waiver.owned);
    op.put(&Waiver { state, decided_by, comment: comment.to_owned(), owned, ..waiver })?;
    Ok(())
}

fn approved(op: &mut Op, doc: &Doc, comment: &str) -> Result<()> {
    let waiver = under_decision(&op.view(), doc.id)?;
    check::past_day("effectiveDate", waiver.effective_date, op.now.date(), "生效日期")?;
    let effective_date = period::open_day(&op.view(), waiver.party_a_id, waiver.effective_date)?;
    checked_scope(&op.view(), &scope_of(&waiver), effective_date)?;
    let parts: Vec<(u64, i64)> = waiver.scope.iter().map(|part| (part.bill_id, part.amount_fen)).collect();
    book(op, waiver.waiver_id, &parts, effective_date)?;
    let (state, decided_by, comment) = (WaiverState::Effective, op.caller.name(), comment.to_owned());
    let owned = touched(op, &waiver.owned);
    op.put(&Waiver { state, decided_by, comment, effective_date, owned, ..waiver })?;
    Ok(())
}

/// Fields that a node of its process gives.
fn edit_under_way(op: &mut Op, number: u64, edits: &Map<String, Value>) -> Result<()> {
    let mut waiver = under_decision(&op.view(), number)?;
    if let Some(text) = edits.get("policyDoc").and_then(Value::as_str) {
        check::at_most("policyDoc", text, 200, "政策文号不能超过200个字符")?;
        waiver.policy_doc = text.trim().to_owned();
    }
    if waiver.reason_kind == WaiverReason::Policy {
        check::required("policyDoc", &waiver.policy_doc, "政策减免须填写政策文号")?;
    }
    if let Some(text) = edits.get("effectiveDate") {
        let day = text.as_str().and_then(parse_date);
        let day = day.ok_or_else(|| AppError::refused("生效日期格式不正确，须为 yyyy-MM-dd").at("effectiveDate"))?;
        check::past_day("effectiveDate", day, op.now.date(), "生效日期")?;
        checked_scope(&op.view(), &scope_of(&waiver), day)?;
        waiver.effective_date = day;
    }
    waiver.owned = touched(op, &waiver.owned);
    op.put(&waiver)?;
    Ok(())
}

fn adopt(view: &View) -> Result<Vec<Adopted>> {
    let waiting: Vec<Waiver> = view.tx.by(&WAITING, &key(), false, 0, usize::MAX)?;
    Ok(waiting.iter().map(waits).collect())
}

fn waits(waiver: &Waiver) -> Adopted {
    let base = &waiver.owned.base;
    Adopted { id: waiver.waiver_id, submitter: base.create_by.clone(), at: base.create_time, returned: false }
}

/// A returned waiver as a form sends it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaiverChange {
    /// The waiver 减免 that it is about, by number.
    pub waiver_id: u64,
    /// The version that was read.
    #[serde(default)]
    pub version: Option<u64>,
    /// What it says now.
    #[serde(flatten)]
    pub facts: WaiverInput,
}

/// PUT /fin/waiver: one that came back is put right; it is submitted again by `/appr/submit`.
pub fn edit(op: &mut Op, input: WaiverChange) -> Result<Done> {
    let waiver: Waiver = owned::find(&op.view(), input.waiver_id)?;
    owned::check_version(&op.view(), &waiver, input.version)?;
    if waiver.state != WaiverState::Returned {
        return Err(AppError::refused(format!("减免单 {} {}，不能修改", waiver.waiver_no, waiver.state.label())));
    }
    let (scope, first) = checked(op, &input.facts)?;
    let mut next = Waiver {
        party_a_id: first.party_a_id,
        reason_kind: input.facts.reason_kind,
        policy_doc: input.facts.policy_doc.trim().to_owned(),
        total_fen: total(&input.facts.scope)?,
        scope,
        effective_date: input.facts.effective_date,
        owned: touched(op, &waiver.owned),
        ..waiver
    };
    next.owned.base.remark = input.facts.remark;
    if !next.authors.contains(&op.caller.user_id()) {
        next.authors.push(op.caller.user_id());
    }
    op.put(&next)?;
    changed(op, &BINDING, &Doc::stored(next.waiver_id))?;
    Ok(Done)
}

/// POST /fin/waiver/decide: finds the caller's task of the process and acts on it.
pub fn decide(op: &mut Op, input: Decide) -> Result<Done> {
    let waiver: Waiver = owned::find(&op.view(), input.id)?;
    owned::check_version(&op.view(), &waiver, input.version)?;
    if waiver.state != WaiverState::Submitted {
        return Err(not_under_decision(&waiver));
    }
    decided_by_another(op, &waiver, &input)?;
    alias::decide(op, &BINDING, &waits(&waiver), Verdict::of(input.approve), &input.comment)?;
    Ok(Done)
}
