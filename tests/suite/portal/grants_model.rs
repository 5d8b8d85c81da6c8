//! Nobody gives more than he has: random administrators try random operations on roles, people and departments, and a plain
//! model of who sees which rows looks at what came of each.
//!
//! The model knows nothing of the comparison in `features/system/grants.rs`: it computes, for every person and every
//! permission, the set of rows he sees before and after an operation, and nobody may see a row that he did not see before
//! unless the actor saw it himself, through that permission, before he acted.

use crate::support::{self, scale};
use std::collections::{BTreeMap, BTreeSet};

use gx_portal::platform::identity::dept::Dept;
use gx_portal::platform::identity::menu::Menu;
use gx_portal::platform::identity::role::Role;
use gx_portal::platform::identity::user::User;
use gx_portal::store::Reads;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rust_xlsxwriter::Workbook;
use serde_json::{Value, json};
use support::Portal;

/// What administrators need for the operations, and some of the business.
const DEEDS: &[&str] = &[
    "system:user:list",
    "system:user:query",
    "system:user:add",
    "system:user:edit",
    "system:user:import",
    "system:role:list",
    "system:role:add",
    "system:role:edit",
    "system:role:import",
    "system:dept:list",
    "system:dept:edit",
    "system:dept:add",
    "system:menu:list",
    "system:menu:query",
    "system:menu:edit",
];
const BUSINESS: &[&str] = &["fin:bill:list", "lease:lease:list", "system:notice:list", "system:post:list"];
const PEOPLE: usize = 8;

/// A row that somebody may see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Row {
    /// Whatever there is.
    Anything,
    /// What a department keeps.
    Of(u64),
    /// What a person made.
    By(u64),
}

type Seen = BTreeSet<Row>;
/// By person and permission; the empty one is what asks for none.
type Sight = BTreeMap<(u64, String), Seen>;

/// The records that rights come from, read past every operation.
struct State {
    users: Vec<User>,
    roles: BTreeMap<u64, Role>,
    menus: BTreeMap<u64, Menu>,
    parents: BTreeMap<u64, u64>,
}

impl State {
    fn read(portal: &Portal) -> Self {
        let tx = portal.app.store.read().unwrap();
        Self {
            users: tx.all::<User>().unwrap().into_iter().filter(|user| !user.deleted && user.user_id != 1).collect(),
            roles: tx.all::<Role>().unwrap().into_iter().map(|role| (role.role_id, role)).collect(),
            menus: tx.all::<Menu>().unwrap().into_iter().map(|menu| (menu.menu_id, menu)).collect(),
            parents: tx.all::<Dept>().unwrap().into_iter().map(|dept| (dept.dept_id, dept.parent_id)).collect(),
        }
    }

    fn lies_below(&self, dept: u64, above: u64) -> bool {
        let mut at = dept;
        while let Some(parent) = self.parents.get(&at) {
            if *parent == above {
                return true;
            }
            at = *parent;
        }
        false
    }

    fn rows_of(&self, role: &Role, user: &User) -> Seen {
        let depts = self.parents.keys().copied();
        match role.data_scope {
            1 => [Row::Anything].into(),
            2 => role.dept_ids.iter().map(|dept| Row::Of(*dept)).collect(),
            3 if user.dept_id != 0 => [Row::Of(user.dept_id)].into(),
            4 if user.dept_id != 0 => depts
                .filter(|dept| *dept == user.dept_id || self.lies_below(*dept, user.dept_id))
                .map(Row::Of)
                .collect(),
            5 => [Row::By(user.user_id)].into(),
            _ => Seen::new(),
        }
    }

    fn sight(&self) -> Sight {
        let mut sight = Sight::new();
        for user in self.users.iter().filter(|user| user.enabled) {
            for role in user.role_ids.iter().filter_map(|role| self.roles.get(role)).filter(|role| role.enabled) {
                let rows = self.rows_of(role, user);
                let menus = role.menu_ids.iter().filter_map(|menu| self.menus.get(menu)).filter(|menu| menu.enabled);
                for permission in menus.map(|menu| menu.perms.clone()).chain([String::new()]) {
                    sight.entry((user.user_id, permission)).or_default().extend(&rows);
                }
            }
        }
        sight
    }

    /// Whether a row lies in what somebody sees; what a person made counts to his department.
    fn shows(&self, seen: Option<&Seen>, row: Row) -> bool {
        let Some(seen) = seen else { return false };
        let of_his_department = match row {
            Row::By(user_id) => {
                self.users.iter().any(|user| user.user_id == user_id && seen.contains(&Row::Of(user.dept_id)))
            }
            _ => false,
        };
        seen.contains(&Row::Anything) || seen.contains(&row) || of_his_department
    }
}

