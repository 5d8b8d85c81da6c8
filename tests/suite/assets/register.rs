//! The register of property: what a clerk can and cannot write, and whether a room can be let.

use crate::support;
use std::sync::{Arc, Barrier};

use gx_portal::features::assets::occupancy;
use serde_json::{Value, json};
use support::Portal;

fn with(mut form: Value, fields: Value) -> Value {
    form.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    form
}

/// Adds something and answers its number.
fn make(portal: &Portal, path: &str, form: Value) -> u64 {
    let answer = portal.post(path, &portal.admin(), form);
    answer["data"]["id"].as_u64().unwrap_or_else(|| panic!("{path}: {answer}"))
}

fn plate(code: &str) -> Value {
    json!({"plateCode": code, "plateName": format!("板块{code}"), "color": "#0A6BCB", "sort": 1})
}

fn party(code: &str) -> Value {
    json!({"partyACode": code, "partyAName": format!("云川市{code}经营中心"), "unitKind": 2, "remitRequired": true,
           "remitDay": 10, "deptId": 110})
}

/// A plate, a party A, an asset, a building.
struct Estate {
    portal: Portal,
    party: u64,
    asset: u64,
    building: u64,
}

impl Estate {
    fn new() -> Self {
        let portal = Portal::new();
        let plate = make(&portal, "/asset/plate", plate("P1"));
        let party = make(&portal, "/asset/partyA", party("A"));
        let form = json!({"assetName": "机械厂一号地块", "plateId": plate, "partyAId": party, "titleState": 1,
                          "buildingAreaM2": "5000"});
        let asset = make(&portal, "/asset/asset", form);
        let form = json!({"assetId": asset, "buildingCode": "A1", "buildingName": "A1号楼", "floorsAbove": 6});
        let building = make(&portal, "/asset/building", form);
        Self { portal, party, asset, building }
    }

    fn room_form(&self, no: &str, area: &str) -> Value {
        json!({"buildingId": self.building, "floorNo": 3, "roomNo": no, "buildingAreaM2": area, "rentAreaM2": area,
               "useKind": "办公"})
    }

    fn room(&self, no: &str, area: &str) -> u64 {
        make(&self.portal, "/asset/room", self.room_form(no, area))
    }

    fn select(&self, from: &str, to: &str, party: u64) -> Value {
        let path = format!("/asset/room/select?rentStartDate={from}&rentEndDate={to}&partyAId={party}");
        self.portal.get(&path, &self.portal.admin())
    }

    fn block(&self, room: u64, from: &str, to: &str) -> Value {
        let form = json!({"roomId": room, "kind": 6, "from": from, "to": to, "reason": "管线改造"});
        self.portal.post("/asset/room/block", &self.portal.admin(), form)
    }

    fn version(&self, path: &str, id: u64) -> Value {
        self.portal.get(&format!("{path}/{id}"), &self.portal.admin())["data"]["version"].clone()
    }
}

#[test]
fn the_register_derives_areas_and_codes() {
    let estate = Estate::new();
    let (portal, admin) = (&estate.portal, estate.portal.admin());
    estate.room("301", "120.50");
    let own = estate.room("302", "79.5");
    let usage = json!({"roomId": own, "usage": 2, "from": "2001-01-01", "doc": "局办〔2024〕3号"});
    assert_eq!(portal.put("/asset/room/usage", &admin, usage)["code"], 200);
    let asset = portal.get(&format!("/asset/asset/{}", estate.asset), &admin)["data"].clone();
    assert_eq!(asset["assetCode"], "ZC-000001");
    assert_eq!((&asset["vacantAreaM2"], &asset["selfUseAreaM2"]), (&json!("120.50"), &json!("79.50")));
    assert_eq!(asset["partyAName"], "云川市A经营中心");
    let rooms = portal.get("/asset/room/list?usage=2", &admin);
    assert_eq!((&rooms["total"], &rooms["rows"][0]["roomCode"]), (&json!(1), &json!("A1-3-302")));
    let floors = portal.get(&format!("/asset/asset/tree?buildingId={}", estate.building), &admin);
    assert_eq!(floors["data"][0]["label"], "3层");
    let grid = portal.get(&format!("/asset/room/grid?buildingId={}", estate.building), &admin)["data"].clone();
    let states: Vec<&Value> =
        grid["floors"][0]["rooms"].as_array().unwrap().iter().map(|room| &room["state"]).collect();
    assert_eq!(states, [&json!(1), &json!(7)]);
}

