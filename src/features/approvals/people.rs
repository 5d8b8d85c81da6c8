//! Who stands behind a group today, and which groups a person belongs to. Asked at every read: who gets a role sees what
//! waits, who loses it doesn't any more, and no job rewrites a task.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::ASSIGN;
use super::engine::Assignees;
use super::instance::record::Principal;
use crate::error::Result;
use crate::features::system::post::record::{BY_CODE as POST_BY_CODE, Post};
use crate::kernel::tree;
use crate::op::{View, Who};
use crate::platform::identity::dept::{BY_CHIEF, BY_LEADER, Dept};
use crate::platform::identity::menu::Menu;
use crate::platform::identity::rights::{Ground, Rights, RoleRight, Scope, changes_the_system};
use crate::platform::identity::role::{BY_MENU, Role, SUPER_ROLE};
use crate::platform::identity::user::{BY_NAME, BY_POST, BY_ROLE, SUPER_USER, User};
use crate::records::names::person_name;
use crate::store::{Key, Reads, id, key};

/// A person with every group he may belong to.
///
/// Administration of the system is no seat in approvals: a role that changes the system makes nobody a member of a group that
/// decides, and user 1 is a member of none. Both are asked where they are named as persons, and both assign.
pub struct Member {
    rights: Arc<Rights>,
    /// Roles by which he may sit, as places in his rights.
    seats: Vec<usize>,
    posts: Vec<String>,
    leads: BTreeSet<u64>,
    in_charge: BTreeSet<u64>,
}

impl Member {
    /// A person by his number, with the rights of his roles; none when he may not sign in.
    ///
    /// # Errors
    /// Records that can't be read.
    pub fn of(view: &View, user_id: u64) -> Result<Option<Self>> {
        let caller = view.caller;
        let is_shown = matches!(&caller.who, Who::Person { session } if session.is_empty());
        // A demonstration person acts with the rights he is given, not with those of his roles.
        let given = is_shown && caller.user_id() == user_id;
        Self::with(view, user_id, given.then(|| caller.rights.clone()))
    }

    fn with(view: &View, user_id: u64, rights: Option<Arc<Rights>>) -> Result<Option<Self>> {
        let Some(user) = living(view, user_id)? else { return Ok(None) };
        let rights = match rights {
            Some(rights) => rights,
            None => Arc::new(Ground::load(view.tx)?.rights(view.tx, &user)?),
        };
        let mut posts = Vec::new();
        for post_id in &user.post_ids {
            let post: Option<Post> = view.tx.get(&id(*post_id))?;
            posts.extend(post.filter(|post| post.enabled).map(|post| post.post_code));
        }
        let depts = |index| -> Result<BTreeSet<u64>> {
            let found = view.tx.ids_by(index, &id(user_id), false, 0, usize::MAX)?;
            Ok(found.iter().filter_map(Key::first_u64).collect())
        };
        let (leads, in_charge) = (depts(&BY_LEADER)?, depts(&BY_CHIEF)?);
        let is_seat = |role: &RoleRight| user_id != SUPER_USER && !role.runs_the_system();
        let seats = (0..).zip(&rights.roles).filter(|(_, role)| is_seat(role)).map(|(place, _)| place).collect();
        if user_id == SUPER_USER {
            posts.clear();
        }
        Ok(Some(Self { rights, seats, posts, leads, in_charge }))
    }

    /// The caller with the rights that he came with, for what is only shown; who acts is looked at again ([`Self::of`]).
    ///
    /// # Errors
    /// Records that can't be read.
    pub fn caller(view: &View) -> Result<Option<Self>> {
        Self::with(view, view.caller.user_id(), Some(view.caller.rights.clone()))
    }

    pub fn user_id(&self) -> u64 {
        self.rights.user_id
    }

    fn seats(&self) -> impl Iterator<Item = &RoleRight> {
        self.seats.iter().filter_map(|place| self.rights.roles.get(*place))
    }

    /// The rows over which he decides by a permission, or assigns.
    fn reach(&self, right: &str) -> Scope {
        // Who is shown with given rights has no roles; user 1 decides by none.
        if right == ASSIGN || (self.rights.is_super && self.rights.user_id != SUPER_USER) {
            return if self.rights.holds(right) { self.rights.scope(Some(right)) } else { Scope::default() };
        }
        let mut scope = Scope::default();
        for role in self.seats().filter(|role| role.permissions.contains(right)) {
            scope.join(&role.scope);
        }
        scope
    }

    /// Whether a group means him.
    pub fn is(&self, principal: &Principal) -> bool {
        let sits_in = |dept: u64| dept == 0 || dept == self.rights.dept_id;
        match principal {
            Principal::User(user) => *user == self.rights.user_id,
            Principal::Role(role, dept) => sits_in(*dept) && self.seats().any(|held| held.keys.contains(role)),
            Principal::Post(post, dept) => sits_in(*dept) && self.posts.contains(post),
            Principal::Leader(dept) => self.leads.contains(dept),
            Principal::InCharge(dept) => self.in_charge.contains(dept),
            Principal::Right(right, dept) => self.reach(right).has_dept(*dept),
            Principal::Admin => self.rights.holds(ASSIGN),
        }
    }

