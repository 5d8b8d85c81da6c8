//! Batches under decision: what the approval engine does with them.
//!
//! Who read, compared or submitted a batch doesn't decide about it. A yes receives what was submitted, to the fen; when the
//! register has moved meanwhile the effect is refused, and the batch is given back to be compared again.

use serde_json::{Value, json};

use super::check::{check, first_stop};
use super::ops;
use super::record::{TakeoverBatch, TakeoverState, WAITING};
use crate::error::{AppError, Result};
use crate::features::approvals::binding::{Adopted, Binding, Doc, Field, FieldKind, Head, Unseen, nothing};
use crate::features::approvals::condition::{Kind, Val, Var};
use crate::features::assets::party_a::record::PartyA;
use crate::kernel::money::yuan_grouped;
use crate::op::{Op, View};
use crate::records::owned;
use crate::records::owned::Business;
use crate::store::{Reads, key};

/// Tenants that differ and a form shows.
const SHOWN: usize = 200;

const FIELDS: &[Field] = &[
    Field::text("batchNo", "批次号").titled(),
    Field::text("partyAName", "甲方").titled(),
    Field::date("booksFrom", "账务启用日"),
    Field::text("fileName", "台账文件"),
    Field::new("leases", "合同数", FieldKind::Count("份")).titled(),
    Field::new("areaM2", "计租面积", FieldKind::Area),
    Field::money("monthRentFen", "月租金合计"),
    Field::money("arrearsFen", "期初欠缴").titled(),
    Field::money("creditFen", "期初预收"),
    Field::money("depositFen", "期初押金"),
    Field::text("balances", "期初银行余额"),
    Field::new("newTenants", "新建乙方", FieldKind::Count("户")),
    Field::new("newRooms", "新建房间", FieldKind::Count("间")),
    Field::new("warned", "提示", FieldKind::Count("条")),
    Field::new("differences", "与原台账的差额", FieldKind::Table),
    Field::text("differences.name", "乙方").personal(),
    Field::money("differences.arrearsFen", "系统算出"),
    Field::money("differences.ledgerFen", "原台账"),
    Field::money("differences.differenceFen", "差额"),
    Field::text("differences.note", "说明"),
    Field::text("remark", "备注"),
];

const VARS: &[Var] = &[
    Var { name: "leases", title: "合同数", kind: Kind::Count("份"), fields: &["leases"] },
    Var::money("arrears_fen", "期初欠缴", &["arrearsFen"]),
];

/// Approval of take-overs.
pub const BINDING: Binding = Binding {
    key: "takeover",
    label: "上线接收审批",
    biz_type: "takeover",
    tables: &[ops::TABLE],
    form_ref: "lease/takeover",
    path: "/lease/takeover/detail/{id}",
    query: "lease:takeover:query",
    edit: "lease:takeover:add",
    shared_withdraw: true,
    approve: Some("lease:takeover:approve"),
    files: &["takeover"],
    vars: VARS,
    fields: FIELDS,
    says: &[("", &["arrearsFen"]), ("合同", &["leases"]), ("启用日", &["booksFrom"])],
    head,
    value,
    form,
    enter: None,
    stops: |view, doc| {
        let batch: TakeoverBatch = owned::find(view, doc.id)?;
        Ok(first_stop(&check(view, &batch)?.shown.problems).into_iter().collect())
    },
    unseen: Unseen::NOTHING,
    adjusts: nothing,
    begin: |op, doc| {
        let batch: TakeoverBatch = owned::find(&op.view(), doc.id)?;
        if batch.state == TakeoverState::Submitted { Ok(()) } else { ops::bring(op, &batch) }
    },
    edit_doc: None,
    back: |op, doc, comment| move_to(op, doc.id, TakeoverState::Checking, comment),
    rejected: |op, doc, comment| move_to(op, doc.id, TakeoverState::Withdrawn, comment),
    approved: |op, doc, comment| ops::approve(op, doc.id, comment),
    holds: |_| Ok(Vec::new()),
    adopt: |view| {
        let rows: Vec<TakeoverBatch> = view.tx.by(&WAITING, &key(), false, 0, usize::MAX)?;
        Ok(rows.iter().map(waits).collect())
    },
};

