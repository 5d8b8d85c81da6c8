//! Fields in which a tenant or a lease is chosen: what people type finds it, nobody finds what he may not see, and the
//! answer is short whatever the size of the register.

use crate::e1;
use e1::{Town, c3, with};
use serde_json::{Value, json};

fn names(answer: &Value) -> Vec<&str> {
    let rows = answer["data"].as_array().unwrap_or_else(|| panic!("{answer}"));
    rows.iter().map(|row| row["tenantName"].as_str().unwrap()).collect()
}

/// Non-ASCII query text, as a browser sends it.
fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

fn found(town: &Town, who: &str, typed: &str) -> Vec<String> {
    let answer = town.portal.get(&format!("/lease/tenant/options?keyWord={}", encoded(typed)), who);
    names(&answer).into_iter().map(ToOwned::to_owned).collect()
}

const FIRM: &str = "云川帆兴食品有限公司";

fn namesakes(town: &Town) {
    for (id_no, phone, contact) in
        [("530102199001011234", "13900001111", "曾国藩"), ("530102199001015678", "13900002222", "李雷")]
    {
        let form =
            json!({"tenantName": FIRM, "kind": 3, "deptId": 110, "idNo": id_no, "phone": phone, "contact": contact});
        town.make("/lease/tenant", form);
    }
}

#[test]
fn what_people_type_finds_a_tenant() {
    let town = Town::new();
    namesakes(&town);
    let both = vec![FIRM.to_owned(), FIRM.to_owned()];
    for typed in ["帆兴", "ycfx", "YCFX", "fanxing", "yuncfanx", "食品有限", " 帆兴 ", "\u{feff}\u{200b}帆兴"]
    {
        let wanted = if typed == "yuncfanx" { Vec::new() } else { both.clone() };
        assert_eq!(found(&town, &town.clerk, typed), wanted, "{typed}");
    }
    // the code, the end of the certificate, the end of the telephone and the whole of it, and the contact
    for typed in ["YF-000004", "1234", "1111", "13900001111", "530102199001011234", "zengguofan", "zgf"] {
        assert_eq!(found(&town, &town.clerk, typed), [FIRM], "{typed}");
    }
    for typed in ["13900003333", "234", "9999", "没有这家"] {
        assert_eq!(found(&town, &town.clerk, typed), [""; 0], "{typed}");
    }
    let list = town.get("/lease/tenant/list?keyWord=ycfx");
    assert_eq!(list["total"], 2, "the list finds as the field does: {list}");
}

#[test]
fn two_of_one_name_are_told_apart_without_showing_their_numbers() {
    let town = Town::new();
    namesakes(&town);
    let answer = town.get("/lease/tenant/options?keyWord=ycfx");
    let rows = answer["data"].as_array().unwrap();
    assert_eq!(rows[0]["idNo"], "530102********5678", "the newest first");
    assert_eq!(rows[1]["idNo"], "530102********1234");
    for row in rows {
        assert!(row["phone"].as_str().unwrap().contains('*'), "{row}");
        assert!(row["tenantCode"].as_str().unwrap().starts_with("YF-"), "{row}");
        assert!(!row["deptName"].as_str().unwrap().is_empty(), "{row}");
    }
}

#[test]
fn a_long_register_answers_a_few_and_a_chosen_one_keeps_its_name() {
    let town = Town::new();
    for number in 0..25 {
        let form = json!({"tenantName": format!("商户{number:02}"), "kind": 3, "deptId": 110});
        town.make("/lease/tenant", form);
    }
    let answer = town.get("/lease/tenant/options");
    assert_eq!(names(&answer).len(), 20);
    assert_eq!(names(&answer)[0], "商户24");
    let first = town.get("/lease/tenant/list?keyWord=sh00")["rows"][0].clone();
    let mut form = first.clone();
    form["status"] = json!("1");
    assert_eq!(town.portal.put("/lease/tenant", &town.clerk, form)["code"], 200);
    assert_eq!(found(&town, &town.clerk, "商户00"), [""; 0], "no longer in use");
    let id = first["tenantId"].as_u64().unwrap();
    let answer = town.get(&format!("/lease/tenant/options?ids={id}&ids=1"));
    assert_eq!(names(&answer).len(), 2, "{answer}");
    assert!(names(&answer).contains(&"商户00"));
}

#[test]
fn nobody_is_offered_what_he_may_not_see() {
    let (town, _) = Town::e1();
    let role = town.portal.role("far", &["lease:tenant:add", "lease:tenant:list", "fin:bill:add"], 3, &[]);
    town.portal.person("far", 120, &[role]);
    let far = town.portal.token("far");
    town.make("/lease/tenant", json!({"tenantName": "下属商户", "kind": 3, "deptId": 120}));
    assert_eq!(found(&town, &far, ""), ["下属商户"]);
    assert_eq!(found(&town, &far, "hc"), [""; 0]);
    let by_number = town.portal.get("/lease/tenant/options?ids=1", &far);
    assert_eq!(by_number["data"], json!([]), "asked for by number neither");
    assert_eq!(town.portal.get("/lease/lease/options", &far)["data"], json!([]));
    assert_eq!(town.portal.get("/lease/lease/options?ids=1", &far)["data"], json!([]));
}

#[test]
fn leases_are_offered_once_they_are_signed() {
    let (town, [one, ..]) = Town::e1();
    let form = with(c3(), json!({"startDate": "2030-01-01", "endDate": "2030-12-31", "firstDueDate": "2030-01-05"}));
    let draft = town.make("/lease/lease", form);
    let ids = |answer: Value| -> Vec<u64> {
        answer["data"].as_array().unwrap().iter().map(|row| row["leaseId"].as_u64().unwrap()).collect()
    };
    let all = ids(town.get("/lease/lease/options"));
    assert!(all.contains(&one) && !all.contains(&draft), "{all:?}");
    assert_eq!(ids(town.get("/lease/lease/options?keyWord=hcbz")), [one], "by the initials of its tenant");
    assert_eq!(ids(town.get("/lease/lease/options?tenantId=1")), [one]);
    assert_eq!(ids(town.get(&format!("/lease/lease/options?ids={draft}"))), [0; 0]);
    let no_of = |id: u64| town.get(&format!("/lease/lease/{id}"))["data"]["leaseNo"].as_str().unwrap().to_owned();
    let path = format!("/lease/lease/options?nos={}&nos={}&nos=HT-0&keyWord=nobody", no_of(one), no_of(draft));
    assert_eq!(ids(town.get(&path)), [one], "by a list of numbers, of which a draft has one and nobody the other");
}

#[test]
fn departments_are_offered_to_everybody_who_makes_a_record_in_them() {
    let town = Town::new();
    for (scope, name) in [(3, "ofdept"), (5, "ownrows")] {
        let role = town.portal.role(name, &["lease:tenant:add"], scope, &[]);
        town.portal.person(name, 120, &[role]);
        let token = town.portal.token(name);
        let tree = town.portal.get("/system/dept/treeselect", &token);
        let offered: Vec<u64> = tree["data"].as_array().unwrap().iter().map(|n| n["id"].as_u64().unwrap()).collect();
        assert_eq!(offered, [120], "{name}: {tree}");
        let form = json!({"tenantName": format!("{name}的乙方"), "kind": 1, "deptId": 120});
        let made = town.portal.post("/lease/tenant", &token, form);
        assert_eq!(made["code"], 200, "{name}: {made}");
    }
}
