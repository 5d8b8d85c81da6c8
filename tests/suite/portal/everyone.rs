//! Everybody of the demonstration finds work: the blocks of his home, the lists of his menu and the search over data have
//! something for him, and his bell does not show what was told years ago.

use crate::support::{self, scale};
use gx_portal::demo::{self, Size};
use gx_portal::platform::identity::role::Role;
use gx_portal::platform::identity::user::User;
use gx_portal::records::list::filling;
use gx_portal::route::{Access, AuditAction, Method, Route};
use gx_portal::store::{Reads, id};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use support::{PASSWORD, Portal};

/// Who has nothing on purpose: each block shows him its empty state (domain.md section 9).
const WITHOUT_ANYTHING: &str = "seconded";
/// Roles that see their own unit alone.
const OF_UNITS: [&str; 3] = ["clerk", "deptadmin", "unitviewer"];
/// What only some units have (domain.md section 9): three hand in what they collect, three assets changed hands.
const OF_SOME_UNITS: [&str; 3] = ["/fin/remittance/list", "/report/remittance/list", "/asset/handover/list"];
/// Messages that somebody may have before him.
const FEW: u64 = 60;

/// Where a block says that there is something: figures, and rows.
const FULL: [(&str, &str); 8] = [
    ("/stat/yingShou", "/allKindsFen"),
    ("/stat/shiShou", "/allKindsFen"),
    ("/stat/plateAssetAreaPie", "/measures/building/items/0"),
    ("/stat/plateAssetArea", "/plates/0"),
    ("/stat/baoGuangTai", "/items/0"),
    ("/stat/xianJinLiu", "/months/0/netFen"),
    ("/stat/qianJiao", "/arrearsFen"),
    ("/stat/shouJiaoLv", "/netDueFen"),
];

/// Whether a block shows something.
fn shows(path: &str, answer: &Value) -> bool {
    let place = FULL.iter().find(|(block, _)| *block == path).map(|(_, place)| *place);
    place.is_none_or(|place| answer["data"].pointer(place).is_some_and(|value| *value != 0))
}

/// Lets everybody of the demonstration in; answers one login of each set of roles and department.
pub fn let_in(portal: &Portal) -> BTreeMap<(Vec<String>, u64), String> {
    let hash = portal.app.hasher.hash(PASSWORD).unwrap();
    support::act(&portal.app, move |op| {
        let all: Vec<User> = op.view().tx.all()?;
        for user in all.into_iter().filter(|user| user.base.remark == "演示数据") {
            op.put(&User { password_hash: hash.clone(), must_change_password: false, ..user })?;
        }
        Ok(())
    });
    let reader = portal.app.store.read().unwrap();
    let users: Vec<User> = reader.all().unwrap();
    let roles = |user: &User| -> Vec<String> {
        user.role_ids.iter().map(|role| reader.get::<Role>(&id(*role)).unwrap().unwrap().role_key).collect()
    };
    let mut found = BTreeMap::new();
    for user in users.iter().filter(|user| user.enabled && user.base.remark == "演示数据") {
        found.entry((roles(user), user.dept_id)).or_insert_with(|| user.user_name.clone());
    }
    found
}

/// Routes of lists and blocks by the permission that opens them.
fn by_permission<'p>(
    portal: &'p Portal,
    fits: impl Fn(&Route) -> bool + 'p,
) -> impl Iterator<Item = (&'static str, &'static str)> + 'p {
    let found = portal.routes.iter().filter(move |route| route.method == Method::Get && fits(route));
    found.filter_map(|route| match route.access {
        Access::Perm(permission) => Some((permission, route.path)),
        _ => None,
    })
}

fn rows(answer: &Value) -> usize {
    let list = answer["rows"].as_array().or_else(|| answer["data"].as_array());
    answer["total"].as_u64().map_or_else(|| list.map_or(0, Vec::len), |total| usize::try_from(total).unwrap())
}

