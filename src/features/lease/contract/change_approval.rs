//! Changes of leases and early ends under decision: what the approval engine does with them, and the routes of before.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::approval::{FIELDS as CONTRACT, annual_rent, form_of, head_of, months_of, var};
use super::change::{
    self, ChangeInput, ChangeKind, ChangeState, LeaseChange, WAITING, agreed, apply, asked, found, previewed, waiting,
    with_lease,
};
use super::decide::{Decision, refuse_own};
use super::guards::Level;
use super::record::Lease;
use crate::error::{AppError, Result};
use crate::features::approvals::binding::{
    Adopted, Binding, Doc, Enter, Field, FieldKind, Form, Head, Unseen, nothing,
};
use crate::features::approvals::condition::{Kind, Val, Var};
use crate::features::approvals::instance::alias;
use crate::features::approvals::instance::gate::form_as;
use crate::features::approvals::instance::submit::changed;
use crate::features::approvals::people::numbers_of;
use crate::features::lease::hooks;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::span::{after, days_between};
use crate::op::{Op, View};
use crate::records::authors;
use crate::records::list::NameCache;
use crate::route::Done;
use crate::store::{Reads, key};

const FIELDS: &[Field] = &[
    Field::text("leaseNo", "合同编号").titled(),
    Field::new("changeKind", "变更类型", FieldKind::Choice(ChangeKind::CHOICES)).titled(),
    Field::date("effectiveDate", "生效日期"),
    Field::text("reason", "变更原因"),
    Field::new("depositMoves", "押金转给新乙方", FieldKind::Bool),
    Field::money("rentBeforeFen", "变更前最高年租金"),
    Field::money("rentAfterFen", "变更后最高年租金"),
    Field::date("endBefore", "变更前到期日"),
    Field::date("endAfter", "变更后到期日"),
    Field::money("deltaSumFen", "已出账期差额合计"),
    Field::new("deltas", "已出账期差额", FieldKind::Table),
    Field::text("deltas.period", "账期"),
    Field::money("deltas.oldFen", "原金额"),
    Field::money("deltas.newFen", "变更后"),
    Field::money("deltas.deltaFen", "差额"),
    Field::new("warnings", "提示", FieldKind::Table),
    Field::text("warnings.message", "内容"),
    Field::text("partyAName", "甲方"),
    Field::text("tenant.name", "乙方").titled(),
    Field::text("tenant.idNo", "乙方证件号").personal(),
    Field::text("tenant.phone", "乙方电话").personal(),
    Field::text("dueRule", "缴费约定"),
    Field::text("escalation", "递增"),
    Field::text("rentFree", "免租期"),
    Field::money("depositFen", "押金"),
    Field::new("rooms", "房间", FieldKind::Table),
    Field::text("rooms.assetName", "资产"),
    Field::text("rooms.roomCode", "房间号"),
    Field::new("rooms.areaM2", "计租面积", FieldKind::Area),
    Field::text("rooms.price", "单价"),
];

const CHANGE_VARS: &[Var] = &[
    var("change_kind", "变更类型", Kind::Choice(ChangeKind::CHOICES), &["changeKind"]),
    var("rent_down", "租金降低", Kind::Bool, &["rentBeforeFen", "rentAfterFen"]),
    var("rent_delta_ppm", "租金变化", Kind::Ppm, &["rentBeforeFen", "rentAfterFen"]),
    var("term_up_months", "延长租期（月）", Kind::Count("个月"), &["endBefore", "endAfter"]),
    var("delta_sum_fen", "已出账期差额", Kind::Money, &["deltaSumFen", "deltas"]),
    var("backdated_days", "追溯天数", Kind::Count("天"), &["effectiveDate"]),
];
const END_VARS: &[Var] = &[
    var("remaining_months", "剩余租期（月）", Kind::Count("个月"), &["effectiveDate", "endBefore"]),
    var("open_fen", "乙方未缴金额", Kind::Money, &[]),
    var("deposit_fen", "押金余额", Kind::Money, &[]),
];

/// Approval of changes, but for early ends.
pub const CHANGE: Binding =
    Binding { key: "lease_change", label: "合同变更审批", vars: CHANGE_VARS, ..TERMINATE };

