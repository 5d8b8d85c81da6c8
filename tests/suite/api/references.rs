//! What a request names by number is looked up with the eyes of who sends it: naming somebody else's record is answered
//! as naming none, and nothing of it is stored or shown.
//! The tables below hold every field of every write that names a record; a field that stands in none of them fails the
//! test, so whoever adds one says what it is.

use crate::{e1, named, support};
use std::collections::{BTreeMap, BTreeSet};

use e1::{Town, room, with};
use gx_portal::platform::identity::menu::Menu;
use gx_portal::route::{Method, Route};
use gx_portal::store::Reads;
use named::{ABOUT, ABOUT_OTHERS, OPEN};
use serde_json::{Value, json};

const MISSING: u64 = 987_654;

/// The house of the person who asks (department 120) and one he does not see (110), by kind of record.
pub(super) struct Houses {
    pub(super) town: Town,
    pub(super) narrow: String,
    pub(super) own: Own,
    foreign: BTreeMap<&'static str, u64>,
}

fn file(town: &Town, token: &str) -> u64 {
    let answer = town.portal.upload("/common/upload2Minio", token, "file", "附件.pdf", b"%PDF-1.4\n%%EOF\n");
    answer["fileInfo"]["id"].as_u64().unwrap_or_else(|| panic!("{answer}"))
}

fn lease_form(ids: &BTreeMap<&'static str, u64>, rooms: &[&str]) -> Value {
    let rooms: Vec<Value> = rooms.iter().map(|name| room(ids[name], "100")).collect();
    json!({"partyAId": ids["partyA"], "tenantId": ids["tenant"], "rooms": rooms, "startDate": "2024-01-01",
           "endDate": "2025-12-31", "rentBasis": 1, "rentFen": 100_000, "billingCycle": 1, "periodMode": "CALENDAR",
           "dueRule": {"kind": "DAY", "n": 5}, "issueLeadDays": 10, "depositFen": 50_000, "lateFeePpm": 500})
}

