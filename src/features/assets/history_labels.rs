//! The fields of the register's records in words, for their histories.

use serde_json::Value;

use super::asset::record::{Asset, AssetState, Holding, Restriction, TitleState};
use super::building::Building;
use super::cert::CertKind;
use super::party_a::record::{PartyA, RemitRule, UnitKind};
use super::plate::Plate;
use super::room::record::{PriceUnit, Room, UsageSpan};
use crate::records::history_labels::{
    Field, area, choice, each, entry, fen, field, files, linked, linked_all, name_of, price_e4, said, silent, span,
    span_text, text,
};
use crate::records::status::Status;

/// Of a plate.
pub const PLATE: &[Field] = &[
    silent("plate_id"),
    field("plateCode", "板块编码", text),
    field("plateName", "板块名称", text),
    field("color", "图表颜色", text),
    field("sort", "排序", text),
    field("status", "状态", |_, value| choice(value, Status::label)),
];

/// Of a party A.
pub const PARTY_A: &[Field] = &[
    silent("party_a_id"),
    field("partyACode", "甲方编码", text),
    field("partyAName", "甲方名称", text),
    field("shortName", "简称", text),
    field("unitKind", "单位性质", |_, value| choice(value, UnitKind::label)),
    field("uscc", "统一社会信用代码", text),
    field("contact", "联系人", text),
    field("telephone", "联系电话", text),
    field("remitRequired", "租金上缴财政", text),
    field("remitDay", "上缴日", |_, value| said(value, |day: u8| format!("每月{day}日"))),
    field("booksFrom", "账务启用日", text),
    field("status", "状态", |_, value| choice(value, Status::label)),
    field("remitted_before", "以前的上缴规则", |_, value| each(value, |rule: RemitRule| Ok(rule_text(rule)))),
    field("accounts", "收款账户", text),
];

fn rule_text(RemitRule { until, required, day }: RemitRule) -> String {
    if required { format!("至 {until} 每月{day}日上缴") } else { format!("至 {until} 不上缴") }
}

/// Of an asset.
pub const ASSET: &[Field] = &[
    silent("asset_id"),
    field("assetCode", "资产编码", text),
    field("assetName", "资产名称", text),
    field("plateId", "所属板块", linked::<Plate>),
    field("assetKind", "资产类型", |labels, value| entry(labels, "asset_kind", value)),
    field("district", "区县", text),
    field("address", "地址", text),
    field("titleState", "权属状况", |_, value| choice(value, TitleState::label)),
    field("buildingAreaM2", "建筑面积", area),
    field("landAreaM2", "土地面积", area),
    field("innerAreaM2", "套内面积", area),
    field("structure", "结构", |labels, value| entry(labels, "asset_structure", value)),
    field("buildYear", "建成年份", text),
    field("floors", "层数", text),
    field("acquireMode", "取得方式", |labels, value| entry(labels, "asset_acquire_mode", value)),
    field("acquireDate", "取得日期", text),
    field("originalValueFen", "原值", fen),
    field("netValueFen", "净值", fen),
    field("accumDeprFen", "累计折旧", fen),
    field("restrictions", "使用限制", |_, value| each(value, |one: Restriction| Ok(restriction_text(&one)))),
    field("state", "状态", |_, value| choice(value, AssetState::label)),
    field("holdings", "管理甲方", |labels, value| {
        each(value, |held: Holding| {
            Ok(format!("{}（{}）", name_of::<PartyA>(labels, held.party_a_id)?, span_text(held.span)))
        })
    }),
    field("files", "附件", files),
];

fn restriction_text(Restriction { kind, from, to, doc }: &Restriction) -> String {
    let days = to.map_or_else(|| format!("{from} 起"), |to| format!("{from} ~ {to}"));
    let doc = if doc.is_empty() { String::new() } else { format!("，{doc}") };
    format!("{}（{days}{doc}）", kind.label())
}

/// Of a certificate.
pub const CERT: &[Field] = &[
    silent("cert_id"),
    field("assetId", "所属资产", linked::<Asset>),
    field("kind", "证件类型", |_, value| choice(value, CertKind::label)),
    field("certNo", "权属证号", text),
    field("holder", "权利人", text),
    field("issueDate", "发证日期", text),
    field("areaM2", "证载面积", area),
    field("landUse", "土地用途", text),
    field("landNature", "土地性质", text),
    field("termEnd", "使用期限", text),
    field("coOwned", "共有", text),
    field("mortgaged", "抵押", text),
    field("files", "附件", files),
];

/// Of a building.
pub const BUILDING: &[Field] = &[
    silent("building_id"),
    field("assetId", "所属资产", linked::<Asset>),
    field("buildingCode", "楼栋编码", text),
    field("buildingName", "楼栋名称", text),
    field("floorsAbove", "地上层数", text),
    field("floorsBelow", "地下层数", text),
    field("buildYear", "建成年份", text),
    field("elevator", "电梯", text),
    field("fireGrade", "耐火等级", text),
    field("buildingAreaM2", "建筑面积", area),
    field("status", "状态", |_, value| choice(value, Status::label)),
];

/// Of a room.
pub const ROOM: &[Field] = &[
    silent("room_id"),
    field("asset_id", "所属资产", linked::<Asset>),
    field("buildingId", "所属楼栋", linked::<Building>),
    field("floorNo", "楼层", |_, value| said(value, |floor: i16| format!("{floor} 层"))),
    field("roomNo", "房号", text),
    field("roomCode", "房间编码", text),
    field("roomName", "房间名称", text),
    field("useKind", "房屋用途", |labels, value| entry(labels, "room_use_kind", value)),
    field("buildingAreaM2", "建筑面积", area),
    field("innerAreaM2", "套内面积", area),
    field("rentAreaM2", "计租面积", area),
    field("basePriceE4", "招租底价", price_e4),
    field("priceUnit", "底价单位", |_, value| choice(value, PriceUnit::label)),
    field("valid", "有效期", span),
    field("usages", "用途状态", |_, value: &Value| each(value, |one: UsageSpan| Ok(usage_text(&one)))),
    field("parents", "来源房间", linked_all::<Room>),
];

fn usage_text(UsageSpan { usage, span, doc }: &UsageSpan) -> String {
    let doc = if doc.is_empty() { String::new() } else { format!("，{doc}") };
    format!("{}（{}{doc}）", usage.label(), span_text(*span))
}
