//! The sample paths of domain.md 5.4 over the standard processes: which documents go how far up, and that what is shown
//! before a submission is what comes (approvals.md 7.3, 7.4).

use crate::e1;
use crate::office::{OFFICE, Office, codes, tasks};
use e1::{Town, room, with};
use serde_json::{Value, json};

const DAY: i64 = 86_400_000;

impl Office {
    fn writes(&self, path: &str, form: Value) -> u64 {
        Town::made(&self.portal().post(path, self.token("writer"), form))
    }

    pub fn tenant(&self, name: &str) -> u64 {
        self.town.make("/lease/tenant", json!({"tenantName": name, "kind": 1, "deptId": 110}))
    }

    fn room_of(&self, no: &str, area: &str) -> u64 {
        let form = json!({"buildingId": 1, "floorNo": 2, "roomNo": no, "roomCode": format!("S{no}"),
            "buildingAreaM2": area, "rentAreaM2": area});
        self.town.make("/asset/room", form)
    }

    fn lease_form(&self, tenant: u64, room_id: u64, area: &str, years: i16, month_fen: i64) -> Value {
        json!({"partyAId": 1, "tenantId": tenant, "rooms": [room(room_id, area)], "startDate": "2025-01-01",
            "endDate": format!("{}-12-31", 2024 + years), "rentBasis": 1, "rentFen": month_fen, "billingCycle": 3,
            "periodMode": "ANCHORED", "dueRule": {"kind": "ADVANCE", "n": 10}, "firstDueDate": "2024-12-22",
            "issueLeadDays": 10, "lettingMode": 1})
    }

    /// A draft, previewed and submitted by the writer; answers its process. What the preview says is what lies ahead.
    fn submitted(&self, form: Value) -> u64 {
        let (writer, lease) = (self.token("writer"), self.writes("/lease/lease", form));
        let preview = self.portal().post("/appr/preview", writer, json!({"key": "lease_sign", "bizId": lease}));
        assert_eq!(preview["data"]["refused"], Value::Null, "{preview}");
        self.town.done(writer, "/lease/lease/submit", json!({"id": lease}));
        let instance = self.newest_of(writer);
        let ahead: Vec<String> = self.path(writer, instance).into_iter().filter(|code| code != "b").collect();
        assert_eq!(codes(&preview["data"]["path"]), ahead, "preview");
        instance
    }

    fn walked(&self, instance: u64) -> Vec<String> {
        let (path, agreed) = self.to_the_end(self.token("writer"), instance);
        assert!(!agreed.contains(&"writer"), "{agreed:?}");
        path
    }

    /// A signed lease of a new tenant with one bill of so much.
    pub fn bill_of(&self, name: &str, fen: i64) -> u64 {
        let (tenant, room_id) = (self.tenant(name), self.room_of(name, "50"));
        let form = json!({"partyAId": 1, "tenantId": tenant, "rooms": [room(room_id, "50")], "startDate": "2024-09-01",
            "endDate": "2025-08-31", "rentBasis": 1, "rentFen": fen, "billingCycle": 1, "periodMode": "ANCHORED",
            "dueRule": {"kind": "ADVANCE", "n": 10}, "firstDueDate": "2024-09-01"});
        let lease = self.town.signed(form, "2024-08-20");
        self.town.done(&self.town.clerk, "/fin/bill/generate", json!({}));
        self.town.bills(lease)[0].0
    }

    pub fn waiver(&self, who: &str, bill: u64, fen: i64, policy: &str) -> u64 {
        let form = json!({"reasonKind": 3, "scope": [{"billId": bill, "amountFen": fen}], "policyDoc": policy,
            "effectiveDate": "2024-09-30"});
        let answer = self.portal().post("/fin/waiver", self.token(who), form);
        Town::made(&answer);
        self.newest_of(self.token(who))
    }

