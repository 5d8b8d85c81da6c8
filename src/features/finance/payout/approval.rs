//! Refunds, expenses and remittances under decision: what the approval engine does with them, and the routes of before.

use jiff::ToSpan;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::in_hand;
use super::list::shown;
use super::ops::{self, PayoutInput, checked};
use super::promised::refuse_twice;
use super::record::{BY_PAYEE, BY_TENANT, EXPENSES, Payout, PayoutKind, PayoutState, REFUNDS, REMITTANCES, WAITING};
use crate::error::{AppError, Result};
use crate::features::approvals::CUMULATIVE_MONTHS;
use crate::features::approvals::binding::{
    Adopted, Binding, Doc, Enter, Field, FieldKind, Form, Head, Limit, Unseen, nothing,
};
use crate::features::approvals::condition::{Kind, Val, Var};
use crate::features::approvals::instance::alias::{self, Verdict};
use crate::features::approvals::instance::gate::form_as;
use crate::features::approvals::instance::submit::changed;
use crate::features::assets::party_a::record::PartyA;
use crate::features::finance::bill::post::touched;
use crate::features::finance::decision::{Decide, decided_by_another};
use crate::features::finance::files::FILES_OUT;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::money::yuan_grouped;
use crate::kernel::span::days_between;
use crate::op::{Op, View};
use crate::platform::settings::Setting;
use crate::records::files as access;
use crate::records::list::NameCache;
use crate::records::owned;
use crate::records::owned::Business;
use crate::route::Done;
use crate::store::{Reads, id, key};

/// Yuan of refunds of a tenant from which the management decides.
pub const REFUND_LEADER: Setting<u64> = Setting::number(107, "flow.refund.leaderYuan", 20_000, 0, 100_000_000)
    .called("审批-退款须分管领导（元）", "同一乙方累计退款超过此金额时由分管领导审批");
/// Yuan paid to one payee from which finance decides.
pub const EXPENSE_FINANCE: Setting<u64> = Setting::number(108, "flow.expense.financeYuan", 2_000, 0, 100_000_000)
    .called("审批-支出须财务审核（元）", "同一收款人在累计天数内的支出超过此金额时由财务审核，拆分报销不能绕过");
/// Days over which payments to one payee are added up.
pub const EXPENSE_DAYS: Setting<u64> = Setting::number(109, "flow.expense.windowDays", 30, 1, 3_650)
    .called("审批-支出累计天数", "同一收款人的支出按此天数累计");

/// What conditions of payouts may be compared with.
pub const LIMITS: &[Limit] =
    &[Limit { setting: &REFUND_LEADER, unit: 100 }, Limit { setting: &EXPENSE_FINANCE, unit: 100 }];

const FIELDS: &[Field] = &[
    Field::text("payoutNo", "单号").titled(),
    Field::new("kind", "类型", FieldKind::Choice(PayoutKind::CHOICES)),
    Field::money("amountFen", "金额").titled(),
    Field::text("partyAName", "付款单位"),
    Field::text("tenantName", "乙方").personal(),
    Field::text("leaseNo", "合同"),
    Field::text("assetName", "资产"),
    Field::text("category", "支出类别"),
    Field::date("month", "所属月份"),
    Field::date("paidDate", "上缴日期"),
    Field::text("payee", "收款人").titled(),
    Field::text("voucherNo", "票据号"),
    Field::new("byTreasury", "财政退付", FieldKind::Bool),
    Field::new("files", "附件", FieldKind::Files),
    Field::text("remark", "备注"),
];

const REFUND_VARS: &[Var] = &[
    Var::new("kind", "类型", Kind::Choice(PayoutKind::CHOICES), &["kind"]),
    Var::new("cumulative_refund_fen", "乙方累计退款", Kind::Money, &["amountFen"]),
];
const EXPENSE_VARS: &[Var] = &[
    Var::new("kind", "类型", Kind::Choice(PayoutKind::CHOICES), &["kind"]),
    Var::new("category", "支出类别", Kind::Text, &["category"]),
    Var::new("has_voucher", "有票据号", Kind::Bool, &["voucherNo"]),
    Var::new("cumulative_payee_fen", "收款人累计支出", Kind::Money, &["amountFen", "payee"]),
];
const REMITTANCE_VARS: &[Var] = &[Var::new("late_days", "逾期上缴天数", Kind::Count("天"), &["paidDate"])];

