//! What the office itself adds: notices of the bureau, and to the standard city a person who may see every block of the
//! report but entered nothing himself, so that each block shows its empty state (domain.md section 9).

use std::collections::BTreeSet;

use super::Persons;
use super::recipe::{Calendar, Recipe};
use crate::demo::people::{LAST_ACCOUNT, REMARK};
use crate::error::{AppError, Result};
use crate::features::system::notice::admin;
use crate::features::system::notice::wire::NoticeInput;
use crate::kernel::span::add_days;
use crate::op::Op;
use crate::platform::identity::menu::Menu;
use crate::platform::identity::role::Role;
use crate::platform::identity::user::{BY_NAME, User};
use crate::records::base::Base;
use crate::store::{Reads, key};

/// Only own rows (contract 2.9).
const OWN: u8 = 5;
/// Roles are shown in this order.
const SORT: i64 = 90;
/// 2 of [`NoticeInput::scope`]: holders of roles.
const BY_ROLE: u64 = 2;

/// Publishes the notices to the holders of all roles there are.
pub(super) fn put_notices(op: &mut Op, recipe: &Recipe, persons: &Persons, calendar: Calendar) -> Result<()> {
    let roles: Vec<u64> = op.view().tx.all::<Role>()?.into_iter().map(|role| role.role_id).collect();
    for (place, notice) in recipe.notices.iter().enumerate() {
        let minute = i64::try_from(place * 7).unwrap_or_default();
        let at = calendar.at(add_days(calendar.today, -notice.ago), 9, minute)?;
        let input = NoticeInput {
            notice_title: notice.title.clone(),
            notice_type: if notice.announces { "2" } else { "1" }.to_owned(),
            notice_content: Some(notice.text.split('\n').map(|line| format!("<p>{line}</p>")).collect()),
            state: Some(1),
            is_top: Some(notice.top),
            scope: Some(BY_ROLE),
            scope_ids: roles.clone(),
            ..NoticeInput::default()
        };
        op.acting(persons.keeper(place), at, |op| admin::create(op, input))?;
    }
    Ok(())
}

/// Adds the person without anything.
pub(super) fn put_seconded(op: &mut Op) -> Result<()> {
    let role_id = put_role(op)?;
    let user: Option<User> = op.view().tx.one(&BY_NAME, &key().str(LAST_ACCOUNT))?;
    let user = user.ok_or_else(|| AppError::internal(format!("demonstration person {LAST_ACCOUNT} is missing")))?;
    op.put(&User { real_name: "借调人员01".to_owned(), role_ids: vec![role_id], enabled: true, ..user })?;
    Ok(())
}

/// A role with all blocks, for own rows only.
fn put_role(op: &mut Op) -> Result<u64> {
    let menus: Vec<Menu> = op.view().tx.all()?;
    let mut granted = BTreeSet::new();
    for menu in menus.iter().filter(|menu| menu.perms.starts_with("stat:")) {
        let mut above = Some(menu);
        while let Some(menu) = above {
            granted.insert(menu.menu_id);
            above = menus.iter().find(|other| other.menu_id == menu.parent_id);
        }
    }
    let role_id = op.next_id::<Role>()?;
    let base = Base::made(op, REMARK.to_owned());
    op.put(&Role {
        role_id,
        role_name: "借调人员".to_owned(),
        role_key: "seconded".to_owned(),
        role_sort: SORT,
        data_scope: OWN,
        menu_check_strictly: true,
        dept_check_strictly: true,
        enabled: true,
        menu_ids: granted.into_iter().collect(),
        dept_ids: Vec::new(),
        second_factor: false,
        base,
    })?;
    Ok(role_id)
}
