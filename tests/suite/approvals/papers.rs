//! What lies beside a decision and what is left of it: related documents, the own signature, the package for the archive.

use std::io::{Cursor, Read as _};

use crate::support::PASSWORD;
use crate::{deeds, e1};
use deeds::{Deeds as _, plain};
use e1::{Town, with};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use zip::ZipArchive;

const MINUTE: i64 = 60_000;

/// Expenses are decided by two people who were named and hold nothing else.
fn two_nodes(town: &Town) -> [String; 2] {
    let users = ["first", "second"].map(|name| town.portal.person(name, 110, &[]));
    let node = |code: &str, name: &str, user: u64| json!({"code": code, "type": 1, "name": name, "assign": [{"kind": "USER", "users": [user]}]});
    let nodes =
        json!([{"code": "b", "type": 0, "name": "发起"}, node("t1", "初审", users[0]), node("t2", "复审", users[1])]);
    let edges = json!([{"from": "b", "to": "t1"}, {"from": "t1", "to": "t2"}, {"from": "t2"}]);
    for key in ["expense", "refund"] {
        let drawing = json!({"key": key, "name": "两级", "options": {}, "nodes": nodes, "edges": edges});
        let drawn = town.make("/appr/definition", drawing);
        town.done(&town.clerk, "/appr/definition/publish", json!({"id": drawn}));
    }
    ["first", "second"].map(|name| town.portal.token(name))
}

fn newest(town: &Town) -> u64 {
    town.get("/appr/instance/mine")["rows"][0]["instanceId"].as_u64().expect("a process")
}

fn expense(town: &Town, more: Value) -> u64 {
    let form = json!({"partyAId": 1, "kind": 3, "category": "维修", "payee": "云川电梯维保", "amountFen": 350_000});
    town.make("/fin/expense", with(form, more));
    newest(town)
}

fn agree(town: &Town, who: &str, instance: u64, more: Value) -> Value {
    let shown = town.portal.get(&format!("/appr/instance/{instance}"), who)["data"].clone();
    let form = with(json!({"taskId": shown["task"]["taskId"], "version": shown["version"]}), more);
    town.portal.post("/appr/task/approve", who, form)
}

fn related(town: &Town, who: &str, instance: u64) -> Vec<(u64, String, Value)> {
    let answer = town.portal.get(&format!("/appr/instance/{instance}/related"), who);
    let rows = answer["data"].as_array().unwrap_or_else(|| panic!("{answer}")).clone();
    let summary = |row: &Value| {
        (row["why"].as_u64().unwrap(), row["label"].as_str().unwrap().to_owned(), row["amountFen"].clone())
    };
    rows.iter().map(summary).collect()
}

#[test]
fn papers_of_the_same_lease_and_tenant_lie_beside_a_decision_for_who_may_open_them() {
    let town = Town::on("2024-11-25");
    let [first, _] = two_nodes(&town);
    let lease = town.lease(with(plain(1, 1, "2024-12-01", "2025-11-30"), json!({"depositFen": 200_000})), "2024-11-20");
    let other = town.lease(plain(2, 1, "2024-12-01", "2025-11-30"), "2024-11-20");
    town.receipt(lease, 1, 90_000, "2024-11-25", json!({"notYetDue": true}));
    town.done(&town.boss, "/lease/lease/cancel", json!({"id": lease, "comment": "双方协商"}));
    let refund = |fen: i64| {
        let form =
            json!({"kind": 1, "partyAId": 1, "tenantId": 1, "leaseId": lease, "amountFen": fen, "payee": "乙方"});
        town.make("/fin/refund", form);
        newest(&town)
    };
    let (one, two) = (refund(40_000), refund(15_000));
    // lease and tenant have the first refund in common; it is listed once, by the closer of the two
    let rows = related(&town, &town.clerk, two);
    let labels: Vec<(u64, &str)> = rows.iter().map(|(why, label, _)| (*why, label.as_str())).collect();
    assert_eq!(labels, [(2, "合同审批"), (2, "退款审批"), (3, "合同审批")], "{rows:?}");
    assert_eq!(rows[1].2, json!(40_000));
    let rows = town.get(&format!("/appr/instance/{two}/related"))["data"].clone();
    assert_eq!(rows[1]["instanceId"], json!(one));
    assert_eq!(rows[2]["path"], json!(format!("/lease/lease/detail/{other}")));
    // who is asked by a task and reaches nothing else sees what lies before him, too
    let rows = related(&town, &first, two);
    assert_eq!(rows.iter().map(|(why, label, _)| (*why, label.as_str())).collect::<Vec<_>>(), [(2, "退款审批")]);
    town.portal.person("stranger", 110, &[]);
    let answer = town.portal.get(&format!("/appr/instance/{two}/related"), &town.portal.token("stranger"));
    assert_eq!(answer["msg"], "该流程不存在或无权查看");
    // a document that came back and was sent again knows its earlier process
    let shown = town.portal.get(&format!("/appr/instance/{two}"), &first)["data"].clone();
    town.done(&first, "/appr/task/reject", json!({"taskId": shown["task"]["taskId"], "comment": "金额不符"}));
    let others = town.get(&format!("/appr/instance/{one}/related"))["data"].clone();
    let refused =
        others.as_array().unwrap().iter().find(|row| row["instanceId"] == json!(two)).expect("the other refund");
    assert_eq!((&refused["why"], &refused["state"]), (&json!(2), &json!(3)), "{refused}");
}