struct World {
    portal: Portal,
    rng: StdRng,
    tokens: BTreeMap<u64, String>,
    /// What was done, by operation: taken and refused.
    tally: BTreeMap<&'static str, (usize, usize)>,
    serial: usize,
}

impl World {
    fn new(seed: u64) -> Self {
        let portal = Portal::new();
        let mut world = Self {
            portal,
            rng: StdRng::seed_from_u64(seed),
            tokens: BTreeMap::new(),
            tally: BTreeMap::new(),
            serial: 0,
        };
        let roles: Vec<u64> = (0..7).map(|number| world.new_role(number)).collect();
        for number in 0..PEOPLE {
            // The first see everything, others administrate a part of the house, the last ones do business.
            let (dept, office) = match number {
                0 => (100, vec![roles[0]]),
                1..4 => (world.one_of(&[101, 102, 110, 120]), vec![world.one_of(&roles[1..4])]),
                _ => (world.some_dept(), Vec::new()),
            };
            let more = (0..world.rng.random_range(0..3)).map(|_| world.one_of(&roles[3..])).collect::<Vec<_>>();
            world.portal.person(&format!("person{number}"), dept, &[office, more].concat());
        }
        world
    }

    fn new_role(&mut self, number: u64) -> u64 {
        let business = BUSINESS.iter().copied().filter(|_| self.rng.random_bool(0.5)).collect::<Vec<_>>();
        let (permissions, scope) = match number {
            0 => ([DEEDS, BUSINESS].concat(), 1),
            1 | 2 => ([DEEDS, &business].concat(), if number == 1 { 4 } else { 3 }),
            3 => (DEEDS.iter().copied().filter(|_| self.rng.random_bool(0.7)).collect(), self.rng.random_range(1..=5)),
            _ => (business, self.rng.random_range(1..=5)),
        };
        let depts = if scope == 2 { self.some_depts() } else { Vec::new() };
        self.portal.role(&format!("role{number}"), &permissions, scope, &depts)
    }