impl Houses {
    pub(super) fn new() -> Self {
        let (town, _) = Town::e1();
        let tx = town.portal.app.store.read().unwrap();
        let every: BTreeSet<String> = tx.all::<Menu>().unwrap().into_iter().map(|menu| menu.perms).collect();
        drop(tx);
        let every: Vec<&str> = every.iter().map(String::as_str).filter(|perms| !perms.is_empty()).collect();
        let role = town.portal.role("narrow", &every, 3, &[]);
        let user = town.portal.person("narrow", 120, &[role]);
        let far = town.portal.person("far", 110, &[role]);
        let office = town.portal.role("office", &["system:post:list"], 3, &[]);
        town.portal.person("clerk", 120, &[office]);
        let mate = town.portal.person("mate", 120, &[]);
        let narrow = town.portal.token("narrow");
        let mut own =
            BTreeMap::from([("user", user), ("mate", mate), ("office", office), ("dept", 120), ("role", role)]);
        let party = json!({"partyACode": "B", "partyAName": "下属中心", "unitKind": 2, "remitRequired": true, "remitDay": 10, "deptId": 120});
        let beside = with(party.clone(), json!({"partyACode": "Z9", "partyAName": "下属另一中心"}));
        own.insert("partyA", town.make("/asset/partyA", party));
        own.insert("partyA2", town.make("/asset/partyA", beside));
        let asset = json!({"assetName": "自有园", "plateId": 1, "partyAId": own["partyA"], "titleState": 1});
        own.insert("asset", town.make("/asset/asset", asset));
        let building = json!({"assetId": own["asset"], "buildingCode": "Z", "buildingName": "自有楼"});
        own.insert("building", town.make("/asset/building", building));
        for name in ["let", "room", "room2", "room3", "room4", "room5"] {
            let form = json!({"buildingId": own["building"], "floorNo": 1, "roomNo": name, "roomCode": name, "buildingAreaM2": "100", "rentAreaM2": "100"});
            own.insert(name, town.make("/asset/room", form));
        }
        for (kind, name) in [("tenant", "自家承租人"), ("other", "自家另一人")] {
            own.insert(kind, town.make("/lease/tenant", json!({"tenantName": name, "kind": 1, "deptId": 120})));
        }
        own.insert("lease", town.signed(lease_form(&own, &["let"]), "2023-12-20"));
        let unsigned =
            town.make("/lease/lease", with(lease_form(&own, &["room3"]), json!({"startDate": "2024-09-01"})));
        town.done(&town.clerk, "/lease/lease/submit", json!({"id": unsigned}));
        town.done(&town.boss, "/lease/lease/decide", json!({"id": unsigned, "decision": "approve"}));
        own.insert("unsigned", unsigned);
        own.insert("draft", town.make("/lease/lease", lease_form(&own, &["room2"])));
        town.done(&town.clerk, "/fin/bill/generate", json!({}));
        let bills = town.bills(own["lease"]);
        own.insert("bill", bills[1].0);
        own.insert("late", bills[bills.len() - 1].0);
        own.insert("file", file(&town, &narrow));
        let money = json!({"partyAId": own["partyA"], "amountFen": 60_000, "method": 1, "valueDate": "2024-09-20", "payerName": "来款人"});
        for name in ["receipt", "receipt2", "receipt3"] {
            own.insert(name, town.make("/fin/receipt", money.clone()));
        }
        let credit = with(money.clone(), json!({"tenantId": own["other"], "amountFen": 5_000, "anyway": true}));
        town.make("/fin/receipt", credit);
        let deposit = with(money, json!({"tenantId": own["tenant"], "leaseId": own["lease"], "purpose": 2}));
        town.make("/fin/receipt", with(deposit, json!({"amountFen": 50_000})));
        own.insert("handover", town.make("/asset/handover", handover(&own)));
        own.insert("cert", town.make("/asset/cert", with(cert(&own), json!({"certNo": "云(2024)第1号"}))));
        own.insert("entry", town.make("/expo/entry", with(entry(&own), json!({"subjectKind": 9}))));
        let foreign = BTreeMap::from([
            ("user", far),
            ("dept", 110),
            ("role", town.portal.role("distant", &["system:post:list"], 1, &[])),
            ("partyA", 1),
            ("asset", 1),
            ("building", 1),
            ("room", 3),
            ("tenant", 1),
            ("lease", 1),
            ("bill", town.bills(1)[3].0),
            ("file", file(&town, &town.clerk)),
            ("receipt", 1),
            ("waiver", 1),
            ("payout", 1),
        ]);
        // A month later there are bills to issue.
        town.portal.app.clock.advance(40 * 86_400_000);
        let narrow = town.portal.token("narrow");
        Self { town, narrow, own, foreign }
    }

    fn send(&self, route: &str, form: &Value) -> Value {
        let (method, path) = route.split_once(' ').unwrap();
        self.town.portal.request(method, path, &self.narrow, Some(&form.to_string())).json()
    }
}

fn reopening(_: &Own) -> Value {
    json!({"month": "2024-01-01", "reason": "更正"})
}

/// Puts a number at `rooms[].roomId`, `coTenants[]`, `facts.tenantId`.
fn put(form: &mut Value, path: &str, number: u64) {
    let (head, rest) = path.split_once('.').unwrap_or((path, ""));
    let place = match head.strip_suffix("[]") {
        None => &mut form[head],
        Some(list) => {
            if form[list].as_array().is_none_or(Vec::is_empty) {
                form[list] = json!([null]);
            }
            &mut form[list][0]
        }
    };
    if rest.is_empty() { *place = json!(number) } else { put(place, rest, number) }
}

pub(super) type Own = BTreeMap<&'static str, u64>;

/// A field that names a record, with a request that is right but for it.
pub(super) struct Reference {
    pub(super) route: &'static str,
    field: &'static str,
    kind: &'static str,
    /// The kind of the record that may stand there.
    own: &'static str,
    pub(super) form: fn(&Own) -> Value,
}

const fn names(
    route: &'static str,
    field: &'static str,
    kind: &'static str,
    own: &'static str,
    form: fn(&Own) -> Value,
) -> Reference {
    Reference { route, field, kind, own, form }
}

fn user(own: &Own) -> Value {
    json!({"userName": "fresh", "realName": "新人", "deptId": own["dept"]})
}

fn mate(own: &Own) -> Value {
    json!({"userId": own["mate"], "deptId": own["dept"]})
}

fn asset(own: &Own) -> Value {
    json!({"assetName": "新资产", "plateId": 1, "partyAId": own["partyA"], "titleState": 1})
}

