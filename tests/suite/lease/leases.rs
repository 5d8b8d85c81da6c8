//! Leases from draft to end: plans, guards, occupancy, changes. Clock: 2024-09-30.

use crate::support;
use gx_portal::upkeep::archive;
use serde_json::{Value, json};
use support::Portal;

fn with(mut form: Value, fields: Value) -> Value {
    form.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    form
}

pub(super) fn make(portal: &Portal, path: &str, form: Value) -> u64 {
    let answer = portal.post(path, &portal.admin(), form);
    answer["data"]["id"].as_u64().unwrap_or_else(|| panic!("{path}: {answer}"))
}

/// The property of the end-to-end case E1 (domain.md 3.16): rooms 1-3 in P1, 4-5 in P2, one party A, one tenant.
pub(super) struct Town {
    pub(super) portal: Portal,
    /// Submits; user 1.
    pub(super) admin: String,
    /// Approves.
    boss: String,
}

impl Town {
    pub(super) fn new() -> Self {
        let portal = Portal::new();
        for (code, name) in [("P1", "工业厂房"), ("P2", "商业门面")] {
            make(&portal, "/asset/plate", json!({"plateCode": code, "plateName": name, "color": "#0A6BCB"}));
        }
        let party = json!({"partyACode": "A", "partyAName": "云川市工业资产经营中心", "unitKind": 2, "remitRequired": true, "remitDay": 10, "deptId": 110});
        make(&portal, "/asset/partyA", party);
        for (plate, name) in [(1, "轻工产业园"), (2, "解放路门面")] {
            let form = json!({"assetName": name, "plateId": plate, "partyAId": 1, "titleState": 1});
            let asset = make(&portal, "/asset/asset", form);
            make(&portal, "/asset/building", json!({"assetId": asset, "buildingCode": name, "buildingName": name}));
        }
        for (building, no, area) in [(1, "1", "500"), (1, "2", "300"), (1, "3", "200"), (2, "4", "80"), (2, "5", "120")]
        {
            let form = json!({"buildingId": building, "floorNo": 1, "roomNo": no, "roomCode": format!("R{no}"), "buildingAreaM2": area, "rentAreaM2": area});
            make(&portal, "/asset/room", form);
        }
        make(&portal, "/lease/tenant", json!({"tenantName": "禾川包装制品有限公司", "kind": 1, "deptId": 110}));
        let role = portal.role("approver", &["lease:lease:query", "lease:lease:approve"], 1, &[]);
        portal.person("boss", 110, &[role]);
        let (admin, boss) = (portal.admin(), portal.token("boss"));
        Self { portal, admin, boss }
    }

    fn call(&self, path: &str, form: Value) -> Value {
        self.portal.post(path, &self.admin, form)
    }

    fn lease(&self, form: Value) -> u64 {
        make(&self.portal, "/lease/lease", form)
    }

    fn done(&self, path: &str, form: Value) {
        let answer = self.call(path, form);
        assert_eq!(answer["code"], 200, "{path}: {answer}");
    }

    /// Who submitted it does not decide.
    fn decided(&self, path: &str, form: Value) {
        let answer = self.portal.post(path, &self.boss, form);
        assert_eq!(answer["code"], 200, "{path}: {answer}");
    }

    fn shown(&self, id: u64) -> Value {
        self.portal.get(&format!("/lease/lease/{id}"), &self.admin)["data"].clone()
    }

    fn bills(&self, id: u64) -> Vec<(String, String, i64)> {
        let plan = self.portal.get(&format!("/lease/lease/{id}/plan"), &self.admin);
        plan["data"]["bills"]
            .as_array()
            .unwrap_or_else(|| panic!("{plan}"))
            .iter()
            .map(|bill| {
                let text = |value: &Value| value.as_str().unwrap().to_owned();
                (text(&bill["period"]["from"]), text(&bill["dueDate"]), bill["amountFen"].as_i64().unwrap())
            })
            .collect()
    }

    /// Submits and approves.
    fn approved(&self, form: Value) -> u64 {
        let id = self.lease(form);
        self.done("/lease/lease/submit", json!({"id": id}));
        self.decided("/lease/lease/decide", json!({"id": id, "decision": "approve"}));
        id
    }

    pub(super) fn signed(&self, form: Value, day: &str) -> u64 {
        let id = self.approved(form);
        let scan = self.portal.upload("/common/upload2Minio", &self.admin, "file", "合同.pdf", PDF);
        let scans = json!([scan["fileInfo"]["id"]]);
        self.done("/lease/lease/sign", json!({"id": id, "signDate": day, "scans": scans}));
        id
    }
}

