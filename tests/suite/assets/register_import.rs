//! Workbooks of the register and of the leases: what goes out comes in, and nothing else does. Clock: 2024-09-30.

use super::city::{ASSET, City, LEASE, Put, ROOM, TENANT, book, counts, reasons, row};
use crate::support::scale;
use std::time::Instant;

use serde_json::{Value, json};

#[test]
fn a_city_comes_in_from_workbooks_alone() {
    let city = City::new();
    let assets = [
        row![
            "ZC-1",
            "轻工产业园",
            "工业厂房",
            "A",
            "有证",
            5000.5,
            "云(2024)第1号；云(2024)第2号",
            Put::Day(1998, 5, 1),
            1_234_567.8,
            "房屋",
            "接收"
        ],
        row!["ZC-2", "解放路门面", "P1", "云川市工业资产经营中心", "无证", "1,200", "", "2001年2月28日", "", "", ""],
    ];
    let bytes = book(ASSET, &assets);
    let dry = city.import("/asset/asset", "dryRun=1", &bytes);
    assert_eq!(counts(&dry), (2, 0, 0, 0), "{dry}");
    assert_eq!((city.total("/asset/asset"), city.total("/asset/cert")), (0, 0), "a dry run writes nothing");
    assert_eq!(counts(&city.import("/asset/asset", "", &bytes)), (2, 0, 0, 0));
    assert_eq!(counts(&city.import("/asset/asset", "", &bytes)), (0, 0, 2, 0), "twice is once");
    let rows = city.list("/asset/asset")["rows"].clone();
    let one = rows.as_array().unwrap().iter().find(|row| row["assetCode"] == "ZC-1").unwrap();
    assert_eq!((&one["buildingAreaM2"], &one["originalValueFen"]), (&json!("5000.50"), &json!(123_456_780)));
    assert_eq!((&one["acquireDate"], &one["certCount"]), (&json!("1998-05-01"), &json!(2)));
    assert_eq!((&one["deptId"], &one["partyAName"]), (&json!(110), &json!("云川市工业资产经营中心")));

    let rooms = [
        row!["", "ZC-1", "A1", "A1号楼", 3.0, "301", 120.5, 100.0],
        row!["", "ZC-1", "", "A1号楼", "-1", "B01", 80.0, 80.0],
        row!["MM-1", "ZC-2", "", "门面", 1.0, "1", "60", "60"],
    ];
    let bytes = book(ROOM, &rooms);
    let answer = city.import("/asset/room", "", &bytes);
    assert_eq!(counts(&answer), (3, 0, 0, 0), "{answer}");
    let told: Vec<&Value> = answer["data"]["rows"].as_array().unwrap().iter().map(|row| &row["reason"]).collect();
    assert_eq!(told, ["新增楼栋“A1号楼”", "", "新增楼栋“门面”"], "what else was made is told");
    assert_eq!(counts(&city.import("/asset/room", "", &bytes)), (0, 0, 3, 0));
    let codes: Vec<Value> =
        city.list("/asset/room")["rows"].as_array().unwrap().iter().map(|row| row["roomCode"].clone()).collect();
    assert_eq!(codes, ["A1-3-301", "A1--1-B01", "MM-1"]);
    assert_eq!(city.total("/asset/building"), 2);

    let tenants = [
        row!["", "禾川包装制品有限公司", "企业", "91350100M000100Y43", "19900000001", "禾川包装、张三"],
        row!["T2", "李四", "自然人", "53010219900101123x", "", ""],
    ];
    let bytes = book(TENANT, &tenants);
    assert_eq!(counts(&city.import("/lease/tenant", "", &bytes)), (2, 0, 0, 0));
    assert_eq!(counts(&city.import("/lease/tenant", "", &bytes)), (0, 0, 2, 0), "found by the identity number");

    let leases = [
        row![
            "HT-1",
            "A",
            "禾川包装制品有限公司",
            "A1-3-301，A1--1-B01=85",
            Put::Day(2024, 1, 1),
            "2026-12-31",
            "每月总额",
            16000.0,
            "",
            3.0,
            "每12月递增5%",
            "2024-01-01至2024-01-31（装修期）",
            16000.0
        ],
        row![
            "HT-2",
            "云川市工业资产经营中心",
            "李四",
            "MM-1",
            "2024/3/15",
            "2025.3.14",
            "元/㎡·月",
            "",
            35.5,
            "1",
            "",
            "",
            ""
        ],
    ];
    let bytes = book(LEASE, &leases);
    let answer = city.import("/lease/lease", "", &bytes);
    assert_eq!(counts(&answer), (2, 0, 0, 0), "{answer}");
    assert_eq!(counts(&city.import("/lease/lease", "", &bytes)), (0, 0, 2, 0));
    let rows = city.list("/lease/lease")["rows"].clone();
    let lease = |paper: &str| rows.as_array().unwrap().iter().find(|row| row["paperNo"] == paper).unwrap().clone();
    let (one, two) = (lease("HT-1"), lease("HT-2"));
    assert_eq!((&one["state"], &two["state"]), (&json!(0), &json!(0)), "drafts, never more");
    assert_eq!(
        (&one["rentFen"], &one["rentAreaM2"], &one["depositFen"]),
        (&json!(1_600_000), &json!("185.00"), &json!(1_600_000))
    );
    assert_eq!(
        one["escalation"],
        json!({"everyMonths": 12, "mode": "PCT", "value": 50_000, "list": [], "steps": [], "compound": false, "baseDate": null})
    );
    assert_eq!(one["rentFree"][0]["reason"], "装修期");
    assert_eq!((&two["monthRentFen"], &two["rooms"][0]["priceE4"]), (&json!(213_000), &json!(355_000)));
    for base in ["/asset/asset", "/asset/room", "/lease/tenant", "/lease/lease"] {
        city.round_trip(base);
    }
}