    fn expense(&self, fen: i64) -> u64 {
        let form = json!({"kind": 3, "partyAId": 1, "amountFen": fen, "payee": "云川建设维修队", "category": "维修"});
        self.writes("/fin/expense", form);
        self.newest_of(self.token("writer"))
    }
}

#[test]
fn leases_go_as_far_up_as_their_terms_say() {
    let office = Office::new();
    office.standard("lease_sign");
    let rows: [(&str, i16, i64, Value, &[&str]); 6] = [
        ("三年十二万", 3, 1_000_000, json!({}), &["t1", "t2"]),
        ("三年六十万", 3, 5_000_000, json!({}), &["t1", "t2", "t3"]),
        ("三年差四角五十万", 3, 4_166_663, json!({}), &["t1", "t2"]),
        ("三年五十万", 3, 4_166_667, json!({}), &["t1", "t2", "t3"]),
        ("八年十二万", 8, 1_000_000, json!({}), &["t1", "t2", "t3", "t4"]),
        ("协议出租", 3, 1_000_000, json!({"lettingMode": 2, "lettingReason": "公益用途"}), &["t1", "t2", "t3"]),
    ];
    for (name, years, fen, more, expected) in rows {
        let (tenant, room_id) = (office.tenant(name), office.room_of(name, "100"));
        let instance = office.submitted(with(office.lease_form(tenant, room_id, "100", years, fen), more));
        assert_eq!(tasks(&office.walked(instance)), expected, "{name}");
    }
    office.town.is_whole();
}

#[test]
fn three_lettings_of_four_hundred_square_metres_are_one_of_twelve_hundred() {
    let office = Office::new();
    office.standard("lease_sign");
    let lettings = |tenant: u64, part: &str| -> Vec<Value> {
        let rooms = (1..4).map(|no| office.room_of(&format!("{part}{no}"), "400"));
        rooms.map(|room_id| office.lease_form(tenant, room_id, "400", 3, 100_000)).collect()
    };
    let expected = [&["t1", "t2"][..], &["t1", "t2"], &["t1", "t2", "t3"]];
    for (form, expected) in lettings(office.tenant("拆分承租"), "A").into_iter().zip(expected) {
        assert_eq!(tasks(&office.walked(office.submitted(form))), expected, "one after the other");
    }
    // At the same moment: all wait before anybody has agreed, so each counts all three.
    let together: Vec<u64> =
        lettings(office.tenant("同时承租"), "B").into_iter().map(|form| office.submitted(form)).collect();
    for instance in together {
        while office.agree(instance).is_some() {}
        assert_eq!(tasks(&office.path(office.token("writer"), instance)), ["t1", "t2", "t3"], "all at once");
    }
}

#[test]
fn what_was_let_between_the_choice_and_the_end_is_counted_before_the_end() {
    let office = Office::new();
    let node = |code: &str, who: &str| json!({"code": code, "type": 1, "name": code, "assign": [{"kind": "USER", "users": [office.number(who)]}]});
    let drawing = json!({"key": "lease_sign", "name": "先判断", "options": {}, "nodes": [
        {"code": "b", "type": 0, "name": "发起"}, {"code": "c1", "type": 2, "name": "面积"},
        node("t3", "chief"), node("t1", "leader")], "edges": [
        {"from": "b", "to": "c1"},
        {"from": "c1", "to": "t3", "order": 1, "if": {"gt": ["cumulative_area_m2", "@flow.lease.cumulativeAreaM2"]}},
        {"from": "c1", "to": "t1", "default": true}, {"from": "t3", "to": "t1"}, {"from": "t1"}]});
    let number = office.town.make("/appr/definition", drawing);
    office.town.done(&office.town.clerk, "/appr/definition/publish", json!({"id": number}));
    let tenant = office.tenant("先后承租");
    let (first, second) = (office.room_of("1", "800"), office.room_of("2", "400"));
    let first = office.submitted(office.lease_form(tenant, first, "800", 3, 100_000));
    let second = office.submitted(office.lease_form(tenant, second, "400", 3, 100_000));
    assert_eq!(tasks(&office.path(office.token("writer"), second)), ["t3", "t1"], "it counts what waits");
    let writer = office.token("writer");
    assert_eq!(office.agree(first), Some("leader"));
    let shown = office.portal().get(&format!("/appr/instance/{first}"), writer)["data"].clone();
    assert_eq!(shown["state"], 1, "not over yet: {}", shown["history"]);
    assert!(shown["history"].to_string().contains("办结前复核"), "{}", shown["history"]);
    assert_eq!(office.agree(first), Some("chief"));
    let shown = office.portal().get(&format!("/appr/instance/{first}"), writer)["data"].clone();
    assert_eq!(shown["state"], 2, "{shown}");
}

