//! Writing a handover, and what the receiving side does with it once it is approved.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::approval::BINDING;
use super::carry::carry_out;
use super::plan::{Plan, plan};
use super::record::{AssetHandoverKind, Handover, HandoverFacts, HandoverState, PassedItem, Statement, Totals};
use super::statement::statement;
use super::{FILES, SIGNED};
use crate::error::{AppError, Result};
use crate::features::approvals::binding::Doc;
use crate::features::approvals::instance::alias::{agreed_to, give_up};
use crate::features::approvals::instance::submit::changed;
use crate::features::assets::asset::handing::mark;
use crate::features::assets::asset::record::{Asset, AssetState};
use crate::features::assets::party_a::record::PartyA;
use crate::features::lease::contract::handover::ITEM_KINDS;
use crate::kernel::check;
use crate::op::{Op, View};
use crate::records::files as access;
use crate::records::list::{Made, Many};
use crate::records::owned::Owned;
use crate::records::{number, owned};
use crate::route::{Data, Done};

/// Lines of the list at most.
const MOST_ITEMS: usize = 200;
/// Assets of one handover at most.
const MOST_ASSETS: usize = 100;

/// A handover as a form sends it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HandoverInput {
    /// Which; absent for a new one.
    #[serde(default)]
    pub handover_id: Option<u64>,
    /// The version that was read.
    #[serde(default)]
    pub version: Option<u64>,
    /// Remark in free text; empty: none.
    #[serde(default)]
    pub remark: String,
    /// What a person writes.
    #[serde(flatten)]
    pub facts: HandoverFacts,
}

/// A party A of the register on the writer's own side.
fn own(view: &View, field: &'static str, party_a_id: u64, what: &'static str) -> Result<PartyA> {
    owned::find(view, party_a_id).map_err(|_| AppError::refused(what).at(field))
}

/// Departments of both sides: of who keeps the paper, and of the other unit.
fn sides(view: &View, facts: &mut HandoverFacts) -> Result<(u64, u64)> {
    facts.outside = facts.outside.trim().to_owned();
    check::at_most("outside", &facts.outside, 100, "单位名称不能超过100个字符")?;
    match facts.kind {
        AssetHandoverKind::Receive => {
            facts.from_party_a_id = 0;
            check::required("outside", &facts.outside, "请填写移出单位的名称")?;
            let to = own(view, "toPartyAId", facts.to_party_a_id, "请选择接收单位")?;
            Ok((to.owned.dept_id, 0))
        }
        AssetHandoverKind::Leave => {
            facts.to_party_a_id = 0;
            check::required("outside", &facts.outside, "请填写接收单位的名称")?;
            let from = own(view, "fromPartyAId", facts.from_party_a_id, "请选择移出单位")?;
            Ok((from.owned.dept_id, 0))
        }
        AssetHandoverKind::Between => {
            facts.outside = String::new();
            let from = own(view, "fromPartyAId", facts.from_party_a_id, "请选择移出单位")?;
            let to = own(view, "toPartyAId", facts.to_party_a_id, "请选择接收单位")?;
            if to.party_a_id == from.party_a_id {
                return Err(AppError::refused("移出单位和接收单位不能相同").at("toPartyAId"));
            }
            Ok((from.owned.dept_id, to.owned.dept_id))
        }
    }
}

fn checked_items(items: &mut [PassedItem]) -> Result<()> {
    let wrong = |sentence: String| Err(AppError::refused(sentence).at("items"));
    if items.len() > MOST_ITEMS {
        return wrong(format!("移交清单不能超过{MOST_ITEMS}项"));
    }
    for (number, item) in (1..).zip(items) {
        if !ITEM_KINDS.contains(&item.kind.as_str()) {
            return wrong(format!("移交清单第 {number} 项的类别须为 {} 之一", ITEM_KINDS.join("、")));
        }
        for (what, text, most) in
            [("名称", &mut item.name, 50), ("读数", &mut item.reading, 20), ("状况", &mut item.condition, 100)]
        {
            *text = text.trim().to_owned();
            if text.chars().count() > most {
                return wrong(format!("移交清单第 {number} 项的{what}不能超过{most}个字符"));
            }
        }
        if item.photos.len() > 10 {
            return wrong(format!("移交清单第 {number} 项的照片不能超过10张"));
        }
    }
    Ok(())
}