#[test]
fn templates_have_an_example_that_is_not_imported() {
    let city = City::new();
    for base in ["/asset/asset", "/asset/room", "/lease/tenant", "/lease/lease"] {
        let bytes = city.portal.request("POST", &format!("{base}/importTemplate"), &city.admin, Some("{}")).bytes;
        let answer = city.import(base, "", &bytes);
        assert!(answer["msg"].as_str().unwrap().contains("数据不能为空！"), "{base}: {answer}");
    }
}

#[test]
fn a_bad_row_gets_a_sentence_and_writes_nothing() {
    let city = City::furnished();
    let asset = |change: &dyn Fn(&mut Vec<Put>)| {
        let mut cells = row!["ZC-9", "新地块", "P1", "A", "有证", 100.0, "", "", "", "", ""];
        change(&mut cells);
        city.refuses("/asset/asset", ASSET, cells)
    };
    for (column, cell, sentence) in [
        (0, "", "资产编码不能为空"),
        (1, "", "资产名称不能为空"),
        (2, "别的板块", "板块“别的板块”不存在"),
        (3, "甲乙丙", "甲方“甲乙丙”不存在"),
        (4, "有", "权属状况“有”应为 有证、无证、办理中、代管、租入、争议 之一"),
        (5, "100.005", "建筑面积（㎡）“100.005”须为不小于0的数字，最多两位小数"),
        (5, "-1", "建筑面积（㎡）“-1”须为不小于0的数字，最多两位小数"),
        (7, "2024-02-31", "取得日期“2024-02-31”不是真实存在的日期，请按 2026-01-31 的格式填写"),
        (7, "2024年2月", "取得日期“2024年2月”不是真实存在的日期，请按 2026-01-31 的格式填写"),
        (8, "1.005", "原值（元）“1.005”须为0到1000亿元的金额，最多两位小数"),
        (9, "房产", "资产类型“房产”应为 房屋、土地、场地、构筑物、车位、广告位、设备、其他 之一"),
    ] {
        assert_eq!(asset(&|cells| cells[column] = Put::from(cell)), sentence);
    }
    let all =
        asset(&|cells| (cells[2], cells[5], cells[7]) = (Put::from("无"), Put::from(1.005), Put::from("2023-02-29")));
    assert_eq!(all.matches('；').count(), 2, "every wrong cell of a row is told at once: {all}");
    let twice = asset(&|cells| cells[6] = Put::from("甲1；甲1"));
    assert_eq!(twice, "权属证号 甲1 在单元格中重复");
    let rooms = |cells: Vec<Put>| city.refuses("/asset/room", ROOM, cells);
    assert_eq!(rooms(row!["", "ZC-7", "A1", "", 1.0, "1", 10.0, 10.0]), "资产编码“ZC-7”不存在，请先登记或导入资产");
    assert_eq!(rooms(row!["", "ZC-1", "", "", 1.0, "1", 10.0, 10.0]), "请填写楼栋编码或楼栋名称");
    assert_eq!(
        rooms(row!["", "ZC-1", "A1", "别的楼", 1.0, "1", 10.0, 10.0]),
        "楼栋编码 A1 已登记为“A1”，与表中的“别的楼”不同"
    );
    assert_eq!(rooms(row!["R9", "ZC-1", "A1", "", 1.0, "101", 10.0, 10.0]), "A1 1 层已有房号 101");
    assert_eq!(
        rooms(row!["", "ZC-1", "A1", "", "一", "1", 10.005, 10.0]),
        "楼层“一”应为 -9 到 199 的整数；建筑面积（㎡）“10.005”须为不小于0的数字，最多两位小数"
    );
    assert_eq!(
        rooms(row!["", "ZC-1", "B", "", 0.0, "1", 10.0, 10.0]),
        "楼层须在-9到199之间，且不能为0（地下一层填-1）"
    );
    assert_eq!(city.total("/asset/building"), 1, "the building of a refused room is not made either");

    let tenants = |cells: Vec<Put>| city.refuses("/lease/tenant", TENANT, cells);
    assert_eq!(tenants(row!["T9", "新户", "企业", "91350100M000100Y44"]), "统一社会信用代码不正确（末位为校验码）");
    assert_eq!(tenants(row!["T9", "新户", "公司"]), "类型“公司”应为 企业、个体工商户、自然人、机关事业单位、其他 之一");
    assert_eq!(
        tenants(row!["T9", "新户", "企业", "91350100M000100Y43"]),
        "该证件号码已登记为乙方“禾川包装制品有限公司”"
    );
    assert_eq!(tenants(row!["", "新户", "企业"]), "请填写乙方编码或证件号码");
    assert_eq!(
        tenants(row!["", "新户", "企业", "9135****0Y43"]),
        "证件号码已隐藏，不能用来查找，请填写乙方编码或完整的证件号码"
    );
    assert_eq!(
        tenants(row!["T9", "新户", "企业", "9135****0Y43"]),
        "证件号码：含*的号码不是原号码的隐藏形式，请填写完整号码"
    );

    let lease = |change: &dyn Fn(&mut Vec<Put>)| {
        let mut cells = row![
            "HT-9",
            "A",
            "禾川包装制品有限公司",
            "R1",
            "2024-01-01",
            "2024-12-31",
            "每月总额",
            100.0,
            "",
            3.0,
            "",
            "",
            ""
        ];
        change(&mut cells);
        city.refuses("/lease/lease", LEASE, cells)
    };
    for (column, cell, sentence) in [
        (0, "", "请填写甲方和纸质合同编号，或已有合同的合同编号"),
        (1, "B", "甲方“B”不存在"),
        (2, "张三", "乙方“张三”不存在"),
        (3, "R7", "房间编码“R7”不存在或已停用"),
        (3, "R1、R1", "房间 R1 重复"),
        (3, "R1=五百", "房间“R1=五百”无法识别，请写 编码、编码=面积 或 编码=面积@单价"),
        (4, "2024-02-31", "起租日“2024-02-31”不是真实存在的日期，请按 2026-01-31 的格式填写"),
        (5, "2023-12-31", "到期日（2023-12-31）不能早于起租日（2024-01-01）"),
        (6, "每平米", "计租方式“每平米”应为 每月总额、元/㎡·月、元/㎡·天、每年总额 之一"),
        (7, "", "租金（元）不能为空"),
        (8, "35.5", "计租方式为“每月总额”时请填写租金，单价（元/㎡）应留空"),
        (9, "5", "支付周期（月）“5”应为 1、2、3、4、6、12，一次性付清填 0"),
        (10, "递增五个点", "递增“递增五个点”无法识别，请写 每12月递增5% 或 每12月递增500元，不递增写 无"),
        (11, "2025-01-01至2025-01-31", "免租期（2025-01-01 至 2025-01-31）须在租期（2024-01-01 至 2024-12-31）之内"),
    ] {
        assert_eq!(lease(&|cells| cells[column] = Put::from(cell)), sentence);
    }
}

