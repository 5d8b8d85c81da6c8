//! Users, rights and data scope through the API: contract 2.2-2.4, 2.9, 3.1-3.3 and 12.

use crate::support;
use serde_json::{Value, json};
use support::{PASSWORD, Portal};

const ALL: &[&str] = &[
    "system:user:list",
    "system:user:query",
    "system:user:add",
    "system:user:edit",
    "system:user:remove",
    "system:user:resetPwd",
    "system:user:export",
    "system:user:import",
    "system:dept:list",
    "system:dept:query",
    "system:dept:edit",
    "system:dept:add",
    "system:dept:remove",
    "system:role:list",
    "system:role:query",
    "system:role:edit",
    "system:role:add",
    "system:role:remove",
];

fn names(list: &Value) -> Vec<String> {
    list["rows"].as_array().expect("rows").iter().map(|row| row["userName"].as_str().unwrap().to_owned()).collect()
}

/// 110-115 lie below 101 (局机关), 120-123 below 102 (下属中心).
fn city(portal: &Portal) -> Vec<(&'static str, u64)> {
    [("in110", 110), ("in111", 111), ("in120", 120), ("in101", 101)]
        .into_iter()
        .map(|(name, dept)| (name, portal.person(name, dept, &[])))
        .collect()
}

#[test]
fn the_data_scope_matrix() {
    let portal = Portal::new();
    let people = city(&portal);
    for (scope, depts, expected) in [
        (1_u8, vec![], vec!["admin", "in110", "in111", "in120", "in101", "boss1"]),
        (2, vec![111, 120], vec!["in111", "in120"]),
        (3, vec![], vec!["in101", "boss3"]),
        (4, vec![], vec!["in110", "in111", "in101", "boss4"]),
        (5, vec![], vec!["boss5"]),
    ] {
        let role = portal.role(&format!("scope{scope}"), ALL, scope, &depts);
        let name = format!("boss{scope}");
        portal.person(&name, 101, &[role]);
        let token = portal.token(&name);
        let mut seen = names(&portal.get("/system/user/list?pageSize=100", &token));
        seen.retain(|seen| !seen.starts_with("boss") || *seen == name);
        assert_eq!(seen, expected, "scope {scope}: list");
        for (user_name, id) in &people {
            let visible = expected.contains(user_name);
            let show = portal.get(&format!("/system/user/{id}"), &token);
            assert_eq!(show["code"] == 200, visible, "scope {scope}: {user_name} by id");
            let unknown = portal.get("/system/user/999999", &token);
            if !visible {
                assert_eq!(show, unknown, "a foreign row is as if it were not there");
                assert_eq!(show["msg"], "没有权限访问用户数据！");
            }
            let status = portal.put("/system/user/changeStatus", &token, json!({"userId": id, "status": "0"}));
            assert_eq!(status["code"] == 200, visible, "scope {scope}: {user_name} changed");
            let edit = portal.put("/system/user", &token, json!({"userId": id, "realName": "改名"}));
            assert_eq!(edit["code"] == 200, visible, "scope {scope}: {user_name} edited");
        }
        // Comma lists: one foreign id refuses all.
        let ids: Vec<String> = people.iter().map(|(_, id)| id.to_string()).collect();
        if scope != 1 {
            let answer = portal.delete(&format!("/system/user/{}", ids.join(",")), &token);
            assert_eq!(answer["code"], 500, "scope {scope}: comma list");
            assert_eq!(names(&portal.get("/system/user/list?userName=in1", &portal.admin())).len(), 4);
        }
        let depts: Vec<u64> = portal.get("/system/dept/list", &token)["data"]
            .as_array()
            .unwrap()
            .iter()
            .map(|dept| dept["deptId"].as_u64().unwrap())
            .collect();
        match scope {
            1 => assert_eq!(depts.len(), 18),
            2 => assert_eq!(depts, [111, 120]),
            3 => assert_eq!(depts, [101]),
            4 => assert_eq!(depts, [101, 110, 111, 112, 113, 114, 115]),
            _ => assert!(depts.is_empty(), "departments have no user column"),
        }
    }
    let token = portal.token("in110");
    assert_eq!(portal.get("/system/user/list", &token)["code"], 403, "no role: nothing at all");
}