/// What a form says, checked, with the departments of both sides.
fn checked(view: &View, input: &HandoverInput) -> Result<(HandoverFacts, u64, u64)> {
    let mut facts = input.facts.clone();
    let (dept_id, second) = sides(view, &mut facts)?;
    for text in [&mut facts.doc_no, &mut facts.defects] {
        *text = text.trim().to_owned();
    }
    check::at_most("docNo", &facts.doc_no, 100, "依据文号不能超过100个字符")?;
    check::at_most("defects", &facts.defects, 500, "缺损说明不能超过500个字符")?;
    check::remark(&input.remark)?;
    check::day("handoverDate", facts.handover_date, view.now.date(), "移交日期")?;
    if facts.asset_ids.is_empty() || facts.asset_ids.len() > MOST_ASSETS {
        return Err(AppError::refused(format!("请选择1到{MOST_ASSETS}项资产")).at("assetIds"));
    }
    let mut seen = BTreeSet::new();
    for asset_id in &facts.asset_ids {
        let asset: Asset = owned::find(view, *asset_id)
            .map_err(|_| AppError::refused("有资产不存在，可能已被删除，请重新选择").at("assetIds"))?;
        if !seen.insert(*asset_id) {
            return Err(AppError::refused(format!("资产“{}”重复", asset.facts.asset_name)).at("assetIds"));
        }
    }
    if facts.files.len() > 100 {
        return Err(AppError::refused("附件不能超过100个").at("files"));
    }
    checked_items(&mut facts.items)?;
    Ok((facts, dept_id, second))
}

/// Documents and photos of what a person wrote.
fn papers(facts: &HandoverFacts) -> Vec<u64> {
    facts.files.iter().chain(facts.items.iter().flat_map(|item| &item.photos)).copied().collect()
}

pub fn create(op: &mut Op, input: HandoverInput) -> Result<Data<Made>> {
    let mut handover = unsaved(&op.view(), &input)?;
    let (handover_id, dept_id) = (op.next_id::<Handover>()?, handover.owned.dept_id);
    access::set(op, &papers(&handover.facts), FILES.name, handover_id)?;
    (handover.handover_id, handover.handover_no) = (handover_id, number::draw(op, "YJ")?);
    handover.authors.push(op.caller.user_id());
    owned::insert(op, handover, dept_id, input.remark)?;
    Ok(Data(Made { id: handover_id }))
}

fn in_state(handover: &Handover, state: HandoverState, deed: &str) -> Result<()> {
    if handover.state == state {
        return Ok(());
    }
    let (no, is) = (&handover.handover_no, handover.state.label());
    Err(AppError::refused(format!("移交单 {no} {is}，不能{deed}")))
}

fn with_author(op: &Op, authors: &[u64]) -> Vec<u64> {
    let mut all = authors.to_vec();
    if !all.contains(&op.caller.user_id()) {
        all.push(op.caller.user_id());
    }
    all
}

/// PUT /asset/handover: a draft, or one that came back.
pub fn update(op: &mut Op, input: HandoverInput) -> Result<Done> {
    let old: Handover = owned::find(&op.view(), input.handover_id.unwrap_or(0))?;
    owned::check_version(&op.view(), &old, input.version)?;
    in_state(&old, HandoverState::Draft, "修改")?;
    let (facts, dept_id, second_dept_id) = checked(&op.view(), &input)?;
    access::set(op, &papers(&facts), FILES.name, old.handover_id)?;
    let authors = with_author(op, &old.authors);
    let mut next = Handover { facts, second_dept_id, authors, ..old.clone() };
    next.owned.dept_id = dept_id;
    next.owned.base.remark = input.remark;
    owned::update(op, &old, next, "修改")?;
    changed(op, &BINDING, &Doc { id: old.handover_id, payload: None })?;
    Ok(Done)
}