#[test]
fn codes_and_certificates_are_known_once() {
    let city = City::furnished();
    city.takes("/asset/asset", ASSET, &[row!["ZC-2", "二号地块", "P1", "A", "有证", "", "云(2024)第1号"]]);
    let other = city.refuses("/asset/asset", ASSET, row!["ZC-3", "三号地块", "P1", "A", "有证", "", "云(2024)第1号"]);
    assert_eq!(other, "权属证号 云(2024)第1号 已登记");
    let twice = [row!["ZC-5", "五号地块", "P1", "A", "有证"], row!["ZC-5", "又五号", "P1", "A", "有证"]];
    let answer = city.import("/asset/asset", "updateSupport=1", &book(ASSET, &twice));
    let told = vec!["资产编码在文件中重复（与第 2 行相同）"];
    assert_eq!((reasons(&answer), city.total("/asset/asset")), (told, 2), "{answer}");
    let renamed = book(ASSET, &[row!["ZC-2", "二号大院", "", "", "", 88.8, "云(2024)第1号；云(2024)第7号"]]);
    assert_eq!(reasons(&city.import("/asset/asset", "", &renamed)), ["资产编码 ZC-2 已存在"]);
    assert_eq!(counts(&city.import("/asset/asset", "updateSupport=1", &renamed)), (0, 1, 0, 0));
    let asset = city.portal.get("/asset/asset/2", &city.admin)["data"].clone();
    assert_eq!(
        (&asset["assetName"], &asset["certCount"], &asset["titleState"]),
        (&json!("二号大院"), &json!(2), &json!(1))
    );
    let history = city.portal.get("/portal/history?kind=asset&id=2", &city.admin);
    assert_eq!((&history["rows"][0]["deed"], &history["total"]), (&json!("修改"), &json!(2)), "{history}");

    let party = json!({"partyACode": "B", "partyAName": "云川市商贸资产公司", "unitKind": 3, "remitRequired": true, "remitDay": 10, "deptId": 110});
    assert_eq!(city.portal.post("/asset/partyA", &city.admin, party)["code"], 200);
    let moved = city.refuses("/asset/asset", ASSET, row!["ZC-2", "二号大院", "", "B"]);
    assert!(moved.contains("变更甲方请在资产台账办理"), "{moved}");
}