#[test]
fn scope_counts_only_roles_that_hold_the_permission() {
    let portal = Portal::new();
    city(&portal);
    let narrow = portal.role("narrow", &["system:user:list"], 3, &[]);
    let wide = portal.role("wide", &["system:post:list"], 1, &[]);
    portal.person("both1", 120, &[narrow, wide]);
    assert_eq!(names(&portal.get("/system/user/list", &portal.token("both1"))), ["in120", "both1"]);
}

#[test]
fn nobody_grants_more_than_he_holds() {
    let portal = Portal::new();
    let manager = portal.role("manager", ALL, 4, &[]);
    let strong = portal.role("strong", &["system:config:edit"], 5, &[]);
    let wide = portal.role("wide", &["system:user:list"], 1, &[]);
    portal.person("boss", 101, &[manager]);
    let victim = portal.person("mighty", 110, &[strong]);
    let token = portal.token("boss");
    let add = |roles: Value| {
        let body = json!({"userName": "newone", "realName": "新人", "deptId": 110, "roleIds": roles});
        portal.post("/system/user", &token, body)["msg"].as_str().unwrap().to_owned()
    };
    assert_eq!(add(json!([strong])), "不能授予超出自己权限范围的角色：strong");
    assert_eq!(add(json!([wide])), "没有权限访问角色数据！", "a role that he does not see is not named");
    assert_eq!(add(json!([1])), "不允许操作超级管理员角色");
    for (path, body) in [
        ("/system/user/resetPwd", json!({"userId": victim, "password": PASSWORD})),
        ("/system/user/changeStatus", json!({"userId": victim, "status": "1"})),
        ("/system/user", json!({"userId": victim, "realName": "x"})),
        ("/system/user/authRole", json!({"userId": victim, "roleIds": ""})),
    ] {
        assert_eq!(portal.put(path, &token, body)["msg"], "不能操作权限高于自己的用户：mighty姓名", "{path}");
    }
    for (path, body) in [
        ("/system/user/changeStatus", json!({"userId": 1, "status": "1"})),
        ("/system/user/resetPwd", json!({"userId": 1})),
        ("/system/user", json!({"userId": 1, "realName": "x"})),
    ] {
        for token in [&token, &portal.admin()] {
            assert_eq!(portal.put(path, token, body.clone())["msg"], "不允许操作超级管理员用户", "{path}");
        }
    }
    let role = json!({"roleName": "r", "roleKey": "r", "roleSort": 1, "menuIds": [106]});
    assert_eq!(portal.post("/system/role", &token, role)["msg"], "不能授予自己没有的权限：参数设置");
    let role = json!({"roleId": 1, "roleName": "r", "roleKey": "r", "roleSort": 1});
    assert_eq!(portal.put("/system/role", &portal.admin(), role)["msg"], "不允许操作超级管理员角色");
    let scope = json!({"roleId": manager, "dataScope": "1"});
    assert_eq!(portal.put("/system/role/dataScope", &token, scope)["code"], 500);
}