fn building(own: &Own) -> Value {
    json!({"assetId": own["asset"], "buildingCode": "N", "buildingName": "新楼"})
}

fn room_of(own: &Own) -> Value {
    json!({"buildingId": own["building"], "floorNo": 2, "roomNo": "9", "roomCode": "N9", "buildingAreaM2": "10", "rentAreaM2": "10"})
}

fn cert(own: &Own) -> Value {
    json!({"assetId": own["asset"], "kind": 1, "certNo": "云(2024)第9号", "holder": "下属中心"})
}

fn lease(own: &Own) -> Value {
    lease_form(own, &["room"])
}

fn draft(own: &Own) -> Value {
    with(lease_form(own, &["room2"]), json!({"leaseId": own["draft"]}))
}

fn change(own: &Own) -> Value {
    json!({"leaseId": own["lease"], "kind": 2, "effectiveDate": "2024-10-01", "reason": "协议", "facts": with(lease_form(own, &["let"]), json!({"rentFen": 90_000}))})
}

fn receipt(own: &Own) -> Value {
    json!({"partyAId": own["partyA"], "tenantId": own["tenant"], "leaseId": own["lease"], "amountFen": 1_000, "method": 1, "valueDate": "2024-09-20"})
}

fn claim(own: &Own) -> Value {
    json!({"id": own["receipt"], "tenantId": own["tenant"], "leaseId": own["lease"]})
}

fn refund(own: &Own) -> Value {
    json!({"kind": 2, "partyAId": own["partyA"], "tenantId": own["tenant"], "leaseId": own["lease"], "amountFen": 1, "payee": "某人"})
}

fn expense(own: &Own) -> Value {
    json!({"kind": 3, "partyAId": own["partyA"], "amountFen": 100, "payee": "维修队", "category": "维修"})
}

fn remittance(own: &Own) -> Value {
    json!({"kind": 4, "partyAId": own["partyA"], "amountFen": 100, "month": "2024-08-01", "paidDate": "2024-09-10", "payee": "财政局"})
}

fn waiver(own: &Own) -> Value {
    json!({"reasonKind": 3, "scope": [{"billId": own["bill"], "amountFen": 100}], "effectiveDate": "2024-09-20"})
}

fn dunning(own: &Own) -> Value {
    json!({"billIds": [own["late"]], "channel": 1, "day": "2024-09-20", "person": "某人", "said": "已通知", "promises": [{"billId": own["late"], "day": "2024-10-31", "amountFen": 1}]})
}

fn entry(own: &Own) -> Value {
    json!({"subjectKind": 5, "tenantId": own["tenant"], "assetId": own["asset"], "roomId": own["let"], "title": "消防通道被占用", "content": "<p>已通知整改</p>", "publishScope": 1})
}

fn handover(own: &Own) -> Value {
    json!({"kind": 3, "fromPartyAId": own["partyA"], "toPartyAId": own["partyA2"], "assetIds": [own["asset"]], "handoverDate": "2024-09-01"})
}

fn same_handover(own: &Own) -> Value {
    with(handover(own), json!({"handoverId": own["handover"]}))
}

fn same_asset(own: &Own) -> Value {
    with(asset(own), json!({"assetId": own["asset"]}))
}

fn same_cert(own: &Own) -> Value {
    with(cert(own), json!({"certId": own["cert"]}))
}

fn same_entry(own: &Own) -> Value {
    with(entry(own), json!({"entryId": own["entry"], "subjectKind": 9}))
}

