//! Reversals of receipts under decision, where a process of them is published.

use serde_json::json;

use super::record::{Receipt, ReceiptState, ReversalKind};
use super::reverse::{ReverseReceipt, enter_reversal, reverse_now};
use crate::error::Result;
use crate::features::approvals::binding::{Binding, Doc, Enter, Field, FieldKind, Form, Head, Unseen, nothing};
use crate::features::approvals::condition::{Kind, Val, Var};
use crate::features::approvals::instance::gate::{form_as, input_of, leave, leave_because, none_waits};
use crate::features::approvals::people::numbers_of;
use crate::features::assets::party_a::record::PartyA;
use crate::features::finance::allocation::living_of_receipt;
use crate::features::finance::period;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::money::yuan_grouped;
use crate::kernel::span::{add_months, days_between};
use crate::op::View;
use crate::records::list::NameCache;
use crate::records::owned;
use crate::records::owned::Business;

const FIELDS: &[Field] = &[
    Field::text("receiptNo", "收款单号").titled(),
    Field::money("amountFen", "金额").titled(),
    Field::new("kind", "冲销类型", FieldKind::Choice(ReversalKind::CHOICES)),
    Field::text("reason", "冲销原因"),
    Field::text("partyAName", "收款单位"),
    Field::text("tenantName", "乙方").personal(),
    Field::text("payerName", "付款户名").personal(),
    Field::date("valueDate", "到账日期"),
    Field::money("allocatedFen", "已核销"),
];

const VARS: &[Var] = &[
    Var::new("reversal_kind", "冲销类型", Kind::Choice(ReversalKind::CHOICES), &["kind"]),
    Var::new("claimed", "已认领", Kind::Bool, &["tenantName"]),
    Var::new("allocated_fen", "已核销金额", Kind::Money, &["allocatedFen"]),
    Var::new("closed_month", "到账月份已月结", Kind::Bool, &["valueDate"]),
    Var::new("age_days", "到账天数", Kind::Count("天"), &["valueDate"]),
];

/// Reversals; who entered or claimed the money never decides.
pub const BINDING: Binding = Binding {
    key: "receipt_reversal",
    label: "收款冲销审批",
    biz_type: "receipt",
    tables: &["receipt"],
    form_ref: "fin/receipt",
    path: "/fin/receipt?receiptId={id}",
    query: "fin:receipt:query",
    edit: "fin:receipt:reverse",
    shared_withdraw: false,
    approve: None,
    files: &[],
    vars: VARS,
    fields: FIELDS,
    says: &[],
    head: |view, doc| {
        let receipt: Receipt = owned::find(view, doc.id)?;
        let input: ReverseReceipt = input_of(doc)?;
        let party: PartyA = owned::linked(view, receipt.party_a_id)?;
        let mut wrote: Vec<&str> = receipt.authors.iter().map(String::as_str).collect();
        wrote.push(&receipt.owned.base.create_by);
        Ok(Head {
            title: format!("收款单 {} 冲销 {} 元", receipt.receipt_no, yuan_grouped(receipt.amount_fen)),
            lines: vec![
                ("收款单位".into(), party.title()),
                ("冲销类型".into(), input.kind.label().into()),
                ("冲销原因".into(), input.reason),
            ],
            amount_fen: Some(receipt.amount_fen),
            dept_id: receipt.owned.dept_id,
            party_a_id: receipt.party_a_id,
            party_a_dept: party.owned.dept_id,
            barred: numbers_of(view, wrote)?,
            version: receipt.owned.version,
            parent: 0,
        })
    },
    value,
    form: |view, doc| {
        let receipt: Receipt = owned::find(view, doc.id)?;
        let input: ReverseReceipt = input_of(doc)?;
        let mut names = NameCache::new(view);
        Ok(json!({
            "receiptNo": receipt.receipt_no, "amountFen": receipt.amount_fen, "kind": input.kind, "reason": input.reason,
            "partyAName": names.of::<PartyA>(receipt.party_a_id)?, "tenantName": names.of::<Tenant>(receipt.tenant_id)?,
            "payerName": receipt.payer_name, "valueDate": receipt.value_date, "allocatedFen": allocated(view, &receipt)?,
        }))
    },
    enter: Some(Enter::new(&[Form("", "POST /fin/receipt/reverse")], |op, _, (_, payload)| {
        enter_reversal(op, form_as(payload)?)
    })),
    stops: |view, doc| {
        let receipt: Receipt = owned::find(view, doc.id)?;
        let gone = receipt.state == ReceiptState::Reversed;
        Ok(gone.then(|| format!("收款单 {} 已冲销，不能再次冲销", receipt.receipt_no)).into_iter().collect())
    },
    unseen: Unseen::NOTHING,
    adjusts: nothing,
    begin: leave,
    edit_doc: None,
    back: leave_because,
    rejected: leave_because,
    approved: |op, doc, _| reverse_now(op, ReverseReceipt { version: None, ..input_of(doc)? }),
    holds: |_| Ok(Vec::new()),
    adopt: none_waits,
};

fn allocated(view: &View, receipt: &Receipt) -> Result<i64> {
    Ok(living_of_receipt(view, receipt.receipt_id)?.iter().map(|(_, left)| left).sum())
}

fn value(view: &View, doc: &Doc, name: &str) -> Result<Val> {
    let receipt: Receipt = owned::find(view, doc.id)?;
    Ok(match name {
        "reversal_kind" => Val::Int(i64::from(input_of::<ReverseReceipt>(doc)?.kind as u8)),
        "claimed" => Val::Bool(receipt.tenant_id != 0),
        "allocated_fen" => Val::Int(allocated(view, &receipt)?),
        "closed_month" => Val::Bool(
            period::last_closed(view, receipt.party_a_id)?
                .is_some_and(|last| receipt.value_date < add_months(last.month, 1)),
        ),
        "age_days" => Val::Int(days_between(receipt.value_date, view.now.date()).max(0)),
        _ => Val::Nothing,
    })
}
