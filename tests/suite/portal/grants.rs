//! Who may give which rights and rows, walked by hand: the ways in which administrators of a department once widened
//! themselves, and what stays possible. `grants_model.rs` tries the rest.

use crate::support;
use gx_portal::platform::identity::role::Role;
use gx_portal::store::{Reads, id};
use rust_xlsxwriter::Workbook;
use serde_json::{Value, json};
use support::Portal;

const ADMIN: &[&str] = &[
    "system:user:list",
    "system:user:query",
    "system:user:add",
    "system:user:edit",
    "system:user:import",
    "system:role:list",
    "system:role:query",
    "system:role:add",
    "system:role:edit",
    "system:dept:list",
    "system:dept:edit",
    "system:menu:list",
];
const BEYOND: &str = "的权限超出您自己的权限范围，不能操作";

fn describe(answer: &Value) -> String {
    answer["msg"].as_str().unwrap_or_default().to_owned()
}

fn role(portal: &Portal, role_id: u64) -> Role {
    portal.app.store.read().unwrap().get(&id(role_id)).unwrap().unwrap()
}

fn form(portal: &Portal, role_id: u64, field: &str, value: Value) -> Value {
    let role = role(portal, role_id);
    let mut form =
        json!({"roleId": role_id, "roleName": role.role_name, "roleKey": role.role_key, "roleSort": role.role_sort});
    form[field] = value;
    form
}

fn menus_of(portal: &Portal, role_id: u64) -> Vec<u64> {
    role(portal, role_id).menu_ids
}

/// Makes a role by the form; answers its number.
fn made(portal: &Portal, token: &str, key: &str, menus: &[u64]) -> u64 {
    let answer = portal.post(
        "/system/role",
        token,
        json!({"roleName": key, "roleKey": key, "roleSort": 1, "menuIds": menus, "dataScope": "1"}),
    );
    assert_eq!(answer["code"], 200, "{answer}");
    let all: Vec<Role> = portal.app.store.read().unwrap().all().unwrap();
    all.iter().find(|role| role.role_key == key).unwrap().role_id
}

#[test]
fn nobody_widens_his_own_rows_by_a_role_of_his_making() {
    let portal = Portal::new();
    for (scope, depts, wider) in [
        (3, vec![], &["1", "2", "4"][..]),
        (2, vec![102], &["1", "2", "4"]),
        (5, vec![], &["1", "2", "3", "4"]),
        (4, vec![], &["1"]),
    ] {
        let office = portal.role(&format!("office{scope}"), ADMIN, scope, &depts);
        let name = format!("boss{scope}");
        let user_id = portal.person(&name, 102, &[office]);
        let token = portal.token(&name);
        let seen = || portal.get("/system/user/list?pageSize=100", &token)["total"].as_u64().unwrap();
        let before = seen();
        let mine = made(&portal, &token, &format!("mine{scope}"), &menus_of(&portal, office));
        assert_eq!(role(&portal, mine).data_scope, 5, "a new role begins at own rows, whatever the form says");
        let path = format!("/system/user/authRole?userId={user_id}&roleIds={office},{mine}");
        assert_eq!(describe(&portal.put(&path, &token, json!({}))), "不能为本人调整角色，请由其他管理员办理");
        assert_eq!(portal.put(&path, &portal.admin(), json!({}))["code"], 200);
        for wider in wider {
            let mut change = form(&portal, mine, "dataScope", json!(wider));
            change["deptIds"] = json!([102, 120]);
            let answer = portal.put("/system/role/dataScope", &token, change);
            let told = describe(&answer);
            let is_his = told.contains("不能扩大本人所持角色");
            assert!(is_his || told.starts_with("没有权限访问"), "{scope} to {wider}: {answer}");
        }
        assert_eq!(seen(), before, "scope {scope}");
        if scope == 4 {
            // What he has he may give, but not to himself.
            let other = made(&portal, &token, "other", &menus_of(&portal, office));
            let mate = portal.person("mate", 102, &[office]);
            let path = format!("/system/user/authRole?userId={mate}&roleIds={office},{other}");
            assert_eq!(portal.put(&path, &token, json!({}))["code"], 200, "to somebody else");
            for (role, fine) in [(mine, false), (other, true)] {
                let mut narrower = form(&portal, role, "dataScope", json!("2"));
                narrower["deptIds"] = json!([102, 120]);
                assert_eq!(portal.put("/system/role/dataScope", &token, narrower)["code"] == 200, fine, "{role}");
            }
        }
    }
}