#[test]
fn bad_input_gets_a_sentence_and_writes_nothing() {
    let estate = Estate::new();
    let (portal, admin) = (&estate.portal, estate.portal.admin());
    let room = estate.room("301", "120.50");
    let plate = json!({"plateCode": "P9", "plateName": "九", "color": "#0A6BCB"});
    let asset = json!({"assetName": "二", "plateId": 1, "partyAId": estate.party, "titleState": 1});
    let cases = [
        ("/asset/plate", with(plate.clone(), json!({"color": "red"})), "图表颜色须为 #RRGGBB 形式"),
        ("/asset/plate", with(plate, json!({"plateCode": "P1"})), "板块编码“P1”已存在"),
        ("/asset/partyA", with(party("B"), json!({"uscc": "91350100M000100Y44"})), "统一社会信用代码不正确"),
        ("/asset/partyA", with(party("B"), json!({"remitDay": 31})), "上缴日须在每月1日到28日之间"),
        ("/asset/partyA", with(party("B"), json!({"unitKind": 7})), "单位性质"),
        ("/asset/asset", with(asset.clone(), json!({"plateId": 99})), "请选择所属板块"),
        ("/asset/asset", with(asset.clone(), json!({"partyAId": 99})), "请选择管理甲方"),
        (
            "/asset/asset",
            with(asset.clone(), json!({"buildingAreaM2": "1.005"})),
            "建筑面积须为不小于0的数字，最多两位小数",
        ),
        ("/asset/asset", with(asset.clone(), json!({"acquireDate": "2024-02-31"})), "取得日期须为真实存在的日期"),
        ("/asset/asset", with(asset, json!({"originalValueFen": -1})), "原值须在0到1000亿元之间"),
        ("/asset/room", estate.room_form("301", "80"), "A1号楼 3 层已有房号 301"),
        ("/asset/room", with(estate.room_form("309", "80"), json!({"floorNo": 0})), "楼层须在-9到199之间"),
        ("/asset/room", estate.room_form("309", "0"), "面积和计租面积须大于0"),
        ("/asset/room", estate.room_form("309", "八十"), "面积须为不小于0的数字"),
        (
            "/asset/room/block",
            json!({"roomId": room, "kind": 6, "from": "2024-06-02", "to": "2024-06-01"}),
            "结束日期不能早于开始日期",
        ),
        (
            "/asset/room/block",
            json!({"roomId": room, "kind": 2, "from": "2024-06-02", "to": "2024-06-03"}),
            "租赁占用由合同产生",
        ),
    ];
    for (path, form, part) in cases {
        let answer = portal.post(path, &admin, form.clone());
        let sentence = answer["msg"].as_str().unwrap();
        assert!(answer["code"] == 500 && sentence.contains(part), "{path} {form}: {sentence}");
    }
    assert_eq!(portal.get("/asset/plate/list", &admin)["total"], 1);
    assert_eq!(portal.get("/asset/room/list", &admin)["total"], 1);
    let many: Vec<u64> = (1..=101).collect();
    let cert = json!({"assetId": estate.asset, "kind": 1, "certNo": "云(2024)第0009号", "files": many});
    assert_eq!(portal.post("/asset/cert", &admin, cert)["msg"], "附件不能超过100个");
    let cert = json!({"assetId": estate.asset, "kind": 1, "certNo": "云(2024)第0001号"});
    make(portal, "/asset/cert", cert.clone());
    assert_eq!(portal.post("/asset/cert", &admin, cert)["msg"], "权属证号 云(2024)第0001号 已登记");
    for (path, part) in [
        ("/asset/plate/1", "下有资产，不能删除"),
        ("/asset/partyA/1", "名下有资产，不能删除"),
        ("/asset/asset/1", "下有 1 个楼栋，不能删除"),
        ("/asset/building/1", "下有房间，不能删除"),
    ] {
        let sentence = portal.delete(path, &admin)["msg"].as_str().unwrap().to_owned();
        assert!(sentence.contains(part), "{path}: {sentence}");
    }
}