const PDF: &[u8] = b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n";

fn room(id: u64, area: &str) -> Value {
    json!({"roomId": id, "rentAreaM2": area})
}

fn c1() -> Value {
    json!({"partyAId": 1, "tenantId": 1, "rooms": [room(1, "500"), room(2, "300")], "startDate": "2024-01-01",
           "endDate": "2026-12-31", "rentBasis": 1, "rentFen": 1_600_000, "billingCycle": 3, "periodMode": "ANCHORED",
           "dueRule": {"kind": "ADVANCE", "n": 10}, "firstDueDate": "2023-12-22", "issueLeadDays": 10})
}

pub(super) fn c2() -> Value {
    json!({"partyAId": 1, "tenantId": 1, "rooms": [room(4, "80")], "startDate": "2024-03-15", "endDate": "2025-03-14",
           "rentBasis": 1, "rentFen": 480_000, "billingCycle": 1, "periodMode": "CALENDAR", "proration": "ACTUAL",
           "dueRule": {"kind": "DAY", "n": 5}, "firstDueDate": "2024-03-15"})
}

pub(super) fn c3() -> Value {
    json!({"partyAId": 1, "tenantId": 1, "rooms": [room(5, "120")], "startDate": "2024-06-01", "endDate": "2025-05-31",
           "rentBasis": 1, "rentFen": 720_000, "billingCycle": 6, "periodMode": "ANCHORED",
           "dueRule": {"kind": "ADVANCE", "n": 10}, "firstDueDate": "2024-06-01", "depositFen": 1_440_000,
           "rentFree": [{"from": "2024-06-01", "to": "2024-06-30", "reason": "装修期"}]})
}

#[test]
fn the_leases_of_the_end_to_end_case_give_its_bills() {
    let town = Town::new();
    let (one, two, three) = (town.approved(c1()), town.approved(c2()), town.approved(c3()));
    let due_by = |id: u64, from: &str, to: &str| -> Vec<(String, i64)> {
        town.bills(id)
            .into_iter()
            .filter(|bill| (from..=to).contains(&bill.1.as_str()))
            .map(|bill| (bill.1, bill.2))
            .collect()
    };
    let (from, to) = ("2024-01-01", "2024-09-30");
    let quarter = |day: &str| (day.to_owned(), 4_800_000);
    assert_eq!(due_by(one, from, to), [quarter("2024-03-22"), quarter("2024-06-21"), quarter("2024-09-21")]);
    assert_eq!(due_by(one, "2023-01-01", "2023-12-31"), [quarter("2023-12-22")]);
    let months: Vec<i64> = due_by(two, from, to).into_iter().map(|bill| bill.1).collect();
    assert_eq!(months, [263_226, 480_000, 480_000, 480_000, 480_000, 480_000, 480_000]);
    assert_eq!(due_by(three, from, to), [("2024-06-01".to_owned(), 3_600_000)]);
    let all: i64 = [one, two, three].iter().flat_map(|id| due_by(*id, from, to)).map(|bill| bill.1).sum();
    assert_eq!(all, 21_143_226, "bills due 2024 YTD");
    // the shares of the rooms, and the computation of a cut month
    let plan = town.portal.get(&format!("/lease/lease/{one}/plan"), &town.admin);
    assert_eq!(plan["data"]["bills"][0]["split"], json!([3_000_000, 1_800_000]));
    let told = town.portal.get(&format!("/lease/lease/{two}/explain?chargeLine=0&from=2024-03-15"), &town.admin);
    assert_eq!(
        (&told["data"]["steps"][0]["days"], &told["data"]["steps"][0]["share"]),
        (&json!("17 / 31"), &json!("0.5484"))
    );
    assert_eq!(told["data"]["amountFen"], 263_226);
}