#[test]
fn columns_that_nobody_would_read_refuse_the_file() {
    let city = City::new();
    let head = ["资产编码", "资产名称", "建筑面积", "序号", "失败原因"];
    let answer = city.import("/asset/asset", "", &book(&head, &[row!["ZC-1", "地块", 100.0, 1.0, "旧"]]));
    assert_eq!(answer["msg"], "无法识别的列：建筑面积（可能是“建筑面积（㎡）”）；请使用下载的模板填写，或删除这些列");
}

#[test]
fn a_failed_workbook_is_corrected_and_comes_in() {
    let city = City::new();
    let rows = [row!["ZC-1", "一", "P1", "A", "有证"], row!["ZC-2", "二", "P2", "A", "有证"]];
    let answer = city.import("/asset/asset", "", &book(ASSET, &rows));
    assert_eq!(
        (counts(&answer), city.total("/asset/asset")),
        ((1, 0, 0, 1), 0),
        "nothing is written when one row is bad"
    );
    let name = answer["data"]["resultFile"].as_str().unwrap();
    let bytes = city.portal.request("GET", &format!("/common/download?fileName={name}"), &city.admin, None).bytes;
    let told = city.import("/asset/asset", "", &bytes);
    assert_eq!(reasons(&told), ["板块“P2”不存在"], "the workbook of failed rows can be imported as it is: {told}");
    let plate = json!({"plateCode": "P2", "plateName": "商业门面", "color": "#0A6BCB", "sort": 2});
    assert_eq!(city.portal.post("/asset/plate", &city.admin, plate)["code"], 200);
    let again = city.import("/asset/asset", "", &bytes);
    assert_eq!(counts(&again), (2, 0, 0, 0), "{again}");
}

