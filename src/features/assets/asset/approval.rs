//! Disposals of assets under decision, where a process of them is published.

use serde_json::json;

use super::ops::{SetState, enter_state, set_state_now};
use super::record::{Asset, AssetState, TitleState};
use crate::error::Result;
use crate::features::approvals::binding::{Binding, Doc, Enter, Field, FieldKind, Form, Head, Unseen, nothing};
use crate::features::approvals::condition::{Kind, Val, Var};
use crate::features::approvals::instance::gate::{form_as, input_of, leave, leave_because, none_waits};
use crate::features::assets::party_a::record::PartyA;
use crate::op::View;
use crate::records::list::NameCache;
use crate::records::owned;
use crate::records::owned::Business;

const FIELDS: &[Field] = &[
    Field::text("assetCode", "资产编码"),
    Field::text("assetName", "资产").titled(),
    Field::new("toState", "处置", FieldKind::Choice(AssetState::CHOICES)).titled(),
    Field::new("state", "当前状态", FieldKind::Choice(AssetState::CHOICES)),
    Field::text("partyAName", "甲方"),
    Field::text("address", "地址"),
    Field::new("titleState", "权属状况", FieldKind::Choice(TitleState::CHOICES)),
    Field::new("areaM2", "建筑面积", FieldKind::Area),
    Field::money("originalValueFen", "原值"),
    Field::money("netValueFen", "净值"),
];

const VARS: &[Var] = &[
    Var::new("to_state", "处置", Kind::Choice(AssetState::CHOICES), &["toState"]),
    Var::new("original_value_fen", "原值", Kind::Money, &["originalValueFen"]),
    Var::new("net_value_fen", "净值", Kind::Money, &["netValueFen"]),
    Var::new("area_m2", "建筑面积", Kind::Area, &["areaM2"]),
    Var::new("titled", "有权属证", Kind::Bool, &["titleState"]),
];

pub const BINDING: Binding = Binding {
    key: "asset_dispose",
    label: "资产处置审批",
    biz_type: "asset",
    tables: &["asset"],
    form_ref: "asset/asset",
    path: "/asset/asset?cardId={id}",
    query: "asset:asset:query",
    edit: "asset:asset:edit",
    shared_withdraw: false,
    approve: None,
    files: &["asset"],
    vars: VARS,
    fields: FIELDS,
    says: &[],
    head: |view, doc| {
        let asset: Asset = owned::find(view, doc.id)?;
        let input: SetState = input_of(doc)?;
        let holder = asset.holder(view.now.date()).unwrap_or(0);
        let party: Option<PartyA> = owned::linked(view, holder).ok();
        Ok(Head {
            title: format!("资产“{}”转为{}", asset.title(), input.state.label()),
            lines: vec![
                ("甲方".into(), party.as_ref().map_or_else(String::new, Business::title)),
                ("地址".into(), asset.facts.address.clone()),
            ],
            amount_fen: asset.facts.original_value_fen,
            dept_id: asset.owned.dept_id,
            party_a_id: holder,
            party_a_dept: party.map_or(0, |party| party.owned.dept_id),
            barred: Vec::new(),
            version: asset.owned.version,
            parent: 0,
        })
    },
    value,
    form: |view, doc| {
        let asset: Asset = owned::find(view, doc.id)?;
        let input: SetState = input_of(doc)?;
        let holder = asset.holder(view.now.date()).unwrap_or(0);
        let facts = &asset.facts;
        Ok(json!({
            "assetCode": facts.asset_code, "assetName": facts.asset_name, "toState": input.state, "state": asset.state,
            "partyAName": NameCache::new(view).of::<PartyA>(holder)?, "address": facts.address,
            "titleState": facts.title_state, "areaM2": facts.building_area_m2,
            "originalValueFen": facts.original_value_fen, "netValueFen": facts.net_value_fen,
        }))
    },
    enter: Some(Enter::new(&[Form("", "PUT /asset/asset/state")], |op, _, (_, payload)| {
        enter_state(op, form_as(payload)?)
    })),
    stops: |view, doc| {
        let asset: Asset = owned::find(view, doc.id)?;
        let input: SetState = input_of(doc)?;
        let said = || format!("资产“{}”不能改为“{}”", asset.state.label(), input.state.label());
        Ok((!asset.state.may_become(input.state)).then(said).into_iter().collect())
    },
    unseen: Unseen::NOTHING,
    adjusts: nothing,
    begin: leave,
    edit_doc: None,
    back: leave_because,
    rejected: leave_because,
    approved: |op, doc, _| set_state_now(op, SetState { version: None, ..input_of(doc)? }),
    holds: |_| Ok(Vec::new()),
    adopt: none_waits,
};

/// Whether a state is reached by a disposal.
pub(super) fn is_disposal(state: AssetState) -> bool {
    matches!(state, AssetState::Disposing | AssetState::Disposed)
}

fn value(view: &View, doc: &Doc, name: &str) -> Result<Val> {
    let asset: Asset = owned::find(view, doc.id)?;
    let fen = |fen: Option<i64>| fen.map_or(Val::Nothing, Val::Int);
    Ok(match name {
        "to_state" => Val::Int(i64::from(input_of::<SetState>(doc)?.state as u8)),
        "original_value_fen" => fen(asset.facts.original_value_fen),
        "net_value_fen" => fen(asset.facts.net_value_fen),
        "area_m2" => asset.facts.building_area_m2.map_or(Val::Nothing, |area| Val::Int(area.0)),
        "titled" => Val::Bool(asset.facts.title_state == TitleState::Titled),
        _ => Val::Nothing,
    })
}