#[test]
fn from_draft_to_running_with_rooms_reserved_let_and_freed() {
    let town = Town::new();
    let state = |room: u64| town.portal.get(&format!("/asset/room/{room}"), &town.admin)["data"]["state"].clone();
    let id = town.lease(c1());
    assert_eq!((town.shown(id)["leaseNo"].clone(), state(1)), (json!("HT-202409-000001"), json!(1)));
    town.done("/lease/lease/submit", json!({"id": id}));
    assert_eq!(state(1), 3, "审批中");
    let rival = town.lease(with(c1(), json!({"rooms": [room(2, "300"), room(3, "200")], "startDate": "2025-01-01"})));
    let refused = town.call("/lease/lease/submit", json!({"id": rival}));
    assert_eq!(refused["msg"], "房间 R2 已被合同 HT-202409-000001占用（2024-01-01 至 2026-12-31）");
    assert_eq!(state(3), 1, "all rooms or none");
    // given back, the room is free again
    let silent = town.portal.post("/lease/lease/decide", &town.boss, json!({"id": id, "decision": "return"}));
    assert_eq!(silent["msg"], "请填写意见");
    town.decided("/lease/lease/decide", json!({"id": id, "decision": "return", "comment": "租金偏低"}));
    assert_eq!((state(1), town.shown(id)["state"].clone()), (json!(1), json!(0)));
    town.done("/lease/lease/submit", json!({"id": id}));
    town.decided("/lease/lease/decide", json!({"id": id, "decision": "approve", "comment": "同意"}));
    assert_eq!(state(1), 4, "在租");
    assert_eq!(
        town.call("/lease/lease/sign", json!({"id": id, "signDate": "2024-01-01", "scans": []}))["msg"],
        "请上传双方签字盖章的合同扫描件"
    );
    let id = {
        town.done("/lease/lease/cancel", json!({"id": id, "comment": "重签"}));
        assert_eq!(state(1), 1);
        town.signed(c1(), "2023-12-20")
    };
    let lease = town.shown(id);
    assert_eq!(
        (&lease["state"], &lease["versionNo"], &lease["monthRentFen"]),
        (&json!(4), &json!(1), &json!(1_600_000))
    );
    assert_eq!(lease["steps"].as_array().unwrap().len(), 4);
    let cancelled = town.call("/lease/lease/cancel", json!({"id": id, "comment": "x"}));
    assert!(cancelled["msg"].as_str().unwrap().contains("请办理提前终止"), "{cancelled}");
    let edited = town.portal.put("/lease/lease", &town.admin, with(c1(), json!({"leaseId": id})));
    assert!(edited["msg"].as_str().unwrap().contains("请使用合同变更"), "{edited}");
    let expiring = town.portal.get("/lease/lease/expiring?days=900", &town.admin);
    assert_eq!((&expiring["total"], &expiring["rows"][0]["daysLeft"]), (&json!(1), &json!(822)));
}

#[test]
fn what_stands_against_a_lease_is_said_with_its_reason() {
    let town = Town::new();
    let stops = |form: Value| -> Vec<(String, String)> {
        let preview = town.call("/lease/lease/preview", form);
        let Some(guards) = preview["data"]["guards"].as_array() else {
            return vec![("stop".into(), preview["msg"].to_string())];
        };
        guards
            .iter()
            .map(|guard| (guard["level"].as_str().unwrap().into(), guard["message"].as_str().unwrap().into()))
            .collect()
    };
    assert_eq!(stops(c1()), [], "nothing against it");
    town.done("/lease/tenant", json!({"tenantName": "凯泽物流", "kind": 1, "deptId": 110}));
    let credit = json!({"tenantId": 2, "flag": 2, "reason": "欠租两期"});
    assert_eq!(town.portal.put("/lease/tenant/credit", &town.admin, credit)["code"], 200);
    let cases = [
        (json!({"endDate": "2023-12-31"}), "stop", "不能早于"),
        (json!({"endDate": "3024-12-31"}), "stop", "到期日须在 1990-01-01 与"),
        (json!({"endDate": "2044-01-01"}), "stop", "不得超过二十年"),
        (json!({"endDate": "2031-12-31"}), "warn", "租期超过5年"),
        (json!({"rooms": []}), "stop", "请至少选择一个房间"),
        (json!({"rooms": [room(1, "500"), room(1, "500")]}), "stop", "房间 R1 重复"),
        (json!({"rooms": [room(1, "400")]}), "warn", "与台账 500.00 ㎡ 不一致"),
        (json!({"rooms": [room(99, "400")]}), "stop", "有房间不存在"),
        (json!({"rentFen": -1}), "stop", "不能为负数"),
        (json!({"rentFree": [{"from": "2023-12-01", "to": "2024-01-31"}]}), "stop", "须在租期"),
        (
            json!({"rentFree": [{"from": "2024-01-01", "to": "2024-01-31"}, {"from": "2024-01-31", "to": "2024-02-02"}]}),
            "stop",
            "重叠",
        ),
        (json!({"billingCycle": 5}), "stop", "支付周期"),
        (json!({"rentBasis": 2}), "stop", "请填写每个房间的租金单价"),
        (json!({"tenantId": 2}), "stop", "被标记为失信，限制新租：欠租两期"),
        (json!({"tenantId": 2, "creditOverride": "已结清"}), "warn", "申请例外：已结清"),
        (json!({"tenantId": 77}), "stop", "请选择乙方"),
        (json!({"lettingMode": 2}), "stop", "协议出租须填写理由"),
        (json!({"partyAId": 77}), "stop", "请选择甲方"),
    ];
    for (fields, level, part) in cases {
        let found = stops(with(c1(), fields.clone()));
        assert!(found.iter().any(|(is, message)| is == level && message.contains(part)), "{fields}: {found:?}");
    }
    let path = "/asset/room/1";
    let read = town.portal.get(path, &town.admin)["data"].clone();
    let form = json!({"roomId": 1, "buildingId": 1, "floorNo": 1, "roomNo": "1", "roomCode": "R1", "buildingAreaM2": "500",
                      "rentAreaM2": "500", "basePriceE4": 400_000, "priceUnit": 1, "version": read["version"]});
    assert_eq!(town.portal.put("/asset/room", &town.admin, form)["code"], 200);
    assert!(stops(c1()).iter().any(|found| found.1.contains("低于招租底价 20,000.00 元")));
    let limit = town.portal.get("/system/config/list?configKey=lease.policyMaxAreaM2", &town.admin)["rows"][0].clone();
    for (most, warns) in [("800", false), ("799", true)] {
        let form = with(limit.clone(), json!({"configValue": most}));
        assert_eq!(town.portal.put("/system/config", &town.admin, form)["code"], 200);
        let sentence = format!("累计承租 800.00 ㎡，超过规定的 {most} ㎡");
        assert_eq!(stops(c1()).iter().any(|found| found.1.contains(&sentence)), warns, "{most}");
    }
    assert_eq!(
        town.call("/lease/lease", with(c1(), json!({"startDate": "2024-02-31"})))["msg"],
        "起租日须为真实存在的日期（如 2024-01-31），但输入值为：'2024-02-31'"
    );
    assert_eq!(town.portal.get("/lease/lease/list", &town.admin)["total"], 0, "previews write nothing");
}