#[test]
fn an_all_data_role_without_rights_opens_nothing_else() {
    let portal = Portal::new();
    let office = portal.role("office", ADMIN, 4, &[]);
    let notices = portal.role("notices", &["system:notice:list"], 1, &[]);
    portal.person("boss", 102, &[office, notices]);
    let token = portal.token("boss");
    let mine = made(&portal, &token, "mine", &menus_of(&portal, office));
    let mate = portal.person("mate", 102, &[office]);
    let give = |role: u64| {
        let path = format!("/system/user/authRole?userId={mate}&roleIds={office},{role}");
        assert_eq!(portal.put(&path, &token, json!({}))["code"], 200, "{role}");
    };
    give(mine);
    let wide = portal.put("/system/role/dataScope", &token, form(&portal, mine, "dataScope", json!("1")));
    assert!(describe(&wide).ends_with(BEYOND), "{wide}");
    // What he has with all data he may give with all data.
    let harmless = made(&portal, &token, "harmless", &menus_of(&portal, notices));
    portal.person("below", 120, &[]);
    give(harmless);
    let all = portal.put("/system/role/dataScope", &token, form(&portal, harmless, "dataScope", json!("1")));
    assert_eq!(all["code"], 200, "{all}");
}

#[test]
fn who_sits_in_no_department_has_none_below_him() {
    use gx_portal::platform::identity::user::User;
    let portal = Portal::new();
    let below = portal.role("below", &["system:user:list", "system:dept:list"], 4, &[]);
    let number = portal.person("nowhere", 110, &[below]);
    let token = portal.token("nowhere");
    assert!(portal.get("/system/user/list", &token)["total"].as_u64() > Some(0));
    support::act(&portal.app, move |op| {
        let user: User = op.view().tx.get(&id(number))?.unwrap();
        op.put(&User { dept_id: 0, ..user })?;
        Ok(())
    });
    assert_eq!(portal.get("/system/user/list", &token)["total"], 0, "not everybody");
    assert_eq!(portal.get("/system/dept/list", &token)["data"], json!([]));
}

#[test]
fn a_role_of_several_departments_is_given_by_each_but_changed_by_none_of_them() {
    let portal = Portal::new();
    let office = portal.role("office", ADMIN, 4, &[]);
    let desk = portal.role("desk", &["system:user:list"], 3, &[]);
    portal.person("boss", 102, &[office]);
    portal.person("here", 120, &[desk]);
    let there = portal.person("there", 110, &[desk]);
    let next = portal.person("next", 121, &[]);
    let token = portal.token("boss");
    let give = |user: u64| {
        portal.put(&format!("/system/role/authUser/selectAll?roleId={desk}&userIds={user}"), &token, json!({}))
    };
    assert_eq!(give(next)["code"], 200);
    assert_eq!(describe(&give(there)), "没有权限访问用户数据！");
    let more = json!([menus_of(&portal, desk), menus_of(&portal, office)].concat());
    for (path, change) in [
        ("/system/role", form(&portal, desk, "menuIds", more)),
        ("/system/role/dataScope", form(&portal, desk, "dataScope", json!("4"))),
        ("/system/role/changeStatus", json!({"roleId": desk, "status": "1"})),
    ] {
        assert_eq!(describe(&portal.put(path, &token, change)), format!("角色“desk”{BEYOND}"), "{path}");
    }
    let taken = portal.put("/system/role/authUser/cancel", &token, json!({"roleId": desk, "userId": next}));
    assert_eq!(taken["code"], 200, "{taken}");
}