#[test]
fn users_are_added_changed_and_removed_with_every_message() {
    let portal = Portal::new();
    let token = portal.admin();
    let base = json!({"userName": "zhangsan", "realName": "张三", "phonenumber": "13800138000", "email": "z@x.cn",
                      "deptId": 110, "postIds": [1], "roleIds": [2], "unknown": {"a": 1}, "delFlag": "2", "admin": true});
    let with = |field: &str, value: Value| {
        let mut body = base.clone();
        body[field] = value;
        body
    };
    for (field, value, message) in [
        ("userName", json!(""), "用户账号不能为空"),
        ("userName", json!("字".repeat(31)), "用户账号长度不能超过30个字符"),
        ("userName", json!("<b>x"), "用户账号不能包含脚本字符"),
        ("realName", json!("字".repeat(31)), "用户昵称长度不能超过30个字符"),
        ("email", json!("nomail"), "邮箱格式不正确"),
        ("email", json!(format!("{}@x.cn", "a".repeat(50))), "邮箱长度不能超过50个字符"),
        ("phonenumber", json!("138001380001"), "手机号码长度不能超过11个字符"),
        ("phonenumber", json!("23800138000"), "请输入正确的手机号码"),
        ("sex", json!("9"), "用户性别不正确"),
        ("remark", json!("字".repeat(501)), "备注长度不能超过500个字符"),
        ("deptId", json!(999), "没有权限访问部门数据！"),
        ("deptId", json!("abc"), "请求参数类型不匹配，参数[deptId]要求类型为：'整数'，但输入值为：'abc'"),
        ("roleIds", json!([99]), "没有权限访问角色数据！"),
        ("postIds", json!([99]), "岗位不存在，请刷新后重试"),
        ("password", json!("short"), "密码长度必须在8到64个字符之间"),
    ] {
        assert_eq!(portal.post("/system/user", &token, with(field, value))["msg"], message, "{field}");
    }
    let created = portal.post("/system/user", &token, base.clone());
    let (id, once) =
        (created["data"]["userId"].clone(), created["data"]["initialPassword"].as_str().unwrap().to_owned());
    assert_eq!((id.as_u64(), once.len()), (Some(100), 12), "{created}");
    for (body, message) in [
        (base.clone(), "新增用户'zhangsan'失败，登录账号已存在"),
        (with("userName", json!("ZhangSan")), "新增用户'ZhangSan'失败，登录账号已存在"),
        (with("userName", json!("lisi")), "新增用户'lisi'失败，手机号码已存在"),
        (
            {
                let mut b = with("userName", json!("lisi"));
                b["phonenumber"] = json!("");
                b
            },
            "新增用户'lisi'失败，邮箱账号已存在",
        ),
    ] {
        assert_eq!(portal.post("/system/user", &token, body)["msg"], message);
    }
    let shown = portal.get(&format!("/system/user/{id}"), &token);
    assert_eq!((shown["postIds"].clone(), shown["roleIds"].clone()), (json!([1]), json!([2])));
    assert_eq!((&shown["data"]["admin"], &shown["data"]["nickName"]), (&json!(false), &json!("张三")));
    assert!(shown["data"].get("password").is_none() && shown["data"]["avatar"] == "");
    // The form sends the whole object back, with an empty password; both spellings of the name work.
    let mut whole = shown["data"].clone();
    for (field, value) in
        [("password", json!("")), ("roleIds", json!([5])), ("postIds", json!([])), ("realName", json!("张三丰"))]
    {
        whole[field] = value;
    }
    assert_eq!(portal.put("/system/user", &token, whole)["code"], 200);
    let changes = portal.last_audit().changes;
    assert!(changes.contains("张三丰") && changes.contains("role_ids"), "{changes}");
    assert!(portal.sign_in("zhangsan", &once)["token"].is_string(), "a password in the body is ignored");
    for keyword in ["zsf", "zhangsanfeng", "三丰", "0138", "ZHANG"] {
        assert_eq!(
            names(&portal.get(&format!("/system/user/list?keyWord={keyword}"), &token)),
            ["zhangsan"],
            "{keyword}"
        );
    }
    assert_eq!(portal.delete("/system/user/1", &token)["msg"], "当前用户不能删除");
    assert_eq!(portal.delete(&format!("/system/user/{id},"), &token)["code"], 200);
    assert_eq!(portal.get("/system/user/list?keyWord=zsf", &token)["total"], 0);
    assert_eq!(portal.post("/system/user", &token, base)["code"], 200, "the name is free again");
}