#[test]
fn two_clerks_edit_the_same_asset_and_the_second_learns_of_the_first() {
    let estate = Estate::new();
    let (portal, admin) = (&estate.portal, estate.portal.admin());
    let role = portal.role(
        "keepers",
        &["asset:asset:edit", "asset:asset:query", "asset:asset:list", "asset:plate:query"],
        1,
        &[],
    );
    portal.person("keeper1", 110, &[role]);
    let read = portal.get(&format!("/asset/asset/{}", estate.asset), &admin)["data"].clone();
    let form = json!({"assetId": estate.asset, "assetName": "改名一", "plateId": read["plateId"], "titleState": 1,
                      "version": read["version"], "buildingAreaM2": "5000"});
    assert_eq!(portal.put("/asset/asset", &portal.token("keeper1"), form.clone())["code"], 200);
    let late = portal.put("/asset/asset", &admin, with(form, json!({"assetName": "改名二"})));
    assert_eq!(late["code"], 409);
    let sentence = late["msg"].as_str().unwrap();
    assert!(sentence.starts_with("资产“改名一”已被 ") && sentence.contains(" 修改，请在最新内容上"), "{sentence}");
    let history = portal.get(&format!("/portal/history?kind=asset&id={}", estate.asset), &admin);
    assert_eq!(history["total"], 2, "{history}");
    let change = &history["rows"][0];
    assert_eq!((&change["deed"], &change["fields"][0]["label"]), (&json!("修改"), &json!("资产名称")));
    assert_eq!(change["fields"][0]["before"], "机械厂一号地块");
    assert_eq!(change["fields"].as_array().unwrap().len(), 1, "{change}");
}

#[test]
fn rows_of_other_departments_are_as_if_they_were_not_there() {
    let estate = Estate::new();
    let portal = &estate.portal;
    let rights = ["asset:asset:list", "asset:asset:query", "asset:asset:edit", "asset:room:list", "asset:partyA:list"];
    let role = portal.role("outsiders", &rights, 3, &[]);
    portal.person("outsider", 120, &[role]);
    let token = portal.token("outsider");
    assert_eq!(portal.get("/asset/asset/list", &token)["total"], 0);
    let foreign = portal.get("/asset/asset/1", &token);
    assert_eq!(foreign, portal.get("/asset/asset/999", &token));
    assert_eq!(foreign["msg"], "资产不存在，可能已被删除，请刷新后重试");
    assert_eq!(portal.get("/portal/history?kind=asset&id=1", &token)["msg"], foreign["msg"]);
    assert_eq!(portal.get("/asset/partyA/options", &token)["data"], json!([]));
}

#[test]
fn the_selector_offers_what_can_be_let_and_greys_what_is_only_occupied() {
    let estate = Estate::new();
    let (portal, admin) = (&estate.portal, estate.portal.admin());
    let room = estate.room("301", "100");
    let other = make(portal, "/asset/partyA", party("B"));
    assert_eq!(estate.block(room, "2024-01-01", "2024-06-30")["code"], 200);
    assert_eq!(estate.block(room, "2024-09-10", "2024-09-20")["code"], 200);
    for (from, to, free) in [
        ("2024-07-01", "2024-09-09", true),
        ("2024-06-30", "2024-12-31", false),
        ("2024-07-01", "2024-12-31", false),
        ("2024-09-21", "2027-09-20", true),
        ("2023-01-01", "2025-12-31", false),
    ] {
        let found = estate.select(from, to, estate.party);
        assert_eq!(found["rows"][0]["available"], free, "{from} {to}: {found}");
    }
    let blocked = estate.select("2024-06-30", "2024-12-31", estate.party)["rows"][0].clone();
    assert_eq!(
        (&blocked["firstFreeDate"], &blocked["blockedBy"]),
        (&json!("2024-07-01"), &json!("已被维修占用（2024-01-01 至 2024-06-30）"))
    );
    assert_eq!(estate.select("2024-07-01", "2024-09-09", other)["total"], 0, "another party A");
    assert_eq!(estate.select("2024-07-02", "2024-07-01", estate.party)["msg"], "到期日不能早于起租日");
    assert_eq!(
        estate.block(room, "2024-06-30", "2024-07-05")["msg"],
        "房间 A1-3-301 已被维修占用（2024-01-01 至 2024-06-30），最早可用日期 2024-07-01"
    );

    // the holder changes inside the window
    let holder = json!({"assetId": estate.asset, "partyAId": other, "from": "2024-08-01", "version": estate.version("/asset/asset", estate.asset)});
    assert_eq!(portal.put("/asset/asset/holder", &admin, holder)["code"], 200);
    assert_eq!(estate.select("2024-07-01", "2024-09-09", estate.party)["total"], 0);
    assert_eq!(estate.select("2024-08-01", "2024-09-09", other)["rows"][0]["available"], true);
    // a usage that is not for letting, a restriction that forbids
    let usage = json!({"roomId": room, "usage": 4, "from": "2024-12-01"});
    assert_eq!(portal.put("/asset/room/usage", &admin, usage)["code"], 200);
    assert_eq!(estate.select("2024-10-01", "2024-12-31", other)["total"], 0);
    let read = portal.get("/asset/asset/1", &admin)["data"].clone();
    let seized = json!({"assetId": 1, "assetName": "x", "plateId": read["plateId"], "titleState": 1,
                        "restrictions": [{"kind": 1, "from": "2024-10-15"}]});
    assert_eq!(portal.put("/asset/asset", &admin, seized)["code"], 200);
    assert_eq!(estate.select("2024-10-01", "2024-10-31", other)["total"], 0);
    assert_eq!(estate.select("2024-10-01", "2024-10-14", other)["total"], 1);
}

