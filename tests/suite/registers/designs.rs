//! Designing registers over HTTP: drafts, publication, rights that act at once, versions, conversions, the family's calls.

use gx_portal::features::registers::works::run;
use serde_json::{Value, json};

use super::made::{codes, field, fine, is_whole, listed, of_every_kind, publish, refused, row, with};
use crate::support::Portal;

fn design(portal: &Portal, token: &str, register: u64) -> Value {
    fine(portal.get(&format!("/reg/design/{register}"), token))["data"].clone()
}

/// Changes the draft.
fn redraw(portal: &Portal, token: &str, register: u64, change: impl FnOnce(&mut Value)) -> Value {
    let shown = design(portal, token, register);
    let mut definition = shown["draft"].clone();
    change(&mut definition);
    let input = json!({"registerId": register, "draftLock": shown["draftLock"], "definition": definition});
    portal.put("/reg/design", token, input)
}

fn publish_again(portal: &Portal, token: &str, register: u64, confirm: Value) -> Value {
    let answer = portal.put(&format!("/reg/design/{register}/publish"), token, json!({"confirm": confirm}));
    run::all(&portal.app).expect("worked off");
    answer
}

fn two_fields(portal: &Portal, token: &str) -> u64 {
    let fields =
        json!([field("bianhao", "编号", "code"), field("riqi", "日期", "text"), field("jine", "金额", "money")]);
    publish(portal, token, "taizhang", json!({"name": "台账", "fields": fields, "title": 1, "formColumns": 2}))
}

#[test]
fn a_published_register_stands_in_the_menu_and_its_rights_act_on_the_next_request() {
    let portal = Portal::new();
    let token = portal.admin();
    let reader = portal.role("readers", &["system:user:list"], 1, &[]);
    portal.person("leser1", 110, &[reader]);
    let leser = portal.token("leser1");
    let fields = json!([field("bianhao", "编号", "code")]);
    let input = json!({"code": "taizhang", "definition": {"name": "台账", "fields": fields, "formColumns": 1}});
    let register = fine(portal.post("/reg/design", &token, input))["data"]["id"].as_u64().expect("a number");
    assert_eq!(portal.get("/reg/taizhang/list", &leser)["code"], 403);
    let published = json!({"note": "首次", "roleIds": [reader]});
    fine(portal.put(&format!("/reg/design/{register}/publish"), &token, published));
    assert_eq!(listed(&portal, &leser, "taizhang", "")["total"], 0);
    let routers = portal.get("/getRouters", &leser).to_string();
    assert!(routers.contains("登记台账") && routers.contains("reg/taizhang"), "{routers}");
    fine(portal.put(&format!("/reg/design/{register}/stop"), &token, json!({})));
    assert_eq!(portal.get("/reg/taizhang/list", &leser)["code"], 403);
    assert!(!portal.get("/getRouters", &leser).to_string().contains("reg/taizhang"));
    fine(portal.put(&format!("/reg/design/{register}/resume"), &token, json!({})));
    assert_eq!(listed(&portal, &leser, "taizhang", "")["total"], 0);
    // The menu entry is the register's: its name may be changed, its right may not.
    let menus = fine(portal.get("/system/menu/list?menuName=台账", &token))["data"].clone();
    let menu = menus
        .as_array()
        .expect("entries")
        .iter()
        .find(|menu| menu["component"] == "reg/taizhang")
        .expect("there")
        .clone();
    let sentence =
        refused(portal.put("/system/menu", &token, with(menu.clone(), json!({"perms": "system:user:list"}))));
    assert_eq!(sentence, "该菜单由登记表“台账”管理，只能修改名称、图标和位置");
    fine(portal.put("/system/menu", &token, with(menu.clone(), json!({"menuName": "我的台账"}))));
    assert_eq!(refused(portal.delete(&format!("/system/menu/{}", menu["menuId"]), &token)), sentence);
    is_whole(&portal);
}

