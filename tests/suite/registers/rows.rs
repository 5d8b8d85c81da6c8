//! Rows of registers over HTTP: written, listed, narrowed, added up, hidden, remembered.

use serde_json::{Value, json};

use super::made::{codes, field, fine, is_whole, listed, of_every_kind, publish, refused, row, with};
use crate::support::{Portal, run_job};

fn whole(number: usize) -> Value {
    json!({
        "bianhao": format!("XF-{number:03}"), "shixiang": format!("第{number}件"), "neirong": "内容\n两行", "shuliang": number,
        "danjia": "12.3456", "jine": number * 100, "bili": 155_000, "mianji": "268.45", "niandu": 2024,
        "riqi": format!("2024-03-{:02}", number % 28 + 1), "yuefen": "2024-03", "shijian": "2024-03-05 14:30:00",
        "shifou": number.is_multiple_of(2), "zhuangtai": if number.is_multiple_of(3) { "done" } else { "open" },
        "biaoqian": ["open", "done"], "jingban": 1, "xieban": [1], "keshi": 103, "dianhua": "13800000001",
        "shenfen": "11010519491231002X", "zhanghao": "6222020200112233", "shuoming": "<p>好</p><script>x</script>"
    })
}

#[test]
fn a_row_of_every_kind_comes_back_as_it_went_in() {
    let portal = Portal::new();
    let token = portal.admin();
    of_every_kind(&portal, &token);
    let id = row(&portal, &token, "xfang", whole(7));
    let shown = fine(portal.get(&format!("/reg/xfang/{id}"), &token))["data"].clone();
    assert_eq!(shown["no"], 1);
    assert_eq!(shown["title"], "XF-007");
    for (name, value) in whole(7).as_object().expect("values") {
        let expected = match name.as_str() {
            "dianhua" => json!("138****0001"),
            "shenfen" => json!("110105********002X"),
            "zhanghao" => json!("622202******2233"),
            "shuoming" => json!("<p>好</p>"),
            _ => value.clone(),
        };
        assert_eq!(shown["values"][name], expected, "{name}");
    }
    assert_eq!(shown["names"]["keshi"].as_array().map(Vec::len), Some(1));
    let full = fine(portal.post("/reg/xfang/personal", &token, json!({"id": id})))["data"]["values"].clone();
    assert_eq!(full["dianhua"], "13800000001");
    assert_eq!(full["shenfen"], "11010519491231002X");
    // What was masked and is sent back changes nothing, and is no change.
    let back = json!({"id": id, "version": 1, "values": shown["values"]});
    fine(portal.put("/reg/xfang", &token, back));
    let again = fine(portal.get(&format!("/reg/xfang/{id}"), &token))["data"].clone();
    assert_eq!(again["version"], 1, "nothing changed, nothing written");
    is_whole(&portal);
}

#[test]
fn lists_narrow_sort_add_up_and_count_by_every_field() {
    let portal = Portal::new();
    let token = portal.admin();
    of_every_kind(&portal, &token);
    for number in 1..=9 {
        row(&portal, &token, "xfang", whole(number));
    }
    let all = listed(&portal, &token, "xfang", "pageSize=3&facets=zhuangtai,shifou,keshi,biaoqian");
    assert_eq!(all["total"], 9);
    assert_eq!(codes(&all), ["XF-009", "XF-008", "XF-007"], "the newest first");
    assert_eq!(all["sums"]["jine"], 4_500);
    assert_eq!(all["sums"]["shuliang"], 45);
    assert_eq!(all["sums"]["danjia"], "111.1104");
    assert_eq!(all["facets"]["zhuangtai"][0], json!({"value": "open", "count": 6, "label": "在办"}));
    assert_eq!(all["facets"]["shifou"].as_array().map(Vec::len), Some(2));
    assert_eq!(all["facets"]["biaoqian"].as_array().map(Vec::len), Some(2));
    for (query, found) in [
        ("q[zhuangtai]=done", 3),
        ("q[zhuangtai]=done,open", 9),
        ("q[shifou]=true", 4),
        ("q[beginJine]=300&q[endJine]=500", 3),
        ("q[beginRiqi]=2024-03-09", 2),
        ("q[endRiqi]=2024-03-03&q[shifou]=0", 1),
        ("q[beginShijian]=2024-03-05&q[endShijian]=2024-03-05", 9),
        ("q[niandu]=2024", 9),
        ("q[keshi]=103", 9),
        ("q[keshi]=104", 0),
        ("q[biaoqian]=open", 9),
        ("q[xieban]=1", 9),
        ("q[dianhua]=13800000001", 9),
        ("q[dianhua]=13800000002", 0),
        ("q[shixiang]=第3", 1),
        ("keyWord=XF-00", 9),
        ("keyWord=xf-004", 1),
        ("keyWord=13800000001", 0),
        ("misfit=true", 0),
        ("deptId=999", 0),
    ] {
        assert_eq!(listed(&portal, &token, "xfang", query)["total"], found, "{query}");
    }
    let sorted = listed(&portal, &token, "xfang", "orderByColumn=jine&isAsc=asc&pageSize=2");
    assert_eq!(codes(&sorted), ["XF-001", "XF-002"]);
    for query in ["q[nothing]=1", "q[beginShixiang]=1", "q[jine]=x", "orderByColumn=dianhua", "facets=shenfen"] {
        let answer = portal.get(&format!("/reg/xfang/list?{query}"), &token);
        assert_eq!(refused(answer), "参数不符合规范，不能进行查询", "{query}");
    }
    let grouped = fine(portal.get("/reg/xfang/group?by=zhuangtai&by2=riqi", &token))["data"].clone();
    assert_eq!(grouped["total"], 9);
    assert_eq!(grouped["rows"][0]["label"], "在办");
    assert_eq!(grouped["rows"][0]["key2"], "2024-03");
    assert_eq!(grouped["rows"][0]["sums"]["jine"], 2_700);
}

