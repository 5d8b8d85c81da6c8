//! A refusal that is about one field names it, so that a form says the sentence beside it and not below everything.

use crate::architecture::registries::{between, sources};
use crate::e1::Town;
use crate::support::Portal;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Names of all fields of a shape, at any depth.
fn names(shape: &Value, found: &mut BTreeSet<String>) {
    match shape {
        Value::Object(parts) => {
            for (key, part) in parts {
                if key == "properties" {
                    found.extend(part.as_object().into_iter().flatten().map(|(name, _)| name.clone()));
                }
                names(part, found);
            }
        }
        Value::Array(parts) => parts.iter().for_each(|part| names(part, found)),
        _ => {}
    }
}

#[test]
fn every_field_that_the_rules_name_is_one_of_a_form() {
    let portal = Portal::new();
    let mut known = BTreeSet::new();
    for route in portal.routes.iter() {
        names(route.input().as_value(), &mut known);
    }
    let (mut named, mut unknown) = (0, Vec::new());
    // what comes by rows of a workbook only is shown by row and column
    let by_form =
        |path: &str| path.contains("features/") && !path.contains("/opening/") && !path.ends_with("exchange.rs");
    for (path, code) in sources().iter().filter(|(path, _)| by_form(path)) {
        let checks = ["required", "at_most", "no_script", "email", "mobile", "day", "past_day"]
            .map(|rule| between(code, &format!("check::{rule}(\""), "\""));
        for field in checks.into_iter().flatten().chain(between(code, ".at(\"", "\")")) {
            named += 1;
            if !known.contains(field) {
                unknown.push(format!("{path}: {field}"));
            }
        }
    }
    assert!(unknown.is_empty(), "no form has these fields: {unknown:#?}");
    assert!(named > 200, "{named}");
}

#[test]
fn a_refusal_says_which_field_it_is_about() {
    let town = Town::new();
    let token = town.portal.admin();
    let long = "长".repeat(600);
    let post = |code: &str| json!({"postCode": code, "postName": code, "postSort": 1, "status": "0"});
    let plate = |code: &str, name: &str, color: &str| json!({"plateCode": code, "plateName": name, "color": color});
    let receipt = |day: &str, fen: i64| json!({"partyAId": 1, "tenantId": 1, "amountFen": fen, "method": 1, "valueDate": day, "anyway": true});
    town.portal.post("/system/post", &token, post("first"));
    town.portal.post("/asset/plate", &token, plate("ONE", "一号板块", "#0A6BCB"));
    for (path, form, field) in [
        ("/system/post", post(""), "postCode"),
        ("/system/post", post("first"), "postName"),
        ("/system/post", json!({"postCode": "x", "postName": "x", "status": "0"}), "postSort"),
        ("/system/post", json!({"postCode": "x", "postName": "x", "postSort": "eins", "status": "0"}), "postSort"),
        (
            "/system/user",
            json!({"userName": "admin", "realName": "甲", "deptId": 100, "password": "Yunchuan-9527"}),
            "userName",
        ),
        ("/system/user", json!({"userName": "neu12", "realName": "甲", "deptId": 100, "email": "a@b"}), "email"),
        (
            "/system/config",
            json!({"configName": "甲", "configKey": "sys.index.skinName", "configValue": "x"}),
            "configKey",
        ),
        ("/system/module", json!({"moduleName": "甲", "moduleCode": "x y", "url": "/x"}), "moduleCode"),
        (
            "/system/menu",
            json!({"menuName": "甲", "menuType": "C", "orderNum": 1, "parentId": 999_999, "path": "x"}),
            "parentId",
        ),
        ("/asset/plate", plate("ONE", "二号板块", "#0A6BCB"), "plateCode"),
        ("/asset/plate", plate("TWO", "一号板块", "#0A6BCB"), "plateName"),
        ("/asset/plate", plate("TWO", "二号板块", "blau"), "color"),
        ("/asset/plate", json!({"plateCode": "TWO", "plateName": "二号板块", "remark": long}), "remark"),
        ("/lease/tenant", json!({"tenantName": "", "kind": 1}), "tenantName"),
        ("/lease/tenant", json!({"tenantName": "甲公司", "kind": 1, "phone": "abc"}), "phone"),
        ("/fin/receipt", receipt("2024-10-01", 100), "valueDate"),
        ("/fin/receipt", receipt("2024-09-30", 0), "amountFen"),
    ] {
        let answer = town.portal.post(path, &token, form);
        assert_eq!((answer["code"] != 200, &answer["field"]), (true, &json!(field)), "{path}: {answer}");
    }
    let whole = town.portal.post("/asset/plate/remove", &token, json!({"ids": [999_999]}));
    assert!(whole["code"] != 200 && whole.get("field").is_none(), "about no field: {whole}");
}