#[test]
fn lists_page_filter_and_sort() {
    let portal = Portal::new();
    for number in 0..45 {
        portal.person(&format!("u{number:02}"), 110 + number % 2, &[]);
    }
    let token = portal.admin();
    let list = |query: &str| portal.get(&format!("/system/user/list?{query}"), &token);
    assert_eq!((list("")["total"].clone(), names(&list("")).len()), (json!(46), 20));
    assert_eq!(names(&list("pageNum=3&pageSize=20")).len(), 6);
    assert_eq!(names(&list("pageNum=99&pageSize=20")).len(), 6, "the last page");
    assert_eq!(names(&list("pageSize=9999&status=&userName=undefined")).len(), 46);
    assert_eq!(names(&list("deptId=101&pageSize=999")).len(), 45, "with all below");
    assert_eq!(list("deptId=111")["total"], 22);
    assert_eq!(list("params%5BbeginTime%5D=2024-09-30&params[endTime]=2024-09-30")["total"], 46);
    assert_eq!(list("beginTime=2024-10-01")["total"], 0);
    assert_eq!(list("params[beginTime]=x")["code"], 500);
    assert_eq!(names(&list("orderByColumn=userName&isAsc=descending"))[0], "u44");
    for query in
        ["orderByColumn=password", "orderByColumn=userName&isAsc=asc;drop", "orderByColumn=(case%20when%201=1)"]
    {
        assert_eq!(list(query)["msg"], "参数不符合规范，不能进行查询", "{query}");
    }
    assert_eq!(list("params[dataScope]=1%20or%201=1")["total"], 46, "an injected scope is no filter");
    let people = portal.get("/system/user/getRealUserList?pageNum=1&pageSize=9999", &portal.token("u01"));
    assert_eq!((people["rows"].as_array().unwrap().len(), people["data"].as_array().unwrap().len()), (46, 46));
    assert!(people["rows"][1].get("email").is_none(), "minimal fields");
    let ids = portal.get("/system/user/list/101,100,9999", &token);
    assert_eq!(names(&ids), ["u01", "u00"], "in the order asked, unknown left out");
    assert_eq!(portal.get("/system/user/list/x", &token)["msg"], "参数不正确");
    assert_eq!(portal.get("/system/user/selectUserListByRole?roleId=admin", &token)["total"], 1);
}

#[test]
fn departments_keep_their_tree() {
    let portal = Portal::new();
    let token = portal.admin();
    let tree = portal.get("/system/dept/treeselect", &token);
    assert_eq!(tree["data"][0]["label"], "云川市工业和信息化局");
    assert!(tree["data"][0]["children"][0]["children"][0].get("children").is_none(), "leaves have no key");
    let add = |name: &str, parent: u64| {
        portal.post("/system/dept", &token, json!({"deptName": name, "parentId": parent, "orderNum": "9"}))
    };
    assert_eq!(add("新科室", 101)["code"], 200);
    assert_eq!(add("新科室", 101)["msg"], "新增部门'新科室'失败，部门名称已存在");
    assert_eq!(add("新科室", 102)["code"], 200, "unique below the same parent only");
    assert_eq!(add("", 101)["msg"], "部门名称不能为空");
    let edit = |id: u64, parent: u64| {
        let body = json!({"deptId": id, "deptName": format!("改{id}"), "parentId": parent, "orderNum": 1});
        portal.put("/system/dept", &token, body)["msg"].as_str().unwrap().to_owned()
    };
    assert_eq!(edit(101, 101), "修改部门'改101'失败，上级部门不能是自己");
    assert_eq!(edit(101, 110), "修改部门'改101'失败，上级部门不能是自己的下级部门");
    assert_eq!(edit(110, 102), "操作成功");
    assert_eq!(portal.get("/system/dept/110", &token)["data"]["ancestors"], "0,100,102");
    let off = json!({"deptId": 101, "deptName": "局机关", "parentId": 100, "orderNum": 1, "status": "1"});
    assert_eq!(portal.put("/system/dept", &token, off)["msg"], "该部门包含未停用的子部门！");
    assert_eq!(portal.delete("/system/dept/101", &token)["msg"], "存在下级部门,不允许删除");
    portal.person("member", 111, &[]);
    assert_eq!(portal.delete("/system/dept/111", &token)["msg"], "部门存在用户,不允许删除");
    assert_eq!(portal.delete("/system/dept/112", &token)["code"], 200);
}