const REFUND: Binding = Binding {
    key: "refund",
    label: "退款审批",
    biz_type: "payout",
    tables: &["payout"],
    form_ref: "fin/refund",
    path: "/fin/refund?payoutId={id}",
    query: "fin:refund:query",
    edit: "fin:refund:add",
    shared_withdraw: false,
    approve: Some("fin:refund:approve"),
    files: &[FILES_OUT.name],
    vars: REFUND_VARS,
    fields: FIELDS,
    says: &[],
    head,
    value,
    form: |view, doc| {
        let payout: Payout = owned::find(view, doc.id)?;
        serde_json::to_value(shown(view, &payout)?).map_err(AppError::internal)
    },
    enter: Some(Enter::new(&[Form("", "POST /fin/refund")], |op, _, (_, payload)| enter(op, payload, REFUNDS))),
    stops,
    unseen: Unseen::NOTHING,
    adjusts: nothing,
    begin,
    edit_doc: None,
    back: |op, doc, comment| move_to(op, doc.id, PayoutState::Returned, comment),
    rejected: |op, doc, comment| move_to(op, doc.id, PayoutState::Rejected, comment),
    approved,
    holds: |_| Ok(Vec::new()),
    adopt: |view| adopt(view, REFUNDS),
};

/// The processes of refunds, expenses and remittances.
pub static BINDINGS: [Binding; 3] = [
    REFUND,
    Binding {
        key: "expense",
        label: "支出审批",
        form_ref: "fin/expense",
        path: "/fin/expense?payoutId={id}",
        query: "fin:expense:query",
        edit: "fin:expense:add",
        approve: Some("fin:expense:approve"),
        vars: EXPENSE_VARS,
        enter: Some(Enter::new(&[Form("", "POST /fin/expense")], |op, _, (_, payload)| enter(op, payload, EXPENSES))),
        adopt: |view| adopt(view, EXPENSES),
        ..REFUND
    },
    Binding {
        key: "remittance",
        label: "上缴确认",
        form_ref: "fin/remittance",
        path: "/fin/remittance?payoutId={id}",
        query: "fin:remittance:query",
        edit: "fin:remittance:add",
        approve: Some("fin:remittance:approve"),
        vars: REMITTANCE_VARS,
        enter: Some(Enter::new(&[Form("", "POST /fin/remittance")], |op, _, (_, payload)| {
            enter(op, payload, REMITTANCES)
        })),
        adopt: |view| adopt(view, REMITTANCES),
        ..REFUND
    },
];

fn enter(op: &mut Op, payload: Value, kinds: &[PayoutKind]) -> Result<Option<Doc>> {
    let input: PayoutInput = form_as(payload)?;
    if !kinds.contains(&input.kind) {
        return Err(AppError::refused("单据类型不正确"));
    }
    ops::enter(op, input).map(|id| Some(Doc::stored(id)))
}

/// Which of them decides about a kind.
pub fn binding_of(kind: PayoutKind) -> &'static Binding {
    let [refund, expense, remittance] = &BINDINGS;
    match kind {
        PayoutKind::CreditRefund | PayoutKind::DepositRefund => refund,
        PayoutKind::Expense | PayoutKind::Between => expense,
        PayoutKind::Remittance => remittance,
    }
}

fn head(view: &View, doc: &Doc) -> Result<Head> {
    let payout: Payout = owned::find(view, doc.id)?;
    let facts = &payout.facts;
    let party: PartyA = owned::linked(view, facts.party_a_id)?;
    let mut names = NameCache::new(view);
    let whom = match facts.tenant_id {
        0 => ("收款人".into(), facts.payee.clone()),
        tenant => ("乙方".into(), names.of::<Tenant>(tenant)?),
    };
    let mut barred = payout.authors.clone();
    barred.push(payout.owned.creator);
    Ok(Head {
        title: format!("{} {} {} 元", payout.payout_no, facts.payee, yuan_grouped(facts.amount_fen)),
        lines: vec![("付款单位".into(), party.title()), whom, ("票据号".into(), facts.voucher_no.clone())],
        amount_fen: Some(facts.amount_fen),
        dept_id: payout.owned.dept_id,
        party_a_id: facts.party_a_id,
        party_a_dept: party.owned.dept_id,
        barred,
        version: payout.owned.version,
        parent: 0,
    })
}