/// DELETE /asset/handover/{ids}: drafts, and what came back; all or none.
pub fn remove(op: &mut Op, input: Many) -> Result<Done> {
    for handover_id in input.ids {
        let handover: Handover = owned::find(&op.view(), handover_id)?;
        in_state(&handover, HandoverState::Draft, "删除")?;
        give_up(op, &BINDING, handover_id, "移交单已删除")?;
        access::set(op, &[], FILES.name, handover_id)?;
        owned::remove(op, &handover)?;
    }
    Ok(Done)
}

/// Marks what is handed over, or frees it again.
fn mark_assets(op: &mut Op, handover: &Handover, state: AssetState) -> Result<()> {
    if handover.facts.kind == AssetHandoverKind::Receive {
        return Ok(());
    }
    for asset_id in &handover.facts.asset_ids {
        let asset: Asset = owned::linked(&op.view(), *asset_id)?;
        let other = if state == AssetState::HandingOver { AssetState::Registered } else { AssetState::HandingOver };
        if asset.state == other {
            mark(op, &asset, state, &format!("移交单 {}", handover.handover_no))?;
        }
    }
    Ok(())
}

/// Brings a draft under decision.
pub(super) fn begin(op: &mut Op, handover_id: u64) -> Result<()> {
    let old: Handover = owned::find(&op.view(), handover_id)?;
    if old.state == HandoverState::Submitted {
        return Ok(());
    }
    in_state(&old, HandoverState::Draft, "提交")?;
    let plan = plan(&op.view(), &old)?;
    plan.refuse_stops()?;
    mark_assets(op, &old, AssetState::HandingOver)?;
    let next = Handover {
        state: HandoverState::Submitted,
        decided: plan.leases.iter().map(|lease| (lease.lease_id, lease.version_no)).collect(),
        totals: plan.totals(op.now.date()),
        statement: statement(&op.view(), &old, &plan)?,
        comment: String::new(),
        authors: with_author(op, &old.authors),
        ..old.clone()
    };
    owned::update(op, &old, next, "提交审批")?;
    Ok(())
}

/// The decision: back to who wrote it, no, or yes.
pub(super) fn decided(op: &mut Op, handover_id: u64, state: HandoverState, comment: &str) -> Result<()> {
    let old: Handover = owned::find(&op.view(), handover_id)?;
    // What came back and is abandoned then is a draft already, and its assets are free.
    let abandoned = state == HandoverState::Rejected && old.state == HandoverState::Draft;
    if !abandoned {
        in_state(&old, HandoverState::Submitted, "审批")?;
    }
    let mut next = Handover { state, comment: comment.to_owned(), ..old.clone() };
    match state {
        HandoverState::Approved => {
            let plan = plan(&op.view(), &old)?;
            plan.refuse_stops()?;
            next.totals = plan.totals(op.now.date());
            next.statement = statement(&op.view(), &old, &plan)?;
        }
        _ if abandoned => {}
        _ => mark_assets(op, &old, AssetState::Registered)?,
    }
    if state == HandoverState::Draft && next.comment.is_empty() {
        next.comment = "已撤回".to_owned();
    }
    owned::update(op, &old, next, if state == HandoverState::Draft { "退回" } else { state.label() })?;
    Ok(())
}

/// What the receiving side says.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConfirmHandover {
    /// Number of the record that is meant.
    pub id: u64,
    /// The version that was read.
    #[serde(default)]
    pub version: Option<u64>,
    /// The signed paper, by the numbers of its files.
    #[serde(default)]
    pub sign_files: Vec<u64>,
    /// The seal of the figures that were shown.
    #[serde(default)]
    pub seal: String,
}

/// One that waits for the receiving side, whose person this is.
fn waiting(op: &Op, number: u64, version: Option<u64>, deed: &str) -> Result<Handover> {
    let handover: Handover = owned::find(&op.view(), number)?;
    owned::check_version(&op.view(), &handover, version)?;
    in_state(&handover, HandoverState::Approved, deed)?;
    if !op.caller.scope().has_dept(handover.confirming_dept()) {
        return Err(AppError::refused("移交单由接收单位的人员确认，移出单位不能代为办理"));
    }
    if handover.is_by(op.caller.user_id()) {
        return Err(AppError::refused("编制和提交移交单的人员不能自己确认，请由接收方的其他人员办理"));
    }
    Ok(handover)
}