    /// Whether any of several groups means him.
    pub fn is_any(&self, principals: &[Principal]) -> bool {
        principals.iter().any(|principal| self.is(principal))
    }

    /// The prefixes under which what waits for him is found.
    pub fn groups(&self, rights: &[&str]) -> Vec<Principal> {
        let mut groups = vec![Principal::User(self.rights.user_id)];
        let depts = if self.rights.dept_id == 0 { vec![0] } else { vec![0, self.rights.dept_id] };
        for dept in depts {
            let roles = self.seats().flat_map(|role| &role.keys);
            groups.extend(roles.map(|role| Principal::Role(role.clone(), dept)));
            groups.extend(self.posts.iter().map(|post| Principal::Post(post.clone(), dept)));
        }
        groups.extend(self.leads.iter().map(|dept| Principal::Leader(*dept)));
        groups.extend(self.in_charge.iter().map(|dept| Principal::InCharge(*dept)));
        for right in rights.iter().chain(&[ASSIGN]) {
            let scope = self.reach(right);
            if scope.all {
                groups.push(Principal::Right((*right).to_owned(), 0));
            } else {
                groups.extend(scope.dept_ids.iter().map(|dept| Principal::Right((*right).to_owned(), *dept)));
            }
        }
        if self.rights.holds(ASSIGN) {
            groups.push(Principal::Admin);
        }
        groups.sort_unstable();
        groups.dedup();
        groups
    }
}

/// Somebody who may sign in.
///
/// # Errors
/// A record that can't be read.
pub fn living(view: &View, user_id: u64) -> Result<Option<User>> {
    let user: Option<User> = view.tx.get(&id(user_id))?;
    Ok(user.filter(|user| user.enabled && !user.deleted))
}

/// Numbers of persons by their login names; who isn't there any more is left out.
///
/// # Errors
/// Records that can't be read.
pub fn numbers_of<'n>(view: &View, logins: impl IntoIterator<Item = &'n str>) -> Result<Vec<u64>> {
    let mut found = Vec::new();
    for login in logins {
        let user: Option<User> = view.tx.one(&BY_NAME, &key().str(&login.to_lowercase()))?;
        found.extend(user.map(|user| user.user_id));
    }
    Ok(found)
}

/// His name; of who is gone as well.
pub fn name_of(view: &View, user_id: u64) -> String {
    let user: Option<User> = view.tx.get(&id(user_id)).ok().flatten();
    user.map_or_else(|| format!("用户{user_id}"), |user| user.real_name)
}

/// The leaders above people: of each the nearest who leads his department or one above it, himself left out.
///
/// # Errors
/// Records that can't be read.
pub fn superiors(view: &View, people: &[u64]) -> Result<Vec<u64>> {
    let depts: Vec<Dept> = view.tx.all()?;
    let links: Vec<(u64, u64)> = depts.iter().map(|dept| (dept.dept_id, dept.parent_id)).collect();
    let mut found = Vec::new();
    for person in people {
        let user: Option<User> = view.tx.get(&id(*person))?;
        let Some(user) = user else { continue };
        let mut above = vec![user.dept_id];
        above.extend(tree::ancestors(&links, user.dept_id).into_iter().rev());
        for dept in above {
            let leaders = line(view, vec![Principal::Leader(dept)])?.persons;
            if let Some(leader) = leaders.into_iter().find(|leader| !people.contains(leader)) {
                found.push(leader);
                break;
            }
        }
    }
    Ok(found)
}

/// The enabled persons behind groups now.
///
/// # Errors
/// Records that can't be read.
pub fn persons(view: &View, principals: &[Principal]) -> Result<Vec<u64>> {
    let mut found: Vec<u64> = Vec::new();
    for principal in principals {
        for person in behind(view, principal)? {
            if !found.contains(&person) {
                found.push(person);
            }
        }
    }
    Ok(found)
}

/// Groups with the persons behind them.
///
/// # Errors
/// Records that can't be read.
pub fn line(view: &View, principals: Vec<Principal>) -> Result<Assignees> {
    Ok(Assignees { persons: persons(view, &principals)?, principals })
}

fn behind(view: &View, principal: &Principal) -> Result<Vec<u64>> {
    Ok(match principal {
        Principal::User(user) => living(view, *user)?.map(|user| user.user_id).into_iter().collect(),
        Principal::Role(role, dept) => {
            let mut found = Vec::new();
            for role in roles_of_key(view, role)? {
                if changes_by(view, &role)? {
                    continue;
                }
                found.extend(holders(view, &role, *dept)?.into_iter().map(|user| user.user_id));
            }
            found
        }
        Principal::Post(code, dept) => {
            let post: Option<Post> = view.tx.one(&POST_BY_CODE, &key().str(code))?;
            let Some(post) = post.filter(|post| post.enabled) else { return Ok(Vec::new()) };
            let mut users: Vec<User> = view.tx.by(&BY_POST, &id(post.post_id), false, 0, usize::MAX)?;
            users.retain(|user| user.enabled && user.user_id != SUPER_USER && (*dept == 0 || user.dept_id == *dept));
            users.into_iter().map(|user| user.user_id).collect()
        }
        Principal::Leader(dept) => of_dept(view, *dept, |dept| dept.leader_id)?,
        Principal::InCharge(dept) => of_dept(view, *dept, |dept| dept.in_charge_id)?,
        Principal::Right(right, dept) => by_right(view, right, Some(*dept))?,
        Principal::Admin => by_right(view, ASSIGN, None)?,
    })
}

