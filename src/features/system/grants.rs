//! What one person may give another: nobody grants more than he holds, row by row.
//!
//! For every permission of a role, the rows that its holder would reach must lie in the rows that the giver reaches
//! through that same permission. «Own department» and «own and below» are those of the holder; somebody's own rows
//! count as rows of his department. A role that nobody holds yet is measured when it is given; until then it may only
//! ask for what its maker could give to anybody at all. Disabled roles and menus are measured as if they were enabled,
//! so that enabling gives nobody anything unseen.

use std::collections::HashSet;
use std::sync::Arc;

use crate::error::{AppError, Result};
use crate::kernel::tree;
use crate::op::View;
use crate::platform::identity::rights::{Ground, Rights, Scope};
use crate::platform::identity::role::Role;
use crate::platform::identity::user::{BY_DEPT, BY_ROLE, SUPER_USER, User};
use crate::store::{Reads, id};

/// Whether the caller himself holds a role: nobody changes what his own roles give, and nobody gives himself a role, a
/// department or a post. Who administers the system would otherwise sit wherever he likes.
///
/// # Errors
/// Records that can't be read.
pub fn holds_himself(view: &View, role_id: u64) -> Result<bool> {
    let user: Option<User> = view.tx.get(&id(view.caller.user_id()))?;
    Ok(user.is_some_and(|user| user.role_ids.contains(&role_id)))
}

/// The caller as a giver of rights, as the transaction sees him before it changes anything.
pub struct Giver {
    rights: Rights,
    ground: Arc<Ground>,
}

impl Giver {
    /// Reads his rights again: they may have changed since the request came.
    pub fn of(view: &View) -> Result<Self> {
        if view.caller.rights.is_super {
            // Who may give everything is asked for no permission of a role.
            return Ok(Self { rights: Rights::everything(), ground: Arc::default() });
        }
        let ground = view.ground()?;
        let user = view.tx.get::<User>(&id(view.caller.user_id()))?.filter(|user| user.enabled && !user.deleted);
        let rights = user.map(|user| ground.rights(&user)).unwrap_or_default();
        Ok(Self { rights, ground })
    }

    /// The caller as a form shows him: by what was committed when his request came. What is saved asks again.
    pub fn shown(view: &View) -> Result<Self> {
        let ground = view.app.rights.ground(|| view.app.store.read())?;
        Ok(Self { rights: Rights::clone(&view.caller.rights), ground })
    }

    /// The permissions of a role; `None` stands for what asks for no permission and counts all roles.
    fn permissions<'a>(&'a self, role: &'a Role) -> HashSet<Option<&'a str>> {
        let named = self.ground.menus_of(role).map(|menu| menu.perms.as_str()).filter(|perms| !perms.is_empty());
        named.map(Some).chain([None]).collect()
    }

    /// Whether he could give a role to anybody at all.
    pub fn may_make(&self, role: &Role) -> bool {
        self.rights.is_super
            || self.rights.covers(role)
                && self.permissions(role).into_iter().all(|permission| {
                    let mine = self.rights.scope(permission);
                    match role.data_scope {
                        1 => mine.all,
                        2 => role.dept_ids.iter().all(|dept| mine.has_dept(*dept)),
                        3 | 4 => mine.all || !mine.dept_ids.is_empty(),
                        _ => true,
                    }
                })
    }

    /// Whether he holds everything that a role gives to a person in his department, rows included.
    pub fn may_give(&self, role: &Role, to: &User) -> bool {
        self.rights.is_super
            || self.rights.covers(role)
                && self.permissions(role).into_iter().all(|permission| self.reaches(permission, role, to))
    }

    /// Whether the rows that a role gives to a person lie in those that the giver has through a permission.
    pub fn reaches(&self, permission: Option<&str>, role: &Role, to: &User) -> bool {
        let mine = self.rights.scope(permission);
        let given = self.ground.reach(role, to.dept_id);
        let own = || mine.has_dept(to.dept_id) || (mine.own && to.user_id == self.rights.user_id);
        mine.all || (!given.all && given.dept_ids.is_subset(&mine.dept_ids) && (!given.own || own()))
    }