#[test]
fn a_changed_role_acts_on_the_next_request_of_who_acts_with_it() {
    let portal = Portal::new();
    let office = portal.role("office", ADMIN, 4, &[]);
    let desk = portal.role("desk", &["system:user:list"], 3, &[]);
    let below = portal.person("below", 120, &[]);
    portal.person("boss", 102, &[office]);
    let (boss, admin) = (portal.token("boss"), portal.admin());
    let give =
        |roles: &str| portal.put(&format!("/system/user/authRole?userId={below}&roleIds={roles}"), &boss, json!({}));
    assert_eq!(give(&desk.to_string())["code"], 200);
    assert_eq!(give("")["code"], 200);
    let narrowed = form(&portal, office, "dataScope", json!("3"));
    assert_eq!(portal.put("/system/role/dataScope", &admin, narrowed)["code"], 200);
    assert_eq!(describe(&give(&desk.to_string())), "没有权限访问用户数据！");
}

#[test]
fn moving_a_department_or_a_person_shows_nobody_what_the_mover_does_not_see() {
    let portal = Portal::new();
    let (books, office) = (
        portal.role("books", &["fin:bill:list"], 4, &[]),
        portal.role("office", &[ADMIN, &["lease:lease:list"]].concat(), 2, &[101, 102, 110, 120, 121]),
    );
    portal.person("accountant", 101, &[books]);
    let mover = portal.person("mover", 110, &[office]);
    let token = portal.token("mover");
    let dept = |dept: u64, parent: u64| json!({"deptId": dept, "parentId": parent, "deptName": format!("部门{dept}"), "orderNum": 1});
    let refused = portal.put("/system/dept", &token, dept(120, 101));
    assert!(describe(&refused).contains("请由权限更大的管理员移动"), "the accountant would see its bills: {refused}");
    assert_eq!(portal.put("/system/dept", &token, dept(120, 121))["code"], 200, "nobody reaches down from there");
    assert_eq!(portal.put("/system/dept", &portal.admin(), dept(120, 101))["code"], 200, "user 1 moves everything");

    // A department moved away while a role is given: what counts is the tree of the moment.
    let chief = portal.role("chief", &["system:user:list"], 4, &[]);
    let guest = portal.person("guest", 110, &[]);
    let give =
        |user: u64| portal.put(&format!("/system/user/authRole?userId={user}&roleIds={chief}"), &token, json!({}));
    assert_eq!(give(guest)["code"], 200, "110 has nothing below it");
    assert_eq!(give(guest)["code"], 200);
    assert_eq!(portal.put("/system/dept", &portal.admin(), dept(111, 110))["code"], 200);
    let other = portal.person("other", 110, &[]);
    assert_eq!(describe(&give(other)), "不能授予超出自己权限范围的角色：chief", "111 lies below 110 now");
    assert_eq!(describe(&give(guest)), "不能操作权限高于自己的用户：guest姓名");

    // A person takes his roles along: below 102 they reach what the mover does not have.
    let clerk = portal.role("clerk4", &["lease:lease:list"], 4, &[]);
    let person = portal.person("person", 121, &[clerk]);
    let moved = portal.put("/system/user", &token, json!({"userId": person, "deptId": 102}));
    assert!(describe(&moved).starts_with("调整部门后，角色“clerk4”的数据范围将超出您自己的权限范围"), "{moved}");
    assert_ne!(mover, person);
}

#[test]
fn two_administrators_cannot_lift_each_other() {
    let portal = Portal::new();
    let left = portal.role("left", ADMIN, 2, &[110, 111]);
    let right = portal.role("right", ADMIN, 2, &[110, 112]);
    let (one, two) = (portal.person("one", 110, &[left]), portal.person("two", 110, &[right]));
    let (first, second) = (portal.token("one"), portal.token("two"));
    for (token, role, to) in [(&first, left, two), (&second, right, one), (&first, right, one), (&second, left, two)] {
        for path in [
            format!("/system/user/authRole?userId={to}&roleIds={role}"),
            format!("/system/role/authUser/selectAll?roleId={role}&userIds={to}"),
        ] {
            let answer = portal.put(&path, token, json!({}));
            assert_ne!(answer["code"], 200, "{path}: {answer}");
        }
    }
}