#[test]
fn ending_early_adjusts_what_was_issued_and_frees_the_rooms() {
    let town = Town::new();
    let terms = json!({"startDate": "2024-03-01", "endDate": "2027-02-28", "rentFen": 2_500_000, "firstDueDate": null,
                       "dueRule": {"kind": "ADVANCE", "n": 15},
                       "escalation": {"everyMonths": 12, "mode": "PCT", "value": 50_000, "compound": true}});
    let id = town.signed(with(c1(), terms), "2024-02-20");
    assert_eq!(town.bills(id).iter().map(|bill| bill.2).sum::<i64>(), 94_575_000);
    let end = json!({"leaseId": id, "kind": 8, "effectiveDate": "2024-10-20", "reason": "乙方申请"});
    let told = town.call("/lease/lease/change/preview", end.clone());
    assert_eq!((&told["data"]["deltaSumFen"], &told["data"]["bills"]), (&json!(-3_387_097), &json!([])), "{told}");
    town.done("/lease/lease/change", end.clone());
    assert!(town.call("/lease/lease/change", end)["msg"].as_str().unwrap().contains("已有变更在审批中"));
    town.decided("/lease/lease/change/decide", json!({"changeId": 1, "decision": "approve"}));
    let lease = town.shown(id);
    assert_eq!(
        (&lease["state"], &lease["effectiveEnd"], &lease["versionNo"]),
        (&json!(4), &json!("2024-10-20"), &json!(2)),
        "it runs until its last day"
    );
    assert_eq!(town.bills(id).iter().map(|bill| bill.2).sum::<i64>(), 19_112_903);
    let free = town
        .portal
        .get("/asset/room/select?rentStartDate=2024-10-21&rentEndDate=2025-10-20&partyAId=1&keyWord=R1", &town.admin);
    assert_eq!(free["rows"][0]["available"], true);
}