#[test]
fn what_breaks_a_rule_is_told_by_its_field_and_writes_nothing() {
    let portal = Portal::new();
    let token = portal.admin();
    of_every_kind(&portal, &token);
    row(&portal, &token, "xfang", whole(1));
    for (spoil, told) in [
        (json!({"bianhao": null}), "编号不能为空"),
        (json!({"bianhao": "xf－001"}), "编号“xf－001”已存在（第 1 行）"),
        (json!({"zhuangtai": "lost"}), "状态没有选项“lost”"),
        (json!({"jingban": 99_999}), "经办人选择的项不存在或不可用，请重新选择"),
        (json!({"fangjian": 99_999}), "房间选择的项不存在或不可用，请重新选择"),
        (json!({"riqi": "2024-02-30"}), "受理日期应为日期，如 2024-03-05"),
        (json!({"shenfen": "110105194912310021"}), "身份证格式不正确"),
        (json!({"nichts": 1}), "登记表“信访台账”没有字段“nichts”"),
        (json!({"fujian": [4711]}), "附件不存在或已被清理，请重新上传"),
    ] {
        let mut values = whole(2);
        for (name, value) in spoil.as_object().expect("an object") {
            values[name] = value.clone();
        }
        let sentence = refused(portal.post("/reg/xfang", &token, json!({"values": values})));
        assert!(sentence.starts_with(told), "{spoil}: {sentence}");
    }
    let many = json!({"values": whole(2), "files": (1..=101).collect::<Vec<u64>>()});
    assert_eq!(refused(portal.post("/reg/xfang", &token, many)), "一行最多 100 个文件");
    assert_eq!(listed(&portal, &token, "xfang", "")["total"], 1);
}

#[test]
fn two_people_change_one_row_and_the_second_is_told() {
    let portal = Portal::new();
    let token = portal.admin();
    of_every_kind(&portal, &token);
    let id = row(&portal, &token, "xfang", whole(1));
    let change = |version: u64, text: &str| {
        portal.put("/reg/xfang", &token, json!({"id": id, "version": version, "values": {"shixiang": text}}))
    };
    fine(change(1, "甲"));
    let answer = change(1, "乙");
    assert_eq!(answer["code"], 409, "{answer}");
    fine(change(2, "丙"));
    let history = fine(portal.get(&format!("/portal/history?kind=register&id={id}"), &token));
    let deeds: Vec<&str> =
        history["rows"].as_array().expect("rows").iter().filter_map(|row| row["deed"].as_str()).collect();
    assert_eq!(deeds, ["修改", "修改", "新增"]);
    assert_eq!(history["rows"][0]["fields"], json!([{"label": "事项", "before": "甲", "after": "丙"}]));
}