#[test]
fn waivers_go_as_far_up_as_their_sums_say() {
    let office = Office::new();
    office.standard("waiver");
    let (more, most) = (["t1", "t2", "t3"], ["t1", "t2", "t3", "t4"]);
    for (name, fen, policy, expected) in [
        ("有文号八千", 800_000, "云政〔2024〕1号", &["t1", "t2"][..]),
        ("无文号八千", 800_000, "", &more),
        ("整一万", 1_000_000, "云政〔2024〕1号", &["t1", "t2"]),
        ("一万零一分", 1_000_001, "云政〔2024〕1号", &more),
        ("整十万", 10_000_000, "云政〔2024〕1号", &more),
        ("十万零一元", 10_000_100, "云政〔2024〕1号", &most),
    ] {
        let instance = office.waiver("writer", office.bill_of(name, 12_000_000), fen, policy);
        assert_eq!(tasks(&office.walked(instance)), expected, "{name}");
    }
    // In parts: the second counts the first.
    let bill = office.bill_of("拆分减免", 12_000_000);
    for (fen, expected) in [(600_000, &["t1", "t2"][..]), (600_000, &more)] {
        let instance = office.waiver("writer", bill, fen, "云政〔2024〕1号");
        assert_eq!(tasks(&office.walked(instance)), expected, "{fen}");
    }
    office.town.is_whole();
}

#[test]
fn an_expense_in_parts_is_one_expense_for_thirty_days() {
    let office = Office::new();
    office.standard("expense");
    for expected in [&["t1"][..], &["t1"], &["t1", "t2"]] {
        let instance = office.expense(80_000);
        assert_eq!(tasks(&office.walked(instance)), expected, "800.00 each");
    }
    office.portal().app.clock.advance(31 * DAY);
    let people = OFFICE.iter().map(|(name, _)| (*name, office.number(name), office.portal().token(name))).collect();
    let office = Office { people, ..office };
    let instance = office.expense(80_000);
    assert_eq!(tasks(&office.walked(instance)), ["t1"], "a month later it is small again");
}

#[test]
fn the_accountant_does_not_look_at_her_own_waiver() {
    let office = Office::new();
    office.standard("waiver");
    let instance = office.waiver("money", office.bill_of("会计", 1_200_000), 100_000, "云政〔2024〕1号");
    let (path, agreed) = office.to_the_end(office.token("money"), instance);
    assert_eq!(
        (tasks(&path), agreed),
        (vec!["t1", "t2"], vec!["leader", "chief"]),
        "nobody signs for finance what he signed as leader"
    );
    // A leader's own goes to who leads above him, and finance looks as ever.
    let instance = office.waiver("leader", office.bill_of("领导", 1_200_000), 100_000, "云政〔2024〕1号");
    let (path, agreed) = office.to_the_end(office.token("leader"), instance);
    assert_eq!((tasks(&path), agreed), (vec!["t1", "t2"], vec!["chief", "money"]));
    office.town.is_whole();
}