fn nobody_meets_an_empty_portal(portal: &Portal) {
    let admin = portal.admin();
    let blocks: Vec<_> =
        by_permission(portal, |route| route.path.starts_with("/stat/") && route.path.matches('/').count() == 2)
            .collect();
    let lists: Vec<_> =
        by_permission(portal, |route| route.path.ends_with("/list") && !route.path.contains('{')).collect();
    assert!(blocks.len() >= 8 && lists.len() > 30, "{} {}", blocks.len(), lists.len());
    // What the city has nothing of is empty for everybody.
    let there: BTreeSet<&str> =
        lists.iter().map(|(_, path)| *path).filter(|path| rows(&portal.get(path, &admin)) > 0).collect();
    let people = let_in(portal);
    let mut empty = Vec::new();
    for ((roles, dept), login) in &people {
        let token = portal.token(login);
        let who = format!("{login} ({roles:?} in {dept})");
        let info = portal.get("/getInfo", &token);
        let held: BTreeSet<&str> = info["permissions"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let unread = portal.get("/appr/message", &token)["data"]["unread"].as_u64().unwrap();
        assert!(unread <= FEW, "{who}: {unread} messages nobody has read");
        if roles.iter().any(|role| role == WITHOUT_ANYTHING) {
            continue;
        }
        let holds = |permission: &str| held.contains(permission) || held.contains("*:*:*");
        let own: Vec<_> = blocks.iter().filter(|(permission, _)| holds(permission)).collect();
        assert!(!own.is_empty(), "{who} has no block on his home page");
        for (_, path) in own {
            let answer = portal.get(path, &token);
            if !shows(path, &answer) {
                empty.push(format!("{who}: {path} is empty: {answer}"));
            }
        }
        for (_, path) in lists.iter().filter(|(permission, path)| holds(permission) && there.contains(path)) {
            let answer = portal.get(path, &token);
            let of_all = !OF_SOME_UNITS.contains(path) || roles.iter().all(|role| !OF_UNITS.contains(&role.as_str()));
            if rows(&answer) == 0 && of_all {
                empty.push(format!("{who}: {path} is empty"));
            }
        }
        let found = portal.get("/search/data?keyWord=1", &token)["data"].clone();
        let kinds: Vec<&str> = found.as_array().unwrap().iter().filter_map(|kind| kind["kind"].as_str()).collect();
        for (kind, permission) in [("asset", "asset:asset:list"), ("lease", "lease:lease:query")] {
            let finds = kinds.contains(&kind);
            if !finds && holds(permission) {
                empty.push(format!("{who}: the search finds no {kind}: {found}"));
            }
        }
        assert!(!kinds.is_empty(), "{who}: the search finds nothing");
    }
    assert!(empty.is_empty(), "{}", empty.join("\n"));
    assert!(people.len() > 20, "{people:?}");
}

#[test]
fn nobody_of_the_small_city_meets_an_empty_portal() {
    nobody_meets_an_empty_portal(&Portal::city());
}

#[test]
fn nobody_of_the_standard_city_meets_an_empty_portal() {
    if !scale::full() {
        return;
    }
    let portal = Portal::new();
    let today = portal.app.clock.today();
    demo::seed(&portal.app, "test", Size::Standard, Some(today), None).unwrap();
    filling::fill_all(&portal.app).unwrap();
    nobody_meets_an_empty_portal(&portal);
}

#[test]
fn no_right_to_look_is_a_right_to_write() {
    let portal = Portal::new();
    let changes = |deed: AuditAction| !matches!(deed, AuditAction::Export | AuditAction::Other);
    // The caches have one right in this family of portals, and emptying them loses nothing.
    let looks = |permission: &str| {
        permission != "monitor:cache:list"
            && ["list", "query", "view", "export"].iter().any(|way| permission.ends_with(way))
    };
    let open = portal.routes.iter().filter(|route| {
        route.audit.is_some_and(|(_, deed)| changes(deed))
            && matches!(route.access, Access::Perm(permission) if looks(permission))
    });
    let open: Vec<_> = open.map(Route::name).collect();
    assert!(open.is_empty(), "{open:#?}");
}

#[test]
fn a_leader_sees_everything_and_writes_nothing() {
    let portal = Portal::city();
    let people = let_in(&portal);
    let (roles, login) =
        people.iter().find(|(_, login)| *login == "lingdao01").map(|((roles, _), login)| (roles, login)).unwrap();
    assert_eq!(roles, &["leader"]);
    let token = portal.token(login);
    let info = portal.get("/getInfo", &token);
    let held: BTreeSet<&str> = info["permissions"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let changes = |deed: AuditAction| !matches!(deed, AuditAction::Export | AuditAction::Other);
    let writing = portal.routes.iter().filter(|route| route.audit.is_some_and(|(_, deed)| changes(deed)));
    for route in writing {
        if let Access::Perm(permission) = route.access {
            assert!(!held.contains(permission), "{} is open to who only looks", route.name());
        }
    }
    let reports = portal.routes.iter().filter_map(|route| match route.access {
        Access::Perm(permission) if permission.starts_with("report:") || permission.starts_with("stat:") => {
            Some(permission)
        }
        _ => None,
    });
    for permission in reports {
        assert!(held.contains(permission), "{permission}");
    }
    for path in ["/appr/task/todo", "/appr/task/done", "/stat/daiBan", "/system/notice/listTop"] {
        assert_eq!(portal.get(path, &token)["code"], 200, "{path}");
    }
    let menus = portal.get("/getRouters", &token)["data"].to_string();
    assert!(
        ["资产管理", "租赁管理", "收缴管理", "报表中心", "待办"].iter().all(|name| menus.contains(name)),
        "{menus}"
    );
}