/// Names and contents of a package.
fn package(town: &Town, who: &str, ids: &[u64]) -> Vec<(String, Vec<u8>)> {
    let answer = town.portal.post("/appr/instance/archive", who, json!({"ids": ids}));
    assert_eq!(answer["code"], 200, "{answer}");
    let name = answer["msg"].as_str().expect("a name");
    let bytes = town.portal.request("GET", &format!("/common/download?fileName={name}"), who, None).bytes;
    let mut zip = ZipArchive::new(Cursor::new(bytes)).expect("a package");
    let mut parts = Vec::new();
    for place in 0..zip.len() {
        let mut part = zip.by_index(place).unwrap();
        let (name, mut content) = (part.name().expect("a name").into_owned(), Vec::new());
        part.read_to_end(&mut content).unwrap();
        parts.push((name, content));
    }
    parts
}

fn text(parts: &[(String, Vec<u8>)], name: &str) -> String {
    let found = parts.iter().find(|(known, _)| known == name);
    let (_, content) =
        found.unwrap_or_else(|| panic!("{name} in {:?}", parts.iter().map(|(name, _)| name).collect::<Vec<_>>()));
    String::from_utf8(content.clone()).expect("text")
}

#[test]
fn an_ended_process_leaves_the_house_whole_with_its_checksums() {
    let town = Town::on("2024-11-25");
    let [first, second] = two_nodes(&town);
    let file = |who: &str, name: &str| {
        let answer = town.portal.upload("/common/upload2Minio", who, "file", name, b"%PDF-1.4\n%%EOF\n");
        answer["fileInfo"]["id"].as_u64().unwrap_or_else(|| panic!("{answer}"))
    };
    let slip = file(&town.clerk, "维修 发票.pdf");
    let one = expense(&town, json!({"files": [slip], "remark": "电梯 <b>大修</b>"}));
    let post = |ids: Value| town.portal.post("/appr/instance/archive", &town.clerk, json!({"ids": ids}))["msg"].clone();
    let title = town.get(&format!("/appr/instance/{one}"))["data"]["title"].as_str().unwrap().to_owned();
    assert_eq!(post(json!([one])), json!(format!("“{title}”尚未办结，办结后才能归档")));
    assert_eq!(post(json!([])), "请选择要归档的审批");
    assert_eq!(post(json!((1..=201).collect::<Vec<u64>>())), "一次最多归档 200 件审批，已选 201 件");
    assert_eq!(post(json!([9_999])), "该流程不存在或无权查看");
    let opinion = file(&first, "意见.pdf");
    assert_eq!(agree(&town, &first, one, json!({"comment": "=1+1 属实", "files": [opinion]}))["code"], 200);
    assert_eq!(agree(&town, &second, one, json!({"comment": "同意<i>支出</i>"}))["code"], 200);

    let parts = package(&town, &town.clerk, &[one]);
    let shown = town.get(&format!("/appr/instance/{one}"))["data"].clone();
    let no = shown["instanceNo"].as_str().unwrap();
    let sums = text(&parts, "校验.sha256");
    for (name, content) in parts.iter().filter(|(name, _)| name != "校验.sha256") {
        let sum = hex::encode(Sha256::digest(content));
        assert!(sums.contains(&format!("{sum}  {name}\n")), "{name} in {sums}");
    }
    assert_eq!(sums.lines().count(), parts.len() - 1);
    let page = text(&parts, &format!("{no}/审批单.html"));
    for part in ["3,500.00 元", "云川电梯维保", "同意&lt;i&gt;支出&lt;/i&gt;", "办结", "内容完整", "附件（2）"]
    {
        assert!(page.contains(part), "{part} in {page}");
    }
    assert!(
        !page.contains("<i>") && !page.contains("http"),
        "nothing that a person wrote is markup, nothing is outside"
    );
    let history = text(&parts, &format!("{no}/办理记录.csv"));
    assert!(history.contains("\"'=1+1 属实\""), "no cell is a formula: {history}");
    for (number, name) in [(slip, "维修 发票.pdf"), (opinion, "意见.pdf")] {
        text(&parts, &format!("{no}/附件/{number}-{name}"));
    }
    let line = text(&parts, "目录.csv");
    assert!(line.contains(&format!("\"{no}\"")) && line.contains("\"3500.00\",\"2\",\"0\",\"0\""), "{line}");
    // several lie in folders of their own; a stranger to one of them gets none
    let two = expense(&town, json!({"amountFen": 100}));
    agree(&town, &first, two, json!({}));
    agree(&town, &second, two, json!({}));
    let parts = package(&town, &town.clerk, &[two, one, two]);
    assert_eq!(parts.iter().filter(|(name, _)| name.ends_with("审批单.html")).count(), 2);
    town.portal.person("stranger", 110, &[]);
    let answer = town.portal.post("/appr/instance/archive", &town.portal.token("stranger"), json!({"ids": [one]}));
    assert_eq!(answer["msg"], "该流程不存在或无权查看");
}

