//! 上线准备 and what a real installation is born with; many leases in one operation. Clock: 2024-09-30.

use crate::support;
use gx_portal::features::system::seed::{self, NEUTRAL};
use gx_portal::features::takeover::first_hours::{StartMark, note_backup};
use gx_portal::kernel::dates::Stamp;
use gx_portal::platform::identity::dept::Dept;
use gx_portal::store::{Reads, Record};
use serde_json::{Value, json};
use std::path::Path;
use support::Portal;

/// An installation as `init` makes it, before anybody has done anything.
fn bare() -> Portal {
    let portal = Portal::new();
    support::act(&portal.app, |op| {
        let departments: Vec<Dept> = op.view().tx.all()?;
        for dept in departments.iter().filter(|dept| dept.parent_id != 0) {
            op.delete::<Dept>(&dept.id())?;
        }
        let root = departments.into_iter().find(|dept| dept.parent_id == 0).expect("a root");
        op.put(&Dept { dept_name: NEUTRAL.into(), ..root })?;
        op.delete::<StartMark>(&StartMark { what: "closed".into(), at: Stamp(0), note: String::new() }.id())
    });
    portal
}

fn states(portal: &Portal) -> Vec<(String, String)> {
    let shown = portal.get("/system/start", &portal.admin());
    let steps = shown["data"]["steps"].as_array().unwrap_or_else(|| panic!("{shown}"));
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    steps.iter().map(|step| (text(&step["key"]), text(&step["state"]))).collect()
}

fn state(portal: &Portal, key: &str) -> String {
    states(portal).into_iter().find(|(known, _)| known == key).unwrap().1
}

fn card(portal: &Portal) -> Option<Value> {
    let today = portal.get("/portal/today", &portal.admin());
    today["data"]["cards"].as_array().unwrap().iter().find(|card| card["key"] == "start").cloned()
}

#[test]
fn steps_are_done_one_after_the_other_and_the_card_goes() {
    let portal = bare();
    let admin = portal.admin();
    let first: Vec<String> = states(&portal).into_iter().map(|(_, state)| state).collect();
    assert_eq!(first, ["open", "open", "open", "blocked", "open", "open", "blocked", "blocked", "open"]);
    assert_eq!(card(&portal).expect("a card")["parts"][0]["count"], 9);

    let done = |path: &str, form: Value| {
        let answer = portal.post(path, &admin, form);
        assert_eq!(answer["code"], 200, "{path}: {answer}");
        answer
    };
    for (name, part) in [("", "请填写单位名称"), (NEUTRAL, "正式名称"), ("名".repeat(31).as_str(), "不能超过30个字符")]
    {
        let answer = portal.post("/system/start/organization", &admin, json!({"name": name}));
        assert!(answer["msg"].as_str().unwrap().contains(part), "{answer}");
    }
    done("/system/start/organization", json!({"name": "青河市工业和信息化局"}));
    assert_eq!(state(&portal, "organization"), "done");
    assert_eq!(portal.get("/system/dept/100", &admin)["data"]["deptName"], "青河市工业和信息化局");
    done("/system/dept", json!({"deptName": "资产科", "parentId": 100, "orderNum": 1}));
    let clerk = portal.role("writes", &["lease:lease:edit"], 1, &[]);
    portal.person("clerk", 100, &[clerk]);
    assert_eq!((state(&portal, "people"), state(&portal, "duties")), ("done".into(), "open".into()));
    let boss = portal.role("judges", &["lease:lease:approve"], 1, &[]);
    portal.person("boss", 100, &[boss]);
    assert_eq!(state(&portal, "duties"), "done", "one writes, another decides");
    done("/asset/plate", json!({"plateCode": "P1", "plateName": "工业厂房", "color": "#0A6BCB"}));
    let party = json!({"partyACode": "A", "partyAName": "经营中心", "unitKind": 2, "remitRequired": true, "remitDay": 10, "deptId": 100});
    done("/asset/partyA", party.clone());
    assert_eq!(
        (state(&portal, "units"), state(&portal, "registers")),
        ("open".into(), "open".into()),
        "no first day yet"
    );
    let mut dated = party;
    dated["partyAId"] = json!(1);
    dated["booksFrom"] = json!("2024-07-01");
    assert_eq!(portal.put("/asset/partyA", &admin, dated)["code"], 200);
    assert_eq!(state(&portal, "units"), "done");
    support::act(&portal.app, |op| note_backup(op, Path::new("/mnt/other")));
    assert_eq!(state(&portal, "backup"), "done");
    assert_eq!((state(&portal, "registers"), state(&portal, "bills")), ("open".into(), "blocked".into()));

    done("/system/start/close", json!({}));
    assert!(card(&portal).is_none(), "put away");
    let other = portal.role("other", &["system:user:list"], 1, &[]);
    portal.person("other", 100, &[other]);
    assert_eq!(portal.get("/system/start", &portal.token("other"))["code"], 403);
}