    fn one_of<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.rng.random_range(0..of.len())]
    }

    fn some_dept(&mut self) -> u64 {
        self.one_of(&[100, 101, 101, 102, 102, 110, 111, 112, 120, 121])
    }

    fn some_depts(&mut self) -> Vec<u64> {
        (0..self.rng.random_range(1..4)).map(|_| self.some_dept()).collect()
    }

    fn some_role(&mut self, state: &State) -> u64 {
        let roles: Vec<u64> =
            state.roles.keys().copied().filter(|role| (5..=10).contains(role) || *role >= 100).collect();
        self.one_of(&roles)
    }

    fn some_user(&mut self, state: &State) -> User {
        let at = self.rng.random_range(0..state.users.len());
        state.users[at].clone()
    }

    fn some_menus(&mut self, state: &State) -> Vec<u64> {
        let fits = |menu: &&Menu| {
            DEEDS.contains(&menu.perms.as_str()) || BUSINESS.contains(&menu.perms.as_str()) || menu.perms.is_empty()
        };
        let menus: Vec<u64> = state.menus.values().filter(fits).map(|menu| menu.menu_id).collect();
        (0..self.rng.random_range(1..5)).map(|_| self.one_of(&menus)).collect()
    }

    fn name(&mut self, what: &str) -> String {
        self.serial += 1;
        format!("{what}{}", self.serial)
    }

    /// A token of somebody who may still sign in.
    fn token(&mut self, user: &User) -> Option<String> {
        if !self.tokens.contains_key(&user.user_id) {
            let answer = self.portal.sign_in(&user.user_name, support::PASSWORD);
            self.tokens.insert(user.user_id, answer["token"].as_str()?.to_owned());
        }
        self.tokens.get(&user.user_id).cloned()
    }

    fn roles_deed(&mut self, state: &State, actor: &User) -> (&'static str, &'static str, &'static str, Value) {
        let is_his = self.rng.random_bool(0.4) && !actor.role_ids.is_empty();
        let role_id = if is_his { self.one_of(&actor.role_ids) } else { self.some_role(state) };
        let role = &state.roles[&role_id];
        let body = json!({"roleId": role_id, "roleName": role.role_name, "roleKey": role.role_key, "roleSort": 1});
        match self.rng.random_range(0..5) {
            0 => {
                let (name, menus) = (self.name("made"), self.some_menus(state));
                let form = json!({"roleName": name, "roleKey": name, "roleSort": 1, "menuIds": menus});
                ("make a role", "POST", "/system/role", form)
            }
            1 => {
                let mut menus = role.menu_ids.clone();
                menus.extend(self.some_menus(state));
                let mut form = body;
                form["menuIds"] = json!(menus);
                ("menus of a role", "PUT", "/system/role", form)
            }
            2 | 3 => {
                let mut form = body;
                form["dataScope"] = json!(self.rng.random_range(1..=5).to_string());
                form["deptIds"] = json!(self.some_depts());
                ("scope of a role", "PUT", "/system/role/dataScope", form)
            }
            _ => {
                let status = if role.enabled { "1" } else { "0" };
                ("status of a role", "PUT", "/system/role/changeStatus", json!({"roleId": role_id, "status": status}))
            }
        }
    }

    fn people_deed(&mut self, state: &State, actor: u64) -> (&'static str, &'static str, String, Value) {
        let (user, role) = (self.some_user(state), self.some_role(state));
        let target = if self.rng.random_bool(0.3) { actor } else { user.user_id };
        let mut held = state.users.iter().find(|user| user.user_id == target).unwrap().role_ids.clone();
        held.push(role);
        match self.rng.random_range(0..6) {
            0 => {
                let roles: Vec<String> = held.iter().map(u64::to_string).collect();
                let path = format!("/system/user/authRole?userId={target}&roleIds={}", roles.join(","));
                ("give a role", "PUT", path, json!({}))
            }
            1 => {
                let path = format!("/system/role/authUser/selectAll?roleId={role}&userIds={target}");
                ("add to a role", "PUT", path, json!({}))
            }
            2 => {
                let form = json!({"userName": self.name("new"), "realName": "新人", "deptId": self.some_dept(), "roleIds": [role]});
                ("make a user", "POST", "/system/user".to_owned(), form)
            }
            3 => {
                let form = json!({"userId": target, "deptId": self.some_dept()});
                ("move a user", "PUT", "/system/user".to_owned(), form)
            }
            4 => {
                let form = json!({"userId": target, "deptId": self.some_dept(), "roleIds": held});
                ("move and give", "PUT", "/system/user".to_owned(), form)
            }
            _ => {
                let status = if user.enabled { "1" } else { "0" };
                let form = json!({"userId": user.user_id, "status": status});
                ("status of a user", "PUT", "/system/user/changeStatus".to_owned(), form)
            }
        }
    }

    fn place_deed(&mut self, state: &State) -> (&'static str, &'static str, &'static str, Value) {
        if self.rng.random_bool(0.2) {
            let menu = self.one_of(&self.held_menus(state));
            let (menu, perms) = (&state.menus[&menu], *self.rng_pick());
            let form = json!({"menuId": menu.menu_id, "menuName": menu.menu_name, "parentId": menu.parent_id, "orderNum": 1,
                              "path": menu.path, "menuType": menu.menu_type, "perms": perms});
            return ("permission of a menu", "PUT", "/system/menu", form);
        }
        let (dept, parent) = (self.one_of(&[101, 102, 110, 111, 112, 120, 121]), self.some_dept());
        let form = json!({"deptId": dept, "parentId": parent, "deptName": format!("部门{dept}"), "orderNum": 1});
        ("move a department", "PUT", "/system/dept", form)
    }

    fn held_menus(&self, state: &State) -> Vec<u64> {
        let button = |menu: &&Menu| menu.menu_type == "F" && DEEDS.contains(&menu.perms.as_str());
        state.menus.values().filter(button).map(|menu| menu.menu_id).collect()
    }

    fn rng_pick(&mut self) -> &'static &'static str {
        let at = self.rng.random_range(0..BUSINESS.len());
        &BUSINESS[at]
    }

    fn import_deed(&mut self, state: &State, token: &str) -> (&'static str, Value) {
        let scopes = ["所有数据权限", "自定义数据权限", "本部门数据权限", "本部门及以下数据权限", "仅本人数据权限"];
        if self.rng.random_bool(0.5) {
            let (user, at) = (self.some_user(state), self.rng.random_range(0..4));
            let dept = ["局机关", "下属中心", "办公室", "财务科"][at];
            let rows = [["登录名称", "用户名称", "部门"], [&user.user_name, "改名", dept]];
            ("import a user", self.import("/system/user/importData?updateSupport=1", token, rows))
        } else {
            // Mostly the newest, which nobody holds yet: of his own roles nobody changes what they reach.
            let newest = state.roles.keys().copied().max().filter(|_| self.rng.random_bool(0.7));
            let (role, scope) = (newest.unwrap_or_else(|| self.some_role(state)), self.one_of(&scopes));
            let role = &state.roles[&role];
            let rows = [["角色名称", "角色权限", "数据范围"], [&role.role_name, &role.role_key, scope]];
            ("import a role", self.import("/system/role/importData?updateSupport=1", token, rows))
        }
    }

    fn import(&self, path: &str, token: &str, rows: [[&str; 3]; 2]) -> Value {
        let mut workbook = Workbook::new();
        let sheet = workbook.add_worksheet();
        for (row, cells) in (0..).zip(rows) {
            for (column, cell) in (0..).zip(cells) {
                sheet.write_string(row, column, cell).unwrap();
            }
        }
        self.portal.upload(path, token, "file", "x.xlsx", &workbook.save_to_buffer().unwrap())
    }

    fn step(&mut self) {
        let state = State::read(&self.portal);
        let actor = match self.rng.random_range(0..10) {
            0..7 => state.users[self.rng.random_range(0..4)].clone(),
            _ => self.some_user(&state),
        };
        let Some(token) = self.token(&actor) else { return };
        let (deed, answer) = match self.rng.random_range(0..10) {
            0..4 => {
                let (deed, method, path, form) = self.roles_deed(&state, &actor);
                (deed, self.portal.request(method, path, &token, Some(&form.to_string())).json())
            }
            4..7 => {
                let (deed, method, path, form) = self.people_deed(&state, actor.user_id);
                (deed, self.portal.request(method, &path, &token, Some(&form.to_string())).json())
            }
            7 | 8 => {
                let (deed, method, path, form) = self.place_deed(&state);
                (deed, self.portal.request(method, path, &token, Some(&form.to_string())).json())
            }
            _ => self.import_deed(&state, &token),
        };
        if answer["code"] == 401 {
            self.tokens.remove(&actor.user_id);
            return;
        }
        let counted = self.tally.entry(deed).or_default();
        let changed = answer["code"] == 200 && answer["data"]["updated"].as_u64() != Some(0);
        *(if changed { &mut counted.0 } else { &mut counted.1 }) += 1;
        self.judge(&state, &actor, &format!("{deed} by {}: {answer}", actor.user_name));
        self.bring_back(&state);
    }

    /// Who sees more than before sees what the actor saw.
    fn judge(&self, before: &State, actor: &User, what: &str) {
        let after = State::read(&self.portal);
        let (was, is) = (before.sight(), after.sight());
        for ((user, permission), rows) in &is {
            let had = was.get(&(*user, permission.clone()));
            let gave = was.get(&(actor.user_id, permission.clone()));
            for row in rows {
                let is_new = matches!(row, Row::Of(dept) if !before.parents.contains_key(dept));
                assert!(
                    is_new || after.shows(had, *row) || after.shows(gave, *row),
                    "{what}\nuser {user} gained {row:?} through «{permission}», the actor {} had {gave:?}",
                    actor.user_id
                );
            }
        }
    }

    /// What was disabled comes back now and then, or soon nobody could do anything.
    fn bring_back(&mut self, state: &State) {
        if state.users.iter().filter(|user| user.enabled).count() < PEOPLE - 2 {
            support::act(&self.portal.app, |op| {
                let users: Vec<User> = op.view().tx.all()?;
                for user in users.into_iter().filter(|user| !user.deleted && !user.enabled) {
                    op.put(&User { enabled: true, ..user })?;
                }
                Ok(())
            });
        }
    }
}

#[test]
fn nobody_ever_gives_more_than_he_has() {
    let mut all: BTreeMap<&'static str, (usize, usize)> = BTreeMap::new();
    let least = scale::rounds("GX_SEEDS", 2, 6);
    // From the last seed, because a role is rarely given with success; as many as it takes to see each operation taken and refused.
    for (done, seed) in (1..).zip((0..12.max(least)).rev()) {
        let mut world = World::new(seed);
        for _ in 0..120 {
            world.step();
        }
        for (deed, (taken, refused)) in world.tally {
            let sum = all.entry(deed).or_default();
            *sum = (sum.0 + taken, sum.1 + refused);
        }
        if done >= least && all.len() == 14 && all.values().all(|(taken, refused)| *taken > 0 && *refused > 0) {
            break;
        }
    }
    println!("{all:#?}");
    assert_eq!(all.len(), 14, "every deed was tried: {all:?}");
    for (deed, (taken, refused)) in all {
        assert!(taken > 0 && refused > 0, "{deed}: {taken} taken, {refused} refused");
    }
}