/// Where a request names a record besides the one it is about.
pub(super) const REFERENCES: &[Reference] = &[
    names("POST /system/user", "deptId", "dept", "dept", user),
    names("POST /system/user", "roleIds[]", "role", "role", |own| with(user(own), json!({"userName": "other"}))),
    names("PUT /system/user", "deptId", "dept", "dept", mate),
    names("PUT /system/user", "roleIds[]", "role", "role", mate),
    names("POST /system/dept", "parentId", "dept", "dept", |_| json!({"deptName": "新部门", "orderNum": 1})),
    names(
        "PUT /system/dept",
        "parentId",
        "dept",
        "dept",
        |own| json!({"deptId": own["dept"], "deptName": "中心", "orderNum": 1}),
    ),
    names(
        "PUT /system/role/dataScope",
        "deptIds[]",
        "dept",
        "dept",
        |own| json!({"roleId": own["office"], "dataScope": "2", "roleName": "office", "roleKey": "office"}),
    ),
    names(
        "PUT /system/role/authUser/selectAll",
        "roleId",
        "role",
        "role",
        |own| json!({"userIds": own["mate"].to_string()}),
    ),
    names("PUT /system/role/authUser/selectAll", "userIds[]", "user", "mate", |own| json!({"roleId": own["role"]})),
    names(
        "POST /asset/partyA",
        "deptId",
        "dept",
        "dept",
        |_| json!({"partyACode": "B2", "partyAName": "新单位", "unitKind": 2, "remitRequired": false, "remitDay": 10}),
    ),
    names(
        "PUT /asset/partyA",
        "deptId",
        "dept",
        "dept",
        |own| json!({"partyAId": own["partyA"], "partyACode": "B", "partyAName": "下属中心", "unitKind": 2, "remitRequired": true, "remitDay": 10}),
    ),
    names("POST /asset/asset", "partyAId", "partyA", "partyA", asset),
    names("POST /asset/asset", "deptId", "dept", "dept", asset),
    names("POST /asset/asset", "files[]", "file", "file", asset),
    names(
        "PUT /asset/asset/holder",
        "partyAId",
        "partyA",
        "partyA",
        |own| json!({"assetId": own["asset"], "from": "2024-09-30"}),
    ),
    names("PUT /asset/asset", "deptId", "dept", "dept", same_asset),
    names("PUT /asset/asset", "files[]", "file", "file", same_asset),
    names("PUT /asset/cert", "assetId", "asset", "asset", same_cert),
    names("PUT /asset/cert", "files[]", "file", "file", same_cert),
    names("PUT /asset/building", "assetId", "asset", "asset", |own| {
        with(building(own), json!({"buildingId": own["building"]}))
    }),
    names("PUT /asset/room", "buildingId", "building", "building", |own| {
        with(room_of(own), json!({"roomId": own["room2"]}))
    }),
    names("POST /asset/cert", "assetId", "asset", "asset", cert),
    names("POST /asset/cert", "files[]", "file", "file", |own| with(cert(own), json!({"certNo": "云(2024)第8号"}))),
    names("POST /asset/building", "assetId", "asset", "asset", building),
    names("POST /asset/room", "buildingId", "building", "building", room_of),
    names(
        "POST /asset/room/merge",
        "roomIds[]",
        "room",
        "room",
        |own| json!({"roomIds": [own["room4"], own["room5"]], "whole": with(room_of(own), json!({"rentAreaM2": "200", "buildingAreaM2": "200"})), "from": "2024-10-30"}),
    ),
    names(
        "POST /asset/room/merge",
        "whole.buildingId",
        "building",
        "building",
        |own| json!({"roomIds": [own["room4"], own["room5"]], "whole": with(room_of(own), json!({"rentAreaM2": "200", "buildingAreaM2": "200"})), "from": "2024-10-30"}),
    ),
    names("POST /asset/handover", "fromPartyAId", "partyA", "partyA", handover),
    names("POST /asset/handover", "toPartyAId", "partyA", "partyA2", handover),
    names("POST /asset/handover", "assetIds[]", "asset", "asset", handover),
    names("POST /asset/handover", "files[]", "file", "file", handover),
    names("PUT /asset/handover", "fromPartyAId", "partyA", "partyA", same_handover),
    names("PUT /asset/handover", "toPartyAId", "partyA", "partyA2", same_handover),
    names("PUT /asset/handover", "assetIds[]", "asset", "asset", same_handover),
    names("PUT /asset/handover", "files[]", "file", "file", same_handover),
    names("POST /lease/tenant", "deptId", "dept", "dept", |_| json!({"tenantName": "新乙方", "kind": 1})),
    names(
        "PUT /lease/tenant",
        "deptId",
        "dept",
        "dept",
        |own| json!({"tenantId": own["tenant"], "tenantName": "自家承租人", "kind": 1}),
    ),
    names("POST /lease/lease", "partyAId", "partyA", "partyA", lease),
    names("POST /lease/lease", "tenantId", "tenant", "tenant", lease),
    names("POST /lease/lease", "coTenants[]", "tenant", "other", lease),
    names("POST /lease/lease", "rooms[].roomId", "room", "room", lease),
    names("POST /lease/lease", "prevLeaseId", "lease", "lease", lease),
    names("POST /lease/lease", "files[]", "file", "file", lease),
    names("PUT /lease/lease", "partyAId", "partyA", "partyA", draft),
    names("PUT /lease/lease", "tenantId", "tenant", "other", draft),
    names("PUT /lease/lease", "coTenants[]", "tenant", "other", draft),
    names("PUT /lease/lease", "rooms[].roomId", "room", "room", draft),
    names("PUT /lease/lease", "prevLeaseId", "lease", "lease", draft),
    names("PUT /lease/lease", "files[]", "file", "file", draft),
    names(
        "POST /lease/lease/sign",
        "scans[]",
        "file",
        "file",
        |own| json!({"id": own["unsigned"], "signDate": "2024-09-01"}),
    ),
    names("POST /lease/lease/scans", "scans[]", "file", "file", |own| json!({"id": own["lease"]})),
    names(
        "POST /lease/lease/handover",
        "files[]",
        "file",
        "file",
        |own| json!({"id": own["lease"], "deliveredDate": "2024-01-01"}),
    ),
    names("POST /lease/lease/change", "facts.tenantId", "tenant", "other", change),
    names("POST /lease/lease/change", "facts.coTenants[]", "tenant", "other", change),
    names("POST /lease/lease/change", "facts.rooms[].roomId", "room", "room", change),
    names("POST /fin/bill/generate", "partyAId", "partyA", "partyA", |_| json!({})),
    names("POST /fin/bill/generate", "leaseIds[]", "lease", "lease", |_| json!({})),
    names(
        "POST /fin/bill",
        "leaseId",
        "lease",
        "lease",
        |_| json!({"kind": 3, "amountFen": 100, "dueDate": "2024-10-15", "period": {"from": "2024-09-01", "to": "2024-09-30"}, "remark": "水费"}),
    ),
    names("POST /fin/receipt", "partyAId", "partyA", "partyA", receipt),
    names("POST /fin/receipt", "tenantId", "tenant", "tenant", receipt),
    names("POST /fin/receipt", "leaseId", "lease", "lease", receipt),
    names("POST /fin/receipt", "designated[]", "bill", "bill", receipt),
    names("POST /fin/receipt", "files[]", "file", "file", receipt),
    names("POST /fin/receipt/claim", "tenantId", "tenant", "tenant", claim),
    names("POST /fin/receipt/claim", "leaseId", "lease", "lease", |own| {
        with(claim(own), json!({"id": own["receipt2"]}))
    }),
    names("POST /fin/receipt/claim", "designated[]", "bill", "late", |own| {
        with(claim(own), json!({"id": own["receipt3"]}))
    }),
    names("POST /fin/refund", "partyAId", "partyA", "partyA", refund),
    names("POST /fin/refund", "tenantId", "tenant", "tenant", refund),
    names("POST /fin/refund", "leaseId", "lease", "lease", refund),
    names("POST /fin/refund", "files[]", "file", "file", |own| {
        with(refund(own), json!({"kind": 1, "tenantId": own["other"], "leaseId": 0}))
    }),
    names("POST /fin/expense", "partyAId", "partyA", "partyA", expense),
    names("POST /fin/expense", "assetId", "asset", "asset", expense),
    names("POST /fin/expense", "files[]", "file", "file", expense),
    names("POST /fin/remittance", "partyAId", "partyA", "partyA", remittance),
    names("POST /fin/remittance", "files[]", "file", "file", remittance),
    names("POST /fin/waiver", "scope[].billId", "bill", "bill", waiver),
    names("POST /fin/dunning", "billIds[]", "bill", "late", dunning),
    names("POST /fin/dunning", "promises[].billId", "bill", "late", dunning),
    names("POST /fin/dunning", "files[]", "file", "file", dunning),
    names("POST /fin/bill/letter", "ids[]", "bill", "bill", |_| json!({})),
    names("POST /fin/lateFee/bill", "billIds[]", "bill", "bill", |_| json!({})),
    names(
        "POST /fin/deposit/apply",
        "parts[].billId",
        "bill",
        "bill",
        |own| json!({"leaseId": own["lease"], "parts": [{"amountFen": 100}], "reason": "抵租"}),
    ),
    names(
        "POST /fin/deposit/apply",
        "leaseId",
        "lease",
        "lease",
        |own| json!({"parts": [{"billId": own["bill"], "amountFen": 100}], "reason": "抵租"}),
    ),
    names(
        "POST /fin/credit/apply",
        "tenantId",
        "tenant",
        "tenant",
        |own| json!({"partyAId": own["partyA"], "parts": [{"billId": own["bill"], "amountFen": 100}]}),
    ),
    names(
        "POST /fin/credit/apply",
        "parts[].billId",
        "bill",
        "bill",
        |own| json!({"partyAId": own["partyA"], "tenantId": own["tenant"], "parts": [{"amountFen": 100}]}),
    ),
    names("POST /fin/settlement", "leaseId", "lease", "lease", |_| json!({"penaltyFen": 0})),
    names("POST /fin/close", "partyAId", "partyA", "partyA", |_| json!({"month": "2024-01-01"})),
    names(
        "POST /asset/room/batch",
        "buildingId",
        "building",
        "building",
        |_| json!({"rooms": [{"floorNo": 7, "roomNo": "701", "buildingAreaM2": "10", "rentAreaM2": "10"}]}),
    ),
    names("POST /fin/close/until", "partyAId", "partyA", "partyA", |_| json!({"month": "2024-01-01"})),
    names("POST /fin/close/reopen", "partyAId", "partyA", "partyA", reopening),
    names("POST /expo/entry", "tenantId", "tenant", "tenant", entry),
    names("POST /expo/entry", "assetId", "asset", "asset", entry),
    names("POST /expo/entry", "roomId", "room", "let", entry),
    names("POST /expo/entry", "files[]", "file", "file", |own| {
        with(entry(own), json!({"subjectKind": 3, "partyAId": own["partyA"]}))
    }),
    names("PUT /expo/entry", "tenantId", "tenant", "tenant", same_entry),
    names("PUT /expo/entry", "assetId", "asset", "asset", same_entry),
    names("PUT /expo/entry", "roomId", "room", "let", same_entry),
    names("PUT /expo/entry", "files[]", "file", "file", same_entry),
];