#[test]
fn a_disabled_role_is_measured_as_if_it_counted() {
    let portal = Portal::new();
    let office = portal.role("office", ADMIN, 4, &[]);
    let asleep = portal.role("asleep", ADMIN, 1, &[]);
    let user_id = portal.person("boss", 102, &[office, asleep]);
    let admin = portal.admin();
    assert_eq!(portal.put("/system/role/changeStatus", &admin, json!({"roleId": asleep, "status": "1"}))["code"], 200);
    let token = portal.token("boss");
    for (path, change) in [
        ("/system/role/changeStatus", json!({"roleId": asleep, "status": "0"})),
        ("/system/role", form(&portal, asleep, "status", json!("0"))),
    ] {
        assert_eq!(describe(&portal.put(path, &token, change)), format!("角色“asleep”{BEYOND}"), "{path}");
    }
    let again = portal.put(&format!("/system/user/authRole?userId={user_id}&roleIds={asleep}"), &token, json!({}));
    assert!(describe(&again).starts_with("不能操作权限高于自己的用户"), "{again}");
}

fn book(rows: &[&[&str]]) -> Vec<u8> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    for (row, cells) in (0..).zip(rows) {
        for (column, cell) in (0..).zip(*cells) {
            sheet.write_string(row, column, *cell).unwrap();
        }
    }
    workbook.save_to_buffer().unwrap()
}

#[test]
fn an_account_belongs_to_a_department_unless_its_maker_sees_everything() {
    let portal = Portal::new();
    let office = portal.role("office", ADMIN, 4, &[]);
    portal.person("boss", 102, &[office]);
    let below = portal.person("below", 120, &[]);
    let (token, admin) = (portal.token("boss"), portal.admin());
    let user = |name: &str| json!({"userName": name, "realName": "无部门"});
    assert_eq!(describe(&portal.post("/system/user", &token, user("stray1"))), "请选择归属部门");
    let away = json!({"userId": below, "deptId": 0});
    assert_eq!(describe(&portal.put("/system/user", &token, away)), "请选择归属部门");
    assert_eq!(portal.post("/system/user", &admin, user("stray1"))["code"], 200);
    let stray = book(&[&["登录名称", "用户名称", "部门"], &["stray2", "无部门", ""]]);
    let import = |token: &str| portal.upload("/system/user/importData", token, "file", "x.xlsx", &stray);
    assert_eq!(import(&token)["data"]["rows"][0]["reason"], "请选择归属部门");
    assert_eq!(import(&admin)["data"]["created"], 1);
}

/// Every import of a workbook that follows a template, by its route.
const IMPORTS: &[&str] = &[
    "/appr/calendar",
    "/asset/asset",
    "/asset/room",
    "/fin/opening",
    "/fin/receipt",
    "/lease/lease",
    "/lease/tenant",
    "/system/config",
    "/system/dept",
    "/system/dict/data",
    "/system/dict/type",
    "/system/post",
    "/system/role",
    "/system/user",
];

#[test]
fn every_import_refuses_columns_that_nobody_reads() {
    let portal = Portal::new();
    let token = portal.admin();
    // The bank's own file follows no template: it is read by its content. Those of registers have none of their own: a
    // definition is no workbook, and what rows refuse is tried in `registers/exchange.rs`.
    let all = portal.routes.iter().map(gx_portal::route::Route::name).filter(|name| name.ends_with("importData"));
    let mut all: Vec<String> =
        all.filter(|name| !name.contains("/fin/receipt/bank/") && !name.contains("/reg/")).collect();
    all.sort_unstable();
    let known: Vec<String> = IMPORTS.iter().map(|base| format!("POST {base}/importData")).collect();
    assert_eq!(all, known, "a new import belongs into this table");
    for base in IMPORTS {
        let template = portal.request("POST", &format!("{base}/importTemplate"), &token, Some("{}")).bytes;
        let path = portal.folder.path().join("template.xlsx");
        std::fs::write(&path, template).unwrap();
        let table = gx_portal::sheet::read(&path, gx_portal::sheet::Limits::default()).unwrap();
        let mut head: Vec<&str> = table.headers.iter().map(String::as_str).collect();
        head.push("部门编号");
        let row: Vec<&str> = head.iter().map(|_| "1").collect();
        let answer = portal.upload(&format!("{base}/importData"), &token, "file", "x.xlsx", &book(&[&head, &row]));
        assert_eq!(describe(&answer), "无法识别的列：部门编号；请使用下载的模板填写，或删除这些列", "{base}");
    }
}