/// Approval of early ends.
pub const TERMINATE: Binding = Binding {
    key: "lease_terminate",
    label: "提前终止审批",
    biz_type: "lease_change",
    tables: &["lease_change", "lease"],
    form_ref: "lease/change",
    path: "/lease/lease/detail/{parent}?tab=changes",
    query: "lease:lease:query",
    edit: "lease:lease:edit",
    shared_withdraw: true,
    approve: Some("lease:lease:approve"),
    files: &[],
    vars: END_VARS,
    fields: FIELDS,
    says: &[],
    head,
    value,
    form,
    enter: Some(Enter::new(CHANGES, |op, _, (_, payload)| enter(op, payload, true))),
    stops,
    unseen: Unseen::NOTHING,
    adjusts: nothing,
    begin,
    edit_doc: None,
    back: |op, doc, comment| move_to(op, doc.id, ChangeState::Returned, comment),
    rejected: |op, doc, comment| move_to(op, doc.id, ChangeState::Rejected, comment),
    approved: |op, doc, comment| {
        let (change, lease) = waiting(&op.view(), doc.id)?;
        refuse_own(change.is_written_by(&op.caller.name()))?;
        apply(op, &lease, &change)?;
        move_to(op, doc.id, ChangeState::Approved, comment)
    },
    holds: |_| Ok(Vec::new()),
    adopt: |view| adopt(view, true),
};

/// Both; which one decides about a change follows from its kind.
pub static BINDINGS: [Binding; 2] = [
    Binding {
        enter: Some(Enter::new(CHANGES, |op, _, (_, payload)| enter(op, payload, false))),
        adopt: |view| adopt(view, false),
        ..CHANGE
    },
    TERMINATE,
];

const CHANGES: &[Form] = &[Form("", "POST /lease/lease/change")];

fn enter(op: &mut Op, payload: Value, ends: bool) -> Result<Option<Doc>> {
    let input: ChangeInput = form_as(payload)?;
    if (input.kind == ChangeKind::Termination) != ends {
        return Err(AppError::refused("变更类型不正确").at("kind"));
    }
    change::enter(op, input).map(|change| Some(Doc::stored(change.change_id)))
}

/// The process of a kind of change.
pub fn binding_of(kind: ChangeKind) -> &'static Binding {
    let [change, terminate] = &BINDINGS;
    if kind == ChangeKind::Termination { terminate } else { change }
}

fn head(view: &View, doc: &Doc) -> Result<Head> {
    let (change, lease) = with_lease(view, doc.id)?;
    let mut head = head_of(view, &lease, &change.facts)?;
    let tenant = NameCache::new(view).of::<Tenant>(lease.facts.tenant_id)?;
    head.title = format!("{} {tenant} {}", lease.lease_no, change.kind.label());
    head.lines.truncate(2);
    head.lines.push(("生效日期".into(), change.effective_date.to_string()));
    head.lines.push(("变更原因".into(), change.reason.clone()));
    let wrote = change.authors.iter().map(String::as_str).chain([change.submitted_by.as_str()]);
    head.barred = numbers_of(view, wrote)?;
    head.parent = lease.lease_id;
    if change.kind == ChangeKind::Termination {
        head.amount_fen = None;
    }
    Ok(head)
}

