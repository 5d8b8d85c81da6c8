//! GET /portal/events: signals that something has changed, to browsers that listen.

use crate::error::{AppError, Result};
use crate::events::Listener;
use crate::op::{View, Who};
use crate::route::Nothing;

/// Opens the stream of the caller's session; it ends with the session.
pub fn listen(view: &View, _: Nothing) -> Result<Listener> {
    let Who::Person { session } = &view.caller.who else {
        return Err(AppError::not_signed_in(&view.caller.origin.path));
    };
    view.app.events.listen(session)
}