/// The plan as it is now; what somebody agreed to who saw another one is not carried out.
fn as_seen(op: &Op, handover: &Handover, seal: &str) -> Result<Plan> {
    let today = op.now.date();
    if handover.facts.handover_date > today {
        let day = handover.facts.handover_date;
        return Err(AppError::refused(format!("移交日期 {day} 未到，当日起才能确认")));
    }
    let plan = plan(&op.view(), handover)?;
    plan.refuse_stops()?;
    if plan.seal()? != seal {
        return Err(AppError::refused("所示的欠缴、预收或押金在您查看后有变动（例如又有缴款），请重新查看后再确认"));
    }
    Ok(plan)
}

/// POST /asset/handover/confirm: holdings, leases and the books of both units move in this commit.
pub fn confirm(op: &mut Op, input: ConfirmHandover) -> Result<Done> {
    let old = waiting(op, input.id, input.version, "确认")?;
    // One person never signs for both sides.
    if agreed_to(&op.view(), &BINDING, old.handover_id, op.caller.user_id())? {
        return Err(AppError::refused("您已在审批中同意该移交单，不能再代表接收方确认，请由接收方的其他人员办理"));
    }
    if input.sign_files.is_empty() {
        return Err(AppError::refused("请上传双方签字盖章的移交清单").at("signFiles"));
    }
    if input.sign_files.len() > 20 {
        return Err(AppError::refused("签字扫描件不能超过20个").at("signFiles"));
    }
    let plan = as_seen(op, &old, &input.seal)?;
    access::attach(op, &input.sign_files, SIGNED.name, old.handover_id)?;
    let signed = statement(&op.view(), &old, &plan)?;
    carry_out(op, &old, &plan)?;
    let next = Handover {
        state: HandoverState::Done,
        totals: plan.totals(op.now.date()),
        statement: signed,
        sign_files: input.sign_files,
        confirmed_by: op.caller.name(),
        confirmed_at: Some(op.now),
        ..old.clone()
    };
    owned::update(op, &old, next, "确认移交")?;
    Ok(Done)
}

/// An objection.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ObjectHandover {
    /// Number of the record that is meant.
    pub id: u64,
    /// The version that was read.
    #[serde(default)]
    pub version: Option<u64>,
    /// Reason in words, for the record.
    #[serde(default)]
    pub reason: String,
}

/// POST /asset/handover/object 提出异议: back to who wrote it.
pub fn object(op: &mut Op, input: ObjectHandover) -> Result<Done> {
    let old = waiting(op, input.id, input.version, "提出异议")?;
    check::required("reason", &input.reason, "请填写异议内容")?;
    check::at_most("reason", &input.reason, 500, "异议内容不能超过500个字符")?;
    mark_assets(op, &old, AssetState::Registered)?;
    let comment = input.reason.trim().to_owned();
    owned::update(op, &old, Handover { state: HandoverState::Draft, comment, ..old.clone() }, "接收方异议")?;
    Ok(Done)
}

/// A form as the handover it would be.
///
/// # Errors
/// What the form is refused for.
pub(super) fn unsaved(view: &View, input: &HandoverInput) -> Result<Handover> {
    let (facts, dept_id, second_dept_id) = checked(view, input)?;
    Ok(Handover {
        handover_id: input.handover_id.unwrap_or(0),
        handover_no: String::new(),
        facts,
        state: HandoverState::Draft,
        second_dept_id,
        decided: Vec::new(),
        totals: Totals::default(),
        statement: Statement::default(),
        comment: String::new(),
        sign_files: Vec::new(),
        confirmed_by: String::new(),
        confirmed_at: None,
        authors: Vec::new(),
        owned: Owned { dept_id, ..Owned::default() },
    })
}