fn form(view: &View, doc: &Doc) -> Result<Value> {
    let (change, lease) = with_lease(view, doc.id)?;
    let mut form = form_of(view, &lease, &change.facts)?;
    // What it would do today; of one that was decided nothing is computed any more.
    let told = if change.is_open() { previewed(view, &lease, &asked(&lease, &change)).ok() } else { None };
    let told = told.map(|(_, _, told)| told);
    let deltas = told.iter().flat_map(|told| &told.deltas).map(|delta| {
        json!({
            "period": delta.period.to_string(), "oldFen": delta.issued_fen, "newFen": delta.issued_fen + delta.delta_fen,
            "deltaFen": delta.delta_fen,
        })
    });
    let deltas: Vec<Value> = deltas.collect();
    let warned = told.iter().flat_map(|told| &told.guards).filter(|guard| guard.level == Level::Warn);
    let warned: Vec<Value> = warned.map(|guard| json!({"message": guard.message})).collect();
    let own = json!({
        "changeKind": change.kind,
        "effectiveDate": change.effective_date,
        "reason": change.reason,
        "depositMoves": change.deposit_moves,
        "rentBeforeFen": annual_rent(&lease.facts),
        "rentAfterFen": annual_rent(&change.facts),
        "endBefore": lease.effective_end(),
        "endAfter": if change.kind == ChangeKind::Termination { change.effective_date } else { change.facts.end_date },
        "deltaSumFen": told.as_ref().map(|told| told.delta_sum_fen),
        "deltas": deltas,
        "warnings": warned,
    });
    if let (Value::Object(form), Value::Object(own)) = (&mut form, own) {
        let known = CONTRACT.iter().map(|field| field.path).filter(|path| !path.contains('.'));
        let unsaid: Vec<&str> =
            known.filter(|path| *path != "tenant" && !FIELDS.iter().any(|field| field.path == *path)).collect();
        unsaid.into_iter().for_each(|path| drop(form.shift_remove(path)));
        form.extend(own);
    }
    Ok(form)
}

fn value(view: &View, doc: &Doc, name: &str) -> Result<Val> {
    let (change, lease) = with_lease(view, doc.id)?;
    let (before, then) = (annual_rent(&lease.facts), annual_rent(&change.facts));
    Ok(match name {
        "change_kind" => Val::Int(i64::from(change.kind as u8)),
        "rent_down" => Val::Bool(then < before),
        "rent_delta_ppm" => {
            let ppm = (i128::from(then) - i128::from(before)) * 1_000_000 / i128::from(before.max(1));
            Val::Int(i64::try_from(ppm).unwrap_or(i64::MAX))
        }
        "term_up_months" => {
            let (old, new) = (lease.facts.end_date, change.facts.end_date);
            Val::Int(if new > old { months_of(after(old), new) } else { 0 })
        }
        "delta_sum_fen" => Val::Int(previewed(view, &lease, &asked(&lease, &change))?.2.delta_sum_fen),
        "backdated_days" => Val::Int(days_between(change.effective_date, change.submitted_at.date()).max(0)),
        "remaining_months" => {
            let (day, end) = (change.effective_date, lease.facts.end_date);
            Val::Int(if day < end { months_of(after(day), end) } else { 0 })
        }
        "open_fen" => {
            let owes = hooks::owes(view, lease.facts.tenant_id)?;
            Val::Int(owes.unwrap_or_default().open_fen)
        }
        "deposit_fen" => Val::Int(hooks::deposit(view, lease.lease_id)?),
        _ => Val::Nothing,
    })
}

fn stops(view: &View, doc: &Doc) -> Result<Vec<String>> {
    let (change, lease) = with_lease(view, doc.id)?;
    let refused = agreed(view, &lease, &asked(&lease, &change)).err();
    Ok(refused.map(|refusal| refusal.message.to_string()).into_iter().collect())
}

/// A returned change is looked at again as if it were new.
fn begin(op: &mut Op, doc: &Doc) -> Result<()> {
    let (change, lease) = with_lease(&op.view(), doc.id)?;
    match change.state {
        ChangeState::Submitted => return Ok(()),
        ChangeState::Returned => {}
        state => return Err(AppError::refused(format!("合同 {} 的变更{}，不能提交", lease.lease_no, state.label()))),
    }
    let facts = agreed(&op.view(), &lease, &asked(&lease, &change))?;
    let (submitted_by, submitted_at, base_version) = (op.caller.name(), op.now, lease.version_no);
    let mut wrote = change.authors.clone();
    if !wrote.contains(&change.submitted_by) {
        wrote.push(change.submitted_by.clone());
    }
    let state = ChangeState::Submitted;
    let comment = String::new();
    op.put(&LeaseChange { facts, state, submitted_by, submitted_at, base_version, authors: wrote, comment, ..change })?;
    Ok(())
}

