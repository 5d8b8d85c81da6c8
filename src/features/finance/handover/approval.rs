//! Handovers under decision: what the approval engine does with them.

use super::ops::{begin, decided};
use super::plan::plan;
use serde_json::Value;

use super::record::{ArrearsPolicy, AssetHandoverKind, Handover, HandoverState, LeasePolicy, SplitPolicy};
use super::show::{outs, show_all};
use crate::error::{AppError, Result};
use crate::features::approvals::binding::{Binding, Doc, Field, FieldKind, Head, Unseen, nothing};
use crate::features::approvals::condition::{Kind, Val, Var};
use crate::features::assets::party_a::record::PartyA;
use crate::kernel::money::yuan_grouped;
use crate::op::View;
use crate::records::list::{NameCache, One};
use crate::records::owned;

const FIELDS: &[Field] = &[
    Field::text("handoverNo", "移交单号").titled(),
    Field::new("kind", "移交类型", FieldKind::Choice(AssetHandoverKind::CHOICES)),
    Field::text("fromName", "移出单位").titled(),
    Field::text("toName", "接收单位").titled(),
    Field::date("handoverDate", "移交日期"),
    Field::text("docNo", "依据文号"),
    Field::new("arrearsPolicy", "欠缴处理", FieldKind::Choice(ArrearsPolicy::CHOICES)),
    Field::new("leasePolicy", "租约处理", FieldKind::Choice(LeasePolicy::CHOICES)),
    Field::new("splitPolicy", "跨期租金", FieldKind::Choice(SplitPolicy::CHOICES)),
    Field::new("assetCount", "资产数", FieldKind::Count("项")),
    Field::new("leaseCount", "合同数", FieldKind::Count("份")),
    Field::money("arrearsFen", "合同欠缴"),
    Field::money("passedFen", "转出未缴账单"),
    Field::money("depositFen", "随转押金"),
    Field::money("creditFen", "随转预收"),
    Field::money("owedFen", "移出单位应付接收单位"),
    Field::new("assets", "移交资产", FieldKind::Table),
    Field::text("assets.assetCode", "资产编码"),
    Field::text("assets.assetName", "资产名称"),
    Field::new("assets.buildingAreaM2", "建筑面积", FieldKind::Area),
    Field::new("leases", "合同", FieldKind::Table),
    Field::text("leases.leaseNo", "合同编号"),
    Field::text("leases.tenantName", "承租人").personal(),
    Field::money("leases.arrearsFen", "欠缴"),
    Field::money("leases.passedFen", "转出"),
    Field::money("leases.depositFen", "押金"),
    Field::money("leases.creditFen", "预收"),
    Field::new("items", "移交清单", FieldKind::Table),
    Field::text("items.kind", "类别"),
    Field::text("items.name", "名称"),
    Field::new("items.quantity", "数量", FieldKind::Count("")),
    Field::text("items.reading", "读数"),
    Field::text("items.condition", "状况"),
    Field::new("items.photos", "照片", FieldKind::Files),
    Field::text("defects", "缺损说明"),
    Field::new("files", "附件", FieldKind::Files),
    Field::text("remark", "备注"),
];

const VARS: &[Var] = &[
    Var { name: "kind", title: "移交类型", kind: Kind::Choice(AssetHandoverKind::CHOICES), fields: &["kind"] },
    Var { name: "asset_count", title: "资产数", kind: Kind::Count("项"), fields: &["assetCount"] },
    Var { name: "arrears_fen", title: "合同欠缴", kind: Kind::Money, fields: &["arrearsFen"] },
    Var { name: "lease_count", title: "合同数", kind: Kind::Count("份"), fields: &["leaseCount"] },
    Var {
        name: "arrears_policy",
        title: "欠缴处理",
        kind: Kind::Choice(ArrearsPolicy::CHOICES),
        fields: &["arrearsPolicy"],
    },
];

/// Approval of handovers.
pub const BINDING: Binding = Binding {
    key: "handover",
    label: "资产移交",
    biz_type: "handover",
    tables: &["handover"],
    form_ref: "asset/handover",
    path: "/asset/handover?handoverId={id}",
    query: "asset:handover:query",
    edit: "asset:handover:edit",
    shared_withdraw: true,
    approve: Some("asset:handover:approve"),
    files: &["handover"],
    vars: VARS,
    fields: FIELDS,
    says: &[],
    head,
    value,
    form,
    enter: None,
    stops: |view, doc| Ok(plan(view, &owned::find(view, doc.id)?)?.stops),
    unseen: Unseen::NOTHING,
    adjusts: nothing,
    begin: |op, doc| begin(op, doc.id),
    edit_doc: None,
    back: |op, doc, comment| decided(op, doc.id, HandoverState::Draft, comment),
    rejected: |op, doc, comment| decided(op, doc.id, HandoverState::Rejected, comment),
    approved: |op, doc, comment| decided(op, doc.id, HandoverState::Approved, comment),
    holds: |_| Ok(Vec::new()),
    adopt: |_| Ok(Vec::new()),
};

/// What the page of a decision shows: figures beside what a person wrote.
fn form(view: &View, doc: &Doc) -> Result<Value> {
    let shown = show_all(view, One { id: doc.id })?;
    let assets = shown.plan.assets.len();
    let mut form = serde_json::to_value(shown).map_err(AppError::internal)?;
    let totals = form.get("totals").and_then(Value::as_object).cloned().unwrap_or_default();
    if let Some(fields) = form.as_object_mut() {
        fields.insert("assetCount".into(), assets.into());
        for (name, figure) in totals {
            fields.insert(if name == "leases" { "leaseCount".into() } else { name }, figure);
        }
    }
    Ok(form)
}

fn head(view: &View, doc: &Doc) -> Result<Head> {
    let handover: Handover = owned::find(view, doc.id)?;
    let facts = &handover.facts;
    let mut names = NameCache::new(view);
    let (from, to) = outs(&mut names, &handover)?;
    let kept_by = if facts.kind == AssetHandoverKind::Receive { facts.to_party_a_id } else { facts.from_party_a_id };
    // Its own department is the giving side's; that of party A is the receiving side's, who is asked as well.
    let other = if facts.kind == AssetHandoverKind::Between { facts.to_party_a_id } else { kept_by };
    let other: PartyA = owned::linked(view, other)?;
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
        party_a_dept: other.owned.dept_id,
        barred,
        version: handover.owned.version,
        parent: 0,
    })
}

fn value(view: &View, doc: &Doc, name: &str) -> Result<Val> {
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