#[test]
fn rooms_are_split_and_merged_with_their_lineage() {
    let estate = Estate::new();
    let (portal, admin) = (&estate.portal, estate.portal.admin());
    let room = estate.room("301", "100.00");
    let parts = |areas: [&str; 2]| json!([estate.room_form("301A", areas[0]), estate.room_form("301B", areas[1])]);
    let split = |parts: Value, from: &str| {
        portal.post("/asset/room/split", &admin, json!({"roomId": room, "from": from, "parts": parts}))
    };
    assert_eq!(split(parts(["60", "39.50"]), "2024-07-01")["msg"], "计租面积合计须一致：原 100.00 ㎡，新 99.50 ㎡");
    assert_eq!(estate.block(room, "2024-06-01", "2024-07-10")["code"], 200);
    let sentence = split(parts(["60", "40"]), "2024-07-01")["msg"].as_str().unwrap().to_owned();
    assert!(sentence.contains("已被维修占用") && sentence.contains("不能在此之前"), "{sentence}");
    let on_its_last_day = split(parts(["60", "40"]), "2024-07-10")["msg"].as_str().unwrap().to_owned();
    assert_eq!(on_its_last_day, sentence, "its last day is one of its days");
    let made = split(parts(["60", "40"]), "2024-07-11")["data"].clone();
    let ids: Vec<u64> = made.as_array().unwrap().iter().map(|id| id.as_u64().unwrap()).collect();
    let old = portal.get(&format!("/asset/room/{room}"), &admin)["data"].clone();
    assert_eq!(old["valid"]["to"], "2024-07-10");
    let new = portal.get(&format!("/asset/room/{}", ids[0]), &admin)["data"].clone();
    assert_eq!((&new["parents"], &new["valid"]["from"]), (&json!([room]), &json!("2024-07-11")));
    let form = |from: &str| json!({"roomIds": ids, "from": from, "whole": estate.room_form("301", "100")});
    let merged = portal.post("/asset/room/merge", &admin, form("2025-01-01"));
    assert_eq!(merged["code"], 200, "{merged}");
    // the card of a room between two operations names the rooms before and after it
    let card = portal.get(&format!("/asset/room/{}", ids[0]), &admin)["data"].clone();
    assert_eq!(
        (&card["parentRooms"][0]["roomId"], &card["parentRooms"][0]["roomCode"]),
        (&json!(room), &old["roomCode"])
    );
    assert_eq!(card["childRooms"].as_array().unwrap().len(), 1);
    assert_eq!(card["childRooms"][0]["valid"]["from"], "2025-01-01");
    // rooms of two assets
    let asset = json!({"assetName": "二号", "plateId": 1, "partyAId": estate.party, "titleState": 1});
    let asset = make(portal, "/asset/asset", asset);
    let building =
        make(portal, "/asset/building", json!({"assetId": asset, "buildingCode": "B1", "buildingName": "B1"}));
    let far = make(portal, "/asset/room", with(estate.room_form("101", "50"), json!({"buildingId": building})));
    let near = estate.room("305", "50");
    let form = json!({"roomIds": [near, far], "from": "2025-01-01", "whole": estate.room_form("306", "100")});
    let sentence = portal.post("/asset/room/merge", &admin, form)["msg"].as_str().unwrap().to_owned();
    assert!(sentence.contains("不属于同一资产"), "{sentence}");
}

#[test]
fn sixteen_clerks_want_one_room_and_one_gets_it() {
    let estate = Arc::new(Estate::new());
    let room = estate.room("301", "100");
    let barrier = Arc::new(Barrier::new(16));
    let clerks: Vec<_> = (0..16)
        .map(|clerk: u32| {
            let (estate, barrier) = (estate.clone(), barrier.clone());
            std::thread::spawn(move || {
                barrier.wait();
                // windows that all share some day
                let (from, to) = (format!("2024-0{}-01", 1 + clerk % 6), format!("2024-{:02}-28", 7 + clerk % 6));
                estate.block(room, &from, &to)["code"] == 200
            })
        })
        .collect();
    let won = clerks.into_iter().map(|clerk| clerk.join().unwrap()).filter(|won| *won).count();
    assert_eq!(won, 1);
    let reader = estate.portal.app.store.read().unwrap();
    assert!(occupancy::faults(&reader).unwrap().is_empty());
}