#[test]
fn codes_names_and_limits_are_refused_in_words() {
    let portal = Portal::new();
    let token = portal.admin();
    two_fields(&portal, &token);
    let make = |code: &str, definition: Value| {
        portal.post("/reg/design", &token, json!({"code": code, "definition": definition}))
    };
    for code in ["x", "Xx", "design", "taizhang", "a_b"] {
        let sentence = refused(make(code, json!({"name": "另一个"})));
        assert_eq!(sentence, "编码应为 2 到 20 位小写字母和数字，以字母开头，且不能重复", "{code}");
    }
    assert_eq!(refused(make("leer", json!({"name": " "}))), "表描述不能为空");
    let empty = fine(make("leer", json!({"name": "空"})))["data"]["id"].clone();
    assert_eq!(
        refused(portal.put(&format!("/reg/design/{empty}/publish"), &token, json!({}))),
        "登记表至少要有一个字段"
    );
    let same = json!({"name": "台账", "fields": [field("a", "甲", "text")], "formColumns": 1});
    let same = fine(make("zweites", same))["data"]["id"].clone();
    let sentence = refused(portal.put(&format!("/reg/design/{same}/publish"), &token, json!({})));
    assert_eq!(sentence, "“登记台账”下已有名为“台账”的菜单，请修改表描述或上级菜单");
    // Two designers: the second one is told, nothing of the first one's is lost.
    let shown = design(&portal, &token, same.as_u64().expect("a number"));
    let save = |name: &str| {
        let definition = with(shown["draft"].clone(), json!({"name": name}));
        portal.put(
            "/reg/design",
            &token,
            json!({"registerId": same, "draftLock": shown["draftLock"], "definition": definition}),
        )
    };
    fine(save("甲的台账"));
    let answer = save("乙的台账");
    assert_eq!(
        (answer["code"].clone(), refused(answer)),
        (json!(409), "与他人同时修改了设计，请刷新后重试".to_owned())
    );
}

#[test]
fn what_the_rows_mean_for_a_change_is_told_before_it_is_published() {
    let portal = Portal::new();
    let token = portal.admin();
    let register = two_fields(&portal, &token);
    for (code, amount) in [("A1", 100), ("A1", 900), ("A2", 5)] {
        row(&portal, &token, "taizhang", json!({"bianhao": code, "jine": amount}));
    }
    assert_eq!(refused(publish_again(&portal, &token, register, json!([]))), "没有需要发布的修改");
    fine(redraw(&portal, &token, register, |draft| draft["fields"][1]["required"] = json!(true)));
    fine(redraw(&portal, &token, register, |draft| draft["fields"][2]["max"] = json!(500)));
    let told = fine(portal.get(&format!("/reg/design/{register}/check"), &token))["data"].clone();
    assert_eq!(told["isFine"], true);
    assert_eq!(told["problems"][0]["message"], "3 行“日期”为空；发布后修改这些行时须补填");
    assert_eq!(told["problems"][1]["rows"], json!([2]));
    assert!(refused(publish_again(&portal, &token, register, json!([]))).contains("3 行“日期”为空"));
    fine(publish_again(&portal, &token, register, json!(["required:2", "limit:3"])));
    fine(redraw(&portal, &token, register, |draft| draft["once"] = json!([[1]])));
    let sentence = refused(publish_again(&portal, &token, register, json!([])));
    assert_eq!(sentence, "1 行的“编号”与其他行重复，不能设为查重");
    let doubled = listed(&portal, &token, "taizhang", "q[bianhao]=A1")["rows"][0]["id"].clone();
    fine(portal.delete(&format!("/reg/taizhang/{doubled}"), &token));
    fine(publish_again(&portal, &token, register, json!([])));
    let again = json!({"values": {"bianhao": "a1", "riqi": "x"}});
    assert_eq!(refused(portal.post("/reg/taizhang", &token, again)), "编号“a1”已存在（第 1 行）");
    let versions = fine(portal.get(&format!("/reg/design/{register}/versions"), &token))["data"].clone();
    assert_eq!(versions[0]["version"], 3);
    assert_eq!(versions[0]["changes"], json!(["查重组合已修改"]));
    is_whole(&portal);
}

