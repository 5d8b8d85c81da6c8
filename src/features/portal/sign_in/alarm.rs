//! The alarm 口令喷洒: whoever holds `system:security:alarm` reads that an address tries one password on many names.
//!
//! Invariant: an attacker with many addresses fills nobody's box: one notice in [`QUIET`].

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicI64, Ordering};

use crate::fault::Outcome;
use crate::features::system::notice;
use crate::op::{Op, View};
use crate::platform::identity::menu::Menu;
use crate::platform::identity::role::{BY_MENU, Role};
use crate::platform::identity::user::{BY_ROLE, SUPER_USER, User};
use crate::product::{Memory, Start};
use crate::route::{Data, Nothing};
use crate::store::{Reads, id};

use super::brakes::Brakes;

/// What its holders are told.
pub const PERMISSION: &str = "system:security:alarm";
/// Between two notices, in milliseconds.
const QUIET: i64 = 10 * 60_000;

/// When the last notice was written; 0 = never in this run.
#[derive(Debug, Default)]
pub struct Told(AtomicI64);

impl Memory for Told {
    const NAME: &'static str = "alarm";
    fn open(_: &Start<'_>) -> Outcome<Self> {
        Ok(Self::default())
    }
}

/// Enabled people who hold the permission, and the super administrator.
fn holders(view: &View) -> Outcome<Vec<u64>> {
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

/// Tells of an address that has just been closed for trying so many names.
pub fn spraying(op: &mut Op, from: &str, names: usize) -> Outcome<()> {
    let told = op.app.state::<Told>()?;
    let (now, before) = (op.app.clock.monotonic().max(1), told.0.load(Ordering::Relaxed));
    if before != 0 && (0..QUIET).contains(&(now - before)) {
        return Ok(());
    }
    told.0.store(now, Ordering::Relaxed);
    let people = holders(&op.view())?;
    let text = format!(
        "{} 起，网络地址 {from} 在 10 分钟内对 {names} 个账号输错密码，已被拒绝登录半小时，被猜的账号没有被锁定。请核实该地址是谁在使用；此后 10 分钟内的同类告警见“服务监控”。",
        op.now.to_text()
    );
    notice::admin::tell(op, people, "告警：口令喷洒", &text)
}

/// GET /system/security/alarms: addresses that are refused now, in sentences.
pub fn list(view: &View, _: Nothing) -> Outcome<Data<Vec<String>>> {
    Ok(Data(view.app.state::<Brakes>()?.sentences(view.now)))
}