    /// Whether he could have given a role to everybody who holds it.
    pub fn may_give_to_holders(&self, view: &View, role: &Role) -> Result<bool> {
        if self.rights.is_super {
            return Ok(true);
        }
        if !self.may_make(role) {
            return Ok(false);
        }
        self.all_holders(view, role, |holder| self.may_give(role, holder))
    }

    /// Asks about the holders of a role, once a department: they differ in nothing else.
    fn all_holders(&self, view: &View, role: &Role, fits: impl Fn(&User) -> bool) -> Result<bool> {
        let mut known = HashSet::new();
        let holders: Vec<User> = view.tx.by(&BY_ROLE, &id(role.role_id), false, 0, usize::MAX)?;
        Ok(holders
            .iter()
            .all(|holder| !known.insert((holder.dept_id, holder.user_id == self.rights.user_id)) || fits(holder)))
    }

    /// Whether the holders of a role may get a permission that one of its menus takes on.
    pub fn may_add_to_holders(&self, view: &View, role: &Role, permission: &str) -> Result<bool> {
        if self.rights.is_super {
            return Ok(true);
        }
        self.all_holders(view, role, |holder| self.reaches(Some(permission), role, holder))
    }

    /// Whether a user holds more than the giver: he is the super administrator, or has a role that the giver could
    /// not give him.
    pub fn is_mightier(&self, view: &View, user: &User) -> Result<bool> {
        if self.rights.is_super {
            return Ok(false);
        }
        if user.user_id == SUPER_USER {
            return Ok(true);
        }
        for role_id in &user.role_ids {
            if view.tx.get::<Role>(&id(*role_id))?.is_some_and(|role| !self.may_give(&role, user)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Checks a department that was put under another parent: those above who reach «own and below» gain its rows,
    /// and gain them from whoever moves it. `view` shows the tree after the move.
    ///
    /// # Errors
    /// A sentence when somebody gains rows that the giver does not have through the same permission.
    pub fn check_move(&self, view: &View, from: u64, to: u64) -> Result<()> {
        if self.rights.is_super {
            return Ok(());
        }
        let after = view.ground()?;
        let path = |ground: &Ground, dept: u64| {
            let mut path: HashSet<u64> = tree::ancestors(ground.links(), dept).into_iter().collect();
            path.insert(dept);
            path
        };
        let already = path(&self.ground, from);
        let mut known = HashSet::new();
        for dept_id in path(&after, to).into_iter().filter(|dept| *dept != 0 && !already.contains(dept)) {
            let people: Vec<User> = view.tx.by(&BY_DEPT, &id(dept_id), false, 0, usize::MAX)?;
            for user in people.into_iter().filter(|user| user.enabled && user.user_id != SUPER_USER) {
                if known.insert((dept_id, user.role_ids.clone())) && self.gains_more(&after, &user) {
                    return Err(AppError::refused(
                        "移动后，上级部门的人员将看到超出您自己数据权限的数据，请由权限更大的管理员移动",
                    ));
                }
            }
        }
        Ok(())
    }

    /// Whether a person reaches more after a move than before, beyond what the giver has.
    fn gains_more(&self, after: &Ground, user: &User) -> bool {
        let (before, after) = (self.ground.rights(user), after.rights(user));
        let gains = |permission: Option<&str>| {
            let (had, mine): (Scope, Scope) = (before.scope(permission), self.rights.scope(permission));
            let has = after.scope(permission);
            !has.all && has.dept_ids.iter().any(|dept| !had.has_dept(*dept) && !mine.has_dept(*dept))
        };
        gains(None) || after.permissions().iter().any(|permission| gains(Some(permission)))
    }
}
