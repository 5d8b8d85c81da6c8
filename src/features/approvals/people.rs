//! Which groups a person belongs to; who stands behind a group today is [`super::groups`]. Asked at every read: who gets a role sees what
//! waits, who loses it doesn't any more, and no job rewrites a task.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::ASSIGN;
use super::instance::record::Principal;
use crate::error::Result;
use crate::features::system::post::record::Post;
use crate::op::{View, Who};
use crate::platform::identity::dept::{BY_CHIEF, BY_LEADER};
use crate::platform::identity::rights::{Rights, RoleRight, Scope};
use crate::platform::identity::role::SUPER_ROLE;
use crate::platform::identity::user::{BY_NAME, SUPER_USER, User};
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
            None => Arc::new(view.ground()?.rights(&user)),
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
        self.seats.iter().filter_map(|place| self.rights.roles.get(*place)).map(Arc::as_ref)
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

/// Name of who changed a drawing: what an upgrade or a job did, the portal itself did.
///
/// # Errors
/// Records that can't be read.
pub fn changer(view: &View, login: &str) -> Result<String> {
    if login.starts_with("job:") { Ok("系统".to_owned()) } else { person_name(view, login) }
}

/// Whether somebody administers the system: user 1, and who holds a role that changes it.
///
/// # Errors
/// Records that can't be read.
pub fn runs_the_system(view: &View, user_id: u64) -> Result<bool> {
    let Some(user) = living(view, user_id)? else { return Ok(false) };
    let rights = view.ground()?.rights(&user);
    Ok(rights.is_super || rights.roles.iter().any(|role| role.runs_the_system()))
}

/// Keys that only roles carry which change the system: no node of a process may name them.
///
/// # Errors
/// Records that can't be read.
pub fn system_role_keys(view: &View) -> Result<Vec<String>> {
    let ground = view.ground()?;
    let (mut system, mut business) = (BTreeSet::new(), BTreeSet::new());
    for role in ground.roles() {
        let is_system = role.role_id == SUPER_ROLE || ground.runs_the_system(role);
        let keys = role.role_key.split(',').map(|key| key.trim().to_owned());
        if is_system { system.extend(keys) } else { business.extend(keys) }
    }
    Ok(system.difference(&business).cloned().collect())
}