#[test]
fn who_imports_learns_nothing_of_rows_of_other_departments() {
    let city = City::furnished();
    let imports = ["asset:asset:import", "asset:room:import", "lease:tenant:import"];
    let rights = ["asset:plate:query", "asset:partyA:query", "asset:asset:query", "lease:tenant:query"];
    let role = city.portal.role("outsiders", &[&imports[..], &rights].concat(), 3, &[]);
    city.portal.person("outsider", 120, &[role]);
    let token = city.portal.token("outsider");
    let asked = |base: &str, head: &[&str], cells: Vec<Put>| {
        let path = format!("{base}/importData?updateSupport=1");
        let answer = city.portal.upload(&path, &token, "file", "数据.xlsx", &book(head, &[cells]));
        assert_eq!(counts(&answer), (0, 0, 0, 1), "{answer}");
        reasons(&answer).join("")
    };
    // a row that says what stands there is answered as one that doesn't
    let tenant = |phone: &str| row!["T1", "禾川包装制品有限公司", "企业", "91350100M000100Y43", phone, ""];
    let asset = |name: &str| row!["ZC-1", name, "P1", "A", "有证"];
    let room = |area: f64| row!["R1", "ZC-1", "A1", "", 1.0, "101", area, area];
    let told = asked("/lease/tenant", TENANT, tenant("19900000001"));
    assert_eq!(told, asked("/lease/tenant", TENANT, tenant("19900000002")));
    let told = asked("/asset/asset", ASSET, asset("轻工产业园"));
    assert_eq!(told, asked("/asset/asset", ASSET, asset("另一个园区")));
    let told = asked("/asset/room", ROOM, room(500.0));
    assert_eq!(told, asked("/asset/room", ROOM, room(510.0)));
    assert_eq!(city.list("/lease/tenant")["total"], 1);
}

#[test]
fn masked_numbers_that_come_back_change_nothing_and_plain_ones_are_told_to_nobody() {
    let city = City::furnished();
    let personal = || city.portal.post("/lease/tenant/personal", &city.admin, json!({"id": 1}))["data"].clone();
    let before = personal();
    assert_eq!(before, json!({"idNo": "91350100M000100Y43", "phone": "19900000001"}));
    city.round_trip("/lease/tenant");
    let foreign = row!["T1", "禾川包装有限公司", "", "915301********00XY", "138****0001", ""];
    let sentence = "含*的号码不是原号码的隐藏形式，请填写完整号码";
    assert_eq!(city.refuses("/lease/tenant", TENANT, foreign), format!("证件号码：{sentence}；联系电话：{sentence}"));
    let masked = book(TENANT, &[row!["T1", "禾川包装有限公司", "", "913501********0Y43", "199****0001", ""]]);
    assert_eq!(counts(&city.import("/lease/tenant", "updateSupport=1", &masked)), (0, 1, 0, 0));
    assert_eq!(personal(), before, "a mask never becomes a number");
    assert_eq!(city.list("/lease/tenant")["rows"][0]["tenantName"], "禾川包装有限公司");
    let changed = book(TENANT, &[row!["", "禾川包装有限公司", "", "91350100m000100y43", "0871-66666666", ""]]);
    let answer = city.import("/lease/tenant", "updateSupport=1", &changed);
    assert_eq!(counts(&answer), (0, 1, 0, 0), "{answer}");
    assert_eq!(personal()["phone"], "0871-66666666");

    let bad = [row!["", "王五", "自然人", "530102199001011234", "电话", ""]];
    let answer = city.import("/lease/tenant", "", &book(TENANT, &bad)).to_string();
    assert!(answer.contains("证件 530102********1234") && answer.contains("请输入正确的联系电话"), "{answer}");
    assert!(!answer.contains("530102199001011234"), "{answer}");
    let rows = format!("{:?}", city.portal.audit_rows());
    assert!(!rows.contains("530102199001011234") && !rows.contains("91350100M000100Y43"), "the log shows no number");
}