/// A white picture with a stroke.
fn picture(width: u32, height: u32) -> Vec<u8> {
    let picture = image::RgbImage::from_fn(width, height, |x, y| image::Rgb(if x == y { [0; 3] } else { [255; 3] }));
    let mut png = Cursor::new(Vec::new());
    image::DynamicImage::ImageRgb8(picture).write_to(&mut png, image::ImageOutputFormat::Png).unwrap();
    png.into_inner()
}

#[test]
fn a_decision_is_signed_after_a_second_proof_and_keeps_its_picture() {
    let town = Town::on("2024-11-25");
    let [first, second] = two_nodes(&town);
    let set = |bytes: &[u8]| town.portal.upload("/appr/signature", &first, "file", "签名.png", bytes);
    let asked = json!({"code": 604, "msg": "此操作需要再次验证身份，请输入登录密码"});
    town.portal.app.clock.advance(11 * MINUTE);
    assert_eq!(set(&picture(480, 160)), asked, "whatever the setting of dangerous deeds says");
    let prove =
        |who: &str| assert_eq!(town.portal.post("/portal/confirm", who, json!({"password": PASSWORD}))["code"], 200);
    prove(&first);
    assert_eq!(set(b"<svg/>")["msg"], "图片格式不正确，请上传 jpg 或 png 图片");
    let one = expense(&town, json!({}));
    assert_eq!(agree(&town, &first, one, json!({"sign": true}))["msg"], "您还没有设置手写签名，请先在个人中心设置");
    assert_eq!(set(&picture(2_000, 1_000))["code"], 200);
    let own = |who: &str| town.portal.get("/appr/signature", who)["data"]["picture"].clone();
    let drawn = own(&first);
    assert!(drawn.as_str().unwrap().starts_with("data:image/png;base64,"), "{drawn}");
    assert_eq!(own(&second), Value::Null, "nobody else's");

    town.portal.app.clock.advance(11 * MINUTE);
    assert_eq!(agree(&town, &first, one, json!({"sign": true})), asked);
    let waits = town.portal.get(&format!("/appr/instance/{one}"), &first)["data"]["task"]["taskId"].clone();
    assert_ne!(waits, Value::Null, "nothing happened");
    prove(&first);
    assert_eq!(agree(&town, &first, one, json!({"sign": true}))["code"], 200);
    assert_eq!(agree(&town, &second, one, json!({}))["code"], 200);
    let paper = || town.get(&format!("/appr/instance/{one}/print"))["data"].clone();
    let signed: Vec<Value> =
        paper()["process"]["history"].as_array().unwrap().iter().map(|event| event["signature"].clone()).collect();
    assert_eq!(signed.iter().filter(|number| **number != json!(0)).count(), 1, "{signed:?}");
    assert_eq!(paper()["signatures"].as_object().unwrap().values().collect::<Vec<_>>(), [&drawn]);
    let parts = package(&town, &town.clerk, &[one]);
    let no = paper()["process"]["instanceNo"].as_str().unwrap().to_owned();
    assert!(text(&parts, &format!("{no}/审批单.html")).contains(drawn.as_str().unwrap()));

    // another picture later, or none: the paper stays as it was signed
    assert_eq!(set(&picture(300, 100))["code"], 200);
    assert_ne!(own(&first), drawn);
    assert_eq!(town.portal.delete("/appr/signature", &first)["code"], 200);
    assert_eq!(own(&first), Value::Null);
    assert_eq!(paper()["signatures"].as_object().unwrap().values().collect::<Vec<_>>(), [&drawn]);
    let two = expense(&town, json!({"amountFen": 100}));
    assert_eq!(agree(&town, &first, two, json!({"sign": true}))["field"], "sign");
    assert_eq!(agree(&town, &first, two, json!({}))["code"], 200);
    town.is_whole();
}
