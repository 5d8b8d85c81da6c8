//! The door of a portal that is closed for maintenance: who may not enter is told the administrator's sentence (605).
//!
//! What goes on: everything that needs no sign-in and everything essential, so that administrators come in and everybody
//! gets out; the stream of signals, which carries no data and tells the waiting browsers when it is over.

use crate::app::App;
use crate::error::Result;
use crate::op::Caller;
use crate::platform::mode::{Mode, may_enter};
use crate::route::{Access, Route};
use crate::store::Urgency;

/// Routes of signed-in people that stay open.
const OPEN: [&str; 3] = ["/portal/events", "/portal/crash", "/system/user/profile/checkToken"];

/// # Errors
/// The sentence, for who may not enter.
pub fn admit(app: &App, caller: &Caller, route: &Route) -> Result<()> {
    let stays = matches!(route.access, Access::Public { .. })
        || route.urgency == Urgency::Essential
        || OPEN.contains(&route.path);
    match app.modes.at(app.clock.now()) {
        Some(running) if running.mode == Mode::Closed && !stays && !may_enter(&caller.rights) => Err(running.refusal()),
        _ => Ok(()),
    }
}