#[test]
fn leases_that_are_no_drafts_stay_as_they_are() {
    let city = City::furnished();
    let row = |paper: &str, room: &str, from: &str, rent: f64| {
        row![paper, "A", "禾川包装制品有限公司", room, from, "2024-12-31", "每月总额", rent, "", 3.0, "", "", ""]
    };
    let overlapping = [row("HT-1", "R1", "2024-01-01", 100.0), row("HT-2", "R2、R1", "2024-12-31", 100.0)];
    let answer = city.import("/lease/lease", "", &book(LEASE, &overlapping));
    assert_eq!(reasons(&answer), ["租期与第 2 行同一房间的租期（2024-01-01 至 2024-12-31）重叠"]);
    city.takes("/lease/lease", LEASE, &overlapping[..1]);
    let update = |row: Vec<Put>| city.import("/lease/lease", "updateSupport=1", &book(LEASE, &[row]));
    assert_eq!(counts(&update(row("HT-1", "R1", "2024-01-01", 200.0))), (0, 1, 0, 0), "a draft is changed");
    let rises = |basis: &str, rent: &str, price: &str| {
        let cells = row!["HT-1", "A", "", "", "", "", basis, rent, price, "", "每12月递增1元"];
        assert_eq!(counts(&update(cells)), (0, 1, 0, 0));
        city.portal.get("/lease/lease/1", &city.admin)["data"]["escalation"]["value"].clone()
    };
    assert_eq!(
        (rises("元/㎡·天", "", "2"), rises("每月总额", "200", "")),
        (json!(10_000), json!(100)),
        "the unit follows"
    );
    let boss = city.portal.role("boss", &["lease:lease:approve", "lease:lease:query"], 1, &[]);
    city.portal.person("boss", 110, &[boss]);
    let boss = city.portal.token("boss");
    for (path, who, form) in
        [("submit", &city.admin, json!({"id": 1})), ("decide", &boss, json!({"id": 1, "decision": "approve"}))]
    {
        assert_eq!(city.portal.post(&format!("/lease/lease/{path}"), who, form)["code"], 200);
    }
    city.round_trip("/lease/lease");
    let told = update(row("HT-1", "R1", "2024-01-01", 300.0));
    assert_eq!(reasons(&told), ["合同 HT-202409-000001 当前为“待签订”，不能通过导入修改，请使用合同变更"]);
    let taken = update(row("HT-3", "R1", "2024-06-01", 100.0));
    assert!(reasons(&taken)[0].starts_with("房间 R1 "), "a room that is let: {taken}");
}

#[test]
fn rooms_that_have_ended_come_back_from_an_export_without_harm() {
    let city = City::furnished();
    let answer = city.portal.post("/asset/room/end", &city.admin, json!({"roomId": 2, "last": "2024-12-31"}));
    assert_eq!(answer["code"], 200, "{answer}");
    city.round_trip("/asset/room");
    let usage = ["房间编码", "楼层", "房号", "用途状态"];
    let told = city.refuses("/asset/room", &usage, row!["R1", "", "", "自用"]);
    assert_eq!(told, "房间 R1 现为“可出租”，改为“自用”请在房间列表中变更用途");
}