fn value(view: &View, doc: &Doc, name: &str) -> Result<Val> {
    let payout: Payout = owned::find(view, doc.id)?;
    Ok(match name {
        "kind" => Val::Int(i64::from(payout.kind as u8)),
        "category" => Val::Text(payout.facts.category),
        "has_voucher" => Val::Bool(!payout.facts.voucher_no.is_empty()),
        "cumulative_refund_fen" => Val::Int(refunded(view, &payout)?),
        "cumulative_payee_fen" => Val::Int(paid_to(view, &payout)?),
        "late_days" => {
            let party: PartyA = owned::linked(view, payout.facts.party_a_id)?;
            let due = payout.facts.month.and_then(|month| party.remit_by(month));
            let late = due.zip(payout.paid_date).map_or(0, |(due, paid)| days_between(due, paid));
            Val::Int(late.max(0))
        }
        _ => Val::Nothing,
    })
}

/// Whether a document counts in what adds up: under decision, approved or paid.
fn counts(payout: &Payout) -> bool {
    matches!(payout.state, PayoutState::Submitted | PayoutState::Approved | PayoutState::Paid)
}

/// What the tenant was paid back in the period before, this document and those under decision included.
fn refunded(view: &View, payout: &Payout) -> Result<i64> {
    let months = i64::try_from(view.app.settings.get(&CUMULATIVE_MONTHS)).unwrap_or(12);
    let first = view.now.date().checked_sub(months.months()).map_err(AppError::internal)?;
    let mut sum = payout.facts.amount_fen;
    let others: Vec<Payout> = view.tx.by(&BY_TENANT, &id(payout.facts.tenant_id), false, 0, usize::MAX)?;
    for other in others.iter().filter(|other| other.payout_id != payout.payout_id && counts(other)) {
        if other.owned.base.create_time.date() > first {
            sum = sum.saturating_add(other.facts.amount_fen);
        }
    }
    Ok(sum)
}

/// What the payee gets in the days before, this document and those under decision included: who splits a bill gains nothing.
///
/// # Errors
/// Records that can't be read.
pub fn paid_to(view: &View, payout: &Payout) -> Result<i64> {
    let days = i64::try_from(view.app.settings.get(&EXPENSE_DAYS)).unwrap_or(30);
    let mut sum = payout.facts.amount_fen;
    let others: Vec<Payout> = view.tx.by(&BY_PAYEE, &key().str(&payout.facts.payee), false, 0, usize::MAX)?;
    for other in others.iter().filter(|other| other.payout_id != payout.payout_id && counts(other)) {
        if days_between(other.owned.base.create_time.date(), view.now.date()) < days {
            sum = sum.saturating_add(other.facts.amount_fen);
        }
    }
    Ok(sum)
}

/// A document as its form would send it again.
fn as_sent(payout: &Payout) -> PayoutInput {
    PayoutInput {
        kind: payout.kind,
        paid_date: payout.paid_date,
        files: payout.files.clone(),
        remark: payout.owned.base.remark.clone(),
        facts: payout.facts.clone(),
    }
}

fn stops(view: &View, doc: &Doc) -> Result<Vec<String>> {
    let payout: Payout = owned::find(view, doc.id)?;
    let refused = match payout.kind {
        PayoutKind::Remittance => in_hand::refuse_more(view, &payout).err(),
        _ => checked(view, &as_sent(&payout)).and_then(|_| refuse_twice(view, &payout)).err(),
    };
    Ok(refused.map(|refusal| refusal.message.to_string()).into_iter().collect())
}

fn begin(op: &mut Op, doc: &Doc) -> Result<()> {
    let payout: Payout = owned::find(&op.view(), doc.id)?;
    match payout.state {
        PayoutState::Submitted => return Ok(()),
        PayoutState::Returned => {}
        state => {
            let noun = payout.kind.label();
            return Err(AppError::refused(format!("{noun} {} {}，不能提交", payout.payout_no, state.label())));
        }
    }
    let facts = checked(&op.view(), &as_sent(&payout))?;
    let owned = touched(op, &payout.owned);
    op.put(&Payout { state: PayoutState::Submitted, facts, comment: String::new(), owned, ..payout })?;
    Ok(())
}