#[test]
fn account_numbers_are_sealed_masked_and_shown_on_the_record() {
    let portal = Portal::new();
    let admin = portal.admin();
    let accounts =
        json!([{"name": "云川", "bank": "云川农商行", "accountNo": "6222 0200 1234 5678", "isDefault": true}]);
    let id = make(&portal, "/asset/partyA", with(party("A"), json!({"accounts": accounts})));
    let shown = portal.get(&format!("/asset/partyA/{id}"), &admin)["data"].clone();
    assert_eq!(shown["accounts"][0]["accountNo"], "****5678");
    // the masked number sent back stays what it was
    let form = with(party("A"), json!({"partyAId": id, "accounts": shown["accounts"], "version": shown["version"]}));
    assert_eq!(portal.put("/asset/partyA", &admin, form)["code"], 200);
    let full = portal.post("/asset/partyA/accounts", &admin, json!({"id": id}));
    assert_eq!(full["data"][0]["accountNo"], "6222020012345678");
    assert_eq!(portal.last_audit().title, "查看甲方银行账号");
    let rows = format!("{:?}", portal.audit_rows());
    assert!(!rows.contains("6222020012345678") && !rows.contains("6222 0200"), "no number in the log");
    let bytes = std::fs::read(portal.app.paths.database()).unwrap_or_default();
    assert!(!bytes.windows(16).any(|window| window == b"6222020012345678"), "no number in the file");
}

#[test]
fn counts_tell_nothing_of_other_departments() {
    let estate = Estate::new();
    let portal = &estate.portal;
    let other = make(portal, "/asset/partyA", with(party("B"), json!({"deptId": 120})));
    for name in ["甲", "乙"] {
        make(portal, "/asset/asset", json!({"assetName": name, "plateId": 1, "partyAId": other, "titleState": 1}));
    }
    let rights = ["asset:plate:list", "asset:asset:list", "asset:partyA:list", "asset:building:list"];
    for (number, (dept, scope, sees)) in [(110, 3, 1), (120, 3, 2), (120, 1, 3), (120, 5, 0)].into_iter().enumerate() {
        let role = portal.role(&format!("viewer{number}"), &rights, scope, &[]);
        let name = format!("viewer{number}");
        portal.person(&name, dept, &[role]);
        let token = portal.token(&name);
        let plates = portal.get("/asset/plate/list", &token);
        assert_eq!(plates["rows"][0]["assetCount"], sees, "{dept} {scope}: {plates}");
        let tree = portal.get("/asset/asset/tree", &token)["data"][0].clone();
        let below = portal.get("/asset/asset/tree?plateId=1", &token)["data"].as_array().unwrap().len();
        assert_eq!((&tree["count"], below), (&json!(sees), usize::try_from(sees).unwrap()), "{dept} {scope}: {tree}");
        assert_eq!(tree["leaf"], sees == 0);
    }
}

#[test]
fn certificates_are_found_to_their_last_day_and_their_removal_is_remembered_and_counted() {
    let estate = Estate::new();
    let (portal, admin) = (&estate.portal, estate.portal.admin());
    let due = || {
        let todo = portal.get("/stat/daiBan", &admin);
        let found = todo["data"]["reminders"].as_array().unwrap().iter().find(|one| one["kind"] == "certs").cloned();
        found.map(|one| one["count"].clone())
    };
    assert_eq!(due(), Some(json!(0)));
    let today = portal.app.clock.today();
    let last = gx_portal::kernel::span::add_days(today, 30).to_string();
    let eve = gx_portal::kernel::span::add_days(today, 29).to_string();
    let cert = json!({"assetId": estate.asset, "kind": 1, "certNo": "云(2024)第0009号", "termEnd": last});
    let id = portal.post("/asset/cert", &admin, cert)["data"]["id"].clone();
    assert_eq!(due(), Some(json!(1)), "a new certificate is counted at once");
    let ending = |day: &str| portal.get(&format!("/asset/cert/list?endsBy={day}"), &admin)["total"].clone();
    assert_eq!((ending(&last), ending(&eve)), (json!(1), json!(0)), "its last day is one of its days");
    assert_eq!(portal.delete(&format!("/asset/cert/{id}"), &admin)["code"], 200);
    assert_eq!(due(), Some(json!(0)), "and no more once it is gone");
    let row = portal.last_audit();
    assert!(serde_json::to_string(&row).unwrap().contains("云(2024)第0009号"), "the audit row says what went: {row:?}");
}