#[test]
fn a_conversion_loses_no_text_and_can_be_taken_back() {
    let portal = Portal::new();
    let token = portal.admin();
    let register = two_fields(&portal, &token);
    for (code, day) in [("A1", "2024.3.5"), ("A2", "3月上旬"), ("A3", "")] {
        row(&portal, &token, "taizhang", json!({"bianhao": code, "riqi": day}));
    }
    let before = listed(&portal, &token, "taizhang", "")["rows"].clone();
    let wish = "field=2&kind=day";
    let trial = fine(portal.get(&format!("/reg/design/{register}/convert/try?{wish}"), &token))["data"].clone();
    assert_eq!((&trial["converted"], &trial["kept"], &trial["empty"]), (&json!(1), &json!(1), &json!(1)));
    assert_eq!(trial["misfits"], json!([[2, "3月上旬"]]));
    fine(portal.put(&format!("/reg/design/{register}/convert"), &token, json!({"field": 2, "kind": "day"})));
    let answer = portal.put(&format!("/reg/design/{register}/publish"), &token, json!({}));
    assert_eq!(fine(answer)["data"]["hasWork"], true);
    // At once, before the work has written a row, and afterwards the same.
    let at_once = listed(&portal, &token, "taizhang", "q[beginRiqi2]=2024-03-01&misfit=false");
    assert_eq!(codes(&at_once), ["A1"]);
    run::all(&portal.app).expect("worked off");
    assert_eq!(listed(&portal, &token, "taizhang", "q[beginRiqi2]=2024-03-01")["rows"], at_once["rows"]);
    let misfit = listed(&portal, &token, "taizhang", "misfit=true")["rows"][0].clone();
    assert_eq!(misfit["misfits"], json!({"riqi2": "3月上旬"}));
    assert_eq!(misfit["version"], 1, "the work changes no version");
    let filled = json!({"id": misfit["id"], "version": 1, "values": {"riqi2": "2024-03-02"}});
    fine(portal.put("/reg/taizhang", &token, filled));
    assert_eq!(listed(&portal, &token, "taizhang", "misfit=true")["total"], 0);
    is_whole(&portal);
    // Back: what nobody touched is as it was, what was written since is converted back.
    fine(portal.put(&format!("/reg/design/{register}/field/restore"), &token, json!({"no": 2})));
    fine(publish_again(&portal, &token, register, json!([])));
    let after = listed(&portal, &token, "taizhang", "")["rows"].clone();
    assert_eq!(after[2]["values"], before[2]["values"]);
    assert_eq!(after[1]["values"]["riqi"], "2024-03-02");
    is_whole(&portal);
}

#[test]
fn a_text_becomes_a_choice_with_a_dictionary_of_its_own() {
    let portal = Portal::new();
    let token = portal.admin();
    let register = two_fields(&portal, &token);
    for (code, state) in [("A1", "在办"), ("A2", "办结"), ("A3", "在办")] {
        row(&portal, &token, "taizhang", json!({"bianhao": code, "riqi": state}));
    }
    fine(portal.put(&format!("/reg/design/{register}/convert"), &token, json!({"field": 2, "kind": "choice"})));
    fine(publish_again(&portal, &token, register, json!([])));
    let answer = listed(&portal, &token, "taizhang", "q[riqi2]=在办&facets=riqi2");
    assert_eq!(codes(&answer), ["A3", "A1"]);
    assert_eq!(answer["facets"]["riqi2"][0], json!({"value": "在办", "count": 2, "label": "在办"}));
    let types = fine(portal.get("/system/dict/type/list?dictType=reg_taizhang", &token))["rows"].clone();
    let sentence = refused(portal.delete(&format!("/system/dict/type/{}", types[0]["dictId"]), &token));
    assert!(sentence.contains("已分配") || sentence.contains("被登记表“台账”使用"), "{sentence}");
    let entries = fine(portal.get("/system/dict/data/list?dictType=reg_taizhang_riqi2", &token))["rows"].clone();
    let sentence = refused(portal.delete(&format!("/system/dict/data/{}", entries[0]["dictCode"]), &token));
    assert!(sentence.ends_with("在登记表“台账”的数据中使用，不能删除"), "{sentence}");
    is_whole(&portal);
}

#[test]
fn archived_fields_keep_their_cells_and_are_purged_after_thirty_days_only() {
    let portal = Portal::new();
    let token = portal.admin();
    let register = two_fields(&portal, &token);
    let id = row(&portal, &token, "taizhang", json!({"bianhao": "A1", "jine": 100}));
    fine(portal.put(&format!("/reg/design/{register}/field/archive"), &token, json!({"no": 3})));
    fine(publish_again(&portal, &token, register, json!([])));
    let shown = fine(portal.get(&format!("/reg/taizhang/{id}"), &token))["data"].clone();
    assert_eq!(shown["values"], json!({"bianhao": "A1"}));
    let sentence = refused(portal.delete(&format!("/reg/design/{register}/field/3"), &token));
    assert_eq!(sentence, "字段“金额”归档并发布满 30 天后才能清除（已归档 0 天）");
    fine(portal.put(&format!("/reg/design/{register}/field/restore"), &token, json!({"no": 3})));
    fine(publish_again(&portal, &token, register, json!([])));
    let shown = fine(portal.get(&format!("/reg/taizhang/{id}"), &token))["data"].clone();
    assert_eq!(shown["values"], json!({"bianhao": "A1", "jine": 100}));
}

