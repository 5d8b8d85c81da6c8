//! Who may change the rule, who is bound by it: every administrative act of the portal, and for each either the rule that keeps
//! its actor from profiting, tried against the running program, or why it can favour nobody. Nobody gives himself a right or
//! a task.

use std::collections::BTreeMap;

use crate::e1::{Town, c1};
use crate::support;
use gx_portal::features::system::config;
use gx_portal::platform::identity::menu::Menu;
use gx_portal::platform::identity::role::Role;
use gx_portal::platform::identity::user::User;
use gx_portal::route::{Access, Method};
use gx_portal::store::Reads;
use serde_json::{Value, json};

/// What permissions of administration begin with.
const ADMINISTERS: [&str; 5] = ["system:", "monitor:", "appr:", "tool:gen:", "fin:close:"];

/// A rule, tried: its actor asks for his own advantage and is refused with this.
type Tried = (&'static str, fn(&House) -> Value);

/// Acts that are bound by a rule.
const BOUND: &[(&[&str], Tried)] = &[
    (&["POST /appr/manage/assign"], ("不能分派给本人", |house| house.assign(house.keeper))),
    (&["POST /appr/manage/back"], ("您是该单据的发起人", |house| house.manage("back"))),
    (&["POST /appr/manage/terminate"], ("您是该单据的发起人", |house| house.manage("terminate"))),
    (
        &["POST /appr/manage/handover"],
        ("不能移交给本人", |house| {
            house.post("/appr/manage/handover", json!({"from": house.mate, "to": house.keeper, "comment": "调岗"}))
        }),
    ),
    (&["POST /appr/definition/publish"], ("指定了您本人为办理人", House::publish_himself)),
    (&["PUT /system/config", "POST /system/config/importData"], ("最近由本单据的发起人或经办人修改", House::own_limit)),
    (
        &["POST /system/dept", "PUT /system/dept", "POST /system/dept/importData"],
        ("不能把本人设为部门负责人", |house| {
            let form =
                json!({"deptId": 120, "parentId": 100, "deptName": "下属", "orderNum": 1, "leaderId": house.keeper});
            house.put("/system/dept", form)
        }),
    ),
    (
        &["PUT /system/user"],
        ("不能为本人调整角色", |house| {
            house.put("/system/user", json!({"userId": house.keeper, "roleIds": [house.keeps, house.decides]}))
        }),
    ),
    (
        &["POST /system/user/importData"],
        ("不能为本人调整部门", |house| {
            house.put("/system/user", json!({"userId": house.keeper, "deptId": 120}))
        }),
    ),
    (
        &["PUT /system/user/authRole"],
        ("不能为本人调整角色", |house| {
            let roles = format!("{},{}", house.keeps, house.decides);
            house.put(&format!("/system/user/authRole?userId={}&roleIds={roles}", house.keeper), json!({}))
        }),
    ),
    (
        &["PUT /system/role/authUser/selectAll"],
        ("不能为本人调整角色", |house| {
            house.put(
                &format!("/system/role/authUser/selectAll?roleId={}&userIds={}", house.decides, house.keeper),
                json!({}),
            )
        }),
    ),
    (
        &["PUT /system/role", "POST /system/role/importData"],
        ("不能扩大本人所持角色", |house| {
            let mut form = house.role(house.own);
            form["menuIds"] = json!(house.menus("fin:waiver:approve"));
            house.put("/system/role", form)
        }),
    ),
    (
        &["PUT /system/role/dataScope"],
        ("不能扩大本人所持角色", |house| {
            let mut form = house.role(house.own);
            form["dataScope"] = json!("1");
            house.put("/system/role/dataScope", form)
        }),
    ),
    (&["PUT /system/role/changeStatus"], ("不能扩大本人所持角色", House::enable_own)),
    (&["POST /system/menu", "PUT /system/menu"], ("增加审批权限", House::rename_permission)),
    (&["POST /fin/close/reopen"], ("", House::reopen_own)),
];

/// Acts that can favour nobody, by the reason why.
const FREE: &[(&str, &[&str])] = &[
    (
        "exports and templates change no rule",
        &[
            "POST /appr/calendar/importTemplate",
            "POST /appr/manage/export",
            "POST /appr/manage/pace/export",
            "POST /monitor/bundle",
            "POST /monitor/job/export",
            "POST /monitor/jobLog/export",
            "POST /monitor/logininfor/export",
            "POST /monitor/operlog/export",
            "POST /reg/design/{id}/export",
            "POST /system/config/export",
            "POST /system/config/importTemplate",
            "POST /system/dept/export",
            "POST /system/dept/importTemplate",
            "POST /system/dict/data/export",
            "POST /system/dict/data/importTemplate",
            "POST /system/dict/type/export",
            "POST /system/dict/type/importTemplate",
            "POST /system/post/export",
            "POST /system/post/importTemplate",
            "POST /system/role/export",
            "POST /system/role/importTemplate",
            "POST /system/user/export",
            "POST /system/user/importTemplate",
            "POST /system/notice/export",
        ],
    ),
    (
        "the name of the authority and a card that is put away give no right",
        &["POST /system/start/organization", "POST /system/start/close"],
    ),
    (
        "time never decides: the calendar moves reminders alone",
        &[
            "PUT /appr/calendar",
            "POST /appr/calendar/example",
            "POST /appr/calendar/importData",
            "DELETE /appr/calendar/{days}",
        ],
    ),
    (
        "drafts count for nothing; what runs keeps its version; publishing has a rule of its own",
        &[
            "POST /appr/definition",
            "PUT /appr/definition",
            "POST /appr/definition/copy",
            "POST /appr/definition/import",
            "DELETE /appr/definition/{ids}",
            "POST /appr/definition/simulate",
            "POST /appr/definition/validate",
        ],
    ),
    (
        "disabling stops new submissions; presets are the product's drawings and name nobody; the roles made have no members",
        &["POST /appr/definition/disable", "POST /appr/definition/preset", "POST /appr/definition/roles"],
    ),
    (
        "a form says what is filled in; who decides stands in the process",
        &["POST /appr/form", "PUT /appr/form", "DELETE /appr/form/{ids}"],
    ),
    (
        "one's own requests: nobody decides about his own",
        &[
            "POST /appr/form/start",
            "PUT /appr/form/data",
            "POST /appr/draft",
            "PUT /appr/draft",
            "DELETE /appr/draft/{ids}",
        ],
    ),
    (
        "closing only narrows: later days are booked in the first open month",
        &["POST /fin/close", "POST /fin/close/until"],
    ),
    (
        "running the machine gives no right; logs are archived, never lost, and that leaves a row",
        &[
            "DELETE /monitor/cache/clearCacheAll",
            "DELETE /monitor/cache/clearCacheKey/{cacheKey}",
            "DELETE /monitor/cache/clearCacheName/{cacheName}",
            "POST /monitor/cache/columns/{table}",
            "DELETE /monitor/crash/clean",
            "POST /monitor/job",
            "PUT /monitor/job",
            "PUT /monitor/job/changeStatus",
            "PUT /monitor/job/run",
            "DELETE /monitor/job/{jobIds}",
            "DELETE /monitor/jobLog/clean",
            "DELETE /monitor/jobLog/{jobLogIds}",
            "DELETE /monitor/logininfor/clean",
            "DELETE /monitor/logininfor/{ids}",
            "PUT /monitor/mode",
            "POST /monitor/protect/base",
            "POST /monitor/protect/verify",
            "POST /monitor/protect/drill",
            "DELETE /monitor/online/batch/{tokenIds}",
            "DELETE /monitor/online/{tokenIds}",
            "DELETE /monitor/operlog/clean",
            "DELETE /monitor/operlog/{ids}",
        ],
    ),
    (
        "a register describes data; rights on its rows come by roles, which have rules of their own",
        &[
            "POST /reg/design",
            "PUT /reg/design",
            "POST /reg/design/book",
            "DELETE /reg/design/book/{ids}",
            "POST /reg/design/book/{id}/guess",
            "PUT /reg/design/book/{id}/wizard",
            "POST /reg/design/importData",
            "PUT /reg/design/{id}/archive",
            "PUT /reg/design/{id}/convert",
            "PUT /reg/design/{id}/field/archive",
            "PUT /reg/design/{id}/field/restore",
            "DELETE /reg/design/{id}/field/{no}",
            "PUT /reg/design/{id}/load",
            "PUT /reg/design/{id}/publish",
            "PUT /reg/design/{id}/resume",
            "PUT /reg/design/{id}/stop",
            "PUT /reg/design/{id}/unarchive",
            "PUT /tool/gen",
            "POST /tool/gen/createTable",
            "POST /tool/gen/importTable",
            "DELETE /tool/gen/{ids}",
        ],
    ),
    (
        "no code reads a new setting; built-in ones can't be removed; caches change no value",
        &[
            "POST /system/config",
            "DELETE /system/config/{configIds}",
            "DELETE /system/config/clearCache",
            "DELETE /system/config/refreshCache",
        ],
    ),
    (
        "order, names and words are display; posts are given by others; removing only takes",
        &[
            "PUT /system/dept/updateSort",
            "DELETE /system/dept/{deptId}",
            "POST /system/dict/data",
            "PUT /system/dict/data",
            "POST /system/dict/data/importData",
            "DELETE /system/dict/data/{dictCodes}",
            "POST /system/dict/type",
            "PUT /system/dict/type",
            "DELETE /system/dict/type/clearCache",
            "POST /system/dict/type/importData",
            "DELETE /system/dict/type/refreshCache",
            "DELETE /system/dict/type/{dictIds}",
            "PUT /system/menu/updateSort",
            "DELETE /system/menu/{menuId}",
            "POST /system/module",
            "PUT /system/module",
            "DELETE /system/module/{moduleIds}",
            "POST /system/post",
            "PUT /system/post",
            "POST /system/post/importData",
            "DELETE /system/post/{postIds}",
            "DELETE /system/role/{roleIds}",
            "DELETE /system/user/{userIds}",
            "PUT /system/role/authUser/cancel",
            "PUT /system/role/authUser/cancelAll",
        ],
    ),
    (
        "a new role begins at own rows and has no members; a new account is another person's",
        &["POST /system/role", "POST /system/user"],
    ),
    (
        "acts on other people's accounts: they are signed out, must choose a new secret, and it is logged",
        &["PUT /system/user/changeStatus", "PUT /system/user/resetPwd", "PUT /system/user/resetOtp"],
    ),
    (
        "announcements only tell; who wrote one doesn't decide about it",
        &[
            "POST /system/notice",
            "PUT /system/notice",
            "DELETE /system/notice/{noticeIds}",
            "PUT /system/notice/changeState",
        ],
    ),
];

/// A town with somebody who may administer everything and writes a document himself, and who else there is.
struct House {
    town: Town,
    token: String,
    keeper: u64,
    mate: u64,
    /// His role of all administration; one of the business that he holds, and one that he doesn't.
    keeps: u64,
    own: u64,
    decides: u64,
    /// His own process, and another one's.
    his: u64,
    other: u64,
}

impl House {
    fn new() -> Self {
        let town = Town::new();
        let tx = town.portal.app.store.read().unwrap();
        let every: Vec<String> = tx.all::<Menu>().unwrap().into_iter().map(|menu| menu.perms).collect();
        drop(tx);
        let every: Vec<&str> = every.iter().map(String::as_str).filter(|perms| !perms.is_empty()).collect();
        let keeps = town.portal.role("keeps", &every, 1, &[]);
        let own = town.portal.role("ownrole", &["fin:waiver:list", "system:dict:list"], 3, &[]);
        let decides = town.portal.role("decides", &["fin:expense:approve"], 1, &[]);
        let keeper = town.portal.person("keeper", 110, &[keeps, own]);
        let mate = town.portal.person("mate", 110, &[decides]);
        let token = town.portal.token("keeper");
        let lease = town.signed(c1(), "2023-12-10");
        town.receipt(lease, 1, 100_000, "2024-01-20", json!({}));
        town.done(&town.clerk, "/fin/bill/generate", json!({}));
        let expense =
            json!({"partyAId": 1, "kind": 3, "category": "维修", "payee": "云川电梯维保", "amountFen": 350_000});
        let start = |who: &str| {
            assert_eq!(town.portal.post("/fin/expense", who, expense.clone())["code"], 200);
            town.portal.get("/appr/instance/mine", who)["rows"][0]["instanceId"].as_u64().unwrap()
        };
        let (his, other) = (start(&token), start(&town.clerk));
        Self { town, token, keeper, mate, keeps, own, decides, his, other }
    }

    fn post(&self, path: &str, form: Value) -> Value {
        self.town.portal.post(path, &self.token, form)
    }

    fn put(&self, path: &str, form: Value) -> Value {
        self.town.portal.put(path, &self.token, form)
    }

    fn manage(&self, deed: &str) -> Value {
        self.post(&format!("/appr/manage/{deed}"), json!({"id": self.his, "comment": "不办了"}))
    }

    fn assign(&self, to: u64) -> Value {
        let tasks = self.town.portal.get(&format!("/appr/manage/tasks/{}", self.other), &self.token);
        let task = tasks["data"][0]["taskId"].clone();
        self.post("/appr/manage/assign", json!({"taskId": task, "userId": to, "comment": "换人"}))
    }

    fn publish_himself(&self) -> Value {
        let node =
            json!({"code": "t1", "type": 1, "name": "审批", "assign": [{"kind": "USER", "users": [self.keeper]}]});
        let drawing = json!({"key": "expense", "name": "本人", "options": {}, "nodes": [{"code": "b", "type": 0, "name": "发起"}, node],
            "edges": [{"from": "b", "to": "t1"}, {"from": "t1"}]});
        let id = Town::made(&self.post("/appr/definition", drawing));
        self.post("/appr/definition/publish", json!({"id": id}))
    }

    /// Raises the limit of his own refunds, and is judged by it no more until another one has looked at it.
    fn own_limit(&self) -> Value {
        let node = |code: &str| json!({"code": code, "type": 1, "name": code, "assign": [{"kind": "USER", "users": [self.mate]}]});
        let nodes = json!([{"code": "b", "type": 0, "name": "发起"}, node("t1"), {"code": "c", "type": 2, "name": "额度"}, node("t2")]);
        let drawing = json!({"key": "expense", "name": "额度", "options": {}, "nodes": nodes, "edges": [
            {"from": "b", "to": "t1"}, {"from": "t1", "to": "c"},
            {"from": "c", "to": "t2", "order": 1, "if": {"gt": ["amount_fen", "@flow.expense.financeYuan"]}},
            {"from": "c", "default": true}, {"from": "t2"}]});
        let id = self.town.make("/appr/definition", drawing);
        self.town.done(&self.town.clerk, "/appr/definition/publish", json!({"id": id}));
        let rows = self.town.get("/system/config/list?configKey=flow.expense.financeYuan")["rows"].clone();
        let form = crate::e1::with(rows[0].clone(), json!({"configValue": "900000"}));
        let answer = self.put("/system/config", form);
        assert_eq!(answer["code"], 200, "{answer}");
        let expense = json!({"partyAId": 1, "kind": 3, "category": "维修", "payee": "云川电梯", "amountFen": 350_000});
        let refused = self.post("/fin/expense", expense.clone());
        support::act(&self.town.portal.app, |op| config::ops::set(op, "flow.expense.financeYuan", "2000").map(drop));
        assert_eq!(self.post("/fin/expense", expense)["code"], 200, "another one saved it");
        refused
    }

    fn role(&self, role_id: u64) -> Value {
        let tx = self.town.portal.app.store.read().unwrap();
        let role: Role = tx.get(&gx_portal::store::id(role_id)).unwrap().unwrap();
        json!({"roleId": role_id, "roleName": role.role_name, "roleKey": role.role_key, "roleSort": 9, "menuIds": role.menu_ids})
    }

    fn menus(&self, permission: &str) -> Vec<u64> {
        let menus: Vec<Menu> = self.town.portal.app.store.read().unwrap().all().unwrap();
        menus.into_iter().filter(|menu| menu.perms == permission).map(|menu| menu.menu_id).collect()
    }

    fn enable_own(&self) -> Value {
        let own = self.own;
        support::act(&self.town.portal.app, move |op| {
            let role: Role = op.view().tx.get(&gx_portal::store::id(own))?.unwrap();
            op.put(&Role { enabled: false, ..role }).map(drop)
        });
        self.put("/system/role/changeStatus", json!({"roleId": own, "status": "0"}))
    }

    fn rename_permission(&self) -> Value {
        let tx = self.town.portal.app.store.read().unwrap();
        let menu = self.menus("system:dict:list").pop().unwrap();
        let menu: Menu = tx.get(&gx_portal::store::id(menu)).unwrap().unwrap();
        drop(tx);
        let form = json!({"menuId": menu.menu_id, "menuName": menu.menu_name, "parentId": menu.parent_id, "orderNum": 1,
            "path": menu.path, "component": menu.component, "menuType": menu.menu_type, "perms": "fin:waiver:approve"});
        self.put("/system/menu", form)
    }

    fn reopen_own(&self) -> Value {
        let month = json!({"partyAId": 1, "month": "2024-01-01"});
        let closed = self.post("/fin/close", month.clone());
        assert_eq!(closed["code"], 200, "{closed}");
        self.post("/fin/close/reopen", crate::e1::with(month, json!({"reason": "漏记"})))
    }
}

#[test]
fn every_administrative_act_says_who_is_bound_by_it() {
    let town = Town::new();
    let mut told: BTreeMap<&str, usize> = BTreeMap::new();
    let all = BOUND.iter().map(|(names, _)| *names).chain(FREE.iter().map(|(_, names)| *names));
    all.flatten().for_each(|name| *told.entry(name).or_default() += 1);
    let mut missing = Vec::new();
    for route in town.portal.routes.iter().filter(|route| route.method != Method::Get) {
        let Access::Perm(permission) = route.access else { continue };
        if ADMINISTERS.iter().any(|start| permission.starts_with(start))
            && told.remove(route.name().as_str()) != Some(1)
        {
            missing.push(route.name());
        }
    }
    assert!(missing.is_empty(), "say who is bound by these, once each: {missing:#?}");
    assert!(told.is_empty(), "no such administrative routes: {:#?}", told.keys());
}

#[test]
fn nobody_gives_himself_a_right_or_a_task() {
    let house = House::new();
    let rights = || {
        let user: User =
            house.town.portal.app.store.read().unwrap().get(&gx_portal::store::id(house.keeper)).unwrap().unwrap();
        (user.role_ids, user.dept_id, user.post_ids)
    };
    let before = rights();
    for (names, (part, tries)) in BOUND {
        let answer = tries(&house);
        assert!(answer["code"] != 200, "{names:?}: {answer}");
        assert!(answer["msg"].as_str().unwrap().contains(part), "{names:?}: {answer}");
        assert_eq!(rights(), before, "{names:?}");
    }
}