#[test]
fn a_real_installation_has_no_fictional_authority() {
    let folder = tempfile::tempdir().unwrap();
    crate::http::initialise(env!("CARGO_BIN_EXE_gx-portal"), folder.path());
    let app = support::on_disk(folder.path());
    let names: Vec<String> =
        app.store.read().unwrap().all::<Dept>().unwrap().into_iter().map(|dept| dept.dept_name).collect();
    assert_eq!(names, [NEUTRAL]);
    support::act(&app, |op| {
        assert!(seed::fictional_departments(op)?, "a demonstration gets them");
        assert!(!seed::fictional_departments(op)?, "once");
        Ok(())
    });
    app.store.close();
}

#[test]
fn many_leases_are_tried_then_done_one_result_each() {
    let (town, _) = crate::e1::Town::e1();
    let draft = |room: u64, from: &str, to: &str| {
        let form = json!({"partyAId": 1, "tenantId": 1, "rooms": [{"roomId": room, "rentAreaM2": "100"}], "startDate": from, "endDate": to,
                          "rentBasis": 1, "rentFen": 100_000, "billingCycle": 1, "dueRule": {"kind": "DAY", "n": 5}});
        town.make("/lease/lease", form)
    };
    let (one, two, again) = (
        draft(3, "2025-01-01", "2025-12-31"),
        draft(3, "2026-01-01", "2026-12-31"),
        draft(3, "2026-06-01", "2027-05-31"),
    );
    let many = |who: &str, path: &str, form: Value| town.portal.post(path, who, form);
    let all = json!([one, two, again]);
    let submit =
        |dry: bool| many(&town.clerk, "/lease/lease/many", json!({"act": "submit", "leaseIds": all, "dryRun": dry}));
    let state = |id: u64| town.portal.get(&format!("/lease/lease/{id}"), &town.clerk)["data"]["state"].clone();
    let tried = submit(true);
    assert_eq!(
        (&tried["data"]["done"], state(one)),
        (&json!(3), json!(0)),
        "a try of each alone writes nothing: {tried}"
    );
    let done = submit(false)["data"].clone();
    assert_eq!((&done["done"], &done["left"]), (&json!(2), &json!(1)), "{done}");
    assert!(
        done["rows"][0]["leaseId"] == again && done["rows"][0]["reason"].as_str().unwrap().contains("占用"),
        "{done}"
    );
    assert_eq!((state(one), state(again)), (json!(1), json!(0)));

    let decide = json!({"act": "approve", "leaseIds": [one, two]});
    let own = many(&town.clerk, "/lease/lease/many/decide", decide.clone())["data"].clone();
    assert_eq!(own["left"], 2, "who wrote them does not decide: {own}");
    let agreed = many(&town.boss, "/lease/lease/many/decide", decide)["data"].clone();
    assert_eq!(agreed["done"], 2, "{agreed}");
    let signed = many(
        &town.clerk,
        "/lease/lease/many",
        json!({"act": "sign", "signDate": "2024-09-30", "query": {"state": [2]}}),
    )["data"]
        .clone();
    assert_eq!(signed["done"], 2, "all of the query: {signed}");
    let scan = town.portal.upload("/common/upload2Minio", &town.clerk, "file", "合同.pdf", b"%PDF-1.4\n%%EOF\n");
    let added = many(&town.clerk, "/lease/lease/scans", json!({"id": one, "scans": [scan["fileInfo"]["id"]]}));
    assert_eq!(added["code"], 200, "{added}");
    assert_eq!(
        town.portal.get(&format!("/lease/lease/{one}"), &town.clerk)["data"]["files"].as_array().unwrap().len(),
        1
    );
    let narrow = town.portal.role("narrow", &["lease:lease:edit"], 5, &[]);
    town.portal.person("narrow", 120, &[narrow]);
    let foreign =
        many(&town.portal.token("narrow"), "/lease/lease/many", json!({"act": "submit", "leaseIds": [again]}));
    let missing =
        many(&town.portal.token("narrow"), "/lease/lease/many", json!({"act": "submit", "leaseIds": [987_654]}));
    assert_eq!(foreign, missing, "a foreign lease is as good as none");
    for (path, form, part) in [
        ("/lease/lease/many", json!({"act": "approve", "leaseIds": [one]}), "不支持的办理方式"),
        ("/lease/lease/many", json!({"act": "sign", "leaseIds": [one]}), "请填写签订日期"),
        ("/lease/lease/many/decide", json!({"act": "cancel", "leaseIds": [one]}), "请填写原因"),
        ("/lease/lease/many", json!({"act": "submit", "query": {"keyWord": "没有这样的合同"}}), "没有可以办理的合同"),
        ("/lease/lease/scans", json!({"id": again, "scans": [1]}), "签订后才能补扫描件"),
    ] {
        let who = if path.ends_with("decide") { &town.boss } else { &town.clerk };
        let answer = many(who, path, form);
        assert!(answer["msg"].as_str().unwrap().contains(part), "{path}: {answer}");
    }
}