/// Names of fields that hold numbers of records, besides those that end in Id or Ids.
const KNOWN: &[&str] = &["id", "ids", "files", "scans", "coTenants", "designated"];

fn walk(schema: &Value, root: &Value, path: &str, found: &mut BTreeSet<String>, depth: usize) {
    if depth > 8 {
        return;
    }
    if let Some(name) = schema.get("$ref").and_then(Value::as_str).and_then(|name| name.rsplit('/').next()) {
        walk(&root["$defs"][name], root, path, found, depth + 1);
    }
    for parts in ["allOf", "anyOf", "oneOf"] {
        for part in schema.get(parts).and_then(Value::as_array).into_iter().flatten() {
            walk(part, root, path, found, depth + 1);
        }
    }
    if let Some(items) = schema.get("items") {
        walk(items, root, &format!("{path}[]"), found, depth + 1);
    }
    for (name, part) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        let here = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        if name.ends_with("Id") || name.ends_with("Ids") || KNOWN.contains(&name.as_str()) {
            let is_list = part["type"].to_string().contains("array");
            found.insert(if is_list { format!("{here}[]") } else { here.clone() });
        }
        walk(part, root, &here, found, depth + 1);
    }
}

/// Fields of writes that name records, as `POST /fin/bill leaseId`.
fn candidates(routes: &[Route]) -> Vec<(String, String, String)> {
    let mut all = Vec::new();
    let saves = |route: &&Route| {
        route.method != Method::Get
            && route.audit.is_some()
            && !route.path.ends_with("/export")
            && !route.path.ends_with("/importTemplate")
    };
    for route in routes.iter().filter(saves) {
        let (schema, mut found) = (json!(route.input()), BTreeSet::new());
        walk(&schema, &schema, "", &mut found, 0);
        let words = |field: &String| field != "codeId" && field != "clientId";
        all.extend(found.into_iter().filter(words).map(|field| (route.name(), route.path.to_owned(), field)));
    }
    all
}

