//! Who leads what in the demonstration city, and who holds the roles that standard processes ask for.

use crate::error::Result;
use crate::features::approvals::definition::roles::{lacking, make_roles};
use crate::op::Op;
use crate::platform::identity::dept::Dept;
use crate::platform::identity::role::{BY_KEY, Role};
use crate::platform::identity::user::{BY_NAME, User};
use crate::route::Nothing;
use crate::store::{Reads, key};

/// Departments with who leads them; what lies below and isn't named is led from above.
const LEADERS: &[(&str, &str)] = &[
    ("资产管理科", "zichan01"),
    ("租赁管理科", "zulin01"),
    ("财务科", "caiwu01"),
    ("政策法规科", "fawu01"),
    ("办公室", "shenji01"),
    ("信息化科", "xitong01"),
];

/// Who is in charge of everything, and leads what nobody else does.
const DIRECTOR: &str = "lingdao01";

/// Roles with who holds them.
const HOLDERS: &[(&str, &str)] =
    &[("finance_head", "caiwu01"), ("legal", "fawu01"), ("office_meeting", "shenji01"), ("flowadmin", "xitong01")];

fn person(op: &Op, login: &str) -> Result<Option<User>> {
    Ok(op.view().tx.one(&BY_NAME, &key().str(login))?)
}

/// Deals the offices out.
///
/// # Errors
/// Records that can't be written.
pub(super) fn deal(op: &mut Op) -> Result<()> {
    if !lacking(&op.view(), Nothing {})?.0.is_empty() {
        make_roles(op, Nothing {})?;
    }
    for (role_key, login) in HOLDERS {
        let role: Option<Role> = op.view().tx.one(&BY_KEY, &key().str(role_key))?;
        if let (Some(role), Some(mut user)) = (role, person(op, login)?) {
            user.role_ids.push(role.role_id);
            op.put(&user)?;
        }
    }
    let director = person(op, DIRECTOR)?.map_or(0, |user| user.user_id);
    for mut dept in op.view().tx.all::<Dept>()? {
        let named = LEADERS.iter().find(|(name, _)| *name == dept.dept_name);
        dept.leader_id = match named {
            Some((_, login)) => person(op, login)?.map_or(0, |user| user.user_id),
            None if dept.parent_id == 0 || dept.dept_name == "局机关" => director,
            None => 0,
        };
        dept.in_charge_id = if dept.parent_id == 0 { director } else { 0 };
        op.put(&dept)?;
    }
    Ok(())
}
