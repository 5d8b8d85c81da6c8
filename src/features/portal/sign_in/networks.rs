//! From where administrators may sign in (`admin_networks`), and the console's way round it.

use serde::{Deserialize, Serialize};

use super::stages;
use crate::app::App;
use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;
use crate::kernel::ip;
use crate::op::{Caller, Op, View};
use crate::platform::identity::user::User;
use crate::store::{Keeping, Key, Reads, Record, id};

/// How long somebody whom the console admits may sign in from anywhere, in minutes.
pub const ADMITTED_MINUTES: i64 = 30;

/// Somebody whom the console lets sign in from anywhere.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Admitted {
    pub user_id: u64,
    pub until: Stamp,
}

impl Record for Admitted {
    const TABLE: &'static str = "admitted";
    const KEEPING: Keeping = Keeping::Passing;
    fn id(&self) -> Key {
        id(self.user_id)
    }
}

/// Lets a person sign in from anywhere for [`ADMITTED_MINUTES`]; for the console only.
pub fn admit(op: &mut Op, user_id: u64) -> Result<()> {
    op.put(&Admitted { user_id, until: Stamp(op.now.0 + ADMITTED_MINUTES * 60_000) })?;
    Ok(())
}

fn is_inside(app: &App, from: &str) -> bool {
    let networks = &app.config.admin_networks.value;
    networks.trim().is_empty() || ip::in_networks(networks, from)
}

fn is_admitted(view: &View, user_id: u64) -> Result<bool> {
    let admitted: Option<Admitted> = view.tx.get(&id(user_id))?;
    Ok(admitted.is_some_and(|admitted| admitted.until > view.now))
}

/// Whether a session may be used from where its request comes: a token that was carried away signs no administrator in.
pub fn fits(app: &App, caller: &Caller) -> Result<bool> {
    if is_inside(app, &caller.origin.ip) || !caller.rights.is_administrative() {
        return Ok(true);
    }
    app.read(caller, |view| is_admitted(view, caller.user_id()))
}

/// Whether a request comes from outside of the networks that administrators may sign in from.
pub(super) fn is_outside(view: &View) -> bool {
    !is_inside(view.app, &view.caller.origin.ip)
}

/// Whether somebody may sign in from where his request comes.
pub(super) fn admits(view: &View, user: &User) -> Result<bool> {
    if !is_outside(view) {
        return Ok(true);
    }
    let rights = view.app.rights.get(user.user_id, || view.app.store.read())?;
    Ok(!rights.is_some_and(|rights| rights.is_administrative()) || is_admitted(view, user.user_id)?)
}

/// Refuses who holds administrative rights and comes from elsewhere, where no password was typed that the refusal would
/// confirm: single sign-on and the first set-up. A sign-in by password says the same whether the password was right or not.
///
/// # Errors
/// A sentence with his address and the console's way round it.
pub(in crate::features::portal) fn must_fit(op: &mut Op, user: &User) -> Result<()> {
    let from = &op.caller.origin.ip;
    if is_inside(op.app, from) {
        return Ok(());
    }
    let rights = stages::rights_of(op, user)?;
    if !rights.is_some_and(|rights| rights.is_administrative()) || is_admitted(&op.view(), user.user_id)? {
        return Ok(());
    }
    Err(AppError::refused(format!(
        "管理员只能从指定的网络登录，您的地址 {from} 不在其中。请换用管理网络中的电脑；紧急时可在服务器上运行 gx-portal user admit {}",
        user.user_name
    )))
}