#[test]
fn deleted_rows_lie_in_the_bin_and_come_back_unless_their_place_is_taken() {
    let portal = Portal::new();
    let token = portal.admin();
    of_every_kind(&portal, &token);
    let id = row(&portal, &token, "xfang", whole(1));
    fine(portal.delete(&format!("/reg/xfang/{id}"), &token));
    assert_eq!(listed(&portal, &token, "xfang", "")["total"], 0);
    assert_eq!(fine(portal.get("/reg/xfang/deleted", &token))["rows"][0]["deletedBy"], "管理员");
    let other = row(&portal, &token, "xfang", whole(1));
    let sentence = refused(portal.put("/reg/xfang/restore", &token, json!({"ids": [id]})));
    assert_eq!(sentence, "编号“XF-001”已存在（第 2 行）");
    fine(portal.delete(&format!("/reg/xfang/{other}"), &token));
    fine(portal.put("/reg/xfang/restore", &token, json!({"ids": [id]})));
    assert_eq!(codes(&listed(&portal, &token, "xfang", "")), ["XF-001"]);
    fine(portal.put("/reg/xfang/batch", &token, json!({"ids": [id], "field": "zhuangtai", "value": "done"})));
    assert_eq!(listed(&portal, &token, "xfang", "q[zhuangtai]=done")["total"], 1);
    is_whole(&portal);
}

#[test]
fn the_bin_empties_itself_after_its_days() {
    let portal = Portal::new();
    let token = portal.admin();
    of_every_kind(&portal, &token);
    let id = row(&portal, &token, "xfang", whole(1));
    fine(portal.delete(&format!("/reg/xfang/{id}"), &token));
    run_job(&portal.app, "register.sweep").expect("done");
    assert_eq!(fine(portal.get("/reg/xfang/deleted", &token))["total"], 1, "not yet");
    portal.app.clock.advance(181 * 86_400_000);
    run_job(&portal.app, "register.sweep").expect("done");
    let token = portal.admin();
    assert_eq!(fine(portal.get("/reg/xfang/deleted", &token))["total"], 0);
    assert!(fine(portal.get(&format!("/portal/history?kind=register&id={id}"), &token))["total"].as_u64() > Some(0));
    is_whole(&portal);
}

#[test]
fn whoever_has_no_right_sees_no_row_and_learns_nothing_of_sealed_ones() {
    let portal = Portal::new();
    let token = portal.admin();
    let register = of_every_kind(&portal, &token);
    let fields =
        json!([with(field("ming", "姓名", "text"), json!({"sensitive": true})), field("gongkai", "公开", "text")]);
    publish(&portal, &token, "renyuan", json!({"name": "人员", "fields": fields, "formColumns": 1}));
    let id = row(&portal, &token, "xfang", whole(1));
    let secret = row(&portal, &token, "renyuan", json!({"ming": "张三丰", "gongkai": "甲"}));
    let all = ["list", "query", "add", "edit", "remove", "import", "export"].map(|act| format!("reg:xfang:{act}"));
    let rights: Vec<&str> = all.iter().map(String::as_str).chain(["reg:renyuan:list", "reg:renyuan:query"]).collect();
    // Department 103 keeps the row by nothing but its maker's department; 110 is another one.
    let role = portal.role("clerks", &rights, 3, &[]);
    portal.person("fremd1", 110, &[role]);
    let foreign = portal.token("fremd1");
    assert_eq!(listed(&portal, &foreign, "xfang", "")["total"], 0);
    assert_eq!(refused(portal.get(&format!("/reg/xfang/{id}"), &foreign)), "记录不存在，可能已被删除，请刷新后重试");
    for (method, path, body) in [
        ("PUT", "/reg/xfang".to_owned(), json!({"id": id, "version": 1, "values": {"shixiang": "x"}})),
        ("DELETE", format!("/reg/xfang/{id}"), json!({})),
        ("PUT", "/reg/xfang/batch".to_owned(), json!({"ids": [id], "field": "shixiang", "value": "x"})),
    ] {
        let answer = portal.request(method, &path, &foreign, Some(&body.to_string())).json();
        assert_eq!(refused(answer), "记录不存在，可能已被删除，请刷新后重试", "{method} {path}");
    }
    assert_eq!(portal.get(&format!("/portal/history?kind=register&id={id}"), &foreign)["code"], 500);
    assert_eq!(portal.post("/reg/xfang/personal", &foreign, json!({"id": id}))["code"], 403);
    let role = portal.role("readers", &["reg:renyuan:list", "reg:renyuan:query"], 1, &[]);
    portal.person("leser1", 110, &[role]);
    let reader = portal.token("leser1");
    let shown = fine(portal.get(&format!("/reg/renyuan/{secret}"), &reader))["data"].clone();
    assert_eq!(shown["values"], json!({"gongkai": "甲"}));
    for query in ["q[ming]=张三丰", "orderByColumn=ming", "facets=ming"] {
        assert_eq!(refused(portal.get(&format!("/reg/renyuan/list?{query}"), &reader)), "参数不符合规范，不能进行查询");
    }
    assert_eq!(listed(&portal, &reader, "renyuan", "keyWord=张三")["total"], 0);
    let meta = fine(portal.get("/reg/renyuan/meta", &reader))["data"].clone();
    assert!(!meta.to_string().contains("姓名"), "{meta}");
    // A register that is stopped is met by nobody.
    fine(portal.put(&format!("/reg/design/{register}/stop"), &token, json!({})));
    assert_eq!(portal.get("/reg/xfang/list", &foreign)["code"], 403);
    assert_eq!(refused(portal.get("/reg/xfang/list", &token)), "登记表不存在或已停用，请刷新后重试");
    assert_eq!(portal.get("/reg/nothing/list", &foreign)["code"], 403);
}

