//! Settlements under decision: what the approval engine does with them, and the routes of before.
//!
//! What is approved is what was submitted, to the fen: when bills or deposit moved meanwhile the effect is refused, and the
//! settlement is given back to be computed again. A node that may change the penalty has the sheet computed again as well.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::ops::{self, book};
use super::record::{Settlement, SettlementState, WAITING};
use super::sheet::{computed, hindrance, settler};
use crate::error::{AppError, Result};
use crate::features::approvals::binding::{
    Adopted, Binding, Doc, Enter, Field, FieldKind, Form, Head, Unseen, nothing,
};
use crate::features::approvals::condition::{Val, Var};
use crate::features::approvals::instance::alias::{self, Verdict};
use crate::features::approvals::instance::gate::form_as;
use crate::features::approvals::instance::submit::changed;
use crate::features::assets::party_a::record::PartyA;
use crate::features::finance::bill::post::touched;
use crate::features::finance::decision::{Decide, decided_by_another};
use crate::features::lease::contract::record::Lease;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::check;
use crate::kernel::money::{MOST_FEN, yuan_grouped};
use crate::op::{Op, View};
use crate::records::list::NameCache;
use crate::records::owned;
use crate::records::owned::Business;
use crate::route::Done;
use crate::store::{Reads, key};

const FIELDS: &[Field] = &[
    Field::text("settlementNo", "结算单号").titled(),
    Field::text("leaseNo", "合同").titled(),
    Field::text("tenantName", "乙方").titled(),
    Field::text("partyAName", "甲方"),
    Field::money("creditFen", "预收余额"),
    Field::money("depositFen", "押金余额"),
    Field::money("penaltyFen", "违约金").editable(),
    Field::money("damageFen", "赔偿金"),
    Field::money("forfeitFen", "没收押金"),
    Field::money("refundCreditFen", "退预收"),
    Field::money("refundDepositFen", "退押金"),
    Field::money("stillOwedFen", "结算后仍欠"),
    Field::new("bills", "未缴账单", FieldKind::Table),
    Field::text("bills.billNo", "账单号"),
    Field::date("bills.dueDate", "应缴日"),
    Field::money("bills.openFen", "未缴"),
    Field::money("bills.fromCreditFen", "预收抵扣"),
    Field::money("bills.fromDepositFen", "押金抵扣"),
    Field::text("remark", "备注"),
];

const VARS: &[Var] = &[
    Var::money("forfeit_fen", "没收押金", &["forfeitFen"]),
    Var::money("penalty_fen", "违约金", &["penaltyFen"]),
    Var::money("damage_fen", "赔偿金", &["damageFen"]),
    Var::money("refund_fen", "退款合计", &["refundCreditFen", "refundDepositFen"]),
    Var::money("still_owed_fen", "结算后仍欠", &["stillOwedFen"]),
];

/// Approval of settlements.
pub const BINDING: Binding = Binding {
    key: "settlement",
    label: "退租结算审批",
    biz_type: "settlement",
    tables: &["settlement", "lease"],
    form_ref: "fin/settlement",
    path: "/lease/lease/detail/{parent}",
    query: "fin:settlement:query",
    edit: "fin:settlement:add",
    shared_withdraw: false,
    approve: Some("fin:settlement:approve"),
    files: &[],
    vars: VARS,
    fields: FIELDS,
    says: &[],
    head,
    value,
    form,
    enter: Some(Enter::new(&[Form("", "POST /fin/settlement")], |op, _, (_, payload)| {
        ops::enter(op, form_as(payload)?).map(|id| Some(Doc::stored(id)))
    })),
    stops: |view, doc| {
        let settlement: Settlement = owned::find(view, doc.id)?;
        let refused = refuse_moved(view, &settlement).err();
        Ok(refused.map(|refusal| refusal.message.to_string()).into_iter().collect())
    },
    unseen: Unseen::NOTHING,
    adjusts: nothing,
    begin,
    edit_doc: Some(|op, doc, edits| edit_under_way(op, doc.id, edits).map(|()| None)),
    back: |op, doc, comment| move_to(op, doc.id, SettlementState::Returned, comment),
    rejected: |op, doc, comment| move_to(op, doc.id, SettlementState::Rejected, comment),
    approved,
    holds: |_| Ok(Vec::new()),
    adopt: |view| {
        let rows: Vec<Settlement> = view.tx.by(&WAITING, &key(), false, 0, usize::MAX)?;
        Ok(rows.iter().map(waits).collect())
    },
};