#[test]
fn roles_menus_posts_dictionaries_and_settings_keep_their_rules() {
    let portal = Portal::new();
    let token = portal.admin();
    let post = |path: &str, body: Value| portal.post(path, &token, body)["msg"].as_str().unwrap().to_owned();
    let role = json!({"roleName": "窗口值班", "roleKey": "counter", "roleSort": "3", "menuIds": [1, 100], "status": 0});
    assert_eq!(post("/system/role", role.clone()), "操作成功");
    assert_eq!(post("/system/role", role), "新增角色'窗口值班'失败，角色名称已存在");
    assert_eq!(
        post("/system/role", json!({"roleName": "x", "roleKey": "counter", "roleSort": 1})),
        "新增角色'x'失败，角色权限已存在"
    );
    assert_eq!(portal.get("/system/menu/roleMenuTreeselect/100", &token)["checkedKeys"], json!([100]));
    portal.person("holder", 110, &[100]);
    assert_eq!(portal.delete("/system/role/100", &token)["msg"], "窗口值班已分配,不能删除");
    let allocated = portal.get("/system/role/authUser/allocatedList?roleId=100", &token);
    assert_eq!(names(&allocated), ["holder"]);
    let holder = allocated["rows"][0]["userId"].clone();
    assert_eq!(
        portal.put("/system/role/authUser/cancel", &token, json!({"roleId": 100, "userId": holder}))["code"],
        200
    );
    let again = format!("/system/role/authUser/selectAll?roleId=100&userIds={holder}");
    assert_eq!(portal.request("PUT", &again, &token, None).json()["code"], 200);

    let menu =
        json!({"menuName": "外部", "parentId": 0, "orderNum": 9, "path": "ftp://x", "menuType": "C", "isFrame": "0"});
    assert_eq!(post("/system/menu", menu), "新增菜单'外部'失败，地址必须以http(s)://开头");
    assert_eq!(portal.delete("/system/menu/1", &token)["msg"], "存在子菜单,不允许删除");
    assert_eq!(portal.delete("/system/menu/1000", &token)["msg"], "菜单已分配,不允许删除");

    assert_eq!(
        post("/system/post", json!({"postCode": "leader", "postName": "新", "postSort": 1})),
        "新增岗位'新'失败，岗位编码已存在"
    );
    assert_eq!(
        post("/system/dict/type", json!({"dictName": "x", "dictType": "Bad"})),
        "字典类型必须以字母开头，且只能为（小写字母，数字，下滑线）"
    );
    let entry = json!({"dictType": "sys_user_sex", "dictLabel": "男", "dictValue": "0"});
    assert_eq!(post("/system/dict/data", entry), "新增字典数据'男'失败，字典键值已存在");
    assert_eq!(portal.delete("/system/dict/type/1", &token)["msg"], "用户性别已分配,不能删除");
    let rename = json!({"dictId": 1, "dictName": "性别", "dictType": "gender"});
    assert_eq!(portal.put("/system/dict/type", &token, rename)["code"], 200);
    assert_eq!(portal.get("/system/dict/data/type/gender", &token)["data"].as_array().unwrap().len(), 3);

    assert_eq!(portal.get("/system/config/configKey/sys.index.skinName", &token)["msg"], "skin-blue");
    assert_eq!(portal.delete("/system/config/1", &token)["msg"], "内置参数【sys.index.skinName】不能删除 ");
    portal.person("plain", 110, &[]);
    let plain = portal.token("plain");
    assert_eq!(portal.get("/system/config/configKey/sys.login.blackIPList", &plain)["msg"], "");
    assert_eq!(portal.get("/system/config/configKey/sys.account.lockMinutes", &plain)["msg"], "", "not public");
    let bad = json!({"configId": 18, "configName": "锁定", "configKey": "sys.account.lockMinutes", "configValue": "x"});
    assert_eq!(portal.put("/system/config", &token, bad)["msg"], "参数“锁定”的值应为1 到 1440 的整数");
}