fn of_dept(view: &View, dept_id: u64, who: fn(&Dept) -> u64) -> Result<Vec<u64>> {
    let dept: Option<Dept> = view.tx.get(&id(dept_id))?;
    let person = dept.as_ref().map_or(0, who);
    Ok(living(view, person)?.map(|user| user.user_id).into_iter().collect())
}

/// Enabled roles that carry a key; a role may carry several, divided by commas.
fn roles_of_key(view: &View, wanted: &str) -> Result<Vec<Role>> {
    let mut found = Vec::new();
    view.tx.each(|role: Role| {
        if role.enabled && role.role_key.split(',').any(|key| key.trim() == wanted) {
            found.push(role);
        }
        true
    })?;
    Ok(found)
}

/// Name of who changed a drawing: what an upgrade or a job did, the portal itself did.
///
/// # Errors
/// Records that can't be read.
pub fn changer(view: &View, login: &str) -> Result<String> {
    if login.starts_with("job:") { Ok("系统".to_owned()) } else { person_name(view, login) }
}

fn holders(view: &View, role: &Role, dept: u64) -> Result<Vec<User>> {
    let mut users: Vec<User> = view.tx.by(&BY_ROLE, &id(role.role_id), false, 0, usize::MAX)?;
    users.retain(|user| user.enabled && user.user_id != SUPER_USER && (dept == 0 || user.dept_id == dept));
    Ok(users)
}

/// Whether a role changes the system by one of its menus.
fn changes_by(view: &View, role: &Role) -> Result<bool> {
    for menu in &role.menu_ids {
        let menu: Option<Menu> = view.tx.get(&id(*menu))?;
        if menu.is_some_and(|menu| menu.enabled && changes_the_system(&menu.perms)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether somebody administers the system: user 1, and who holds a role that changes it.
///
/// # Errors
/// Records that can't be read.
pub fn runs_the_system(view: &View, user_id: u64) -> Result<bool> {
    let Some(user) = living(view, user_id)? else { return Ok(false) };
    let rights = Ground::load(view.tx)?.rights(view.tx, &user)?;
    Ok(rights.is_super || rights.roles.iter().any(RoleRight::runs_the_system))
}

/// Keys that only roles carry which change the system: no node of a process may name them.
///
/// # Errors
/// Records that can't be read.
pub fn system_role_keys(view: &View) -> Result<Vec<String>> {
    let ground = Ground::load(view.tx)?;
    let (mut system, mut business) = (BTreeSet::new(), BTreeSet::new());
    for role in view.tx.all::<Role>()?.iter().filter(|role| role.enabled) {
        let is_system = role.role_id == SUPER_ROLE || ground.runs_the_system(role);
        let keys = role.role_key.split(',').map(|key| key.trim().to_owned());
        if is_system { system.extend(keys) } else { business.extend(keys) }
    }
    Ok(system.difference(&business).cloned().collect())
}

/// Who decides by a permission over a department, or assigns by it. User 1 assigns; he and roles that change the system
/// decide nothing.
fn by_right(view: &View, right: &str, dept: Option<u64>) -> Result<Vec<u64>> {
    let ground = Ground::load(view.tx)?;
    let mut roles: Vec<Role> = Vec::new();
    let mut menus: Vec<u64> = Vec::new();
    view.tx.each(|menu: Menu| {
        if menu.enabled && menu.perms == right {
            menus.push(menu.menu_id);
        }
        true
    })?;
    for menu in menus {
        let granting: Vec<Role> = view.tx.by(&BY_MENU, &id(menu), false, 0, usize::MAX)?;
        for role in granting.into_iter().filter(|role| role.enabled) {
            if !roles.iter().any(|known| known.role_id == role.role_id) {
                roles.push(role);
            }
        }
    }
    let assigns = right == ASSIGN;
    let first = if assigns { living(view, SUPER_USER)? } else { None };
    let mut found: Vec<u64> = first.map(|user| user.user_id).into_iter().collect();
    for role in roles.into_iter().filter(|role| assigns || !ground.runs_the_system(role)) {
        for user in holders(view, &role, 0)? {
            let reaches = dept.is_none_or(|dept| ground.reach(&role, user.dept_id).has_dept(dept));
            if reaches && !found.contains(&user.user_id) {
                found.push(user.user_id);
            }
        }
    }
    Ok(found)
}