#[test]
fn computed_fields_follow_their_row() {
    let portal = Portal::new();
    let token = portal.admin();
    let product = json!({"operands": [{"sign": "+", "field": 1}, {"sign": "*", "field": 2}]});
    let fields = json!([
        field("yuezu", "月租", "money"),
        field("yueshu", "月数", "whole"),
        with(field("heji", "合计", "money"), json!({"formula": product}))
    ]);
    let register = publish(&portal, &token, "jisuan", json!({"name": "计算", "fields": fields, "formColumns": 1}));
    let id = row(&portal, &token, "jisuan", json!({"yuezu": 125_050, "yueshu": 7, "heji": 1}));
    let shown = || fine(portal.get(&format!("/reg/jisuan/{id}"), &token))["data"]["values"].clone();
    assert_eq!(shown()["heji"], 875_350);
    fine(portal.put("/reg/jisuan", &token, json!({"id": id, "version": 1, "values": {"yueshu": 2}})));
    assert_eq!(shown()["heji"], 250_100);
    let sum = json!([{"sign": "+", "field": 1}, {"sign": "+", "number": "0.5"}]);
    fine(redraw(&portal, &token, register, |draft| draft["fields"][2]["formula"]["operands"] = sum));
    fine(publish_again(&portal, &token, register, json!([])));
    assert_eq!(shown()["heji"], 125_100);
}

#[test]
fn a_definition_goes_from_one_installation_to_another_and_back() {
    let (here, there) = (Portal::new(), Portal::new());
    let (own, other) = (here.admin(), there.admin());
    let register = of_every_kind(&here, &own);
    let file = here.request("POST", &format!("/reg/design/{register}/export"), &own, Some("{}")).bytes;
    if let Ok(path) = std::env::var("GX_DEFINITION_FIXTURE") {
        // How tests/fixtures/registers/definition.json was made.
        std::fs::write(path, &file).expect("written");
    }
    let take = |query: &str, bytes: &[u8]| {
        there.upload(&format!("/reg/design/importData{query}"), &other, "file", "信访.json", bytes)
    };
    let tried = fine(take("?dryRun=true", &file))["data"].clone();
    assert_eq!((&tried["sentence"], &tried["problems"]), (&json!("新登记表"), &json!([])));
    assert_eq!(tried["registerId"], Value::Null);
    let taken = fine(take("", &file))["data"]["registerId"].as_u64().expect("a number");
    fine(there.put(&format!("/reg/design/{taken}/publish"), &other, json!({})));
    assert_eq!(here.get("/reg/xfang/openapi", &own), there.get("/reg/xfang/openapi", &other), "equal surfaces");
    let again = fine(take("", &file))["data"].clone();
    assert_eq!(again["isKnown"], true);
    let text = String::from_utf8(file).expect("text");
    for (spoilt, told) in [
        (text.replace("信访台账", "别的台账"), "定义文件已损坏或被修改（校验值不符），请重新导出"),
        (text.replace("gx-register 1", "gx-register 2"), "定义文件的格式“gx-register 2”比本程序新，请先升级本程序"),
        (
            text.replace("\"kind\": \"money\"", "\"kind\": \"hologram\""),
            "定义文件中的字段类型 \"hologram\" 本程序不支持，请先升级本程序",
        ),
        ("{}".to_owned(), "文件不是登记表定义（.json），请选择从“导出定义”得到的文件"),
    ] {
        assert_eq!(refused(take("", spoilt.as_bytes())), told);
    }
}