#[test]
fn exports_have_two_eras_and_one_owner() {
    let portal = Portal::new();
    portal.person("other", 110, &[]);
    let (token, other) = (portal.admin(), portal.token("other"));
    for path in ["user", "role", "post", "dict/type", "dict/data", "config"] {
        let ticket = portal.get(&format!("/system/{path}/export"), &token)["msg"].as_str().unwrap().to_owned();
        assert!(ticket.contains('_') && ticket.ends_with(".xlsx") && !ticket.contains('/'), "{ticket}");
        let fetch = format!("/common/download?fileName={}&delete=true", urlencoded(&ticket));
        assert_eq!(portal.get(&fetch, &other)["msg"], "文件不存在或下载链接已失效，请重新导出", "foreign");
        let file = portal.request("GET", &fetch, &token, None);
        assert!(file.bytes.starts_with(b"PK"), "{path}");
        assert!(file.headers["content-disposition"].to_str().unwrap().starts_with("attachment"));
        assert_eq!(portal.get(&fetch, &token)["code"], 500, "once");
        let stream = portal.request("POST", &format!("/system/{path}/export"), &token, Some(""));
        assert!(stream.bytes.starts_with(b"PK"), "{path} streamed");
    }
    for name in ["../../etc/passwd", "/etc/passwd", "..%2f..%2fgx.redb", "x%00y"] {
        assert_eq!(portal.get(&format!("/common/download?fileName={name}"), &token)["code"], 500, "{name}");
    }
    let left = std::fs::read_dir(portal.app.paths.temporary()).unwrap().count();
    assert_eq!(left, 0, "fetched files leave nothing behind");
}