fn head(view: &View, doc: &Doc) -> Result<Head> {
    let settlement: Settlement = owned::find(view, doc.id)?;
    let lease: Lease = owned::linked(view, settlement.lease_id)?;
    let party: PartyA = owned::linked(view, lease.facts.party_a_id)?;
    let tenant = NameCache::new(view).of::<Tenant>(settler(view, &lease, settlement.tenant_id)?.tenant_id)?;
    let mut barred = settlement.authors.clone();
    barred.push(settlement.owned.creator);
    let sheet = &settlement.sheet;
    let back = sheet.refund_credit_fen.saturating_add(sheet.refund_deposit_fen);
    Ok(Head {
        title: format!("{} {} {tenant} 退租结算", settlement.settlement_no, lease.lease_no),
        lines: vec![
            ("甲方".into(), party.title()),
            ("退款".into(), format!("{} 元", yuan_grouped(back))),
            ("仍欠".into(), format!("{} 元", yuan_grouped(sheet.still_owed_fen))),
        ],
        amount_fen: Some(back),
        dept_id: settlement.owned.dept_id,
        party_a_id: lease.facts.party_a_id,
        party_a_dept: party.owned.dept_id,
        barred,
        version: settlement.owned.version,
        parent: lease.lease_id,
    })
}

fn value(view: &View, doc: &Doc, name: &str) -> Result<Val> {
    let settlement: Settlement = owned::find(view, doc.id)?;
    let sheet = &settlement.sheet;
    Ok(match name {
        "forfeit_fen" => Val::Int(sheet.forfeit_fen),
        "penalty_fen" => Val::Int(sheet.penalty_fen),
        "damage_fen" => Val::Int(sheet.damage_fen),
        "refund_fen" => Val::Int(sheet.refund_credit_fen.saturating_add(sheet.refund_deposit_fen)),
        "still_owed_fen" => Val::Int(sheet.still_owed_fen),
        _ => Val::Nothing,
    })
}

fn form(view: &View, doc: &Doc) -> Result<Value> {
    let settlement: Settlement = owned::find(view, doc.id)?;
    let lease: Lease = owned::linked(view, settlement.lease_id)?;
    let mut names = NameCache::new(view);
    let tenant_id = settler(view, &lease, settlement.tenant_id)?.tenant_id;
    let mut form = json!({
        "settlementNo": settlement.settlement_no,
        "leaseNo": lease.lease_no,
        "tenantName": names.of::<Tenant>(tenant_id)?,
        "partyAName": names.of::<PartyA>(lease.facts.party_a_id)?,
        "remark": settlement.owned.base.remark,
    });
    let sheet = serde_json::to_value(&settlement.sheet).map_err(AppError::internal)?;
    if let (Value::Object(form), Value::Object(sheet)) = (&mut form, sheet) {
        form.extend(sheet);
    }
    Ok(form)
}

/// Refuses what is no more what was submitted.
fn refuse_moved(view: &View, settlement: &Settlement) -> Result<()> {
    let lease: Lease = owned::linked(view, settlement.lease_id)?;
    let settler = settler(view, &lease, settlement.tenant_id)?;
    let now = computed(view, &lease, settler, settlement.sheet.penalty_fen)?;
    if now != settlement.sheet || !hindrance(view, &lease, settler)?.is_empty() {
        return Err(AppError::refused("提交后账款或押金已有变动，请退回后重新提交结算"));
    }
    Ok(())
}

/// The sheet as it is today.
fn with_penalty(op: &Op, settlement: &Settlement, penalty_fen: i64) -> Result<Settlement> {
    let view = op.view();
    let lease: Lease = owned::linked(&view, settlement.lease_id)?;
    let settler = settler(&view, &lease, settlement.tenant_id)?;
    let sheet = computed(&view, &lease, settler, penalty_fen)?;
    let against = hindrance(&view, &lease, settler)?;
    if !against.is_empty() {
        return Err(AppError::refused(against));
    }
    Ok(Settlement { sheet, owned: touched(op, &settlement.owned), ..settlement.clone() })
}

fn in_state(settlement: &Settlement, state: SettlementState, deed: &str) -> Result<()> {
    if settlement.state == state {
        return Ok(());
    }
    let (no, now) = (settlement.title(), settlement.state.label());
    Err(AppError::refused(format!("结算单 {no} {now}，{deed}")))
}

fn begin(op: &mut Op, doc: &Doc) -> Result<()> {
    let settlement: Settlement = owned::find(&op.view(), doc.id)?;
    if settlement.state == SettlementState::Submitted {
        return Ok(());
    }
    in_state(&settlement, SettlementState::Returned, "不能提交")?;
    let next = with_penalty(op, &settlement, settlement.sheet.penalty_fen)?;
    op.put(&Settlement { state: SettlementState::Submitted, comment: String::new(), ..next })?;
    Ok(())
}

