//! Every day that a person can type into a form has bounds: the widest ones by its shape, narrower ones by what it is.

use crate::{deeds, e1, shapes, support};
use std::collections::BTreeSet;

use deeds::{Deeds as _, plain};
use e1::Town;
use gx_portal::features::system::config;
use gx_portal::route::{AuditAction, Route};
use serde_json::{Value, json};
use shapes::{Field, fields, saying};
use support::{Portal, act};

/// Texts that name a day or a moment and have no shape of one, each with the reason.
const TEXTS: &[(&str, &str)] = &[
    ("publishAt", "a notice, whose moments are checked against each other; it is no document"),
    ("expireAt", "a notice"),
    ("month", "of a month to reopen: whatever was closed by a version without bounds can be reopened"),
];

fn call(portal: &Portal, route: &Route, token: &str, body: &Value) -> Value {
    let path: String =
        route.path.split('/').map(|part| if part.starts_with('{') { "1" } else { part }).collect::<Vec<_>>().join("/");
    match route.method.as_str() {
        "GET" => {
            let pairs: Vec<String> = body
                .as_object()
                .unwrap()
                .iter()
                .map(|(name, value)| format!("{name}={}", value.as_str().unwrap()))
                .collect();
            portal.get(&format!("{path}?{}", pairs.join("&")), token)
        }
        method => portal.request(method, &path, token, Some(&body.to_string())).json(),
    }
}

#[test]
fn every_day_of_every_form_has_bounds() {
    let portal = Portal::new();
    let token = portal.admin();
    let (mut tried, mut texts) = (0, BTreeSet::new());
    // Questions may name any day: «all before 2024» begins in 1900.
    let states = |route: &&Route| route.audit.is_some_and(|(_, deed)| deed != AuditAction::Export);
    // A form with a file needs the file first; its day is tried in lease/takeover.rs.
    let is_form = |route: &&Route| route.upload.is_none();
    for route in portal.routes.iter().filter(states).filter(is_form) {
        let texts_of = |field: &Field| field.shape["type"].to_string().contains("string");
        for Field { path, shape } in fields(route).into_iter().filter(texts_of) {
            let name = path.last().expect("a name").as_str();
            if shape["format"] != "date" {
                let named = ["date", "day", "month", "time", "At"]
                    .iter()
                    .any(|word| name.ends_with(word) || name.to_lowercase().ends_with(word));
                if named && shape.get("enum").is_none() {
                    texts.insert(name.to_owned());
                }
                continue;
            }
            tried += 1;
            for (text, part) in [
                ("-2026-01-01", "须为真实存在的日期"),
                ("1889-12-31", "须为真实存在的日期"),
                (
                    "1900-01-01",
                    if shape["x-first"] == "1900-01-01" { "" } else { "须在 1990-01-01 与 2084-09-30 之间" },
                ),
                ("9999-12-31", "须在 1"),
            ] {
                let answer = call(&portal, route, &token, &saying(&path, json!(text)));
                let said = answer["msg"].as_str().unwrap_or_default();
                assert!(said.contains(part), "{} {path:?} {text}: {answer}", route.name());
                // beside which field a form says it
                let place = path.join(".").replace("[]", "0");
                assert!(part.is_empty() || answer["field"] == place, "{} {path:?} {text}: {answer}", route.name());
            }
        }
    }
    assert!(tried > 50, "{tried}");
    let explained: BTreeSet<String> = TEXTS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(texts, explained, "give the field the shape of a day, or say why it has none");
}

/// A town whose books begin in 2024, with one lease of it billed.
fn town() -> (Town, u64) {
    let town = Town::new();
    act(&town.portal.app, |op| config::ops::set(op, "fin.booksFrom", "2024-01-01"));
    let lease = town.lease(plain(1, 1, "2024-03-01", "2025-02-28"), "2024-02-20");
    (town, lease)
}

#[test]
fn money_moves_on_days_of_the_books() {
    let (town, lease) = town();
    let bill = town.rows(lease)[0]["billId"].clone();
    let receipt = |day: &str| json!({"partyAId": 1, "tenantId": 1, "amountFen": 100, "method": 1, "valueDate": day, "anyway": true});
    let remittance = |day: &str| json!({"kind": 4, "partyAId": 1, "month": "2024-03-01", "amountFen": 100, "paidDate": day, "payee": "财政局"});
    let waiver =
        |day: &str| json!({"reasonKind": 3, "scope": [{"billId": bill, "amountFen": 1}], "effectiveDate": day});
    let dunning = |day: &str, promise: &str| json!({"billIds": [bill], "channel": 1, "day": day, "said": "x", "promise": {"day": promise, "amountFen": 1}});
    let expense = json!({"kind": 3, "partyAId": 1, "amountFen": 100, "category": "维修", "payee": "某公司"});
    let expense = town.make("/fin/expense", expense);
    town.done(&town.boss, "/fin/expense/decide", json!({"id": expense, "approve": true}));
    let paid = |day: &str| json!({"id": expense, "paidDate": day});
    let before = "不能早于账务启用日 2024-01-01";
    for (path, form, part) in [
        ("/fin/receipt", receipt("2023-12-31"), before),
        ("/fin/receipt", receipt("2024-10-01"), "不能晚于今天"),
        ("/fin/remittance", remittance("2023-12-31"), before),
        ("/fin/remittance", remittance("2024-02-29"), "上缴日期不能早于所属月份"),
        ("/fin/expense/pay", paid("2023-12-31"), before),
        ("/fin/expense/pay", paid("2024-10-01"), "不能晚于今天"),
        ("/fin/waiver", waiver("2024-10-01"), "不能晚于今天"),
        ("/fin/dunning", dunning("2024-10-01", "2024-10-02"), "不能晚于今天"),
        ("/fin/dunning", dunning("2024-09-30", "2027-10-01"), "最晚为催缴后三年（2027-09-30）"),
        ("/lease/lease/handover", json!({"id": lease, "deliveredDate": "2023-02-28"}), "起租日前一年（2023-03-01）"),
        ("/lease/lease/handover", json!({"id": lease, "returnedDate": "2024-02-29"}), "最早为起租日"),
    ] {
        // Who entered an expense does not pay it.
        let who = if path.ends_with("/pay") { &town.boss } else { &town.clerk };
        town.refused(who, path, form, part);
    }
    town.make("/fin/receipt", receipt("2024-01-01"));
    town.make("/fin/dunning", dunning("2024-09-30", "2027-09-30"));
    town.done(&town.boss, "/fin/expense/pay", paid("2024-01-01"));
}

#[test]
fn closes_begin_with_the_first_entry() {
    let (town, _) = town();
    let close = |month: &str| json!({"partyAId": 1, "month": month});
    town.refused(&town.clerk, "/fin/close", close("1990-01-01"), "最早可月结的月份是2024年02月");
    town.refused(&town.clerk, "/fin/close", close("2024-01-31"), "最早可月结的月份是2024年02月");
    let parties = town.get("/fin/close/parties");
    assert_eq!(parties["data"][0]["next"], "2024-02-01", "the page offers the same month: {parties}");
    town.done(&town.clerk, "/fin/close", close("2024-02-29"));
    town.refused(&town.clerk, "/fin/close", close("2024-04-01"), "下一个应月结的月份是2024年03月");

    let empty = Town::new();
    empty.refused(&empty.clerk, "/fin/close", close("2024-01-01"), "还没有账目，不需要月结");
}