fn urlencoded(text: &str) -> String {
    text.bytes()
        .map(|byte| if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

#[test]
fn imports_are_dry_run_first_all_or_nothing_and_repeatable() {
    let portal = Portal::new();
    let token = portal.admin();
    let book = |rows: &[[&str; 5]]| {
        let mut workbook = rust_xlsxwriter::Workbook::new();
        let sheet = workbook.add_worksheet();
        for (column, header) in ["登录名称", "用户名称", "部门", "手机号码", "账号状态"].iter().enumerate()
        {
            sheet.write_string(0, column as u16, *header).unwrap();
        }
        for (row, cells) in rows.iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                sheet.write_string(row as u32 + 1, column as u16, *cell).unwrap();
            }
        }
        workbook.save_to_buffer().unwrap()
    };
    let import = |query: &str, bytes: &[u8]| {
        portal.upload(&format!("/system/user/importData?{query}"), &token, "file", "用户.xlsx", bytes)
    };
    let good = book(&[
        ["imp1", "一", "局机关/办公室", "13900000001", "正常"],
        ["imp2", "二", "财务科", "13900000002", "停用"],
    ]);
    let dry = import("dryRun=1", &good);
    assert_eq!(
        (&dry["code"], &dry["data"]["created"], &dry["data"]["failed"]),
        (&json!(200), &json!(2), &json!(0)),
        "{dry}"
    );
    assert_eq!(portal.get("/system/user/list?userName=imp", &token)["total"], 0, "a dry run changes nothing");
    let bad = book(&[["imp1", "一", "", "", ""], ["imp2", "二", "不存在的部门", "", ""], ["imp1", "三", "", "", ""]]);
    let answer = import("", &bad);
    assert_eq!(
        (&answer["data"]["failed"], &answer["data"]["rows"][0]["reason"]),
        (&json!(2), &json!("部门“不存在的部门”不存在")),
        "{answer}"
    );
    assert_eq!(portal.get("/system/user/list?userName=imp", &token)["total"], 0, "all or nothing");
    let told = answer["msg"].as_str().expect("a sentence");
    assert!(told.starts_with("很抱歉，导入失败！共 2 条数据格式不正确"), "{told}");
    assert!(told.contains("<br/>1、第 3 行账号 imp2：部门“不存在的部门”不存在"), "{told}");
    let done = import("updateSupport=0", &good);
    assert_eq!(done["data"]["created"], 2, "{done}");
    let fetch = format!("/common/download?fileName={}", urlencoded(done["data"]["resultFile"].as_str().unwrap()));
    assert!(portal.request("GET", &fetch, &token, None).bytes.starts_with(b"PK"), "one-time passwords");
    assert_eq!(import("updateSupport=0", &good)["data"]["rows"][0]["reason"], "账号 imp1 已存在");
    let again = import("updateSupport=true", &good);
    assert_eq!((&again["data"]["unchanged"], &again["data"]["failed"]), (&json!(2), &json!(0)), "repeatable: {again}");
    let rows = portal.get("/system/user/list?userName=imp", &token);
    assert_eq!((&rows["rows"][0]["dept"]["deptName"], &rows["rows"][1]["status"]), (&json!("办公室"), &json!("1")));
    for fixture in ["libreoffice-users.xlsx", "openpyxl-users.xlsx"] {
        let bytes = std::fs::read(format!("{}/tests/fixtures/{fixture}", env!("CARGO_MANIFEST_DIR"))).unwrap();
        let answer = import("dryRun=1&updateSupport=1", &bytes);
        assert!(
            answer["code"] == 200 || answer["msg"].as_str().is_some_and(|msg| msg.contains('列')),
            "{fixture}: {answer}"
        );
    }
    assert_eq!(
        import("", b"not a workbook")["msg"],
        "缺少列：登录名称、用户名称；无法识别的列：not a workbook；请使用下载的模板填写，或删除这些列"
    );
    assert_eq!(import("", &book(&[]))["msg"], "导入用户数据不能为空！");
    let template = portal.get("/system/user/importTemplate", &token)["msg"].as_str().unwrap().to_owned();
    let template = portal.request("GET", &format!("/common/download?fileName={}", urlencoded(&template)), &token, None);
    assert_eq!(import("", &template.bytes)["msg"], "导入用户数据不能为空！", "the example row is no data");
}

#[test]
fn own_profile_and_picture() {
    let portal = Portal::new();
    portal.person("self1", 110, &[5]);
    let token = portal.token("self1");
    let body = json!({"userId": 1, "realName": "自己", "phonenumber": "13700000000", "email": "s@x.cn", "sex": "1", "roleIds": [1], "deptId": 999});
    assert_eq!(portal.put("/system/user/profile", &token, body)["code"], 200);
    let profile = portal.get("/system/user/profile", &token);
    assert_eq!(
        (&profile["data"]["realName"], &profile["roleGroup"], &profile["data"]["deptId"]),
        (&json!("自己"), &json!("经办员"), &json!(110))
    );
    assert_eq!(portal.get("/system/user/1", &portal.admin())["data"]["realName"], "管理员", "nobody else is touched");
    let wrong = json!({"oldPassword": "wrong", "newPassword": "Another-9527"});
    assert_eq!(portal.put("/system/user/profile/updatePwd", &token, wrong)["msg"], "修改密码失败，旧密码错误");
    let same = json!({"oldPassword": PASSWORD, "newPassword": PASSWORD});
    assert_eq!(portal.put("/system/user/profile/updatePwd", &token, same)["msg"], "新密码不能与旧密码相同");
    let mut png = std::io::Cursor::new(Vec::new());
    image::RgbImage::new(600, 400).write_to(&mut png, image::ImageOutputFormat::Png).unwrap();
    let set = portal.upload("/system/user/profile/avatar", &token, "avatarfile", "a.png", &png.into_inner());
    let url = set["imgUrl"].as_str().expect("a path").to_owned();
    let picture = portal.request("GET", &url, "", None);
    assert!(picture.bytes.starts_with(b"\x89PNG") && picture.headers["content-type"] == "image/png");
    for (name, bytes) in
        [("a.png", &b"<html><script>alert(1)</script>"[..]), ("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>")]
    {
        let answer = portal.upload("/system/user/profile/avatar", &token, "avatarfile", name, bytes);
        assert_eq!(answer["msg"], "图片格式不正确，请上传 jpg 或 png 图片", "{name}");
    }
    assert_eq!(portal.get("/profile/avatar/x.png", "")["msg"], "图片不存在");
}

