//! Histories are for people: every field of every record that has one has a Chinese name, and what is told are words.

use crate::e1;
use std::collections::BTreeSet;

use e1::{Town, with};
use gx_portal::features::PRODUCT;
use gx_portal::features::assets::asset::record::Asset;
use gx_portal::features::assets::building::Building;
use gx_portal::features::assets::cert::Cert;
use gx_portal::features::assets::party_a::record::PartyA;
use gx_portal::features::assets::plate::Plate;
use gx_portal::features::assets::room::record::Room;
use gx_portal::features::exposure::record::ExposureEntry;
use gx_portal::features::finance::handover::record::Handover;
use gx_portal::features::lease::contract::record::Lease;
use gx_portal::features::lease::tenant::record::Tenant;
use gx_portal::records::history::{HistoryKind, fields};
use gx_portal::records::history_labels::COMMON;
use gx_portal::store::{Reads, Record};
use serde_json::{Value, json};

/// A town with a record of every kind, changed in many ways.
fn town() -> Town {
    let (town, _) = Town::e1();
    let put = |path: &str, form: Value| {
        let answer = town.portal.put(path, &town.clerk, form);
        assert_eq!(answer["code"], 200, "{path}: {answer}");
    };
    let read = |path: &str| town.get(path)["data"].clone();
    let cert = json!({"assetId": 1, "kind": 1, "certNo": "云(2024)第1号", "holder": "中心"});
    let cert = town.make("/asset/cert", cert);
    put("/asset/cert", with(read(&format!("/asset/cert/{cert}")), json!({"areaM2": "120.5", "mortgaged": true})));
    town.make("/asset/plate", json!({"plateCode": "P3", "plateName": "仓储物流", "color": "#7A62C9"}));
    let asset = json!({"plateId": 3, "titleState": 6, "originalValueFen": 123_456_789, "district": "东川区",
        "restrictions": [{"kind": 1, "from": "2024-01-01", "doc": "法执〔2024〕1号"}]});
    put("/asset/asset", with(read("/asset/asset/1"), asset));
    put("/asset/building", with(read("/asset/building/1"), json!({"elevator": true, "floorsAbove": 6})));
    let room = with(read("/asset/room/3"), json!({"basePriceE4": 360_000, "priceUnit": 1, "rentAreaM2": "180"}));
    put("/asset/room", room);
    let accounts = json!([{"name": "基本户", "bank": "云川银行", "accountNo": "6222000011112222", "isDefault": true}]);
    put("/asset/partyA", with(read("/asset/partyA/1"), json!({"remitDay": 15, "accounts": accounts})));
    put("/lease/tenant", with(read("/lease/tenant/1"), json!({"phone": "13900001111", "deptId": 120})));
    let credit = json!({"tenantId": 2, "flag": 1, "reason": "多次逾期", "until": "2025-12-31"});
    put("/lease/tenant/credit", credit);
    let draft = json!({"partyAId": 1, "tenantId": 2, "coTenants": [3], "rooms": [{"roomId": 5, "rentAreaM2": "120"}],
        "startDate": "2026-01-01", "endDate": "2027-12-31", "rentBasis": 1, "rentFen": 300_000, "billingCycle": 3,
        "periodMode": "CALENDAR", "dueRule": {"kind": "DAY", "n": 5}, "issueLeadDays": 10,
        "escalation": {"everyMonths": 12, "mode": "PCT", "value": 50_000},
        "rentFree": [{"from": "2026-01-01", "to": "2026-01-31", "reason": "装修期"}],
        "extraCharges": [{"kind": 2, "monthFen": 12_000}]});
    let draft = town.make("/lease/lease", draft);
    town.done(&town.clerk, "/lease/lease/submit", json!({"id": draft}));
    let entry = json!({"subjectKind": 9, "partyAId": 1, "facts": "<p>擅自改变用途</p>", "publishScope": 1,
        "publishFrom": "2024-10-01", "rectifyDeadline": "2024-12-31"});
    town.make("/expo/entry", entry);
    let unit = json!({"partyACode": "B", "partyAName": "云川市轻工留守处", "unitKind": 4, "remitRequired": false,
        "remitDay": 10, "deptId": 120});
    town.make("/asset/partyA", unit);
    let form = json!({"kind": 3, "fromPartyAId": 1, "toPartyAId": 2, "assetIds": [1], "handoverDate": "2024-09-01",
        "items": [{"kind": "水表", "name": "总表", "quantity": 1, "reading": "01234"}], "docNo": "云国资〔2024〕8号"});
    let handover = town.make("/asset/handover", form.clone());
    put("/asset/handover", with(form, json!({"handoverId": handover, "arrearsPolicy": 2, "defects": "卷帘门变形"})));
    town.done(&town.clerk, "/appr/submit", json!({"key": "handover", "bizId": handover}));
    town
}