#[test]
fn rights_and_scope_hold_for_workbooks() {
    let city = City::furnished();
    city.portal.person("nobody1", 110, &[]);
    let nobody = city.portal.token("nobody1");
    for base in ["/asset/asset", "/asset/room", "/lease/tenant", "/lease/lease"] {
        let path = format!("{base}/importData");
        assert_eq!(city.portal.upload(&path, &nobody, "file", "x.xlsx", &book(ASSET, &[]))["code"], 403, "{path}");
    }
    // somebody of another department, who may import but sees nothing of this one
    let role = city.portal.role("importer", &["asset:asset:import", "asset:room:import"], 3, &[]);
    city.portal.person("other1", 102, &[role]);
    let other = city.portal.token("other1");
    let import = |base: &str, head: &[&str], row: Vec<Put>| {
        let path = format!("{base}/importData?updateSupport=1");
        let answer = city.portal.upload(&path, &other, "file", "x.xlsx", &book(head, &[row]));
        reasons(&answer)[0].to_owned()
    };
    assert_eq!(import("/asset/asset", ASSET, row!["ZC-1", "夺走", "P1", "A", "有证"]), "甲方“A”不存在");
    assert_eq!(
        import("/asset/room", ROOM, row!["R1", "ZC-1", "A1", "", 1.0, "101", 1.0, 1.0]),
        "资产编码“ZC-1”不存在，请先登记或导入资产"
    );
}

#[test]
fn five_thousand_rooms_of_libreoffice_come_in() {
    let city = City::new();
    city.takes("/asset/asset", ASSET, &[row!["LO-001", "科技园", "P1", "A", "有证"]]);
    let path = format!("{}/tests/fixtures/libreoffice-rooms.xlsx", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(path).unwrap();
    let begun = Instant::now();
    let dry = city.import("/asset/room", "dryRun=1", &bytes);
    let took = begun.elapsed();
    assert_eq!(counts(&dry), (5_000, 0, 0, 0), "{}", dry["msg"]);
    assert_eq!(city.total("/asset/room"), 0);
    let begun = Instant::now();
    assert_eq!(counts(&city.import("/asset/room", "", &bytes)), (5_000, 0, 0, 0));
    let wrote = begun.elapsed();
    assert_eq!((city.total("/asset/room"), city.total("/asset/building")), (5_000, 10));
    let begun = Instant::now();
    assert_eq!(counts(&city.import("/asset/room", "", &bytes)), (0, 0, 5_000, 0));
    println!("5,000 rooms: dry run {took:?}, import {wrote:?}, again {:?}", begun.elapsed());
    assert!(took.as_secs() < 120, "a dry run looks at each row once: {took:?}");
    let room = city.portal.get("/asset/room/list?roomCode=LO01-101", &city.admin)["rows"][0].clone();
    assert_eq!(
        (&room["rentAreaM2"], &room["valid"]["from"], &room["useKind"]),
        (&json!("20.00"), &json!("2015-01-01"), &json!("门面"))
    );
    city.round_trip("/asset/room");
}

#[test]
fn many_rows_with_one_bad_cell_answer_soon_and_write_nothing() {
    let city = City::furnished();
    let many = scale::size(5_000, 20_000);
    let bad = many - 124;
    let rows: Vec<Vec<Put>> = (1..=many)
        .map(|number| {
            let (code, no) = (format!("N-{number}"), number.to_string());
            let area = if number == bad { 10.005 } else { 10.0 };
            row![code.as_str(), "ZC-1", "N", "新楼", (1 + number / 200) as f64, no.as_str(), area, 10.0]
        })
        .collect();
    let bytes = book(ROOM, &rows);
    let begun = Instant::now();
    let answer = city.import("/asset/room", "", &bytes);
    let took = begun.elapsed();
    println!("{many} rooms with one bad cell: {took:?}, {} bytes", bytes.len());
    assert_eq!(counts(&answer), (many as u64 - 1, 0, 0, 1));
    assert_eq!(answer["data"]["rows"][0]["row"], bad + 1, "the failed row stands first");
    assert_eq!(reasons(&answer), ["建筑面积（㎡）“10.005”须为不小于0的数字，最多两位小数"]);
    assert_eq!((city.total("/asset/room"), city.total("/asset/building")), (2, 1));
    assert!(took.as_secs() < 240, "{took:?}");
}