#[test]
fn an_old_client_of_the_family_lists_opens_saves_and_downloads() {
    let portal = Portal::new();
    let token = portal.admin();
    let register = of_every_kind(&portal, &token);
    let list = fine(portal.get("/tool/gen/list?pageNum=1&pageSize=10&tableComment=信访", &token));
    assert_eq!((&list["total"], &list["rows"][0]["tableName"]), (&json!(1), &json!("reg_xfang")));
    let answer = fine(portal.get(&format!("/tool/gen/{register}"), &token))["data"].clone();
    assert_eq!(answer["info"]["className"], "Xfang");
    assert_eq!(answer["rows"].as_array().map(Vec::len), Some(25));
    let mut info = answer["info"].clone();
    info["tableComment"] = json!("信访登记");
    info["columns"][1]["columnComment"] = json!("信访事项");
    info["columns"][1]["isRequired"] = json!("1");
    fine(portal.put("/tool/gen", &token, info.clone()));
    let columns = fine(portal.get(&format!("/tool/gen/column/{register}"), &token))["rows"].clone();
    assert_eq!((&columns[1]["columnComment"], &columns[1]["isRequired"]), (&json!("信访事项"), &json!("1")));
    info["columns"][1]["columnType"] = json!("day");
    assert_eq!(
        refused(portal.put("/tool/gen", &token, info.clone())),
        "字段“信访事项”的类型不能在这里修改，请使用“转换类型”"
    );
    info["tplCategory"] = json!("tree");
    assert_eq!(refused(portal.put("/tool/gen", &token, info)), "不支持树表和主子表，请使用“关联登记表”字段");
    let preview = fine(portal.get(&format!("/tool/gen/preview/{register}"), &token))["data"].clone();
    assert!(preview["与已发布版本的差异.txt"].as_str().expect("text").contains("改名为“信访事项”"));
    let zip = portal.request("GET", "/tool/gen/batchGenCode?tables=reg_xfang", &token, None).bytes;
    assert!(zip.starts_with(b"PK"), "an archive");
    let sql = json!({"sql": "drop table x"});
    assert_eq!(
        refused(portal.post("/tool/gen/createTable", &token, sql)),
        "本系统不执行 SQL，请从工作簿新建，或手工新建登记表"
    );
    assert!(!format!("{:?}", portal.last_audit()).contains("drop table"), "what is no SQL is not logged either");
    assert_eq!(refused(portal.get("/tool/gen/genCode/reg_xfang", &token)), "【系统预设】不允许生成文件覆盖到本地");
    fine(portal.get("/tool/gen/synchDb/reg_xfang", &token));
    assert_eq!(refused(portal.get("/tool/gen/synchDb/reg_nichts", &token)), "同步数据失败，原表结构不存在");
    assert_eq!(
        refused(portal.delete(&format!("/tool/gen/{register}"), &token)),
        "登记表“信访台账”已发布，请先停用并归档"
    );
    let draft = fine(portal.post("/reg/design", &token, json!({"copyOf": register})))["data"]["id"].clone();
    fine(portal.delete(&format!("/tool/gen/{draft}"), &token));
}

#[test]
fn what_rows_point_to_is_not_removed() {
    let portal = Portal::new();
    let token = portal.admin();
    of_every_kind(&portal, &token);
    let plate = json!({"plateCode": "P9", "plateName": "临时板块", "color": "#0A6BCB"});
    let plate = fine(portal.post("/asset/plate", &token, plate))["data"]["id"].clone();
    let fields = json!([
        with(field("bankuai", "板块", "link"), json!({"link": "plate"})),
        with(field("xinfang", "信访件", "link"), json!({"link": "reg:xfang"}))
    ]);
    publish(&portal, &token, "guanlian", json!({"name": "关联", "fields": fields, "formColumns": 1}));
    let target = row(&portal, &token, "xfang", json!({"bianhao": "XF-1"}));
    let id = row(&portal, &token, "guanlian", json!({"bankuai": plate, "xinfang": target}));
    let shown = fine(portal.get(&format!("/reg/guanlian/{id}"), &token))["data"]["names"].clone();
    assert_eq!(shown, json!({"bankuai": ["P9 临时板块"], "xinfang": ["XF-1"]}));
    let sentence = refused(portal.delete(&format!("/asset/plate/{plate}"), &token));
    assert_eq!(sentence, "板块“临时板块”被登记表“关联”的 1 行引用，不能删除");
    let sentence = refused(portal.delete(&format!("/reg/xfang/{target}"), &token));
    assert_eq!(sentence, "“XF-1”被其他登记表的 1 行引用，不能删除");
    fine(portal.delete(&format!("/reg/guanlian/{id}"), &token));
    fine(portal.delete(&format!("/asset/plate/{plate}"), &token));
    let choices = fine(portal.get("/reg/links/plate?keyWord=", &token))["data"].clone();
    assert!(choices.is_array());
    assert_eq!(refused(portal.get("/reg/links/nichts", &token)), "没有这种关联");
}
