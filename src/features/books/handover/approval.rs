//! Handovers under decision: what the approval engine does with them.

use super::ops::{begin, decided};
use super::plan::plan;
use super::record::{AssetHandoverKind, Handover, HandoverState};
use super::show::{outs, show_all};
use crate::fault::{Fault, Outcome};
use crate::features::estate::party_a::record::PartyA;
use crate::features::flow::binding::{Binding, Doc, Field, Head};
use crate::features::flow::condition::{Kind, Val, Var};
use crate::kernel::money::yuan_grouped;
use crate::op::View;
use crate::records::list::{Names, One};
use crate::records::owned;

const fn field(path: &'static str, title: &'static str) -> Field {
    Field { path, title, may_edit: false, in_title: false, sensitive: false }
}

const FIELDS: &[Field] = &[
    Field { in_title: true, ..field("handoverNo", "移交单号") },
    Field { in_title: true, ..field("kind", "移交类型") },
    Field { in_title: true, ..field("fromName", "移出单位") },
    Field { in_title: true, ..field("toName", "接收单位") },
    field("handoverDate", "移交日期"),
    field("docNo", "依据文号"),
    field("assets", "移交资产"),
    field("arrearsPolicy", "欠缴处理"),
    field("leasePolicy", "租约处理"),
    field("splitPolicy", "跨期租金"),
    field("items", "移交清单"),
    field("defects", "缺损说明"),
    field("leases", "合同"),
    Field { sensitive: true, ..field("leases.tenantName", "承租人") },
    field("totals", "金额合计"),
    field("effects", "两单位账务影响"),
    field("files", "附件"),
    field("remark", "备注"),
];

const VARS: &[Var] = &[
    Var {
        name: "kind",
        title: "移交类型",
        kind: Kind::Choice(&[(1, "资产接收"), (2, "资产移出"), (3, "单位间移交")]),
        fields: &["kind"],
    },
    Var { name: "asset_count", title: "资产数", kind: Kind::Count("项"), fields: &["assets"] },
    Var { name: "arrears_fen", title: "合同欠缴", kind: Kind::Money, fields: &["totals"] },
    Var { name: "lease_count", title: "合同数", kind: Kind::Count("份"), fields: &["leases"] },
    Var {
        name: "arrears_policy",
        title: "欠缴处理",
        kind: Kind::Choice(&[(1, "留原单位"), (2, "随资产移交")]),
        fields: &["arrearsPolicy"],
    },
];

/// Approval of handovers.
pub const BINDING: Binding = Binding {
    key: "handover",
    label: "资产移交",
    biz_type: "handover",
    form_ref: "asset/handover",
    path: "/asset/handover?open={id}",
    query: "asset:handover:query",
    edit: "asset:handover:edit",
    shared_withdraw: true,
    approve: Some("asset:handover:approve"),
    files: &["handover"],
    vars: VARS,
    fields: FIELDS,
    head,
    value,
    form: |view, doc| serde_json::to_value(show_all(view, One { id: doc.id })?).map_err(Fault::internal),
    stops: |view, doc| Ok(plan(view, &owned::find(view, doc.id)?)?.stops),
    begin: |op, doc| begin(op, doc.id),
    edit_doc: None,
    back: |op, doc, comment| decided(op, doc.id, HandoverState::Draft, comment),
    rejected: |op, doc, comment| decided(op, doc.id, HandoverState::Rejected, comment),
    approved: |op, doc, comment| decided(op, doc.id, HandoverState::Approved, comment),
    adopt: |_| Ok(Vec::new()),
};

fn head(view: &View, doc: &Doc) -> Outcome<Head> {
    let handover: Handover = owned::find(view, doc.id)?;
    let facts = &handover.facts;
    let mut names = Names::new(view);
    let (from, to) = outs(&mut names, &handover)?;
    let kept_by = if facts.kind == AssetHandoverKind::Receive { facts.to_party_a_id } else { facts.from_party_a_id };
    let party: PartyA = owned::linked(view, kept_by)?;
    let mut barred = handover.authors.clone();
    barred.push(handover.owned.creator);
    let count = facts.asset_ids.len();
    Ok(Head {
        title: format!("{} {from} → {to}", handover.handover_no),
        lines: vec![
            ("类型".into(), facts.kind.label().into()),
            ("移交日期".into(), facts.handover_date.to_string()),
            ("资产 / 合同".into(), format!("{count} 项 / {} 份", handover.totals.leases)),
            ("欠缴".into(), format!("{} 元", yuan_grouped(handover.totals.arrears_fen))),
        ],
        amount_fen: (facts.kind == AssetHandoverKind::Between).then_some(handover.totals.arrears_fen),
        dept_id: handover.owned.dept_id,
        party_a_id: kept_by,
        party_a_dept: party.owned.dept_id,
        barred,
        version: handover.owned.version,
    })
}

fn value(view: &View, doc: &Doc, name: &str) -> Outcome<Val> {
    let handover: Handover = owned::find(view, doc.id)?;
    let (facts, totals) = (&handover.facts, &handover.totals);
    let count = |count: u64| Val::Int(i64::try_from(count).unwrap_or(i64::MAX));
    Ok(match name {
        "kind" => Val::Int(i64::from(facts.kind as u8)),
        "asset_count" => count(facts.asset_ids.len() as u64),
        "arrears_fen" => Val::Int(totals.arrears_fen),
        "lease_count" => count(totals.leases),
        "arrears_policy" => Val::Int(i64::from(facts.arrears_policy as u8)),
        _ => Val::Nothing,
    })
}