/// Both units agree, each by who leads the department that keeps it.
#[test]
fn a_handover_is_asked_of_the_giving_and_of_the_receiving_unit() {
    let office = Office::new();
    let admin = &office.town.clerk;
    let dept = office.town.get("/system/dept/120")["data"].clone();
    let led = json!({"deptId": 120, "parentId": dept["parentId"], "deptName": dept["deptName"],
        "orderNum": dept["orderNum"], "status": "0", "leaderId": office.number("money")});
    assert_eq!(office.portal().put("/system/dept", admin, led)["code"], 200);
    let unit = json!({"partyACode": "B", "partyAName": "云川市轻工留守处", "unitKind": 4, "remitRequired": false,
        "remitDay": 10, "deptId": 120});
    let to = office.town.make("/asset/partyA", unit);
    office.standard("handover");
    let form = json!({"kind": 3, "fromPartyAId": 1, "toPartyAId": to, "assetIds": [1], "handoverDate": "2024-09-30"});
    let id = office.town.make("/asset/handover", form);
    office.town.done(admin, "/appr/submit", json!({"key": "handover", "bizId": id}));
    let (path, agreed) = office.to_the_end(admin, office.newest_of(admin));
    assert_eq!(tasks(&path), ["t1", "t2", "t3", "t4"]);
    assert_eq!(agreed, ["leader", "money", "secretary", "chief"]);
}

/// Every standard process, tried for everybody with the smallest and the largest values of its conditions: each node finds
/// somebody, and none of them is who submits.
pub fn ends(portal: &crate::support::Portal, admin: &str, people: &[(u64, String)]) {
    let bindings = portal.get("/appr/binding/list", admin)["data"]["bindings"].clone();
    for binding in bindings.as_array().unwrap_or_else(|| panic!("{bindings}")) {
        let key = binding["key"].as_str().unwrap();
        let file = gx_portal::features::approvals::definition::standard::STANDARD.iter().find(|one| one.0 == key);
        let Some((_, text)) = file else { continue };
        let drawing: Value = serde_json::from_str(text).unwrap();
        let own = ["initiator_dept", "biz_dept", "party_a", "initiator_role"];
        let vars =
            binding["vars"].as_array().unwrap().iter().filter(|var| !own.contains(&var["name"].as_str().unwrap()));
        let value = |kind: &str, large: bool| match (kind, large) {
            ("bool", large) => json!(large),
            ("text", _) => json!(""),
            (_, large) => json!(if large { 1_000_000_000_000_i64 } else { 0 }),
        };
        let names: Vec<(&str, &str)> =
            vars.map(|var| (var["name"].as_str().unwrap(), var["kind"].as_str().unwrap_or("int"))).collect();
        for large in [false, true] {
            let values: serde_json::Map<String, Value> =
                names.iter().map(|(name, kind)| ((*name).to_owned(), value(kind, large))).collect();
            for (person, name) in people {
                let form = with(drawing.clone(), json!({"initiator": person, "values": values}));
                let answer = portal.post("/appr/definition/simulate", admin, form);
                assert_eq!(answer["data"]["refused"], Value::Null, "{key} by {name}, large: {large}: {answer}");
                let nodes = answer["data"]["path"].as_array().unwrap();
                let tasks: Vec<&Value> = nodes.iter().filter(|node| node["type"] == 1).collect();
                assert!(!tasks.is_empty(), "{key}: {answer}");
                for node in tasks {
                    let asked = node["people"].as_array().unwrap();
                    let others = asked.iter().filter(|one| one.as_str() != Some(name)).count();
                    assert!(others > 0, "{key} by {name}: nobody at {node}");
                }
            }
        }
    }
}

#[test]
fn every_standard_process_ends_in_an_office_of_five() {
    let office = Office::new();
    let people: Vec<(u64, String)> =
        office.people.iter().map(|(name, number, _)| (*number, format!("{name}姓名"))).collect();
    ends(office.portal(), &office.town.clerk, &people);
}