fn move_to(op: &mut Op, number: u64, state: SettlementState, comment: &str) -> Result<()> {
    let settlement: Settlement = owned::find(&op.view(), number)?;
    // What came back and is abandoned then was returned before.
    if settlement.state != SettlementState::Returned {
        in_state(&settlement, SettlementState::Submitted, "不在审批中")?;
    }
    let is_decision = state == SettlementState::Rejected;
    let decided_by = if is_decision { op.caller.name() } else { settlement.decided_by.clone() };
    let owned = touched(op, &settlement.owned);
    op.put(&Settlement { state, decided_by, comment: comment.to_owned(), owned, ..settlement })?;
    Ok(())
}

/// Everything is booked in this one commit.
fn approved(op: &mut Op, doc: &Doc, comment: &str) -> Result<()> {
    let settlement: Settlement = owned::find(&op.view(), doc.id)?;
    in_state(&settlement, SettlementState::Submitted, "不在审批中")?;
    refuse_moved(&op.view(), &settlement)?;
    let lease: Lease = owned::linked(&op.view(), settlement.lease_id)?;
    let settler = settler(&op.view(), &lease, settlement.tenant_id)?;
    let (decided_by, owned) = (op.caller.name(), touched(op, &settlement.owned));
    let (state, comment) = (SettlementState::Approved, comment.to_owned());
    let next = book(op, &lease, settler, Settlement { state, decided_by, comment, owned, ..settlement })?;
    op.put(&next)?;
    Ok(())
}

fn penalty(value: &Value) -> Result<i64> {
    let fen = value.as_i64().filter(|fen| (0..=MOST_FEN).contains(fen));
    fen.ok_or_else(|| AppError::refused("违约金不能小于0，也不能超过1000亿元").at("penaltyFen"))
}

/// Fields that a node of its process gives.
fn edit_under_way(op: &mut Op, number: u64, edits: &Map<String, Value>) -> Result<()> {
    let settlement: Settlement = owned::find(&op.view(), number)?;
    in_state(&settlement, SettlementState::Submitted, "不在审批中")?;
    let Some(fen) = edits.get("penaltyFen") else { return Ok(()) };
    let next = with_penalty(op, &settlement, penalty(fen)?)?;
    op.put(&next)?;
    Ok(())
}

fn waits(settlement: &Settlement) -> Adopted {
    let base = &settlement.owned.base;
    Adopted { id: settlement.settlement_id, submitter: base.create_by.clone(), at: base.create_time, returned: false }
}

/// A returned settlement as a form sends it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettlementChange {
    /// The settlement 退租结算 that it is about, by number.
    pub settlement_id: u64,
    /// The version that was read.
    #[serde(default)]
    pub version: Option<u64>,
    /// Penalty by the contract, fen.
    #[serde(default)]
    #[schemars(title = "违约金")]
    pub penalty_fen: i64,
    /// Remark in free text; empty: none.
    #[serde(default)]
    pub remark: String,
}

/// PUT /fin/settlement: one that came back is computed again; it is submitted again by `/appr/submit`.
pub fn edit(op: &mut Op, input: SettlementChange) -> Result<Done> {
    check::remark(&input.remark)?;
    let old: Settlement = owned::find(&op.view(), input.settlement_id)?;
    owned::check_version(&op.view(), &old, input.version)?;
    in_state(&old, SettlementState::Returned, "不能修改")?;
    let mut next = with_penalty(op, &old, penalty(&json!(input.penalty_fen))?)?;
    next.owned.base.remark = input.remark;
    if !next.authors.contains(&op.caller.user_id()) {
        next.authors.push(op.caller.user_id());
    }
    op.put(&next)?;
    changed(op, &BINDING, &Doc::stored(next.settlement_id))?;
    Ok(Done)
}

/// POST /fin/settlement/decide: finds the caller's task of the process and acts on it.
pub fn decide(op: &mut Op, input: Decide) -> Result<Done> {
    let settlement: Settlement = owned::find(&op.view(), input.id)?;
    owned::check_version(&op.view(), &settlement, input.version)?;
    in_state(&settlement, SettlementState::Submitted, "不在审批中")?;
    decided_by_another(op, &settlement, &input)?;
    alias::decide(op, &BINDING, &waits(&settlement), Verdict::of(input.approve), &input.comment)?;
    Ok(Done)
}