#[test]
fn every_field_that_names_a_record_is_known() {
    let portal = support::Portal::new();
    let mut unknown = Vec::new();
    let all = candidates(&portal.routes);
    for (route, path, field) in &all {
        let under = |folder: &str, name: &str| (path.starts_with(folder) || route.starts_with(folder)) && name == field;
        let known = REFERENCES.iter().any(|known| known.route == route && known.field == field)
            || OPEN.iter().any(|(folder, name, _)| under(folder, name))
            || ABOUT.iter().any(|(folder, name, _)| under(folder, name))
            || ABOUT_OTHERS.iter().any(|(folder, name)| under(folder, name));
        if !known {
            unknown.push(format!("{route}: {field}"));
        }
    }
    assert!(unknown.is_empty(), "fields that name records and stand in no table:\n{}", unknown.join("\n"));
    for known in REFERENCES {
        let there = all.iter().any(|(route, _, field)| route == known.route && field == known.field);
        assert!(there, "no such field any more: {} {}", known.route, known.field);
    }
}

#[test]
fn a_foreign_record_is_named_like_a_missing_one() {
    let houses = Houses::new();
    let mut wrong = Vec::new();
    for reference in REFERENCES {
        let ask = |number: u64| {
            let mut form = (reference.form)(&houses.own);
            put(&mut form, reference.field, number);
            houses.send(reference.route, &form)
        };
        let what = format!("{} {}", reference.route, reference.field);
        let (foreign, missing) = (ask(houses.foreign[reference.kind]), ask(MISSING));
        // What the run of bills found to do is told in numbers; all others refuse.
        if (&foreign["msg"], &foreign["code"], &foreign["data"])
            != (&missing["msg"], &missing["code"], &missing["data"])
        {
            wrong.push(format!("{what}: a foreign one answers {foreign}, a missing one {missing}"));
        } else if foreign["code"] == 200 && !reference.route.contains("generate") {
            wrong.push(format!("{what}: both are taken: {foreign}"));
        }
        let own = ask(houses.own[reference.own]);
        if own["msg"] == foreign["msg"] && own["data"] == foreign["data"] {
            wrong.push(format!("{what}: not even his own passes this sentence: {own}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_deed_on_a_foreign_record_is_answered_like_one_on_none() {
    let houses = Houses::new();
    let mut wrong = Vec::new();
    for (route, path, field) in candidates(&houses.town.portal.routes) {
        let fits = |(folder, name, _): &&(&str, &str, &str)| path.starts_with(*folder) && *name == field;
        let Some((_, _, kind)) = ABOUT.iter().filter(fits).max_by_key(|(folder, _, _)| folder.len()) else { continue };
        let ask = |number: u64| {
            let mut form = json!({"approve": true, "comment": "说明", "reason": "说明", "decision": "approve", "from": "2024-09-30",
                                  "day": "2024-09-30", "paidDate": "2024-09-30", "date": "2024-09-30", "status": "1", "orderNums": [1],
                                  "lastDay": "2024-10-31", "signDate": "2024-09-30", "deliveredDate": "2024-09-30", "kind": 1});
            put(&mut form, &field, number);
            let name = field.trim_end_matches("[]");
            houses.send(&route.replace(&format!("{{{name}}}"), &number.to_string()), &form)
        };
        let (foreign, missing) = (ask(houses.foreign[kind]), ask(MISSING));
        if (&foreign["msg"], &foreign["code"]) != (&missing["msg"], &missing["code"]) || foreign["code"] == 200 {
            wrong.push(format!("{route} {field}: a foreign one answers {foreign}, a missing one {missing}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn money_that_goes_out_names_only_what_it_is_about() {
    let houses = Houses::new();
    for (route, form, fields) in [
        ("POST /fin/expense", expense(&houses.own), &["tenantId", "leaseId", "toPartyAId"][..]),
        ("POST /fin/remittance", remittance(&houses.own), &["tenantId", "leaseId", "assetId", "plateId", "toPartyAId"]),
        ("POST /fin/refund", refund(&houses.own), &["assetId", "plateId", "toPartyAId"]),
    ] {
        for field in fields {
            for number in [1, MISSING] {
                let answer = houses.send(route, &with(form.clone(), json!({*field: number})));
                assert!(answer["msg"].as_str().unwrap().contains("单不填写"), "{route} {field}: {answer}");
            }
        }
    }
}
