//! Bills by hand, and bills made void, under decision, where a process of them is published.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::ops::{ManualBill, VoidBill, create_now, enter, void_now};
use super::record::Bill;
use crate::error::{AppError, Result};
use crate::features::approvals::binding::{Binding, Doc, Enter, Field, FieldKind, Form, Head, Unseen, nothing};
use crate::features::approvals::condition::{Kind, Val, Var};
use crate::features::approvals::instance::gate::{form_as, input_of, leave, leave_because, none_waits};
use crate::features::assets::party_a::record::PartyA;
use crate::features::lease::contract::record::Lease;
use crate::features::lease::schedule::terms::BillKind;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::enumeration::numbered;
use crate::kernel::money::yuan_grouped;
use crate::op::View;
use crate::records::list::NameCache;
use crate::records::owned;
use crate::records::owned::Business;

numbered! {
    /// 账单调整
    pub enum BillAction {
        New = 1 => "手工账单",
        Void = 2 => "作废账单",
    }
}

/// What is decided about: one of both.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum BillAsked {
    /// A bill by hand.
    New(ManualBill),
    /// A bill that is to be void.
    Void(VoidBill),
}

const FIELDS: &[Field] = &[
    Field::new("deed", "调整", FieldKind::Choice(BillAction::CHOICES)).titled(),
    Field::new("kind", "费用类型", FieldKind::Choice(BillKind::CHOICES)),
    Field::money("amountFen", "金额").titled(),
    Field::text("billNo", "账单号"),
    Field::text("leaseNo", "合同").titled(),
    Field::text("tenantName", "乙方").personal(),
    Field::text("partyAName", "甲方"),
    Field::text("period", "账期"),
    Field::date("dueDate", "应缴日"),
    Field::text("reason", "事由"),
];

const VARS: &[Var] = &[
    Var { name: "deed", title: "调整", kind: Kind::Choice(BillAction::CHOICES), fields: &["deed"] },
    Var { name: "kind", title: "费用类型", kind: Kind::Choice(BillKind::CHOICES), fields: &["kind"] },
];

/// Manual bills and voiding.
pub const BINDING: Binding = Binding {
    key: "bill_adjust",
    label: "账单调整审批",
    biz_type: "bill",
    tables: &["bill", "lease"],
    form_ref: "fin/bill",
    path: "/lease/lease/detail/{parent}",
    query: "fin:bill:query",
    edit: "fin:bill:add",
    shared_withdraw: false,
    approve: None,
    files: &[],
    vars: VARS,
    fields: FIELDS,
    says: &[],
    head,
    value: |view, doc, name| {
        let told = describe(view, doc)?;
        Ok(match name {
            "deed" => Val::Int(i64::from(told.deed as u8)),
            "kind" => Val::Int(i64::from(told.kind as u8)),
            _ => Val::Nothing,
        })
    },
    form: |view, doc| {
        let told = describe(view, doc)?;
        let mut names = NameCache::new(view);
        Ok(json!({
            "deed": told.deed, "kind": told.kind, "amountFen": told.amount_fen, "billNo": told.bill_no,
            "leaseNo": told.lease.lease_no, "tenantName": names.of::<Tenant>(told.lease.facts.tenant_id)?,
            "partyAName": names.of::<PartyA>(told.lease.facts.party_a_id)?, "period": told.period,
            "dueDate": told.due_date, "reason": told.reason,
        }))
    },
    enter: Some(Enter {
        forms: &[Form("new", "POST /fin/bill"), Form("void", "POST /fin/bill/void")],
        right: |_, _, payload| Ok(payload.get("void").map(|_| "fin:bill:void")),
        run: |op, _, (_, payload)| enter(op, form_as(payload)?),
    }),
    stops: |_, _| Ok(Vec::new()),
    unseen: Unseen::NOTHING,
    adjusts: nothing,
    begin: leave,
    edit_doc: None,
    back: leave_because,
    rejected: leave_because,
    approved: |op, doc, _| match input_of(doc)? {
        BillAsked::New(input) => create_now(op, input).map(drop),
        BillAsked::Void(input) => void_now(op, VoidBill { version: None, ..input }),
    },
    holds: |_| Ok(Vec::new()),
    adopt: none_waits,
};

/// A bill that is asked for, or asked to be void.
pub struct Told {
    pub deed: BillAction,
    kind: BillKind,
    pub amount_fen: i64,
    bill_no: String,
    pub lease: Lease,
    period: String,
    due_date: jiff::civil::Date,
    reason: String,
}

/// What is decided about, as its records say.
///
/// # Errors
/// A sentence for a lease or a bill that is gone.
pub fn describe(view: &View, doc: &Doc) -> Result<Told> {
    let gone = |_| AppError::refused("该流程不存在或无权查看");
    Ok(match input_of(doc)? {
        BillAsked::New(asked) => Told {
            deed: BillAction::New,
            kind: asked.kind,
            amount_fen: asked.amount_fen,
            bill_no: String::new(),
            lease: owned::find(view, asked.lease_id).map_err(gone)?,
            period: asked.period.map_or_else(String::new, |period| period.to_string()),
            due_date: asked.due_date,
            reason: asked.remark,
        },
        BillAsked::Void(asked) => {
            let bill: Bill = owned::find(view, asked.id)?;
            Told {
                deed: BillAction::Void,
                kind: bill.kind,
                amount_fen: bill.amount_fen,
                lease: owned::linked(view, bill.lease_id)?,
                bill_no: bill.bill_no,
                period: bill.period.map_or_else(String::new, |period| period.to_string()),
                due_date: bill.due_date,
                reason: asked.reason,
            }
        }
    })
}

fn head(view: &View, doc: &Doc) -> Result<Head> {
    let Told { deed, kind, amount_fen, bill_no, lease, reason, .. } = describe(view, doc)?;
    let party: PartyA = owned::linked(view, lease.facts.party_a_id)?;
    let what = if bill_no.is_empty() { lease.lease_no.clone() } else { bill_no };
    Ok(Head {
        title: format!("{} {what} {} {} 元", deed.label(), kind.label(), yuan_grouped(amount_fen)),
        lines: vec![("合同".into(), lease.lease_no.clone()), ("甲方".into(), party.title()), ("事由".into(), reason)],
        amount_fen: Some(amount_fen),
        dept_id: lease.owned.dept_id,
        party_a_id: lease.facts.party_a_id,
        party_a_dept: party.owned.dept_id,
        barred: Vec::new(),
        version: lease.owned.version,
        parent: lease.lease_id,
    })
}
