//! Alarms: a notice in the name of the program for those who look after its safety.
//!
//! Invariant: who holds [`PERMISSION`] through an enabled role is told, and the super administrator always. How often the
//! same thing may be told is the caller's matter.

use std::collections::BTreeSet;

use super::admin;
use crate::error::Result;
use crate::op::{Op, View};
use crate::platform::identity::menu::Menu;
use crate::platform::identity::role::{BY_MENU, Role};
use crate::platform::identity::user::{BY_ROLE, SUPER_USER, User};
use crate::store::{Reads, id};

/// What its holders are told.
pub const PERMISSION: &str = "system:security:alarm";

/// Enabled people who hold the permission, and the super administrator.
fn holders(view: &View) -> Result<Vec<u64>> {
    let mut people = BTreeSet::from([SUPER_USER]);
    for menu in view.tx.all::<Menu>()?.iter().filter(|menu| menu.enabled && menu.perms == PERMISSION) {
        let roles: Vec<Role> = view.tx.by(&BY_MENU, &id(menu.menu_id), false, 0, usize::MAX)?;
        for role in roles.iter().filter(|role| role.enabled) {
            let users: Vec<User> = view.tx.by(&BY_ROLE, &id(role.role_id), false, 0, usize::MAX)?;
            people.extend(users.iter().filter(|user| user.enabled).map(|user| user.user_id));
        }
    }
    Ok(people.into_iter().collect())
}

/// Tells them; `about` is what the alarm is called, `text` is plain.
///
/// # Errors
/// A record that cannot be read or written.
pub fn raise(op: &mut Op, about: &str, text: &str) -> Result<()> {
    let people = holders(&op.view())?;
    admin::tell(op, people, &title(about), text)
}

/// Tells them that it is over.
///
/// # Errors
/// A record that cannot be read or written.
pub fn end(op: &mut Op, about: &str, text: &str) -> Result<()> {
    let people = holders(&op.view())?;
    admin::tell(op, people, &format!("已恢复：{about}"), text)
}

/// The title of the notice about something.
pub fn title(about: &str) -> String {
    format!("告警：{about}")
}