#[test]
fn a_changed_rent_counts_from_its_day_and_leaves_the_past_alone() {
    let town = Town::new();
    let id = town.signed(c2(), "2024-03-10");
    let before = town.bills(id);
    let change = json!({"leaseId": id, "kind": 1, "effectiveDate": "2024-11-16", "reason": "补充协议", "facts": with(c2(), json!({"rentFen": 600_000}))});
    town.done("/lease/lease/change", change.clone());
    town.decided("/lease/lease/change/decide", json!({"changeId": 1, "decision": "approve"}));
    let after = town.bills(id);
    assert_eq!(before[..8], after[..8]);
    assert_eq!(after[8].2, 540_000, "half of November at each rent");
    assert_eq!(after[9].2, 600_000);
    let versions = town.portal.get(&format!("/lease/lease/{id}/versions"), &town.admin);
    let numbers: Vec<&Value> =
        versions["data"].as_array().unwrap().iter().map(|version| &version["versionNo"]).collect();
    assert_eq!(numbers, [&json!(2), &json!(1)]);
    assert_eq!(versions["data"][1]["facts"]["rentFen"], 480_000, "what was approved stays");
    let cycle = with(change, json!({"facts": with(c2(), json!({"billingCycle": 3}))}));
    assert!(town.call("/lease/lease/change", cycle)["msg"].as_str().unwrap().contains("不能改动支付周期"));
    // a longer term takes the room longer; another room comes in
    let longer =
        with(c2(), json!({"rentFen": 600_000, "endDate": "2025-06-30", "rooms": [room(4, "80"), room(3, "200")]}));
    town.done(
        "/lease/lease/change",
        json!({"leaseId": id, "kind": 3, "effectiveDate": "2025-01-01", "reason": "延长", "facts": longer}),
    );
    town.decided("/lease/lease/change/decide", json!({"changeId": 2, "decision": "approve"}));
    let spans = |room: u64| {
        let rows = town.portal.get(&format!("/asset/room/{room}"), &town.admin)["data"]["occupancies"].clone();
        rows.as_array()
            .unwrap()
            .iter()
            .map(|row| format!("{} {}", row["span"]["from"], row["span"]["to"]))
            .collect::<Vec<_>>()
    };
    assert_eq!(spans(4), [r#""2024-03-15" "2025-03-14""#, r#""2025-03-15" "2025-06-30""#]);
    assert_eq!(spans(3), [r#""2025-01-01" "2025-06-30""#]);
}

#[test]
fn who_submitted_does_not_decide_not_even_user_one() {
    let town = Town::new();
    let refused = |path: &str, form: Value| {
        let answer = town.call(path, form);
        assert_eq!(
            answer["msg"], "起草、修改或提交过的人不能审批自己经手的合同或变更，请由其他有审批权限的人员审批",
            "{path}"
        );
    };
    let id = town.lease(c2());
    town.done("/lease/lease/submit", json!({"id": id}));
    for decision in ["approve", "return", "reject"] {
        refused("/lease/lease/decide", json!({"id": id, "decision": decision, "comment": "x"}));
    }
    let own = |token: &str| town.portal.get(&format!("/lease/lease/{id}"), token)["data"]["ownSubmission"].clone();
    assert_eq!((own(&town.admin), own(&town.boss)), (json!(true), json!(false)));
    town.done("/lease/lease/withdraw", json!({"id": id}));
    let id = town.signed(c2(), "2024-03-10");
    let facts = with(c2(), json!({"rentFen": 600_000}));
    let change = json!({"leaseId": id, "kind": 1, "effectiveDate": "2024-11-01", "reason": "协议", "facts": facts});
    town.done("/lease/lease/change", change.clone());
    refused("/lease/lease/change/decide", json!({"changeId": 1, "decision": "approve"}));
    // he may take it back, once, and submit another one
    town.done("/lease/lease/change/withdraw", json!({"changeId": 1}));
    let again = town.call("/lease/lease/change/withdraw", json!({"changeId": 1}));
    assert_eq!(again["msg"], "该变更已审批或撤回，请刷新后查看");
    town.done("/lease/lease/change", change);
    refused("/lease/lease/change/decide", json!({"changeId": 2, "decision": "approve"}));
    let listed = town.portal.get(&format!("/lease/lease/{id}/changes"), &town.admin);
    assert_eq!((&listed["data"][0]["state"], &listed["data"][0]["ownSubmission"]), (&json!(1), &json!(true)));
    town.decided("/lease/lease/change/decide", json!({"changeId": 2, "decision": "approve"}));
    assert_eq!(town.shown(id)["versionNo"], 2);
}

#[test]
fn a_renewal_follows_its_lease_and_both_know_of_each_other() {
    let town = Town::new();
    let old = town.signed(c2(), "2024-03-10");
    let next = with(
        c2(),
        json!({"kind": 2, "lettingMode": 3, "prevLeaseId": old, "startDate": "2025-03-15", "endDate": "2026-03-14",
               "firstDueDate": null}),
    );
    let against = |fields: Value| -> String {
        let told = town.call("/lease/lease/preview", with(next.clone(), fields));
        let guards = told["data"]["guards"].as_array().unwrap().iter();
        guards.map(|guard| guard["message"].as_str().unwrap().to_owned()).collect::<Vec<_>>().join("；")
    };
    assert_eq!(against(json!({})), "");
    assert!(
        against(json!({"startDate": "2025-03-14"})).contains("须晚于原合同 HT-202409-000001 的终止日（2025-03-14）")
    );
    assert!(against(json!({"prevLeaseId": 99})).contains("所续的原合同不存在"));
    assert!(against(json!({"kind": 1})).contains("只有“续签”"));
    let party = json!({"partyACode": "B", "partyAName": "另一甲方", "unitKind": 2, "remitRequired": false, "remitDay": 1, "deptId": 110});
    let other = make(&town.portal, "/asset/partyA", party);
    assert!(against(json!({"partyAId": other})).contains("为同一甲方"));
    let draft = town.lease(c3());
    assert!(against(json!({"prevLeaseId": draft})).contains("当前为“草稿”，不能续租"));
    let refused = town.lease(with(next.clone(), json!({"startDate": "2025-03-14"})));
    assert_ne!(town.call("/lease/lease/submit", json!({"id": refused}))["code"], 200);
    let id = town.approved(next);
    let (shown, before) = (town.shown(id), town.shown(old));
    assert_eq!((&shown["renews"]["leaseId"], &shown["renews"]["leaseNo"]), (&json!(old), &before["leaseNo"]));
    assert_eq!(before["renewals"].as_array().unwrap().len(), 2, "the refused draft and the approved one");
    assert_eq!(before["renewals"][1]["leaseNo"], shown["leaseNo"]);
}

#[test]
fn who_stays_on_owes_the_last_rent_month_by_month() {
    let town = Town::new();
    let rising = json!({"startDate": "2023-03-01", "endDate": "2024-07-31", "periodMode": "ANCHORED",
                        "firstDueDate": null, "holdoverPpm": 1_500_000,
                        "escalation": {"mode": "SET", "steps": [{"from": "2024-01-15", "rent": 500_000}]}});
    let id = town.signed(with(c2(), rising), "2023-02-20");
    let stages = town.portal.get(&format!("/lease/lease/{id}/plan"), &town.admin)["data"]["stages"].clone();
    assert_eq!((&stages[1]["from"], &stages[1]["rent"]), (&json!("2024-01-15"), &json!(500_000)));
    let owed = || town.portal.get(&format!("/lease/lease/{id}/holdover"), &town.admin)["data"].clone();
    let told = owed();
    let months: Vec<_> = told["months"].as_array().unwrap().iter().map(|month| month["amountFen"].clone()).collect();
    assert_eq!((months, &told["totalFen"]), (vec![json!(750_000); 2], &json!(1_500_000)), "August and September");
    assert_eq!((&told["ended"], &told["lastRent"]), (&json!("2024-07-31"), &json!("月租金 5,000.00")));
    let state = || town.portal.get("/asset/room/4", &town.admin)["data"]["state"].clone();
    assert_eq!(state(), 6, "到期未退 until the rooms come back");
    town.done("/lease/lease/handover", json!({"id": id, "returnedDate": "2024-09-18"}));
    assert_eq!(state(), 1);
    let told = owed();
    let last = &told["months"][1];
    assert_eq!((&last["span"]["to"], &last["days"]), (&json!("2024-09-18"), &json!("18 / 30")));
    assert_eq!((&last["share"], &last["rent"]), (&json!("0.6000"), &json!("3,000.0000")));
    assert_eq!((&last["amountFen"], &told["untilReason"]), (&json!(450_000), &json!("退房")));
    // a lease that runs owes nothing of the kind, one that is renewed at once neither
    let running = town.signed(c3(), "2024-05-20");
    let none = town.portal.get(&format!("/lease/lease/{running}/holdover"), &town.admin);
    assert_eq!(none["data"]["months"], json!([]));
    let short = with(c1(), json!({"endDate": "2024-06-30"}));
    let old = town.signed(short.clone(), "2023-12-20");
    let months = |id: u64| {
        town.portal.get(&format!("/lease/lease/{id}/holdover"), &town.admin)["data"]["months"].as_array().unwrap().len()
    };
    assert_eq!(months(old), 3);
    let next = json!({"kind": 2, "lettingMode": 3, "prevLeaseId": old, "startDate": "2024-08-01", "endDate": "2025-07-31", "firstDueDate": null});
    town.approved(with(short, next));
    assert_eq!(months(old), 1, "July; the renewal takes over in August");
}

#[test]
fn listed_rents_must_follow_each_other_inside_the_term() {
    let town = Town::new();
    let told = |steps: Value| {
        let rule = json!({"escalation": {"mode": "SET", "steps": steps}});
        let told = town.call("/lease/lease/preview", with(c1(), rule));
        // terms that cannot be computed are refused, others are told with what stands against them
        let said = if told["code"] == 200 { &told["data"]["guards"][0]["message"] } else { &told["msg"] };
        said.as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(told(json!([{"from": "2025-01-01", "rent": 1}, {"from": "2026-01-01", "rent": 2}])), "");
    assert!(told(json!([{"from": "2024-01-01", "rent": 1}])).contains("须晚于起租日（2024-01-01）"));
    assert!(
        told(json!([{"from": "2025-01-01", "rent": 1}, {"from": "2025-01-01", "rent": 2}])).contains("第2个租金阶段")
    );
    assert!(told(json!([{"from": "2027-01-01", "rent": 1}])).contains("晚于到期日（2026-12-31）"));
    assert!(told(json!([{"from": "2025-01-01", "rent": -1}])).contains("租金不能为负数"));
}

#[test]
fn identity_numbers_are_known_once_and_shown_on_the_record() {
    let town = Town::new();
    let form =
        json!({"tenantName": "陈某", "kind": 3, "deptId": 110, "idNo": "53010219900101123x", "phone": "19900000001"});
    let id = make(&town.portal, "/lease/tenant", form.clone());
    let shown = town.portal.get(&format!("/lease/tenant/{id}"), &town.admin)["data"].clone();
    assert_eq!((&shown["idNo"], &shown["phone"]), (&json!("530102********123X"), &json!("199****0001")));
    assert_eq!(
        town.call("/lease/tenant", with(form, json!({"tenantName": "陈某某"})))["msg"],
        "该证件号码已登记为乙方“陈某”"
    );
    let found = town.portal.get("/lease/tenant/list?keyWord=53010219900101123X", &town.admin);
    assert_eq!(found["total"], 1, "a full number finds its tenant");
    let back = with(
        json!({"tenantId": id, "tenantName": "陈某", "kind": 3}),
        json!({"idNo": shown["idNo"], "phone": shown["phone"], "version": shown["version"]}),
    );
    assert_eq!(town.portal.put("/lease/tenant", &town.admin, back)["code"], 200);
    let full = town.call("/lease/tenant/personal", json!({"id": id}));
    assert_eq!(full["data"], json!({"idNo": "53010219900101123X", "phone": "19900000001"}));
    assert_eq!(town.portal.last_audit().title, "查看乙方证件与电话");
    let rows = format!("{:?}", town.portal.audit_rows()).to_uppercase();
    assert!(!rows.contains("53010219900101123X") && !rows.contains("19900000001"));
    let history = town.portal.get(&format!("/portal/history?kind=tenant&id={id}"), &town.admin).to_string();
    assert!(!history.contains("19900000001") && !history.contains("53010219900101123X"));
}

#[test]
fn sealed_data_travels_with_an_archive_and_a_lost_key_is_told() {
    let town = Town::new();
    let form =
        json!({"tenantName": "陈某", "kind": 3, "deptId": 110, "idNo": "530102199001011234", "phone": "19900000001"});
    let id = make(&town.portal, "/lease/tenant", form);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("gx.zip");
    archive::export(&town.portal.app, "test", &file).unwrap();
    // a fresh installation, born with a key of its own
    let other = tempfile::tempdir().unwrap();
    support::initialise_without_people(other.path());
    let app = support::on_disk(other.path());
    archive::import(&app, "test", &file).unwrap();
    app.store.close();
    drop(app);
    let there = Portal::on(other);
    let full = there.post("/lease/tenant/personal", &there.admin(), json!({"id": id}));
    assert_eq!(full["data"], json!({"idNo": "530102199001011234", "phone": "19900000001"}));
    let found = there.get("/lease/tenant/list?keyWord=530102199001011234", &there.admin());
    assert_eq!(found["total"], 1);
    // without its key the data would be unreadable: the program says so instead of making a new one
    let key = there.app.paths.keys().join("personal.key");
    let folder = there.stopped();
    std::fs::remove_file(&key).unwrap();
    let refused = support::try_on_disk(folder.path()).err().expect("refused");
    assert!(refused.message.contains("个人信息密钥"), "{}", refused.message);
    assert!(!key.exists(), "no new key");
}

#[test]
fn rooms_are_delivered_and_come_back_with_a_protocol() {
    let town = Town::new();
    let id = town.signed(c2(), "2024-03-10");
    let path = "/lease/lease/handover";
    let items = json!([{"kind": "钥匙", "name": "卷帘门钥匙", "quantity": 2}, {"kind": "水表", "reading": "00123.4", "condition": "完好"}]);
    for (form, part) in [
        (json!({"id": id}), "每次登记一项"),
        (json!({"id": id, "deliveredDate": "2024-03-15", "returnedDate": "2024-09-01"}), "每次登记一项"),
        (json!({"id": id, "deliveredDate": "2024-10-01"}), "不能晚于今天"),
        (json!({"id": id, "deliveredDate": "2023-03-14"}), "交房日期最早为起租日前一年（2023-03-15）"),
        (json!({"id": id, "deliveredDate": "2024-03-15", "damageFen": -1}), "损失金额"),
        (json!({"id": id, "deliveredDate": "2024-03-15", "items": [{"kind": "老鼠"}]}), "第 1 项的类别"),
        (
            json!({"id": id, "deliveredDate": "2024-03-15", "items": [{"kind": "电表", "reading": "1".repeat(21)}]}),
            "读数",
        ),
    ] {
        let answer = town.call(path, form);
        assert!(answer["msg"].as_str().unwrap().contains(part), "{answer}");
    }
    assert_eq!(town.portal.get(&format!("/lease/lease/{id}/handovers"), &town.admin)["data"], json!([]));
    town.done(path, json!({"id": id, "deliveredDate": "2024-03-15", "items": items}));
    let early = town.call(path, json!({"id": id, "returnedDate": "2024-03-14"}));
    assert_eq!(early["msg"], "退房日期不能早于交房日期");
    let photo = town.portal.upload("/common/upload2Minio", &town.admin, "file", "退房单.pdf", PDF);
    let back = json!({"id": id, "returnedDate": "2024-09-20", "defects": "卷帘门变形", "damageFen": 80_000,
                      "items": items, "files": [photo["fileInfo"]["id"]]});
    let refused = town.call(path, back.clone());
    assert!(refused["msg"].as_str().unwrap().ends_with("提前退房请先办理提前终止"), "{refused}");
    let end = json!({"leaseId": id, "kind": 8, "effectiveDate": "2024-09-25", "reason": "协商一致"});
    town.done("/lease/lease/change", end);
    town.decided("/lease/lease/change/decide", json!({"changeId": 1, "decision": "approve"}));
    town.done(path, back);
    let told = town.portal.get(&format!("/lease/lease/{id}/handovers"), &town.admin);
    assert_eq!((&told["data"][0]["label"], &told["data"][0]["damageFen"]), (&json!("退房"), &json!(80_000)));
    assert_eq!(told["data"][1]["items"][1]["reading"], "00123.4");
    let shown = town.shown(id);
    assert_eq!((&shown["deliveredDate"], &shown["returnedDate"]), (&json!("2024-03-15"), &json!("2024-09-20")));
    // the lease goes on to its last day, and so does its room
    let next = with(c2(), json!({"startDate": "2024-09-21", "endDate": "2025-09-20", "firstDueDate": "2024-09-21"}));
    let draft = town.call("/lease/lease", next.clone())["data"]["id"].clone();
    let refused = town.call("/lease/lease/submit", json!({"id": draft}));
    assert!(refused["msg"].as_str().unwrap().contains("占用"), "{refused}");
    let later = with(next, json!({"startDate": "2024-09-26", "endDate": "2025-09-25", "firstDueDate": "2024-09-26"}));
    town.approved(later);
}

#[test]
fn a_lease_is_one_of_each_of_its_tenants() {
    let town = Town::new();
    for name in ["云岭小吃店", "盛达商贸有限公司"] {
        make(&town.portal, "/lease/tenant", json!({"tenantName": name, "kind": 1, "deptId": 110}));
    }
    town.lease(with(c2(), json!({"tenantId": 1, "coTenants": [3]})));
    let leases =
        |tenant: u64| town.portal.get(&format!("/lease/tenant/{tenant}"), &town.admin)["data"]["leaseCount"].clone();
    assert_eq!((leases(1), leases(2), leases(3)), (json!(1), json!(0), json!(1)));
    let removed = town.portal.delete("/lease/tenant/3", &town.admin);
    assert_ne!(removed["code"], 200, "who rents beside another one cannot be removed: {removed}");
}