fn names<R: Record>(town: &Town) -> BTreeSet<String> {
    let tx = town.portal.app.store.read().unwrap();
    let rows: Vec<R> = tx.all().unwrap();
    assert!(!rows.is_empty(), "no {}", R::TABLE);
    rows.iter().flat_map(|row| fields(Some(row)).keys().cloned().collect::<Vec<_>>()).collect()
}

/// Stored names of the fields of the records of a kind. A kind that stands here not fails the test.
fn stored(town: &Town, kind: &HistoryKind) -> BTreeSet<String> {
    match kind.name {
        "plate" => names::<Plate>(town),
        "partyA" => names::<PartyA>(town),
        "asset" => names::<Asset>(town),
        "cert" => names::<Cert>(town),
        "building" => names::<Building>(town),
        "room" => names::<Room>(town),
        "tenant" => names::<Tenant>(town),
        "lease" => names::<Lease>(town),
        "handover" => names::<Handover>(town),
        "exposure" => names::<ExposureEntry>(town),
        other => panic!("{other} has a history and no row here"),
    }
}

#[test]
fn every_field_of_a_record_with_a_history_has_a_chinese_name() {
    let town = town();
    for kind in PRODUCT.extensions::<HistoryKind>() {
        let known: Vec<_> = kind.fields.iter().chain(&COMMON).collect();
        let told: BTreeSet<&str> = known.iter().map(|field| field.name).collect();
        assert_eq!(told.len(), known.len(), "{}: a field twice", kind.name);
        for name in stored(&town, kind) {
            assert!(told.contains(name.as_str()), "{}: {name} has no name for people", kind.name);
        }
        for field in known {
            let chinese = |label: &str| label.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
            assert!(field.label.is_none_or(chinese), "{}: {:?}", kind.name, field.label);
        }
    }
}

/// Everything that the histories of a kind tell.
fn describe(town: &Town, kind: &str) -> Vec<(String, String)> {
    let mut told = Vec::new();
    for id in 1..=5 {
        let answer = town.get(&format!("/portal/history?kind={kind}&id={id}&pageSize=50"));
        for change in answer["rows"].as_array().into_iter().flatten() {
            for field in change["fields"].as_array().unwrap() {
                for side in ["before", "after"] {
                    if let Some(text) = field[side].as_str() {
                        told.push((field["label"].as_str().unwrap().to_owned(), text.to_owned()));
                    }
                }
            }
        }
    }
    told
}

#[test]
fn a_history_tells_words_and_no_codes() {
    let town = town();
    for kind in PRODUCT.extensions::<HistoryKind>() {
        let told = describe(&town, kind.name);
        assert!(told.len() > 5, "{}: {told:?}", kind.name);
        for (label, text) in &told {
            let code = ["{", "[", "null", "true", "false", "旧格式", "ADVANCE", "CALENDAR", "PCT"];
            assert!(!code.iter().any(|sign| text.contains(sign)), "{} {label}: {text}", kind.name);
            let number = text.parse::<i64>().is_ok();
            let counts = ["排序", "层数", "年份", "房号", "编码", "地上层数", "地下层数"];
            assert!(!number || counts.iter().any(|end| label.ends_with(end)), "{} {label}: {text}", kind.name);
        }
    }
}

#[test]
fn the_words_of_a_history_are_those_of_the_forms() {
    let town = town();
    let has = |kind: &str, label: &str, text: &str| {
        let told = describe(&town, kind);
        assert!(told.iter().any(|one| one.0 == label && one.1 == text), "{kind} {label} {text}: {told:#?}");
    };
    has("asset", "所属板块", "工业厂房");
    has("asset", "所属板块", "仓储物流");
    has("asset", "权属状况", "争议");
    has("asset", "原值", "1,234,567.89 元");
    has("asset", "使用限制", "查封（2024-01-01 起，法执〔2024〕1号）");
    has("cert", "证载面积", "120.50 ㎡");
    has("cert", "抵押", "是");
    has("room", "招租底价", "36 元");
    has("partyA", "上缴日", "每月15日");
    has("partyA", "收款账户", "（内容保密）");
    has("tenant", "联系电话", "139****1111");
    has("tenant", "信用标记", "关注（多次逾期，至 2025-12-31）");
    has("lease", "共同承租人", "云川盛达商贸有限公司");
    has("lease", "缴费约定", "账期首月5日");
    has("lease", "递增", "每12月递增5%");
    has("lease", "免租期", "2026-01-01至2026-01-31（装修期）");
    has("lease", "其他费用", "物业费 每月 120.00 元");
    has("lease", "状态", "审批中");
    has("exposure", "曝光事由", "擅自改变用途");
    has("exposure", "录入人", "管理员");
    has("handover", "欠缴处理", "随资产移交");
    has("handover", "移交清单", "水表 总表 × 1");
}