fn under_decision(payout: &Payout) -> Result<()> {
    ops::in_state(payout, &[PayoutState::Submitted], "审批")
}

fn move_to(op: &mut Op, number: u64, state: PayoutState, comment: &str) -> Result<()> {
    let payout: Payout = owned::find(&op.view(), number)?;
    // What came back and is abandoned then was returned before.
    if payout.state != PayoutState::Returned {
        under_decision(&payout)?;
    }
    let decided_by = if state == PayoutState::Rejected { op.caller.name() } else { payout.decided_by.clone() };
    let owned = touched(op, &payout.owned);
    op.put(&Payout { state, decided_by, comment: comment.to_owned(), owned, ..payout })?;
    Ok(())
}

/// A remittance counts at once; the others wait to be paid.
fn approved(op: &mut Op, doc: &Doc, comment: &str) -> Result<()> {
    let payout: Payout = owned::find(&op.view(), doc.id)?;
    under_decision(&payout)?;
    let (decided_by, owned) = (op.caller.name(), touched(op, &payout.owned));
    let mut next = Payout { decided_by, comment: comment.to_owned(), owned, ..payout.clone() };
    next.state = PayoutState::Approved;
    refuse_twice(&op.view(), &next)?;
    if payout.kind == PayoutKind::Remittance {
        next.state = PayoutState::Paid;
        in_hand::refuse_more(&op.view(), &next)?;
        let day = payout.paid_date.unwrap_or(op.now.date());
        next = ops::book(op, next, day)?;
    }
    op.put(&next)?;
    Ok(())
}

fn waits(payout: &Payout) -> Adopted {
    let base = &payout.owned.base;
    Adopted { id: payout.payout_id, submitter: base.create_by.clone(), at: base.create_time, returned: false }
}

fn adopt(view: &View, kinds: &[PayoutKind]) -> Result<Vec<Adopted>> {
    let rows: Vec<Payout> = view.tx.by(&WAITING, &key(), false, 0, usize::MAX)?;
    Ok(rows.iter().filter(|payout| kinds.contains(&payout.kind)).map(waits).collect())
}

/// A returned document as a form sends it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PayoutChange {
    /// The refund 退款, expense 支出 or remittance 上缴 that it is about, by number.
    pub payout_id: u64,
    /// The version that was read.
    #[serde(default)]
    pub version: Option<u64>,
    /// What it says now.
    #[serde(flatten)]
    pub input: PayoutInput,
}

/// One that came back is put right; it is submitted again by `/appr/submit`.
pub(super) fn edit(op: &mut Op, change: PayoutChange, kinds: &[PayoutKind]) -> Result<Done> {
    let old = ops::found(op, change.payout_id, change.version, kinds)?;
    ops::in_state(&old, &[PayoutState::Returned], "修改")?;
    let input = change.input;
    if !kinds.contains(&input.kind) {
        return Err(AppError::refused("单据类型不正确").at("kind"));
    }
    let facts = checked(&op.view(), &input)?;
    if facts.party_a_id != old.facts.party_a_id {
        return Err(AppError::refused("退回的单据不能更换付款单位，请作废后重新录入").at("partyAId"));
    }
    access::set(op, &input.files, FILES_OUT.name, old.payout_id)?;
    let paid_date = input.paid_date.filter(|_| input.kind == PayoutKind::Remittance);
    let mut owned = touched(op, &old.owned);
    owned.base.remark = input.remark;
    let mut authors = old.authors.clone();
    if !authors.contains(&op.caller.user_id()) {
        authors.push(op.caller.user_id());
    }
    let next = Payout { kind: input.kind, facts, paid_date, files: input.files, authors, owned, ..old };
    op.put(&next)?;
    changed(op, binding_of(next.kind), &Doc::stored(next.payout_id))?;
    Ok(Done)
}

/// Finds the caller's task of the process and acts on it.
pub fn decide(op: &mut Op, input: &Decide, kinds: &[PayoutKind]) -> Result<Done> {
    let payout = ops::found(op, input.id, input.version, kinds)?;
    under_decision(&payout)?;
    decided_by_another(op, &payout, input)?;
    alias::decide(op, binding_of(payout.kind), &waits(&payout), Verdict::of(input.approve), &input.comment)?;
    Ok(Done)
}