#[test]
fn numbers_of_colleagues_are_whole_only_for_who_may_query_them() {
    let portal = Portal::new();
    let admin = portal.admin();
    let here = portal.role("here", &["system:user:list", "system:user:query", "system:user:export"], 3, &[]);
    let lists = portal.role("lists", &["system:user:list"], 1, &[]);
    portal.person("looker", 110, &[here, lists]);
    for (name, dept, phone) in [("near1", 110, "13812345678"), ("far1", 120, "13987654321")] {
        let user = json!({"userName": name, "realName": "同事", "deptId": dept, "phonenumber": phone});
        assert_eq!(portal.post("/system/user", &admin, user)["code"], 200);
    }
    let (looker, plain) = (portal.token("looker"), {
        portal.person("plain", 120, &[]);
        portal.token("plain")
    });
    let phones = |path: &str, token: &str| -> Vec<String> {
        let rows = portal.get(path, token)["rows"].as_array().expect("rows").clone();
        let phone = |row: &Value| row["phonenumber"].as_str().unwrap().to_owned();
        rows.iter().map(phone).filter(|phone| !phone.is_empty()).collect()
    };
    let people = "/system/user/getRealUserList";
    assert_eq!(phones(people, &looker), ["13812345678", "139****4321"], "the right counts for its rows only");
    assert_eq!(phones(people, &plain), ["138****5678", "139****4321"]);
    assert_eq!(phones("/system/user/list", &looker), ["13812345678", "139****4321"], "in the list of users as well");
    // A masked number is not recovered digit by digit, by no field of no list.
    for digits in ["9", "39", "987", "876543", "98%017", "%039"] {
        for field in ["phonenumber", "keyWord", "userName"] {
            for token in [&looker, &plain] {
                assert_eq!(phones(&format!("{people}?{field}={digits}"), token).len(), 0, "{field}={digits}");
            }
        }
        for field in ["phonenumber", "keyWord"] {
            let found = phones(&format!("/system/user/list?{field}={digits}"), &looker);
            assert_eq!(found.len(), 0, "list {field}={digits}");
        }
    }
    assert!(
        phones(&format!("{people}?phonenumber=1398765"), &plain).is_empty(),
        "seven digits are guessed in a minute"
    );
    assert_eq!(phones(&format!("{people}?phonenumber=13987654321"), &plain), ["139****4321"], "who knows it finds it");
    assert_eq!(phones(&format!("{people}?keyWord=1234"), &looker), ["13812345678"], "and who sees it");
    assert_eq!(phones(&format!("{people}?keyWord=8765"), &admin), ["13987654321"]);
    assert_eq!(phones(&format!("{people}?keyWord=far1"), &plain), ["139****4321"], "names are found by any part");
    assert_eq!(phones(&format!("{people}?keyWord=1"), &plain).len(), 2, "a digit of a login name as well");
}