#[test]
fn nothing_sealed_stands_in_audit_rows_or_histories() {
    let portal = Portal::new();
    let token = portal.admin();
    of_every_kind(&portal, &token);
    let id = row(&portal, &token, "xfang", whole(1));
    let change = json!({"id": id, "version": 1, "values": {"dianhua": "13911112222", "shixiang": "新"}});
    fine(portal.put("/reg/xfang", &token, change));
    let last = portal.last_audit();
    assert_eq!(last.title, "登记表·信访台账");
    let told = format!("{:?}", portal.audit_rows());
    for secret in ["13800000001", "13911112222", "11010519491231002X", "6222020200112233"] {
        assert!(!told.contains(secret), "{secret} stands in the audit");
        let history = portal.get(&format!("/portal/history?kind=register&id={id}"), &token);
        assert!(!history.to_string().contains(secret), "{secret} stands in the history");
    }
}

#[test]
fn lists_say_the_same_with_and_without_columns() {
    let portal = Portal::new();
    let token = portal.admin();
    of_every_kind(&portal, &token);
    for number in 1..=12 {
        row(&portal, &token, "xfang", whole(number));
    }
    let queries = [
        "q[zhuangtai]=done&facets=shifou,jingban&orderByColumn=riqi&isAsc=desc",
        "keyWord=XF&q[beginShuliang]=4",
        "q[shifou]=true&q[biaoqian]=done",
    ];
    let with_columns: Vec<Value> = queries.iter().map(|query| listed(&portal, &token, "xfang", query)).collect();
    // A budget that nothing fits into: the list reads row by row.
    gx_portal::features::registers::memory::forbid(&portal.app);
    let without: Vec<Value> = queries.iter().map(|query| listed(&portal, &token, "xfang", query)).collect();
    assert_eq!(with_columns, without);
    let meta = fine(portal.get("/reg/xfang/meta", &token))["data"].clone();
    assert_eq!(meta["isSlow"], true);
    let grouped = fine(portal.get("/reg/xfang/group?by=zhuangtai", &token))["data"]["rows"].clone();
    assert_eq!(grouped[0]["count"], 8);
}

#[test]
fn a_room_leads_to_the_registers_whose_rows_are_about_rooms_for_who_may_add_to_them() {
    let portal = Portal::new();
    let admin = portal.admin();
    assert_eq!(portal.get("/reg/links/room/registers", &admin)["data"], json!([]));
    let register = of_every_kind(&portal, &admin);
    let told = portal.get("/reg/links/room/registers", &admin)["data"].clone();
    assert_eq!(
        (told.as_array().unwrap().len(), &told[0]["name"], &told[0]["field"]),
        (1, &json!("信访台账"), &json!("fangjian"))
    );
    let page = told[0]["path"].as_str().unwrap();
    assert!(page.starts_with('/') && page.len() > 1, "{told}");
    assert_eq!(portal.get("/reg/links/asset/registers", &admin)["data"], json!([]), "no field names assets");
    let role = portal.role("reader", &["reg:xfang:list"], 1, &[]);
    portal.person("reader", 110, &[role]);
    assert_eq!(portal.get("/reg/links/room/registers", &portal.token("reader"))["data"], json!([]), "he adds none");
    fine(portal.put(&format!("/reg/design/{register}/stop"), &admin, json!({})));
    assert_eq!(portal.get("/reg/links/room/registers", &admin)["data"], json!([]), "it is not in use");
}