fn move_to(op: &mut Op, change_id: u64, state: ChangeState, comment: &str) -> Result<()> {
    let (change, _) = with_lease(&op.view(), change_id)?;
    if !change.is_open() {
        return Err(AppError::refused("该变更已审批或撤回，请刷新后查看"));
    }
    let is_decision = state != ChangeState::Returned;
    let decided_by = if is_decision { op.caller.name() } else { change.decided_by.clone() };
    let decided_at = if is_decision { Some(op.now) } else { change.decided_at };
    op.put(&LeaseChange { state, decided_by, decided_at, comment: comment.to_owned(), ..change })?;
    Ok(())
}

fn waits(change: &LeaseChange) -> Adopted {
    let (submitter, at) = (change.submitted_by.clone(), change.submitted_at);
    Adopted { id: change.change_id, submitter, at, returned: false }
}

fn adopt(view: &View, ends: bool) -> Result<Vec<Adopted>> {
    let rows: Vec<LeaseChange> = view.tx.by(&WAITING, &key(), false, 0, usize::MAX)?;
    let of_kind = |change: &&LeaseChange| (change.kind == ChangeKind::Termination) == ends;
    Ok(rows.iter().filter(of_kind).map(waits).collect())
}

/// A returned change as a form sends it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangeEdit {
    /// The change that it is about, by number.
    pub change_id: u64,
    /// What it says now.
    #[serde(flatten)]
    pub change: ChangeInput,
}

/// PUT /lease/lease/change: one that came back is put right; it is submitted again by `/appr/submit`.
pub fn edit(op: &mut Op, input: ChangeEdit) -> Result<Done> {
    let (old, lease) = with_lease(&op.view(), input.change_id)?;
    if old.state != ChangeState::Returned || input.change.lease_id != old.lease_id {
        return Err(AppError::refused(format!("合同 {} 的变更{}，不能修改", lease.lease_no, old.state.label())));
    }
    if (old.kind == ChangeKind::Termination) != (input.change.kind == ChangeKind::Termination) {
        return Err(AppError::refused("提前终止和其他变更走不同的审批流程，请作废后重新提交").at("kind"));
    }
    let lease: Lease = found(&op.view(), &input.change)?;
    let facts = agreed(&op.view(), &lease, &input.change)?;
    let change = &input.change;
    let (kind, effective_date, deposit_moves) = (change.kind, change.effective_date, change.deposit_moves);
    let reason = change.reason.trim().to_owned();
    let authors = authors::with(&old.authors, op.caller);
    let next = LeaseChange { facts, kind, effective_date, deposit_moves, reason, authors, ..old };
    op.put(&next)?;
    changed(op, binding_of(next.kind), &Doc::stored(next.change_id))?;
    Ok(Done)
}

/// A decision about a change.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DecideChange {
    /// The change that it is about, by number.
    pub change_id: u64,
    /// Whether it is agreed to.
    pub decision: Decision,
    /// Opinion; needed for a no.
    #[serde(default)]
    pub comment: String,
}

/// POST /lease/lease/change/decide: finds the caller's task of the process and acts on it.
pub fn decide(op: &mut Op, input: DecideChange) -> Result<Done> {
    let (change, _) = waiting(&op.view(), input.change_id)?;
    refuse_own(change.is_written_by(&op.caller.name()))?;
    alias::decide(op, binding_of(change.kind), &waits(&change), input.decision.verdict(), &input.comment)?;
    Ok(Done)
}

/// Which change.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WithdrawChange {
    /// Number of the change 合同变更.
    pub change_id: u64,
}

/// POST /lease/lease/change/withdraw: who submitted it does not decide, so he must be able to take it back; it is over then.
pub fn withdraw(op: &mut Op, input: WithdrawChange) -> Result<Done> {
    let (change, _) = with_lease(&op.view(), input.change_id)?;
    let binding = binding_of(change.kind);
    match change.state {
        ChangeState::Submitted => alias::withdraw(op, binding, &waits(&change), "")?,
        ChangeState::Returned => {}
        _ => return Err(AppError::refused("该变更已审批或撤回，请刷新后查看")),
    }
    alias::give_up(op, binding, change.change_id, "变更已撤回")?;
    move_to(op, change.change_id, ChangeState::Withdrawn, "")?;
    Ok(Done)
}