fn head(view: &View, doc: &Doc) -> Result<Head> {
    let batch: TakeoverBatch = owned::find(view, doc.id)?;
    let party: PartyA = owned::linked(view, batch.party_a_id)?;
    let sums = batch.sums.unwrap_or_default();
    Ok(Head {
        title: format!("{} {} 上线接收", batch.batch_no, party.title()),
        lines: vec![
            ("甲方".into(), party.title()),
            ("合同".into(), format!("{} 份", sums.leases)),
            ("启用日".into(), batch.books_from.to_string()),
            ("期初欠缴".into(), format!("{} 元", yuan_grouped(sums.arrears_fen))),
        ],
        amount_fen: Some(sums.arrears_fen),
        dept_id: batch.owned.dept_id,
        party_a_id: batch.party_a_id,
        party_a_dept: party.owned.dept_id,
        barred: batch.authors,
        version: batch.owned.version,
        parent: 0,
    })
}

fn value(view: &View, doc: &Doc, name: &str) -> Result<Val> {
    let batch: TakeoverBatch = owned::find(view, doc.id)?;
    let sums = batch.sums.unwrap_or_default();
    Ok(match name {
        "leases" => Val::Int(i64::from(sums.leases)),
        "arrears_fen" => Val::Int(sums.arrears_fen),
        _ => Val::Nothing,
    })
}

fn form(view: &View, doc: &Doc) -> Result<Value> {
    let batch: TakeoverBatch = owned::find(view, doc.id)?;
    let party: PartyA = owned::linked(view, batch.party_a_id)?;
    let sums = batch.sums.unwrap_or_default();
    let mut form = json!({
        "batchNo": batch.batch_no,
        "partyAName": party.title(),
        "booksFrom": batch.books_from,
        "fileName": batch.file_name,
        "leases": sums.leases,
        "areaM2": sums.area_m2,
        "monthRentFen": sums.month_rent_fen,
        "arrearsFen": sums.arrears_fen,
        "creditFen": sums.credit_fen,
        "depositFen": sums.deposit_fen,
        "balances": batch.reading.balances.iter().map(|(tail, fen)| format!("****{tail} {} 元", yuan_grouped(*fen))).collect::<Vec<_>>().join("；"),
        "remark": batch.owned.base.remark,
    });
    // What it comes to is compared only while it waits: afterwards the register has it.
    if batch.state == TakeoverState::Submitted {
        let found = check(view, &batch)?;
        let differs = found.shown.tenants.iter().filter(|tenant| tenant.difference_fen != 0).take(SHOWN);
        let rows: Vec<Value> =
            differs.map(serde_json::to_value).collect::<Result<_, _>>().map_err(AppError::internal)?;
        form["newTenants"] = json!(found.shown.masters.tenant_count);
        form["newRooms"] = json!(found.shown.masters.room_count);
        form["warned"] = json!(found.shown.warned);
        form["differences"] = json!(rows);
    }
    Ok(form)
}

fn move_to(op: &mut Op, batch_id: u64, state: TakeoverState, comment: &str) -> Result<()> {
    let batch: TakeoverBatch = owned::find(&op.view(), batch_id)?;
    // What came back and is abandoned then was returned before.
    if batch.state != TakeoverState::Submitted
        && !(batch.state == TakeoverState::Checking && state == TakeoverState::Withdrawn)
    {
        return Err(AppError::refused(format!("接收批次 {} {}，不在审批中", batch.batch_no, batch.state.label())));
    }
    let (decided_by, act) = match state {
        TakeoverState::Withdrawn => (op.caller.name(), "驳回"),
        _ => (batch.decided_by.clone(), "退回"),
    };
    let next = TakeoverBatch { state, decided_by, comment: comment.to_owned(), ..batch.clone() };
    owned::update(op, &batch, next, act).map(drop)
}

/// A batch as it waits for a decision.
pub(super) fn waits(batch: &TakeoverBatch) -> Adopted {
    let base = &batch.owned.base;
    Adopted {
        id: batch.batch_id,
        submitter: base.update_by.clone(),
        at: base.update_time.unwrap_or(base.create_time),
        returned: false,
    }
}
